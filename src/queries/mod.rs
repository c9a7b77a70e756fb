//! Query files: the vocabulary, the loader, the matcher.
//!
//! A query says what is there. Whether it is bad is for the combinator.

mod check;
pub mod explain;
pub mod lexicon;
pub mod lexicons;
pub mod matcher;
mod oracle;
mod paths;
pub mod pattern;
pub mod shapes;
pub mod syntax;
pub mod text;
pub mod vocabulary;

use crate::language::{LANGUAGES, Language};
use crate::prose::guards::Guards;
use crate::prose::shapes::Book;
use crate::text::{Span, Text};
use lexicon::{Lexicon, Mode};
use lexicons::Lexicons;
use matcher::Matcher;
use pattern::Pattern;
use sha2::{Digest, Sha256};
use shapes::Shapes;
use std::borrow::Cow;
use std::sync::OnceLock;
use syntax::{Fault, Form, Item, RawFault};
use vocabulary::Stem;

/// The folder of `queries/` that holds lexicons.
const LEXICON_FOLDER: &str = "lexicon";

/// Query and lexicon files by their path in `queries/`, as built in.
const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/embedded_queries.rs"));

/// Their [`hash`], worked out when they were built in.
const EMBEDDED_SHA256: &str = include_str!(concat!(env!("OUT_DIR"), "/embedded_queries.sha256"));

/// A query or lexicon file: its path below the folder of queries, and its text.
#[derive(Clone, Debug)]
pub struct QueryFile {
    /// `python/sends.scm`, `lexicon/secret-paths.txt`.
    pub path: String,
    /// How it is named to people.
    pub shown: String,
    /// Its text.
    pub text: Cow<'static, str>,
    /// Index of its set in [`QuerySet::identities`].
    pub set: usize,
}

impl QueryFile {
    /// A file as read; a [`QuerySet`] numbers its set.
    pub fn new(path: String, shown: String, text: impl Into<Cow<'static, str>>) -> Self {
        QueryFile { path, shown, text: text.into(), set: 0 }
    }

    /// The folder it lies in.
    fn folder(&self) -> &str {
        self.path.split_once('/').map_or("", |(folder, _)| folder)
    }

    /// The name of the lexicon that it is.
    fn lexicon(&self) -> Option<&str> {
        self.path.strip_prefix(LEXICON_FOLDER)?.strip_prefix('/')?.strip_suffix(".txt")
    }
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
    pub lexicons: Lexicons,
    languages: Vec<OnceLock<LanguageQueries>>,
    book: OnceLock<Book>,
    guards: OnceLock<Guards>,
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
    /// The file's index of each of them.
    import_origins: Vec<usize>,
    /// Matches `imports`.
    pub import_matcher: Matcher,
}

impl LanguageQueries {
    /// Whether some pattern asks for a thing of this name.
    pub fn asks_for(&self, name: &str) -> bool {
        self.matcher.asks_for(name)
    }
}

/// A pattern with the file it stands in.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// Its language.
    pub language: Language,
    /// Its query file's stem.
    pub stem: Stem,
    /// The file.
    pub file: &'a QueryFile,
    /// The pattern.
    pub pattern: &'a Pattern,
}

impl QuerySet {
    /// The embedded files alone. Nothing is compiled before it is asked for.
    pub fn embedded() -> QuerySet {
        let files: Vec<QueryFile> = EMBEDDED
            .iter()
            .map(|&(path, text)| QueryFile::new(path.into(), format!("queries/{path}"), text))
            .collect();
        let identity = Identity { source: "embedded".into(), sha256: EMBEDDED_SHA256.into() };
        // The embedded files are proved sound by a test.
        QuerySet::assemble(files, vec![identity])
    }

    /// These files and no others, sound or not: ask [`QuerySet::check`].
    pub fn of_files(source: &str, files: Vec<QueryFile>) -> QuerySet {
        let identity = Identity { source: source.into(), sha256: hash(&files) };
        QuerySet::assemble(files, vec![identity])
    }

