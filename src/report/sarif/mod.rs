//! SARIF 2.1.0, for code hosts and editors: a result a finding, its halves as related locations,
//! the way of a value as a code flow, and what was not analysed as notifications.
//!
//! Beside the standard it keeps what GitHub code scanning asks: every result has a region within
//! its file, every rule is listed with help and a security severity, and no list is longer than is
//! taken.

mod model;
mod regions;
mod rules;

use super::words::{level_name, phrase, tie};
use super::{EvidenceEntry, FindingEntry, FlowEntry, HoleEntry, PlaceEntry, Report};
use crate::pack::Pack;
use crate::rules::Severity;
use crate::text::harmless;
use crate::verdict::{ALWAYS, CLOSING};
use model::*;
use regions::Files;

/// Results of a run that GitHub takes; a longer file is turned down whole.
const RESULTS: usize = 25_000;
/// Related locations of a result; GitHub takes 1,000 and shows 100.
const RELATED: usize = 100;
/// Steps of one way; GitHub takes 10,000 and shows 1,000.
const STEPS: usize = 1_000;
/// Characters of a name that tells runs apart.
const NAME: usize = 100;

/// The report as a SARIF log. `root` is the way from the folder that addresses are relative to, to
/// the pack: `skills/weather`, or empty where the pack is that folder.
pub fn log(report: &Report, pack: &Pack, root: &str) -> Log {
    let files = Files::new(report, pack, root);
    let results = report.findings.iter().take(RESULTS).map(|finding| outcome(finding, report, &files));
    let results: Vec<Outcome> = results.collect();
    let left_out = report.findings.len() - results.len();
    Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [Run {
            tool: Tool { driver: rules::driver(report) },
            invocations: [Invocation {
                execution_successful: true,
                tool_execution_notifications: notifications(report, &files, left_out),
            }],
            automation_details: AutomationDetails { id: category(report, root) },
            original_uri_base_ids: BaseIds { source_root: Base { description: Message::plain(SOURCE_ROOT) } },
            artifacts: report.files.iter().map(|file| files.artifact(file)).collect(),
            results,
            default_encoding: "utf-8",
            column_kind: "unicodeCodePoints",
            properties: RunProperties {
                verdict: report.verdict,
                verdict_rule: report.verdict_rule,
                limits: report.limits.clone(),
                policy: report.policy.clone(),
                queries: report.queries.clone(),
                results_left_out: left_out,
            },
        }],
    }
}

const SOURCE_ROOT: &str =
    "The folder that the program ran in if the pack lies below it, else the pack itself.";

/// `skill-vet/skills/weather/`: hosts keep the results of each such category apart, so that several
/// packs of one repository don't replace one another.
fn category(report: &Report, root: &str) -> String {
    let name = if root.is_empty() { &report.pack.dirname } else { root };
    let name: String = harmless(name).chars().take(NAME).collect();
    format!("{}/{}/", report.tool, name.trim_matches('/'))
}

fn outcome(finding: &FindingEntry, report: &Report, files: &Files<'_>) -> Outcome {
    let halves = || finding.evidence.iter().take(RELATED);
    let related = halves().zip(1..).map(|(half, id)| Location {
        id: Some(id),
        message: Some(Message::plain(unlinked(&phrase(half)))),
        ..files.location(&half.place)
    });
    Outcome {
        rule_id: finding.rule,
        rule_index: rules::index(finding.rule),
        level: level(finding.severity),
        message: message(finding),
        locations: vec![files.own(finding, report)],
        related_locations: related.collect(),
        code_flows: halves().filter_map(|half| code_flow(half, finding, files)).collect(),
        partial_fingerprints: PartialFingerprints { ours: finding.fingerprint.clone() },
        suppressions: suppressions(finding),
        properties: OutcomeProperties { danger: finding.danger, fix: finding.fix.clone() },
    }
}

fn suppressions(finding: &FindingEntry) -> Vec<Suppression> {
    let accepted = Suppression { kind: "external", status: "accepted" };
    finding.accepted.then_some(accepted).into_iter().collect()
}

/// What was found, its halves as links to the related locations, and how they are tied.
fn message(finding: &FindingEntry) -> Message {
    let mut text = unlinked(&finding.message);
    let links: Vec<String> = finding
        .evidence
        .iter()
        .take(RELATED)
        .zip(1..)
        .map(|(half, id)| format!("[{}]({id})", linked(&phrase(half))))
        .collect();
    if !links.is_empty() {
        text.push_str(&format!("\n{}", links.join(", ")));
    }
    if let Some(tie) = tie(finding) {
        text.push_str(&format!("\n{}", unlinked(&tie)));
    }
    Message::plain(text)
}

/// Text that holds no link, whatever it looks like: only `](` makes one.
fn unlinked(text: &str) -> String {
    text.replace("](", "\\](")
}

/// Text that may stand within the brackets of a link.
fn linked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '[' | ']' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The way from `half` to the exit, where it was followed.
fn code_flow(half: &EvidenceEntry, finding: &FindingEntry, files: &Files<'_>) -> Option<CodeFlow> {
    let Some(FlowEntry::Reaches { steps }) = &half.flow else { return None };
    let exit = finding.evidence.iter().find(|half| half.flow.is_none())?;
    let step = |place: &PlaceEntry, text: String, importance| ThreadFlowLocation {
        location: Location { message: Some(Message::plain(unlinked(&text))), ..files.location(place) },
        importance,
    };
    let mut locations = vec![step(&half.place, phrase(half), "essential")];
    let between = steps.iter().filter(|place| **place != half.place && **place != exit.place);
    locations.extend(between.take(STEPS).map(|place| step(place, "passes here".into(), "important")));
    locations.push(step(&exit.place, phrase(exit), "essential"));
    Some(CodeFlow {
        message: Message::plain(format!(
            "from line {} to where it leaves in line {}",
            half.place.spot.line, exit.place.spot.line
        )),
        thread_flows: [ThreadFlow { locations }],
    })
}

/// What was not analysed, then what static vetting cannot see.
fn notifications(report: &Report, files: &Files<'_>, left_out: usize) -> Vec<Notification> {
    let coverage = &report.coverage;
    let hole = |kind: usize, what: &str, hole: &HoleEntry| {
        let name = if hole.path.is_empty() { "the pack as a whole".into() } else { harmless(&hole.path) };
        Notification {
            descriptor: rules::notification(kind),
            level: "warning",
            message: Message::plain(unlinked(&format!("{what} ({}): {name}", hole.why))),
            locations: files.whole(&hole.path).into_iter().collect(),
        }
    };
    let partly = coverage.partly.iter().map(|entry| hole(rules::PARTLY, "Only partly analysed", entry));
    let not = coverage.not.iter().map(|entry| hole(rules::NOT, "Not analysed", entry));
    let said = |kind: usize, text: String| Notification {
        descriptor: rules::notification(kind),
        level: "note",
        message: Message::plain(text),
        locations: Vec::new(),
    };
    let limits = ALWAYS.iter().map(|limit| said(rules::LIMIT, (*limit).to_string()));
    let cut = (left_out > 0).then(|| {
        said(rules::CUT, format!("{left_out} findings, the least of all, are not among the results."))
    });
    partly.chain(not).chain(limits).chain(cut).collect()
}

fn level(severity: Severity) -> &'static str {
    // SARIF has no word of its own for a danger.
    level_name(false, severity)
}

/// What the driver says of itself.
fn description() -> Message {
    Message::plain(format!(
        "Is this agent skill dangerous, and on which lines? Static vetting before the install. {CLOSING}"
    ))
}
