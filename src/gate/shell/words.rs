//! The words of shell commands as the shell would hand them over, and the programs a command runs.

use crate::gate::labels::{SHELL, holds};
use crate::gate::view::View;
use crate::source::NodeId;
use crate::text::HOLE;

/// One word of a command.
#[derive(Clone, Debug)]
pub struct Word {
    /// Its value without quotes. An unquoted `~` and the variable `HOME` both are `$HOME`; what is
    /// not known is a [`HOLE`].
    pub value: String,
    /// Its node; `None` for a word that another language hands over.
    pub node: Option<NodeId>,
}

/// A simple command.
#[derive(Debug)]
pub struct Command {
    /// Its words, the program first.
    pub words: Vec<Word>,
    /// The node it stands in.
    pub node: NodeId,
    /// Whether it stands first in its node, and last. A node may hold several: the parser takes the
    /// line after a pipe for arguments of its last command where that line ends in a redirection,
    /// and lines after a syntax error; they are told apart here.
    pub is_first: bool,
    /// See `is_first`.
    pub is_last: bool,
}

impl Command {
    /// Nodes of the command: the whole of it, or from its first word to its last.
    pub fn range(&self, view: &View<'_>) -> std::ops::Range<NodeId> {
        match (self.is_first && self.is_last, self.words.first(), self.words.last()) {
            (false, Some(Word { node: Some(first), .. }), Some(Word { node: Some(last), .. })) => {
                *first..view.end(*last)
            }
            _ => self.node..view.end(self.node),
        }
    }
}

/// Kinds of nodes that are a word, or a part of one.
pub fn is_word(kind: &str) -> bool {
    matches!(
        kind,
        "word"
            | "string"
            | "raw_string"
            | "ansi_c_string"
            | "translated_string"
            | "concatenation"
            | "number"
            | "simple_expansion"
            | "expansion"
            | "command_substitution"
            | "brace_expression"
    )
}

/// The commands in a node of kind `command`, or among the remains of one that did not parse.
pub fn commands(view: &View<'_>, node: NodeId) -> Vec<Command> {
    let is_error = view.kind(node) == "ERROR";
    let mut out: Vec<Vec<Word>> = vec![Vec::new()];
    let mut end = view.span(node).start as usize;
    for child in view.tree.children(node) {
        let kind = view.kind(child);
        let span = view.span(child);
        let between = view.text.get(end..span.start as usize).unwrap_or_default();
        let breaks = has_line_end(between) || is_error && !is_word(kind) && kind != "command_name";
        if breaks {
            out.push(Vec::new());
        }
        end = span.end as usize;
        let word =
            if kind == "command_name" { view.tree.children(child).next().unwrap_or(child) } else { child };
        if kind == "command_name" || is_word(kind) {
            let value = value(view, word);
            if let Some(words) = out.last_mut() {
                words.push(Word { value, node: Some(word) });
            }
        }
    }
    out.retain(|words| !words.is_empty());
    let last = out.len().saturating_sub(1);
    let command = |(at, words)| Command {
        words,
        node,
        is_first: at == 0 && !is_error,
        is_last: at == last && !is_error,
    };
    out.into_iter().enumerate().map(command).collect()
}

/// Whether a line ends in what stands between two words.
fn has_line_end(between: &str) -> bool {
    let bytes = between.as_bytes();
    memchr::memchr_iter(b'\n', bytes).any(|at| {
        let before = between[..at].trim_end_matches('\r');
        !before.ends_with('\\')
    })
}

