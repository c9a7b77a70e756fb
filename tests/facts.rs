//! The annotated fixtures of `fixtures/facts/`, and that every pattern is exercised by its own.

#![allow(clippy::unwrap_used)] // A test says what it expects by panicking.

use skill_vet::facts::fixture;
use skill_vet::language::{LANGUAGES, Language};
use skill_vet::queries::QuerySet;
use skill_vet::queries::vocabulary::Stem;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folder(language: Language) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/facts").join(language.name())
}

fn fixtures(language: Language) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = std::fs::read_dir(folder(language))
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    out.retain(|path| path.extension().is_some_and(|extension| extension != "expect"));
    out.sort();
    out
}

#[test]
fn the_embedded_query_files_have_no_fault() {
    let faults = QuerySet::embedded().check();
    assert!(faults.is_empty(), "{}", faults.iter().map(|fault| format!("{fault}\n")).collect::<String>());
}

#[test]
fn every_fixture_holds_exactly_the_facts_it_says() {
    let queries = QuerySet::embedded();
    let mut failures = String::new();
    for row in LANGUAGES {
        for path in fixtures(row.language) {
            let text = std::fs::read_to_string(&path).unwrap();
            let sidecar = std::fs::read_to_string(format!("{}.expect", path.display())).ok();
            let outcome = fixture::run(row.language, &text, sidecar.as_deref(), &queries);
            for failure in outcome.failures {
                failures.push_str(&format!("{}: {failure}\n", path.display()));
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn every_pattern_is_exercised_by_its_own_fixture() {
    let queries = QuerySet::embedded();
    let mut missing = Vec::new();
    for row in LANGUAGES {
        let mut exercised = BTreeSet::new();
        for path in fixtures(row.language) {
            let text = std::fs::read_to_string(&path).unwrap();
            let own = path.file_stem().unwrap().to_string_lossy().into_owned();
            let own = own.split('-').next().unwrap_or_default().to_string();
            let outcome = fixture::run(row.language, &text, None, &queries);
            exercised.extend(
                outcome.exercised.into_iter().filter(|id| id.starts_with(&format!("{}/{own}/", row.name))),
            );
        }
        let set = queries.language(row.language);
        let facts = set.patterns.iter().zip(&set.origins).map(|(pattern, origin)| (origin.0, &pattern.id));
        let imports = set.imports.iter().map(|pattern| (Stem::Imports, &pattern.id));
        for (stem, id) in facts.chain(imports) {
            if !exercised.contains(&format!("{}/{}/{id}", row.name, stem.word())) {
                missing.push(format!("{}/{}.scm: {id}", row.name, stem.word()));
            }
        }
    }
    assert!(missing.is_empty(), "patterns that no fixture of their own needs:\n{}", missing.join("\n"));
}
