//! The files of the pack with their text, as far as a page should carry it.

use super::segment::{Segment, Stretch, split};
use super::{WEIGHTS, counts_of};
use crate::pack::Pack;
use crate::report::marks::Underline;
use crate::report::words::{plural, weight};
use crate::report::{FileEntry, FindingEntry, Report, Spot};
use crate::text::{Text, harmless};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Files that a page names with their text or what is to say of them. Those with findings come first.
const FILES: usize = 2_000;
/// Bytes of text that a page carries. Files with findings come first.
const CARRIED: usize = 1 << 20;
/// Bytes of one file that is shown whole; of a longer one the lines around findings are.
const WHOLE: usize = 256 << 10;
/// Lines shown before and after a cited one where a file is not shown whole.
const AROUND: u32 = 3;
/// Lines shown of a file that is not shown whole.
const LINES: usize = 1_000;
/// Columns of a line.
const ROOM: usize = 400;
/// Findings named beside one line.
const NAMED: usize = 4;

/// A file of the inventory.
pub struct Source {
    /// Its place in the inventory.
    pub index: usize,
    /// Its path.
    pub path: String,
    /// Bytes and kind, in words.
    pub about: String,
    /// What was found, in words.
    pub found: String,
    /// The gravest weight, 4 for none.
    pub weight: usize,
    /// Why not all of its text is here, or of it was looked at.
    pub notes: Vec<String>,
    /// Its lines.
    pub lines: Vec<Line>,
}

/// A line of a file.
pub struct Line {
    /// Its 1-based number.
    pub number: u32,
    /// Whether lines before it are left out.
    pub gap: bool,
    /// Its text.
    pub segments: Vec<Segment>,
    /// Whether anything points here.
    pub cited: bool,
    /// Findings that are cited here: number and rule.
    pub findings: Vec<(usize, &'static str)>,
}

/// What the page shows of the files: where links can lead.
pub struct Shown<'a> {
    /// Files by path.
    pub index: &'a HashMap<&'a str, usize>,
    lines: HashMap<usize, BTreeSet<u32>>,
}

impl<'a> Shown<'a> {
    /// What `sources` show.
    pub fn new(sources: &[Source], index: &'a HashMap<&'a str, usize>) -> Self {
        let cited =
            |source: &Source| source.lines.iter().filter(|line| line.cited).map(|line| line.number).collect();
        Shown { index, lines: sources.iter().map(|source| (source.index, cited(source))).collect() }
    }

    /// Where the page shows `line` of `file`, or the file.
    pub fn href(&self, file: &str, line: Option<u32>) -> Option<String> {
        let at = self.index.get(file)?;
        let lines = self.lines.get(at)?;
        let line = line.filter(|line| lines.contains(line));
        Some(line.map_or(format!("#f{at}"), |line| format!("#f{at}-{line}")))
    }
}

