//! Each sentence of what is settled, as small packs: `fixtures/cases/*.txt`, whose form
//! `common::cases` tells.

#![allow(clippy::unwrap_used)] // A test says what it expects by panicking.

mod common;

use common::cases::parse;
use skill_vet::queries::QuerySet;
use std::fs;
use std::path::Path;

#[test]
fn every_case_gives_its_findings_and_no_others() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/cases");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let queries = QuerySet::embedded();
    let mut faults = Vec::new();
    for path in &paths {
        let stem = path.file_stem().unwrap().to_string_lossy();
        for case in parse(&fs::read_to_string(path).unwrap()) {
            faults.extend(case.faults(&queries).into_iter().map(|fault| format!("{stem}: {fault}")));
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}
