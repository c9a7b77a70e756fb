//! Names and values: what a value of the graph may be called, and which constants it may be.
//!
//! Both are small sets, computed on demand and kept. A cycle or a chain past the budget gives
//! "unknown", which is never a match and never an error.

mod things;
mod values;

use super::PACK;
use super::graph::*;
use crate::source::Source;
use crate::text::{HOLE, replaced};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What a value may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    /// Something outside the file, by its dotted name. A call's result ends with `()`.
    Named(Rc<str>),
    /// A function of the file.
    Function(FuncId),
    /// A class of the file.
    Class(ClassId),
    /// An object of a class of the file.
    Instance(ClassId),
    /// A list or object literal.
    Container(ValueId),
}

/// The attribute that keeps what an object is connected to; no program can spell it.
pub const ENDPOINT: &str = "<endpoint>";

/// What a function is handed from outside the file is called.
pub const GIVEN: &str = "<given>";

/// How many things or constants one value may be. Further ones are dropped, and that they were is told:
/// the one that counts may be among them.
const MAX_ALTERNATIVES: usize = 4096;
/// How many things it may be, among which each new one is looked for.
const MAX_THINGS: usize = 512;
/// How many it may be once a file has used up its room for more.
const FEW: usize = 12;
/// How many things and constants past the first [`FEW`] of each the values of a file may be together.
const MAX_FURTHER: usize = 1 << 16;
/// How many ways there may be to put parts together.
const MAX_PRODUCT: usize = 4096;
/// How many words of a command are looked at.
pub(crate) const MAX_WORDS: usize = 4096;
/// How long a dotted name may get.
const MAX_NAME: usize = 160;
/// How long a folded constant may get; a longer one is unknown.
pub const MAX_VALUE: usize = 1 << 20;
/// How many bytes the folded constants of a file may take together.
const MAX_TOTAL: usize = 32 << 20;
/// How long a JSON document may be whose items are looked up.
const MAX_DOCUMENT: usize = 4096;
/// How deep one question may ask further ones.
const MAX_DEPTH: u32 = 2500;

/// The evaluator of one file.
pub struct Eval<'g> {
    /// The file's graph.
    pub graph: &'g Graph,
    /// Its sources.
    pub sources: &'g [Source],
    /// Some question went past the budget.
    pub over_budget: bool,
    known: Answers,
    no_things: Rc<[Thing]>,
    nothing: Rc<[Rc<str>]>,
    unknown: Rc<[Rc<str>]>,
    depth: u32,
    /// What is being answered asked for a parameter, or for itself.
    asked_for_parameter: bool,
}

/// What an evaluator found out: good for as long as the graph stays as it is.
#[derive(Debug, Default)]
pub struct Answers {
    things: Vec<Memo<Rc<[Thing]>>>,
    values: Vec<Memo<Rc<[Rc<str>]>>>,
    names: Vec<Option<Rc<[Rc<str>]>>>,
    /// Whether the answers on a value come from what a function is called with.
    from_calls: Vec<bool>,
    keys: FxHashMap<ValueId, FxHashMap<Rc<str>, Vec<ValueId>>>,
    /// Bytes of the constants folded.
    folded: usize,
    /// Things and constants past the first few of each value.
    further: usize,
    /// Some question went past the budget.
    over_budget: bool,
}

impl Answers {
    /// Forgets what may change when more calls of the file's functions get known.
    pub fn forget_parameters(&mut self) {
        for at in (0..self.from_calls.len()).filter(|&at| self.from_calls[at]) {
            self.things[at] = Memo::New;
            self.values[at] = Memo::New;
            self.names[at] = None;
        }
        self.from_calls.fill(false);
    }
}

#[derive(Clone, Debug)]
enum Memo<T> {
    New,
    Asked,
    Known(T),
}

impl<'g> Eval<'g> {
    /// An evaluator with nothing known yet.
    pub fn new(graph: &'g Graph, sources: &'g [Source]) -> Self {
        Eval::resume(graph, sources, Answers::default())
    }

    /// An evaluator that knows what another found out about the same graph.
    pub fn resume(graph: &'g Graph, sources: &'g [Source], mut known: Answers) -> Self {
        let count = graph.values.len();
        known.things.resize(count, Memo::New);
        known.values.resize(count, Memo::New);
        known.names.resize(count, None);
        known.from_calls.resize(count, false);
        Eval {
            graph,
            sources,
            over_budget: known.over_budget,
            known,
            no_things: Rc::from([]),
            nothing: Rc::from([]),
            unknown: Rc::from([Rc::from(HOLE.to_string())]),
            depth: 0,
            asked_for_parameter: false,
        }
    }

    /// What was found out.
    pub fn into_answers(mut self) -> Answers {
        self.known.over_budget = self.over_budget;
        self.known
    }

    /// `text` with the first `most` of its `from` as `to`; unknown where that gets too long.
    pub fn replaced(&mut self, text: &str, from: &str, to: &str, most: usize) -> Option<String> {
        let replaced = replaced(text, from, to, most, MAX_VALUE);
        self.over_budget |= replaced.is_none();
        replaced
    }

    /// Counts bytes that folding a constant took.
    pub fn count_folded(&mut self, bytes: usize) {
        self.known.folded = self.known.folded.saturating_add(bytes);
    }

    /// Whether constants took all that those of a file may take: further ones are unknown.
    fn is_full(&mut self) -> bool {
        let is_full = self.known.folded > MAX_TOTAL;
        self.over_budget |= is_full;
        is_full
    }

    /// The only alternative of a value, or a hole.
    pub fn single(&mut self, value: ValueId) -> Rc<str> {
        match &*self.values(value) {
            [only] => only.clone(),
            _ => self.unknown[0].clone(),
        }
    }

