//! Commands and calls spelled out: what they are when they run, read again in the place of the
//! whole, so that queries find every word where they ask for it.

use super::finder::Finder;
use super::texts::{is_plain, quote};
use super::{Piece, Run};
use crate::language::Language;
use crate::semantics::commands;
use crate::semantics::eval::{MAX_WORDS, Thing};
use crate::semantics::graph::*;
use crate::source::NodeId;
use crate::text::{HOLE, Span};

impl Finder<'_, '_> {
    /// A command whose words only show when it runs: an alias, `"${words[@]}"`, a variable that
    /// holds several words. It is read again as it is then spelled, in the place of the whole.
    pub(super) fn respelled(&mut self, value: ValueId, words: &[ValueId], stdin: Option<ValueId>) -> bool {
        if let Some(joined) = self.without_line_ends(value, words) {
            self.respell(value, Language::Bash, vec![Piece::Text(joined.into(), self.span(value))], stdin);
            return true;
        }
        if let Some(last) = self.lone(words) {
            let pieces = self.texts(last).into_iter().next().unwrap_or_default();
            self.respell(value, Language::Bash, pieces, stdin);
            return true;
        }
        let Some((spelled, rest)) = self.spelled(value, words) else { return false };
        let span = self.span(value);
        let mut pieces: Vec<Piece> = Vec::new();
        self.eval.over_budget |= spelled.len() + rest.len() > MAX_WORDS;
        for (index, &word) in spelled.iter().chain(rest).take(MAX_WORDS).enumerate() {
            let items = self.list(word).unwrap_or_else(|| vec![word]);
            for item in items {
                if !pieces.is_empty() {
                    pieces.push(Piece::Text(" ".into(), span));
                }
                for piece in self.texts(item).into_iter().next().unwrap_or_default() {
                    pieces.push(match piece {
                        // The name is split at its blanks, an argument is one word.
                        Piece::Text(text, _) if is_plain(&text) || (index == 0 && item == word) => {
                            Piece::Text(text, span)
                        }
                        Piece::Text(text, _) => Piece::Text(quote(&text).into(), span),
                        Piece::Hole(hole, _) => Piece::Hole(hole, span),
                    });
                }
            }
        }
        // The last piece is taken to be as long as its place.
        pieces.push(Piece::Text("\n".into(), Span { start: span.end, end: span.end }));
        self.respell(value, Language::Bash, pieces, stdin);
        true
    }

    /// The call or command is read again as these pieces spell it.
    fn respell(&mut self, caller: ValueId, language: Language, pieces: Vec<Piece>, input: Option<ValueId>) {
        self.runs.push(Run {
            caller,
            language,
            pieces,
            shares_scope: true,
            respells: true,
            input,
            sites: Vec::new(),
        });
    }

    /// `nice env`, `sudo nice env`: the command in the end, where it is asked for by having no words
    /// of its own.
    fn lone(&mut self, words: &[ValueId]) -> Option<ValueId> {
        let mut words = words;
        while let Some((&first, rest @ [_, ..])) = words.split_first() {
            let name = self.eval.constant(first)?;
            let program = commands::program(&name);
            let at = commands::inner(self.eval, program, rest).filter(|_| commands::is_prefix(program))?;
            words = &rest[at..];
            if let [last] = words {
                return Some(*last);
            }
        }
        None
    }

