//! Shapes: lists of regular expressions that are looked for in any text, all in one pass.
//!
//! An entry is an expression and, after blanks, what else must hold: `entropy=`, `check=`, `near=`,
//! `find=`. Each expression has some plain text that stands in all its matches: how it begins, or
//! `find=`. Those texts are looked for together; an expression is compiled and tried only where its
//! own was met, so that a list of a hundred costs one walk over the text.

use super::lexicon::Lexicon;
use super::syntax::RawFault;
use crate::text::Span;
use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use memchr::{memchr, memrchr};
use regex::Regex;
use std::sync::OnceLock;

/// Characters of plain text that a shape needs at least.
const LITERAL: usize = 3;

/// Bits a character that a secret has at least, where its shape does not say: random hex has up to
/// 4, words have less than 3.
const ENTROPY: f64 = 3.0;

/// A list of shapes, ready to be looked for.
#[derive(Debug, Default)]
pub struct Shapes {
    shapes: Vec<Shape>,
    finder: Option<AhoCorasick>,
}

/// One shape.
#[derive(Debug)]
pub struct Shape {
    /// The kind of its section: the issuer.
    pub kind: String,
    /// The label of its section: what it is.
    pub label: String,
    /// Bits a character that the secret has at least.
    pub entropy: f64,
    /// The checksum it ends in.
    pub check: Option<Check>,
    /// Words of which one stands before it on its line, in lower case.
    pub near: Vec<String>,
    find: String,
    /// Matches begin with `find`.
    anchored: bool,
    /// The whole match is the secret, and begins with `find`.
    is_whole: bool,
    source: String,
    regex: OnceLock<Option<Regex>>,
}

/// A checksum that an issuer puts into its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// CRC-32 of what stands between the prefix and it, six digits of base 62 with leading zeros.
    Crc32,
}

/// A place where a shape fits.
#[derive(Clone, Debug)]
pub struct Hit<'s> {
    /// The shape.
    pub shape: &'s Shape,
    /// The whole match.
    pub whole: Span,
    /// Its group `secret`, or the whole match.
    pub secret: Span,
}

impl Shapes {
    /// The shapes of a list. Those that can't be read are left out: [`Shapes::faults`] tells of them.
    pub fn new(list: &Lexicon) -> Shapes {
        let entries = list.sections.iter().flat_map(|section| {
            section.entries.iter().filter_map(|entry| {
                let mut shape = Shape::read(entry).ok()?;
                (shape.kind, shape.label) = (section.kind.clone(), section.label.clone());
                Some(shape)
            })
        });
        let shapes: Vec<Shape> = entries.collect();
        let texts = shapes.iter().map(|shape| &shape.find);
        // A table of all steps takes twice as long to make as what is chosen for so many texts, and a
        // fifth as long to walk: it pays from 15 KB of text on.
        let finder = AhoCorasick::builder()
            .kind(Some(AhoCorasickKind::DFA))
            .match_kind(MatchKind::Standard)
            .ascii_case_insensitive(true)
            .build(texts)
            .ok();
        Shapes { shapes, finder }
    }

    /// What is wrong with the entries of a list's file, each with its place in `text`.
    pub fn faults(text: &str) -> Vec<RawFault> {
        let mut out = Vec::new();
        let mut at = 0;
        for raw in text.split_inclusive('\n') {
            let line = raw.trim();
            let span = Span::new(at, at + raw.trim_end().len());
            at += raw.len();
            if line.is_empty() || line.starts_with([';', '[']) {
                continue;
            }
            let told = Shape::read(line).and_then(|shape| match Regex::new(&shape.source) {
                Ok(_) => Ok(()),
                Err(why) => Err(why.to_string().lines().last().unwrap_or_default().to_string()),
            });
            out.extend(told.err().map(|why| (span, why, None)));
        }
        out
    }

    /// Every shape of the list.
    pub fn all(&self) -> &[Shape] {
        &self.shapes
    }

    /// Where shapes fit in `text`, in order of their places. A match is never a part of a longer
    /// word.
    pub fn find(&self, text: &str) -> Vec<Hit<'_>> {
        let mut hits = Vec::new();
        let Some(finder) = &self.finder else { return hits };
        // Up to where each shape has been tried: none looks twice at the same text.
        let mut done = vec![0usize; self.shapes.len()];
        for met in finder.find_overlapping_iter(text) {
            let index = met.pattern().as_usize();
            let shape = &self.shapes[index];
            // What goes on before it is not worth an expression: `sk-` in `task-list`.
            if met.start() < done[index] || shape.is_whole && goes_on_before(text.as_bytes(), met.start()) {
                continue;
            }
            let Some(regex) = shape.regex() else { continue };
            let (from, to) = match shape.anchored {
                true => (met.start(), text.len()),
                false => line_around(text, met.start()),
            };
            let mut end = if shape.anchored { met.end() } else { to };
            for found in regex.captures_iter(&text[from..to]) {
                let Some(whole) = found.get(0) else { break };
                let secret = found.name("secret").unwrap_or(whole);
                let secret = Span::new(from + secret.start(), from + secret.end());
                if is_apart(text, secret) {
                    hits.push(Hit {
                        shape,
                        whole: Span::new(from + whole.start(), from + whole.end()),
                        secret,
                    });
                }
                if shape.anchored {
                    end = end.max(from + whole.end());
                }
            }
            done[index] = end;
        }
        hits.sort_by_key(|hit| (hit.whole.start, std::cmp::Reverse(hit.whole.end)));
        hits
    }
}

