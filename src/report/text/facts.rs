//! The facts of one file for people: trees, facts with their roles, and why a pattern found none.

use super::{Look, paint};
use crate::report::facts::{
    FactEntry, FactsReport, FailedEntry, NodeEntry, QUOTED, TryEntry, WhyEntry, quoted,
};
use crate::report::logs;
use crate::report::places::Spot;
use crate::report::queries::sets_in_use;
use crate::text::{excerpt, harmless};
use annotate_snippets::renderer::{AnsiColor, Style};

/// Nodes of a pattern of `--why` that text shows.
const SHOWN: usize = 10;
/// Levels by which a tree is indented at most.
const INDENT: usize = 40;

/// The report for people.
pub fn render(report: &FactsReport, look: Look) -> String {
    let mut page = Page { look, out: String::new() };
    for (index, source) in report.sources.iter().enumerate() {
        if let Some(tree) = &source.tree {
            let nested = if index == 0 { "" } else { ", nested" };
            page.line(&page.bold(&format!("{} tree of line {}{nested}", source.language, source.at.line)));
            tree.iter().for_each(|node| page.node(node));
            page.line("");
        }
    }
    report.facts.iter().for_each(|fact| page.fact(fact));
    report.why.iter().for_each(|why| page.why(why));
    if let Some(why) = &report.cut_short {
        page.line(&format!("not whole: {}", harmless(why)));
    }
    let count = report.facts.len();
    let file = harmless(&report.file);
    page.line(&format!(
        "{file}: {count} fact{}; {}",
        if count == 1 { "" } else { "s" },
        sets_in_use(&report.queries)
    ));
    logs::inert(&page.out)
}

struct Page {
    look: Look,
    out: String,
}

impl Page {
    fn line(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }

    fn bold(&self, text: &str) -> String {
        paint(self.look, Style::new().bold(), text)
    }

    fn node(&mut self, node: &NodeEntry) {
        let indent = "  ".repeat(node.depth.min(INDENT));
        let field = node.field.as_ref().map(|field| format!("{field}: ")).unwrap_or_default();
        let text = node.text.as_deref().filter(|_| node.kind.starts_with('('));
        let text = text.map(|text| format!(" {}", excerpt(&format!("{text:?}"), QUOTED))).unwrap_or_default();
        let missing = if node.missing { " MISSING" } else { "" };
        self.line(&format!("{indent}{field}{}{missing} {}{text}", node.kind, range(node.at)));
    }

    fn fact(&mut self, fact: &FactEntry) {
        let kind = if fact.kind.is_empty() { String::new() } else { format!(" {}", fact.kind) };
        let context = if fact.context == "code" { String::new() } else { format!(", {}", fact.context) };
        let ids = harmless(&fact.ids.join(", "));
        let head = self.bold(&format!("{}{kind}", fact.fact));
        let label = harmless(&fact.label);
        self.line(&format!(
            "{} {head} \"{label}\" ({}/{}: {ids}{context})",
            range(fact.at),
            fact.language,
            fact.stem
        ));
        for role in &fact.roles {
            self.line(&format!("    @{} {}", role.role, excerpt(&quoted(&role.text), QUOTED)));
            if !role.names.is_empty() {
                self.line(&format!("        names: {}", joined(&role.names, harmless)));
            }
            // A lone hole says nothing.
            if role.values.iter().any(|value| value != "{}") {
                self.line(&format!("        values: {}", joined(&role.values, shown_value)));
            }
        }
    }

    fn why(&mut self, why: &WhyEntry) {
        self.line("");
        self.line(&self.bold(&format!("why {} ({}:{})", why.pattern, harmless(&why.file), why.line)));
        if why.nodes.is_empty() {
            self.line("  no node of this file is of the kind of the pattern's root");
        }
        let facts = why.nodes.iter().filter(|node| node.result == "fact").count();
        let fitting = why.nodes.iter().filter(|node| node.result == "predicate").count();
        if facts + fitting == 0 && !why.nodes.is_empty() {
            self.line("  the shape never fits; the closest nodes are");
        }
        for node in why.nodes.iter().take(SHOWN) {
            self.tried(node);
        }
        let more = why.more + why.nodes.len().saturating_sub(SHOWN);
        if more > 0 {
            self.line(&format!("  … and {more} more, further from a fact"));
        }
        self.line("");
    }

    fn tried(&mut self, node: &TryEntry) {
        let good = paint(self.look, AnsiColor::BrightGreen.on_default(), "it is a fact");
        let head = format!("  {} `{}`", range(node.at), harmless(&node.text));
        match node.result {
            "fact" => self.line(&format!("{head}: {good}")),
            "predicate" => {
                self.line(&head);
                node.failed.iter().for_each(|failed| self.failed(failed));
            }
            _ => {
                self.line(&head);
                self.line(&format!("    wanted {}", node.wanted.as_deref().unwrap_or_default()));
                self.line(&format!("    there is {}", node.has.as_deref().unwrap_or_default()));
            }
        }
    }

    fn failed(&mut self, failed: &FailedEntry) {
        self.line(&format!("    {} does not hold", excerpt(&failed.predicate, 2 * QUOTED)));
        let saw = match failed.looked_at {
            "names" => joined(&failed.saw, harmless),
            _ => joined(&failed.saw, shown_value),
        };
        let node =
            failed.node.as_deref().map(|node| format!("`{}` has ", harmless(node))).unwrap_or_default();
        let saw = if failed.saw.is_empty() {
            format!("no {}", failed.looked_at)
        } else {
            format!("{} {saw}", failed.looked_at)
        };
        let note = failed.note.map(|note| format!(": {note}")).unwrap_or_default();
        self.line(&format!("      {node}{saw}{note}"));
    }
}

fn joined(texts: &[String], show: impl Fn(&str) -> String) -> String {
    texts.iter().map(|text| show(text)).collect::<Vec<_>>().join(", ")
}

fn shown_value(value: &str) -> String {
    excerpt(&format!("{value:?}"), 2 * QUOTED)
}

/// `3:5-20`, or `3:5-4:2` over several lines.
fn range(at: Spot) -> String {
    match at.line == at.end_line {
        true => format!("{}:{}-{}", at.line, at.column, at.end_column),
        false => format!("{}:{}-{}:{}", at.line, at.column, at.end_line, at.end_column),
    }
}
