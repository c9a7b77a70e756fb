//! HYGIENE_OBFUSCATION: long encoded blobs in any text file. Nothing is decoded; the other rules on
//! hygiene come from facts.

use super::Finding;
use crate::pack::{File, Pack};
use crate::rules::Rule;
use crate::text::{Place, Span, excerpt};
use memchr::memchr_iter;

/// Characters from which on a run of base64 or hex is a blob: the seed's 120.
const BLOB: usize = 120;

/// Escapes in a row that are a blob: the seed's 8.
const ESCAPES: usize = 8;

/// A kind of blob: what it is made of, how many of these it has, and where the first stands.
struct Kind {
    name: &'static str,
    count: fn(&str) -> usize,
    first: fn(&str) -> Option<Span>,
}

/// The seed's three kinds. Checksums are shorter: a SHA-512 takes 88 characters of base64 and 128
/// of hex, which is the seed's own measure and is reported.
const KINDS: [Kind; 3] = [
    Kind {
        name: "base64 characters",
        count: str::len,
        first: |text| first_run(text, is_base64_byte, is_base64),
    },
    Kind {
        name: "hex characters",
        count: str::len,
        first: |text| first_run(text, |byte| byte.is_ascii_hexdigit(), is_hex),
    },
    Kind { name: "escaped bytes", count: |blob| blob.matches('x').count(), first: first_escapes },
];

/// All findings of HYGIENE_OBFUSCATION, file by file.
pub fn check(pack: &Pack) -> Vec<Finding> {
    pack.files.iter().flat_map(check_file).collect()
}

/// The first blob of each kind in one file.
pub fn check_file(file: &File) -> Vec<Finding> {
    let Some(text) = &file.text else { return Vec::new() };
    if is_signature(&file.path, text.as_str()) {
        return Vec::new();
    }
    let first = |kind: &Kind| {
        let span = (kind.first)(text.as_str())?;
        let blob = &text.as_str()[span.range()];
        let (name, count, begin) = (kind.name, (kind.count)(blob), excerpt(blob, 32));
        let message = format!("a run of {count} {name} that begins with `{begin}`");
        Some(Finding::at(Rule::HygieneObfuscation, Place::new(&file.path, text, span), message))
    };
    KINDS.iter().filter_map(first).collect()
}

/// Whether a file is a publisher's signature or certificate, by its name and by how it begins: what
/// only has the name is a blob like any other.
fn is_signature(path: &str, text: &str) -> bool {
    const ENDINGS: [&str; 12] = [
        ".sig",
        ".asc",
        ".minisig",
        ".sigstore",
        ".sigstore.json",
        ".p7s",
        ".crt",
        ".cer",
        ".pem",
        ".pub",
        ".sign",
        ".intoto.jsonl",
    ];
    const BEGINNINGS: [&str; 7] = [
        "-----BEGIN PGP SIGN",
        "-----BEGIN PGP PUBLIC KEY",
        "-----BEGIN SSH SIGNATURE",
        "-----BEGIN CERTIFICATE",
        "-----BEGIN PUBLIC KEY",
        "-----BEGIN PKCS7",
        "untrusted comment:",
    ];
    let path = path.to_ascii_lowercase();
    let text = text.trim_start();
    // Sigstore's bundles and envelopes of DSSE.
    let is_bundle =
        text.starts_with('{') && (text.contains("dev.sigstore.") || text.contains("\"payloadType\""));
    ENDINGS.iter().any(|ending| path.ends_with(ending))
        && (is_bundle || BEGINNINGS.iter().any(|beginning| text.starts_with(beginning)))
}

