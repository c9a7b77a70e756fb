//! Where the words of each class stand, and classes in a row among them.

use super::super::tokens::{Joint, Stream};
use super::super::vocabulary::{Class, Hit, Tongue, gap_ends};
use rustc_hash::FxHashSet;

/// Places before a part that are looked at for what must not stand there.
const LOOKED_BACK: usize = 16;

/// A phrase in a stream: its first word, the one past its last, and its language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Part {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) tongue: Tongue,
}

/// Classes in a row, the first of which is there.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) elements: Vec<Element>,
    /// What must not stand before it, and behind it.
    pub(super) not_before: Vec<Bar>,
    pub(super) not_behind: Vec<Bar>,
    /// Whether it may have words in common with what it is joined to.
    pub(super) shares: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Element {
    Class { class: Class, optional: bool },
    Not(Class),
    Gap(u32),
}

/// A class that must not stand within so many half words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bar {
    pub(super) class: Class,
    pub(super) reach: u32,
}

impl Group {
    /// The classes that it asks for.
    pub(super) fn required(&self) -> impl Iterator<Item = Class> {
        self.elements.iter().filter_map(|element| match element {
            Element::Class { class, optional: false } => Some(*class),
            _ => None,
        })
    }

    /// The classes that it speaks of.
    pub(super) fn classes(&self) -> impl Iterator<Item = Class> {
        let bars = self.not_before.iter().chain(&self.not_behind).map(|bar| bar.class);
        let elements = self.elements.iter().filter_map(|element| match element {
            Element::Class { class, .. } | Element::Not(class) => Some(*class),
            Element::Gap(_) => None,
        });
        elements.chain(bars)
    }
}

/// The language of two parts together; `None` if they are of different ones.
pub(super) fn common(a: Tongue, b: Tongue) -> Option<Tongue> {
    (a == 0 || b == 0 || a == b).then_some(a.max(b))
}

/// Where the phrases of each class stand in a stream, in order.
pub(super) struct Places<'s, 'd> {
    pub(super) stream: &'s Stream<'d>,
    by_class: Vec<Vec<Part>>,
    /// The ends of what leads a verb, once it has been asked for.
    leads: Option<FxHashSet<usize>>,
}

impl<'s, 'd> Places<'s, 'd> {
    /// The places `hits`, which are in order, of `classes` classes.
    pub(super) fn new(stream: &'s Stream<'d>, classes: usize, hits: &[Hit]) -> Self {
        let mut by_class = vec![Vec::new(); classes];
        for hit in hits {
            let part = Part { start: hit.start as usize, end: hit.end as usize, tongue: hit.tongue };
            by_class[usize::from(hit.class)].push(part);
        }
        Places { stream, by_class, leads: None }
    }

    pub(super) fn of(&self, class: Class) -> &[Part] {
        &self.by_class[usize::from(class)]
    }

    /// Adds places to a class. They come in order, as those known do.
    fn add(&mut self, to: Class, parts: Vec<Part>) {
        let known = &mut self.by_class[usize::from(to)];
        if known.is_empty() {
            *known = parts;
        } else if !parts.is_empty() {
            known.extend(parts);
            // Runs in order are merged, not sorted anew.
            known.sort();
            known.dedup();
        }
    }

    /// Gives `to` all places of `class`.
    pub(super) fn add_all(&mut self, to: Class, class: Class) {
        self.add(to, self.of(class).to_vec());
    }

    /// Gives `to` the places of `class` where it is a verb; an English word is one behind `leads`.
    pub(super) fn add_verbs(&mut self, to: Class, class: Class, leads: &[Class]) {
        if self.of(class).is_empty() {
            return;
        }
        let known = self.leads.take();
        let ends = || leads.iter().flat_map(|lead| self.of(*lead)).map(|part| part.end).collect();
        let leads = known.unwrap_or_else(ends);
        let is_one = |part: &&Part| {
            part.tongue != super::read::ENGLISH_TONGUE
                || leads.contains(&part.start)
                || is_verb(self.stream, part.start)
        };
        let parts = self.of(class).iter().filter(is_one).copied().collect();
        self.leads = Some(leads);
        self.add(to, parts);
    }

