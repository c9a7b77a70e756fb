//! Our matcher against tree-sitter's own `QueryCursor`: every pattern's shape, without its
//! predicates, over every script of the fixtures and over generated ones. Same matches, same
//! captures; in a tree with errors ours are these and more, since tree-sitter gives up a match
//! where an error stands beside it, and a broken script is still to be read. With
//! `SKILL_VET_ORACLE=FOLDER` over the scripts of that folder too.

#![allow(clippy::unwrap_used)]

use regex::Regex;
use skill_vet::language::Language;
use skill_vet::queries::QuerySet;
use skill_vet::queries::lexicons::Lexicons;
use skill_vet::queries::matcher::{Matcher, Meaning};
use skill_vet::queries::pattern::{Capture, Pattern};
use skill_vet::queries::syntax::{self, Form};
use skill_vet::source::{Budget, NONE, NodeId, Tree};
use skill_vet::text::Span;
use std::collections::BTreeSet;
use std::path::Path;
use std::rc::Rc;
use streaming_iterator::StreamingIterator;

/// A match as both tell it: for each capture of the pattern, its index and the node's bytes.
type Told = BTreeSet<Vec<(usize, u32, u32)>>;

/// Shapes alone are matched: nothing is asked of names and values.
struct Nothing;

impl Meaning for Nothing {
    fn names(&mut self, _: NodeId) -> Rc<[Rc<str>]> {
        Rc::from([])
    }
    fn values(&mut self, _: NodeId) -> Rc<[Rc<str>]> {
        Rc::from([])
    }
    fn text(&self, _: NodeId) -> &str {
        ""
    }
}

/// A pattern's shape in both forms.
struct Shape {
    name: String,
    ours: Pattern,
    theirs: tree_sitter::Query,
    /// It asks for a child in a field that several may have; see [`SEVERAL`].
    has_several: bool,
}

/// The shapes of a language, each once.
fn shapes(language: Language) -> Vec<Shape> {
    let set = QuerySet::embedded();
    let mut known = BTreeSet::new();
    let mut out = Vec::new();
    for file in set.files() {
        let is_own = file.path.starts_with(&format!("{}/", language.name()));
        let stem = file.path.rsplit('/').next().and_then(|name| name.strip_suffix(".scm"));
        let stem = stem.and_then(skill_vet::queries::vocabulary::Stem::by_word);
        let Some(stem) = stem.filter(|_| is_own) else { continue };
        let (items, _) = syntax::read(&file.text);
        for mut ours in skill_vet::queries::pattern::compile(language, stem, &items, false).0 {
            ours.predicates.clear();
            let text = without_predicates(&file.text, &items, ours.span);
            // A node without children, `(kind .)`, is a form of ours: tree-sitter has none for it.
            if text.contains(" .)") && text.contains("(argument_list .)") || text.contains("(arguments .)") {
                continue;
            }
            if !known.insert(text.clone()) {
                continue;
            }
            let has_several = text.contains(SEVERAL);
            let theirs = tree_sitter::Query::new(&language.grammar(), &text);
            let theirs = theirs.unwrap_or_else(|error| panic!("{}: {text}: {error}", file.path));
            out.push(Shape { name: format!("{} {}", file.path, ours.id), ours, theirs, has_several });
        }
    }
    assert!(out.len() > 30, "{}: {} shapes", language.name(), out.len());
    out
}

