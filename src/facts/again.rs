//! Facts that say again what another says, or what does not leave the machine.

use super::Fact;
use crate::queries::QuerySet;
use crate::queries::vocabulary::{FactType, Role};
use crate::semantics::eval::Eval;
use crate::semantics::graph::ValueId;
use crate::source::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};
use url::Url;

/// Leaves out what a call is found to be where the same is found of what it stands for: of the call as
/// it is when it runs, or of the calls of the function that only hands on to it.
pub fn leave_out(
    eval: &mut Eval<'_>,
    queries: &QuerySet,
    respelled: &[(usize, ValueId)],
    facts: &mut Vec<Fact>,
) {
    let graph = eval.graph;
    type What = (FactType, &'static str);
    let mut again: FxHashSet<(u32, NodeId, FactType, &'static str)> = FxHashSet::default();
    if !respelled.is_empty() {
        let callers: FxHashMap<usize, ValueId> = respelled.iter().copied().collect();
        for fact in facts.iter() {
            if let Some(&caller) = callers.get(&fact.source) {
                let caller = &graph.values[caller as usize];
                again.insert((caller.source, caller.node, fact.fact, fact.kind));
            }
        }
    }
    let found: FxHashSet<(ValueId, What)> =
        facts.iter().filter_map(|fact| Some((fact.value?, (fact.fact, fact.kind)))).collect();
    let is_handed_on = |fact: &Fact| {
        let func = fact.value.and_then(|value| graph.forwarder(value));
        let sites = func.map_or(&[][..], |func| &graph.funcs[func as usize].sites);
        fact.fact == FactType::Send
            && sites.iter().any(|&site| found.contains(&(site, (fact.fact, fact.kind))))
    };
    facts.retain(|fact| {
        !again.contains(&(fact.source as u32, fact.node, fact.fact, fact.kind)) && !is_handed_on(fact)
    });
    facts.retain(|fact| fact.fact != FactType::Send || !stays(eval, queries, fact));
}

/// Whether a send asks the metadata service that a machine in a cloud has of its own.
fn stays(eval: &mut Eval<'_>, queries: &QuerySet, fact: &Fact) -> bool {
    let Some(list) = queries.lexicon("metadata-hosts") else { return false };
    let urls: Vec<ValueId> = fact.role(Role::Url).collect();
    let mut texts = urls.iter().flat_map(|&url| eval.values(url).to_vec()).peekable();
    texts.peek().is_some() && texts.all(|text| host(&text).is_some_and(|host| list.find(&host).is_some()))
}

/// The host of an address, as one who calls it reads it: `http://169.254.169.254:x@in.example` goes to
/// the second.
fn host(address: &str) -> Option<String> {
    let whole = if address.contains("://") { address.to_string() } else { format!("http://{address}") };
    Url::parse(&whole).ok()?.host_str().map(str::to_string)
}
