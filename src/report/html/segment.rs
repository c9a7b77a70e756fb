//! A source line in pieces, marked and unmarked.

use crate::report::line::Shown;
use crate::text::Text;
use std::ops::Range;

/// Places marked in one line; a minified bundle can have thousands.
const MARKS: usize = 32;

/// A piece of a line, harmless.
pub struct Segment {
    /// Its text.
    pub text: String,
    /// How it is marked; empty for plain text.
    pub class: &'static str,
}

/// A stretch to mark: its columns from 0, how it is marked, and how grave that is (0 the gravest).
pub struct Stretch {
    /// Columns.
    pub columns: Range<u32>,
    /// A class of the style.
    pub class: &'static str,
    /// The least wins where two overlap.
    pub rank: usize,
}

/// Line `number` of `text` in pieces, cut to about `room` columns around what is marked.
pub fn split(text: &Text, number: u32, stretches: &[Stretch], room: usize) -> Vec<Segment> {
    let stretches = &stretches[..stretches.len().min(MARKS)];
    let columns: Vec<Range<u32>> = stretches.iter().map(|stretch| stretch.columns.clone()).collect();
    let shown = Shown::new(text, number, &columns, room);
    let places: Vec<(Range<usize>, &Stretch)> = stretches
        .iter()
        .map(|stretch| (shown.offset(stretch.columns.start)..shown.offset(stretch.columns.end), stretch))
        .collect();
    let mut bounds: Vec<usize> = places.iter().flat_map(|(place, _)| [place.start, place.end]).collect();
    bounds.extend([0, shown.text.len()]);
    bounds.sort_unstable();
    bounds.dedup();
    let mut out: Vec<Segment> = Vec::new();
    for pair in bounds.windows(2) {
        let covering = places.iter().filter(|(place, _)| place.start <= pair[0] && pair[1] <= place.end);
        let class = covering.min_by_key(|(_, stretch)| stretch.rank).map_or("", |(_, stretch)| stretch.class);
        let text = &shown.text[pair[0]..pair[1]];
        match out.last_mut() {
            Some(last) if last.class == class => last.text.push_str(text),
            _ => out.push(Segment { text: text.into(), class }),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gravest_mark_wins_and_no_text_is_lost() {
        let stretch = |columns, class, rank| Stretch { columns, class, rank };
        let pieces = split(
            &Text::new("abcdef\u{200b}".into()),
            1,
            &[stretch(1..5, "b", 1), stretch(2..3, "a", 0)],
            80,
        );
        let shown: Vec<(&str, &str)> = pieces.iter().map(|piece| (&*piece.text, piece.class)).collect();
        assert_eq!(shown, [("a", ""), ("b", "b"), ("c", "a"), ("de", "b"), ("f\\u{200b}", "")]);
        assert!(split(&Text::new("".into()), 1, &[], 80).is_empty());
    }
}
