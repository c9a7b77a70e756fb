//! The pack as bytes on a disk: walked, classified and read. The only stage that touches files.

mod decode;
mod kind;
mod links;
mod list;
mod open;
mod read;
mod walk;

use crate::language::Language;
use crate::text::{Text, harmless};
pub(crate) use kind::MARKDOWN;
use links::Leads;
use open::Root;
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use walk::{Found, Node};

/// SHA-256 by path; `None` where a file could not be read to its end.
pub type Hashes = BTreeMap<Arc<str>, Option<[u8; 32]>>;

/// Bytes of a pack that are hashed.
const MOST_HASHED: u64 = 4 << 30;

/// A pack, wholly in memory. Files are sorted by path.
#[derive(Debug)]
pub struct Pack {
    /// The folder as the user named it.
    pub dir: String,
    /// The folder's own name.
    pub dirname: String,
    /// Every file and link found.
    pub files: Vec<File>,
    /// What was not read, or not wholly, and why.
    pub gaps: Vec<Gap>,
}

/// One entry of the inventory.
#[derive(Debug)]
pub struct File {
    /// Path relative to the root, `/` between its parts; bytes that are no UTF-8 are shown as
    /// `\xNN`.
    pub path: Arc<str>,
    /// Size in bytes; of a link, the length of its target's name.
    pub bytes: u64,
    /// What it is.
    pub kind: Kind,
    /// The language, of a script we read. A file of another kind can have one too: a shell script
    /// with a NUL byte is `Binary` and still runs, `notes.md` may begin with `#!`.
    pub language: Option<Language>,
    /// A symbolic link whose target leaves the pack.
    pub symlink_out: bool,
    /// Decoded text, if the file is text and was read.
    pub text: Option<Text>,
}

impl File {
    /// A text as the walk would give it, had it been read at this path in the pack.
    pub fn of_text(path: &str, text: impl Into<String>) -> File {
        let text = text.into();
        let head = &text.as_bytes()[..text.len().min(kind::HEAD)];
        let kind::Class { kind, language, .. } = kind::classify(path, head);
        let bytes = text.len() as u64;
        File { path: path.into(), bytes, kind, language, symlink_out: false, text: Some(Text::new(text)) }
    }
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// By extension or shebang; also scripts in languages we do not read.
    Script,
    /// `.md` and its kin.
    Markdown,
    /// Any other text.
    Text,
    /// A known binary extension, or a NUL byte in the first 8 KiB.
    Binary,
    /// A link, a FIFO, a device, a socket: never opened.
    Other,
}

/// Something that was not read or not analysed. It travels to the verdict: a pack with a gap is
/// never CLEAN, but for the kinds the seed names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The file or folder, relative to the root; `.` is the root itself.
    pub path: Arc<str>,
    /// Why, as a kind.
    pub kind: GapKind,
    /// Why, in words: `permission denied`, `larger than 2 MiB`.
    pub why: String,
}

/// Kinds of gap; each is a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GapKind {
    /// Could not be opened or read, or changed under us: UNREAD_FILE.
    Unread,
    /// A script in a language without a grammar, or past a budget: UNANALYZED_SCRIPT.
    Unanalyzed,
    /// A limit on files, bytes or depth was met: LIMIT_REACHED.
    Limit,
    /// A folder the seed leaves out that holds bytecode: SKIPPED_DIRECTORY.
    SkippedDirectory,
}

/// How much of a pack is read. Past each, the rest is a [`Gap`], never an error.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of one file's text; the seed's 2 MiB.
    pub text_bytes: u64,
    /// Files, links and folders of a pack. The largest real packs, with their node_modules, have
    /// a few thousand.
    pub files: usize,
    /// Bytes of text of a whole pack.
    pub total_bytes: u64,
    /// Folders within folders.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { text_bytes: 2 << 20, files: 20_000, total_bytes: 512 << 20, depth: 64 }
    }
}

/// Why a pack could not be read at all: a fault of the input, not of a file in it.
#[derive(Debug)]
pub enum PackError {
    /// Nothing stands at this path.
    Missing(String),
    /// What stands there is no folder.
    NotAFolder(String),
    /// The folder can't be listed.
    Unreadable(String, io::ErrorKind),
}

