//! Conditions in Python that say what a name is; see `picks`.

use super::graph::Op;
use super::lower::Lowering;
use super::picks::{Condition, is_word_of_mouth};
use super::python::{Kind, Python, fields};
use crate::source::NodeId;

impl Python {
    /// Notes what the condition of an `if`, of a comprehension or a filter says.
    pub(super) fn pick(&self, l: &mut Lowering, node: NodeId) {
        let f = fields();
        let (condition, holds) = match Kind::of(l.kind(node)) {
            Kind::IfStatement | Kind::ElifClause => {
                let passes = l.field(node, f.consequence).is_some_and(|block| self.passes(l, block));
                (l.field(node, f.condition), !passes)
            }
            Kind::Lambda => (l.field(node, f.body), true),
            _ => (l.named(node).next(), true),
        };
        if let Some(condition) = condition {
            l.pick(condition, holds, |l, node| self.condition(l, node));
        }
    }

    /// Whether a block does nothing but go on with the next, or give up.
    fn passes(&self, l: &Lowering, block: NodeId) -> bool {
        let mut last = false;
        for statement in l.named(block) {
            last = match Kind::of(l.kind(statement)) {
                Kind::Continue | Kind::Break | Kind::Pass | Kind::Raise => true,
                Kind::ReturnStatement => match l.named(statement).next() {
                    Some(given) => matches!(l.text(given), "None" | "False" | "\"\"" | "''" | "[]" | "{}"),
                    None => true,
                },
                _ if is_word_of_mouth(l.text(statement)) => false,
                _ => return false,
            };
        }
        last
    }

    fn condition(&self, l: &mut Lowering, node: NodeId) -> Condition {
        let f = fields();
        match Kind::of(l.kind(node)) {
            Kind::Parenthesized | Kind::GeneratorExpression | Kind::ListComprehension => {
                let inner = l.field(node, f.body).or_else(|| l.named(node).next());
                Condition::Of(inner.into_iter().collect())
            }
            Kind::BooleanOperator => Condition::Of(l.named(node).collect()),
            Kind::NotOperator => l.named(node).next().map_or(Condition::Other, Condition::Not),
            Kind::ComparisonOperator => {
                let [left, right] = l.named(node).collect::<Vec<_>>()[..] else { return Condition::Other };
                let between = l.source.tree.node(left).span.end..l.source.tree.node(right).span.start;
                let operator =
                    l.source.text.get(between.start as usize..between.end as usize).unwrap_or_default();
                let (left_value, right_value) = (l.operand(left), l.operand(right));
                // `".pem" in name`
                let is_part = |l: &Lowering| matches!(l.graph.op(left_value), Op::Text(_));
                match operator.split_whitespace().collect::<Vec<_>>()[..] {
                    ["=="] => Condition::Compared(left_value, right_value, true),
                    ["!="] => Condition::Compared(left_value, right_value, false),
                    ["in"] if is_part(l) => Condition::Compared(right_value, left_value, true),
                    ["not", "in"] if is_part(l) => Condition::Compared(right_value, left_value, false),
                    ["in"] => Condition::Compared(left_value, right_value, true),
                    ["not", "in"] => Condition::Compared(left_value, right_value, false),
                    _ => Condition::Other,
                }
            }
            Kind::Call => {
                let Some(Op::Call(call)) = l.value(node).map(|value| l.graph.op(value)) else {
                    return Condition::Other;
                };
                let (Op::Member(_, name) | Op::Free(name)) = l.graph.op(call.callee) else {
                    return Condition::Other;
                };
                let receiver = match l.graph.op(call.callee) {
                    Op::Member(base, _) => Some(*base),
                    _ => None,
                };
                match (&**name, receiver, call.positional(0), call.positional(1)) {
                    ("endswith" | "startswith" | "match", Some(name), Some(text), None) => {
                        Condition::Compared(name, text, true)
                    }
                    // `re.search(pattern, name)`, `PATTERN.search(name)`
                    ("search" | "fullmatch", Some(pattern), Some(name), None) => {
                        Condition::Compared(name, pattern, true)
                    }
                    ("search" | "match" | "fullmatch" | "findall", _, Some(pattern), Some(name)) => {
                        Condition::Compared(name, pattern, true)
                    }
                    ("fnmatch" | "fnmatchcase", _, Some(name), Some(text)) => {
                        Condition::Compared(name, text, true)
                    }
                    ("any" | "bool", None, Some(_), None) => {
                        let inner = l.field(node, f.arguments).into_iter();
                        let list = |list| Kind::of(l.kind(list)) == Kind::ArgumentList;
                        let inner = inner.flat_map(|given| match list(given) {
                            true => l.named(given).collect(),
                            false => vec![given],
                        });
                        Condition::Of(inner.collect())
                    }
                    _ => Condition::Other,
                }
            }
            _ => Condition::Other,
        }
    }
}
