//! Shapes: which classes of words, near each other, mean what.
//!
//! ```text
//! <ignore> ... <earlier> ... <orders>
//! <take> & <secret> + <pass-on> -- <own-key>
//! ```
//!
//! Words and `<classes>` in a row follow each other, with up to three words between them where
//! there is `...`. `&` joins what stands near each other in one sentence, in any order; `+` what
//! stands within three sentences; `--` begins the classes of which none may stand in these
//! sentences. `!<class>` says that the next word is none of that class. A trailing `?` makes a
//! word or class optional. `<send:verb>` asks for a place where an English word is a verb: at the
//! head of a clause, or behind an adverb or one of the classes `verb-lead`, `routine` and `covert`. All words of a match are of
//! one language.

use super::tokens::{Joint, Stream};
use super::vocabulary::{Class, Hit, Tongue, Vocabulary, gap_ends};
use rustc_hash::{FxHashMap, FxHashSet};

/// Half words that what `&` joins may take, from its first word to its last.
const NEAR: u32 = 36;
/// Half words that what `+` joins may take.
const FAR: u32 = 110;
/// Ends of sentences that what `+` joins may cross.
const SENTENCES: u32 = 3;
/// Places of one part that are tried around a place of another.
const TRIED: usize = 8;
/// Matches of a shape in one stream that are told; a text made of nothing else says no more.
const MOST: usize = 200;

/// Words by class and the shapes over them.
#[derive(Debug, Default)]
pub struct Book {
    classes: FxHashMap<String, Class>,
    /// Classes with those of their verbs.
    verbs: Vec<(Class, Class)>,
    /// Classes with those that take them in as a whole.
    wider: FxHashMap<Class, Vec<Class>>,
    /// What a phrase of each class stands for.
    meanings: Vec<Meaning>,
    vocabulary: Vocabulary,
    shapes: Vec<Shape>,
}

/// What a phrase of a class stands for.
#[derive(Debug)]
struct Meaning {
    /// Its class and those that take it in, at any remove.
    classes: Vec<Class>,
    /// The classes for where it is a verb.
    verbs: Vec<Class>,
    /// Whether an English word behind it is one.
    leads: bool,
}

/// A shape with what it means.
#[derive(Debug)]
pub struct Shape {
    /// Number of the list it stands in.
    pub list: usize,
    /// What it means, for people.
    pub label: String,
    /// Groups that stand near each other, by what stands within some sentences.
    clusters: Vec<Vec<Group>>,
    without: Vec<Class>,
}

type Group = Vec<Element>;

#[derive(Debug)]
enum Element {
    Class { class: Class, optional: bool },
    Not(Class),
    Gap,
}

/// A shape found in a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Index of the shape.
    pub shape: usize,
    /// First word of each part and the one past its last, in order of their places.
    pub parts: Vec<(usize, usize)>,
}

impl Match {
    /// First word.
    pub fn start(&self) -> usize {
        self.parts.first().map_or(0, |part| part.0)
    }

    /// One past the last word.
    pub fn end(&self) -> usize {
        self.parts.iter().map(|part| part.1).max().unwrap_or(0)
    }
}

/// A list of a book: its sections' kinds, labels and entries.
pub type Sections<'s> = Vec<(&'s str, &'s str, &'s [String])>;

/// The classes behind whose words an English word is a verb.
const LEADS: [&str; 3] = ["verb-lead", "routine", "covert"];

/// The language whose words are verbs only in some places.
const ENGLISH: &str = "English";

/// An entry that can't be read, with the reason.
#[derive(Debug, PartialEq, Eq)]
pub struct BadEntry {
    /// Number of the list of shapes; `None` for that of words.
    pub list: Option<usize>,
    /// The entry as written.
    pub entry: String,
    /// What is wrong with it.
    pub message: String,
}

