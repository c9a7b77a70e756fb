//! Flow: which values may be in which others.
//!
//! The graph says what each value is made of. Read the other way it says where a value may get
//! to. Edges are made once a file, and each kind of source spreads over them once, so that the
//! cost is that of the graph, however many sources and sinks there are.

use super::eval::{Eval, Thing};
use super::graph::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;

/// Where each value may get to.
///
/// Beside the values there is a place for each variable's object and each attribute's name, and for
/// what else many values get to many from: all go through it, so that they don't make pairs of all.
pub struct FlowGraph {
    /// Number of values; places have the numbers from here on.
    values: u32,
    /// Start of each value's and place's targets in `targets`.
    starts: Vec<u32>,
    targets: Vec<ValueId>,
}

/// What was written to a file whose path is known, or is known to be the same variable's.
pub struct Cell {
    /// The path.
    pub path: ValueId,
    /// What is in the file.
    pub content: ValueId,
}

/// How many sources are told apart at one value.
const MAX_LABELS: usize = 4;

/// How far a set of sources spreads.
pub struct Spread {
    /// Number of values.
    values: u32,
    /// For each value reached: the source, by its number, and the value it came from.
    reached: FxHashMap<ValueId, Vec<(u32, ValueId)>>,
}

impl FlowGraph {
    /// How many edges it has.
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// The edges of a file. `cells` are the files it writes.
    pub fn new(eval: &mut Eval<'_>, cells: &[Cell]) -> FlowGraph {
        let values = eval.graph.values.len() as u32;
        let first_name = values + eval.graph.vars.len() as u32;
        let names =
            (first_name..).zip(eval.graph.stores.keys()).map(|(place, name)| (name.clone(), place)).collect();
        let mut edges = Edges {
            places: first_name + eval.graph.stores.len() as u32,
            eval,
            pairs: Vec::new(),
            params: FxHashMap::default(),
            names,
            joints: FxHashMap::default(),
        };
        edges.collect(cells);
        let Edges { pairs, places, .. } = edges;
        let count = places as usize;
        let mut starts = vec![0u32; count + 1];
        for &(from, _) in &pairs {
            starts[from as usize + 1] += 1;
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; pairs.len()];
        for (from, to) in pairs {
            let slot = &mut next[from as usize];
            targets[*slot as usize] = to;
            *slot += 1;
        }
        FlowGraph { values, starts, targets }
    }

    /// Spreads `sources` as far as they get, but not out of the values in `barred`.
    pub fn spread(&self, sources: &[Option<ValueId>], barred: &FxHashSet<ValueId>) -> Spread {
        let mut reached: FxHashMap<ValueId, Vec<(u32, ValueId)>> = FxHashMap::default();
        let mut queue = VecDeque::new();
        for (label, source) in sources.iter().enumerate() {
            let Some(source) = *source else { continue };
            reached.entry(source).or_default().push((label as u32, source));
            queue.push_back((source, label as u32));
        }
        while let Some((value, label)) = queue.pop_front() {
            if barred.contains(&value) {
                continue;
            }
            let range = self.starts[value as usize] as usize..self.starts[value as usize + 1] as usize;
            for &target in &self.targets[range] {
                let labels = reached.entry(target).or_default();
                if labels.len() < MAX_LABELS && labels.iter().all(|&(known, _)| known != label) {
                    labels.push((label, value));
                    queue.push_back((target, label));
                }
            }
        }
        Spread { values: self.values, reached }
    }
}

impl Spread {
    /// The numbers of the sources that reach a value.
    pub fn sources_at(&self, value: ValueId) -> impl Iterator<Item = usize> + '_ {
        self.reached.get(&value).into_iter().flatten().map(|&(label, _)| label as usize)
    }

    /// The way from a source to a value, both included; empty if it does not reach it.
    pub fn path(&self, source: usize, value: ValueId) -> Vec<ValueId> {
        let mut out = Vec::new();
        let mut at = value;
        loop {
            let step = self
                .reached
                .get(&at)
                .and_then(|labels| labels.iter().find(|(label, _)| *label as usize == source));
            let Some(&(_, from)) = step else { return Vec::new() };
            if at < self.values {
                out.push(at);
            }
            // A value is reached once by a source, so the way back never turns in a circle; the
            // bound is for the reader.
            if from == at || out.len() > 10_000 {
                break;
            }
            at = from;
        }
        out.reverse();
        out
    }
}

