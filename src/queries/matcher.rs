//! All patterns of a language, matched in one pass over a flat tree.
//!
//! Patterns that differ only in predicates share one shape: they form a group, which is tried
//! once a node. Names are data: within a group the names that its patterns ask for are one hash
//! table, so a thousand APIs cost what one costs.

use super::lexicon::{Lexicon, Mode};
use super::pattern::{Capture, Condition, Pattern, Predicate, Shape, Test};
use crate::source::tree::{NONE, NodeId, Tree};
use crate::text::HOLE;
use regex_automata::{Input, meta::Regex};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What a node means, asked by predicates. The semantics of a language answer it.
pub trait Meaning {
    /// The dotted names the node may have: `requests.post`.
    fn names(&mut self, node: NodeId) -> Rc<[Rc<str>]>;
    /// The values it may have, unknown parts as [`HOLE`].
    fn values(&mut self, node: NodeId) -> Rc<[Rc<str>]>;
    /// Its text.
    fn text(&self, node: NodeId) -> &str;
}

/// One match: the pattern's index, and a node for each of its captures ([`NONE`] where an
/// optional part is missing).
pub struct Match<'a> {
    /// Index of the pattern in its language's list.
    pub pattern: usize,
    /// The node that the pattern's root fits.
    pub root: NodeId,
    /// Nodes, by capture.
    pub nodes: &'a [NodeId],
}

/// Patterns of one language, grouped by shape and indexed by the kind of their root.
#[derive(Debug, Default)]
pub struct Matcher {
    groups: Vec<Group>,
    by_kind: FxHashMap<u16, Vec<u32>>,
    any_kind: Vec<u32>,
}

#[derive(Debug)]
struct Group {
    shape: Shape,
    captures: usize,
    /// For each capture that decides by name: which patterns ask for which name.
    named: Vec<(usize, FxHashMap<String, Vec<u32>>)>,
    /// The patterns that do not.
    unnamed: Vec<u32>,
    /// A field of the root whose child decides by name, if all patterns of the group do: asked
    /// before the shape is tried.
    guard: Option<u16>,
}

/// Steps that one root node may cost before its further matches are given up.
pub(super) const STEPS_PER_ROOT: u32 = 200_000;

impl Matcher {
    /// Groups `patterns`, whose lexicons must exist in `lexicons`.
    pub fn new(patterns: &[Pattern], lexicons: &FxHashMap<String, Lexicon>) -> Matcher {
        let mut matcher = Matcher::default();
        let mut known: FxHashMap<(&Shape, &[Capture]), usize> = FxHashMap::default();
        for (index, pattern) in patterns.iter().enumerate() {
            let key = (&pattern.shape, pattern.captures.as_slice());
            let at = *known.entry(key).or_insert_with(|| {
                matcher.groups.push(Group {
                    shape: pattern.shape.clone(),
                    captures: pattern.captures.len(),
                    named: Vec::new(),
                    unnamed: Vec::new(),
                    guard: None,
                });
                matcher.groups.len() - 1
            });
            matcher.groups[at].add(index as u32, pattern, lexicons);
        }
        for (index, group) in matcher.groups.iter_mut().enumerate() {
            group.set_guard();
            let mut kinds = Vec::new();
            if root_kinds(&group.shape.test, &mut kinds) {
                for kind in kinds {
                    matcher.by_kind.entry(kind).or_default().push(index as u32);
                }
            } else {
                matcher.any_kind.push(index as u32);
            }
        }
        matcher
    }

