//! Facts: what the query files find in one file's sources, with names and values resolved.

mod again;
mod comments;
pub mod fixture;
pub mod nested;
mod pushes;
pub mod suite;
pub mod why;
pub mod written;

use crate::language::Language;
use crate::pack::Kind;
use crate::queries::lexicons::Lexicons;
use crate::queries::matcher::Match;
use crate::queries::pattern::{Capture, Condition, Pattern};
use crate::queries::vocabulary::{FactType, Role, Stem};
use crate::queries::{LanguageQueries, QuerySet};
use crate::semantics::eval::{Answers, Eval};
use crate::semantics::graph::{Graph, ScopeId, ValueId};
use crate::semantics::lower::Import;
use crate::semantics::{self, SourceMeaning};
use crate::source::instructions::MAX_INSTRUCTIONS;
use crate::source::{Budget, Context, Joined, NONE, NodeId, Origin, Source, carriers, instructions};
use crate::text::{Span, harmless};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

/// How many pieces of code of a data file or a page are read one by one.
const MAX_CARRIED: usize = 4000;

/// Why an analysis is not whole where there was more to look at than is looked at.
const OVER_BUDGET: &str = "names, values or matches went past their budget";

/// One fact.
#[derive(Clone, Debug)]
pub struct Fact {
    /// What is there.
    pub fact: FactType,
    /// Its kind, empty for facts without kinds.
    pub kind: &'static str,
    /// What it is, for people; harmless.
    pub label: String,
    /// The query file that found it, and the ids of its patterns that did.
    pub stem: Stem,
    /// See `stem`.
    pub ids: Vec<String>,
    /// Index of its source.
    pub source: usize,
    /// Its node there.
    pub node: NodeId,
    /// The node's value in the file's graph.
    pub value: Option<ValueId>,
    /// Its place in the outer file.
    pub span: Span,
    /// Where the code stands.
    pub context: Context,
    /// Its parts.
    pub roles: Vec<Part>,
}

/// A part of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What part it plays.
    pub role: Role,
    /// Its node.
    pub node: NodeId,
    /// Its value in the file's graph.
    pub value: Option<ValueId>,
}

impl Fact {
    /// The values that play a role.
    pub fn role(&self, role: Role) -> impl Iterator<Item = ValueId> + '_ {
        self.roles.iter().filter(move |part| part.role == role).filter_map(|part| part.value)
    }
}

/// Everything known of one file's code.
#[derive(Debug, Default)]
pub struct Unit {
    /// The file's source and those nested in it, outer ones first.
    pub sources: Vec<Source>,
    /// The value graph of them all.
    pub graph: Graph,
    /// What each source imports.
    pub imports: Vec<Vec<Import>>,
    /// The facts, in order of their place.
    pub facts: Vec<Fact>,
    /// Calls that were read again as they are when they run, by the source that spells them out.
    pub respelled: Vec<(usize, ValueId)>,
    /// Sources that are files which the program writes.
    pub written: Vec<(usize, Vec<Span>)>,
    /// How many of the graph's calls were looked at for nested code.
    looked_at: usize,
    /// Why the analysis is not whole, if it is not.
    pub cut_short: Option<String>,
    /// What was found out on the way to the facts.
    known: RefCell<Answers>,
}

impl Unit {
    /// Why the analysis is not whole, those questions among it that `eval` was asked later.
    pub fn why_not_whole(&self, eval: &Eval<'_>) -> Option<&str> {
        self.cut_short.as_deref().or(eval.over_budget.then_some(OVER_BUDGET))
    }

