//! What was analysed, what only in part, and what not at all.

use crate::pack::{File, Gap, GapKind, Kind, Pack};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Every path of the inventory, and every gap beside it, in exactly one of three lists. Each list
/// is sorted by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Read whole and looked at by every rule meant for its kind.
    pub analysed: Vec<Arc<str>>,
    /// Read, but not looked at by every rule.
    pub partly: Vec<Hole>,
    /// Not looked at: binaries, links, what could not be read.
    pub not: Vec<Hole>,
}

/// A path that was not wholly analysed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hole {
    /// Path relative to the pack's root; empty for the pack as a whole.
    pub path: Arc<str>,
    /// Why, in words. Several reasons are joined by `; `.
    pub why: String,
}

impl Coverage {
    /// Sorts the pack's files into the three lists.
    pub fn of(pack: &Pack, gaps: &[Gap]) -> Self {
        let mut by_path: BTreeMap<&Arc<str>, Vec<&Gap>> = BTreeMap::new();
        for gap in gaps {
            by_path.entry(&gap.path).or_default().push(gap);
        }
        let mut coverage = Coverage::default();
        for file in &pack.files {
            let gaps = by_path.remove(&file.path).unwrap_or_default();
            coverage.add_file(file, &gaps);
        }
        // What is left are folders, and files past a limit of the walk.
        for (path, gaps) in by_path {
            coverage.not.push(Hole { path: path.clone(), why: reasons(&gaps) });
        }
        coverage.not.sort();
        coverage
    }

    fn add_file(&mut self, file: &File, gaps: &[&Gap]) {
        let hole = |why: String| Hole { path: file.path.clone(), why };
        let unread = file.text.is_none() || gaps.iter().any(|gap| gap.kind == GapKind::Unread);
        match (unread, gaps.is_empty()) {
            (false, true) => self.analysed.push(file.path.clone()),
            (false, false) => self.partly.push(hole(reasons(gaps))),
            (true, false) => self.not.push(hole(reasons(gaps))),
            (true, true) => self.not.push(hole(by_nature(file).into())),
        }
    }
}

/// Why a file without a gap has no text.
fn by_nature(file: &File) -> &'static str {
    match file.kind {
        Kind::Binary => "binary",
        Kind::Other if file.symlink_out => "link out of the pack",
        Kind::Other => "no regular file",
        Kind::Script | Kind::Markdown | Kind::Text => "its text was not read",
    }
}

fn reasons(gaps: &[&Gap]) -> String {
    let mut reasons: Vec<&str> = gaps.iter().map(|gap| &*gap.why).collect();
    reasons.dedup();
    reasons.join("; ")
}