    /// Matches every pattern at every node, innermost nodes first, so that what a node means is
    /// known before what stands around it asks. Returns whether some root was given up.
    pub fn run(
        &self,
        tree: &Tree,
        patterns: &[Pattern],
        lexicons: &FxHashMap<String, Lexicon>,
        meaning: &mut dyn Meaning,
        emit: &mut dyn FnMut(Match<'_>),
    ) -> bool {
        let mut given_up = false;
        let mut nodes = Vec::new();
        for id in (0..tree.len() as NodeId).rev() {
            let by_kind = self.by_kind.get(&tree.node(id).kind);
            for &group in by_kind.into_iter().flatten().chain(&self.any_kind) {
                let group = &self.groups[group as usize];
                if !group.may_match(tree, id, meaning) {
                    continue;
                }
                nodes.clear();
                nodes.resize(group.captures, NONE);
                let mut steps = STEPS_PER_ROOT;
                let mut walk = Walk::new(tree, &mut steps);
                walk.shape(&group.shape, id, &mut nodes, &mut |nodes| {
                    let mut asked = Asked { tree, patterns, lexicons, meaning: &mut *meaning, root: id };
                    group.settle(&mut asked, nodes, emit);
                });
                given_up |= steps == 0;
            }
        }
        given_up
    }
}

/// Kinds a root may have; `false` where any node may be it.
fn root_kinds(test: &Test, out: &mut Vec<u16>) -> bool {
    match test {
        Test::Any | Test::Named => false,
        Test::Kind(kind) => {
            if !out.contains(kind) {
                out.push(*kind);
            }
            true
        }
        Test::OneOf(shapes) => shapes.iter().all(|shape| root_kinds(&shape.test, out)),
    }
}

impl Group {
    fn add(&mut self, index: u32, pattern: &Pattern, lexicons: &FxHashMap<String, Lexicon>) {
        let names = pattern.predicates.iter().find_map(|predicate| match &predicate.test {
            _ if predicate.negated => None,
            Condition::Name(names) => Some((predicate.capture, names.iter().cloned().collect::<Vec<_>>())),
            Condition::Lexicon(list) => {
                let list = lexicons.get(list).filter(|list| list.mode == Mode::Names)?;
                Some((
                    predicate.capture,
                    list.sections.iter().flat_map(|s| s.entries.iter().cloned()).collect(),
                ))
            }
            _ => None,
        });
        let Some((capture, names)) = names else {
            self.unnamed.push(index);
            return;
        };
        let at = self.named.iter().position(|(known, _)| *known == capture).unwrap_or_else(|| {
            self.named.push((capture, FxHashMap::default()));
            self.named.len() - 1
        });
        for name in names {
            let patterns = self.named[at].1.entry(name).or_default();
            if patterns.last() != Some(&index) {
                patterns.push(index);
            }
        }
    }

    fn set_guard(&mut self) {
        let ([(capture, _)], []) = (self.named.as_slice(), self.unnamed.as_slice()) else { return };
        let direct = self.shape.children.iter().find(|child| child.captures.contains(capture));
        self.guard = direct.filter(|child| child.field != 0 && !child.optional).map(|child| child.field);
    }

    fn may_match(&self, tree: &Tree, id: NodeId, meaning: &mut dyn Meaning) -> bool {
        let Some(field) = self.guard else { return true };
        let names = &self.named[0].1;
        // A field may have several children (Bash's `argument`), any of which may decide.
        tree.children(id)
            .filter(|&child| tree.node(child).field == field)
            .any(|child| meaning.names(child).iter().any(|name| names.contains_key(&**name)))
    }

    /// Tries the conditions of the patterns that a match of the shape may be one of.
    fn settle(&self, asked: &mut Asked<'_>, nodes: &[NodeId], emit: &mut dyn FnMut(Match<'_>)) {
        let mut candidates: Vec<u32> = self.unnamed.clone();
        for (capture, names) in &self.named {
            if nodes[*capture] == NONE {
                continue;
            }
            for name in asked.meaning.names(nodes[*capture]).iter() {
                candidates.extend(names.get(&**name).into_iter().flatten());
            }
        }
        candidates.sort_unstable();
        candidates.dedup();
        for index in candidates {
            let pattern = &asked.patterns[index as usize];
            let mut question =
                Question { tree: asked.tree, lexicons: asked.lexicons, meaning: &mut *asked.meaning, nodes };
            if pattern.predicates.iter().all(|predicate| question.holds(predicate)) {
                emit(Match { pattern: index as usize, root: asked.root, nodes });
            }
        }
    }
}

