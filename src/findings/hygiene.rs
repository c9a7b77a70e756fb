//! HYGIENE_OBFUSCATION: long encoded blobs in any text file. Nothing is decoded; the other rules on
//! hygiene come from facts.

use super::Finding;
use crate::pack::{File, Pack};
use crate::rules::Rule;
use crate::text::{Place, Span, excerpt};
use regex::Regex;
use std::sync::LazyLock;

/// A kind of blob: what it is called, what it looks like, and what else must hold of it.
struct Blob {
    name: &'static str,
    shape: LazyLock<Option<Regex>>,
    is_blob: fn(&str) -> bool,
}

/// The seed's three kinds. Checksums are shorter: a SHA-512 takes 88 characters of base64 and 128
/// of hex, which is the seed's own measure and is reported.
static BLOBS: [Blob; 3] = [
    Blob {
        name: "base64",
        shape: LazyLock::new(|| Regex::new("[A-Za-z0-9+/]{120,}={0,2}").ok()),
        is_blob: is_base64,
    },
    Blob { name: "hex", shape: LazyLock::new(|| Regex::new("[0-9A-Fa-f]{120,}").ok()), is_blob: is_hex },
    Blob {
        name: "escaped",
        shape: LazyLock::new(|| Regex::new(r"(?:\\+x[0-9A-Fa-f]{2}){8,}").ok()),
        is_blob: |_| true,
    },
];

/// All findings of HYGIENE_OBFUSCATION, file by file.
pub fn check(pack: &Pack) -> Vec<Finding> {
    pack.files.iter().flat_map(check_file).collect()
}

/// The first blob of each kind in one file.
pub fn check_file(file: &File) -> Vec<Finding> {
    let Some(text) = &file.text else { return Vec::new() };
    let first = |blob: &Blob| {
        let shape = blob.shape.as_ref()?;
        let found = shape.find_iter(text.as_str()).find(|found| (blob.is_blob)(found.as_str()))?;
        let place = Place::new(&file.path, text, Span::new(found.start(), found.end()));
        let (name, length, begin) = (blob.name, found.len(), excerpt(found.as_str(), 32));
        let message = format!("a run of {length} {name} characters: `{begin}`");
        Some(Finding::at(Rule::HygieneObfuscation, place, message))
    };
    BLOBS.iter().filter_map(first).collect()
}

/// Mixed case with a digit, `+` or `/`, and not hex throughout.
fn is_base64(run: &str) -> bool {
    let has = |of: fn(u8) -> bool| run.bytes().any(of);
    has(|byte| byte.is_ascii_uppercase())
        && has(|byte| byte.is_ascii_lowercase())
        && has(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'/'))
        && !run.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Digits and letters: a long number, or a line of one letter, is no hex.
fn is_hex(run: &str) -> bool {
    run.bytes().any(|byte| byte.is_ascii_digit()) && run.bytes().any(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::super::testing::{file, told};
    use super::*;

    fn of(text: &str) -> Vec<String> {
        told(&check_file(&file("a.py", text)))
    }

    #[test]
    fn each_kind_is_told_once_at_its_first_blob() {
        let base64 = "RmlsbGVy".repeat(15) + "QQ0=";
        let hex = "46696c6c".repeat(15);
        let escaped = r"\x6f".repeat(8);
        assert_eq!(of(&format!("a = 1\nb = \"{base64}\"\nc = \"{base64}\"")), ["HYGIENE_OBFUSCATION a.py:2"]);
        assert_eq!(of(&format!("\n\n{hex}")), ["HYGIENE_OBFUSCATION a.py:3"]);
        assert_eq!(of(&hex.to_uppercase()), ["HYGIENE_OBFUSCATION a.py:1"]);
        assert_eq!(of(&format!("\"{escaped}\"")), ["HYGIENE_OBFUSCATION a.py:1"]);
        assert_eq!(of(&format!("0x{hex}")), ["HYGIENE_OBFUSCATION a.py:1"]);
        assert_eq!(of(&format!("{base64} {hex} {escaped}")).len(), 3);
        let found = check_file(&file("a.py", &format!("x = \"{base64}\"")));
        assert_eq!(found[0].place.as_ref().map(|place| place.column), Some(6));
    }

    #[test]
    fn short_or_plain_runs_are_no_blobs() {
        for text in [
            "46696c6c".repeat(14) + "1234567",
            "RmlsbGVy0".repeat(13),
            "a".repeat(300),
            "Ab".repeat(100),
            "1".repeat(300),
            "=".repeat(300),
            "/usr/share".repeat(20),
            r"\x6f".repeat(7),
            r"\x6f, ".repeat(20),
            "sha512-".to_string() + &"aB3+".repeat(22),
        ] {
            assert_eq!(of(&text), [""; 0], "{text}");
        }
    }
}