    /// An evaluator of the unit's graph; the first one knows what finding the facts found out.
    pub fn eval(&self) -> Eval<'_> {
        Eval::resume(&self.graph, &self.sources, self.known.take())
    }

    /// Reads a file of the pack: a script, or the code that stands in a data file or a page. `None` where
    /// there is no code.
    pub fn of_file(path: &str, language: Option<Language>, text: &str, queries: &QuerySet) -> Option<Unit> {
        if let Some(language) = language {
            return Some(Unit::script(language, text, queries));
        }
        let carried = carriers::carried(path, text);
        if carried.is_empty() {
            return None;
        }
        let mut unit = Unit::default();
        if !carried.iter().all(|code| code.is_whole) {
            unit.cut_short = Some("so much code by other names that the last was not read".into());
        }
        let mut rest = Rest::default();
        for (count, code) in carried.into_iter().enumerate() {
            let origin = Origin::of_pieces(code.pieces.iter().map(|piece| (piece.text.len(), piece.outer)));
            if count >= MAX_CARRIED {
                rest.push(code.language, Context::Code, &code.code(), &origin);
                continue;
            }
            let source =
                Source::nested(code.language, code.code(), origin, Context::Code, 0, Budget::default());
            let scope = unit.add(source, None, queries);
            if code.shares_names {
                unit.graph.export(scope);
            }
        }
        unit.add_rest(rest, queries);
        unit.finish(queries);
        Some(unit)
    }

    /// Reads what a document has the agent run. Each piece sees the names of those before it, as
    /// one shell would run them. `None` where there is no code.
    pub fn of_document(path: &str, kind: Kind, text: &str, queries: &QuerySet) -> Option<Unit> {
        let found = match kind {
            Kind::Markdown => instructions::in_markdown(text, queries.guards()),
            Kind::Text if instructions::is_prose(path) => instructions::in_text(text, queries.guards()),
            _ => return None,
        };
        let mut unit = Unit::default();
        let mut rest = Rest::default();
        let mut scopes: FxHashMap<Language, ScopeId> = FxHashMap::default();
        for (count, one) in found.into_iter().enumerate() {
            if count >= MAX_INSTRUCTIONS {
                rest.push(one.language, one.context, &one.text, &one.origin);
                continue;
            }
            let source =
                Source::nested(one.language, one.text, one.origin, one.context, 0, Budget::default());
            let parent = scopes.get(&one.language).copied();
            scopes.insert(one.language, unit.add(source, parent, queries));
        }
        unit.add_rest(rest, queries);
        if unit.sources.is_empty() {
            return None;
        }
        unit.finish(queries);
        Some(unit)
    }

    /// Reads one script: its facts and those of the code nested in it.
    pub fn script(language: Language, text: &str, queries: &QuerySet) -> Unit {
        let mut unit = Unit::default();
        unit.add(Source::file(language, text, Budget::default()), None, queries);
        unit.finish(queries);
        unit
    }

    /// Reads what is more than the budget, all of it, but only one source a language: a heap of
    /// harmless pieces must not hide the next one.
    fn add_rest(&mut self, rest: Rest, queries: &QuerySet) {
        for (language, context, Joined { text, origin }) in rest.0 {
            let why = "so many pieces of code that the last were read as one";
            self.cut_short.get_or_insert_with(|| why.into());
            let source = Source::nested(language, text, origin, context, 0, Budget::default());
            self.add(source, None, queries);
        }
    }

    /// Lowers a further source into the unit. Returns its outermost scope.
    pub fn add(&mut self, source: Source, parent: Option<ScopeId>, queries: &QuerySet) -> ScopeId {
        if let Some(why) = source.tree.cut_short {
            self.cut_short.get_or_insert_with(|| why.to_string());
        }
        self.graph.clients = queries.lexicons.shared("clients").cloned();
        let imports = imports(&source, queries.language(source.language));
        let scope = semantics::of(source.language).lower(&mut self.graph, &source, parent, &imports);
        self.sources.push(source);
        self.imports.push(imports);
        scope
    }

    /// Finds nested code until there is no more, then all facts.
    pub fn finish(&mut self, queries: &QuerySet) {
        let mut known = nested::expand(self, queries);
        let mut facts = Vec::new();
        let mut given_up = false;
        let mut done = FxHashSet::default();
        // What is written and run may itself write and run.
        for _ in 0..3 {
            let mut eval = Eval::resume(&self.graph, &self.sources, known);
            facts.clear();
            for index in 0..self.sources.len() {
                given_up |= find(&mut eval, index, queries, &mut facts);
            }
            given_up |= eval.over_budget;
            let found = nested::expand_written(self, &facts, eval.into_answers(), &mut done, queries);
            known = found.0;
            if !found.1 {
                break;
            }
        }
        let mut eval = Eval::resume(&self.graph, &self.sources, known);
        if eval.over_budget || given_up {
            self.cut_short.get_or_insert_with(|| OVER_BUDGET.to_string());
        }
        written::keep_written(&mut eval, &mut facts);
        pushes::keep_given(&mut eval, &mut facts);
        again::leave_out(&mut eval, queries, &self.respelled, &mut facts);
        let known = eval.into_answers();
        let count = self.sources.len();
        comments::add(self, queries, &mut facts);
        // What is known stays so where no comment was added to the graph.
        if self.sources.len() == count {
            self.known = RefCell::new(known);
        }
        facts.sort_by(|a, b| {
            (a.span, a.fact, a.kind, a.source, a.node).cmp(&(b.span, b.fact, b.kind, b.source, b.node))
        });
        self.facts = without_doubles(facts, &self.sources);
    }
}

