//! Offline claims: sentences by which the docs say that the pack as a whole stays off the network.
//!
//! A false claim blocks an honest pack, a missed one hides a danger. So a phrase counts only where
//! it is stated outright: not denied, ordered, quoted, asked, limited to a case or to a part, and
//! said of the pack or of nothing in particular.

use super::disclosure::Claim;
use super::phrases::{self, Phrases, Words, words};
use super::prose::Sentence;
use crate::text::{Place, Span, Text, excerpt};
use std::sync::{Arc, LazyLock};

const CLAIMS: &str = include_str!("../../queries/lexicon/offline-claims.txt");
const GUARDS: &str = include_str!("../../queries/lexicon/offline-guards.txt");

/// How a phrase stands in its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `works offline`.
    Predicate,
    /// `work offline`.
    Base,
    /// `no network calls`.
    Statement,
    /// `no network`.
    Bare,
    /// `without network access`.
    Adverbial,
    /// Chinese or Japanese.
    Unspaced,
}

/// The sections of the list of claims.
const KINDS: [(Kind, &str); 6] = [
    (Kind::Predicate, "predicate"),
    (Kind::Base, "base"),
    (Kind::Statement, "statement"),
    (Kind::Bare, "bare"),
    (Kind::Adverbial, "adverbial"),
    (Kind::Unspaced, "cjk"),
];

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let sections = phrases::sections(CLAIMS);
    Phrases::new(KINDS.map(|(_, name)| sections.get(name).cloned().unwrap_or_default()))
});

static GUARD: LazyLock<Words> = LazyLock::new(|| Words::new(GUARDS));

/// The first claim among `sentences`, those of `text`. `name` is the skill's own.
pub(super) fn first(file: &Arc<str>, text: &Text, sentences: &[Sentence], name: &str) -> Option<Claim> {
    let name = name.to_lowercase().replace(['-', '_'], " ");
    let mut closed_heading = false;
    for sentence in sentences {
        if sentence.heading {
            closed_heading = words(&sentence.words).any(|word| GUARD.has("heading", word));
        }
        if sentence.code || closed_heading {
            continue;
        }
        if let Some((start, end)) = in_sentence(sentence, &name) {
            let span = Span::new(sentence.origin(start), sentence.origin(end - 1));
            let last = text.as_str()[span.range().end..].chars().next().map_or(0, char::len_utf8);
            let span = Span::new(span.range().start, span.range().end + last);
            let words = excerpt(&sentence.words[start..end], 80);
            return Some(Claim { words, place: Place::new(file, text, span) });
        }
    }
    None
}

/// The range of the first claim in the words of `sentence`.
fn in_sentence(sentence: &Sentence, name: &str) -> Option<(usize, usize)> {
    PHRASES
        .find(&sentence.words)
        .into_iter()
        .filter(|(list, found)| {
            let (before, after) = (&sentence.words[..found.start], &sentence.words[found.end..]);
            stands(KINDS[*list].0, sentence.heading, before, after, name)
        })
        .map(|(_, found)| (found.start, found.end))
        .min()
}

/// Whether a phrase between `before` and `after` is a claim about the pack.
fn stands(kind: Kind, heading: bool, before: &str, after: &str, name: &str) -> bool {
    if is_quoted(before, after) || after.trim_end().ends_with(['?', '？']) {
        return false;
    }
    let (label, clause) = clause_of(before);
    if is_row_of_another(before, name) {
        return false;
    }
    if kind == Kind::Unspaced {
        return stands_unspaced(before, after, name);
    }
    let denied = |word: &str| GUARD.has("negation", word) || word.starts_with("n'");
    let closed = |word: &str| denied(word) || GUARD.has("forbidding", word) || GUARD.has("part", word);
    let case = |word: &str| GUARD.has("condition", word) || GUARD.has("scope", word);
    !words(before).any(case)
        && !words(before).next().is_some_and(|word| GUARD.has("order", word))
        && !words(clause).any(closed)
        && !words(after).any(|word| GUARD.has("exception", word))
        && goes_on_well(kind, heading, after)
        && is_about_the_pack(kind, label, clause, before, name)
}

/// Inside quotation marks or inline code.
fn is_quoted(before: &str, after: &str) -> bool {
    let odd = |mark: char| before.matches(mark).count() % 2 == 1 && after.contains(mark);
    odd('"') || odd('`') || (before.ends_with('\'') && after.starts_with('\''))
}

/// The label before the last colon or bar of `before`, if that ends the clause before ours, and
/// what `before` holds of our own clause.
fn clause_of(before: &str) -> (Option<&str>, &str) {
    const JOINTS: [&str; 13] = [
        " and ",
        " but ",
        " so ",
        " because ",
        " et ",
        " mais ",
        " und ",
        " aber ",
        " y ",
        " pero ",
        " - ",
        " — ",
        " + ",
    ];
    let mark = before.rfind([',', ';', ':', '|', '(', '—', '·', '•', '/']);
    let mark = mark.map(|at| (at, before[at..].chars().next().map_or(1, char::len_utf8)));
    let joint = JOINTS.iter().filter_map(|joint| before.rfind(joint).map(|at| (at, joint.len()))).max();
    let Some((at, length)) = mark.max(joint) else { return (None, before) };
    let clause = &before[at + length..];
    let labelled = before[at..].starts_with([':', '|']);
    let label = labelled.then(|| before[..at].trim_matches(['|', ' ']));
    (label, clause)
}

