//! All patterns of a language, matched in one pass over a flat tree.
//!
//! Patterns that differ only in predicates share one shape: they form a group, which is tried
//! once a node. Names are data: within a group the names that its patterns ask for are one hash
//! table, so a thousand APIs cost what one costs.

mod names;
mod walk;

use super::lexicon::Mode;
use super::lexicons::Lexicons;
use super::pattern::{Capture, Condition, Pattern, Predicate, Shape, Test};
use crate::source::tree::{NONE, NodeId, Tree};
use crate::text::HOLE;
use names::Names;
use regex_automata::{Input, meta::Regex};
use rustc_hash::FxHashMap;
use std::rc::Rc;
pub(super) use walk::Walk;
pub use walk::{Miss, Wanted};

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
    by_kind: FxHashMap<u16, Rooted>,
    any_kind: Vec<u32>,
    names: Names,
}

/// The groups whose root is of one kind.
#[derive(Debug, Default)]
struct Rooted {
    /// Those that are tried at every such node.
    always: Vec<u32>,
    /// The fields whose children decide on others by name.
    fields: Vec<u16>,
}

/// Patterns of one shape.
#[derive(Debug)]
struct Group {
    shape: Shape,
    /// Kinds its root may have.
    kinds: Vec<u16>,
    captures: usize,
    /// The captures by whose name a pattern is decided on.
    named: Vec<usize>,
    /// The patterns without one.
    unnamed: Vec<u32>,
    /// A field of the root whose child decides by name, if all patterns of the group do: asked
    /// before the shape is tried.
    guard: Option<u16>,
}

/// Steps that one root node may cost before its further matches are given up.
pub(super) const STEPS_PER_ROOT: u32 = 200_000;

impl Matcher {
    /// Groups `patterns`, whose lexicons must exist in `lexicons`.
    pub fn new(patterns: &[Pattern], lexicons: &Lexicons) -> Matcher {
        let mut matcher = Matcher::default();
        let mut names = names::Collector::default();
        let mut known: FxHashMap<(&Shape, &[Capture]), usize> = FxHashMap::default();
        for (index, pattern) in patterns.iter().enumerate() {
            let key = (&pattern.shape, pattern.captures.as_slice());
            let at = *known.entry(key).or_insert_with(|| {
                matcher.groups.push(Group::new(pattern));
                matcher.groups.len() - 1
            });
            let group = &mut matcher.groups[at];
            match names.add(at as u32, index as u32, pattern, lexicons) {
                Some(capture) if group.named.contains(&capture) => {}
                Some(capture) => group.named.push(capture),
                None => group.unnamed.push(index as u32),
            }
        }
        matcher.names = names.finish();
        for (index, group) in matcher.groups.iter_mut().enumerate() {
            group.set_guard();
            if group.kinds.is_empty() {
                matcher.any_kind.push(index as u32);
            }
            for &kind in &group.kinds {
                matcher.by_kind.entry(kind).or_default().add(index as u32, group.guard);
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
        lexicons: &Lexicons,
        meaning: &mut dyn Meaning,
        emit: &mut dyn FnMut(Match<'_>),
    ) -> bool {
        let mut given_up = false;
        let mut nodes = Vec::new();
        let mut due: Vec<u32> = Vec::new();
        for id in (0..tree.len() as NodeId).rev() {
            due.clear();
            due.extend(&self.any_kind);
            if let Some(rooted) = self.by_kind.get(&tree.node(id).kind) {
                self.due(rooted, tree, id, meaning, &mut due);
            }
            for &index in &due {
                let group = &self.groups[index as usize];
                nodes.clear();
                nodes.resize(group.captures, NONE);
                let mut steps = STEPS_PER_ROOT;
                let mut walk = Walk::new(tree, &mut steps);
                walk.shape(&group.shape, id, &mut nodes, &mut |nodes| {
                    let mut asked = Asked { tree, patterns, lexicons, meaning: &mut *meaning, root: id };
                    self.settle(index, &mut asked, nodes, emit);
                });
                given_up |= steps == 0;
            }
        }
        given_up
    }

    /// Adds the groups that may match at the node `id`, whose kind is that of `rooted`.
    fn due(&self, rooted: &Rooted, tree: &Tree, id: NodeId, meaning: &mut dyn Meaning, due: &mut Vec<u32>) {
        due.extend(&rooted.always);
        let first = due.len();
        let kind = tree.node(id).kind;
        for &field in &rooted.fields {
            // A field may have several children (Bash's `argument`), any of which may decide.
            for child in tree.children(id).filter(|&child| tree.node(child).field == field) {
                for name in meaning.names(child).iter() {
                    let askers = self.names.askers(name).iter().map(|asker| asker.group);
                    due.extend(askers.filter(|&group| {
                        let group = &self.groups[group as usize];
                        group.guard == Some(field) && group.kinds.contains(&kind)
                    }));
                }
            }
        }
        if due.len() > first {
            due.sort_unstable();
            due.dedup();
        }
    }

    /// Tries the conditions of the patterns that a match of a group's shape may be one of.
    fn settle(&self, index: u32, asked: &mut Asked<'_>, nodes: &[NodeId], emit: &mut dyn FnMut(Match<'_>)) {
        let group = &self.groups[index as usize];
        let mut candidates: Vec<u32> = group.unnamed.clone();
        for &capture in group.named.iter().filter(|&&capture| nodes[capture] != NONE) {
            for name in asked.meaning.names(nodes[capture]).iter() {
                let askers = self.names.askers(name).iter();
                let own = askers.filter(|asker| asker.group == index && asker.capture == capture);
                candidates.extend(own.map(|asker| asker.pattern));
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

impl Rooted {
    fn add(&mut self, group: u32, guard: Option<u16>) {
        match guard {
            None => self.always.push(group),
            Some(field) if self.fields.contains(&field) => {}
            Some(field) => self.fields.push(field),
        }
    }
}

impl Group {
    /// The group of `pattern`'s shape, still without patterns.
    fn new(pattern: &Pattern) -> Group {
        let mut kinds = Vec::new();
        if !root_kinds(&pattern.shape.test, &mut kinds) {
            kinds.clear();
        }
        Group {
            shape: pattern.shape.clone(),
            kinds,
            captures: pattern.captures.len(),
            named: Vec::new(),
            unnamed: Vec::new(),
            guard: None,
        }
    }

    fn set_guard(&mut self) {
        let ([capture], []) = (self.named.as_slice(), self.unnamed.as_slice()) else { return };
        let direct = self.shape.children.iter().find(|child| child.captures.contains(capture));
        self.guard = direct.filter(|child| child.field != 0 && !child.optional).map(|child| child.field);
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

/// What a match of a group's shape is judged with.
struct Asked<'a> {
    tree: &'a Tree,
    patterns: &'a [Pattern],
    lexicons: &'a Lexicons,
    meaning: &'a mut dyn Meaning,
    root: NodeId,
}

/// Conditions asked of one match.
pub struct Question<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// The lists.
    pub lexicons: &'a Lexicons,
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
