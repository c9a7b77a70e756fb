//! From text to the flat tree: the parse, what it broke on read again, and the walk.

use super::{Budget, ERROR_KIND, NONE, Node, NodeId, Tree};
use crate::language::Language;
use crate::source::erase::{Fate, Fates};
use crate::source::mask;
use crate::text::Span;
use std::ops::{ControlFlow, Range};

/// Calls of the callback that the parse of a whole text may take besides: small files are parsed
/// whatever they hold.
const BASE: usize = 3_000;

/// The same of a piece of a text.
const PIECE_BASE: usize = 40;

/// What a call counts that came while all that the parser follows is broken: where a
/// grammar looks for a way on, it tries all of its symbols, and a step takes ten to forty times as long.
const BROKEN_CALL: usize = 16;

/// Bytes of the pieces in which a text past its budget is parsed: pieces that are past theirs are
/// split once more, and then left out.
const PIECES: [usize; 2] = [8 << 10, 512];

/// Calls that parses in vain may take together, of lines parsed a second time or of pieces: only a
/// made-up file needs more.
const MAX_IN_VAIN: usize = 10_000;

/// Why a tree is not whole.
const DOUBTFUL: &str = "too many of its lines do not parse";
const PIECEWISE: &str = "parsing took more than its budget, so that it was read piece by piece";

/// Bytes of text a node, as real code has it: what room a tree is given at first.
const NODE_BYTES: usize = 5;

/// A node of tree-sitter's whose children are on.
struct Open {
    /// It, or the one it stands in if it is none of the tree.
    node: NodeId,
    state: State,
    /// Children behind the one that is on. Asking the cursor for one that is not there makes it
    /// climb out of every node that the grammar hides.
    left: u32,
}

enum State {
    Whole,
    /// Its first child that is no type takes its place, and its field.
    Transparent {
        field: u16,
        filled: bool,
    },
    Erased,
}

impl Tree {
    /// Parses `text`. Never fails: what does not parse becomes ERROR nodes. Past its budget the text
    /// is parsed piece by piece, so that what stands beside a bad part is read all the same; a piece
    /// past its own is left out, and the tree says so.
    pub fn parse(language: Language, text: &str, budget: Budget) -> Tree {
        let mut parser = tree_sitter::Parser::new();
        if parser.set_language(&language.grammar()).is_err() {
            return Tree { cut_short: Some("the grammar does not load"), ..Tree::default() };
        }
        let masked = mask::masked(language, text);
        let bytes = masked.as_deref().unwrap_or(text.as_bytes());
        match parsed(&mut parser, bytes, BASE, budget).0 {
            Some(tree) => {
                let mut out = Tree::flatten(&tree, text, language, budget);
                drop(tree);
                if out.has_error {
                    out.read_again(&mut parser, language, text, bytes, budget);
                }
                out
            }
            None => Tree::piecewise(&mut parser, language, text, bytes, budget),
        }
    }

    /// The trees of pieces of the text, one behind the other under one root.
    pub(super) fn piecewise(
        parser: &mut tree_sitter::Parser,
        language: Language,
        text: &str,
        bytes: &[u8],
        budget: Budget,
    ) -> Tree {
        let mut out = Tree { has_error: true, cut_short: Some(PIECEWISE), ..Tree::default() };
        let mut open: Vec<(Range<usize>, &[usize])> = vec![(0..text.len(), &PIECES)];
        let mut in_vain = 0;
        while let Some((range, sizes)) = open.pop() {
            let is_whole = range.len() == text.len();
            // Past it a piece that does not begin well is left out.
            let base = if in_vain < MAX_IN_VAIN { PIECE_BASE } else { PIECE_BASE / 4 };
            let (tree, calls) =
                if is_whole { (None, 0) } else { parsed(parser, &bytes[range.clone()], base, budget) };
            in_vain += if tree.is_none() { calls } else { 0 };
            if let Some(tree) = tree {
                let within = text.get(range.clone()).unwrap_or_default();
                out.append(Tree::flatten(&tree, within, language, budget), range.start, text.len());
            } else if let Some((&size, smaller)) = sizes.split_first() {
                let inside: Vec<_> = pieces(bytes, range, size).map(|piece| (piece, smaller)).collect();
                open.extend(inside.into_iter().rev());
            }
            if out.nodes.len() >= budget.nodes {
                break;
            }
        }
        out
    }

