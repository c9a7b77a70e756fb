//! Functions handed to another to be called: the call that follows, read again as it is then spelled.

use super::finder::Finder;
use super::{Piece, Run};
use crate::semantics::eval::Thing;
use crate::semantics::graph::*;
use crate::text::Span;
use std::rc::Rc;

/// The list of what calls, and of what is worth following when it is called.
const CALLERS: &str = "callers";

impl Finder<'_, '_> {
    /// `Thread(target=f, args=(x,))`, `pool.submit(f, x)`, `map(f, xs)`, `retry(f)(x)`: read again as
    /// `f(x)`, so that queries find a call of `f`. Returns whether it was one.
    pub(super) fn handed_on(&mut self, value: ValueId, call: &Call, names: &[Rc<str>]) -> bool {
        if call.args.is_empty() {
            return false;
        }
        let graph = self.eval.graph;
        if let Op::Call(maker) = graph.op(call.callee)
            && self.made(value, call, &maker.clone())
        {
            return true;
        }
        let section = self.queries.section(CALLERS, names.iter().map(|name| &**name));
        let kind = section.map_or("", |section| section.kind.as_str());
        if kind == "never" || self.calls_own(call.callee) {
            return false;
        }
        let target = ["target", "function", "func"].iter().find_map(|name| call.keyword(name));
        let (function, after) = match target.filter(|_| kind != "function") {
            Some(target) if self.is_followed(target) => (target, Vec::new()),
            _ => {
                let plain: Vec<ValueId> = call
                    .args
                    .iter()
                    .take_while(|arg| !arg.spread)
                    .filter(|arg| arg.name.is_none())
                    .map(|arg| arg.value)
                    .take(4)
                    .collect();
                let mut found = plain.iter().position(|&arg| self.is_followed(arg));
                // A function of the file is told of every element as well.
                if found.is_none() && kind == "each" && plain.first().is_some_and(|&arg| self.calls_own(arg))
                {
                    found = Some(0);
                }
                let Some(at) = found else { return false };
                (plain[at], call.args.iter().filter(|arg| arg.name.is_none()).skip(at + 1).cloned().collect())
            }
        };
        let listed = ["args", "argument"].iter().find_map(|name| call.keyword(name));
        let named = call.keyword("kwargs");
        let mut args: Vec<Arg> = match (kind, listed) {
            (_, Some(list)) => self.items_as_args(list),
            ("list", None) => after.first().map(|arg| self.items_as_args(arg.value)).unwrap_or_default(),
            ("each", None) => {
                let Some(each) = after.first() else { return false };
                self.called(value, function, &[Arg::plain(each.value)], true);
                return true;
            }
            _ => after,
        };
        if let Some(named) = named {
            args.extend(self.items_as_keywords(named));
        } else if target.is_none() && kind != "list" {
            args.extend(call.args.iter().filter(|arg| arg.name.is_some()).cloned());
        }
        // `to_thread(path.read_text)`: what it is about is its object.
        if args.is_empty() && !self.is_reader(function) {
            return false;
        }
        self.called(value, function, &args, false);
        true
    }

    /// `retry(f)(x)`, `methodcaller("read_text")(path)`.
    fn made(&mut self, value: ValueId, call: &Call, maker: &Call) -> bool {
        let names = self.eval.names(maker.callee);
        let section = self.queries.section(CALLERS, names.iter().map(|name| &**name));
        let kind = section.map_or("", |section| section.kind.as_str());
        if kind == "method" {
            let (Some(object), Some(name)) = (call.positional(0), maker.positional(0)) else { return false };
            let Some(name) = self.eval.constant(name) else { return false };
            let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
            if is_name {
                self.method(value, object, &name, &maker.args[1..]);
            }
            return is_name;
        }
        let [Arg { name: None, value: function, spread: false }] = maker.args.as_slice() else {
            return false;
        };
        if kind == "never" || self.calls_own(maker.callee) || !self.is_followed(*function) {
            return false;
        }
        self.called(value, *function, &call.args, false);
        true
    }

    /// Whether a value is a function of the file, whose parameters say what it does with a function.
    fn calls_own(&mut self, value: ValueId) -> bool {
        let things = self.eval.things(value);
        things.iter().any(|thing| matches!(thing, Thing::Function(_) | Thing::Class(_) | Thing::Instance(_)))
    }