impl fmt::Display for PackError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackError::Missing(dir) => write!(out, "no such folder: {}", harmless(dir)),
            PackError::NotAFolder(dir) => write!(out, "not a folder: {}", harmless(dir)),
            PackError::Unreadable(dir, kind) => {
                write!(out, "the folder can't be read ({kind}): {}", harmless(dir))
            }
        }
    }
}

impl std::error::Error for PackError {}

impl Pack {
    /// Reads the pack in the folder `dir`: walks it in one fixed order, classifies every file and
    /// decodes what is text. Nothing outside the folder is looked at, no link is followed.
    ///
    /// # Errors
    /// Only if `dir` itself is missing, no folder, or can't be listed. All else is in `gaps`.
    pub fn read(dir: &str, limits: &Limits) -> Result<Pack, PackError> {
        Pack::gather(dir, limits, None).map(|(pack, _)| pack)
    }

    /// The same with the SHA-256 of every file that `wanted` picks by its path, text or not, taken
    /// in the same reading. A link's is that of its target's name. Past 4 GiB no more is hashed.
    ///
    /// # Errors
    /// As [`Pack::read`].
    pub fn read_hashed(
        dir: &str,
        limits: &Limits,
        wanted: &(dyn Fn(&str) -> bool + Sync),
    ) -> Result<(Pack, Hashes), PackError> {
        Pack::gather(dir, limits, Some(wanted))
    }

    fn gather(
        dir: &str,
        limits: &Limits,
        wanted: Option<&(dyn Fn(&str) -> bool + Sync)>,
    ) -> Result<(Pack, Hashes), PackError> {
        let (path, root) = open_root(dir)?;
        let alias = std::path::absolute(dir).unwrap_or_else(|_| path.clone());
        let walk::Walked { found, gaps, .. } = walk::walk(&root, &path, &alias, limits);
        let mut pack = Pack { dir: dir.into(), dirname: dirname(dir, &path), files: Vec::new(), gaps };
        let readable = pack.within_total(&found, limits);
        let mut left = MOST_HASHED;
        let hash: Vec<bool> = found
            .iter()
            .map(|one| {
                let hash = wanted.is_some_and(|wanted| wanted(&one.shown)) && one.bytes <= left;
                left -= if hash { one.bytes } else { 0 };
                hash
            })
            .collect();
        let read: Vec<(File, Vec<Gap>, Option<[u8; 32]>)> = found
            .par_iter()
            .enumerate()
            .map(|(at, one)| match (at < readable, hash[at]) {
                (true, false) => with_none(read::file(&root, one, limits)),
                (true, true) => read::hashed(&root, one, limits),
                (false, _) => (read::unopened(one), Vec::new(), None),
            })
            .collect();
        let mut hashes = Hashes::new();
        for ((file, gaps, sha256), one) in read.into_iter().zip(&found) {
            if wanted.is_some_and(|wanted| wanted(&one.shown)) {
                hashes.insert(Arc::clone(&file.path), sha256.or_else(|| link_hash(&path, one)));
            }
            pack.files.push(file);
            pack.gaps.extend(gaps);
        }
        pack.files.sort_by(|a, b| a.path.cmp(&b.path));
        pack.admit_link_targets(&found, limits);
        pack.order_gaps();
        Ok((pack, hashes))
    }

