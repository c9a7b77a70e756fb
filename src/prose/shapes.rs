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
//! word or class optional.

use super::tokens::{Joint, Stream};
use super::vocabulary::{Class, Hit, Vocabulary, gap_ends};
use rustc_hash::FxHashMap;

/// Half words that what `&` joins may take, from its first word to its last.
const NEAR: u32 = 36;
/// Half words that what `+` joins may take.
const FAR: u32 = 140;
/// Ends of sentences that what `+` joins may cross.
const SENTENCES: u32 = 4;
/// Places of one part that are tried around a place of another.
const TRIED: usize = 8;
/// Matches of a shape in one stream that are told; a text made of nothing else says no more.
const MOST: usize = 200;

/// Words by class and the shapes over them.
#[derive(Debug, Default)]
pub struct Book {
    classes: FxHashMap<String, Class>,
    vocabulary: Vocabulary,
    shapes: Vec<Shape>,
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

/// A list of a book: its sections' labels and entries.
pub type Sections<'s> = Vec<(&'s str, &'s [String])>;

/// An entry that can't be read, with the reason.
#[derive(Debug, PartialEq, Eq)]
pub struct BadEntry {
    /// Number of the list.
    pub list: usize,
    /// The entry as written.
    pub entry: String,
    /// What is wrong with it.
    pub message: String,
}

impl Book {
    /// Reads the classes of `words`, by the kinds of its sections, and the shapes of `lists`.
    /// Classes named `built_in` get their places from elsewhere.
    pub fn read(words: &Sections<'_>, lists: &[Sections<'_>], built_in: &[&str]) -> (Book, Vec<BadEntry>) {
        let mut book = Book::default();
        let mut bad = Vec::new();
        let mut entries: Vec<(Class, String)> = Vec::new();
        for name in built_in {
            book.add_class(name);
        }
        for (kind, phrases) in words {
            let class = book.add_class(kind);
            entries.extend(phrases.iter().map(|phrase| (class, phrase.clone())));
        }
        for (list, sections) in lists.iter().enumerate() {
            for (label, shapes) in sections {
                for entry in shapes.iter() {
                    match book.shape(list, label, entry, &mut entries) {
                        Ok(shape) => book.shapes.push(shape),
                        Err(message) => bad.push(BadEntry { list, entry: entry.clone(), message }),
                    }
                }
            }
        }
        book.vocabulary = Vocabulary::new(entries.iter().map(|(class, entry)| (*class, entry.as_str())));
        (book, bad)
    }

    fn add_class(&mut self, name: &str) -> Class {
        let next = self.classes.len() as Class;
        *self.classes.entry(name.to_string()).or_insert(next)
    }

    fn shape(
        &mut self,
        list: usize,
        label: &str,
        entry: &str,
        words: &mut Vec<(Class, String)>,
    ) -> Result<Shape, String> {
        let (body, without) = entry.split_once(" -- ").unwrap_or((entry, ""));
        let mut clusters = Vec::new();
        for cluster in body.split(" + ") {
            let groups: Result<Vec<Group>, String> =
                cluster.split(" & ").map(|group| self.group(group, words)).collect();
            clusters.push(groups?);
        }
        let without: Result<Vec<Class>, String> =
            without.split_whitespace().map(|token| self.class_of(token, words)).collect();
        Ok(Shape { list, label: label.into(), clusters, without: without? })
    }

    fn group(&mut self, group: &str, words: &mut Vec<(Class, String)>) -> Result<Group, String> {
        let mut out = Vec::new();
        for token in group.split_whitespace() {
            let (token, optional) = match token.strip_suffix('?') {
                Some(token) if !token.is_empty() => (token, true),
                _ => (token, false),
            };
            out.push(match token.strip_prefix('!') {
                _ if token == "..." => Element::Gap,
                Some(token) => Element::Not(self.class_of(token, words)?),
                None => Element::Class { class: self.class_of(token, words)?, optional },
            });
        }
        match out.first() {
            Some(Element::Class { optional: false, .. }) => Ok(out),
            _ => Err("a part must begin with a word or class that is not optional".into()),
        }
    }

