//! Commands of a shell that run others: interpreters, `eval`, `source`, tables of cron.

use super::finder::{Finder, has_text};
use super::{Piece, Run};
use crate::language::Language;
use crate::semantics::commands;
use crate::semantics::eval::MAX_WORDS;
use crate::semantics::graph::*;
use crate::text::{HOLE, Span};

impl Finder<'_, '_> {
    /// A command's words: what an interpreter among them runs. Returns whether one did.
    pub(super) fn command(
        &mut self,
        value: ValueId,
        words: &[ValueId],
        stdin: Option<ValueId>,
        is_shell: bool,
    ) -> bool {
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
            for code in self.code_operands(&base, rest) {
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
                for table in self.given_texts(code) {
                    self.cron_lines(value, table);
                }
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
            self.runs.push(Run::new(value, Language::Bash, pieces));
        }
    }

    /// The operands of a command that are shell code in one word: `trap CODE EXIT`, `su -c CODE`.
    fn code_operands(&mut self, base: &str, words: &[ValueId]) -> Vec<ValueId> {
        let options: &[&str] = match base {
            "trap" => {
                let mut operands = words.iter().copied();
                let code = operands.find(|&word| self.eval.constant(word).as_deref() != Some("--"));
                return code.filter(|_| words.len() > 1).into_iter().collect();
            }
            "su" | "runuser" | "script" | "sg" | "flock" | "newgrp" => {
                &["-c", "--command", "-lc", "-qc", "-qec"]
            }
            "npx" => &["-c", "--call"],
            "npm" | "pnpm" if self.first_is(words, &["exec", "x", "dlx"]) => {
                &["-c", "--call", "--shell-mode"]
            }
            "nodemon" => &["-x", "--exec"],
            "chokidar" => &["-c", "--command"],
            "tsc-watch" | "tsup" => &["--onSuccess", "--onFirstSuccess"],
            // Words that are whole command lines.
            "watch" | "parallel" | "entr" | "hyperfine" | "concurrently" | "conc" => {
                let spaced = |text: &std::rc::Rc<str>| text.trim().contains(' ');
                let lines = self.eval.at_most(words, MAX_WORDS).iter().copied();
                let mut lines = lines.filter(|&word| self.eval.values(word).iter().any(spaced));
                return match base {
                    "concurrently" | "conc" | "hyperfine" => lines.collect(),
                    _ => lines.next().into_iter().collect(),
                };
            }
            _ => return Vec::new(),
        };
        let at = self
            .eval
            .at_most(words, MAX_WORDS)
            .iter()
            .position(|&word| self.eval.constant(word).is_some_and(|text| options.contains(&&*text)));
        at.and_then(|at| words.get(at + 1)).copied().into_iter().collect()
    }

    fn first_is(&mut self, words: &[ValueId], known: &[&str]) -> bool {
        let first = words.first().and_then(|&first| self.eval.constant(first));
        first.is_some_and(|first| known.contains(&&*first))
    }

    /// `eval a b`: the words with blanks between them.
    fn eval_words(&mut self, value: ValueId, words: &[ValueId]) {
        let mut pieces = Vec::new();
        for (index, &word) in self.eval.at_most(words, MAX_WORDS).iter().enumerate() {
            if index > 0 {
                pieces.push(Piece::Text(" ".into(), self.span(word)));
            }
            pieces.extend(self.texts(word).into_iter().next().unwrap_or_default());
        }
        if has_text(&pieces) {
            self.runs.push(Run { shares_scope: true, ..Run::new(value, Language::Bash, pieces) });
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
                if let Some(length) = self.joined_option(word, language) {
                    self.run_rest(value, language, word, length);
                    return true;
                }
                continue;
            };
            if language.is_code_option(&text) {
                if let Some(&code) = words.get(at) {
                    self.run(value, language, code, false, stdin);
                    return true;
                }
            } else if let Some(length) = language.joined_code(&text) {
                self.run_rest(value, language, word, length);
                return true;
            } else if matches!(&*text, "-" | "/dev/stdin" | "/dev/fd/0") || &*text == "-s" {
                // What follows is handed to the code.
                break;
            } else if language.takes_word(&text) {
                at += 1;
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

    /// The length of an option and its `=` in a word that goes on with unknown code: `--eval=$x`.
    fn joined_option(&mut self, word: ValueId, language: Language) -> Option<usize> {
        let values = self.eval.values(word);
        language.joined_code(values.first()?)
    }

    /// Runs what a word goes on with after its first `skipped` bytes: `--eval=code`.
    fn run_rest(&mut self, caller: ValueId, language: Language, word: ValueId, skipped: usize) {
        for mut pieces in self.texts(word) {
            if let Some(Piece::Text(text, span)) = pieces.first_mut()
                && let Some(rest) = text.get(skipped..)
            {
                if (span.end - span.start) as usize == text.len() {
                    span.start += skipped as u32;
                }
                *text = rest.into();
                self.runs.push(Run::new(caller, language, pieces));
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
