//! The report: one judgement as plain data, and a file a format.
//!
//! Names and order of keys are the contract of `--json`; `schemas/` holds their JSON Schema, which
//! is made from these structs, and a test keeps both in step.

pub mod facts;
pub mod faults;
pub mod github;
pub mod html;
pub mod json;
mod line;
pub mod logs;
pub mod markdown;
mod marks;
pub mod mask;
pub mod places;
pub mod queries;
pub mod rules;
pub mod sarif;
pub mod schema;
pub mod text;
mod words;

use crate::findings::{Evidence, Finding, Flow};
use crate::pack::{File, Kind, Pack};
use crate::rules::Severity;
use crate::text::harmless;
use crate::verdict::{Coverage, Hole, Judged, Judgement, Verdict};
pub use places::{PlaceEntry, Spot};
use schemars::JsonSchema;
use serde::Serialize;

/// What `skill-vet vet` says of one pack.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields, title = "skill-vet report")]
pub struct Report {
    /// Always `skill-vet`.
    pub tool: &'static str,
    /// Version of the tool.
    pub version: &'static str,
    /// The subcommand that was run.
    pub command: &'static str,
    /// The pack that was vetted.
    pub pack: PackEntry,
    /// Every file and link of the pack, sorted by path.
    pub files: Vec<FileEntry>,
    /// Findings, sorted: danger first, then severity, file, line, rule.
    pub findings: Vec<FindingEntry>,
    /// Counts that match `findings` exactly.
    pub summary: Summary,
    /// The verdict.
    pub verdict: Verdict,
    /// One sentence: which rule of the verdict applied.
    pub verdict_rule: &'static str,
    /// Sentences: what static vetting cannot see, and what was left out of this run.
    pub limits: Vec<String>,
    /// How halves of a combination are judged: `seed` (same file is enough for danger) or `flow`.
    #[schemars(regex(pattern = "^(seed|flow)$"))]
    pub policy: String,
    /// The sets of queries in use, in the order in which they were loaded.
    pub queries: Vec<QuerySet>,
    /// Every path, by whether it was analysed.
    pub coverage: CoverageEntry,
    /// How many findings are accepted.
    pub accepted: usize,
}

/// The pack that was vetted.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct PackEntry {
    /// The folder, as it was named on the command line.
    pub dir: String,
    /// The folder's own name.
    pub dirname: String,
    /// `name` of the frontmatter.
    pub name: Option<String>,
    /// Path of the SKILL.md that was used.
    pub skill_file: Option<String>,
}

/// One file or link of the pack.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct FileEntry {
    /// Path relative to the pack's root, `/` between its parts.
    pub path: String,
    /// Size in bytes; of a link, the length of its target's name.
    pub bytes: u64,
    /// What it is.
    pub kind: Kind,
    /// Whether it is binary, which cannot be read statically.
    pub binary: bool,
    /// Whether its text was looked at.
    pub scanned: bool,
    /// A symbolic link whose target leaves the pack.
    pub symlink_out: bool,
}

/// One finding.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct FindingEntry {
    /// Id of the rule, as `skill-vet rules` lists it.
    pub rule: &'static str,
    /// How much it weighs.
    pub severity: Severity,
    /// Whether it blocks the install.
    pub danger: bool,
    /// The file, `null` for the pack as a whole.
    pub file: Option<String>,
    /// 1-based line, `null` for a file as a whole.
    #[schemars(range(min = 1))]
    pub line: Option<u32>,
    /// What was found. Text of the pack in it is escaped for display.
    pub message: String,
    /// What to do about it.
    pub fix: String,
    /// 1-based column of the first character, counted in characters.
    #[schemars(range(min = 1))]
    pub column: Option<u32>,
    /// Last line.
    #[schemars(range(min = 1))]
    pub end_line: Option<u32>,
    /// Column after the last character.
    #[schemars(range(min = 1))]
    pub end_column: Option<u32>,
    /// Every half of a combination, the exit among them; empty for a finding of one place.
    pub evidence: Vec<EvidenceEntry>,
    /// 32 hex digits that stay the same while the cited lines do, wherever in the file they move.
    #[schemars(regex(pattern = "^[0-9a-f]{32}$"))]
    pub fingerprint: String,
    /// Whether this finding was accepted and does not count for the verdict.
    pub accepted: bool,
}

/// One half of a combination.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct EvidenceEntry {
    /// The part it plays: `secret`, `send`, `capture`, `persist`, `encode`, `read`, `write`,
    /// `copy`, `claim`.
    pub role: &'static str,
    /// What it is, as a phrase.
    pub label: String,
    /// Where it stands.
    #[serde(flatten)]
    pub place: PlaceEntry,
    /// How it is tied to the exit; `null` for the exit itself.
    pub flow: Option<FlowEntry>,
}

/// How two halves are tied.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "tie", rename_all = "kebab-case")]
pub enum FlowEntry {
    /// The value was followed from this half to the exit.
    Reaches {
        /// The places it passes, in order.
        steps: Vec<PlaceEntry>,
    },
    /// Both stand in one file; no more is known.
    SameFile,
}

