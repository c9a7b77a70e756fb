//! The pack's files as a tree, in the order in which its list is written.

use super::counts_of;
use super::sources::Shown;
use crate::pack::Kind;
use crate::report::words::weight;
use crate::report::{FileEntry, FindingEntry, Report};
use crate::text::harmless;
use std::collections::{BTreeMap, BTreeSet};

/// Files in the tree; a browser has no use for more.
const FILES: usize = 5_000;

/// What the tree's list is made of, one after the other: depth costs no recursion.
pub enum Item {
    /// A folder begins.
    Open {
        /// Its name.
        name: String,
        /// The gravest weight in it, 4 for none.
        weight: usize,
    },
    /// A file.
    File(Leaf),
    /// The folder that began last ends.
    Close,
    /// Files that are left out for length.
    More(usize),
}

/// A file of the tree.
pub struct Leaf {
    /// Its name without its folders.
    pub name: String,
    /// Where the page shows it, if it does.
    pub href: Option<String>,
    /// What was found in it, in words.
    pub found: String,
    /// The gravest weight, 4 for none.
    pub weight: usize,
    /// What else there is to say: `binary`, `not analysed`.
    pub note: &'static str,
}

/// The tree of the pack's files, which are sorted by path.
pub fn of(report: &Report, shown: &Shown<'_>) -> Vec<Item> {
    let mut by_file: BTreeMap<&str, Vec<&FindingEntry>> = BTreeMap::new();
    for finding in &report.findings {
        by_file.entry(finding.file.as_deref().unwrap_or_default()).or_default().push(finding);
    }
    let partly: BTreeSet<&str> = report.coverage.partly.iter().map(|hole| &*hole.path).collect();
    let not: BTreeSet<&str> = report.coverage.not.iter().map(|hole| &*hole.path).collect();
    let mut items = Vec::new();
    // Folders that are open: name, and place among the items.
    let mut open: Vec<(&str, usize)> = Vec::new();
    for file in report.files.iter().take(FILES) {
        let (folders, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
        let folders: Vec<&str> = folders.split('/').filter(|part| !part.is_empty()).collect();
        let shared = folders.iter().zip(&open).take_while(|(folder, (open, _))| *folder == open).count();
        while open.len() > shared {
            open.pop();
            items.push(Item::Close);
        }
        for folder in &folders[shared..] {
            open.push((folder, items.len()));
            items.push(Item::Open { name: harmless(folder), weight: 4 });
        }
        let findings = by_file.get(&*file.path).map(Vec::as_slice).unwrap_or_default();
        let gravest = findings.iter().map(|finding| weight(finding)).min().unwrap_or(4);
        for (_, at) in &open {
            if let Item::Open { weight, .. } = &mut items[*at] {
                *weight = gravest.min(*weight);
            }
        }
        items.push(Item::File(Leaf {
            name: harmless(name),
            href: shown.href(&file.path, None),
            found: counts_of(findings.iter().copied()),
            weight: gravest,
            note: note(file, &partly, &not),
        }));
    }
    items.extend(open.iter().map(|_| Item::Close));
    if report.files.len() > FILES {
        items.push(Item::More(report.files.len() - FILES));
    }
    items
}

fn note(file: &FileEntry, partly: &BTreeSet<&str>, not: &BTreeSet<&str>) -> &'static str {
    match file.kind {
        _ if file.symlink_out => "link out of the pack",
        Kind::Binary => "binary",
        _ if partly.contains(&*file.path) => "partly analysed",
        _ if not.contains(&*file.path) => "not analysed",
        _ => "",
    }
}
