//! The gate's report for people: the verdict, the factors, then redlines and findings with the
//! source line of each, then tools, hashes and what was not read.

use super::{Look, paint, wrap};
use crate::gate::{Audit, Evidence, Harnesses, Role, Status, Verdict};
use crate::pack::Pack;
use crate::report::line::Shown;
use crate::report::logs;
use crate::report::words::files;
use crate::text::harmless;
use annotate_snippets::renderer::{AnsiColor, Style};
use std::ops::Range;
use unicode_width::UnicodeWidthStr;

/// Places of one finding that are shown with their source line; the others are named.
const QUOTED: usize = 2;
/// Places named after those.
const NAMED: usize = 8;
/// Cells of a factor's bar.
const BAR: usize = 20;
/// The last line, whatever the verdict.
const CLOSING: &str = "ALLOW means that little was counted, not that the pack is safe.";

/// The report as text. `pack` is the one the audit was made of; its text gives the source lines.
/// `outcome` says why the program does not exit with 0, where it does not.
pub fn render(audit: &Audit, pack: &Pack, outcome: Option<&str>, look: Look) -> String {
    let mut page = Page { audit, pack, look, out: String::new() };
    page.head();
    page.redlines();
    page.factors();
    page.tools();
    page.foot(outcome);
    logs::inert(&page.out)
}

/// The harnesses with their tools.
pub fn harnesses(harnesses: &Harnesses, look: Look) -> String {
    let mut out = String::new();
    for (name, tools) in harnesses.all() {
        out.push_str(&paint(look, Style::new().bold(), &harmless(name)));
        out.push('\n');
        let tools = tools.iter().map(|tool| harmless(tool)).collect::<Vec<_>>().join(" ");
        for line in wrap(&tools, look.width.saturating_sub(4)) {
            out.push_str(&format!("    {line}\n"));
        }
    }
    out
}

/// The text as it grows.
struct Page<'a> {
    audit: &'a Audit,
    pack: &'a Pack,
    look: Look,
    out: String,
}

