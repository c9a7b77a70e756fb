//! One source line, made harmless and cut to what is cited.

use crate::text::{Text, harmless};
use std::collections::BTreeMap;
use std::ops::Range;
use unicode_width::UnicodeWidthStr;

/// Columns of a long span that are shown at its head where there is room, and at its tail.
const HEAD: usize = 48;
const TAIL: usize = 8;
/// Columns that are shown on each side of a span, whatever the room.
const AROUND: usize = 8;

/// A line as it is shown.
pub struct Shown {
    /// Its text: no control, bidi or invisible character; what was cut is `…`.
    pub text: String,
    /// Where a cited column (0-based, in characters) stands in `text`, in bytes.
    offsets: BTreeMap<u32, usize>,
}

impl Shown {
    /// Line `number` of `text` with `spans` (0-based columns, in characters) in view. It takes at most
    /// about `room` columns of a terminal, more only where many spans stand far apart; and no time
    /// that grows with the line.
    pub fn new(text: &Text, number: u32, spans: &[Range<u32>], room: usize) -> Self {
        let line = text.line(number);
        let columns = spans.iter().flat_map(|span| [span.start, span.end]);
        let bytes: BTreeMap<u32, usize> =
            columns.map(|column| (column, text.byte_in_line(number, column))).collect();
        let spans = spans.iter().map(|span| bytes[&span.start]..bytes[&span.end].max(bytes[&span.start]));
        let mut text = String::new();
        // Where each kept stretch begins: in the line, and in the text.
        let mut stretches: Vec<(Range<usize>, usize)> = Vec::new();
        let mut cut_from = 0;
        for kept in kept(line, &spans.collect::<Vec<_>>(), room) {
            if cut_from < kept.start {
                text.push('…');
            }
            cut_from = kept.end;
            stretches.push((kept.clone(), text.len()));
            text.push_str(&harmless(&line[kept]));
        }
        let end = text.len();
        if cut_from < line.len() {
            text.push('…');
        }
        let offset = |byte: usize| {
            let within = stretches.iter().find(|(kept, _)| kept.start <= byte && byte <= kept.end);
            within.map_or(end, |(kept, at)| at + harmless(&line[kept.start..byte]).len())
        };
        let offsets = bytes.into_iter().map(|(column, byte)| (column, offset(byte))).collect();
        Shown { text, offsets }
    }

    /// The byte offset in `text` of a column that was cited.
    pub fn offset(&self, column: u32) -> usize {
        self.offsets.get(&column).copied().unwrap_or(self.text.len())
    }
}

/// The stretches of `line` to keep, in bytes, sorted and apart from one another.
fn kept(line: &str, spans: &[Range<usize>], room: usize) -> Vec<Range<usize>> {
    if line.len() <= 4 * room && harmless(line).width() <= room {
        let whole = 0..line.len();
        return vec![whole];
    }
    let head = HEAD.min(room.saturating_sub(TAIL + 6)).max(AROUND);
    let cited = spans.iter().map(|span| columns(&line[span.clone()], head + TAIL)).sum();
    let around = (room.saturating_sub(cited) / (2 * spans.len().max(1))).max(AROUND);
    let mut stretches = Vec::new();
    for span in spans {
        let before = back(line, span.start, around);
        let after = forth(line, span.end, around);
        if forth(line, span.start, head + TAIL) >= span.end {
            stretches.push(before..after);
        } else {
            stretches.push(before..forth(line, span.start, head));
            stretches.push(back(line, span.end, TAIL)..after);
        }
    }
    if spans.is_empty() {
        stretches.push(0..forth(line, 0, room));
    }
    stretches.sort_by_key(|stretch| (stretch.start, stretch.end));
    stretches.dedup_by(|next, stretch| {
        let joined = next.start <= stretch.end;
        if joined {
            stretch.end = stretch.end.max(next.end);
        }
        joined
    });
    stretches
}

/// Columns that `text` takes when shown, up to `most`.
fn columns(text: &str, most: usize) -> usize {
    let mut used = 0;
    text.chars().map(width).take_while(|wide| (used + wide <= most).then(|| used += wide).is_some()).count();
    used
}

/// The byte up to `room` columns before `from`.
fn back(line: &str, from: usize, room: usize) -> usize {
    let mut used = 0;
    let mut at = from;
    for (byte, c) in line[..from].char_indices().rev() {
        used += width(c);
        if used > room {
            break;
        }
        at = byte;
    }
    at
}

/// The byte up to `room` columns after `from`.
fn forth(line: &str, from: usize, room: usize) -> usize {
    let mut used = 0;
    let mut at = from;
    for c in line[from..].chars() {
        used += width(c);
        if used > room {
            break;
        }
        at += c.len_utf8();
    }
    at
}

/// Columns that one character takes when shown.
fn width(c: char) -> usize {
    harmless(c.encode_utf8(&mut [0; 4])).width()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str, spans: &[Range<u32>], room: usize) -> Shown {
        Shown::new(&Text::new(format!("first\n{line}\n")), 2, spans, room)
    }

    #[test]
    fn a_short_line_is_whole_and_columns_follow_what_was_escaped() {
        let shown = shown("a\u{202e}é(x)", &[2..4, 3..6], 80);
        assert_eq!(shown.text, "a\\u{202e}é(x)");
        assert_eq!(&shown.text[shown.offset(2)..shown.offset(4)], "é(");
        // A column past the end is the end.
        assert_eq!(&shown.text[shown.offset(3)..shown.offset(6)], "(x)");
        assert_eq!(shown.offset(6), shown.text.len());
    }

    #[test]
    fn a_long_line_is_cut_around_each_span() {
        let line = format!("{}first(){}second(){}", "a;".repeat(2000), "b;".repeat(2000), "c;".repeat(2000));
        let shown = shown(&line, &[4000..4007, 8007..8015], 60);
        assert!(shown.text.chars().count() < 120, "{}", shown.text);
        assert_eq!(&shown.text[shown.offset(4000)..shown.offset(4007)], "first()");
        assert_eq!(&shown.text[shown.offset(8007)..shown.offset(8015)], "second()");
        assert!(shown.text.starts_with('…') && shown.text.ends_with('…'));
    }

    #[test]
    fn a_cut_line_fits_its_room_whatever_it_holds() {
        for filler in ["ab ", "表", "\u{202e}", "é\t"] {
            let line = format!("{0}cited(){0}", filler.repeat(300));
            let start = 300 * filler.chars().count() as u32;
            let shown = shown(&line, std::slice::from_ref(&(start..start + 7)), 70);
            assert!(shown.text.width() <= 72, "{}", shown.text);
            assert_eq!(&shown.text[shown.offset(start)..shown.offset(start + 7)], "cited()");
        }
    }

    #[test]
    fn a_long_span_keeps_its_head_and_tail() {
        let line = format!("x = \"{}\"", "QUJD".repeat(500));
        let shown = shown(&line, std::slice::from_ref(&(4..2006)), 60);
        let cited = &shown.text[shown.offset(4)..shown.offset(2006)];
        assert!(cited.starts_with("\"QUJD") && cited.ends_with("QUJD\"") && cited.contains('…'), "{cited}");
        assert!(cited.chars().count() < 80);
    }
}
