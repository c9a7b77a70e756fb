//! SKILL.md's frontmatter, read as real packs write it: the seed's subset of YAML, widened by
//! block scalars and by maps that are kept as they stand. What is beyond it is an error with its
//! line, never a guess, and reading goes on.

use super::scalar;
use crate::text::{Span, Text};

/// The block between two `---` lines at the head of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Frontmatter {
    /// The block, its two marks included.
    pub block: Span,
    /// Keys and values in the order of the file; a repeated key stands twice.
    pub entries: Vec<Entry>,
    /// Lines that could not be read, in the order of the file.
    pub errors: Vec<Span>,
}

/// One top-level key with its value.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key, without quotes.
    pub key: String,
    /// The key as it stands.
    pub key_span: Span,
    /// The value.
    pub value: Value,
}

/// A value of the subset.
#[derive(Debug, PartialEq, Eq)]
pub enum Value {
    /// A text; empty where nothing was written.
    Scalar(Scalar),
    /// An inline or block list of texts.
    List(Vec<Scalar>),
    /// A map, a list of maps or the like, kept as it stands.
    Opaque(Span),
}

/// A text value.
#[derive(Debug, PartialEq, Eq)]
pub struct Scalar {
    /// The value: quotes and escapes undone, lines folded.
    pub text: String,
    /// Where it stands, its quotes included.
    pub span: Span,
}

impl Frontmatter {
    /// Reads the block at the head of `text`; `None` where there is none or it is never closed.
    pub fn read(text: &Text) -> Option<Self> {
        let head = text.line(1).trim_start_matches('\u{FEFF}').trim_end();
        if head != "---" {
            return None;
        }
        let last = text.line_count() as u32;
        let end = (2..=last).find(|&line| matches!(text.line(line).trim_end(), "---" | "..."))?;
        let block = Span::new(0, text.line_span(end).end as usize);
        let mut reader = Reader { text, end, found: Frontmatter { block, ..Frontmatter::default() } };
        reader.entries();
        Some(reader.found)
    }

    /// The text of the first entry named `key`; `None` where there is none or it is no text.
    pub fn scalar(&self, key: &str) -> Option<&Scalar> {
        self.entries.iter().find(|entry| entry.key == key).and_then(|entry| match &entry.value {
            Value::Scalar(scalar) => Some(scalar),
            _ => None,
        })
    }
}

/// Goes over the lines of a block once.
struct Reader<'t> {
    text: &'t Text,
    /// The line of the closing mark.
    end: u32,
    found: Frontmatter,
}

impl<'t> Reader<'t> {
    fn entries(&mut self) {
        let mut line = 2;
        while line < self.end {
            let shown = self.text.line(line);
            if is_filler(shown) {
                line += 1;
            } else if let Some((key, value)) = split_key(shown) {
                line = self.entry(line, key, value);
            } else {
                self.error(line);
                line += 1;
            }
        }
    }

    /// Reads the entry whose key stands on `line`; answers the first line after it.
    fn entry(&mut self, line: u32, key: &'t str, value: usize) -> u32 {
        let start = self.text.line_span(line).start as usize;
        let mut next = self.extent(line + 1);
        let rest = self.text.line(line)[value..].trim_start();
        let value = if !is_filler(rest) {
            let at = start + self.text.line(line).len() - rest.len();
            self.value(at, line, &mut next)
        } else {
            self.value_below(line, start + value, &mut next)
        };
        let key_span = Span::new(start, start + key.len());
        self.found.entries.push(Entry { key: scalar::unquoted(key), key_span, value });
        next
    }

    /// The value of a key with nothing beside it.
    fn value_below(&mut self, line: u32, at: usize, next: &mut u32) -> Value {
        let content = (line + 1..*next).find(|&line| !is_filler(self.text.line(line)));
        let Some(first) = content else {
            if *next < self.end && is_item(self.text.line(*next)) {
                // A list may stand at its key's own indentation.
                let first = *next;
                while *next < self.end && (belongs(self.text.line(*next)) || is_item(self.text.line(*next))) {
                    *next += 1;
                }
                return self.list(first, *next);
            }
            return Value::Scalar(Scalar { text: String::new(), span: Span::new(at, at) });
        };
        let trimmed = self.text.line(first).trim_start();
        if is_item(trimmed) {
            return self.list(first, *next);
        }
        let at = self.text.line_span(first).end as usize - trimmed.len();
        if is_map(trimmed) {
            return Value::Opaque(self.trimmed(at, self.start_of(*next)));
        }
        self.value(at, first, next)
    }

