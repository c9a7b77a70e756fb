//! The facts of one file, its trees, and why a pattern found none: the query editor's workbench.

use super::places::Spot;
use crate::facts::why::{Says, Try, why};
use crate::facts::{Fact, Unit};
use crate::queries::explain::kind_shown;
use crate::queries::{QuerySet, Row, position};
use crate::semantics::PACK;
use crate::semantics::eval::Eval;
use crate::semantics::graph::ValueId;
use crate::source::{NONE, NodeId, Source};
use crate::text::{HOLE, Span, Text};
use schemars::JsonSchema;
use serde::Serialize;

/// Nodes listed for one pattern of `--why`; the nearest come first.
const TRIES: usize = 200;
/// Characters of source that are quoted.
pub(super) const QUOTED: usize = 60;

/// What is asked of a file.
pub struct Asked<'a> {
    /// How it is named.
    pub file: &'a str,
    /// Its text.
    pub text: &'a Text,
    /// What was found in it.
    pub unit: &'a Unit,
    /// The queries in use.
    pub queries: &'a QuerySet,
    /// The patterns to explain.
    pub why: Vec<Row<'a>>,
    /// Whether its trees are wanted.
    pub tree: bool,
}

/// What `skill-vet queries facts` says of one file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields, title = "skill-vet facts")]
pub struct FactsReport {
    /// The file, as it was named.
    pub file: String,
    /// The sets of queries in use, in the order in which they were loaded.
    pub queries: Vec<super::QuerySet>,
    /// The code in the file: itself first, then what is nested in it.
    pub sources: Vec<SourceEntry>,
    /// Its facts, in order of place.
    pub facts: Vec<FactEntry>,
    /// Why the analysis is not whole, `null` if it is.
    pub cut_short: Option<String>,
    /// What was asked with `--why`, a pattern each.
    pub why: Vec<WhyEntry>,
}

/// A piece of code.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct SourceEntry {
    /// Its language.
    pub language: &'static str,
    /// How many pieces of code it stands inside.
    pub depth: u8,
    /// `code`, `comment`, `instruction`, `mention` or `named`.
    pub context: String,
    /// Where it stands in the file.
    pub at: Spot,
    /// Its syntax tree in preorder, with `--tree`; else `null`.
    pub tree: Option<Vec<NodeEntry>>,
}

/// A node of a syntax tree. Comments are none.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct NodeEntry {
    /// How many nodes it stands in.
    pub depth: usize,
    /// The field it fills, `null` for none.
    pub field: Option<String>,
    /// Its kind as a query writes it: `(call)`, or `"="` for a token.
    pub kind: String,
    /// Inserted by error recovery.
    pub missing: bool,
    /// Where it stands.
    pub at: Spot,
    /// Its text, if it has no children; else `null`.
    pub text: Option<String>,
}

/// One fact.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct FactEntry {
    /// What is there.
    pub fact: &'static str,
    /// Its kind; empty for facts without kinds.
    pub kind: &'static str,
    /// What it is, for people.
    pub label: String,
    /// The stem of the query file that found it.
    pub stem: &'static str,
    /// The ids of its patterns that did.
    pub ids: Vec<String>,
    /// The language of its code.
    pub language: &'static str,
    /// `code`, `comment`, `instruction`, `mention` or `named`.
    pub context: String,
    /// Where it stands.
    pub at: Spot,
    /// Its parts.
    pub roles: Vec<RoleEntry>,
}

/// A part of a fact.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct RoleEntry {
    /// What part it plays.
    pub role: &'static str,
    /// Where it stands.
    pub at: Spot,
    /// Its source text.
    pub text: String,
    /// The dotted names it may have.
    pub names: Vec<String>,
    /// The values it may have; unknown parts as `{}`, the script's own folder as `{pack}`.
    pub values: Vec<String>,
}

/// What a pattern said of the nodes that its root may be.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct WhyEntry {
    /// The pattern: `python/sends/requests`.
    pub pattern: String,
    /// Its file.
    pub file: String,
    /// Its 1-based line there.
    #[schemars(range(min = 1))]
    pub line: u32,
    /// Nodes, those nearest to a fact first.
    pub nodes: Vec<TryEntry>,
    /// How many more there are.
    pub more: usize,
}

/// One node.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct TryEntry {
    /// Where it stands.
    pub at: Spot,
    /// Its source text, cut.
    pub text: String,
    /// `fact`, `predicate` where the shape fits and predicates do not hold, or `shape`.
    #[schemars(regex(pattern = "^(fact|predicate|shape)$"))]
    pub result: &'static str,
    /// The predicates that do not hold.
    pub failed: Vec<FailedEntry>,
    /// What the shape asked for in vain, as a query writes it.
    pub wanted: Option<String>,
    /// The node that should have had it, with its children.
    pub has: Option<String>,
}

/// A predicate that does not hold.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct FailedEntry {
    /// The predicate, as its file has it.
    pub predicate: String,
    /// The source text it looked at, cut; `null` where an optional part is missing.
    pub node: Option<String>,
    /// `names`, `values`, `text` or `place`.
    #[schemars(regex(pattern = "^(names|values|text|place)$"))]
    pub looked_at: &'static str,
    /// What it saw there.
    pub saw: Vec<String>,
    /// Why there is nothing to see, if that can be said.
    pub note: Option<&'static str>,
}

