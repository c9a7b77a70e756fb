//! Python: imports, dangerous calls, look-ups of the environment, writes, redlines.
//!
//! Names are taken as they are spelled: a score stays comparable, and seeing through an alias is
//! `vet`'s business.

use super::labels::{PYTHON, holds};
use super::seen::{Redline, Role, Seen};
use super::shell;
use super::view::View;
use crate::language::Language;
use crate::source::NodeId;
use crate::text::Span;

/// What one Python file holds.
#[derive(Debug, Default)]
pub(super) struct Scan {
    pub seen: Vec<Seen>,
    /// Methods that bear the name of an evaluator and are none.
    pub methods: Vec<(String, Span)>,
    /// Why nothing was counted.
    pub error: Option<&'static str>,
}

/// Calls within a value that is looked through: `Path(str("/"))`.
const UNWRAPPED: usize = 8;

/// Looks at one file. A file that does not parse gives nothing but the error: Python would not run
/// it either.
pub(super) fn scan(text: &str, depth: u8) -> Scan {
    let view = View::new(Language::Python, text);
    if let Some(why) = view.tree.cut_short {
        return Scan { error: Some(why), ..Scan::default() };
    }
    if view.tree.has_error {
        return Scan { error: Some("it is not valid Python"), ..Scan::default() };
    }
    let mut scanner = Scanner { view, scan: Scan::default(), depth };
    for id in scanner.view.nodes() {
        match scanner.view.kind(id) {
            "import_statement" => scanner.import(id),
            "import_from_statement" => scanner.import_from(id),
            "future_import_statement" => scanner.see(Role::Import, "__future__", id),
            "call" => scanner.call(id),
            "subscript" => scanner.subscript(id),
            _ => {}
        }
    }
    scanner.scan
}

struct Scanner<'t> {
    view: View<'t>,
    scan: Scan,
    depth: u8,
}

