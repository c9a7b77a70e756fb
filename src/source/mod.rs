//! Sources: a text in a language with its tree, and code inside code.

pub mod carriers;
mod erase;
pub mod instructions;
mod mask;
pub mod tree;

use crate::language::Language;
use crate::text::Span;
pub use tree::{Budget, NONE, NodeId, Tree};

/// Where code stands: some rules count only what runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Context {
    /// A script, or code a script runs.
    Code,
    /// A comment of a script whose text is code.
    Comment,
    /// What a document tells the agent to run.
    Instruction,
    /// An inline command of a document that no word near it has anyone run.
    Named,
    /// What a document forbids, quotes or teaches.
    Mention,
}

impl Context {
    /// Whether a document tells or mentions it; nothing runs it by itself.
    pub fn is_told(self) -> bool {
        matches!(self, Context::Instruction | Context::Named | Context::Mention)
    }

    /// Whether a document may mean it to be run.
    pub fn is_meant(self) -> bool {
        matches!(self, Context::Instruction | Context::Named)
    }
}

/// Code in one language. The outer file is one; so is each piece of code found inside it.
#[derive(Debug)]
pub struct Source {
    /// Its language.
    pub language: Language,
    /// Its text. For a nested source: what the interpreter would be handed.
    pub text: String,
    /// Its tree.
    pub tree: Tree,
    /// How its bytes map to the outer file.
    pub origin: Origin,
    /// Where it stands.
    pub context: Context,
    /// How many sources it stands inside.
    pub depth: u8,
    /// How many times on end it is but its outer source's command spelled out: an alias, a function
    /// that hands its words on.
    pub respelled: u8,
    /// What outer code puts into this code's text, by the number in its placeholder: indexes of
    /// values in the graph of the file.
    pub holes: Vec<u32>,
    /// Where it is run, if that is elsewhere than it stands: a command's line that is kept in a variable.
    pub run_at: Option<Span>,
}

/// The placeholder of a nested source's hole: a word in every language.
pub fn placeholder(index: usize) -> String {
    format!("{PLACEHOLDER}{index}__")
}

const PLACEHOLDER: &str = "__outer_";

impl Source {
    /// The source of a whole file.
    pub fn file(language: Language, text: &str, budget: Budget) -> Self {
        Source::nested(language, text.to_string(), Origin::identity(), Context::Code, 0, budget)
    }

    /// Code inside a file.
    pub fn nested(
        language: Language,
        text: String,
        origin: Origin,
        context: Context,
        depth: u8,
        budget: Budget,
    ) -> Self {
        let tree = Tree::parse(language, &text, budget);
        Source::with_tree(language, text, tree, origin, context, depth)
    }

    /// Code that is parsed already.
    pub fn with_tree(
        language: Language,
        text: String,
        tree: Tree,
        origin: Origin,
        context: Context,
        depth: u8,
    ) -> Self {
        Source { language, text, tree, origin, context, depth, respelled: 0, holes: Vec::new(), run_at: None }
    }

    /// The same with the values that outer code puts into it.
    pub fn with_holes(mut self, holes: Vec<u32>) -> Self {
        self.holes = holes;
        self
    }

    /// Splits text at the placeholders of this source's holes: each piece with the hole after it,
    /// the last with none.
    pub fn split_holes<'t>(&self, text: &'t str) -> Vec<(&'t str, Option<u32>)> {
        let mut out = Vec::new();
        let mut rest = text;
        let mut from = 0;
        while !self.holes.is_empty()
            && let Some(at) = rest[from..].find(PLACEHOLDER).map(|at| at + from)
        {
            let digits = &rest[at + PLACEHOLDER.len()..];
            let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
            let hole = digits[..end].parse::<usize>().ok().and_then(|index| self.holes.get(index));
            match hole.filter(|_| digits[end..].starts_with("__")) {
                Some(&hole) => {
                    out.push((&rest[..at], Some(hole)));
                    rest = &digits[end + 2..];
                    from = 0;
                }
                None => from = at + PLACEHOLDER.len(),
            }
        }
        out.push((rest, None));
        out
    }

    /// The text of a node.
    pub fn text_of(&self, node: NodeId) -> &str {
        self.text.get(self.tree.node(node).span.range()).unwrap_or_default()
    }

    /// A span of this source as a span of the outer file.
    pub fn outer(&self, span: Span) -> Span {
        self.origin.outer(span)
    }
}

/// Pieces of code, one a line or more, that are read as one source where there are too many to be
/// one each.
#[derive(Debug, Default)]
pub struct Joined {
    /// The code.
    pub text: String,
    /// How it maps to the outer file.
    pub origin: Origin,
}

impl Joined {
    /// Adds a piece.
    pub fn push(&mut self, text: &str, origin: &Origin) {
        let from = self.text.len();
        self.text.push_str(text);
        self.origin.append(from, origin, self.text.len());
        self.text.push('\n');
    }
}

/// Maps a nested source's bytes to the outer file, piece by piece: a string with escapes, or one
/// put together from several constants, is not contiguous there.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// Start in the nested text, and the outer span, in order of the nested start. A piece as
    /// long outside as inside maps byte by byte; any other maps to its outer span's start.
    pieces: Vec<(u32, Span)>,
}

impl Origin {
    /// The file itself.
    pub fn identity() -> Self {
        Origin::default()
    }

    /// From consecutive pieces: the length in the nested text, and the outer span.
    pub fn of_pieces(pieces: impl IntoIterator<Item = (usize, Span)>) -> Self {
        let mut at = 0;
        let mut out = Vec::new();
        for (len, outer) in pieces {
            out.push((at, outer));
            at += len as u32;
        }
        Origin { pieces: out }
    }

    /// Goes on with the pieces of `next`, whose text begins at byte `from`, and a line's end at
    /// byte `end` that stands nowhere.
    fn append(&mut self, from: usize, next: &Origin, end: usize) {
        self.pieces.extend(next.pieces.iter().map(|&(at, span)| (at + from as u32, span)));
        let last = self.pieces.last().map_or(0, |(_, span)| span.end);
        self.pieces.push((end as u32, Span { start: last, end: last }));
    }

    /// Seen from one source further out.
    pub fn then(&self, outer: &Origin) -> Origin {
        if outer.pieces.is_empty() {
            return self.clone();
        }
        Origin { pieces: self.pieces.iter().map(|&(at, span)| (at, outer.outer(span))).collect() }
    }

    fn outer(&self, span: Span) -> Span {
        if self.pieces.is_empty() {
            return span;
        }
        let start = self.outer_byte(span.start, false);
        let end = self.outer_byte(span.end, true);
        Span { start, end: end.max(start) }
    }

    fn outer_byte(&self, at: u32, is_end: bool) -> u32 {
        // An end belongs to the piece before it.
        let probe = if is_end { at.saturating_sub(1) } else { at };
        let index = self.pieces.partition_point(|&(start, _)| start <= probe).saturating_sub(1);
        let (start, outer) = self.pieces[index];
        let next = self.pieces.get(index + 1).map_or(u32::MAX, |&(next, _)| next);
        let inside = at.saturating_sub(start);
        let same_length = next == u32::MAX || next - start == outer.end - outer.start;
        if same_length {
            (outer.start + inside).min(outer.end)
        } else if is_end {
            outer.end
        } else {
            outer.start
        }
    }
}
