//! Files that something else runs by their place: start files of shells, hooks of git, tables of cron,
//! units, settings of agents. What is written there is read as such a file is.

use super::finder::{Finder, has_text};
use super::{MAX_DEPTH, Piece, Run};
use crate::language::Language;
use crate::queries::QuerySet;
use crate::semantics::graph::*;
use crate::source::{Context, carriers};
use crate::text::Span;

/// Stands for what is only known at run time, while a file of another kind is read.
const UNKNOWN: char = '\u{E010}';
/// How many parts a written text is put together from.
const MAX_PARTS: usize = 64;
/// How many objects of a program are looked at for commands.
const MAX_OBJECTS: usize = 4096;

/// The list of files that a shell reads when it starts.
const START_FILES: &str = "start-files";

/// The language of a file that is run by its place.
pub(super) fn language_by_place(queries: &QuerySet, path: &str) -> Option<Language> {
    let list = queries.lexicon(START_FILES)?;
    let section = list.find(path)?;
    Language::by_interpreter(&section.kind)
}

impl Finder<'_, '_> {
    /// The commands in a file of settings that is written here.
    pub(super) fn carried_code(&mut self, path: &str, content: ValueId) {
        let Value { source, .. } = self.eval.graph.values[content as usize];
        let source = &self.eval.sources[source as usize];
        if source.depth >= MAX_DEPTH || source.context == Context::Comment {
            return;
        }
        self.steps = 0;
        let before = self.runs.len();
        for text in self.given_texts(content) {
            for pieces in self.texts(text) {
                self.carried_in(path, content, pieces);
            }
        }
        // `JSON.stringify(settings)`: the text is made when it runs, its objects stand in the program.
        if self.runs.len() == before && carriers::configures(path) {
            self.commands_of_objects(content);
        }
    }

    fn carried_in(&mut self, path: &str, content: ValueId, pieces: Vec<Piece>) {
        let mut whole = String::new();
        let mut places: Vec<(usize, Span, Option<ValueId>)> = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Text(text, span) => {
                    places.push((whole.len(), span, None));
                    whole.push_str(&text);
                }
                Piece::Hole(value, span) => {
                    places.push((whole.len(), span, Some(value)));
                    whole.push(UNKNOWN);
                }
            }
        }
        for carried in carriers::carried(path, &whole) {
            let mut code = Vec::new();
            for piece in carried.pieces {
                place(&mut code, &piece, &places, whole.len());
            }
            if has_text(&code) {
                self.runs.push(Run::new(content, carried.language, code));
            }
        }
    }

    /// The values under `command` of the objects that stand in a program which writes settings.
    fn commands_of_objects(&mut self, content: ValueId) {
        let graph = self.eval.graph;
        let source = graph.values[content as usize].source;
        let objects = graph.values.iter().filter(|value| value.source == source);
        let objects = objects.filter_map(|value| match &value.op {
            Op::Object(items) if items.len() <= 16 => Some(items),
            _ => None,
        });
        for items in objects.take(MAX_OBJECTS) {
            let item = |name: &str| {
                items.iter().find(|(key, _)| key.as_deref() == Some(name)).map(|&(_, item)| item)
            };
            let Some(command) = item("command") else { continue };
            match item("args").and_then(|args| self.list(args)) {
                Some(args) => {
                    let words: Vec<ValueId> = std::iter::once(command).chain(args).collect();
                    self.argv(content, &words, None);
                }
                None => self.run(content, Language::Bash, command, false, None),
            }
        }
    }

    /// The texts that a value is put together from: what the commands of a group put out, here documents.
    pub(super) fn given_texts(&mut self, content: ValueId) -> Vec<ValueId> {
        let graph = self.eval.graph;
        let mut out = Vec::new();
        let mut open = vec![content];
        for _ in 0..MAX_PARTS {
            let Some(value) = open.pop() else { break };
            match graph.op(value) {
                Op::Unknown(parts) | Op::Choice(parts) => open.extend(parts.iter().rev()),
                Op::Call(call) if matches!(graph.op(call.callee), Op::Command(_)) => {
                    match call.keyword(STDIN) {
                        Some(input) => open.push(input),
                        None => out.push(value),
                    }
                }
                _ => out.push(value),
            }
        }
        out
    }
}

/// Adds a piece of carried code, with what it stands for where it was written.
fn place(
    code: &mut Vec<Piece>,
    piece: &carriers::Piece,
    places: &[(usize, Span, Option<ValueId>)],
    length: usize,
) {
    let start = piece.outer.start as usize;
    let index = places.partition_point(|&(at, ..)| at <= start).saturating_sub(1);
    let Some(&(at, span, _)) = places.get(index) else { return };
    let end = places.get(index + 1).map_or(length, |&(next, ..)| next);
    let is_in_place = (span.end - span.start) as usize == end - at;
    let of = |from: usize, to: usize| {
        let inside = is_in_place && to <= end;
        let moved = |to: usize| span.start + (to - at) as u32;
        if inside { Span { start: moved(from), end: moved(to) } } else { span }
    };
    let mut from = start;
    for (number, text) in piece.text.split(UNKNOWN).enumerate() {
        if number > 0 {
            let hole = places.iter().find(|&&(at, _, value)| value.is_some() && at >= from);
            if let Some(&(at, span, Some(value))) = hole {
                code.push(Piece::Hole(value, span));
                from = at + UNKNOWN.len_utf8();
            }
        }
        if !text.is_empty() {
            let to = from + text.len();
            code.push(Piece::Text(text.into(), of(from, to)));
            from = to;
        }
    }
}
