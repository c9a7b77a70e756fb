//! Walking the folder: a fixed order, no link followed, nothing ignored but what the seed names.

use super::links::{self, Leads};
use super::list::{Entry, What};
use super::open::{Root, why};
use super::{Gap, GapKind, Limits};
use std::path::{Path, PathBuf};

/// One entry of the inventory, before anything was opened.
pub(super) struct Found {
    /// Path below the root, as the disk spells it.
    pub disk: PathBuf,
    /// The same, as it is shown.
    pub shown: String,
    /// Size in bytes; of a link, the length of its target's name.
    pub bytes: u64,
    /// What stands there.
    pub node: Node,
}

impl Found {
    /// The one file at `disk`, unless nothing or no file stands there, or a link on the way.
    pub(super) fn single(root: &Root, disk: PathBuf, shown: String) -> Option<Found> {
        let siblings = root.list(disk.parent()?).ok()?;
        let name = disk.file_name()?;
        let (node, bytes) = match siblings.into_iter().find(|entry| entry.name == name)?.what.ok()? {
            What::File(bytes) => (Node::File, bytes),
            What::Special(what, bytes) => (Node::Special(what), bytes),
            What::Folder | What::Link(_) => return None,
        };
        Some(Found { disk, shown, bytes, node })
    }
}

/// What stands at a path.
pub(super) enum Node {
    /// A regular file.
    File,
    /// A symbolic link.
    Link(Leads),
    /// A FIFO, a device, a socket: in words.
    Special(&'static str),
}

/// The list of everything, and what could not be listed.
#[derive(Default)]
pub(super) struct Walked {
    pub found: Vec<Found>,
    pub gaps: Vec<Gap>,
    entries: usize,
}

/// Whether the seed leaves this folder out of the walk.
pub(super) fn is_left_out(name: &std::ffi::OsStr) -> bool {
    name == ".git" || name == "__pycache__"
}

/// Lists the pack at `path`, a canonical path, of which `alias` is another absolute spelling and
/// `root` a handle.
///
/// The root's own files come first, so that a heap of files in a folder can't push SKILL.md over
/// the limit.
pub(super) fn walk(root: &Root, path: &Path, alias: &Path, limits: &Limits) -> Walked {
    let mut walk = Walk { root, path, alias, limits, walked: Walked::default(), caches: Vec::new() };
    if !walk.all() {
        let why =
            format!("the pack holds more than {} files and folders, and the rest was not read", limits.files);
        walk.walked.gap(Path::new(""), GapKind::Limit, why);
    }
    for cache in std::mem::take(&mut walk.caches) {
        walk.cache(&cache);
    }
    walk.walked
}

struct Walk<'a> {
    root: &'a Root,
    path: &'a Path,
    alias: &'a Path,
    limits: &'a Limits,
    walked: Walked,
    /// Folders left out that may hold bytecode.
    caches: Vec<PathBuf>,
}

