//! The names that patterns ask for. A name costs one look-up, however many patterns ask for it.

use crate::queries::lexicon::{Lexicon, Mode};
use crate::queries::lexicons::Lexicons;
use crate::queries::pattern::{Condition, Pattern};
use rustc_hash::FxHashMap;

/// Who asks for a name.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asker {
    /// The group.
    pub group: u32,
    /// Its pattern.
    pub pattern: u32,
    /// The capture that must have the name.
    pub capture: usize,
}

/// All names asked for, with their askers.
#[derive(Debug, Default)]
pub(super) struct Names {
    ids: FxHashMap<Box<str>, u32>,
    /// Where each name's askers begin in `askers`, and the end of the last one's.
    starts: Vec<u32>,
    askers: Vec<Asker>,
}

impl Names {
    /// Who asks for `name`.
    pub fn askers(&self, name: &str) -> &[Asker] {
        let Some(&id) = self.ids.get(name) else { return &[] };
        &self.askers[self.starts[id as usize] as usize..self.starts[id as usize + 1] as usize]
    }
}

/// Gathers the names of patterns.
#[derive(Default)]
pub(super) struct Collector<'l> {
    ids: FxHashMap<Box<str>, u32>,
    /// The names of a list, which several patterns share.
    lists: FxHashMap<&'l str, Vec<u32>>,
    asked: Vec<(u32, Asker)>,
}

impl<'l> Collector<'l> {
    /// Adds the names by which a pattern of a group is decided on. Returns the capture that must
    /// have one of them, if there is one.
    pub fn add(&mut self, group: u32, pattern: u32, of: &Pattern, lexicons: &'l Lexicons) -> Option<usize> {
        let (capture, names) = of.predicates.iter().filter(|predicate| !predicate.negated).find_map(
            |predicate| match &predicate.test {
                Condition::Name(names) => {
                    Some((predicate.capture, names.iter().map(|name| self.id(name)).collect()))
                }
                Condition::Lexicon(list) => Some((predicate.capture, self.list(lexicons.get(list)?)?)),
                _ => None,
            },
        )?;
        self.asked.extend(names.into_iter().map(|name| (name, Asker { group, pattern, capture })));
        Some(capture)
    }

    fn id(&mut self, name: &str) -> u32 {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = self.ids.len() as u32;
        self.ids.insert(name.into(), id);
        id
    }

    fn list(&mut self, list: &'l Lexicon) -> Option<Vec<u32>> {
        if list.mode != Mode::Names {
            return None;
        }
        if let Some(ids) = self.lists.get(list.name.as_str()) {
            return Some(ids.clone());
        }
        let entries = list.sections.iter().flat_map(|section| &section.entries);
        let ids: Vec<u32> = entries.map(|name| self.id(name)).collect();
        self.lists.insert(&list.name, ids.clone());
        Some(ids)
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