/// Whether what follows leaves the claim whole.
fn goes_on_well(kind: Kind, heading: bool, after: &str) -> bool {
    let ends_here = |c: char| ",;.!)|—\"".contains(c);
    let rest = after.trim_start();
    if let Some(answer) = rest.strip_prefix([':', '|']) {
        return kind != Kind::Bare && !is_negative(answer.trim_start());
    }
    if kind == Kind::Bare && heading {
        return false;
    }
    if rest.starts_with(ends_here) {
        return true;
    }
    let mut following = words(rest).peekable();
    let adds_nothing = |word: &&str| GUARD.has("goes-on", word);
    let goes_on = following.next_if(adds_nothing).is_some();
    while following.next_if(adds_nothing).is_some() {}
    let Some(first) = following.next() else { return true };
    if GUARD.has("limit", first) {
        return false;
    }
    if GUARD.has("preposition", first) {
        let narrowed = following.take(3).collect::<Vec<_>>();
        let whole = |word: &&str| GUARD.has("everywhere", word) || GUARD.has("self", word);
        let lacks = matches!(first, "with" | "avec" | "mit" | "con")
            && narrowed.first().is_some_and(|word| matches!(*word, "no" | "zero" | "out"));
        return lacks || narrowed.iter().any(whole) && !narrowed.iter().any(|word| GUARD.has("part", word));
    }
    match kind {
        Kind::Statement | Kind::Bare => goes_on,
        _ => true,
    }
}

/// A table's row whose cells before the phrase name something else than the pack.
fn is_row_of_another(before: &str, name: &str) -> bool {
    let tells_no_one = words(before).all(|word| GUARD.has("label", word) || GUARD.has("filler", word));
    before.starts_with('|') && !tells_no_one && (name.is_empty() || !before.replace('-', " ").contains(name))
}

/// `no`, `✗`, `partial`: the answer in the cell or behind the colon, but not `no accounts`.
fn is_negative(answer: &str) -> bool {
    let marks = ['✗', '✘', '❌', '×', '–', '—', '-'];
    let cell = answer.split(['|', '.', ',', ';', '(']).next().unwrap_or(answer).trim();
    let words: Vec<&str> = words(cell).collect();
    answer.starts_with(marks)
        || matches!(
            words[..],
            ["no" | "none" | "not" | "never" | "false" | "partial" | "partly" | "x" | "non" | "nein"]
        )
        || words.first() == Some(&"not")
}

/// Whether the subject of the claim is the pack, or nothing in particular.
fn is_about_the_pack(kind: Kind, label: Option<&str>, clause: &str, before: &str, name: &str) -> bool {
    let own = |text: &str| is_self(text, name);
    let tells_no_one =
        |label: &str| words(label).all(|word| GUARD.has("label", word) || GUARD.has("filler", word));
    if label.is_some_and(|label| !tells_no_one(label) && !own(label)) {
        return false;
    }
    if own(clause) {
        return true;
    }
    // With no subject of its own, or a pronoun for one, the clause has that of the sentence.
    let says_nothing = words(clause).all(|word| GUARD.has("filler", word) || GUARD.has("it", word));
    if !says_nothing {
        return kind == Kind::Adverbial && (begins_with_verb(clause) || describes(before));
    }
    let head = &before[..before.len() - clause.len()];
    let own = |text: &str| own(text) || words(text).next().is_some_and(|word| GUARD.has("it", word));
    kind == Kind::Base && own(before)
        || kind != Kind::Base
            && (label.is_some()
                || own(head)
                || begins_with_verb(head)
                || words(head).count() <= 3
                || is_list(head))
}

/// Whether `text` speaks of the pack: by a noun or its name anywhere, or by a pronoun at its end
/// (`this makes …`, but not `this sandbox has …`).
fn is_self(text: &str, name: &str) -> bool {
    let noun = |word: &str| {
        GUARD.has("self", word.split_once('\'').map_or(word, |(_, noun)| noun)) || GUARD.has("self", word)
    };
    let last = words(text).filter(|word| !GUARD.has("filler", word)).last();
    words(text).any(noun)
        || last.is_some_and(|word| GUARD.has("pointing", word))
        || !name.is_empty() && text.replace('-', " ").contains(name)
}

/// `description: converts files …`: a phrase of manner after it is said of the pack.
fn describes(before: &str) -> bool {
    before.trim_start().strip_prefix("description:").is_some_and(begins_with_verb)
}

/// `prints …`, `formats …`: the third person in which descriptions are written.
fn begins_with_verb(clause: &str) -> bool {
    let text = clause.trim_start().strip_prefix("description:").unwrap_or(clause);
    words(text).next().is_some_and(|word| {
        word.len() > 3
            && word.ends_with('s')
            && !word.ends_with("ss")
            && !matches!(word, "this" | "tests" | "users" | "apps")
    })
}

/// `fast, private, no telemetry, …`: short items, none of which is a sentence.
fn is_list(before: &str) -> bool {
    before.split([',', ';', '·', '•', '/', '|']).all(|item| words(item).count() <= 3)
}

/// The same for writings without blanks, where a clause is what stands between two marks.
fn stands_unspaced(before: &str, after: &str, name: &str) -> bool {
    let marks = [',', ';', ':', '，', '、', '；', '：', '。', '|', '—'];
    let clause = before.rsplit(marks).next().unwrap_or(before).trim();
    let conditional = ["如果", "若", "假如", "もし"].iter().any(|word| before.contains(word));
    let about_it = clause.is_empty()
        || GUARD.has("cjk-filler", clause)
        || GUARD.of("cjk-self").any(|word| clause.contains(word))
        || !name.is_empty() && clause.replace('-', " ").contains(name);
    !conditional
        && about_it
        && !GUARD.of("cjk-denied").any(|word| clause.contains(word))
        && !GUARD.of("cjk-limit").any(|word| after.trim_start().starts_with(word))
}

#[cfg(test)]
mod tests;
