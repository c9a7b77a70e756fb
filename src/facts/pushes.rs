//! What git pushes to a place that it knows itself.
//!
//! Every pack that keeps its work pushes it. It sends a secret where the same file gives git one: in
//! a commit's message, or in a file that was copied from it and added.

use super::{Fact, Part};
use crate::queries::vocabulary::{FactType, Role};
use crate::semantics::eval::Eval;
use crate::semantics::graph::{Op, ValueId};
use crate::text::Span;

/// The id of the pattern for pushes of which no address is asked.
const PUSH: &str = "git-given";

/// Drops the pushes without an address, but for those that a secret is given to: it is then what
/// they send.
pub fn keep_given(eval: &mut Eval<'_>, facts: &mut Vec<Fact>) {
    let is_push = |fact: &Fact| fact.ids.iter().all(|id| id == PUSH);
    if !facts.iter().any(is_push) {
        return;
    }
    let given = given(eval, facts);
    facts.retain(|fact| !is_push(fact) || !given.is_empty());
    for fact in facts.iter_mut().filter(|fact| is_push(fact)) {
        let node = fact.node;
        fact.roles.extend(given.iter().map(|&value| Part { role: Role::Payload, node, value: Some(value) }));
    }
}

/// The secrets that are committed.
fn given(eval: &mut Eval<'_>, facts: &[Fact]) -> Vec<ValueId> {
    let secrets: Vec<&Fact> = facts.iter().filter(|fact| fact.fact == FactType::SecretRead).collect();
    if secrets.is_empty() {
        return Vec::new();
    }
    let mut messages: Vec<Span> = Vec::new();
    let mut added: Vec<String> = Vec::new();
    let graph = eval.graph;
    for &value in &graph.calls {
        let Op::Call(call) = graph.op(value) else { continue };
        let Op::Command(words) = graph.op(call.callee) else { continue };
        let names = eval.names(call.callee);
        let is = |known: &str| names.iter().any(|name| &**name == known);
        if is("git.commit") || is("git.tag") || is("git.notes") {
            let value = &graph.values[value as usize];
            let source = &eval.sources[value.source as usize];
            messages.push(source.outer(source.tree.node(value.node).span));
        } else if is("git.add") || is("git.stage") {
            for &word in words.iter().skip(1).take(64) {
                added.extend(eval.values(word).iter().map(|text| plain(text).to_string()));
            }
        }
    }
    let adds_all = added.iter().any(|word| matches!(word.as_str(), "." | "-A" | "--all" | "*"));
    let is_within = |inner: Span, outer: Span| outer.start <= inner.start && inner.end <= outer.end;
    let mut out = Vec::new();
    for secret in secrets {
        let is_told = messages.iter().any(|&message| is_within(secret.span, message));
        let is_copy = |fact: &&Fact| fact.fact == FactType::Persist && fact.source == secret.source;
        let copies: Vec<&Fact> =
            facts.iter().filter(is_copy).filter(|fact| holds(eval, fact, secret)).collect();
        let paths: Vec<ValueId> = copies.iter().flat_map(|copy| copy.role(Role::Path)).collect();
        let mut is_named =
            |path: ValueId| eval.values(path).iter().any(|text| added.iter().any(|word| word == plain(text)));
        let is_added = adds_all && !paths.is_empty() || paths.into_iter().any(&mut is_named);
        if is_told || is_added {
            out.extend(secret.value);
        }
    }
    out
}

/// Whether what is read is written in the same statement: `cp key k`, `cat key > k`.
fn holds(eval: &Eval<'_>, write: &Fact, secret: &Fact) -> bool {
    let source = &eval.sources[write.source];
    let tree = &source.tree;
    let parent = tree.node(write.node).parent;
    let whole = if parent == crate::source::NONE { write.node } else { parent };
    let is_redirect = write.ids.iter().any(|id| id == "redirect");
    write.node == secret.node || is_redirect && tree.is_within(secret.node, whole)
}

/// A path without the `./` that changes nothing.
fn plain(path: &str) -> &str {
    path.strip_prefix("./").unwrap_or(path)
}