    /// Where the grammar lost its place, what it broke on may go on over the lines after it, which
    /// the real interpreter runs: `ls @(a|b)*` is a word to Bash, and an unclosed bracket to the
    /// grammar. Those lines are parsed once more, each by itself, and what is well-formed is added.
    fn read_again(
        &mut self,
        parser: &mut tree_sitter::Parser,
        language: Language,
        text: &str,
        bytes: &[u8],
        budget: Budget,
    ) {
        let first = self.nodes.len() as NodeId;
        let mut in_vain = 0;
        for line in self.doubtful_lines(language, bytes) {
            let (tree, calls) = parsed(parser, &bytes[line.clone()], PIECE_BASE, budget);
            if let Some(tree) = tree.filter(|tree| !tree.root_node().has_error()) {
                let within = text.get(line.clone()).unwrap_or_default();
                self.append(Tree::flatten(&tree, within, language, budget), line.start, text.len());
            } else {
                in_vain += 1 + calls;
            }
            if in_vain > MAX_IN_VAIN || self.nodes.len() >= budget.nodes {
                self.cut_short = Some(DOUBTFUL);
                break;
            }
        }
        self.again = if self.nodes.len() as NodeId > first { first } else { 0 };
    }

    /// The lines of errors that span several, with those that a backslash joins to them, but for
    /// lines inside a text: those are no code where the text is one.
    fn doubtful_lines(&self, language: Language, bytes: &[u8]) -> Vec<Range<usize>> {
        let grammar = language.grammar();
        let is_text = |node: &Node| {
            let name = grammar.node_kind_for_id(node.kind).unwrap_or_default();
            ["string", "heredoc", "content"].iter().any(|word| name.contains(word))
        };
        let mut out: Vec<Range<usize>> = Vec::new();
        let mut end_of_error = 0;
        let mut end_of_text = 0;
        // No byte is looked at twice: errors stand inside errors, thousands on a line.
        let mut seen = 0;
        for (id, node) in self.nodes.iter().enumerate() {
            let span = node.span.range();
            if node.kind == ERROR_KIND && span.end > seen {
                let from = span.start.max(seen);
                seen = span.end;
                if memchr::memchr(b'\n', &bytes[from..span.end]).is_some() {
                    let before = memchr::memrchr(b'\n', &bytes[end_of_error.min(from)..from]);
                    let mut start = before.map_or(end_of_error, |at| end_of_error.min(from) + at + 1);
                    while start < span.end {
                        let end = logical_end(bytes, start);
                        out.push(start..end);
                        start = end;
                    }
                    end_of_error = start.max(end_of_error);
                }
            }
            let is_broken = node.parent != NONE && self.node(node.parent).kind == ERROR_KIND;
            let is_leaf = node.end as usize == id + 1;
            if is_leaf
                && span.start < end_of_error
                && span.start >= end_of_text
                && !is_broken
                && is_text(node)
            {
                end_of_text = span.end;
                let first = out.partition_point(|line| line.start <= span.start);
                let last = out.partition_point(|line| line.end <= span.end);
                out.drain(first.min(last)..last);
            }
        }
        out.retain(|line| !bytes[line.clone()].trim_ascii().is_empty());
        out
    }

    /// Puts the tree of a piece that begins at `start` behind what is there.
    fn append(&mut self, piece: Tree, start: usize, whole: usize) {
        let moved = |span: Span| Span::new(span.start as usize + start, span.end as usize + start);
        if self.nodes.is_empty() {
            self.nodes.extend(piece.nodes.first().map(|root| Node {
                span: Span::new(0, whole),
                end: 1,
                ..*root
            }));
        }
        // The piece's root is ours.
        let shift = self.nodes.len() as NodeId - 1;
        self.nodes.extend(piece.nodes.iter().skip(1).map(|node| Node {
            span: moved(node.span),
            parent: if node.parent == 0 { 0 } else { node.parent + shift },
            end: node.end + shift,
            ..*node
        }));
        self.comments.extend(piece.comments.into_iter().map(moved));
        let end = self.nodes.len() as NodeId;
        self.nodes.iter_mut().take(1).for_each(|root| root.end = end);
    }

    fn flatten(tree: &tree_sitter::Tree, text: &str, language: Language, budget: Budget) -> Tree {
        let mut out = Tree { has_error: tree.root_node().has_error(), ..Tree::default() };
        out.nodes.reserve((text.len() / NODE_BYTES).min(budget.nodes));
        let fates = Fates::of(language);
        let mut cursor = tree.walk();
        let mut open: Vec<Open> = Vec::new();
        loop {
            let node = cursor.node();
            // Comments and line continuations: what a grammar lets stand anywhere.
            let is_aside = node.is_extra() && node.is_named() && node.kind_id() != ERROR_KIND;
            if is_aside {
                if node.kind().contains("comment") {
                    out.add_comment(text, node.start_byte(), node.end_byte());
                }
            } else {
                if out.nodes.len() >= budget.nodes {
                    out.cut_short = Some("the syntax tree has more nodes than its budget");
                    break;
                }
                let field = cursor.field_id().map_or(0, |field| field.get());
                let mut opened = out.enter(&node, field, fates, open.last_mut());
                let children = node.child_count();
                if children > 0 && cursor.goto_first_child() {
                    opened.left = children - 1;
                    open.push(opened);
                    continue;
                }
            }
            loop {
                let Some(around) = open.last_mut() else { return out };
                if around.left > 0 && cursor.goto_next_sibling() {
                    around.left -= 1;
                    break;
                }
                out.close(around);
                open.pop();
                cursor.goto_parent();
            }
        }
        for done in open {
            out.close(&done);
        }
        out
    }

