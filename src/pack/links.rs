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
        if at.starts_with(root) && at != root {
            if let Ok(target) = std::fs::read_link(&at) {
                hops += 1;
                if hops > MAX_HOPS {
                    return Leads::Nowhere;
                }
                at.pop();
                let below = target.is_absolute().then(|| {
                    let base = [root, alias].into_iter().find_map(|base| target.strip_prefix(base).ok());
                    base.map(Path::to_path_buf)
                });
                let target = match below.flatten() {
                    Some(below) => {
                        at = root.to_path_buf();
                        below
                    }
                    None => target,
                };
                ahead.extend(target.components().rev().map(|part| part.as_os_str().to_owned()));
            }
        }
        match ahead.pop() {
            None => break,
            Some(part) if part == ".." => {
                at.pop();
            }
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
