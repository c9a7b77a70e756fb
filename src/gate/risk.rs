//! From what was counted to four factors, a score and a verdict.

use super::features::{Counted, Features};
use super::seen::Redline;
use super::vector::round;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// From this score on a pack is blocked.
pub const BLOCK_FROM: f64 = 0.70;
/// From this score on a person should look.
pub const WARN_FROM: f64 = 0.30;

/// What a pack risks.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Risk {
    /// The verdict.
    pub verdict: Verdict,
    /// From 0 to 1, rounded to 4 places; at least 0.7 with a redline.
    #[schemars(range(min = 0, max = 1))]
    pub overall_score: f64,
    /// The redlines that were crossed, sorted, each once.
    pub redlines_triggered: Vec<String>,
    /// The factors.
    pub factors: Factors,
}

/// What follows from a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Verdict {
    /// Below 0.3, and no redline.
    Allow,
    /// From 0.3 on, and no redline: a person should look.
    Warn,
    /// From 0.7 on, or a redline.
    Block,
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Verdict::Allow => "ALLOW",
            Verdict::Warn => "WARN",
            Verdict::Block => "BLOCK",
        })
    }
}

/// The four factors, in order.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Factors {
    /// What destroys.
    pub destructive_ops: Factor,
    /// What reaches the network.
    pub external_network: Factor,
    /// What touches credentials.
    pub credential_exposure: Factor,
    /// What goes on by itself.
    pub autonomy_escalation: Factor,
}

impl Factors {
    /// The factors in order.
    pub fn all(&self) -> [&Factor; 4] {
        [&self.destructive_ops, &self.external_network, &self.credential_exposure, &self.autonomy_escalation]
    }
}

/// One factor.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Factor {
    /// Its name.
    pub name: &'static str,
    /// Its part of the score.
    pub weight: f64,
    /// From 0 to 1, rounded to 4 places.
    #[schemars(range(min = 0, max = 1))]
    pub score: f64,
    /// The distinct things counted.
    pub findings: Vec<String>,
}

impl Factor {
    /// A factor of `counted` things: `first` for being there at all, `each` for every one of them,
    /// and 1 where a redline forces it.
    fn new(
        name: &'static str,
        weight: f64,
        forced: bool,
        counted: &[Counted],
        (first, each): (f64, f64),
    ) -> Self {
        let findings = counted.iter().map(|thing| thing.finding.clone()).collect();
        let score = if forced { 1.0 } else { score(counted.len(), first, each) };
        Factor { name, weight, score: round(score, 4), findings }
    }
}

fn score(count: usize, first: f64, each: f64) -> f64 {
    if count == 0 { 0.0 } else { (first + each * count as f64).min(1.0) }
}

/// The risk of what was found in a pack.
pub fn risk(features: &Features) -> Risk {
    let crossed = |redline| features.redlines.iter().any(|(known, _)| *known == redline);
    let found = features.findings();
    let (root, leak) = (crossed(Redline::RemovesRoot), crossed(Redline::Exfiltration));
    let factors = Factors {
        destructive_ops: Factor::new("destructive_ops", 0.35, root, &found.destructive, DESTRUCTIVE),
        external_network: Factor::new("external_network", 0.25, false, &found.network, NETWORK),
        credential_exposure: Factor::new("credential_exposure", 0.25, leak, &found.credentials, CREDENTIALS),
        autonomy_escalation: Factor::new("autonomy_escalation", 0.15, false, &found.autonomy, AUTONOMY),
    };
    let redlines: Vec<String> = features.redlines.iter().map(|(_, label)| label.clone()).collect();
    let weighted: f64 = factors.all().iter().map(|factor| factor.weight * factor.score).sum();
    let floor = if redlines.is_empty() { 0.0 } else { BLOCK_FROM };
    // The verdict is judged by the number that is shown.
    let score = round(weighted.max(floor), 4);
    let verdict = match score {
        _ if score >= BLOCK_FROM => Verdict::Block,
        _ if score >= WARN_FROM => Verdict::Warn,
        _ => Verdict::Allow,
    };
    Risk { verdict, overall_score: score, redlines_triggered: redlines, factors }
}

/// What a factor starts at where anything was counted, and what each thing adds.
const DESTRUCTIVE: (f64, f64) = (0.0, 0.4);
const NETWORK: (f64, f64) = (0.3, 0.2);
const CREDENTIALS: (f64, f64) = (0.3, 0.25);
const AUTONOMY: (f64, f64) = (0.0, 0.35);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_by_count() {
        let scores = |(first, each)| [0, 1, 2, 3, 4].map(|count| round(score(count, first, each), 4));
        assert_eq!(scores(DESTRUCTIVE), [0.0, 0.4, 0.8, 1.0, 1.0]);
        assert_eq!(scores(NETWORK), [0.0, 0.5, 0.7, 0.9, 1.0]);
        assert_eq!(scores(CREDENTIALS), [0.0, 0.55, 0.8, 1.0, 1.0]);
        assert_eq!(scores(AUTONOMY), [0.0, 0.35, 0.7, 1.0, 1.0]);
    }

    /// Features with so many things of each factor.
    fn counted([destructive, network, credentials, autonomy]: [usize; 4]) -> Features {
        let names = |count: usize| (0..count).map(|nth| nth.to_string()).collect();
        let mut features = Features::default();
        features.shell.destructive = names(destructive);
        features.shell.network = names(network);
        features.shell.credentials = names(credentials);
        features.shell.autonomy = names(autonomy);
        features
    }

    #[test]
    fn the_verdict_follows_from_the_score() {
        let of = |counts| {
            let risk = risk(&counted(counts));
            (risk.overall_score, risk.verdict)
        };
        assert_eq!(of([0, 0, 0, 0]), (0.0, Verdict::Allow));
        assert_eq!(of([2, 2, 1, 1]), (0.645, Verdict::Warn));
        // 0.35 × 0.4 + 0.15 × 0.35 + 0.25 × 0.5 = 0.3175; 0.25 × 0.5 + 0.25 × 0.7 is none here.
        assert_eq!(of([1, 1, 0, 1]), (0.3175, Verdict::Warn));
        assert_eq!(of([0, 1, 1, 0]), (0.2625, Verdict::Allow));
        assert_eq!(of([2, 4, 1, 0]), (0.6675, Verdict::Warn));
        assert_eq!(of([3, 4, 0, 2]), (0.705, Verdict::Block));
        assert_eq!(of([9, 9, 9, 9]), (1.0, Verdict::Block));
    }

    #[test]
    fn a_redline_blocks_and_lifts_the_score() {
        let with = |redline| {
            let mut features = counted([1, 0, 0, 0]);
            features.redlines.push((redline, "x".into()));
            risk(&features)
        };
        let risk = with(Redline::Evaluation);
        assert_eq!((risk.verdict, risk.overall_score), (Verdict::Block, 0.7));
        assert_eq!(risk.redlines_triggered, ["x"]);
        assert_eq!(with(Redline::RemovesRoot).factors.destructive_ops.score, 1.0);
        assert_eq!(with(Redline::RemovesHome).factors.destructive_ops.score, 0.4);
        assert_eq!(with(Redline::Exfiltration).factors.credential_exposure.score, 1.0);
    }
}
