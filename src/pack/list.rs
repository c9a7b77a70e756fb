//! What stands in a folder of the pack, asked of a handle on that very folder: one that is swapped
//! for a link between two looks lists nothing of what it leads to.

use super::open::Root;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// One name in a folder.
pub(super) struct Entry {
    /// The name.
    pub name: OsString,
    /// What stands there, not followed; or why nobody knows.
    pub what: io::Result<What>,
}

/// What stands at a name.
pub(super) enum What {
    /// A folder.
    Folder,
    /// A regular file, and its size in bytes.
    File(u64),
    /// A symbolic link, and what it says.
    Link(PathBuf),
    /// Anything else, in words, and the size the system gives it.
    Special(&'static str, u64),
}

impl Entry {
    /// Whether it is a folder.
    pub(super) fn is_folder(&self) -> bool {
        matches!(self.what, Ok(What::Folder))
    }
}

impl Root {
    /// The names in the folder at `relative`, empty for the root itself, sorted by their bytes.
    ///
    /// # Errors
    /// Those of the system; a folder that is none any more among them.
    pub(super) fn list(&self, relative: &Path) -> io::Result<Vec<Entry>> {
        let mut entries = self.entries(relative)?;
        entries.sort_by(|a, b| a.name.as_encoded_bytes().cmp(b.name.as_encoded_bytes()));
        Ok(entries)
    }

    #[cfg(unix)]
    fn entries(&self, relative: &Path) -> io::Result<Vec<Entry>> {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let folder = self.folder(relative)?;
        let mut out = Vec::new();
        // On the handle itself: opening it anew would ask for more than the right to list it.
        for entry in rustix::fs::Dir::new(folder.try_clone()?)? {
            let entry = entry?;
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            out.push(Entry {
                name: OsStr::from_bytes(name.to_bytes()).to_os_string(),
                what: what(&folder, name),
            });
        }
        Ok(out)
    }

    #[cfg(not(unix))]
    fn entries(&self, relative: &Path) -> io::Result<Vec<Entry>> {
        let what = |path: &Path| {
            let metadata = std::fs::symlink_metadata(path)?;
            let kind = metadata.file_type();
            Ok(if kind.is_symlink() {
                What::Link(std::fs::read_link(path)?)
            } else if kind.is_dir() {
                What::Folder
            } else if kind.is_file() {
                What::File(metadata.len())
            } else {
                What::Special("no regular file", metadata.len())
            })
        };
        let entries = std::fs::read_dir(self.path().join(relative))?;
        let entry = |entry: io::Result<std::fs::DirEntry>| {
            entry.map(|entry| Entry { name: entry.file_name(), what: what(&entry.path()) })
        };
        entries.map(entry).collect()
    }
}

#[cfg(unix)]
fn what(folder: &std::os::fd::OwnedFd, name: &std::ffi::CStr) -> io::Result<What> {
    use rustix::fs::{AtFlags, FileType, readlinkat, statat};
    use std::os::unix::ffi::OsStringExt;
    let stat = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
    let bytes = u64::try_from(stat.st_size).unwrap_or_default();
    Ok(match FileType::from_raw_mode(stat.st_mode) {
        FileType::Directory => What::Folder,
        FileType::RegularFile => What::File(bytes),
        FileType::Symlink => {
            let target = readlinkat(folder, name, Vec::new())?;
            What::Link(OsString::from_vec(target.into_bytes()).into())
        }
        FileType::Fifo => What::Special("a FIFO", bytes),
        FileType::Socket => What::Special("a socket", bytes),
        FileType::CharacterDevice | FileType::BlockDevice => What::Special("a device", bytes),
        FileType::Unknown => What::Special("no regular file", bytes),
    })
}
