//! Bash's commands: their words, what builtins set, and lines that the grammar misreads.

use super::bash::{Bash, Kind, PARAMETERS, fields};
use super::bash_words;
use super::graph::*;
use super::lower::Lowering;
use crate::source::{NONE, NodeId};
use crate::text::Span;

/// Commands that read nothing from their standard input, so that a loop's file does not seem to
/// be in what they print.
const DEAF: &[&str] = &[
    "echo", "printf", "true", "false", ":", "cd", "export", "test", "[", "mkdir", "rm", "rmdir", "ls",
    "sleep", "date", "pwd", "exit", "return", "break", "continue", "shift", "local", "touch", "chmod",
    "chown", "kill", "wait", "hash", "basename", "dirname", "mktemp", "env", "printenv", "set", "trap",
    "alias",
];

/// What has lines read again that the grammar misread; in `runners.txt` with the other callers.
const MISREAD: &str = "<misread lines>";

impl Bash {
    /// The variables that a builtin sets, each with the node that names it.
    pub(super) fn set_by(&self, l: &Lowering, node: NodeId) -> Vec<(String, NodeId)> {
        let Some(name) = l.field(node, fields().name) else { return Vec::new() };
        let words = || arguments(l, node).into_iter().map(|word| (l.text(word), word));
        let plain = |(text, word): (&str, NodeId)| {
            let text = bash_words::unquoted(text);
            (text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')).then_some((text, word))
        };
        match l.text(name) {
            "read" | "mapfile" | "readarray" => words().filter_map(plain).collect(),
            "getopts" => words().skip(1).filter_map(plain).collect(),
            "printf" => {
                let is_set = words().next().is_some_and(|(text, _)| text == "-v");
                words().skip(1).take(usize::from(is_set)).filter_map(plain).collect()
            }
            "alias" => words()
                .filter_map(|(text, word)| {
                    Some((format!("{} alias", bash_words::unquoted(text.split_once('=')?.0)), word))
                })
                .collect(),
            "set" => {
                let after = words().skip_while(|(text, _)| *text != "--").skip(1).take(PARAMETERS as usize);
                let mut set: Vec<(String, NodeId)> =
                    after.enumerate().map(|(index, (_, word))| ((index + 1).to_string(), word)).collect();
                if !set.is_empty() {
                    set.push(("@".into(), name));
                }
                set
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn command(&self, l: &mut Lowering, node: NodeId) {
        let f = fields();
        let Some(name) = l.field(node, f.name) else { return };
        let inner = l.named(name).next();
        let name_value = l.operand_or_unknown(inner, name);
        // `{curl,-s,x}` where a command is due: the grammar takes its brace for a group's.
        let span = l.source.tree.node(node).span;
        let follows_brace =
            span.start > 0 && l.source.text.as_bytes().get(span.start as usize - 1) == Some(&b'{');
        let brace = if follows_brace { "{" } else { "" };
        if let Some(split) = bash_words::braces(&format!("{brace}{}", l.text(name))) {
            let rest = l.source.text.get(l.source.tree.node(name).span.end as usize..span.end as usize);
            let code = split.join(" ") + rest.unwrap_or_default();
            self.read_again(l, node, &code, None);
        }
        // `cat${IFS}file`: blanks that the shell puts there.
        let whole = l.text(node);
        if whole.len() <= 4096
            && (whole.contains("${IFS}") || whole.contains("$IFS"))
            && !whole.contains('\n')
        {
            let code = whole.replace("${IFS}", " ").replace("$IFS$9", " ").replace("$IFS", " ");
            self.read_again(l, node, &code, None);
        }
        let mut words = vec![name_value];
        let mut args = Vec::new();
        for argument in arguments(l, node) {
            let value = l.operand(argument);
            let text = l.text(argument);
            words.push(value);
            args.push(Arg {
                name: None,
                value,
                spread: ["[@]", "$@", "$*", "${@", "${*"].iter().any(|all| text.contains(all)),
            });
        }
        // A variable set for this command alone.
        let assignments: Vec<NodeId> =
            l.named(node).filter(|&child| Kind::of(l.kind(child)) == Kind::VariableAssignment).collect();
        for assignment in assignments {
            let value = l.operand_or_unknown(l.field(assignment, f.value), assignment);
            let name = l.field(assignment, f.name).map_or("", |name| l.text(name));
            args.push(Arg::named(name, value));
        }
        let input = l.inputs[node as usize];
        let text = l.text(name);
        // `env A=1 curl` reads what `curl` reads.
        let is_word = |&word: &NodeId| !l.text(word).starts_with('-') && !l.text(word).contains('=');
        let runs_another = text == "env" && arguments(l, node).iter().any(is_word);
        if input != u32::MAX && (runs_another || !DEAF.contains(&text)) {
            args.push(Arg::named(STDIN, input));
        }
        if matches!(text, "cd" | "pushd" | "popd") {
            self.goes_to(l, node, &words);
        }
        let callee = l.set(name, Op::Command(words.into()));
        let call = l.set(node, Op::Call(Call { callee, args }.into()));
        let redirects: Vec<NodeId> = l
            .source
            .tree
            .children(node)
            .filter(|&child| l.source.tree.node(child).field == f.redirect)
            .collect();
        for redirect in redirects {
            self.redirect(l, node, redirect, call);
        }
        let substitutions: Vec<NodeId> = arguments(l, node)
            .into_iter()
            .filter(|&word| Kind::of(l.kind(word)) == Kind::ProcessSubstitution)
            .collect();
        for substitution in substitutions {
            if l.text(substitution).starts_with('>') {
                self.feed(l, substitution, call);
            }
        }
        self.assign_builtin(l, node, text, call);
        self.read_taken_lines(l, node);
    }

    /// `cd folder`: what comes after stands there, as far as the same shell runs it.
    fn goes_to(&self, l: &mut Lowering, node: NodeId, words: &[ValueId]) {
        let is_option = |l: &Lowering, word: ValueId| matches!(l.graph.op(word), Op::Text(text) if text.starts_with('-') || text.starts_with('+'));
        let folder = words.iter().skip(1).copied().find(|&word| !is_option(l, word));
        let mut end = NONE;
        let mut at = node;
        for _ in 0..32 {
            at = l.source.tree.node(at).parent;
            if at == NONE {
                break;
            }
            let kind = Kind::of(l.kind(at));
            if matches!(kind, Kind::Subshell | Kind::CommandSubstitution | Kind::ProcessSubstitution) {
                end = l.source.tree.node(at).end;
                break;
            }
        }
        l.goes_to(node, folder, end);
    }

    /// Words that stand in no command, where the text does not parse: their lines are read once
    /// more, each on its own.
    pub(super) fn misread(&self, l: &mut Lowering, node: NodeId) {
        let words: Vec<NodeId> = l
            .named(node)
            .filter(|&child| {
                matches!(
                    Kind::of(l.kind(child)),
                    Kind::Word | Kind::CommandName | Kind::Concatenation | Kind::String
                )
            })
            .collect();
        let end = l.source.tree.node(node).span.end;
        let mut done = 0;
        for word in words {
            let start = l.source.tree.node(word).span.start;
            if start >= done {
                done = self.read_line(l, node, Span { start, end });
            }
        }
    }

    /// The grammar sometimes takes the lines after a command for words of it: they are read once
    /// more, each on its own.
    pub(super) fn read_taken_lines(&self, l: &mut Lowering, node: NodeId) {
        let end = l.source.tree.node(node).span.end;
        let kept = arguments(l, node).len();
        let taken = all_arguments(l, node).nth(kept);
        let Some(mut from) = taken.map(|word| l.source.tree.node(word).span.start) else { return };
        while from < end {
            from = self.read_line(l, node, Span { start: from, end });
        }
    }

    /// Has a line read as code of its own; returns where the next one begins.
    pub(super) fn read_line(&self, l: &mut Lowering, node: NodeId, span: Span) -> u32 {
        let text = l.source.text.get(span.range()).unwrap_or_default();
        let line = text.split_inclusive('\n').next().unwrap_or_default();
        // A line that is all of its source would be read again and again.
        if line.trim() != l.source.text.trim() && !line.trim().is_empty() {
            self.read_again(l, node, line, Some(span.start));
        }
        span.start + (line.len() as u32).max(1)
    }

    /// A variable whose text the shell runs: `PROMPT_COMMAND=…`.
    pub(super) fn runs_text(&self, l: &mut Lowering, node: NodeId, code: ValueId) {
        let callee = l.make(node, Op::Outside(MISREAD.into()));
        l.make(node, Op::Call(Call { callee, args: vec![Arg::plain(code)] }.into()));
    }

    /// Has `text` read as code in the place of `node`, or from `start` on if it stands there.
    pub(super) fn read_again(&self, l: &mut Lowering, node: NodeId, text: &str, start: Option<u32>) {
        let code = l.literal(node, text);
        if let Some(start) = start {
            l.graph.starts.insert(code, start);
        }
        let callee = l.make(node, Op::Outside(MISREAD.into()));
        l.make(node, Op::Call(Call { callee, args: vec![Arg::plain(code)] }.into()));
    }

    /// What `read`, `mapfile`, `printf -v`, `alias`, `set --` and `shift` set.
    pub(super) fn assign_builtin(&self, l: &mut Lowering, node: NodeId, name: &str, call: ValueId) {
        let input = l.inputs[node as usize];
        let set = self.set_by(l, node);
        let one = set.len() == 1;
        for (variable, word) in set {
            let value = match name {
                "printf" => call,
                "alias" => bash_words::after_equals(l, word),
                "set" if variable == "@" => {
                    let after =
                        arguments(l, node).into_iter().skip_while(|&word| l.text(word) != "--").skip(1);
                    let words: Vec<NodeId> = after.take(256).collect();
                    let words = words.into_iter().map(|word| l.operand(word)).collect();
                    l.make(node, Op::List(words))
                }
                "set" => l.operand(word),
                "getopts" => l.make(word, Op::Unknown(Vec::new())),
                _ if input == u32::MAX => l.make(word, Op::Unknown(Vec::new())),
                _ if one => l.make(word, Op::Choice(vec![input])),
                _ => l.make(word, Op::Unknown(vec![input])),
            };
            l.define(word, &variable, value, node);
        }
        if let Some(func) = l.enclosing_function(node).filter(|_| name == "shift") {
            // What is left of all that the function was handed.
            let taken = arguments(l, node).first().and_then(|&word| l.text(word).parse().ok()).unwrap_or(1);
            let left = (taken..=PARAMETERS).map(|index| l.make(node, Op::Param(func, index))).collect();
            let left = l.make(node, Op::List(left));
            let all = l.make(node, Op::Free("@".into()));
            let all = match l.graph.lookup(l.scope(node), "@") {
                Some(var) => l.make(node, Op::Use(var)),
                None => all,
            };
            let element = l.make(node, Op::Element(all));
            l.define(node, "1", element, node);
            l.define(node, "@", left, node);
        }
    }
}

pub(super) fn all_arguments<'a>(l: &Lowering<'a>, command: NodeId) -> impl Iterator<Item = NodeId> + use<'a> {
    let tree = &l.source.tree;
    tree.children(command)
        .filter(move |&child| tree.node(child).field == fields().argument && tree.node(child).named)
}

/// The arguments of a command, as far as they stand on its line.
pub(super) fn arguments(l: &Lowering, command: NodeId) -> Vec<NodeId> {
    let name = l.field(command, fields().name).unwrap_or(command + 1);
    let mut at = l.source.tree.nodes.get(name as usize).map_or(0, |name| name.span.end);
    let is_here = |&word: &NodeId| {
        let span = l.source.tree.node(word).span;
        let gap = l.source.text.get(at as usize..span.start as usize).unwrap_or_default();
        // The grammar even takes a line's end and a backslash after it for the start of a word.
        let is_line_end = (gap.contains('\n') && gap.trim().is_empty()) || l.text(word).starts_with('\n');
        at = span.end;
        !is_line_end
    };
    all_arguments(l, command).take_while(is_here).collect()
}
