//! A syntax tree as one flat array, in preorder.
//!
//! tree-sitter's own nodes are walked exactly once. After that every question (children, parents,
//! "is this inside that") is arithmetic on indices: no recursion, so no depth can overflow a
//! stack, and no `parent()` chain that costs time in the depth.
//!
//! Comments are left out of the array and kept beside it: they may stand between any two tokens,
//! and a pattern that asks for the first argument must not be answered with a remark before it.
//! Types are left out wholly (`source::erase`): no program runs them.

mod parse;
mod pieces;
mod redirections;

use crate::text::Span;

/// Index of a node in its tree. Preorder: a node's descendants directly follow it.
pub type NodeId = u32;

/// No node.
pub const NONE: NodeId = u32::MAX;

/// tree-sitter's kind id of an ERROR node.
pub const ERROR_KIND: u16 = u16::MAX;

/// One node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The grammar's id of the node's kind.
    pub kind: u16,
    /// The grammar's id of the field it fills in its parent, 0 for none.
    pub field: u16,
    /// A named node (`call`), not a token (`"("`).
    pub named: bool,
    /// Inserted by error recovery; it has no text.
    pub missing: bool,
    /// Bytes of the source.
    pub span: Span,
    /// Its parent, `NONE` at the root.
    pub parent: NodeId,
    /// One past its last descendant.
    pub end: NodeId,
}

/// A whole file's (or nested piece's) tree.
#[derive(Debug, Default)]
pub struct Tree {
    /// All nodes but comments, in preorder.
    pub nodes: Vec<Node>,
    /// The comments, in order.
    pub comments: Vec<Span>,
    /// Whether any node is an error or was inserted.
    pub has_error: bool,
    /// The first node of what was parsed a second time, and may be here twice; 0 if nothing was.
    pub again: NodeId,
    /// Why the tree covers less than the text, if it does.
    pub cut_short: Option<&'static str>,
}

/// What one parse may cost, counted and never timed, so that a slow machine reports the same.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Nodes of one tree.
    pub nodes: usize,
    /// Calls of tree-sitter's progress callback, each about a hundred parse actions, for every
    /// KiB of text. Real code takes 4 to 11; the densest found, tables of numbers and minified
    /// bundles, 19; two million quotation marks 45, a tuple of as many one-letter names 51.
    pub progress_per_kib: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { nodes: 3_000_000, progress_per_kib: 64 }
    }
}

impl Tree {
    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node at all.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node `id`.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// A node's children, tokens too.
    pub fn children(&self, id: NodeId) -> Children<'_> {
        Children { tree: self, next: id + 1, end: self.node(id).end }
    }

    /// A node's named children.
    pub fn named_children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.children(id).filter(|&child| self.node(child).named)
    }

    /// The first child in `field`.
    pub fn child_by_field(&self, id: NodeId, field: u16) -> Option<NodeId> {
        if field == 0 {
            return None;
        }
        self.children(id).find(|&child| self.node(child).field == field)
    }

    /// Whether `inner` is `outer` or stands inside it.
    pub fn is_within(&self, inner: NodeId, outer: NodeId) -> bool {
        outer <= inner && inner < self.node(outer).end
    }
}