/// The report of what is asked.
pub fn report(asked: &Asked<'_>) -> FactsReport {
    let mut view = View { asked, eval: asked.unit.eval() };
    let why = asked.why.iter().map(|row| view.why(*row)).collect();
    FactsReport {
        file: asked.file.into(),
        queries: asked.queries.identities.iter().cloned().map(Into::into).collect(),
        sources: asked.unit.sources.iter().map(|source| view.source(source)).collect(),
        facts: asked.unit.facts.iter().map(|fact| view.fact(fact)).collect(),
        cut_short: asked.unit.cut_short.clone(),
        why,
    }
}

struct View<'a> {
    asked: &'a Asked<'a>,
    eval: Eval<'a>,
}

impl View<'_> {
    fn spot(&self, span: Span) -> Spot {
        Spot::of(self.asked.text, span)
    }

    fn source(&self, source: &Source) -> SourceEntry {
        let whole = Span::new(0, source.text.len());
        SourceEntry {
            language: source.language.name(),
            depth: source.depth,
            context: context(source),
            at: self.spot(source.outer(whole)),
            tree: self.asked.tree.then(|| self.tree(source)),
        }
    }

    fn tree(&self, source: &Source) -> Vec<NodeEntry> {
        let grammar = source.language.grammar();
        let mut out: Vec<NodeEntry> = Vec::with_capacity(source.tree.len());
        for (id, node) in source.tree.nodes.iter().enumerate() {
            // Preorder: a parent comes before its children.
            let depth = if node.parent == NONE { 0 } else { out[node.parent as usize].depth + 1 };
            let is_leaf = node.end as usize == id + 1;
            out.push(NodeEntry {
                depth,
                field: grammar.field_name_for_id(node.field).map(String::from),
                kind: kind_shown(node.kind, &grammar),
                missing: node.missing,
                at: self.spot(source.outer(node.span)),
                text: is_leaf.then(|| source.text_of(id as NodeId).to_string()),
            });
        }
        out
    }

    fn fact(&mut self, fact: &Fact) -> FactEntry {
        let source = &self.asked.unit.sources[fact.source];
        let roles = fact.roles.iter().map(|part| {
            let span = source.outer(source.tree.node(part.node).span);
            RoleEntry {
                role: part.role.word(),
                at: self.spot(span),
                text: source.text_of(part.node).to_string(),
                names: part.value.map(|value| self.names(value)).unwrap_or_default(),
                values: part.value.map(|value| self.values(value)).unwrap_or_default(),
            }
        });
        let roles = roles.collect();
        FactEntry {
            fact: fact.fact.word(),
            kind: fact.kind,
            label: fact.label.clone(),
            stem: fact.stem.word(),
            ids: fact.ids.clone(),
            language: source.language.name(),
            context: context(source),
            at: self.spot(fact.span),
            roles,
        }
    }

    fn names(&mut self, value: ValueId) -> Vec<String> {
        self.eval.names(value).iter().map(|name| name.to_string()).collect()
    }

    fn values(&mut self, value: ValueId) -> Vec<String> {
        self.eval.values(value).iter().map(|value| open(value)).collect()
    }

    fn why(&mut self, row: Row<'_>) -> WhyEntry {
        let tries = why(self.asked.unit, self.asked.queries, row);
        let more = tries.len().saturating_sub(TRIES);
        WhyEntry {
            pattern: crate::facts::fixture::key(row.language, row.stem, &row.pattern.id),
            file: row.file.shown.clone(),
            line: position(&row.file.text, row.pattern.span.start).0,
            nodes: tries.into_iter().take(TRIES).map(|one| self.tried(one)).collect(),
            more,
        }
    }

    fn tried(&self, one: Try) -> TryEntry {
        let source = &self.asked.unit.sources[one.source];
        let mut out = TryEntry {
            at: self.spot(source.outer(source.tree.node(one.node).span)),
            text: quoted(source.text_of(one.node)),
            result: "fact",
            failed: Vec::new(),
            wanted: None,
            has: None,
        };
        match one.says {
            Says::Fact => {}
            Says::Predicates(failed) => {
                out.result = "predicate";
                out.failed = failed
                    .into_iter()
                    .map(|failed| FailedEntry {
                        predicate: failed.predicate,
                        node: failed.node.map(|node| quoted(source.text_of(node))),
                        looked_at: failed.looked_at,
                        saw: failed.saw,
                        note: failed.note,
                    })
                    .collect();
            }
            Says::Shape { wanted, has, .. } => {
                out.result = "shape";
                out.wanted = Some(wanted);
                out.has = Some(has);
            }
        }
        out
    }
}

/// A folded value for people: unknown parts as `{}`, the script's own folder as `{pack}`.
fn open(value: &str) -> String {
    value.replace(HOLE, "{}").replace(PACK, "{pack}")
}

fn context(source: &Source) -> String {
    format!("{:?}", source.context).to_lowercase()
}

/// Source text in one line, cut.
pub(super) fn quoted(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: String = line.chars().take(QUOTED).collect();
    if cut.len() < line.len() { format!("{cut}…") } else { cut }
}
