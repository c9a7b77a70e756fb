//! Use and mention: whether a text tells the reader to do something, or forbids, quotes, teaches or
//! tests it. One mechanism for prose and for the code in documents.

use super::shapes::Match;
use super::tokens::{Joint, Stream};
use super::vocabulary::{Class, Hit, Vocabulary};
use super::{Document, Folded};
use rustc_hash::FxHashMap;

/// The list of words that guard, built in.
const LIST: &str = "instruction-guards";

/// The sections of the list.
const SECTIONS: [&str; 8] =
    ["negation", "undone", "mention", "judged", "callout", "near", "label", "example"];
const NEGATION: Class = 0;
const UNDONE: Class = 1;
const MENTION: Class = 2;
const JUDGED: Class = 3;
const CALLOUT: Class = 4;
const NEAR: Class = 5;
const LABEL: Class = 6;
const EXAMPLE: Class = 7;

/// Half words that a negation reaches over, and that one of the small ones does.
const REACH: u32 = 14;
const NEAR_REACH: u32 = 2;

/// Words of a text that is no more than a label.
const LABEL_WORDS: usize = 4;

/// Why a text does not tell what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mention {
    /// It stands between quotation marks, or in a block quote that speaks to nobody.
    Quoted,
    /// The passage of this index, a heading or what introduces it, guards it.
    Under(usize),
    /// These words of the stream guard it, from the first to the one past the last.
    Words(usize, usize),
}

/// The words by which a text shows that it does not mean what follows.
#[derive(Debug)]
pub struct Guards(Vocabulary);

/// What is known of the passages of one document, so that each is asked once, however many matches stand
/// under it.
#[derive(Debug, Default)]
pub struct Known {
    guard: FxHashMap<usize, bool>,
    speak: FxHashMap<usize, bool>,
}

