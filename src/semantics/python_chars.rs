//! Texts that Python spells character by character: `chr`, `ord`, sums, comprehensions, `map`.

use super::eval::{Eval, MAX_VALUE, Thing};
use super::graph::*;

/// How many characters are spelled before it is a payload, which stays closed.
const MAX_SPELLED: usize = 512;
/// How deep an expression over one character may be.
const MAX_DEPTH: u32 = 24;
/// How many values are looked at for one text: sums of sums double with each.
const MAX_STEPS: u32 = 1 << 14;
/// What a step counts in bytes that are folded.
const STEP: usize = 64;

/// Spells a text, in so many steps, which the file has to pay.
fn spelled<T>(eval: &mut Eval<'_>, spell: impl FnOnce(&mut Eval<'_>, &mut u32) -> Option<T>) -> Option<T> {
    let mut left = MAX_STEPS;
    let text = spell(eval, &mut left);
    eval.count_folded((MAX_STEPS - left) as usize * STEP);
    eval.over_budget |= left == 0;
    text
}

fn step(steps: &mut u32) -> Option<()> {
    *steps = steps.saturating_sub(1);
    (*steps > 0).then_some(())
}

/// One turn of a comprehension or `map`: what stands for the element, and what it is.
#[derive(Clone, Copy)]
struct Turn<'t> {
    /// The value of the element: an [`Op::Element`], or the parameter of a `lambda`.
    element: ValueId,
    /// It is a number if it can be read as one.
    text: &'t str,
}

/// The text that joining an iterable gives, if it is no plain list: a text, a comprehension,
/// `map(chr, …)`, `reversed(…)`.
pub fn joined(eval: &mut Eval<'_>, iterable: ValueId, separator: &str) -> Option<String> {
    let parts = spelled(eval, |eval, steps| elements(eval, steps, iterable, 0))?;
    // Longer than any that is kept: the separators alone.
    let is_short = separator.len() <= MAX_VALUE / (parts.len() + 1);
    eval.over_budget |= !is_short;
    is_short.then(|| parts.join(separator))
}

/// `bytes([104, 105])`: its numbers as characters.
pub fn of_numbers(eval: &mut Eval<'_>, list: ValueId) -> Option<String> {
    let is_list = matches!(eval.graph.op(followed(eval, list)), Op::List(_) | Op::Call(_));
    let numbers = if is_list {
        spelled(eval, |eval, steps| elements(eval, steps, list, 0))?
    } else {
        return None;
    };
    numbers.iter().map(|number| character(number.parse().ok()?)).collect()
}

/// The character of a whole expression: `chr(97 + 1)`, `chr(ord("b") - 1)`.
pub fn chr(eval: &mut Eval<'_>, code: ValueId) -> Option<String> {
    character(spelled(eval, |eval, steps| number(eval, steps, code, None, 0))?).map(String::from)
}

fn character(code: i64) -> Option<char> {
    char::from_u32(u32::try_from(code).ok()?)
}

/// The elements of an iterable as texts.
fn elements(eval: &mut Eval<'_>, steps: &mut u32, iterable: ValueId, depth: u32) -> Option<Vec<String>> {
    step(steps).filter(|()| depth <= MAX_DEPTH)?;
    let iterable = followed(eval, iterable);
    let graph = eval.graph;
    match graph.op(iterable) {
        Op::List(items) => match items.as_slice() {
            [body] if let Some((element, source)) = element_in(eval, steps, *body, 0) => {
                let (body, items) = (*body, elements(eval, steps, source, depth + 1)?);
                items
                    .iter()
                    .map(|item| text(eval, steps, body, Some(Turn { element, text: item }), 0))
                    .collect()
            }
            items if items.len() <= MAX_SPELLED => {
                items.iter().map(|&item| text(eval, steps, item, None, 0)).collect()
            }
            _ => None,
        },
        Op::Call(call) => {
            let names = eval.names(call.callee);
            let (first, second) = (call.positional(0)?, call.positional(1));
            match &**names.first()? {
                "map" => mapped(eval, steps, first, second?, depth),
                "reversed" => {
                    let mut items = elements(eval, steps, first, depth + 1)?;
                    items.reverse();
                    Some(items)
                }
                "list" | "tuple" | "iter" | "bytes" | "bytearray" => elements(eval, steps, first, depth + 1),
                _ => None,
            }
        }
        _ => {
            let text = eval.constant(iterable)?;
            (text.len() <= MAX_SPELLED).then(|| text.chars().map(String::from).collect())
        }
    }
}

/// `map(chr, …)`, `map(lambda c: chr(c - 1), …)`
fn mapped(
    eval: &mut Eval<'_>,
    steps: &mut u32,
    function: ValueId,
    source: ValueId,
    depth: u32,
) -> Option<Vec<String>> {
    let items = elements(eval, steps, source, depth + 1)?;
    let things = eval.things(function);
    match things.first()? {
        Thing::Named(name) => match &**name {
            "chr" => items.iter().map(|item| character(item.parse().ok()?).map(String::from)).collect(),
            "str" => Some(items),
            _ => None,
        },
        Thing::Function(func) => {
            let body = *eval.graph.funcs[*func as usize].returns.first()?;
            let element = parameter_in(eval, steps, body, *func, 0)?;
            items.iter().map(|item| text(eval, steps, body, Some(Turn { element, text: item }), 0)).collect()
        }
        _ => None,
    }
}

