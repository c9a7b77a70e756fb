//! The constants that a value may be.

use super::super::graph::*;
use super::super::of;
use super::{
    ENDPOINT, Eval, MAX_ALTERNATIVES, MAX_DOCUMENT, MAX_PRODUCT, MAX_TOTAL, MAX_VALUE, Memo, Thing, join_path,
};
use crate::text::HOLE;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Parts of names that say that an attribute is an option of the command line.
const OPTIONS: &[&str] = &["parse_args", "parse_known_args", "yargs", "opts", "minimist", "cac.", "meow"];

/// Whether a default says what an option is for: an address, or a path of a user's own settings. What is
/// given in its place is not known.
fn is_told(default: &str) -> bool {
    default.contains("://") || default.starts_with(['~', '/']) && default.contains("/.")
}

impl Eval<'_> {
    pub(super) fn compute_values(&mut self, value: ValueId) -> Rc<[Rc<str>]> {
        let graph = self.graph;
        match graph.op(value) {
            Op::Text(text) => Rc::from([text.clone()]),
            Op::Concat(parts) => self.product(parts, |whole, part| whole.push_str(part)),
            Op::Path(parts) => self.product(parts, join_path),
            Op::Use(var) => {
                if let Some(endpoints) = graph.vars[*var as usize].fields.get(ENDPOINT) {
                    return self.union(endpoints.iter().copied());
                }
                let defs = graph.reaching(*var, value, self.sources);
                self.over_budget |= defs.len() >= MAX_DEFS;
                if defs.is_empty() {
                    let name = graph.vars[*var as usize].name.clone();
                    return self.named_constants(value, &[name]);
                }
                let values = self.union(defs.iter().map(|def| def.value));
                let picked = self.picked(*var);
                self.with(values, picked)
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
            Op::Object(items) if !self.is_full() => {
                let language = self.sources[graph.values[value as usize].source as usize].language;
                match of(language).object_value(self, items) {
                    Some(text) => self.kept(&[], vec![text]),
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

    /// Further alternatives after those that are known.
    fn with(&self, values: Rc<[Rc<str>]>, more: Vec<Rc<str>>) -> Rc<[Rc<str>]> {
        if more.is_empty() {
            return values;
        }
        let mut out = values.to_vec();
        for text in more {
            if out.len() < MAX_ALTERNATIVES && !out.contains(&text) {
                out.push(text);
            }
        }
        out.into()
    }

    fn member_values(&mut self, value: ValueId, base: ValueId, name: &str) -> Rc<[Rc<str>]> {
        let graph = self.graph;
        let mut sources = Vec::new();
        if let Op::Use(var) = graph.op(base)
            && let Some(stored) = graph.vars[*var as usize].fields.get(name)
        {
            sources.extend(stored.iter().copied());
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
        let names = self.names(value);
        if sources.is_empty()
            && let Some(defaults) = graph.options.get(name)
            && names.iter().any(|name| OPTIONS.iter().any(|options| name.contains(options)))
        {
            let values = self.union(defaults.iter().take(MAX_ALTERNATIVES).copied());
            let told: Vec<Rc<str>> = values.iter().filter(|text| is_told(text)).cloned().collect();
            return self.with(self.unknown.clone(), told);
        }
        if !sources.is_empty() {
            return self.union(sources);
        }
        let constants = self.named_constants(value, &names);
        if constants != self.unknown {
            return constants;
        }
        if let Some(parsed) = self.parsed(base, |document| document.get(name)) {
            return parsed;
        }
        if self.is_full() {
            return constants;
        }
        let language = self.sources[graph.values[value as usize].source as usize].language;
        let values = match of(language).member_values(self, base, name) {
            Some(values) if !values.is_empty() => self.kept(&[base], values),
            _ => constants,
        };
        match graph.op(base) {
            // An entry of a listing is known by its name.
            Op::Use(var) if matches!(name, "name" | "path") => {
                let picked = self.picked(*var);
                self.with(values, picked)
            }
            _ => values,
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
            None if matches!(self.graph.op(base), Op::Call(_) | Op::Use(_)) => {
                let values = self.values(base);
                let filtered = self.filtered(base);
                self.with(values, filtered)
            }
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
        if self.is_full() {
            return self.unknown.clone();
        }
        let language = self.sources[self.graph.values[value as usize].source as usize].language;
        let names = self.names(call.callee);
        let names: Vec<&str> = names.iter().map(|name| &**name).collect();
        if let Some(values) = of(language).call_values(self, call, &names) {
            let receiver = match self.graph.op(call.callee) {
                Op::Member(receiver, _) => Some(*receiver),
                _ => None,
            };
            let read: Vec<ValueId> =
                receiver.into_iter().chain(super::super::argument_values(call)).collect();
            return self.kept(&read, values);
        }
        let mut returned = Vec::new();
        for thing in self.things(call.callee).iter() {
            if let Thing::Function(func) = thing {
                returned.extend(&self.graph.funcs[*func as usize].returns);
            }
        }
        if returned.is_empty() {
            let names = self.names(value);
            return self.named_constants(value, &names);
        }
        self.union(returned)
    }

    /// What a language made of the constants that the values it `read` may be, as far as it is kept. Both
    /// are counted: a long text may be changed again and again.
    fn kept(&mut self, read: &[ValueId], made: Vec<String>) -> Rc<[Rc<str>]> {
        let length = |value: &ValueId| match &self.known.values[*value as usize] {
            Memo::Known(texts) => texts.iter().map(|text| text.len()).sum(),
            _ => 0,
        };
        let bytes = read.iter().map(length).sum::<usize>() + made.iter().map(String::len).sum::<usize>();
        self.count_folded(bytes);
        self.over_budget |= made.iter().any(|text| text.len() > MAX_VALUE);
        let kept = made.into_iter().take(MAX_ALTERNATIVES).filter(|text| text.len() <= MAX_VALUE);
        let kept: Vec<Rc<str>> = kept.map(Rc::from).collect();
        if kept.is_empty() { self.unknown.clone() } else { kept.into() }
    }

    /// The constants that any of some values may be.
    pub fn union(&mut self, values: impl IntoIterator<Item = ValueId>) -> Rc<[Rc<str>]> {
        let mut values = values.into_iter();
        let Some(first) = values.next() else { return self.unknown.clone() };
        let first = self.values(first);
        let Some(second) = values.next() else { return first };
        let mut out: Vec<Rc<str>> = first.to_vec();
        let mut known: FxHashSet<Rc<str>> = out.iter().cloned().collect();
        for value in std::iter::once(second).chain(values) {
            for text in self.values(value).iter().filter(|&text| known.insert(text.clone())) {
                out.push(text.clone());
            }
            if out.len() > self.most() {
                break;
            }
        }
        out.into()
    }

    /// Every way to put the parts together, as far as alternatives are kept.
    pub fn product(&mut self, parts: &[ValueId], join: impl Fn(&mut String, &str)) -> Rc<[Rc<str>]> {
        if self.is_full() {
            return self.unknown.clone();
        }
        let mut wholes = vec![String::new()];
        for &part in parts {
            let texts = self.values(part);
            if let ([whole], [text]) = (wholes.as_mut_slice(), &*texts) {
                // The common case stays linear in the number of parts.
                if whole.len() + text.len() <= MAX_VALUE {
                    join(whole, text)
                } else {
                    self.over_budget = true;
                    whole.push(HOLE)
                }
                continue;
            }
            let mut next = Vec::with_capacity(wholes.len());
            for whole in &wholes {
                for text in texts.iter() {
                    if next.len() >= MAX_PRODUCT {
                        self.over_budget = true;
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
