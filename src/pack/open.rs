//! Opening a file of the pack so that no link, FIFO or race leads elsewhere.

use std::fs::File;
use std::io;
use std::path::{Component, Path};

/// The pack's root folder, held open: files are opened relative to it.
pub(super) struct Root(Inner);

#[cfg(unix)]
type Inner = File;
#[cfg(not(unix))]
type Inner = std::path::PathBuf;

impl Root {
    /// Opens the folder at `path`.
    #[cfg(unix)]
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        File::open(path).map(Root)
    }

    /// Remembers the folder at `path`.
    #[cfg(not(unix))]
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        std::fs::read_dir(path)?;
        Ok(Root(path.to_path_buf()))
    }

    /// Opens the regular file at `relative` for reading.
    ///
    /// # Errors
    /// Those of the system, and `InvalidInput` for anything but a regular file below the root.
    pub(super) fn file(&self, relative: &Path) -> io::Result<File> {
        if !relative.components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let file = self.open_below(relative)?;
        // Asked of the open handle: what stands at the path may have been swapped since the walk.
        if !file.metadata()?.is_file() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        Ok(file)
    }

    /// One `openat` a part, none of which follows a link, so that a folder swapped for a link
    /// between walk and read leads nowhere. `NONBLOCK` lets the open of a FIFO return.
    #[cfg(unix)]
    fn open_below(&self, relative: &Path) -> io::Result<File> {
        use rustix::fs::OFlags;
        let (Some(parent), Some(name)) = (relative.parent(), relative.file_name()) else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        let how = OFlags::NONBLOCK | OFlags::NOCTTY;
        step(&self.folder(parent)?, name.as_ref(), how).map(File::from)
    }

    /// A handle on the folder at `relative`, empty for the root itself.
    #[cfg(unix)]
    pub(super) fn folder(&self, relative: &Path) -> io::Result<std::os::fd::OwnedFd> {
        let mut folder = step(&self.0, Path::new("."), rustix::fs::OFlags::DIRECTORY)?;
        for part in relative.components() {
            folder = step(&folder, part.as_ref(), rustix::fs::OFlags::DIRECTORY)?;
        }
        Ok(folder)
    }

    /// The root's path.
    #[cfg(not(unix))]
    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Without `openat`: the last part is at least looked at before it is opened.
    #[cfg(not(unix))]
    fn open_below(&self, relative: &Path) -> io::Result<File> {
        let path = self.0.join(relative);
        if !std::fs::symlink_metadata(&path)?.is_file() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        File::open(path)
    }
}

/// Opens one name in a folder for reading, and follows no link.
#[cfg(unix)]
fn step(
    folder: &impl std::os::fd::AsFd,
    name: &Path,
    how: rustix::fs::OFlags,
) -> io::Result<std::os::fd::OwnedFd> {
    use rustix::fs::{Mode, OFlags, openat};
    let how = how | OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(openat(folder, name, how, Mode::empty())?)
}

/// What went wrong, in words that are the same on every platform and hold nothing of the pack.
pub(super) fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "it vanished while the pack was read".into(),
        io::ErrorKind::InvalidInput | io::ErrorKind::NotADirectory => {
            "it was swapped for something else while the pack was read".into()
        }
        // `O_NOFOLLOW` met a link. The kind's own name is not stable in Rust yet, so the number.
        #[cfg(unix)]
        _ if error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error()) => {
            "it was swapped for a link while the pack was read".into()
        }
        kind => kind.to_string(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn what_was_swapped_in_since_the_walk_is_not_opened() -> io::Result<()> {
        let outside = tempfile::tempdir()?;
        std::fs::write(outside.path().join("secret"), "x")?;
        let dir = tempfile::tempdir()?;
        std::fs::create_dir(dir.path().join("a"))?;
        std::fs::write(dir.path().join("a/file"), "x")?;
        symlink(outside.path(), dir.path().join("folder"))?;
        symlink(outside.path().join("secret"), dir.path().join("link"))?;
        let fifo = std::process::Command::new("mkfifo").arg(dir.path().join("fifo")).status()?;
        assert!(fifo.success());
        let root = Root::open(dir.path())?;
        assert!(root.file(Path::new("a/file")).is_ok());
        for path in ["link", "folder/secret", "fifo", "a", "a/../a/file", "/etc/passwd", ""] {
            assert!(root.file(Path::new(path)).is_err(), "{path}");
        }
        let Err(error) = root.file(Path::new("link")) else { return Ok(()) };
        assert_eq!(why(&error), "it was swapped for a link while the pack was read");
        Ok(())
    }
}