/// Pieces of code past the budget, by what they have in common.
#[derive(Default)]
struct Rest(Vec<(Language, Context, Joined)>);

impl Rest {
    fn push(&mut self, language: Language, context: Context, text: &str, origin: &Origin) {
        let known = self.0.iter_mut().find(|(l, c, _)| (*l, *c) == (language, context));
        match known {
            Some((_, _, joined)) => joined.push(text, origin),
            None => {
                let mut joined = Joined::default();
                joined.push(text, origin);
                self.0.push((language, context, joined));
            }
        }
    }
}

/// Leaves out what was found again where lines were parsed a second time, and what a call says of itself
/// that was spelled out anew and says more then. `facts` are in order.
fn without_doubles(facts: Vec<Fact>, sources: &[Source]) -> Vec<Fact> {
    let is_again = |fact: &Fact| {
        let again = sources[fact.source].tree.again;
        again > 0 && fact.node >= again
    };
    let mut out: Vec<Fact> = Vec::with_capacity(facts.len());
    for fact in facts {
        // A first reading stands before the second at the same place.
        let same = |known: &Fact| (known.span, known.fact, known.kind) == (fact.span, fact.fact, fact.kind);
        if is_again(&fact) && out.last().is_some_and(same) {
            continue;
        }
        let spelled = |known: &Fact| sources[known.source].respelled < sources[fact.source].respelled;
        out.pop_if(|known| same(known) && spelled(known));
        out.push(fact);
    }
    out
}

/// What a source imports, by its language's `imports.scm`.
fn imports(source: &Source, queries: &LanguageQueries) -> Vec<Import> {
    /// Imports are read before anything has a name or a value.
    struct Bare<'a>(&'a Source);
    impl crate::queries::matcher::Meaning for Bare<'_> {
        fn names(&mut self, _: NodeId) -> std::rc::Rc<[std::rc::Rc<str>]> {
            std::rc::Rc::from([])
        }
        fn values(&mut self, _: NodeId) -> std::rc::Rc<[std::rc::Rc<str>]> {
            std::rc::Rc::from([])
        }
        fn text(&self, node: NodeId) -> &str {
            self.0.text_of(node)
        }
    }
    let mut out = Vec::new();
    let none = Lexicons::default();
    queries.import_matcher.run(&source.tree, &queries.imports, &none, &mut Bare(source), &mut |found| {
        let captures = &queries.imports[found.pattern].captures;
        let text = |role| {
            let index = captures.iter().position(|capture| *capture == Capture::Role(role))?;
            (found.nodes[index] != NONE).then(|| source.text_of(found.nodes[index]).to_string())
        };
        if let Some(module) = text(Role::Module) {
            out.push(Import {
                pattern: found.pattern,
                node: found.root,
                module,
                binding: text(Role::Binding),
                alias: text(Role::Alias),
            });
        }
    });
    out.sort_by_key(|import| import.node);
    out
}

/// Adds the facts of one source. Returns whether some node was given up.
fn find(eval: &mut Eval<'_>, index: usize, queries: &QuerySet, facts: &mut Vec<Fact>) -> bool {
    let sources = eval.sources;
    let source = &sources[index];
    let set = queries.language(source.language);
    // Collected first: what a match says is settled with the evaluator that the matcher holds.
    let mut found: Vec<(usize, Vec<NodeId>)> = Vec::new();
    let mut meaning = SourceMeaning { eval, source: index };
    let given_up = set.matcher.run(
        &source.tree,
        &set.patterns,
        &queries.lexicons,
        &mut meaning,
        &mut |found_one: Match<'_>| {
            found.push((found_one.pattern, found_one.nodes.to_vec()));
        },
    );
    found.sort();
    let mut known: FxHashMap<(NodeId, FactType, &'static str), usize> = FxHashMap::default();
    // A command may have thousands of parts: looking through them for each would be quadratic.
    let mut parts: FxHashSet<(usize, Role, NodeId)> = FxHashSet::default();
    for (pattern_index, nodes) in found {
        let pattern = &set.patterns[pattern_index];
        let Some(fact) = fact_of(eval, index, queries, pattern, set.origins[pattern_index].0, &nodes) else {
            continue;
        };
        match known.get(&(fact.node, fact.fact, fact.kind)) {
            Some(&at) => merge(&mut facts[at], fact, &mut |part| parts.insert((at, part.role, part.node))),
            None => {
                known.insert((fact.node, fact.fact, fact.kind), facts.len());
                parts.extend(fact.roles.iter().map(|part| (facts.len(), part.role, part.node)));
                facts.push(fact);
            }
        }
    }
    given_up
}

