//! The folder that code works in: after `cd ~/.ssh`, `*` is the keys.
//!
//! Only folders whose names begin with a dot are followed. That is where secrets are, and a path below
//! any other says by itself what it is.

use super::PACK;
use super::eval::{Eval, join_path};
use super::graph::*;
use super::lower::Lowering;
use crate::source::{NONE, NodeId};
use crate::text::HOLE;
use std::rc::Rc;

/// How many folders of a file are followed.
const MAX_FOLDERS: usize = 256;

impl Lowering<'_> {
    /// Notes that what comes after `node`, and before `end`, works in a folder; [`NONE`] for all of it.
    pub fn goes_to(&mut self, node: NodeId, path: Option<ValueId>, end: NodeId) {
        let from = self.source.tree.node(node).end;
        if self.graph.folders.len() < MAX_FOLDERS {
            self.graph.folders.push(Folder { source: self.index, from, to: end, path });
        }
    }
}

impl Graph {
    /// Has the source about to be lowered start where `caller` runs it: in its `cwd`, or where it is itself.
    pub fn starts_in_folder_of(&mut self, caller: ValueId) {
        let path = self.named_folder(caller).or_else(|| self.folder_at(caller));
        if path.is_some() && self.folders.len() < MAX_FOLDERS {
            let source = self.maps.len() as u32;
            self.folders.push(Folder { source, from: 0, to: NONE, path });
        }
    }

    /// `run(…, cwd=folder)`, `execSync(…, { cwd: folder })`
    fn named_folder(&self, caller: ValueId) -> Option<ValueId> {
        let Op::Call(call) = self.op(caller) else { return None };
        call.keyword("cwd").or_else(|| {
            call.args.iter().find_map(|arg| match self.op(arg.value) {
                Op::Object(items) => {
                    items.iter().find(|(key, _)| key.as_deref() == Some("cwd")).map(|&(_, value)| value)
                }
                _ => None,
            })
        })
    }

    /// The folder that the code has gone to where a value stands.
    fn folder_at(&self, value: ValueId) -> Option<ValueId> {
        let Value { source, node, .. } = self.values[value as usize];
        let here = self.folders.iter().filter(|folder| folder.source == source && folder.from <= node);
        here.filter(|folder| node < folder.to).max_by_key(|folder| folder.from)?.path
    }
}

impl Eval<'_> {
    /// The constants that a path may be, those seen from the folder that the code has gone to among them.
    pub fn paths(&mut self, value: ValueId) -> Rc<[Rc<str>]> {
        let values = self.values(value);
        self.seen_from_folder(value, values)
    }

    /// `values` of a value, and what they are in the folder that the code has gone to.
    pub(super) fn seen_from_folder(&mut self, value: ValueId, values: Rc<[Rc<str>]>) -> Rc<[Rc<str>]> {
        if self.graph.folders.is_empty() {
            return values;
        }
        let Some(folder) = self.graph.folder_at(value) else { return values };
        let is_relative = |path: &str| {
            !path.is_empty()
                && !path.starts_with(['/', '~', '-', PACK])
                && !path.contains("://")
                && !path.starts_with(HOLE)
        };
        let mut out = values.to_vec();
        for folder in self.values(folder).iter().filter(|folder| is_hidden(folder)).take(4) {
            for path in values.iter().take(4) {
                let bare = path.strip_prefix('@').unwrap_or(path);
                if is_relative(bare) {
                    let mut whole = folder.to_string();
                    join_path(&mut whole, bare);
                    out.push(whole.into());
                }
            }
        }
        out.into()
    }
}

/// Whether a part of a folder's path begins with a dot.
fn is_hidden(folder: &str) -> bool {
    let is_dotted = |part: &str| part.starts_with('.') && part.contains(|c: char| c.is_alphanumeric());
    folder.split('/').any(is_dotted)
}
