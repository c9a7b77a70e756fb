//! References to local files: which of them exist, leave the pack, or lead into a folder that is
//! not walked. Those of SKILL.md are found in `markdown`; those of scripts come as facts.

use super::Finding;
use crate::pack::{File, GapKind, Kind, Pack};
use crate::rules::Rule;
use crate::text::{Place, excerpt};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

mod markdown;
mod sentence;

pub use markdown::from_skill;

/// A path that a file of the pack names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reference {
    /// The file that names it.
    pub file: Arc<str>,
    /// Where.
    pub place: Place,
    /// The path as meant: decoded, without anchor.
    pub target: String,
}

/// Where a reference leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leads {
    /// To a file or folder of the pack, or where nothing can be said.
    Inside,
    /// Nowhere.
    Nowhere,
    /// Above the root, or through a link out of the pack.
    Outside,
    /// Into `.git` or `__pycache__`.
    Unwalked,
}

/// A finding for each reference that does not lead to a file of the pack; of those of one file to
/// one missing path, at the first.
pub fn check(pack: &Pack, references: &[Reference]) -> Vec<Finding> {
    let references: BTreeSet<&Reference> = references.iter().collect();
    let mut findings = Vec::new();
    let mut missing: BTreeMap<(&str, &str), Vec<&Reference>> = BTreeMap::new();
    for reference in references {
        let target = excerpt(&reference.target, 120);
        let (rule, message) = match leads(pack, &reference.file, &reference.target) {
            Leads::Inside => continue,
            Leads::Nowhere => {
                let target = reference.target.trim_start_matches("./");
                missing.entry((&reference.file, target)).or_default().push(reference);
                continue;
            }
            Leads::Outside => (Rule::ReferenceOutsidePack, format!("`{target}` lies outside the pack")),
            Leads::Unwalked => {
                let message = format!("`{target}` is referred to, and lies in a folder that is not walked");
                (Rule::SkippedDirectory, message)
            }
        };
        findings.push(Finding::at(rule, reference.place.clone(), message));
    }
    findings.extend(missing.into_values().filter_map(|references| broken(&references)));
    findings
}

/// The finding on all `references` of a file to one missing path, in the order of their places.
fn broken(references: &[&Reference]) -> Option<Finding> {
    let (first, others) = references.split_first()?;
    let target = excerpt(&first.target, 120);
    let again = match others.len() {
        0 => String::new(),
        1 => " (the file names it twice)".into(),
        others => format!(" (the file names it {} times)", others + 1),
    };
    let message = format!("`{target}` does not exist in the pack{again}");
    Some(Finding::at(Rule::BrokenReference, first.place.clone(), message))
}

/// The file of the pack that `target` means in `file`.
pub fn file_of<'p>(pack: &'p Pack, file: &str, target: &str) -> Option<&'p File> {
    candidates(pack, file, target).iter().find_map(|path| pack.file(path))
}

/// The paths in folders that the walk leaves out, to which references lead.
pub fn unwalked(pack: &Pack, references: &[Reference]) -> BTreeSet<String> {
    let named = references.iter().filter(|reference| is_local(reference.target.trim()));
    let paths = named.flat_map(|reference| candidates(pack, &reference.file, reference.target.trim()));
    paths.filter(|path| is_left_out(path)).collect()
}

/// What `target` may mean in `file`: beside it, then from the root.
fn candidates(pack: &Pack, file: &str, target: &str) -> Vec<String> {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let near = resolve(pack, folder, target);
    near.into_iter().chain(resolve(pack, "", target)).collect()
}

/// Whether a path leads through a folder that is not walked.
fn is_left_out(path: &str) -> bool {
    path.split('/').any(|part| matches!(part, ".git" | "__pycache__"))
}

