//! Lists of phrases by class, looked up word by word.
//!
//! In an entry `a|b` are alternatives, a trailing `?` makes a word optional, `word*` stands for
//! every word that begins so, `word~` for an English word with its regular endings, `_` is a blank
//! inside an alternative, and `...` up to three words, `...8` up to eight.
//! Entries are folded as text is, so that accents and case do not matter. A character of a writing
//! without blanks is a word of its own.

use super::fold::{Folded, is_elided, stands_alone};
use super::tokens::{Joint, Stream};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;

/// Number of a class.
pub type Class = u16;

/// Number of a language; 0 for what is of none or of any.
pub type Tongue = u8;

/// Phrases of many classes. All parts lie in arenas: there are thousands, and they are read at the
/// start of every run. A word of a text is looked up once, and leads to the phrases that begin with
/// it, however many there are.
#[derive(Debug, Default)]
pub struct Vocabulary {
    letters: String,
    patterns: Vec<Pattern>,
    /// Patterns that follow each other, as ranges of `patterns`.
    runs: Vec<(u32, u32)>,
    steps: Vec<Step>,
    /// Class, language and range of `steps` of each phrase.
    phrases: Vec<(Class, Tongue, (u32, u32))>,
    /// The words of all phrases by their hashes, and the patterns that stand for several words by
    /// their heads: each with the first of its `entries`, or [`LAST`].
    words: FxHashMap<u64, u32>,
    heads: FxHashMap<u64, u32>,
    entries: Vec<Entry>,
}

/// The end of a chain of entries.
const LAST: u32 = u32::MAX;

/// A pattern under the word or the head that it is looked up by.
#[derive(Clone, Copy, Debug)]
struct Entry {
    pattern: Pattern,
    /// The phrase that it begins, if it does.
    lead: Option<Lead>,
    /// The [`sign`]s of the words one of which must stand behind it; none if no word must.
    behind: u64,
    /// The one before it under the same word or head.
    next: u32,
}

/// A phrase from one of its beginnings on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Lead {
    phrase: u32,
    /// The step it begins with, and which of its runs.
    step: u32,
    run: u32,
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
    /// The [`sign`]s of the words it may begin with: most words have none of them.
    signs: u64,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// One of these runs of words, a range of `runs`.
    Words(u32, u32),
    /// Up to so many half words.
    Gap(u32),
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

/// Words that a gap may take if it does not say how many, and at most.
const GAP: u32 = 3;
const WIDEST: u32 = 20;

/// How many half words the gap `token` may take, if it is one: `...` takes three words, or six
/// characters of a writing without blanks, `...8` eight.
pub(super) fn gap_of(token: &str) -> Option<u32> {
    let count = token.strip_prefix("...")?;
    let words = if count.is_empty() { GAP } else { count.parse().ok()? };
    (1..=WIDEST).contains(&words).then_some(words * 2)
}

