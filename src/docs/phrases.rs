//! Word lists of the docs stage, and phrases over them. Plain text: `;` starts a comment line,
//! `[kind] Label` a section, every other line is one entry.
//!
//! In a phrase `a|b` are alternatives, a trailing `?` makes a word optional, `_` is a blank inside
//! an alternative, `:` a colon or a table's bar, and `...` up to three words. A blank also matches
//! a hyphen. Phrases match whole words, but where the writing sets no words apart.
//!
//! A list of hundreds of phrases is looked up by its first words and compared in place: as one
//! regular expression it took ten times longer to compile than most packs take to vet.

use memchr::memmem;
use rustc_hash::FxHashMap;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The entries of a list by section.
pub(crate) fn sections(list: &'static str) -> HashMap<&'static str, Vec<&'static str>> {
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
pub(crate) struct Words(HashMap<&'static str, HashSet<&'static str>>);

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

/// Lists of phrases to be found in a text in lower case with single blanks, in one walk.
#[derive(Debug, Default)]
pub(crate) struct Phrases {
    /// Each with the number of its list.
    all: Vec<(usize, Phrase)>,
    /// Phrases by the head of a word they may begin with, in their order.
    heads: FxHashMap<&'static str, Vec<usize>>,
    /// Those of writings without blanks, which may begin anywhere.
    unspaced: Vec<(usize, &'static str)>,
}

/// A phrase's words in their order.
#[derive(Debug)]
struct Phrase(Vec<Step>);

/// A word of a phrase, or what stands for one.
#[derive(Debug)]
struct Step {
    kind: StepKind,
    /// What stands between it and what was before.
    joint: Joint,
    /// The word may be missing.
    optional: bool,
}

#[derive(Debug)]
enum StepKind {
    /// One of these, in which `_` and `-` are a blank or hyphen.
    Words(Vec<&'static str>),
    /// Up to three words.
    Gap,
    /// A colon or a table's bar.
    Colon,
}

/// What joins a word to the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Joint {
    /// Nothing: it is the first, or the step before has eaten its blank.
    None,
    /// A blank or hyphen, which may be missing: after an apostrophe.
    Loose,
    /// A blank or hyphen.
    Blank,
}

impl Phrases {
    /// A matcher for the phrases of each of `lists`.
    pub fn new<L: IntoIterator<Item = &'static str>>(lists: impl IntoIterator<Item = L>) -> Self {
        let mut out = Phrases::default();
        for (list, phrases) in lists.into_iter().enumerate() {
            phrases.into_iter().for_each(|phrase| out.add(list, phrase));
        }
        out
    }

    fn add(&mut self, list: usize, phrase: &'static str) {
        if phrase.contains(is_unspaced) {
            return self.unspaced.push((list, phrase));
        }
        let phrase = Phrase::read(phrase);
        for word in phrase.first_words() {
            let places = self.heads.entry(head(word)).or_default();
            if places.last() != Some(&self.all.len()) {
                places.push(self.all.len());
            }
        }
        self.all.push((list, phrase));
    }

    /// The phrases in `text`, each with the number of its list: of a list the first that matches
    /// at each place, none inside another.
    pub fn find(&self, text: &str) -> Vec<(usize, Range<usize>)> {
        let mut found: Vec<(usize, Range<usize>)> = Vec::new();
        for at in self.starts(text) {
            for (list, end) in self.at(text, at) {
                let mut earlier = found.iter().rev().filter(|(known, _)| *known == list);
                if earlier.next().is_none_or(|(_, range)| range.end <= at) {
                    found.push((list, at..end));
                }
            }
        }
        if !self.unspaced.is_empty() && text.contains(is_unspaced) {
            for &(list, phrase) in &self.unspaced {
                let places = memmem::find_iter(text.as_bytes(), phrase);
                found.extend(places.map(|at| (list, at..at + phrase.len())));
            }
        }
        found
    }

    /// Where a word begins that a phrase may begin with.
    fn starts<'t>(&self, text: &'t str) -> impl Iterator<Item = usize> + use<'t, '_> {
        let bytes = text.as_bytes();
        let is_start = move |at: usize| {
            let byte = bytes[at];
            let begins = if byte.is_ascii() { byte.is_ascii_alphanumeric() } else { byte & 0xC0 != 0x80 };
            begins && (at == 0 || !is_word(bytes[at - 1]))
        };
        (0..bytes.len()).filter(move |&at| is_start(at))
    }

    /// The phrases that begin at byte `at` with their ends, in order.
    fn at(&self, text: &str, at: usize) -> impl Iterator<Item = (usize, usize)> {
        let candidates = self.heads.get(head(&text[at..])).into_iter().flatten();
        candidates.filter_map(move |&index| {
            let (list, phrase) = &self.all[index];
            Some((*list, phrase.end(text, at)?))
        })
    }
}

