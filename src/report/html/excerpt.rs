//! The source lines of a finding, with a line drawn beside them from half to half.

use super::segment::{Segment, Stretch, split};
use super::sources::Shown;
use crate::pack::Pack;
use crate::report::FindingEntry;
use crate::report::marks::{self, Mark, Part, Underline};
use crate::report::words::plural;
use crate::text::{Text, harmless};
use std::collections::BTreeSet;

/// Lines shown before and after a cited one.
const AROUND: u32 = 1;
/// Lines of one finding.
const LINES: usize = 60;
/// Columns of a line.
const ROOM: usize = 240;

/// A row of an excerpt.
pub enum Row {
    /// The file that the next lines are of.
    Caption {
        /// Its name.
        name: String,
        /// Whether the drawn line passes here.
        rail: bool,
    },
    /// A line.
    Line(Line),
    /// Lines that are left out.
    Gap {
        /// How many, in words.
        text: String,
        /// Whether the drawn line passes here.
        rail: bool,
    },
}

/// A source line.
pub struct Line {
    /// Its 1-based number.
    pub number: u32,
    /// Where the page shows it in its file.
    pub href: Option<String>,
    /// Its text.
    pub segments: Vec<Segment>,
    /// What is said of it.
    pub notes: Vec<Note>,
    /// How the drawn line passes and stops, as classes of the style: `from`, `through` or `to`,
    /// `stop` at a step, `end` at a half as well. Empty beside the line.
    pub rail: String,
}

/// What is said of a line.
pub struct Note {
    /// The place's number on the way, 0 for none.
    pub nth: usize,
    /// What it is.
    pub label: String,
    /// A class of the style.
    pub class: &'static str,
}

/// The rows of `finding`; none where it cites no text.
pub fn of(finding: &FindingEntry, pack: &Pack, shown: &Shown<'_>) -> Vec<Row> {
    let stretches = marks::stretches(finding, marks::of(finding));
    let mut rows = Vec::new();
    let mut named = None;
    for marks in &stretches {
        let Some(file) = marks.first().map(|mark| mark.file) else { continue };
        let Some(text) = pack.file(file).and_then(|file| file.text.as_ref()) else { continue };
        if named != Some(file) {
            // A finding's own file stands above it already.
            if named.is_some() || finding.file.as_deref() != Some(file) {
                rows.push(Row::Caption { name: harmless(file), rail: false });
            }
        } else {
            rows.push(Row::Gap { text: "further down".into(), rail: false });
        }
        named = Some(file);
        stretch(marks, text, shown, &mut rows);
    }
    draw(&mut rows);
    rows
}

/// The lines of one stretch of one file.
fn stretch(marks: &[Mark<'_>], text: &Text, shown: &Shown<'_>, rows: &mut Vec<Row>) {
    let spots: Vec<Underline> = marks.iter().map(|mark| Underline::new(mark.spot, text)).collect();
    let count = text.line_count() as u32;
    let mut numbers: BTreeSet<u32> = BTreeSet::new();
    for spot in spots.iter().filter(|spot| spot.line <= count) {
        numbers.extend(spot.line..=spot.end_line.min(count));
        let around = (spot.line.saturating_sub(AROUND)..spot.line)
            .chain(spot.end_line.saturating_add(1)..=spot.end_line.saturating_add(AROUND));
        numbers.extend(around.filter(|&number| number > 0 && !text.line(number).trim().is_empty()));
    }
    // A lone line takes no more room than the word that it is left out.
    let lone: Vec<u32> =
        numbers.iter().map(|number| number + 1).filter(|next| numbers.contains(&(next + 1))).collect();
    numbers.extend(lone);
    let mut before: Option<u32> = None;
    for number in numbers.into_iter().take(LINES) {
        let skipped = before.map_or(0, |before| number - before - 1);
        if skipped > 0 {
            rows.push(Row::Gap { text: plural(skipped as usize, "line"), rail: false });
        }
        before = Some(number);
        let stretches = marks.iter().zip(&spots).filter_map(|(mark, spot)| {
            let (class, rank) = class(mark.part);
            Some(Stretch { columns: spot.covers(number, text)?, class, rank })
        });
        let stretches: Vec<Stretch> = stretches.collect();
        let mut notes: Vec<Note> = marks
            .iter()
            // The label of a lone place is its rule's title, which stands above.
            .filter(|mark| mark.spot.line == number && mark.nth > 0)
            .map(|mark| Note { nth: mark.nth, label: harmless(&mark.label), class: class(mark.part).0 })
            .collect();
        notes.sort_by_key(|note| note.nth);
        rows.push(Row::Line(Line {
            number,
            href: shown.href(marks[0].file, Some(number)),
            segments: split(text, number, &stretches, ROOM),
            notes,
            rail: String::new(),
        }));
    }
}

/// How a part is marked, and how grave that is.
fn class(part: Part) -> (&'static str, usize) {
    match part {
        Part::Own => ("own", 0),
        Part::Half => ("half", 1),
        Part::Step => ("step", 2),
    }
}

/// Draws the line from the first numbered place to the last, through all rows between.
fn draw(rows: &mut [Row]) {
    let numbered = |row: &Row| matches!(row, Row::Line(line) if line.notes.iter().any(|note| note.nth > 0));
    let first = rows.iter().position(numbered);
    let last = rows.iter().rposition(numbered);
    let (Some(first), Some(last)) = (first, last) else { return };
    if first == last {
        return;
    }
    for (at, row) in rows.iter_mut().enumerate().take(last + 1).skip(first) {
        match row {
            Row::Line(line) => {
                let passes = if at == first {
                    "from"
                } else if at == last {
                    "to"
                } else {
                    "through"
                };
                let is_half = line.notes.iter().any(|note| note.class != "step");
                let stops = match (line.notes.is_empty(), is_half) {
                    (true, _) => "",
                    (_, true) => " stop end",
                    (_, false) => " stop",
                };
                line.rail = format!("{passes}{stops}");
            }
            Row::Caption { rail, .. } | Row::Gap { rail, .. } => *rail = true,
        }
    }
}
