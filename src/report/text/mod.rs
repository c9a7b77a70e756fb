//! Text for people: the verdict, then findings by file with their source lines, then what was not
//! looked at.

pub(super) mod excerpt;
pub mod facts;
pub mod gate;
mod wrap;

use super::queries::judged_by;
use super::words::{LISTED, by_file, counted, files, level_name, tie};
use super::{FindingEntry, Report, logs};
use crate::pack::Pack;
use crate::rules::Severity;
use crate::text::harmless;
use crate::verdict::{ALWAYS, CLOSING, Verdict};
use annotate_snippets::renderer::{AnsiColor, DecorStyle, Style};
use annotate_snippets::{Group, Level, Renderer};
use std::collections::{BTreeMap, HashSet};
pub(super) use wrap::wrap;

/// How the reader's terminal wants it.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Columns.
    pub width: usize,
    /// Whether escape sequences for colour are understood.
    pub colour: bool,
}

/// Columns without which a message stands below its rule, not beside it.
const MESSAGE: usize = 36;
/// Stands for such a message until the renderer is done, as [`excerpt::ORIGIN`] does.
const BELOW: char = '\u{2064}';
/// Findings of one rule in one file that are shown before the rest is folded into a line. Dangers
/// are never folded.
const SHOWN: usize = 3;
/// More than this many are folded.
const FOLD_ABOVE: usize = 5;
/// Dangers of one rule in one file that are shown with their source lines; the others, which only a
/// made-up file has, keep their message.
const QUOTED: usize = 20;

/// The report as text. `pack` is the one `report` was made of; its text gives the source lines.
pub fn render(report: &Report, pack: &Pack, look: Look) -> String {
    let mut page = Page { pack, look, out: String::new(), fixes: HashSet::new() };
    page.head(report);
    for (file, findings) in by_file(&report.findings) {
        page.file(file, &findings);
    }
    page.foot(report);
    logs::inert(&page.out)
}

/// The text as it grows.
struct Page<'a> {
    pack: &'a Pack,
    look: Look,
    out: String,
    /// Fixes already given: the same advice is not repeated.
    fixes: HashSet<(&'a str, &'a str)>,
}

impl<'a> Page<'a> {
    fn line(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }

    fn head(&mut self, report: &Report) {
        let verdict = report.verdict.to_string();
        let painted = paint(self.look, verdict_style(report.verdict), &verdict);
        for line in wrap(report.verdict_rule, self.look.width) {
            self.line(&line.replacen(&verdict, &painted, 1));
        }
        let name = report.pack.name.as_deref().unwrap_or(&report.pack.dirname);
        let pack = format!(
            "{} ({}): {}",
            harmless(name),
            harmless(&report.pack.dir),
            counted(&report.findings, Some(report.files.len()))
        );
        wrap(&pack, self.look.width).iter().for_each(|line| self.line(line));
    }

