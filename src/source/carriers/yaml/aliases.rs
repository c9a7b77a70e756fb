//! What `*name` stands for: the values that are marked `&name`.

use super::{Content, Lines, Piece, Scalar, flow_aliases, key_at, key_column, without_properties};
use crate::language::Language;
use rustc_hash::{FxHashMap, FxHashSet};

/// Bytes and lines that may be read for aliases, beside as many as the text has.
const SPARE: usize = 64 << 10;

/// The anchors of a text, and which of them were read.
pub(super) struct Aliases<'a> {
    lines: &'a Lines<'a>,
    /// The values by a name: all that have it, since an `&` in the middle of a text must not hide the one
    /// that counts.
    anchors: FxHashMap<&'a str, Vec<Anchor>>,
    read: FxHashSet<(&'a str, Language)>,
    left: usize,
}

/// Where a value with a name stands.
#[derive(Clone, Copy)]
struct Anchor {
    line: usize,
    /// The byte of its mark.
    at: usize,
    /// What it is the value of: the key, or the dash of an item.
    column: usize,
    is_flow: bool,
}

impl<'a> Aliases<'a> {
    pub(super) fn new(lines: &'a Lines<'a>) -> Self {
        let text = lines.text;
        let mut anchors: FxHashMap<&str, Vec<Anchor>> = FxHashMap::default();
        // Without an alias nobody asks.
        let marks = memchr::memchr(b'*', text.as_bytes()).map(|_| memchr::memchr_iter(b'&', text.as_bytes()));
        let mut here = Line::of(lines, 0);
        for at in marks.into_iter().flatten() {
            let is_begun = text[..at].ends_with([' ', '\t', '\n', '[', '{', ',']);
            let name = name(&text[at + 1..]);
            if (at == 0 || is_begun) && !name.is_empty() {
                let line = lines.starts.partition_point(|&start| start <= at) - 1;
                if line != here.line {
                    here = Line::of(lines, line);
                }
                anchors.entry(name).or_default().push(here.anchor(at));
            }
        }
        Aliases { lines, anchors, read: FxHashSet::default(), left: 2 * text.len() + SPARE }
    }

    /// Whether all that was asked for was read.
    pub(super) fn is_whole(&self) -> bool {
        self.left > 0
    }

    /// The texts of a value. What an alias stands for is read once a language: it is the same code
    /// wherever it runs again.
    pub(super) fn texts(&mut self, content: Content<'a>, language: Language) -> Vec<Vec<Piece>> {
        let mut out = Vec::new();
        let mut open = vec![content];
        while let Some(content) = open.pop() {
            let name = match content {
                Content::Text(pieces) => {
                    out.push(pieces);
                    continue;
                }
                Content::Alias(name) => name,
            };
            if !self.read.insert((name, language)) {
                continue;
            }
            for &anchor in self.anchors.get(name).into_iter().flatten().rev() {
                if self.left > 0 {
                    let (found, looked_at) = contents(self.lines, anchor);
                    let bytes = |content: &Content| match content {
                        Content::Text(pieces) => pieces.iter().map(|piece| piece.text.len() + 1).sum(),
                        Content::Alias(_) => 1,
                    };
                    let read: usize = found.iter().map(bytes).sum();
                    self.left = self.left.saturating_sub(read + looked_at);
                    open.extend(found.into_iter().rev());
                }
            }
        }
        out
    }

    /// The first word of what an alias stands for: the name of a shell.
    pub(super) fn word(&self, name: &str) -> Option<&'a str> {
        let &Anchor { line, at, .. } = self.anchors.get(name)?.first()?;
        let value = without_properties(&self.lines.text[at..self.lines.of(line).1]);
        Some(value.trim_start_matches(['"', '\'']).split([' ', '"', '\'']).next().unwrap_or_default())
    }
}

/// What anchors ask of their line, worked out once for all of them.
struct Line {
    line: usize,
    blanks: usize,
    column: usize,
    /// The byte where the value of its key begins, and where the first bracket stands.
    value: usize,
    bracket: usize,
}

impl Line {
    fn of(lines: &Lines<'_>, line: usize) -> Line {
        let (start, end) = lines.of(line);
        let whole = &lines.text[start..end];
        let (column, _) = key_column(whole);
        let value = key_at(whole, column).map_or(usize::MAX, |(_, value)| start + value);
        let bracket = whole.find(['{', '[']).map_or(usize::MAX, |at| start + at);
        Line { line, blanks: lines.blanks(line), column, value, bracket }
    }

    fn anchor(&self, at: usize) -> Anchor {
        let column = if self.value <= at { self.column } else { self.blanks };
        Anchor { line: self.line, at, column, is_flow: self.bracket < at }
    }
}

/// What is marked, or the items of the list that it is; and how much was looked at beside, in bytes and
/// lines.
fn contents<'a>(lines: &'a Lines<'a>, anchor: Anchor) -> (Vec<Content<'a>>, usize) {
    let Anchor { line, at, column, is_flow } = anchor;
    let (text, end) = (lines.text, lines.of(line).1);
    let scalar = Scalar { lines, column, is_flow };
    let value = without_properties(&text[at..end]);
    let marks = end - at - value.len();
    if let Some((content, after)) = scalar.read(line, at, true) {
        return (vec![content], marks + after - line);
    }
    if value.is_empty() && !is_flow {
        let (items, after) = scalar.items(line);
        return (items, marks + after - line);
    }
    if !value.starts_with('[') {
        return (Vec::new(), marks);
    }
    let words = Content::Text(super::json::words(text, end - value.len(), end).0);
    (std::iter::once(words).chain(flow_aliases(value)).collect(), end - at)
}

/// The name at the head of what stands behind `&` or `*`.
pub(super) fn name(text: &str) -> &str {
    let end = text.find(|c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '{' | '}'));
    &text[..end.unwrap_or(text.len())]
}