/// Tries the folder of the referring file, then the root.
fn leads(pack: &Pack, file: &str, target: &str) -> Leads {
    let target = target.trim().replace('\\', "/");
    if !is_local(&target) {
        return Leads::Inside;
    }
    let from_script = pack.file(file).is_none_or(|file| file.kind != Kind::Markdown);
    if target.starts_with(['/', '~']) {
        // In a script such a path is data of its machine; a document that links to one sends its
        // reader there. `/references/a.md` may be meant from the root.
        let from_root =
            resolve(pack, "", target.trim_start_matches('/')).is_some_and(|path| exists(pack, &path));
        return if !from_script && !from_root { Leads::Outside } else { Leads::Inside };
    }
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let near = resolve(pack, folder, &target);
    let mut tried: Vec<String> = near.iter().cloned().chain(resolve(pack, "", &target)).collect();
    if let Some(language) = pack.file(file).and_then(|file| file.language) {
        let sources: Vec<String> = tried.iter().flat_map(|path| language.before_compiling(path)).collect();
        tried.extend(sources);
    }
    let through_link = |path: &String| link_out(pack, path);
    if tried.iter().any(|path| is_left_out(path)) {
        Leads::Unwalked
    } else if tried.iter().any(through_link) {
        Leads::Outside
    } else if tried.iter().any(|path| exists(pack, path)) {
        Leads::Inside
    } else if near.is_none() {
        Leads::Outside
    } else if names_own_folder(pack, &target) || from_script && is_hidden(&target) {
        // A script's hidden files (`.claude/settings.json`) are those of the folder it is run in.
        Leads::Inside
    } else {
        Leads::Nowhere
    }
}

/// Whether the first part of a path is a hidden file or folder.
fn is_hidden(path: &str) -> bool {
    path.starts_with('.') && !matches!(path.split('/').next(), Some("." | ".."))
}

/// `skills/weather/scripts/main.py` in the pack `weather`, where `scripts/main.py` exists.
fn names_own_folder(pack: &Pack, path: &str) -> bool {
    let own = format!("{}/", pack.dirname);
    let below = path.strip_prefix(&own).or_else(|| Some(path.split_once(&format!("/{own}"))?.1));
    !pack.dirname.is_empty() && below.is_some_and(|below| exists(pack, below))
}

/// Whether `target` is a path at all that can be looked for: no URL, anchor, glob or placeholder.
fn is_local(target: &str) -> bool {
    let scheme = target.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    });
    !target.is_empty()
        && !scheme
        && !target.starts_with(['#', '?'])
        && !target.starts_with("//")
        && !target.contains(['*', '{', '}', '<', '>', '$', '|', '\n', '\0', '…'])
        && !target.contains("...")
}

/// The path from the root that `target` means from `folder`; `None` if it leaves the pack.
fn resolve(pack: &Pack, folder: &str, target: &str) -> Option<String> {
    let mut path: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let mut parts = target.split('/').filter(|part| !matches!(*part, "" | ".")).peekable();
    while let Some(part) = parts.next() {
        if part != ".." {
            path.push(part);
        } else if path.pop().is_none() {
            // `../weather/a.md` comes back into the pack `weather`.
            parts.next_if(|next| *next == pack.dirname)?;
        }
    }
    Some(path.join("/"))
}

/// Whether the pack holds a file or folder `path`. Where it was not wholly walked, what is missing
/// may only be unseen.
fn exists(pack: &Pack, path: &str) -> bool {
    path.is_empty()
        || pack.file(path).is_some()
        || has_folder(pack, path)
        || pack
            .gaps
            .iter()
            .any(|gap| matches!(gap.kind, GapKind::Unread | GapKind::Limit) && is_below(path, &gap.path))
}

/// Whether a file of the pack lies below the folder `path`.
fn has_folder(pack: &Pack, path: &str) -> bool {
    let prefix = format!("{path}/");
    let at = pack.files.partition_point(|file| *file.path < *prefix);
    pack.files.get(at).is_some_and(|file| file.path.starts_with(&prefix))
}

/// Whether `path` is a link out of the pack, or lies below one.
fn link_out(pack: &Pack, path: &str) -> bool {
    let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
    ends.filter_map(|end| pack.file(&path[..end])).any(|file: &File| file.symlink_out)
}

fn is_below(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

#[cfg(test)]
mod tests;
