//! Files picked by name: a walk over a folder names no file, the comparisons around it do.
//!
//! `if name.endswith(".pem")` in a loop over a listing says what `name` is where it is used. A
//! comparison that passes over a name (`if name == ".env": continue`) says what it is not.

use super::eval::{Eval, Thing};
use super::fold::{names_matched, sample};
use super::graph::*;
use super::lower::Lowering;
use crate::source::NodeId;
use std::rc::Rc;

/// What a node says as a condition.
pub enum Condition {
    /// All or one of these.
    Of(Vec<NodeId>),
    /// Not this.
    Not(NodeId),
    /// The first is, ends in, contains or is one of the second; or is not.
    Compared(ValueId, ValueId, bool),
    /// Nothing of interest.
    Other,
}

/// How many nodes of one condition are looked at.
const MAX_CONDITION: usize = 128;
/// How many comparisons a name is kept with.
const MAX_PICKS: usize = 8;
/// How far a name is followed to the listing that it comes from.
const MAX_STEPS: usize = 6;

/// Calls that give a part or another spelling of the name they are handed or called on.
const SAME_NAME: &[&str] = &[
    "basename",
    "lower",
    "casefold",
    "strip",
    "splitext",
    "normpath",
    "relpath",
    "join",
    "Path",
    "PurePath",
    "str",
    "split",
    "rsplit",
    "toLowerCase",
    "extname",
    "parse",
    "relative",
    "resolve",
    "normalize",
    "trim",
    "String",
    "toString",
    "at",
    "pop",
    "as_posix",
    "fspath",
    "fsdecode",
];
/// Parts of an entry of a listing that its name is in.
const NAMES: &[&str] = &["name", "path", "stem", "suffix", "suffixes", "base", "ext", "filename"];

/// Whether a statement only says something: a file is passed over with a word.
pub(super) fn is_word_of_mouth(statement: &str) -> bool {
    ["print", "log", "console.", "warn", "echo", "sys.std", "skipped"]
        .iter()
        .any(|word| statement.starts_with(word))
}

impl Lowering<'_> {
    /// Notes what a condition says of names where it holds, or where it does not.
    pub fn pick(&mut self, condition: NodeId, holds: bool, says: impl Fn(&mut Self, NodeId) -> Condition) {
        let mut open = vec![(condition, holds)];
        for _ in 0..MAX_CONDITION {
            let Some((node, holds)) = open.pop() else { return };
            match says(self, node) {
                Condition::Of(nodes) => open.extend(nodes.into_iter().map(|node| (node, holds))),
                Condition::Not(node) => open.push((node, !holds)),
                Condition::Compared(subject, text, same) if same == holds => {
                    self.picked.push((subject, text))
                }
                Condition::Compared(..) | Condition::Other => {}
            }
        }
    }

    /// Gives picks to the variables they speak of, once all have their assignments.
    pub(super) fn settle_picks(&mut self) {
        for (subject, text) in std::mem::take(&mut self.picked) {
            let mut at = Some(subject);
            for _ in 0..MAX_STEPS {
                let Some(var) = at.and_then(|value| self.graph.named_by(value)) else { break };
                let known = self.graph.picks.entry(var).or_default();
                if known.len() < MAX_PICKS {
                    known.push(text);
                }
                at = match self.graph.vars[var as usize].defs[..] {
                    [def] => Some(def.value),
                    _ => None,
                };
                if let Some(&Op::Param(func, 0)) = at.map(|value| self.graph.op(value)) {
                    self.graph.filters.entry(func).or_insert(var);
                }
            }
        }
    }
}

impl Graph {
    /// The variable whose name a value is, or a part of.
    fn named_by(&self, value: ValueId) -> Option<VarId> {
        let mut at = value;
        for _ in 0..MAX_STEPS {
            at = match self.op(at) {
                Op::Use(var) => return Some(*var),
                Op::Member(base, name) if NAMES.contains(&&**name) => *base,
                Op::Index(base, _) if !matches!(self.op(*base), Op::Use(_) | Op::Element(_)) => *base,
                Op::Path(parts) | Op::Concat(parts) => *parts.last()?,
                Op::Call(call) => {
                    let (receiver, name) = match self.op(call.callee) {
                        Op::Member(base, name) => (Some(*base), name),
                        Op::Free(name) => (None, name),
                        Op::Use(var) => (None, &self.vars[*var as usize].name),
                        _ => return None,
                    };
                    if !SAME_NAME.contains(&&**name) {
                        return None;
                    }
                    let last = call.args.iter().rev().find(|arg| arg.name.is_none()).map(|arg| arg.value);
                    last.filter(|&last| !matches!(self.op(last), Op::Text(_))).or(receiver)?
                }
                _ => return None,
            };
        }
        None
    }
}

