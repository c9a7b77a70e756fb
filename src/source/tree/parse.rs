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
pub(super) const PIECE_BASE: usize = 40;

/// Of the base, what a call takes that came while all that the parser follows is broken. Of 6,600 scripts
/// of registry packs and of a Debian none has such a call, valid code that a grammar does not know 23.
const BROKEN_CALL: usize = 16;

/// What such a call costs, in calls of a parse of real code: 15 µs against a millisecond.
const BROKEN_COST: usize = 64;

/// The same of any other call in a text that does not parse: several ways on are followed at once.
const DOUBTFUL_COST: usize = 8;

/// What a line costs that does not parse, however short it is.
pub(super) const BROKEN_LINE: usize = 4;

/// Calls that parses in vain may take together, of lines parsed a second time: only a made-up file needs
/// more.
const MAX_IN_VAIN: usize = 10_000;

/// Why a tree is not whole.
const DOUBTFUL: &str = "too many of its lines do not parse";
const TOO_MANY: &str = "the syntax tree has more nodes than its budget";
pub(super) const PIECEWISE: &str = "parsing took more than its budget, so that it was read piece by piece";

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
    /// is parsed piece by piece, so that what stands beside a bad part is read all the same; of a piece
    /// past its own the lines are read that are well-formed, and the tree says so.
    pub fn parse(language: Language, text: &str, budget: Budget) -> Tree {
        let mut parser = tree_sitter::Parser::new();
        if parser.set_language(&language.grammar()).is_err() {
            return Tree { cut_short: Some("the grammar does not load"), ..Tree::default() };
        }
        let masked = mask::masked(language, text);
        let bytes = masked.as_deref().unwrap_or(text.as_bytes());
        let mut given = Given { parser, language, text, bytes, budget };
        match given.parsed(0..text.len(), BASE).tree {
            Some(tree) => {
                let mut out = Tree::flatten(&tree, text, language, budget);
                drop(tree);
                if out.has_error {
                    out.read_again(&mut given);
                }
                out
            }
            None => Tree::piecewise(&mut given),
        }
    }

    /// Where the grammar lost its place, what it broke on may go on over the lines after it, which
    /// the real interpreter runs: `ls @(a|b)*` is a word to Bash, and an unclosed bracket to the
    /// grammar. Those lines are parsed once more, each by itself, and what is well-formed is added.
    fn read_again(&mut self, given: &mut Given<'_>) {
        let first = self.nodes.len() as NodeId;
        let mut lines = self.doubtful_lines(given.language, given.bytes).into_iter();
        let mut in_vain = 0;
        let mut last = Vec::new();
        loop {
            // Half of what may be in vain is for those at the end: a bad part stands between.
            let from_end = in_vain > MAX_IN_VAIN / 2;
            let Some(line) = (if from_end { lines.next_back() } else { lines.next() }) else { break };
            let parsed = given.parsed(line.clone(), PIECE_BASE);
            let cost = parsed.cost();
            match parsed.tree.filter(|tree| !tree.root_node().has_error()) {
                Some(_) if from_end => last.push(line),
                Some(tree) => self.append(&tree, line, given),
                None => in_vain += BROKEN_LINE + cost,
            }
            if in_vain > MAX_IN_VAIN || self.nodes.len() >= given.budget.nodes {
                self.cut_short = Some(DOUBTFUL);
                break;
            }
        }
        for line in last.into_iter().rev() {
            if let Some(tree) = given.parsed(line.clone(), PIECE_BASE).tree {
                self.append(&tree, line, given);
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
            let is_leaf = node.end as usize == id + 1;
            let is_broken = node.parent != NONE && self.node(node.parent).kind == ERROR_KIND;
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

    /// Puts the tree of a piece of the text behind what is there.
    pub(super) fn append(&mut self, tree: &tree_sitter::Tree, range: Range<usize>, given: &Given<'_>) {
        let (start, whole) = (range.start, given.bytes.len());
        let within = given.text.get(range).unwrap_or_default();
        let piece = Tree::flatten(tree, within, given.language, given.budget);
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
        let is_shell = language.row().heredocs;
        let mut most = budget.nodes - budget.nodes / 8;
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
            } else if out.nodes.len() >= most {
                if most == budget.nodes {
                    out.cut_short = Some(TOO_MANY);
                    break;
                }
                let own = open
                    .get(1)
                    .map_or(0, |statement| out.nodes.len().saturating_sub(statement.node as usize));
                let reserve = budget.nodes - most;
                most = budget.nodes;
                if own <= reserve {
                    continue;
                }
                // A statement too large to be kept whole: those behind it have the reserve.
                out.cut_short = Some(TOO_MANY);
                while open.len() > 1 && cursor.goto_parent() {
                    open.pop().iter().for_each(|done| out.close(done));
                }
            } else {
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
                if is_shell && matches!(around.state, State::Whole) {
                    out.part_redirections(around.node, text);
                }
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

/// What is parsed, and with what.
pub(super) struct Given<'t> {
    parser: tree_sitter::Parser,
    language: Language,
    text: &'t str,
    /// The text as the parser is given it.
    pub(super) bytes: &'t [u8],
    pub(super) budget: Budget,
}

/// What tree-sitter makes of a part.
pub(super) struct Parsed {
    /// None past the budget.
    pub(super) tree: Option<tree_sitter::Tree>,
    /// The calls that it took.
    calls: usize,
    /// Those that came while all that the parser follows was broken.
    broken: usize,
}

impl Parsed {
    /// What it took, in calls of a parse of real code.
    pub(super) fn cost(&self) -> usize {
        let is_well = self.tree.as_ref().is_some_and(|tree| !tree.root_node().has_error());
        let each = if is_well { 1 } else { DOUBTFUL_COST };
        (self.calls - self.broken) * each + self.broken * BROKEN_COST
    }
}

impl Given<'_> {
    /// Parses a part within a budget that grows as the parse gets on: what costs too much from its
    /// beginning is given up there.
    pub(super) fn parsed(&mut self, part: Range<usize>, base: usize) -> Parsed {
        let bytes = &self.bytes[part];
        let (mut calls, mut broken, mut furthest) = (0, 0, 0);
        let mut progress = |state: &tree_sitter::ParseState| {
            calls += 1;
            broken += usize::from(state.has_error());
            furthest = furthest.max(state.current_byte_offset());
            let most = base + furthest * self.budget.progress_per_kib / 1024;
            let is_over = calls > most || broken * BROKEN_CALL > base;
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = tree_sitter::ParseOptions::new().progress_callback(&mut progress);
        let mut read = |at, _| bytes.get(at..).unwrap_or_default();
        let tree = self.parser.parse_with_options(&mut read, None, Some(options));
        // A parse that was broken off is not to be gone on with.
        self.parser.reset();
        Parsed { tree, calls, broken }
    }
}

/// The lines of a part, each with those that a backslash joins to it.
pub(super) fn logical_lines(bytes: &[u8], part: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = part.start;
    std::iter::from_fn(move || {
        let line = start..logical_end(bytes, start).min(part.end);
        start = line.end;
        (!line.is_empty()).then_some(line)
    })
}

/// Where the line that begins at `start` ends, with those that a backslash joins to it.
fn logical_end(bytes: &[u8], start: usize) -> usize {
    let mut ends = memchr::memchr_iter(b'\n', &bytes[start..]).map(|at| start + at);
    ends.find(|&at| !bytes[..at].ends_with(b"\\")).map_or(bytes.len(), |at| at + 1)
}
