//! Query files: the vocabulary, the loader, the matcher.
//!
//! A query says what is there. Whether it is bad is for the combinator.

pub mod lexicon;
pub mod matcher;
pub mod pattern;
pub mod syntax;
pub mod vocabulary;

use crate::language::{LANGUAGES, Language};
use crate::text::{Span, Text};
use lexicon::{Lexicon, Mode};
use matcher::Matcher;
use pattern::{Condition, Pattern};
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use std::sync::OnceLock;
use syntax::{Fault, RawFault};
use vocabulary::{FactType, Stem, nearest};

/// The folder of `queries/` that holds lexicons.
const LEXICON_FOLDER: &str = "lexicon";

/// Query and lexicon files by their path in `queries/`, as built in.
const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/embedded_queries.rs"));

/// A query or lexicon file: its path below the folder of queries, and its text.
#[derive(Clone, Debug)]
pub struct QueryFile {
    /// `python/sends.scm`, `lexicon/secret-paths.txt`.
    pub path: String,
    /// How it is named to people.
    pub shown: String,
    /// Its text.
    pub text: String,
}

/// Which files a set was made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// `embedded`, or the folder as the user named it.
    pub source: String,
    /// SHA-256 over its files' paths and texts, in hex.
    pub sha256: String,
}

/// All query files in use.
#[derive(Debug)]
pub struct QuerySet {
    files: Vec<QueryFile>,
    /// The lists, by name.
    pub lexicons: FxHashMap<String, Lexicon>,
    languages: Vec<OnceLock<LanguageQueries>>,
    /// What the set was made of.
    pub identities: Vec<Identity>,
}

/// The patterns of one language.
#[derive(Debug, Default)]
pub struct LanguageQueries {
    /// All patterns but those of `imports.scm`, by stem and then by place.
    pub patterns: Vec<Pattern>,
    /// Where each pattern stands: its stem and its file's index.
    pub origins: Vec<(Stem, usize)>,
    /// Matches `patterns`.
    pub matcher: Matcher,
    /// The patterns of `imports.scm`.
    pub imports: Vec<Pattern>,
    /// Matches `imports`.
    pub import_matcher: Matcher,
}

impl QuerySet {
    /// The embedded files alone. Nothing is compiled before it is asked for.
    pub fn embedded() -> QuerySet {
        let files: Vec<QueryFile> = EMBEDDED
            .iter()
            .map(|&(path, text)| QueryFile {
                path: path.into(),
                shown: format!("queries/{path}"),
                text: text.into(),
            })
            .collect();
        let identity = Identity { source: "embedded".into(), sha256: hash(&files) };
        // The embedded files are proved sound by a test; their faults would be told there.
        QuerySet::assemble(files, vec![identity]).0
    }

    /// The embedded files with those of a folder over them: one whose first line is `; extends`
    /// adds to its namesake, another replaces it. All faults of all files are told together.
    pub fn with_folder(folder: &str, overlay: Vec<QueryFile>) -> Result<QuerySet, Vec<Fault>> {
        let mut set = QuerySet::embedded();
        let mut identities = std::mem::take(&mut set.identities);
        identities.push(Identity { source: folder.into(), sha256: hash(&overlay) });
        let mut files = set.files;
        for file in overlay {
            if !extends(&file.text) {
                files.retain(|other| other.path != file.path);
            }
            files.push(file);
        }
        let (set, mut faults) = QuerySet::assemble(files, identities);
        faults.extend(set.check());
        if faults.is_empty() { Ok(set) } else { Err(faults) }
    }

    fn assemble(files: Vec<QueryFile>, identities: Vec<Identity>) -> (QuerySet, Vec<Fault>) {
        let mut lexicons: FxHashMap<String, Lexicon> = FxHashMap::default();
        let mut faults = Vec::new();
        for file in &files {
            let Some((LEXICON_FOLDER, name)) = file.path.split_once('/') else { continue };
            let Some(name) = name.strip_suffix(".txt") else { continue };
            let (lexicon, raw) = Lexicon::read(name, &file.text);
            faults.extend(raw.into_iter().map(|raw| placed(file, raw)));
            match lexicons.get_mut(name) {
                Some(known) => known.extend(lexicon),
                None => {
                    lexicons.insert(name.into(), lexicon);
                }
            }
        }
        let languages = LANGUAGES.iter().map(|_| OnceLock::new()).collect();
        (QuerySet { files, lexicons, languages, identities }, faults)
    }

    /// The files in use, in order.
    pub fn files(&self) -> &[QueryFile] {
        &self.files
    }

    /// A list by its name.
    pub fn lexicon(&self, name: &str) -> Option<&Lexicon> {
        self.lexicons.get(name)
    }

    /// The patterns of a language, compiled where first asked for.
    pub fn language(&self, language: Language) -> &LanguageQueries {
        self.languages[language as usize].get_or_init(|| self.compile(language, false).0)
    }

    /// Every fault of every file, in order: what `queries check` prints.
    pub fn check(&self) -> Vec<Fault> {
        let mut faults: Vec<Fault> = self.files.iter().filter_map(stray).collect();
        for row in LANGUAGES {
            faults.extend(self.compile(row.language, true).1);
        }
        faults
    }