impl Shape {
    fn read(entry: &str) -> Result<Shape, String> {
        let mut words = entry.split_whitespace();
        let source = words.next().unwrap_or_default();
        let literal = leading_literal(source);
        let mut shape = Shape {
            kind: String::new(),
            label: String::new(),
            entropy: ENTROPY,
            check: None,
            near: Vec::new(),
            find: literal.clone(),
            anchored: true,
            is_whole: !source.contains("(?<secret>"),
            source: format!("\\A(?:{source})"),
            regex: OnceLock::new(),
        };
        for word in words {
            match word.split_once('=') {
                Some(("entropy", bits)) => {
                    shape.entropy = bits.parse().map_err(|_| format!("`{bits}` is no number of bits"))?;
                }
                Some(("check", "crc32")) => shape.check = Some(Check::Crc32),
                Some(("near", near)) => shape.near = near.split('|').map(str::to_lowercase).collect(),
                Some(("find", text)) => {
                    shape.find = text.replace("\\s", " ");
                    (shape.anchored, shape.is_whole) = (false, false);
                    shape.source = source.into();
                }
                _ => {
                    return Err(format!(
                        "unknown condition `{word}`: allowed are entropy=, check=crc32, near=, find="
                    ));
                }
            }
        }
        if shape.find.len() < LITERAL && shape.anchored {
            return Err(format!("begins with less than {LITERAL} characters of plain text: add find="));
        }
        Ok(shape)
    }

    /// What of a secret was drawn: all but the plain text that the shape begins with.
    pub fn drawn<'s>(&self, secret: &'s str) -> &'s str {
        secret.strip_prefix(self.find.as_str()).filter(|_| self.anchored).unwrap_or(secret)
    }

    fn regex(&self) -> Option<&Regex> {
        self.regex.get_or_init(|| Regex::new(&self.source).ok()).as_ref()
    }
}

/// The plain text that an expression begins with.
fn leading_literal(source: &str) -> String {
    let mut out = String::new();
    let mut chars = source.chars().peekable();
    while let Some(c) = chars.next() {
        let plain = match c {
            '\\' => match chars.next() {
                Some(escaped) if !escaped.is_ascii_alphanumeric() => escaped,
                _ => break,
            },
            '[' | '(' | '.' | '^' | '$' | '|' | ')' => break,
            c => c,
        };
        // What may be missing or repeated is not always there.
        if chars.peek().is_some_and(|next| "?*{+".contains(*next)) {
            break;
        }
        out.push(plain);
    }
    out
}

/// The bounds of the line around byte `at`.
fn line_around(text: &str, at: usize) -> (usize, usize) {
    let bytes = text.as_bytes();
    let start = memrchr(b'\n', &bytes[..at]).map_or(0, |end| end + 1);
    let end = memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end);
    (start, end)
}

/// Whether no letter, digit, `_` or `-` goes on before or after `span`.
fn is_apart(text: &str, span: Span) -> bool {
    let bytes = text.as_bytes();
    let after = bytes.get(span.end as usize).is_some_and(|&byte| goes_on(byte));
    !goes_on_before(bytes, span.start as usize) && !after
}

/// Whether a word goes on before byte `at`. The letter of an escape (`\n`) is no letter.
fn goes_on_before(bytes: &[u8], at: usize) -> bool {
    let is_escape = at >= 2 && bytes[at - 2] == b'\\' && b"nrt".contains(&bytes[at - 1]);
    at.checked_sub(1).is_some_and(|before| goes_on(bytes[before])) && !is_escape
}

fn goes_on(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes(entries: &str) -> Shapes {
        let text = format!("; match: shapes\n[a] A key\n{entries}");
        assert_eq!(Shapes::faults(&text), []);
        Shapes::new(&Lexicon::read("test", &text).0)
    }

    fn found(entries: &str, text: &str) -> Vec<String> {
        shapes(entries).find(text).iter().map(|hit| text[hit.secret.range()].to_string()).collect()
    }

    #[test]
    fn a_shape_is_found_where_it_stands_alone() {
        for (text, wanted) in [
            ("abc_1234", true),
            ("x = 'abc_1234'", true),
            ("\"a\\nabc_1234\\n\"", true),
            ("xabc_1234", false),
            ("abc_12345", false),
            ("abc_1234-", false),
            ("éabc_1234é", true),
        ] {
            assert_eq!(found("abc_[0-9]{4}", text).len(), usize::from(wanted), "{text}");
        }
    }

    #[test]
    fn a_group_is_the_secret_and_find_need_not_begin_it() {
        assert_eq!(
            found("\\b[a-z]+://u:(?<secret>[^@]+)@h find=://u:", "x pg://u:word@h, pg://u:w2@h"),
            ["word", "w2"]
        );
        assert_eq!(found("\\b[a-z]{2}KEY[0-9] find=KEY", "abKEY1\ncdKEY2 KEY\n"), ["abKEY1", "cdKEY2"]);
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let text = "; match: shapes\n[a] A\nab[0-9]\nabcd size=3\nabc[\n";
        let told: Vec<u32> = Shapes::faults(text).iter().map(|fault| fault.0.start).collect();
        assert_eq!(told, [22, 30, 42]);
    }

    #[test]
    fn the_plain_text_ends_where_something_may_be_missing() {
        for (source, literal) in
            [("ghp_[a]", "ghp_"), ("https?://", "http"), ("hvs\\.x", "hvs.x"), ("ab{2}", "a"), ("t\\d", "t")]
        {
            assert_eq!(leading_literal(source), literal);
        }
    }
}
