//! The combinator: facts of one file into the findings of the table.
//!
//! It never looks at a tree, and facts of two files never meet here. The rows stand in
//! `rows`; which facts count at all, and how they are tied, in `scene`.

mod installs;
mod instructed;
mod rows;
mod scene;

use super::Finding;
use super::references::Reference;
use crate::docs::Disclosure;
use crate::facts::{Fact, Unit};
use crate::language::Language;
use crate::pack::Pack;
use crate::prose::guards::Guards;
use crate::queries::QuerySet;
use crate::queries::lexicon::Lexicon;
use crate::queries::vocabulary::{FactType, Role};
use crate::semantics::PACK;
use crate::semantics::eval::Eval;
use crate::source::Context;
use crate::text::{HOLE, Place, Text};
use std::sync::Arc;

/// When the two halves of a theft make it one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Both stand in one file: the seed's letter.
    #[default]
    Seed,
    /// The secret was followed to the send.
    Flow,
}

/// One file on the table.
pub struct Case<'a> {
    /// The pack it is of, for which files are its own.
    pub pack: &'a Pack,
    /// What the documents disclose.
    pub disclosure: &'a Disclosure,
    /// When halves are a theft.
    pub policy: Policy,
    /// The lists.
    pub queries: &'a QuerySet,
    /// The list of places made for credentials, for [`Policy::Flow`] and for documents.
    pub credential_places: Option<&'a Lexicon>,
    /// The words by which a text forbids, quotes or teaches.
    pub guards: &'a Guards,
    /// The file's path.
    pub file: &'a Arc<str>,
    /// Its text.
    pub text: &'a Text,
    /// Its code.
    pub unit: &'a Unit,
}

/// All findings of the table for one file.
pub fn combine(case: &Case<'_>, eval: &mut Eval<'_>) -> Vec<Finding> {
    let scene = scene::Scene::new(case, eval);
    rows::findings(case, &scene)
}

/// All findings for the code that a document has the agent run.
pub fn combine_instructions(case: &Case<'_>, eval: &mut Eval<'_>) -> Vec<Finding> {
    let scene = scene::Scene::new(case, eval);
    let mut out = instructed::findings(case, &scene, eval);
    out.extend(installs::findings(case, &scene, eval));
    out
}

/// The literal paths that a file's code reads or runs, for the check of references; not those of
/// files that it makes itself.
pub fn references(case: &Case<'_>, eval: &mut Eval<'_>) -> Vec<Reference> {
    let made = scene::written_paths(case, eval);
    let is_made = |target: &str| made.contains(target.trim_start_matches("./"));
    let mut out = Vec::new();
    for fact in case.unit.facts.iter().filter(|fact| fact.fact == FactType::Reference) {
        for path in fact.role(Role::Path) {
            let target =
                eval.constant(path).filter(|target| !target.contains([HOLE, PACK]) && !is_made(target));
            if let Some(target) = target {
                let place = Place::new(case.file, case.text, fact.span);
                out.push(Reference { file: case.file.clone(), place, target: target.to_string() });
            }
        }
    }
    out
}

/// The files that a file's code runs, by the paths it spells, each with the language it is run in.
pub fn runs(case: &Case<'_>, eval: &mut Eval<'_>) -> Vec<(String, Language)> {
    let mut out = Vec::new();
    let run = |fact: &&Fact| {
        fact.fact == FactType::Reference
            && fact.role(Role::Code).next().is_some()
            && (fact.context == Context::Code || fact.context.is_meant())
    };
    for fact in case.unit.facts.iter().filter(run) {
        let names: Vec<_> = fact.role(Role::Fn).flat_map(|called| eval.names(called).to_vec()).collect();
        let interpreter = names.iter().find_map(|name| Language::by_interpreter(name));
        let language = interpreter.unwrap_or(case.unit.sources[fact.source].language);
        for path in fact.role(Role::Code) {
            let targets = eval.values(path);
            let known = targets.iter().filter(|target| !target.contains(HOLE));
            out.extend(known.map(|target| (target.trim_start_matches([PACK, '/']).to_string(), language)));
        }
    }
    out
}
