//! Shell scripts: destructive commands, network utilities, credentials, autonomy, redlines.
//!
//! Commands are those that would be run, seen through quotes, wrappers such as `sudo`, and texts
//! handed to a shell. Credentials count wherever code names them. A script that does not parse is
//! looked at all the same: shells run it line by line.

mod exfiltration;
mod paths;
mod words;

use super::labels::{SHELL, holds};
use super::python;
use super::seen::{Redline, Role, Seen};
use super::view::View;
use crate::language::Language;
use crate::source::NodeId;
use crate::text::{HOLE, Span};
pub(super) use paths::is_root;
use words::{Command, Program, Word, commands, is_word, programs};

/// Texts within texts that are handed to a shell are looked at to this depth.
const DEPTH: u8 = 4;

/// Bytes before a `&` that are looked at for the URL it may belong to.
const URL: usize = 1024;

/// The value of a word that is not known.
pub(super) fn unknown() -> String {
    HOLE.to_string()
}

/// Looks at one script.
pub(super) fn scan(text: &str) -> Vec<Seen> {
    scan_at(text, 0)
}

/// Redlines of a text that other code hands to a shell.
pub(super) fn nested_redlines(text: &str, depth: u8) -> Vec<Seen> {
    redlines(if depth < DEPTH { scan_at(text, depth + 1) } else { Vec::new() })
}

/// Redlines of a command that other code runs from its words.
pub(super) fn redlines_of_words(words: Vec<String>, depth: u8) -> Vec<Seen> {
    let words: Vec<Word> = words.into_iter().map(|value| Word { value, node: None }).collect();
    let mut scanner = Scanner { view: View::new(Language::Bash, ""), seen: Vec::new(), depth };
    scanner.programs(&words, Span::default());
    redlines(scanner.seen)
}

fn redlines(seen: Vec<Seen>) -> Vec<Seen> {
    seen.into_iter().filter(|seen| seen.redline.is_some()).collect()
}

fn scan_at(text: &str, depth: u8) -> Vec<Seen> {
    let mut scanner = Scanner { view: View::new(Language::Bash, text), seen: Vec::new(), depth };
    let mut all = Vec::new();
    for id in scanner.view.nodes() {
        match scanner.view.kind(id) {
            "command" | "ERROR" => all.extend(commands(&scanner.view, id)),
            "heredoc_redirect" => scanner.heredoc(id),
            "&" => scanner.background(id),
            "variable_name" => scanner.variable(id),
            kind if is_word(kind) || kind == "heredoc_body" => scanner.credentials(id),
            _ => {}
        }
    }
    for command in &all {
        let span = scanner.span_of(command);
        scanner.programs(&command.words, span);
    }
    let leaks = exfiltration::find(&scanner.view, &all);
    scanner.seen.extend(leaks);
    scanner.seen
}

struct Scanner<'t> {
    view: View<'t>,
    seen: Vec<Seen>,
    depth: u8,
}