impl Eval<'_> {
    /// What a variable that holds names of a listing may be by the comparisons made with it.
    pub(super) fn picked(&mut self, var: VarId) -> Vec<Rc<str>> {
        match self.graph.picks.get(&var) {
            Some(picks) if self.is_listed(var) => self.spelled(picks),
            _ => Vec::new(),
        }
    }

    /// What the elements of a call may be that hands each to a function which picks some:
    /// `files.filter((file) => file.endsWith(".pem"))`.
    pub(super) fn filtered(&mut self, value: ValueId) -> Vec<Rc<str>> {
        let graph = self.graph;
        if graph.filters.is_empty() {
            return Vec::new();
        }
        let mut at = value;
        for _ in 0..MAX_STEPS {
            match graph.op(at) {
                Op::Use(var) => match graph.vars[*var as usize].defs[..] {
                    [def] => at = def.value,
                    _ => break,
                },
                Op::Call(call) => {
                    let filter = call.args.iter().find_map(|arg| match graph.op(arg.value) {
                        Op::Function(func) => graph.filters.get(func),
                        Op::Use(var) => {
                            graph.vars[*var as usize].defs.iter().find_map(|def| match graph.op(def.value) {
                                Op::Function(func) => graph.filters.get(func),
                                _ => None,
                            })
                        }
                        _ => None,
                    });
                    if let Some(picks) = filter.and_then(|var| graph.picks.get(var)) {
                        return self.spelled(picks);
                    }
                    match graph.op(call.callee) {
                        Op::Member(base, _) => at = *base,
                        _ => break,
                    }
                }
                _ => break,
            }
        }
        Vec::new()
    }

    fn spelled(&mut self, picks: &[ValueId]) -> Vec<Rc<str>> {
        let mut out: Vec<Rc<str>> = Vec::new();
        for &pick in picks {
            for text in self.listed_texts(pick) {
                if text.contains(['\\', '$', '^', '|', '(']) {
                    let matched = names_matched(&text).into_iter().map(Rc::from);
                    out.extend(matched.take(4));
                    continue;
                }
                let text = sample(&text).map_or(text, Rc::from);
                if !text.is_empty() && !out.contains(&text) {
                    out.push(text);
                }
            }
        }
        out
    }

    /// The texts that a value is, or that are in the list, set or table it is.
    fn listed_texts(&mut self, value: ValueId) -> Vec<Rc<str>> {
        let graph = self.graph;
        let mut at = value;
        for _ in 0..MAX_STEPS {
            for thing in self.things(at).iter() {
                let Thing::Container(container) = thing else { continue };
                let (items, keys): (&[ValueId], Vec<Rc<str>>) = match graph.op(*container) {
                    Op::List(items) => (items, Vec::new()),
                    Op::Object(items) => (&[], items.iter().filter_map(|(key, _)| key.clone()).collect()),
                    _ => continue,
                };
                let texts = items.iter().take(64).filter_map(|&item| self.constant(item));
                return texts.chain(keys).collect();
            }
            at = match graph.op(at) {
                Op::Use(var) => match graph.vars[*var as usize].defs[..] {
                    [def] => def.value,
                    _ => break,
                },
                // `new Set([…])`, `frozenset((…))`
                Op::Call(call) => match call.positional(0) {
                    Some(first) => first,
                    None => break,
                },
                Op::Element(list) => *list,
                _ => break,
            };
        }
        self.constant(at).into_iter().collect()
    }

    /// Whether a variable holds elements of something, or parts of them.
    fn is_listed(&mut self, var: VarId) -> bool {
        let graph = self.graph;
        let mut open: Vec<ValueId> =
            graph.vars[var as usize].defs.iter().take(4).map(|def| def.value).collect();
        for _ in 0..4 * MAX_STEPS {
            let Some(value) = open.pop() else { return false };
            match graph.op(value) {
                Op::Element(_) => return true,
                Op::Index(base, _) => open.push(*base),
                Op::Choice(choices) => open.extend(choices.iter().take(4)),
                Op::Param(func, index) => open.extend(self.arguments(*func, *index).into_iter().take(4)),
                _ => {
                    let named = graph.named_by(value);
                    let defs = named.into_iter().flat_map(|var| graph.vars[var as usize].defs.iter().take(4));
                    open.extend(defs.map(|def| def.value));
                }
            }
        }
        false
    }
}
