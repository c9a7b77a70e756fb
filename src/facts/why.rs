//! Why a pattern found no fact: every node that might have been one, with what spoke against it.

use super::Unit;
use crate::queries::explain::{Answer, explain, kind_shown, shown};
use crate::queries::lexicon::Mode;
use crate::queries::matcher::Wanted;
use crate::queries::pattern::{Condition, Predicate};
use crate::queries::{QuerySet, Row};
use crate::semantics::SourceMeaning;
use crate::semantics::eval::{Eval, Thing};
use crate::source::{NONE, NodeId};
use crate::text::HOLE;

/// What spoke for or against one node. The order is that of interest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Says {
    /// It is a fact.
    Fact,
    /// The shape fits; these predicates do not hold.
    Predicates(Vec<Failed>),
    /// The shape does not fit.
    Shape {
        /// How many nodes of the shape did not even come to be asked, roughly: less is nearer.
        far: u32,
        /// What was asked for, as a query writes it.
        wanted: String,
        /// The node that should have had it, with its children: how it looks instead.
        has: String,
    },
}

/// A predicate that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Failed {
    /// The predicate, as its file has it.
    pub predicate: String,
    /// The node it looked at, none where an optional part is missing.
    pub node: Option<NodeId>,
    /// What kind of thing it looked at: `names`, `values`, `text`, `place`.
    pub looked_at: &'static str,
    /// What it saw there; holes as `{}`.
    pub saw: Vec<String>,
    /// Why there is nothing to see, if that can be said.
    pub note: Option<&'static str>,
}

/// One node tried.
#[derive(Clone, Debug)]
pub struct Try {
    /// Index of its source.
    pub source: usize,
    /// The node.
    pub node: NodeId,
    /// What spoke for or against it.
    pub says: Says,
}

/// Tries a pattern at every node of its root's kind; nearest to a fact first.
pub fn why(unit: &Unit, queries: &QuerySet, row: Row<'_>) -> Vec<Try> {
    let mut eval = unit.eval();
    let mut out = Vec::new();
    for (index, source) in
        unit.sources.iter().enumerate().filter(|(_, source)| source.language == row.language)
    {
        for node in 0..source.tree.len() as NodeId {
            let mut meaning = SourceMeaning { eval: &mut eval, source: index };
            let answer = explain(row.pattern, &source.tree, &queries.lexicons, &mut meaning, node);
            let says = match answer {
                None => continue,
                Some(Answer::Fits(_, failed)) if failed.is_empty() => Says::Fact,
                Some(Answer::Fits(nodes, failed)) => {
                    let mut asked = Asked { eval: &mut eval, queries, row, source: index };
                    let failed = failed.iter().map(|&at| asked.failed(&row.pattern.predicates[at], &nodes));
                    Says::Predicates(failed.collect())
                }
                Some(Answer::Misses(miss)) => {
                    let grammar = row.language.grammar();
                    let wanted = match &miss.wanted {
                        Wanted::Child(shape) => shown(shape, &grammar),
                        Wanted::End => "no further node after the last one asked for".into(),
                        Wanted::Absent(field) => {
                            format!("no {}", grammar.field_name_for_id(*field).unwrap_or_default())
                        }
                        Wanted::Nothing => "another kind of node".into(),
                    };
                    let at = if miss.fitted == 0 { node } else { miss.node };
                    Says::Shape {
                        far: u32::MAX - miss.fitted,
                        wanted,
                        has: outline(&source.tree, at, &grammar),
                    }
                }
            };
            out.push(Try { source: index, node, says });
        }
    }
    out.sort_by_key(|a| (rank(&a.says), a.source, a.node));
    out
}

/// Facts first, then those that fewer predicates speak against, then shapes by how far they fit.
fn rank(says: &Says) -> (u8, usize) {
    match says {
        Says::Fact => (0, 0),
        Says::Predicates(failed) => (1, failed.len()),
        Says::Shape { far, .. } => (2, *far as usize),
    }
}

