//! Which entry of which list a text meets, and why one that it meets tells nothing: what whoever
//! edits the lists needs to see.

use super::{HIDDEN, Judge, LISTS, RULES, form};
use crate::pack::File;
use crate::prose::Document;
use crate::prose::guards::Mention;
use crate::prose::tokens::Stream;
use crate::queries::QuerySet;
use crate::rules::Rule;
use crate::text::Span;

/// A shape in a text.
#[derive(Debug)]
pub struct Shown {
    /// The rule it is of.
    pub rule: Rule,
    /// The list it stands in.
    pub list: &'static str,
    /// What it means.
    pub label: String,
    /// The entry as written.
    pub entry: String,
    /// Its parts, in order.
    pub parts: Vec<Span>,
    /// Why it tells nothing, if it does not.
    pub why_not: Option<String>,
}

/// What the lists see in a text.
#[derive(Debug, Default)]
pub struct Explained {
    /// The shapes, in order of their places.
    pub shapes: Vec<Shown>,
    /// The classes whose words stand in it, with these words' places, in order.
    pub words: Vec<(String, Span)>,
}

/// What the lists see in `file`; `None` if it is not read as text.
pub fn explain(file: &File, queries: &QuerySet) -> Option<Explained> {
    let (text, form) = (file.text.as_ref()?, form(file)?);
    let document = Document::read(form, text.as_str());
    let judge = Judge::new(&file.path, text, &document, queries);
    let mut out = Explained::default();
    for group in judge.groups() {
        let stream = judge.stream(&group);
        let span = |from: usize, until: usize| {
            let (first, last) = (judge.span(&group, &stream, from), judge.span(&group, &stream, until - 1));
            Span { start: first.start, end: last.end.max(first.end) }
        };
        let words = judge.book.classes_in(&stream, judge.built_in(&group, &stream));
        out.words.extend(words.into_iter().map(|(class, from, until)| (class.into(), span(from, until))));
        for found in judge.book.matches(&stream, judge.built_in(&group, &stream)) {
            let is_hidden = document.passages[group[0]].place.is_hidden();
            let shape = judge.book.shape_of(&found);
            let Some(shape) = shape.filter(|shape| is_hidden || LISTS[shape.list] != HIDDEN) else {
                continue;
            };
            let mention = judge.mention(&group, &stream, &found);
            out.shapes.push(Shown {
                rule: RULES[shape.list],
                list: LISTS[shape.list],
                label: shape.label.clone(),
                entry: shape.entry.clone(),
                parts: found.parts.iter().map(|&(from, until)| span(from, until)).collect(),
                why_not: mention.map(|mention| why(&document, &stream, mention)),
            });
        }
    }
    out.shapes.sort_by_key(|shown| shown.parts.first().map(|part| part.start));
    out.words.sort_by_key(|(_, span)| *span);
    Some(out)
}

fn why(document: &Document, stream: &Stream<'_>, mention: Mention) -> String {
    match mention {
        Mention::Quoted => "it is quoted".into(),
        Mention::Under(index) => format!("it stands under \"{}\"", document.passages[index].text.as_str()),
        Mention::Words(from, until) => {
            let words: Vec<&str> = (from..until).map(|at| stream.word(at)).collect();
            format!("guarded by \"{}\"", words.join(" "))
        }
    }
}
