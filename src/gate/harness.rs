//! Harnesses: which tools each offers, and whether a pack's are among them.

use super::GateError;
use super::features::Features;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The harness that is asked about where none is named.
pub const DEFAULT_HARNESS: &str = "pi";

/// Tools by harness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Harnesses {
    profiles: BTreeMap<String, BTreeSet<String>>,
}

impl Harnesses {
    /// The profiles built in: `queries/gate/harnesses.toml`.
    pub fn embedded() -> Self {
        // A test proves that the file can be read.
        let profiles = toml::from_str(include_str!("../../queries/gate/harnesses.toml")).unwrap_or_default();
        Harnesses { profiles }
    }

    /// These profiles with those of a TOML text over them, `name = ["tool", …]` a line.
    ///
    /// # Errors
    /// What the text's reader says of it, or an empty text.
    pub fn with(mut self, text: &str) -> Result<Self, GateError> {
        let profiles: BTreeMap<String, BTreeSet<String>> =
            toml::from_str(text).map_err(|error| GateError::Profiles(error.message().to_string()))?;
        if profiles.is_empty() {
            return Err(GateError::Profiles("it names no harness".into()));
        }
        self.profiles.extend(profiles.into_iter().map(|(name, tools)| (name.trim().to_lowercase(), tools)));
        Ok(self)
    }

    /// The names of the harnesses, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.profiles.keys().map(String::as_str)
    }

    /// Each harness with its tools, in the order of their names.
    pub fn all(&self) -> impl Iterator<Item = (&str, &BTreeSet<String>)> {
        self.profiles.iter().map(|(name, tools)| (name.as_str(), tools))
    }

    /// The tools of a harness, by its name in any case.
    ///
    /// # Errors
    /// An unknown name; the error lists those that are known.
    pub fn tools(&self, harness: &str) -> Result<&BTreeSet<String>, GateError> {
        let name = harness.trim().to_lowercase();
        self.profiles.get(&name).ok_or_else(|| GateError::UnknownHarness {
            name: harness.to_string(),
            known: self.names().collect::<Vec<_>>().join(", "),
        })
    }
}

/// Whether a harness offers the tools of a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Compatibility {
    /// The harness, by its name in lower case.
    pub target_harness: String,
    /// Whether it offers all of them.
    pub status: Status,
    /// Tools of the pack that it does not offer, sorted.
    pub missing_tools: Vec<String>,
    /// Tools of the pack, sorted.
    pub declared_tools: Vec<String>,
}

/// Whether a harness offers all that a pack declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It does.
    Compatible,
    /// A tool is missing.
    Incompatible,
}

/// Compares a pack's tools with those of a harness. `WebFetch`, `webfetch` and `web_fetch` are one
/// tool.
///
/// # Errors
/// An unknown harness: a typing error must not decide.
pub fn compatibility(
    features: &Features,
    harness: &str,
    harnesses: &Harnesses,
) -> Result<Compatibility, GateError> {
    let plain = |tool: &str| tool.replace(['_', '-'], "").to_lowercase();
    let offered: BTreeSet<String> = harnesses.tools(harness)?.iter().map(|tool| plain(tool)).collect();
    let mut declared_tools = features.tools.clone();
    declared_tools.sort();
    let missing_tools: Vec<String> =
        declared_tools.iter().filter(|tool| !offered.contains(&plain(tool))).cloned().collect();
    let status = if missing_tools.is_empty() { Status::Compatible } else { Status::Incompatible };
    Ok(Compatibility { target_harness: harness.trim().to_lowercase(), status, missing_tools, declared_tools })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_profiles_can_be_read() {
        let harnesses = Harnesses::embedded();
        assert_eq!(harnesses.names().collect::<Vec<_>>(), ["claude", "codex", "generic", "pi"]);
        let counts = ["claude", "codex", "generic", "pi"].map(|name| harnesses.tools(name).unwrap().len());
        assert_eq!(counts, [13, 7, 4, 59]);
        let herdr = harnesses.tools("PI").unwrap().iter().filter(|tool| tool.starts_with("herdr_"));
        assert_eq!(herdr.count(), 43);
    }

    #[test]
    fn files_replace_and_add() {
        let harnesses = Harnesses::embedded().with("pi = [\"x\"]\nMine = [\"y\", \"z\"]\n").unwrap();
        assert_eq!(harnesses.tools("pi").unwrap().len(), 1);
        assert_eq!(harnesses.tools(" mine ").unwrap().len(), 2);
        for broken in ["", "pi", "pi = 3", "[pi]\nx = 1"] {
            assert!(Harnesses::embedded().with(broken).is_err(), "{broken}");
        }
        let error = harnesses.tools("cluade").unwrap_err().to_string();
        assert!(error.contains("cluade") && error.contains("claude, codex, generic, mine, pi"), "{error}");
    }
}
