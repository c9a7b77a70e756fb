//! `skill-vet gate`: a risk score, redlines, and whether a harness offers a pack's tools.
//!
//! The gate stands beside `vet` and is coarser: it counts labels rather than following values, so
//! that its scores and its vector stay comparable from one version to the next and with those of
//! other builds of the same rules. What it counts is in `queries/gate/`.
//!
//! ```
//! use skill_vet::gate;
//!
//! let dir = tempfile::tempdir()?;
//! std::fs::write(dir.path().join("SKILL.md"), "---\nname: demo\ntools: [read, bash]\n---\nHello\n")?;
//! std::fs::write(dir.path().join("run.sh"), "curl https://a.example/data > data\n")?;
//! let path = dir.path().to_str().unwrap_or_default();
//!
//! // All of it at once.
//! let audit = gate::analyze_skill(path, "pi")?;
//! let report = serde_json::to_value(&audit)?;
//! assert_eq!(report["risk"]["verdict"], "ALLOW");
//!
//! // What is there.
//! let features = gate::extract_features(path)?;
//! assert!(features.vector_hash.starts_with("sha256:"));
//!
//! // What it risks.
//! let risk = gate::profile_risk(&features);
//! assert_eq!(risk.verdict, gate::Verdict::Allow);
//! assert_eq!(risk.overall_score, 0.125);
//!
//! // Where it runs.
//! let compat = gate::evaluate_compatibility(&features, "pi")?;
//! assert_eq!(compat.status, gate::Status::Compatible);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod features;
mod harness;
mod header;
mod labels;
mod python;
mod risk;
mod seen;
mod shell;
mod vector;
mod view;

pub use features::{
    Counted, Evidence, Features, Findings, PythonAnalysis, ShellAnalysis, analyze_python_code,
    scan_shell_script,
};
pub use harness::{Compatibility, DEFAULT_HARNESS, Harnesses, Status, compatibility};
pub use header::{Header, HeaderValue, ToolsSource, parse_frontmatter};
pub use risk::{BLOCK_FROM, Factor, Factors, Risk, Verdict, WARN_FROM, risk as profile_risk};
pub use seen::{Redline, Role};

use crate::pack::{Limits, Pack, PackError};
use crate::text::{excerpt, harmless};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// Version of the report's form.
const SCHEMA_VERSION: &str = "1.0.0";

/// All that the gate says of one pack. Serialised, it is the report: names and order of keys are
/// its contract.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields, title = "skill-vet gate report")]
pub struct Audit {
    /// Version of this form.
    pub schema_version: &'static str,
    /// The frontmatter's `name`, else the folder's.
    pub skill_name: String,
    /// The folder, as it was named.
    pub skill_dir: String,
    /// That of the features.
    #[schemars(regex(pattern = "^sha256:[0-9a-f]{64}$"))]
    pub vector_hash: String,
    /// What the pack holds.
    pub features: Features,
    /// What it risks.
    pub risk: Risk,
    /// Whether the harness offers its tools.
    pub compatibility: Compatibility,
    /// `sha256:` over a line `path\0sha256` for every file: it changes with any byte. `null` where
    /// a file could not be read to its end.
    #[schemars(regex(pattern = "^sha256:[0-9a-f]{64}$"))]
    pub content_hash: Option<String>,
    /// What was not read or not counted, and why.
    pub warnings: Vec<String>,
    /// Remarks on how something was counted.
    pub notes: Vec<String>,
    /// Where each counted thing and redline stands.
    pub evidence: Vec<Evidence>,
    /// The key of SKILL.md whose tools were counted.
    pub tools_source: Option<ToolsSource>,
}

