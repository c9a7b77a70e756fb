//! A whole suite of annotated fixtures: every one as annotated, and no pattern without one.
//!
//! `skill-vet queries test` and `cargo test` run this same code.

use super::fixture::{self, Outcome};
use crate::language::Language;
use crate::queries::{QuerySet, Row};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// A fixture as read.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// How it is named to people.
    pub shown: String,
    /// The stem of its file up to the first `-`: `sends` for `sends-more.py`.
    pub stem: String,
    /// Its language.
    pub language: Language,
    /// Its text.
    pub text: String,
    /// The text of `name.ext.expect` beside it.
    pub sidecar: Option<String>,
}

/// Which patterns must be exercised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// None: single fixtures are only compared.
    None,
    /// Every pattern of these languages, each by a fixture of its own file's stem.
    Languages(Vec<Language>),
    /// Every pattern of the sets from this one on, by any fixture: those a user's folders add.
    Added(usize),
}

/// What a run of the suite gave.
#[derive(Debug)]
pub struct Results<'a> {
    /// Each fixture with what it gave, in the order in which they were handed in.
    pub outcomes: Vec<(&'a Fixture, Outcome)>,
    /// The patterns that had to be exercised, in order, with whether they were.
    pub patterns: Vec<(Row<'a>, bool)>,
}

/// Runs fixtures, in parallel, with the same results on any number of threads.
pub fn run<'a>(fixtures: &'a [Fixture], queries: &'a QuerySet, coverage: &Coverage) -> Results<'a> {
    let outcomes: Vec<(&Fixture, Outcome)> = fixtures
        .par_iter()
        .map(|one| (one, fixture::run(one.language, &one.text, one.sidecar.as_deref(), queries)))
        .collect();
    // Which ids a fixture exercises is known by `language/stem/id`.
    let mut by_any = BTreeSet::new();
    let mut by_own = BTreeSet::new();
    for (one, outcome) in &outcomes {
        for id in &outcome.exercised {
            let is_own = id.split('/').nth(1) == Some(&one.stem);
            by_any.insert(id.as_str());
            if is_own {
                by_own.insert(id.as_str());
            }
        }
    }
    let needed: Vec<Row<'_>> = crate::language::LANGUAGES
        .iter()
        .flat_map(|row| queries.rows(row.language))
        .filter(|row| match coverage {
            Coverage::None => false,
            Coverage::Languages(languages) => languages.contains(&row.language),
            Coverage::Added(from) => row.file.set >= *from,
        })
        .collect();
    let exercised = if matches!(coverage, Coverage::Added(_)) { by_any } else { by_own };
    let patterns = needed
        .into_iter()
        .map(|row| (row, exercised.contains(fixture::key(row.language, row.stem, &row.pattern.id).as_str())))
        .collect();
    Results { outcomes, patterns }
}

impl Results<'_> {
    /// Everything that is not as it should be, a line each; empty where all is well.
    pub fn complaints(&self) -> Vec<String> {
        let mut out = Vec::new();
        for (one, outcome) in &self.outcomes {
            out.extend(outcome.failures.iter().map(|failure| format!("{}:{failure}", one.shown)));
        }
        for (row, exercised) in &self.patterns {
            if !exercised {
                let (line, _) = crate::queries::position(&row.file.text, row.pattern.span.start);
                let what = "no fixture has a fact of this pattern";
                out.push(format!("{}:{line}: {what}: {}", row.file.shown, row.pattern.id));
            }
        }
        out
    }
}
