//! Why a pattern says nothing of a node: the answer of `queries facts --why`.

use super::lexicons::Lexicons;
use super::matcher::{Meaning, Miss, Question, STEPS_PER_ROOT, Walk};
use super::pattern::{Pattern, Shape, Test};
use crate::source::tree::{ERROR_KIND, NONE, NodeId, Tree};

/// How one node answers one pattern.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The shape fits: the nodes by capture, and the predicates that do not hold, by index. Of
    /// several ways in which it fits, one with the fewest of them.
    Fits(Vec<NodeId>, Vec<usize>),
    /// The root's kind fits and the shape does not.
    Misses(Miss),
}

/// Tries one pattern at one node with the matcher's own walk. `None` where the node is not of the
/// root's kind.
pub fn explain(
    pattern: &Pattern,
    tree: &Tree,
    lexicons: &Lexicons,
    meaning: &mut dyn Meaning,
    id: NodeId,
) -> Option<Answer> {
    if !may_be_root(&pattern.shape, tree, id) {
        return None;
    }
    let mut steps = STEPS_PER_ROOT;
    let mut walk = Walk::new(tree, &mut steps);
    walk.miss = Some(Miss::default());
    let mut nodes = vec![NONE; pattern.captures.len()];
    let mut best: Option<(Vec<NodeId>, Vec<usize>)> = None;
    walk.shape(&pattern.shape, id, &mut nodes, &mut |nodes| {
        let mut question = Question { tree, lexicons, meaning: &mut *meaning, nodes };
        let failed: Vec<usize> = (0..pattern.predicates.len())
            .filter(|&index| !question.holds(&pattern.predicates[index]))
            .collect();
        if best.as_ref().is_none_or(|(_, known)| failed.len() < known.len()) {
            best = Some((nodes.to_vec(), failed));
        }
    });
    let miss = walk.miss.take().unwrap_or_default();
    Some(match best {
        Some((nodes, failed)) => Answer::Fits(nodes, failed),
        None => Answer::Misses(miss),
    })
}

fn may_be_root(shape: &Shape, tree: &Tree, id: NodeId) -> bool {
    match &shape.test {
        Test::Any => true,
        Test::Named => tree.node(id).named,
        Test::Kind(kind) => *kind == tree.node(id).kind,
        Test::OneOf(choices) => choices.iter().any(|choice| may_be_root(choice, tree, id)),
    }
}

/// A shape as a query would write it, its children left out.
pub fn shown(shape: &Shape, grammar: &tree_sitter::Language) -> String {
    let field = grammar.field_name_for_id(shape.field).map(|name| format!("{name}: ")).unwrap_or_default();
    let test = match &shape.test {
        Test::Any => "_".into(),
        Test::Named => "(_)".into(),
        Test::Kind(kind) if shape.children.is_empty() => kind_shown(*kind, grammar),
        Test::Kind(kind) => kind_shown(*kind, grammar).replace(')', " …)"),
        Test::OneOf(choices) => {
            let choices: Vec<String> = choices.iter().map(|choice| shown(choice, grammar)).collect();
            format!("[{}]", choices.join(" "))
        }
    };
    let anchor = if shape.anchored { ". " } else { "" };
    format!("{anchor}{field}{test}")
}

/// `(call)` for a named kind, `"="` for a token.
pub fn kind_shown(kind: u16, grammar: &tree_sitter::Language) -> String {
    if kind == ERROR_KIND {
        return "(ERROR)".into();
    }
    let name = grammar.node_kind_for_id(kind).unwrap_or_default();
    if grammar.node_kind_is_named(kind) { format!("({name})") } else { format!("{name:?}") }
}
