//! A small chart: findings by file and weight, a bar a file.

use super::sources::Shown;
use super::{WEIGHTS, counts_of};
use crate::report::Report;
use crate::report::words::{by_file, weights};
use crate::text::harmless;
use std::cmp::Reverse;

/// Bars; the files after them are counted together.
const BARS: usize = 10;

/// The chart.
pub struct Chart {
    /// A bar a file, the gravest first.
    pub bars: Vec<Bar>,
}

/// One bar.
pub struct Bar {
    /// The file's name.
    pub name: String,
    /// Where the page shows the file.
    pub href: Option<String>,
    /// What is in it, in words.
    pub text: String,
    /// Its pieces, in percent of the longest bar; none for what is only counted.
    pub pieces: Vec<Piece>,
}

/// The findings of one weight in a bar.
pub struct Piece {
    /// Where it begins.
    pub x: String,
    /// How wide it is.
    pub width: String,
    /// Its weight.
    pub weight: &'static str,
}

/// The chart of `report`.
pub fn of(report: &Report, shown: &Shown<'_>) -> Chart {
    let mut files: Vec<_> = by_file(&report.findings)
        .into_iter()
        .map(|(file, findings)| (weights(findings.iter().copied()), file, findings))
        .collect();
    // The gravest first; files that weigh the same stay in the order of the findings.
    files.sort_by_key(|(counts, ..)| Reverse(*counts));
    let (first, rest) = files.split_at(files.len().min(BARS));
    let longest = first.iter().map(|(_, _, findings)| findings.len()).max().unwrap_or(1);
    let bars = first.iter().map(|(counts, file, findings)| Bar {
        name: file.map_or("the pack as a whole".into(), harmless),
        href: file.and_then(|file| shown.href(file, None)),
        text: counts_of(findings.iter().copied()),
        pieces: pieces(*counts, longest),
    });
    let mut bars: Vec<Bar> = bars.collect();
    if !rest.is_empty() {
        bars.push(Bar {
            name: format!("{} more {}", rest.len(), if rest.len() == 1 { "file" } else { "files" }),
            href: None,
            text: counts_of(rest.iter().flat_map(|(_, _, findings)| findings.iter().copied())),
            // Together they would dwarf each of the others.
            pieces: Vec::new(),
        });
    }
    Chart { bars }
}

fn pieces(counts: [usize; 4], longest: usize) -> Vec<Piece> {
    let percent = |count: usize| format!("{:.2}", count as f64 * 100.0 / longest as f64);
    let mut before = 0;
    let mut out = Vec::new();
    for (count, weight) in counts.into_iter().zip(WEIGHTS).filter(|(count, _)| *count > 0) {
        out.push(Piece { x: percent(before), width: percent(count), weight });
        before += count;
    }
    out
}
