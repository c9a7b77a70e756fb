//! What a value may be: names of things outside, functions, classes, objects, containers.

use super::super::commands;
use super::super::graph::*;
use super::super::of;
use super::{Eval, GIVEN, MAX_NAME, Thing};
use crate::text::HOLE;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// How many objects spread out in each other are looked through for a key.
const MAX_SPREADS: usize = 256;

impl Eval<'_> {
    pub(super) fn compute_things(&mut self, value: ValueId, out: &mut Vec<Thing>) {
        let graph = self.graph;
        match graph.op(value) {
            Op::Unknown(_) | Op::Text(_) | Op::Concat(_) | Op::NameOf(_) => {}
            Op::Path(_) => {
                let language = self.sources[graph.values[value as usize].source as usize].language;
                if let Some(name) = of(language).path_name() {
                    self.push(out, Thing::Named(name.into()));
                }
            }
            Op::Free(name) => self.free_things(value, name, out),
            Op::Outside(name) => self.push_named(value, name.to_string(), out),
            Op::Use(var) => {
                let defs = graph.reaching(*var, value, self.sources);
                self.over_budget |= defs.len() >= MAX_DEFS;
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
            Op::Command(words) => commands::things(self, value, words, out),
            Op::List(_) | Op::Object(_) => self.push(out, Thing::Container(value)),
            Op::Function(func) => {
                self.push(out, Thing::Function(*func));
                for &callee in &graph.funcs[*func as usize].forwards {
                    self.push_all(callee, out);
                }
            }
            Op::Class(class) => self.push(out, Thing::Class(*class)),
            Op::Instance(class) => self.push(out, Thing::Instance(*class)),
            Op::Param(func, index) => {
                for argument in self.arguments(*func, *index) {
                    self.push_all(argument, out);
                }
                // Nobody in the file calls it: what it is handed has a name of its own.
                if self.graph.funcs[*func as usize].sites.is_empty() {
                    self.push(out, Thing::Named(GIVEN.into()));
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
        let graph = self.graph;
        for def in self.looked_at(graph.exported_defs(name)) {
            self.push_all(def.value, out);
        }
        self.push_named(value, name.to_string(), out);
        let Value { source, node, .. } = self.graph.values[value as usize];
        let mut scope = Some(self.graph.maps[source as usize].scopes[node as usize]);
        for _ in 0..64 {
            let Some(at) = scope else { return };
            let scope_at = &self.graph.scopes[at as usize];
            self.over_budget |= scope_at.stars.len() > MAX_STARS;
            for star in scope_at.stars.iter().take(MAX_STARS) {
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
        self.push(out, Thing::Named(of(language).canonical(name).into()));
    }

    /// Adds what another value may be.
    pub fn push_all(&mut self, value: ValueId, out: &mut Vec<Thing>) {
        for thing in self.things(value).iter() {
            self.push(out, thing.clone());
        }
    }

    /// What `base.name` may be, seen from `value`; added to `out`.
    pub fn member_things(&mut self, value: ValueId, base: ValueId, name: &str, out: &mut Vec<Thing>) {
        let graph = self.graph;
        if let Op::Use(var) = graph.op(base)
            && let Some(stored) = graph.vars[*var as usize].fields.get(name)
        {
            for &stored in self.looked_at(stored) {
                self.push_all(stored, out);
            }
        }
        // `modules[name] = require(name)`: any of them may be under this name.
        if let Op::Use(var) = graph.op(base)
            && let var = &graph.vars[*var as usize]
            && !var.contents.is_empty()
            && !var.fields.contains_key(name)
            && var.defs.iter().any(|def| matches!(graph.op(def.value), Op::Object(_)))
        {
            for &put in self.looked_at(&var.contents) {
                self.push_all(put, out);
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
                    self.push(out, Thing::Function(*func));
                }
                // What makes functions out of texts is reached through any of them.
                Thing::Function(_) if name == "constructor" => {
                    self.push_named(value, "Function".into(), out);
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
                for def in self.looked_at(&graph.vars[var as usize].defs) {
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
                let defs = self.looked_at(&graph.vars[var as usize].defs);
                out.extend(defs.iter().map(|def| def.value));
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
                    self.push(out, Thing::Named(element.map_or_else(|| name.clone(), Rc::from)));
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
    pub(super) fn handed_on(&mut self, base: ValueId, index: Option<i64>) -> Vec<ValueId> {
        let graph = self.graph;
        let (given, index) = match (graph.op(base), index) {
            (Op::Element(given), Some(_)) => (*given, index),
            (Op::Call(_), Some(_)) => (base, None),
            (Op::Use(var), None) => match graph.vars[*var as usize].defs[..] {
                [def] if matches!(graph.op(def.value), Op::Call(_)) => (def.value, None),
                _ => (base, None),
            },
            (_, None) => (base, None),
            // `entries.map(([key, value]) => …)`: an item of what a function is handed.
            (Op::Param(func, at), Some(_)) => {
                let arguments = self.arguments(*func, *at);
                let is_item = |argument: &ValueId| matches!(graph.op(*argument), Op::Element(_));
                let items: Vec<ValueId> = arguments.into_iter().filter(is_item).collect();
                return items.into_iter().flat_map(|item| self.handed_on(item, index)).collect();
            }
            (Op::Use(var), Some(_)) => match graph.vars[*var as usize].defs[..] {
                [def] if matches!(graph.op(def.value), Op::Element(_) | Op::Call(_)) => {
                    return self.handed_on(def.value, index);
                }
                _ => return Vec::new(),
            },
            _ => return Vec::new(),
        };
        let Op::Call(call) = graph.op(given) else { return Vec::new() };
        let Value { source, node, .. } = graph.values[given as usize];
        let language = self.sources[source as usize].language;
        let elements = of(language).elements(self, call, index);
        if !elements.is_empty() {
            return elements;
        }
        // `["fs", "os"].map(require)`: what the calls give that it makes.
        let is_made = |made: &ValueId| {
            let Value { source: at, node: place, .. } = graph.values[*made as usize];
            (at, place) == (source, node)
        };
        graph.outputs.get(&given).into_iter().flatten().copied().filter(is_made).collect()
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
    pub(super) fn put_into(&mut self, base: ValueId) -> Vec<ValueId> {
        let graph = self.graph;
        match graph.op(base) {
            Op::Use(var) => self.looked_at(&graph.vars[*var as usize].contents).to_vec(),
            _ => Vec::new(),
        }
    }

    /// The items of a container at a constant index, or all.
    pub fn items(&mut self, container: ValueId, index: Option<i64>) -> Vec<ValueId> {
        let graph = self.graph;
        match (graph.op(container), index) {
            (Op::List(items), Some(index)) => {
                let at = if index < 0 { items.len() as i64 + index } else { index };
                usize::try_from(at).ok().and_then(|at| items.get(at)).copied().into_iter().collect()
            }
            (Op::List(items), None) => self.looked_at(items).to_vec(),
            (Op::Object(items), _) => self.looked_at(items).iter().map(|&(_, value)| value).collect(),
            _ => Vec::new(),
        }
    }

    /// The values an object literal gives a key; a spread or computed one may be it.
    pub fn items_named(&mut self, container: ValueId, name: &str) -> Vec<ValueId> {
        let mut out = Vec::new();
        // Objects that are spread out in another, and in these.
        let mut open = vec![container];
        let mut seen = FxHashSet::default();
        while let Some(container) = open.pop() {
            if !seen.insert(container) {
                continue;
            }
            out.extend(self.own_items(container, name));
            // A key of none: `...spread`, or `[computed]: value`.
            for spread in self.own_items(container, "") {
                let things = self.things(spread);
                open.extend(things.iter().filter_map(|thing| match thing {
                    Thing::Container(inner) => Some(*inner),
                    _ => None,
                }));
            }
            if seen.len() > MAX_SPREADS {
                self.over_budget = true;
                break;
            }
        }
        out
    }

    /// The values that an object literal itself gives a key; those without one have the empty name.
    fn own_items(&mut self, container: ValueId, name: &str) -> Vec<ValueId> {
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
                let named = items.iter().filter(|(key, _)| key.as_deref().unwrap_or_default() == name);
                named.map(|&(_, value)| value).collect()
            }
            // `dict(name=value)`
            Op::Call(call) if !name.is_empty() => call.keyword(name).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn call_things(&mut self, value: ValueId, call: &Rc<Call>, out: &mut Vec<Thing>) {
        let graph = self.graph;
        let callees = self.things(call.callee);
        let language = self.sources[self.graph.values[value as usize].source as usize].language;
        if call.args.iter().any(|arg| arg.name.is_some()) && of(language).makes_container(&callees) {
            self.push(out, Thing::Container(value));
        }
        if let Some(things) = of(language).call_things(self, call, &callees) {
            for thing in things {
                self.push(out, thing);
            }
            return;
        }
        for thing in callees.iter() {
            match thing {
                Thing::Named(name) => {
                    let name = name.strip_suffix("()").unwrap_or(name);
                    self.push(out, Thing::Named(format!("{name}()").into()));
                }
                Thing::Function(func) => {
                    let returns = &graph.funcs[*func as usize].returns;
                    for &returned in self.looked_at(returns) {
                        self.push_all(returned, out);
                    }
                }
                Thing::Class(class) => {
                    self.push(out, Thing::Instance(*class));
                    // An object that can be called is a function too.
                    for method in self.class_attribute(*class, "__call__") {
                        self.push_all(method, out);
                    }
                }
                Thing::Instance(_) | Thing::Container(_) => {}
            }
        }
    }

    /// What each call of a function hands to the parameter that takes all further ones.
    pub fn rest_of(&mut self, func: FuncId, index: u32) -> Vec<Vec<ValueId>> {
        self.asked_for_parameter = true;
        let mut out = Vec::new();
        for &site in &self.graph.funcs[func as usize].sites {
            if let Op::Call(call) = self.graph.op(site)
                && call.args.iter().all(|arg| !arg.spread)
            {
                out.push(self.graph.arguments(call, func, index));
            }
        }
        out
    }

    /// What the calls of a function hand to one of its parameters.
    pub(in crate::semantics) fn arguments(&mut self, func: FuncId, index: u32) -> Vec<ValueId> {
        self.asked_for_parameter = true;
        let mut out = Vec::new();
        for &site in &self.graph.funcs[func as usize].sites {
            if let Op::Call(call) = self.graph.op(site) {
                out.extend(self.graph.arguments(call, func, index));
            }
        }
        out
    }
}
