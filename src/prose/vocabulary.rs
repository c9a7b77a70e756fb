//! Lists of phrases by class, looked up word by word.
//!
//! In an entry `a|b` are alternatives, a trailing `?` makes a word optional, `word*` stands for
//! every word that begins so, `word~` for an English word with its regular endings, `_` is a blank
//! inside an alternative, and `...` up to three words.
//! Entries are folded as text is, so that accents and case do not matter. A character of a writing
//! without blanks is a word of its own.

use super::fold::{Folded, is_elided, stands_alone};
use super::tokens::{Joint, Stream};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::Hasher;

/// Number of a class.
pub type Class = u16;

/// Number of a language; 0 for what is of none or of any.
pub type Tongue = u8;

/// Phrases of many classes. All parts lie in arenas: there are thousands, and they are read at the
/// start of every run.
#[derive(Debug, Default)]
pub struct Vocabulary {
    letters: String,
    patterns: Vec<Pattern>,
    /// Patterns that follow each other, as ranges of `patterns`.
    runs: Vec<(u32, u32)>,
    steps: Vec<Step>,
    /// Class, language and range of `steps` of each phrase.
    phrases: Vec<(Class, Tongue, (u32, u32))>,
    /// Phrases by the head of a word they may begin with.
    heads: FxHashMap<u64, Vec<u32>>,
    /// Hashes of the words of all phrases, and those that stand for several by their heads.
    words: FxHashSet<u64>,
    word_heads: FxHashSet<u64>,
    prefixes: FxHashMap<u64, Vec<Pattern>>,
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

#[derive(Clone, Copy, Debug)]
struct Step {
    kind: Kind,
    optional: bool,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// One of these runs of words, a range of `runs`.
    Words(u32, u32),
    /// Up to three words.
    Gap,
}

/// A word, or what stands for several: a range of `letters`.
#[derive(Clone, Copy, Debug)]
struct Pattern {
    start: u32,
    end: u32,
    form: Form,
}

/// Which words a pattern stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The word itself.
    Whole,
    /// Every word that begins so.
    Beginning,
    /// The English word with its regular endings.
    Lemma,
}

/// The part of an arena that `range` names.
fn part<T>(arena: &[T], (start, end): (u32, u32)) -> &[T] {
    arena.get(start as usize..end as usize).unwrap_or_default()
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
        let index = self.phrases.len() as u32;
        let from = self.steps.len() as u32;
        let mut leads = true;
        for token in entry.split_whitespace() {
            let Some(step) = self.step(token) else { continue };
            self.steps.push(step);
            if let (true, Kind::Words(start, end)) = (leads, step.kind) {
                for run in start..end {
                    let first = self.patterns[self.runs[run as usize].0 as usize];
                    for head in heads(self.text(first), first.form) {
                        let places = self.heads.entry(head).or_default();
                        if places.last() != Some(&index) {
                            places.push(index);
                        }
                    }
                }
            }
            leads &= step.optional;
        }
        self.phrases.push((class, tongue, (from, self.steps.len() as u32)));
    }

    fn step(&mut self, token: &str) -> Option<Step> {
        if token == "..." {
            return Some(Step { kind: Kind::Gap, optional: false });
        }
        let (token, optional) = match token.strip_suffix('?') {
            Some(token) if !token.is_empty() => (token, true),
            _ => (token, false),
        };
        let from = self.runs.len() as u32;
        for alternative in token.split('|') {
            let first = self.patterns.len() as u32;
            words_of(alternative, |word, form| self.pattern(word, form));
            let end = self.patterns.len() as u32;
            if end > first {
                self.runs.push((first, end));
            }
        }
        let end = self.runs.len() as u32;
        (end > from).then_some(Step { kind: Kind::Words(from, end), optional })
    }

    fn pattern(&mut self, word: &str, form: Form) {
        let start = self.letters.len() as u32;
        self.letters.push_str(word);
        let pattern = Pattern { start, end: self.letters.len() as u32, form };
        self.patterns.push(pattern);
        for head in heads(word, form) {
            self.word_heads.insert(head);
            if form != Form::Whole {
                self.prefixes.entry(head).or_default().push(pattern);
            }
        }
        if form == Form::Whole {
            self.words.insert(hash(word));
        }
    }

    fn text(&self, pattern: Pattern) -> &str {
        self.letters.get(pattern.start as usize..pattern.end as usize).unwrap_or_default()
    }

    fn fits(&self, pattern: Pattern, word: &str) -> bool {
        let text = self.text(pattern);
        match pattern.form {
            Form::Whole => word == text,
            Form::Beginning => word.starts_with(text),
            Form::Lemma => is_form_of(word, text),
        }
    }

    /// Whether a word of some phrase begins with these three letters: a cheap look before
    /// [`Vocabulary::knows`].
    pub fn knows_head(&self, letters: &[char]) -> bool {
        self.word_heads
            .contains(&letters.iter().take(HEAD).fold(1, |key, &c| (key << 21) | u64::from(c as u32)))
    }

    /// Whether `word` is a word of some phrase.
    pub fn knows(&self, word: &str) -> bool {
        let mut prefixes = self.prefixes.get(&head(word)).into_iter().flatten();
        self.words.contains(&hash(word)) || prefixes.any(|&pattern| self.fits(pattern, word))
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

    /// Where `steps` end if they begin at word `at`; as deep as a phrase has words.
    fn end_of(&self, steps: &[Step], stream: &Stream<'_>, start: usize, at: usize) -> Option<usize> {
        let Some((step, rest)) = steps.split_first() else { return Some(at) };
        match step.kind {
            Kind::Gap => gap_ends(stream, at).find_map(|at| self.end_of(rest, stream, start, at)),
            Kind::Words(from, to) => {
                let ends = |run: &(u32, u32)| {
                    let ends = self.run_ends(part(&self.patterns, *run), stream, start, at);
                    ends.into_iter().flatten().find_map(|at| self.end_of(rest, stream, start, at))
                };
                let found = part(&self.runs, (from, to)).iter().find_map(ends);
                found.or_else(|| step.optional.then(|| self.end_of(rest, stream, start, at)).flatten())
            }
        }
    }

    /// Where the words of `run` end if they begin at word `at`, plainly read and in disguise.
    fn run_ends(&self, run: &[Pattern], stream: &Stream<'_>, start: usize, at: usize) -> [Option<usize>; 2] {
        let walk = |disguised_first: bool| {
            let mut here = at;
            for &pattern in run {
                let token = stream.tokens.get(here)?;
                if here > start && token.joint >= Joint::Sentence {
                    return None;
                }
                let plain = self.fits(pattern, stream.word(here)).then_some(here + 1);
                let other =
                    stream.other(here).filter(|(word, _)| self.fits(pattern, word)).map(|(_, end)| end);
                here = if disguised_first { other.or(plain) } else { plain.or(other) }?;
            }
            Some(here)
        };
        let (plain, other) = (walk(false), walk(true));
        [plain, other.filter(|_| other != plain)]
    }

    fn hits_at(&self, stream: &Stream<'_>, at: usize, head: u64, out: &mut Vec<Hit>) {
        for &index in self.heads.get(&head).into_iter().flatten() {
            let (class, tongue, steps) = &self.phrases[index as usize];
            let steps = part(&self.steps, *steps);
            let Some(end) = self.end_of(steps, stream, at, at) else { continue };
            // One word inside `A_NAME` is that name's business.
            if end > at + 1 || !stream.is_inside_name(at) {
                out.push(Hit { start: at as u32, end: end as u32, class: *class, tongue: *tongue });
            }
        }
    }
}

