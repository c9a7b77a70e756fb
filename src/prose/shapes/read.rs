//! Reading classes and shapes.

use super::super::vocabulary::{Class, Tongue, gap_of};
use super::places::{Bar, Element, Group};
use super::{BadEntry, Book, Derived, Sections, Shape, Source};
use rustc_hash::FxHashSet;

/// The classes behind whose words an English word is a verb.
const LEADS: [&str; 3] = ["verb-lead", "routine", "covert"];

/// The language whose words are verbs only in some places, and its number.
const ENGLISH: &str = "English";
pub(super) const ENGLISH_TONGUE: Tongue = 1;

/// What ends the name of a class where it is a verb.
const VERB: &str = ":verb";

/// What begins a line of classes that bar all shapes of a section.
const BARS: &str = "-- ";

const HEADLESS: &str = "a part must begin with a word or class that is not optional";
const OPEN: &str = "a gap must lead from a word or class to another, or to a `!<class>`";

/// A book while it is read.
#[derive(Default)]
struct Reader<'s> {
    book: Book,
    bad: Vec<BadEntry>,
    /// What follows from other classes, with the entry that says so.
    derived: Vec<(Derived, Option<&'s str>)>,
}

/// See [`Book::read`].
pub(super) fn book(words: &Sections<'_>, lists: &[Sections<'_>], built_in: &[&str]) -> (Book, Vec<BadEntry>) {
    let mut reader = Reader::default();
    for name in built_in {
        reader.add_class(name);
    }
    reader.words(words);
    for (list, sections) in lists.iter().enumerate() {
        reader.shapes(list, sections);
    }
    reader.book.leads = LEADS.iter().filter_map(|name| reader.book.class(name)).collect();
    reader.order();
    (reader.book, reader.bad)
}

