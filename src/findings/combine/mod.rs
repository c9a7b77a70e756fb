//! The combinator: facts of one file into the findings of the table.
//!
//! It never looks at a tree, and facts of two files never meet here. The rows stand in
//! `rows`; which facts count at all, and how they are tied, in `scene`.

mod instructed;
mod rows;
mod scene;

use super::Finding;
use super::references::Reference;
use crate::docs::Disclosure;
use crate::facts::Unit;
use crate::pack::Pack;
use crate::queries::lexicon::Lexicon;
use crate::queries::vocabulary::{FactType, Role};
use crate::semantics::eval::Eval;
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
    /// The list of places made for credentials, for [`Policy::Flow`] and for documents.
    pub credential_places: Option<&'a Lexicon>,
    /// The file's path.
    pub file: &'a Arc<str>,
    /// Its text.
    pub text: &'a Text,
    /// Its code.
    pub unit: &'a Unit,
}

/// All findings of the table for one file.
pub fn combine(case: &Case<'_>) -> Vec<Finding> {
    let mut eval = Eval::new(&case.unit.graph, &case.unit.sources);
    let scene = scene::Scene::new(case, &mut eval);
    rows::findings(case, &scene)
}

/// All findings for the code that a document has the agent run.
pub fn combine_instructions(case: &Case<'_>) -> Vec<Finding> {
    let mut eval = Eval::new(&case.unit.graph, &case.unit.sources);
    let scene = scene::Scene::new(case, &mut eval);
    instructed::findings(case, &scene)
}

/// The literal paths that a file's code reads or runs, for the check of references; not those of
/// files that it makes itself.
pub fn references(case: &Case<'_>) -> Vec<Reference> {
    let mut eval = Eval::new(&case.unit.graph, &case.unit.sources);
    let made = scene::written_paths(case, &mut eval);
    let is_made = |target: &str| made.contains(target.trim_start_matches("./"));
    let mut out = Vec::new();
    for fact in case.unit.facts.iter().filter(|fact| fact.fact == FactType::Reference) {
        for path in fact.role(Role::Path) {
            let target = eval.constant(path).filter(|target| !target.contains(HOLE) && !is_made(target));
            if let Some(target) = target {
                let place = Place::new(case.file, case.text, fact.span);
                out.push(Reference { file: case.file.clone(), place, target: target.to_string() });
            }
        }
    }
    out
}
