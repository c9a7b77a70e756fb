//! The annotated fixtures of `fixtures/facts/`, and that every pattern is exercised by its own: what
//! `skill-vet queries test` does.

#![allow(clippy::unwrap_used)] // A test says what it expects by panicking.

use skill_vet::cli::queries::suite;
use skill_vet::facts::suite::{self, Coverage};
use skill_vet::language::{LANGUAGES, Language};
use skill_vet::queries::QuerySet;
use std::path::Path;

#[test]
fn the_embedded_query_files_have_no_fault() {
    let set = QuerySet::embedded();
    let mut faults = set.check();
    faults.extend(set.check_shapes());
    assert!(faults.is_empty(), "{}", faults.iter().map(|fault| format!("{fault}\n")).collect::<String>());
}

#[test]
fn a_language_has_every_pattern_of_the_one_it_builds_on() {
    let set = QuerySet::embedded();
    for row in LANGUAGES {
        let has = set.rows_in_use(row.language).len();
        let folders = row.queries.iter().filter_map(|folder| Language::by_name(folder));
        let counts: Vec<usize> = folders.map(|one| set.rows(one).len()).collect();
        assert_eq!(has, counts.iter().sum::<usize>(), "{}", row.name);
    }
    assert!(set.rows_in_use(Language::Tsx).len() > 100);
}

#[test]
fn every_fixture_holds_exactly_the_facts_it_says_and_every_pattern_is_exercised() {
    let queries = QuerySet::embedded();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/facts");
    let read = suite(&[folder], false).unwrap();
    let results = suite::run(&read.fixtures, &queries, &read.coverage);
    let complaints = results.complaints();
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// A language that builds on another reads its programs as that one does.
#[test]
fn fixtures_hold_in_the_languages_that_build_on_theirs() {
    let queries = QuerySet::embedded();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/facts");
    let mut told = Vec::new();
    for row in LANGUAGES.iter().filter(|row| row.queries.len() > 1) {
        let mut read = suite(&[root.join(row.queries[0])], false).unwrap();
        // Of TypeScript's two grammars only TSX has elements.
        read.fixtures.retain(|one| row.language == Language::Tsx || !one.shown.ends_with(".jsx"));
        read.fixtures.iter_mut().for_each(|one| one.language = row.language);
        let results = suite::run(&read.fixtures, &queries, &Coverage::None);
        told.extend(results.complaints().iter().map(|complaint| format!("{}: {complaint}", row.name)));
    }
    assert!(told.is_empty(), "\n{}", told.join("\n"));
}
