//! The table of constructs in ARCHITECTURE.md: every fixture it names is there and holds what it
//! says, and no cell is empty.

#![allow(clippy::unwrap_used)] // A test says what it expects by panicking.

use std::fs;
use std::path::Path;

const LANGUAGES: [&str; 4] = ["python", "bash", "javascript", "typescript"];

/// The texts in backticks of a cell.
fn quoted(cell: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = cell;
    while let Some(at) = rest.find('`') {
        let marks = rest[at..].chars().take_while(|&c| c == '`').count();
        let fence = &rest[at..at + marks];
        let inner = &rest[at + marks..];
        let Some(end) = inner.find(fence) else { break };
        out.push(if marks > 1 { inner[..end].trim() } else { &inner[..end] });
        rest = &inner[end + marks..];
    }
    out
}

/// What is wrong with the cell of a language.
fn fault(cell: &str, language: &str) -> Option<String> {
    if cell.is_empty() {
        return Some("the cell is empty".into());
    }
    if ["limit: ", "none: "].iter().any(|word| cell.starts_with(word)) || cell.starts_with("as ") {
        return None;
    }
    let parts = quoted(cell);
    let (Some(name), piece) = (parts.first(), parts.get(1)) else {
        return Some(format!("`{cell}` names no fixture and no limit"));
    };
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let path = match name.contains('/') {
        true => fixtures.join(name),
        false => fixtures.join("facts").join(language).join(name),
    };
    match fs::read_to_string(&path) {
        Err(_) => Some(format!("there is no fixture {name} of {language}")),
        Ok(text) => match piece {
            Some(piece) if !text.contains(piece) => Some(format!("`{piece}` is not in {name} of {language}")),
            _ => None,
        },
    }
}

#[test]
fn every_construct_has_a_fixture_or_a_limit_in_every_language() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md");
    let page = fs::read_to_string(page).unwrap();
    let table = page.split("## Constructs").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| ---") && !line.starts_with("| **"))
        .skip(1)
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect();
    assert!(rows.len() > 50, "the table has only {} rows", rows.len());
    let mut faults = Vec::new();
    for row in rows {
        assert_eq!(row.len(), LANGUAGES.len() + 1, "{row:?}");
        for (cell, language) in row[1..].iter().zip(LANGUAGES) {
            faults.extend(fault(cell, language).map(|fault| format!("{}: {fault}", row[0])));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
