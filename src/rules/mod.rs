//! Every rule: its id, severity, title and help. The only place where an id is spelled.
//!
//! [`Rule::info`] gives the row of a rule, [`RULES`] all of them.

use serde::Serialize;

/// How much a finding weighs. Order is that of the report: the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Severity {
    /// The pack is broken or dangerous.
    Error,
    /// A person should read this.
    Warn,
    /// Worth knowing; never changes the verdict.
    Info,
}

/// What is known of one rule.
pub struct RuleInfo {
    /// The rule.
    pub rule: Rule,
    /// Its id, as reports and users spell it.
    pub id: &'static str,
    /// Its severity.
    pub severity: Severity,
    /// A phrase for lists.
    pub title: &'static str,
    /// What it means, why it matters and what it does not say: a paragraph.
    pub help: &'static str,
    /// A short example that fires.
    pub example: &'static str,
    /// What to do about a finding, the default of its `fix`.
    pub fix: &'static str,
}

mod table;

pub use table::{RULES, Rule};

impl Rule {
    /// The rule's row.
    pub fn info(self) -> &'static RuleInfo {
        &RULES[self as usize]
    }

    /// Its id.
    pub fn id(self) -> &'static str {
        self.info().id
    }

    /// Its severity.
    pub fn severity(self) -> Severity {
        self.info().severity
    }

    /// Whether a finding of this rule alone blocks the install.
    pub fn is_danger(self) -> bool {
        self.id().starts_with("DANGER_")
    }

    /// By id, in any case.
    pub fn by_id(id: &str) -> Option<Self> {
        RULES.iter().find(|info| info.id.eq_ignore_ascii_case(id)).map(|info| info.rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_row_is_whole_and_its_id_is_its_own() {
        let mut ids = BTreeSet::new();
        for info in RULES {
            assert_eq!(info.rule.info().id, info.id);
            assert_eq!(Rule::by_id(&info.id.to_lowercase()), Some(info.rule));
            assert!(ids.insert(info.id), "{} twice", info.id);
            assert!(info.id.chars().all(|c| c.is_ascii_uppercase() || c == '_'), "{}", info.id);
            assert!(!info.title.is_empty() && !info.title.ends_with('.'), "{}: a title is a phrase", info.id);
            assert!(info.help.len() > 150 && info.help.ends_with('.'), "{}: help is a paragraph", info.id);
            assert!(info.fix.ends_with('.'), "{}: a fix is a sentence", info.id);
            assert!(!info.example.is_empty(), "{}: no example", info.id);
        }
    }

    #[test]
    fn danger_is_an_error() {
        let dangers: Vec<_> = RULES.iter().filter(|info| info.rule.is_danger()).collect();
        assert_eq!(dangers.len(), 3);
        assert!(dangers.iter().all(|info| info.severity == Severity::Error));
    }
}
