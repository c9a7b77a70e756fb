//! Strings: their pieces and escapes, each a value with its own place.

use super::graph::*;
use super::lower::Lowering;
use super::python::{Kind, Python, fields};
use super::python_values;
use crate::source::NodeId;

impl Python {
    /// A string: its pieces in order, what stands between braces of an f-string as values.
    pub(super) fn string(&self, l: &mut Lowering, node: NodeId) {
        let mut parts = Vec::new();
        let pieces: Vec<NodeId> = l.named(node).collect();
        for piece in pieces {
            match Kind::of(l.kind(piece)) {
                Kind::StringContent => self.content(l, node, piece, &mut parts),
                Kind::Interpolation => {
                    let inner = l.field(piece, fields().expression);
                    parts.push(l.operand_or_unknown(inner, piece));
                }
                _ => {}
            }
        }
        match parts.as_slice() {
            [] => l.set(node, Op::Text("".into())),
            [only] => {
                let only = *only;
                l.alias(node, only);
                only
            }
            _ => l.set(node, Op::Concat(parts)),
        };
    }

    /// Text of a string with its escapes read; each run and each escape is a value with its own
    /// place, so that code in a string maps to the right line.
    fn content(&self, l: &mut Lowering, string: NodeId, piece: NodeId, parts: &mut Vec<ValueId>) {
        let escapes: Vec<NodeId> =
            l.named(piece).filter(|&child| Kind::of(l.kind(child)) == Kind::EscapeSequence).collect();
        if escapes.is_empty() {
            let (text, whole) = (l.text(piece), l.text(string));
            let has_doubled = text.contains(['{', '}']) && starts_with_prefix(whole, 'f') && !is_raw(whole);
            let value = match has_doubled {
                true => l.literal(piece, &text.replace("{{", "{").replace("}}", "}")),
                false => l.literal(piece, text),
            };
            l.alias(piece, value);
            parts.push(value);
            return;
        }
        let span = l.source.tree.node(piece).span;
        let mut at = span.start;
        for escape in escapes {
            let inner = l.source.tree.node(escape).span;
            self.run(l, piece, at, inner.start, parts);
            let text = python_values::unescape(l.text(escape));
            parts.push(l.set(escape, Op::Text(text.into())));
            at = inner.end;
        }
        self.run(l, piece, at, span.end, parts);
    }

    fn run(&self, l: &mut Lowering, piece: NodeId, start: u32, end: u32, parts: &mut Vec<ValueId>) {
        if let Some(text) = l.source.text.get(start as usize..end as usize).filter(|text| !text.is_empty()) {
            let value = l.literal(piece, text);
            l.graph.starts.insert(value, start);
            parts.push(value);
        }
    }
}

fn is_raw(string: &str) -> bool {
    starts_with_prefix(string, 'r')
}

/// Whether a string literal has this letter in its prefix.
fn starts_with_prefix(string: &str, letter: char) -> bool {
    string.chars().take_while(|c| c.is_ascii_alphabetic()).any(|c| c.eq_ignore_ascii_case(&letter))
}
