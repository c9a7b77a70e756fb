//! Names and values: what a value of the graph may be called, and which constants it may be.
//!
//! Both are small sets, computed on demand and kept. A cycle or a chain past the budget gives
//! "unknown", which is never a match and never an error.

use super::graph::*;
use super::{PACK, of};
use crate::source::Source;
use crate::text::HOLE;
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

/// How many things or constants one value may be; further ones are dropped.
pub(super) const MAX_ALTERNATIVES: usize = 12;
/// How long a dotted name may get.
const MAX_NAME: usize = 160;
/// How long a folded constant may get; a longer one is unknown.
const MAX_VALUE: usize = 1 << 20;
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
            over_budget: false,
            known,
            no_things: Rc::from([]),
            nothing: Rc::from([]),
            unknown: Rc::from([Rc::from(HOLE.to_string())]),
            depth: 0,
            asked_for_parameter: false,
        }
    }

    /// What was found out.
    pub fn into_answers(self) -> Answers {
        self.known
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
        let values = self.answer(value, |eval| eval.compute_values(value));
        self.known.values[value as usize] = Memo::Known(values.clone());
        values
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

    fn compute_things(&mut self, value: ValueId, out: &mut Vec<Thing>) {
        let graph = self.graph;
        match graph.op(value) {
            Op::Unknown(_) | Op::Text(_) | Op::Concat(_) | Op::NameOf(_) => {}
            Op::Path(_) => {
                let language = self.sources[graph.values[value as usize].source as usize].language;
                if let Some(name) = of(language).path_name() {
                    push(out, Thing::Named(name.into()));
                }
            }
            Op::Free(name) => self.free_things(value, name, out),
            Op::Outside(name) => self.push_named(value, name.to_string(), out),
            Op::Use(var) => {
                let defs = graph.reaching(*var, value, self.sources);
                if defs.is_empty() && graph.vars[*var as usize].contents.is_empty() {
                    let name = graph.vars[*var as usize].name.clone();
                    self.free_things(value, &name, out);
                }
                for def in defs {
                    self.push_all(def.value, out);
                }
            }
            Op::Member(base, name) => self.member_things(value, *base, name, out),
            Op::Index(base, key) => {
                for key in self.values(*key).iter() {
                    match key.parse::<i64>() {
                        Ok(index) => self.index_things(*base, Some(index), out),
                        Err(_) if key.contains(HOLE) => self.index_things(*base, None, out),
                        Err(_) => self.member_things(value, *base, key, out),
                    }
                }
            }
            Op::Element(base) => self.index_things(*base, None, out),
            Op::Call(call) => self.call_things(value, call, out),
            Op::Command(words) => super::commands::things(self, value, words, out),
            Op::List(_) | Op::Object(_) => push(out, Thing::Container(value)),
            Op::Function(func) => {
                push(out, Thing::Function(*func));
                for &callee in &graph.funcs[*func as usize].forwards {
                    self.push_all(callee, out);
                }
            }
            Op::Class(class) => push(out, Thing::Class(*class)),
            Op::Instance(class) => push(out, Thing::Instance(*class)),
            Op::Param(func, index) => {
                for argument in self.arguments(*func, *index) {
                    self.push_all(argument, out);
                }
            }
            Op::Choice(choices) => {
                for &choice in choices {
                    self.push_all(choice, out);
                }
            }
        }
    }

    fn free_things(&mut self, value: ValueId, name: &str, out: &mut Vec<Thing>) {
        for def in self.graph.exported_defs(name).iter().take(MAX_ALTERNATIVES) {
            self.push_all(def.value, out);
        }
        self.push_named(value, name.to_string(), out);
        let Value { source, node, .. } = self.graph.values[value as usize];
        let mut scope = Some(self.graph.maps[source as usize].scopes[node as usize]);
        for _ in 0..64 {
            let Some(at) = scope else { return };
            let scope_at = &self.graph.scopes[at as usize];
            for star in &scope_at.stars {
                self.push_named(value, format!("{star}.{name}"), out);
            }
            scope = scope_at.parent;
        }
    }

    /// Adds a dotted name, in its language's one spelling.
    pub fn push_named(&mut self, value: ValueId, name: String, out: &mut Vec<Thing>) {
        if name.len() > MAX_NAME {
            return;
        }
        let language = self.sources[self.graph.values[value as usize].source as usize].language;
        push(out, Thing::Named(of(language).canonical(name).into()));
    }

    /// Adds what another value may be.
    pub fn push_all(&mut self, value: ValueId, out: &mut Vec<Thing>) {
        for thing in self.things(value).iter() {
            push(out, thing.clone());
        }
    }

    /// What `base.name` may be, seen from `value`; added to `out`.
    pub fn member_things(&mut self, value: ValueId, base: ValueId, name: &str, out: &mut Vec<Thing>) {
        let graph = self.graph;
        if let Op::Use(var) = graph.op(base)
            && let Some(stored) = graph.vars[*var as usize].fields.get(name)
        {
            for &stored in stored.iter().take(MAX_ALTERNATIVES) {
                self.push_all(stored, out);
            }
        }
        for thing in self.things(base).iter() {
            match thing {
                Thing::Named(base) => {
                    let base = base.strip_suffix("()").unwrap_or(base);
                    self.push_named(value, format!("{base}.{name}"), out);
                }
                Thing::Class(class) | Thing::Instance(class) => self.class_member(value, *class, name, out),
                Thing::Container(container) => {
                    for item in self.items_named(*container, name) {
                        self.push_all(item, out);
                    }
                }
                // A function's own methods (`call`, `apply`, `bind`) call the function.
                Thing::Function(func) if matches!(name, "call" | "apply" | "bind") => {
                    push(out, Thing::Function(*func));
                }
                Thing::Function(_) => {}
            }
        }
    }

    /// An attribute of a class: set in its body or on its objects, or inherited.
    fn class_member(&mut self, value: ValueId, class: ClassId, name: &str, out: &mut Vec<Thing>) {
        let graph = self.graph;
        let mut classes = vec![class];
        let mut seen = 0;
        while let Some(class) = classes.pop() {
            seen += 1;
            if seen > 32 {
                return;
            }
            let class = &graph.classes[class as usize];
            if let Some(&var) = graph.scopes[class.scope as usize].names.get(name) {
                for def in graph.vars[var as usize].defs.iter().take(MAX_ALTERNATIVES) {
                    self.push_all(def.value, out);
                }
                continue;
            }
            for &base in &class.bases {
                for thing in self.things(base).iter() {
                    match thing {
                        Thing::Class(base) => classes.push(*base),
                        Thing::Named(base) => self.push_named(value, format!("{base}.{name}"), out),
                        _ => {}
                    }
                }
            }
        }
    }

    /// What an attribute of a class of the file is set to, in its body, on its objects or in a
    /// class of the file that it derives from.
    pub fn class_attribute(&mut self, class: ClassId, name: &str) -> Vec<ValueId> {
        let graph = self.graph;
        let mut out = Vec::new();
        let mut classes = vec![class];
        for _ in 0..32 {
            let Some(class) = classes.pop() else { break };
            let class = &graph.classes[class as usize];
            if let Some(&var) = graph.scopes[class.scope as usize].names.get(name) {
                let defs = graph.vars[var as usize].defs.iter().take(MAX_ALTERNATIVES);
                out.extend(defs.map(|def| def.value));
                continue;
            }
            for &base in &class.bases {
                let bases = self.things(base);
                classes.extend(
                    bases
                        .iter()
                        .filter_map(|thing| if let Thing::Class(base) = thing { Some(*base) } else { None }),
                );
            }
        }
        out
    }

    fn index_things(&mut self, base: ValueId, index: Option<i64>, out: &mut Vec<Thing>) {
        for thing in self.things(base).iter() {
            match thing {
                // An element of something outside is named like it: `sys.argv[1]`.
                Thing::Named(name) => {
                    let language = self.sources[self.graph.values[base as usize].source as usize].language;
                    let element = of(language).element(name);
                    push(out, Thing::Named(element.map_or_else(|| name.clone(), Rc::from)));
                }
                Thing::Container(container) => {
                    for item in self.items(*container, index) {
                        self.push_all(item, out);
                    }
                }
                _ => {}
            }
        }
        for item in self.put_into(base) {
            self.push_all(item, out);
        }
        for item in self.handed_on(base, index) {
            self.push_all(item, out);
        }
    }

    /// Elements that a call gives out of what it was handed; see [`super::Semantics::elements`].
    fn handed_on(&mut self, base: ValueId, index: Option<i64>) -> Vec<ValueId> {
        let graph = self.graph;
        let (given, index) = match (graph.op(base), index) {
            (Op::Element(given), Some(_)) => (*given, index),
            (Op::Call(_), Some(_)) => (base, None),
            (_, None) => (base, None),
            _ => return Vec::new(),
        };
        let Op::Call(call) = graph.op(given) else { return Vec::new() };
        let language = self.sources[graph.values[given as usize].source as usize].language;
        of(language).elements(self, call, index)
    }

    /// The elements of the lists and dictionaries that a value may be, and what is put into it.
    pub fn elements_of(&mut self, value: ValueId) -> Vec<ValueId> {
        let mut out = self.put_into(value);
        for thing in self.things(value).iter() {
            if let Thing::Container(container) = thing {
                out.extend(self.items(*container, None));
            }
        }
        out
    }

    /// What is put into the variable that `base` uses.
    fn put_into(&self, base: ValueId) -> Vec<ValueId> {
        match self.graph.op(base) {
            Op::Use(var) => {
                self.graph.vars[*var as usize].contents.iter().take(MAX_ALTERNATIVES).copied().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The items of a container at a constant index, or all.
    pub fn items(&self, container: ValueId, index: Option<i64>) -> Vec<ValueId> {
        match (self.graph.op(container), index) {
            (Op::List(items), Some(index)) => {
                let at = if index < 0 { items.len() as i64 + index } else { index };
                usize::try_from(at).ok().and_then(|at| items.get(at)).copied().into_iter().collect()
            }
            (Op::List(items), None) => items.iter().take(MAX_ALTERNATIVES).copied().collect(),
            (Op::Object(items), _) => items.iter().take(MAX_ALTERNATIVES).map(|&(_, value)| value).collect(),
            _ => Vec::new(),
        }
    }

    /// The values an object literal gives a key; a spread or computed one may be it.
    pub fn items_named(&mut self, container: ValueId, name: &str) -> Vec<ValueId> {
        match self.graph.op(container) {
            // A table with many keys is indexed once.
            Op::Object(items) if items.len() > 32 => {
                let keys = self.known.keys.entry(container).or_insert_with(|| {
                    let mut keys: FxHashMap<Rc<str>, Vec<ValueId>> = FxHashMap::default();
                    for (key, value) in items {
                        keys.entry(key.clone().unwrap_or_default()).or_default().push(*value);
                    }
                    keys
                });
                keys.get(name).cloned().unwrap_or_default()
            }
            Op::Object(items) => {
                let named = items.iter().filter(|(key, _)| key.as_deref() == Some(name));
                named.map(|&(_, value)| value).collect()
            }
            // `dict(name=value)`
            Op::Call(call) => call.keyword(name).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn call_things(&mut self, value: ValueId, call: &Rc<Call>, out: &mut Vec<Thing>) {
        let callees = self.things(call.callee);
        let language = self.sources[self.graph.values[value as usize].source as usize].language;
        if call.args.iter().any(|arg| arg.name.is_some()) && of(language).makes_container(&callees) {
            push(out, Thing::Container(value));
        }
        if let Some(things) = of(language).call_things(self, call, &callees) {
            for thing in things {
                push(out, thing);
            }
            return;
        }
        for thing in callees.iter() {
            match thing {
                Thing::Named(name) => {
                    let name = name.strip_suffix("()").unwrap_or(name);
                    push(out, Thing::Named(format!("{name}()").into()));
                }
                Thing::Function(func) => {
                    for &returned in self.graph.funcs[*func as usize].returns.iter().take(MAX_ALTERNATIVES) {
                        self.push_all(returned, out);
                    }
                }
                Thing::Class(class) => {
                    push(out, Thing::Instance(*class));
                    // An object that can be called is a function too.
                    for method in self.class_attribute(*class, "__call__") {
                        self.push_all(method, out);
                    }
                }
                Thing::Instance(_) | Thing::Container(_) => {}
            }
        }
    }

    /// What the calls of a function hand to one of its parameters.
    fn arguments(&mut self, func: FuncId, index: u32) -> Vec<ValueId> {
        self.asked_for_parameter = true;
        let mut out = Vec::new();
        for &site in self.graph.funcs[func as usize].sites.iter().take(MAX_ALTERNATIVES) {
            if let Op::Call(call) = self.graph.op(site) {
                out.extend(self.graph.arguments(call, func, index));
            }
        }
        out
    }

    fn compute_values(&mut self, value: ValueId) -> Rc<[Rc<str>]> {
        let graph = self.graph;
        match graph.op(value) {
            Op::Text(text) => Rc::from([text.clone()]),
            Op::Concat(parts) => self.product(parts, |whole, part| whole.push_str(part)),
            Op::Path(parts) => self.product(parts, join_path),
            Op::Use(var) => {
                if let Some(endpoints) = graph.vars[*var as usize].fields.get(ENDPOINT) {
                    return self.union(endpoints.iter().take(MAX_ALTERNATIVES).copied());
                }
                let defs = graph.reaching(*var, value, self.sources);
                if defs.is_empty() {
                    let name = graph.vars[*var as usize].name.clone();
                    return self.named_constants(value, &[name]);
                }
                self.union(defs.iter().map(|def| def.value))
            }
            Op::Choice(choices) => self.union(choices.iter().copied()),
            Op::Param(func, index) => {
                let arguments = self.arguments(*func, *index);
                self.union(arguments)
            }
            Op::Free(name) if !graph.exported_defs(name).is_empty() => {
                self.union(graph.exported_defs(name).iter().map(|def| def.value))
            }
            Op::Free(_) | Op::Outside(_) => {
                let names = self.names(value);
                self.named_constants(value, &names)
            }
            Op::Member(base, name) => self.member_values(value, *base, &name.clone()),
            Op::Index(base, key) => {
                let key = self.constant(*key);
                match key.as_deref().map(str::parse::<i64>) {
                    Some(Err(_)) => self.member_values(value, *base, &key.unwrap_or_default()),
                    Some(Ok(index)) => self.element_values(value, *base, Some(index)),
                    None => self.element_values(value, *base, None),
                }
            }
            Op::Element(base) => self.element_values(value, *base, None),
            Op::Call(call) => self.call_values(value, call),
            Op::Command(words) => words.first().map_or(self.unknown.clone(), |&name| self.values(name)),
            Op::NameOf(used) => {
                self.environment_name(*used).map_or(self.unknown.clone(), |name| Rc::from([name]))
            }
            Op::Object(items) => {
                let language = self.sources[graph.values[value as usize].source as usize].language;
                match of(language).object_value(self, items) {
                    Some(text) => Rc::from([Rc::from(text)]),
                    None => self.unknown.clone(),
                }
            }
            _ => self.unknown.clone(),
        }
    }

    /// The name of a variable that the file does not set before this use of it.
    fn environment_name(&self, used: ValueId) -> Option<Rc<str>> {
        let Value { source, node, .. } = self.graph.values[used as usize];
        match self.graph.op(used) {
            Op::Free(name) => Some(name.clone()),
            Op::Use(var) => {
                // `x="${x:-}"` does not see itself.
                let is_own = |def: &Def| def.source == source && def.node <= node && node < def.at;
                let defs = self.graph.reaching(*var, used, self.sources);
                defs.iter().all(is_own).then(|| self.graph.vars[*var as usize].name.clone())
            }
            _ => None,
        }
    }

    fn member_values(&mut self, value: ValueId, base: ValueId, name: &str) -> Rc<[Rc<str>]> {
        let graph = self.graph;
        let mut sources = Vec::new();
        if let Op::Use(var) = graph.op(base)
            && let Some(stored) = graph.vars[*var as usize].fields.get(name)
        {
            sources.extend(stored.iter().take(MAX_ALTERNATIVES).copied());
        }
        for thing in self.things(base).iter() {
            match thing {
                Thing::Container(container) => sources.extend(self.items_named(*container, name)),
                Thing::Class(class) | Thing::Instance(class) => {
                    sources.extend(self.class_attribute(*class, name))
                }
                _ => {}
            }
        }
        if !sources.is_empty() {
            return self.union(sources);
        }
        let names = self.names(value);
        let constants = self.named_constants(value, &names);
        if constants != self.unknown {
            return constants;
        }
        if let Some(parsed) = self.parsed(base, |document| document.get(name)) {
            return parsed;
        }
        let language = self.sources[graph.values[value as usize].source as usize].language;
        match of(language).member_values(self, base, name) {
            Some(values) if !values.is_empty() => values.into_iter().map(Rc::from).collect(),
            _ => constants,
        }
    }

    /// An item of a JSON document that is a constant: what `json.loads` gives is worth its text.
    fn parsed(
        &mut self,
        base: ValueId,
        item: impl Fn(&serde_json::Value) -> Option<&serde_json::Value>,
    ) -> Option<Rc<[Rc<str>]>> {
        let values = self.values(base);
        let is_document = |text: &&Rc<str>| text.len() <= MAX_DOCUMENT && text.starts_with(['{', '[']);
        let found: Vec<Rc<str>> = values
            .iter()
            .filter(is_document)
            .filter_map(|text| serde_json::from_str(text).ok())
            .filter_map(|document: serde_json::Value| {
                Some(match item(&document)? {
                    serde_json::Value::String(text) => Rc::from(text.as_str()),
                    other => Rc::from(other.to_string()),
                })
            })
            .collect();
        (!found.is_empty()).then(|| found.into())
    }

    fn element_values(&mut self, value: ValueId, base: ValueId, index: Option<i64>) -> Rc<[Rc<str>]> {
        let mut items = Vec::new();
        for thing in self.things(base).iter() {
            if let Thing::Container(container) = thing {
                items.extend(self.items(*container, index));
            }
        }
        items.extend(self.put_into(base));
        items.extend(self.handed_on(base, index));
        if !items.is_empty() {
            return self.union(items);
        }
        let names = self.names(value);
        let constants = self.named_constants(value, &names);
        if constants != self.unknown {
            return constants;
        }
        let at = index.and_then(|index| usize::try_from(index).ok());
        if let Some(parsed) = at.and_then(|at| self.parsed(base, |document| document.get(at))) {
            return parsed;
        }
        // A listing of a folder, or a search by a pattern, gives what it was asked for.
        match index {
            None if matches!(self.graph.op(base), Op::Call(_) | Op::Use(_)) => self.values(base),
            // `for root, folders, files in os.walk(p)`: the root is below `p`.
            Some(0) => match *self.graph.op(base) {
                Op::Element(walked) => self.values(walked),
                _ => self.unknown.clone(),
            },
            _ => self.unknown.clone(),
        }
    }

    fn named_constants(&mut self, value: ValueId, names: &[Rc<str>]) -> Rc<[Rc<str>]> {
        let language = self.sources[self.graph.values[value as usize].source as usize].language;
        let found: Vec<Rc<str>> =
            names.iter().filter_map(|name| of(language).constant(name)).map(Rc::from).collect();
        if found.is_empty() { self.unknown.clone() } else { found.into() }
    }

    fn call_values(&mut self, value: ValueId, call: &Rc<Call>) -> Rc<[Rc<str>]> {
        let language = self.sources[self.graph.values[value as usize].source as usize].language;
        let names = self.names(call.callee);
        let names: Vec<&str> = names.iter().map(|name| &**name).collect();
        if let Some(values) = of(language).call_values(self, call, &names) {
            let values: Vec<Rc<str>> = values
                .into_iter()
                .take(MAX_ALTERNATIVES)
                .filter(|v| v.len() <= MAX_VALUE)
                .map(Rc::from)
                .collect();
            return if values.is_empty() { self.unknown.clone() } else { values.into() };
        }
        let mut returned = Vec::new();
        for thing in self.things(call.callee).iter() {
            if let Thing::Function(func) = thing {
                returned.extend(self.graph.funcs[*func as usize].returns.iter().take(MAX_ALTERNATIVES));
            }
        }
        if returned.is_empty() {
            let names = self.names(value);
            return self.named_constants(value, &names);
        }
        self.union(returned)
    }

    fn union(&mut self, values: impl IntoIterator<Item = ValueId>) -> Rc<[Rc<str>]> {
        let mut out: Vec<Rc<str>> = Vec::new();
        for value in values {
            for text in self.values(value).iter() {
                if out.len() < MAX_ALTERNATIVES && !out.contains(text) {
                    out.push(text.clone());
                }
            }
        }
        if out.is_empty() { self.unknown.clone() } else { out.into() }
    }

    /// Every way to put the parts together, as far as alternatives are kept.
    pub fn product(&mut self, parts: &[ValueId], join: impl Fn(&mut String, &str)) -> Rc<[Rc<str>]> {
        let mut wholes = vec![String::new()];
        for &part in parts {
            let texts = self.values(part);
            if let ([whole], [text]) = (wholes.as_mut_slice(), &*texts) {
                // The common case stays linear in the number of parts.
                if whole.len() + text.len() <= MAX_VALUE {
                    join(whole, text)
                } else {
                    whole.push(HOLE)
                }
                continue;
            }
            let mut next = Vec::with_capacity(wholes.len());
            for whole in &wholes {
                for text in texts.iter() {
                    if next.len() >= MAX_ALTERNATIVES {
                        break;
                    }
                    let len = whole.len() + text.len();
                    self.known.folded += len;
                    if len > MAX_VALUE || self.known.folded > MAX_TOTAL {
                        self.over_budget |= self.known.folded > MAX_TOTAL;
                        return self.unknown.clone();
                    }
                    let mut longer = whole.clone();
                    join(&mut longer, text);
                    next.push(longer);
                }
            }
            wholes = next;
        }
        self.known.folded += wholes.iter().map(String::len).sum::<usize>();
        if self.known.folded > MAX_TOTAL {
            self.over_budget = true;
            return self.unknown.clone();
        }
        wholes.into_iter().map(Rc::from).collect()
    }
}

/// Runs one step of a question with stack to spare: questions ask further ones, and how deep is
/// the pack's to choose, up to [`MAX_DEPTH`].
fn with_stack<T>(step: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(128 << 10, 4 << 20, step)
}

fn push(out: &mut Vec<Thing>, thing: Thing) {
    if out.len() < MAX_ALTERNATIVES && !out.contains(&thing) {
        out.push(thing);
    }
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