impl<'s> Reader<'s> {
    fn words(&mut self, words: &Sections<'s>) {
        let mut composed: Vec<(Class, Tongue, &'s str)> = Vec::new();
        let mut tongues = vec!["", ENGLISH];
        let lengths = words.iter().flat_map(|(_, _, phrases)| phrases.iter()).map(String::len);
        self.book.vocabulary.reserve(lengths.sum());
        for (kind, label, phrases) in words {
            let class = self.add_class(kind);
            let label = if label.starts_with("other") { "" } else { label };
            let known = tongues.iter().position(|known| *known == label);
            let tongue = known.unwrap_or_else(|| {
                tongues.push(label);
                tongues.len() - 1
            }) as Tongue;
            for phrase in phrases.iter() {
                match phrase.contains('<') {
                    true => composed.push((class, tongue, phrase)),
                    false => self.book.vocabulary.add(class, tongue, phrase),
                }
            }
        }
        // Only now all classes are known.
        for (to, tongue, entry) in composed {
            match self.source(tongue, entry) {
                Ok(from) => self.derived.push((Derived { to, from }, Some(entry))),
                Err(message) => self.bad.push(BadEntry { list: None, entry: entry.into(), message }),
            }
        }
    }

    fn source(&mut self, tongue: Tongue, entry: &str) -> Result<Source, String> {
        let is_one = !entry.contains(char::is_whitespace) && !entry.starts_with('!');
        match is_one {
            true => Ok(Source::All(self.class_of(entry)?)),
            false => Ok(Source::Row(self.group(entry, false)?, tongue)),
        }
    }

    fn shapes(&mut self, list: usize, sections: &Sections<'s>) {
        for (_, label, entries) in sections {
            let (bars, shapes): (Vec<&String>, Vec<&String>) =
                entries.iter().partition(|entry| entry.starts_with(BARS));
            let bad = |entry: &str, message| BadEntry { list: Some(list), entry: entry.into(), message };
            let mut always = Vec::new();
            for entry in bars {
                match self.classes_of(&entry[BARS.len()..]) {
                    Ok(classes) => always.extend(classes),
                    Err(message) => self.bad.push(bad(entry, message)),
                }
            }
            for entry in shapes {
                match self.shape(list, label, entry, &always) {
                    Ok(shape) => self.book.shapes.push(shape),
                    Err(message) => self.bad.push(bad(entry, message)),
                }
            }
        }
    }

    fn shape(&mut self, list: usize, label: &str, entry: &str, always: &[Class]) -> Result<Shape, String> {
        let (body, without) = entry.split_once(" -- ").unwrap_or((entry, ""));
        let mut clusters = Vec::new();
        for cluster in body.split(" + ") {
            let mut groups = Vec::new();
            for part in cluster.split(" & ") {
                for (index, part) in part.split(" && ").enumerate() {
                    groups.push(self.group(part, index > 0)?);
                }
            }
            clusters.push(groups);
        }
        let mut without = self.classes_of(without)?;
        without.extend(always);
        Ok(Shape { list, label: label.into(), entry: entry.into(), clusters, without })
    }

    fn classes_of(&mut self, tokens: &str) -> Result<Vec<Class>, String> {
        tokens.split_whitespace().map(|token| self.class_of(token)).collect()
    }

    fn group(&mut self, text: &str, shares: bool) -> Result<Group, String> {
        let mut elements = Vec::new();
        for token in text.split_whitespace() {
            let (token, optional) = match token.strip_suffix('?') {
                Some(token) if !token.is_empty() => (token, true),
                _ => (token, false),
            };
            elements.push(match (gap_of(token), token.strip_prefix('!')) {
                (Some(length), _) => Element::Gap(length),
                (None, Some(token)) => Element::Not(self.class_of(token)?),
                (None, None) => Element::Class { class: self.class_of(token)?, optional },
            });
        }
        let is_class = |element: &Element| matches!(element, Element::Class { .. });
        let from = elements.iter().position(is_class).ok_or(HEADLESS)?;
        let until = elements.iter().rposition(is_class).map_or(from, |last| last + 1);
        let not_behind = bars(elements.drain(until..));
        let not_before = bars(elements.drain(..from).rev());
        let (not_before, not_behind) = not_before.zip(not_behind).ok_or(OPEN)?;
        match elements.first() {
            Some(Element::Class { optional: false, .. }) => {
                Ok(Group { elements, not_before, not_behind, shares })
            }
            _ => Err(HEADLESS.into()),
        }
    }

    fn add_class(&mut self, name: &str) -> Class {
        let next = self.book.classes.len() as Class;
        *self.book.classes.entry(name.to_string()).or_insert(next)
    }

    /// The class that `token` names: `<class>`, `<class:verb>`, a class of its own for words, or
    /// for several of these.
    fn class_of(&mut self, token: &str) -> Result<Class, String> {
        if let Some(name) = named_class(token) {
            let Some(base) = name.strip_suffix(VERB) else {
                return self.book.class(name).ok_or_else(|| format!("no class `{name}`"));
            };
            let class = self.book.class(base).ok_or_else(|| format!("no class `{base}`"))?;
            if let Some(known) = self.book.class(name) {
                return Ok(known);
            }
            let to = self.add_class(name);
            self.derived.push((Derived { to, from: Source::Verbs(class) }, None));
            return Ok(to);
        }
        let name = format!("={token}");
        if let Some(known) = self.book.class(&name) {
            return Ok(known);
        }
        let (classes, words): (Vec<&str>, Vec<&str>) =
            token.split('|').partition(|part| part.starts_with('<'));
        if let Some(open) = classes.iter().find(|part| named_class(part).is_none()) {
            return Err(format!("`{open}` is no class: it is never closed"));
        }
        let classes: Result<Vec<Class>, String> =
            classes.into_iter().map(|part| self.class_of(part)).collect();
        let to = self.add_class(&name);
        self.derived
            .extend(classes?.into_iter().map(|class| (Derived { to, from: Source::All(class) }, None)));
        if !words.is_empty() {
            self.book.vocabulary.add(to, 0, &words.join("|"));
        }
        Ok(to)
    }

    /// Puts what follows from other classes behind these, and tells what can't be: entries by which
    /// a class is made of itself.
    fn order(&mut self) {
        let mut waiting = std::mem::take(&mut self.derived);
        // How much of each class is still to come.
        let mut open = vec![0_u32; self.book.classes.len()];
        waiting.iter().for_each(|(derived, _)| open[usize::from(derived.to)] += 1);
        loop {
            let known = waiting.len();
            let mut later = Vec::new();
            for (derived, entry) in waiting {
                let is_ready = self.book.uses(&derived).all(|class| open[usize::from(class)] == 0);
                match is_ready {
                    true => {
                        open[usize::from(derived.to)] -= 1;
                        self.book.derived.push(derived);
                    }
                    false => later.push((derived, entry)),
                }
            }
            waiting = later;
            if waiting.len() == known {
                break;
            }
        }
        self.circles(waiting);
    }

    /// Tells entries that wait for each other.
    fn circles(&mut self, mut waiting: Vec<(Derived, Option<&'s str>)>) {
        loop {
            let asked: FxHashSet<Class> =
                waiting.iter().flat_map(|(derived, _)| self.book.uses(derived)).collect();
            let known = waiting.len();
            // What nothing waits for only stands behind a circle.
            waiting.retain(|(derived, _)| asked.contains(&derived.to));
            if waiting.len() == known {
                break;
            }
        }
        for entry in waiting.into_iter().filter_map(|(_, entry)| entry) {
            let message = "makes its class a part of itself".into();
            self.bad.push(BadEntry { list: None, entry: entry.into(), message });
        }
    }
}

impl Book {
    /// The classes that must be known before `derived`.
    fn uses(&self, derived: &Derived) -> impl Iterator<Item = Class> {
        let (class, group, leads) = match &derived.from {
            Source::All(class) => (Some(*class), None, &[][..]),
            Source::Verbs(class) => (Some(*class), None, &self.leads[..]),
            Source::Row(group, _) => (None, Some(group), &[][..]),
        };
        class.into_iter().chain(group.into_iter().flat_map(Group::classes)).chain(leads.iter().copied())
    }
}

/// The bars among what stands before or behind all classes of a part, from these on; `None` if a gap
/// leads to nothing.
fn bars(elements: impl Iterator<Item = Element>) -> Option<Vec<Bar>> {
    let mut out = Vec::new();
    let (mut reach, mut is_open) = (0, false);
    for element in elements {
        match element {
            Element::Gap(length) => (reach, is_open) = (reach + length, true),
            Element::Not(class) => {
                out.push(Bar { class, reach });
                is_open = false;
            }
            Element::Class { .. } => {}
        }
    }
    (!is_open).then_some(out)
}

/// The name of a class written `<name>`.
fn named_class(token: &str) -> Option<&str> {
    token.strip_prefix('<').and_then(|token| token.strip_suffix('>')).filter(|name| !name.contains('|'))
}