    fn compile(&self, language: Language, thorough: bool) -> (LanguageQueries, Vec<Fault>) {
        let mut out = LanguageQueries::default();
        let mut faults = Vec::new();
        for &stem in Stem::ALL {
            let path = format!("{}/{}.scm", language.name(), stem.word());
            for (index, file) in self.files.iter().enumerate().filter(|(_, file)| file.path == path) {
                let (items, mut raw) = syntax::read(&file.text);
                let (patterns, more) = pattern::compile(language, stem, &items, thorough);
                raw.extend(more);
                for pattern in patterns {
                    self.check_lexicons(&pattern, &mut raw);
                    let taken = |(other, origin): (&Pattern, &(Stem, usize))| {
                        origin.0 == stem && origin.1 != index && other.id == pattern.id
                    };
                    if out.patterns.iter().zip(&out.origins).any(taken) {
                        let message = format!("a second pattern with the id `{}`", pattern.id);
                        let help = "the file this one extends has it; take another id".to_string();
                        raw.push((pattern.span, message, Some(help)));
                    }
                    if stem == Stem::Imports {
                        out.imports.push(pattern);
                    } else {
                        out.origins.push((stem, index));
                        out.patterns.push(pattern);
                    }
                }
                faults.extend(raw.into_iter().map(|raw| placed(file, raw)));
            }
        }
        out.matcher = Matcher::new(&out.patterns, &self.lexicons);
        out.import_matcher = Matcher::new(&out.imports, &self.lexicons);
        (out, faults)
    }

    /// Lists a pattern names must exist; a fact with kinds gets one from `#set!` or from a list
    /// whose sections all name one.
    fn check_lexicons(&self, pattern: &Pattern, faults: &mut Vec<RawFault>) {
        let mut kind_given = pattern.kind.is_some();
        for predicate in &pattern.predicates {
            let Condition::Lexicon(name) = &predicate.test else { continue };
            let Some(list) = self.lexicons.get(name) else {
                let help = nearest(name, self.lexicons.keys().map(String::as_str));
                let help = help.map(|near| format!("did you mean {near}?"));
                faults.push((predicate.span, format!("no lexicon `{name}`"), help));
                continue;
            };
            let gives_kind = |fact: FactType| {
                let mut full = list.sections.iter().filter(|section| !section.entries.is_empty());
                full.all(|section| fact.kind(&section.kind).is_some())
            };
            kind_given |= !predicate.negated && pattern.fact.is_some_and(gives_kind);
        }
        let needs_kind = pattern.fact.is_some_and(|fact| !fact.kinds().is_empty());
        if needs_kind && !kind_given {
            let kinds = pattern.fact.map(|fact| fact.kinds().join(", ")).unwrap_or_default();
            faults.push((pattern.span, "a fact without a kind".into(), Some(format!("(#set! kind \"…\"), one of {kinds}"))));
        }
    }

    /// The section of the list that gives `pattern` its kind and label for these words.
    pub fn section<'a>(&'a self, name: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a lexicon::Section> {
        let list = self.lexicons.get(name)?;
        let mut words = words;
        words.find_map(|word| list.find(word))
    }

    /// Whether a list compares names rather than values.
    pub fn is_names(&self, lexicon: &str) -> bool {
        self.lexicons.get(lexicon).is_some_and(|list| list.mode == Mode::Names)
    }
}

/// Whether a file adds to its namesake.
fn extends(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.trim_start_matches([';', ' ']).trim_end() == "extends" && line.starts_with(';'))
}

/// A file that nothing would ever read is a mistake of its name.
fn stray(file: &QueryFile) -> Option<Fault> {
    let (folder, name) = file.path.split_once('/').unwrap_or(("", &file.path));
    let known = if folder == LEXICON_FOLDER {
        name.ends_with(".txt")
    } else {
        Language::by_name(folder).is_some_and(|language| language.name() == folder)
            && name.strip_suffix(".scm").is_some_and(|stem| Stem::by_word(stem).is_some())
    };
    if known {
        return None;
    }
    let languages = LANGUAGES.iter().map(|row| row.name).collect::<Vec<_>>().join(", ");
    let stems = Stem::ALL.iter().map(|stem| stem.word()).collect::<Vec<_>>().join(", ");
    let help = format!("<language>/<stem>.scm with language one of {languages} and stem one of {stems}; or lexicon/<name>.txt");
    Some(placed(file, (Span::new(0, 0), "a file of this name is never read".into(), Some(help))))
}

fn placed(file: &QueryFile, (span, message, help): RawFault) -> Fault {
    let (line, column) = Text::new(file.text.clone()).position(span.start);
    Fault { file: file.shown.clone(), span, line, column, message, help }
}

fn hash(files: &[QueryFile]) -> String {
    let mut sorted: Vec<&QueryFile> = files.iter().collect();
    sorted.sort_by(|a, b| a.path.cmp(&b.path));
    let mut hasher = Sha256::new();
    for file in sorted {
        for part in [&file.path, &file.text] {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