/// The value of a word.
pub fn value(view: &View<'_>, word: NodeId) -> String {
    let mut out = String::new();
    let mut id = word;
    let end = view.end(word);
    while id < end {
        let node = id;
        id += 1;
        match view.kind(node) {
            "concatenation" | "translated_string" => {}
            "string" => {
                quoted(view, node, &mut out);
                id = view.end(node);
            }
            "raw_string" => {
                let text = view.text(node);
                out.push_str(
                    text.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')).unwrap_or(text),
                );
                id = view.end(node);
            }
            "ansi_c_string" => {
                let text = view.text(node);
                let inside = text.strip_prefix("$'").and_then(|text| text.strip_suffix('\'')).unwrap_or(text);
                out.push_str(&ansi_c(inside));
                id = view.end(node);
            }
            "word" | "number" => {
                let text = view.text(node);
                match text.strip_prefix('~') {
                    Some(rest) if out.is_empty() && (rest.is_empty() || rest.starts_with('/')) => {
                        out.push_str("$HOME");
                        bare(rest, &mut out);
                    }
                    _ => bare(text, &mut out),
                }
                id = view.end(node);
            }
            "simple_expansion" | "expansion" => {
                expansion(view, node, &mut out);
                id = view.end(node);
            }
            "brace_expression" => {
                out.push_str(view.text(node));
                id = view.end(node);
            }
            _ if !view.tree.node(node).named => {}
            _ => {
                out.push(HOLE);
                id = view.end(node);
            }
        }
    }
    out
}

/// A string in double quotes: its text with expansions in it.
fn quoted(view: &View<'_>, string: NodeId, out: &mut String) {
    let span = view.span(string);
    let mut at = span.start as usize + 1;
    let end = (span.end as usize).saturating_sub(1).max(at);
    let take = |from: usize, to: usize, out: &mut String| {
        let text = view.text.get(from..to).unwrap_or_default();
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match (c, chars.peek()) {
                ('\\', Some('"' | '\\' | '$' | '`')) => out.extend(chars.next()),
                ('\\', Some('\n')) => drop(chars.next()),
                _ => out.push(c),
            }
        }
    };
    for child in view.tree.named_children(string) {
        if view.kind(child) == "string_content" {
            continue;
        }
        let span = view.span(child);
        take(at, span.start as usize, out);
        expansion(view, child, out);
        at = span.end as usize;
    }
    take(at, end, out);
}

/// `$HOME` and `${HOME}`; all else is not known.
fn expansion(view: &View<'_>, node: NodeId, out: &mut String) {
    let text = view.text(node);
    let name = text.strip_prefix('$').unwrap_or(text);
    let name = name.strip_prefix('{').map_or(name, |name| name.trim_end_matches('}'));
    let is_home = name == "HOME" || ["HOME:-", "HOME:?", "HOME:+"].iter().any(|form| name.starts_with(form));
    match is_home {
        true => out.push_str("$HOME"),
        false => out.push(HOLE),
    }
}

/// An unquoted word: a backslash quotes what follows.
fn bare(text: &str, out: &mut String) {
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.extend(chars.next().filter(|&c| c != '\n')),
            _ => out.push(c),
        }
    }
}

/// The inside of `$'…'`, with the escapes undone that spell a character by a number.
fn ansi_c(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let run = |text: &str, most: usize, radix: u32| {
            let length = text.chars().take(most).take_while(|c| c.is_digit(radix)).count();
            let number = u32::from_str_radix(&text[..length], radix).ok();
            number.and_then(char::from_u32).map(|c| (c, length))
        };
        let Some(c) = rest.chars().next() else { break };
        let coded = match c {
            'x' => run(&rest[1..], 2, 16).map(|(c, length)| (c, length + 1)),
            'u' => run(&rest[1..], 4, 16).map(|(c, length)| (c, length + 1)),
            'U' => run(&rest[1..], 8, 16).map(|(c, length)| (c, length + 1)),
            '0'..='7' => run(rest, 3, 8),
            'n' => Some(('\n', 1)),
            't' => Some(('\t', 1)),
            _ => Some((c, c.len_utf8())),
        };
        let (c, length) = coded.unwrap_or(('\\', 0));
        out.push(c);
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

/// A program that a command runs, with its arguments.
#[derive(Clone, Copy)]
pub struct Program<'w> {
    /// Its name without its folder; empty where it is not known.
    pub name: &'w str,
    /// What it is handed.
    pub arguments: &'w [Word],
}

