//! Bash's streams: redirections, pipelines, here-documents, and what statements print.

use super::bash::{Bash, Kind, Node, fields, is_statement, parent_kind, place};
use super::bash_commands::arguments;
use super::graph::*;
use super::lower::Lowering;
use crate::source::NodeId;

/// The variable that stands for a file descriptor which a redirection opens: `3<>/dev/tcp/h/80`.
pub(super) fn opened(l: &Lowering, redirect: NodeId) -> Option<String> {
    let number = l.text(l.field(redirect, fields().descriptor)?);
    let to = l.field(redirect, fields().destination)?;
    let is_new = Kind::of(l.kind(to)) != Kind::Number && !matches!(number, "0" | "1" | "2");
    is_new.then(|| format!("&{number}"))
}

/// The operator of a redirection: `>`, `<`, `&>>`.
pub(super) fn redirection<'a>(l: &Lowering<'a>, redirect: NodeId) -> &'a str {
    let text = l.text(redirect).trim_start_matches(|c: char| c.is_ascii_digit());
    let end = text.find(|c| !matches!(c, '<' | '>' | '&' | '|')).unwrap_or(text.len());
    &text[..end]
}

pub(super) fn is_input(l: &Lowering, redirect: NodeId) -> bool {
    match Kind::of(l.kind(redirect)) {
        Kind::HeredocRedirect | Kind::HerestringRedirect => true,
        Kind::FileRedirect => matches!(redirection(l, redirect), "<" | "<&"),
        _ => false,
    }
}

impl Bash {
    /// Gives a node its standard input: its own if something is redirected or piped into it, else
    /// that of what stands around it. The value is put in later, where it is known.
    pub(super) fn give_input(&self, l: &mut Lowering, node: NodeId) {
        if node == 0 {
            l.inputs = vec![u32::MAX; l.source.tree.len()];
            l.inputs[0] = l.graph.input.take().unwrap_or(u32::MAX);
            return;
        }
        let Node { parent, field, named } = place(l, node);
        let kind = Kind::of(l.kind(node));
        let inside = parent_kind(l, parent);
        let is_piped =
            inside == Kind::Pipeline && named && (node != parent + 1 || self.is_after_heredoc(l, parent));
        let is_redirected = matches!(kind, Kind::RedirectedStatement | Kind::Command)
            && l.named(node).any(|child| is_input(l, child));
        let takes = kind == Kind::ProcessSubstitution && l.text(node).starts_with('>');
        let is_function = inside == Kind::FunctionDefinition && field == fields().body;
        l.inputs[node as usize] = if is_function {
            self.parameters(l, node)
        } else if is_piped || is_redirected || takes {
            l.make(node, Op::Choice(Vec::new()))
        } else {
            l.inputs[parent as usize]
        };
    }

    /// `cat <<E | grep x`: the pipeline stands inside the here-document's redirection.
    pub(super) fn is_after_heredoc(&self, l: &Lowering, pipeline: NodeId) -> bool {
        parent_kind(l, place(l, pipeline).parent) == Kind::HeredocRedirect
    }

    /// Puts a value into the standard input that a node was given.
    pub(super) fn feed(&self, l: &mut Lowering, node: NodeId, from: ValueId) {
        let input = l.inputs[node as usize];
        if let Some(Op::Choice(parts)) = l.graph.values.get_mut(input as usize).map(|value| &mut value.op) {
            parts.push(from);
        }
    }

    /// `$( … )`, `<( … )`: what the commands inside print.
    pub(super) fn substitution(&self, l: &mut Lowering, node: NodeId) {
        let mut parts = Vec::new();
        let children: Vec<NodeId> = l.named(node).collect();
        for &child in &children {
            let redirects = Kind::of(l.kind(child)) == Kind::FileRedirect;
            if redirects || is_statement(Kind::of(l.kind(child))) {
                parts.extend(self.output(l, child));
            }
        }
        // `$(cd "$(dirname "$0")" && pwd)` is that folder.
        if let [list] = children.as_slice()
            && Kind::of(l.kind(*list)) == Kind::List
            && let Some(folder) = self.entered(l, *list)
        {
            l.alias(node, folder);
            return;
        }
        match parts.as_slice() {
            // Its node tells what it is: code where a shell is to run it.
            [only] if Kind::of(l.kind(node)) == Kind::ProcessSubstitution => {
                l.set(node, Op::Choice(vec![*only]));
            }
            [only] => l.alias(node, *only),
            _ => {
                l.set(node, Op::Unknown(parts));
            }
        }
    }