/// A place to mark in a file.
struct Cited {
    spot: Spot,
    weight: usize,
    /// The finding's number and rule, where it is its own place.
    finding: Option<(usize, &'static str)>,
}

/// The files of `report`, in its order.
pub fn of(report: &Report, pack: &Pack, index: &HashMap<&str, usize>) -> Vec<Source> {
    let cited = cited(report, index);
    let mut found: HashMap<usize, Vec<&FindingEntry>> = HashMap::new();
    for finding in &report.findings {
        if let Some(at) = finding.file.as_deref().and_then(|file| index.get(file)) {
            found.entry(*at).or_default().push(finding);
        }
    }
    let holes: BTreeMap<&str, &str> = report
        .coverage
        .partly
        .iter()
        .chain(&report.coverage.not)
        .map(|hole| (&*hole.path, &*hole.why))
        .collect();
    // Files that something points at come first when room is short.
    let mut order: Vec<usize> = (0..report.files.len()).collect();
    order.sort_by_key(|at| !cited.contains_key(at) && !found.contains_key(at));
    order.truncate(FILES);
    let mut left = CARRIED;
    let mut sources: Vec<Source> = Vec::with_capacity(order.len());
    for at in order {
        let file = &report.files[at];
        let findings = found.get(&at).map(Vec::as_slice).unwrap_or_default();
        let mut source = Source {
            index: at,
            path: harmless(&file.path),
            about: about(file),
            found: counts_of(findings.iter().copied()),
            weight: findings.iter().map(|finding| weight(finding)).min().unwrap_or(4),
            notes: holes.get(&*file.path).map(|why| harmless(why)).into_iter().collect(),
            lines: Vec::new(),
        };
        if let Some(text) = pack.file(&file.path).and_then(|file| file.text.as_ref()) {
            let cited = cited.get(&at).map(Vec::as_slice).unwrap_or_default();
            fill(&mut source, text, cited, &mut left);
        }
        sources.push(source);
    }
    sources.sort_by_key(|source| source.index);
    sources
}

fn about(file: &FileEntry) -> String {
    let kind = if file.symlink_out {
        "link out of the pack".into()
    } else {
        format!("{:?}", file.kind).to_lowercase()
    };
    format!("{kind}, {} bytes", file.bytes)
}

/// Every place that is cited, by file.
fn cited(report: &Report, index: &HashMap<&str, usize>) -> HashMap<usize, Vec<Cited>> {
    let mut cited: HashMap<usize, Vec<Cited>> = HashMap::new();
    for (finding, nth) in report.findings.iter().zip(1..) {
        let weight = weight(finding);
        if let (Some(at), Some(spot)) =
            (finding.file.as_deref().and_then(|file| index.get(file)), finding.spot())
        {
            cited.entry(*at).or_default().push(Cited { spot, weight, finding: Some((nth, finding.rule)) });
        }
        for half in &finding.evidence {
            if let Some(at) = index.get(&*half.place.file) {
                cited.entry(*at).or_default().push(Cited { spot: half.place.spot, weight, finding: None });
            }
        }
    }
    cited
}

/// Fills in the lines of `text`: all, or those around what is cited, as room is `left`.
fn fill(source: &mut Source, text: &Text, cited: &[Cited], left: &mut usize) {
    let bytes = text.as_str().len();
    let count = text.line_count() - usize::from(text.as_str().ends_with('\n') || bytes == 0);
    let whole = bytes <= WHOLE && bytes <= *left;
    let numbers: Vec<u32> = match whole {
        true => (1..=count as u32).collect(),
        false => around(cited, count as u32),
    };
    if !whole {
        source.notes.push(match numbers.len() {
            0 => "The text is left out here for length.".into(),
            shown => format!("Of {}, those around findings are here: {shown}.", plural(count, "line")),
        });
    }
    let mut by_line: HashMap<u32, Vec<(&Cited, Underline)>> = HashMap::new();
    for place in cited {
        let underline = Underline::new(place.spot, text);
        for line in underline.line..=underline.end_line {
            by_line.entry(line).or_default().push((place, underline));
        }
    }
    let mut before = 0;
    for number in numbers {
        let here = by_line.get(&number).map(Vec::as_slice).unwrap_or_default();
        let line = line(number, text, here, number != before + 1);
        let used: usize = line.segments.iter().map(|segment| segment.text.len()).sum();
        *left = left.saturating_sub(used + 1);
        source.lines.push(line);
        before = number;
    }
}

fn around(cited: &[Cited], count: u32) -> Vec<u32> {
    let mut numbers: BTreeSet<u32> = BTreeSet::new();
    for place in cited {
        if numbers.len() >= LINES {
            break;
        }
        let first = place.spot.line.saturating_sub(AROUND).max(1);
        numbers.extend(first..=place.spot.line.saturating_add(AROUND).min(count));
    }
    numbers.into_iter().collect()
}

fn line(number: u32, text: &Text, here: &[(&Cited, Underline)], gap: bool) -> Line {
    let stretches = here.iter().filter_map(|(place, underline)| {
        let columns = underline.covers(number, text)?;
        Some(Stretch { columns, class: WEIGHTS[place.weight], rank: place.weight })
    });
    let stretches: Vec<Stretch> = stretches.collect();
    let findings = here.iter().filter(|(place, _)| place.spot.line == number);
    Line {
        number,
        gap,
        segments: split(text, number, &stretches, ROOM),
        cited: !here.is_empty(),
        findings: findings.filter_map(|(place, _)| place.finding).take(NAMED).collect(),
    }
}