impl Audit {
    /// The audit of what was found in a pack, for one harness.
    ///
    /// # Errors
    /// An unknown harness.
    pub fn new(features: Features, harness: &str, harnesses: &Harnesses) -> Result<Self, GateError> {
        Ok(Audit {
            schema_version: SCHEMA_VERSION,
            skill_name: features.skill_name.clone(),
            skill_dir: features.skill_dir.clone(),
            vector_hash: features.vector_hash.clone(),
            risk: risk::risk(&features),
            compatibility: compatibility(&features, harness, harnesses)?,
            content_hash: features.content_hash.clone(),
            warnings: features.warnings.clone(),
            notes: features.notes.clone(),
            evidence: features.evidence.clone(),
            tools_source: features.tools_source,
            features,
        })
    }

    /// The exit code: 2 with a redline or a score of at least `threshold`, else 3 where the
    /// harness was asked about and lacks a tool, else 0.
    pub fn exit_code(&self, threshold: f64, asked: bool) -> u8 {
        if !self.risk.redlines_triggered.is_empty() || self.risk.overall_score >= threshold {
            2
        } else if asked && self.compatibility.status == Status::Incompatible {
            3
        } else {
            0
        }
    }
}

/// Reads the pack in the folder `dir` and says all there is to say of it, for one of the harnesses
/// built in.
///
/// # Errors
/// See [`GateError`].
pub fn analyze_skill(dir: &str, harness: &str) -> Result<Audit, GateError> {
    Audit::new(extract_features(dir)?, harness, &Harnesses::embedded())
}

/// Reads the pack in the folder `dir`.
///
/// # Errors
/// See [`GateError`].
pub fn extract_features(dir: &str) -> Result<Features, GateError> {
    read(dir).map(|(_, features)| features)
}

/// The pack in the folder `dir` with its features.
///
/// # Errors
/// See [`GateError`].
pub fn read(dir: &str) -> Result<(Pack, Features), GateError> {
    let (pack, hashes) = Pack::read_hashed(dir, &Limits::default(), &features::is_kept)?;
    let features = features::of_pack(&pack, &hashes)?;
    Ok((pack, features))
}

/// Whether one of the harnesses built in offers the tools of a pack.
///
/// # Errors
/// An unknown harness.
pub fn evaluate_compatibility(features: &Features, harness: &str) -> Result<Compatibility, GateError> {
    compatibility(features, harness, &Harnesses::embedded())
}

/// Why a pack can't be judged. Each is one line, with nothing in it that a terminal would obey.
#[derive(Debug)]
pub enum GateError {
    /// The folder can't be read.
    Pack(PackError),
    /// There is no SKILL.md in the root of the folder.
    NoSkill(String),
    /// SKILL.md can't be read, and why.
    Unreadable(String),
    /// SKILL.md can't be parsed.
    Unparsable {
        /// The line.
        line: u32,
        /// What is wrong with it.
        why: &'static str,
        /// The line's text.
        text: String,
    },
    /// No harness has this name.
    UnknownHarness {
        /// The name.
        name: String,
        /// The names that are known.
        known: String,
    },
    /// A file of harness profiles can't be read, and why.
    Profiles(String),
}

/// Characters of a broken line that are shown.
const SHOWN: usize = 80;

impl fmt::Display for GateError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GateError::Pack(error) => error.fmt(out),
            GateError::NoSkill(dir) => write!(out, "no SKILL.md in {}", harmless(dir)),
            GateError::Unreadable(why) => write!(out, "SKILL.md can't be read: {}", harmless(why)),
            GateError::Unparsable { line, why, text } => {
                write!(out, "SKILL.md can't be parsed: {why}: line {line}: {}", excerpt(text, SHOWN))
            }
            GateError::UnknownHarness { name, known } => {
                write!(out, "no harness is named {}; known: {known}", excerpt(name, SHOWN))
            }
            GateError::Profiles(why) => {
                write!(out, "harness profiles can't be read: {}", harmless(why.trim()))
            }
        }
    }
}

impl std::error::Error for GateError {}

impl From<PackError> for GateError {
    fn from(error: PackError) -> Self {
        GateError::Pack(error)
    }
}