impl Scanner<'_> {
    fn span_of(&self, command: &Command) -> Span {
        let ends = command.words.first().zip(command.words.last());
        match ends.and_then(|(first, last)| first.node.zip(last.node)) {
            Some((first, last)) => Span { start: self.view.span(first).start, end: self.view.span(last).end },
            None => self.view.span(command.node),
        }
    }

    /// All that a command runs.
    fn programs(&mut self, words: &[Word], span: Span) {
        for program in programs(words) {
            self.program(program, span);
        }
    }

    fn program(&mut self, program: Program<'_>, span: Span) {
        let Program { name, arguments } = program;
        let mut see = |role, label: &str| self.seen.push(Seen::new(role, label, span));
        // `mkfs.ext4` is `mkfs` for one filesystem.
        let family = name.split('.').next().unwrap_or(name);
        if holds(&SHELL.network, name) {
            see(Role::Network, name);
        } else if holds(&SHELL.autonomy, name) {
            see(Role::Autonomy, name);
        } else if holds(&SHELL.destructive, name) {
            see(Role::Destructive, name);
        } else if family == "mkfs" {
            see(Role::Destructive, family);
        }
        match name {
            "dd" if arguments.iter().any(|word| word.value.starts_with("if=")) => {
                see(Role::Destructive, "dd if=");
            }
            "kill" if kills_at_once(arguments) => see(Role::Autonomy, "kill -9"),
            "rm" => self.removal(arguments, span),
            _ => {}
        }
        if let Some((language, code)) = handed_code(program)
            && self.depth < DEPTH
        {
            self.nested(language, &code, span);
        }
    }

    /// Code that a command runs from a text, cited where the command stands.
    fn nested(&mut self, language: Language, code: &str, span: Span) {
        let seen = if language == Language::Bash {
            scan_at(code, self.depth + 1)
        } else if language == Language::Python {
            redlines(python::scan(code, self.depth + 1).seen)
        } else {
            Vec::new()
        };
        self.seen.extend(seen.into_iter().map(|seen| Seen { span, ..seen }));
    }

    fn removal(&mut self, arguments: &[Word], span: Span) {
        let mut flags = String::new();
        let mut targets = Vec::new();
        let mut no_more_flags = false;
        let mut any_root = false;
        for word in arguments {
            let text = word.value.as_str();
            match text {
                _ if no_more_flags || text == "-" => targets.push(text),
                "--" => no_more_flags = true,
                _ if text.starts_with("--") => {
                    any_root |= text == "--no-preserve-root";
                    let is_counted = ["--recursive", "--force", "--no-preserve-root"]
                        .iter()
                        .any(|flag| text.len() > 3 && flag.starts_with(text));
                    flags.push_str(if is_counted { "r" } else { "" });
                }
                _ if text.starts_with('-') => flags.push_str(text),
                _ => targets.push(text),
            }
        }
        if !flags.contains(['r', 'R', 'f']) {
            return;
        }
        self.seen.push(Seen::new(Role::Destructive, "rm -rf", span));
        let shown = |target: &str| format!("rm {target}");
        for target in targets {
            if any_root || is_root(target) {
                self.seen.push(Seen::redline(Redline::RemovesRoot, &shown(target), span));
            } else if paths::is_home(target) {
                self.seen.push(Seen::redline(Redline::RemovesHome, &shown(target), span));
            }
        }
    }

    /// `sh <<EOF`, and `cat <<EOF | sh`: the text is run.
    fn heredoc(&mut self, redirect: NodeId) {
        let Some(body) = self.view.tree.children(redirect).find(|&it| self.view.kind(it) == "heredoc_body")
        else {
            return;
        };
        let statement = self.view.parent(redirect).and_then(|parent| self.view.child(parent, "body"));
        let fed: Vec<NodeId> = (redirect..body).chain(statement).collect();
        let nodes = fed.into_iter().filter(|&id| self.view.kind(id) == "command");
        let readers: Vec<Command> = nodes.flat_map(|id| commands(&self.view, id)).collect();
        let language = readers.iter().flat_map(|command| programs(&command.words)).find_map(|program| {
            let reads_input = !program.arguments.iter().any(|word| !word.value.starts_with('-'));
            Language::by_interpreter(program.name).filter(|_| reads_input)
        });
        if let Some(language) = language
            && self.depth < DEPTH
        {
            let (span, text) = (self.view.span(body), self.view.text(body));
            self.nested(language, text, span);
        }
    }

    /// A `&` that sends a command to the background. Not one that stands in arithmetic, nor one
    /// that only ends the shell's reading of a URL that somebody forgot to quote.
    fn background(&mut self, id: NodeId) {
        let node = self.view.tree.node(id);
        let is_operator = self.view.parent(id).is_none_or(|parent| {
            let kind = self.view.kind(parent);
            kind.ends_with("_expression") || kind.starts_with("arithmetic") || kind == "ERROR"
        });
        if node.named || is_operator || self.splits_a_url(node.span) {
            return;
        }
        self.seen.push(Seen::new(Role::Autonomy, "&", node.span));
    }

    fn splits_a_url(&self, span: Span) -> bool {
        let bytes = self.view.text.as_bytes();
        let (start, end) = (span.start as usize, span.end as usize);
        let is_glued = bytes.get(end).is_some_and(|byte| !byte.is_ascii_whitespace() && *byte != b')');
        let before = &bytes[start.saturating_sub(URL)..start];
        let word = before.iter().rposition(u8::is_ascii_whitespace).map_or(0, |at| at + 1);
        is_glued && before[word..].windows(3).any(|part| part == b"://")
    }

    fn variable(&mut self, id: NodeId) {
        let name = self.view.text(id);
        if holds(&SHELL.credential_variables, name) {
            self.seen.push(Seen::new(Role::Credential, name, self.view.span(id)));
        }
    }

    /// Credentials that a word or a heredoc names.
    fn credentials(&mut self, id: NodeId) {
        let is_part = |parent| matches!(self.view.kind(parent), "concatenation" | "translated_string");
        if self.view.parent(id).is_some_and(is_part) || self.view.kind(id) == "command_substitution" {
            return;
        }
        let is_heredoc = self.view.kind(id) == "heredoc_body";
        let value = if is_heredoc { self.view.text(id).to_string() } else { words::value(&self.view, id) };
        let span = self.view.span(id);
        let mut see = |label: &str| self.seen.push(Seen::new(Role::Credential, label, span));
        if ["~/.ssh", "$HOME/.ssh"].iter().any(|folder| value.contains(folder)) {
            see("~/.ssh");
        }
        if names_dotenv(&value) {
            see(".env");
        }
        SHELL.credentials.iter().filter(|name| value.contains(name.as_str())).for_each(|name| see(name));
        SHELL
            .credential_variables
            .iter()
            .filter(|name| value.contains(name.as_str()))
            .for_each(|name| see(name));
    }
}

