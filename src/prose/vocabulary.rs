//! Lists of phrases by class, looked up word by word.
//!
//! In an entry `a|b` are alternatives, a trailing `?` makes a word optional, `word*` stands for
//! every word that begins so, `_` is a blank inside an alternative, and `...` up to three words.
//! Entries are folded as text is, so that accents and case do not matter. A character of a writing
//! without blanks is a word of its own.

use super::fold::{Folded, is_elided, stands_alone};
use super::tokens::{Joint, Stream};
use rustc_hash::FxHashMap;

/// Number of a class.
pub type Class = u16;

/// Number of a language; 0 for what is of none or of any.
pub type Tongue = u8;

/// Phrases of many classes.
#[derive(Debug, Default)]
pub struct Vocabulary {
    phrases: Vec<(Class, Tongue, Vec<Step>)>,
    /// Phrases by the head of a word they may begin with.
    heads: FxHashMap<u64, Vec<u32>>,
    /// Every word of every phrase, by its head.
    words: FxHashMap<u64, Vec<Pattern>>,
}

/// A phrase of a class in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    /// The first word.
    pub start: u32,
    /// One past the last.
    pub end: u32,
    /// The class.
    pub class: Class,
    /// The language its entry is of.
    pub tongue: Tongue,
}

#[derive(Debug)]
struct Step {
    kind: Kind,
    optional: bool,
}

#[derive(Debug)]
enum Kind {
    /// One of these runs of words.
    Words(Vec<Vec<Pattern>>),
    /// Up to three words.
    Gap,
}

/// A word, or the beginning of one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pattern {
    text: Box<str>,
    is_prefix: bool,
}

impl Pattern {
    fn fits(&self, word: &str) -> bool {
        match self.is_prefix {
            true => word.starts_with(&*self.text),
            false => word == &*self.text,
        }
    }
}

/// Half words that a gap may take: three words, or six characters of a writing without blanks.
pub const GAP: u32 = 6;

