//! The texts and lists that a value may be, in pieces that keep their places.

use super::finder::Finder;
use super::{MAX_TEXTS, Piece};
use crate::language::Language;
use crate::semantics::eval::Thing;
use crate::semantics::graph::*;
use crate::text::{HOLE, Span};

/// How many values one text or list may be followed through.
const MAX_STEPS: u32 = 4096;
/// How many bytes the texts and lists may take that are put together for a file: those in each other grow
/// by powers.
const MAX_TAKEN: usize = 16 << 20;
/// How deep they may stand inside each other.
const MAX_NESTED_VALUES: u32 = 64;

impl Finder<'_, '_> {
    /// The items of a list literal, or of several added up.
    pub(super) fn list(&mut self, value: ValueId) -> Option<Vec<ValueId>> {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.depth > MAX_NESTED_VALUES || self.taken > MAX_TAKEN {
            return None;
        }
        self.depth += 1;
        let list = self.list_at(value);
        self.depth -= 1;
        list.filter(|items| self.has_room(size_of_val(&**items)))
    }

    /// Whether so many bytes more may be taken. What may not is told.
    fn has_room(&mut self, bytes: usize) -> bool {
        self.taken = self.taken.saturating_add(bytes);
        let has_room = self.taken <= MAX_TAKEN;
        self.eval.over_budget |= !has_room;
        has_room
    }

    fn list_at(&mut self, value: ValueId) -> Option<Vec<ValueId>> {
        let mut items = self.written_list(value)?;
        for put in self.put_into(value) {
            items.extend(self.list(put).unwrap_or_else(|| vec![put]));
        }
        Some(items)
    }

    /// What is put into the variable that a value uses before it is used, in order.
    fn put_into(&self, value: ValueId) -> Vec<ValueId> {
        let graph = self.eval.graph;
        let Op::Use(var) = graph.op(value) else { return Vec::new() };
        let contents = &graph.vars[*var as usize].contents;
        if contents.is_empty() || contents.len() > 256 {
            return Vec::new();
        }
        let place = |value: ValueId| (graph.values[value as usize].source, graph.values[value as usize].node);
        let (source, node) = place(value);
        let is_before = |&put: &ValueId| place(put).0 == source && place(put).1 < node;
        let mut puts: Vec<ValueId> = contents.iter().copied().filter(is_before).collect();
        puts.sort_by_key(|&put| place(put));
        puts
    }

    /// The items that a list is made with.
    fn written_list(&mut self, value: ValueId) -> Option<Vec<ValueId>> {
        let graph = self.eval.graph;
        let value = self.resolve(value);
        match graph.op(value) {
            Op::Concat(parts) => {
                let lists: Vec<Option<Vec<ValueId>>> = parts.iter().map(|&part| self.list(part)).collect();
                if lists.iter().all(Option::is_none) {
                    return None;
                }
                let items =
                    lists.into_iter().zip(parts).map(|(list, &part)| list.unwrap_or_else(|| vec![part]));
                return Some(items.flatten().collect());
            }
            Op::Param(func, index) => return self.rest(*func, *index),
            Op::Call(call) => {
                if let Some(items) = self.list_by_method(call) {
                    return Some(items);
                }
            }
            _ => {}
        }
        let things = self.eval.things(value);
        let items = things.iter().find_map(|thing| match thing {
            Thing::Container(container) => match graph.op(*container) {
                Op::List(items) => Some(items),
                _ => None,
            },
            _ => None,
        })?;
        Some(self.flat(items))
    }

    /// A list's items, those of the lists spread out in it among them.
    fn flat(&mut self, items: &[ValueId]) -> Vec<ValueId> {
        let mut out = Vec::with_capacity(items.len());
        for &item in items {
            match self.spread_in(item) {
                Some(inner) => out.extend(self.list(inner).unwrap_or_else(|| vec![item])),
                None => out.push(item),
            }
        }
        out
    }

    /// What `*x` or `...x` in a list spreads, or `"${x[@]}"` in an array.
    fn spread_in(&self, item: ValueId) -> Option<ValueId> {
        let source = self.eval.graph.values[item as usize].source;
        match self.eval.graph.op(item) {
            Op::Element(inner) => Some(*inner),
            Op::Use(_) if self.eval.sources[source as usize].language == Language::Bash => Some(item),
            _ => None,
        }
    }