fn fact_of(
    eval: &mut Eval<'_>,
    index: usize,
    queries: &QuerySet,
    pattern: &Pattern,
    stem: Stem,
    nodes: &[NodeId],
) -> Option<Fact> {
    let fact = pattern.fact?;
    let at = pattern.captures.iter().position(|capture| *capture == Capture::Fact(fact))?;
    let node = nodes[at];
    let source = &eval.sources[index];
    // What goes out does so where it is run; what is read stands where it is named.
    let path = pattern.captures.iter().position(|capture| *capture == Capture::Role(Role::Path));
    let path = path.map(|at| nodes[at]).filter(|&path| path != NONE);
    let named = |node| source.outer(source.tree.node(node).span);
    let span = match (source.run_at, path) {
        (Some(at), _) if fact == FactType::Send => at,
        (Some(_), Some(path)) if matches!(fact, FactType::SecretRead | FactType::ReadOutside) => named(path),
        _ => named(node),
    };
    let context = source.context;
    let value_at = |node| eval.graph.value_at(index, node);
    let roles: Vec<Part> = pattern
        .captures
        .iter()
        .zip(nodes)
        .filter(|&(_, &node)| node != NONE)
        .filter_map(|(capture, &node)| match capture {
            Capture::Role(role) => Some(Part { role: *role, node, value: value_at(node) }),
            _ => None,
        })
        .collect();
    let value = value_at(node);
    let (kind, label) = kind_and_label(eval, index, queries, pattern, fact, nodes);
    Some(Fact {
        fact,
        kind,
        label: harmless(&label),
        stem,
        ids: vec![pattern.id.clone()],
        source: index,
        node,
        value,
        span,
        context,
        roles,
    })
}

/// `#set!` first, then the section of a list that fits, then the name of the thing called.
fn kind_and_label(
    eval: &mut Eval<'_>,
    index: usize,
    queries: &QuerySet,
    pattern: &Pattern,
    fact: FactType,
    nodes: &[NodeId],
) -> (&'static str, String) {
    let mut kind = pattern.kind.unwrap_or_default();
    let mut label = pattern.label.clone().unwrap_or_default();
    for predicate in pattern.predicates.iter().filter(|predicate| !predicate.negated) {
        let Condition::Lexicon(list) = &predicate.test else { continue };
        let Some(value) = eval.graph.value_at(index, nodes[predicate.capture]) else { continue };
        let words = if queries.is_names(list) { eval.names(value) } else { eval.paths(value) };
        let Some(section) = queries.section(list, words.iter().map(|word| &**word)) else { continue };
        if kind.is_empty() {
            kind = fact.kind(&section.kind).unwrap_or_default();
        }
        if label.is_empty() {
            label = section.label.clone();
        }
    }
    if label.is_empty() {
        label = called_name(eval, index, queries, pattern, nodes).unwrap_or_else(|| pattern.id.clone());
    }
    (kind, label)
}

/// The name that the pattern asked of its `@fn`, or the first it has.
fn called_name(
    eval: &mut Eval<'_>,
    index: usize,
    queries: &QuerySet,
    pattern: &Pattern,
    nodes: &[NodeId],
) -> Option<String> {
    let at = pattern.captures.iter().position(|capture| *capture == Capture::Role(Role::Fn))?;
    let value = eval.graph.value_at(index, nodes[at])?;
    let names = eval.names(value);
    let asked = pattern.predicates.iter().filter(|predicate| predicate.capture == at && !predicate.negated);
    let fits = |name: &&std::rc::Rc<str>| {
        asked.clone().all(|predicate| match &predicate.test {
            Condition::Name(asked) => asked.contains(&***name),
            Condition::Lexicon(list) => queries.lexicon(list).is_none_or(|list| list.find(name).is_some()),
            _ => true,
        })
    };
    let name = names.iter().find(fits)?;
    // `.` is a command of its own.
    let spaced = is_command(eval, index) && &**name != ".";
    Some(name.replace('.', if spaced { " " } else { "." }))
}

fn is_command(eval: &Eval<'_>, index: usize) -> bool {
    semantics::of(eval.sources[index].language).free_is_environment()
}

fn merge(known: &mut Fact, other: Fact, is_new: &mut dyn FnMut(&Part) -> bool) {
    known.roles.extend(other.roles.into_iter().filter(|part| is_new(part)));
    for id in other.ids {
        if !known.ids.contains(&id) {
            known.ids.push(id);
        }
    }
}

#[cfg(test)]
mod tests;
