//! One HTML file for a browser: everything in it, nothing from outside, readable without scripts.
//!
//! Every text of the pack is made harmless before it reaches the template, which escapes it; the
//! page's own style and script are the only ones that its Content-Security-Policy lets run.

mod chart;
mod excerpt;
mod segment;
mod sources;
mod tree;

use super::queries::judged_by;
use super::words::{counted, files, level_name, spans, tie, title, weight, weights};
use super::{FindingEntry, FlowEntry, Report, logs};
use crate::pack::Pack;
use crate::rules::{RULES, RuleInfo};
use crate::text::harmless;
use crate::verdict::{CLOSING, Verdict};
use askama::Template;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Findings of one rule in one file that are shown with their source lines. Those after it link to
/// the line in the file, so that a page of thousands still scrolls.
const QUOTED: usize = 50;
/// Findings that are shown with their source lines at all.
const QUOTED_IN_ALL: usize = 1_000;
/// More findings than this are laid out only when they come into view.
const MANY: usize = 100;
/// Names of weights, for people and for the style.
const WEIGHTS: [&str; 4] = ["danger", "error", "warning", "note"];

/// The report as an HTML document. `pack` is the one `report` was made of.
///
/// # Errors
/// None for this template; askama's signature has one.
pub fn render(report: &Report, pack: &Pack) -> askama::Result<String> {
    let page = Page::new(report, pack).render()?;
    // A page is printed into logs as well.
    Ok(logs::replaced(&page, "&#91;"))
}

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    policy: String,
    style: &'static str,
    script: &'static str,
    report: &'a Report,
    verdict: &'static str,
    rule: String,
    name: String,
    dir: String,
    counts: Vec<Count>,
    read: String,
    chart: chart::Chart,
    filters: Filters,
    findings: Vec<Entry>,
    tree: Vec<tree::Item>,
    sources: Vec<sources::Source>,
    rules: Vec<&'static RuleInfo>,
    limits: Vec<String>,
    queries: String,
    closing: &'static str,
}

/// How many findings there are of a weight.
struct Count {
    weight: usize,
    word: &'static str,
    count: usize,
}

/// What findings can be filtered by.
struct Filters {
    weights: Vec<Count>,
    rules: Vec<(&'static str, usize)>,
    files: Vec<(String, String, usize)>,
}

/// A finding as the page shows it.
struct Entry {
    nth: usize,
    weight: usize,
    word: &'static str,
    rule: &'static str,
    title: &'static str,
    file: String,
    place: String,
    href: Option<String>,
    message: String,
    tie: Option<String>,
    followed: bool,
    excerpt: Vec<excerpt::Row>,
    quoted: bool,
    fix: Option<String>,
    accepted: bool,
}

impl<'a> Page<'a> {
    fn new(report: &'a Report, pack: &'a Pack) -> Self {
        let index: HashMap<&str, usize> =
            report.files.iter().enumerate().map(|(at, file)| (&*file.path, at)).collect();
        let sources = sources::of(report, pack, &index);
        let shown = sources::Shown::new(&sources, &index);
        let coverage = &report.coverage;
        let whole = coverage.analysed.len();
        let left = coverage.partly.len() + coverage.not.len();
        let name = report.pack.name.as_deref().unwrap_or(&report.pack.dirname);
        Page {
            policy: policy(),
            style: STYLE,
            script: SCRIPT,
            report,
            verdict: match report.verdict {
                Verdict::Blocked => "blocked",
                Verdict::Review => "review",
                Verdict::Clean => "clean",
            },
            rule: report.verdict_rule.split_once(": ").map_or(report.verdict_rule, |(_, rule)| rule).into(),
            name: harmless(name),
            dir: harmless(&report.pack.dir),
            counts: counts(&report.findings),
            read: match left {
                0 => format!("{} analysed", files(whole)),
                _ => format!("{whole} of {} analysed", files(whole + left)),
            },
            chart: chart::of(report, &shown),
            filters: Filters::new(report, &index),
            findings: entries(report, pack, &shown),
            tree: tree::of(report, &shown),
            sources,
            rules: RULES.iter().filter(|info| report.findings.iter().any(|it| it.rule == info.id)).collect(),
            limits: report.limits.iter().map(|limit| harmless(limit)).collect(),
            queries: judged_by(&report.policy, &report.queries),
            closing: CLOSING,
        }
    }
}

/// Lets run what this page brings, by hash, and nothing else; nothing is loaded from anywhere.
fn policy() -> String {
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    )
}

