//! Findings: what a rule says of a place, with its evidence.

pub mod combine;
pub mod concealment;
pub mod endpoint;
pub mod foreign;
pub mod hygiene;
mod official;
pub mod references;
pub mod secrets;
pub mod split;
pub mod structure;
#[cfg(test)]
mod testing;
pub mod told;

use crate::rules::{Rule, Severity};
use crate::text::Place;
use std::sync::Arc;

/// One finding. Danger comes from its rule; where it is cited is decided once, by whoever builds
/// it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule that fired.
    pub rule: Rule,
    /// Its rule's severity, but for the one rule that is milder in one form (SKIPPED_DIRECTORY).
    pub severity: Severity,
    /// The file, `None` for the pack as a whole.
    pub file: Option<Arc<str>>,
    /// The exact place, `None` where the finding is about the file as a whole.
    pub place: Option<Place>,
    /// One or two sentences; text of the pack in it is already harmless.
    pub message: String,
    /// What to do about it.
    pub fix: String,
    /// Every half of a combination; empty for findings that need no second place.
    pub evidence: Vec<Evidence>,
}

/// One half of a combination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// What part it plays: `secret`, `send`, `capture`, `persist`, `encode`, `read`, `write`,
    /// `copy`, `claim`.
    pub role: &'static str,
    /// What it is, in a phrase a person understands: `AWS credentials file`.
    pub label: String,
    /// Where it stands.
    pub place: Place,
    /// How this half is tied to the exit; `None` for the exit itself.
    pub flow: Option<Flow>,
}

/// How two halves are tied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The value gets there by def-use; the places it passes, in order.
    Reaches(Vec<Place>),
    /// They stand in one file, no more is known.
    SameFile,
}

impl Finding {
    /// A finding about the whole pack.
    pub fn of_pack(rule: Rule, message: impl Into<String>) -> Self {
        Finding {
            rule,
            severity: rule.severity(),
            file: None,
            place: None,
            message: message.into(),
            fix: rule.info().fix.into(),
            evidence: Vec::new(),
        }
    }

    /// A finding about a file as a whole.
    pub fn of_file(rule: Rule, file: &Arc<str>, message: impl Into<String>) -> Self {
        Finding { file: Some(file.clone()), ..Finding::of_pack(rule, message) }
    }

    /// A finding at a place.
    pub fn at(rule: Rule, place: Place, message: impl Into<String>) -> Self {
        Finding { place: Some(place.clone()), ..Finding::of_file(rule, &place.file, message) }
    }

    /// The same finding with its halves.
    pub fn with_evidence(mut self, evidence: Vec<Evidence>) -> Self {
        self.evidence = evidence;
        self
    }
}
