//! A text past its budget, parsed in pieces that cost together what an honest text costs.

use super::Tree;
use super::parse::{BROKEN_LINE, Given, PIECE_BASE, PIECEWISE, logical_lines};
use std::ops::Range;

/// Bytes of the pieces in which a text past its budget is parsed: pieces that are past theirs are
/// split once more, and then read line by line.
const PIECES: [usize; 2] = [8 << 10, 512];

/// What the pieces of a text may cost together for every KiB, in calls of a parse of real code, and what
/// they may besides. Past that a piece is read line by line, and past twice that left out, until enough
/// bytes have passed.
const PIECES_PER_KIB: usize = 12;
/// See above.
const PIECES_BASE: usize = 2_000;

impl Tree {
    /// The trees of pieces of the text, one behind the other under one root.
    pub(super) fn piecewise(given: &mut Given<'_>) -> Tree {
        let mut out = Tree { has_error: true, cut_short: Some(PIECEWISE), ..Tree::default() };
        let mut open: Vec<(Range<usize>, &[usize])> =
            pieces(given.bytes, 0..given.bytes.len(), PIECES[0]).map(|piece| (piece, &PIECES[1..])).collect();
        open.reverse();
        let mut spent = 0;
        while let Some((range, sizes)) = open.pop() {
            if out.nodes.len() >= given.budget.nodes {
                break;
            }
            if spent > allowed(range.start) {
                out.add_lines(given, range, &mut spent);
                continue;
            }
            let parsed = given.parsed(range.clone(), PIECE_BASE);
            spent += parsed.cost();
            if let Some(tree) = parsed.tree {
                out.append(&tree, range, given);
            } else if let Some((&size, smaller)) = sizes.split_first() {
                let inside: Vec<_> = pieces(given.bytes, range, size).map(|piece| (piece, smaller)).collect();
                open.extend(inside.into_iter().rev());
            } else {
                out.add_lines(given, range, &mut spent);
            }
        }
        out
    }

    /// The lines of a piece that may be statements by themselves, as far as they are well-formed: what a
    /// text that is garbage for the most part is still worth.
    fn add_lines(&mut self, given: &mut Given<'_>, piece: Range<usize>, spent: &mut usize) {
        let bytes = given.bytes;
        for line in logical_lines(bytes, piece) {
            if self.nodes.len() >= given.budget.nodes || *spent >= 2 * allowed(line.start) {
                break;
            }
            if !closes_what_it_opens(&bytes[line.clone()]) {
                continue;
            }
            let parsed = given.parsed(line.clone(), 0);
            *spent += parsed.cost();
            match parsed.tree.filter(|tree| !tree.root_node().has_error()) {
                Some(tree) => self.append(&tree, line, given),
                None => *spent += BROKEN_LINE,
            }
        }
    }
}

/// What the pieces before byte `at` may have cost.
fn allowed(at: usize) -> usize {
    PIECES_BASE + at * PIECES_PER_KIB / 1024
}

/// Whether a line leaves no bracket open and no quotation mark, and has a word: most lines of garbage do
/// not, and a look costs less than a parse.
fn closes_what_it_opens(line: &[u8]) -> bool {
    let mut open = Vec::new();
    let mut quote = None;
    let mut at = 0;
    while let Some(&byte) = line.get(at) {
        at += 1;
        match (byte, quote) {
            (b'\\', _) => at += 1,
            (b'"' | b'\'' | b'`', Some(mark)) => quote = (mark != byte).then_some(mark),
            (b'"' | b'\'' | b'`', None) => quote = Some(byte),
            (b'(' | b'[' | b'{', None) => open.push(byte),
            (b')' | b']' | b'}', None) if open.pop().is_none_or(|opened| opened.abs_diff(byte) > 2) => {
                return false;
            }
            _ => {}
        }
    }
    open.is_empty() && quote.is_none() && line.iter().any(u8::is_ascii_alphabetic)
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
