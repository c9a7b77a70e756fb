//! Packs built by hand, for tests of the checks.

use crate::pack::{File, Pack};

/// A pack named `weather` with these files, classified by their extensions.
pub(super) fn pack(files: &[(&str, &str)]) -> Pack {
    let mut files: Vec<File> = files.iter().map(|(path, text)| file(path, text)).collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Pack { dir: "weather".into(), dirname: "weather".into(), files, gaps: Vec::new() }
}

/// A text file.
pub(super) fn file(path: &str, text: &str) -> File {
    File::of_text(path, text)
}

/// `RULE file:line` of each finding, sorted; the line is left out where there is none.
pub(super) fn told(findings: &[super::Finding]) -> Vec<String> {
    let mut told: Vec<String> = findings
        .iter()
        .map(|finding| {
            let file = finding.file.as_deref().unwrap_or("-");
            let line = finding.place.as_ref().map_or(String::new(), |place| format!(":{}", place.line));
            format!("{} {file}{line}", finding.rule.id())
        })
        .collect();
    told.sort();
    told
}