    /// The file at exactly this path.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.binary_search_by(|file| (*file.path).cmp(path)).ok().map(|at| &self.files[at])
    }

    /// Whether some file's path begins with `prefix`.
    pub fn has_prefix(&self, prefix: &str) -> bool {
        let at = self.files.partition_point(|file| &*file.path < prefix);
        self.files.get(at).is_some_and(|file| file.path.starts_with(prefix))
    }

    /// Reads one more file, which the walk left out because it stands in a `.git` or
    /// `__pycache__`: the pack itself names `path` (relative to the root, `/` between its parts),
    /// so it may run. Its gaps come with it. `None` if there is no file, or it lies outside.
    pub fn admit(&mut self, path: &str, limits: &Limits) -> Option<&File> {
        let disk: PathBuf = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
        if !disk.components().all(|part| matches!(part, Component::Normal(_))) {
            return None;
        }
        let shown = walk::shown(&disk);
        let at = match self.files.binary_search_by(|file| (*file.path).cmp(&shown)) {
            Ok(at) => at,
            Err(at) => {
                let (_, root) = open_root(&self.dir).ok()?;
                let found = Found::single(&root, disk, shown)?;
                let (file, gaps) = read::file(&root, &found, limits);
                self.files.insert(at, file);
                self.gaps.extend(gaps);
                self.order_gaps();
                at
            }
        };
        self.files.get(at)
    }

    /// Reads a file of the pack that its name says is no text, since it is run as a script. Returns
    /// whether there is now a text of it.
    pub fn read_as_script(&mut self, path: &str, limits: &Limits) -> bool {
        let Ok(at) = self.files.binary_search_by(|file| (*file.path).cmp(path)) else { return false };
        let unread = self.files[at].text.is_none() && self.files[at].kind == Kind::Binary;
        // A name that is shown with escapes is not the one on the disk.
        let disk: PathBuf = path.split('/').collect();
        if !unread || !disk.components().all(|part| matches!(part, Component::Normal(_))) {
            return false;
        }
        let Ok((_, root)) = open_root(&self.dir) else { return false };
        let Some(found) = Found::single(&root, disk, path.into()) else { return false };
        let (file, gaps) = read::script(&root, &found, limits);
        let is_read = file.text.is_some();
        self.files[at] = file;
        self.gaps.extend(gaps);
        self.order_gaps();
        is_read
    }

    /// How many of `found`, in the order of the walk, may be read before the limit on the whole is
    /// met. Judged by the sizes the walk saw, so that it does not hang on which thread is faster.
    fn within_total(&mut self, found: &[Found], limits: &Limits) -> usize {
        let mut total = 0;
        for (at, one) in found.iter().enumerate().filter(|(_, one)| read::is_opened(one)) {
            total += one.bytes.min(limits.text_bytes);
            if total > limits.total_bytes {
                let why = format!(
                    "{} of text were read before it; neither it nor the {} files after it were read",
                    size(limits.total_bytes),
                    found.len() - at - 1
                );
                self.gaps.push(Gap { path: one.shown.as_str().into(), kind: GapKind::Limit, why });
                return at;
            }
        }
        found.len()
    }

    /// A link into a folder that is not walked would hide its target: the target is read, and the
    /// link itself is named, since a folder behind it is not.
    fn admit_link_targets(&mut self, found: &[Found], limits: &Limits) {
        for one in found {
            let Node::Link(Leads::Inside(target)) = &one.node else { continue };
            if target.iter().any(walk::is_left_out) {
                let why = "it leads into a folder that is not walked".into();
                self.gaps.push(Gap { path: one.shown.as_str().into(), kind: GapKind::Unread, why });
                self.admit(&walk::shown(target), limits);
            }
        }
    }

    fn order_gaps(&mut self) {
        self.gaps.sort_by(|a, b| (&a.path, a.kind, &a.why).cmp(&(&b.path, b.kind, &b.why)));
        self.gaps.dedup();
    }
}

/// What a link says is all there is of it.
fn link_hash(root: &Path, found: &Found) -> Option<[u8; 32]> {
    let Node::Link(_) = found.node else { return None };
    let target = std::fs::read_link(root.join(&found.disk)).ok()?;
    Some(Sha256::digest(target.as_os_str().as_encoded_bytes()).into())
}

fn with_none<A, B>((a, b): (A, B)) -> (A, B, Option<[u8; 32]>) {
    (a, b, None)
}

/// The canonical path of the folder `dir`, and a handle on it.
fn open_root(dir: &str) -> Result<(PathBuf, Root), PackError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => PackError::Missing(dir.into()),
        io::ErrorKind::NotADirectory => PackError::NotAFolder(dir.into()),
        kind => PackError::Unreadable(dir.into(), kind),
    };
    let path = std::fs::canonicalize(dir).map_err(failed)?;
    if !path.is_dir() {
        return Err(PackError::NotAFolder(dir.into()));
    }
    std::fs::read_dir(&path).map_err(failed)?;
    let root = Root::open(&path).map_err(failed)?;
    Ok((path, root))
}

/// The folder's own name as the user spells it; `.` and `..` have none of their own.
fn dirname(dir: &str, canonical: &Path) -> String {
    let name = Path::new(dir).file_name().or(canonical.file_name());
    name.map_or_else(|| "/".into(), |name| walk::shown(Path::new(name)))
}

/// A size for people.
fn size(bytes: u64) -> String {
    match bytes {
        _ if bytes >= 1 << 20 && bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        _ if bytes >= 1 << 10 && bytes.is_multiple_of(1 << 10) => format!("{} KiB", bytes >> 10),
        _ => format!("{bytes} bytes"),
    }
}
