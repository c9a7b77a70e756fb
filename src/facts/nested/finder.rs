//! What a call runs: code in the caller's language, or the words of a command.

use super::texts::{is_plain, quote};
use super::{MAX_DEPTH, MAX_RESPELLED, Piece, Run};
use crate::language::Language;
use crate::queries::QuerySet;
use crate::semantics::commands;
use crate::semantics::eval::{Eval, Thing};
use crate::semantics::graph::*;
use crate::source::Context;
use crate::text::{HOLE, Span};

/// Looks at calls for what they run.
pub(super) struct Finder<'a, 'g> {
    /// Values followed, and how deep, for what is looked at now.
    pub(super) steps: u32,
    pub(super) depth: u32,
    pub(super) eval: &'a mut Eval<'g>,
    pub(super) queries: &'a QuerySet,
    pub(super) runs: Vec<Run>,
}

impl<'a, 'g> Finder<'a, 'g> {
    /// One that has looked at nothing yet.
    pub(super) fn new(eval: &'a mut Eval<'g>, queries: &'a QuerySet) -> Self {
        Finder { steps: 0, depth: 0, eval, queries, runs: Vec::new() }
    }
}

impl Finder<'_, '_> {
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
            if !is_done && !is_full {
                self.command(value, &words, stdin, true);
            }
            return;
        }
        let names = self.eval.names(call.callee);
        if !names.is_empty() && may_respell && language.is_kin(Language::JavaScript) && self.unbound(value) {
            return;
        }
        if may_respell && language == Language::Python && self.handed_on(value, &call.clone(), &names) {
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
        let input = self.given_input(call);
        if let Some(line) = self.split_line(first) {
            self.run(value, Language::Bash, line, false, input);
            return;
        }
        let list = self.list(first);
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
            let line = self.split_line(word);
            for piece in self.texts(line.unwrap_or(word)).into_iter().next().unwrap_or_default() {
                pieces.push(match piece {
                    Piece::Text(text, span) if line.is_some() || is_plain(&text) => Piece::Text(text, span),
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
            self.codes_in_words(value, &base, rest);
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