    /// `list.concat(more)`, `list.slice(1)`
    fn list_by_method(&mut self, call: &Call) -> Option<Vec<ValueId>> {
        let Op::Member(base, method) = self.eval.graph.op(call.callee) else { return None };
        let mut items = match &**method {
            "concat" | "slice" => self.list(*base)?,
            _ => return None,
        };
        if &**method == "concat" {
            for arg in &call.args {
                let more = self.list(arg.value).unwrap_or_else(|| vec![arg.value]);
                items.extend(more);
            }
            return Some(items);
        }
        let from = match call.positional(0) {
            Some(from) => self.eval.constant(from)?.parse::<usize>().ok()?,
            None => 0,
        };
        Some(items.split_off(from.min(items.len())))
    }

    /// What the call looked at from hands to a parameter that takes all further ones.
    fn rest(&mut self, func: FuncId, index: u32) -> Option<Vec<ValueId>> {
        let graph = self.eval.graph;
        let is_rest =
            graph.funcs[func as usize].params.get(index as usize).is_some_and(|param| param.is_rest);
        let &(_, site) = self.sites.iter().find(|(known, _)| *known == func).filter(|_| is_rest)?;
        let Op::Call(call) = graph.op(site) else { return None };
        if call.args.iter().any(|arg| arg.spread) {
            return None;
        }
        Some(graph.arguments(call, func, index))
    }

    /// Follows a value that is but another's name: a variable set once, an item of a literal, what
    /// a function is handed by the call that it is looked at from.
    pub(super) fn resolve(&mut self, value: ValueId) -> ValueId {
        let graph = self.eval.graph;
        let mut at = value;
        for _ in 0..32 {
            let next = match graph.op(at) {
                Op::Use(var) => match graph.reaching(*var, at, self.eval.sources).as_slice() {
                    [def] => Some(def.value),
                    _ => None,
                },
                Op::Choice(choices) => match choices[..] {
                    [only] => Some(only),
                    [first, default] if !self.sites.is_empty() => self.given(first, default),
                    _ => None,
                },
                Op::Param(func, index) => self.handed(*func, *index),
                Op::Member(base, name) => self.item(*base, name),
                Op::Index(base, key) => self.item_at(*base, *key),
                _ => None,
            };
            match next {
                Some(next) if next != at => at = next,
                _ => return at,
            }
        }
        at
    }

    /// What a parameter with a default is in this call.
    fn given(&mut self, value: ValueId, default: ValueId) -> Option<ValueId> {
        match *self.eval.graph.op(value) {
            Op::Param(func, index) => {
                self.sites.iter().any(|(known, _)| *known == func).then_some(())?;
                Some(self.handed(func, index).unwrap_or(default))
            }
            Op::Member(base, ref name) => {
                let found = self.item(base, name);
                let owner = self.resolve(base);
                let is_literal = matches!(self.eval.graph.op(owner), Op::Object(_));
                found.or(is_literal.then_some(default))
            }
            _ => None,
        }
    }

