//! Conditions in JavaScript that say what a name is; see `picks`.

use super::graph::Op;
use super::javascript::{EcmaScript, Kind};
use super::lower::Lowering;
use super::picks::{Condition, is_word_of_mouth};
use crate::source::NodeId;

impl EcmaScript {
    /// Notes what the condition of an `if` says.
    pub(super) fn pick(&self, l: &mut Lowering, node: NodeId) {
        let f = self.fields();
        let passes = l.field(node, f.consequence).is_some_and(|body| self.passes(l, body));
        if let Some(condition) = l.field(node, f.condition) {
            l.pick(condition, !passes, |l, node| self.condition(l, node));
        }
    }

    /// Notes what a function says of its names whose body is a condition.
    pub(super) fn pick_in_body(&self, l: &mut Lowering, node: NodeId) {
        let Some(body) = l.field(node, self.fields().body) else { return };
        let said = match self.kind(l, body) {
            Kind::StatementBlock => match l.named(body).collect::<Vec<_>>()[..] {
                [only] if self.kind(l, only) == Kind::ReturnStatement => l.named(only).next(),
                _ => None,
            },
            _ => Some(body),
        };
        if let Some(said) = said {
            l.pick(said, true, |l, node| self.condition(l, node));
        }
    }

    /// Whether a statement does nothing but go on with the next, or give up.
    fn passes(&self, l: &Lowering, body: NodeId) -> bool {
        let statements = match self.kind(l, body) {
            Kind::StatementBlock => l.named(body).collect(),
            _ => vec![body],
        };
        let mut last = false;
        for statement in statements {
            last = match self.kind(l, statement) {
                Kind::Continue | Kind::Break | Kind::Throw => true,
                Kind::ReturnStatement => match l.named(statement).next() {
                    Some(given) => {
                        matches!(l.text(given), "null" | "undefined" | "false" | "''" | "\"\"" | "[]")
                    }
                    None => true,
                },
                _ if is_word_of_mouth(l.text(statement)) => false,
                _ => return false,
            };
        }
        last
    }

    fn condition(&self, l: &mut Lowering, node: NodeId) -> Condition {
        let f = self.fields();
        match self.kind(l, node) {
            Kind::Parenthesized => Condition::Of(l.named(node).collect()),
            Kind::UnaryExpression if l.field(node, f.operator).is_some_and(|mark| l.text(mark) == "!") => {
                l.field(node, f.argument).map_or(Condition::Other, Condition::Not)
            }
            Kind::BinaryExpression => {
                let (Some(left), Some(right)) = (l.field(node, f.left), l.field(node, f.right)) else {
                    return Condition::Other;
                };
                match self.operator(l, node) {
                    "&&" | "||" | "??" => Condition::Of(vec![left, right]),
                    "==" | "===" => Condition::Compared(l.operand(left), l.operand(right), true),
                    "!=" | "!==" => Condition::Compared(l.operand(left), l.operand(right), false),
                    "in" => Condition::Compared(l.operand(left), l.operand(right), true),
                    _ => Condition::Other,
                }
            }
            Kind::CallExpression => {
                let Some(Op::Call(call)) = l.value(node).map(|value| l.graph.op(value)) else {
                    return Condition::Other;
                };
                let (Op::Member(base, name), Some(given)) = (l.graph.op(call.callee), call.positional(0))
                else {
                    return Condition::Other;
                };
                let base = *base;
                let is_text = |value| matches!(l.graph.op(value), Op::Text(_));
                match &**name {
                    // `/\.pem$/.test(name)`
                    "test" | "match" => {
                        let (name, pattern) = if &**name == "test" { (given, base) } else { (base, given) };
                        let made_at = l.graph.values[pattern as usize].node;
                        let text = l.text(made_at);
                        let literal = text.strip_prefix('/').and_then(|text| text.rsplit_once('/'));
                        let pattern = match literal {
                            Some((text, _)) => l.constant(made_at, text),
                            None => pattern,
                        };
                        Condition::Compared(name, pattern, true)
                    }
                    "endsWith" | "startsWith" => Condition::Compared(base, given, true),
                    "includes" if is_text(given) && !is_text(base) => Condition::Compared(base, given, true),
                    // `NAMES.includes(name)`, `set.has(name)`
                    "includes" | "has" | "hasOwnProperty" => Condition::Compared(given, base, true),
                    // `ENDINGS.some((ending) => name.endsWith(ending))`
                    "some" => match l.graph.op(given) {
                        Op::Function(_) => {
                            let function = l.graph.values[given as usize].node;
                            let body = (function > node).then(|| l.field(function, f.body)).flatten();
                            body.map_or(Condition::Other, |body| Condition::Of(vec![body]))
                        }
                        _ => Condition::Other,
                    },
                    _ => Condition::Other,
                }
            }
            _ => Condition::Other,
        }
    }
}
