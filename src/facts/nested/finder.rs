//! What a call runs: code in the caller's language, or the words of a command.

use super::texts::{is_plain, quote};
use super::{MAX_DEPTH, MAX_RESPELLED, Piece, Run};
use crate::language::Language;
use crate::queries::QuerySet;
use crate::semantics::eval::{Eval, MAX_WORDS, Thing};
use crate::semantics::graph::*;
use crate::source::Context;
use rustc_hash::FxHashSet;

/// From how many calls a function's code is looked at, and through how many functions.
const MAX_WAYS: usize = 256;
const MAX_WAYS_DEEP: usize = 3;
/// How many values are looked through for parameters.
const MAX_PARTS: usize = 1024;

/// Looks at calls for what they run.
pub(crate) struct Finder<'a, 'g> {
    /// Values followed, and how deep, for what is looked at now.
    pub(super) steps: u32,
    pub(super) depth: u32,
    /// Bytes that the texts and lists put together took, for all that is looked at.
    pub(super) taken: usize,
    pub(super) eval: &'a mut Eval<'g>,
    /// The calls from which a function is looked at: what its parameters are.
    pub(super) sites: Vec<(FuncId, ValueId)>,
    pub(super) queries: &'a QuerySet,
    pub(super) runs: Vec<Run>,
}

impl<'a, 'g> Finder<'a, 'g> {
    /// One that has looked at nothing yet.
    pub(super) fn new(eval: &'a mut Eval<'g>, queries: &'a QuerySet) -> Self {
        Finder { steps: 0, depth: 0, taken: 0, eval, sites: Vec::new(), queries, runs: Vec::new() }
    }
}