impl Phrase {
    fn read(phrase: &'static str) -> Self {
        let mut joint = Joint::None;
        let mut steps = Vec::new();
        for token in phrase.split(' ') {
            let (token, optional) = match token.strip_suffix('?') {
                Some(token) if !token.is_empty() => (token, true),
                _ => (token, false),
            };
            let kind = match token {
                "..." => StepKind::Gap,
                ":" => StepKind::Colon,
                _ => StepKind::Words(token.split('|').collect()),
            };
            let eats_blank = !matches!(kind, StepKind::Words(_)) || optional && matches!(joint, Joint::None);
            steps.push(Step { kind, joint, optional });
            joint = match eats_blank {
                true => Joint::None,
                false if token.ends_with('\'') => Joint::Loose,
                false => Joint::Blank,
            };
        }
        Phrase(steps)
    }

    /// The words a text that matches may begin with.
    fn first_words(&self) -> impl Iterator<Item = &'static str> {
        let last = self.0.iter().position(|step| !step.optional).unwrap_or(self.0.len());
        self.0
            .iter()
            .take(last + 1)
            .flat_map(|step| match &step.kind {
                StepKind::Words(words) => words.as_slice(),
                StepKind::Gap | StepKind::Colon => &[],
            })
            .copied()
    }

    /// Where the phrase ends if it begins at byte `at` of `text`.
    fn end(&self, text: &str, at: usize) -> Option<usize> {
        end_of(&self.0, text, at)
    }
}

/// Where `steps` end if they begin at byte `at`. As deep as a phrase has words.
fn end_of(steps: &[Step], text: &str, at: usize) -> Option<usize> {
    let Some((step, rest)) = steps.split_first() else {
        let ends_word = text.as_bytes().get(at).is_none_or(|&byte| !is_word(byte));
        return ends_word.then_some(at);
    };
    let bytes = text.as_bytes();
    let blank = bytes.get(at).is_some_and(|byte| matches!(byte, b' ' | b'-'));
    match &step.kind {
        StepKind::Colon => {
            let at = at + usize::from(bytes.get(at) == Some(&b' '));
            let mark = bytes.get(at).is_some_and(|byte| matches!(byte, b':' | b'|'));
            let after = at + 1 + usize::from(bytes.get(at + 1) == Some(&b' '));
            mark.then(|| end_of(rest, text, after)).flatten()
        }
        StepKind::Gap => {
            let mut at = blank.then_some(at + 1)?;
            for _ in 0..3 {
                if let Some(end) = end_of(rest, text, at) {
                    return Some(end);
                }
                at = word_passed(text, at)?;
            }
            end_of(rest, text, at)
        }
        StepKind::Words(words) => {
            // A leading word that may be missing brings the blank behind it along.
            let leads = step.optional && step.joint == Joint::None;
            let starts = match step.joint {
                Joint::None => [Some(at), None],
                Joint::Blank => [blank.then_some(at + 1), None],
                Joint::Loose => [blank.then_some(at + 1), Some(at)],
            };
            let after = |at: usize, word: &str| {
                let end = literal(word, bytes, at)?;
                let end = match leads {
                    true => matches!(bytes.get(end), Some(b' ' | b'-')).then_some(end + 1)?,
                    false => end,
                };
                end_of(rest, text, end)
            };
            let found =
                starts.into_iter().flatten().find_map(|at| words.iter().find_map(|word| after(at, word)));
            found.or_else(|| step.optional.then(|| end_of(rest, text, at)).flatten())
        }
    }
}

/// Where `word` ends if it stands at byte `at`.
fn literal(word: &str, text: &[u8], at: usize) -> Option<usize> {
    let there = text.get(at..at + word.len())?;
    let alike = |(asked, byte): (u8, &u8)| match asked {
        b'_' | b'-' => matches!(byte, b' ' | b'-'),
        _ => asked == *byte,
    };
    word.bytes().zip(there).all(alike).then_some(at + word.len())
}

/// The place behind the word at byte `at` and its blank, unless a clause ends in it.
fn word_passed(text: &str, at: usize) -> Option<usize> {
    let length = text[at..].find(' ').filter(|&length| length > 0)?;
    let word = &text[at..at + length];
    (!word.contains([',', ';', ':', '|', '—'])).then_some(at + length + 1)
}

/// The letters by which a phrase is looked up: the ASCII letters and digits at the head of `text`,
/// or its first character.
fn head(text: &str) -> &str {
    let ascii = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
    &text[..ascii.max(text.chars().next().map_or(0, char::len_utf8))]
}

/// Word boundaries are ASCII's: beside other letters they let more through, never less.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether `c` is of a writing that sets no blanks between words.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}')
}

/// The words of `text` without the punctuation around them.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '%'))
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests;