/// What all regular forms of an English word begin with.
fn stem(lemma: &str) -> &str {
    lemma.strip_suffix(['e', 'y']).unwrap_or(lemma)
}

/// What the words that a pattern stands for are looked up by: an ending may take the place of a
/// letter that counts there, as in `use`, `using`.
fn heads(text: &str, form: Form) -> impl Iterator<Item = u64> + use<> {
    let own = head(text);
    let endings =
        if form == Form::Lemma && stem(text).len() < HEAD { &["es", "ies", "ing"][..] } else { &[] };
    let others: Vec<u64> = endings.iter().map(|ending| head(&format!("{}{ending}", stem(text)))).collect();
    std::iter::once(own).chain(others.into_iter().filter(move |other| *other != own))
}

/// Whether `word` is `lemma` with a regular English ending: of a verb, or of several things.
fn is_form_of(word: &str, lemma: &str) -> bool {
    let stem = stem(lemma);
    let Some(ending) = word.strip_prefix(stem) else { return false };
    let ending = ending.strip_prefix(|c| stem.ends_with(c) && ending.len() > 2).unwrap_or(ending);
    word == lemma
        || match lemma.as_bytes().last() {
            Some(b'e') => matches!(ending, "es" | "ed" | "ing"),
            Some(b'y') => matches!(ending, "ys" | "yed" | "ying" | "ies" | "ied"),
            _ => matches!(ending, "s" | "es" | "ed" | "ing"),
        }
}

/// Calls `add` with the folded words of an alternative, and what each stands for.
fn words_of(alternative: &str, mut add: impl FnMut(&str, Form)) {
    for part in alternative.split(['_', '-', '/']) {
        let (part, form) = match part.strip_suffix(['*', '~']) {
            Some(stem) if part.ends_with('*') => (stem, Form::Beginning),
            Some(lemma) => (lemma, Form::Lemma),
            None => (part, Form::Whole),
        };
        // Most words need no folding.
        if !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase()) {
            add(part, form);
            continue;
        }
        let folded = Folded::of(part);
        let mut rest = folded.as_str();
        while let Some(c) = rest.chars().next() {
            let length = match stands_alone(c) {
                true => c.len_utf8(),
                false => {
                    let end = rest.find(stands_alone).unwrap_or(rest.len());
                    let elided = rest[..end].find('\'').filter(|at| *at > 0 && is_elided(&rest[..*at]));
                    elided.map_or(end, |at| at + 1)
                }
            };
            let is_last = length == rest.len();
            let text = rest[..length].trim_matches(|c: char| !c.is_alphanumeric());
            if !text.is_empty() {
                add(text, if is_last && !stands_alone(c) { form } else { Form::Whole });
            }
            rest = &rest[length..];
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

fn hash(word: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(word.as_bytes());
    hasher.finish()
}

/// Characters that words are looked up by.
const HEAD: usize = 3;

/// What words are looked up by: their first three characters.
fn head(word: &str) -> u64 {
    word.chars().take(HEAD).fold(1, |key, c| (key << 21) | u64::from(c as u32))
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
            ("upload~", "uploads", true),
            ("upload~", "uploading", true),
            ("upload~", "uploader", false),
            ("stash~", "stashes", true),
            ("ship~", "shipping", true),
            ("ship~", "shipment", false),
            ("store~", "storing", true),
            ("store~", "storied", false),
            ("copy~", "copied", true),
            ("convey~", "conveyed", true),
            ("pass~ it_on", "passed it on", true),
            ("use~", "using", true),
            ("try~", "tries", true),
            ("go~", "goes", true),
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
