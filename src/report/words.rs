//! What every format says in the same words.

use super::{EvidenceEntry, FindingEntry, FlowEntry};
use crate::rules::{Rule, Severity};
use crate::text::excerpt;
use std::collections::BTreeMap;

/// Line numbers listed in one sentence.
pub const LISTED: usize = 20;
/// Characters of a half's label.
const LABEL: usize = 60;

/// Findings by file; files in the order in which the gravest finding of each comes.
pub fn by_file<'a>(
    findings: impl IntoIterator<Item = &'a FindingEntry>,
) -> Vec<(Option<&'a str>, Vec<&'a FindingEntry>)> {
    let mut at: BTreeMap<Option<&str>, usize> = BTreeMap::new();
    let mut files: Vec<(Option<&str>, Vec<&FindingEntry>)> = Vec::new();
    for finding in findings {
        let file = finding.file.as_deref();
        let index = *at.entry(file).or_insert(files.len());
        if index == files.len() {
            files.push((file, Vec::new()));
        }
        files[index].1.push(finding);
    }
    files
}

/// Findings by weight, in the words of people: `danger`, `error`, `warning`, `note`, the gravest
/// first. A danger is not counted again as an error.
pub fn weights<'a>(findings: impl IntoIterator<Item = &'a FindingEntry>) -> [usize; 4] {
    let mut counts = [0; 4];
    for finding in findings {
        counts[weight(finding)] += 1;
    }
    counts
}

/// A finding's place in [`weights`].
pub fn weight(finding: &FindingEntry) -> usize {
    match (finding.danger, finding.severity) {
        (true, _) => 0,
        (_, Severity::Error) => 1,
        (_, Severity::Warn) => 2,
        (_, Severity::Info) => 3,
    }
}

/// `1 danger, 2 warnings in 3 files`: what there is, the gravest first, and in how many files where
/// that is to be told.
pub fn counted<'a>(findings: impl IntoIterator<Item = &'a FindingEntry>, of: Option<usize>) -> String {
    let words = ["danger", "error", "warning", "note"];
    let counts = weights(findings);
    let parts = words.iter().zip(counts).filter(|(_, count)| *count > 0);
    let parts: Vec<String> = parts.map(|(word, count)| plural(count, word)).collect();
    let found = if parts.is_empty() { "no findings".to_string() } else { parts.join(", ") };
    match of {
        Some(count) => format!("{found} in {}", files(count)),
        None => found,
    }
}

/// `1 file`, `2 files`.
pub fn files(count: usize) -> String {
    plural(count, "file")
}

/// `1 word`, `2 words`.
pub fn plural(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// How the halves of a combination are tied, in a sentence; `None` where nothing could tie them.
pub fn tie(finding: &FindingEntry) -> Option<String> {
    // What stands in another file, such as a claim of SKILL.md, is no value that could pass.
    let here = finding.evidence.iter().filter(|half| Some(&half.place.file) == finding.file.as_ref());
    let mut flows = here.filter_map(|half| Some((half, half.flow.as_ref()?))).peekable();
    flows.peek()?;
    let reaching = flows.find_map(|(half, flow)| match flow {
        FlowEntry::Reaches { steps } => Some((half, steps)),
        FlowEntry::SameFile => None,
    });
    let Some((half, steps)) = reaching else {
        return Some("both stand in one file; no value was seen to pass from one to the other".into());
    };
    let mut lines: Vec<u32> = steps.iter().map(|step| step.spot.line).collect();
    lines.dedup();
    let named: Vec<String> = lines.iter().take(LISTED).map(u32::to_string).collect();
    let way = match lines.len() {
        0 => String::new(),
        1 => format!(", by way of line {}", named[0]),
        _ => format!(", by way of lines {}", named.join(", ")),
    };
    Some(format!("the value was followed from line {} to where it leaves{way}", half.place.spot.line))
}

/// How a finding's weight is called in text.
pub fn level_name(danger: bool, severity: Severity) -> &'static str {
    match (danger, severity) {
        (true, _) => "danger",
        (_, Severity::Error) => "error",
        (_, Severity::Warn) => "warning",
        (_, Severity::Info) => "note",
    }
}

/// The title of a rule, a phrase; empty for an unknown id.
pub fn title(id: &str) -> &'static str {
    Rule::by_id(id).map_or("", |rule| rule.info().title)
}

/// What a half is, in a few lower-case words.
pub fn phrase(half: &EvidenceEntry) -> String {
    let part = match half.role {
        "secret" => "secret read",
        "send" => "sent",
        "capture" => "captured",
        "persist" => "kept",
        "encode" => "encoded",
        "read" => "file read",
        "write" => "written",
        "copy" => "copied",
        "claim" => "claimed",
        other => other,
    };
    format!("{part}: {}", excerpt(&half.label, LABEL))
}

/// `text` in pieces, and which of them stood in backticks.
pub fn spans(text: &str) -> Vec<(&str, bool)> {
    let mut pieces: Vec<(&str, bool)> = text.split('`').zip([false, true].into_iter().cycle()).collect();
    // A backtick without a second is one.
    if pieces.len().is_multiple_of(2)
        && let Some(at) = text.rfind('`')
    {
        pieces.pop();
        pieces.push((&text[at..], false));
    }
    pieces
}