    /// The embedded files with those of folders over them, in order: a file whose first line is
    /// `; extends` adds to its namesake, another replaces it. Sound or not: ask
    /// [`QuerySet::check`].
    pub fn layered(folders: Vec<(String, Vec<QueryFile>)>) -> QuerySet {
        let mut set = QuerySet::embedded();
        if folders.is_empty() {
            return set;
        }
        let mut identities = std::mem::take(&mut set.identities);
        let mut files = set.files;
        for (folder, overlay) in folders {
            let number = identities.len();
            identities.push(Identity { source: folder, sha256: hash(&overlay) });
            for mut file in overlay {
                file.set = number;
                if !extends(&file.text) {
                    files.retain(|other| other.path != file.path);
                }
                files.push(file);
            }
        }
        QuerySet::assemble(files, identities)
    }

    /// As [`QuerySet::layered`].
    ///
    /// # Errors
    /// All faults of all files, together.
    pub fn with_folders(folders: Vec<(String, Vec<QueryFile>)>) -> Result<QuerySet, Vec<Fault>> {
        let set = QuerySet::layered(folders);
        let faults = if set.identities.len() > 1 { set.check() } else { Vec::new() };
        if faults.is_empty() { Ok(set) } else { Err(faults) }
    }

    fn assemble(files: Vec<QueryFile>, identities: Vec<Identity>) -> QuerySet {
        let lexicons = Lexicons::of_files(&files);
        let languages = LANGUAGES.iter().map(|_| OnceLock::new()).collect();
        let (book, guards) = Default::default();
        QuerySet { files, lexicons, languages, book, guards, identities }
    }

    /// The files in use, in order.
    pub fn files(&self) -> &[QueryFile] {
        &self.files
    }

    /// A list by its name.
    pub fn lexicon(&self, name: &str) -> Option<&Lexicon> {
        self.lexicons.get(name)
    }

    /// A list of shapes by its name.
    pub fn shapes(&self, name: &str) -> Option<&Shapes> {
        self.lexicons.shapes(name)
    }

    /// The shapes over text, read where first asked for.
    pub fn book(&self) -> &Book {
        self.book.get_or_init(|| text::book(self).0)
    }

    /// The words by which a text forbids, quotes or teaches, read where first asked for.
    pub fn guards(&self) -> &Guards {
        self.guards.get_or_init(|| text::guards(self))
    }

    /// Whether a setting of this name says where requests go.
    pub fn is_endpoint_key(&self, key: &str) -> bool {
        self.lexicon("endpoint-keys").is_some_and(|list| list.find(key).is_some())
    }

    /// The patterns of a language, compiled where first asked for.
    pub fn language(&self, language: Language) -> &LanguageQueries {
        self.languages[language as usize].get_or_init(|| self.compile(language, false).0)
    }

