//! Rust holds no API's name: what the analyzer knows of APIs stands in query files and lists. The
//! exceptions are named here with their reasons.

use super::root;
use skill_vet::language::LANGUAGES;
use skill_vet::queries::QuerySet;
use skill_vet::queries::lexicon::Mode;
use skill_vet::queries::pattern::Condition;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Files (or folders, with a `/` at the end) whose string literals may name APIs, and why.
const ALLOWED: &[(&str, &str)] = &[
    ("src/semantics/", "the names and values of a language: what joins paths, what an object of a module is"),
    ("src/facts/nested/finder.rs", "sections of the list of runners"),
    ("src/facts/nested/shell.rs", "which commands run code: their options can't be said in a list"),
    ("src/facts/nested/files.rs", "which commands run a file"),
    (
        "src/facts/nested/held.rs",
        "which commands run a part of a word: where it begins can't be said in a list",
    ),
    ("src/language.rs", "interpreters, as shebangs and fences name them"),
    ("src/rules/table.rs", "examples for people"),
    ("src/queries/vocabulary.rs", "kinds of facts, some of which are called like a tool"),
    ("src/pack/kind.rs", "endings of files"),
    ("src/findings/structure.rs", "files that a package manager runs when it installs"),
    ("src/findings/combine/instructed.rs", "kinds of facts"),
    ("src/findings/combine/rows.rs", "kinds of facts"),
    ("src/findings/official.rs", "the scheme of an address"),
    ("src/findings/foreign.rs", "shells that stand before a command of theirs"),
    ("src/findings/combine/installs.rs", "kinds of facts, and what gives a request a body"),
    ("src/docs/hosts.rs", "schemes of URLs"),
    ("src/prose/", "endings of files and names of elements"),
    ("src/findings/told/places.rs", "schemes of addresses"),
    ("src/findings/endpoint.rs", "schemes of addresses"),
    ("src/gate/", "its score counts fixed labels, so that scores compare over versions of the queries"),
    ("src/source/carriers", "keys of data files that carry commands"),
];

/// Names of APIs that are plain words as well, or signs of this program's own.
const ORDINARY: &[&str] = &[
    "$",
    "URL",
    "code",
    "copy",
    "cp",
    "exec",
    "expect",
    "export",
    "format",
    "git",
    "import",
    "json",
    "keyboard",
    "mkfifo",
    "more",
    "node",
    "set",
    "shell",
    "sh",
    "string",
    "ascii",
    "base64",
    "browser",
    "find",
    "map",
    "head",
    "history",
    "host",
    "words",
    "command",
    "read",
    "send",
    "write",
    "wrong",
    "at",
    "microphone",
    "security",
    "list",
    "split",
    "id",
];

/// Names that queries and lists ask for, and the modules and commands they begin with.
fn names() -> BTreeSet<String> {
    let set = QuerySet::embedded();
    let mut out = BTreeSet::new();
    for row in LANGUAGES.iter().flat_map(|row| set.rows(row.language)) {
        for predicate in &row.pattern.predicates {
            if let Condition::Name(names) = &predicate.test {
                out.extend(names.iter().cloned());
            }
        }
    }
    let lists = set.lexicons.values().filter(|list| list.mode == Mode::Names);
    out.extend(lists.flat_map(|list| &list.sections).flat_map(|section| section.entries.iter().cloned()));
    let modules: Vec<String> = out.iter().filter_map(|name| Some(name.split_once('.')?.0.into())).collect();
    out.extend(modules);
    // `.` and `[` are commands too.
    out.retain(|name| name.chars().filter(|c| c.is_alphanumeric()).count() > 1);
    out
}

/// The string literals of Rust code, without comments and test modules, with their lines.
fn literals(code: &str) -> Vec<(usize, String)> {
    let code = code.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let bytes = code.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &code[at..];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("r#\"") {
            let end = rest.find("\"#").unwrap();
            out.push((at, rest[3..end].to_string()));
            at += end + 2;
        } else if rest.starts_with('"') {
            let mut end = 1;
            while bytes[at + end] != b'"' {
                end += 1 + usize::from(bytes[at + end] == b'\\');
            }
            out.push((at, rest[1..end].to_string()));
            at += end + 1;
        } else if rest.starts_with("'\\") {
            // An escaped character; `'\''` and `'\u{…}'` too.
            at += 3 + rest[3..].find('\'').unwrap() + 1;
        } else if rest.starts_with("'\"'") || rest.starts_with("b'\"'") {
            at += rest.find('"').unwrap() + 2;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    out.into_iter().map(|(at, text)| (code[..at].lines().count().max(1), text)).collect()
}

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, out);
        } else if !["tests.rs", "testing.rs"].iter().any(|name| path.ends_with(name)) {
            out.push(path);
        }
    }
}

/// The API names in a literal: all of it, or a dotted name among its words.
fn named<'a>(literal: &'a str, names: &BTreeSet<String>) -> Vec<&'a str> {
    let is_name = |word: &&str| names.contains(*word) && !ORDINARY.contains(word);
    let words = literal.split(|c: char| !(c.is_alphanumeric() || "_.$@/-".contains(c)));
    let dotted = words.filter(|word| word.contains('.')).filter(is_name);
    std::iter::once(literal).filter(is_name).chain(dotted).collect()
}

#[test]
fn rust_names_no_api_but_for_a_reason() {
    let names = names();
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    files.sort();
    let mut offenders = Vec::new();
    let mut used = BTreeSet::new();
    for file in files {
        let shown = file.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
        let allowed = ALLOWED.iter().find(|(prefix, _)| shown.starts_with(prefix));
        for (line, literal) in literals(&fs::read_to_string(&file).unwrap()) {
            for name in named(&literal, &names) {
                match allowed {
                    Some((prefix, _)) => drop(used.insert(*prefix)),
                    None => offenders.push(format!("{shown}:{line}: {name}")),
                }
            }
        }
    }
    assert!(offenders.is_empty(), "API names that belong in queries/:\n{}", offenders.join("\n"));
    let idle: Vec<&str> =
        ALLOWED.iter().map(|&(prefix, _)| prefix).filter(|prefix| !used.contains(prefix)).collect();
    assert!(idle.is_empty(), "exceptions that nothing needs any more: {idle:?}");
}

#[test]
fn literals_are_found_and_nothing_else_is() {
    let code = "// \"no\"\nlet a = '\"'; f(\"requests.post\", '\\'', r#\"x\"y\"#); /* ' */ let b: &'a str = \"c\\\"d\";\n";
    let found: Vec<String> = literals(code).into_iter().map(|(_, text)| text).collect();
    assert_eq!(found, ["requests.post", "x\"y", "c\\\"d"]);
    let names = BTreeSet::from(["requests.post".to_string(), "curl".to_string()]);
    assert_eq!(named("see requests.post(url)", &names), ["requests.post"]);
    assert_eq!(named("curl", &names), ["curl"]);
    assert!(named("curl the file", &names).is_empty());
}