/// The first run of `BLOB` or more bytes of a kind that is a blob.
fn first_run(text: &str, is_of: fn(u8) -> bool, is_blob: fn(&str) -> bool) -> Option<Span> {
    let bytes = text.as_bytes();
    // No run that long avoids every `BLOB`th byte, so the others need not be looked at.
    let mut at = BLOB - 1;
    while let Some(&byte) = bytes.get(at) {
        if !is_of(byte) {
            at += BLOB;
            continue;
        }
        let start = at - bytes[..at].iter().rev().take_while(|&&byte| is_of(byte)).count();
        let end = at + bytes[at..].iter().take_while(|&&byte| is_of(byte)).count();
        // Only ASCII is of a kind, so both ends are bounds of characters.
        if end - start >= BLOB && is_blob(&text[start..end]) {
            let padding = bytes[end..].iter().take(2).take_while(|&&byte| byte == b'=').count();
            return Some(Span::new(start, end + padding));
        }
        at = end + BLOB;
    }
    None
}

/// The first run of escapes of bytes, `\xNN`, however many backslashes each has.
fn first_escapes(text: &str) -> Option<Span> {
    let bytes = text.as_bytes();
    let mut run = Span::new(0, 0);
    let mut count = 0;
    for at in memchr_iter(b'x', bytes) {
        let is_escape = at > 0
            && bytes[at - 1] == b'\\'
            && bytes.get(at + 1..at + 3).is_some_and(|code| code.iter().all(u8::is_ascii_hexdigit));
        if !is_escape {
            continue;
        }
        let marks = bytes[run.range().end..at].iter().rev().take_while(|&&byte| byte == b'\\').count();
        let goes_on = count > 0 && at - marks == run.range().end;
        if !goes_on {
            if count >= ESCAPES {
                break;
            }
            (run, count) = (Span::new(at - marks, at), 0);
        }
        run = Span::new(run.range().start, at + 3);
        count += 1;
    }
    (count >= ESCAPES).then_some(run)
}

fn is_base64_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')
}

/// Mixed case with a digit, `+` or `/`, and neither hex throughout nor words with marks between.
fn is_base64(run: &str) -> bool {
    let has = |of: fn(u8) -> bool| run.bytes().any(of);
    has(|byte| byte.is_ascii_uppercase())
        && has(|byte| byte.is_ascii_lowercase())
        && has(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'/'))
        && !run.bytes().all(|byte| byte.is_ascii_hexdigit())
        && !is_words(run)
}

/// `BidQty0+BidQty1+…`, `Views/Home/Index/…`: names joined by `+` or `/`. In a real blob the marks
/// stand one in thirty-two characters and nothing between them is spelled like a name.
fn is_words(run: &str) -> bool {
    let parts: Vec<&str> = run.split(['+', '/']).filter(|part| !part.is_empty()).collect();
    let names = parts.iter().filter(|part| is_name(part)).map(|part| part.len()).sum::<usize>();
    // Marks at least as close as one in twenty-four, and nearly all of what they part is names.
    parts.len() * 24 >= run.len() && names * 10 >= (run.len() - parts.len()) * 9
}

/// A name as people write them: words of letters, each in lower case after its first letters, and
/// digits at the end only.
fn is_name(part: &str) -> bool {
    let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
    let changes = letters
        .as_bytes()
        .windows(2)
        .filter(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    !letters.is_empty()
        && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
        && changes.count() * 4 <= letters.len()
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
        let dense = "TWFu+GlzIGRpc3/pbmd1aXNo+WQsIG5vd/Bvbmx5IGJ5".repeat(4);
        assert_eq!(of(&dense), ["HYGIENE_OBFUSCATION a.py:1"]);
        assert_eq!(of(&r"\\x6f".repeat(8)), ["HYGIENE_OBFUSCATION a.py:1"]);
        let found = check_file(&file("a.py", &format!("x = \"{base64}\"")));
        assert_eq!(found[0].place.as_ref().map(|place| place.column), Some(6));
        let found = check_file(&file("a.py", &escaped));
        assert_eq!(found[0].message, format!("a run of 8 escaped bytes that begins with `{escaped}`"));
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
            (0..20).map(|at| format!("BidQty{at}+")).collect(),
            "Views/Home/Index2/".repeat(9),
        ] {
            assert_eq!(of(&text), [""; 0], "{text}");
        }
    }
}