    /// The value that begins at byte `at` of `line` and may run up to the line `next`.
    fn value(&mut self, at: usize, line: u32, next: &mut u32) -> Value {
        let rest = &self.text.as_str()[at..self.text.line_span(line).end as usize];
        match rest.as_bytes()[0] {
            b'|' | b'>' => self.block(at, line, *next),
            b'"' | b'\'' => self.quoted(at, line, *next),
            b'[' | b'{' => self.flow(at, line, next),
            _ => self.plain(at, *next),
        }
    }

    fn plain(&mut self, at: usize, next: u32) -> Value {
        let span = self.trimmed(at, self.start_of(next));
        let text = scalar::folded(self.slice(span));
        Value::Scalar(Scalar { text, span: Span::new(at, span.end as usize) })
    }

    fn block(&mut self, at: usize, line: u32, next: u32) -> Value {
        let header = &self.text.as_str()[at..self.text.line_span(line).end as usize];
        // An unindented comment ends a block scalar, but not the values `extent` has in mind.
        let next = (line + 1..next).find(|&l| self.text.line(l).starts_with('#')).unwrap_or(next);
        let lines: Vec<&str> = (line + 1..next).map(|line| self.text.line(line)).collect();
        let span = self.trimmed(at, self.start_of(next));
        let Some(text) = scalar::block(header, &lines) else {
            self.error(line);
            return Value::Scalar(Scalar { text: self.slice(span).to_string(), span });
        };
        Value::Scalar(Scalar { text, span })
    }

    fn quoted(&mut self, at: usize, line: u32, next: u32) -> Value {
        let raw = &self.text.as_str()[at..self.start_of(next)];
        if let Some(length) = scalar::quoted_length(raw)
            && raw[length..].lines().all(is_filler_after)
        {
            let span = Span::new(at, at + length);
            return Value::Scalar(Scalar { text: scalar::unquoted(&raw[..length]), span });
        }
        self.error(line);
        self.plain(at, next)
    }

    fn flow(&mut self, at: usize, line: u32, next: &mut u32) -> Value {
        let mut until = *next;
        let closes = |line: &str| line.starts_with([']', '}']);
        if until < self.end && closes(self.text.line(until)) {
            until += 1;
        }
        let raw = &self.text.as_str()[at..self.start_of(until)];
        let Some(flow) = scalar::flow(raw) else {
            self.error(line);
            return self.plain(at, *next);
        };
        if !raw[flow.length..].lines().all(is_filler_after) {
            // `[file] [options]` is a text that only begins with brackets.
            if raw.starts_with('{') || raw[..flow.length].contains('\n') {
                self.error(line);
            }
            return self.plain(at, *next);
        }
        *next = until;
        let span = Span::new(at, at + flow.length);
        if raw.starts_with('{') {
            return Value::Opaque(span);
        }
        let item = |range: std::ops::Range<usize>| {
            let mut span = self.trimmed(at + range.start, at + range.end);
            while self.slice(span).starts_with('#') {
                let end = span.end as usize;
                let below = self.slice(span).find('\n').map_or(end, |line| span.start as usize + line);
                span = self.trimmed(below, end);
            }
            Scalar { text: scalar::unquoted(self.slice(span)), span }
        };
        Value::List(flow.items.into_iter().map(item).filter(|item| !item.text.is_empty()).collect())
    }