impl Walk<'_> {
    /// Takes every entry in preorder; `false` once the limit is met. No ignore file is honoured: a
    /// pack must not choose what is read.
    fn all(&mut self) -> bool {
        let (folders, files): (Vec<Entry>, Vec<Entry>) =
            self.list(Path::new("")).into_iter().partition(Entry::is_folder);
        let mut open: Vec<(PathBuf, std::vec::IntoIter<Entry>)> =
            vec![(PathBuf::new(), folders.into_iter()), (PathBuf::new(), files.into_iter())];
        while let Some((folder, entries)) = open.last_mut() {
            let Some(entry) = entries.next() else {
                open.pop();
                continue;
            };
            let disk = folder.join(&entry.name);
            if entry.is_folder() && is_left_out(&entry.name) {
                if entry.name == "__pycache__" {
                    self.caches.push(disk);
                }
                continue;
            }
            self.walked.entries += 1;
            if self.walked.entries > self.limits.files {
                return false;
            }
            if !entry.is_folder() {
                self.entry(entry, disk);
            } else if disk.components().count() >= self.limits.depth {
                let why = format!("it lies more than {} folders deep", self.limits.depth);
                self.walked.gap(&disk, GapKind::Limit, why);
            } else {
                let inside = self.list(&disk);
                open.push((disk, inside.into_iter()));
            }
        }
        true
    }

    /// What stands in a folder; nothing, and a gap, where it can't be listed.
    fn list(&mut self, disk: &Path) -> Vec<Entry> {
        self.root.list(disk).unwrap_or_else(|error| {
            self.walked.gap(disk, GapKind::Unread, why(&error));
            Vec::new()
        })
    }

    fn entry(&mut self, entry: Entry, disk: PathBuf) {
        let (node, bytes) = match entry.what {
            Ok(What::Link(target)) => {
                let leads = links::follow(self.path, self.alias, &disk);
                (Node::Link(leads), target.as_os_str().len() as u64)
            }
            Ok(What::File(bytes)) => (Node::File, bytes),
            Ok(What::Special(what, bytes)) => (Node::Special(what), bytes),
            Ok(What::Folder) => return,
            Err(error) => {
                // It is listed, so it is part of the inventory.
                self.walked.gap(&disk, GapKind::Unread, why(&error));
                (Node::File, 0)
            }
        };
        let shown = shown(&disk);
        self.walked.found.push(Found { disk, shown, bytes, node });
    }

    /// Names a `__pycache__` that holds bytecode. Python runs it without its source.
    fn cache(&mut self, cache: &Path) {
        let (mut files, mut bytecode) = (0, 0);
        let mut open = vec![cache.to_path_buf()];
        let mut left = self.limits.files;
        while let Some(folder) = open.pop() {
            for entry in self.list(&folder) {
                left = left.saturating_sub(1);
                if entry.is_folder() {
                    let disk = folder.join(&entry.name);
                    if left > 0 && disk.components().count() < self.limits.depth {
                        open.push(disk);
                    }
                } else if left > 0 {
                    files += 1;
                    let extension = Path::new(&entry.name).extension().unwrap_or_default();
                    bytecode += usize::from(
                        extension.eq_ignore_ascii_case("pyc") || extension.eq_ignore_ascii_case("pyo"),
                    );
                }
            }
        }
        if bytecode > 0 {
            let noun = if bytecode == 1 { "file" } else { "files" };
            let others = match files - bytecode {
                0 => String::new(),
                others => format!(" beside {others} of other kinds"),
            };
            let why = format!("not walked; it holds {bytecode} bytecode {noun}{others}");
            self.walked.gap(cache, GapKind::SkippedDirectory, why);
        }
    }
}

impl Walked {
    fn gap(&mut self, disk: &Path, kind: GapKind, why: String) {
        self.gaps.push(Gap { path: shown(disk).into(), kind, why });
    }
}

/// A path as it is shown: `/` between its parts, bytes that are no UTF-8 as `\xNN`. No two paths
/// are shown alike: a backslash that itself stands before `xNN` is shown as `\x5c`.
pub(super) fn shown(disk: &Path) -> String {
    let parts: Vec<String> = disk.components().map(|part| shown_name(part.as_os_str())).collect();
    if parts.is_empty() { ".".into() } else { parts.join("/") }
}

fn shown_name(name: &std::ffi::OsStr) -> String {
    let mut out = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        for (at, c) in chunk.valid().char_indices() {
            if c == '\\' && looks_like_escape(&chunk.valid().as_bytes()[at..]) {
                out.push_str("\\x5c");
            } else {
                out.push(c);
            }
        }
        for byte in chunk.invalid() {
            out.push_str(&format!("\\x{byte:02x}"));
        }
    }
    out
}

fn looks_like_escape(bytes: &[u8]) -> bool {
    matches!(bytes, [b'\\', b'x', a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn no_two_names_are_shown_alike() {
        use std::os::unix::ffi::OsStrExt;
        let show = |bytes: &[u8]| shown_name(std::ffi::OsStr::from_bytes(bytes));
        assert_eq!(show(b"a\xff.py"), "a\\xff.py");
        assert_eq!(show(b"a\\xff.py"), "a\\x5cxff.py");
        assert_eq!(show(b"a\\x\xff"), "a\\x\\xff");
        assert_eq!(show("é\\n".as_bytes()), "é\\n");
    }

    #[test]
    fn the_root_is_shown_as_a_dot() {
        assert_eq!(shown(Path::new("")), ".");
        assert_eq!(shown(&Path::new("a").join("b")), "a/b");
    }
}