impl Book {
    /// Reads the classes of `words`, by the kinds of its sections, whose labels are languages
    /// (one that begins with `other` is none), and the shapes of `lists`. An entry `<name>` takes in
    /// that whole class. Classes named `built_in`
    /// get their places from elsewhere.
    pub fn read(words: &Sections<'_>, lists: &[Sections<'_>], built_in: &[&str]) -> (Book, Vec<BadEntry>) {
        let mut book = Book::default();
        let mut bad = Vec::new();
        let mut parts: Vec<(Class, &str)> = Vec::new();
        let mut tongues = vec!["", ENGLISH];
        for name in built_in {
            book.add_class(name);
        }
        let lengths = words.iter().flat_map(|(_, _, phrases)| phrases.iter()).map(String::len);
        book.vocabulary.reserve(lengths.sum());
        for (kind, label, phrases) in words {
            let class = book.add_class(kind);
            let label = if label.starts_with("other") { "" } else { label };
            let known = tongues.iter().position(|known| *known == label);
            let tongue = known.unwrap_or_else(|| {
                tongues.push(label);
                tongues.len() - 1
            }) as Tongue;
            for phrase in phrases.iter() {
                match named_class(phrase) {
                    Some(part) => parts.push((class, part)),
                    None => book.vocabulary.add(class, tongue, phrase),
                }
            }
        }
        for (class, part) in parts {
            match book.class(part) {
                Some(part) => book.wider.entry(part).or_default().push(class),
                None => {
                    let message = format!("no class `{part}`");
                    bad.push(BadEntry { list: None, entry: format!("<{part}>"), message });
                }
            }
        }
        for (list, sections) in lists.iter().enumerate() {
            for (_, label, shapes) in sections {
                for entry in shapes.iter() {
                    match book.shape(list, label, entry) {
                        Ok(shape) => book.shapes.push(shape),
                        Err(message) => {
                            bad.push(BadEntry { list: Some(list), entry: entry.clone(), message });
                        }
                    }
                }
            }
        }
        book.meanings = (0..book.classes.len() as Class).map(|class| book.meaning(class)).collect();
        (book, bad)
    }

    fn add_class(&mut self, name: &str) -> Class {
        let next = self.classes.len() as Class;
        *self.classes.entry(name.to_string()).or_insert(next)
    }

    fn shape(&mut self, list: usize, label: &str, entry: &str) -> Result<Shape, String> {
        let (body, without) = entry.split_once(" -- ").unwrap_or((entry, ""));
        let mut clusters = Vec::new();
        for cluster in body.split(" + ") {
            let groups: Result<Vec<Group>, String> =
                cluster.split(" & ").map(|group| self.group(group)).collect();
            clusters.push(groups?);
        }
        let without: Result<Vec<Class>, String> =
            without.split_whitespace().map(|token| self.class_of(token)).collect();
        Ok(Shape { list, label: label.into(), clusters, without: without? })
    }

    fn group(&mut self, group: &str) -> Result<Group, String> {
        let mut out = Vec::new();
        for token in group.split_whitespace() {
            let (token, optional) = match token.strip_suffix('?') {
                Some(token) if !token.is_empty() => (token, true),
                _ => (token, false),
            };
            out.push(match token.strip_prefix('!') {
                _ if token == "..." => Element::Gap,
                Some(token) => Element::Not(self.class_of(token)?),
                None => Element::Class { class: self.class_of(token)?, optional },
            });
        }
        match out.first() {
            Some(Element::Class { optional: false, .. }) => Ok(out),
            _ => Err("a part must begin with a word or class that is not optional".into()),
        }
    }

    /// The class that `token` names, or a class of its own for words.
    fn class_of(&mut self, token: &str) -> Result<Class, String> {
        match named_class(token) {
            Some(name) => {
                let base = name.strip_suffix(":verb").unwrap_or(name);
                let class = self.class(base).ok_or_else(|| format!("no class `{base}`"))?;
                if base == name {
                    return Ok(class);
                }
                let known = self.classes.len();
                let verb = self.add_class(name);
                if self.classes.len() > known {
                    self.verbs.push((class, verb));
                }
                Ok(verb)
            }
            None => {
                let known = self.classes.len();
                let class = self.add_class(&format!("={token}"));
                if self.classes.len() > known {
                    self.vocabulary.add(class, 0, token);
                }
                Ok(class)
            }
        }
    }

    /// The number of a class.
    pub fn class(&self, name: &str) -> Option<Class> {
        self.classes.get(name).copied()
    }

    /// The names of the classes, in order.
    pub fn class_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> =
            self.classes.keys().map(String::as_str).filter(|name| !name.contains(['=', ':'])).collect();
        names.sort_unstable();
        names
    }

    /// The words of all classes.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// A shape by its index.
    pub fn shape_of(&self, found: &Match) -> Option<&Shape> {
        self.shapes.get(found.shape)
    }

    fn meaning(&self, class: Class) -> Meaning {
        let mut classes = vec![class];
        let mut at = 0;
        while let Some(here) = classes.get(at) {
            for &wider in self.wider.get(here).into_iter().flatten() {
                if !classes.contains(&wider) {
                    classes.push(wider);
                }
            }
            at += 1;
        }
        let leads = LEADS.iter().filter_map(|name| self.class(name)).any(|lead| classes.contains(&lead));
        let verbs = self.verbs.iter().filter(|(known, _)| classes.contains(known)).map(|(_, verb)| *verb);
        Meaning { verbs: verbs.collect(), leads, classes }
    }

    /// All shapes in `stream`, where `further` gives the places of built-in classes.
    pub fn matches(&self, stream: &Stream<'_>, further: Vec<Hit>) -> Vec<Match> {
        let mut places = Places { stream, by_class: vec![Vec::new(); self.classes.len()] };
        let mut hits = self.vocabulary.hits(stream);
        hits.extend(further);
        hits.sort_unstable();
        let meaning = |hit: &Hit| &self.meanings[usize::from(hit.class)];
        let leads: FxHashSet<u32> = hits.iter().filter(|hit| meaning(hit).leads).map(|hit| hit.end).collect();
        for hit in hits {
            let part = Part { start: hit.start as usize, end: hit.end as usize, tongue: hit.tongue };
            let Meaning { classes, verbs, .. } = meaning(&hit);
            let is_one = hit.tongue != 1 || leads.contains(&hit.start) || is_verb(stream, part.start);
            for &class in classes.iter().chain(verbs.iter().filter(|_| is_one)) {
                places.by_class[usize::from(class)].push(part);
            }
        }
        let mut out = Vec::new();
        for (index, shape) in self.shapes.iter().enumerate() {
            if shape.may_be_in(&places) {
                shape.find(&places, index, &mut out);
            }
        }
        out
    }
}