/// The programs a command runs: itself, and what it runs where it is `sudo`, `xargs`, `find -exec`
/// and the like.
pub fn programs(words: &[Word]) -> Vec<Program<'_>> {
    let mut out = Vec::new();
    let mut words = words;
    while let Some((first, arguments)) = words.split_first() {
        let name = base_name(&first.value);
        out.push(Program { name, arguments });
        words = match name {
            "find" => match arguments.iter().position(|word| is_exec_option(&word.value)) {
                Some(at) => &arguments[at + 1..],
                None => break,
            },
            // `command -v curl` asks where it is.
            "command" if arguments.first().is_some_and(|word| matches!(&*word.value, "-v" | "-V")) => break,
            _ if holds(&SHELL.wrappers, name) => match wrapped(arguments) {
                Some(at) => &arguments[at..],
                None => break,
            },
            _ => break,
        };
    }
    out
}

fn is_exec_option(word: &str) -> bool {
    matches!(word, "-exec" | "-execdir" | "-ok" | "-okdir")
}

/// Where in a wrapper's arguments the command begins: the first plain word. One right after an
/// option may be that option's value (`sudo -u root rm`), unless it is a command we know.
fn wrapped(arguments: &[Word]) -> Option<usize> {
    let mut after_option = false;
    for (at, word) in arguments.iter().enumerate() {
        let text = word.value.as_str();
        let is_setting = text.split_once('=').is_some_and(|(name, _)| !name.contains('/'));
        let is_number = text.starts_with(|c: char| c.is_ascii_digit());
        let is_value = after_option && !is_known(base_name(text));
        if text.starts_with(['-', '+']) {
            after_option = !text.starts_with("--");
        } else if is_setting || is_number || is_value {
            after_option = false;
        } else {
            return Some(at);
        }
    }
    None
}

/// Whether a command of this name means anything to the gate.
fn is_known(name: &str) -> bool {
    matches!(name, "rm" | "dd" | "kill" | "find" | "eval" | "su")
        || [
            &SHELL.destructive,
            &SHELL.network,
            &SHELL.autonomy,
            &SHELL.wrappers,
            &SHELL.readers,
            &SHELL.shells,
        ]
        .iter()
        .any(|list| holds(list, name))
}

/// The name of a program without its folder; empty where a part of it is not known.
pub fn base_name(path: &str) -> &str {
    if path.contains(HOLE) {
        return "";
    }
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    fn words(text: &str) -> Vec<String> {
        let view = View::new(Language::Bash, text);
        let node = view.nodes().find(|&id| view.kind(id) == "command").unwrap();
        commands(&view, node).remove(0).words.into_iter().map(|word| word.value).collect()
    }

    #[test]
    fn quoting_is_undone_as_the_shell_does() {
        let text = r#"'r'm -r"f" \/ ~ ~/x "~" "$HOME"/* ${HOME}/y a~ "$A/b" $'\x2f\57' "a\"b" $(x)/z"#;
        let want = [
            "rm",
            "-rf",
            "/",
            "$HOME",
            "$HOME/x",
            "~",
            "$HOME/*",
            "$HOME/y",
            "a~",
            "\u{FFFC}/b",
            "//",
            "a\"b",
            "\u{FFFC}/z",
        ];
        assert_eq!(words(text), want);
    }

    #[test]
    fn wrappers_are_looked_behind() {
        let names = |text: &str| {
            let view = View::new(Language::Bash, text);
            let node = view.nodes().find(|&id| view.kind(id) == "command").unwrap();
            let command = commands(&view, node).remove(0);
            programs(&command.words)
                .iter()
                .map(|program| program.name.to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(names("sudo -u root /bin/rm -rf /"), "sudo rm");
        assert_eq!(names("env -i A=1 timeout 5s curl x"), "env timeout curl");
        assert_eq!(names("sudo apt-get install curl"), "sudo apt-get");
        assert_eq!(names("command -v curl"), "command");
        assert_eq!(names("find . -name x -exec rm -rf {} +"), "find rm");
        assert_eq!(names("xargs -0 -n 1 rm -f"), "xargs rm");
        assert_eq!(names("$X -rf /"), "");
    }
}
