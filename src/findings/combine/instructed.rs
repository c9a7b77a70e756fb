//! Instructions: what a document has the agent run.
//!
//! Documents are full of keys in headers and commands to avoid, so that a word proves nothing
//! here: danger needs halves that are tied, and a secret that is a store, a key file or the whole
//! environment. What is weaker, or is only mentioned, is a warning.

use super::Case;
use super::rows::{capture_message, destroyed, theft_message};
use super::scene::{Exit, Half, Scene};
use crate::docs::disclosure::CaptureKind;
use crate::findings::{Evidence, Finding, Flow};
use crate::queries::vocabulary::{FactType, Role};
use crate::rules::Rule;
use crate::semantics::eval::Eval;
use crate::source::{Context, instructions};
use crate::text::Place;

/// All findings of a document's code.
pub fn findings(case: &Case<'_>, scene: &Scene<'_>, eval: &mut Eval<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    for exit in scene.sends.iter().chain(&scene.copies) {
        let stores = stores_at(case, exit, eval);
        out.extend(theft(scene, exit, &stores));
        out.extend(capture(case, scene, exit));
    }
    // A piece of a document is no whole script: its variables may be set elsewhere.
    let told = scene
        .destroys
        .iter()
        .filter(|half| half.fact.context == Context::Instruction && half.fact.kind != "variable");
    out.extend(
        told.filter(|half| !instructions::is_remarked(case.text, half.place.line, case.guards))
            .map(destroyed),
    );
    out
}

/// Whether a secret is more than the one variable that every API is documented with. A dotenv file
/// is such a variable's home: it counts where one piece of code reads and sends it.
fn is_store(half: &Half<'_>, exit: &Exit<'_>) -> bool {
    match half.fact.kind {
        "env-secret" => false,
        "dotenv" => half.fact.source == exit.half.fact.source,
        _ => true,
    }
}

/// The kinds of the stores that a copy goes to: a key that is merged into its own store, or kept
/// beside it, has not been taken.
fn stores_at<'q>(case: &Case<'q>, copy: &Exit<'_>, eval: &mut Eval<'_>) -> Vec<&'q str> {
    let Some(list) = case.queries.lexicon("secret-paths") else { return Vec::new() };
    let targets: Vec<_> =
        copy.half.fact.role(Role::Target).flat_map(|path| eval.values(path).to_vec()).collect();
    targets.iter().filter_map(|target| list.find(target)).map(|section| section.kind.as_str()).collect()
}

fn theft(scene: &Scene<'_>, exit: &Exit<'_>, stores: &[&str]) -> Option<Finding> {
    let is_taken = |half: &Half<'_>| is_store(half, exit) && !stores.contains(&half.fact.kind);
    let tied: Vec<&(usize, Vec<Place>)> =
        exit.secrets.iter().filter(|(index, _)| is_taken(&scene.secrets[*index])).collect();
    // In a header or a cookie it is used, not given away.
    let is_send = exit.half.fact.fact == FactType::Send;
    let tied: Vec<_> =
        tied.into_iter().filter(|(index, _)| !is_send || exit.given_away.contains(index)).collect();
    if !tied.is_empty() {
        let mut evidence: Vec<Evidence> = tied
            .iter()
            .map(|(index, way)| scene.secrets[*index].evidence(Some(Flow::Reaches(way.clone()))))
            .collect();
        evidence.push(exit.half.evidence(None));
        let meant = tied.iter().any(|(index, _)| scene.secrets[*index].fact.context.is_meant());
        let rule = if meant && exit.half.fact.context.is_meant() {
            Rule::DangerStealing
        } else {
            Rule::InstructedSecretAccess
        };
        let message = theft_message(&evidence[0], exit);
        return Some(Finding::at(rule, exit.half.place.clone(), message).with_evidence(evidence));
    }
    near(scene, exit)
}

/// A key or a store read beside a send, in one piece of code, with no way between them.
fn near(scene: &Scene<'_>, exit: &Exit<'_>) -> Option<Finding> {
    let is_send = exit.half.fact.fact == FactType::Send && exit.half.fact.context.is_meant();
    let grave = ["ssh", "aws", "gnupg", "browser-store", "keychain", "env-all"];
    let secret = scene
        .secrets
        .iter()
        .find(|half| half.fact.source == exit.half.fact.source && grave.contains(&half.fact.kind));
    let secret = secret.filter(|_| is_send)?;
    let evidence = vec![secret.evidence(Some(Flow::SameFile)), exit.half.evidence(None)];
    let message = format!(
        "has the agent read {} ({}) beside a send to {} ({})",
        secret.fact.label,
        secret.place,
        exit.endpoint.shown(),
        exit.half.place
    );
    Some(Finding::at(Rule::InstructedSecretAccess, exit.half.place.clone(), message).with_evidence(evidence))
}

fn capture(case: &Case<'_>, scene: &Scene<'_>, exit: &Exit<'_>) -> Option<Finding> {
    let (index, way) = exit.captures.first()?;
    let half = &scene.captures[*index];
    let admitted =
        CaptureKind::by_name(half.fact.kind).is_some_and(|kind| case.disclosure.captures.contains(&kind));
    let meant = half.fact.context.is_meant() && exit.half.fact.context.is_meant();
    let rule = if meant && !admitted { Rule::DangerSpying } else { Rule::InstructedCapture };
    let evidence = vec![half.evidence(Some(Flow::Reaches(way.clone()))), exit.half.evidence(None)];
    let message = capture_message(half.fact.kind, &evidence[0], exit, admitted);
    Some(Finding::at(rule, exit.half.place.clone(), message).with_evidence(evidence))
}
