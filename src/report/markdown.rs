//! Markdown for a comment on a pull request: the verdict, dangers with their lines, the rest in one
//! folded list, and never more than a comment holds.
//!
//! Nothing of the pack is ever markup: a word with anything in it but letters is a code span, and
//! source lines stand in fences that they cannot close.

use super::line::Shown;
use super::marks::{self, Mark, Underline};
use super::words::{by_file, counted, files, level_name, spans, tie};
use super::{FindingEntry, Report, logs};
use crate::pack::Pack;
use crate::text::{excerpt, harmless};
use crate::verdict::{ALWAYS, CLOSING, Verdict};
use std::ops::Range;
use unicode_width::UnicodeWidthStr;

/// Characters of a report. A comment holds 65,536; what a bot adds of its own gets the rest.
pub const MOST: usize = 60_000;
/// Characters kept for the end of the report, which is never cut.
const FOOT: usize = 6_000;
/// Characters of the sentences on what was left out, of the longest kind.
const LIMITS: usize = 4_000;
/// Columns of a source line.
const WIDTH: usize = 100;
/// Lines of source of one finding.
const LINES: usize = 16;
/// Dangers that stand open, with their lines.
const OPEN: usize = 20;
/// Findings in the folded list, and of one file in it; the others are counted.
const LISTED: usize = 200;
/// As [`LISTED`].
const SHOWN: usize = 20;
/// Characters of a message.
const MESSAGE: usize = 1_000;
/// Characters of a file's name in a heading.
const NAME: usize = 200;

/// By this line a bot finds the comment that it wrote before.
const MARKER: &str = "<!-- skill-vet -->\n";

/// The report as Markdown. `pack` is the one `report` was made of.
pub fn render(report: &Report, pack: &Pack) -> String {
    let mut page =
        Page { pack, out: String::from(MARKER), left: MOST - MARKER.len() - FOOT, cut: Vec::new() };
    let head = head(report);
    page.push(&head);
    let (dangers, mut others): (Vec<&FindingEntry>, Vec<&FindingEntry>) =
        report.findings.iter().partition(|it| it.danger && !it.accepted);
    let (open, folded) = dangers.split_at(dangers.len().min(OPEN));
    open.iter().for_each(|finding| page.danger(finding));
    others.splice(0..0, folded.iter().copied());
    page.folded(&others);
    page.foot(report);
    page.out
}

struct Page<'a> {
    pack: &'a Pack,
    out: String,
    /// Characters that may still be written before the foot.
    left: usize,
    /// Findings that found no room.
    cut: Vec<&'a FindingEntry>,
}

impl<'a> Page<'a> {
    /// Writes `text` if there is room for it.
    fn push(&mut self, text: &str) -> bool {
        let characters = text.chars().count();
        let fits = characters <= self.left;
        if fits {
            self.left -= characters;
            self.out.push_str(text);
        }
        fits
    }

    fn danger(&mut self, finding: &'a FindingEntry) {
        let heading = format!("### `{}` {}\n\n", finding.rule, place(finding));
        let quoted = self.quoted(finding);
        let rest = format!("{}{quoted}{}", said(finding), advice(finding));
        // Of the last that finds room, the lines are left out before the message is.
        if !self.push(&format!("{heading}{rest}")) && !self.push(&format!("{heading}{}", said(finding))) {
            self.cut.push(finding);
        }
    }

