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
use names::{Asked, Asker, Names};
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
    /// The values it may have as a path, seen from the folder that the code has gone to.
    fn paths(&mut self, node: NodeId) -> Rc<[Rc<str>]> {
        self.values(node)
    }
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
    /// For each pattern, its predicates' numbers among the tests that look at a value: patterns
    /// that ask the same share one.
    tests: Vec<Vec<Option<u32>>>,
}

/// Answers on values, by the test's number and the node: lists of paths and the like are asked the
/// same of one node by many patterns, and by one pattern for many neighbours.
type Answered = FxHashMap<(u32, NodeId), bool>;

/// The groups whose root is of one kind.
#[derive(Debug, Default)]
struct Rooted {
    /// Those that are tried at every such node.
    always: Vec<u32>,
    /// What decides on others.
    guards: Vec<Guard>,
}

/// What decides whether a shape is worth trying: the name or the text of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Guard {
    /// The fields that lead to the node from the root.
    path: Vec<u16>,
    asked: Asked,
}

/// Patterns of one shape.
#[derive(Debug)]
struct Group {
    shape: Shape,
    /// Kinds its root may have.
    kinds: Vec<u16>,
    captures: usize,
    /// The captures by whose name or text a pattern is decided on.
    deciding: Vec<(Asked, usize)>,
    /// The patterns without one.
    undecided: Vec<u32>,
    /// Where all patterns are decided on at one node that each match has: what is asked before the
    /// shape is tried.
    guard: Option<Guard>,
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
                Some(deciding) if group.deciding.contains(&deciding) => {}
                Some(deciding) => group.deciding.push(deciding),
                None => group.undecided.push(index as u32),
            }
        }
        matcher.names = names.finish();
        matcher.tests = number_tests(patterns);
        for (index, group) in matcher.groups.iter_mut().enumerate() {
            group.set_guard();
            if group.kinds.is_empty() {
                matcher.any_kind.push(index as u32);
            }
            for &kind in &group.kinds {
                matcher.by_kind.entry(kind).or_default().add(index as u32, group.guard.as_ref());
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
        let mut answered = Answered::default();
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
                    let mut asked = Judge {
                        tree,
                        patterns,
                        lexicons,
                        meaning: &mut *meaning,
                        answered: &mut answered,
                        root: id,
                    };
                    self.settle(index, &mut asked, nodes, emit);
                });
                given_up |= steps == 0;
            }
        }
        given_up
    }

    /// Whether some pattern asks for a thing of this name.
    pub fn asks_for(&self, name: &str) -> bool {
        self.names.askers_of(Asked::Name, name).next().is_some()
    }

    /// Adds the groups that may match at the node `id`, whose kind is that of `rooted`.
    fn due(&self, rooted: &Rooted, tree: &Tree, id: NodeId, meaning: &mut dyn Meaning, due: &mut Vec<u32>) {
        due.extend(&rooted.always);
        let first = due.len();
        let kind = tree.node(id).kind;
        for guard in &rooted.guards {
            let mut ask = |word: &str| {
                let askers = self.names.askers_of(guard.asked, word).map(|asker| asker.group);
                due.extend(askers.filter(|&group| {
                    let group = &self.groups[group as usize];
                    group.guard.as_ref() == Some(guard) && group.kinds.contains(&kind)
                }));
            };
            at_path(tree, id, &guard.path, &mut |node| match guard.asked {
                Asked::Name => meaning.names(node).iter().for_each(|name| ask(name)),
                Asked::Text => ask(meaning.text(node)),
            });
        }
        if due.len() > first {
            due.sort_unstable();
            due.dedup();
        }
    }

    /// Tries the conditions of the patterns that a match of a group's shape may be one of.
    fn settle(&self, index: u32, asked: &mut Judge<'_>, nodes: &[NodeId], emit: &mut dyn FnMut(Match<'_>)) {
        let group = &self.groups[index as usize];
        let mut candidates: Vec<u32> = group.undecided.clone();
        for &(what, capture) in group.deciding.iter().filter(|(_, capture)| nodes[*capture] != NONE) {
            let mut ask = |word: &str| {
                let own = |asker: &&Asker| asker.group == index && asker.capture == capture;
                let askers = self.names.askers_of(what, word).filter(own);
                candidates.extend(askers.map(|asker| asker.pattern));
            };
            match what {
                Asked::Name => asked.meaning.names(nodes[capture]).iter().for_each(|name| ask(name)),
                Asked::Text => ask(asked.meaning.text(nodes[capture])),
            }
        }
        candidates.sort_unstable();
        candidates.dedup();
        for index in candidates {
            let pattern = &asked.patterns[index as usize];
            let tests = &self.tests[index as usize];
            if pattern
                .predicates
                .iter()
                .zip(tests)
                .all(|(predicate, &test)| asked.holds(predicate, test, nodes))
            {
                emit(Match { pattern: index as usize, root: asked.root, nodes });
            }
        }
    }
}

