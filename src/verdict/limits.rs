//! What a verdict does not say: the limits of static vetting, and those of this run.

use super::coverage::{Coverage, Hole};
use crate::text::harmless;
use std::collections::BTreeMap;

/// True of every run. The first is the closing sentence of every report.
pub const ALWAYS: [&str; 5] = [
    "CLEAN means that no pattern fired, not that the pack is safe.",
    "Nothing was run, and no encoded payload was opened: behaviour put together at run time can pass.",
    "A combination is judged within one file: halves that stand in two files can pass.",
    "Harm asked for in plain and honest words is for a reader to see.",
    "Folders named .git and __pycache__ were not walked.",
];

/// Paths named in one sentence; the report's coverage has them all.
const NAMED: usize = 5;

/// The sentence that closes every report.
pub const CLOSING: &str = ALWAYS[0];

/// Sentences for the report, those true of every run first.
pub fn sentences(coverage: &Coverage) -> Vec<String> {
    let mut all: Vec<String> = ALWAYS.map(String::from).into();
    all.extend(by_reason(&coverage.partly, "Only partly analysed"));
    all.extend(by_reason(&coverage.not, "Not analysed"));
    all
}

/// One sentence a reason, however many paths share it.
fn by_reason<'a>(holes: &'a [Hole], what: &'a str) -> impl Iterator<Item = String> + 'a {
    let mut paths: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for hole in holes {
        paths.entry(&hole.why).or_default().push(&hole.path);
    }
    paths.into_iter().map(move |(why, paths)| {
        let named: Vec<String> = paths.iter().take(NAMED).map(|path| name(path)).collect();
        let more = match paths.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("{what} ({}): {}{more}.", harmless(why), named.join(", "))
    })
}

fn name(path: &str) -> String {
    if path.is_empty() { "the pack as a whole".into() } else { harmless(path) }
}
