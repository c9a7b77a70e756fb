//! Every rule: its id, severity, title and help. The only place where an id is spelled.

use serde::Serialize;

/// How much a finding weighs. Order is that of the report: the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
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
    /// Its severity, fixed.
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

macro_rules! rules {
    ($($name:ident $id:literal $severity:ident {
        title: $title:literal,
        help: $help:literal,
        example: $example:literal,
        fix: $fix:literal $(,)?
    })+) => {
        /// A rule. Its facts stand in [`Rule::info`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs)] // Each variant is documented by its row.
        pub enum Rule { $($name),+ }

        /// All rules, in the order of the table.
        pub const RULES: &[RuleInfo] = &[$(RuleInfo {
            rule: Rule::$name,
            id: $id,
            severity: Severity::$severity,
            title: $title,
            help: $help,
            example: $example,
            fix: $fix,
        }),+];
    };
}

rules! {
    MissingSkillMd "MISSING_SKILL_MD" Error {
        title: "no SKILL.md in the pack's root",
        help: "An agent loads a skill by the SKILL.md in its root folder. Without one the folder is no skill, or not the folder that was meant.",
        example: "weather/README.md stands there, weather/SKILL.md does not",
        fix: "Add a SKILL.md to the root of the pack, or vet the folder that holds it.",
    }
}

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
