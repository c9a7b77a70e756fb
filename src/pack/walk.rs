//! Walking the folder: a fixed order, no link followed, nothing ignored but what the seed names.

use super::links::{self, Leads};
use super::open::why;
use super::{Gap, GapKind, Limits};
use ignore::{DirEntry, WalkBuilder};
use std::path::{Path, PathBuf};
use std::sync::mpsc;

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
    /// The one file at `disk` below `root`, unless nothing or no file stands there, or a link on
    /// the way.
    pub(super) fn single(root: &Path, disk: PathBuf, shown: String) -> Option<Found> {
        let is_folder = |path: &Path| std::fs::symlink_metadata(root.join(path)).is_ok_and(|it| it.is_dir());
        let folders: Vec<&Path> = disk.ancestors().skip(1).collect();
        if !folders.into_iter().rev().all(is_folder) {
            return None;
        }
        let metadata = std::fs::symlink_metadata(root.join(&disk)).ok()?;
        let node = match metadata.file_type() {
            kind if kind.is_file() => Node::File,
            kind if kind.is_dir() || kind.is_symlink() => return None,
            kind => Node::Special(special(kind)),
        };
        Some(Found { disk, shown, bytes: metadata.len(), node })
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

/// Lists the pack at `root`, a canonical path, of which `alias` is another absolute spelling.
///
/// The root's own files come first, so that a heap of files in a folder can't push SKILL.md over
/// the limit.
pub(super) fn walk(root: &Path, alias: &Path, limits: &Limits) -> Walked {
    let mut walked = Walked::default();
    let (left_out, caches) = mpsc::channel();
    let complete = walked.take(walker(root, 1, None), root, alias, limits, |entry| !is_folder(entry))
        && walked.take(walker(root, limits.depth, Some(left_out)), root, alias, limits, |entry| {
            entry.depth() > 1 || is_folder(entry)
        });
    if !complete {
        let why =
            format!("the pack holds more than {} files and folders, and the rest was not read", limits.files);
        walked.gap(Path::new(""), GapKind::Limit, why);
    }
    for cache in caches.try_iter() {
        walked.cache(root, &cache, limits);
    }
    walked
}

/// A walk that honours no ignore file: a pack must not choose what is read.
fn walker(root: &Path, depth: usize, left_out: Option<mpsc::Sender<PathBuf>>) -> ignore::Walk {
    WalkBuilder::new(root)
        .standard_filters(false)
        .follow_links(false)
        .max_depth(Some(depth))
        .sort_by_file_path(Path::cmp)
        .filter_entry(move |entry| {
            let skip = entry.depth() > 0 && is_folder(entry) && is_left_out(entry.file_name());
            if skip && let Some(left_out) = &left_out {
                // The receiver outlives the walk.
                let _ = left_out.send(entry.path().to_path_buf());
            }
            !skip
        })
        .build()
}

fn is_folder(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_dir())
}

impl Walked {
    /// Takes over those entries that `wanted` picks; `false` once the limit is met.
    fn take(
        &mut self,
        walk: ignore::Walk,
        root: &Path,
        alias: &Path,
        limits: &Limits,
        wanted: impl Fn(&DirEntry) -> bool,
    ) -> bool {
        for entry in walk {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    self.failed(root, &error);
                    continue;
                }
            };
            if entry.depth() == 0 || !wanted(&entry) {
                continue;
            }
            self.entries += 1;
            if self.entries > limits.files {
                return false;
            }
            let Ok(disk) = entry.path().strip_prefix(root) else { continue };
            if is_folder(&entry) {
                if entry.depth() >= limits.depth {
                    let why = format!("it lies more than {} folders deep", limits.depth);
                    self.gap(disk, GapKind::Limit, why);
                }
            } else {
                self.entry(&entry, disk, root, alias);
            }
        }
        true
    }

    fn entry(&mut self, entry: &DirEntry, disk: &Path, root: &Path, alias: &Path) {
        let metadata = match entry.metadata() {
            Ok(metadata) => metadata,
            Err(error) => {
                // It is listed, so it is part of the inventory.
                let (disk, shown) = (disk.to_path_buf(), shown(disk));
                self.gap(&disk, GapKind::Unread, reason(&error));
                return self.found.push(Found { disk, shown, bytes: 0, node: Node::File });
            }
        };
        let kind = metadata.file_type();
        let (node, bytes) = if kind.is_symlink() {
            let target = std::fs::read_link(entry.path()).unwrap_or_default();
            (Node::Link(links::follow(root, alias, disk)), target.as_os_str().len() as u64)
        } else if kind.is_file() {
            (Node::File, metadata.len())
        } else {
            (Node::Special(special(kind)), metadata.len())
        };
        self.found.push(Found { disk: disk.to_path_buf(), shown: shown(disk), bytes, node });
    }

    /// Names a `__pycache__` that holds bytecode. Python runs it without its source.
    fn cache(&mut self, root: &Path, cache: &Path, limits: &Limits) {
        if cache.file_name().is_none_or(|name| name != "__pycache__") {
            return;
        }
        let Ok(disk) = cache.strip_prefix(root) else { return };
        let (mut files, mut bytecode) = (0, 0);
        let walk = WalkBuilder::new(cache)
            .standard_filters(false)
            .follow_links(false)
            .max_depth(Some(limits.depth))
            .build();
        for entry in walk.take(limits.files) {
            match entry {
                Ok(entry) if !is_folder(&entry) => {
                    files += 1;
                    let extension = entry.path().extension().unwrap_or_default();
                    bytecode += usize::from(
                        extension.eq_ignore_ascii_case("pyc") || extension.eq_ignore_ascii_case("pyo"),
                    );
                }
                Ok(_) => {}
                Err(error) => self.failed(root, &error),
            }
        }
        if bytecode > 0 {
            let noun = if bytecode == 1 { "file" } else { "files" };
            let others = match files - bytecode {
                0 => String::new(),
                others => format!(" beside {others} of other kinds"),
            };
            let why = format!("not walked; it holds {bytecode} bytecode {noun}{others}");
            self.gap(disk, GapKind::SkippedDirectory, why);
        }
    }

    fn failed(&mut self, root: &Path, error: &ignore::Error) {
        let path = path_of(error).unwrap_or(root);
        let disk = path.strip_prefix(root).unwrap_or(Path::new(""));
        self.gap(disk, GapKind::Unread, reason(error));
    }

    fn gap(&mut self, disk: &Path, kind: GapKind, why: String) {
        self.gaps.push(Gap { path: shown(disk).into(), kind, why });
    }
}

fn reason(error: &ignore::Error) -> String {
    error.io_error().map_or_else(|| "it could not be listed".into(), why)
}

/// The path an error of the walk is about.
fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        _ => None,
    }
}

#[cfg(unix)]
fn special(kind: std::fs::FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match () {
        () if kind.is_fifo() => "a FIFO",
        () if kind.is_socket() => "a socket",
        () if kind.is_block_device() || kind.is_char_device() => "a device",
        () => "no regular file",
    }
}

#[cfg(not(unix))]
fn special(_: std::fs::FileType) -> &'static str {
    "no regular file"
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
