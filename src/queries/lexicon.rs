//! Lexicons: lists of words, names or paths that queries share, in `queries/lexicon/*.txt`.
//!
//! ```text
//! ; What the list is for.
//! ; match: paths
//! [aws] AWS credentials
//! .aws/credentials
//! !.aws/*.example
//! ```
//!
//! The `match:` line says how entries are compared: `names` with a node's dotted names, `words`
//! with the words of its value (split at `_`, `-`, `.` and changes of case; several words must
//! stand in a row), `paths` with a path's last parts, `values` with the whole value, `phrases` with
//! the sentences of documents and `shapes` with any text (both not in predicates). A section gives its entries a kind and a label. `!` before an entry takes its matches out again.

use super::paths::{PathEntry, PathList, PathValue};
use super::syntax::RawFault;
use crate::text::HOLE;
use crate::text::Span;
use rustc_hash::FxHashMap;

/// How a lexicon's entries are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// With a node's dotted names.
    Names,
    /// With the words of its value.
    Words,
    /// With the end of a path.
    Paths,
    /// With its whole value.
    Values,
    /// With the sentences of documents; such a list is not for predicates.
    Phrases,
    /// With any text, as regular expressions; such a list is not for predicates.
    Shapes,
}

const MODES: &[(&str, Mode)] = &[
    ("names", Mode::Names),
    ("words", Mode::Words),
    ("paths", Mode::Paths),
    ("values", Mode::Values),
    ("phrases", Mode::Phrases),
    ("shapes", Mode::Shapes),
];

impl Mode {
    /// Its word in a list's `; match:` line.
    pub fn word(self) -> &'static str {
        MODES.iter().find(|(_, mode)| *mode == self).map_or("", |&(word, _)| word)
    }

    /// How it compares, in a sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Mode::Names => "A dotted name of the node is the entry.",
            Mode::Words => {
                "The entry's words stand in a row among the words of the value, which is split at `_`, `-`, `.` \
                 and changes of case, in any case: `API KEY` is in `WEATHER_API_KEY` and in `apiKey`."
            }
            Mode::Paths => {
                "The entry is the end of the path, in whole parts, in any case; with a `/` at its end, a folder \
                 and all below it; with a `/` at its start, from the root. `*` stands for a run of characters of \
                 one part. `!` before an entry takes its matches out again."
            }
            Mode::Values => "The whole value is the entry.",
            Mode::Phrases => "For sentences of documents, not for predicates.",
            Mode::Shapes => "A regular expression, looked for in every text; not for predicates.",
        }
    }

    /// Every mode with its word, in order.
    pub fn all() -> &'static [(&'static str, Mode)] {
        MODES
    }
}

/// The way to match that a line of a list sets, if it does and there is such a way.
pub(super) fn mode_of(line: &str) -> Option<Mode> {
    let word = line.trim().strip_prefix(';')?.trim().strip_prefix("match:")?;
    MODES.iter().find(|(known, _)| *known == word.trim()).map(|&(_, mode)| mode)
}

/// One list.
#[derive(Clone, Debug)]
pub struct Lexicon {
    /// Its name: the file's stem.
    pub name: String,
    /// How it is compared.
    pub mode: Mode,
    /// Its sections, in order; the entries before the first `[…]` are in an unnamed one.
    pub sections: Vec<Section>,
    exact: FxHashMap<Box<str>, usize>,
    words: Vec<(Vec<Box<str>>, usize)>,
    paths: PathList,
    not_paths: PathList,
}

/// A section of a list.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The kind its entries give a fact; empty in an unnamed section.
    pub kind: String,
    /// The label its entries give a fact.
    pub label: String,
    /// Where its header stands.
    pub span: Span,
    /// Its entries as written, without those that begin with `!`.
    pub entries: Vec<String>,
}

impl Lexicon {
    /// Reads a list. Faults are told together; a list with faults must not be used.
    pub fn read(name: &str, text: &str) -> (Lexicon, Vec<RawFault>) {
        let mut out = Lexicon {
            name: name.into(),
            mode: Mode::Values,
            sections: vec![Section::default()],
            exact: FxHashMap::default(),
            words: Vec::new(),
            paths: PathList::default(),
            not_paths: PathList::default(),
        };
        let mut faults = Vec::new();
        let mut mode = None;
        let mut at = 0;
        for raw in text.split_inclusive('\n') {
            let span = Span::new(at, at + raw.trim_end().len());
            at += raw.len();
            let line = raw.trim();
            if let Some(remark) = line.strip_prefix(';') {
                if let Some(word) = remark.trim().strip_prefix("match:") {
                    mode = MODES.iter().find(|(known, _)| *known == word.trim()).map(|&(_, mode)| mode);
                    if mode.is_none() {
                        let allowed = MODES.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ");
                        let message = format!("unknown way to match `{}`", word.trim());
                        faults.push((span, message, Some(format!("allowed: {allowed}"))));
                    }
                    out.mode = mode.unwrap_or(out.mode);
                }
            } else if let Some(header) = line.strip_prefix('[') {
                match header.split_once(']') {
                    Some((kind, label)) => out.sections.push(Section {
                        kind: kind.trim().into(),
                        label: label.trim().into(),
                        span,
                        entries: Vec::new(),
                    }),
                    None => faults.push((span, "a section's `[` is never closed".into(), None)),
                }
            } else if !line.is_empty() {
                if mode.is_none() && faults.is_empty() {
                    let help = "begin the list with a line `; match: names` (or words, paths, values)";
                    faults.push((
                        span,
                        "no `; match:` line before the first entry".into(),
                        Some(help.into()),
                    ));
                }
                out.add(line, &mut faults, span);
            }
        }
        (out, faults)
    }

