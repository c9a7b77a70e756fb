//! The items of JavaScript's lists as texts, and the literals that are told by their form: regular
//! expressions, numbers, functions that give a character for a number.

use super::eval::{Eval, Thing};
use super::graph::*;
use super::javascript_texts::{arithmetic, number};
use crate::text::HOLE;

/// How deep lists may be spread in lists, how many bytes the texts of all of them may have together, and
/// how many an item counts beside its text.
const MAX_SPREAD: u8 = 6;
const MAX_TEXTS: usize = 1 << 20;
const ITEM: usize = 16;

/// The texts of a list's items, as far as a list is written out somewhere.
pub(super) fn texts_of(eval: &mut Eval<'_>, value: ValueId) -> Option<Vec<String>> {
    let mut room = MAX_TEXTS;
    let texts = texts_in(eval, value, 0, &mut room);
    eval.count_folded(MAX_TEXTS - room);
    eval.over_budget |= room == 0;
    texts
}

/// The texts of a list `depth` lists deep. Each item that is looked at takes from `room`, and its text does:
/// lists that are spread in each other grow by powers.
fn texts_in(eval: &mut Eval<'_>, value: ValueId, depth: u8, room: &mut usize) -> Option<Vec<String>> {
    if depth > MAX_SPREAD {
        return None;
    }
    // `"ab".split("")`, `x.reverse()`, `[102].map((c) => String.fromCharCode(c))`
    if let Op::Call(call) = eval.graph.op(value)
        && let Op::Member(receiver, method) = eval.graph.op(call.callee)
    {
        let (receiver, method, call) = (*receiver, method.clone(), call.clone());
        match &*method {
            "split" => {
                let separator = literal_of(eval, call.positional(0)?)?;
                let text = eval.constant(receiver).filter(|text| text.len() <= 1 << 16)?;
                take(room, text.len())?;
                return if separator.is_empty() {
                    text.chars().map(|c| take(room, ITEM).map(|()| c.to_string())).collect()
                } else {
                    text.split(&*separator).map(|part| take(room, ITEM).map(|()| part.to_string())).collect()
                };
            }
            "reverse" | "toReversed" => {
                let mut items = texts_in(eval, receiver, depth + 1, room)?;
                items.reverse();
                return Some(items);
            }
            "map" => {
                let function = call.positional(0)?;
                let (operator, by) = gives_characters(eval, function)?;
                let items = texts_in(eval, receiver, depth + 1, room)?;
                let codes = items.iter().map(|code| {
                    let code = arithmetic(number(code).parse().ok()?, operator, by)?;
                    Some(char::from_u32(u32::try_from(code).ok()?)?.to_string())
                });
                return codes.collect();
            }
            _ => {}
        }
    }
    if let Op::Use(var) = eval.graph.op(value)
        && let [def] = eval.graph.reaching(*var, value, eval.sources).as_slice()
        && matches!(eval.graph.op(def.value), Op::Call(_))
    {
        return texts_in(eval, def.value, depth + 1, room);
    }
    let mut items = list_of(eval, value)?;
    items.extend(put_before(eval, value));
    let mut out = Vec::new();
    for item in items {
        take(room, ITEM)?;
        // `[..."abc"]`
        if let Op::Element(inner) = eval.graph.op(item) {
            let inner = *inner;
            match eval.constant(inner) {
                Some(text) => {
                    take(room, ITEM * text.len())?;
                    out.extend(text.chars().map(String::from));
                }
                None => out.extend(texts_in(eval, inner, depth + 1, room)?),
            }
            continue;
        }
        let values = eval.values(item);
        let mut known = values.iter().filter(|text| !text.contains(HOLE));
        let text = match (known.next(), known.next(), &*values) {
            (Some(only), None, _) | (None, _, [only]) => only.to_string(),
            _ => HOLE.to_string(),
        };
        take(room, text.len())?;
        out.push(text);
    }
    Some(out)
}

/// Takes so many bytes from the room that is left; `None` where nothing is left then.
fn take(room: &mut usize, bytes: usize) -> Option<()> {
    *room = room.saturating_sub(bytes);
    (*room > 0).then_some(())
}

/// What is put into the variable that a list is in, before it is used there.
fn put_before(eval: &Eval<'_>, value: ValueId) -> Vec<ValueId> {
    let graph = eval.graph;
    let Op::Use(var) = graph.op(value) else { return Vec::new() };
    let place = |value: ValueId| (graph.values[value as usize].source, graph.values[value as usize].node);
    let (source, node) = place(value);
    let contents = graph.vars[*var as usize].contents.iter().copied().take(64);
    let mut puts: Vec<ValueId> =
        contents.filter(|&put| place(put).0 == source && place(put).1 < node).collect();
    puts.sort_by_key(|&put| place(put));
    puts
}

