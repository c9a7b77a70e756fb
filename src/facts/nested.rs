//! Code inside code: what a call runs is read as a source of its own.
//!
//! Which calls run what stands in `queries/lexicon/runners.txt`; which programs are interpreters,
//! in the language table. Every kind of call comes down to one of two: code in the caller's
//! language, or the words of a command, of which an interpreter's `-c` and standard input are
//! code again.

use super::Unit;
use crate::language::{Language, UNREAD_INTERPRETERS};
use crate::queries::QuerySet;
use crate::semantics::eval::{Eval, Thing};
use crate::semantics::graph::*;
use crate::source::{Budget, Context, Origin, Source, placeholder};
use crate::text::{HOLE, Span};
use std::rc::Rc;

/// How deep code may stand inside code.
const MAX_DEPTH: u8 = 4;
/// How many nested sources a file may have.
const MAX_SOURCES: usize = 4000;
/// How many texts one call may run: a variable may hold one of several.
const MAX_TEXTS: usize = 4;

/// Code that a call runs.
struct Run {
    caller: ValueId,
    language: Language,
    /// The code in pieces.
    pieces: Vec<Piece>,
    /// It sees the caller's variables: `eval`.
    shares_scope: bool,
}

/// A piece of nested code.
enum Piece {
    /// A constant text that stands in the outer file.
    Text(Rc<str>, Span),
    /// What is known only when it runs.
    Hole(ValueId, Span),
}

/// Links calls with the functions they call, then adds nested sources, until nothing is new.
pub fn expand(unit: &mut Unit, queries: &QuerySet) {
    let mut done_calls = 0;
    loop {
        link(unit);
        let calls: Vec<ValueId> = unit.graph.calls[done_calls..].to_vec();
        done_calls = unit.graph.calls.len();
        let runs = {
            let mut eval = Eval::new(&unit.graph, &unit.sources);
            let mut finder = Finder { eval: &mut eval, queries, runs: Vec::new() };
            for call in calls {
                finder.look_at(call);
            }
            finder.runs
        };
        if runs.is_empty() {
            return;
        }
        for run in runs {
            if unit.sources.len() >= MAX_SOURCES {
                unit.cut_short.get_or_insert_with(|| "more nested code than its budget".into());
                return;
            }
            add(unit, run, queries);
        }
    }
}

/// Tells functions which calls call them. Twice more where a function is handed on.
fn link(unit: &mut Unit) {
    for _ in 0..3 {
        let mut found: Vec<(FuncId, ValueId)> = Vec::new();
        {
            let mut eval = Eval::new(&unit.graph, &unit.sources);
            for &value in &unit.graph.calls {
                let Op::Call(call) = unit.graph.op(value) else { continue };
                if matches!(unit.graph.op(call.callee), Op::Free(_) | Op::Outside(_)) {
                    continue;
                }
                for thing in eval.things(call.callee).iter() {
                    let func = match thing {
                        Thing::Function(func) => Some(*func),
                        Thing::Class(class) => constructor(&unit.graph, *class),
                        _ => None,
                    };
                    if let Some(func) = func
                        && !unit.graph.funcs[func as usize].sites.contains(&value)
                        && unit.graph.funcs[func as usize].sites.len() < 64
                    {
                        found.push((func, value));
                    }
                }
            }
        }
        if found.is_empty() {
            return;
        }
        for (func, value) in found {
            let sites = &mut unit.graph.funcs[func as usize].sites;
            if !sites.contains(&value) && sites.len() < 64 {
                sites.push(value);
            }
        }
    }
}

fn constructor(graph: &Graph, class: ClassId) -> Option<FuncId> {
    let names = &graph.scopes[graph.classes[class as usize].scope as usize].names;
    let var = names.get("__init__").or_else(|| names.get("constructor"))?;
    graph.vars[*var as usize].defs.iter().find_map(|def| match graph.op(def.value) {
        Op::Function(func) => Some(*func),
        _ => None,
    })
}

