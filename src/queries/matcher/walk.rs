//! Fits the shape of a pattern to a node.

use super::super::pattern::{Shape, Test};
use crate::source::tree::{NodeId, Tree};

/// Fits shapes to nodes, with every assignment of children tried in order.
pub(in crate::queries) struct Walk<'a> {
    tree: &'a Tree,
    steps: &'a mut u32,
    /// Shapes that fit on the way to where the walk is.
    fitted: u32,
    /// Where asked for: the furthest that the walk came without a match.
    pub(in crate::queries) miss: Option<Miss>,
}

/// Where a shape stopped fitting.
#[derive(Clone, Debug, Default)]
pub struct Miss {
    /// How many nodes of the shape had fitted.
    pub fitted: u32,
    /// The node whose children were tried.
    pub node: NodeId,
    /// What none of them was.
    pub wanted: Wanted,
}

/// What a shape asked for in vain.
#[derive(Clone, Debug, Default)]
pub enum Wanted {
    /// Nothing yet.
    #[default]
    Nothing,
    /// A child of this shape.
    Child(Box<Shape>),
    /// No further children.
    End,
    /// That this field is absent.
    Absent(u16),
}

impl<'a> Walk<'a> {
    pub(in crate::queries) fn new(tree: &'a Tree, steps: &'a mut u32) -> Self {
        Walk { tree, steps, fitted: 0, miss: None }
    }
}

impl Walk<'_> {
    /// Notes how far the walk came, if anyone asked.
    fn missed(&mut self, node: NodeId, wanted: impl FnOnce() -> Wanted) {
        let fitted = self.fitted;
        if let Some(miss) = &mut self.miss
            && (fitted > miss.fitted || matches!(miss.wanted, Wanted::Nothing))
        {
            *miss = Miss { fitted, node, wanted: wanted() };
        }
    }

    pub(in crate::queries) fn shape(
        &mut self,
        shape: &Shape,
        id: NodeId,
        nodes: &mut Vec<NodeId>,
        then: &mut dyn FnMut(&[NodeId]),
    ) {
        self.fit(shape, id, nodes, &mut |_, nodes| then(nodes));
    }

    /// Fits one shape at one node and goes on with `then` for every way it fits.
    fn fit(
        &mut self,
        shape: &Shape,
        id: NodeId,
        nodes: &mut Vec<NodeId>,
        then: &mut dyn FnMut(&mut Self, &mut Vec<NodeId>),
    ) {
        if *self.steps == 0 {
            return;
        }
        *self.steps -= 1;
        let node = self.tree.node(id);
        if shape.field != 0 && shape.field != node.field {
            return;
        }
        match &shape.test {
            Test::Any => {}
            Test::Named if node.named => {}
            Test::Kind(kind) if *kind == node.kind => {}
            Test::OneOf(choices) => {
                self.capture(shape, id, nodes, &mut |walk, nodes| {
                    for choice in choices {
                        walk.fit(choice, id, nodes, then);
                    }
                });
                return;
            }
            _ => return,
        }
        if let Some(&field) =
            shape.absent.iter().find(|&&field| self.tree.child_by_field(id, field).is_some())
        {
            self.missed(id, || Wanted::Absent(field));
            return;
        }
        self.fitted += 1;
        self.capture(shape, id, nodes, &mut |walk, nodes| {
            // `(argument_list .)` has no children at all.
            if shape.children.is_empty() && !shape.anchored_end {
                then(walk, nodes);
            } else {
                walk.children(shape, 0, id, id + 1, true, nodes, then);
            }
        });
        self.fitted -= 1;
    }

    fn capture(
        &mut self,
        shape: &Shape,
        id: NodeId,
        nodes: &mut Vec<NodeId>,
        then: &mut dyn FnMut(&mut Self, &mut Vec<NodeId>),
    ) {
        match shape.captures.as_slice() {
            [] => then(self, nodes),
            [index] => {
                let before = std::mem::replace(&mut nodes[*index], id);
                then(self, nodes);
                nodes[*index] = before;
            }
            several => {
                let before: Vec<NodeId> = several.iter().map(|&index| nodes[index]).collect();
                several.iter().for_each(|&index| nodes[index] = id);
                then(self, nodes);
                several.iter().zip(before).for_each(|(&index, node)| nodes[index] = node);
            }
        }
    }

    /// Fits the shapes from `index` on to the children from `from` on.
    #[allow(clippy::too_many_arguments)]
    fn children(
        &mut self,
        parent: &Shape,
        index: usize,
        id: NodeId,
        from: NodeId,
        is_next: bool,
        nodes: &mut Vec<NodeId>,
        then: &mut dyn FnMut(&mut Self, &mut Vec<NodeId>),
    ) {
        let end = self.tree.node(id).end;
        let Some(shape) = parent.children.get(index) else {
            let rest_is_empty = || {
                let mut at = from;
                while at < end && !self.tree.node(at).named {
                    at = self.tree.node(at).end;
                }
                at >= end
            };
            if !parent.anchored_end || rest_is_empty() {
                then(self, nodes);
            } else {
                self.missed(id, || Wanted::End);
            }
            return;
        };
        let mut at = from;
        let mut found = false;
        while at < end && *self.steps > 0 {
            let node = *self.tree.node(at);
            self.fit(shape, at, nodes, &mut |walk, nodes| {
                found = true;
                walk.children(parent, index + 1, id, node.end, true, nodes, then);
            });
            // An anchored shape must fit the next child; tokens in between don't count for a
            // named one.
            if shape.anchored && is_next && (node.named || matches!(shape.test, Test::Any)) {
                break;
            }
            at = node.end;
        }
        // Greedy, as tree-sitter is: an optional part is left out where no match has it.
        if shape.optional && !found {
            self.children(parent, index + 1, id, from, is_next, nodes, then);
        } else if !found && !shape.optional {
            self.missed(id, || Wanted::Child(Box::new(shape.clone())));
        }
    }
}
