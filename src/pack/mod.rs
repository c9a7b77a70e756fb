//! The pack as bytes on a disk: walked, classified and read. The only stage that touches files.

use crate::language::Language;
use crate::text::Text;
use std::sync::Arc;

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
    /// The language, of a script we read.
    pub language: Option<Language>,
    /// A symbolic link whose target leaves the pack.
    pub symlink_out: bool,
    /// Decoded text, if the file is text and was read.
    pub text: Option<Text>,
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
    /// The file or folder, relative to the root.
    pub path: Arc<str>,
    /// Why, as a kind.
    pub kind: GapKind,
    /// Why, in words: `permission denied`, `larger than 2 MiB`.
    pub why: String,
}

/// Kinds of gap; each is a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

impl Pack {
    /// The file at exactly this path.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.binary_search_by(|file| (*file.path).cmp(path)).ok().map(|at| &self.files[at])
    }
}
