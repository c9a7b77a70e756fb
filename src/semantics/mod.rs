//! Semantics: what code means rather than how it is spelled.
//!
//! Each language lowers its tree to one value graph ([`graph`]); names and values ([`eval`]) and
//! flow ([`flow`]) are answered on the graph. A spelling (an alias, a split string, a computed
//! member) is seen through here, once, and never by a second pattern.

mod bash;
mod bash_commands;
mod bash_streams;
mod bash_values;
mod bash_words;
pub mod commands;
pub mod credentials;
pub mod eval;
pub mod flow;
mod fold;
mod folders;
mod grammar;
pub mod graph;
pub mod javascript;
mod javascript_bind;
mod javascript_calls;
mod javascript_lists;
mod javascript_names;
mod javascript_operators;
mod javascript_picks;
mod javascript_texts;
mod javascript_values;
pub mod lower;
mod picks;
pub mod python;
mod python_bind;
mod python_chars;
mod python_names;
mod python_picks;
mod python_strings;
mod python_values;
mod typescript;

use crate::language::Language;
use crate::source::Source;
use eval::{Eval, Thing};
use graph::{Call, Graph, ScopeId, ValueId};
use lower::Import;
use std::rc::Rc;

/// What a language's module answers.
pub trait Semantics: Sync {
    /// Lowers a source into the graph; its outermost scope is inside `parent`.
    fn lower(
        &self,
        graph: &mut Graph,
        source: &Source,
        parent: Option<ScopeId>,
        imports: &[Import],
    ) -> ScopeId;

    /// The one spelling of a dotted name: `node:fs` is `fs`, `builtins.open` is `open`.
    fn canonical(&self, name: String) -> String {
        name
    }

    /// The constant that a dotted name stands for: the home folder is `~`, a script's own place
    /// is [`PACK`].
    fn constant(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }

    /// The name of a path put together by an operator: `Path.home() / "x"`.
    fn path_name(&self) -> Option<&'static str> {
        None
    }

    /// What an unnamed element of a named thing is called; `None` for what the thing is called.
    fn element(&self, name: &str) -> Option<&'static str> {
        let _ = name;
        None
    }

    /// Whether a call makes an object with its keywords as items: `dict(a=1)`.
    fn makes_container(&self, callees: &[Thing]) -> bool {
        let _ = callees;
        false
    }

    /// Elements of what a call gives, where they are elements of what it was handed: at a constant
    /// index of each element (`for i, x in enumerate(list)`), or each element (`d.values()`).
    fn elements(&self, eval: &mut Eval<'_>, call: &Call, index: Option<i64>) -> Vec<ValueId> {
        let _ = (eval, call, index);
        Vec::new()
    }

    /// What a call gives, where the language knows better than "its callee's result":
    /// `getattr(m, "x")`, `require("m")`, `partial(f)`.
    fn call_things(&self, eval: &mut Eval<'_>, call: &Call, names: &[Thing]) -> Option<Vec<Thing>> {
        let _ = (eval, call, names);
        None
    }

    /// The constants that a call of known names gives: joins, formats, case.
    fn call_values(&self, eval: &mut Eval<'_>, call: &Call, names: &[&str]) -> Option<Vec<String>> {
        let _ = (eval, call, names);
        None
    }

    /// The constants that an attribute of a value gives where neither the file nor its name says
    /// it: `url.href`.
    fn member_values(&self, eval: &mut Eval<'_>, base: ValueId, name: &str) -> Option<Vec<String>> {
        let _ = (eval, base, name);
        None
    }

    /// The address that a dictionary or object spells out in its items: `{ hostname, path }`.
    fn object_value(&self, eval: &mut Eval<'_>, items: &[(Option<Rc<str>>, ValueId)]) -> Option<String> {
        let _ = (eval, items);
        None
    }

    /// What a node of `kind` spells, where that is not what it is worth: a pattern's `{ TOKEN }`
    /// is worth what it takes, and a query asks for the name.
    fn spells_its_name(&self, kind: u16) -> bool {
        let _ = kind;
        false
    }

    /// Whether the name of a variable that nothing sets means a variable of the environment, so
    /// that the name itself is a constant a query may ask for.
    fn free_is_environment(&self) -> bool {
        false
    }
}

/// Begins the folded value of a path that lies inside the pack: a script's own folder.
pub const PACK: char = '\u{E000}';

/// The semantics of a language.
pub fn of(language: Language) -> &'static dyn Semantics {
    match language {
        Language::Python => &python::Python,
        Language::Bash => &bash::Bash,
        Language::JavaScript => &javascript::JAVASCRIPT,
        Language::TypeScript => &javascript::TYPESCRIPT,
        Language::Tsx => &javascript::TSX,
    }
}

/// Names and values of the nodes of one source, for the matcher.
pub struct SourceMeaning<'e, 'g> {
    /// The file's evaluator.
    pub eval: &'e mut Eval<'g>,
    /// The source asked about.
    pub source: usize,
}

impl crate::queries::matcher::Meaning for SourceMeaning<'_, '_> {
    fn names(&mut self, node: crate::source::NodeId) -> std::rc::Rc<[std::rc::Rc<str>]> {
        match self.eval.graph.value_at(self.source, node) {
            Some(value) => self.eval.names(value),
            None => self.eval.nothing(),
        }
    }

    fn values(&mut self, node: crate::source::NodeId) -> std::rc::Rc<[std::rc::Rc<str>]> {
        let source = &self.eval.sources[self.source];
        if of(source.language).spells_its_name(source.tree.node(node).kind) {
            return Rc::from([Rc::from(source.text_of(node))]);
        }
        match self.eval.graph.value_at(self.source, node) {
            Some(value) => self.eval.values(value),
            None => self.eval.nothing(),
        }
    }

    fn paths(&mut self, node: crate::source::NodeId) -> std::rc::Rc<[std::rc::Rc<str>]> {
        let values = self.values(node);
        match self.eval.graph.value_at(self.source, node) {
            Some(value) => self.eval.seen_from_folder(value, values),
            None => values,
        }
    }

    fn text(&self, node: crate::source::NodeId) -> &str {
        self.eval.sources[self.source].text_of(node)
    }
}

/// All values in arguments of a call, keywords and spread ones too.
pub fn argument_values(call: &Call) -> impl Iterator<Item = ValueId> + '_ {
    call.args.iter().map(|arg| arg.value)
}
