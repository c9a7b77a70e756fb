//! The rule table as data, for `skill-vet rules --json`.

use crate::rules::{RULES, RuleInfo, Severity};
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
