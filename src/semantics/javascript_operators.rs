//! Operators: sums of texts, choices, numbers.

use super::graph::*;
use super::javascript::{EcmaScript, Kind};
use super::javascript_texts;
use super::lower::Lowering;
use crate::source::NodeId;

impl EcmaScript {
    pub(super) fn binary(&self, l: &mut Lowering, node: NodeId) {
        let f = self.fields();
        let operator = self.operator(l, node);
        if operator == "+" {
            return self.sum(l, node);
        }
        let (left_node, right_node) = (l.field(node, f.left), l.field(node, f.right));
        let left = l.operand_or_unknown(left_node, node);
        let right = l.operand_or_unknown(right_node, node);
        if let (Some(a), Some(b)) = (self.integer(l, left_node), self.integer(l, right_node))
            && let Some(result) = javascript_texts::arithmetic(a, operator, b)
        {
            l.set(node, Op::Text(result.to_string().into()));
            return;
        }
        let op = match operator {
            "||" | "??" => Op::Choice(vec![left, right]),
            "&&" => {
                l.alias(node, right);
                return;
            }
            "in" | "instanceof" => Op::Unknown(Vec::new()),
            _ => Op::Unknown(vec![left, right]),
        };
        l.set(node, op);
    }

    pub(super) fn operator<'a>(&self, l: &Lowering<'a>, node: NodeId) -> &'a str {
        l.field(node, self.fields().operator).map_or("", |operator| l.text(operator))
    }

    /// `a + b + c` as one row of parts, made at its outermost node: a text put together over
    /// thousands of lines is no deeper than a short one.
    pub(super) fn sum(&self, l: &mut Lowering, node: NodeId) {
        let f = self.fields();
        let is_sum = |l: &Lowering, node| {
            self.kind(l, node) == Kind::BinaryExpression && self.operator(l, node) == "+"
        };
        let entry = *l.source.tree.node(node);
        if entry.field == f.left && is_sum(l, entry.parent) {
            return;
        }
        let mut operands = Vec::new();
        let mut at = Some(node);
        while let Some(left) = at {
            if is_sum(l, left) {
                operands.extend(l.field(left, f.right));
                at = l.field(left, f.left);
            } else {
                operands.push(left);
                break;
            }
        }
        operands.reverse();
        // Numbers in front are added up, as the language has it.
        let integers = operands.iter().map_while(|&operand| self.integer(l, Some(operand)));
        let (count, total) = integers.fold((0, Some(0i64)), |(count, total), number| {
            (count + 1, total.and_then(|total| total.checked_add(number)))
        });
        let mut parts = Vec::with_capacity(operands.len());
        let rest = match total {
            Some(total) if count > 1 => {
                parts.push(l.constant(node, &total.to_string()));
                &operands[count..]
            }
            _ => &operands[..],
        };
        for &operand in rest {
            parts.push(l.operand(operand));
        }
        match parts.as_slice() {
            &[only] => l.alias(node, only),
            _ => {
                l.set(node, Op::Concat(parts));
            }
        }
    }

    /// The integer that a number, or what is computed of numbers, is.
    pub(super) fn integer(&self, l: &Lowering, node: Option<NodeId>) -> Option<i64> {
        let node = node?;
        let is_number = matches!(
            self.kind(l, node),
            Kind::Number | Kind::BinaryExpression | Kind::UnaryExpression | Kind::Parenthesized
        );
        match l.graph.op(l.value(node).filter(|_| is_number)?) {
            Op::Text(text) => text.parse().ok(),
            _ => None,
        }
    }

    pub(super) fn unary(&self, l: &mut Lowering, node: NodeId) {
        let f = self.fields();
        let argument = l.field(node, f.argument);
        // `void f!(x)`, which TypeScript's grammar takes for `(void f)!(x)`: no other operator
        // stands bare where something is called.
        let field = l.source.tree.node(node).field;
        if field != 0 && (field == f.function || field == f.object) {
            return self.pass(l, node, argument);
        }
        let operator = l.field(node, f.operator).map_or("", |operator| l.text(operator));
        let folded = self.integer(l, argument).and_then(|number| match operator {
            "-" => number.checked_neg(),
            "~" => Some(!number),
            "+" => Some(number),
            _ => None,
        });
        match folded {
            Some(number) => l.set(node, Op::Text(number.to_string().into())),
            None => {
                let inner = l.operand_or_unknown(argument, node);
                l.set(node, Op::Unknown(vec![inner]))
            }
        };
        if let Some(argument) = argument.filter(|_| operator == "delete") {
            self.not_read(l, argument);
        }
    }
}
