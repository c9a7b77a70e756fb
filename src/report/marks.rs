//! The places of a finding, each once, with all that is to say of it.

use super::words::{phrase, title};
use super::{FindingEntry, FlowEntry, Spot};
use crate::text::Text;
use std::ops::Range;

/// Halves of one finding that are marked; `--json` has them all.
const HALVES: usize = 8;
/// Steps of a flow that are marked between its halves.
const STEPS: usize = 4;
/// A longer place is marked in its first line only.
const TALL: u32 = 6;
/// Places at most this many lines apart share one excerpt; what lies between is left out.
const NEAR: u32 = 60;

/// A place to mark, with the phrase beside it.
#[derive(Clone, Debug)]
pub struct Mark<'a> {
    /// Its file.
    pub file: &'a str,
    /// Where in it.
    pub spot: Spot,
    /// What it is; empty where the finding's message says it all.
    pub label: String,
    /// What it is of the finding.
    pub part: Part,
    /// Where it comes on the way from half to exit, from 1; 0 where there is no way.
    pub nth: usize,
}

/// What a marked place is of its finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Where the finding is cited.
    Own,
    /// The other half of a combination.
    Half,
    /// What the value passes on its way.
    Step,
}

/// Every place of `finding`: its own first, then its halves, then the steps between them.
pub fn of(finding: &FindingEntry) -> Vec<Mark<'_>> {
    let mut marks: Vec<Mark<'_>> = Vec::new();
    if let (Some(file), Some(spot)) = (&finding.file, finding.spot()) {
        let label = if finding.evidence.is_empty() { title(finding.rule) } else { "" };
        add(&mut marks, Mark { file, spot, label: label.into(), part: Part::Own, nth: 0 });
    }
    let halves = || finding.evidence.iter().take(HALVES);
    for half in halves() {
        let (file, spot) = (&*half.place.file, half.place.spot);
        add(&mut marks, Mark { file, spot, label: phrase(half), part: Part::Half, nth: 0 });
    }
    for half in halves() {
        let Some(FlowEntry::Reaches { steps }) = &half.flow else { continue };
        for step in steps.iter().take(STEPS) {
            let told = finding.evidence.iter().any(|half| half.place.spot.line == step.spot.line);
            if !told {
                let label = "passes here".to_string();
                add(&mut marks, Mark { file: &step.file, spot: step.spot, label, part: Part::Step, nth: 0 });
            }
        }
    }
    number(finding, &mut marks);
    marks
}

/// Numbers the marks in the order in which a value meets them: each half with its steps, those that
/// were not followed, then the exit.
fn number(finding: &FindingEntry, marks: &mut [Mark<'_>]) {
    let (mut way, mut exits) = (Vec::new(), Vec::new());
    for half in &finding.evidence {
        let Some(flow) = &half.flow else {
            exits.push(&half.place);
            continue;
        };
        way.push(&half.place);
        if let FlowEntry::Reaches { steps } = flow {
            way.extend(steps.iter().take(STEPS));
        }
    }
    let mut nth = 0;
    for place in way.into_iter().chain(exits) {
        let met = marks.iter_mut().find(|mark| mark.spot == place.spot && mark.file == place.file);
        if let Some(mark) = met.filter(|mark| mark.nth == 0) {
            nth += 1;
            mark.nth = nth;
        }
    }
}

fn add<'a>(marks: &mut Vec<Mark<'a>>, new: Mark<'a>) {
    let known = marks.iter_mut().find(|mark| mark.spot == new.spot && mark.file == new.file);
    match known {
        Some(mark) if mark.label.is_empty() => mark.label = new.label,
        Some(mark) if !new.label.is_empty() && mark.label != new.label => {
            mark.label = format!("{}; {}", mark.label, new.label);
        }
        Some(_) => {}
        None => marks.push(new),
    }
}

/// `marks` in stretches that are shown together: a file each, the finding's own first, and there
/// in order of place.
pub fn stretches<'a>(finding: &'a FindingEntry, mut marks: Vec<Mark<'a>>) -> Vec<Vec<Mark<'a>>> {
    let own = finding.file.as_deref();
    marks.sort_by_key(|mark| (Some(mark.file) != own, mark.file, mark.spot));
    let together =
        |a: &Mark<'_>, b: &Mark<'_>| a.file == b.file && b.spot.line.saturating_sub(a.spot.line) <= NEAR;
    marks.chunk_by(together).map(<[Mark<'a>]>::to_vec).collect()
}

/// What is underlined of a place: 0-based columns, not taller than a few lines.
#[derive(Clone, Copy, Debug)]
pub struct Underline {
    /// First line.
    pub line: u32,
    /// First column in it.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column after the last, in the last line.
    pub end_column: u32,
}

impl Underline {
    /// What is underlined of `spot`, a place in `text`.
    pub fn new(spot: Spot, text: &Text) -> Self {
        let tall = spot.end_line.saturating_sub(spot.line) >= TALL;
        let column = spot.column.saturating_sub(1);
        let (end_line, end_column) = match tall {
            true => (spot.line, text.width(spot.line)),
            false => (spot.end_line.max(spot.line), spot.end_column.saturating_sub(1)),
        };
        let end_column = if end_line == spot.line { end_column.max(column) } else { end_column };
        Underline { line: spot.line, column, end_line, end_column }
    }

    /// The columns of line `number` that belong to this place, `None` if it does not touch it. A
    /// place of several lines takes its first column in each but the last.
    pub fn in_line(&self, number: u32) -> Option<Range<u32>> {
        if number < self.line || number > self.end_line {
            return None;
        }
        let start = if number == self.line { self.column } else { 0 };
        let end = if number == self.end_line { self.end_column } else { start };
        Some(start..end.max(start))
    }

    /// The columns of line `number` of `text`, from its first letter on, that this place covers;
    /// `None` if it does not touch it.
    pub fn covers(&self, number: u32, text: &Text) -> Option<Range<u32>> {
        if number < self.line || number > self.end_line {
            return None;
        }
        let letter = || text.line(number).chars().take_while(|c| c.is_whitespace()).count() as u32;
        let start = if number == self.line { self.column } else { letter() };
        let end = if number == self.end_line { self.end_column } else { text.width(number) };
        Some(start..end.max(start))
    }
}
