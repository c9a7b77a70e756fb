//! Vetting: a pack through all stages, to findings.

use crate::docs::Documents;
use crate::facts::Unit;
use crate::findings::combine::{Case, Policy, combine, combine_instructions, references};
use crate::findings::references::Reference;
use crate::findings::split::{self, Halves};
use crate::findings::{Finding, concealment, hygiene, references as reference_check, structure};
use crate::pack::{File, Gap, GapKind, Pack};
use crate::queries::QuerySet;
use crate::verdict::Vetted;
use rayon::prelude::*;

/// What one file's code gave.
#[derive(Default)]
struct FileResult {
    findings: Vec<Finding>,
    references: Vec<Reference>,
    halves: Option<Halves>,
    gap: Option<Gap>,
}

/// Vets a pack. Pure: the same pack, queries and policy always give the same, whatever the number
/// of threads.
pub fn vet(pack: &Pack, queries: &QuerySet, policy: Policy) -> Vetted {
    let docs = Documents::read(pack);
    let results: Vec<FileResult> =
        pack.files.par_iter().map(|file| vet_file(pack, &docs, queries, policy, file)).collect();
    let mut vetted = Vetted {
        skill_name: docs.name().map(String::from),
        skill_file: docs.skill.as_ref().map(|skill| skill.path.clone()),
        findings: structure::check(pack, &docs),
        gaps: Vec::new(),
    };
    let mut named = reference_check::from_skill(pack, &docs);
    let mut halves = Vec::new();
    for result in results {
        vetted.findings.extend(result.findings);
        named.extend(result.references);
        halves.extend(result.halves);
        vetted.gaps.extend(result.gap);
    }
    vetted.findings.extend(split::check(&halves));
    vetted.findings.extend(reference_check::check(pack, &named));
    vetted
}

fn vet_file(pack: &Pack, docs: &Documents, queries: &QuerySet, policy: Policy, file: &File) -> FileResult {
    let mut result = FileResult::default();
    result.findings.extend(concealment::check_file(file));
    result.findings.extend(hygiene::check_file(file));
    let Some(text) = &file.text else { return result };
    let code = Unit::of_file(&file.path, file.language, text.as_str(), queries);
    let case = |unit| Case {
        pack,
        disclosure: &docs.disclosure,
        policy,
        credential_places: queries.lexicon("credential-places"),
        file: &file.path,
        text,
        unit,
    };
    if let Some(unit) = &code {
        result.findings.extend(combine(&case(unit)));
        result.references = references(&case(unit));
        result.halves = Some(split::halves(&case(unit)));
    }
    let told = match code {
        Some(_) => None,
        None => Unit::of_document(file.kind, text.as_str(), queries),
    };
    if let Some(unit) = &told {
        result.findings.extend(combine_instructions(&case(unit)));
    }
    let cut_short = code.as_ref().or(told.as_ref()).and_then(|unit| unit.cut_short.clone());
    result.gap = cut_short.map(|why| Gap { path: file.path.clone(), kind: GapKind::Unanalyzed, why });
    result
}
