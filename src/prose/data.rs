//! The strings of JSON, YAML and TOML, each under its key. Readers of tokens and lines only: they
//! have nothing to refuse and no depth to overflow.

use super::{Around, Document, Folded, Place};

/// Whether a file of this name holds data that is read by its strings.
pub fn is_data(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ["json", "jsonc", "json5", "yaml", "yml", "toml"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// Adds the strings of `text` behind byte `from` to `out`.
pub fn read(text: &str, from: usize, out: &mut Document) {
    let body = text.get(from..).unwrap_or_default();
    match body.trim_start_matches('\u{FEFF}').trim_start().starts_with(['{', '[']) && is_json(body) {
        true => json(text, from, out),
        false => lines(text, from, out),
    }
}

/// TOML begins with `[table]`, too.
fn is_json(text: &str) -> bool {
    let head = text.trim_start_matches('\u{FEFF}').trim_start();
    let next = head[1..].trim_start();
    head.starts_with('{')
        || next.starts_with(['"', '{', '[', ']'])
        || next.starts_with(|c: char| c.is_ascii_digit())
}

/// Keys kept as the trail above a value.
const DEPTH: usize = 64;

fn json(text: &str, from: usize, out: &mut Document) {
    let bytes = text.as_bytes();
    // The keys of the objects and arrays around, as passages; past the limit they are not named.
    let mut keys: Vec<Option<u32>> = Vec::new();
    let mut depth = 0usize;
    let mut key: Option<u32> = None;
    let mut at = from;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                let end = string_end(bytes, at + 1);
                let under = key.or(keys.last().copied().flatten());
                let is_key = bytes[(end + 1).min(bytes.len())..]
                    .iter()
                    .find(|byte| !byte.is_ascii_whitespace())
                    .is_some_and(|byte| *byte == b':');
                let around = Around {
                    under: if is_key { keys.last().copied().flatten() } else { under },
                    ..Around::default()
                };
                let place = if is_key { Place::Heading } else { Place::Value };
                let added = out.add(decoded(text, at + 1, end), place, around);
                key = if is_key { added } else { key };
                at = end + 1;
                continue;
            }
            b'{' | b'[' => {
                if depth < DEPTH {
                    keys.push(key.or(keys.last().copied().flatten()));
                }
                depth += 1;
                key = None;
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth < DEPTH {
                    keys.pop();
                }
                key = None;
            }
            b',' => key = None,
            _ => {}
        }
        at += 1;
    }
}

fn string_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(length) = memchr::memchr2(b'"', b'\\', &bytes[at.min(bytes.len())..]) {
        at += length;
        if bytes[at] == b'"' {
            return at;
        }
        at = (at + 2).min(bytes.len());
    }
    bytes.len()
}

/// A string with its escapes undone.
fn decoded(text: &str, start: usize, end: usize) -> Folded {
    let mut folded = Folded::default();
    let raw = text.get(start..end).unwrap_or_default();
    let mut chars = raw.char_indices();
    while let Some((at, c)) = chars.next() {
        if c != '\\' {
            folded.push(c, start + at);
            continue;
        }
        match chars.next() {
            Some((_, 'n' | 'r' | 't')) => folded.blank(start + at),
            Some((_, 'u')) => {
                let code = raw.get(at + 2..at + 6).and_then(|hex| u32::from_str_radix(hex, 16).ok());
                if let Some(c) = code.and_then(char::from_u32) {
                    folded.push(c, start + at);
                    chars.nth(3);
                }
            }
            Some((_, c)) => folded.push(c, start + at),
            None => {}
        }
    }
    folded
}

/// YAML and TOML by lines: `key: value`, `key = value`, items, and the lines that go on.
fn lines(text: &str, from: usize, out: &mut Document) {
    // Indentation and passage of each key around.
    let mut keys: Vec<(usize, Option<u32>)> = Vec::new();
    let mut value = (Folded::default(), None::<u32>);
    // Inside a block of text, whose lines begin deeper than this.
    let mut block: Option<usize> = None;
    let mut at = from;
    for line in text.get(from..).unwrap_or_default().split_inclusive('\n') {
        let start = at;
        at += line.len();
        let body = line.trim();
        let indent = line.len() - line.trim_start().len();
        if block.is_some_and(|outer| indent > outer && !body.is_empty()) {
            value.0.blank(start);
            value.0.push_str(body, start + indent);
            continue;
        }
        if body.is_empty() {
            value.0.blank(start);
            continue;
        }
        block = None;
        let table =
            body.strip_prefix('[').filter(|_| !body.contains(": ")).and_then(|rest| rest.split(']').next());
        let item = body.strip_prefix("- ").unwrap_or(body);
        let offset = start + indent + body.len() - item.len();
        let split = split_key(item);
        let goes_on =
            split.is_none() && item.len() == body.len() && table.is_none() && !body.starts_with('#');
        if goes_on && keys.last().is_some_and(|(column, _)| indent > *column) {
            value.0.blank(start);
            value.0.push_str(body, start + indent);
            continue;
        }
        finish(&mut value, out);
        if body.starts_with('#') {
            continue;
        }
        let column = indent + body.len() - item.len();
        if let Some(name) = table.filter(|_| split.is_none()) {
            keys.clear();
            keys.push((0, out.add(Folded::of(name), Place::Heading, Around::default())));
            continue;
        }
        keys.retain(|(other, _)| *other < column);
        keys.truncate(DEPTH);
        let above = keys.last().and_then(|(_, key)| *key);
        let Some((key, rest)) = split else {
            value = (unquoted(item, offset), above);
            continue;
        };
        let mut folded = Folded::default();
        folded.push_str(key.trim_matches(['"', '\'']), offset);
        let key = out.add(folded, Place::Heading, Around { under: above, ..Around::default() });
        keys.push((column, key));
        let raw = item[rest..].trim();
        let from = offset + rest + item[rest..].len() - item[rest..].trim_start().len();
        if raw.starts_with(['|', '>']) && raw.len() < 4 {
            block = Some(indent);
            value = (Folded::default(), key);
        } else if let Some(opened) = ["\"\"\"", "'''"].iter().find_map(|mark| raw.strip_prefix(mark)) {
            value = (unquoted(opened, from + 3), key);
        } else {
            value = (unquoted(raw, from), key);
        }
    }
    finish(&mut value, out);
}

fn finish(value: &mut (Folded, Option<u32>), out: &mut Document) {
    let (folded, under) = std::mem::take(value);
    out.add(folded, Place::Value, Around { under, ..Around::default() });
}

/// The key at the head of `item`, and where its value begins.
fn split_key(item: &str) -> Option<(&str, usize)> {
    let end = item.find([':', '='])?;
    let key = item[..end].trim();
    let is_key =
        !key.is_empty() && key.len() < 80 && key.split(' ').count() < 4 && !key.contains(['{', '(', ',']);
    let after = &item[end + 1..];
    let is_joint =
        item[end..].starts_with('=') || after.is_empty() || after.starts_with([' ', '\t', '\r', '\n']);
    (is_key && is_joint).then_some((key, end + 1))
}

/// A scalar without the quotes around it.
fn unquoted(raw: &str, start: usize) -> Folded {
    let quote = raw.chars().next().filter(|c| matches!(c, '"' | '\''));
    let inner = quote.and_then(|quote| raw.strip_prefix(quote)).unwrap_or(raw);
    let lead = raw.len() - inner.len();
    let inner = quote.map_or(inner, |quote| inner.trim_end().trim_end_matches(',').trim_end_matches(quote));
    let mut folded = Folded::default();
    folded.push_str(inner, start + lead);
    folded
}
