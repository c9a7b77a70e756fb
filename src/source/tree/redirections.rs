//! Redirections on a line of their own, `> log`, are a command in a shell. Its grammar takes them for the
//! first words of the command on the next line, which would then be cited where they begin.

use super::{NONE, Node, NodeId, Tree};
use crate::language::Language;
use std::sync::LazyLock;

/// Kinds of the shell's grammar.
struct Kinds {
    command: u16,
    redirect: u16,
    statement: u16,
}

static KINDS: LazyLock<Kinds> = LazyLock::new(|| {
    let grammar = Language::Bash.grammar();
    let id = |name| grammar.id_for_node_kind(name, true);
    Kinds { command: id("command"), redirect: id("file_redirect"), statement: id("redirected_statement") }
});

impl Tree {
    /// Takes such redirections out of the command `id`, the last of the tree, into a statement before it.
    pub(super) fn part_redirections(&mut self, id: NodeId, text: &str) {
        let first = id + 1;
        let is_redirect = |node: &Node| node.kind == KINDS.redirect;
        let node = self.node(id);
        if node.kind != KINDS.command || node.field != 0 || node.parent == NONE {
            return;
        }
        // Behind the last that ends its line.
        let (mut at, mut parted) = (first, first);
        while let Some(node) = self.nodes.get(at as usize).filter(|node| is_redirect(node)) {
            let (next, end) = (node.end, node.span.end);
            at = next;
            let Some(follows) = self.nodes.get(next as usize) else { return };
            let between = text.get(end as usize..follows.span.start as usize).unwrap_or_default();
            if between.replace("\\\n", "").contains('\n') {
                parted = next;
            }
        }
        if parted == first {
            return;
        }
        let command = *self.node(id);
        let begins = self.node(parted).span.start;
        let end = self.node(parted - 1).span.end;
        self.nodes.insert(parted as usize, Node { end: command.end + 1, ..command });
        self.nodes[parted as usize].span.start = begins;
        for node in &mut self.nodes[parted as usize + 1..] {
            node.parent = if node.parent == id { parted } else { node.parent + 1 };
            node.end += 1;
        }
        let statement = &mut self.nodes[id as usize];
        (statement.kind, statement.end, statement.span.end) = (KINDS.statement, parted, end);
    }
}