    /// The folder of `cd folder && pwd`.
    pub(super) fn entered(&self, l: &Lowering, list: NodeId) -> Option<ValueId> {
        let commands: Vec<NodeId> = l.named(list).collect();
        let [first, second] = commands.as_slice() else { return None };
        let strip = |node: NodeId| match Kind::of(l.kind(node)) {
            Kind::RedirectedStatement => l.field(node, fields().body).unwrap_or(node),
            _ => node,
        };
        let (first, second) = (strip(*first), strip(*second));
        let name = |node| l.field(node, fields().name).map_or("", |name| l.text(name));
        if name(first) != "cd" || name(second) != "pwd" {
            return None;
        }
        let folder = arguments(l, first).into_iter().find(|&word| !l.text(word).starts_with('-'))?;
        l.value(folder)
    }

    /// What a statement prints: that of a plain `cat` is what it reads, that of an `echo` its
    /// words, so that code printed into an interpreter keeps its place.
    pub(super) fn output(&self, l: &mut Lowering, statement: NodeId) -> Option<ValueId> {
        let value = l.value(statement)?;
        let Op::Call(call) = l.graph.op(value) else { return Some(value) };
        let call = call.clone();
        let Op::Command(words) = l.graph.op(call.callee) else { return Some(value) };
        let constant = |l: &Lowering, value: ValueId| match l.graph.op(value) {
            Op::Text(text) => Some(text.clone()),
            _ => None,
        };
        let name = words.first().and_then(|&name| constant(l, name));
        match name.as_deref() {
            Some("cat") if words.len() == 1 => Some(call.keyword(STDIN).unwrap_or(value)),
            Some("echo") => {
                let words = words.clone();
                let first = words.get(1).and_then(|&word| constant(l, word));
                if first.is_some_and(|text| text.starts_with('-')) || call.args.iter().any(|arg| arg.spread) {
                    return Some(value);
                }
                let node = l.graph.values[value as usize].node;
                let mut parts = Vec::new();
                for &word in words.iter().skip(1) {
                    if !parts.is_empty() {
                        parts.push(l.constant(node, " "));
                    }
                    parts.push(word);
                }
                Some(match parts.as_slice() {
                    [only] => *only,
                    _ => l.make(node, Op::Concat(parts)),
                })
            }
            _ => Some(value),
        }
    }

    pub(super) fn file_redirect(&self, l: &mut Lowering, node: NodeId) {
        let f = fields();
        let Some(to) = l.field(node, f.destination) else { return };
        if Kind::of(l.kind(to)) == Kind::Number {
            let name = format!("&{}", l.text(to));
            if let Some(var) = l.graph.lookup(l.scope(node), &name) {
                l.set(to, Op::Use(var));
            }
        }
        let to_value = l.operand(to);
        if is_input(l, node) {
            let callee = l.make(node, Op::Outside("<".into()));
            l.set(node, Op::Call(Call { callee, args: vec![Arg::plain(to_value)] }.into()));
        } else {
            l.set(node, Op::Choice(Vec::new()));
        }
        if let Some(name) = opened(l, node) {
            // What later commands print into the descriptor is in the file.
            if let Some(var) = l.graph.lookup(l.scope(node), &name)
                && let Some(value) = l.value(node)
            {
                let printed = l.make(node, Op::Use(var));
                if let Op::Choice(parts) = &mut l.graph.values[value as usize].op {
                    parts.push(printed);
                }
            }
            // A descriptor that is read from holds what stands in the file.
            let held = l.value(node).filter(|_| is_input(l, node)).unwrap_or(to_value);
            l.define(node, &name, held, node);
        }
    }