    /// A list of findings by file, folded, as long as there is room.
    fn folded(&mut self, findings: &[&'a FindingEntry]) {
        if findings.is_empty() {
            return;
        }
        let (head, tail) = (head_of(findings), "</details>\n\n");
        let mut room = self.left.saturating_sub(head.chars().count() + tail.len());
        let mut body = String::new();
        let mut left = LISTED;
        for (file, findings) in by_file(findings.iter().copied()) {
            let name = file.map_or("the pack as a whole".into(), |file| prose(&excerpt(file, NAME)));
            let mut before = format!("**{name}**\n\n");
            for (nth, finding) in findings.iter().enumerate() {
                let text = format!("{before}{}", item(finding));
                let characters = text.chars().count() + 1;
                if nth >= SHOWN || left == 0 || characters > room {
                    self.cut.push(finding);
                    continue;
                }
                room -= characters;
                left -= 1;
                before.clear();
                body.push_str(&text);
            }
            if before.is_empty() {
                body.push('\n');
            }
        }
        if !body.is_empty() {
            self.push(&format!("{head}{body}{tail}"));
        }
    }

    /// The source lines of `finding` in a fence a file, with what is on each beside it.
    fn quoted(&self, finding: &FindingEntry) -> String {
        let stretches = marks::stretches(finding, marks::of(finding));
        let mut out = String::new();
        for marks in stretches {
            let Some((file, lines)) = self.lines(&marks) else { continue };
            let fence = fence(&lines);
            if Some(file) != finding.file.as_deref() {
                out.push_str(&format!("{}\n\n", prose(file)));
            }
            out.push_str(&format!("{fence}text\n{lines}{fence}\n\n"));
        }
        out
    }

    fn lines<'m>(&self, marks: &[Mark<'m>]) -> Option<(&'m str, String)> {
        let file = marks.first()?.file;
        let text = self.pack.file(file)?.text.as_ref()?;
        let spots: Vec<Underline> = marks.iter().map(|mark| Underline::new(mark.spot, text)).collect();
        let cited =
            |line: u32| -> Vec<Range<u32>> { spots.iter().filter_map(|spot| spot.in_line(line)).collect() };
        let last = spots.iter().map(|spot| spot.end_line).max()?;
        let numbers = (marks.first()?.spot.line..=last).filter(|&line| !cited(line).is_empty());
        let numbers: Vec<u32> = numbers.take(LINES).collect();
        let gutter = numbers.last()?.to_string().len();
        let mut out = String::new();
        let mut before = None;
        for number in numbers {
            if before.is_some_and(|before| number > before + 1) {
                out.push_str(&format!("{:>gutter$}\n", "⋮"));
            }
            before = Some(number);
            let shown = Shown::new(text, number, &cited(number), WIDTH);
            out.push_str(&format!("{number:>gutter$} | {}\n", shown.text.trim_end()));
            for (mark, spot) in marks.iter().zip(&spots).filter(|(mark, _)| mark.spot.line == number) {
                let end = if spot.end_line == spot.line { spot.end_column } else { spot.column + 1 };
                let (start, end) = (shown.offset(spot.column), shown.offset(end));
                let before = shown.text[..start].width();
                let under = "^".repeat(shown.text[start..end.max(start)].width().max(1));
                let row = format!("{:>gutter$} | {:before$}{under} {}", "", "", harmless(&mark.label));
                out.push_str(&format!("{}\n", row.trim_end()));
            }
        }
        Some((file, logs::unmarked(&out)))
    }

    fn foot(&mut self, report: &Report) {
        self.left += FOOT;
        if !self.cut.is_empty() {
            let cut = counted(self.cut.iter().copied(), None);
            self.push(&format!("**Left out here for length: {cut}.** `skill-vet vet` prints them all.\n\n"));
        }
        let read = read(report);
        self.push(&format!("<details>\n<summary>{read} What this does not say</summary>\n\n"));
        let mut limits = 0;
        // What was left out of this run comes before what is true of every run.
        let (always, own): (Vec<&String>, Vec<&String>) =
            report.limits.iter().partition(|limit| ALWAYS.contains(&limit.as_str()));
        for limit in own.into_iter().chain(always).filter(|limit| *limit != CLOSING) {
            let line = format!("- {}\n", prose(&excerpt(limit, MESSAGE)));
            limits += line.chars().count();
            if limits > LIMITS {
                self.push("- … and more, which `skill-vet vet` prints.\n");
                break;
            }
            self.push(&line);
        }
        let sets = super::queries::judged_by(&report.policy, &report.queries);
        self.push(&format!("\n{}\n\n</details>\n\n", prose(&excerpt(&sets, NAME))));
        self.push(&format!("{} {}. {CLOSING}\n", report.tool, report.version));
    }
}

/// The verdict, by whose weight GitHub colours the box, and the counts.
fn head(report: &Report) -> String {
    let alert = match report.verdict {
        Verdict::Blocked => "CAUTION",
        Verdict::Review => "WARNING",
        Verdict::Clean => "NOTE",
    };
    let name = report.pack.name.as_deref().unwrap_or(&report.pack.dirname);
    let counts = counted(&report.findings, Some(report.files.len()));
    let rule = report.verdict_rule.split_once(':').map_or("", |(_, rule)| rule.trim());
    let name = prose(&excerpt(name, NAME));
    format!("> [!{alert}]\n> **{name} is {}**: {rule}\n>\n> {counts}.\n\n", report.verdict)
}

/// The line that unfolds the list of `findings`.
fn head_of(findings: &[&FindingEntry]) -> String {
    let count = counted(findings.iter().copied(), Some(by_file(findings.iter().copied()).len()));
    format!("<details>\n<summary>{count}</summary>\n\n")
}