    fn file(&mut self, file: Option<&str>, findings: &[&'a FindingEntry]) {
        let name = file.map_or("the pack as a whole".into(), harmless);
        let rest = self.look.width.saturating_sub(name.chars().count() + 4);
        let heading = format!("── {} {}", paint(self.look, Style::new().bold(), &name), "─".repeat(rest));
        self.line("");
        self.line(&heading);

        let mut totals: BTreeMap<&str, usize> = BTreeMap::new();
        findings.iter().for_each(|finding| *totals.entry(finding.rule).or_default() += 1);
        let mut folded: BTreeMap<&str, Vec<&FindingEntry>> = BTreeMap::new();
        let mut shown: BTreeMap<&str, usize> = BTreeMap::new();
        for finding in findings {
            let before = shown.entry(finding.rule).or_default();
            if !finding.danger && totals[finding.rule] > FOLD_ABOVE && *before >= SHOWN {
                folded.entry(finding.rule).or_default().push(finding);
                continue;
            }
            *before += 1;
            let quoted = *before <= QUOTED;
            self.line("");
            self.finding(finding, quoted);
        }
        for (rule, findings) in folded {
            self.fold(rule, &findings);
        }
    }

    fn finding(&mut self, finding: &'a FindingEntry, quoted: bool) {
        let level = level(finding);
        let indent = level_name(finding.danger, finding.severity).len() + finding.rule.len() + "[]: ".len();
        let room = self.look.width.saturating_sub(indent);
        let message = match room < MESSAGE {
            true => BELOW.to_string(),
            false => wrap(&finding.message, room).join("\n"),
        };
        let title = level.clone().primary_title(message).id(finding.rule);
        let excerpts = if quoted { excerpt::of(finding, self.pack, self.look.width) } else { Vec::new() };
        let (snippets, origins): (Vec<_>, Vec<_>) =
            excerpts.into_iter().map(|excerpt| (excerpt.snippet, excerpt.origin)).unzip();
        let mut group = Group::with_title(title).elements(snippets);
        if let Some(tie) = tie(finding) {
            group = group.element(Level::NOTE.message(self.note(&tie)));
        }
        if self.fixes.insert((finding.rule, &finding.fix)) {
            group = group.element(Level::HELP.with_name("fix").message(self.note(&finding.fix)));
        }
        let text = excerpt::with_origins(&renderer(self.look).render(&[group]), &origins);
        let text = match room < MESSAGE {
            true => text.replace(BELOW, &self.below(&finding.message)),
            false => text,
        };
        text.lines().for_each(|line| self.line(line));
    }

    /// A message that finds no room beside its rule, on lines of its own.
    fn below(&self, message: &str) -> String {
        wrap(message, self.look.width.saturating_sub(2)).iter().map(|line| format!("\n  {line}")).collect()
    }

    /// A note, wrapped to stand beside the source lines.
    fn note(&self, text: &str) -> String {
        wrap(text, self.look.width.saturating_sub(14)).join("\n")
    }

    fn fold(&mut self, rule: &str, findings: &[&FindingEntry]) {
        let mut lines: Vec<u32> = findings.iter().filter_map(|finding| finding.line).collect();
        lines.dedup();
        let named: Vec<String> = lines.iter().take(LISTED).map(u32::to_string).collect();
        let more = if lines.len() > LISTED { ", …" } else { "" };
        let place =
            if named.is_empty() { String::new() } else { format!(", lines {}{more}", named.join(", ")) };
        let text = format!("… and {} more {rule}{place}", findings.len());
        self.line("");
        wrap(&text, self.look.width).iter().for_each(|line| self.line(line));
    }

    fn foot(&mut self, report: &Report) {
        self.line("");
        self.line(&"─".repeat(self.look.width));
        let coverage = &report.coverage;
        let read = match (coverage.analysed.len(), coverage.partly.len() + coverage.not.len()) {
            (whole, 0) => format!("{} analysed.", files(whole)),
            (whole, left) => format!("{whole} of {} analysed.", files(whole + left)),
        };
        self.line(&read);
        for limit in report.limits.iter().filter(|limit| !ALWAYS.contains(&limit.as_str())) {
            wrap(limit, self.look.width.saturating_sub(2))
                .iter()
                .for_each(|line| self.line(&format!("  {line}")));
        }
        wrap(&judged_by(&report.policy, &report.queries), self.look.width)
            .iter()
            .for_each(|line| self.line(line));
        self.line(CLOSING);
    }
}

/// `text` in `style`, if the terminal takes colour.
pub(super) fn paint(look: Look, style: Style, text: &str) -> String {
    if look.colour { format!("{style}{text}{style:#}") } else { text.into() }
}

fn level(finding: &FindingEntry) -> Level<'static> {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warn => Level::WARNING,
        Severity::Info => Level::NOTE,
    };
    level.with_name(level_name(finding.danger, finding.severity))
}

fn verdict_style(verdict: Verdict) -> Style {
    let colour = match verdict {
        Verdict::Blocked => AnsiColor::BrightRed,
        Verdict::Review => AnsiColor::BrightYellow,
        Verdict::Clean => AnsiColor::BrightGreen,
    };
    colour.on_default().bold()
}

pub(super) fn renderer(look: Look) -> Renderer {
    let renderer = match look.colour {
        true => Renderer::styled().context(AnsiColor::BrightCyan.on_default().bold()),
        false => Renderer::plain(),
    };
    // Lines come cut already; the crate would cut all lines of an excerpt at the same columns.
    renderer.decor_style(DecorStyle::Unicode).term_width(usize::from(u16::MAX))
}