fn add(unit: &mut Unit, run: Run, queries: &QuerySet) {
    let caller = &unit.graph.values[run.caller as usize];
    let (outer_index, node) = (caller.source as usize, caller.node);
    let outer = &unit.sources[outer_index];
    let (depth, context) = (outer.depth + 1, outer.context);
    let mut text = String::new();
    let mut spans = Vec::new();
    let mut holes = Vec::new();
    for piece in run.pieces {
        let before = text.len();
        let span = match piece {
            Piece::Text(piece, span) => {
                text.push_str(&piece);
                span
            }
            Piece::Hole(value, span) => {
                text.push_str(&placeholder(holes.len()));
                holes.push(value);
                span
            }
        };
        spans.push((text.len() - before, span));
    }
    let origin = Origin::of_pieces(spans);
    let same = outer.language == run.language;
    let parent = (run.shares_scope || same).then(|| unit.graph.maps[outer_index].scopes[node as usize]);
    let source =
        Source::nested(run.language, text, origin, context, depth, Budget::default()).with_holes(holes);
    let first_call = unit.graph.calls.len();
    unit.add(source, parent, queries);
    let outputs: Vec<ValueId> = unit.graph.calls[first_call..].iter().take(256).copied().collect();
    unit.graph.outputs.entry(run.caller).or_default().extend(outputs);
}

struct Finder<'a, 'g> {
    eval: &'a mut Eval<'g>,
    queries: &'a QuerySet,
    runs: Vec<Run>,
}

impl Finder<'_, '_> {
    fn look_at(&mut self, value: ValueId) {
        let graph = self.eval.graph;
        let Op::Call(call) = graph.op(value) else { return };
        let source = &self.eval.sources[graph.values[value as usize].source as usize];
        if source.depth >= MAX_DEPTH || source.context == Context::Comment {
            return;
        }
        let language = source.language;
        if let Op::Command(words) = graph.op(call.callee) {
            let stdin = call.keyword(STDIN);
            self.command(value, &words.clone(), stdin, true);
        }
        let names = self.eval.names(call.callee);
        let Some(section) = self.queries.section("runners", names.iter().map(|name| &**name)) else { return };
        match section.kind.as_str() {
            "code" => {
                if let Some(code) = call.positional(0) {
                    self.run(value, language, code, true);
                }
            }
            "words" => {
                let words: Vec<ValueId> =
                    call.args.iter().filter(|arg| arg.name.is_none()).map(|arg| arg.value).collect();
                self.argv(value, &words);
            }
            _ => self.command_or_line(value, &call.clone()),
        }
    }

    /// `run("a b")`, `run(["a", "b"])`, `spawn("a", ["b"])`.
    fn command_or_line(&mut self, value: ValueId, call: &Call) {
        let named = ["args", "command", "cmd"].iter().find_map(|name| call.keyword(name));
        let Some(first) = call.positional(0).or(named) else { return };
        let list = self.list(first);
        match (list, call.positional(1).and_then(|second| self.list(second))) {
            (Some(words), _) if words.len() > 1 => self.argv(value, &words),
            (Some(words), _) => {
                for word in words {
                    self.run(value, Language::Bash, word, false);
                }
            }
            (None, Some(rest)) if !rest.is_empty() => {
                let mut words = vec![first];
                words.extend(rest);
                self.argv(value, &words);
            }
            (None, _) => self.run(value, Language::Bash, first, false),
        }
    }