/// `.env` and its kin, not `.environment`.
fn names_dotenv(text: &str) -> bool {
    text.match_indices(".env")
        .any(|(at, name)| !text[at + name.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// `kill -9`, `kill -KILL`, `kill -s SIGKILL`.
fn kills_at_once(arguments: &[Word]) -> bool {
    let is_signal = |text: &str| matches!(text.strip_prefix("SIG").unwrap_or(text), "9" | "KILL");
    let of_option = |pair: &[Word]| matches!(&*pair[0].value, "-s" | "-n") && is_signal(&pair[1].value);
    arguments.iter().any(|word| word.value.strip_prefix('-').is_some_and(is_signal))
        || arguments.windows(2).any(of_option)
}

/// The code a program is handed as a text, with its language.
fn handed_code(program: Program<'_>) -> Option<(Language, String)> {
    let Program { name, arguments } = program;
    let after_c = || {
        let is_c = |text: &str| text.starts_with('-') && !text.starts_with("--") && text.ends_with('c');
        let at = arguments.iter().position(|word| is_c(&word.value))?;
        arguments.get(at + 1).map(|word| word.value.clone())
    };
    let joined = |words: &[Word]| words.iter().map(|word| &*word.value).collect::<Vec<_>>().join(" ");
    match name {
        "eval" => Some((Language::Bash, joined(arguments))),
        "trap" => arguments.first().map(|word| (Language::Bash, word.value.clone())),
        "su" | "script" => after_c().map(|code| (Language::Bash, code)),
        _ if holds(&SHELL.shells, name) => after_c().map(|code| (Language::Bash, code)),
        _ => Language::by_interpreter(name)
            .filter(|&language| language == Language::Python)
            .and_then(|language| Some((language, after_c()?))),
    }
}

#[cfg(test)]
mod tests;
