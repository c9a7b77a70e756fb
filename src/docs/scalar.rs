//! Scalars and inline lists of the frontmatter's subset of YAML, on plain text.

use std::ops::Range;

/// Length of the quoted scalar at the head of `raw`, its quotes included; `None` if it is never
/// closed. A doubled single quote, and a backslash in double quotes, keep it open.
pub(super) fn quoted_length(raw: &str) -> Option<usize> {
    let bytes = raw.as_bytes();
    let quote = *bytes.first()?;
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quote == b'"' => at += 1,
            b'\'' if quote == b'\'' && bytes.get(at + 1) == Some(&b'\'') => at += 1,
            byte if byte == quote => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// A scalar's value: quotes taken off and escapes undone if the whole of `raw` is quoted,
/// otherwise `raw` folded.
pub(super) fn unquoted(raw: &str) -> String {
    let quoted = raw.starts_with(['"', '\'']) && quoted_length(raw) == Some(raw.len());
    if !quoted {
        return folded(raw);
    }
    let inner = fold_lines(raw[1..raw.len() - 1].split('\n'));
    if raw.starts_with('\'') { inner.replace("''", "'") } else { unescaped(&inner) }
}

/// A plain scalar: comments cut off, lines joined by single blanks.
pub(super) fn folded(raw: &str) -> String {
    fold_lines(raw.split('\n').filter(|line| !line.trim_start().starts_with('#')).map(without_comment))
}

/// Lines joined by blanks; an empty line is a line break, as YAML folds.
fn fold_lines<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut out = String::new();
    let mut breaks = 0;
    for (index, line) in lines.enumerate() {
        // Blanks inside quotes matter only within a line.
        let line = if index == 0 { line.trim_end_matches('\r') } else { line.trim() };
        if line.trim().is_empty() && index > 0 {
            breaks += 1;
            continue;
        }
        if index > 0 {
            out.truncate(out.trim_end().len());
            match breaks {
                0 => out.push(' '),
                _ => out.extend(std::iter::repeat_n('\n', breaks)),
            }
        }
        breaks = 0;
        out.push_str(line);
    }
    out
}

fn without_comment(line: &str) -> &str {
    let comment = line.match_indices('#').find(|(at, _)| line[..*at].ends_with([' ', '\t']));
    comment.map_or(line, |(at, _)| &line[..at]).trim_end()
}

/// Undoes YAML's escapes; one it does not know stays as it is.
fn unescaped(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        let Some(escape) = chars.next() else { break };
        let digits = match escape {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        let code = chars.as_str().get(..digits).and_then(|hex| u32::from_str_radix(hex, 16).ok());
        match (escape, code.and_then(char::from_u32)) {
            ('x' | 'u' | 'U', Some(decoded)) => {
                out.push(decoded);
                chars.nth(digits - 1);
            }
            ('n', _) => out.push('\n'),
            ('t', _) => out.push('\t'),
            ('r', _) => out.push('\r'),
            ('"' | '\\' | '/' | ' ', _) => out.push(escape),
            _ => out.extend(['\\', escape]),
        }
    }
    out
}

/// A block scalar's value from its header (`|`, `>-`, `|2+ # remark`) and the lines under it;
/// `None` if the header is none.
pub(super) fn block(header: &str, lines: &[&str]) -> Option<String> {
    let (style, rest) = header.split_at(1);
    let marks = rest.split([' ', '\t']).next().unwrap_or_default();
    let after = &rest[marks.len()..];
    let known = marks.len() <= 2 && marks.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'1'..=b'9'));
    if !known || !(after.trim().is_empty() || after.trim_start().starts_with('#')) {
        return None;
    }
    let blank = |line: &&&str| line.trim().is_empty();
    // Of YAML's blanks alone: others take more than a byte, and cutting in one would end in a panic.
    let indent_of = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let first = lines.iter().find(|line| !blank(line)).copied().unwrap_or_default();
    let stated = marks.bytes().find(u8::is_ascii_digit).map(|digit| usize::from(digit - b'0'));
    let indent = stated.unwrap_or(indent_of(first));
    let body = lines.iter().map(|line| &line[indent_of(line).min(indent)..]);
    let trailing = lines.iter().rev().take_while(blank).count();
    let kept = lines.len() - trailing;
    let text = match style {
        "|" => body.take(kept).collect::<Vec<_>>().join("\n"),
        _ => fold_lines(body.take(kept)),
    };
    Some(match marks.bytes().find(|byte| matches!(byte, b'+' | b'-')) {
        Some(b'-') => text,
        Some(_) => text + &"\n".repeat(trailing + 1),
        None if text.is_empty() => text,
        None => text + "\n",
    })
}

/// An inline list or map.
pub(super) struct Flow {
    /// Its length, brackets included.
    pub length: usize,
    /// Byte ranges of its items, blanks included.
    pub items: Vec<Range<usize>>,
}

/// Reads the inline list or map at the head of `raw`; `None` if it is never closed. Commas in
/// parentheses belong to the item, as in `Bash(git show:*, git diff:*)`, unless the parentheses
/// do not match: then they must not hide an item.
pub(super) fn flow(raw: &str) -> Option<Flow> {
    match scan(raw, true) {
        Some((flow, 0)) => Some(flow),
        _ => scan(raw, false).map(|(flow, _)| flow),
    }
}

/// The inline value, and how many parentheses are left open in it.
fn scan(raw: &str, parentheses: bool) -> Option<(Flow, i32)> {
    let bytes = raw.as_bytes();
    let (mut depth, mut round, mut start, mut items) = (0, 0, 1, Vec::new());
    let mut at = 0;
    while at < bytes.len() {
        // An apostrophe inside a word opens no quotes.
        let fresh = at > 0 && matches!(bytes[at - 1], b'[' | b'{' | b',' | b':' | b' ' | b'\t' | b'\n');
        match bytes[at] {
            b'"' | b'\'' if fresh => at += quoted_length(&raw[at..])? - 1,
            b'#' if fresh && bytes[at - 1] != b'[' => {
                at += memchr::memchr(b'\n', &bytes[at..])?;
            }
            b'(' if parentheses => round += 1,
            b')' if parentheses => round -= 1,
            b'[' | b'{' => depth += 1,
            b']' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    items.push(start..at);
                    return Some((Flow { length: at + 1, items }, round));
                }
            }
            b',' if depth == 1 && round <= 0 => {
                items.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    None
}