impl Guards {
    /// The name of the list.
    pub fn list() -> &'static str {
        LIST
    }

    /// From the sections of the list; those it does not know guard nothing.
    pub fn new<'e>(sections: impl Iterator<Item = (&'e str, &'e str)>) -> Self {
        let class = |kind: &str| SECTIONS.iter().position(|known| *known == kind).map(|at| at as Class);
        Guards(Vocabulary::new(sections.filter_map(|(kind, entry)| Some((class(kind)?, 0, entry)))))
    }

    /// The names of the sections.
    pub fn sections() -> &'static [&'static str] {
        &SECTIONS
    }

    /// Whether `text`, a heading or what stands before a piece of code, forbids, quotes or teaches
    /// what stands under it.
    pub fn guard(&self, text: &Folded) -> bool {
        if text.as_str().contains(['❌', '🚫', '⛔', '✗']) {
            return true;
        }
        let mut stream = Stream::default();
        stream.push(text, &self.0);
        let hits = self.0.hits(&stream);
        let last = stream.tokens.len().saturating_sub(1);
        let end = stream.sentence_range(last);
        hits.iter().filter(|hit| end.contains(&(hit.start as usize))).any(|hit| match hit.class {
            NEGATION => !self.is_undone(&stream, &hits, hit),
            MENTION | JUDGED | EXAMPLE => true,
            LABEL => stream.tokens.len() <= LABEL_WORDS,
            _ => false,
        })
    }

    /// Why `found` is only mentioned, if it is, where it stands in `stream`, whose passages are those of
    /// `document` by the indexes `passages`. `known` is of that document.
    pub fn mention(
        &self,
        document: &Document,
        passages: &[usize],
        stream: &Stream<'_>,
        found: &Match,
        known: &mut Known,
    ) -> Option<Mention> {
        let first = &stream.tokens[found.start()];
        let index = passages[first.passage as usize];
        let passage = &document.passages[index];
        let around = document.trail(index).chain(passage.lead.map(|lead| lead as usize));
        let of = |index: usize| Some((index, &document.passages.get(index)?.text));
        if is_quoted(stream, found) {
            return Some(Mention::Quoted);
        }
        if passage.quoted && !passage.place.is_hidden() {
            let (at, head) =
                passage.lead.and_then(|lead| of(lead as usize)).unwrap_or((index, &passage.text));
            if !*known.speak.entry(at).or_insert_with(|| self.speaks(head)) {
                return Some(Mention::Quoted);
            }
        }
        // What introduces a list is no guard if it is the match's own passage.
        let mut above = around.filter(|&above| above != index).filter_map(of);
        let guard = above.find(|&(at, text)| *known.guard.entry(at).or_insert_with(|| self.guard(text)));
        guard.map(|(at, _)| Mention::Under(at)).or_else(|| self.guarded_in_sentence(stream, found))
    }

    /// Whether a block quote that begins with `text` speaks to the reader: a note, a warning, a thing
    /// required.
    pub fn speaks(&self, text: &Folded) -> bool {
        let begins_so = |c: char| {
            matches!(c, '[' | '⚠' | 'ℹ' | '❗' | '📌' | '🔥' | '💡' | '🚨' | '‼' | '✅' | '👉' | '🔴' | '⭐')
        };
        if text.as_str().trim_start().starts_with(begins_so) {
            return true;
        }
        let mut stream = Stream::default();
        stream.push(text, &self.0);
        self.0.hits(&stream).iter().any(|hit| hit.class == CALLOUT && hit.start < 2)
    }

    /// What in a sentence of the match takes back its part of it: `Read the key. Never send it.`
    fn guarded_in_sentence(&self, stream: &Stream<'_>, found: &Match) -> Option<Mention> {
        let mut sentence = None;
        found.parts.iter().find_map(|&(start, _)| {
            let is_next = sentence.replace(stream.sentence(start)) != Some(stream.sentence(start));
            is_next.then(|| self.guarded_at(stream, found, start)).flatten()
        })
    }

    /// The words of the sentence around the word `start` that guard what begins there.
    fn guarded_at(&self, stream: &Stream<'_>, found: &Match, start: usize) -> Option<Mention> {
        let hits = self.0.hits_in(stream, stream.sentence_range(start));
        let own = |hit: &Hit| {
            found.parts.iter().any(|part| part.0 < hit.end as usize && (hit.start as usize) < part.1)
        };
        let guard = hits.iter().filter(|hit| !own(hit)).find(|hit| {
            let before = hit.end as usize <= start;
            match hit.class {
                NEGATION => before && self.reaches(stream, &hits, hit, start),
                NEAR => before && stream.distance(hit.start as usize, start) <= NEAR_REACH,
                MENTION => true,
                EXAMPLE => before,
                JUDGED => !before,
                _ => false,
            }
        });
        guard.map(|hit| Mention::Words(hit.start as usize, hit.end as usize))
    }

    /// Whether a negation reaches the word `start`: in its clause, or from the head of the sentence.
    fn reaches(&self, stream: &Stream<'_>, hits: &[Hit], hit: &Hit, start: usize) -> bool {
        let end = hit.end as usize;
        let clause_ends = (end..=start).any(|at| stream.tokens[at].joint >= Joint::Comma);
        let leads = stream.sentence_range(start).start + 1 >= hit.start as usize
            && (end..=start).take(2).any(|at| stream.tokens[at].joint == Joint::Comma);
        !self.is_undone(stream, hits, hit)
            && stream.distance(end.min(start), start) <= REACH
            && (!clause_ends || leads)
    }

    /// `never skip`, `do not forget to`: what follows is meant after all.
    fn is_undone(&self, stream: &Stream<'_>, hits: &[Hit], hit: &Hit) -> bool {
        let end = hit.end as usize;
        hits.iter().any(|other| {
            other.class == UNDONE
                && other.start as usize >= end
                && stream.distance(end, other.start as usize) <= 4
                && stream.sentence(other.start as usize) == stream.sentence(hit.start as usize)
        })
    }
}

/// Whether all of a match stands in one quotation that does not make up its whole sentence.
fn is_quoted(stream: &Stream<'_>, found: &Match) -> bool {
    let quote = stream.tokens[found.start()].quote;
    quote > 0 && (found.start()..found.end()).all(|at| stream.tokens[at].quote == quote)
}
