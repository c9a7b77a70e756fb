//! Vetting: a pack through all stages, to findings.

use crate::docs::Documents;
use crate::facts::Unit;
use crate::findings::combine::{Case, Policy, combine, combine_instructions, references, runs};
use crate::findings::references::Reference;
use crate::findings::split::{self, Halves};
use crate::findings::{
    Finding, concealment, foreign, hygiene, references as reference_check, secrets, structure, told,
};
use crate::language::Language;
use crate::pack::{File, Gap, GapKind, Kind, Limits, Pack};
use crate::queries::QuerySet;
use crate::verdict::Vetted;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What one file's code gave.
#[derive(Default)]
struct FileResult {
    findings: Vec<Finding>,
    references: Vec<Reference>,
    /// The files it runs, by the paths it spells, and in which language.
    runs: Vec<(String, Language)>,
    halves: Option<Halves>,
    gap: Option<Gap>,
}

/// Why a file was not analysed, if skill-vet is at fault.
pub const BUG: &str = "skill-vet met a bug of its own in it";

/// How often what was found makes further files be read: a script that runs a file that runs
/// another.
const MAX_ROUNDS: usize = 4;

/// Paths of files that were not read and should be.
struct Unread {
    /// They stand in folders that the walk leaves out.
    unwalked: BTreeSet<String>,
    /// They are run.
    run: BTreeSet<String>,
}

/// What all files are judged with.
struct Vetting<'v> {
    pack: &'v Pack,
    docs: Documents,
    queries: &'v QuerySet,
    policy: Policy,
    /// What could not be read of the pack as a whole.
    gaps: Vec<Gap>,
}

/// Vets a pack. Pure: the same pack, queries and policy always give the same, whatever the number
/// of threads.
pub fn vet(pack: &Pack, queries: &QuerySet, policy: Policy) -> Vetted {
    Vetting::new(pack, queries, policy).run().0
}

/// Vets a pack, and reads what it names in the folders that the walk leaves out, and what it runs
/// though its name is that of a picture or an archive: no pack hides behind these exceptions.
pub fn vet_whole(pack: &mut Pack, limits: &Limits, queries: &QuerySet, policy: Policy) -> Vetted {
    for _ in 0..MAX_ROUNDS {
        let (vetted, unread) = Vetting::new(pack, queries, policy).run();
        let known = pack.files.len();
        for path in unread.unwalked {
            pack.admit(&path, limits);
        }
        let read = unread.run.iter().filter(|path| pack.read_as_script(path, limits)).count();
        if pack.files.len() == known && read == 0 {
            return vetted;
        }
    }
    vet(pack, queries, policy)
}

/// What `work` gives. A bug that it meets is a gap of `path`: it must not hide what stands elsewhere.
fn guarded<T: Default>(path: &str, gaps: &mut Vec<Gap>, work: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        gaps.push(Gap { path: path.into(), kind: GapKind::Unanalyzed, why: BUG.into() });
        T::default()
    })
}

impl<'v> Vetting<'v> {
    fn new(pack: &'v Pack, queries: &'v QuerySet, policy: Policy) -> Self {
        let mut gaps = Vec::new();
        let docs = guarded(".", &mut gaps, || Documents::read(pack));
        Vetting { pack, docs, queries, policy, gaps }
    }

    /// All findings, and what should be read yet.
    fn run(&self) -> (Vetted, Unread) {
        let mut results: Vec<FileResult> =
            self.pack.files.par_iter().map(|file| self.file(file, file.language)).collect();
        self.read_what_runs(&mut results);
        let run = self.run_by_others(&results);
        let docs = &self.docs;
        let mut vetted = Vetted {
            skill_name: docs.name().map(String::from),
            skill_file: docs.skill.as_ref().map(|skill| skill.path.clone()),
            findings: Vec::new(),
            gaps: self.gaps.clone(),
        };
        let gaps = &mut vetted.gaps;
        vetted.findings = guarded(".", gaps, || structure::check(self.pack, docs));
        let mut named = guarded(".", gaps, || reference_check::from_skill(self.pack, docs));
        let mut halves = Vec::new();
        for result in results {
            vetted.findings.extend(result.findings);
            named.extend(result.references);
            halves.extend(result.halves);
            vetted.gaps.extend(result.gap);
        }
        let gaps = &mut vetted.gaps;
        vetted.findings.extend(guarded(".", gaps, || split::check(&halves)));
        vetted.findings.extend(guarded(".", gaps, || reference_check::check(self.pack, &named)));
        let unwalked = guarded(".", gaps, || reference_check::unwalked(self.pack, &named));
        (vetted, Unread { unwalked, run })
    }

