//! Code inside code: what a call runs is read as a source of its own.
//!
//! Which calls run what stands in `queries/lexicon/runners.txt`; which programs are interpreters,
//! in the language table. Every kind of call comes down to one of two: code in the caller's
//! language, or the words of a command, of which an interpreter's `-c` and standard input are
//! code again.

mod files;
mod finder;
mod handed;
mod held;
mod places;
mod respelled;
mod shell;
mod texts;

use super::{Fact, Unit};
use crate::language::Language;
use crate::queries::QuerySet;
use crate::semantics::eval::{Answers, Eval, Thing};
use crate::semantics::graph::*;
use crate::source::{Budget, Origin, Source, placeholder};
use crate::text::Span;
use finder::Finder;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// How deep code may stand inside code.
const MAX_DEPTH: u8 = 6;
/// How many times on end a command may be spelled out anew.
const MAX_RESPELLED: u8 = 4;
/// How many nested sources of a file are read one by one.
const MAX_SOURCES: usize = 4000;
/// How many more are read that were joined of others.
const MAX_JOINED: usize = 64;
/// How many calls of one function are told apart.
const MAX_SITES: usize = 4096;
/// How many texts one call may run: a variable may hold one of several.
const MAX_TEXTS: usize = 64;

/// Code that a call runs.
struct Run {
    caller: ValueId,
    language: Language,
    /// The code in pieces.
    pieces: Vec<Piece>,
    /// It sees the caller's variables: `eval`.
    shares_scope: bool,
    /// It is the caller itself, spelled as it is when it runs.
    respells: bool,
    /// What it finds on its standard input, where that is not its own text.
    input: Option<ValueId>,
    /// The calls of the caller's function that it is looked at from.
    sites: Vec<ValueId>,
}

impl Run {
    /// Code in a scope of its own, with nothing to read.
    fn new(caller: ValueId, language: Language, pieces: Vec<Piece>) -> Self {
        Run { caller, language, pieces, shares_scope: false, respells: false, input: None, sites: Vec::new() }
    }
}

/// A piece of nested code.
enum Piece {
    /// A constant text that stands in the outer file.
    Text(Rc<str>, Span),
    /// What is known only when it runs.
    Hole(ValueId, Span),
}

/// The runs past the budget as one a language: a heap of harmless ones must not hide the next. What
/// only spells its caller out anew is left off, since the caller itself is read.
fn joined(runs: impl Iterator<Item = Run>) -> Vec<Run> {
    let mut out: Vec<Run> = Vec::new();
    for run in runs.filter(|run| !run.respells) {
        let end = match run.pieces.last() {
            Some(Piece::Text(_, span) | Piece::Hole(_, span)) => Span { start: span.end, end: span.end },
            None => continue,
        };
        match out.iter_mut().find(|known| known.language == run.language) {
            Some(known) => known.pieces.extend(run.pieces),
            None => out.push(Run { input: None, ..run }),
        }
        let known = out.iter_mut().find(|known| known.language == run.language);
        known.into_iter().for_each(|known| known.pieces.push(Piece::Text("\n".into(), end)));
    }
    out
}

/// Links calls with the functions they call, then adds nested sources, until nothing is new.
/// Returns what is known of names and values by then.
pub fn expand(unit: &mut Unit, queries: &QuerySet) -> Answers {
    loop {
        let known = link(unit);
        let mut eval = Eval::resume(&unit.graph, &unit.sources, known);
        let mut finder = Finder::new(&mut eval, queries);
        for &call in &unit.graph.calls[unit.looked_at..] {
            finder.look_at(call);
        }
        let runs = finder.runs;
        if runs.is_empty() {
            let known = eval.into_answers();
            unit.looked_at = unit.graph.calls.len();
            return known;
        }
        unit.looked_at = unit.graph.calls.len();
        let room = MAX_SOURCES.saturating_sub(unit.sources.len());
        let mut runs = runs.into_iter();
        for run in runs.by_ref().take(room) {
            add(unit, run, queries, false);
        }
        for run in joined(runs) {
            if unit.sources.len() >= MAX_SOURCES + MAX_JOINED {
                return Answers::default();
            }
            let why = "so much nested code that the last of it was read as one";
            unit.cut_short.get_or_insert_with(|| why.into());
            add(unit, run, queries, false);
        }
    }
}

/// Adds the code that is written to files which are run, as `facts` say of the writes. Returns what
/// is known then, or what was `known` where there is none.
pub fn expand_written(
    unit: &mut Unit,
    facts: &[Fact],
    known: Answers,
    done: &mut FxHashSet<ValueId>,
    queries: &QuerySet,
) -> (Answers, bool) {
    let mut eval = Eval::resume(&unit.graph, &unit.sources, known);
    let mut finder = Finder::new(&mut eval, queries);
    let writes = finder.written(facts, done);
    let runs = finder.runs;
    if runs.is_empty() || unit.sources.len() >= MAX_SOURCES {
        return (eval.into_answers(), false);
    }
    for run in runs {
        let writes = writes.get(&run.caller).cloned().unwrap_or_default();
        unit.written.push((unit.sources.len(), writes));
        add(unit, run, queries, true);
    }
    (expand(unit, queries), true)
}

