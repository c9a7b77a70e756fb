//! The patterns in use: as data for `skill-vet queries list --json`, and as text.

use super::text::{Look, paint};
use crate::queries::pattern::Condition;
use crate::queries::{QuerySet, Row, position};
use crate::text::harmless;
use annotate_snippets::renderer::Style;
use schemars::JsonSchema;
use serde::Serialize;

/// One pattern.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct QueryEntry {
    /// Its language.
    pub language: &'static str,
    /// Its query file's stem.
    pub stem: &'static str,
    /// Its id, unique in its file.
    pub id: String,
    /// The fact it finds, `null` in imports.scm.
    pub fact: Option<&'static str>,
    /// The kind it sets, `null` where a list gives it or there is none.
    pub kind: Option<&'static str>,
    /// The label it sets, `null` where a list or the name of the thing called gives it.
    pub label: Option<String>,
    /// The lists it asks.
    pub lexicons: Vec<String>,
    /// `embedded`, or the folder it was read from.
    pub source: String,
    /// Its file.
    pub file: String,
    /// 1-based line of the pattern.
    #[schemars(range(min = 1))]
    pub line: u32,
}

/// Patterns as entries, in order.
pub fn entries(set: &QuerySet, rows: &[Row<'_>]) -> Vec<QueryEntry> {
    rows.iter().map(|row| entry(set, row)).collect()
}

fn entry(set: &QuerySet, row: &Row<'_>) -> QueryEntry {
    let lists = row.pattern.predicates.iter().filter_map(|predicate| match &predicate.test {
        Condition::Lexicon(name) if !predicate.negated => Some(name.clone()),
        _ => None,
    });
    QueryEntry {
        language: row.language.name(),
        stem: row.stem.word(),
        id: row.pattern.id.clone(),
        fact: row.pattern.fact.map(|fact| fact.word()),
        kind: row.pattern.kind,
        label: row.pattern.label.clone(),
        lexicons: lists.collect(),
        source: set.identities.get(row.file.set).map(|set| set.source.clone()).unwrap_or_default(),
        file: row.file.shown.clone(),
        line: position(&row.file.text, row.pattern.span.start).0,
    }
}

/// The patterns for people: a line a pattern, in columns.
pub fn table(entries: &[QueryEntry], set: &QuerySet, look: Look) -> String {
    let cells: Vec<[String; 5]> = entries.iter().map(cells).collect();
    let mut widths = [0; 5];
    for row in &cells {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut out = String::new();
    for row in &cells {
        let padded = row.iter().zip(widths).enumerate().map(|(at, (cell, width))| {
            let blanks = " ".repeat(width - cell.chars().count());
            let shown = if at == 0 { paint(look, Style::new().bold(), cell) } else { cell.clone() };
            format!("{shown}{blanks}")
        });
        out.push_str(padded.collect::<Vec<_>>().join("  ").trim_end());
        out.push('\n');
    }
    let count = entries.len();
    out.push_str(&format!("{count} pattern{}; {}\n", if count == 1 { "" } else { "s" }, sets(set)));
    out
}

fn cells(entry: &QueryEntry) -> [String; 5] {
    let lists = || entry.lexicons.iter().map(|name| format!("[{name}]")).collect::<Vec<_>>().join(" ");
    let kind = entry.kind.map(String::from).unwrap_or_else(lists);
    [
        harmless(&entry.id),
        entry.fact.unwrap_or("import").into(),
        kind,
        harmless(entry.label.as_deref().unwrap_or_default()),
        format!("{}:{}", harmless(&entry.file), entry.line),
    ]
}

/// Hex digits of a hash that text shows.
const DIGITS: usize = 12;

/// The sets in use in one phrase: `queries: embedded sha256:0123456789ab + rules sha256:…`.
fn sets(set: &QuerySet) -> String {
    let sets: Vec<super::QuerySet> = set.identities.iter().cloned().map(Into::into).collect();
    sets_in_use(&sets)
}

/// What a report was judged by, in one phrase, as its readers find it at its end.
pub fn judged_by(policy: &str, sets: &[super::QuerySet]) -> String {
    format!("policy: {policy}; {}", sets_in_use(sets))
}

/// The sets in use in one phrase.
pub fn sets_in_use(sets: &[super::QuerySet]) -> String {
    let one = |set: &super::QuerySet| {
        let digits = set.sha256.get(..DIGITS).unwrap_or(&set.sha256);
        format!("{} sha256:{digits}", harmless(&set.source))
    };
    format!("queries: {}", sets.iter().map(one).collect::<Vec<_>>().join(" + "))
}
