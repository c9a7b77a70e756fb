//! Where a symbolic link leads, without ever looking at anything outside the pack.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Linux gives up after as many.
const MAX_HOPS: usize = 40;

/// Where a link leads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Leads {
    /// Out of the pack.
    Out,
    /// To this path relative to the root, where nothing need stand.
    Inside(PathBuf),
    /// Round in circles.
    Nowhere,
}

/// Follows the link at `link`, relative to `root`, a canonical path. `alias` is another absolute
/// spelling of the root: an absolute target may be written with either.
///
/// Only what lies strictly below the root is looked up; outside, names are taken as they are
/// spelled. A target such as `/net/host/x` or `\\host\share` must not be touched: a look alone
/// can reach the network.
pub(super) fn follow(root: &Path, alias: &Path, link: &Path) -> Leads {
    let mut at = root.join(link);
    let mut ahead: Vec<OsString> = Vec::new();
    let mut hops = 0;
    loop {
        let is_below = at.starts_with(root) && at != root;
        if let Some(target) = is_below.then(|| std::fs::read_link(&at).ok()).flatten() {
            hops += 1;
            if hops > MAX_HOPS {
                return Leads::Nowhere;
            }
            let inside = [root, alias].into_iter().find_map(|base| target.strip_prefix(base).ok());
            match inside {
                Some(_) => at = root.to_path_buf(),
                None => drop(at.pop()),
            }
            let parts = inside.unwrap_or(&target).components().rev();
            ahead.extend(parts.map(|part| part.as_os_str().to_owned()));
        }
        match ahead.pop() {
            None => break,
            Some(part) if part == ".." => drop(at.pop()),
            Some(part) if part == "." => {}
            // The root component of an absolute target replaces all that stands before it.
            Some(part) => at.push(part),
        }
    }
    match at.strip_prefix(root) {
        Ok(inside) => Leads::Inside(inside.to_path_buf()),
        Err(_) => Leads::Out,
    }
}