    /// The files that others run though nothing of them was read, since by their names they are no text.
    fn run_by_others(&self, results: &[FileResult]) -> BTreeSet<String> {
        let mut out = BTreeSet::new();
        for (result, from) in results.iter().zip(&self.pack.files) {
            for (target, _) in &result.runs {
                let file = reference_check::file_of(self.pack, &from.path, target);
                let unread = file.filter(|file| file.kind == Kind::Binary && file.text.is_none());
                out.extend(unread.map(|file| file.path.to_string()));
            }
        }
        out
    }

    /// A file that no name or first line makes a script is one if another hands it to an
    /// interpreter: it is read again as what it is run as.
    fn read_what_runs(&self, results: &mut [FileResult]) {
        let mut known: BTreeSet<usize> = BTreeSet::new();
        for _ in 0..MAX_ROUNDS {
            let mut next: Vec<(usize, Language)> = Vec::new();
            for (result, from) in results.iter().zip(&self.pack.files) {
                for (target, language) in &result.runs {
                    let Some(file) = reference_check::file_of(self.pack, &from.path, target) else {
                        continue;
                    };
                    let at = self.pack.files.partition_point(|other| other.path < file.path);
                    if file.language.is_none() && file.text.is_some() && known.insert(at) {
                        next.push((at, *language));
                    }
                }
            }
            if next.is_empty() {
                return;
            }
            for (at, language) in next {
                results[at] = self.file(&self.pack.files[at], Some(language));
            }
        }
    }

    /// What one file gives, read in `language`, if in any.
    fn file(&self, file: &File, language: Option<Language>) -> FileResult {
        let mut gaps = Vec::new();
        let result = guarded(&file.path, &mut gaps, || self.file_unguarded(file, language));
        FileResult { gap: gaps.pop().or(result.gap), ..result }
    }

    fn file_unguarded(&self, file: &File, language: Option<Language>) -> FileResult {
        let mut result = FileResult::default();
        result.findings.extend(concealment::check_file(file));
        result.findings.extend(hygiene::check_file(file));
        result.findings.extend(secrets::check_file(file, self.queries));
        result.findings.extend(foreign::check_file(file, self.queries));
        result.findings.extend(told::check_settings(file, &self.docs.disclosure, self.queries));
        let Some(text) = &file.text else { return result };
        let mut words = told::check_file(file, self.queries);
        let code = Unit::of_file(&file.path, language, text.as_str(), self.queries);
        let case = |unit| Case {
            pack: self.pack,
            disclosure: &self.docs.disclosure,
            policy: self.policy,
            queries: self.queries,
            credential_places: self.queries.lexicon("credential-places"),
            guards: self.queries.guards(),
            file: &file.path,
            text,
            unit,
        };
        // A document may hold both: commands in its head that run as hooks, and fences.
        let told = Unit::of_document(&file.path, file.kind, text.as_str(), self.queries);
        for (unit, is_code) in
            code.iter().map(|unit| (unit, true)).chain(told.iter().map(|unit| (unit, false)))
        {
            let case = case(unit);
            let mut eval = unit.eval();
            if is_code {
                result.findings.extend(combine(&case, &mut eval));
                result.references.extend(references(&case, &mut eval));
                result.halves = Some(split::halves(&case, &mut eval));
            } else {
                result.findings.extend(combine_instructions(&case, &mut eval));
            }
            result.runs.extend(runs(&case, &mut eval));
            let gap = |why: &str| Gap { path: file.path.clone(), kind: GapKind::Unanalyzed, why: why.into() };
            result.gap = result.gap.take().or(unit.why_not_whole(&eval).map(gap));
        }
        told::drop_shown(&mut words, &result.findings);
        result.findings.append(&mut words);
        result
    }
}
