//! Paths whose loss or leak is a redline.

use crate::gate::labels::{SHELL, holds};
use crate::text::HOLE;

/// Folders that hold every user's home, or the administrator's.
const HOMES: &[&str] = &["home", "root", "Users"];

/// Whether a path is the root of the filesystem, or everything in it: `/`, `//`, `/*`, `/tmp/..`.
pub fn is_root(path: &str) -> bool {
    path.starts_with('/') && parts(path).is_some_and(|parts| is_all(&parts))
}

/// Whether a path is a home folder, or everything in it.
pub fn is_home(path: &str) -> bool {
    if let Some(rest) = path.strip_prefix("$HOME") {
        return (rest.is_empty() || rest.starts_with('/')) && parts(rest).is_some_and(|parts| is_all(&parts));
    }
    let Some(parts) = path.starts_with('/').then(|| parts(path)).flatten() else { return false };
    parts.split_first().is_some_and(|(first, rest)| HOMES.contains(first) && is_all(rest))
}

/// Nothing below, or no more than a pattern for everything.
fn is_all(parts: &[&str]) -> bool {
    match parts {
        [] => true,
        [last] => last.contains('*') && last.chars().all(|c| "*.?[]!^{},".contains(c)),
        _ => false,
    }
}

/// The parts of a path without `.` and with `..` undone; `None` where one is not known.
fn parts(path: &str) -> Option<Vec<&str>> {
    let mut out = Vec::new();
    for part in path.split('/') {
        match part {
            _ if part.contains(HOLE) => return None,
            "" | "." => {}
            ".." => drop(out.pop()),
            _ => out.push(part),
        }
    }
    Some(out)
}

/// Whether a path is a key or the folder of keys. A public key is meant to be sent.
pub fn is_key(path: &str) -> bool {
    if path.ends_with(".pub") {
        return false;
    }
    let in_folder = ["$HOME/.ssh", "~/.ssh"]
        .iter()
        .any(|folder| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')));
    in_folder
        || path.contains("/.ssh/")
        || path == "/etc/shadow"
        || holds(&SHELL.key_files, path.rsplit('/').next().unwrap_or(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_and_what_is_below_it() {
        for path in ["/", "//", "/*", "/.", "/./", "/..", "/tmp/..", "/tmp/../*", "/.*", "/{*,.*}"] {
            assert!(is_root(path), "{path}");
        }
        for path in ["", ".", "*", "/tmp/x", "/tmp", "/a*", "/\u{FFFC}", "\u{FFFC}/", "/...", "./*"] {
            assert!(!is_root(path), "{path}");
        }
        for path in ["$HOME", "$HOME/", "$HOME/*", "$HOME/.[!.]*", "/root", "/home/*", "/home"] {
            assert!(is_home(path), "{path}");
        }
        for path in ["$HOME/x", "$HOMER", "~", "/home/me", "/root/.cache", "/", "$HOME/\u{FFFC}", "home"] {
            assert!(!is_home(path), "{path}");
        }
    }

    #[test]
    fn keys_and_what_is_none() {
        for path in ["$HOME/.ssh", "~/.ssh/x", "/root/.ssh/id_rsa", "keys/id_ed25519", "/etc/shadow"] {
            assert!(is_key(path), "{path}");
        }
        for path in ["$HOME/.ssh/id_rsa.pub", "$HOME/.sshx", "id_rsa.txt", "/etc/passwd", ".env"] {
            assert!(!is_key(path), "{path}");
        }
    }
}
