//! The lists over text: words by class, shapes over them, and words that guard.

use super::syntax::RawFault;
use super::vocabulary::nearest;
use super::{QuerySet, lexicon::Lexicon};
use crate::prose::guards::Guards;
use crate::prose::shapes::{BadEntry, Book, Sections};
use crate::text::Span;

/// The list of words by class.
const WORDS: &str = "text-words";

/// The list of shapes that count only where no reader looks.
pub const HIDDEN: &str = "text-hidden";

/// The lists of shapes.
pub const LISTS: [&str; 5] = ["text-manipulation", "text-downloads", "text-secrets", "text-captures", HIDDEN];

/// Classes whose places are found by what a word is, not by a list of phrases.
pub const BUILT_IN: &[&str] = &[
    "url",
    "raw-ip",
    "address",
    "host",
    "secret-path",
    "secret-name",
    "history-path",
    "paste-site",
    "tunnel",
    "archive-link",
    "archive-file",
    "program-link",
    "program-file",
    "script-link",
    "strange-url",
    "marker",
    "marker-start",
    "env-file",
    "slot-url",
    "quotation",
    "encoded",
    "encoded-command",
];

/// The sections of the list `name`: kind, label and entries.
fn sections<'q>(queries: &'q QuerySet, name: &str) -> Sections<'q> {
    let sections = queries.lexicon(name).map_or(&[][..], |list: &Lexicon| list.sections.as_slice());
    sections
        .iter()
        .filter(|section| !section.entries.is_empty())
        .map(|section| (section.kind.as_str(), section.label.as_str(), section.entries.as_slice()))
        .collect()
}

/// The shapes over text, with what can't be read of them.
pub(super) fn book(queries: &QuerySet) -> (Book, Vec<BadEntry>) {
    let words = sections(queries, WORDS);
    let lists: Vec<Sections<'_>> = LISTS.iter().map(|name| sections(queries, name)).collect();
    Book::read(&words, &lists, BUILT_IN)
}

/// The words that guard.
pub(super) fn guards(queries: &QuerySet) -> Guards {
    let sections = sections(queries, Guards::list());
    Guards::new(
        sections
            .iter()
            .flat_map(|(kind, _, entries)| entries.iter().map(move |entry| (*kind, entry.as_str()))),
    )
}

/// What is wrong with a file of one of these lists.
pub(super) fn faults(name: &str, text: &str, list: &Lexicon, bad: &[BadEntry], book: &Book) -> Vec<RawFault> {
    let mut out = Vec::new();
    if name == Guards::list() {
        for section in &list.sections {
            if !section.entries.is_empty() && !Guards::sections().contains(&section.kind.as_str()) {
                let help = format!("allowed: {}", Guards::sections().join(", "));
                out.push((section.span, format!("unknown section `{}`", section.kind), Some(help)));
            }
        }
    }
    let list_of = |one: &BadEntry| one.list.map_or(Some(&WORDS), |list| LISTS.get(list));
    for one in bad.iter().filter(|one| list_of(one) == Some(&name)) {
        let line = |line: &str| line.trim() == one.entry;
        let mut at = 0;
        for raw in text.split_inclusive('\n') {
            if line(raw) {
                let named = one.message.split('`').nth(1).unwrap_or_default();
                let near = nearest(named, book.class_names());
                let help = near.map(|near| format!("did you mean <{near}>?"));
                out.push((Span::new(at, at + raw.trim_end().len()), one.message.clone(), help));
            }
            at += raw.len();
        }
    }
    out
}
