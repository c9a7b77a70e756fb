//! SARIF 2.1.0: the part of its object model that a report needs, in the standard's own words and
//! order. Keys that have nothing to say are left out, as its schema asks for lists and objects.

use serde::Serialize;

/// A log: the whole file.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Log {
    /// Address of the schema.
    #[serde(rename = "$schema")]
    pub schema: &'static str,
    /// Version of the standard.
    pub version: &'static str,
    /// One run.
    pub runs: [Run; 1],
}

/// One run over one pack.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    /// What ran.
    pub tool: Tool,
    /// How it went.
    pub invocations: [Invocation; 1],
    /// What tells this pack's run from those of other packs.
    pub automation_details: AutomationDetails,
    /// What relative URIs are relative to.
    pub original_uri_base_ids: BaseIds,
    /// The pack's files.
    pub artifacts: Vec<Artifact>,
    /// Findings.
    pub results: Vec<Outcome>,
    /// Encoding of the files.
    pub default_encoding: &'static str,
    /// What a column counts.
    pub column_kind: &'static str,
    /// What SARIF has no key for.
    pub properties: RunProperties,
}

/// What ran.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tool {
    /// The program.
    pub driver: Driver,
}

/// The program.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Driver {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The same, as a semantic version.
    pub semantic_version: &'static str,
    /// What it does, and what it does not say.
    pub full_description: Message,
    /// Every rule it looks for.
    pub rules: Vec<Descriptor>,
    /// What it tells beside findings.
    pub notifications: Vec<Descriptor>,
}

/// A rule, or a kind of notification.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Descriptor {
    /// Its id.
    pub id: &'static str,
    /// The id as an identifier of programs.
    pub name: String,
    /// A phrase.
    pub short_description: Message,
    /// A paragraph.
    pub full_description: Message,
    /// What to do.
    pub help: Message,
    /// How it weighs.
    pub default_configuration: Configuration,
    /// What code hosts read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub properties: Option<RuleProperties>,
}

/// How a rule weighs.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Configuration {
    /// `error`, `warning` or `note`.
    pub level: &'static str,
}

/// What code hosts read of a rule.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct RuleProperties {
    /// Words to filter by.
    pub tags: Vec<&'static str>,
    /// How often the rule is right.
    pub precision: &'static str,
    /// Weight of a finding that is no security matter.
    #[serde(rename = "problem.severity")]
    pub problem_severity: &'static str,
    /// Weight of one that is: 0.0 to 10.0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub security_severity: Option<&'static str>,
}

/// Text, and the same in Markdown.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// Plain text.
    pub text: String,
    /// Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
}

impl Message {
    /// A message without Markdown.
    pub fn plain(text: impl Into<String>) -> Self {
        Message { text: text.into(), markdown: None }
    }
}

/// How a run went.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Invocation {
    /// Whether there is a verdict.
    pub execution_successful: bool,
    /// What was not analysed, and what static vetting cannot see.
    pub tool_execution_notifications: Vec<Notification>,
}

/// Something to know of the run.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    /// Its kind.
    pub descriptor: DescriptorReference,
    /// `warning` or `note`.
    pub level: &'static str,
    /// What it says.
    pub message: Message,
    /// The file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Location>,
}

/// Points at a kind of notification.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DescriptorReference {
    /// Its id.
    pub id: &'static str,
    /// Its place in the driver's list.
    pub index: usize,
}

/// Tells runs apart.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AutomationDetails {
    /// A category that ends in `/`.
    pub id: String,
}

/// What relative URIs are relative to.
#[derive(Serialize)]
pub struct BaseIds {
    /// The only base.
    #[serde(rename = "%SRCROOT%")]
    pub source_root: Base,
}

/// A base without an address: it differs from machine to machine.
#[derive(Serialize)]
pub struct Base {
    /// What it is.
    pub description: Message,
}

/// A file of the pack.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Artifact {
    /// Where it is.
    pub location: ArtifactLocation,
    /// Bytes.
    pub length: u64,
}

/// A file, by its address.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArtifactLocation {
    /// Relative and percent-encoded.
    pub uri: String,
    /// What it is relative to.
    pub uri_base_id: &'static str,
    /// Its place in the run's list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
}

/// A finding.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// Its rule.
    pub rule_id: &'static str,
    /// The rule's place in the driver's list.
    pub rule_index: usize,
    /// `error`, `warning` or `note`.
    pub level: &'static str,
    /// What was found, and how its halves are tied.
    pub message: Message,
    /// Where: one place.
    pub locations: Vec<Location>,
    /// Its halves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related_locations: Vec<Location>,
    /// The ways that values take from half to half.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub code_flows: Vec<CodeFlow>,
    /// What stays while the cited lines do.
    pub partial_fingerprints: PartialFingerprints,
    /// Whether and how it was accepted; empty if it was not.
    pub suppressions: Vec<Suppression>,
    /// What SARIF has no key for.
    pub properties: OutcomeProperties,
}

/// What SARIF has no key for in a finding.
#[derive(Serialize)]
pub struct OutcomeProperties {
    /// Whether it blocks the install.
    pub danger: bool,
    /// What to do about it.
    pub fix: String,
}

/// A place, alone or with what it is.
#[derive(Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    /// By which messages link to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<usize>,
    /// The place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub physical_location: Option<PhysicalLocation>,
    /// What it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
}

/// A file and a stretch of it.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PhysicalLocation {
    /// The file.
    pub artifact_location: ArtifactLocation,
    /// The stretch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
}

/// A stretch: 1-based, columns in the run's kind, the end exclusive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Region {
    /// First line.
    pub start_line: u32,
    /// The rest; none for a file as a whole.
    #[serde(flatten)]
    pub rest: Option<RegionRest>,
}

/// What a region has beside its first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RegionRest {
    /// Column of its first character.
    pub start_column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column after its last character.
    pub end_column: u32,
}

/// A way.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CodeFlow {
    /// From where to where.
    pub message: Message,
    /// One thread.
    pub thread_flows: [ThreadFlow; 1],
}

/// The steps of a way.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ThreadFlow {
    /// In order.
    pub locations: Vec<ThreadFlowLocation>,
}

/// A step.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ThreadFlowLocation {
    /// Where, and what happens there.
    pub location: Location,
    /// `essential` for the halves, `important` for what lies between.
    pub importance: &'static str,
}

/// What stays while the cited lines do.
#[derive(Serialize)]
pub struct PartialFingerprints {
    /// Ours. The key that code hosts compute themselves, `primaryLocationLineHash`, is left to them.
    #[serde(rename = "skillVetFingerprint/v1")]
    pub ours: String,
}

/// That a finding was accepted.
#[derive(Serialize)]
pub struct Suppression {
    /// `external`: not in the source.
    pub kind: &'static str,
    /// `accepted`.
    pub status: &'static str,
}

/// What SARIF has no key for in a run.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunProperties {
    /// CLEAN, REVIEW or BLOCKED.
    pub verdict: crate::verdict::Verdict,
    /// Which rule of the verdict applied.
    pub verdict_rule: &'static str,
    /// What static vetting cannot see, and what was left out.
    pub limits: Vec<String>,
    /// How halves of a combination are judged.
    pub policy: String,
    /// The sets of queries in use.
    pub queries: Vec<crate::report::QuerySet>,
    /// Findings of the run that are not among the results.
    pub results_left_out: usize,
}