    /// Gives `to` the places where `group` stands, as words of `tongue`.
    pub(super) fn add_rows(&mut self, to: Class, group: &Group, tongue: Tongue) {
        if !self.may_have(group) {
            return;
        }
        let of_tongue = |part: Part| Some(Part { tongue: common(part.tongue, tongue)?, ..part });
        let parts = self.group(group).into_iter().filter_map(of_tongue).collect();
        self.add(to, parts);
    }

    pub(super) fn may_have(&self, group: &Group) -> bool {
        group.required().all(|class| !self.of(class).is_empty())
    }

    fn starting(&self, class: Class, at: usize) -> &[Part] {
        let places = self.of(class);
        let from = places.partition_point(|place| place.start < at);
        let count = places[from..].iter().take_while(|place| place.start == at).count();
        &places[from..from + count]
    }

    /// Where `elements` end if they begin at `from.end`; as deep as a shape has elements.
    fn end(&self, group: &Group, elements: &[Element], from: Part) -> Option<Part> {
        let Some((element, rest)) = elements.split_first() else {
            return (!self.is_barred_behind(group, from.end)).then_some(from);
        };
        let at = from.end;
        let next = self.stream.tokens.get(at);
        let crosses = at > from.start && next.is_some_and(|token| token.joint >= Joint::Half);
        match element {
            Element::Gap(length) => {
                gap_ends(self.stream, at, *length).find_map(|end| self.end(group, rest, Part { end, ..from }))
            }
            Element::Not(class) => (crosses || self.starting(*class, at).is_empty())
                .then(|| self.end(group, rest, from))
                .flatten(),
            Element::Class { class, optional } => {
                let here = if crosses { &[][..] } else { self.starting(*class, at) };
                let found = here.iter().find_map(|part| {
                    let tongue = common(from.tongue, part.tongue)?;
                    self.end(group, rest, Part { end: part.end, tongue, ..from })
                });
                found.or_else(|| optional.then(|| self.end(group, rest, from)).flatten())
            }
        }
    }

    /// Where a group stands, once for each place and language.
    pub(super) fn group(&self, group: &Group) -> Vec<Part> {
        let Some(Element::Class { class, .. }) = group.elements.first() else { return Vec::new() };
        let mut out: Vec<Part> = Vec::new();
        for first in self.of(*class) {
            let known = |part: &&Part| part.tongue == first.tongue;
            if out.iter().rev().take_while(|part| part.start == first.start).any(|part| known(&part))
                || self.is_barred_before(group, first.start)
            {
                continue;
            }
            out.extend(self.end(group, &group.elements[1..], *first));
        }
        out
    }

    fn is_barred_before(&self, group: &Group, start: usize) -> bool {
        group.not_before.iter().any(|bar| {
            let places = self.of(bar.class);
            let until = places.partition_point(|place| place.start < start);
            places[..until].iter().rev().take(LOOKED_BACK).any(|place| {
                place.end <= start
                    && self.stream.sentence(place.start) == self.stream.sentence(start)
                    && self.stream.distance(place.end, start) <= bar.reach
            })
        })
    }

    fn is_barred_behind(&self, group: &Group, end: usize) -> bool {
        let sentence = self.stream.sentence(end.saturating_sub(1));
        group.not_behind.iter().any(|bar| {
            let places = self.of(bar.class);
            let from = places.partition_point(|place| place.start < end);
            places.get(from).is_some_and(|place| {
                self.stream.sentence(place.start) == sentence
                    && self.stream.distance(end, place.start) <= bar.reach
            })
        })
    }
}

/// Whether an English word at `index` heads its clause, or follows an adverb.
fn is_verb(stream: &Stream<'_>, index: usize) -> bool {
    let Some(before) = index.checked_sub(1) else { return true };
    stream.tokens[index].joint >= Joint::Comma || stream.word(before).ends_with("ly")
}