impl Scanner<'_> {
    fn see(&mut self, role: Role, label: impl Into<String>, id: NodeId) {
        self.scan.seen.push(Seen::new(role, label, self.view.span(id)));
    }

    fn redline(&mut self, redline: Redline, id: NodeId) {
        let span = self.view.span(id);
        let what = self.view.text(id);
        self.scan.seen.push(Seen::redline(redline, what, span));
    }

    fn import(&mut self, id: NodeId) {
        let children: Vec<NodeId> = self.view.tree.named_children(id).collect();
        for child in children {
            let name = match self.view.kind(child) {
                "aliased_import" => self.view.child(child, "name"),
                "dotted_name" => Some(child),
                _ => None,
            };
            if let Some(name) = name {
                self.see(Role::Import, self.module(name), name);
            }
        }
    }

    fn import_from(&mut self, id: NodeId) {
        let Some(mut module) = self.view.child(id, "module_name") else { return };
        if self.view.kind(module) == "relative_import" {
            let inner = self.view.tree.named_children(module).find(|&it| self.view.kind(it) == "dotted_name");
            // `from . import x` names no module.
            let Some(inner) = inner else { return };
            module = inner;
        }
        self.see(Role::Import, self.module(module), module);
    }

    /// A module's name: its parts joined, however they are spaced.
    fn module(&self, id: NodeId) -> String {
        let parts: Vec<&str> = self.view.tree.named_children(id).map(|part| self.view.text(part)).collect();
        parts.join(".")
    }

    fn call(&mut self, id: NodeId) {
        let Some(function) = self.view.child(id, "function") else { return };
        let Some(name) = self.dotted(function) else { return };
        let last = name.rsplit('.').next().unwrap_or_default();
        if PYTHON.dangerous.iter().any(|known| is_or_ends_in(&name, known)) {
            self.see(Role::Call, name.as_str(), function);
            self.dangerous(id, function, &name, last);
        }
        if holds(&PYTHON.env_calls, &name)
            && let Some(&first) = self.positional(id).first()
            && let Some(variable) = self.literal(first)
        {
            self.see(Role::Env, variable, id);
        }
        if name == "open" {
            let mode = self.positional(id).get(1).copied().into_iter().chain(self.keyword(id, "mode"));
            let mut modes = mode.filter_map(|mode| self.literal(mode));
            if modes.any(|mode| mode.contains(['w', 'a', 'x', '+'])) {
                self.see(Role::Write, "open:write", id);
            }
        } else if let Some(label) = PYTHON.writes.get(last) {
            self.see(Role::Write, label.as_str(), function);
        }
    }

    /// Whether a dangerous call crosses a redline.
    fn dangerous(&mut self, id: NodeId, function: NodeId, name: &str, last: &str) {
        if holds(&PYTHON.evaluators, last) {
            let before = name.rsplit_once('.').map(|(before, _)| before);
            if before.is_none_or(|before| holds(&PYTHON.builtins, before)) {
                let span = self.view.span(function);
                self.scan.seen.push(Seen::redline(Redline::Evaluation, name, span));
            } else {
                self.scan.methods.push((name.to_string(), self.view.span(function)));
            }
        } else if last == "rmtree" {
            let target = self.positional(id).first().copied().or_else(|| self.keyword(id, "path"));
            if let Some(redline) = target.and_then(|target| self.removed(target)) {
                self.redline(redline, id);
            }
        } else if holds(&PYTHON.runners, last) {
            let command = self.positional(id).first().copied().or_else(|| self.keyword(id, "args"));
            if let Some(command) = command {
                self.command(command, id);
            }
        }
    }

    /// Redlines of a command that is run: one text for a shell, or a list of words.
    fn command(&mut self, command: NodeId, call: NodeId) {
        let found = match (self.literal(command), self.view.kind(command)) {
            (Some(text), _) => shell::nested_redlines(&text, self.depth),
            (None, "list" | "tuple") => {
                let items: Vec<NodeId> = self.view.tree.named_children(command).collect();
                let words = items.into_iter().map(|item| self.literal(item).unwrap_or_else(shell::unknown));
                shell::redlines_of_words(words.collect(), self.depth)
            }
            _ => Vec::new(),
        };
        let span = self.view.span(call);
        self.scan.seen.extend(found.into_iter().map(|seen| Seen { span, ..seen }));
    }

    /// What is lost where the folder `target` is removed.
    fn removed(&self, mut target: NodeId) -> Option<Redline> {
        for _ in 0..UNWRAPPED {
            if let Some(path) = self.literal(target) {
                return shell::is_root(&path).then_some(Redline::RemovesRoot);
            }
            if self.variable(target).as_deref() == Some("HOME") {
                return Some(Redline::RemovesHome);
            }
            if self.view.kind(target) != "call" {
                return None;
            }
            let name = self.dotted(self.view.child(target, "function")?)?;
            if holds(&PYTHON.home_calls, &name) {
                return Some(Redline::RemovesHome);
            }
            let first = self.positional(target).first().copied()?;
            if holds(&PYTHON.expand_calls, &name) {
                let path = self.literal(first)?;
                return matches!(path.trim_end_matches('/'), "~" | "$HOME").then_some(Redline::RemovesHome);
            }
            if !holds(&PYTHON.path_calls, &name) {
                return None;
            }
            target = first;
        }
        None
    }

    fn subscript(&mut self, id: NodeId) {
        if let Some(name) = self.variable(id) {
            self.see(Role::Env, name, id);
        }
    }

    /// The variable that `os.environ["NAME"]` names.
    fn variable(&self, id: NodeId) -> Option<String> {
        if self.view.kind(id) != "subscript" {
            return None;
        }
        let name = self.dotted(self.view.child(id, "value")?)?;
        if !holds(&PYTHON.env_maps, &name) {
            return None;
        }
        self.literal(self.view.child(id, "subscript")?)
    }

    /// The dotted name at `id` as it is spelled; `None` where it does not begin with a plain name.
    fn dotted(&self, mut id: NodeId) -> Option<String> {
        let mut parts = Vec::new();
        loop {
            match self.view.kind(id) {
                "identifier" => {
                    parts.push(self.view.text(id));
                    break;
                }
                "attribute" => {
                    parts.push(self.view.text(self.view.child(id, "attribute")?));
                    id = self.view.child(id, "object")?;
                }
                "parenthesized_expression" => id = self.view.tree.named_children(id).next()?,
                _ => return None,
            }
        }
        parts.reverse();
        Some(parts.join("."))
    }

    /// The positional arguments of a call.
    fn positional(&self, call: NodeId) -> Vec<NodeId> {
        let Some(arguments) = self.view.child(call, "arguments") else { return Vec::new() };
        if self.view.kind(arguments) != "argument_list" {
            return Vec::new();
        }
        let named = |kind| matches!(kind, "keyword_argument" | "dictionary_splat");
        self.view.tree.named_children(arguments).filter(|&it| !named(self.view.kind(it))).collect()
    }

    fn keyword(&self, call: NodeId, name: &str) -> Option<NodeId> {
        let arguments = self.view.child(call, "arguments")?;
        let named = |it: &NodeId| {
            self.view.kind(*it) == "keyword_argument"
                && self.view.child(*it, "name").is_some_and(|it| self.view.text(it) == name)
        };
        let argument = self.view.tree.named_children(arguments).find(named)?;
        self.view.child(argument, "value")
    }

    /// The text of a literal string; `None` for anything else, bytes and f-strings with fields too.
    fn literal(&self, mut id: NodeId) -> Option<String> {
        while self.view.kind(id) == "parenthesized_expression" {
            id = self.view.tree.named_children(id).next()?;
        }
        match self.view.kind(id) {
            "string" => self.string(id),
            "concatenated_string" => {
                self.view.tree.named_children(id).map(|part| self.string(part)).collect()
            }
            _ => None,
        }
    }

    fn string(&self, id: NodeId) -> Option<String> {
        let mut parts = self.view.tree.children(id);
        let start = parts.next().filter(|&it| self.view.kind(it) == "string_start")?;
        let prefix = self.view.text(start).trim_end_matches(['"', '\'']).to_ascii_lowercase();
        if prefix.contains('b') {
            return None;
        }
        let mut end = start;
        for part in parts {
            match self.view.kind(part) {
                "string_content" => {}
                "string_end" => end = part,
                _ => return None,
            }
        }
        let inside = self.view.span(start).end as usize..self.view.span(end).start as usize;
        let inside = self.view.text.get(inside).unwrap_or_default();
        Some(if prefix.contains('r') { inside.into() } else { unescaped(inside) })
    }
}

