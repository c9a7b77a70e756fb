//! Lists of paths: entries compared with the parts of a path.
//!
//! Most entries end in a plain part, by which they are looked up: a list costs what its globs cost.

use crate::text::HOLE;
use rustc_hash::FxHashMap;

/// One character that a pattern of a shell leaves open.
const ANY: char = '?';

/// Entries of a list, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct PathList {
    entries: Vec<PathEntry>,
    /// Entries whose last part is plain, by that part.
    by_last: FxHashMap<Box<str>, Vec<usize>>,
    /// All others.
    globs: Vec<usize>,
}

impl PathList {
    /// Adds an entry after the others.
    pub(super) fn push(&mut self, entry: PathEntry) {
        let index = self.entries.len();
        match entry.parts.last() {
            Some(last) if !last.contains('*') => self.by_last.entry(last.clone()).or_default().push(index),
            _ => self.globs.push(index),
        }
        self.entries.push(entry);
    }

    /// Adds another list's entries, whose sections begin at `base` here.
    pub(super) fn extend(&mut self, other: PathList, base: usize) {
        for mut entry in other.entries {
            entry.section += base;
            self.push(entry);
        }
    }

    /// The section of the first entry that fits.
    pub(super) fn find(&self, path: &PathValue) -> Option<usize> {
        let fits = |index: &usize| self.entries[*index].fits(path);
        // `~/.s?h/*`: what a shell makes of it is looked for in all entries.
        if path.parts.iter().any(|part| part.text.contains(ANY)) {
            let first = (0..self.entries.len()).find(|index| fits(index))?;
            return Some(self.entries[first].section);
        }
        let plain = path.parts.iter().filter_map(|part| self.by_last.get(part.text.as_str()));
        let first = plain.filter_map(|entries| entries.iter().copied().find(fits)).min();
        let globs = self.globs.iter().copied().take_while(|&index| first.is_none_or(|first| index < first));
        let first = globs.into_iter().find(fits).or(first)?;
        Some(self.entries[first].section)
    }
}

#[derive(Clone, Debug)]
pub(super) struct PathEntry {
    parts: Vec<Box<str>>,
    /// `.ssh/`: the folder itself and all below it.
    is_folder: bool,
    /// `/etc/shadow`: from the root only.
    is_absolute: bool,
    section: usize,
}

impl PathEntry {
    /// Reads an entry as written.
    pub(super) fn new(entry: &str, section: usize) -> Self {
        let lower = entry.to_lowercase();
        PathEntry {
            is_folder: lower.ends_with('/'),
            is_absolute: lower.starts_with('/'),
            parts: lower.split('/').filter(|part| !part.is_empty()).map(Into::into).collect(),
            section,
        }
    }

    /// Whether it has no part at all; `/` alone does say something: every absolute path.
    pub(super) fn matches_everything(&self) -> bool {
        self.parts.is_empty() && !self.is_absolute
    }

    fn fits(&self, path: &PathValue) -> bool {
        let count = self.parts.len();
        if path.parts.len() < count {
            return false;
        }
        if self.is_absolute {
            return path.is_absolute
                && (self.is_folder || path.parts.len() == count)
                && self.fits_at(&path.parts[..count]);
        }
        let last = path.parts.len() - count;
        let mut starts = if self.is_folder { 0..=last } else { last..=last };
        starts.any(|start| self.fits_at(&path.parts[start..start + count]))
    }

    fn fits_at(&self, parts: &[Part]) -> bool {
        // The last part is the one that tells most paths apart.
        self.parts.iter().zip(parts).rev().all(|(entry, part)| part.fits(entry))
    }
}

/// A path split into lower-case parts, `\` read as `/`, `.` and empty parts dropped.
pub(super) struct PathValue {
    parts: Vec<Part>,
    is_absolute: bool,
}

struct Part {
    text: String,
    has_hole: bool,
}

impl Part {
    /// Whether an entry's part is this one; its `*` never crosses a hole.
    fn fits(&self, entry: &str) -> bool {
        if self.has_hole { entry == "*" } else { glob(entry.as_bytes(), self.text.as_bytes()) }
    }
}

impl PathValue {
    /// Splits a value.
    pub(super) fn new(text: &str) -> Self {
        let lower = text.to_lowercase().replace('\\', "/");
        // `k=@~/.ssh/id_rsa`, `if=/dev/x`, `host:dir`: options and hosts in front of a path.
        let first_end = lower.find('/').unwrap_or(lower.len());
        let cut = lower[..first_end].rfind(['@', '=', '<', ';', ',']).map_or(0, |at| at + 1);
        let path = lower[cut..].trim_matches(['"', '\'', ' ']);
        let parts = path.split('/').filter(|part| !part.is_empty() && *part != ".");
        let parts = parts.map(|part| Part { text: opened(part), has_hole: part.contains(HOLE) }).collect();
        PathValue { parts, is_absolute: path.starts_with('/') }
    }
}

/// A part in which a class of characters, `[sx]`, is any one.
fn opened(part: &str) -> String {
    let mut out = String::with_capacity(part.len());
    let mut rest = part;
    while let Some(open) = rest.find('[') {
        let Some(length) = rest[open..].find(']').filter(|&length| length > 1) else { break };
        out.push_str(&rest[..open]);
        out.push(ANY);
        rest = &rest[open + length + 1..];
    }
    out + rest
}

/// `*` stands for any run of characters of a part.
fn glob(pattern: &[u8], text: &[u8]) -> bool {
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        if pattern.get(p) == Some(&b'*') {
            star = Some((p, t));
            p += 1;
        } else if pattern.get(p) == Some(&text[t]) || (text[t] == ANY as u8 && p < pattern.len()) {
            p += 1;
            t += 1;
        } else if let Some((star_p, star_t)) = star {
            p = star_p + 1;
            t = star_t + 1;
            star = Some((star_p, star_t + 1));
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|&c| c == b'*')
}
