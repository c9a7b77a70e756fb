//! Annotations for a run of GitHub Actions: workflow commands, a line each, and lines for the log.

use super::words::{by_file, counted, files};
use super::{FindingEntry, Report, logs};
use crate::rules::Severity;
use crate::text::{excerpt, harmless};
use crate::verdict::{ALWAYS, CLOSING};

/// Annotations of each level that a step shows; GitHub drops the others without a word.
const SHOWN: usize = 10;
/// Characters of an annotation's message.
const MESSAGE: usize = 1_000;
/// Findings listed in the log.
const LISTED: usize = 1_000;

/// The report as workflow commands. `root` is the way from the repository's root to the pack.
pub fn render(report: &Report, root: &str) -> String {
    let mut out = String::new();
    let mut line = |text: &str| {
        out.push_str(text);
        out.push('\n');
    };
    let name = report.pack.name.as_deref().unwrap_or(&report.pack.dirname);
    let counts = counted(&report.findings, Some(report.files.len()));
    line(&logs::inert(&format!("{} {} ({counts})", report.verdict_rule, harmless(name))));
    for (severity, command) in
        [(Severity::Error, "error"), (Severity::Warn, "warning"), (Severity::Info, "notice")]
    {
        let findings: Vec<&FindingEntry> =
            open(report).filter(|finding| finding.severity == severity).collect();
        annotations(command, &findings, root).iter().for_each(|command| line(command));
    }
    listed(report).iter().for_each(|text| line(&logs::inert(text)));
    out
}

/// Findings that were not accepted.
fn open(report: &Report) -> impl Iterator<Item = &FindingEntry> {
    report.findings.iter().filter(|finding| !finding.accepted)
}

/// The first findings of a level, the last command standing for all that found no room.
fn annotations(command: &str, findings: &[&FindingEntry], root: &str) -> Vec<String> {
    let shown = if findings.len() > SHOWN { SHOWN - 1 } else { findings.len() };
    let (shown, rest) = findings.split_at(shown);
    let mut commands: Vec<String> = shown.iter().map(|finding| annotation(command, finding, root)).collect();
    if !rest.is_empty() {
        let text = format!(
            "{}: the log of this step and its summary name them",
            counted(rest.iter().copied(), None)
        );
        let title = property(&format!("{} more findings", rest.len()));
        commands.push(format!("::{command} title={title}::{}", data(&text)));
    }
    commands
}

fn annotation(command: &str, finding: &FindingEntry, root: &str) -> String {
    let mut properties = Vec::new();
    if let Some(file) = &finding.file {
        let path = if root.is_empty() { file.clone() } else { format!("{root}/{file}") };
        properties.push(format!("file={}", property(&path)));
    }
    if let Some(spot) = finding.spot() {
        properties.push(format!("line={},endLine={}", spot.line, spot.end_line));
        // Columns are taken within one line only.
        if spot.line == spot.end_line {
            properties.push(format!("col={},endColumn={}", spot.column, spot.end_column));
        }
    }
    let title = if finding.danger { format!("danger: {}", finding.rule) } else { finding.rule.to_string() };
    properties.push(format!("title={}", property(&title)));
    let text = format!("{}\n{}", excerpt(&finding.message, MESSAGE), finding.fix);
    format!("::{command} {}::{}", properties.join(","), data(&text))
}

/// All findings and what was not looked at, as lines of the log.
fn listed(report: &Report) -> Vec<String> {
    let mut lines = Vec::new();
    let mut left = LISTED;
    for (file, findings) in by_file(&report.findings) {
        lines.push(file.map_or("the pack as a whole".into(), harmless));
        for finding in findings.iter().take(left) {
            let place = finding.line.map(|line| format!("{line}: ")).unwrap_or_default();
            let accepted = if finding.accepted { " (accepted)" } else { "" };
            lines.push(format!("  {place}{} {}{accepted}", finding.rule, excerpt(&finding.message, MESSAGE)));
        }
        if findings.len() > left {
            lines.push(format!("  … {} findings in all", report.findings.len()));
            break;
        }
        left -= findings.len();
    }
    let coverage = &report.coverage;
    let all = coverage.analysed.len() + coverage.partly.len() + coverage.not.len();
    lines.push(format!("{} of {} analysed.", coverage.analysed.len(), files(all)));
    let own = report.limits.iter().filter(|limit| !ALWAYS.contains(&limit.as_str()));
    lines.extend(own.cloned());
    lines.push(CLOSING.into());
    lines
}

/// A command's text.
fn data(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| logs::unmarked(&harmless(line))).collect();
    lines.join("\n").replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a command's property.
fn property(text: &str) -> String {
    let text = logs::unmarked(&harmless(text));
    text.replace('%', "%25").replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_escaped() {
        assert_eq!(data("50% of ::a\nb\r##[c]"), "50%25 of ::a%0Ab\\u{d}##\\u{5b}c]");
        assert_eq!(property("a:b,c%d\n"), "a%3Ab%2Cc%25d\\u{a}");
    }
}