/// What a match of a group's shape is judged with.
struct Asked<'a> {
    tree: &'a Tree,
    patterns: &'a [Pattern],
    lexicons: &'a FxHashMap<String, Lexicon>,
    meaning: &'a mut dyn Meaning,
    root: NodeId,
}

/// Conditions asked of one match.
pub struct Question<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// The lists.
    pub lexicons: &'a FxHashMap<String, Lexicon>,
    /// Names and values.
    pub meaning: &'a mut dyn Meaning,
    /// The nodes captured.
    pub nodes: &'a [NodeId],
}

impl Question<'_> {
    /// Whether a predicate holds. One that looks at a missing optional part holds only negated.
    pub fn holds(&mut self, predicate: &Predicate) -> bool {
        let node = self.nodes[predicate.capture];
        let holds = node != NONE && self.test(node, &predicate.test);
        holds != predicate.negated
    }

    fn test(&mut self, node: NodeId, test: &Condition) -> bool {
        match test {
            Condition::Name(names) => self.meaning.names(node).iter().any(|name| names.contains(&**name)),
            Condition::Value(regex) => {
                let Some(regex) = regex.get() else { return false };
                self.meaning.values(node).iter().any(|value| matches_known_part(regex, value))
            }
            Condition::Lexicon(list) => {
                let Some(list) = self.lexicons.get(list) else { return false };
                let words = if list.mode == Mode::Names {
                    self.meaning.names(node)
                } else {
                    self.meaning.values(node)
                };
                words.iter().any(|word| list.find(word).is_some())
            }
            Condition::Within(kinds) => {
                let mut at = self.tree.node(node).parent;
                while at != NONE {
                    if kinds.contains(&self.tree.node(at).kind) {
                        return true;
                    }
                    at = self.tree.node(at).parent;
                }
                false
            }
            Condition::EqText(text) => self.meaning.text(node) == text,
            Condition::EqCapture(other) => {
                let other = self.nodes[*other];
                other != NONE && self.meaning.text(node) == self.meaning.text(other)
            }
            Condition::Match(regex) => {
                let Some(regex) = regex.get() else { return false };
                regex.is_match(self.meaning.text(node))
            }
            Condition::AnyOf(texts) => texts.contains(self.meaning.text(node)),
            Condition::Free => {
                // A shell variable's name is its value where nothing sets it.
                let (names, values) = (self.meaning.names(node), self.meaning.values(node));
                let text = self.meaning.text(node);
                names.iter().chain(values.iter()).any(|known| **known == *text)
            }
        }
    }
}

/// Whether `regex` matches inside one known part of `value`: never across a hole, and with `^`
/// and `$` only at the value's own ends.
pub fn matches_known_part(regex: &Regex, value: &str) -> bool {
    let mut start = 0;
    for part in value.split(HOLE) {
        let end = start + part.len();
        if regex.is_match(Input::new(value).span(start..end)) {
            return true;
        }
        start = end + HOLE.len_utf8();
    }
    false
}

/// Fits shapes to nodes, with every assignment of children tried in order.
pub(super) struct Walk<'a> {
    tree: &'a Tree,
    steps: &'a mut u32,
    /// Shapes that fit on the way to where the walk is.
    fitted: u32,
    /// Where asked for: the furthest that the walk came without a match.
    pub(super) miss: Option<Miss>,
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
    pub(super) fn new(tree: &'a Tree, steps: &'a mut u32) -> Self {
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

    pub(super) fn shape(
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
        let before: Vec<NodeId> = shape.captures.iter().map(|&index| nodes[index]).collect();
        for &index in &shape.captures {
            nodes[index] = id;
        }
        then(self, nodes);
        for (&index, &node) in shape.captures.iter().zip(&before) {
            nodes[index] = node;
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
        if shape.optional {
            self.children(parent, index + 1, id, from, is_next, nodes, then);
        } else if !found {
            self.missed(id, || Wanted::Child(Box::new(shape.clone())));
        }
    }
}