/// Whether a function turns a character's code into the character, after which step: `c => f(c - 3)`.
fn gives_characters(eval: &mut Eval<'_>, function: ValueId) -> Option<(&'static str, i64)> {
    let names = |eval: &mut Eval<'_>, value| {
        let names = eval.names(value);
        names.iter().any(|name| matches!(&**name, "String.fromCharCode" | "String.fromCodePoint"))
    };
    if names(eval, function) {
        return Some(("+", 0));
    }
    let things = eval.things(function);
    let [Thing::Function(func)] = &*things else { return None };
    let [returned] = eval.graph.funcs[*func as usize].returns.as_slice() else { return None };
    let Op::Call(call) = eval.graph.op(*returned) else { return None };
    if !names(eval, call.callee) {
        return None;
    }
    let [arg] = call.args.as_slice() else { return None };
    if matches!(eval.graph.op(arg.value), Op::Use(_)) {
        return Some(("+", 0));
    }
    let Value { source, node, .. } = eval.graph.values[arg.value as usize];
    let text = eval.sources[source as usize].text_of(node);
    ["+", "-", "^"].into_iter().find_map(|operator| {
        let (code, by) = text.split_once(operator)?;
        let is_name = code.trim().chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
        Some((operator, by.trim().parse().ok().filter(|_| is_name)?))
    })
}

/// The items of a literal list that a value is.
pub(super) fn list_of(eval: &mut Eval<'_>, value: ValueId) -> Option<Vec<ValueId>> {
    let things = eval.things(value);
    things.iter().find_map(|thing| match thing {
        Thing::Container(container) => match eval.graph.op(*container) {
            Op::List(items) => Some(items.clone()),
            _ => None,
        },
        _ => None,
    })
}

/// The literal lists that a value may be, among them what the calls of a function hand to a parameter
/// that takes all further ones.
pub(super) fn lists_of(eval: &mut Eval<'_>, value: ValueId) -> Vec<Vec<ValueId>> {
    let graph = eval.graph;
    if let Op::Use(var) = graph.op(value)
        && let [def] = graph.vars[*var as usize].defs[..]
        && let Op::Param(func, index) = *graph.op(def.value)
        && graph.funcs[func as usize].params.get(index as usize).is_some_and(|param| param.is_rest)
    {
        return eval.rest_of(func, index);
    }
    let things = eval.things(value);
    let lists = things.iter().filter_map(|thing| match thing {
        Thing::Container(container) => match graph.op(*container) {
            Op::List(items) => Some(items.clone()),
            _ => None,
        },
        _ => None,
    });
    lists.collect()
}

/// The node's text of a regex literal, or a constant.
pub(super) fn literal_of(eval: &mut Eval<'_>, value: ValueId) -> Option<String> {
    match regex_of(eval, value) {
        Some((pattern, _)) => {
            let is_plain =
                !pattern.contains(['\\', '.', '*', '+', '?', '[', ']', '(', ')', '{', '}', '|', '^', '$']);
            is_plain.then(|| pattern.to_string())
        }
        None => Some(eval.constant(value)?.to_string()),
    }
}

pub(super) fn is_global_regex(eval: &Eval<'_>, value: ValueId) -> bool {
    regex_of(eval, value).is_some_and(|(_, flags)| flags.contains('g'))
}

/// The pattern and the flags of a regex literal.
fn regex_of<'g>(eval: &Eval<'g>, value: ValueId) -> Option<(&'g str, &'g str)> {
    let Value { op: Op::Unknown(parts), source, node } = &eval.graph.values[value as usize] else {
        return None;
    };
    let text = eval.sources[*source as usize].text_of(*node);
    let inner = text.strip_prefix('/').filter(|_| parts.is_empty())?;
    inner.rsplit_once('/')
}

/// The names that a pattern for names spells out: `/\.env$|id_rsa$/`.
pub(super) fn pattern_names(eval: &Eval<'_>, value: ValueId) -> Vec<String> {
    let value = match eval.graph.op(value) {
        Op::Use(var) => match eval.graph.vars[*var as usize].defs[..] {
            [def] => def.value,
            _ => return Vec::new(),
        },
        _ => value,
    };
    let Some((pattern, _)) = regex_of(eval, value) else { return Vec::new() };
    let each = pattern.split('|').take(8).map(|name| name.replace(['\\', '^', '$', '(', ')'], ""));
    each.filter(|name| name.len() > 2 && !name.contains(['*', '+', '?', '[', ']', '{', '}'])).collect()
}

pub(super) fn number_of(eval: &mut Eval<'_>, value: Option<ValueId>) -> Option<i64> {
    eval.constant(value?)?.parse().ok()
}
