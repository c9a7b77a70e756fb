//! What is wrong with query files, all of it at once, each fault with its place.

use super::lexicon::{Lexicon, Mode, Section, mode_of};
use super::pattern::{Condition, Pattern};
use super::shapes::Shapes;
use super::syntax::{Fault, RawFault};
use super::vocabulary::{FactType, Stem, nearest};
use super::{EMBEDDED, LEXICON_FOLDER, QueryFile, QuerySet, extends, oracle, placed, text};
use crate::language::LANGUAGES;
use crate::text::Span;

impl QuerySet {
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
                told.extend(dead_entries(&file.text, known));
                if lexicon.0.mode == Mode::Shapes {
                    told.extend(Shapes::faults(&file.text));
                }
                told.extend(self.lone_extension(file, name));
                let is_set = file.text.lines().any(|line| mode_of(line).is_some());
                told.extend(is_set.then(|| other_mode(&lexicon.0, known)).flatten());
                told.extend(text::faults(name, &file.text, &lexicon.0, &bad, &book));
            }
            faults.extend(told.into_iter().map(|raw| (index, placed(file, raw))));
        }
        for row in LANGUAGES {
            faults.extend(self.compile(row.language, true).1);
        }
        // The embedded files are sound: what is wrong in them is so by what a folder's file changes.
        if faults.iter().any(|&(index, _)| self.files[index].set > 0) {
            faults.retain(|&(index, _)| self.files[index].set > 0);
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

    /// Lists a pattern names must exist; a fact with kinds gets one from `#set!` or from a list
    /// whose sections all name one.
    pub(super) fn check_lexicons(
        &self,
        pattern: &Pattern,
        raw: &mut Vec<RawFault>,
        faults: &mut Vec<(usize, Fault)>,
    ) {
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
        let fits = |section: &Section| fact.kind(&section.kind).is_some();
        if giving.iter().any(|list| filled(list).all(fits)) {
            return;
        }
        // The list that was to give the kind is the one that gives it in most of its sections.
        let fitting = |list: &&Lexicon| filled(list).filter(|section| fits(section)).count();
        let named = |list: &&Lexicon| list.sections.iter().any(|section| !section.kind.is_empty());
        match giving.into_iter().filter(named).max_by_key(fitting) {
            Some(list) => self.check_sections(list, fact, faults),
            None => {
                let help = format!("add (#set! kind \"…\"), one of {}", fact.kinds().join(", "));
                raw.push((pattern.span, "a fact without a kind".into(), Some(help)));
            }
        }
    }

    /// A list that is to add to one that is not there.
    fn lone_extension(&self, file: &QueryFile, name: &str) -> Option<RawFault> {
        let others = || self.files.iter().filter(|other| other.path != file.path);
        let is_alone = !self.files.iter().any(|other| other.path == file.path && other.set < file.set);
        if file.set == 0 || !extends(&file.text) || !is_alone {
            return None;
        }
        let near = nearest(name, others().filter_map(QueryFile::lexicon));
        let help = near.map(|near| format!("did you mean {near}.txt?"));
        Some((first_line(&file.text), format!("there is no list `{name}` to add to"), help))
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

/// Entries that nothing can be: what people write for lack of a better guess.
fn dead_entries(text: &str, mode: Mode) -> Vec<RawFault> {
    let mut at = 0;
    let mut out = Vec::new();
    for line in text.split_inclusive('\n') {
        let span = Span::new(at, at + line.trim_end().len());
        at += line.len();
        let entry = line.trim();
        if entry.is_empty() || entry.starts_with([';', '[']) {
            continue;
        }
        let told = match mode {
            Mode::Names => dead_name(entry).map(|help| ("no node has such a name", help)),
            Mode::Paths => dead_path(entry).map(|help| ("no path ends so", help)),
            _ => None,
        };
        out.extend(told.map(|(message, help)| (span, message.into(), Some(help.into()))));
    }
    out
}

/// Why no dotted name is `entry`: what to write. `f()` is what a call of `f` gives.
pub(super) fn dead_name(entry: &str) -> Option<&'static str> {
    if entry.starts_with('<') {
        return None;
    }
    if entry.contains([';', '#']) {
        return Some("an entry takes its whole line: write remarks on lines of their own, after `;`");
    }
    if entry.contains(char::is_whitespace) {
        return Some("parts are joined by dots: `tool.verb` for the command `tool verb`");
    }
    if entry.replace("()", "").contains(['(', ')']) {
        return Some("write the name without its arguments: `a.b` for `a.b(c)`");
    }
    let is_plain = entry.split('.').all(|part| part == "*" || !part.contains(['*', '"', '\'', '`']));
    (!is_plain).then_some("a name is compared as a whole, without quotes; `a.*` is an element of `a`")
}

/// Why no path ends in `entry`: what to write.
fn dead_path(entry: &str) -> Option<&'static str> {
    let entry = entry.trim_start_matches(['!', ' ']);
    if entry.contains(" #") || entry.contains(" ;") {
        return Some("an entry takes its whole line: write remarks on lines of their own, after `;`");
    }
    if entry.contains('\\') {
        return Some("write `/` between the parts: `\\` in a path is read as one");
    }
    let is_rooted = entry.starts_with("./") || entry.contains(['$', '%']);
    is_rooted.then_some("an entry is the end of a path, `.acme/token` wherever it lies: leave the folder out")
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

/// Lists of words that rooms below this one read as they are built in.
const BUILT_IN_LISTS: [&str; 5] =
    ["offline-claims", "offline-guards", "capture-words", "reference-guards", "instruction-commands"];

fn first_line(text: &str) -> Span {
    Span::new(0, text.lines().next().unwrap_or_default().len())
}

/// A file that nothing would ever read is a mistake of its name.
fn stray(file: &QueryFile) -> Option<RawFault> {
    let is_embedded = EMBEDDED.iter().any(|&(path, text)| path == file.path && text == file.text);
    if file.lexicon().is_some_and(|name| BUILT_IN_LISTS.contains(&name)) && !is_embedded {
        let message = "this list is built in, and a folder cannot change it".to_string();
        return Some((first_line(&file.text), message, None));
    }
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
    let stem = name.strip_suffix(".scm");
    let is_stem = stem.is_some_and(|stem| stems.contains(&stem));
    let folders = LANGUAGES.iter().flat_map(|row| row.queries).copied();
    let near = match nearest(folder, folders).filter(|_| is_stem) {
        Some(near) => Some(format!("{near}/{name}")),
        None => stem
            .filter(|_| !is_stem)
            .and_then(|stem| nearest(stem, stems.iter().copied()))
            .map(|near| format!("{near}.scm")),
    };
    let near = near.map(|near| format!("did you mean {near}? ")).unwrap_or_default();
    let help = format!(
        "{near}a file is <language>/<stem>.scm, with language one of {languages} and stem one of {}; or lexicon/<name>.txt",
        stems.join(", ")
    );
    Some((Span::new(0, 0), "a file of this name is never read".into(), Some(help)))
}
