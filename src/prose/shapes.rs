//! Shapes: which classes of words, near each other, mean what.
//!
//! ```text
//! <ignore> ... <earlier> ... <orders>
//! <take> & <secret> + <pass-on> -- <own-key>
//! ```
//!
//! Words and `<classes>` in a row follow each other, with up to three words between them where
//! there is `...`, up to eight with `...8`. `&` joins what stands near each other in one sentence, in
//! any order, `&&` what may have words in common, too; `+` what stands within three sentences. `--`
//! begins the classes of which none may stand in these sentences; on a line of its own it is for all
//! shapes of the section. `!<class>` says that the next word is none of that class; before or behind
//! all others that what stands there is none, with a gap that none stands within it. A trailing `?`
//! makes a word or class optional, `<a>|<b>|word` is any of them. `<send:verb>` asks for a place where
//! an English word is a verb: at the head of a clause, or behind an adverb or one of the classes
//! `verb-lead`, `routine` and `covert`. All words of a match are of one language.
//!
//! A class may be made of others: an entry `<class>` takes in all of one, and an entry with classes
//! among its words, `no <consent> is? <needed>`, is a phrase wherever such words stand in a row. What
//! is made of itself is a mistake.

mod find;
mod places;
mod read;

use super::tokens::Stream;
use super::vocabulary::{Class, Hit, Tongue, Vocabulary};
use places::{Group, Part, Places};
use rustc_hash::FxHashMap;

/// Words by class and the shapes over them.
#[derive(Debug, Default)]
pub struct Book {
    classes: FxHashMap<String, Class>,
    vocabulary: Vocabulary,
    /// What follows from the places of other classes, none before what it follows from.
    derived: Vec<Derived>,
    /// The classes behind whose words an English word is a verb.
    leads: Vec<Class>,
    shapes: Vec<Shape>,
}

/// Places of the class `to` that follow from those of others.
#[derive(Debug)]
struct Derived {
    to: Class,
    from: Source,
}

#[derive(Debug)]
enum Source {
    /// All places of a class.
    All(Class),
    /// Those where an English word is a verb.
    Verbs(Class),
    /// Classes and words in a row, as an entry of a language.
    Row(Group, Tongue),
}

/// A shape with what it means.
#[derive(Debug)]
pub struct Shape {
    /// Number of the list it stands in.
    pub list: usize,
    /// What it means, for people.
    pub label: String,
    /// The entry that it was read from.
    pub entry: String,
    /// Groups that stand near each other, by what stands within some sentences.
    clusters: Vec<Vec<Group>>,
    without: Vec<Class>,
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
    /// (one that begins with `other` is none), and the shapes of `lists`. Classes named `built_in`
    /// get their places from elsewhere.
    pub fn read(words: &Sections<'_>, lists: &[Sections<'_>], built_in: &[&str]) -> (Book, Vec<BadEntry>) {
        read::book(words, lists, built_in)
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

    /// Where the words of each class stand.
    fn places<'s, 'd>(&self, stream: &'s Stream<'d>, further: Vec<Hit>) -> Places<'s, 'd> {
        let mut hits = self.vocabulary.hits(stream);
        hits.extend(further);
        hits.sort_unstable();
        let mut places = Places::new(stream, self.classes.len(), &hits);
        for Derived { to, from } in &self.derived {
            match from {
                Source::All(class) => places.add_all(*to, *class),
                Source::Verbs(class) => places.add_verbs(*to, *class, &self.leads),
                Source::Row(group, tongue) => places.add_rows(*to, group, *tongue),
            }
        }
        places
    }

    /// The classes whose words stand in `stream`, by name, each with its first word and the one past
    /// its last.
    pub fn classes_in(&self, stream: &Stream<'_>, further: Vec<Hit>) -> Vec<(&str, usize, usize)> {
        let places = self.places(stream, further);
        let named = self.class_names().into_iter().filter_map(|name| Some((name, self.class(name)?)));
        let mut out: Vec<(&str, usize, usize)> = named
            .flat_map(|(name, class)| places.of(class).iter().map(move |part| (name, part.start, part.end)))
            .collect();
        out.sort_by_key(|&(name, start, end)| (start, end, name));
        out
    }

    /// All shapes in `stream`, where `further` gives the places of built-in classes.
    pub fn matches(&self, stream: &Stream<'_>, further: Vec<Hit>) -> Vec<Match> {
        let places = self.places(stream, further);
        let mut out = Vec::new();
        for (index, shape) in self.shapes.iter().enumerate() {
            if shape.may_be_in(&places) {
                shape.find(&places, index, &mut out);
            }
        }
        out
    }
}

#[cfg(test)]
mod tests;
