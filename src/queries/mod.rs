//! Query files: the vocabulary, the loader, the matcher.
//!
//! A query says what is there. Whether it is bad is for the combinator.

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
use lexicon::{Lexicon, Mode, Section};
use lexicons::Lexicons;
use matcher::Matcher;
use pattern::{Condition, Pattern};
use sha2::{Digest, Sha256};
use shapes::Shapes;
use std::borrow::Cow;
use std::sync::OnceLock;
use syntax::{Fault, Form, Item, RawFault};
use vocabulary::{FactType, Stem, nearest};

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

    /// Every fault of every file, in order of files and places.
    pub fn check(&self) -> Vec<Fault> {
        let mut faults: Vec<(usize, Fault)> = Vec::new();
        let (book, bad) = text::book(self);
        for (index, file) in self.files.iter().enumerate() {
            let mut told: Vec<RawFault> =
                stray(file).into_iter().chain(misspelt_extends(&file.text)).collect();
            if let Some(name) = file.lexicon() {
                let lexicon = Lexicon::read(name, &file.text);
                let known = self.lexicons.get(name).map_or(lexicon.0.mode, |list| list.mode);
                told.extend(lexicon.1);
                if lexicon.0.mode == Mode::Shapes {
                    told.extend(Shapes::faults(&file.text));
                }
                told.extend(other_mode(&lexicon.0, known));
                told.extend(text::faults(name, &file.text, &lexicon.0, &bad, &book));
            }
            faults.extend(told.into_iter().map(|raw| (index, placed(file, raw))));
        }
        for row in LANGUAGES {
            faults.extend(self.compile(row.language, true).1);
        }
        faults.sort_by_key(|(index, fault)| (*index, fault.span));
        faults.dedup();
        faults.into_iter().map(|(_, fault)| fault).collect()
    }

    /// Patterns without other faults that no tree of their grammar can have, as tree-sitter's own
    /// compiler of queries sees it. It costs milliseconds a pattern, so it is for `queries check`
    /// only.
    pub fn check_shapes(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        for row in LANGUAGES.iter().flat_map(|row| self.rows(row.language)) {
            let raw = oracle::impossible(row.language, &row.file.text, row.pattern.span);
            faults.extend(raw.map(|raw| placed(row.file, raw)));
        }
        faults
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

    /// Lists a pattern names must exist; a fact with kinds gets one from `#set!` or from a list
    /// whose sections all name one.
    fn check_lexicons(&self, pattern: &Pattern, raw: &mut Vec<RawFault>, faults: &mut Vec<(usize, Fault)>) {
        let mut giving = Vec::new();
        for predicate in &pattern.predicates {
            let Condition::Lexicon(name) = &predicate.test else { continue };
            match self.lexicons.get(name) {
                Some(list) if matches!(list.mode, Mode::Phrases | Mode::Shapes) => {
                    let help = "its entries are looked for in texts, not in code";
                    raw.push((
                        predicate.span,
                        format!("the list `{name}` is not for predicates"),
                        Some(help.into()),
                    ));
                }
                Some(list) if !predicate.negated => giving.push(list),
                Some(_) => {}
                None => raw.push((predicate.span, format!("no lexicon `{name}`"), self.lexicon_help(name))),
            }
        }
        let Some(fact) = pattern.fact.filter(|fact| !fact.kinds().is_empty() && pattern.kind.is_none())
        else {
            return;
        };
        let named = |list: &&Lexicon| list.sections.iter().any(|section| !section.kind.is_empty());
        let fits = |list: &Lexicon| filled(list).all(|section| fact.kind(&section.kind).is_some());
        if giving.iter().any(|list| fits(list)) {
            return;
        }
        match giving.into_iter().find(named) {
            Some(list) => self.check_sections(list, fact, faults),
            None => {
                let help = format!("add (#set! kind \"…\"), one of {}", fact.kinds().join(", "));
                raw.push((pattern.span, "a fact without a kind".into(), Some(help)));
            }
        }
    }

    fn lexicon_help(&self, name: &str) -> Option<String> {
        let names = self.lexicons.names();
        Some(match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("there are {}", names.join(", ")),
        })
    }

    /// Sections that were to give a fact its kind and name none of its kinds, each in its file.
    fn check_sections(&self, list: &Lexicon, fact: FactType, faults: &mut Vec<(usize, Fault)>) {
        let files = self.files.iter().enumerate().filter(|(_, file)| file.lexicon() == Some(&list.name));
        for (index, file) in files {
            let (part, _) = Lexicon::read(&list.name, &file.text);
            for section in filled(&part).filter(|section| fact.kind(&section.kind).is_none()) {
                let kinds = fact.kinds();
                let message = match section.kind.is_empty() {
                    true => format!("entries before the first `[kind]` give {} no kind", fact.word()),
                    false => format!("unknown kind `{}` of {}", section.kind, fact.word()),
                };
                let help = match nearest(&section.kind, kinds.iter().copied()) {
                    Some(near) if !section.kind.is_empty() => {
                        format!("did you mean {near}? allowed: {}", kinds.join(", "))
                    }
                    _ => format!("allowed: {}", kinds.join(", ")),
                };
                faults.push((index, placed(file, (section.span, message, Some(help)))));
            }
        }
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

/// A first remark that was meant to be `; extends`: the file would replace what it is to add to.
fn misspelt_extends(text: &str) -> Option<RawFault> {
    let mut at = 0;
    for (index, line) in text.split_inclusive('\n').enumerate().take(20) {
        let span = Span::new(at, at + line.trim_end().len());
        at += line.len();
        let Some(remark) = line.trim().strip_prefix(';') else {
            if line.trim().is_empty() {
                continue;
            }
            return None;
        };
        let remark = remark.trim_matches([';', ' ', ':', '.', '\t']);
        let near = !remark.contains(' ') && strsim::levenshtein(&remark.to_lowercase(), "extends") <= 2;
        if near && !(index == 0 && extends(text)) {
            let message = "this file would replace its namesake".to_string();
            return Some((
                span,
                message,
                Some("to add to it, let its first line be exactly `; extends`".into()),
            ));
        }
    }
    None
}

/// Sections with entries.
fn filled(list: &Lexicon) -> impl Iterator<Item = &Section> {
    list.sections.iter().filter(|section| !section.entries.is_empty())
}

/// A part of a list that compares in another way than the list it extends.
fn other_mode(part: &Lexicon, mode: Mode) -> Option<RawFault> {
    let message = || format!("this list extends one that matches {}, not {}", mode.word(), part.mode.word());
    (part.mode != mode)
        .then(|| (Span::new(0, 0), message(), Some(format!("write `; match: {}`", mode.word()))))
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

/// A file that nothing would ever read is a mistake of its name.
fn stray(file: &QueryFile) -> Option<RawFault> {
    let (folder, name) = file.path.split_once('/').unwrap_or(("", &file.path));
    let known = if folder == LEXICON_FOLDER {
        name.ends_with(".txt") && !name.contains('/')
    } else {
        LANGUAGES.iter().any(|row| row.queries.contains(&folder))
            && name.strip_suffix(".scm").is_some_and(|stem| Stem::by_word(stem).is_some())
    };
    if known {
        return None;
    }
    let mut languages: Vec<&str> = LANGUAGES.iter().filter_map(|row| row.queries.last().copied()).collect();
    languages.dedup();
    let languages = languages.join(", ");
    let stems = Stem::ALL.iter().map(|stem| stem.word()).collect::<Vec<_>>();
    let near = name.strip_suffix(".scm").and_then(|stem| nearest(stem, stems.iter().copied()));
    let near = near.map(|near| format!("did you mean {near}.scm? ")).unwrap_or_default();
    let help = format!(
        "{near}a file is <language>/<stem>.scm, with language one of {languages} and stem one of {}; or lexicon/<name>.txt",
        stems.join(", ")
    );
    Some((Span::new(0, 0), "a file of this name is never read".into(), Some(help)))
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
