//! What a pack's text tells the agent: shapes of words over passages, judged by where they stand.
//!
//! Which words mean what stands in `queries/lexicon/text-*.txt`. Nothing here is a danger: text
//! alone proves no theft, and a reader can look.

mod encoded;
mod explain;
mod places;
mod settings;

pub use explain::{Explained, Shown, explain};
pub use settings::check_settings;

use super::Finding;
use crate::pack::{File, Kind};
use crate::prose::guards::{Known, Mention};
use crate::prose::shapes::{Book, Match};
use crate::prose::tokens::Stream;
use crate::prose::vocabulary::{Class, Hit};
use crate::prose::{Document, Form, Passage, Place as Standing, is_data};
use crate::queries::QuerySet;
use crate::queries::text::{HIDDEN, LISTS};
use crate::rules::Rule;
use crate::source::instructions::is_prose;
use crate::text::{Place, Span, Text, excerpt};
use encoded::Encoded;
use memchr::memmem;
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::sync::Arc;

/// Characters of the pack that a finding quotes.
const QUOTED: usize = 120;

/// Bytes from which on a data file holds data, not words to anybody.
const DATA: usize = 512 << 10;

/// The rule of each list of shapes, in the order of [`LISTS`].
const RULES: [Rule; LISTS.len()] = [
    Rule::ManipulationPhrase,
    Rule::InstructedDownloadExec,
    Rule::InstructedSecretAccess,
    Rule::InstructedCapture,
    Rule::ManipulationPhrase,
];

/// The findings of one file.
pub fn check_file(file: &File, queries: &QuerySet) -> Vec<Finding> {
    match (&file.text, form(file)) {
        (Some(text), Some(form)) => check(&file.path, text, form, queries),
        _ => Vec::new(),
    }
}

/// Drops of `words` what `code`, found in the same file, says of the same command: which has been
/// read as what it is.
pub fn drop_shown(words: &mut Vec<Finding>, code: &[Finding]) {
    // What a rule of words speaks of; a danger speaks of the same, and says more.
    let subject = |rule: Rule| match rule {
        Rule::InstructedDownloadExec | Rule::OfficialInstaller => Some(Rule::InstructedDownloadExec),
        Rule::InstructedSecretAccess | Rule::DangerStealing => Some(Rule::InstructedSecretAccess),
        Rule::InstructedCapture | Rule::DangerSpying => Some(Rule::InstructedCapture),
        _ => None,
    };
    let shown: FxHashSet<(Rule, u32)> = code
        .iter()
        .filter_map(|finding| Some((subject(finding.rule)?, finding.place.as_ref()?.line)))
        .collect();
    words.retain(|finding| {
        let Some((place, subject)) = finding.place.as_ref().zip(subject(finding.rule)) else { return true };
        !(place.line..=place.end_line).any(|line| shown.contains(&(subject, line)))
    });
}

/// How a file's text is read; `None` for code, pages and large data.
fn form(file: &File) -> Option<Form> {
    let text = file.text.as_ref()?;
    match file.kind {
        Kind::Markdown => Some(Form::Markdown),
        Kind::Text if is_data(&file.path) => (text.as_str().len() <= DATA).then_some(Form::Data),
        Kind::Text if is_prose(&file.path) => Some(Form::Plain),
        _ => None,
    }
}

/// The findings of a text that stands in `file`, in the order of their places.
pub fn check(file: &Arc<str>, text: &Text, form: Form, queries: &QuerySet) -> Vec<Finding> {
    let document = Document::read(form, text.as_str());
    let judge = Judge::new(file, text, &document, queries);
    let mut out = Vec::new();
    for group in judge.groups() {
        judge.group(&group, &mut out);
    }
    out.sort_by(|a: &Finding, b| (&a.place, a.rule).cmp(&(&b.place, b.rule)));
    out
}

struct Judge<'j> {
    file: &'j Arc<str>,
    text: &'j Text,
    document: &'j Document,
    queries: &'j QuerySet,
    book: &'j Book,
    known: RefCell<Known>,
    marks: Vec<Mark>,
    encoded: Vec<Encoded>,
}

/// A sign, rather than a word, that is of a class.
struct Mark {
    class: Class,
    finder: memmem::Finder<'static>,
    /// It counts only where it begins a passage.
    leads: bool,
}

/// The marks of the list of them.
fn marks(queries: &QuerySet, book: &Book) -> Vec<Mark> {
    let mut out = Vec::new();
    for section in queries.lexicon("text-markers").map_or(&[][..], |list| &list.sections) {
        let Some(class) = book.class(&section.kind) else { continue };
        out.extend(section.entries.iter().map(|entry| {
            let mark = entry.strip_prefix('=').unwrap_or(entry).to_lowercase();
            let (leads, mark) = mark.strip_prefix('^').map_or((false, &*mark), |mark| (true, mark));
            Mark { class, finder: memmem::Finder::new(mark).into_owned(), leads }
        }));
    }
    out
}

impl<'j> Judge<'j> {
    fn new(file: &'j Arc<str>, text: &'j Text, document: &'j Document, queries: &'j QuerySet) -> Self {
        let book = queries.book();
        let encoded = encoded::find(text.as_str());
        let (marks, known) = (marks(queries, book), RefCell::default());
        Judge { file, text, document, queries, book, known, marks, encoded }
    }