fn read(report: &Report) -> String {
    let coverage = &report.coverage;
    match (coverage.analysed.len(), coverage.partly.len() + coverage.not.len()) {
        (whole, 0) => format!("{} analysed.", files(whole)),
        (whole, left) => format!("{whole} of {} analysed.", files(whole + left)),
    }
}

/// One finding in a line or two.
fn item(finding: &FindingEntry) -> String {
    let level = level_name(finding.danger, finding.severity);
    let place = finding.line.map(|line| format!(" line {line}")).unwrap_or_default();
    let accepted = if finding.accepted { " (accepted)" } else { "" };
    let message = prose(&excerpt(&finding.message, MESSAGE));
    format!("- {level} `{}`{place}{accepted}: {message}\n", finding.rule)
}

fn place(finding: &FindingEntry) -> String {
    match (&finding.file, finding.line) {
        (Some(file), Some(line)) => prose(&format!("{}:{line}", excerpt(file, NAME))),
        (Some(file), None) => prose(&excerpt(file, NAME)),
        (None, _) => String::new(),
    }
}

fn said(finding: &FindingEntry) -> String {
    format!("{}\n\n", prose(&excerpt(&finding.message, MESSAGE)))
}

fn advice(finding: &FindingEntry) -> String {
    let tie = tie(finding).map(|tie| format!("*{tie}*\n\n")).unwrap_or_default();
    format!("{tie}**Fix:** {}\n\n", prose(&finding.fix))
}

/// Sentences whose every word that is more than letters is a code span: no link, mention, tag,
/// emphasis or reference can come of them.
pub fn prose(text: &str) -> String {
    let text = logs::unmarked(&harmless(text));
    let mut out = String::with_capacity(text.len());
    for (piece, is_code) in spans(&text) {
        if is_code {
            append(&mut out, &if piece.is_empty() { String::new() } else { code(piece) });
            continue;
        }
        for (nth, part) in piece.split(' ').enumerate() {
            if nth > 0 && !out.ends_with(' ') {
                out.push(' ');
            }
            append(&mut out, &word(part));
        }
    }
    out.trim().into()
}

/// Adds a piece; two code spans never touch, since their fences would be read as one.
fn append(out: &mut String, piece: &str) {
    if out.ends_with('`') && piece.starts_with('`') {
        out.push(' ');
    }
    out.push_str(piece);
}

fn word(word: &str) -> String {
    const AFTER: [char; 4] = [',', '.', ';', ':'];
    let mut core = word.trim_start_matches('(').trim_end_matches(AFTER);
    // A bracket belongs to the word if it was opened in it.
    while core.matches(')').count() > core.matches('(').count() {
        let Some(shorter) = core.strip_suffix(')') else { break };
        core = shorter.trim_end_matches(AFTER);
    }
    let is_plain = |c: char| c.is_alphabetic() || matches!(c, '\'' | '-' | '—' | '–' | '…');
    let is_number = || core.len() < 7 && core.chars().all(|c| c.is_ascii_digit());
    // A number is short; a long one may be a hash, which hosts link.
    if (core.chars().all(is_plain) && !core.starts_with('-') || is_number()) && !core.is_empty() {
        return word.into();
    }
    match core {
        "" if word.len() < 2 => word.into(),
        "" => code(word),
        _ => {
            let (before, after) = word.split_once(core).unwrap_or_default();
            format!("{before}{}{after}", code(core))
        }
    }
}

/// A code span that its text cannot end.
fn code(text: &str) -> String {
    let fence = "`".repeat(longest_run(text, '`') + 1);
    let blank = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

/// A fence that `text` cannot close.
pub fn fence(text: &str) -> String {
    "`".repeat((longest_run(text, '`') + 1).max(3))
}

fn longest_run(text: &str, of: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == of { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_more_than_letters_are_code() {
        assert_eq!(
            prose("reads (scripts/a.py:11), and sends to x.example"),
            "reads (`scripts/a.py:11`), and sends to `x.example`"
        );
        assert_eq!(prose("ask @all: <b> [x](y) a_b #1"), "ask `@all`: `<b>` `[x](y)` `a_b` `#1`");
        assert_eq!(prose("- - () :: deadbeef1"), "`-` `-` `()` `::` `deadbeef1`");
        assert_eq!(prose("says `Works offline`, once."), "says `Works offline`, once.");
        // What is in backticks already stays together; fences never touch.
        assert_eq!(prose("`a``b` ``` x`y"), "`a` `b` ` x`y");
    }

    #[test]
    fn a_fence_is_longer_than_what_it_holds() {
        assert_eq!(fence("a"), "```");
        assert_eq!(fence("````"), "`````");
    }
}