struct Edges<'a, 'g> {
    eval: &'a mut Eval<'g>,
    pairs: Vec<(ValueId, ValueId)>,
    params: FxHashMap<FuncId, Vec<ValueId>>,
    /// The place of each attribute's name.
    names: FxHashMap<Rc<str>, u32>,
    /// The places made on the way.
    joints: FxHashMap<Joint, u32>,
    /// The number of the next place.
    places: u32,
}

/// What many values get through.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Joint {
    /// Into any parameter of a function that is handed to a call.
    Params(FuncId),
    /// Out of a function with many returns.
    Returns(FuncId),
    /// Into uses of a name that another source knows.
    Exported(Rc<str>),
    /// Into the functions that a call is handed.
    Handed(ValueId),
    /// Out of a file that much is written to.
    File(Rc<str>),
    /// Out of one whose path is a variable's.
    Unknown(Place),
}

/// How many pairs are made before a place is.
const FEW: usize = 64;

impl Edges<'_, '_> {
    fn edge(&mut self, from: ValueId, to: ValueId) {
        self.pairs.push((from, to));
    }

    /// The place of a joint, and whether it is new.
    fn joint(&mut self, joint: Joint) -> (u32, bool) {
        let next = self.places;
        let place = *self.joints.entry(joint).or_insert(next);
        self.places += u32::from(place == next);
        (place, place == next)
    }

    fn collect(&mut self, cells: &[Cell]) {
        let graph = self.eval.graph;
        let count = graph.values.len() as ValueId;
        for value in 0..count {
            if let Op::Param(func, _) = graph.op(value) {
                self.params.entry(*func).or_default().push(value);
            }
        }
        for value in 0..count {
            self.edges_into(value);
        }
        for (value, outputs) in &graph.outputs {
            for &output in outputs {
                self.edge(output, *value);
            }
        }
        for &(object, function) in &graph.handlers {
            for func in self.functions(function) {
                self.param_edges(func, object);
            }
        }
        for (place, var) in (count..).zip(&graph.vars) {
            for &content in var.contents.iter().chain(var.fields.values().flatten()) {
                self.edge(content, place);
            }
            // What is put into a variable is in the object that it holds.
            if !var.contents.is_empty() {
                for def in var.defs.iter().take(8) {
                    self.edges_into_object(place, def.value);
                }
            }
        }
        for (name, stored) in &graph.stores {
            let place = self.names[name];
            for &stored in stored {
                self.edge(stored, place);
            }
        }
        // What is put into an attribute is in the object that it was set to.
        for (name, put) in &graph.puts {
            let contents: FxHashSet<ValueId> = put.iter().copied().collect();
            let is_object =
                |object: &ValueId| matches!(graph.op(*object), Op::Call(_)) && !contents.contains(object);
            let objects: Vec<ValueId> =
                graph.stores[name].iter().copied().filter(is_object).take(8).collect();
            for &content in put {
                for &object in &objects {
                    self.edges_into_object(content, object);
                }
            }
        }
        self.through_files(cells);
    }

