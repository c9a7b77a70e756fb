//! What tells a key that is made to be shown from one that was dealt out.

use crate::queries::lexicon::Lexicon;

/// Signs in a row, each the next of the one before, from which on nobody drew them.
const ROW: usize = 6;
/// Equal signs in a row from which on nobody drew them.
const SAME: usize = 5;

/// Shannon entropy of a text, in bits a character.
pub(super) fn entropy(text: &str) -> f64 {
    let mut counts = [0u32; 256];
    text.bytes().for_each(|byte| counts[byte as usize] += 1);
    let all = text.len().max(1) as f64;
    let share = |&count: &u32| f64::from(count) / all;
    counts.iter().filter(|&&count| count > 0).map(share).map(|part| -part * part.log2()).sum()
}

/// Whether a key shows by itself that it is none: it holds a word of the list, is one that
/// documentation shows, or what of it was `drawn` runs through the alphabet.
pub(super) fn is_made_up(key: &str, drawn: &str, examples: Option<&Lexicon>) -> bool {
    let lower = key.to_lowercase();
    let entries = |kind: &'static str| {
        let sections = examples.into_iter().flat_map(|list| &list.sections);
        sections.filter(move |section| section.kind == kind).flat_map(|section| &section.entries)
    };
    entries("made-up").any(|word| lower.contains(word.as_str()))
        || entries("known").any(|known| known == key || key.ends_with(known.as_str()))
        || has_row(&drawn.to_lowercase())
}

/// `aaaaa`, `abcdef`, `987654`; the last two also where the letters or the digits alone do so:
/// `a1b2c3d4e5f6`.
fn has_row(key: &str) -> bool {
    row(key.bytes(), SAME)
        || row(key.bytes().filter(u8::is_ascii_alphabetic), usize::MAX)
        || row(key.bytes().filter(u8::is_ascii_digit), usize::MAX)
}

/// Whether there are [`ROW`] signs in a row, up or down, or `most` equal ones.
fn row(bytes: impl Iterator<Item = u8>, most: usize) -> bool {
    let (mut up, mut down, mut same, mut before) = (1, 1, 1, 0u8);
    for byte in bytes {
        up = if byte == before.wrapping_add(1) { up + 1 } else { 1 };
        down = if byte.wrapping_add(1) == before { down + 1 } else { 1 };
        same = if byte == before { same + 1 } else { 1 };
        if up >= ROW || down >= ROW || same >= most {
            return true;
        }
        before = byte;
    }
    false
}

/// Whether the words around a key say that it is made to be shown.
pub(super) fn is_said(texts: [&str; 2], examples: Option<&Lexicon>) -> bool {
    let phrases =
        examples.into_iter().flat_map(|list| &list.sections).filter(|section| section.kind == "said");
    let phrases: Vec<&String> = phrases.flat_map(|section| &section.entries).collect();
    texts.iter().any(|text| {
        let text = text.to_lowercase();
        phrases
            .iter()
            .any(|phrase| text.match_indices(phrase.as_str()).any(|(at, _)| is_word(&text, at, phrase)))
    })
}

/// Whether the phrase at `at` stands for itself: no part of a word, and no label of a host
/// (`api.example`).
fn is_word(text: &str, at: usize, phrase: &str) -> bool {
    if !phrase.is_ascii() {
        return true;
    }
    let before = text[..at].chars().next_back();
    let mut after = text[at + phrase.len()..].chars();
    let (next, one_on) = (after.next(), after.next());
    let starts = before.is_none_or(|c| !c.is_alphanumeric() && !".@".contains(c));
    let goes_on_as_host = next == Some('.') && one_on.is_some_and(char::is_alphanumeric);
    starts && !goes_on_as_host && next.is_none_or(|c| !c.is_alphanumeric())
}

/// Whether the last six characters after the prefix are the CRC-32 of those before them, in base 62
/// (digits, then capitals, then small letters).
pub(super) fn has_crc32(key: &str) -> bool {
    let body = key.split_once('_').map_or(key, |(_, body)| body);
    let Some((drawn, check)) = body.len().checked_sub(6).and_then(|at| body.split_at_checked(at)) else {
        return false;
    };
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'A'..=b'Z' => Some(byte - b'A' + 10),
        b'a'..=b'z' => Some(byte - b'a' + 36),
        _ => None,
    };
    let value = check.bytes().try_fold(0u64, |sum, byte| Some(sum * 62 + u64::from(digit(byte)?)));
    value == Some(u64::from(crc32(drawn.as_bytes())))
}

/// CRC-32 as in IEEE 802.3, bit by bit: keys are short and few.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |sum, &byte| {
        (0..8).fold(
            sum ^ u32::from(byte),
            |sum, _| {
                if sum & 1 == 1 { (sum >> 1) ^ 0xEDB8_8320 } else { sum >> 1 }
            },
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_published_one() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        let published = ["ghp_", "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ", "0mLq17"].concat();
        assert!(has_crc32(&published));
        assert!(!has_crc32(&published.replace("q17", "q18")));
        assert!(!has_crc32("ghp_é"));
    }

    #[test]
    fn rows_are_made_up_and_drawn_signs_are_not() {
        for key in ["x_aaaaab", "q1abcdefz", "987654", "a1b2c3d4e5f6"] {
            assert!(has_row(key), "{key}");
        }
        for key in ["x_aaaab", "k3j9abc0", "qylpmn5hfz7trk2d"] {
            assert!(!has_row(key), "{key}");
        }
    }

    #[test]
    fn entropy_is_in_bits_a_character() {
        assert_eq!(entropy("aaaa"), 0.0);
        assert_eq!(entropy("abcdabcd"), 2.0);
        assert_eq!(entropy(""), 0.0);
    }
}
