//! Folders of query files, read for the loader.

use super::Failure;
use crate::queries::{QueryFile, QuerySet};
use std::path::{Path, PathBuf};

/// The embedded queries, with the folders' over them in order.
///
/// # Errors
/// A folder that can't be read; every fault of its files, a line each.
pub fn load(folders: &[PathBuf]) -> Result<QuerySet, Failure> {
    let mut overlays = Vec::new();
    for folder in folders {
        overlays.push((folder.display().to_string(), files(folder)?));
    }
    QuerySet::with_folders(overlays).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Failure::from(lines.join("; "))
    })
}

/// Every `.scm` and `.txt` file one folder down.
fn files(folder: &Path) -> Result<Vec<QueryFile>, Failure> {
    let shown = folder.display();
    let failed = |path: &Path, error: std::io::Error| Failure::from(format!("{}: {error}", path.display()));
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|error| failed(folder, error))? {
        let inner = entry.map_err(|error| failed(folder, error))?.path();
        if !inner.is_dir() {
            continue;
        }
        for entry in std::fs::read_dir(&inner).map_err(|error| failed(&inner, error))? {
            let path = entry.map_err(|error| failed(&inner, error))?.path();
            let is_query = path.extension().is_some_and(|extension| extension == "scm" || extension == "txt");
            if !is_query {
                continue;
            }
            let text = std::fs::read_to_string(&path).map_err(|error| failed(&path, error))?;
            let name = |path: &Path| {
                path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
            };
            let below = format!("{}/{}", name(&inner), name(&path));
            out.push(QueryFile { shown: format!("{shown}/{below}"), path: below, text });
        }
    }
    out.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(out)
}
