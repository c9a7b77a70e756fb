//! The text of a query file as S-expressions with positions: tree-sitter's syntax, read once.

use crate::text::Span;
use std::borrow::Cow;

/// One item of a query file.
#[derive(Clone, Debug)]
pub struct Item<'t> {
    /// What it is.
    pub form: Form<'t>,
    /// Where it stands.
    pub span: Span,
}

/// The forms of tree-sitter's query syntax.
#[derive(Clone, Debug)]
pub enum Form<'t> {
    /// `( … )`
    Paren(Vec<Item<'t>>),
    /// `[ … ]`
    Bracket(Vec<Item<'t>>),
    /// `"text"`, unescaped.
    Text(Cow<'t, str>),
    /// A word: a node kind, `_`, or an argument of a predicate.
    Word(&'t str),
    /// `field:`
    Field(&'t str),
    /// `!field`
    NotField(&'t str),
    /// `@name`
    Capture(&'t str),
    /// `#name?`, `#set!`, whole.
    Predicate(&'t str),
    /// `.`
    Anchor,
    /// `?`, `*` or `+` after an item.
    Quantifier(char),
}

impl Form<'_> {
    /// The text of a word or of a quoted text: what predicates take both as.
    pub fn text(&self) -> Option<&str> {
        match self {
            Form::Word(word) => Some(word),
            Form::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// A mistake in a query or lexicon file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file, as it is named to people.
    pub file: String,
    /// Where in its text.
    pub span: Span,
    /// 1-based line and column, in characters.
    pub line: u32,
    /// See `line`.
    pub column: u32,
    /// What is wrong, one sentence without a full stop.
    pub message: String,
    /// What is allowed or meant, if there is something to say.
    pub help: Option<String>,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)?;
        match &self.help {
            Some(help) => write!(out, " ({help})"),
            None => Ok(()),
        }
    }
}

/// A fault before it knows its file: span, message, help.
pub type RawFault = (Span, String, Option<String>);

/// How deep a query may nest; real ones stay under ten.
const MAX_DEPTH: usize = 64;

/// Reads a whole file. On a fault, what was read before it is kept.
pub fn read(text: &str) -> (Vec<Item<'_>>, Vec<RawFault>) {
    let mut reader = Reader { text, at: 0, faults: Vec::new() };
    let mut items = Vec::new();
    loop {
        items.extend(reader.items(None, 0).0);
        let start = reader.at;
        match reader.peek() {
            // A closer without its opener: say so and read on.
            Some(closer) => {
                reader.at += closer.len_utf8();
                reader.fault(start, format!("`{closer}` closes nothing"), None);
            }
            None => return (items, reader.faults),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    faults: Vec<RawFault>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn fault(&mut self, start: usize, message: String, help: Option<&str>) {
        self.faults.push((Span::new(start, self.at), message, help.map(String::from)));
    }

    fn skip_blank(&mut self) {
        let bytes = self.text.as_bytes();
        loop {
            // Nearly all of a file is ASCII.
            while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
                self.at += 1;
            }
            let Some(c) = self.peek() else { break };
            if c == ';' {
                let rest = &bytes[self.at..];
                self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            } else if c.is_whitespace() {
                self.at += c.len_utf8();
            } else {
                break;
            }
        }
    }

    /// Items up to `closer`, which is taken, or up to the end or a foreign closer; and whether
    /// `closer` was there.
    fn items(&mut self, closer: Option<char>, depth: usize) -> (Vec<Item<'a>>, bool) {
        let mut out = Vec::new();
        loop {
            self.skip_blank();
            let start = self.at;
            match self.peek() {
                None => return (out, false),
                Some(c @ (')' | ']')) => {
                    let closed = closer == Some(c);
                    if closed {
                        self.at += 1;
                    }
                    return (out, closed);
                }
                Some(c) => {
                    if let Some(form) = self.form(c, depth) {
                        out.push(Item { form, span: Span::new(start, self.at) });
                    }
                }
            }
        }
    }

    fn form(&mut self, first: char, depth: usize) -> Option<Form<'a>> {
        let start = self.at;
        self.at += first.len_utf8();
        Some(match first {
            '(' | '[' => {
                if depth >= MAX_DEPTH {
                    self.fault(start, format!("nested more than {MAX_DEPTH} deep"), None);
                    return None;
                }
                let closer = if first == '(' { ')' } else { ']' };
                let (items, closed) = self.items(Some(closer), depth + 1);
                if !closed {
                    self.faults.push((
                        Span::new(start, start + 1),
                        format!("`{first}` is never closed"),
                        Some(format!("add `{closer}`")),
                    ));
                }
                if first == '(' { Form::Paren(items) } else { Form::Bracket(items) }
            }
            '"' => self.string(start)?,
            '.' => Form::Anchor,
            '?' | '*' | '+' => Form::Quantifier(first),
            '@' => Form::Capture(self.word()),
            '!' => Form::NotField(self.word()),
            '#' => {
                self.word();
                if matches!(self.peek(), Some('?' | '!')) {
                    self.at += 1;
                }
                Form::Predicate(&self.text[start + 1..self.at])
            }
            c if is_word(c) => {
                self.at = start;
                let word = self.word();
                if self.peek() == Some(':') {
                    self.at += 1;
                    Form::Field(word)
                } else {
                    Form::Word(word)
                }
            }
            other => {
                let help = match other {
                    '\'' | '`' => Some("a text is written in double quotes"),
                    _ => None,
                };
                self.fault(start, format!("unexpected character `{}`", other.escape_default()), help);
                return None;
            }
        })
    }

    fn string(&mut self, start: usize) -> Option<Form<'a>> {
        let begin = self.at;
        // A text without escapes stays where it stands.
        let mut out = Cow::Borrowed("");
        loop {
            let from = self.at;
            let rest = &self.text.as_bytes()[from..];
            let plain = memchr::memchr3(b'"', b'\\', b'\n', rest).unwrap_or(rest.len());
            let at = from + plain;
            self.at = (at + 1).min(self.text.len());
            if let Cow::Owned(out) = &mut out {
                out.push_str(&self.text[from..at]);
            }
            match rest.get(plain) {
                Some(b'"') if matches!(out, Cow::Borrowed(_)) => {
                    return Some(Form::Text(Cow::Borrowed(&self.text[begin..at])));
                }
                Some(b'"') => return Some(Form::Text(out)),
                Some(b'\\') => {
                    if matches!(out, Cow::Borrowed(_)) {
                        out = Cow::Owned(self.text[begin..at].to_string());
                    }
                    let escaped = self.peek()?;
                    self.at += escaped.len_utf8();
                    if escaped.is_ascii_alphanumeric() && !matches!(escaped, 'n' | 't' | 'r' | '0') {
                        let help = format!("write `\\\\{escaped}` for the `\\{escaped}` of an expression");
                        self.fault(
                            at,
                            format!("the backslash before `{escaped}` would be dropped"),
                            Some(&help),
                        );
                    }
                    out.to_mut().push(match escaped {
                        'n' => '\n',
                        't' => '\t',
                        'r' => '\r',
                        '0' => '\0',
                        other => other,
                    });
                }
                _ => break,
            }
        }
        self.fault(start, "a string is never closed".into(), Some("end it with `\"` on its line"));
        None
    }

    fn word(&mut self) -> &'a str {
        let start = self.at;
        let bytes = self.text.as_bytes();
        loop {
            while bytes.get(self.at).is_some_and(|&byte| byte.is_ascii() && is_word(byte.into())) {
                self.at += 1;
            }
            // A dot belongs to a word (`secret.read`) only between two of its characters.
            if self.at > start && self.peek() == Some('.') && self.text[self.at + 1..].starts_with(is_word) {
                self.at += 1;
            }
            let Some(c) = self.peek().filter(|&c| is_word(c)) else { break };
            self.at += c.len_utf8();
        }
        &self.text[start..self.at]
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_syntax_with_positions() {
        let (items, faults) =
            read("; why\n((call function: (_) @fn . (x)?) @secret.read (#name? @fn \"a\\\"b\"))");
        assert!(faults.is_empty());
        let Form::Paren(outer) = &items[0].form else { panic!("no group") };
        assert!(matches!(&outer[1].form, Form::Capture(name) if *name == "secret.read"));
        let Form::Paren(predicate) = &outer[2].form else { panic!("no predicate") };
        assert!(matches!(&predicate[0].form, Form::Predicate(name) if *name == "name?"));
        assert!(matches!(&predicate[2].form, Form::Text(text) if text == "a\"b"));
    }

    #[test]
    fn every_slip_has_a_place() {
        for (text, at) in [("((a)", 0), ("(a))", 3), ("(a \"b", 3), ("(a %)", 3), ("(a ]", 0)] {
            let (_, faults) = read(text);
            assert!(faults.iter().any(|(span, _, _)| span.start == at), "{text}: {faults:?}");
        }
    }
}
