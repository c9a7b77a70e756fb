//! Code inside code: what a call runs is read as a source of its own.
//!
//! Which calls run what stands in `queries/lexicon/runners.txt`; which programs are interpreters,
//! in the language table. Every kind of call comes down to one of two: code in the caller's
//! language, or the words of a command, of which an interpreter's `-c` and standard input are
//! code again.

use super::Unit;
use crate::language::Language;
use crate::queries::QuerySet;
use crate::semantics::commands;
use crate::semantics::eval::{Answers, Eval, Thing};
use crate::semantics::graph::*;
use crate::source::{Budget, Context, Origin, Source, placeholder};
use crate::text::{HOLE, Span};
use std::rc::Rc;

/// How deep code may stand inside code.
const MAX_DEPTH: u8 = 4;
/// How many times on end a command may be spelled out anew.
const MAX_RESPELLED: u8 = 4;
/// How many nested sources of a file are read one by one.
const MAX_SOURCES: usize = 4000;
/// How many more are read that were joined of others.
const MAX_JOINED: usize = 64;
/// How many calls of one function are told apart.
const MAX_SITES: usize = 64;
/// How many texts one call may run: a variable may hold one of several.
const MAX_TEXTS: usize = 4;

/// Code that a call runs.
pub(super) struct Run {
    pub(super) caller: ValueId,
    pub(super) language: Language,
    /// The code in pieces.
    pub(super) pieces: Vec<Piece>,
    /// It sees the caller's variables: `eval`.
    pub(super) shares_scope: bool,
    /// It is the caller itself, spelled as it is when it runs.
    pub(super) respells: bool,
    /// What it finds on its standard input, where that is not its own text.
    pub(super) input: Option<ValueId>,
}

/// A piece of nested code.
pub(super) enum Piece {
    /// A constant text that stands in the outer file.
    Text(Rc<str>, Span),
    /// What is known only when it runs.
    Hole(ValueId, Span),
}

/// The runs past the budget as one a language: a heap of harmless ones must not hide the next. What
/// only spells its caller out anew is left off, since the caller itself is read.
fn joined(runs: impl Iterator<Item = Run>) -> Vec<Run> {
    let mut out: Vec<Run> = Vec::new();
    for run in runs.filter(|run| !run.respells) {
        let end = match run.pieces.last() {
            Some(Piece::Text(_, span) | Piece::Hole(_, span)) => Span { start: span.end, end: span.end },
            None => continue,
        };
        match out.iter_mut().find(|known| known.language == run.language) {
            Some(known) => known.pieces.extend(run.pieces),
            None => out.push(Run { input: None, ..run }),
        }
        let known = out.iter_mut().find(|known| known.language == run.language);
        known.into_iter().for_each(|known| known.pieces.push(Piece::Text("\n".into(), end)));
    }
    out
}

/// Links calls with the functions they call, then adds nested sources, until nothing is new.
/// Returns what is known of names and values by then.
pub fn expand(unit: &mut Unit, queries: &QuerySet) -> Answers {
    let mut done_calls = 0;
    loop {
        let known = link(unit);
        let mut eval = Eval::resume(&unit.graph, &unit.sources, known);
        let mut finder = Finder { steps: 0, depth: 0, eval: &mut eval, queries, runs: Vec::new() };
        for &call in &unit.graph.calls[done_calls..] {
            finder.look_at(call);
        }
        let runs = finder.runs;
        if runs.is_empty() {
            return eval.into_answers();
        }
        done_calls = unit.graph.calls.len();
        let room = MAX_SOURCES.saturating_sub(unit.sources.len());
        let mut runs = runs.into_iter();
        for run in runs.by_ref().take(room) {
            add(unit, run, queries);
        }
        for run in joined(runs) {
            if unit.sources.len() >= MAX_SOURCES + MAX_JOINED {
                return Answers::default();
            }
            let why = "so much nested code that the last of it was read as one";
            unit.cut_short.get_or_insert_with(|| why.into());
            add(unit, run, queries);
        }
    }
}

