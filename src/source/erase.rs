//! Types are left out of trees: which kinds of nodes, by language.

use crate::language::{LANGUAGES, Language};
use std::sync::OnceLock;
use tree_sitter::Node;

/// What becomes of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It stands in the tree.
    Stays,
    /// It is left out with all that is in it.
    Erased,
    /// The first node in it that is no type stands in its place.
    Transparent,
}

/// The fates of a grammar's kinds.
pub(super) struct Fates {
    /// By kind.
    kinds: Vec<Fate>,
    /// Kinds that are only erased where they have a token of a kind.
    tokens: Vec<(u16, u16)>,
    declarations: Vec<u16>,
    call: u16,
}

impl Fates {
    /// Those of a language, `None` where all nodes stay.
    pub(super) fn of(language: Language) -> Option<&'static Fates> {
        static TABLES: [OnceLock<Option<Fates>>; LANGUAGES.len()] =
            [const { OnceLock::new() }; LANGUAGES.len()];
        TABLES[language as usize].get_or_init(|| Fates::new(language)).as_ref()
    }

    fn new(language: Language) -> Option<Fates> {
        let types = &language.row().types;
        if types.erased.is_empty() {
            return None;
        }
        let grammar = language.grammar();
        let id = |kind: &str, named| grammar.id_for_node_kind(kind, named);
        let mut kinds = vec![Fate::Stays; grammar.node_kind_count()];
        let mut tokens = Vec::new();
        for &(kind, token) in types.erased {
            match token {
                "" => kinds[id(kind, true) as usize] = Fate::Erased,
                token => tokens.push((id(kind, true), id(token, false))),
            }
        }
        let declarations: Vec<u16> = types.declarations.iter().map(|kind| id(kind, true)).collect();
        for &kind in &declarations {
            kinds[kind as usize] = Fate::Erased;
        }
        for kind in types.transparent {
            kinds[id(kind, true) as usize] = Fate::Transparent;
        }
        // What this grammar does not have shares id 0, which no node bears.
        kinds[0] = Fate::Stays;
        Some(Fates { kinds, tokens, declarations, call: id("call_expression", true) })
    }

    /// What becomes of `node`.
    pub(super) fn fate(&self, node: &Node<'_>) -> Fate {
        let kind = node.kind_id();
        let is = |at, token| node.child(at).is_some_and(|one| one.kind_id() == token);
        let has = |token| (0..node.child_count()).any(|at| is(at, token));
        if self.tokens.iter().any(|&(erased, token)| erased == kind && has(token)) {
            return Fate::Erased;
        }
        self.kinds.get(kind as usize).copied().unwrap_or(Fate::Stays)
    }

    /// Whether a node inside a type runs all the same, in a program that the grammar mistook for
    /// one with types: an error, or a call of anything but a type's `import("m")`.
    pub(super) fn runs(&self, node: &Node<'_>) -> bool {
        let is_import = |node: &Node<'_>| node.child(0).is_some_and(|callee| callee.kind() == "import");
        node.is_error() || node.kind_id() == self.call && !is_import(node)
    }

    /// Whether a declaration of a type is none to a compiler: `interface`, `X` and `{ run() }` on
    /// three lines are two names and a block.
    pub(super) fn is_broken(&self, node: &Node<'_>) -> bool {
        let row = |at| node.child(at).map(|one| (one.start_position().row, one.end_position().row));
        self.declarations.contains(&node.kind_id())
            && row(0).zip(row(1)).is_some_and(|(word, name)| word.1 != name.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Budget, Tree};

    /// The named nodes of a tree that are leaves, as text.
    fn leaves(language: Language, text: &str) -> Vec<&str> {
        let tree = Tree::parse(language, text, Budget::default());
        let leaf = |id: usize| tree.nodes[id].named && tree.nodes[id].end as usize == id + 1;
        (0..tree.len()).filter(|&id| leaf(id)).map(|id| &text[tree.nodes[id].span.range()]).collect()
    }

    #[test]
    fn every_kind_of_a_type_is_one_of_its_grammar() {
        for row in LANGUAGES {
            let grammar = row.language.grammar();
            let all = row.types.erased.iter().map(|(kind, _)| kind).chain(row.types.declarations);
            for kind in all.chain(row.types.transparent) {
                // TSX has no `<T>x`.
                let known = grammar.id_for_node_kind(kind, true) != 0 || *kind == "type_assertion";
                assert!(known, "{}: {kind}", row.name);
            }
        }
    }

    #[test]
    fn types_are_left_out_and_what_they_stand_around_stays_in_its_place() {
        let ts = Language::TypeScript;
        assert_eq!(leaves(ts, "f<A>(x as B, <C>y, z!, w satisfies D as E);"), ["f", "x", "y", "z", "w"]);
        assert_eq!(leaves(ts, "let a: { b: string } = c as const;"), ["a", "c"]);
        assert_eq!(leaves(ts, "import type A from 'a';\ninterface B { c(): void }\ntype D = B;\nE;"), ["E"]);
        assert_eq!(leaves(Language::Tsx, "(a as any).b;"), ["a", "b"]);
        let text = "g((x as A)!)";
        let tree = Tree::parse(ts, text, Budget::default());
        let last = tree.nodes.iter().rposition(|node| node.named).unwrap_or(0);
        let around = tree.nodes[last].parent;
        let kind = ts.grammar().id_for_node_kind("parenthesized_expression", true);
        assert_eq!(tree.node(around).kind, kind);
        assert_eq!(tree.children(around).count(), 3);
    }

    #[test]
    fn remarks_in_types_are_found_and_calls_in_them_stay() {
        let tree = Tree::parse(Language::TypeScript, "let a: /* b */ C = 1;", Budget::default());
        assert_eq!(tree.comments.len(), 1);
        let text = "a < import(\"m\").then(f) > (b);";
        let tree = Tree::parse(Language::TypeScript, text, Budget::default());
        let call = Language::TypeScript.grammar().id_for_node_kind("call_expression", true);
        assert!(tree.nodes.iter().any(|node| node.kind == call && text[node.span.range()].contains("then")));
    }

    #[test]
    fn a_declaration_that_is_none_to_a_compiler_is_told() {
        let tree = |text| Tree::parse(Language::TypeScript, text, Budget::default());
        assert!(tree("var interface, X;\ninterface\nX\n{ run(1) }\n").cut_short.is_some());
        assert!(tree("interface X\n{ run(a: B): void }\n").cut_short.is_none());
    }
}
