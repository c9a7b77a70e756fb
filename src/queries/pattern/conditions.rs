//! Predicates and properties of a pattern: `(#name? …)`, `(#set! …)`.

use super::{Compiler, Condition, LazyRegex, Predicate, Properties, compile_regex, list};
use crate::queries::check::dead_name;
use crate::queries::syntax::{Form, Item};
use crate::queries::vocabulary::{PredicateWord, Property, nearest};
use crate::text::Span;

impl Compiler<'_> {
    pub(super) fn conditions(&mut self, items: &[&Item<'_>]) -> (Vec<Predicate>, Properties) {
        let mut predicates = Vec::new();
        let mut properties = Properties::default();
        for item in items {
            let Form::Paren(inner) = &item.form else { continue };
            let Some((Item { form: Form::Predicate(name), span }, arguments)) = inner.split_first() else {
                continue;
            };
            if *name == "set!" {
                self.set(arguments, item.span, &mut properties);
            } else if let Some(predicate) = self.predicate(name, *span, arguments, item.span) {
                predicates.push(predicate);
            }
        }
        (predicates, properties)
    }

    fn set(&mut self, arguments: &[Item<'_>], span: Span, properties: &mut Properties) {
        let value = arguments.get(1).and_then(|value| value.form.text());
        let ([key, Item { span: value_span, .. }], Some(value)) = (arguments, value) else {
            self.fault(span, "#set! takes a property and a text", Some("(#set! id \"…\")".into()));
            return;
        };
        let word = key.form.text().unwrap_or_default();
        let is_plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        let slot = match Property::by_word(word) {
            Some(Property::Id) if !value.chars().all(is_plain) => {
                let help = "an id is a word of letters, digits, `-`, `_` and `.`";
                self.fault(*value_span, format!("`{value}` is no id"), Some(help.into()));
                return;
            }
            Some(Property::Id) => &mut properties.id,
            Some(Property::Label) => &mut properties.label,
            Some(Property::Kind) => {
                if properties.kind.replace((value.to_string(), *value_span)).is_some() {
                    self.fault(span, "kind is set twice", None);
                }
                return;
            }
            None => {
                let words = || Property::ALL.iter().map(|property| property.word());
                let help = match nearest(word, words()) {
                    Some(near) => format!("did you mean {near}? allowed: {}", list(words(), "")),
                    None => format!("allowed: {}", list(words(), "")),
                };
                self.fault(key.span, format!("unknown property `{word}`"), Some(help));
                return;
            }
        };
        if value.trim().is_empty() || value.chars().any(char::is_control) {
            self.fault(*value_span, format!("{word} is set to nothing that can be shown"), None);
        }
        if slot.replace(value.to_string()).is_some() {
            self.fault(span, format!("{word} is set twice"), None);
        }
    }

    fn predicate(&mut self, name: &str, at: Span, arguments: &[Item<'_>], span: Span) -> Option<Predicate> {
        let Some((negated, word)) = predicate_word(name) else {
            self.unknown_predicate(name, at);
            return None;
        };
        let Some((Item { form: Form::Capture(capture), span: capture_span }, rest)) = arguments.split_first()
        else {
            self.fault(span, format!("#{name} begins with a capture"), None);
            return None;
        };
        let capture = self.known_capture(capture, *capture_span)?;
        let texts: Vec<(&str, Span)> =
            rest.iter().filter_map(|item| Some((item.form.text()?, item.span))).collect();
        let test = match (word, rest) {
            (PredicateWord::Eq, [Item { form: Form::Capture(other), span }]) => {
                Condition::EqCapture(self.known_capture(other, *span)?)
            }
            (PredicateWord::Free, []) => Condition::Free,
            (PredicateWord::Free, _) => {
                self.fault(span, format!("#{name} takes nothing after its capture"), None);
                return None;
            }
            _ if texts.len() != rest.len() || texts.is_empty() => {
                self.fault(span, format!("#{name} takes texts after its capture"), None);
                return None;
            }
            (PredicateWord::Name, _) => {
                self.check_names(&texts);
                Condition::Name(texts.iter().map(|(text, _)| text.to_string()).collect())
            }
            (PredicateWord::AnyOf, _) => {
                Condition::AnyOf(texts.iter().map(|(text, _)| text.to_string()).collect())
            }
            (PredicateWord::Within, _) => {
                let kinds = texts.iter().filter_map(|(text, span)| self.kind_id(text, true, *span)).collect();
                Condition::Within(kinds)
            }
            (_, [_]) => {
                let (text, span) = texts[0];
                match word {
                    PredicateWord::Value => Condition::Value(self.regex(text, span)),
                    PredicateWord::Match => Condition::Match(self.regex(text, span)),
                    PredicateWord::Lexicon => Condition::Lexicon(text.into()),
                    _ => Condition::EqText(text.into()),
                }
            }
            _ => {
                self.fault(span, format!("#{name} takes one text"), None);
                return None;
            }
        };
        Some(Predicate { capture, negated, test, span })
    }

    fn unknown_predicate(&mut self, name: &str, at: Span) {
        let known: Vec<String> = PredicateWord::ALL
            .iter()
            .flat_map(|word| [format!("{}?", word.word()), format!("not-{}?", word.word())])
            .chain(["set!".to_string()])
            .collect();
        let help = match nearest(name, known.iter().map(String::as_str)) {
            // It ends with the question mark already.
            Some(near) => format!("did you mean #{near}"),
            None => {
                let words = list(PredicateWord::ALL.iter().map(|word| word.word()), "#");
                format!("allowed: {words}, each with `?` at its end and also as #not-…; and #set!")
            }
        };
        self.fault(at, format!("unknown predicate #{name}"), Some(help));
    }

    /// A name that no node can have would make a pattern that never fires.
    fn check_names(&mut self, texts: &[(&str, Span)]) {
        for &(text, span) in texts {
            let help = if text.is_empty() { Some("write the API's dotted name") } else { dead_name(text) };
            if let Some(help) = help {
                self.fault(span, "no node has such a name", Some(help.into()));
            }
        }
    }

    fn regex(&mut self, text: &str, span: Span) -> LazyRegex {
        let regex = LazyRegex::new(text.into());
        if self.check_regexes
            && let Err(error) = compile_regex(text)
        {
            let why = error.syntax_error().map_or_else(|| error.to_string(), ToString::to_string);
            let why = why.lines().last().unwrap_or_default().trim_start_matches("error: ").to_string();
            self.fault(span, format!("no regular expression: {why}"), None);
        }
        regex
    }

    fn known_capture(&mut self, name: &str, span: Span) -> Option<usize> {
        let before = self.captures.len();
        let index = self.capture(name, span)?;
        if index == before {
            self.captures.pop();
            self.fault(span, format!("@{name} is not captured in this pattern"), None);
            return None;
        }
        Some(index)
    }
}

/// `not-value?` as its word and whether it is negated.
fn predicate_word(name: &str) -> Option<(bool, PredicateWord)> {
    let bare = name.strip_suffix('?')?;
    match bare.strip_prefix("not-") {
        Some(word) => Some((true, PredicateWord::by_word(word)?)),
        None => Some((false, PredicateWord::by_word(bare)?)),
    }
}
