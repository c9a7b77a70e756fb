//! Shapes: which nodes a pattern's forms fit.

use super::{Compiler, Shape, Test};
use crate::language::LANGUAGES;
use crate::queries::syntax::{Form, Item};
use crate::queries::vocabulary::nearest;
use crate::text::Span;

impl Compiler<'_> {
    /// Shapes of a list of items, and whether a final anchor closes it.
    pub(super) fn shapes<'i, 't: 'i>(
        &mut self,
        items: impl Iterator<Item = &'i Item<'t>>,
    ) -> (Vec<Shape>, bool) {
        let mut out: Vec<Shape> = Vec::new();
        let mut field: Option<(u16, Span)> = None;
        let mut anchored = false;
        for item in items {
            match &item.form {
                Form::Anchor => {
                    anchored = true;
                    continue;
                }
                Form::Field(name) => {
                    if let Some((_, before)) = field {
                        self.fault(before, "a field without a node after it", None);
                    }
                    match self.grammar.field_id_for_name(name) {
                        Some(id) => field = Some((id.get(), item.span)),
                        None => self.unknown_field(name, item.span),
                    }
                    continue;
                }
                Form::Capture(name) => {
                    match out.last_mut().map(|shape| &mut shape.captures) {
                        Some(_) => {
                            if let Some(index) = self.capture(name, item.span)
                                && let Some(shape) = out.last_mut()
                            {
                                shape.captures.push(index);
                            }
                        }
                        None => self.fault(item.span, format!("@{name} captures nothing"), None),
                    }
                    continue;
                }
                Form::Quantifier('?') => {
                    match out.last_mut() {
                        Some(shape) => shape.optional = true,
                        None => self.fault(item.span, "`?` stands after nothing", None),
                    }
                    continue;
                }
                Form::Quantifier(mark) => {
                    let help = "only `?` is: a pattern without it is tried at every child anyway";
                    self.fault(
                        item.span,
                        format!("the quantifier `{mark}` is not taken here"),
                        Some(help.into()),
                    );
                    continue;
                }
                Form::NotField(_) => continue,
                _ => {}
            }
            if let Some(mut shape) = self.shape(item) {
                shape.field = field.take().map_or(0, |(id, _)| id);
                shape.anchored = std::mem::take(&mut anchored);
                out.push(shape);
            }
        }
        if let Some((_, span)) = field {
            self.fault(span, "a field without a node after it", None);
        }
        (out, anchored)
    }

    fn shape(&mut self, item: &Item<'_>) -> Option<Shape> {
        let plain = |test| Shape {
            test,
            field: 0,
            absent: Vec::new(),
            children: Vec::new(),
            anchored: false,
            anchored_end: false,
            optional: false,
            captures: Vec::new(),
        };
        match &item.form {
            Form::Word(word) if *word == "_" => Some(plain(Test::Any)),
            Form::Word(word) => {
                self.fault(item.span, format!("`{word}` stands alone"), Some(format!("write ({word})")));
                None
            }
            Form::Text(token) => self.kind_id(token, false, item.span).map(|id| plain(Test::Kind(id))),
            Form::Bracket(choices) => {
                let (shapes, _) = self.shapes(choices.iter());
                self.check_choices(choices);
                if shapes.is_empty() {
                    self.fault(item.span, "an empty choice", None);
                }
                Some(plain(Test::OneOf(shapes)))
            }
            Form::Paren(inner) => self.node(inner, item.span),
            Form::Predicate(name) => {
                self.fault(item.span, format!("#{name} stands outside parentheses"), None);
                None
            }
            _ => {
                self.fault(item.span, "expected a node", None);
                None
            }
        }
    }

    fn check_choices(&mut self, choices: &[Item<'_>]) {
        for choice in choices {
            match &choice.form {
                Form::Anchor => self.fault(choice.span, "`.` stands between choices", None),
                Form::NotField(name) => {
                    self.fault(choice.span, format!("`!{name}` stands outside a node"), None)
                }
                Form::Quantifier('?') => self.fault(
                    choice.span,
                    "a choice cannot be optional",
                    Some("write `?` after the `]`".into()),
                ),
                _ => {}
            }
        }
    }

    fn node(&mut self, inner: &[Item<'_>], span: Span) -> Option<Shape> {
        let Some((first, rest)) = inner.split_first() else {
            self.fault(span, "an empty node `()`", None);
            return None;
        };
        let test = match &first.form {
            Form::Word(word) if *word == "_" => Test::Named,
            Form::Word(word) if *word == "ERROR" => Test::Kind(crate::source::tree::ERROR_KIND),
            Form::Word(word) if *word == "MISSING" => {
                self.fault(first.span, "(MISSING) is not taken", None);
                return None;
            }
            Form::Word(word) => Test::Kind(self.kind_id(word, true, first.span)?),
            Form::Predicate(name) => {
                self.fault(
                    first.span,
                    format!("#{name} stands inside a node"),
                    Some("write predicates after the pattern's root".into()),
                );
                return None;
            }
            _ => {
                self.fault(
                    first.span,
                    "expected the kind of a node, or `_`",
                    Some("groups of siblings are not taken".into()),
                );
                return None;
            }
        };
        let mut absent = Vec::new();
        for item in rest {
            if let Form::NotField(name) = &item.form {
                match self.grammar.field_id_for_name(name) {
                    Some(id) => absent.push(id.get()),
                    None => self.unknown_field(name, item.span),
                }
            }
        }
        let (children, anchored_end) = self.shapes(rest.iter());
        Some(Shape {
            test,
            field: 0,
            absent,
            children,
            anchored: false,
            anchored_end,
            optional: false,
            captures: Vec::new(),
        })
    }

    pub(super) fn kind_id(&mut self, word: &str, named: bool, span: Span) -> Option<u16> {
        if let Some(&id) = self.kinds.get(word).filter(|_| named) {
            return Some(id);
        }
        let id = self.grammar.id_for_node_kind(word, named);
        if id == 0 {
            let count = self.grammar.node_kind_count() as u16;
            let kinds = (0..count)
                .filter(|&id| {
                    self.grammar.node_kind_is_named(id) == named && self.grammar.node_kind_is_visible(id)
                })
                .filter_map(|id| self.grammar.node_kind_for_id(id));
            let elsewhere =
                LANGUAGES.iter().find(|row| row.language.grammar().id_for_node_kind(word, named) != 0);
            let near = nearest(word, kinds).map(|near| format!("did you mean {near}?"));
            let foreign = elsewhere.filter(|_| named).map(|row| {
                format!(
                    "it is one of {}: look at a tree with `skill-vet queries facts FILE --tree`",
                    row.language.name()
                )
            });
            let help = foreign.or(near);
            let what = if named { "node kind" } else { "token" };
            self.fault(span, format!("the grammar has no {what} `{word}`"), help);
            return None;
        }
        if named && self.types.leave_out(word) {
            let help = "`x as T` is `x` here: look at a tree with `skill-vet queries facts FILE --tree`";
            self.fault(span, format!("no tree has a `{word}`, types are left out"), Some(help.into()));
            return None;
        }
        if self.grammar.node_kind_is_supertype(id) {
            self.fault(
                span,
                format!("the supertype `{word}` is not taken"),
                Some("write (_), or list the kinds in […]".into()),
            );
            return None;
        }
        if named {
            self.kinds.insert(word.into(), id);
        }
        Some(id)
    }

    fn unknown_field(&mut self, name: &str, span: Span) {
        let count = self.grammar.field_count() as u16;
        let fields: Vec<&str> = (1..=count).filter_map(|id| self.grammar.field_name_for_id(id)).collect();
        let help = match nearest(name, fields.iter().copied()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("fields: {}", fields.join(", ")),
        };
        self.fault(span, format!("the grammar has no field `{name}`"), Some(help));
    }
}