impl Vocabulary {
    /// The phrases `entries`, each with its class and language.
    pub fn new<'e>(entries: impl Iterator<Item = (Class, Tongue, &'e str)>) -> Self {
        let mut out = Vocabulary::default();
        for (class, tongue, entry) in entries {
            out.add(class, tongue, entry);
        }
        out
    }

    /// Makes room for as many words as texts of `bytes` bytes have.
    pub fn reserve(&mut self, bytes: usize) {
        const BYTES_A_WORD: usize = 9;
        let words = bytes / BYTES_A_WORD;
        self.letters.reserve(bytes);
        self.patterns.reserve(words);
        self.runs.reserve(words);
        self.entries.reserve(words);
        self.words.reserve(words / 2);
    }

    /// Adds a phrase.
    pub fn add(&mut self, class: Class, tongue: Tongue, entry: &str) {
        let phrase = self.phrases.len() as u32;
        let from = self.steps.len() as u32;
        let mut leads = true;
        let mut before = self.entries.len();
        for token in parts(entry, |byte| byte.is_ascii_whitespace()).filter(|token| !token.is_empty()) {
            let lead = leads.then_some((phrase, self.steps.len() as u32));
            let known = self.entries.len();
            if let Some(step) = self.step(token, lead) {
                self.steps.push(step);
                leads &= step.optional;
                if matches!(step.kind, Kind::Words(..)) && !step.optional {
                    self.follow(before..known, step.signs);
                }
                before = known;
            }
        }
        self.phrases.push((class, tongue, (from, self.steps.len() as u32)));
    }

    /// Says what must stand behind entries that do not know it yet.
    fn follow(&mut self, entries: std::ops::Range<usize>, signs: u64) {
        let open = self.entries[entries].iter_mut().filter(|entry| entry.behind == 0);
        open.for_each(|entry| entry.behind = signs);
    }

    /// Reads a step; `lead` are the phrase and the step's number if the phrase may begin with it.
    fn step(&mut self, token: &str, lead: Option<(u32, u32)>) -> Option<Step> {
        if let Some(length) = gap_of(token) {
            return Some(Step { kind: Kind::Gap(length), optional: false, signs: 0 });
        }
        let (token, optional) = match token.strip_suffix('?') {
            Some(token) if !token.is_empty() => (token, true),
            _ => (token, false),
        };
        let from = self.runs.len() as u32;
        let mut signs = 0;
        for alternative in parts(token, |byte| byte == b'|') {
            let first = self.patterns.len() as u32;
            let run = self.runs.len() as u32;
            let known = self.entries.len();
            words_of(alternative, |word, form| {
                let is_first = self.patterns.len() as u32 == first;
                if !is_first {
                    self.follow(known..self.entries.len(), signs_of(word, form));
                }
                signs |= if is_first { signs_of(word, form) } else { 0 };
                let lead = lead.filter(|_| is_first).map(|(phrase, step)| Lead { phrase, step, run });
                self.pattern(word, form, lead);
            });
            let end = self.patterns.len() as u32;
            if end > first {
                self.runs.push((first, end));
            }
        }
        let end = self.runs.len() as u32;
        (end > from).then_some(Step { kind: Kind::Words(from, end), optional, signs })
    }

    fn pattern(&mut self, word: &str, form: Form, lead: Option<Lead>) {
        let start = self.letters.len() as u32;
        self.letters.push_str(word);
        let pattern = Pattern { start, end: self.letters.len() as u32, form };
        self.patterns.push(pattern);
        if form == Form::Whole {
            let first = self.words.entry(hash(word)).or_insert(LAST);
            if lead.is_some() {
                chain(&mut self.entries, first, pattern, lead);
            }
        } else {
            for head in heads(word, form) {
                chain(&mut self.entries, self.heads.entry(head).or_insert(LAST), pattern, lead);
            }
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

    /// The entries under `first`, if there is one.
    fn entries(&self, first: Option<&u32>) -> impl Iterator<Item = &Entry> {
        let at = |&index: &u32| self.entries.get(index as usize);
        std::iter::successors(first.and_then(at), move |entry| at(&entry.next))
    }

    /// The patterns for several words that `word` is one of.
    fn open_entries(&self, word: &str) -> impl Iterator<Item = &Entry> {
        self.entries(self.heads.get(&head(word))).filter(move |entry| self.fits(entry.pattern, word))
    }

    /// Whether `word` is a word of some phrase.
    pub fn knows(&self, word: &str) -> bool {
        self.words.contains_key(&hash(word)) || self.open_entries(word).next().is_some()
    }

    /// Adds the phrases that may begin with `word`, if words of the signs `behind` follow it.
    fn leads(&self, word: &str, behind: u64, out: &mut Vec<Lead>) {
        let may_be = |entry: &&Entry| entry.behind == 0 || entry.behind & behind != 0;
        let whole = self.entries(self.words.get(&hash(word))).filter(may_be);
        let whole = whole.filter(|entry| self.fits(entry.pattern, word));
        let open = self.open_entries(word).filter(may_be);
        out.extend(whole.chain(open).filter_map(|entry| entry.lead));
    }

    /// All phrases in `stream`, of each the first reading at each place, in order of their places.
    pub fn hits(&self, stream: &Stream<'_>) -> Vec<Hit> {
        self.hits_in(stream, 0..stream.tokens.len())
    }

    /// The same for phrases that begin at the words of `range`.
    pub fn hits_in(&self, stream: &Stream<'_>, range: std::ops::Range<usize>) -> Vec<Hit> {
        let mut out = Vec::new();
        let mut leads = Vec::new();
        for at in range {
            leads.clear();
            match stream.other(at) {
                Some((word, _)) => {
                    self.leads(stream.word(at), u64::MAX, &mut leads);
                    self.leads(word, u64::MAX, &mut leads);
                }
                None => self.leads(stream.word(at), stream.signs_behind(at), &mut leads),
            }
            leads.sort_unstable();
            self.hits_at(stream, at, &leads, &mut out);
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Adds the phrases at the word `at` that begin in one of these ways, which are in order.
    fn hits_at(&self, stream: &Stream<'_>, at: usize, leads: &[Lead], out: &mut Vec<Hit>) {
        let is_plain = stream.other(at).is_none();
        for leads in leads.chunk_by(|a, b| a.phrase == b.phrase) {
            let (class, tongue, (_, last)) = self.phrases[leads[0].phrase as usize];
            let end = leads.iter().find_map(|lead| {
                let rest = part(&self.steps, (lead.step + 1, last));
                let run = self.runs[lead.run as usize];
                // Looking it up has shown that a word fits.
                match is_plain && run.1 - run.0 == 1 {
                    true => self.end_of(rest, stream, at, at + 1),
                    false => self.run_end(run, rest, stream, at, at),
                }
            });
            // One word inside `A_NAME` is that name's business.
            if let Some(end) = end.filter(|end| *end > at + 1 || !stream.is_inside_name(at)) {
                out.push(Hit { start: at as u32, end: end as u32, class, tongue });
            }
        }
    }

    /// Where `steps` end if they begin at word `at`; as deep as a phrase has words.
    fn end_of(&self, steps: &[Step], stream: &Stream<'_>, start: usize, at: usize) -> Option<usize> {
        let Some((step, rest)) = steps.split_first() else { return Some(at) };
        match step.kind {
            Kind::Gap(length) => {
                gap_ends(stream, at, length).find_map(|at| self.end_of(rest, stream, start, at))
            }
            Kind::Words(from, to) => {
                let end = |run: &(u32, u32)| self.run_end(*run, rest, stream, start, at);
                let may_fit = step.signs & stream.signs(at) != 0;
                let runs = if may_fit { part(&self.runs, (from, to)) } else { &[] };
                let found = runs.iter().find_map(end);
                found.or_else(|| step.optional.then(|| self.end_of(rest, stream, start, at)).flatten())
            }
        }
    }

    /// Where the words of `run` and then the steps `rest` end if they begin at word `at`.
    fn run_end(
        &self,
        run: (u32, u32),
        rest: &[Step],
        stream: &Stream<'_>,
        start: usize,
        at: usize,
    ) -> Option<usize> {
        let ends = self.run_ends(part(&self.patterns, run), stream, start, at);
        ends.into_iter().flatten().find_map(|at| self.end_of(rest, stream, start, at))
    }

    /// Where the words of `run` end if they begin at word `at`, plainly read and in disguise.
    fn run_ends(&self, run: &[Pattern], stream: &Stream<'_>, start: usize, at: usize) -> [Option<usize>; 2] {
        let mut is_disguised = false;
        let walk = |disguised_first: bool, is_disguised: &mut bool| {
            let mut here = at;
            for &pattern in run {
                let token = stream.tokens.get(here)?;
                if here > start && token.joint >= Joint::Half {
                    return None;
                }
                let plain = self.fits(pattern, stream.word(here)).then_some(here + 1);
                let other = stream.other(here);
                *is_disguised |= other.is_some();
                let other = other.filter(|(word, _)| self.fits(pattern, word)).map(|(_, end)| end);
                here = if disguised_first { other.or(plain) } else { plain.or(other) }?;
            }
            Some(here)
        };
        let plain = walk(false, &mut is_disguised);
        let other = if is_disguised { walk(true, &mut is_disguised) } else { None };
        [plain, other.filter(|_| other != plain)]
    }
}

/// Puts an entry before those under `first`.
fn chain(entries: &mut Vec<Entry>, first: &mut u32, pattern: Pattern, lead: Option<Lead>) {
    entries.push(Entry { pattern, lead, behind: 0, next: *first });
    *first = entries.len() as u32 - 1;
}

/// The parts of `text` between the bytes that `cuts` names, which are ASCII.
fn parts(text: &str, cuts: impl Fn(u8) -> bool) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.bytes().position(&cuts);
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
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

/// One bit that says little of a word, but quickly: what its first two bytes add up to.
pub(super) fn sign(word: &str) -> u64 {
    let byte = |at: usize| u32::from(word.as_bytes().get(at).copied().unwrap_or(0));
    1 << ((byte(0) * 5 + byte(1)) % u64::BITS)
}

/// The signs of the words that a pattern stands for.
fn signs_of(text: &str, form: Form) -> u64 {
    let fixed = if form == Form::Lemma { stem(text).len() } else { text.len() };
    if form == Form::Whole || fixed > 1 { sign(text) } else { u64::MAX }
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
    for part in parts(alternative, |byte| matches!(byte, b'_' | b'-' | b'/')) {
        let (part, form) = match part.as_bytes().last() {
            Some(b'*') => (&part[..part.len() - 1], Form::Beginning),
            Some(b'~') => (&part[..part.len() - 1], Form::Lemma),
            _ => (part, Form::Whole),
        };
        // Most words need no folding.
        if !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase()) {
            add(part, form);
            continue;
        }
        let folded = Folded::of(part);
        let mut rest = folded.as_str();
        while let Some(c) = rest.chars().next() {
            if c == ' ' || stands_alone(c) {
                let (word, behind) = rest.split_at(c.len_utf8());
                if is_ideograph(c) || c.is_alphanumeric() {
                    add(word, Form::Whole);
                }
                rest = behind;
                continue;
            }
            let end = rest.find(|c| c == ' ' || stands_alone(c)).unwrap_or(rest.len());
            let elided = rest[..end].find('\'').filter(|at| *at > 0 && is_elided(&rest[..*at]));
            let (text, behind) = rest.split_at(elided.map_or(end, |at| at + 1));
            let text = text.trim_matches(|c: char| !c.is_alphanumeric());
            if !text.is_empty() {
                add(text, if behind.is_empty() { form } else { Form::Whole });
            }
            rest = behind;
        }
    }
}

/// What is a letter, as the tables of Unicode would say after a longer search.
fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}')
}

/// The places a gap of `length` half words that begins at word `at` may lead to, nearest first; none
/// in another sentence.
pub(super) fn gap_ends<'s, 'd>(
    stream: &'s Stream<'d>,
    at: usize,
    length: u32,
) -> impl Iterator<Item = usize> + use<'s, 'd> {
    let ends = stream.tokens.get(at).is_none_or(|token| token.joint >= Joint::Half);
    let same = move |next: &usize| {
        *next == at
            || !ends
                && *next < stream.tokens.len()
                && stream.tokens[*next].joint < Joint::Half
                && stream.distance(at, *next) <= length
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
mod tests;