impl Page<'_> {
    fn line(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }

    /// Text from the pack or about it, wrapped and set in.
    fn lines(&mut self, text: &str, indent: usize) {
        let pad = " ".repeat(indent);
        for line in wrap(&harmless(text), self.look.width.saturating_sub(indent)) {
            self.line(&format!("{pad}{line}"));
        }
    }

    fn heading(&mut self, name: &str) {
        let rest = self.look.width.saturating_sub(name.width() + 4);
        let heading = format!("── {} {}", paint(self.look, Style::new().bold(), name), "─".repeat(rest));
        self.line("");
        self.line(&heading);
    }

    fn head(&mut self) {
        let (audit, look) = (self.audit, self.look);
        let verdict = audit.risk.verdict;
        let word = verdict.to_string();
        let painted = paint(look, style(verdict), &word);
        for line in wrap(&why(audit), look.width) {
            self.line(&line.replacen(&word, &painted, 1));
        }
        let features = &audit.features;
        let about = format!(
            "{} ({}): score {:.4}, {}, {} bytes, {} Python, {} shell",
            audit.skill_name,
            audit.skill_dir,
            audit.risk.overall_score,
            files(features.file_count),
            features.total_bytes,
            features.python_files_count,
            features.shell_files_count,
        );
        self.lines(&about, 0);
        self.line("");
        for factor in audit.risk.factors.all() {
            let full = (factor.score * BAR as f64).round() as usize;
            let bar = format!("{}{}", "█".repeat(full), "░".repeat(BAR - full.min(BAR)));
            let bar = paint(look, heat(factor.score), &bar);
            self.line(&format!("{:<20} {bar} {:.2} × {:.2}", factor.name, factor.score, factor.weight));
        }
    }

    fn redlines(&mut self) {
        let audit = self.audit;
        if audit.risk.redlines_triggered.is_empty() {
            return;
        }
        self.heading("redlines");
        for redline in &audit.risk.redlines_triggered {
            self.finding(redline, Role::Redline, redline);
        }
    }

    fn factors(&mut self) {
        let found = self.audit.features.findings();
        let counted = [found.destructive, found.network, found.credentials, found.autonomy];
        let factors = self.audit.risk.factors.all().into_iter().zip(counted);
        for (factor, counted) in factors.filter(|(_, counted)| !counted.is_empty()) {
            self.heading(factor.name);
            for thing in &counted {
                self.finding(&thing.finding, thing.role, &thing.label);
            }
        }
    }

    /// A finding with the first lines it stands on.
    fn finding(&mut self, finding: &str, role: Role, label: &str) {
        let audit = self.audit;
        let places: Vec<&Evidence> = audit.features.evidence_of(role, label).collect();
        self.lines(finding, 2);
        for place in places.iter().take(QUOTED) {
            self.excerpt(place);
        }
        let named: Vec<String> =
            places.iter().skip(QUOTED).take(NAMED).map(|it| format!("{}:{}", it.file, it.line)).collect();
        if !named.is_empty() {
            let more = if places.len() > QUOTED + NAMED { ", …" } else { "" };
            let text = format!("and {} more: {}{more}", places.len() - QUOTED, named.join(", "));
            self.lines(&text, 4);
        }
    }

    /// A place and its first line, with what is cited underlined.
    fn excerpt(&mut self, place: &Evidence) {
        self.lines(&format!("{}:{}:{}", place.file, place.line, place.column), 4);
        let Some(text) = self.pack.file(&place.file).and_then(|file| file.text.as_ref()) else { return };
        let last = text.width(place.line);
        let start = place.column.saturating_sub(1).min(last);
        let end = if place.end_line > place.line { last } else { place.end_column.saturating_sub(1) };
        let cited: Range<u32> = start..end.max(start);
        let number = place.line.to_string();
        let room = self.look.width.saturating_sub(number.len() + 7);
        let shown = Shown::new(text, place.line, std::slice::from_ref(&cited), room);
        let (from, to) = (shown.offset(cited.start), shown.offset(cited.end));
        let marks = "━".repeat(shown.text[from..to].width().max(1));
        let blank = " ".repeat(shown.text[..from].width());
        let rule = paint(self.look, AnsiColor::BrightCyan.on_default().bold(), "│");
        let marks = paint(self.look, AnsiColor::BrightYellow.on_default().bold(), &marks);
        self.line(&format!("    {number} {rule} {}", shown.text));
        self.line(&format!("    {} {rule} {blank}{marks}", " ".repeat(number.len())));
    }

    fn tools(&mut self) {
        let compatibility = &self.audit.compatibility;
        let word = match compatibility.status {
            Status::Compatible => "compatible",
            Status::Incompatible => "incompatible",
        };
        self.heading(&format!("{}: {word}", harmless(&compatibility.target_harness)));
        if compatibility.declared_tools.is_empty() {
            return self.lines("the pack declares no tools", 2);
        }
        self.lines(&format!("declared: {}", compatibility.declared_tools.join(", ")), 2);
        if !compatibility.missing_tools.is_empty() {
            self.lines(&format!("missing: {}", compatibility.missing_tools.join(", ")), 2);
        }
    }

    fn foot(&mut self, outcome: Option<&str>) {
        let audit = self.audit;
        self.line("");
        self.line(&"─".repeat(self.look.width));
        self.line(&format!("vector   {}", audit.features.vector.map(|number| number.to_string()).join(" ")));
        self.line(&format!("hash     {}", audit.vector_hash));
        self.line(&format!("content  {}", audit.content_hash.as_deref().unwrap_or("none")));
        for warning in &audit.warnings {
            self.lines(&format!("warning: {warning}"), 0);
        }
        for note in &audit.notes {
            self.lines(&format!("note: {note}"), 0);
        }
        if let Some(outcome) = outcome {
            self.lines(outcome, 0);
        }
        self.line(CLOSING);
    }
}

/// The verdict and the rule it follows from.
fn why(audit: &Audit) -> String {
    match (audit.risk.verdict, audit.risk.redlines_triggered.len()) {
        (Verdict::Block, 0) => "BLOCK: the score is 0.70 or more.".into(),
        (Verdict::Block, 1) => "BLOCK: a redline is crossed.".into(),
        (Verdict::Block, count) => format!("BLOCK: {count} redlines are crossed."),
        (Verdict::Warn, _) => {
            "WARN: the score is 0.30 or more; read the findings before you adopt it.".into()
        }
        (Verdict::Allow, _) => "ALLOW: the score is below 0.30 and no redline is crossed.".into(),
    }
}

fn style(verdict: Verdict) -> Style {
    let colour = match verdict {
        Verdict::Block => AnsiColor::BrightRed,
        Verdict::Warn => AnsiColor::BrightYellow,
        Verdict::Allow => AnsiColor::BrightGreen,
    };
    colour.on_default().bold()
}

fn heat(score: f64) -> Style {
    match score {
        _ if score >= 0.7 => AnsiColor::BrightRed.on_default(),
        _ if score > 0.0 => AnsiColor::BrightYellow.on_default(),
        _ => Style::new(),
    }
}
