//! Keys that go to a network utility: through a pipe, an input redirection, a substitution, or as
//! a file it is told to send.

use super::paths::is_key;
use super::{Command, programs, words};
use crate::gate::labels::{SHELL, holds};
use crate::gate::seen::{Redline, Seen};
use crate::gate::view::View;
use crate::source::NodeId;
use crate::text::Span;

/// Nodes around a command that are looked at for a pipe or a redirection that feeds it.
const AROUND: usize = 24;

/// The redlines of `commands`, all those of a script.
pub(super) fn find(view: &View<'_>, commands: &[Command]) -> Vec<Seen> {
    let reads = reads(view, commands);
    let breaks =
        Nodes::new(commands.iter().filter(|command| !command.is_first).filter_map(first_word).collect());
    let mut out = Vec::new();
    for command in commands {
        let Some(name) = utility(command) else { continue };
        let range = command.range(view);
        let leak = sends_file(command)
            || reads.within(range.start + 1, range.end)
            || is_fed(view, command, &reads, &breaks);
        if leak {
            let last = command.words.last().and_then(|word| word.node).unwrap_or(command.node);
            let first = first_word(command).unwrap_or(command.node);
            let span = Span { start: view.span(first).start, end: view.span(last).end };
            out.push(Seen::redline(Redline::Exfiltration, name, span));
        }
    }
    out
}

/// Some nodes, in order.
struct Nodes(Vec<NodeId>);

impl Nodes {
    fn new(mut nodes: Vec<NodeId>) -> Self {
        nodes.sort_unstable();
        Nodes(nodes)
    }

    /// Whether one stands in this range.
    fn within(&self, start: NodeId, end: NodeId) -> bool {
        let first = self.0.partition_point(|&node| node < start);
        self.0.get(first).is_some_and(|&node| node < end)
    }

    /// The last one in this range.
    fn last_within(&self, start: NodeId, end: NodeId) -> Option<NodeId> {
        let after = self.0.partition_point(|&node| node < end);
        self.0[..after].last().copied().filter(|&node| node >= start)
    }
}

fn first_word(command: &Command) -> Option<NodeId> {
    command.words.first()?.node
}

/// Nodes that give the content of a key: commands that print it, and redirections from it.
fn reads(view: &View<'_>, commands: &[Command]) -> Nodes {
    let mut nodes: Vec<NodeId> = Vec::new();
    for command in commands {
        let prints = programs(&command.words).iter().any(|program| {
            holds(&SHELL.readers, program.name)
                && program.arguments.iter().any(|word| is_key(word.value.trim_start_matches("if=")))
        });
        if prints {
            nodes.push(command.range(view).start);
        }
    }
    let redirections = view.nodes().filter(|&id| view.kind(id) == "file_redirect");
    nodes.extend(redirections.filter(|&id| reads_key(view, id)));
    Nodes::new(nodes)
}

/// `< ~/.ssh/id_rsa`
fn reads_key(view: &View<'_>, redirect: NodeId) -> bool {
    let is_input = view.tree.children(redirect).any(|child| view.kind(child) == "<");
    let destination = view.child(redirect, "destination");
    is_input && destination.is_some_and(|it| is_key(&words::value(view, it)))
}

/// The network utility that a command runs.
fn utility(command: &Command) -> Option<&str> {
    programs(&command.words).iter().map(|program| program.name).find(|name| holds(&SHELL.network, name))
}

/// `curl -F key=@~/.ssh/id_rsa`, `curl -T ~/.ssh/id_rsa`, `wget --post-file=~/.ssh/id_rsa`
fn sends_file(command: &Command) -> bool {
    let mut before = "";
    for word in &command.words {
        let text = word.value.as_str();
        let file = text.rsplit_once('@').filter(|(name, _)| name.is_empty() || name.ends_with('='));
        let file = file.map(|(_, file)| file).or_else(|| {
            let (option, file) = text.split_once('=')?;
            holds(&SHELL.file_options, option).then_some(file)
        });
        let named = holds(&SHELL.file_options, before).then_some(text);
        if file.or(named).is_some_and(is_key) {
            return true;
        }
        before = text;
    }
    false
}

/// Whether an earlier stage of a pipe, or a redirection around the command, gives it a key.
/// `breaks` are the first words of commands that the parser took for arguments: nothing passes from
/// what stands before one to what stands after it.
fn is_fed(view: &View<'_>, command: &Command, reads: &Nodes, breaks: &Nodes) -> bool {
    let mut inner = command.node;
    let (mut is_piped, mut is_redirected) = (command.is_first, command.is_last);
    for _ in 0..AROUND {
        let Some(outer) = view.parent(inner) else { return false };
        match view.kind(outer) {
            "pipeline" => {
                let last = breaks.last_within(outer, inner);
                if is_piped && reads.within(last.unwrap_or(outer), inner) {
                    return true;
                }
                is_piped &= last.is_none();
                // A redirection after a pipe is that of its last stage.
                is_redirected &= view.end(inner) == view.end(outer);
            }
            "redirected_statement" if is_redirected && reads.within(view.end(inner), view.end(outer)) => {
                return true;
            }
            // What is substituted is handed on as a word, not as input.
            "command_substitution" | "process_substitution" | "function_definition" | "program" => {
                return false;
            }
            _ => {}
        }
        inner = outer;
    }
    false
}