    /// Whether a value is a function outside the file that facts are about.
    fn is_followed(&mut self, value: ValueId) -> bool {
        if !matches!(
            self.eval.graph.op(value),
            Op::Use(_) | Op::Free(_) | Op::Outside(_) | Op::Member(..) | Op::Index(..)
        ) {
            return false;
        }
        let names = self.eval.names(value);
        if names.is_empty() {
            return false;
        }
        let queries = self.queries;
        let lists = ["runners", "python-sends", "python-readers", "python-copiers"];
        let is_listed =
            lists.iter().any(|list| queries.section(list, names.iter().map(|name| &**name)).is_some());
        let own = queries.section(CALLERS, names.iter().map(|name| &**name));
        is_listed || own.is_some_and(|section| section.kind == "function")
    }

    fn is_reader(&mut self, function: ValueId) -> bool {
        let names = self.eval.names(function);
        let own = self.queries.section(CALLERS, names.iter().map(|name| &**name));
        own.is_some_and(|section| section.kind == "function") && names.iter().any(|name| name.contains('.'))
    }

    fn items_as_args(&mut self, list: ValueId) -> Vec<Arg> {
        match self.list(list) {
            Some(items) => items.into_iter().map(Arg::plain).collect(),
            None => vec![Arg { name: None, value: list, spread: true }],
        }
    }

    fn items_as_keywords(&mut self, table: ValueId) -> Vec<Arg> {
        let things = self.eval.things(table);
        let mut out = Vec::new();
        for thing in things.iter() {
            let Thing::Container(container) = thing else { continue };
            match self.eval.graph.op(*container) {
                Op::Object(items) => {
                    let named =
                        items.iter().take(16).filter_map(|(name, value)| Some((name.as_deref()?, *value)));
                    out.extend(named.map(|(name, value)| Arg::named(name, value)));
                }
                Op::Call(made) => {
                    out.extend(made.args.iter().filter(|arg| arg.name.is_some()).take(16).cloned())
                }
                _ => {}
            }
        }
        out
    }

    /// A call of `function` in the place of the whole; of each element of its argument.
    fn called(&mut self, value: ValueId, function: ValueId, args: &[Arg], each: bool) {
        let span = self.span(value);
        let text = |text: &str| Piece::Text(text.into(), span);
        let mut pieces = Vec::new();
        if each {
            pieces.push(text("["));
        }
        // A method is asked for together with the object it belongs to.
        match self.eval.graph.op(function) {
            Op::Member(base, name) => {
                pieces.push(Piece::Hole(*base, span));
                pieces.push(text(&format!(".{name}")));
            }
            _ => pieces.push(Piece::Hole(function, span)),
        }
        pieces.push(text("("));
        if each {
            pieces.push(text("x) for x in "));
            pieces.push(Piece::Hole(args[0].value, span));
            pieces.push(text("]"));
        } else {
            arguments(&mut pieces, args, span);
        }
        self.push_call(value, pieces);
    }

    fn method(&mut self, value: ValueId, object: ValueId, name: &str, args: &[Arg]) {
        let span = self.span(value);
        let mut pieces = vec![Piece::Hole(object, span), Piece::Text(format!(".{name}(").into(), span)];
        arguments(&mut pieces, args, span);
        self.push_call(value, pieces);
    }

    fn push_call(&mut self, value: ValueId, mut pieces: Vec<Piece>) {
        // The last piece is taken to be as long as its place.
        let end = self.span(value).end;
        pieces.push(Piece::Text("\n".into(), Span { start: end, end }));
        let language = self.language_of(value);
        let run = Run { respells: true, ..Run::new(value, language, pieces) };
        self.runs.push(run);
    }
}

/// Arguments and the parenthesis that ends them.
fn arguments(pieces: &mut Vec<Piece>, args: &[Arg], span: Span) {
    for (index, arg) in args.iter().take(16).enumerate() {
        let before = if index == 0 { "" } else { ", " };
        let before = match &arg.name {
            Some(name) => format!("{before}{name}="),
            None if arg.spread => format!("{before}*"),
            None => before.to_string(),
        };
        if !before.is_empty() {
            pieces.push(Piece::Text(before.into(), span));
        }
        pieces.push(Piece::Hole(arg.value, span));
    }
    pieces.push(Piece::Text(")".into(), span));
}
