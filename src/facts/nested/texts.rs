//! The texts and lists that a value may be, in pieces that keep their places.

use super::finder::Finder;
use super::{MAX_TEXTS, Piece};
use crate::language::Language;
use crate::semantics::eval::Thing;
use crate::semantics::graph::*;
use crate::text::{HOLE, Span};

/// How many values one text or list may be followed through.
const MAX_STEPS: u32 = 4096;
/// How deep they may stand inside each other.
const MAX_NESTED_VALUES: u32 = 64;

impl Finder<'_, '_> {
    /// The items of a list literal, or of several added up.
    pub(super) fn list(&mut self, value: ValueId) -> Option<Vec<ValueId>> {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.depth > MAX_NESTED_VALUES {
            return None;
        }
        self.depth += 1;
        let list = self.list_at(value);
        self.depth -= 1;
        list
    }

    fn list_at(&mut self, value: ValueId) -> Option<Vec<ValueId>> {
        if let Op::Concat(parts) = self.eval.graph.op(value) {
            let parts = parts.clone();
            let lists: Vec<Option<Vec<ValueId>>> = parts.iter().map(|&part| self.list(part)).collect();
            if lists.iter().all(Option::is_none) {
                return None;
            }
            let items = lists.into_iter().zip(parts).map(|(list, part)| list.unwrap_or_else(|| vec![part]));
            return Some(items.flatten().collect());
        }
        if let Op::Use(var) = self.eval.graph.op(value) {
            let defs = self.eval.graph.reaching(*var, value, self.eval.sources);
            if let [def] = defs.as_slice()
                && def.value != value
                && matches!(self.eval.graph.op(def.value), Op::Concat(_))
            {
                return self.list(def.value);
            }
        }
        let things = self.eval.things(value);
        let items = things.iter().find_map(|thing| match thing {
            Thing::Container(container) => match self.eval.graph.op(*container) {
                Op::List(items) => Some(items.clone()),
                _ => None,
            },
            _ => None,
        })?;
        let mut out = Vec::new();
        for item in items.into_iter().chain(self.put_before(value)).take(256) {
            match self.spread_in(item) {
                Some(inner) => out.extend(self.list(inner).unwrap_or_else(|| vec![inner])),
                None => out.push(item),
            }
        }
        Some(out)
    }

    /// What is put into a variable's list before it is used here: `c.append(x)`, and every item of what
    /// `c.extend([x, y])` adds.
    fn put_before(&mut self, value: ValueId) -> Vec<ValueId> {
        let graph = self.eval.graph;
        let Op::Use(var) = graph.op(value) else { return Vec::new() };
        let place = |value: ValueId| {
            let Value { source, node, .. } = graph.values[value as usize];
            (source, node)
        };
        let here = place(value);
        let mut put: Vec<ValueId> = graph.vars[*var as usize]
            .contents
            .iter()
            .copied()
            .filter(|&content| place(content).0 != here.0 || place(content).1 < here.1)
            .take(64)
            .collect();
        put.sort_by_key(|&content| place(content));
        put.into_iter().flat_map(|content| self.list(content).unwrap_or_else(|| vec![content])).collect()
    }

    /// What `*x` in a list spreads, or `"${x[@]}"` in an array.
    fn spread_in(&self, item: ValueId) -> Option<ValueId> {
        let Value { source, node, .. } = self.eval.graph.values[item as usize];
        let source = &self.eval.sources[source as usize];
        match self.eval.graph.op(item) {
            Op::Element(inner) if source.text_of(node).starts_with('*') => Some(*inner),
            Op::Use(_) if source.language == Language::Bash => Some(item),
            _ => None,
        }
    }

    /// The text whose words a list has: `shlex.split(line)`, `line.split()`.
    pub(super) fn split_line(&mut self, value: ValueId) -> Option<ValueId> {
        let graph = self.eval.graph;
        let mut at = self.spread_in(value).unwrap_or(value);
        for _ in 0..8 {
            match graph.op(at) {
                Op::Use(var) => match graph.reaching(*var, at, self.eval.sources).as_slice() {
                    [def] if graph.vars[*var as usize].contents.is_empty() => at = def.value,
                    _ => return None,
                },
                Op::Call(call) => {
                    if self.eval.names(call.callee).iter().any(|name| &**name == "shlex.split") {
                        return call.positional(0);
                    }
                    let Op::Member(line, method) = graph.op(call.callee) else { return None };
                    let is_blank = match call.args.as_slice() {
                        [] => true,
                        [only] => self.eval.constant(only.value).as_deref() == Some(" "),
                        _ => false,
                    };
                    return (&**method == "split" && is_blank).then_some(*line);
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
        let mut at = value;
        // Follows a value that is but another's name.
        for _ in 0..32 {
            match graph.op(at) {
                Op::Use(var) => match graph.reaching(*var, at, self.eval.sources).as_slice() {
                    [def] => at = def.value,
                    _ => break,
                },
                Op::Choice(only) if only.len() == 1 => at = only[0],
                Op::Call(call) => match self.trimmed(call) {
                    Some(text) => at = text,
                    None => break,
                },
                _ => break,
            }
        }
        match graph.op(at) {
            Op::Text(text) => vec![vec![Piece::Text(text.clone(), self.text_span(at, text))]],
            Op::Concat(parts) => {
                let mut out: Vec<Piece> = Vec::new();
                for &part in parts.clone().iter().take(4096) {
                    out.extend(self.texts(part).into_iter().next().unwrap_or_default());
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
        for text in self.eval.values(value).iter().take(MAX_TEXTS) {
            let mut pieces = Vec::new();
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