    /// The block list on the lines from `first` up to `next`.
    fn list(&mut self, first: u32, next: u32) -> Value {
        let indent = indentation(self.text.line(first));
        let heads: Vec<u32> = (first..next)
            .filter(|&line| {
                let shown = self.text.line(line);
                is_item(shown.trim_start()) && indentation(shown) <= indent
            })
            .collect();
        let mut items = Vec::new();
        for (index, &head) in heads.iter().enumerate() {
            let below = heads.get(index + 1).copied().unwrap_or(next);
            let line = self.text.line_span(head);
            let dash = line.start as usize + indentation(self.text.line(head));
            let span = self.trimmed(dash + 1, self.start_of(below));
            let raw = self.slice(span);
            if is_map(raw) || is_item(raw) {
                let start = self.text.line_span(first).start as usize;
                return Value::Opaque(self.trimmed(start, self.start_of(next)));
            }
            items.push(self.item(span, head, below));
        }
        Value::List(items)
    }

    fn item(&mut self, span: Span, head: u32, below: u32) -> Scalar {
        let raw = self.slice(span);
        if raw.starts_with(['"', '\'']) {
            match scalar::quoted_length(raw) {
                Some(length) if raw[length..].lines().all(is_filler_after) => {
                    let span = Span::new(span.start as usize, span.start as usize + length);
                    return Scalar { text: scalar::unquoted(&raw[..length]), span };
                }
                _ => self.error(head),
            }
        }
        if raw.starts_with(['|', '>']) {
            let lines: Vec<&str> = (head + 1..below).map(|line| self.text.line(line)).collect();
            if let Some(text) = scalar::block(raw.lines().next().unwrap_or_default(), &lines) {
                return Scalar { text, span };
            }
        }
        Scalar { text: scalar::folded(raw), span }
    }

    /// First line from `line` on that does not belong to the entry above.
    fn extent(&self, line: u32) -> u32 {
        (line..self.end).find(|&line| !belongs(self.text.line(line))).unwrap_or(self.end)
    }

    fn start_of(&self, line: u32) -> usize {
        self.text.line_span(line).start as usize
    }

    fn slice(&self, span: Span) -> &'t str {
        &self.text.as_str()[span.range()]
    }

    /// The span from `start` to `end` without blanks at its ends.
    fn trimmed(&self, start: usize, end: usize) -> Span {
        let raw = &self.text.as_str()[start..end.max(start)];
        let start = start + raw.len() - raw.trim_start().len();
        Span::new(start, start + raw.trim().len())
    }

    fn error(&mut self, line: u32) {
        self.found.errors.push(self.text.line_span(line));
    }
}

/// Blank, or a comment.
fn is_filler(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

/// Blank, or a comment set off from the value before it.
fn is_filler_after(rest: &str) -> bool {
    is_filler(rest) && !rest.starts_with('#')
}

/// Whether a line continues the entry above it.
fn belongs(line: &str) -> bool {
    line.starts_with([' ', '\t']) || is_filler(line)
}

/// `- item`, or a lone dash.
fn is_item(line: &str) -> bool {
    line.strip_prefix('-').is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// `key: …` with a key of one word or in quotes.
fn is_map(line: &str) -> bool {
    let first = line.lines().next().unwrap_or_default();
    split_key(first)
        .is_some_and(|(key, _)| key.starts_with(['"', '\'']) || !key.contains(char::is_whitespace))
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The key at the head of `line` as it stands, and the offset behind its colon.
fn split_key(line: &str) -> Option<(&str, usize)> {
    let key = if line.starts_with(['"', '\'']) {
        let length = scalar::quoted_length(line)?;
        line[length..].trim_start().starts_with(':').then(|| &line[..length])?
    } else {
        let ends = |at: usize| line[at + 1..].is_empty() || line[at + 1..].starts_with([' ', '\t']);
        let colon = memchr::memchr_iter(b':', line.as_bytes()).find(|&at| ends(at))?;
        line[..colon].trim_end()
    };
    let begins_otherwise = key.starts_with(|c: char| c.is_whitespace() || "-?[]{}#&*!|>@`%,".contains(c));
    if key.is_empty() || (begins_otherwise && !key.starts_with("--")) || key.starts_with("---") {
        return None;
    }
    let colon = key.len() + line[key.len()..].find(':')?;
    let rest = &line[colon + 1..];
    (rest.is_empty() || rest.starts_with([' ', '\t'])).then_some((key, colon + 1))
}

#[cfg(test)]
mod tests;