    /// What stands for a command's first words when it runs, and its other words.
    fn spelled<'w>(&mut self, value: ValueId, words: &'w [ValueId]) -> Option<(Vec<ValueId>, &'w [ValueId])> {
        // The shell's own word: what follows it is a command as any other.
        let is_timed = self.eval.constant(*words.first()?).as_deref() == Some("time");
        let (&first, rest) = words[usize::from(is_timed)..].split_first()?;
        if let Some(words) = self.forwarded_to(value, rest) {
            return Some((words, &[]));
        }
        let names = self.eval.values(first);
        let name = names.iter().find(|name| !name.contains(HOLE) || name.contains(' ')).cloned();
        if let Some(alias) = name.as_deref().and_then(|name| self.alias(value, name)) {
            return Some((vec![alias], rest));
        }
        let is_spaced = name.is_some_and(|name| name.trim().contains(' '));
        let is_several = self.list(first).is_some() && !self.is_handed_on(first)
            || (is_spaced && !self.is_quoted(first))
            || self.eval.at_most(rest, MAX_WORDS).iter().any(|&word| self.is_words(word));
        is_several.then(|| (vec![first], rest))
    }

    /// Whether a word is `"${words[@]}"` of an array whose words are known, or `"$@"` that `set --` set. What
    /// a function hands on is not spelled out here, but where it is called.
    fn is_words(&mut self, word: ValueId) -> bool {
        let graph = self.eval.graph;
        let Op::Use(var) = graph.op(word) else { return false };
        let Some(words) = self.list(word) else { return false };
        let is_array = &*graph.vars[*var as usize].name != "@";
        words.first().is_some_and(|&first| is_array || !matches!(graph.op(first), Op::Param(..)))
    }

    /// Whether a word is `"$@"` of a function's own words.
    fn is_handed_on(&mut self, word: ValueId) -> bool {
        let graph = self.eval.graph;
        let Op::Use(var) = graph.op(word) else { return false };
        let is_all = &*graph.vars[*var as usize].name == "@";
        let words = if is_all { self.list(word) } else { None };
        words
            .and_then(|words| words.first().copied())
            .is_some_and(|first| matches!(graph.op(first), Op::Param(..)))
    }

    /// A command's text where the grammar ends a word at a line's end that a backslash takes away.
    fn without_line_ends(&self, value: ValueId, words: &[ValueId]) -> Option<String> {
        let Value { source: index, node, .. } = self.eval.graph.values[value as usize];
        let source = &self.eval.sources[index as usize];
        let place = |word: ValueId| {
            let word = &self.eval.graph.values[word as usize];
            (word.source == index).then(|| source.tree.node(word.node).span)
        };
        let joins = |pair: &[ValueId]| {
            let Some((before, after)) = place(pair[0]).zip(place(pair[1])) else { return false };
            source.text.get(before.end as usize..after.start as usize) == Some("\\\n")
        };
        words.windows(2).any(joins).then(|| source.text_of(node).replace("\\\n", ""))
    }

    /// The words of the command that a function of the file hands its own words on to:
    /// `f() { curl -s "$@"; }`.
    fn forwarded_to(&mut self, value: ValueId, rest: &[ValueId]) -> Option<Vec<ValueId>> {
        let graph = self.eval.graph;
        let Op::Call(call) = graph.op(value) else { return None };
        let things = self.eval.things(call.callee);
        let inner = things.iter().find_map(|thing| match thing {
            Thing::Function(func) => graph.funcs[*func as usize].forwards.first().copied(),
            _ => None,
        })?;
        let Op::Command(words) = graph.op(inner) else { return None };
        let is_all = |word: ValueId| {
            let Value { source, node, .. } = graph.values[word as usize];
            matches!(
                self.eval.sources[source as usize].text_of(node).trim_matches(['"', '$', '{', '}']),
                "@" | "*"
            )
        };
        // `retry() { n=$1; shift; "$@"; }`: what the function took off is no program.
        let is_bare = words.first().is_some_and(|&word| is_all(word));
        let taken = if is_bare { rest.iter().take_while(|&&word| self.is_setting(word)).count() } else { 0 };
        let mut out = Vec::new();
        for &word in words.iter() {
            if is_all(word) { out.extend(&rest[taken..]) } else { out.push(word) }
        }
        Some(out)
    }

    /// Whether a word is a number, a duration or an option: never the name of a program.
    fn is_setting(&mut self, word: ValueId) -> bool {
        let is_number = |text: &str| {
            text.starts_with(|c: char| c.is_ascii_digit())
                && text.trim_end_matches(['s', 'm', 'h', 'd']).chars().all(|c| c.is_ascii_digit() || c == '.')
        };
        self.eval.constant(word).is_some_and(|text| text.starts_with('-') || is_number(&text))
    }

    /// What an alias of the file stands for, unless it is but the command's own name again.
    fn alias(&self, value: ValueId, name: &str) -> Option<ValueId> {
        let Value { source, node, .. } = self.eval.graph.values[value as usize];
        let scope = self.eval.graph.maps[source as usize].scopes[node as usize];
        let var = self.eval.graph.lookup(scope, &format!("{name} alias"))?;
        let def = self.eval.graph.vars[var as usize].defs.last()?;
        let is_own = |text: &str| text.split_whitespace().next() == Some(name);
        match self.eval.graph.op(def.value) {
            Op::Text(text) if is_own(text) => None,
            _ => Some(def.value),
        }
    }

    /// Whether a word is a constant between quotes: its blanks split nothing.
    fn is_quoted(&self, word: ValueId) -> bool {
        matches!(self.eval.graph.op(word), Op::Text(_))
    }

    /// A call of something outside the file that is not spelled as one: read again as `f(a)`, so
    /// that what is asked for by its place is there.
    pub(super) fn unbound(&mut self, value: ValueId, language: Language) -> bool {
        if language == Language::Python {
            return self.partial(value);
        }
        language.is_kin(Language::JavaScript) && (self.unbound_call(value) || self.given_by_value(value))
    }

    /// `partial(f, a)(b)` is `f(a, b)`.
    fn partial(&mut self, value: ValueId) -> bool {
        let graph = self.eval.graph;
        let Op::Call(call) = graph.op(value) else { return false };
        let made = self.resolve(call.callee);
        let Op::Call(binding) = graph.op(made) else { return false };
        let names = self.eval.names(binding.callee);
        let section = self.queries.section("runners", names.iter().map(|name| &**name));
        let is_partial = section.is_some_and(|section| section.kind == "bound");
        let Some(callee) = binding.positional(0).filter(|_| is_partial) else { return false };
        let args: Vec<&Arg> = binding.args.iter().skip(1).chain(&call.args).collect();
        if args.is_empty() || args.iter().any(|arg| arg.spread) {
            return false;
        }
        let span = self.span(value);
        let mut pieces = vec![Piece::Hole(callee, span)];
        for (at, arg) in args.into_iter().take(16).enumerate() {
            let glue = if at == 0 { "(" } else { ", " };
            let name = arg.name.as_deref().map(|name| format!("{name}=")).unwrap_or_default();
            pieces.push(Piece::Text(format!("{glue}{name}").into(), span));
            pieces.push(Piece::Hole(arg.value, span));
        }
        pieces.push(Piece::Text(")".into(), span));
        self.respell(value, self.language_of(value), pieces, None);
        true
    }

    /// The language that the code of `value` stands in.
    pub(super) fn language_of(&self, value: ValueId) -> Language {
        let source = self.eval.graph.values[value as usize].source;
        self.eval.sources[source as usize].language
    }

    /// `f.apply(that, [a])`, `f.bind(that, a)()`, `[a].map(f)`: the function and its arguments stand
    /// in several places.
    fn given_by_value(&mut self, value: ValueId) -> bool {
        let graph = self.eval.graph;
        let Op::Call(call) = graph.op(value) else { return false };
        let Value { source: index, node, .. } = graph.values[value as usize];
        let mut callee = call.callee;
        let mut given: Vec<&Arg> = Vec::new();
        if !self.is_callback(value, call) {
            let bound = self.resolve(callee);
            match graph.op(bound) {
                Op::Call(binding) => {
                    let Op::Member(function, method) = graph.op(binding.callee) else { return false };
                    if &**method != "bind" || binding.args.len() < 2 {
                        return false;
                    }
                    callee = *function;
                    given.extend(&binding.args[1..]);
                }
                _ if !self.is_applied(index as usize, node) => return false,
                _ => {}
            }
        }
        given.extend(&call.args);
        let mut args = Vec::new();
        for arg in given {
            match arg.spread {
                true => match self.list(arg.value) {
                    Some(items) => args.extend(items),
                    None => return false,
                },
                false => args.push(arg.value),
            }
        }
        if args.is_empty() {
            return false;
        }
        let span = self.span(value);
        let mut pieces = vec![Piece::Hole(callee, span)];
        for (at, &arg) in args.iter().take(16).enumerate() {
            pieces.push(Piece::Text(if at == 0 { "(" } else { ", " }.into(), span));
            pieces.push(self.argument(arg, index, span));
        }
        pieces.push(Piece::Text(")".into(), span));
        self.respell(value, self.language_of(value), pieces, None);
        true
    }

    /// Options are asked for by their parts, everything else is the value it is.
    fn argument(&mut self, arg: ValueId, index: u32, span: Span) -> Piece {
        let literal = self.resolve(arg);
        let Value { op, source: at, node } = &self.eval.graph.values[literal as usize];
        let source = &self.eval.sources[*at as usize];
        match op {
            Op::Object(_) | Op::List(_) if *at == index => {
                Piece::Text(source.text_of(*node).into(), source.outer(source.tree.node(*node).span))
            }
            _ => Piece::Hole(arg, span),
        }
    }

    /// Whether a call is one that another makes of a function it is handed: `[a].map(f)`.
    fn is_callback(&self, value: ValueId, call: &Call) -> bool {
        let graph = self.eval.graph;
        let Value { source, node, .. } = graph.values[value as usize];
        let Some(whole) = graph.value_at(source as usize, node).filter(|&whole| whole != value) else {
            return false;
        };
        match graph.op(whole) {
            Op::Call(whole) => whole.args.first().is_some_and(|first| first.value == call.callee),
            _ => false,
        }
    }

    /// Whether a call is spelled `f.apply(…)` or `Reflect.apply(f, …)`.
    fn is_applied(&self, index: usize, node: NodeId) -> bool {
        let source = &self.eval.sources[index];
        let called = source.tree.children(node).next();
        called.is_some_and(|called| source.text_of(called).ends_with(".apply"))
    }

    /// `f.call(that, a)`
    fn unbound_call(&mut self, value: ValueId) -> bool {
        let Value { source: at, node, .. } = self.eval.graph.values[value as usize];
        let at = at as usize;
        let source = &self.eval.sources[at];
        let text = |node: NodeId| source.text_of(node);
        let children: Vec<NodeId> = source.tree.children(node).collect();
        let Some((called, given)) = children.first().zip(children.last()) else { return false };
        let Some(function) = text(*called).strip_suffix(".call") else { return false };
        // The first argument is what `this` is.
        let handed: Vec<NodeId> =
            source.tree.children(*given).filter(|&arg| source.tree.node(arg).named).skip(1).collect();
        if handed.is_empty() || !text(*given).starts_with('(') {
            return false;
        }
        let span = |node: NodeId| source.tree.node(node).span;
        let name = Span { start: span(*called).start, end: span(*called).start + function.len() as u32 };
        let piece = |text: &str, span: Span| Piece::Text(text.into(), source.outer(span));
        let mut pieces = vec![piece(function, name)];
        for (index, &arg) in handed.iter().enumerate() {
            pieces.push(piece(if index == 0 { "(" } else { ", " }, span(arg)));
            // Options are asked for by their parts, everything else is the value it is here.
            pieces.push(match self.eval.graph.value_at(at, arg) {
                Some(value) if !text(arg).starts_with(['{', '[', '.']) => {
                    Piece::Hole(value, source.outer(span(arg)))
                }
                _ => piece(text(arg), span(arg)),
            });
        }
        pieces.push(piece(")", span(*given)));
        self.respell(value, self.language_of(value), pieces, None);
        true
    }
}