    /// The items of a list literal, or of several added up.
    fn list(&mut self, value: ValueId) -> Option<Vec<ValueId>> {
        if let Op::Concat(parts) = self.eval.graph.op(value) {
            let parts = parts.clone();
            let lists: Vec<Option<Vec<ValueId>>> = parts.iter().map(|&part| self.list(part)).collect();
            if lists.iter().all(Option::is_none) {
                return None;
            }
            let items = lists.into_iter().zip(parts).map(|(list, part)| list.unwrap_or_else(|| vec![part]));
            return Some(items.flatten().collect());
        }
        if let Op::Use(var) = self.eval.graph.op(value) {
            let defs = self.eval.graph.reaching(*var, value, self.eval.sources);
            if let [def] = defs.as_slice()
                && def.value != value
                && matches!(self.eval.graph.op(def.value), Op::Concat(_))
            {
                return self.list(def.value);
            }
        }
        let things = self.eval.things(value);
        things.iter().find_map(|thing| match thing {
            Thing::Container(container) => match self.eval.graph.op(*container) {
                Op::List(items) => Some(items.clone()),
                _ => None,
            },
            _ => None,
        })
    }

    /// Words handed to a program without a shell: read as the command a shell would be given.
    fn argv(&mut self, value: ValueId, words: &[ValueId]) {
        if self.command(value, words, None, false) {
            return;
        }
        let mut pieces = Vec::new();
        for (index, &word) in words.iter().take(256).enumerate() {
            let span = self.span(word);
            if index > 0 {
                pieces.push(Piece::Text(" ".into(), span));
            }
            for piece in self.texts(word).into_iter().next().unwrap_or_default() {
                pieces.push(match piece {
                    Piece::Text(text, span) if is_plain(&text) => Piece::Text(text, span),
                    Piece::Text(text, span) => {
                        Piece::Text(format!("'{}'", text.replace('\'', "'\\''")).into(), span)
                    }
                    hole => hole,
                });
            }
        }
        self.runs.push(Run { caller: value, language: Language::Bash, pieces, shares_scope: false });
    }