/// A node with its named children's kinds, as a query writes them.
fn outline(tree: &crate::source::Tree, node: NodeId, grammar: &tree_sitter::Language) -> String {
    const CHILDREN: usize = 8;
    let one = |id: NodeId| {
        let field = grammar.field_name_for_id(tree.node(id).field).map(|name| format!("{name}: "));
        format!("{}{}", field.unwrap_or_default(), kind_shown(tree.node(id).kind, grammar))
    };
    let mut children: Vec<String> = tree.named_children(node).take(CHILDREN + 1).map(one).collect();
    if children.len() > CHILDREN {
        children[CHILDREN] = "…".into();
    }
    let kind = kind_shown(tree.node(node).kind, grammar);
    let open = kind.strip_suffix(')').map(String::from).unwrap_or(kind);
    if children.is_empty() { format!("{open})") } else { format!("{open} {})", children.join(" ")) }
}

struct Asked<'a, 'g> {
    eval: &'a mut Eval<'g>,
    queries: &'a QuerySet,
    row: Row<'a>,
    source: usize,
}

impl Asked<'_, '_> {
    fn failed(&mut self, predicate: &Predicate, nodes: &[NodeId]) -> Failed {
        let text = self.row.file.text.get(predicate.span.range()).unwrap_or_default();
        let predicate_text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let node = Some(nodes[predicate.capture]).filter(|&node| node != NONE);
        let mut out =
            Failed { predicate: predicate_text, node, looked_at: "text", saw: Vec::new(), note: None };
        let Some(node) = node else {
            out.note = Some("this optional part is missing here");
            return out;
        };
        let source = &self.eval.sources[self.source];
        match &predicate.test {
            Condition::Name(_) | Condition::Free => self.names(node, &mut out),
            Condition::Lexicon(list) => match self.queries.lexicon(list).map(|list| list.mode) {
                Some(Mode::Names) => self.names(node, &mut out),
                _ => self.values(node, &mut out),
            },
            Condition::Value(_) => self.values(node, &mut out),
            Condition::Within(_) => {
                out.looked_at = "place";
                let grammar = source.language.grammar();
                let mut at = source.tree.node(node).parent;
                while at != NONE && out.saw.len() < 12 {
                    out.saw.push(kind_shown(source.tree.node(at).kind, &grammar));
                    at = source.tree.node(at).parent;
                }
            }
            Condition::EqText(_) | Condition::Match(_) | Condition::AnyOf(_) => {
                out.saw.push(source.text_of(node).to_string());
            }
            Condition::EqCapture(other) => {
                out.saw.push(source.text_of(node).to_string());
                if nodes[*other] != NONE {
                    out.saw.push(source.text_of(nodes[*other]).to_string());
                }
            }
        }
        out
    }

    fn names(&mut self, node: NodeId, out: &mut Failed) {
        out.looked_at = "names";
        let Some(value) = self.eval.graph.value_at(self.source, node) else {
            out.note = Some("a node of this kind has no name");
            return;
        };
        out.saw = self.eval.names(value).iter().map(|name| name.to_string()).collect();
        if out.saw.is_empty() {
            let of_the_file = |thing: &Thing| !matches!(thing, Thing::Named(_));
            out.note = Some(match self.eval.things(value).iter().any(of_the_file) {
                true => "it is defined in this file, so it is no API",
                false => "it is not known what this is",
            });
        }
    }

    fn values(&mut self, node: NodeId, out: &mut Failed) {
        out.looked_at = "values";
        let Some(value) = self.eval.graph.value_at(self.source, node) else {
            out.note = Some("a node of this kind has no value");
            return;
        };
        out.saw = self.eval.values(value).iter().map(|value| value.replace(HOLE, "{}")).collect();
        if out.saw.iter().all(|value| value == "{}") {
            out.note = Some("no part of it is a constant");
        }
    }
}
