//! Patterns: what a query file's forms mean, checked word by word against the vocabulary and the
//! grammar.

mod conditions;
mod regex;
mod shapes;

use super::syntax::{Form, Item, RawFault};
use super::vocabulary::{FactType, Role, Stem, nearest};
use crate::language::{Language, Types};
use crate::text::Span;
pub use regex::{LazyRegex, compile_regex};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A pattern's shape: which nodes it fits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// What the node must be.
    pub test: Test,
    /// The field it must fill in its parent, 0 for any.
    pub field: u16,
    /// Fields the node must not have.
    pub absent: Vec<u16>,
    /// Its children, in order, with gaps unless anchored.
    pub children: Vec<Shape>,
    /// Stands right after the sibling before it (or is the first).
    pub anchored: bool,
    /// The last child stands last.
    pub anchored_end: bool,
    /// May be missing (`?`).
    pub optional: bool,
    /// Indexes of the captures it takes.
    pub captures: Vec<usize>,
}

/// What a node must be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// `_`
    Any,
    /// `(_)`
    Named,
    /// `(kind)` or `"token"`
    Kind(u16),
    /// `[…]`
    OneOf(Vec<Shape>),
}

/// A capture's meaning.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Capture {
    /// The fact itself.
    Fact(FactType),
    /// A part of it.
    Role(Role),
    /// `@_x`: for predicates only.
    Private(String),
}

/// A condition on captured nodes.
#[derive(Debug)]
pub struct Predicate {
    /// The capture it looks at.
    pub capture: usize,
    /// `not-`: it holds where the test does not.
    pub negated: bool,
    /// The test.
    pub test: Condition,
    /// Where it stands in its file.
    pub span: Span,
}

/// The tests of predicates.
#[derive(Debug)]
pub enum Condition {
    /// `#name?`
    Name(BTreeSet<String>),
    /// `#value?`
    Value(LazyRegex),
    /// `#lexicon?`, by the list's name.
    Lexicon(String),
    /// `#within?`, kinds of an ancestor.
    Within(Vec<u16>),
    /// `#eq?` with a text
    EqText(String),
    /// `#eq?` with another capture
    EqCapture(usize),
    /// `#match?`
    Match(LazyRegex),
    /// `#any-of?`
    AnyOf(BTreeSet<String>),
    /// `#free?`
    Free,
}

/// One pattern.
#[derive(Debug)]
pub struct Pattern {
    /// Unique in its file.
    pub id: String,
    /// The fact, `None` in `imports.scm`.
    pub fact: Option<FactType>,
    /// `#set! kind`
    pub kind: Option<&'static str>,
    /// `#set! label`
    pub label: Option<String>,
    /// Its captures, in the order in which they are first written.
    pub captures: Vec<Capture>,
    /// Its shape.
    pub shape: Shape,
    /// Its conditions, cheapest first.
    pub predicates: Vec<Predicate>,
    /// Where it stands in its file.
    pub span: Span,
}

/// Compiles one file's items. Faults are told together; a set with faults must not be used.
pub fn compile(
    language: Language,
    stem: Stem,
    items: &[Item<'_>],
    check_regexes: bool,
) -> (Vec<Pattern>, Vec<RawFault>) {
    let grammar = language.grammar();
    let mut patterns: Vec<Pattern> = Vec::new();
    let mut faults = Vec::new();
    let mut kinds = FxHashMap::default();
    for item in items {
        let types = &language.row().types;
        let mut compiler = Compiler {
            grammar: &grammar,
            types,
            kinds: &mut kinds,
            captures: Vec::new(),
            faults: &mut faults,
            check_regexes,
        };
        if let Some(pattern) = compiler.pattern(stem, item) {
            if patterns.iter().any(|other| other.id == pattern.id) {
                let message = format!("a second pattern with the id `{}`", pattern.id);
                faults.push((pattern.span, message, Some("an id is unique in its file".into())));
            }
            patterns.push(pattern);
        }
    }
    (patterns, faults)
}

struct Compiler<'a> {
    grammar: &'a tree_sitter::Language,
    types: &'static Types,
    /// The ids of named kinds already asked for: the grammar looks through all of its names.
    kinds: &'a mut FxHashMap<Box<str>, u16>,
    captures: Vec<Capture>,
    faults: &'a mut Vec<RawFault>,
    check_regexes: bool,
}