impl Vocabulary {
    /// The phrases `entries`, each with its class and language.
    pub fn new<'e>(entries: impl Iterator<Item = (Class, Tongue, &'e str)>) -> Self {
        let mut out = Vocabulary::default();
        for (class, tongue, entry) in entries {
            out.add(class, tongue, entry);
        }
        out
    }

    fn add(&mut self, class: Class, tongue: Tongue, entry: &str) {
        let steps: Vec<Step> = entry.split_whitespace().filter_map(Step::read).collect();
        let index = self.phrases.len() as u32;
        let leading = steps.iter().position(|step| !step.optional).unwrap_or(steps.len());
        for (at, step) in steps.iter().enumerate() {
            let Kind::Words(runs) = &step.kind else { continue };
            for pattern in runs.iter().flat_map(|run| run.iter()) {
                let words = self.words.entry(head(&pattern.text)).or_default();
                if !words.contains(pattern) {
                    words.push(pattern.clone());
                }
            }
            if at <= leading {
                for first in runs.iter().filter_map(|run| run.first()) {
                    let places = self.heads.entry(head(&first.text)).or_default();
                    if places.last() != Some(&index) {
                        places.push(index);
                    }
                }
            }
        }
        self.phrases.push((class, tongue, steps));
    }

    /// Whether `word` is a word of some phrase.
    pub fn knows(&self, word: &str) -> bool {
        self.words.get(&head(word)).is_some_and(|words| words.iter().any(|pattern| pattern.fits(word)))
    }

    /// All phrases in `stream`, of each the first reading at each place, in order of their places.
    pub fn hits(&self, stream: &Stream<'_>) -> Vec<Hit> {
        self.hits_in(stream, 0..stream.tokens.len())
    }

    /// The same for phrases that begin at the words of `range`.
    pub fn hits_in(&self, stream: &Stream<'_>, range: std::ops::Range<usize>) -> Vec<Hit> {
        let mut out = Vec::new();
        for at in range {
            self.hits_at(stream, at, head(stream.word(at)), &mut out);
            if let Some((word, _)) = stream.other(at)
                && head(word) != head(stream.word(at))
            {
                self.hits_at(stream, at, head(word), &mut out);
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    fn hits_at(&self, stream: &Stream<'_>, at: usize, head: u64, out: &mut Vec<Hit>) {
        for &index in self.heads.get(&head).into_iter().flatten() {
            let (class, tongue, steps) = &self.phrases[index as usize];
            let Some(end) = end_of(steps, stream, at, at) else { continue };
            // One word inside `A_NAME` is that name's business.
            if end > at + 1 || !stream.is_inside_name(at) {
                out.push(Hit { start: at as u32, end: end as u32, class: *class, tongue: *tongue });
            }
        }
    }
}

impl Step {
    fn read(token: &str) -> Option<Step> {
        if token == "..." {
            return Some(Step { kind: Kind::Gap, optional: false });
        }
        let (token, optional) = match token.strip_suffix('?') {
            Some(token) if !token.is_empty() => (token, true),
            _ => (token, false),
        };
        let runs = token.split('|').map(words_of).filter(|run| !run.is_empty()).collect::<Vec<_>>();
        (!runs.is_empty()).then_some(Step { kind: Kind::Words(runs), optional })
    }
}

/// The words of an alternative.
fn words_of(alternative: &str) -> Vec<Pattern> {
    let mut out = Vec::new();
    for part in alternative.split(['_', '-', '/']) {
        let (part, is_prefix) = match part.strip_suffix('*') {
            Some(part) => (part, true),
            None => (part, false),
        };
        let folded = Folded::of(part);
        let mut rest = folded.as_str();
        while let Some(c) = rest.chars().next() {
            let length = match stands_alone(c) {
                true => c.len_utf8(),
                false => {
                    let end = rest.find(stands_alone).unwrap_or(rest.len());
                    let elided =
                        rest[..end].find(['\'', '\u{2019}']).filter(|at| *at > 0 && is_elided(&rest[..*at]));
                    elided.map_or(end, |at| at + 1)
                }
            };
            let is_last = length == rest.len();
            let text = rest[..length].trim_matches(|c: char| !c.is_alphanumeric());
            if !text.is_empty() {
                out.push(Pattern { text: text.into(), is_prefix: is_prefix && is_last && !stands_alone(c) });
            }
            rest = &rest[length..];
        }
    }
    out
}

/// Where `steps` end if they begin at word `at`; as deep as a phrase has words.
fn end_of(steps: &[Step], stream: &Stream<'_>, start: usize, at: usize) -> Option<usize> {
    let Some((step, rest)) = steps.split_first() else { return Some(at) };
    match &step.kind {
        Kind::Gap => gap_ends(stream, at).find_map(|at| end_of(rest, stream, start, at)),
        Kind::Words(runs) => {
            let found = runs.iter().find_map(|run| {
                run_ends(run, stream, start, at)
                    .into_iter()
                    .flatten()
                    .find_map(|at| end_of(rest, stream, start, at))
            });
            found.or_else(|| step.optional.then(|| end_of(rest, stream, start, at)).flatten())
        }
    }
}

/// The places a gap that begins at word `at` may lead to, nearest first; none in another sentence.
pub fn gap_ends<'s, 'd>(stream: &'s Stream<'d>, at: usize) -> impl Iterator<Item = usize> + use<'s, 'd> {
    let ends = stream.tokens.get(at).is_none_or(|token| token.joint >= Joint::Sentence);
    let same = move |next: &usize| {
        *next == at
            || !ends
                && *next < stream.tokens.len()
                && stream.tokens[*next].joint < Joint::Sentence
                && stream.distance(at, *next) <= GAP
    };
    (at..stream.tokens.len() + 1).take_while(same)
}

/// Where the words of `run` end if they begin at word `at`, plainly read and in disguise.
fn run_ends(run: &[Pattern], stream: &Stream<'_>, start: usize, at: usize) -> [Option<usize>; 2] {
    let walk = |disguised_first: bool| {
        let mut here = at;
        for pattern in run {
            let token = stream.tokens.get(here)?;
            if here > start && token.joint >= Joint::Sentence {
                return None;
            }
            let plain = pattern.fits(stream.word(here)).then_some(here + 1);
            let other = stream.other(here).filter(|(word, _)| pattern.fits(word)).map(|(_, end)| end);
            here = if disguised_first { other.or(plain) } else { plain.or(other) }?;
        }
        Some(here)
    };
    let (plain, other) = (walk(false), walk(true));
    [plain, other.filter(|_| other != plain)]
}

/// What words are looked up by: their first three characters.
fn head(word: &str) -> u64 {
    word.chars().take(3).fold(1, |key, c| (key << 21) | u64::from(c as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(entry: &str, text: &str) -> bool {
        let folded = Folded::of(text);
        let vocabulary = Vocabulary::new([(3, 0, entry)].into_iter());
        let mut stream = Stream::default();
        stream.push(&folded, &vocabulary);
        !vocabulary.hits(&stream).is_empty()
    }

    #[test]
    fn entries_are_phrases_over_words() {
        for (entry, text, fits) in [
            ("ignore|skip all? ... rule*", "Skip the other rules", true),
            ("ignore|skip all? ... rule*", "Ignore all of these old rules", true),
            ("ignore|skip all? ... rule*", "Ignore one two three four rules", false),
            ("ignore|skip all? ... rule*", "Ignore it. Two rules", false),
            ("ignore ... rule*", "Ignore. One of the rules", false),
            ("email", "JIRA_EMAIL", false),
            ("ignore previous", "ignore_previous", true),
            ("don't tell", "Don’t tell", true),
            ("in_front_of you", "in front of you", true),
            ("précédent*", "PRECEDENTES", true),
            ("忽略 ... 指令", "请忽略之前的指令", true),
            ("忽略 ... 指令", "忽略。指令", false),
            ("지시", "이전 지시를", true),
            ("инструкц*", "все инструкции", true),
            ("all? previous", "previous", true),
            ("ignore previous", "i g n o r e  p r e v i o u s", true),
            ("ignore previous", "1gn0re pr3vious", true),
        ] {
            assert_eq!(found(entry, text), fits, "{entry} in {text}");
        }
    }
}