    /// Carries one redirection of `statement` out, whose output is `printed`.
    pub(super) fn redirect(&self, l: &mut Lowering, statement: NodeId, redirect: NodeId, printed: ValueId) {
        if is_input(l, redirect) {
            let value = l.operand(redirect);
            self.feed(l, statement, value);
        } else if Kind::of(l.kind(redirect)) == Kind::FileRedirect {
            let value = l.operand(redirect);
            if let Op::Choice(parts) = &mut l.graph.values[value as usize].op {
                parts.push(printed);
            }
            // `> >(curl -T - …)`
            let to = l.field(redirect, fields().destination);
            if let Some(to) = to.filter(|&to| Kind::of(l.kind(to)) == Kind::ProcessSubstitution) {
                self.feed(l, to, printed);
            }
            let to = to.and_then(|to| l.value(to));
            if let Some(to) = to.filter(|&to| matches!(l.graph.op(to), Op::Use(_))) {
                l.put(to, printed);
            }
        }
    }

    pub(super) fn redirected(&self, l: &mut Lowering, node: NodeId) {
        let f = fields();
        let body = l.field(node, f.body);
        let printed = match body.and_then(|body| self.output(l, body)) {
            Some(printed) => printed,
            // A redirection alone, as in `< file` or `> file`.
            None => l.make(node, Op::Unknown(Vec::new())),
        };
        let is_code = |l: &Lowering, child| {
            matches!(
                Kind::of(l.kind(child)),
                Kind::FileRedirect | Kind::HeredocRedirect | Kind::HerestringRedirect
            )
        };
        let redirects: Vec<NodeId> = l.named(node).filter(|&child| is_code(l, child)).collect();
        let mut goes_on = true;
        let mut piped = None;
        for redirect in redirects {
            self.redirect(l, node, redirect, printed);
            goes_on &= !self.takes_output(l, redirect);
            if Kind::of(l.kind(redirect)) == Kind::HeredocRedirect {
                let inner: Vec<NodeId> = l.named(redirect).collect();
                for child in inner {
                    match Kind::of(l.kind(child)) {
                        Kind::FileRedirect | Kind::HerestringRedirect => {
                            self.redirect(l, node, child, printed);
                            goes_on &= !self.takes_output(l, child);
                        }
                        Kind::Pipeline => {
                            self.pipeline(l, child, Some(printed));
                            piped = l.value(child);
                        }
                        _ => {}
                    }
                }
            }
        }
        match (piped, goes_on) {
            (Some(piped), _) => l.alias(node, piped),
            (None, true) => l.alias(node, printed),
            (None, false) => {
                l.set(node, Op::Unknown(Vec::new()));
            }
        }
    }

    /// Whether a redirection leaves nothing of the standard output to a pipe.
    pub(super) fn takes_output(&self, l: &Lowering, redirect: NodeId) -> bool {
        let f = fields();
        let is_file = l.field(redirect, f.destination).is_some_and(|to| Kind::of(l.kind(to)) != Kind::Number);
        let is_output = l.field(redirect, f.descriptor).is_none_or(|number| l.text(number) == "1");
        let operator = redirection(l, redirect);
        Kind::of(l.kind(redirect)) == Kind::FileRedirect && is_file && is_output && operator.contains('>')
    }

    /// Each stage reads what the one before prints; the first one what `from` is.
    pub(super) fn pipeline(&self, l: &mut Lowering, node: NodeId, from: Option<ValueId>) {
        let stages: Vec<NodeId> = l.named(node).collect();
        let mut printed = from;
        for stage in stages {
            if let Some(printed) = printed {
                self.feed(l, stage, printed);
            }
            printed = self.output(l, stage).or(printed);
        }
        if let Some(printed) = printed {
            l.alias(node, printed);
        }
    }
}