/// Iterator over a node's children.
pub struct Children<'a> {
    tree: &'a Tree,
    next: NodeId,
    end: NodeId,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        if self.next >= self.end {
            return None;
        }
        let id = self.next;
        self.next = self.tree.node(id).end;
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn preorder_ranges_hold_and_comments_stand_aside() {
        let text = "f(  # remark\n  1, g(2))\n";
        let tree = Tree::parse(Language::Python, text, Budget::default());
        assert_eq!(tree.comments.len(), 1);
        for (id, node) in tree.nodes.iter().enumerate() {
            assert!(node.end as usize > id);
            if node.parent != NONE {
                assert!(tree.is_within(id as NodeId, node.parent));
            }
        }
        assert_eq!(tree.children(0).count(), 1);
    }

    #[test]
    fn lines_behind_a_broken_token_are_read() {
        let text = "echo a?(b|c)d\ncurl -d @$HOME \\\n  https://a.example\necho b\n";
        let tree = Tree::parse(Language::Bash, text, Budget::default());
        assert!(tree.again > 0);
        let spans = tree.nodes.iter().skip(tree.again as usize).map(|node| text.get(node.span.range()));
        assert!(spans.flatten().any(|text| text == "curl -d @$HOME \\\n  https://a.example"));
        let text = "if [ a \\< b ]; then :; fi\ncurl x\necho 'a\ncurl y\n'\n";
        let tree = Tree::parse(Language::Bash, text, Budget::default());
        let again = &tree.nodes[tree.again as usize..];
        let has = |part: &str| again.iter().any(|node| text.get(node.span.range()) == Some(part));
        assert!(tree.again > 0 && has("curl x") && !has("curl y"));
        assert_eq!(Tree::parse(Language::Bash, "ls (\n", Budget::default()).again, 0);
    }

    #[test]
    fn redirections_on_a_line_are_a_command() {
        let parts = |text: &str| {
            let tree = Tree::parse(Language::Bash, text, Budget::default());
            for (id, node) in tree.nodes.iter().enumerate().skip(1) {
                assert!(tree.is_within(id as NodeId, node.parent), "{text}");
                assert!(node.span.start >= tree.node(node.parent).span.start, "{text}");
            }
            let children = tree.children(0).filter_map(|id| text.get(tree.node(id).span.range()));
            children.filter(|text| !text.trim().is_empty()).map(String::from).collect::<Vec<_>>()
        };
        assert_eq!(parts("> a 2> $b\n> c curl -d $(f x) y\ng\n"), ["> a 2> $b", "> c curl -d $(f x) y", "g"]);
        assert_eq!(parts("> a \\\n curl x\n"), ["> a \\\n curl x"]);
        assert_eq!(parts("> a\n"), ["> a"]);
    }

    #[test]
    fn past_its_budget_a_text_is_read_in_pieces() {
        let line = "f(a, 'é')  # c\n";
        let noise = "\u{FFFD}'a\u{FFFD}( }\u{FFFD}\u{FFFD}x:\u{FFFD}".repeat(20_000);
        let text = format!("{}{noise}\n{}", line.repeat(3000), line.repeat(3000));
        let pieces = Tree::parse(Language::Python, &text, Budget::default());
        assert!(pieces.cut_short.is_some() && pieces.comments.len() > 5900, "{}", pieces.comments.len());
        for (id, node) in pieces.nodes.iter().enumerate().skip(1) {
            assert!(pieces.is_within(id as NodeId, node.parent) && node.end as usize > id);
            assert!(text.get(node.span.range()).is_some());
        }
        let calls = pieces.nodes.iter().filter(|node| text.get(node.span.range()) == Some("f(a, 'é')"));
        assert!(calls.count() > 5900);
    }

    #[test]
    fn what_follows_a_statement_too_large_is_read() {
        let text = format!("x = [{}]\nrequests.post(u)\n", "a, ".repeat(2000));
        let tree = Tree::parse(Language::Python, &text, Budget { nodes: 1000, ..Budget::default() });
        assert!(tree.cut_short.is_some() && tree.len() < 1000);
        assert!(tree.nodes.iter().any(|node| text.get(node.span.range()) == Some("requests.post(u)")));
        let tree = Tree::parse(
            Language::Python,
            &"f(x)\n".repeat(2000),
            Budget { nodes: 1000, ..Budget::default() },
        );
        assert_eq!(tree.len(), 1000);
    }

    #[test]
    fn depth_costs_no_stack() {
        let text = "(".repeat(200_000);
        let tree = Tree::parse(Language::Python, &text, Budget::default());
        assert!(tree.has_error || tree.cut_short.is_some());
    }
}