/// The text of the pattern at `span` with blanks for its `(#…)`.
fn without_predicates(text: &str, items: &[syntax::Item<'_>], span: Span) -> String {
    let mut out = text[span.range()].to_string();
    let whole = items.iter().find(|item| item.span == span).unwrap();
    let Form::Paren(forms) = &whole.form else { panic!("no pattern") };
    for form in forms {
        let Form::Paren(inner) = &form.form else { continue };
        if matches!(inner.first().map(|first| &first.form), Some(Form::Predicate(_))) {
            let at = (form.span.start - span.start) as usize..(form.span.end - span.start) as usize;
            let blank = " ".repeat(at.len());
            out.replace_range(at, &blank);
        }
    }
    // Comments may stand between them.
    let lines = out.lines().map(|line| line.split(';').next().unwrap_or_default().trim());
    lines.collect::<Vec<_>>().join(" ")
}

fn ours(shape: &Shape, tree: &Tree) -> Told {
    let patterns = std::slice::from_ref(&shape.ours);
    let lists = Lexicons::default();
    let mut out = Told::new();
    Matcher::new(patterns, &lists).run(tree, patterns, &lists, &mut Nothing, &mut |found| {
        let bound = found.nodes.iter().enumerate().filter(|(_, node)| **node != NONE);
        let spans = bound.map(|(index, &node)| (index, tree.node(node).span));
        out.insert(spans.map(|(index, span)| (index, span.start, span.end)).collect());
    });
    out
}

fn theirs(shape: &Shape, tree: &tree_sitter::Tree, text: &str) -> Told {
    let names: Vec<String> = shape.ours.captures.iter().map(capture_name).collect();
    let mut cursor = tree_sitter::QueryCursor::new();
    let mut found = cursor.matches(&shape.theirs, tree.root_node(), text.as_bytes());
    let mut out = Told::new();
    while let Some(one) = found.next() {
        let mut bound: Vec<(usize, u32, u32)> = one
            .captures()
            .iter()
            .map(|capture| {
                let name = shape.theirs.capture_names()[capture.index as usize];
                let index = names.iter().position(|known| known == name).unwrap();
                (index, capture.node.start_byte() as u32, capture.node.end_byte() as u32)
            })
            .collect();
        bound.sort_unstable();
        out.insert(bound);
    }
    out
}

fn capture_name(capture: &Capture) -> String {
    match capture {
        Capture::Fact(fact) => fact.word().to_string(),
        Capture::Role(role) => role.word().to_string(),
        Capture::Private(name) => format!("_{name}"),
    }
}

/// The field of Bash's redirections, of which a statement may have several: tree-sitter's cursor
/// looks at the first child that has it only.
const SEVERAL: &str = "redirect:";

/// Whether each of `theirs` is one of `ours`, or one of them without an optional part: `(_)` is an
/// ERROR node too for ours.
fn is_among(theirs: &Told, ours: &Told) -> bool {
    let holds = |one: &Vec<_>, other: &Vec<_>| other.iter().all(|bound| one.contains(bound));
    theirs.iter().all(|their| ours.contains(their) || ours.iter().any(|our| holds(our, their)))
}

/// The text with blanks for its comments, which ours leaves out of the tree.
fn without_comments(language: Language, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for comment in Tree::parse(language, text, Budget::default()).comments {
        bytes[comment.range()].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn scripts(language: Language) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/facts").join(language.name());
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let is_script = |path: &&std::path::PathBuf| {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        language.row().extensions.contains(&&*extension)
    };
    paths.iter().filter(is_script).map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// Scripts of other people, up to [`MOST`] evenly spread over the folder that `SKILL_VET_ORACLE` names:
/// the registry packs of `benches/corpus`, say. None where it names none.
fn others(language: Language) -> Vec<String> {
    let Some(folder) = std::env::var_os("SKILL_VET_ORACLE") else { return Vec::new() };
    let is_script = |path: &std::path::PathBuf| {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        path.is_file() && language.row().extensions.contains(&&*extension)
    };
    let walk = ignore::WalkBuilder::new(folder).standard_filters(false).build();
    let mut paths: Vec<_> = walk.flatten().map(|entry| entry.into_path()).filter(is_script).collect();
    paths.sort();
    let step = paths.len().div_ceil(MOST).max(1);
    let texts = paths.into_iter().step_by(step).filter_map(|path| std::fs::read_to_string(path).ok());
    texts.filter(|text| text.len() < LONGEST).collect()
}

/// Scripts of a language, and bytes of one: every shape is asked of each by itself, twice.
const MOST: usize = 150;
const LONGEST: usize = 40_000;

/// Scripts cut and joined anew, with broken brackets: trees that no author writes.
fn generated(scripts: &[String]) -> Vec<String> {
    let lines: Vec<&str> =
        scripts.iter().flat_map(|text| text.lines()).filter(|line| !line.is_empty()).collect();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let mut script = || {
        let mut text = String::new();
        for _ in 0..12 {
            let line = lines[next(lines.len())];
            let cut = (0..=next(line.len() + 1)).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
            text += if next(4) == 0 { &line[..cut] } else { line };
            text += ["\n", "\n", ")\n", " ("][next(4)];
        }
        text
    };
    (0..40).map(|_| script()).collect()
}

/// A script without what ours reads otherwise than the grammar on purpose: a name with a backslash
/// in front as one without, and a delimiter of a heredoc as ending where a shell ends it: `<<E)`.
fn plain_bash(text: &str) -> String {
    let delimiter = Regex::new(r"(<<-?\s*\w+)[();&|<>]").unwrap();
    delimiter.replace_all(&text.replace('\\', " "), "$1 ").into_owned()
}

fn agree(language: Language) {
    let shapes = shapes(language);
    let mut scripts = scripts(language);
    scripts.extend(generated(&scripts));
    scripts.extend(others(language));
    let (mut compared, mut differ) = (0, Vec::new());
    for script in &scripts {
        let text = without_comments(language, script);
        let text = if language == Language::Bash { plain_bash(&text) } else { text };
        let tree = Tree::parse(language, &text, Budget::default());
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&language.grammar()).unwrap();
        let other = parser.parse(&text, None).unwrap();
        for shape in &shapes {
            let (ours, theirs) = (ours(shape, &tree), theirs(shape, &other, &text));
            compared += ours.len();
            let same = ours == theirs || (tree.has_error || shape.has_several) && is_among(&theirs, &ours);
            if !same {
                let quote = |told: &Told, not: &Told| -> Vec<Vec<(usize, String)>> {
                    let text_of = |&(index, start, end): &(usize, u32, u32)| {
                        (index, text[start as usize..end as usize].chars().take(60).collect())
                    };
                    told.difference(not).take(2).map(|one| one.iter().map(text_of).collect()).collect()
                };
                differ.push(format!(
                    "{}: only ours {:?}, only theirs {:?}",
                    shape.name,
                    quote(&ours, &theirs),
                    quote(&theirs, &ours)
                ));
            }
        }
    }
    assert!(compared > 1_000, "{}: only {compared} matches compared", language.name());
    assert!(
        differ.is_empty(),
        "{} differ, of {compared} matches:\n{}",
        differ.len(),
        differ.iter().take(12).cloned().collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn python_matches_as_tree_sitter_does() {
    agree(Language::Python);
}

#[test]
fn bash_matches_as_tree_sitter_does() {
    agree(Language::Bash);
}

#[test]
fn javascript_matches_as_tree_sitter_does() {
    agree(Language::JavaScript);
}