    /// Passages that are read as one: what stands under one heading, and each hidden one by itself.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut out: Vec<Vec<usize>> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (index, passage) in self.document.passages.iter().enumerate() {
            match passage.place {
                place if place.is_hidden() => out.push(vec![index]),
                Standing::Code if !self.is_encoded(passage) => {}
                Standing::Heading => out.push(std::mem::replace(&mut open, vec![index])),
                _ => open.push(index),
            }
        }
        out.push(open);
        out.retain(|group| !group.is_empty());
        out
    }

    /// Whether most of a passage is a piece of encoded text.
    fn is_encoded(&self, passage: &Passage) -> bool {
        if self.encoded.is_empty() {
            return false;
        }
        let span = passage.text.origin(self.text.as_str(), 0, passage.text.as_str().len());
        let from = self.encoded.partition_point(|encoded| encoded.span.end <= span.start);
        let found = self.encoded.get(from).filter(|encoded| encoded.span.start < span.end);
        found.is_some_and(|encoded| (encoded.span.end - encoded.span.start) * 2 > span.end - span.start)
    }

    /// Adds the places of pieces of encoded text.
    fn hidden_words(&self, group: &[usize], stream: &Stream<'_>, out: &mut Vec<Hit>) {
        let classes = ["encoded", "encoded-command"].map(|name| self.book.class(name));
        let mut last = None;
        for at in if self.encoded.is_empty() { 0..0 } else { 0..stream.tokens.len() } {
            let span = self.span(group, stream, at);
            let index = self.encoded.partition_point(|encoded| encoded.span.end <= span.start);
            let Some(found) = self.encoded.get(index).filter(|found| found.span.start < span.end) else {
                continue;
            };
            if last.replace(index) == Some(index) {
                continue;
            }
            let start = at as u32;
            let classes = classes.into_iter().take(1 + usize::from(found.is_command)).flatten();
            out.extend(classes.map(|class| Hit { start, end: start + 1, class, tongue: 0 }));
        }
    }

    fn stream(&self, group: &[usize]) -> Stream<'_> {
        let mut stream = Stream::default();
        for &index in group {
            stream.push(&self.document.passages[index].text, self.book.vocabulary());
        }
        stream
    }

    /// The places of the classes that are built in.
    fn built_in(&self, group: &[usize], stream: &Stream<'_>) -> Vec<Hit> {
        let raw =
            |at: usize| self.text.as_str().get(self.span(group, stream, at).range()).unwrap_or_default();
        let mut places = places::places(self.queries, self.book, stream, raw);
        self.markers(group, stream, &mut places);
        self.hidden_words(group, stream, &mut places);
        places
    }

    fn mention(&self, group: &[usize], stream: &Stream<'_>, found: &Match) -> Option<Mention> {
        self.queries.guards().mention(self.document, group, stream, found, &mut self.known.borrow_mut())
    }

    fn group(&self, group: &[usize], out: &mut Vec<Finding>) {
        let stream = self.stream(group);
        let is_hidden = self.document.passages[group[0]].place.is_hidden();
        let mut told: FxHashSet<(Rule, u32)> = FxHashSet::default();
        for found in self.book.matches(&stream, self.built_in(group, &stream)) {
            let Some(shape) = self.book.shape_of(&found) else { continue };
            if LISTS[shape.list] == HIDDEN && !is_hidden {
                continue;
            }
            let rule = RULES[shape.list];
            let sentence = stream.sentence(found.start());
            if told.contains(&(rule, sentence)) || self.mention(group, &stream, &found).is_some() {
                continue;
            }
            told.insert((rule, sentence));
            out.push(self.finding(rule, &shape.label, group, &stream, &found));
        }
    }

    /// Adds the places of marks that are signs rather than words.
    fn markers(&self, group: &[usize], stream: &Stream<'_>, out: &mut Vec<Hit>) {
        for (passage, &index) in group.iter().enumerate() {
            let text = self.document.passages[index].text.as_str();
            for mark in &self.marks {
                let mut add = |at: usize| {
                    let first = stream.first_behind(passage as u32, at as u32).map(|at| at as u32);
                    let class = mark.class;
                    out.extend(first.map(|start| Hit { start, end: start + 1, class, tongue: 0 }));
                };
                match mark.leads {
                    true if text.trim_start().as_bytes().starts_with(mark.finder.needle()) => add(0),
                    true => {}
                    false => mark.finder.find_iter(text.as_bytes()).for_each(add),
                }
            }
        }
    }

    fn finding(
        &self,
        rule: Rule,
        label: &str,
        group: &[usize],
        stream: &Stream<'_>,
        found: &Match,
    ) -> Finding {
        let first = self.span(group, stream, found.start());
        let sentence = stream.sentence(found.start());
        let within = found.parts.iter().filter(|part| stream.sentence(part.0) == sentence);
        let last = within.map(|part| part.1 - 1).max().unwrap_or(found.start());
        let span = Span { start: first.start, end: self.span(group, stream, last).end.max(first.end) };
        let whole = self.span(group, stream, found.end() - 1).end.max(span.end);
        let raw = self.text.as_str().get(first.start as usize..whole as usize).unwrap_or_default();
        // Far more than is shown, far less than a hostile passage.
        let words: Vec<&str> = raw.split_whitespace().take(QUOTED).collect();
        let quoted = excerpt(&words.join(" "), QUOTED);
        let standing = self.document.passages[group[stream.tokens[found.start()].passage as usize]].place;
        let place = match standing.is_hidden() {
            true => format!(", out of a reader's sight in {}", standing.words()),
            false => String::new(),
        };
        Finding::at(rule, Place::new(self.file, self.text, span), format!("{label}{place}: \"{quoted}\""))
    }

    /// The bytes of the word at `index`.
    fn span(&self, group: &[usize], stream: &Stream<'_>, index: usize) -> Span {
        let token = &stream.tokens[index];
        let text = &self.document.passages[group[token.passage as usize]].text;
        text.origin(self.text.as_str(), token.start as usize, token.end as usize)
    }
}