/// Whether a dotted name is `known` or ends in a dot and it.
fn is_or_ends_in(name: &str, known: &str) -> bool {
    name.strip_suffix(known).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

/// Undoes the escapes of a string of Python; one it does not know stays, as Python has it.
fn unescaped(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(c) = rest.chars().next() else { break };
        let digits = |count: usize, radix| {
            let number = rest.get(1..1 + count).and_then(|text| u32::from_str_radix(text, radix).ok());
            number.and_then(char::from_u32).map(|c| (c, 1 + count))
        };
        let octal = rest.bytes().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
        let (decoded, length) = match c {
            '\n' => (None, 1),
            '\\' | '\'' | '"' => (Some(c), 1),
            'n' => (Some('\n'), 1),
            't' => (Some('\t'), 1),
            'r' => (Some('\r'), 1),
            'x' => digits(2, 16).map_or((Some('\\'), 0), |(c, length)| (Some(c), length)),
            'u' => digits(4, 16).map_or((Some('\\'), 0), |(c, length)| (Some(c), length)),
            'U' => digits(8, 16).map_or((Some('\\'), 0), |(c, length)| (Some(c), length)),
            '0'..='7' => {
                let number = u32::from_str_radix(&rest[..octal], 8).ok();
                (number.and_then(char::from_u32), octal)
            }
            _ => (Some('\\'), 0),
        };
        out.extend(decoded);
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(text: &str, role: Role) -> Vec<String> {
        let scan = scan(text, 0);
        assert_eq!(scan.error, None, "{text}");
        scan.seen.into_iter().filter(|seen| seen.role == role).map(|seen| seen.label).collect()
    }

    #[test]
    fn names_are_taken_as_they_are_spelled() {
        let calls = |text| labels(text, Role::Call);
        assert_eq!(
            calls("a.b.os.system('x'); (os . system)('y'); ecosystem('z')"),
            ["a.b.os.system", "os.system"]
        );
        assert_eq!(calls("get().system('x'); x[0].system('y'); 'a'.system()"), [""; 0]);
        assert_eq!(calls("f'{os.popen(x)}'"), ["os.popen"]);
        assert_eq!(
            labels("import os, a . b as c\nfrom .u import v\nfrom . import w", Role::Import),
            ["os", "a.b", "u"]
        );
    }

    #[test]
    fn env_and_writes_need_literals() {
        let text =
            "os.getenv('A'); os.environ.get(name); environ['B' 'C']; os.environ[rb'D']; getenv(f'{x}')";
        assert_eq!(labels(text, Role::Env), ["A", "BC"]);
        let text =
            "open(f, 'w'); open(f); open(f, mode='r+'); p.write_text(x); sys.stdout.write(y); open(f, m)";
        assert_eq!(labels(text, Role::Write), ["open:write", "open:write", "Path.write_text", "write"]);
    }

    #[test]
    fn escapes_are_undone() {
        assert_eq!(unescaped(r"\x2f\57\u002F\n\q\\"), "///\n\\q\\");
        assert_eq!(unescaped("a\\\nb\\"), "ab");
        assert_eq!(unescaped(r"\xZZ\é"), r"\xZZ\é");
    }

    #[test]
    fn broken_code_gives_nothing() {
        let scan = scan("eval(x)\ndef (", 0);
        assert!(scan.seen.is_empty() && scan.error.is_some());
    }

    #[test]
    fn endless_chains_take_linear_time() {
        for text in ["a.b().".repeat(50_000) + "c()", "a.".repeat(50_000) + "system()", "f(".repeat(50_000)] {
            scan(&text, 0);
        }
    }
}
