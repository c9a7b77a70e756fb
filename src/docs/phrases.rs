//! Word lists of the docs stage, and phrases over them. Plain text: `;` starts a comment line,
//! `[kind] Label` a section, every other line is one entry.
//!
//! In a phrase `a|b` are alternatives, a trailing `?` makes a word optional, `_` is a blank inside
//! an alternative, `:` a colon or a table's bar, and `...` up to three words. A blank also matches
//! a hyphen. Phrases match whole words, but where the writing sets no words apart.

use regex::Regex;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// The entries of a list by section.
pub(super) fn sections(list: &'static str) -> HashMap<&'static str, Vec<&'static str>> {
    let mut sections: HashMap<_, Vec<_>> = HashMap::new();
    let mut open = "";
    for line in list.lines().map(str::trim) {
        if let Some((kind, _)) = line.strip_prefix('[').and_then(|line| line.split_once(']')) {
            open = kind;
        } else if !line.is_empty() && !line.starts_with(';') {
            sections.entry(open).or_default().push(line);
        }
    }
    sections
}

/// The words of a list by section.
pub(super) struct Words(HashMap<&'static str, HashSet<&'static str>>);

impl Words {
    pub fn new(list: &'static str) -> Self {
        Words(sections(list).into_iter().map(|(kind, words)| (kind, words.into_iter().collect())).collect())
    }

    /// Whether `word` is in the section `kind`.
    pub fn has(&self, kind: &str, word: &str) -> bool {
        self.0.get(kind).is_some_and(|words| words.contains(word))
    }

    /// The words of the section `kind`.
    pub fn of(&self, kind: &str) -> impl Iterator<Item = &'static str> {
        self.0.get(kind).into_iter().flatten().copied()
    }
}

/// One expression for any of `phrases`; `None` if there is none, or one is not well-formed, which
/// a test rules out for the lists that are built in.
pub(super) fn expression(phrases: &[&str]) -> Option<Regex> {
    if phrases.is_empty() {
        return None;
    }
    let alternatives: Vec<String> = phrases.iter().map(|phrase| pattern(phrase)).collect();
    Regex::new(&alternatives.join("|")).ok()
}

/// Word boundaries are ASCII's, which are cheaper: beside other letters they let more through,
/// never less.
fn pattern(phrase: &str) -> String {
    if phrase.chars().any(is_unspaced) {
        return regex::escape(phrase);
    }
    let mut out = String::from(r"(?-u:\b{start-half})");
    let mut separator = "";
    for token in phrase.split(' ') {
        let (token, optional) = match token.strip_suffix('?') {
            Some(token) if !token.is_empty() => (token, true),
            _ => (token, false),
        };
        match token {
            "..." => {
                out.push_str("[ -](?:[^ ,;:|—]+ ){0,3}?");
                separator = "";
            }
            ":" => {
                out.push_str(" ?[:|] ?");
                separator = "";
            }
            _ => {
                let words = alternatives(token);
                // Writing to a string cannot fail.
                let _ = match (optional, separator.is_empty()) {
                    (false, _) => write!(out, "{separator}(?:{words})"),
                    (true, false) => write!(out, "(?:{separator}(?:{words}))?"),
                    (true, true) => write!(out, "(?:(?:{words})[ -])?"),
                };
                if !(optional && separator.is_empty()) {
                    separator = if token.ends_with('\'') { "[ -]?" } else { "[ -]" };
                }
            }
        }
    }
    out.push_str(r"(?-u:\b{end-half})");
    out
}

fn alternatives(token: &str) -> String {
    let words: Vec<String> = token
        .split('|')
        .map(|word| regex::escape(word).replace('_', "[ -]").replace(r"\-", "[ -]"))
        .collect();
    words.join("|")
}

/// Whether `c` is of a writing that sets no blanks between words.
pub(super) fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}')
}

/// The words of `text` without the punctuation around them.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '%'))
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(phrase: &str, text: &str) -> bool {
        expression(&[phrase]).expect("well-formed").is_match(text)
    }

    #[test]
    fn phrases_match_whole_words_with_options_and_gaps() {
        assert!(finds("screen shot|shots", "a screen-shot"));
        assert!(!finds("screen shot", "screen shots"));
        assert!(finds("runs fully? offline", "it runs offline."));
        assert!(finds("runs fully? offline", "it runs fully offline."));
        assert!(finds("fully? offline", "fully offline"));
        assert!(finds("need a? network", "need network"));
        assert!(finds("records ... screen", "records the whole screen"));
        assert!(!finds("records ... screen", "records text, then the screen"));
        assert!(finds("network : none|no_thing", "network: no thing"));
        assert!(finds("d' appel|appels", "d'appel"));
        assert!(finds("100_% local", "100 % local"));
        assert!(finds("截图", "可以截图吗"));
    }

    #[test]
    fn lists_have_sections() {
        let found = sections("; remark\n[a] First\nx\n; remark\n[b] Second\ny z\n");
        assert_eq!(found["a"], ["x"]);
        assert_eq!(found["b"], ["y z"]);
    }
}