/// The name of a class written `<name>`.
fn named_class(token: &str) -> Option<&str> {
    token.strip_prefix('<').and_then(|token| token.strip_suffix('>'))
}

/// A phrase in a stream: its first word, the one past its last, and its language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    start: usize,
    end: usize,
    tongue: Tongue,
}

/// The language of two parts together; `None` if they are of different ones.
fn common(a: Tongue, b: Tongue) -> Option<Tongue> {
    (a == 0 || b == 0 || a == b).then_some(a.max(b))
}

/// Whether an English word at `index` heads its clause, or follows an adverb.
fn is_verb(stream: &Stream<'_>, index: usize) -> bool {
    let Some(before) = index.checked_sub(1) else { return true };
    stream.tokens[index].joint >= Joint::Comma || stream.word(before).ends_with("ly")
}

/// Where the phrases of each class stand in a stream, in order.
struct Places<'s, 'd> {
    stream: &'s Stream<'d>,
    by_class: Vec<Vec<Part>>,
}

impl Places<'_, '_> {
    fn of(&self, class: Class) -> &[Part] {
        &self.by_class[usize::from(class)]
    }

    fn starting(&self, class: Class, at: usize) -> &[Part] {
        let places = self.of(class);
        let from = places.partition_point(|place| place.start < at);
        let count = places[from..].iter().take_while(|place| place.start == at).count();
        &places[from..from + count]
    }

    /// Where `elements` end if they begin at `from.end`; as deep as a shape has elements.
    fn end(&self, elements: &[Element], from: Part) -> Option<Part> {
        let Some((element, rest)) = elements.split_first() else { return Some(from) };
        let at = from.end;
        let next = self.stream.tokens.get(at);
        let crosses = at > from.start && next.is_some_and(|token| token.joint >= Joint::Sentence);
        match element {
            Element::Gap => gap_ends(self.stream, at).find_map(|end| self.end(rest, Part { end, ..from })),
            Element::Not(class) => {
                (crosses || self.starting(*class, at).is_empty()).then(|| self.end(rest, from)).flatten()
            }
            Element::Class { class, optional } => {
                let here = if crosses { &[][..] } else { self.starting(*class, at) };
                let found = here.iter().find_map(|part| {
                    let tongue = common(from.tongue, part.tongue)?;
                    self.end(rest, Part { end: part.end, tongue, ..from })
                });
                found.or_else(|| optional.then(|| self.end(rest, from)).flatten())
            }
        }
    }