    /// The class that `token` names, or a class of its own for words.
    fn class_of(&mut self, token: &str, words: &mut Vec<(Class, String)>) -> Result<Class, String> {
        match token.strip_prefix('<').and_then(|token| token.strip_suffix('>')) {
            Some(name) => self.class(name).ok_or_else(|| format!("no class `{name}`")),
            None => {
                let known = self.classes.len();
                let class = self.add_class(&format!("={token}"));
                if self.classes.len() > known {
                    words.push((class, token.to_string()));
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
            self.classes.keys().map(String::as_str).filter(|name| !name.starts_with('=')).collect();
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

    /// All shapes in `stream`, where `further` gives the places of built-in classes.
    pub fn matches(&self, stream: &Stream<'_>, further: Vec<Hit>) -> Vec<Match> {
        let mut places = Places { stream, by_class: vec![Vec::new(); self.classes.len()] };
        let mut hits = self.vocabulary.hits(stream);
        hits.extend(further);
        hits.sort_unstable();
        for hit in hits {
            places.by_class[usize::from(hit.class)].push((hit.start as usize, hit.end as usize));
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

/// Where the phrases of each class stand in a stream, in order.
struct Places<'s, 'd> {
    stream: &'s Stream<'d>,
    by_class: Vec<Vec<(usize, usize)>>,
}

impl Places<'_, '_> {
    fn of(&self, class: Class) -> &[(usize, usize)] {
        &self.by_class[usize::from(class)]
    }

    fn starting(&self, class: Class, at: usize) -> &[(usize, usize)] {
        let places = self.of(class);
        let from = places.partition_point(|place| place.0 < at);
        let count = places[from..].iter().take_while(|place| place.0 == at).count();
        &places[from..from + count]
    }

    /// Where `elements` end if they begin at `at`; as deep as a shape has elements.
    fn end(&self, elements: &[Element], start: usize, at: usize) -> Option<usize> {
        let Some((element, rest)) = elements.split_first() else { return Some(at) };
        let crosses = at > start && self.stream.tokens.get(at).is_some_and(|token| token.joint >= Joint::Sentence);
        match element {
            Element::Gap => gap_ends(self.stream, at).find_map(|at| self.end(rest, start, at)),
            Element::Not(class) => {
                (crosses || self.starting(*class, at).is_empty()).then(|| self.end(rest, start, at)).flatten()
            }
            Element::Class { class, optional } => {
                let here = if crosses { &[][..] } else { self.starting(*class, at) };
                let found = here.iter().find_map(|&(_, end)| self.end(rest, start, end));
                found.or_else(|| optional.then(|| self.end(rest, start, at)).flatten())
            }
        }
    }

    fn group(&self, group: &Group) -> Vec<(usize, usize)> {
        let Some(Element::Class { class, .. }) = group.first() else { return Vec::new() };
        let mut out: Vec<(usize, usize)> = Vec::new();
        for &(start, _) in self.of(*class) {
            if out.last().is_some_and(|last| last.0 == start) {
                continue;
            }
            out.extend(self.end(group, start, start).map(|end| (start, end)));
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
        let near = |a: (usize, usize), b: (usize, usize)| {
            let (from, to) = (a.0.min(b.0), a.1.max(b.1));
            stream.sentence(a.0) == stream.sentence(b.0) && stream.distance(from, to - 1) <= NEAR
        };
        let within = |a: (usize, usize), b: (usize, usize)| {
            let (from, to) = (a.0.min(b.0), a.1.max(b.1));
            let crossed = stream.sentence(to - 1).saturating_sub(stream.sentence(from));
            crossed <= SENTENCES && stream.distance(from, to - 1) <= FAR
        };
        let mut clusters = Vec::new();
        for groups in &self.clusters {
            let places: Vec<Vec<(usize, usize)>> = groups.iter().map(|group| places.group(group)).collect();
            let single = |places: &Vec<(usize, usize)>| places.iter().map(|&place| vec![place]).collect();
            let parts: Vec<Vec<Vec<(usize, usize)>>> = places.iter().map(single).collect();
            clusters.push(joined(&parts, near));
        }
        let mut sentence = None;
        for mut parts in joined(&clusters, within) {
            parts.sort_unstable();
            let here = Some(stream.sentence(parts[0].0));
            if sentence == here || out.len() > MOST * 10 {
                continue;
            }
            if !self.is_barred(places, &parts) {
                sentence = here;
                out.push(Match { shape: index, parts });
            }
        }
    }

    /// Whether a class that must not be there stands in the sentences of `parts`.
    fn is_barred(&self, places: &Places<'_, '_>, parts: &[(usize, usize)]) -> bool {
        self.without.iter().any(|class| {
            parts.iter().any(|part| {
                let range = places.stream.sentence_range(part.0);
                let known = places.of(*class);
                let from = known.partition_point(|place| place.0 < range.start);
                known[from..].iter().take_while(|place| place.0 < range.end).any(|place| {
                    // A word of the match itself does not bar it.
                    !parts.iter().any(|part| part.0 <= place.0 && place.1 <= part.1)
                })
            })
        })
    }
}

/// For each place of the first list, with the nearest place of each other list that `fits` it and
/// overlaps nothing taken so far.
fn joined(
    lists: &[Vec<Vec<(usize, usize)>>],
    fits: impl Fn((usize, usize), (usize, usize)) -> bool,
) -> Vec<Vec<(usize, usize)>> {
    let Some((first, others)) = lists.split_first() else { return Vec::new() };
    let whole = |parts: &[(usize, usize)]| {
        let start = parts.iter().map(|part| part.0).min().unwrap_or(0);
        (start, parts.iter().map(|part| part.1).max().unwrap_or(0))
    };
    let mut out = Vec::new();
    'first: for parts in first.iter().take(MOST * 5) {
        let mut taken = parts.clone();
        for list in others {
            let (start, _) = whole(parts);
            let middle = list.partition_point(|other| whole(other).0 < start);
            let from = middle.saturating_sub(TRIED);
            let to = (middle + TRIED).min(list.len());
            let mut nearby: Vec<&Vec<(usize, usize)>> = list[from..to].iter().collect();
            nearby.sort_by_key(|other| whole(other).0.abs_diff(start));
            let free = |other: &&&Vec<(usize, usize)>| {
                let apart = |a: &(usize, usize), b: &(usize, usize)| a.1 <= b.0 || b.1 <= a.0;
                other.iter().all(|a| taken.iter().all(|b| apart(a, b))) && fits(whole(&taken), whole(other))
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
mod tests {
    use super::super::Folded;
    use super::*;

    fn found(shape: &str, text: &str) -> bool {
        let list = |entries: &[&str]| -> Vec<String> { entries.iter().map(|entry| entry.to_string()).collect() };
        let (take, secret, send) = (list(&["read", "open"]), list(&["api? key*"]), list(&["send"]));
        let words: Sections<'_> = vec![("take", &take), ("secret", &secret), ("send", &send)];
        let shapes = list(&[shape]);
        let (book, bad) = Book::read(&words, &[vec![("x", &shapes)]], &[]);
        assert!(bad.is_empty(), "{bad:?}");
        let folded = Folded::of(text);
        let mut stream = Stream::default();
        stream.push(&folded, book.vocabulary());
        !book.matches(&stream, Vec::new()).is_empty()
    }

    #[test]
    fn shapes_join_classes() {
        for (shape, text, fits) in [
            ("<take> ... <secret>", "Read all of the keys", true),
            ("<take> <secret>", "Read the keys", false),
            ("<take> & <secret>", "The keys you read", true),
            ("<take> & <secret>", "Read. The keys", false),
            ("<take> + <secret>", "Read. The keys", true),
            ("<take> ... <secret> + <send>", "Read the key. Then wait. Send it.", true),
            ("<take> ... <secret> + <send> -- never", "Never read the key. Then wait. Send it.", false),
            ("<take> !public ... <secret>", "Read public keys", false),
            ("<take> the? <secret>", "open keys", true),
        ] {
            assert_eq!(found(shape, text), fits, "{shape} in {text}");
        }
    }

    #[test]
    fn mistakes_are_told() {
        let entries: Vec<String> = vec!["<no-such> x".into(), "... x".into()];
        let (_, bad) = Book::read(&Vec::new(), &[vec![("x", &entries)]], &[]);
        assert_eq!(bad.len(), 2);
        assert_eq!(bad[0].message, "no class `no-such`");
    }
}