    fn handed(&self, func: FuncId, index: u32) -> Option<ValueId> {
        let graph = self.eval.graph;
        let &(_, site) = self.sites.iter().find(|(known, _)| *known == func)?;
        let Op::Call(call) = graph.op(site) else { return None };
        let is_rest = graph.funcs[func as usize].params.get(index as usize)?.is_rest;
        if is_rest || call.args.iter().any(|arg| arg.spread) {
            return None;
        }
        match graph.arguments(call, func, index)[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The item of an object literal by its key.
    fn item(&mut self, base: ValueId, name: &str) -> Option<ValueId> {
        if self.depth > MAX_NESTED_VALUES {
            return None;
        }
        // What is set on it later may be meant.
        if let Op::Use(var) = self.eval.graph.op(base)
            && self.eval.graph.vars[*var as usize].fields.contains_key(name)
        {
            return None;
        }
        self.depth += 1;
        let base = self.resolve(base);
        self.depth -= 1;
        if !matches!(self.eval.graph.op(base), Op::Object(_)) {
            return None;
        }
        match self.eval.items_named(base, name)[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The item of a list by a constant index.
    fn item_at(&mut self, base: ValueId, key: ValueId) -> Option<ValueId> {
        let index = self.eval.constant(key)?;
        match index.parse::<usize>() {
            Ok(index) => self.list(base)?.get(index).copied(),
            Err(_) => self.item(base, &index),
        }
    }

    /// The line that a list of words was made of by splitting it at its blanks, and that nothing was
    /// put to later.
    pub(super) fn split_line(&mut self, value: ValueId) -> Option<ValueId> {
        if !self.put_into(value).is_empty() {
            return None;
        }
        let mut at = self.resolve(value);
        for _ in 0..4 {
            if let Op::Index(base, _) = *self.eval.graph.op(at) {
                at = self.resolve(base);
                continue;
            }
            let Op::Call(call) = self.eval.graph.op(at) else { return None };
            if self.eval.names(call.callee).iter().any(|name| &**name == "shlex.split") {
                return call.positional(0);
            }
            let Op::Member(base, method) = self.eval.graph.op(call.callee) else { return None };
            match &**method {
                "slice" => at = self.resolve(*base),
                "split" => {
                    let separator = call.positional(0);
                    let text = separator.and_then(|separator| self.eval.constant(separator));
                    // A pattern is no constant: it is one for blanks.
                    return text.is_none_or(|text| text.trim().is_empty()).then_some(*base);
                }
                _ => return None,
            }
        }
        None
    }

    /// The texts a value may be, each in pieces that keep their places where they have one.
    pub(super) fn texts(&mut self, value: ValueId) -> Vec<Vec<Piece>> {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.depth > MAX_NESTED_VALUES {
            return self.folded_texts(value);
        }
        self.depth += 1;
        let texts = self.texts_at(value);
        self.depth -= 1;
        texts
    }

    fn texts_at(&mut self, value: ValueId) -> Vec<Vec<Piece>> {
        let graph = self.eval.graph;
        let mut at = self.resolve(value);
        for _ in 0..8 {
            let Op::Call(call) = graph.op(at) else { break };
            let Some(text) = self.trimmed(call) else { break };
            at = self.resolve(text);
        }
        match graph.op(at) {
            Op::Text(text) if self.has_room(size_of::<Piece>() + text.len()) => {
                vec![vec![Piece::Text(text.clone(), self.text_span(at, text))]]
            }
            Op::Concat(parts) => {
                let mut out: Vec<Piece> = Vec::new();
                for &part in parts.clone().iter().take(4096) {
                    let pieces = self.texts(part).into_iter().next().unwrap_or_default();
                    if !self.has_room(size_of_val(&*pieces)) {
                        return vec![vec![Piece::Hole(at, self.span(at))]];
                    }
                    out.extend(pieces);
                }
                vec![out]
            }
            _ => self.folded_texts(at),
        }
    }

    /// The text that a call gives again but for blanks around it, which a shell does not see.
    fn trimmed(&mut self, call: &Call) -> Option<ValueId> {
        match self.eval.graph.op(call.callee) {
            Op::Member(text, method)
                if call.args.is_empty()
                    && matches!(&**method, "strip" | "rstrip" | "trim" | "trimEnd" | "encode" | "decode") =>
            {
                matches!(self.eval.graph.op(*text), Op::Text(_) | Op::Concat(_)).then_some(*text)
            }
            _ => None,
        }
    }

    /// Texts that are not written as such anywhere: they stand where the value does.
    fn folded_texts(&mut self, value: ValueId) -> Vec<Vec<Piece>> {
        let span = self.span(value);
        let mut out = Vec::new();
        let texts = self.eval.values(value);
        for text in self.eval.at_most(&texts, MAX_TEXTS) {
            let mut pieces = Vec::new();
            let holes = text.matches(HOLE).count();
            if !self.has_room(text.len() + holes * size_of::<Piece>()) {
                return vec![vec![Piece::Hole(value, span)]];
            }
            for (index, part) in text.split(HOLE).enumerate() {
                if index > 0 {
                    pieces.push(Piece::Hole(value, span));
                }
                if !part.is_empty() {
                    pieces.push(Piece::Text(part.into(), span));
                }
            }
            out.push(pieces);
        }
        out
    }

    pub(super) fn span(&self, value: ValueId) -> Span {
        let Value { source, node, .. } = self.eval.graph.values[value as usize];
        let source = &self.eval.sources[source as usize];
        source.outer(source.tree.node(node).span)
    }

    /// The place of a constant's own text, without its quotes.
    fn text_span(&self, value: ValueId, text: &str) -> Span {
        let Value { source, node, .. } = self.eval.graph.values[value as usize];
        let source = &self.eval.sources[source as usize];
        let span = source.tree.node(node).span;
        let start = self.eval.graph.starts.get(&value).copied().unwrap_or(span.start);
        let end = (start + text.len() as u32).min(span.end);
        let same = source.text.get(start as usize..end as usize) == Some(text);
        source.outer(if same { Span { start, end } } else { span })
    }
}

/// A word in quotes, for a shell to read.
pub(super) fn quote(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Whether a shell reads a word as it stands.
pub(super) fn is_plain(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c))
}