/// Findings, counted. A danger is an ERROR and counts as both.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Summary {
    /// All findings.
    pub findings: usize,
    /// Those that are ERROR.
    pub errors: usize,
    /// Those that are WARN.
    pub warnings: usize,
    /// Those that are INFO.
    pub info: usize,
    /// Those that are a danger.
    pub danger: usize,
}

/// A set of query files in use.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct QuerySet {
    /// `embedded`, or the folder it was read from.
    pub source: String,
    /// Hex SHA-256 over its files.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub sha256: String,
}

impl From<crate::queries::Identity> for QuerySet {
    fn from(identity: crate::queries::Identity) -> Self {
        QuerySet { source: identity.source, sha256: identity.sha256 }
    }
}

/// Every path of the pack, in exactly one list, each sorted by path.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct CoverageEntry {
    /// Read whole and looked at by every rule meant for its kind.
    pub analysed: Vec<String>,
    /// Read, but not looked at by every rule.
    pub partly: Vec<HoleEntry>,
    /// Not looked at.
    pub not: Vec<HoleEntry>,
}

/// A path that was not wholly analysed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct HoleEntry {
    /// Path relative to the pack's root; empty for the pack as a whole.
    pub path: String,
    /// Why, in words.
    pub why: String,
}

/// A wrong input: what `--json` prints in place of a report.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields, title = "skill-vet error")]
pub struct ErrorReport {
    /// What is wrong, in one line.
    pub error: String,
}

/// How the run was set up, as the report names it.
#[derive(Clone, Debug)]
pub struct Run {
    /// The subcommand.
    pub command: &'static str,
    /// The policy's name.
    pub policy: String,
    /// The sets of queries in use.
    pub queries: Vec<QuerySet>,
}

impl Report {
    /// The report of `judgement` over `pack`.
    pub fn new(pack: &Pack, judgement: &Judgement, run: Run) -> Self {
        let counts = judgement.counts;
        Report {
            tool: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            command: run.command,
            pack: PackEntry {
                dir: pack.dir.clone(),
                dirname: pack.dirname.clone(),
                name: judgement.skill_name.clone(),
                skill_file: judgement.skill_file.as_deref().map(String::from),
            },
            files: pack.files.iter().map(FileEntry::from).collect(),
            findings: judgement.findings.iter().map(FindingEntry::from).collect(),
            summary: Summary {
                findings: counts.findings,
                errors: counts.errors,
                warnings: counts.warnings,
                info: counts.info,
                danger: counts.danger,
            },
            verdict: judgement.verdict,
            verdict_rule: judgement.verdict.rule(),
            limits: judgement.limits.clone(),
            policy: run.policy,
            queries: run.queries,
            coverage: CoverageEntry::from(&judgement.coverage),
            accepted: 0,
        }
    }
}

impl From<&File> for FileEntry {
    fn from(file: &File) -> Self {
        FileEntry {
            path: file.path.to_string(),
            bytes: file.bytes,
            kind: file.kind,
            binary: file.kind == Kind::Binary,
            scanned: file.text.is_some(),
            symlink_out: file.symlink_out,
        }
    }
}

impl From<&Judged> for FindingEntry {
    fn from(judged: &Judged) -> Self {
        let Finding { rule, severity, file, place, message, fix, evidence } = &judged.finding;
        FindingEntry {
            rule: rule.id(),
            severity: *severity,
            danger: rule.is_danger(),
            file: file.as_deref().map(String::from),
            line: place.as_ref().map(|place| place.line),
            // Already harmless by contract; a second pass costs nothing and changes nothing.
            message: harmless(message),
            fix: harmless(fix),
            column: place.as_ref().map(|place| place.column),
            end_line: place.as_ref().map(|place| place.end_line),
            end_column: place.as_ref().map(|place| place.end_column),
            evidence: evidence.iter().map(EvidenceEntry::from).collect(),
            fingerprint: judged.fingerprint.clone(),
            accepted: false,
        }
    }
}

impl FindingEntry {
    /// Its own place in its file, if it cites a line.
    pub fn spot(&self) -> Option<Spot> {
        Some(Spot {
            line: self.line?,
            column: self.column?,
            end_line: self.end_line?,
            end_column: self.end_column?,
        })
    }
}

impl From<&Evidence> for EvidenceEntry {
    fn from(half: &Evidence) -> Self {
        EvidenceEntry {
            role: half.role,
            label: harmless(&half.label),
            place: PlaceEntry::from(&half.place),
            flow: half.flow.as_ref().map(FlowEntry::from),
        }
    }
}

impl From<&Flow> for FlowEntry {
    fn from(flow: &Flow) -> Self {
        match flow {
            Flow::Reaches(steps) => {
                FlowEntry::Reaches { steps: steps.iter().map(PlaceEntry::from).collect() }
            }
            Flow::SameFile => FlowEntry::SameFile,
        }
    }
}

impl From<&Coverage> for CoverageEntry {
    fn from(coverage: &Coverage) -> Self {
        CoverageEntry {
            analysed: coverage.analysed.iter().map(|path| path.to_string()).collect(),
            partly: coverage.partly.iter().map(HoleEntry::from).collect(),
            not: coverage.not.iter().map(HoleEntry::from).collect(),
        }
    }
}

impl From<&Hole> for HoleEntry {
    fn from(hole: &Hole) -> Self {
        HoleEntry { path: hole.path.to_string(), why: harmless(&hole.why) }
    }
}