    /// A line comment over several lines was joined for the parser (`mask`).
    fn add_comment(&mut self, text: &str, start: usize, end: usize) {
        let comment = text.get(start..end).unwrap_or_default();
        if !comment.starts_with('#') || !comment.contains('\n') {
            return self.comments.push(Span::new(start, end));
        }
        let mut at = start;
        for line in comment.split_inclusive('\n') {
            let code = line.trim();
            if code.starts_with('#') {
                let begin = at + line.len() - line.trim_start().len();
                self.comments.push(Span::new(begin, begin + code.len()));
            }
            at += line.len();
        }
    }

    /// Takes a node into the tree, or leaves it out.
    fn enter(
        &mut self,
        node: &tree_sitter::Node<'_>,
        field: u16,
        fates: Option<&Fates>,
        around: Option<&mut Open>,
    ) -> Open {
        let fate = fates.map_or(Fate::Stays, |fates| fates.fate(node));
        let owner = around.as_ref().map_or(NONE, |around| around.node);
        let place = match around.map(|around| &mut around.state) {
            None | Some(State::Whole) => Some(field),
            Some(State::Transparent { field, filled: filled @ false })
                if node.is_named() && fate != Fate::Erased && !node.is_error() =>
            {
                *filled = true;
                Some(*field)
            }
            Some(_) => fates.is_some_and(|fates| fates.runs(node)).then_some(0),
        };
        match (place, fate) {
            (Some(field), Fate::Stays) => {
                let id = self.nodes.len() as NodeId;
                self.nodes.push(Node {
                    kind: node.kind_id(),
                    field,
                    named: node.is_named(),
                    missing: node.is_missing(),
                    span: Span::new(node.start_byte(), node.end_byte()),
                    parent: owner,
                    end: id + 1,
                });
                Open { node: id, state: State::Whole, left: 0 }
            }
            (Some(field), Fate::Transparent) => {
                Open { node: owner, state: State::Transparent { field, filled: false }, left: 0 }
            }
            _ => {
                if fates.is_some_and(|fates| fates.is_broken(node)) {
                    self.cut_short = Some("a declaration of a type is broken over lines, so it may be code");
                }
                Open { node: owner, state: State::Erased, left: 0 }
            }
        }
    }

    fn close(&mut self, done: &Open) {
        if matches!(done.state, State::Whole) {
            self.nodes[done.node as usize].end = self.nodes.len() as NodeId;
        }
    }
}

/// What tree-sitter makes of the bytes, and the calls that it took; no tree past the budget, which grows
/// as the parse gets on: what costs too much from its beginning is given up there.
fn parsed(
    parser: &mut tree_sitter::Parser,
    bytes: &[u8],
    base: usize,
    budget: Budget,
) -> (Option<tree_sitter::Tree>, usize) {
    let (mut calls, mut furthest) = (0, 0);
    let mut progress = |state: &tree_sitter::ParseState| {
        calls += if state.has_error() { BROKEN_CALL } else { 1 };
        furthest = furthest.max(state.current_byte_offset());
        let most = base + furthest * budget.progress_per_kib / 1024;
        if calls > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = tree_sitter::ParseOptions::new().progress_callback(&mut progress);
    let tree =
        parser.parse_with_options(&mut |at, _| bytes.get(at..).unwrap_or_default(), None, Some(options));
    // A parse that was broken off is not to be gone on with.
    parser.reset();
    (tree, calls)
}

/// Where the line that begins at `start` ends, with those that a backslash joins to it.
fn logical_end(bytes: &[u8], start: usize) -> usize {
    let mut ends = memchr::memchr_iter(b'\n', &bytes[start..]).map(|at| start + at);
    ends.find(|&at| !bytes[..at].ends_with(b"\\")).map_or(bytes.len(), |at| at + 1)
}

/// Splits a range into pieces of at most `size` bytes: before a line that begins at its margin, where
/// a statement may begin, else before any line, else anywhere between two characters.
fn pieces(bytes: &[u8], range: Range<usize>, size: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = range.start;
    std::iter::from_fn(move || {
        if start >= range.end {
            return None;
        }
        let most = (start + size).min(range.end);
        let at_margin = |at: &usize| bytes.get(at + 1).is_some_and(|byte| !byte.is_ascii_whitespace());
        let mut ends = memchr::memrchr_iter(b'\n', &bytes[start..most]).map(|at| start + at);
        let last = ends.next();
        let line = last.filter(at_margin).or_else(|| ends.find(at_margin)).or(last);
        let end = if most == range.end { most } else { line.map_or(most, |at| at + 1) };
        let end = (end..range.end).find(|&end| bytes[end] & 0xC0 != 0x80).unwrap_or(range.end);
        let piece = start..end;
        start = end;
        Some(piece)
    })
}