    /// Where a group stands, once for each place and language.
    fn group(&self, group: &Group) -> Vec<Part> {
        let Some(Element::Class { class, .. }) = group.first() else { return Vec::new() };
        let mut out: Vec<Part> = Vec::new();
        for first in self.of(*class) {
            let known = |part: &&Part| part.tongue == first.tongue;
            if out.iter().rev().take_while(|part| part.start == first.start).any(|part| known(&part)) {
                continue;
            }
            out.extend(self.end(&group[1..], *first));
        }
        out
    }
}

impl Shape {
    fn may_be_in(&self, places: &Places<'_, '_>) -> bool {
        self.clusters.iter().flatten().flatten().all(|element| match element {
            Element::Class { class, optional: false } => !places.of(*class).is_empty(),
            _ => true,
        })
    }

    fn find(&self, places: &Places<'_, '_>, index: usize, out: &mut Vec<Match>) {
        let stream = places.stream;
        let near = |a: Part, b: Part| {
            let (from, to) = (a.start.min(b.start), a.end.max(b.end));
            stream.sentence(a.start) == stream.sentence(b.start) && stream.distance(from, to - 1) <= NEAR
        };
        let within = |a: Part, b: Part| {
            let (from, to) = (a.start.min(b.start), a.end.max(b.end));
            let crossed = stream.sentence(to - 1).saturating_sub(stream.sentence(from));
            crossed <= SENTENCES && stream.distance(from, to - 1) <= FAR
        };
        let mut clusters = Vec::new();
        for groups in &self.clusters {
            let single = |group: &Group| places.group(group).into_iter().map(|part| vec![part]).collect();
            let parts: Vec<Vec<Vec<Part>>> = groups.iter().map(single).collect();
            clusters.push(joined(&parts, near));
        }
        let mut sentence = None;
        let mut count = 0;
        for mut parts in joined(&clusters, within) {
            parts.sort_unstable();
            let here = Some(stream.sentence(parts[0].start));
            if sentence == here || count > MOST || self.is_barred(places, &parts) {
                continue;
            }
            sentence = here;
            count += 1;
            out.push(Match {
                shape: index,
                parts: parts.iter().map(|part| (part.start, part.end)).collect(),
            });
        }
    }

    /// Whether a class that must not be there stands in the sentences of `parts`; a word of the
    /// match itself does not bar it.
    fn is_barred(&self, places: &Places<'_, '_>, parts: &[Part]) -> bool {
        let is_own =
            |place: &Part| parts.iter().any(|part| part.start <= place.start && place.end <= part.end);
        self.without.iter().any(|class| {
            parts.iter().any(|part| {
                let range = places.stream.sentence_range(part.start);
                let known = places.of(*class);
                let from = known.partition_point(|place| place.start < range.start);
                known[from..].iter().take_while(|place| place.start < range.end).any(|place| !is_own(place))
            })
        })
    }
}

/// For each place of the first list, with the nearest place of each other list that `fits` it, is
/// of its language and overlaps nothing taken so far.
fn joined(lists: &[Vec<Vec<Part>>], fits: impl Fn(Part, Part) -> bool) -> Vec<Vec<Part>> {
    let Some((first, others)) = lists.split_first() else { return Vec::new() };
    let whole = |parts: &[Part]| Part {
        start: parts.iter().map(|part| part.start).min().unwrap_or(0),
        end: parts.iter().map(|part| part.end).max().unwrap_or(0),
        tongue: parts.iter().map(|part| part.tongue).max().unwrap_or(0),
    };
    let mut out = Vec::new();
    'first: for parts in first.iter().take(MOST * 5) {
        let mut taken = parts.clone();
        for list in others {
            let start = whole(parts).start;
            let middle = list.partition_point(|other| whole(other).start < start);
            let from = middle.saturating_sub(TRIED);
            let to = (middle + TRIED).min(list.len());
            let mut nearby: Vec<&Vec<Part>> = list[from..to].iter().collect();
            nearby.sort_by_key(|other| whole(other).start.abs_diff(start));
            let free = |other: &&&Vec<Part>| {
                let apart = |a: &Part, b: &Part| a.end <= b.start || b.end <= a.start;
                let (here, there) = (whole(&taken), whole(other));
                common(here.tongue, there.tongue).is_some()
                    && other.iter().all(|a| taken.iter().all(|b| apart(a, b)))
                    && fits(here, there)
            };
            match nearby.iter().find(free) {
                Some(other) => taken.extend(other.iter().copied()),
                None => continue 'first,
            }
        }
        out.push(taken);
    }
    out
}

#[cfg(test)]
mod tests;
