//! Commands that other commands hold in a part of a word, or in an option, and run.

use super::finder::Finder;
use super::{Piece, Run};
use crate::language::Language;
use crate::semantics::graph::*;
use crate::text::Span;

impl Finder<'_, '_> {
    /// Commands that stand in a part of a word: `git config alias.x '!…'`, `ssh -o ProxyCommand=…`,
    /// `tar --checkpoint-action=exec=…`, `awk '… system("…") …'`.
    pub(super) fn codes_in_words(&mut self, value: ValueId, base: &str, words: &[ValueId]) {
        if !HOLDERS.contains(&base) {
            return;
        }
        for (index, &word) in words.iter().take(64).enumerate() {
            let Some(text) = self.eval.constant(word) else { continue };
            let before = index.checked_sub(1).map(|at| words[at]);
            let key = before.and_then(|before| self.eval.constant(before)).unwrap_or_default();
            for code in codes_in_word(base, &key, &text) {
                // Its place, where the word spells it as it is.
                let whole = self.texts(word).into_iter().next().unwrap_or_default();
                let span = match whole.as_slice() {
                    [Piece::Text(all, span)] if (span.end - span.start) as usize == all.len() => {
                        Span { start: span.start + code.start as u32, end: span.start + code.end as u32 }
                    }
                    _ => self.span(word),
                };
                self.runs.push(Run::new(value, Language::Bash, vec![Piece::Text(text[code].into(), span)]));
            }
        }
    }
}

/// Commands that run commands which stand in a part of a word.
const HOLDERS: &[&str] =
    &["git", "ssh", "scp", "sftp", "tar", "gtar", "awk", "gawk", "mawk", "nawk", "vim", "vi", "nvim"];

/// Where in a word of a command, after the word `key`, the code stands that the command runs. By the
/// manuals of git-config, ssh_config, GNU tar, awk and Vim.
fn codes_in_word(base: &str, key: &str, text: &str) -> Vec<std::ops::Range<usize>> {
    let rest = |at: usize| std::iter::once(at..text.len()).collect::<Vec<_>>();
    let after = |prefix: &str| text.starts_with(prefix).then_some(prefix.len());
    match base {
        "git" => {
            // `git -c core.pager=…` has both in one word.
            let (key, at) = match text.split_once('=') {
                Some((inner, _)) if key == "-c" => (inner, inner.len() + 1),
                _ => (key, 0),
            };
            let key = key.to_ascii_lowercase();
            let is_shell = text[at..].starts_with('!');
            if key.starts_with("alias.") || (key.starts_with("credential.") && key.ends_with("helper")) {
                return if is_shell { rest(at + 1) } else { Vec::new() };
            }
            let runs = ["core.fsmonitor", "core.sshcommand", "core.editor", "core.pager", "sequence.editor"];
            let named = (key.starts_with("filter.") && (key.ends_with(".clean") || key.ends_with(".smudge")))
                || (key.starts_with("diff.") && (key.ends_with(".command") || key.ends_with(".textconv")))
                || (key.starts_with("pager."))
                || key == "diff.external";
            if (runs.contains(&key.as_str()) || named) && text.contains(' ') { rest(at) } else { Vec::new() }
        }
        "ssh" | "scp" | "sftp" => {
            let word = after("-o").unwrap_or(0);
            let option = text[word..].to_ascii_lowercase();
            let names =
                ["proxycommand=", "localcommand=", "knownhostscommand=", "proxycommand ", "localcommand "];
            names
                .iter()
                .find(|name| option.starts_with(**name))
                .map_or(Vec::new(), |name| rest(word + name.len()))
        }
        "tar" | "gtar" => {
            let options = [
                "--checkpoint-action=exec=",
                "--to-command=",
                "--use-compress-program=",
                "--rsh-command=",
                "exec=",
            ];
            let found = options.iter().find_map(|option| after(option));
            match (found, key) {
                (Some(at), _) => rest(at),
                (None, "-I" | "--to-command" | "--use-compress-program") => rest(0),
                _ => Vec::new(),
            }
        }
        "vim" | "vi" | "nvim" => after(":!").or_else(|| after("!")).map_or(Vec::new(), rest),
        _ => awk_commands(text),
    }
}

/// The texts that an awk program hands to `system("…")`, or reads from: `"…" | getline`.
fn awk_commands(program: &str) -> Vec<std::ops::Range<usize>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(start) = program[at..].find('"').map(|found| at + found) {
        let mut end = start + 1;
        while let Some(byte) = program.as_bytes().get(end).filter(|&&byte| byte != b'"') {
            end += 1 + usize::from(*byte == b'\\');
        }
        if end >= program.len() || !program.is_char_boundary(end) {
            break;
        }
        let before = program[..start].trim_end();
        let is_run = before.strip_suffix('(').is_some_and(|call| call.trim_end().ends_with("system"));
        let is_read = program[end + 1..]
            .trim_start()
            .strip_prefix('|')
            .is_some_and(|pipe| pipe.trim_start().starts_with("getline"));
        let is_written = before.ends_with('|') && !before.ends_with("||");
        if is_run || is_read || is_written {
            out.push(start + 1..end);
        }
        at = end + 1;
        if out.len() >= 8 {
            break;
        }
    }
    out
}