    /// A command's words: what an interpreter among them runs. Returns whether one did.
    fn command(&mut self, value: ValueId, words: &[ValueId], stdin: Option<ValueId>, is_shell: bool) -> bool {
        for (index, &word) in words.iter().enumerate().take(16) {
            let Some(program) = self.eval.constant(word) else { return false };
            let base = program.rsplit('/').next().unwrap_or(&program).to_string();
            if is_shell && index == 0 && base == "eval" {
                let rest: Vec<ValueId> = words[1..].to_vec();
                self.eval_words(value, &rest);
                return true;
            }
            if let Some(language) = Language::by_interpreter(&base) {
                return self.interpreter(value, language, &words[index + 1..], stdin);
            }
            if UNREAD_INTERPRETERS.contains(&base.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'))
            {
                return false;
            }
            // `sudo -u me bash -c …`: what follows a command that runs another.
            let runs_another =
                self.queries.lexicon("command-prefixes").is_some_and(|list| list.find(&base).is_some());
            let may_be_operand = index > 0 && (base.starts_with('-') || base.contains('=') || index < 4);
            if !runs_another && !(may_be_operand && self.has_prefix(words)) {
                return false;
            }
        }
        false
    }

    fn has_prefix(&mut self, words: &[ValueId]) -> bool {
        let Some(first) = words.first().and_then(|&word| self.eval.constant(word)) else { return false };
        let base = first.rsplit('/').next().unwrap_or(&first).to_string();
        self.queries.lexicon("command-prefixes").is_some_and(|list| list.find(&base).is_some())
    }

    /// `eval a b`: the words with blanks between them.
    fn eval_words(&mut self, value: ValueId, words: &[ValueId]) {
        let mut pieces = Vec::new();
        for (index, &word) in words.iter().enumerate().take(256) {
            if index > 0 {
                pieces.push(Piece::Text(" ".into(), self.span(word)));
            }
            pieces.extend(self.texts(word).into_iter().next().unwrap_or_default());
        }
        if has_text(&pieces) {
            self.runs.push(Run { caller: value, language: Language::Bash, pieces, shares_scope: true });
        }
    }

    /// `bash -lc CODE`, `python -c CODE`, `node --eval=CODE`, or code on standard input.
    fn interpreter(
        &mut self,
        value: ValueId,
        language: Language,
        words: &[ValueId],
        stdin: Option<ValueId>,
    ) -> bool {
        let mut reads_stdin = true;
        let mut at = 0;
        while let Some(&word) = words.get(at) {
            at += 1;
            let Some(text) = self.eval.constant(word) else {
                reads_stdin = false;
                continue;
            };
            let is_code_flag = match language {
                Language::Bash => text.starts_with('-') && !text.starts_with("--") && text.ends_with('c'),
                Language::Python => text.starts_with('-') && !text.starts_with("--") && text.ends_with('c'),
                _ => matches!(&*text, "-e" | "-p" | "-pe" | "--eval" | "--print" | "eval"),
            };
            if is_code_flag {
                if let Some(&code) = words.get(at) {
                    self.run(value, language, code, false);
                    return true;
                }
            } else if !text.starts_with('-') || text.len() > 1 && !text.starts_with('-') {
                // A script's own file, or an argument.
                reads_stdin = false;
                break;
            }
        }
        match stdin.filter(|_| reads_stdin) {
            Some(code) => {
                self.run(value, language, code, false);
                true
            }
            None => false,
        }
    }

    fn run(&mut self, caller: ValueId, language: Language, code: ValueId, shares_scope: bool) {
        for pieces in self.texts(code) {
            if has_text(&pieces) {
                self.runs.push(Run { caller, language, pieces, shares_scope });
            }
        }
    }

    /// The texts a value may be, each in pieces that keep their places where they have one.
    fn texts(&mut self, value: ValueId) -> Vec<Vec<Piece>> {
        let graph = self.eval.graph;
        let mut at = value;
        // Follows a value that is but another's name.
        for _ in 0..32 {
            match graph.op(at) {
                Op::Use(var) => match graph.reaching(*var, at, self.eval.sources).as_slice() {
                    [def] => at = def.value,
                    _ => break,
                },
                _ => break,
            }
        }
        match graph.op(at) {
            Op::Text(text) => vec![vec![Piece::Text(text.clone(), self.text_span(at, text))]],
            Op::Concat(parts) => {
                let mut out: Vec<Piece> = Vec::new();
                for &part in parts.clone().iter().take(4096) {
                    out.extend(self.texts(part).into_iter().next().unwrap_or_default());
                }
                vec![out]
            }
            _ => self.folded_texts(at),
        }
    }

    /// Texts that are not written as such anywhere: they stand where the value does.
    fn folded_texts(&mut self, value: ValueId) -> Vec<Vec<Piece>> {
        let span = self.span(value);
        let mut out = Vec::new();
        for text in self.eval.values(value).iter().take(MAX_TEXTS) {
            let mut pieces = Vec::new();
            for (index, part) in text.split(HOLE).enumerate() {
                if index > 0 {
                    pieces.push(Piece::Hole(value, span));
                }
                if !part.is_empty() {
                    pieces.push(Piece::Text(part.into(), span));
                }
            }
            out.push(pieces);
        }
        out
    }

    fn span(&self, value: ValueId) -> Span {
        let Value { source, node, .. } = self.eval.graph.values[value as usize];
        let source = &self.eval.sources[source as usize];
        source.outer(source.tree.node(node).span)
    }

    /// The place of a constant's own text, without its quotes.
    fn text_span(&self, value: ValueId, text: &str) -> Span {
        let Value { source, node, .. } = self.eval.graph.values[value as usize];
        let source = &self.eval.sources[source as usize];
        let span = source.tree.node(node).span;
        let start = self.eval.graph.starts.get(&value).copied().unwrap_or(span.start);
        let end = (start + text.len() as u32).min(span.end);
        let same = source.text.get(start as usize..end as usize) == Some(text);
        source.outer(if same { Span { start, end } } else { span })
    }
}

fn has_text(pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| matches!(piece, Piece::Text(text, _) if !text.trim().is_empty()))
}

/// Whether a shell reads a word as it stands.
fn is_plain(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c))
}