/// Tells functions which calls call them. Twice more where a function is handed on.
fn link(unit: &mut Unit) -> Answers {
    forward(&mut unit.graph);
    let mut known = Answers::default();
    for _ in 0..3 {
        let mut eval = Eval::resume(&unit.graph, &unit.sources, known);
        let found = calls_of_functions(&mut eval);
        known = eval.into_answers();
        if found.is_empty() {
            break;
        }
        for (func, value) in found {
            let sites = &mut unit.graph.funcs[func as usize].sites;
            if !sites.contains(&value) && sites.len() < MAX_SITES {
                sites.push(value);
            }
        }
        known.forget_parameters();
    }
    known
}

/// Calls of the file's own functions that these do not know of yet.
fn calls_of_functions(eval: &mut Eval<'_>) -> Vec<(FuncId, ValueId)> {
    let graph = eval.graph;
    let mut found = Vec::new();
    for &value in &graph.calls {
        let Op::Call(call) = graph.op(value) else { continue };
        if matches!(graph.op(call.callee), Op::Free(_) | Op::Outside(_)) {
            continue;
        }
        for thing in eval.things(call.callee).iter() {
            let func = match thing {
                Thing::Function(func) => Some(*func),
                Thing::Class(class) => constructor(graph, *class),
                _ => None,
            };
            let is_new = |&func: &FuncId| {
                let sites = &graph.funcs[func as usize].sites;
                !sites.contains(&value) && sites.len() < MAX_SITES
            };
            found.extend(func.filter(is_new).map(|func| (func, value)));
        }
    }
    found
}