    fn add(&mut self, line: &str, faults: &mut Vec<RawFault>, span: Span) {
        let section = self.sections.len() - 1;
        let (taken_out, entry) = match line.strip_prefix('!') {
            // In phrases it is what must not stand before them.
            Some(rest) if self.mode != Mode::Phrases => (true, rest.trim()),
            _ => (false, line),
        };
        if taken_out && self.mode != Mode::Paths {
            faults.push((span, "`!` is for lists of paths".into(), None));
            return;
        }
        match self.mode {
            // What an entry of shapes means is read where the list is first asked for.
            Mode::Shapes => {}
            Mode::Names | Mode::Values => {
                self.exact.entry(entry.into()).or_insert(section);
            }
            // Whoever looks for phrases reads the sections.
            Mode::Phrases => {}
            Mode::Words => {
                let words: Vec<Box<str>> =
                    entry.split_whitespace().map(|word| word.to_lowercase().into()).collect();
                self.words.push((words, section));
            }
            Mode::Paths => {
                let path = PathEntry::new(entry, section);
                // `/` alone is every absolute path.
                if path.matches_everything() {
                    faults.push((span, "a path without parts would match everything".into(), None));
                    return;
                }
                if taken_out { self.not_paths.push(path) } else { self.paths.push(path) }
            }
        }
        if !taken_out {
            self.sections[section].entries.push(entry.into());
        }
    }

    /// Adds another list's entries, of a file that extends this one.
    pub fn extend(&mut self, other: Lexicon) {
        let base = self.sections.len();
        self.sections.extend(other.sections);
        let moved = |section: usize| section + base;
        self.exact.extend(other.exact.into_iter().map(|(word, section)| (word, moved(section))));
        self.words.extend(other.words.into_iter().map(|(words, section)| (words, moved(section))));
        self.paths.extend(other.paths, base);
        self.not_paths.extend(other.not_paths, base);
    }

    /// The section of the entry that fits `text`: a dotted name in a list of names, else a value
    /// whose unknown parts are [`HOLE`]s.
    pub fn find(&self, text: &str) -> Option<&Section> {
        let section = match self.mode {
            Mode::Phrases | Mode::Shapes => None,
            Mode::Names | Mode::Values => self.exact.get(text).copied(),
            Mode::Words => self.find_words(text),
            Mode::Paths => self.find_path(text),
        };
        section.map(|index| &self.sections[index])
    }

    fn find_words(&self, text: &str) -> Option<usize> {
        if text.len() > 512 || text.contains(HOLE) {
            return None;
        }
        let words = split_words(text);
        self.words
            .iter()
            .find(|(entry, _)| {
                words.windows(entry.len()).any(|run| run.iter().zip(entry).all(|(a, b)| *a == **b))
            })
            .map(|&(_, section)| section)
    }

    fn find_path(&self, text: &str) -> Option<usize> {
        if text.len() > 4096 {
            return None;
        }
        let path = PathValue::new(text);
        let section = self.paths.find(&path)?;
        if self.not_paths.find(&path).is_some() { None } else { Some(section) }
    }
}

/// `DB_PASSWORD`, `dbPassword` and `db-password` as `db`, `password`.
fn split_words(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut word = String::new();
    let mut previous_lower = false;
    for c in text.chars() {
        let breaks = c.is_uppercase() && previous_lower;
        if (!c.is_alphanumeric() || breaks) && !word.is_empty() {
            out.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        previous_lower = c.is_lowercase() || c.is_numeric();
    }
    if !word.is_empty() {
        out.push(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexicon(text: &str) -> Lexicon {
        let (lexicon, faults) = Lexicon::read("test", text);
        assert!(faults.is_empty(), "{faults:?}");
        lexicon
    }

    #[test]
    fn paths_fit_at_the_bounds_of_their_parts() {
        let list = lexicon(
            "; match: paths\n[ssh] SSH key\n.ssh/\nid_rsa\n!*.pub\n[aws] AWS\n.aws/credentials\n/etc/shadow\n",
        );
        let kind = |path: &str| list.find(path).map(|section| section.kind.as_str());
        assert_eq!(kind("~/.ssh/id_ed25519"), Some("ssh"));
        assert_eq!(kind("~/.ssh"), Some("ssh"));
        assert_eq!(kind("k=@~/.ssh/id_x"), Some("ssh"));
        assert_eq!(kind("C:\\Users\\me\\.SSH\\id_x"), Some("ssh"));
        assert_eq!(kind("~/.ssh/id_rsa.pub"), None);
        assert_eq!(kind("my.ssh/id"), None);
        assert_eq!(kind(&format!("{HOLE}/.aws/credentials")), Some("aws"));
        assert_eq!(kind(".aws/credentials.md"), None);
        assert_eq!(kind("/etc/shadow"), Some("aws"));
        assert_eq!(kind("docs/etc/shadow"), None);
    }

    #[test]
    fn words_are_words_not_letters() {
        let list = lexicon("; match: words\nTOKEN\nAPI KEY\n");
        for (name, fits) in [
            ("GITHUB_TOKEN", true),
            ("githubToken", true),
            ("X_API_KEY", true),
            ("MAX_TOKENS", false),
            ("TOKENIZERS_PARALLELISM", false),
            ("KEY_API", false),
        ] {
            assert_eq!(list.find(name).is_some(), fits, "{name}");
        }
    }

    #[test]
    fn faults_name_their_place() {
        let (_, faults) = Lexicon::read("x", "; match: smell\nfoo\n");
        assert_eq!(faults[0].0.start, 0);
        let (_, faults) = Lexicon::read("x", "foo\n");
        assert_eq!(faults.len(), 1);
    }
}
