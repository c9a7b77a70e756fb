//! Texts, paths and numbers as JavaScript reads and changes them.

use super::PACK;
use super::fold::{coded_character, escaped_letter};
use crate::text::HOLE;

/// `slice`, `substring` and `substr` by character.
pub fn part_of(text: &str, method: &str, start: i64, end: Option<i64>) -> Option<String> {
    if text.len() > 1 << 16 {
        return None;
    }
    let length = text.chars().count() as i64;
    let from_end = |at: i64| if at < 0 { (length + at).max(0) } else { at.min(length) };
    let clamped = |at: i64| at.clamp(0, length);
    let (start, end) = match method {
        "slice" => (from_end(start), end.map_or(length, from_end)),
        "substr" => {
            let start = from_end(start);
            (start, end.map_or(length, |count| start.saturating_add(count.max(0)).min(length)))
        }
        _ => {
            let (a, b) = (clamped(start), end.map_or(length, clamped));
            (a.min(b), a.max(b))
        }
    };
    let count = usize::try_from(end - start).unwrap_or(0);
    Some(text.chars().skip(usize::try_from(start).ok()?).take(count).collect())
}

/// Joins as `path.join` does: an absolute part does not start anew.
pub fn join_parts(whole: &mut String, part: &str) {
    if !whole.is_empty() && !whole.ends_with('/') && !part.is_empty() {
        whole.push('/');
    }
    whole.push_str(if whole.is_empty() { part } else { part.trim_start_matches('/') });
}

/// Takes `.` and `a/..` out of a path; what `..` of an unknown part is stays.
pub fn normalize(path: &str) -> String {
    if !path.contains("./") && !path.ends_with('.') {
        return path.to_string();
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        let is_known = |last: &&str| !last.is_empty() && **last != *".." && !last.contains([HOLE, PACK, '~']);
        match part {
            "." if !parts.is_empty() => {}
            ".." if parts.last().is_some_and(|last| is_known(last) && *last != ".") => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// `new URL(path, base)`.
pub fn join_url(base: &str, path: &str) -> String {
    if path.contains("://") || path.starts_with("//") {
        return path.to_string();
    }
    if base.starts_with(PACK) {
        return format!("{PACK}/{}", path.trim_start_matches("./"));
    }
    format!("{}/{}", base.trim_end_matches('/'), path.trim_start_matches('/'))
}

/// `file:///x` as `/x`.
pub fn without_file_scheme(text: &str) -> String {
    text.strip_prefix("file://").unwrap_or(text).to_string()
}

/// `%2e` as `.`: how addresses are written, and no payload.
pub fn percent_decoded(text: &str) -> String {
    if !text.contains('%') || text.len() > 4096 {
        return text.to_string();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match code.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|_| byte == b'%') {
            Some(code) => {
                bytes.push(code);
                rest = &after[2..];
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_string())
}

/// A number's literal in decimal, as a text made of it would have it.
pub fn number(literal: &str) -> String {
    let plain: String = literal.chars().filter(|&c| c != '_').collect();
    let plain = plain.strip_suffix('n').unwrap_or(&plain);
    let radix = match plain.get(..2) {
        Some("0x" | "0X") => 16,
        Some("0o" | "0O") => 8,
        Some("0b" | "0B") => 2,
        _ => return plain.to_string(),
    };
    i64::from_str_radix(&plain[2..], radix).map_or_else(|_| plain.to_string(), |number| number.to_string())
}

/// An operation on two integers, as far as its result is one too.
pub fn arithmetic(a: i64, operator: &str, b: i64) -> Option<i64> {
    match operator {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        "/" if b != 0 && a % b == 0 => a.checked_div(b),
        "%" if b != 0 => a.checked_rem(b),
        "^" => Some(a ^ b),
        "|" => Some(a | b),
        "&" => Some(a & b),
        "<<" if (0..32).contains(&b) && a.abs() < 1 << 30 => Some(a << b),
        ">>" | ">>>" if (0..32).contains(&b) => Some(a >> b),
        _ => None,
    }
}

/// One escape sequence as the text it stands for.
pub fn unescape(escape: &str) -> String {
    let body = escape.strip_prefix('\\').unwrap_or(escape);
    let character = match body.chars().next() {
        Some('x' | 'u') => coded_character(body[1..].trim_matches(['{', '}']), 16),
        Some('0'..='7') => coded_character(body, 8),
        // A backslash before a line end continues the line.
        Some('\n' | '\r' | '\u{2028}' | '\u{2029}') | None => return String::new(),
        Some(letter) => escaped_letter(letter).or(Some(letter)),
    };
    character.map_or_else(|| escape.to_string(), String::from)
}

/// A name with its `\u0066` and `\u{66}` read.
pub fn unescaped_name(name: &str) -> String {
    let mut out = String::new();
    let mut rest = name;
    while let Some(at) = rest.find("\\u") {
        let after = &rest[at + 2..];
        let (digits, length) = match after.strip_prefix('{') {
            Some(inner) => {
                let end = inner.find('}').unwrap_or(0);
                (&inner[..end], end + 2)
            }
            None => (after.get(..4).unwrap_or_default(), 4),
        };
        let Some(c) = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32) else { break };
        out.push_str(&rest[..at]);
        out.push(c);
        rest = &after[length..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_fold_as_the_language_has_it() {
        assert_eq!(part_of("abcdef", "slice", 1, Some(-1)).as_deref(), Some("bcde"));
        assert_eq!(part_of("abcdef", "substr", -3, Some(2)).as_deref(), Some("de"));
        assert_eq!(part_of("abcdef", "substring", 4, Some(1)).as_deref(), Some("bcd"));
        assert_eq!(number("0x70"), "112");
        assert_eq!(number("1_000n"), "1000");
        assert_eq!(unescape("\\u{2e}"), ".");
        assert_eq!(unescape("\\q"), "q");
        assert_eq!(unescaped_name("\\u0066et\\u{63}h"), "fetch");
        assert_eq!(unescaped_name("a\\u{"), "a\\u{");
        assert_eq!(percent_decoded("a%2Eb%zz"), "a.b%zz");
        assert_eq!(arithmetic(7, "/", 2), None);
    }

    #[test]
    fn paths_fold_as_node_has_it() {
        let join = |parts: &[&str]| {
            let mut whole = String::new();
            parts.iter().for_each(|part| join_parts(&mut whole, part));
            normalize(&whole)
        };
        assert_eq!(join(&["/a", "/b"]), "/a/b");
        assert_eq!(join(&["~", "x", "..", ".ssh/id_rsa"]), "~/.ssh/id_rsa");
        assert_eq!(join(&[".", ".env"]), "./.env");
        assert_eq!(normalize(&format!("{PACK}/../x")), format!("{PACK}/../x"));
    }
}
