//! Folders of query files: which are in use, and reading them.

use super::super::Failure;
use crate::queries::{QueryFile, QuerySet};
use std::path::{Path, PathBuf};

/// The variable of the environment that names folders where no `--queries` does, several with the
/// separator of `PATH`.
pub const VARIABLE: &str = "SKILL_VET_QUERIES";
/// The folder of a user's folder that holds fixtures and no queries.
pub const FIXTURES: &str = "fixtures";
/// How deep a folder is looked into: a file deeper than its place is told, not passed over.
const DEPTH: usize = 4;
/// Faults told in one line of error.
const TOLD: usize = 3;

/// The folders in use: those named on the command line, or else the environment's. A folder of
/// the environment that lies in the `pack` under test is refused: a pack must not bring the rules
/// it is judged by.
///
/// # Errors
/// A refused folder, with the reason.
pub fn in_use(named: &[PathBuf], pack: Option<&str>) -> Result<Vec<PathBuf>, Failure> {
    if !named.is_empty() {
        return Ok(named.to_vec());
    }
    let variable = std::env::var_os(VARIABLE).unwrap_or_default();
    let folders: Vec<PathBuf> =
        std::env::split_paths(&variable).filter(|path| !path.as_os_str().is_empty()).collect();
    let pack = pack.and_then(|pack| Path::new(pack).canonicalize().ok());
    for folder in &folders {
        let inside = |pack: &PathBuf| folder.canonicalize().is_ok_and(|folder| folder.starts_with(pack));
        if pack.as_ref().is_some_and(inside) {
            return Err(format!(
                "{VARIABLE} names {}, which lies in the pack: a pack must not bring the rules it is judged by; \
                 if you mean it, say so with --queries {0}",
                folder.display()
            ));
        }
    }
    Ok(folders)
}

/// The embedded queries, with the folders' over them in order.
///
/// # Errors
/// A folder that can't be read or has no query file; the faults of its files in one line.
pub fn load(folders: &[PathBuf]) -> Result<QuerySet, Failure> {
    let set = QuerySet::with_folders(read_all(folders)?);
    set.map_err(|faults| {
        let told: Vec<String> = faults.iter().take(TOLD).map(ToString::to_string).collect();
        let left = faults.len() - told.len();
        let more = if left > 0 { format!("; and {left} more") } else { String::new() };
        let dirs =
            folders.iter().map(|folder| format!(" --queries {}", folder.display())).collect::<String>();
        format!("{}{more}; `skill-vet queries check{dirs}` shows them in place", told.join("; "))
    })
}

/// The folders with their files, for [`QuerySet::layered`].
///
/// # Errors
/// As [`load`], but for faults inside files.
pub fn read_all(folders: &[PathBuf]) -> Result<Vec<(String, Vec<QueryFile>)>, Failure> {
    folders.iter().map(|folder| Ok((folder.display().to_string(), files(folder)?))).collect()
}

/// Every `.scm` and `.txt` file of a folder but those of its fixtures, wherever it lies: the
/// loader tells those that would never be read.
fn files(folder: &Path) -> Result<Vec<QueryFile>, Failure> {
    let shown = folder.display();
    if !folder.exists() {
        return Err(format!("{shown}: no such folder of query files"));
    }
    if !folder.is_dir() {
        return Err(format!(
            "{shown}: not a folder; --queries takes a folder with <language>/<stem>.scm in it"
        ));
    }
    let mut out = Vec::new();
    walk(folder, "", DEPTH, &mut out)?;
    if out.is_empty() {
        return Err(format!(
            "{shown}: no query file; it would hold <language>/<stem>.scm or lexicon/<name>.txt"
        ));
    }
    let prefix = shown.to_string();
    for file in &mut out {
        file.shown = format!("{}/{}", prefix.trim_end_matches('/'), file.path);
    }
    out.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(out)
}

fn walk(folder: &Path, below: &str, depth: usize, out: &mut Vec<QueryFile>) -> Result<(), Failure> {
    let failed = |path: &Path, error: std::io::Error| Failure::from(format!("{}: {error}", path.display()));
    for entry in std::fs::read_dir(folder).map_err(|error| failed(folder, error))? {
        let path = entry.map_err(|error| failed(folder, error))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with('.') || below.is_empty() && name == FIXTURES {
            continue;
        }
        let below = if below.is_empty() { name } else { format!("{below}/{name}") };
        if path.is_dir() {
            if depth > 0 {
                walk(&path, &below, depth - 1, out)?;
            }
            continue;
        }
        let ending = path.extension().unwrap_or_default();
        if !path.is_file() || !["scm", "txt"].iter().any(|known| ending.eq_ignore_ascii_case(known)) {
            continue;
        }
        let bytes = std::fs::read(&path).map_err(|error| failed(&path, error))?;
        out.push(QueryFile::new(below, String::new(), text(&path, bytes)?));
    }
    Ok(())
}

/// The text of a file that must be UTF-8.
pub fn text(path: &Path, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let sound = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let (line, column) = crate::queries::position(&String::from_utf8_lossy(sound), sound.len() as u32);
        format!("{}:{line}:{column}: not UTF-8", path.display())
    })
}
