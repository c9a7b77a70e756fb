//! The names and texts that patterns ask for. One costs one look-up, however many patterns ask for it.

use crate::queries::lexicon::Lexicon;
use crate::queries::lexicons::Lexicons;
use crate::queries::pattern::{Condition, Pattern};
use rustc_hash::FxHashMap;

/// What of a node decides on a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Asked {
    /// A dotted name it has.
    #[default]
    Name,
    /// Its text.
    Text,
}

/// Who asks for a word.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asker {
    /// What must be the word.
    pub asked: Asked,
    /// The group.
    pub group: u32,
    /// Its pattern.
    pub pattern: u32,
    /// The capture whose name or text it must be.
    pub capture: usize,
}

/// All words asked for, with their askers.
#[derive(Debug, Default)]
pub(super) struct Names {
    ids: FxHashMap<Box<str>, u32>,
    /// Where each name's askers begin in `askers`, and the end of the last one's.
    starts: Vec<u32>,
    askers: Vec<Asker>,
}

impl Names {
    /// Who asks for a node whose name, or text, is `word`.
    pub fn askers_of(&self, asked: Asked, word: &str) -> impl Iterator<Item = &Asker> {
        let range = self
            .ids
            .get(word)
            .map_or(0..0, |&id| self.starts[id as usize] as usize..self.starts[id as usize + 1] as usize);
        self.askers[range].iter().filter(move |asker| asker.asked == asked)
    }
}

/// Gathers the words of patterns.
#[derive(Default)]
pub(super) struct Collector<'l> {
    ids: FxHashMap<Box<str>, u32>,
    /// The names of a list, which several patterns share.
    lists: FxHashMap<&'l str, Vec<u32>>,
    asked: Vec<(u32, Asker)>,
}

impl<'l> Collector<'l> {
    /// Adds the words by which a pattern of a group is decided on, names rather than texts. Returns
    /// the capture that must have or be one of them, if there is one.
    pub fn add(
        &mut self,
        group: u32,
        pattern: u32,
        of: &Pattern,
        lexicons: &'l Lexicons,
    ) -> Option<(Asked, usize)> {
        let asserted = || of.predicates.iter().filter(|predicate| !predicate.negated);
        let named = asserted().find_map(|predicate| match &predicate.test {
            Condition::Name(names) => {
                let names = names.iter().map(|name| self.id(name)).collect();
                Some((Asked::Name, predicate.capture, names))
            }
            Condition::Lexicon(list) => {
                Some((Asked::Name, predicate.capture, self.list(lexicons.of_names(list)?)))
            }
            _ => None,
        });
        let (asked, capture, words): (_, _, Vec<u32>) = match named {
            Some(named) => named,
            None => asserted().find_map(|predicate| match &predicate.test {
                Condition::EqText(text) => Some((Asked::Text, predicate.capture, vec![self.id(text)])),
                Condition::AnyOf(texts) => {
                    let texts = texts.iter().map(|text| self.id(text)).collect();
                    Some((Asked::Text, predicate.capture, texts))
                }
                _ => None,
            })?,
        };
        let asker = Asker { asked, group, pattern, capture };
        self.asked.extend(words.into_iter().map(|word| (word, asker)));
        Some((asked, capture))
    }

    fn id(&mut self, name: &str) -> u32 {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = self.ids.len() as u32;
        self.ids.insert(name.into(), id);
        id
    }

    fn list(&mut self, list: &'l Lexicon) -> Vec<u32> {
        if let Some(ids) = self.lists.get(list.name.as_str()) {
            return ids.clone();
        }
        let entries = list.sections.iter().flat_map(|section| &section.entries);
        let ids: Vec<u32> = entries.map(|name| self.id(name)).collect();
        self.lists.insert(&list.name, ids.clone());
        ids
    }

    /// Sorts the askers by name.
    pub fn finish(self) -> Names {
        let mut starts = vec![0u32; self.ids.len() + 1];
        for &(name, _) in &self.asked {
            starts[name as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut askers = vec![Asker::default(); self.asked.len()];
        for (name, asker) in self.asked {
            askers[next[name as usize] as usize] = asker;
            next[name as usize] += 1;
        }
        Names { ids: self.ids, starts, askers }
    }
}