/// Tells functions which calls call them. Twice more where a function is handed on.
fn link(unit: &mut Unit) -> Answers {
    forward(&mut unit.graph);
    let mut known = Answers::default();
    for _ in 0..3 {
        let mut eval = Eval::resume(&unit.graph, &unit.sources, known);
        let found = calls_of_functions(&mut eval);
        known = eval.into_answers();
        if found.is_empty() {
            break;
        }
        for (func, value) in found {
            let sites = &mut unit.graph.funcs[func as usize].sites;
            if !sites.contains(&value) && sites.len() < MAX_SITES {
                sites.push(value);
            }
        }
        known.forget_parameters();
    }
    known
}

/// Calls of the file's own functions that these do not know of yet.
fn calls_of_functions(eval: &mut Eval<'_>) -> Vec<(FuncId, ValueId)> {
    let graph = eval.graph;
    let mut found = Vec::new();
    for &value in &graph.calls {
        let Op::Call(call) = graph.op(value) else { continue };
        if matches!(graph.op(call.callee), Op::Free(_) | Op::Outside(_)) {
            continue;
        }
        for thing in eval.things(call.callee).iter() {
            let func = match thing {
                Thing::Function(func) => Some(*func),
                Thing::Class(class) => graph.constructor(*class),
                _ => None,
            };
            let is_new = |&func: &FuncId| {
                let sites = &graph.funcs[func as usize].sites;
                !sites.contains(&value) && sites.len() < MAX_SITES
            };
            found.extend(func.filter(is_new).map(|func| (func, value)));
        }
    }
    found
}

/// Tells functions what they hand everything on to.
fn forward(graph: &mut Graph) {
    let found: Vec<(FuncId, ValueId)> = graph
        .calls
        .iter()
        .filter_map(|&value| match graph.op(value) {
            Op::Call(call) => Some((graph.forwarder(value)?, call.callee)),
            _ => None,
        })
        .collect();
    for (func, callee) in found {
        let forwards = &mut graph.funcs[func as usize].forwards;
        if forwards.len() < 4 && !forwards.contains(&callee) {
            forwards.push(callee);
        }
    }
}

/// The place of the call that runs a line of code which stands in another statement. Code of several
/// lines is a script, whose own lines say where things happen; and what a function is handed to run stands
/// where the function is called.
fn run_elsewhere(
    unit: &Unit,
    caller: ValueId,
    sites: &[ValueId],
    text: &str,
    spans: &[(usize, Span)],
) -> Option<Span> {
    let Value { op: Op::Call(_), source, .. } = &unit.graph.values[caller as usize] else { return None };
    if text.trim().contains('\n') {
        return None;
    }
    let place = |call: ValueId| {
        let Value { source, node, .. } = unit.graph.values[call as usize];
        let source = &unit.sources[source as usize];
        source.outer(source.tree.node(node).span)
    };
    let at = unit.sources[*source as usize].run_at.unwrap_or_else(|| place(caller));
    let file = &unit.sources.first()?.text;
    let on_other_line = |text: Span| {
        let between = text.start as usize..at.start as usize;
        // A here document stands behind its command.
        text.start < at.start && file.get(between).is_none_or(|between| between.contains('\n'))
    };
    let mut texts = spans.iter().map(|&(_, span)| span).filter(|span| span.start != span.end);
    let is_handed = sites.iter().any(|&site| texts.clone().any(|text| place(site).contains(text)));
    (!is_handed && texts.any(on_other_line)).then_some(at)
}

fn add(unit: &mut Unit, run: Run, queries: &QuerySet, is_written: bool) {
    let caller = &unit.graph.values[run.caller as usize];
    let (outer_index, node) = (caller.source as usize, caller.node);
    let outer = &unit.sources[outer_index];
    let (depth, context) = (outer.depth + u8::from(!run.respells), outer.context);
    let respelled = if run.respells { outer.respelled + 1 } else { 0 };
    let mut text = String::new();
    let mut spans = Vec::new();
    let mut holes = Vec::new();
    for piece in run.pieces {
        let before = text.len();
        let span = match piece {
            Piece::Text(piece, span) => {
                text.push_str(&piece);
                span
            }
            Piece::Hole(value, span) => {
                text.push_str(&placeholder(holes.len()));
                holes.push(value);
                span
            }
        };
        spans.push((text.len() - before, span));
    }
    let run_at = run_elsewhere(unit, run.caller, &run.sites, &text, &spans).filter(|_| !is_written);
    let origin = Origin::of_pieces(spans);
    let same = outer.language == run.language;
    let parent = (run.shares_scope || same).then(|| unit.graph.maps[outer_index].scopes[node as usize]);
    let mut source =
        Source::nested(run.language, text, origin, context, depth, Budget::default()).with_holes(holes);
    source.respelled = respelled;
    source.run_at = run_at;
    if run.respells && run.language != Language::Bash {
        unit.respelled.push((unit.sources.len(), run.caller));
    }
    let first_call = unit.graph.calls.len();
    unit.graph.starts_in_folder_of(run.caller);
    unit.graph.input = run.input;
    let scope = unit.add(source, parent, queries);
    if run.shares_scope {
        unit.graph.export(scope);
    }
    unit.graph.input = None;
    let outputs: Vec<ValueId> = unit.graph.calls[first_call..].iter().take(256).copied().collect();
    unit.graph.outputs.entry(run.caller).or_default().extend(outputs);
}
