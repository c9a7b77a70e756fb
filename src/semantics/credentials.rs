//! Places made for credentials: an authorization header, a cookie, a basic-auth argument.

use super::eval::{Eval, Thing};
use super::graph::*;
use crate::queries::lexicon::Lexicon;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// The values that stand in a place made for credentials, by the list of such places.
pub fn places(eval: &mut Eval<'_>, list: &Lexicon) -> FxHashSet<ValueId> {
    let graph = eval.graph;
    // One name may stand in several sections.
    let listed = |name: &str, kind: &str| {
        let mut sections = list.sections.iter().filter(|section| section.kind == kind);
        sections.any(|section| section.entries.iter().any(|entry| entry == name))
    };
    let is = |name: &str, kind: &str| {
        let name = name.to_lowercase();
        let own = kind == "header" && name.starts_with("x-");
        name.len() < 64 && (listed(&name, kind) || (own && name.split('-').any(|word| listed(word, "word"))))
    };
    let mut out = FxHashSet::default();
    let mut queries = Vec::new();
    for entry in &graph.values {
        match &entry.op {
            Op::Object(items) => {
                let takes = |key: &Option<Rc<str>>| key.as_deref().is_some_and(|key| is(key, "query"));
                queries.extend(items.iter().filter(|(key, _)| takes(key)).map(|&(_, item)| item));
                let named =
                    items.iter().filter(|(key, _)| key.as_deref().is_some_and(|key| is(key, "header")));
                out.extend(named.map(|&(_, item)| item));
                // `{username, password}` logs in.
                let of = |kind| {
                    items.iter().filter(move |(key, _)| key.as_deref().is_some_and(|key| is(key, kind)))
                };
                if of("who").next().is_some() {
                    out.extend(of("login").map(|&(_, item)| item));
                }
            }
            Op::Concat(parts) => out.extend(in_query(graph, parts, &is)),
            Op::Call(call) => {
                in_call(eval, call, &is, &mut out);
                queries.extend(query_of(eval, call, &is));
            }
            _ => {}
        }
    }
    let parameters = list.sections.iter().filter(|section| section.kind == "parameter");
    let parameters: Vec<&String> = parameters.flat_map(|section| &section.entries).collect();
    for query in queries {
        for thing in eval.things(query).iter() {
            if let Thing::Container(container) = thing {
                let named = parameters.iter().flat_map(|name| eval.items_named(*container, name));
                out.extend(named.collect::<Vec<_>>());
            }
        }
    }
    let stores = graph.stores.iter().filter(|(name, _)| is(name, "header"));
    out.extend(stores.flat_map(|(_, values)| values.iter().copied()));
    out
}

/// `"…?api_key=" + key`: what follows the name of a query's parameter.
fn in_query<'g>(graph: &'g Graph, parts: &'g [ValueId], is: &dyn Fn(&str, &str) -> bool) -> Vec<ValueId> {
    let named = |part: ValueId| match graph.op(part) {
        Op::Text(text) => {
            let name = text.strip_suffix('=').and_then(|text| text.rsplit(['?', '&']).next());
            name.is_some_and(|name| name.len() + 1 < text.len() && is(name, "parameter"))
        }
        _ => false,
    };
    parts.windows(2).filter(|pair| named(pair[0])).map(|pair| pair[1]).collect()
}

/// What a call takes for the parameters of a query: `params=…`, `urlencode(…)`.
fn query_of(eval: &mut Eval<'_>, call: &Call, is: &dyn Fn(&str, &str) -> bool) -> Vec<ValueId> {
    let named = |arg: &&Arg| arg.name.as_deref().is_some_and(|name| is(name, "query"));
    let mut out: Vec<ValueId> = call.args.iter().filter(named).map(|arg| arg.value).collect();
    let last = |name: &str| is(name.rsplit('.').next().unwrap_or_default(), "query");
    if eval.names(call.callee).iter().any(|name| last(name)) {
        out.extend(call.positional(0));
    }
    out
}

fn in_call(eval: &mut Eval<'_>, call: &Call, is: &dyn Fn(&str, &str) -> bool, out: &mut FxHashSet<ValueId>) {
    let is_client = eval.names(call.callee).iter().any(|name| eval.client(name).is_some());
    let mut after_option = false;
    let mut after_header = false;
    for (index, arg) in call.args.iter().enumerate() {
        if after_option
            || after_header
            || arg
                .name
                .as_deref()
                .is_some_and(|name| is(name, "keyword") || (is_client && is(name, "client")))
        {
            out.insert(arg.value);
        }
        let text = eval.values(arg.value).first().cloned();
        // `-H "X-Api-Key: $KEY"`
        let header = text.as_deref().and_then(|text| text.split_once(':')).map(|(name, _)| name.trim());
        if header.is_some_and(|name| is(name, "header")) {
            out.insert(arg.value);
        }
        after_option = text.as_deref().is_some_and(|text| is(text, "option"));
        // `headers.set("Authorization", token)`, `url.searchParams.set("api_key", token)`
        let is_place = |text: &str| is(text, "header") || is(text, "parameter");
        after_header |= index == 0 && text.as_deref().is_some_and(is_place);
    }
}