    /// Every pattern of a language's own folder, by stem and place; `imports` first.
    pub fn rows(&self, language: Language) -> Vec<Row<'_>> {
        let is_own = |row: &Row<'_>| row.file.folder() == language.name();
        self.rows_in_use(language).into_iter().filter(is_own).collect()
    }

    /// Every pattern that is matched in a language, those of the language it builds on too.
    pub fn rows_in_use(&self, language: Language) -> Vec<Row<'_>> {
        let set = self.language(language);
        let imports = set.imports.iter().zip(&set.import_origins);
        let imports = imports.map(|(pattern, &file)| (Stem::Imports, file, pattern));
        let facts =
            set.patterns.iter().zip(&set.origins).map(|(pattern, &(stem, file))| (stem, file, pattern));
        let row = |(stem, file, pattern): (Stem, usize, _)| Row {
            language,
            stem,
            file: &self.files[file],
            pattern,
        };
        imports.chain(facts).map(row).collect()
    }

    fn compile(&self, language: Language, thorough: bool) -> (LanguageQueries, Vec<(usize, Fault)>) {
        let mut out = LanguageQueries::default();
        let mut faults = Vec::new();
        for &stem in Stem::ALL {
            // Ids of the files before this one.
            let mut taken: Vec<String> = Vec::new();
            for (index, file) in self.files_of(language, stem) {
                let is_own = file.folder() == language.name();
                let (items, mut raw) = syntax::read(&file.text);
                let (patterns, more) = pattern::compile(language, stem, &items, thorough && is_own);
                raw.extend(more);
                let known = taken.len();
                for pattern in patterns {
                    if thorough && is_own {
                        self.check_lexicons(&pattern, &mut raw, &mut faults);
                    }
                    if taken[..known].contains(&pattern.id) {
                        let message = format!("a second pattern with the id `{}`", pattern.id);
                        let help = "the file this one extends has it; take another id".to_string();
                        raw.push((id_span(&items, pattern.span), message, Some(help)));
                    }
                    taken.push(pattern.id.clone());
                    if stem == Stem::Imports {
                        out.imports.push(pattern);
                        out.import_origins.push(index);
                    } else {
                        out.origins.push((stem, index));
                        out.patterns.push(pattern);
                    }
                }
                // A file's mistakes are told by its own language. What is none there may be of a
                // kind that the language which builds on it does not have: nothing to match.
                if is_own {
                    faults.extend(raw.into_iter().map(|raw| (index, placed(file, raw))));
                }
            }
        }
        out.matcher = Matcher::new(&out.patterns, &self.lexicons);
        out.import_matcher = Matcher::new(&out.imports, &self.lexicons);
        (out, faults)
    }

    /// The query files of a language and stem with their indexes, those of the language it builds
    /// on first.
    fn files_of(&self, language: Language, stem: Stem) -> impl Iterator<Item = (usize, &QueryFile)> {
        language.row().queries.iter().flat_map(move |folder| {
            let path = format!("{folder}/{}.scm", stem.word());
            self.files.iter().enumerate().filter(move |(_, file)| file.path == path)
        })
    }

    /// The section of the list that gives `pattern` its kind and label for these words.
    pub fn section<'a>(
        &'a self,
        name: &str,
        words: impl Iterator<Item = &'a str>,
    ) -> Option<&'a lexicon::Section> {
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
    text.lines().next().is_some_and(|line| {
        line.trim_start_matches([';', ' ']).trim_end() == "extends" && line.starts_with(';')
    })
}

/// Where a pattern's id is set, or else the pattern.
fn id_span(items: &[Item<'_>], pattern: Span) -> Span {
    let forms = items.iter().find(|item| item.span == pattern).map(|item| &item.form);
    let Some(Form::Paren(forms)) = forms else { return pattern };
    let sets_id = |item: &&Item<'_>| match &item.form {
        Form::Paren(inner) => matches!(inner.as_slice(),
            [Item { form: Form::Predicate("set!"), .. }, key, ..] if key.form.text() == Some("id")),
        _ => false,
    };
    forms.iter().find(sets_id).map_or(pattern, |item| item.span)
}

fn placed(file: &QueryFile, (span, message, help): RawFault) -> Fault {
    let (line, column) = position(&file.text, span.start);
    Fault { file: file.shown.clone(), span, line, column, message, help }
}

/// 1-based line and column, in characters, of byte `at` of a query file.
pub fn position(text: &str, at: u32) -> (u32, u32) {
    Text::new(text.into()).position(at)
}

fn hash(files: &[QueryFile]) -> String {
    let mut sorted: Vec<&QueryFile> = files.iter().collect();
    sorted.sort_by(|a, b| a.path.cmp(&b.path));
    let mut hasher = Sha256::new();
    for file in sorted {
        for part in [file.path.as_bytes(), file.text.as_bytes()] {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_in_has_the_hash_it_was_built_with() {
        let set = QuerySet::embedded();
        assert_eq!(set.identities[0].sha256, hash(set.files()));
    }
}
