//! A theft under ballast that real interpreters accept is found: neither much valid code nor odd
//! valid code is a way out of BLOCKED.
//!
//! `BALLAST_DIR=DIR cargo test --test ballast` also writes the scripts there, for
//! `tests/external/ballast` to ask the interpreters about, and a table of the verdicts.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)] // It is a test.
#![allow(dead_code)] // Of what it shares with others it uses a part.

#[path = "hostile/ballast.rs"]
mod ballast;
#[path = "hostile/properties.rs"]
mod properties;
#[path = "hostile/shapes.rs"]
mod shapes;

use ballast::Case;
use rayon::prelude::*;
use skill_vet::findings::combine::Policy;
use skill_vet::queries::QuerySet;
use skill_vet::rules::Rule;
use skill_vet::verdict::{Verdict, judge};
use skill_vet::vet::vet;

/// The verdict, and whether the theft is cited where it stands.
fn seen(case: &Case, queries: &QuerySet) -> (Verdict, bool) {
    let path = format!("scripts/main.{}", case.extension);
    let pack = properties::pack(&[(&path, &case.text)]);
    let judgement = judge(&pack, vet(&pack, queries, Policy::Seed));
    let cited = judgement.findings.iter().map(|judged| &judged.finding).any(|finding| {
        let line = finding.place.as_ref().map(|place| place.line);
        finding.rule == Rule::DangerStealing && line == Some(case.line)
    });
    (judgement.verdict, cited)
}

#[test]
fn a_theft_under_valid_ballast_stays_blocked() {
    let queries = QuerySet::embedded();
    let cases = ballast::cases();
    let pool = rayon::ThreadPoolBuilder::new().stack_size(64 << 20).build().unwrap();
    let seen: Vec<(Verdict, bool)> =
        pool.install(|| cases.par_iter().map(|case| seen(case, &queries)).collect());
    let mut table = String::new();
    for (case, (verdict, cited)) in cases.iter().zip(&seen) {
        let bytes = case.text.len();
        table += &format!(
            "{}\t{}\t{bytes}\t{verdict}\t{}\n",
            case.extension,
            case.name,
            if *cited { "cited" } else { "not cited" }
        );
    }
    if let Some(dir) = std::env::var_os("BALLAST_DIR").map(std::path::PathBuf::from) {
        std::fs::create_dir_all(&dir).unwrap();
        std::fs::write(dir.join("verdicts.tsv"), &table).unwrap();
        for case in &cases {
            let name = case.name.replace([' ', '-'], "_");
            std::fs::write(dir.join(format!("{name}.{}", case.extension)), &case.text).unwrap();
        }
    }
    let missed: Vec<&str> = table.lines().filter(|line| !line.ends_with("BLOCKED\tcited")).collect();
    assert!(missed.is_empty(), "{} of {} cases:\n{}", missed.len(), cases.len(), missed.join("\n"));
}
