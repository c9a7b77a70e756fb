//! The rule table: as data for `skill-vet rules --json`, and as text.

use super::text::{Look, paint, wrap};
use super::words::level_name;
use crate::rules::{RULES, RuleInfo, Severity};
use annotate_snippets::renderer::{AnsiColor, Style};
use schemars::JsonSchema;
use serde::Serialize;

/// One rule.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct RuleEntry {
    /// Its id.
    pub rule: &'static str,
    /// Its severity, fixed.
    pub severity: Severity,
    /// Whether a finding of it blocks the install.
    pub danger: bool,
    /// A phrase for lists.
    pub title: &'static str,
    /// What it means, why it matters and what it does not say.
    pub help: &'static str,
    /// A short example that fires.
    pub example: &'static str,
    /// What to do about a finding.
    pub fix: &'static str,
}

impl From<&RuleInfo> for RuleEntry {
    fn from(info: &RuleInfo) -> Self {
        RuleEntry {
            rule: info.id,
            severity: info.severity,
            danger: info.rule.is_danger(),
            title: info.title,
            help: info.help,
            example: info.example,
            fix: info.fix,
        }
    }
}

/// Every rule, in the order of the table.
pub fn all() -> Vec<RuleEntry> {
    RULES.iter().map(RuleEntry::from).collect()
}

/// The table for people: a line a rule.
pub fn table(look: Look) -> String {
    let widest = RULES.iter().map(|info| info.id.len()).max().unwrap_or(0);
    let mut out = String::new();
    for info in RULES {
        let weight = weight(info);
        let padding = " ".repeat("warning".len() - weight.len());
        let line = format!("{}{padding}  {:widest$}  {}", painted(info, look), info.id, info.title);
        out.push_str(&line);
        out.push('\n');
    }
    out.push_str("\n`skill-vet rules RULE` explains one. A danger blocks the install.\n");
    out
}

/// One rule for people: what it means, an example, what to do.
pub fn one(info: &RuleInfo, look: Look) -> String {
    let bold = |text: &str| paint(look, Style::new().bold(), text);
    let mut lines =
        vec![format!("{}  {}", bold(info.id), painted(info, look)), info.title.into(), String::new()];
    lines.extend(wrap(info.help, look.width));
    lines.extend([String::new(), bold("Example")]);
    lines.extend(info.example.lines().map(|line| format!("    {line}")));
    lines.extend([String::new(), bold("What to do")]);
    lines.extend(wrap(info.fix, look.width.saturating_sub(4)).iter().map(|line| format!("    {line}")));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn weight(info: &RuleInfo) -> &'static str {
    level_name(info.rule.is_danger(), info.severity)
}

fn painted(info: &RuleInfo, look: Look) -> String {
    let colour = match info.severity {
        Severity::Error => AnsiColor::BrightRed,
        Severity::Warn => AnsiColor::BrightYellow,
        Severity::Info => AnsiColor::BrightCyan,
    };
    paint(look, colour.on_default().bold(), weight(info))
}