/// Numbers the tests of all patterns that look at values; equal ones get one number.
fn number_tests(patterns: &[Pattern]) -> Vec<Vec<Option<u32>>> {
    fn number<'p>(test: &'p Condition, known: &mut FxHashMap<(bool, &'p str), u32>) -> Option<u32> {
        let key = match test {
            Condition::Value(regex) => (true, regex.text.as_str()),
            Condition::Lexicon(list) => (false, list.as_str()),
            _ => return None,
        };
        let next = known.len() as u32;
        Some(*known.entry(key).or_insert(next))
    }
    let mut known = FxHashMap::default();
    let mut out = Vec::with_capacity(patterns.len());
    for pattern in patterns {
        out.push(pattern.predicates.iter().map(|predicate| number(&predicate.test, &mut known)).collect());
    }
    out
}

/// Every node that `path` leads to from `id`. A field may have several children (Bash's
/// `argument`), any of which may decide.
fn at_path(tree: &Tree, id: NodeId, path: &[u16], then: &mut dyn FnMut(NodeId)) {
    let Some((&field, rest)) = path.split_first() else { return then(id) };
    for child in tree.children(id).filter(|&child| tree.node(child).field == field) {
        at_path(tree, child, rest, then);
    }
}

impl Rooted {
    fn add(&mut self, group: u32, guard: Option<&Guard>) {
        match guard {
            None => self.always.push(group),
            Some(guard) if self.guards.contains(guard) => {}
            Some(guard) => self.guards.push(guard.clone()),
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
            deciding: Vec::new(),
            undecided: Vec::new(),
            guard: None,
        }
    }

    fn set_guard(&mut self) {
        let ([(asked, capture)], []) = (self.deciding.as_slice(), self.undecided.as_slice()) else { return };
        let mut path = Vec::new();
        if path_to(&self.shape, *capture, &mut path) && !path.is_empty() {
            self.guard = Some(Guard { path, asked: *asked });
        }
    }
}

/// The fields that lead to a capture, if each match has it there.
fn path_to(shape: &Shape, capture: usize, path: &mut Vec<u16>) -> bool {
    if shape.captures.contains(&capture) {
        return true;
    }
    for child in shape.children.iter().filter(|child| child.field != 0 && !child.optional) {
        path.push(child.field);
        if path_to(child, capture, path) {
            return true;
        }
        path.pop();
    }
    false
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
struct Judge<'a> {
    tree: &'a Tree,
    patterns: &'a [Pattern],
    lexicons: &'a Lexicons,
    meaning: &'a mut dyn Meaning,
    answered: &'a mut Answered,
    root: NodeId,
}

impl Judge<'_> {
    /// Whether a predicate, whose test has the number `test`, holds for a match.
    fn holds(&mut self, predicate: &Predicate, test: Option<u32>, nodes: &[NodeId]) -> bool {
        let key = test.map(|test| (test, nodes[predicate.capture]));
        if let Some(&known) = key.and_then(|key| self.answered.get(&key)) {
            return known != predicate.negated;
        }
        let mut question =
            Question { tree: self.tree, lexicons: self.lexicons, meaning: &mut *self.meaning, nodes };
        let holds = question.holds(predicate);
        if let Some(key) = key {
            self.answered.insert(key, holds != predicate.negated);
        }
        holds
    }
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
                let words = match list.mode {
                    Mode::Names => self.meaning.names(node),
                    Mode::Paths => self.meaning.paths(node),
                    _ => self.meaning.values(node),
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
