//! The tables of `docs/queries.md`: made from the vocabulary and from the examples of
//! `docs/vocabulary`.

use super::root;
use skill_vet::cli::queries::{load, suite};
use skill_vet::facts::fixture;
use skill_vet::facts::suite;
use skill_vet::language::Language;
use skill_vet::queries::lexicon::Mode;
use skill_vet::queries::vocabulary::{FactType, PredicateWord, Property, Role, Stem};
use skill_vet::queries::{QuerySet, Row};
use std::fs;

/// Set to write the tables anew after the vocabulary or its examples have changed.
const WRITE: &str = "SKILL_VET_WRITE_DOCS";

fn examples() -> QuerySet {
    load(&[root().join("docs/vocabulary")]).unwrap()
}

/// A cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// The first line of some pattern of the examples that holds `word` as a whole word, with where.
fn used(rows: &[Row<'_>], word: &str) -> String {
    for row in rows {
        let text = &row.file.text[row.pattern.span.range()];
        let at = text.match_indices(word).find(|(at, _)| {
            let end = text[at + word.len()..].chars().next();
            end.is_none_or(|c| !(c.is_alphanumeric() || "_.-".contains(c)))
        });
        let Some((at, _)) = at else { continue };
        let start = text[..at].rfind('\n').map_or(0, |line| line + 1);
        let line = text[start..].lines().next().unwrap().trim();
        return format!("`{}` (`{}`: `{}`)", cell(line), row.file.path, row.pattern.id);
    }
    panic!("docs/vocabulary has no example of {word}");
}

/// The code of the first annotation of the examples that `wanted` takes.
fn code(fixtures: &[suite::Fixture], wanted: impl Fn(&fixture::Annotation) -> bool) -> Option<String> {
    fixtures.iter().find_map(|one| {
        let (_, annotations) = fixture::read(one.language, &one.text, None, &mut Vec::new());
        let found = annotations.iter().find(|annotation| wanted(annotation))?;
        let line = one.text.lines().nth(found.line as usize - 1)?;
        Some(format!("`{}`", cell(line.trim())))
    })
}

fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<String> = head.iter().map(|cell| cell.to_string()).collect();
    let rule: Vec<String> = head.iter().map(|_| "---".into()).collect();
    let rows: String = rows.into_iter().map(|row| line(&row)).collect();
    line(&head) + &line(&rule) + &rows
}

fn tables() -> Vec<(&'static str, String)> {
    let set = examples();
    let rows = set.rows(Language::Python);
    let fixtures = suite(&[root().join("docs/vocabulary/fixtures")], true).unwrap().fixtures;
    let stems = Stem::ALL.iter().map(|stem| vec![format!("`{}.scm`", stem.word()), stem.meaning().into()]);
    let facts = FactType::ALL.iter().map(|&fact| {
        let example = code(&fixtures, |annotation| annotation.fact == fact);
        vec![format!("`@{}`", fact.word()), fact.meaning().into(), example.expect("an example of the fact")]
    });
    let kinds = FactType::ALL
        .iter()
        .flat_map(|&fact| fact.kinds().iter().map(move |kind| (fact, *kind)).collect::<Vec<_>>());
    let kinds = kinds.map(|(fact, kind)| {
        let has = |annotation: &fixture::Annotation| {
            annotation.fact == fact && annotation.properties.contains(&("kind".into(), kind.into()))
        };
        let example = code(&fixtures, has).unwrap_or_else(|| panic!("no example of {} {kind}", fact.word()));
        vec![format!("`{}`", fact.word()), format!("`{kind}`"), example]
    });
    let roles = Role::ALL.iter().map(|role| {
        let word = format!("@{}", role.word());
        vec![format!("`{word}`"), role.meaning().into(), used(&rows, &word)]
    });
    let properties = Property::ALL.iter().map(|property| {
        let word = format!("#set! {}", property.word());
        vec![format!("`{}`", property.word()), property.meaning().into(), used(&rows, &word)]
    });
    let predicates = PredicateWord::ALL.iter().map(|word| {
        let (plain, not) = (format!("#{}?", word.word()), format!("#not-{}?", word.word()));
        vec![format!("`{plain}`"), word.meaning().into(), used(&rows, &plain), used(&rows, &not)]
    });
    let modes = Mode::all().iter().map(|(word, mode)| vec![format!("`{word}`"), cell(mode.meaning())]);
    vec![
        ("stems", table(&["file", "what it says"], stems)),
        ("facts", table(&["fact", "what it says", "example"], facts)),
        ("kinds", table(&["fact", "kind", "example"], kinds)),
        ("roles", table(&["capture", "what it is", "example"], roles)),
        ("properties", table(&["property", "what it is", "example"], properties)),
        ("predicates", table(&["predicate", "it holds where", "example", "negated"], predicates)),
        ("modes", table(&["match", "an entry fits where"], modes)),
    ]
}

#[test]
fn the_tables_are_those_of_the_vocabulary() {
    let path = root().join("docs/queries.md");
    let page = fs::read_to_string(&path).unwrap();
    let mut made = page.clone();
    for (name, table) in tables() {
        let (begin, end) = (format!("<!-- begin {name} -->\n"), format!("<!-- end {name} -->"));
        let start = made.find(&begin).expect(name) + begin.len();
        let stop = start + made[start..].find(&end).expect(name);
        made.replace_range(start..stop, &table);
    }
    if std::env::var_os(WRITE).is_some() {
        fs::write(&path, &made).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap();
    assert!(stored == made, "docs/queries.md is out of step; run the tests with {WRITE}=1 to write it anew");
}

#[test]
fn the_examples_are_sound_and_tested() {
    let set = examples();
    let faults = set.check_shapes();
    assert!(faults.is_empty(), "{faults:?}");
    let read = suite(&[root().join("docs/vocabulary/fixtures")], true).unwrap();
    let results = suite::run(&read.fixtures, &set, &read.coverage);
    assert!(results.complaints().is_empty(), "{}", results.complaints().join("\n"));
    assert!(results.patterns.len() > 10);
}