impl Finder<'_, '_> {
    /// What a call runs is read; where it stands too deep in other code for that, that it is not is told.
    pub(super) fn look_at(&mut self, value: ValueId) {
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
            if !is_done {
                let first_run = self.runs.len();
                self.command(value, &words, stdin, true);
                self.give_up_past(is_full, first_run);
            }
            return;
        }
        let names = self.eval.names(call.callee);
        if !names.is_empty() && may_respell && self.unbound(value, language) {
            return;
        }
        if may_respell && language == Language::Python && self.handed_on(value, &call.clone(), &names) {
            return;
        }
        let Some(section) = self.queries.section("runners", names.iter().map(|name| &**name)) else { return };
        let kind = section.kind.as_str();
        let first_run = self.runs.len();
        for sites in self.ways_in(call) {
            self.sites = sites;
            let before = self.runs.len();
            self.call(value, call, kind, language);
            for run in &mut self.runs[before..] {
                run.sites = self.sites.iter().map(|&(_, site)| site).collect();
            }
            self.steps = 0;
        }
        self.sites.clear();
        self.leave_out_doubles(first_run);
        self.give_up_past(is_full, first_run);
    }

    /// Drops what was found from `first_run` on, if it stands too deep.
    fn give_up_past(&mut self, is_full: bool, first_run: usize) {
        if is_full && self.runs.len() > first_run {
            self.runs.truncate(first_run);
            self.eval.over_budget = true;
        }
    }

    /// What a call of a runner of this kind runs.
    fn call(&mut self, value: ValueId, call: &Call, kind: &str, language: Language) {
        match kind {
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
            // Read as a file of the pack, or where it is written; or spelled out before.
            "file" | "bound" => {}
            "module" => self.module(value, call, language),
            "input" => self.fed(value, call),
            "program" => self.program(value, call),
            "words" => {
                let words: Vec<ValueId> =
                    call.args.iter().filter(|arg| arg.name.is_none()).map(|arg| arg.value).collect();
                self.argv(value, &words, None);
            }
            _ => self.command_or_line(value, call),
        }
    }

    /// The calls from which a call is looked at, one way in at a time, where what it is handed are
    /// its function's parameters: `run("git", ["status"])` and `run("curl", [url])` are two
    /// commands.
    fn ways_in(&mut self, call: &Call) -> Vec<Vec<(FuncId, ValueId)>> {
        let graph = self.eval.graph;
        let roots: Vec<ValueId> = call.args.iter().map(|arg| arg.value).chain([call.callee]).collect();
        let mut out = Vec::new();
        let mut open = vec![(Vec::new(), roots)];
        while let Some((sites, roots)) = open.pop() {
            let next = self.parameters_in(&roots).into_iter().find(|func| {
                sites.iter().all(|(known, _)| known != func) && !graph.funcs[*func as usize].sites.is_empty()
            });
            let Some(func) = next.filter(|_| sites.len() < MAX_WAYS_DEEP) else {
                out.push(sites);
                if out.len() >= MAX_WAYS {
                    self.eval.over_budget |= !open.is_empty();
                    break;
                }
                continue;
            };
            for &site in graph.funcs[func as usize].sites.iter().rev() {
                let Op::Call(outer) = graph.op(site) else { continue };
                let mut longer: Vec<(FuncId, ValueId)> = sites.clone();
                longer.push((func, site));
                let roots = roots.iter().copied().chain(outer.args.iter().map(|arg| arg.value));
                open.push((longer, roots.collect()));
            }
        }
        out
    }

    /// The functions whose parameters are in some values.
    fn parameters_in(&mut self, roots: &[ValueId]) -> Vec<FuncId> {
        let graph = self.eval.graph;
        let mut out = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open: Vec<ValueId> = roots.iter().rev().copied().collect();
        while let Some(value) = open.pop() {
            if seen.len() >= MAX_PARTS {
                self.eval.over_budget = true;
                break;
            }
            if !seen.insert(value) {
                continue;
            }
            match graph.op(value) {
                Op::Param(func, _) => out.push(*func),
                Op::Use(var) => {
                    if let [def] = graph.reaching(*var, value, self.eval.sources)[..] {
                        open.push(def.value);
                    }
                }
                Op::Concat(parts) | Op::List(parts) | Op::Choice(parts) | Op::Path(parts) => {
                    open.extend(parts.iter().rev());
                }
                Op::Object(items) => open.extend(items.iter().rev().map(|&(_, item)| item)),
                Op::Member(base, _) | Op::Index(base, _) | Op::Element(base) => open.push(*base),
                Op::Call(call) => {
                    open.extend(call.args.iter().rev().map(|arg| arg.value));
                    open.push(call.callee);
                }
                _ => {}
            }
        }
        out
    }

    /// Ways in that make no difference give the same text again.
    fn leave_out_doubles(&mut self, first_run: usize) {
        let mut seen = FxHashSet::default();
        let runs = self.runs.split_off(first_run);
        self.runs.extend(runs.into_iter().filter(|run| {
            let mut spelled = String::new();
            for piece in &run.pieces {
                match piece {
                    Piece::Text(text, _) => spelled.push_str(text),
                    Piece::Hole(value, _) => spelled.push_str(&format!("\0{value}\0")),
                }
            }
            seen.insert((run.language, run.input, spelled))
        }));
    }

    /// `import("data:text/javascript,…")`, `new Worker(URL.createObjectURL(new Blob([code])))`: code
    /// in the place of an address.
    fn module(&mut self, value: ValueId, call: &Call, language: Language) {
        let Some(address) = call.positional(0) else { return };
        for mut pieces in self.texts(address) {
            let is_code = match pieces.first_mut() {
                Some(Piece::Text(text, span)) if text.starts_with("data:") => {
                    let Some((kind, code)) = text.split_once(',') else { continue };
                    let (is_read, is_packed) = (kind.contains("javascript"), kind.ends_with(";base64"));
                    let is_in_place = (span.end - span.start) as usize == text.len();
                    span.start += if is_in_place { kind.len() as u32 + 1 } else { 0 };
                    *text =
                        if is_packed { crate::text::UNPACKS.into() } else { percent_decoded(code).into() };
                    is_read
                }
                Some(Piece::Text(text, _)) => text.contains(['(', '\n']),
                _ => false,
            };
            if is_code {
                self.runs.push(Run::new(value, language, pieces));
            }
        }
    }

    /// `spawn("bash").stdin.end(code)`, `Popen(["sh"]).communicate(code)`: what a program that was
    /// started before is given to read.
    fn fed(&mut self, value: ValueId, call: &Call) {
        let Some(code) = call.positional(0).or_else(|| call.keyword("input")) else { return };
        let mut at = call.callee;
        for _ in 0..8 {
            let Op::Member(base, _) = *self.eval.graph.op(at) else { break };
            at = self.resolve(base);
        }
        let Op::Call(started) = self.eval.graph.op(at) else { return };
        let (words, _) = self.words_of(started);
        self.command(value, &words, Some(code), false);
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
        let input = self.given_input(call);
        let (words, is_program) = self.words_of(call);
        match (&words[..], is_program) {
            ([], _) => {}
            (words, true) if words.len() > 1 => self.argv(value, words, input),
            (words, _) => {
                for &word in words {
                    self.run(value, Language::Bash, word, false, input);
                }
            }
        }
    }

    /// The words of a program, or the one that is a line for a shell; and whether a program and its
    /// words were told apart.
    fn words_of(&mut self, call: &Call) -> (Vec<ValueId>, bool) {
        let named = ["args", "command", "cmd"].iter().find_map(|name| call.keyword(name));
        let Some(first) = call.positional(0).or(named) else { return (Vec::new(), false) };
        let first = self.option(first, "cmd").unwrap_or(first);
        let second = call.positional(1);
        let second = second.map(|second| self.option(second, "args").unwrap_or(second));
        // `const [program, ...words] = line.split(" ")`: the line is what is run.
        if let Some(line) = second.or(Some(first)).and_then(|words| self.split_line(words)) {
            return (vec![line], false);
        }
        match (self.list(first), second.and_then(|second| self.list(second))) {
            (Some(words), _) => (words, true),
            (None, Some(rest)) if !rest.is_empty() => {
                let mut words = vec![first];
                words.extend(rest);
                (words, true)
            }
            (None, _) => (vec![first], false),
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

    /// Words handed to a program without a shell: read as the command a shell would be given.
    pub(super) fn argv(&mut self, value: ValueId, words: &[ValueId], input: Option<ValueId>) {
        if self.command(value, words, input, false) {
            return;
        }
        let mut pieces = Vec::new();
        for (index, &word) in self.eval.at_most(words, MAX_WORDS).iter().enumerate() {
            let span = self.span(word);
            if index > 0 {
                pieces.push(Piece::Text(" ".into(), span));
            }
            let line = self.split_line(word);
            for piece in self.texts(line.unwrap_or(word)).into_iter().next().unwrap_or_default() {
                pieces.push(match piece {
                    Piece::Text(text, span) if line.is_some() || is_plain(&text) => Piece::Text(text, span),
                    Piece::Text(text, span) => Piece::Text(quote(&text).into(), span),
                    hole => hole,
                });
            }
        }
        self.runs.push(Run { input, ..Run::new(value, Language::Bash, pieces) });
    }

    pub(super) fn run(
        &mut self,
        caller: ValueId,
        language: Language,
        code: ValueId,
        shares_scope: bool,
        input: Option<ValueId>,
    ) {
        for pieces in self.texts(code) {
            if has_text(&pieces) {
                self.runs.push(Run { shares_scope, input, ..Run::new(caller, language, pieces) });
            }
        }
    }
}

/// An address's text with its escapes undone.
fn percent_decoded(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let code = text.get(at + 1..at + 3).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code.filter(|_| byte == b'%') {
            Some(code) => {
                out.push(code);
                at += 3;
            }
            None => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

pub(super) fn has_text(pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| matches!(piece, Piece::Text(text, _) if !text.trim().is_empty()))
}