#[derive(Default)]
struct Properties {
    id: Option<String>,
    kind: Option<(String, Span)>,
    label: Option<String>,
}

impl Compiler<'_> {
    fn fault(&mut self, span: Span, message: impl Into<String>, help: Option<String>) {
        self.faults.push((span, message.into(), help));
    }

    fn pattern(&mut self, stem: Stem, item: &Item<'_>) -> Option<Pattern> {
        let before = self.faults.len();
        let Form::Paren(forms) = &item.form else {
            self.fault(item.span, "expected a pattern `((…) …)`", None);
            return None;
        };
        let wrapped =
            matches!(forms.first().map(|first| &first.form), Some(Form::Paren(_) | Form::Bracket(_)));
        let is_predicate = |form: &Item| {
            matches!(&form.form, Form::Paren(inner)
                if matches!(inner.first().map(|first| &first.form), Some(Form::Predicate(_))))
        };
        let (conditions, shape_forms): (Vec<&Item>, Vec<&Item>) =
            forms.iter().partition(|form| is_predicate(form));
        let shape = if wrapped {
            let mut shapes = self.shapes(shape_forms.iter().copied()).0;
            self.check_root(&shape_forms);
            if shapes.len() != 1 {
                self.fault(
                    item.span,
                    "a pattern has exactly one root node",
                    Some("groups of siblings are not taken".into()),
                );
                return None;
            }
            shapes.pop()?
        } else {
            self.fault(item.span, "a pattern is written `((node …) @fact (#set! id \"…\"))`", None);
            return None;
        };
        let (mut predicates, properties) = self.conditions(&conditions);
        predicates.sort_by_key(|predicate| match predicate.test {
            Condition::AnyOf(_) | Condition::EqText(_) | Condition::EqCapture(_) => 0,
            Condition::Name(_) | Condition::Free => 1,
            Condition::Lexicon(_) => 2,
            Condition::Match(_) | Condition::Value(_) => 3,
            Condition::Within(_) => 4,
        });
        let fact = self.fact(stem, item.span);
        self.check_certain(&shape, item.span);
        let kind = self.kind(fact, &properties);
        let Some(id) = properties.id else {
            self.fault(item.span, "a pattern without an id", Some("add (#set! id \"…\")".into()));
            return None;
        };
        (self.faults.len() == before).then(|| Pattern {
            id,
            fact,
            kind,
            label: properties.label,
            captures: std::mem::take(&mut self.captures),
            shape,
            predicates,
            span: item.span,
        })
    }

    /// What says something of a node's place among siblings says nothing of a root.
    fn check_root(&mut self, forms: &[&Item<'_>]) {
        for form in forms {
            match &form.form {
                Form::Field(name) => self.fault(form.span, format!("the root has no field `{name}`"), None),
                Form::NotField(name) => {
                    let help = format!("write !{name} inside the node that must not have it");
                    self.fault(form.span, format!("`!{name}` stands outside a node"), Some(help));
                }
                Form::Anchor => self.fault(form.span, "`.` stands outside a node", None),
                Form::Quantifier('?') => self.fault(form.span, "the root cannot be optional", None),
                _ => {}
            }
        }
    }

    /// A fact, or an import's module, that some match would leave out.
    fn check_certain(&mut self, shape: &Shape, span: Span) {
        let certain = certain(shape);
        for (index, capture) in self.captures.clone().iter().enumerate() {
            let needed = match capture {
                Capture::Fact(fact) => fact.word(),
                Capture::Role(role @ Role::Module) => role.word(),
                _ => continue,
            };
            if !certain.contains(&index) {
                let help = "it stands in an optional part, or in some choices of […] only";
                self.fault(span, format!("a match may be without @{needed}"), Some(help.into()));
            }
        }
    }

    /// The one fact of the pattern; `imports.scm` has none, and must name a module instead.
    fn fact(&mut self, stem: Stem, span: Span) -> Option<FactType> {
        let facts: Vec<FactType> = self
            .captures
            .iter()
            .filter_map(|capture| if let Capture::Fact(fact) = capture { Some(*fact) } else { None })
            .collect();
        if stem == Stem::Imports {
            if !facts.is_empty() {
                self.fault(
                    span,
                    "imports.scm names no facts",
                    Some("capture @module, @binding and @alias".into()),
                );
            }
            if !self.captures.contains(&Capture::Role(Role::Module)) {
                self.fault(span, "an import pattern captures @module", None);
            }
            return None;
        }
        match facts.as_slice() {
            [fact] => Some(*fact),
            [] => {
                let help = format!("one of {}", list(FactType::ALL.iter().map(|fact| fact.word()), "@"));
                self.fault(span, "no capture is named after a fact", Some(help));
                None
            }
            _ => {
                self.fault(
                    span,
                    "more than one capture is named after a fact",
                    Some("split the pattern".into()),
                );
                None
            }
        }
    }

    fn kind(&mut self, fact: Option<FactType>, properties: &Properties) -> Option<&'static str> {
        let (word, span) = properties.kind.as_ref()?;
        let fact = fact?;
        let kind = fact.kind(word);
        if kind.is_none() {
            let kinds = fact.kinds();
            let help = match (kinds, nearest(word, kinds.iter().copied())) {
                ([], _) => format!("{} has no kinds", fact.word()),
                (_, Some(near)) => format!("did you mean {near}? allowed: {}", kinds.join(", ")),
                (_, None) => format!("allowed: {}", kinds.join(", ")),
            };
            self.fault(*span, format!("unknown kind `{word}` of {}", fact.word()), Some(help));
        }
        kind
    }

    /// The index of a capture, which is made where it is first written.
    fn capture(&mut self, name: &str, span: Span) -> Option<usize> {
        let capture = if let Some(private) = name.strip_prefix('_') {
            Capture::Private(private.into())
        } else if let Some(fact) = FactType::by_word(name) {
            Capture::Fact(fact)
        } else if let Some(role) = Role::by_word(name) {
            Capture::Role(role)
        } else {
            let words = || {
                FactType::ALL.iter().map(|fact| fact.word()).chain(Role::ALL.iter().map(|role| role.word()))
            };
            let allowed = format!("allowed: {}, or @_private", list(words(), "@"));
            let help = match nearest(name, words()) {
                Some(near) => format!("did you mean @{near}? {allowed}"),
                None => allowed,
            };
            self.fault(span, format!("unknown capture @{name}"), Some(help));
            return None;
        };
        Some(match self.captures.iter().position(|known| *known == capture) {
            Some(index) => index,
            None => {
                self.captures.push(capture);
                self.captures.len() - 1
            }
        })
    }
}

fn list<'a>(words: impl Iterator<Item = &'a str>, mark: &str) -> String {
    words.map(|word| format!("{mark}{word}")).collect::<Vec<_>>().join(", ")
}

/// The captures that every match of a shape binds: not those of an optional part, nor those of
/// some choices only.
fn certain(shape: &Shape) -> BTreeSet<usize> {
    if shape.optional {
        return BTreeSet::new();
    }
    let mut out: BTreeSet<usize> = shape.captures.iter().copied().collect();
    out.extend(shape.children.iter().flat_map(certain));
    if let Test::OneOf(choices) = &shape.test {
        let common = choices.iter().map(certain).reduce(|a, b| &a & &b);
        out.extend(common.unwrap_or_default());
    }
    out
}
