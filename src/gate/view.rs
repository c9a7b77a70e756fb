//! A tree with its text, asked by the names of kinds and fields.

use crate::language::{LANGUAGES, Language};
use crate::source::tree::ERROR_KIND;
use crate::source::{Budget, NONE, NodeId, Tree};
use crate::text::Span;
use std::sync::OnceLock;

/// Names of a grammar's kinds and fields, by their ids.
struct Names {
    kinds: Vec<String>,
    fields: Vec<String>,
}

/// Code with its tree.
pub(super) struct View<'t> {
    pub text: &'t str,
    pub tree: Tree,
    names: &'static Names,
}

impl<'t> View<'t> {
    /// Parses `text`.
    pub fn new(language: Language, text: &'t str) -> Self {
        View { text, tree: Tree::parse(language, text, Budget::default()), names: names(language) }
    }

    /// All nodes, in preorder.
    pub fn nodes(&self) -> std::ops::Range<NodeId> {
        0..self.tree.len() as NodeId
    }

    /// The kind of a node, as the grammar names it.
    pub fn kind(&self, id: NodeId) -> &'static str {
        match self.tree.node(id).kind {
            ERROR_KIND => "ERROR",
            kind => self.names.kinds.get(usize::from(kind)).map_or("", String::as_str),
        }
    }

    /// The field a node fills in its parent, `""` for none.
    pub fn field(&self, id: NodeId) -> &'static str {
        self.names.fields.get(usize::from(self.tree.node(id).field)).map_or("", String::as_str)
    }

    /// The first child in a field.
    pub fn child(&self, id: NodeId, field: &str) -> Option<NodeId> {
        self.tree.children(id).find(|&child| self.field(child) == field)
    }

    /// A node's parent.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        Some(self.tree.node(id).parent).filter(|&parent| parent != NONE)
    }

    /// Where a node stands.
    pub fn span(&self, id: NodeId) -> Span {
        self.tree.node(id).span
    }

    /// The text of a node.
    pub fn text(&self, id: NodeId) -> &'t str {
        self.text.get(self.span(id).range()).unwrap_or_default()
    }

    /// One past a node's last descendant.
    pub fn end(&self, id: NodeId) -> NodeId {
        self.tree.node(id).end
    }
}

fn names(language: Language) -> &'static Names {
    static TABLE: [OnceLock<Names>; LANGUAGES.len()] = [const { OnceLock::new() }; LANGUAGES.len()];
    TABLE[language as usize].get_or_init(|| {
        let grammar = language.grammar();
        let kinds = 0..grammar.node_kind_count() as u16;
        let fields = 0..=grammar.field_count() as u16;
        Names {
            kinds: kinds.map(|id| grammar.node_kind_for_id(id).unwrap_or_default().to_string()).collect(),
            fields: fields.map(|id| grammar.field_name_for_id(id).unwrap_or_default().to_string()).collect(),
        }
    })
}
