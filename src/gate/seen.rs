//! What the gate counts and where it saw it.

use crate::text::{Span, harmless};
use schemars::JsonSchema;
use serde::Serialize;

/// What a counted thing counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// A redline; the label is the sentence of `redlines_triggered`.
    Redline,
    /// A dangerous call of Python, by its name as it is spelled.
    Call,
    /// A Python module imported.
    Import,
    /// A variable of the environment that Python looks up.
    Env,
    /// A file that Python writes.
    Write,
    /// A destructive command of a shell.
    Destructive,
    /// A network utility of a shell.
    Network,
    /// A credential named in a shell script.
    Credential,
    /// A command of a shell that goes on by itself or stops others.
    Autonomy,
    /// A tool that SKILL.md declares.
    Tool,
}

/// Critical redlines. Each blocks, whatever the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Redline {
    /// Code is put together and run.
    Evaluation,
    /// The root filesystem is removed.
    RemovesRoot,
    /// The user's home folder is removed.
    RemovesHome,
    /// A key goes to a network utility.
    Exfiltration,
}

impl Redline {
    /// What the report calls it.
    fn title(self) -> &'static str {
        match self {
            Redline::Evaluation => "Dynamic code evaluation",
            Redline::RemovesRoot => "Removal of the root filesystem",
            Redline::RemovesHome => "Removal of the home folder",
            Redline::Exfiltration => "Credential exfiltration through a network utility",
        }
    }
}

/// One sighting in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub role: Role,
    /// Which redline, where it is one.
    pub redline: Option<Redline>,
    pub label: String,
    pub span: Span,
}

/// Characters of a redline's text that are shown.
const SHOWN: usize = 80;

impl Seen {
    pub fn new(role: Role, label: impl Into<String>, span: Span) -> Self {
        Seen { role, redline: None, label: label.into(), span }
    }

    /// A redline, with what crossed it.
    pub fn redline(redline: Redline, what: &str, span: Span) -> Self {
        let what: String = what.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut shown: String = what.chars().take(SHOWN).collect();
        if shown.len() < what.len() {
            shown.push('…');
        }
        let label = format!("{}: {}", redline.title(), harmless(&shown));
        Seen { role: Role::Redline, redline: Some(redline), label, span }
    }
}
