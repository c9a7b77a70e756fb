//! All lists of a set of query files.

use super::QueryFile;
use super::lexicon::{Lexicon, Mode, mode_of};
use super::shapes::Shapes;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// The lists by name. Each is read where it is first asked for: a small pack asks for few.
#[derive(Debug, Default)]
pub struct Lexicons(FxHashMap<String, List>);

#[derive(Debug, Default)]
struct List {
    /// The texts of its files; those behind the first extend it.
    texts: Vec<Cow<'static, str>>,
    read: OnceLock<Arc<Lexicon>>,
    /// Its entries as shapes, of a list that matches shapes.
    shapes: OnceLock<Option<Shapes>>,
}

impl Lexicons {
    /// The lists among `files`.
    pub fn of_files(files: &[QueryFile]) -> Self {
        let mut lists: FxHashMap<String, List> = FxHashMap::default();
        for file in files {
            let Some(name) = file.lexicon() else { continue };
            lists.entry(name.into()).or_default().texts.push(file.text.clone());
        }
        Lexicons(lists)
    }

    /// A list by its name.
    pub fn get(&self, name: &str) -> Option<&Lexicon> {
        self.shared(name).map(|list| &**list)
    }

    /// A list by its name, to keep.
    pub fn shared(&self, name: &str) -> Option<&Arc<Lexicon>> {
        let list = self.0.get(name)?;
        Some(list.read.get_or_init(|| Arc::new(list.read(name))))
    }

    /// A list of names by its name; one of another kind is not read.
    pub fn of_names(&self, name: &str) -> Option<&Lexicon> {
        let says_names = |text: &str| text.lines().find_map(mode_of) == Some(Mode::Names);
        let may_be = self.0.get(name)?.texts.first().is_some_and(|text| says_names(text));
        may_be.then(|| self.get(name)).flatten().filter(|list| list.mode == Mode::Names)
    }

    /// A list of shapes by its name, ready to be looked for; `None` if it is of another kind.
    pub fn shapes(&self, name: &str) -> Option<&Shapes> {
        let list = self.get(name)?;
        let ready = || (list.mode == Mode::Shapes).then(|| Shapes::new(list));
        self.0.get(name)?.shapes.get_or_init(ready).as_ref()
    }

    /// The names of all lists, sorted.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.0.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// All lists, by name.
    pub fn values(&self) -> impl Iterator<Item = &Lexicon> {
        self.names().into_iter().filter_map(|name| self.get(name))
    }
}

impl List {
    fn read(&self, name: &str) -> Lexicon {
        let mut parts = self.texts.iter().map(|text| Lexicon::read(name, text).0);
        let mut list = parts.next().unwrap_or_else(|| Lexicon::read(name, "").0);
        parts.for_each(|part| list.extend(part));
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_other_kinds_are_not_read_for_their_names() {
        let file = |name: &str, text: &'static str| {
            QueryFile::new(format!("lexicon/{name}.txt"), String::new(), text)
        };
        let files = [
            file("names", "; Of calls.\n; match: names\n\na.b\n"),
            file("paths", "; match: paths\n[ssh] key\n.ssh/\n"),
        ];
        let lists = Lexicons::of_files(&files);
        assert!(lists.of_names("names").is_some_and(|list| list.find("a.b").is_some()));
        assert!(lists.of_names("paths").is_none() && lists.0["paths"].read.get().is_none());
        assert!(lists.get("paths").is_some() && lists.of_names("nothing").is_none());
    }
}
