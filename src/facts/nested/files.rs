//! Code that is written to a file and run from there: read where it is written.

use super::finder::Finder;
use super::places::language_by_place;
use super::{MAX_DEPTH, Piece, Run};
use crate::facts::Fact;
use crate::language::{Language, Shebang, shebang};
use crate::queries::vocabulary::{FactType, Role};
use crate::semantics::commands;
use crate::semantics::graph::*;
use crate::source::Context;
use crate::text::{HOLE, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

/// How many written files are looked at.
const MAX_FILES: usize = 256;

impl Finder<'_, '_> {
    /// The constant texts that are written to files which the same program runs, or which are run by
    /// their place; those of `done` left out, to which they are added. Returns where each is written.
    pub(crate) fn written(
        &mut self,
        facts: &[Fact],
        done: &mut FxHashSet<ValueId>,
    ) -> FxHashMap<ValueId, Vec<Span>> {
        let mut files: BTreeMap<Rc<str>, Vec<ValueId>> = BTreeMap::new();
        let mut spans: FxHashMap<Rc<str>, Vec<Span>> = FxHashMap::default();
        let mut writes = FxHashMap::default();
        let is_write = |fact: &&Fact| {
            matches!(fact.fact, FactType::Persist | FactType::WriteOutside) && fact.value.is_some()
        };
        if !facts.iter().any(|fact| is_write(&fact)) {
            return writes;
        }
        // The variables into whose objects something is put, by what they are set to.
        let mut holders: FxHashMap<ValueId, Vec<VarId>> = FxHashMap::default();
        for (var, at) in self.eval.graph.vars.iter().zip(0..).filter(|(var, _)| !var.contents.is_empty()) {
            for def in &var.defs {
                holders.entry(def.value).or_default().push(at);
            }
        }
        for fact in facts.iter().filter(is_write).take(MAX_FILES) {
            for path in fact.role(Role::Path).chain(fact.role(Role::Target)) {
                for text in self.eval.values(path).iter().filter(|text| !text.is_empty()) {
                    let path: Rc<str> = plain(text).into();
                    spans.entry(path.clone()).or_default().push(fact.span);
                    let contents = files.entry(path).or_default();
                    contents.extend(fact.role(Role::Payload));
                    contents.extend(self.put_into_object(fact.value, &holders));
                }
            }
        }
        files.retain(|_, contents| !contents.is_empty());
        if files.is_empty() {
            return writes;
        }
        let run = self.files_run(&files);
        for (path, contents) in &files {
            let reader = run.get(path).copied();
            let reader = reader.or_else(|| language_by_place(self.queries, path).map(Some));
            for &content in contents {
                if !done.insert(content) {
                    continue;
                }
                writes.insert(content, beside(&spans, path));
                match reader {
                    Some(reader) => self.written_code(path, content, reader),
                    None if is_placed(path) => self.carried_code(path, content),
                    None => {}
                }
            }
        }
        writes
    }

    /// What is put into the object that a call gives: `open(path, "w").write(text)`.
    fn put_into_object(
        &self,
        made: Option<ValueId>,
        holders: &FxHashMap<ValueId, Vec<VarId>>,
    ) -> Vec<ValueId> {
        let graph = self.eval.graph;
        let Some(made) = made else { return Vec::new() };
        let mut out: Vec<ValueId> = graph.outputs.get(&made).into_iter().flatten().copied().collect();
        for &var in holders.get(&made).into_iter().flatten() {
            out.extend(&graph.vars[var as usize].contents);
        }
        out
    }

    /// Which of some files are run, loaded or sourced, and the language of the program that does so
    /// where it is named.
    fn files_run(&mut self, files: &BTreeMap<Rc<str>, Vec<ValueId>>) -> BTreeMap<Rc<str>, Option<Language>> {
        let graph = self.eval.graph;
        let mut run = BTreeMap::new();
        for &value in &graph.calls {
            let Op::Call(call) = graph.op(value) else { continue };
            let (named, reader): (Vec<ValueId>, Option<Language>) = match graph.op(call.callee) {
                Op::Command(words) => self.program_file(words),
                _ => {
                    let names = self.eval.names(call.callee);
                    let kind = self.queries.section("runners", names.iter().map(|name| &**name));
                    let loads = kind.is_some_and(|section| {
                        matches!(section.kind.as_str(), "module" | "file" | "command" | "code")
                    });
                    if !loads {
                        continue;
                    }
                    (call.positional(0).into_iter().collect(), None)
                }
            };
            for word in named {
                for text in self.eval.values(word).iter() {
                    if let Some((path, _)) = files.get_key_value(plain(text)) {
                        let known: &mut Option<Language> = run.entry(path.clone()).or_default();
                        *known = known.or(reader);
                    }
                }
            }
        }
        run
    }

    /// The words of a command that may name the file it runs: the program, or what an interpreter is
    /// handed.
    fn program_file(&mut self, words: &[ValueId]) -> (Vec<ValueId>, Option<Language>) {
        let mut words = words;
        for _ in 0..8 {
            let Some((&first, rest)) = words.split_first() else { break };
            let Some(name) = self.eval.constant(first) else { break };
            let program = commands::program(&name).to_string();
            if commands::is_interpreter(&program) || matches!(&*program, "source" | ".") {
                let reader = Language::by_interpreter(&program);
                let reader = reader.or((!commands::is_interpreter(&program)).then_some(Language::Bash));
                return (rest.iter().take(16).copied().collect(), reader);
            }
            match commands::inner(self.eval, &program, rest) {
                Some(at) => words = &rest[at..],
                None => return (vec![first], None),
            }
        }
        (Vec::new(), None)
    }

    /// Reads a file's text in the language that its name or its first line says.
    fn written_code(&mut self, path: &str, content: ValueId, reader: Option<Language>) {
        let Value { source, .. } = self.eval.graph.values[content as usize];
        let source = &self.eval.sources[source as usize];
        if source.depth >= MAX_DEPTH || source.context == Context::Comment {
            return;
        }
        self.steps = 0;
        let name = path.rsplit('/').next().unwrap_or(path);
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let texts = self.given_texts(content);
        let texts: Vec<Vec<Piece>> = texts.into_iter().flat_map(|text| self.texts(text)).collect();
        for pieces in texts {
            let Some(Piece::Text(text, _)) = pieces.first() else { continue };
            let language = match text.lines().next().and_then(shebang) {
                Some(Shebang::Read(language)) => Some(language),
                Some(Shebang::Unread(_)) => None,
                None => Language::by_extension(ending).or(reader),
            };
            let Some(language) = language else { continue };
            self.runs.push(Run::new(content, language, pieces));
        }
    }
}

/// Whether a file lies where something may run it: outside the working directory, or in a hidden folder of
/// it. What is looked at rather than run has scripts of its own.
fn is_placed(path: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_shown = ["html", "htm", "xhtml", "svg", "vue", "svelte", "astro", "md"].contains(&ending);
    !is_shown && (path.starts_with(['/', '~', '.']) || path.contains("/."))
}

/// The writes of a file, and those beside it in a folder that was made for it.
fn beside(spans: &FxHashMap<Rc<str>, Vec<Span>>, path: &Rc<str>) -> Vec<Span> {
    let folder = path.rsplit_once('/').map(|(folder, _)| folder).filter(|folder| folder.contains(HOLE));
    let is_beside = |other: &str| {
        other == &**path
            || folder.is_some_and(|folder| {
                other == folder || other.rsplit_once('/').is_some_and(|(its, _)| its == folder)
            })
    };
    let mut out: Vec<Span> = spans
        .iter()
        .filter(|(other, _)| is_beside(other))
        .flat_map(|(_, spans)| spans.iter().copied())
        .collect();
    out.sort();
    out
}

/// A path without the `./` that changes nothing.
fn plain(path: &str) -> &str {
    path.trim_start_matches("./")
}
