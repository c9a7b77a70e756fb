//! One source line, made harmless and cut to what is cited.

use crate::text::harmless;
use std::collections::BTreeMap;
use std::ops::Range;

/// Characters of a long span that are shown at its head, and at its tail.
const SPAN_HEAD: u32 = 48;
const SPAN_TAIL: u32 = 8;
/// A line of up to this many bytes whose spans stand close together is left whole.
const WHOLE: usize = 400;

/// A line as it is shown.
pub struct Shown {
    /// Its text: no control, bidi or invisible character; what was cut is `…`.
    pub text: String,
    /// Where a cited column (0-based, in characters) stands in `text`, in bytes.
    offsets: BTreeMap<u32, usize>,
}

impl Shown {
    /// `line` with `spans` (0-based columns, in characters) in view, in about `room` columns.
    pub fn new(line: &str, spans: &[Range<u32>], room: usize) -> Self {
        let mut offsets: BTreeMap<u32, usize> =
            spans.iter().flat_map(|span| [span.start, span.end]).map(|column| (column, usize::MAX)).collect();
        let mut kept = kept(line, spans, room as u32).into_iter().peekable();
        let mut text = String::new();
        let mut cut = false;
        for (column, c) in (0u32..).zip(line.chars()) {
            while kept.next_if(|range| range.end <= column).is_some() {}
            let Some(range) = kept.peek() else {
                cut = true;
                break;
            };
            if column < range.start {
                cut = true;
                continue;
            }
            if std::mem::take(&mut cut) {
                text.push('…');
            }
            if let Some(offset) = offsets.get_mut(&column) {
                *offset = text.len();
            }
            text.push_str(&harmless(c.encode_utf8(&mut [0; 4])));
        }
        let end = text.len();
        if cut {
            text.push('…');
        }
        // What lies past the last character shown points at its end.
        offsets.values_mut().for_each(|offset| *offset = (*offset).min(end));
        Shown { text, offsets }
    }

    /// The byte offset in `text` of a column that was cited.
    pub fn offset(&self, column: u32) -> usize {
        self.offsets.get(&column).copied().unwrap_or(self.text.len())
    }
}

/// The columns to keep, sorted and apart from one another.
fn kept(line: &str, spans: &[Range<u32>], room: u32) -> Vec<Range<u32>> {
    let first = spans.iter().map(|span| span.start).min().unwrap_or(0);
    let last = spans.iter().map(|span| span.end).max().unwrap_or(0);
    let long = SPAN_HEAD + SPAN_TAIL;
    let close = last - first <= room && spans.iter().all(|span| span.end - span.start <= long);
    if spans.is_empty() {
        return vec![0..room];
    }
    if line.len() <= room as usize || (line.len() <= WHOLE && close) {
        return vec![0..u32::MAX];
    }
    // Room for what stands around each span; the renderer cuts to the very width.
    let around = (room / (2 * spans.len() as u32)).clamp(8, room.max(8));
    let mut ranges: Vec<Range<u32>> = Vec::new();
    for span in spans {
        let before = span.start.saturating_sub(around);
        let after = span.end.saturating_add(around);
        if span.end - span.start <= long {
            ranges.push(before..after);
        } else {
            ranges.push(before..span.start + SPAN_HEAD);
            ranges.push(span.end - SPAN_TAIL..after);
        }
    }
    ranges.sort_by_key(|range| (range.start, range.end));
    ranges.dedup_by(|next, range| {
        let joined = next.start <= range.end.saturating_add(1);
        if joined {
            range.end = range.end.max(next.end);
        }
        joined
    });
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_line_is_whole_and_columns_follow_what_was_escaped() {
        let shown = Shown::new("a\u{202e}é(x)", &[2..4, 3..6], 80);
        assert_eq!(shown.text, "a\\u{202e}é(x)");
        assert_eq!(&shown.text[shown.offset(2)..shown.offset(4)], "é(");
        // A column past the end is the end.
        assert_eq!(&shown.text[shown.offset(3)..shown.offset(6)], "(x)");
        assert_eq!(shown.offset(6), shown.text.len());
    }

    #[test]
    fn a_long_line_is_cut_around_each_span() {
        let line = format!("{}first(){}second(){}", "a;".repeat(2000), "b;".repeat(2000), "c;".repeat(2000));
        let shown = Shown::new(&line, &[4000..4007, 8007..8015], 60);
        assert!(shown.text.chars().count() < 120, "{}", shown.text);
        assert_eq!(&shown.text[shown.offset(4000)..shown.offset(4007)], "first()");
        assert_eq!(&shown.text[shown.offset(8007)..shown.offset(8015)], "second()");
        assert!(shown.text.starts_with('…') && shown.text.ends_with('…'));
    }

    #[test]
    fn a_long_span_keeps_its_head_and_tail() {
        let line = format!("x = \"{}\"", "QUJD".repeat(500));
        let shown = Shown::new(&line, &[4..2006], 60);
        let cited = &shown.text[shown.offset(4)..shown.offset(2006)];
        assert!(cited.starts_with("\"QUJD") && cited.ends_with("QUJD\"") && cited.contains('…'), "{cited}");
        assert!(cited.chars().count() < 80);
    }
}