/// Tells functions what they hand everything on to.
fn forward(graph: &mut Graph) {
    let found: Vec<(FuncId, ValueId)> = graph
        .calls
        .iter()
        .filter_map(|&value| match graph.op(value) {
            Op::Call(call) => Some((graph.forwarder(value)?, call.callee)),
            _ => None,
        })
        .collect();
    for (func, callee) in found {
        let forwards = &mut graph.funcs[func as usize].forwards;
        if forwards.len() < 4 && !forwards.contains(&callee) {
            forwards.push(callee);
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
    let (depth, context) = (outer.depth + u8::from(!run.respells), outer.context);
    let respelled = if run.respells { outer.respelled + 1 } else { 0 };
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
    let mut source =
        Source::nested(run.language, text, origin, context, depth, Budget::default()).with_holes(holes);
    source.respelled = respelled;
    let first_call = unit.graph.calls.len();
    unit.graph.input = run.input;
    let scope = unit.add(source, parent, queries);
    if run.shares_scope {
        unit.graph.export(scope);
    }
    unit.graph.input = None;
    let outputs: Vec<ValueId> = unit.graph.calls[first_call..].iter().take(256).copied().collect();
    unit.graph.outputs.entry(run.caller).or_default().extend(outputs);
}

/// How many values one text or list may be followed through.
const MAX_STEPS: u32 = 4096;
/// How deep they may stand inside each other.
const MAX_NESTED_VALUES: u32 = 64;

pub(super) struct Finder<'a, 'g> {
    /// Values followed, and how deep, for what is looked at now.
    steps: u32,
    depth: u32,
    pub(super) eval: &'a mut Eval<'g>,
    queries: &'a QuerySet,
    pub(super) runs: Vec<Run>,
}

impl Finder<'_, '_> {
    fn look_at(&mut self, value: ValueId) {
        let graph = self.eval.graph;
        self.steps = 0;
        let Op::Call(call) = graph.op(value) else { return };
        let source = &self.eval.sources[graph.values[value as usize].source as usize];
        if source.context == Context::Comment {
            return;
        }
        let (is_full, may_respell) = (source.depth >= MAX_DEPTH, source.respelled < MAX_RESPELLED);
        let language = source.language;
        if let Op::Command(words) = graph.op(call.callee) {
            let stdin = call.keyword(STDIN);
            let words = words.clone();
            let is_done = may_respell && self.respelled(value, &words, stdin);
            if !is_done && !is_full {
                self.command(value, &words, stdin, true);
            }
            return;
        }
        let names = self.eval.names(call.callee);
        if !names.is_empty() && may_respell && language.is_kin(Language::JavaScript) && self.unbound(value) {
            return;
        }
        if is_full {
            return;
        }
        let Some(section) = self.queries.section("runners", names.iter().map(|name| &**name)) else { return };
        match section.kind.as_str() {
            "code" => {
                if let Some(code) = call.positional(0) {
                    self.run(value, language, code, true, None);
                }
            }
            "body" => {
                if let Some(code) = call.args.last().filter(|code| !code.spread) {
                    self.run(value, language, code.value, true, None);
                }
            }
            "program" => self.program(value, &call.clone()),
            "words" => {
                let words: Vec<ValueId> =
                    call.args.iter().filter(|arg| arg.name.is_none()).map(|arg| arg.value).collect();
                self.argv(value, &words, None);
            }
            _ => self.command_or_line(value, &call.clone()),
        }
    }

    /// `execvp("a", ["a", "b"])`, `execlp("a", "a", "b")`: a program and its words, of which the first
    /// is what the program is told it is called. The `spawn` ones have a mode in front.
    fn program(&mut self, value: ValueId, call: &Call) {
        let plain: Vec<ValueId> =
            call.args.iter().filter(|arg| arg.name.is_none()).map(|arg| arg.value).collect();
        let at = plain.iter().position(|&arg| self.list(arg).is_some());
        let (file, words) = match at {
            Some(at) if at > 0 => (plain[at - 1], self.list(plain[at]).unwrap_or_default()),
            _ => {
                let names = self.eval.names(call.callee);
                let skipped = usize::from(names.iter().any(|name| name.starts_with("os.spawn")));
                let Some((&file, words)) = plain.get(skipped..).and_then(<[_]>::split_first) else { return };
                (file, words.to_vec())
            }
        };
        let mut all = vec![file];
        all.extend(words.into_iter().skip(1));
        self.argv(value, &all, None);
    }

    /// `run("a b")`, `run(["a", "b"])`, `spawn("a", ["b"])`.
    fn command_or_line(&mut self, value: ValueId, call: &Call) {
        let named = ["args", "command", "cmd"].iter().find_map(|name| call.keyword(name));
        let Some(first) = call.positional(0).or(named) else { return };
        let first = self.option(first, "cmd").unwrap_or(first);
        let list = self.list(first);
        let input = self.given_input(call);
        let second = call.positional(1);
        let second = second.map(|second| self.option(second, "args").unwrap_or(second));
        match (list, second.and_then(|second| self.list(second))) {
            (Some(words), _) if words.len() > 1 => self.argv(value, &words, input),
            (Some(words), _) => {
                for word in words {
                    self.run(value, Language::Bash, word, false, input);
                }
            }
            (None, Some(rest)) if !rest.is_empty() => {
                let mut words = vec![first];
                words.extend(rest);
                self.argv(value, &words, input);
            }
            (None, _) => self.run(value, Language::Bash, first, false, input),
        }
    }

    /// What a call gives the program to read: `run(…, input=code)`, `run(…, stdin=file)`,
    /// `execSync(…, { input: code })`.
    fn given_input(&mut self, call: &Call) -> Option<ValueId> {
        match call.keyword("input").or_else(|| call.keyword("stdin")) {
            Some(input) => Some(input),
            None => call.args.iter().skip(1).find_map(|arg| self.option(arg.value, "input")),
        }
    }

    /// What options written as an object give a name: `new Command("ls", { args: ["-l"] })`.
    fn option(&mut self, value: ValueId, name: &str) -> Option<ValueId> {
        let things = self.eval.things(value);
        things.iter().find_map(|thing| match thing {
            Thing::Container(container) => self.eval.items_named(*container, name).first().copied(),
            _ => None,
        })
    }

    /// The items of a list literal, or of several added up.
    pub(super) fn list(&mut self, value: ValueId) -> Option<Vec<ValueId>> {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.depth > MAX_NESTED_VALUES {
            return None;
        }
        self.depth += 1;
        let list = self.list_at(value);
        self.depth -= 1;
        list
    }

    fn list_at(&mut self, value: ValueId) -> Option<Vec<ValueId>> {
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
    fn argv(&mut self, value: ValueId, words: &[ValueId], input: Option<ValueId>) {
        if self.command(value, words, input, false) {
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
                    Piece::Text(text, span) => Piece::Text(quote(&text).into(), span),
                    hole => hole,
                });
            }
        }
        self.runs.push(Run {
            caller: value,
            language: Language::Bash,
            pieces,
            shares_scope: false,
            respells: false,
            input,
        });
    }

    /// A command's words: what an interpreter among them runs. Returns whether one did.
    fn command(&mut self, value: ValueId, words: &[ValueId], stdin: Option<ValueId>, is_shell: bool) -> bool {
        let mut words = words;
        for _ in 0..8 {
            let Some((&first, rest)) = words.split_first() else { return false };
            let Some(name) = self.eval.values(first).first().cloned() else { return false };
            let base = commands::program(&name).replace(HOLE, "");
            if is_shell && base == "eval" {
                self.eval_words(value, rest);
                return true;
            }
            if is_shell && matches!(&*base, "source" | ".") {
                return self.sourced(value, rest, stdin);
            }
            if let Some(code) = self.code_operand(&base, rest) {
                self.run(value, Language::Bash, code, false, stdin);
            }
            if let Some(language) = Language::by_interpreter(&base)
                && commands::is_interpreter(&base)
            {
                return self.interpreter(value, language, rest, stdin);
            }
            if matches!(&*base, "at" | "batch")
                && let Some(code) = stdin
            {
                self.run(value, Language::Bash, code, false, None);
                return true;
            }
            if base == "crontab"
                && let Some(code) = stdin
            {
                self.cron_lines(value, code);
                return true;
            }
            // `sudo -u me bash -c …`: what follows a command that runs another.
            let Some(at) = commands::inner(self.eval, &base, rest) else { return false };
            words = &rest[at..];
        }
        false
    }

    /// `source /dev/stdin`, `. <(…)`: code that stands in no file.
    fn sourced(&mut self, value: ValueId, words: &[ValueId], stdin: Option<ValueId>) -> bool {
        let Some(&word) = words.first() else { return false };
        let is_input =
            self.eval.constant(word).is_some_and(|path| matches!(&*path, "/dev/stdin" | "/dev/fd/0"));
        let code = if is_input { stdin } else { Some(word).filter(|&word| self.is_substituted(word)) };
        let Some(code) = code else { return false };
        self.run(value, Language::Bash, code, true, None);
        true
    }

    /// Whether a word is `<(…)`.
    fn is_substituted(&self, word: ValueId) -> bool {
        let Value { source, node, .. } = self.eval.graph.values[word as usize];
        self.eval.sources[source as usize].text_of(node).starts_with("<(")
    }

    /// A table for cron: each line is a command after the times at which it runs.
    fn cron_lines(&mut self, value: ValueId, table: ValueId) {
        let mut pieces = Vec::new();
        for piece in self.texts(table).into_iter().next().unwrap_or_default() {
            let Piece::Text(text, span) = piece else {
                pieces.push(piece);
                continue;
            };
            let is_in_place = (span.end - span.start) as usize == text.len();
            let mut at = 0;
            for line in text.split_inclusive('\n') {
                let skipped = cron_times(line);
                let start = span.start + (at + skipped) as u32;
                let place = if is_in_place {
                    Span { start, end: span.start + (at + line.len()) as u32 }
                } else {
                    span
                };
                pieces.push(Piece::Text(line[skipped..].into(), place));
                at += line.len();
            }
        }
        if has_text(&pieces) {
            self.runs.push(Run {
                caller: value,
                language: Language::Bash,
                pieces,
                shares_scope: false,
                respells: false,
                input: None,
            });
        }
    }

    /// The operand of a command that is shell code in one word: `trap CODE EXIT`, `su -c CODE`.
    fn code_operand(&mut self, base: &str, words: &[ValueId]) -> Option<ValueId> {
        match base {
            "trap" => {
                let code = *words.iter().find(|&&word| self.eval.constant(word).as_deref() != Some("--"))?;
                (words.len() > 1).then_some(code)
            }
            "su" | "runuser" | "script" | "sg" | "flock" | "newgrp" => {
                let at = words.iter().take(16).position(|&word| {
                    self.eval
                        .constant(word)
                        .is_some_and(|text| matches!(&*text, "-c" | "--command" | "-lc" | "-qc" | "-qec"))
                })?;
                words.get(at + 1).copied()
            }
            // One word that is a whole command line.
            "watch" | "parallel" | "entr" | "hyperfine" => {
                let spaced = |text: &str| text.trim().contains(' ');
                words
                    .iter()
                    .take(16)
                    .copied()
                    .find(|&word| self.eval.values(word).iter().any(|text| spaced(text)))
            }
            _ => None,
        }
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
            self.runs.push(Run {
                caller: value,
                language: Language::Bash,
                pieces,
                shares_scope: true,
                respells: false,
                input: None,
            });
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
            if self.is_substituted(word) {
                self.run(value, language, word, false, stdin);
                return true;
            }
            let Some(text) = self.eval.constant(word) else {
                reads_stdin = false;
                continue;
            };
            if language.is_code_option(&text) {
                if let Some(&code) = words.get(at) {
                    self.run(value, language, code, false, stdin);
                    return true;
                }
            } else if !text.starts_with('-') {
                // A script's own file, or an argument.
                reads_stdin = false;
                break;
            }
        }
        match stdin.filter(|_| reads_stdin) {
            Some(code) => {
                self.run(value, language, code, false, None);
                true
            }
            None => false,
        }
    }

    fn run(
        &mut self,
        caller: ValueId,
        language: Language,
        code: ValueId,
        shares_scope: bool,
        input: Option<ValueId>,
    ) {
        for pieces in self.texts(code) {
            if has_text(&pieces) {
                self.runs.push(Run { caller, language, pieces, shares_scope, respells: false, input });
            }
        }
    }

    /// The texts a value may be, each in pieces that keep their places where they have one.
    pub(super) fn texts(&mut self, value: ValueId) -> Vec<Vec<Piece>> {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.depth > MAX_NESTED_VALUES {
            return self.folded_texts(value);
        }
        self.depth += 1;
        let texts = self.texts_at(value);
        self.depth -= 1;
        texts
    }

    fn texts_at(&mut self, value: ValueId) -> Vec<Vec<Piece>> {
        let graph = self.eval.graph;
        let mut at = value;
        // Follows a value that is but another's name.
        for _ in 0..32 {
            match graph.op(at) {
                Op::Use(var) => match graph.reaching(*var, at, self.eval.sources).as_slice() {
                    [def] => at = def.value,
                    _ => break,
                },
                Op::Choice(only) if only.len() == 1 => at = only[0],
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

    pub(super) fn span(&self, value: ValueId) -> Span {
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

/// How many bytes the times at the start of a line for cron take: five fields, or `@daily`.
fn cron_times(line: &str) -> usize {
    let body = line.trim_start();
    let fields = match body.chars().next() {
        Some('@') => 1,
        Some(c) if c == '*' || c.is_ascii_digit() => 5,
        _ => return 0,
    };
    let mut rest = body;
    for _ in 0..fields {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        rest = rest[end..].trim_start();
    }
    line.len() - rest.len()
}

fn has_text(pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| matches!(piece, Piece::Text(text, _) if !text.trim().is_empty()))
}

/// A word in quotes, for a shell to read.
pub(super) fn quote(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Whether a shell reads a word as it stands.
pub(super) fn is_plain(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c))
}