fn counts(findings: &[FindingEntry]) -> Vec<Count> {
    let counts = weights(findings).into_iter().enumerate().filter(|(_, count)| *count > 0);
    counts.map(|(weight, count)| Count { weight, word: WEIGHTS[weight], count }).collect()
}

impl Filters {
    fn new(report: &Report, index: &HashMap<&str, usize>) -> Self {
        let mut rules: BTreeMap<&'static str, usize> = BTreeMap::new();
        let mut files: BTreeMap<Option<&str>, usize> = BTreeMap::new();
        for finding in &report.findings {
            *rules.entry(finding.rule).or_default() += 1;
            *files.entry(finding.file.as_deref()).or_default() += 1;
        }
        let files = files.into_iter().map(|(file, count)| {
            let name = file.map_or("the pack as a whole".into(), harmless);
            (file_key(file, index), name, count)
        });
        Filters {
            weights: counts(&report.findings),
            rules: rules.into_iter().collect(),
            files: files.collect(),
        }
    }
}

/// By which the page's script knows a file.
fn file_key(file: Option<&str>, index: &HashMap<&str, usize>) -> String {
    match file.map(|file| index.get(file)) {
        None => "pack".into(),
        // A gap can name what is not in the inventory.
        Some(None) => "other".into(),
        Some(Some(at)) => format!("f{at}"),
    }
}

fn entries(report: &Report, pack: &Pack, shown: &sources::Shown<'_>) -> Vec<Entry> {
    let mut quoted: HashMap<(&str, Option<&str>), usize> = HashMap::new();
    let mut fixes: HashMap<(&str, &str), usize> = HashMap::new();
    let mut out = Vec::with_capacity(report.findings.len());
    let mut left = QUOTED_IN_ALL;
    for (finding, nth) in report.findings.iter().zip(1..) {
        let known = quoted.entry((finding.rule, finding.file.as_deref())).or_default();
        *known += 1;
        let quoted = *known <= QUOTED && left > 0;
        left -= usize::from(quoted);
        let first = fixes.entry((finding.rule, &finding.fix)).or_default();
        *first += 1;
        out.push(entry(finding, nth, quoted, *first == 1, pack, shown));
    }
    out
}

fn entry(
    finding: &FindingEntry,
    nth: usize,
    quoted: bool,
    advise: bool,
    pack: &Pack,
    shown: &sources::Shown<'_>,
) -> Entry {
    let file = finding.file.as_deref();
    let place = match (file, finding.line) {
        (Some(file), Some(line)) => format!("{}:{line}", harmless(file)),
        (Some(file), None) => harmless(file),
        (None, _) => "the pack as a whole".into(),
    };
    let reaches = |half: &super::EvidenceEntry| matches!(half.flow, Some(FlowEntry::Reaches { .. }));
    Entry {
        nth,
        weight: weight(finding),
        word: level_name(finding.danger, finding.severity),
        rule: finding.rule,
        title: title(finding.rule),
        file: file_key(file, shown.index),
        place,
        href: file.and_then(|file| shown.href(file, finding.line)),
        message: finding.message.clone(),
        tie: tie(finding),
        followed: finding.evidence.iter().any(reaches),
        excerpt: if quoted { excerpt::of(finding, pack, shown) } else { Vec::new() },
        quoted,
        // The same advice is not repeated; the rule's entry has it too.
        fix: advise.then(|| finding.fix.clone()),
        accepted: finding.accepted,
    }
}

/// `1 danger, 2 warnings`, or nothing.
fn counts_of<'f>(findings: impl IntoIterator<Item = &'f FindingEntry>) -> String {
    let mut findings = findings.into_iter().peekable();
    if findings.peek().is_none() { String::new() } else { counted(findings, None) }
}
