//! Reading one file: opened safely, classified, decoded.

use super::kind::{self, Class, Named};
use super::open::{Root, why};
use super::walk::{Found, Node};
use super::{File, Gap, GapKind, Kind, Limits, decode};
use crate::language::Language;
use crate::text::Text;
use sha2::{Digest, Sha256};
use std::io::{self, Read};
use std::sync::Arc;

/// Whether `found` is opened at all: links and special files are not, nor what its name already
/// says is no text.
pub(super) fn is_opened(found: &Found) -> bool {
    matches!(found.node, Node::File) && !matches!(Named::of(&found.shown), Named::Binary)
}

/// The inventory's entry for `found`, read where it is to be read, with what went wrong.
pub(super) fn file(root: &Root, found: &Found, limits: &Limits) -> (File, Vec<Gap>) {
    let (file, gaps, _) = reading(root, found, limits, How::AsNamed);
    (file, gaps)
}

/// The same of a file that an interpreter is handed, whatever its name says that it is: Bash runs the
/// commands in a picture.
pub(super) fn script(root: &Root, found: &Found, limits: &Limits) -> (File, Vec<Gap>) {
    let (file, gaps, _) = reading(root, found, limits, How::AsScript);
    (file, gaps)
}

/// What is to be done with a file.
#[derive(Clone, Copy, PartialEq)]
enum How {
    AsNamed,
    Hashed,
    AsScript,
}

/// The same, and the SHA-256 of all its bytes, taken while they are read; `None` for what is no
/// file or could not be read to its end.
pub(super) fn hashed(root: &Root, found: &Found, limits: &Limits) -> (File, Vec<Gap>, Option<[u8; 32]>) {
    reading(root, found, limits, How::Hashed)
}

fn reading(root: &Root, found: &Found, limits: &Limits, how: How) -> (File, Vec<Gap>, Option<[u8; 32]>) {
    let mut reading = Reading { file: unopened(found), gaps: Vec::new() };
    let mut sha256 = None;
    match found.node {
        Node::File if how != How::AsNamed || is_opened(found) => match reading.read(root, found, limits, how)
        {
            Ok(found) => sha256 = found,
            Err(error) => reading.gap(GapKind::Unread, why(&error)),
        },
        Node::Special(what) => reading.gap(GapKind::Unread, format!("{what}: never opened")),
        Node::File | Node::Link(_) => {}
    }
    (reading.file, reading.gaps, sha256)
}

/// The entry of a file that was not opened: its kind is what its name says.
pub(super) fn unopened(found: &Found) -> File {
    let class = match found.node {
        Node::File => kind::classify(&found.shown, b""),
        _ => Class { kind: Kind::Other, language: None, unread: None },
    };
    File {
        path: found.shown.as_str().into(),
        bytes: found.bytes,
        kind: class.kind,
        language: class.language,
        symlink_out: matches!(found.node, Node::Link(super::links::Leads::Out)),
        text: None,
    }
}

struct Reading {
    file: File,
    gaps: Vec<Gap>,
}

/// An open file, hashed while it is read if it is to be.
struct Handle {
    file: std::fs::File,
    hasher: Option<Sha256>,
}

impl Read for Handle {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        if let Some(hasher) = &mut self.hasher {
            hasher.update(&buffer[..count]);
        }
        Ok(count)
    }
}

impl Reading {
    fn read(
        &mut self,
        root: &Root,
        found: &Found,
        limits: &Limits,
        how: How,
    ) -> io::Result<Option<[u8; 32]>> {
        let mut handle =
            Handle { file: root.file(&found.disk)?, hasher: (how == How::Hashed).then(Sha256::new) };
        self.read_text(&mut handle, found, limits, how)?;
        if how == How::Hashed {
            io::copy(&mut handle, &mut io::sink())?;
        }
        Ok(handle.hasher.map(|hasher| hasher.finalize().into()))
    }

    fn read_text(&mut self, handle: &mut Handle, found: &Found, limits: &Limits, how: How) -> io::Result<()> {
        let before = handle.file.metadata()?;
        self.file.bytes = before.len();
        let mut bytes = Vec::new();
        handle.by_ref().take(kind::HEAD as u64).read_to_end(&mut bytes)?;
        let Class { kind, language, unread } = kind::classify(&found.shown, &bytes);
        self.file.kind = kind;
        self.file.language = language;
        if let Some(why) = unread {
            self.gap(GapKind::Unanalyzed, why);
        }
        if kind == Kind::Binary && language.is_none() && how != How::AsScript {
            return Ok(());
        }
        // Never more than the walk saw, so that a file that grows meanwhile can't break the
        // limit on the whole.
        let most = found.bytes.min(limits.text_bytes);
        let rest = (most + 1).saturating_sub(bytes.len() as u64);
        handle.by_ref().take(rest).read_to_end(&mut bytes)?;
        let after = handle.file.metadata()?;
        let whole = before.len() <= limits.text_bytes;
        let changed = before.len() != found.bytes
            || before.len() != after.len()
            || before.modified().ok() != after.modified().ok()
            || whole && bytes.len() as u64 != before.len();
        if changed {
            self.gap(GapKind::Unread, "it changed while it was read".into());
        }
        if !whole {
            bytes.truncate(limits.text_bytes as usize);
            self.cut(limits);
        }
        self.keep(&bytes, !whole, how);
        Ok(())
    }

    /// The rest of a file past the limit is not read: what was found in its head still counts.
    fn cut(&mut self, limits: &Limits) {
        let kind = if self.file.language.is_some() { GapKind::Unanalyzed } else { GapKind::Limit };
        let why = format!("only its first {} were read", super::size(limits.text_bytes));
        self.gap(kind, why);
    }

    fn keep(&mut self, bytes: &[u8], cut: bool, how: How) {
        let is_script =
            how == How::AsScript || self.file.language.is_some() || self.file.kind == Kind::Script;
        let text = if is_script { decode::script(bytes, cut) } else { decode::text(bytes, cut) };
        if self.file.language == Some(Language::Python)
            && let Some(encoding) = decode::strange_python_encoding(&text)
        {
            let encoding = crate::text::excerpt(encoding, 40);
            self.gap(
                GapKind::Unanalyzed,
                format!("it declares the encoding {encoding}, which hides its code"),
            );
        }
        // What agents load as the skill is read as a document, whatever it looks like.
        if self.file.kind == Kind::Markdown && !kind::is_skill(&self.file.path) && kind::is_data(&text) {
            self.file.kind = Kind::Text;
        }
        self.file.text = Some(Text::new(text));
    }

    fn gap(&mut self, kind: GapKind, why: String) {
        self.gaps.push(Gap { path: Arc::clone(&self.file.path), kind, why });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_changes_or_vanishes_is_named() -> io::Result<()> {
        let dir = tempfile::tempdir()?;
        std::fs::write(dir.path().join("a.py"), "print(1)\n")?;
        let root = Root::open(dir.path())?;
        let read = |name: &str, bytes| {
            let found = Found { disk: name.into(), shown: name.into(), bytes, node: Node::File };
            file(&root, &found, &Limits::default())
        };
        assert_eq!(read("a.py", 9).1, []);
        // It grew since the walk: no more than was promised is read, and what was read counts.
        let (grown, gaps) = read("a.py", 3);
        assert_eq!((gaps[0].kind, gaps[0].why.as_str()), (GapKind::Unread, "it changed while it was read"));
        assert!(grown.text.is_some());
        let (gone, gaps) = read("b.py", 9);
        assert_eq!((gaps[0].kind, gone.kind), (GapKind::Unread, Kind::Script));
        Ok(())
    }
}