    /// An edge into the call that made an object, and into those that made it in a function of the
    /// file.
    fn edges_into_object(&mut self, from: ValueId, object: ValueId) {
        let graph = self.eval.graph;
        let Op::Call(call) = graph.op(object) else { return };
        self.edge(from, object);
        for &output in graph.outputs.get(&object).into_iter().flatten().take(4) {
            self.edge(from, output);
        }
        for func in self.functions(call.callee) {
            for &returned in graph.funcs[func as usize].returns.iter().take(4) {
                match graph.op(returned) {
                    Op::Call(_) => {
                        self.edge(from, returned);
                        for &output in graph.outputs.get(&returned).into_iter().flatten().take(4) {
                            self.edge(from, output);
                        }
                    }
                    Op::Use(var) => {
                        let made = graph.vars[*var as usize].defs.iter().take(4).map(|def| def.value);
                        for made in made.filter(|&made| matches!(graph.op(made), Op::Call(_))) {
                            self.edge(from, made);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// Edges into a value from what it is made of.
    fn edges_into(&mut self, value: ValueId) {
        let graph = self.eval.graph;
        match graph.op(value) {
            Op::Unknown(parts)
            | Op::Concat(parts)
            | Op::Path(parts)
            | Op::List(parts)
            | Op::Choice(parts) => {
                for &part in parts {
                    self.edge(part, value);
                }
            }
            Op::Object(items) => {
                for &(_, item) in items {
                    self.edge(item, value);
                }
            }
            Op::Use(var) => {
                for def in graph.reaching(*var, value, self.eval.sources) {
                    self.edge(def.value, value);
                }
                let place = graph.values.len() as u32 + *var;
                let var = &graph.vars[*var as usize];
                if !var.contents.is_empty() || !var.fields.is_empty() {
                    self.edge(place, value);
                }
            }
            Op::Member(base, name) => {
                self.edge(*base, value);
                if let Some(&place) = self.names.get(name) {
                    self.edge(place, value);
                }
                for thing in self.eval.things(*base).iter() {
                    let items = match thing {
                        Thing::Container(container) => self.eval.items_named(*container, name),
                        Thing::Class(class) | Thing::Instance(class) => {
                            self.eval.class_attribute(*class, name)
                        }
                        _ => continue,
                    };
                    for item in items {
                        self.edge(item, value);
                    }
                }
            }
            Op::Free(name) => {
                let defs = graph.exported_defs(name);
                if !defs.is_empty() {
                    let (place, is_new) = self.joint(Joint::Exported(name.clone()));
                    for def in defs.iter().filter(|_| is_new) {
                        self.edge(def.value, place);
                    }
                    self.edge(place, value);
                }
            }
            Op::Index(base, _) | Op::Element(base) => self.edge(*base, value),
            Op::Param(func, index) => {
                for &site in &graph.funcs[*func as usize].sites {
                    if let Op::Call(call) = graph.op(site) {
                        for argument in graph.arguments(call, *func, *index) {
                            self.edge(argument, value);
                        }
                    }
                }
            }
            Op::Call(call) => self.call_edges(value, &call.clone()),
            _ => {}
        }
    }

    fn call_edges(&mut self, value: ValueId, call: &Rc<Call>) {
        let callees = self.functions(call.callee);
        for &func in &callees {
            self.return_edges(func, value);
        }
        let receiver = match self.eval.graph.op(call.callee) {
            Op::Member(base, _) => Some(*base),
            _ => None,
        };
        if callees.is_empty() {
            self.edge(call.callee, value);
            for arg in &call.args {
                self.edge(arg.value, value);
            }
            self.callback_edges(value, call, receiver);
        }
    }

    /// A function handed to a call that we don't see into is handed what the call has.
    fn callback_edges(&mut self, value: ValueId, call: &Call, receiver: Option<ValueId>) {
        // Those of one call are few; else every argument is handed to all of them.
        let many = (call.args.len().pow(2) > FEW).then(|| self.joint(Joint::Handed(value)).0);
        let mut is_handed = false;
        for arg in &call.args {
            let is_function = matches!(
                self.eval.graph.op(arg.value),
                Op::Function(_) | Op::Use(_) | Op::Member(..) | Op::Call(_)
            );
            if !is_function {
                continue;
            }
            for func in self.functions(arg.value) {
                self.return_edges(func, value);
                self.param_edges(func, value);
                if let Some(receiver) = receiver {
                    self.param_edges(func, receiver);
                }
                if let Some(place) = many {
                    self.param_edges(func, place);
                    is_handed = true;
                    continue;
                }
                for other in call.args.iter().filter(|other| other.value != arg.value) {
                    self.param_edges(func, other.value);
                }
            }
        }
        if let Some(place) = many.filter(|_| is_handed) {
            for arg in &call.args {
                self.edge(arg.value, place);
            }
        }
    }

    /// Edges from what a function returns.
    fn return_edges(&mut self, func: FuncId, to: ValueId) {
        let returns = &self.eval.graph.funcs[func as usize].returns;
        let (place, is_new) = match returns.len() > FEW {
            true => self.joint(Joint::Returns(func)),
            false => (to, true),
        };
        for &returned in returns.iter().filter(|_| is_new) {
            self.edge(returned, place);
        }
        if place != to {
            self.edge(place, to);
        }
    }

    /// Edges into all parameters of a function.
    fn param_edges(&mut self, func: FuncId, from: ValueId) {
        let (place, is_new) = self.joint(Joint::Params(func));
        for param in self.params.get(&func).filter(|_| is_new).cloned().unwrap_or_default() {
            self.edge(place, param);
        }
        self.edge(from, place);
    }

    fn functions(&mut self, value: ValueId) -> Vec<FuncId> {
        let things = self.eval.things(value);
        things
            .iter()
            .filter_map(|thing| if let Thing::Function(func) = thing { Some(*func) } else { None })
            .collect()
    }

    /// A file's path stands for its content once the content was written: a path that is read or
    /// sent later brings it along.
    fn through_files(&mut self, cells: &[Cell]) {
        if cells.is_empty() {
            return;
        }
        let graph = self.eval.graph;
        let mut by_path: FxHashMap<Rc<str>, Vec<&Cell>> = FxHashMap::default();
        let mut by_name: FxHashMap<Place, Vec<&Cell>> = FxHashMap::default();
        for cell in cells {
            match self.eval.constant(cell.path) {
                Some(path) if !path.is_empty() => {
                    // `dd of=path`
                    let bare = path.rsplit(['@', '=', '<']).next().unwrap_or(&path);
                    by_path.entry(Rc::from(plain(bare))).or_default().push(cell);
                }
                _ => {
                    for place in places(graph, cell.path) {
                        by_name.entry(place).or_default().push(cell);
                    }
                }
            }
        }
        for value in 0..graph.values.len() as ValueId {
            match graph.op(value) {
                Op::Use(_) | Op::Free(_) | Op::Param(..) if !by_name.is_empty() => {
                    for place in places(graph, value) {
                        if let Some(cells) = by_name.get(&place) {
                            self.file_edges(cells, Joint::Unknown(place), value);
                        }
                    }
                }
                Op::Call(call) if !by_path.is_empty() => {
                    let call = call.clone();
                    for arg in super::argument_values(&call).chain([call.callee]) {
                        for text in self.eval.values(arg).iter() {
                            let path = text.rsplit(['@', '=', '<']).next().unwrap_or(text);
                            if let Some((path, cells)) = by_path.get_key_value(plain(path)) {
                                self.file_edges(cells, Joint::File(path.clone()), arg);
                            }
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Edges from what is written to a file, to a use of its path that is not the one it was written by.
    fn file_edges(&mut self, cells: &[&Cell], joint: Joint, to: ValueId) {
        if cells.len() <= FEW {
            for cell in cells.iter().filter(|cell| cell.path != to) {
                self.edge(cell.content, to);
            }
            return;
        }
        let (place, is_new) = self.joint(joint);
        for cell in cells.iter().filter(|_| is_new) {
            self.edge(cell.content, place);
        }
        self.edge(place, to);
    }
}

/// A path without the `./` that changes nothing.
fn plain(path: &str) -> &str {
    path.trim_start_matches("./")
}

/// What tells that two unknown paths are the same one.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Place {
    Var(VarId),
    Free(Rc<str>),
    Param(FuncId, u32),
}

fn places(graph: &Graph, value: ValueId) -> Vec<Place> {
    match graph.op(value) {
        Op::Use(var) => vec![Place::Var(*var)],
        Op::Free(name) => vec![Place::Free(name.clone())],
        Op::Param(func, index) => vec![Place::Param(*func, *index)],
        Op::Index(base, _) => places(graph, *base),
        // `of=$file`, `@$file`
        Op::Concat(parts) => match parts[..] {
            [mark, path] if matches!(graph.op(mark), Op::Text(text) if text.ends_with(['=', '@', '<'])) => {
                places(graph, path)
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