    /// How something of this name is told the address it talks to, if it is a client: a section
    /// of the list `clients`.
    pub fn client(&self, name: &str) -> Option<&'g str> {
        let list = self.graph.clients.as_deref()?;
        list.find(name).map(|section| section.kind.as_str())
    }

    /// The empty set.
    pub fn nothing(&self) -> Rc<[Rc<str>]> {
        self.nothing.clone()
    }

    /// The dotted names that a value may have.
    pub fn names(&mut self, value: ValueId) -> Rc<[Rc<str>]> {
        if let Some(names) = &self.known.names[value as usize] {
            return names.clone();
        }
        let things = self.things(value);
        let names: Rc<[Rc<str>]> = if things.is_empty() {
            self.nothing()
        } else {
            things
                .iter()
                .filter_map(|thing| if let Thing::Named(name) = thing { Some(name.clone()) } else { None })
                .collect()
        };
        self.known.names[value as usize] = Some(names.clone());
        names
    }

    /// What a value may be.
    pub fn things(&mut self, value: ValueId) -> Rc<[Thing]> {
        match &self.known.things[value as usize] {
            Memo::Known(things) => {
                self.asked_for_parameter |= self.known.from_calls[value as usize];
                return things.clone();
            }
            Memo::Asked => {
                self.asked_for_parameter = true;
                return self.no_things.clone();
            }
            Memo::New => {}
        }
        if self.depth >= MAX_DEPTH {
            self.over_budget = true;
            return self.no_things.clone();
        }
        self.known.things[value as usize] = Memo::Asked;
        let things = self.answer(value, |eval| {
            let mut out = Vec::new();
            eval.compute_things(value, &mut out);
            out.truncate(eval.room(out.len()));
            if out.is_empty() { eval.no_things.clone() } else { out.into() }
        });
        self.known.things[value as usize] = Memo::Known(things.clone());
        things
    }

    /// The constants that a value may be, its unknown parts as [`HOLE`]s. Never empty for a value
    /// that exists: an unknown one is a single hole.
    pub fn values(&mut self, value: ValueId) -> Rc<[Rc<str>]> {
        match &self.known.values[value as usize] {
            Memo::Known(values) => {
                self.asked_for_parameter |= self.known.from_calls[value as usize];
                return values.clone();
            }
            Memo::Asked => {
                self.asked_for_parameter = true;
                return self.unknown.clone();
            }
            Memo::New => {}
        }
        if self.depth >= MAX_DEPTH {
            self.over_budget = true;
            return self.unknown.clone();
        }
        self.known.values[value as usize] = Memo::Asked;
        let mut values = self.answer(value, |eval| eval.compute_values(value));
        let room = self.room(values.len());
        if room < values.len() {
            values = values[..room].into();
        }
        self.known.values[value as usize] = Memo::Known(values.clone());
        values
    }

    /// How many of so many alternatives a value may keep.
    fn room(&mut self, count: usize) -> usize {
        let kept = count.min(self.most());
        let further = kept.saturating_sub(FEW);
        let has_room = self.known.further + further <= MAX_FURTHER;
        self.known.further = (self.known.further + further).min(MAX_FURTHER);
        let kept = if has_room { kept } else { FEW };
        self.over_budget |= count > kept;
        kept
    }

    /// How many alternatives are looked at.
    fn most(&self) -> usize {
        if self.known.further < MAX_FURTHER { MAX_ALTERNATIVES } else { FEW }
    }

    /// The first of some alternatives, as many as are looked at.
    pub(crate) fn looked_at<'s, T>(&mut self, some: &'s [T]) -> &'s [T] {
        let some = self.at_most(some, self.most());
        // Looking costs too, where thousands of places each look at all that is stored.
        self.known.further = (self.known.further + some.len().saturating_sub(FEW)).min(MAX_FURTHER);
        some
    }

    /// The first of some, as many as are looked at; that there are more is told.
    pub(crate) fn at_most<'s, T>(&mut self, some: &'s [T], most: usize) -> &'s [T] {
        self.over_budget |= some.len() > most;
        &some[..some.len().min(most)]
    }

    /// Adds a thing to what a value may be.
    fn push(&mut self, out: &mut Vec<Thing>, thing: Thing) {
        if out.contains(&thing) {
            return;
        }
        if out.len() < MAX_THINGS {
            out.push(thing);
        } else {
            self.over_budget = true;
        }
    }

    /// One step of a question, one deeper; notes whether it asked what a function is called with.
    fn answer<T>(&mut self, value: ValueId, step: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let before = std::mem::take(&mut self.asked_for_parameter);
        let answer = with_stack(|| step(self));
        self.known.from_calls[value as usize] |= self.asked_for_parameter;
        self.asked_for_parameter |= before;
        self.depth -= 1;
        answer
    }

    /// The one constant that a value is, if it is wholly known and but one.
    pub fn constant(&mut self, value: ValueId) -> Option<Rc<str>> {
        let values = self.values(value);
        match &*values {
            [only] if !only.contains(HOLE) => Some(only.clone()),
            _ => None,
        }
    }
}

/// Runs one step of a question with stack to spare: questions ask further ones, and how deep is
/// the pack's to choose, up to [`MAX_DEPTH`].
fn with_stack<T>(step: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(128 << 10, 4 << 20, step)
}

/// Joins as `os.path.join` does: an absolute part starts anew; a script's own folder stays the
/// pack whatever `..` follows.
pub fn join_path(whole: &mut String, part: &str) {
    let absolute = part.starts_with(['/', '~', PACK]);
    if absolute {
        whole.clear();
    } else if !whole.is_empty() && !whole.ends_with('/') {
        whole.push('/');
    }
    whole.push_str(part);
}
