//! The verdict: findings put in order, counted and judged.
//!
//! Order is decided here and nowhere else, and so is what a gap in the reading does: it becomes a
//! finding, so that a pack that was not wholly read is never CLEAN.

mod coverage;
mod fingerprint;
mod limits;

pub use coverage::{Coverage, Hole};
pub use limits::{ALWAYS, CLOSING};

use crate::findings::Finding;
use crate::findings::structure::gap_finding;
use crate::pack::{Gap, GapKind, Kind, Pack};
use crate::rules::{Rule, Severity};
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

/// What the analysis has to say of a pack.
#[derive(Clone, Debug, Default)]
pub struct Vetted {
    /// `name` of the frontmatter, if it has one.
    pub skill_name: Option<String>,
    /// Path of the SKILL.md that was used, whatever its case.
    pub skill_file: Option<Arc<str>>,
    /// Every finding, in any order; two that are the same count once.
    pub findings: Vec<Finding>,
    /// What was not analysed, beside the gaps the pack itself has.
    pub gaps: Vec<Gap>,
}

/// The three verdicts, the gravest last.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, schemars::JsonSchema,
)]
#[serde(rename_all = "UPPERCASE")]
pub enum Verdict {
    /// No ERROR and no WARN.
    Clean,
    /// No danger, but an ERROR or a WARN: a person should read this.
    Review,
    /// At least one danger.
    Blocked,
}

impl Verdict {
    /// The verdict over findings counted in `counts`.
    pub fn of(counts: &Counts) -> Self {
        match counts {
            Counts { danger: 1.., .. } => Verdict::Blocked,
            Counts { errors: 1.., .. } | Counts { warnings: 1.., .. } => Verdict::Review,
            _ => Verdict::Clean,
        }
    }

    /// The rule of the verdict that applied, as one sentence.
    pub fn rule(self) -> &'static str {
        match self {
            Verdict::Blocked => "BLOCKED: at least one finding is a danger.",
            Verdict::Review => "REVIEW: no finding is a danger, but at least one is an ERROR or a WARN.",
            Verdict::Clean => "CLEAN: no finding is a danger, an ERROR or a WARN.",
        }
    }

    /// Exit code of a run that came to this verdict: 1 for BLOCKED, and for REVIEW where the user
    /// is `strict`; else 0.
    pub fn exit_code(self, strict: bool) -> u8 {
        match self {
            Verdict::Blocked => 1,
            Verdict::Review => u8::from(strict),
            Verdict::Clean => 0,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Verdict::Blocked => "BLOCKED",
            Verdict::Review => "REVIEW",
            Verdict::Clean => "CLEAN",
        })
    }
}

/// Findings, counted. A danger is an ERROR and counts as both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
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

impl Counts {
    /// Counts `findings`.
    pub fn of<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Self {
        let mut counts = Counts::default();
        for finding in findings {
            counts.findings += 1;
            counts.danger += usize::from(finding.rule.is_danger());
            match finding.severity {
                Severity::Error => counts.errors += 1,
                Severity::Warn => counts.warnings += 1,
                Severity::Info => counts.info += 1,
            }
        }
        counts
    }
}

/// A finding that was judged.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The finding.
    pub finding: Finding,
    /// 32 hex digits that stay the same while the cited lines do, wherever they move in the file.
    pub fingerprint: String,
}

/// Everything a report says, before it has a form.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// `name` of the frontmatter.
    pub skill_name: Option<String>,
    /// Path of the SKILL.md that was used.
    pub skill_file: Option<Arc<str>>,
    /// Findings in the order of every report: danger, severity, file, line, rule.
    pub findings: Vec<Judged>,
    /// The findings, counted.
    pub counts: Counts,
    /// The verdict.
    pub verdict: Verdict,
    /// What was analysed, and what was not.
    pub coverage: Coverage,
    /// Sentences: what static vetting cannot see, and what was left out of this run.
    pub limits: Vec<String>,
}

/// Puts the findings in order, counts and judges them. Linear in findings and cited text, but for
/// the sort.
pub fn judge(pack: &Pack, vetted: Vetted) -> Judgement {
    let gaps = all_gaps(pack, vetted.gaps);
    let mut findings = vetted.findings;
    add_gap_findings(&gaps, &mut findings);
    sort(&mut findings);
    findings.dedup();

    let counts = Counts::of(&findings);
    let coverage = Coverage::of(pack, &gaps);
    let limits = limits::sentences(&coverage);
    let fingerprints = fingerprint::of_all(pack, &findings);
    let findings = findings.into_iter().zip(fingerprints);
    Judgement {
        skill_name: vetted.skill_name,
        skill_file: vetted.skill_file,
        findings: findings.map(|(finding, fingerprint)| Judged { finding, fingerprint }).collect(),
        counts,
        verdict: Verdict::of(&counts),
        coverage,
        limits,
    }
}

/// Sorts as the report does: danger first, then severity, file, line, rule; what follows only
/// keeps findings on one line in a fixed order. What has no file or line comes first.
fn sort(findings: &mut [Finding]) {
    fn key(finding: &Finding) -> impl Ord + '_ {
        let place = finding.place.as_ref();
        (
            !finding.rule.is_danger(),
            finding.severity,
            finding.file.as_deref(),
            place.map(|place| place.line),
            finding.rule.id(),
            place.map(|place| (place.column, place.end_line, place.end_column)),
            (&*finding.message, &*finding.fix),
        )
    }
    fn halves(finding: &Finding) -> impl Iterator<Item = (&crate::text::Place, &str, &str)> {
        finding.evidence.iter().map(|half| (&half.place, half.role, &*half.label))
    }
    findings.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| halves(a).cmp(halves(b))));
}

/// The gaps of the pack and of the analysis, in order, each once. A file that should have text and
/// has none is a gap even if nobody said so.
fn all_gaps(pack: &Pack, analysis: Vec<Gap>) -> Vec<Gap> {
    let mut gaps = analysis;
    gaps.extend(pack.gaps.iter().cloned());
    let known: HashSet<Arc<str>> = gaps.iter().map(|gap| gap.path.clone()).collect();
    let silent = pack.files.iter().filter(|file| {
        file.text.is_none() && !matches!(file.kind, Kind::Binary | Kind::Other) && !known.contains(&file.path)
    });
    gaps.extend(silent.map(|file| Gap {
        path: file.path.clone(),
        kind: GapKind::Unread,
        why: "its text was not read".into(),
    }));
    gaps.sort_by(|a, b| (&a.path, a.kind as u8, &a.why).cmp(&(&b.path, b.kind as u8, &b.why)));
    gaps.dedup();
    gaps
}

/// Adds the finding of each gap that has none yet.
fn add_gap_findings(gaps: &[Gap], findings: &mut Vec<Finding>) {
    let mut told: HashSet<(Rule, Option<Arc<str>>)> =
        findings.iter().map(|finding| (finding.rule, finding.file.clone())).collect();
    for gap in gaps {
        let finding = gap_finding(gap);
        if told.insert((finding.rule, finding.file.clone())) {
            findings.push(finding);
        }
    }
}
