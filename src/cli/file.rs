//! Writing a report to a file: all of it or nothing.

use super::Failure;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes `text` to the file at `path`. What stood there stays until the new text is safe on the
/// disk under another name in the same folder, and is then replaced in one step: whenever the
/// program or the machine stops, the file holds the old text or the new. A link is followed to its
/// file; a device or pipe, which can't be replaced, is written to.
///
/// # Errors
/// What the system says: no such folder, no permission, no space. The file is then as it was.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    replace(path, text).map_err(|error| format!("{} could not be written: {error}", path.display()))
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = resolved(path);
    let before = fs::metadata(&path).ok();
    if before.as_ref().is_some_and(|before| before.is_dir()) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if before.as_ref().is_some_and(|before| !before.is_file()) {
        let mut file = File::options().write(true).open(&path)?;
        return file.write_all(text.as_bytes());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".skill-vet-").suffix(".tmp");
    #[cfg(unix)]
    let builder = builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    if let Some(before) = before {
        file.as_file().set_permissions(before.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(&path).map_err(|error| error.error)?;
    // The name is safe only once the folder is.
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
}

/// The file that a link at `path` leads to, or `path` itself.
fn resolved(path: &Path) -> PathBuf {
    let is_link = fs::symlink_metadata(path).is_ok_and(|it| it.is_symlink());
    let target = is_link.then(|| fs::canonicalize(path).ok()).flatten();
    target.unwrap_or_else(|| path.to_path_buf())
}
