//! tree-sitter's own compiler of queries as the judge of a pattern's shape.

use super::syntax::RawFault;
use crate::language::Language;
use crate::text::Span;
use tree_sitter::{Query, QueryError, QueryErrorKind};

/// What tree-sitter says against the pattern at `span` of a query file, which has passed our own
/// loader: above all that no tree of the grammar has such a shape.
pub fn impossible(language: Language, text: &str, span: Span) -> Option<RawFault> {
    let pattern = &without_lone_anchors(text.get(span.range())?);
    let error = Query::new(&language.grammar(), pattern).err()?;
    let start = span.start as usize + error.offset.min(pattern.len());
    let rest = text.get(start..span.end as usize).unwrap_or_default();
    let len = rest.find(|c: char| c.is_whitespace() || c == ')').unwrap_or(rest.len()).max(1);
    let help = match error.kind {
        QueryErrorKind::Structure => {
            "look at the tree of an example: `skill-vet queries facts FILE --tree`".to_string()
        }
        _ => "tree-sitter's own compiler of queries says so".to_string(),
    };
    Some((Span::new(start, start + len), says(&error, language), Some(help)))
}

/// `(kind .)`, a node without children, is ours: for tree-sitter an anchor needs a sibling. Blanked,
/// so that every other offset stays.
fn without_lone_anchors(pattern: &str) -> String {
    let mut out = pattern.to_string();
    for (at, _) in pattern.match_indices('.') {
        let before = pattern[..at].trim_end();
        let kind = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        let alone = before.len() < at && kind.len() < before.len() && kind.ends_with('(');
        if alone && pattern[at + 1..].trim_start().starts_with(')') {
            out.replace_range(at..=at, " ");
        }
    }
    out
}

fn says(error: &QueryError, language: Language) -> String {
    let first = error.message.lines().next().unwrap_or_default();
    match error.kind {
        QueryErrorKind::Structure => format!("no tree of {} has a node like this here", language.name()),
        QueryErrorKind::Syntax => "no query that tree-sitter can read".into(),
        QueryErrorKind::NodeType => format!("unknown node kind {first}"),
        QueryErrorKind::Field => format!("unknown field {first}"),
        QueryErrorKind::Capture => format!("unknown capture {first}"),
        QueryErrorKind::Predicate => format!("tree-sitter takes its predicates otherwise: {first}"),
        QueryErrorKind::Language => "the grammar does not load".into(),
    }
}