/// A variable with one assignment stands for what it was assigned.
fn followed(eval: &Eval<'_>, value: ValueId) -> ValueId {
    let mut at = value;
    for _ in 0..MAX_DEPTH {
        let Op::Use(var) = eval.graph.op(at) else { break };
        match eval.graph.reaching(*var, at, eval.sources).as_slice() {
            [def] if def.value != at => at = def.value,
            _ => break,
        }
    }
    at
}

/// Parts that an expression over one character has.
fn parts(eval: &Eval<'_>, value: ValueId) -> Vec<ValueId> {
    match eval.graph.op(value) {
        Op::Concat(parts) => parts.clone(),
        Op::Call(call) => {
            let receiver = match eval.graph.op(call.callee) {
                Op::Member(base, _) => Some(*base),
                _ => None,
            };
            receiver.into_iter().chain(call.args.iter().map(|arg| arg.value)).collect()
        }
        _ => Vec::new(),
    }
}

/// The element that an expression is about, and what it is an element of.
fn element_in(eval: &Eval<'_>, steps: &mut u32, value: ValueId, depth: u32) -> Option<(ValueId, ValueId)> {
    step(steps)?;
    let value = followed(eval, value);
    if let Op::Element(source) = eval.graph.op(value) {
        return Some((value, *source));
    }
    let inner = if depth < 6 { parts(eval, value) } else { Vec::new() };
    inner.into_iter().take(8).find_map(|part| element_in(eval, steps, part, depth + 1))
}

/// The parameter of `func` that an expression is about.
fn parameter_in(
    eval: &Eval<'_>,
    steps: &mut u32,
    value: ValueId,
    func: FuncId,
    depth: u32,
) -> Option<ValueId> {
    step(steps)?;
    let value = followed(eval, value);
    if matches!(eval.graph.op(value), Op::Param(of, _) if *of == func) {
        return Some(value);
    }
    let inner = if depth < 6 { parts(eval, value) } else { Vec::new() };
    inner.into_iter().take(8).find_map(|part| parameter_in(eval, steps, part, func, depth + 1))
}

fn text(
    eval: &mut Eval<'_>,
    steps: &mut u32,
    value: ValueId,
    turn: Option<Turn<'_>>,
    depth: u32,
) -> Option<String> {
    step(steps).filter(|()| depth <= MAX_DEPTH)?;
    let at = followed(eval, value);
    if let Some(turn) = turn
        && turn.element == at
    {
        return Some(turn.text.to_string());
    }
    if turn.is_some()
        && let Op::Call(call) = eval.graph.op(at)
    {
        let names = eval.names(call.callee);
        let argument = call.positional(0);
        return match names.first().map(|name| &**name) {
            Some("chr") => character(number(eval, steps, argument?, turn, depth + 1)?).map(String::from),
            Some("str") => text(eval, steps, argument?, turn, depth + 1),
            _ => number(eval, steps, at, turn, depth + 1).map(|number| number.to_string()),
        };
    }
    if turn.is_some()
        && let Op::Concat(parts) = eval.graph.op(at)
    {
        return parts.clone().into_iter().map(|part| text(eval, steps, part, turn, depth + 1)).collect();
    }
    eval.constant(value).filter(|text| text.len() <= MAX_SPELLED).map(|text| text.to_string())
}

fn number(
    eval: &mut Eval<'_>,
    steps: &mut u32,
    value: ValueId,
    turn: Option<Turn<'_>>,
    depth: u32,
) -> Option<i64> {
    step(steps).filter(|()| depth <= MAX_DEPTH)?;
    let at = followed(eval, value);
    if let Some(turn) = turn
        && turn.element == at
    {
        return turn.text.parse().ok();
    }
    let graph = eval.graph;
    match graph.op(at) {
        Op::Concat(parts) => parts
            .iter()
            .try_fold(0i64, |sum, &part| sum.checked_add(number(eval, steps, part, turn, depth + 1)?)),
        Op::Call(call) => {
            let first = call.positional(0)?;
            if let Op::Member(left, sign) = graph.op(call.callee) {
                let (left, right) = (
                    number(eval, steps, *left, turn, depth + 1)?,
                    number(eval, steps, first, turn, depth + 1)?,
                );
                return match &**sign {
                    "-" => left.checked_sub(right),
                    "*" => left.checked_mul(right),
                    "%" => left.checked_rem_euclid(right),
                    "^" => Some(left ^ right),
                    _ => None,
                };
            }
            let names = eval.names(call.callee);
            match &**names.first()? {
                "ord" => {
                    let text = text(eval, steps, first, turn, depth + 1)?;
                    let mut characters = text.chars();
                    characters.next().filter(|_| characters.next().is_none()).map(|c| c as i64)
                }
                "int" => number(eval, steps, first, turn, depth + 1),
                _ => None,
            }
        }
        _ => {
            let text = eval.constant(at)?;
            let digits = text.replace('_', "");
            match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
                Some(hex) => i64::from_str_radix(hex, 16).ok(),
                None => digits.parse().ok(),
            }
        }
    }
}
