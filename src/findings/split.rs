//! Halves in two files: one file reads the secret or makes the capture, another sends, and one of
//! them imports, sources or runs the other.
//!
//! The table judges by file, so this is never more than a warning. It has both places, and how
//! the files are tied.

use super::combine::Case;
use super::{Evidence, Finding, Flow};
use crate::docs::disclosure::CaptureKind;
use crate::facts::Fact;
use crate::language::LANGUAGES;
use crate::queries::vocabulary::{FactType, Role};
use crate::rules::Rule;
use crate::semantics::PACK;
use crate::semantics::eval::Eval;
use crate::source::Context;
use crate::text::{HOLE, Place, harmless};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What one file brings to a combination over two.
#[derive(Debug)]
pub struct Halves {
    /// The file.
    pub file: Arc<str>,
    /// Its first secret read.
    pub secret: Option<Evidence>,
    /// Its first capture that the documents do not admit.
    pub capture: Option<Evidence>,
    /// Its first send.
    pub send: Option<Evidence>,
    /// Files of the pack that it imports, sources or runs.
    pub links: BTreeSet<Arc<str>>,
}

/// The halves of one file.
pub fn halves(case: &Case<'_>, eval: &mut Eval<'_>) -> Halves {
    let running = || case.unit.facts.iter().filter(|fact| fact.context == Context::Code);
    let evidence = |role, fact: &Fact| Evidence {
        role,
        label: fact.label.clone(),
        place: Place::new(case.file, case.text, fact.span),
        flow: None,
    };
    let is_object = |fact: &Fact| fact.roles.iter().any(|part| part.role == Role::Source);
    let hidden = |fact: &&Fact| {
        CaptureKind::by_name(fact.kind).is_some_and(|kind| !case.disclosure.captures.contains(&kind))
    };
    let first = |wanted| running().find(move |fact| fact.fact == wanted);
    let secret = running().find(|fact| fact.fact == FactType::SecretRead && !is_object(fact));
    let mut halves = Halves {
        file: case.file.clone(),
        secret: secret.map(|fact| evidence("secret", fact)),
        capture: first(FactType::Capture).filter(hidden).map(|fact| evidence("capture", fact)),
        send: first(FactType::Send).map(|fact| evidence("send", fact)),
        links: BTreeSet::new(),
    };
    // A file that has no half makes no pair, whatever it imports.
    if halves.secret.is_some() || halves.capture.is_some() || halves.send.is_some() {
        halves.links = links(case, eval);
    }
    halves
}

/// A finding for each pair of files that are tied and hold one half each.
pub fn check(files: &[Halves]) -> Vec<Finding> {
    let mut out = Vec::new();
    for one in files {
        for link in &one.links {
            let Ok(at) = files.binary_search_by(|other| other.file.cmp(link)) else { continue };
            let other = &files[at];
            for (source, exit) in [(one, other), (other, one)] {
                out.extend(pair(source, exit, one, other));
            }
        }
    }
    out
}

fn pair(source: &Halves, exit: &Halves, from: &Halves, to: &Halves) -> Option<Finding> {
    let send = exit.send.as_ref()?;
    // A file with both halves is judged by itself.
    if source.send.is_some() || source.file == exit.file {
        return None;
    }
    let half = source.secret.as_ref().filter(|_| exit.secret.is_none()).or(source.capture.as_ref())?;
    let message = format!(
        "{} ({}) and {} ({}) stand in two files; {} uses {}",
        half.label,
        half.place,
        send.label,
        send.place,
        harmless(&from.file),
        harmless(&to.file)
    );
    let mut half = half.clone();
    half.flow = Some(Flow::SameFile);
    let evidence = vec![half, send.clone()];
    Some(Finding::at(Rule::SplitCombination, send.place.clone(), message).with_evidence(evidence))
}

/// Files of the pack that a file imports, sources or runs.
fn links(case: &Case<'_>, eval: &mut Eval<'_>) -> BTreeSet<Arc<str>> {
    let mut out = BTreeSet::new();
    for import in case.unit.imports.iter().flatten() {
        let mut modules = vec![import.module.clone()];
        // `from . import client` names the file by what it takes.
        if let Some(binding) = &import.binding {
            let dot = if import.module.ends_with('.') { "" } else { "." };
            modules.push(format!("{}{dot}{binding}", import.module));
        }
        for module in modules {
            out.extend(module_file(case, &module));
        }
    }
    for fact in case.unit.facts.iter().filter(|fact| fact.fact == FactType::Reference) {
        for path in fact.role(Role::Path) {
            for target in eval.values(path).iter().filter(|target| !target.contains(HOLE)) {
                out.extend(module_file(case, target));
            }
        }
    }
    out.remove(case.file);
    out
}

/// The file that a module's name or a path means, with the endings that interpreters add.
fn module_file(case: &Case<'_>, name: &str) -> Option<Arc<str>> {
    let is_path = name.contains('/') || name.starts_with(PACK);
    let dotted = !is_path
        && LANGUAGES.iter().all(|row| !row.extensions.iter().any(|end| name.ends_with(&format!(".{end}"))));
    let path = if dotted {
        let ups = name.chars().take_while(|&c| c == '.').count();
        format!("{}{}", "../".repeat(ups.saturating_sub(1)), name[ups..].replace('.', "/"))
    } else {
        name.trim_start_matches(PACK).trim_start_matches('/').to_string()
    };
    if path.is_empty() {
        return None;
    }
    let folder = case.file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let bases = [normal(&format!("{folder}/{path}")), normal(&path)];
    let language = case.pack.file(case.file).and_then(|file| file.language);
    let sources = |base: &String| {
        language.into_iter().flat_map(|one| one.before_compiling(base)).collect::<Vec<String>>()
    };
    let script = |path: &String| {
        case.pack.file(path).filter(|file| file.language.is_some()).map(|file| file.path.clone())
    };
    bases
        .iter()
        .flatten()
        .find_map(|base| with_endings(case, base).or_else(|| sources(base).iter().find_map(script)))
}

/// The file that `base` means with an ending, one of the importing file's own language first.
fn with_endings(case: &Case<'_>, base: &str) -> Option<Arc<str>> {
    let pack = case.pack;
    // Most imports are of no file of the pack, and most endings need not be tried.
    if !pack.has_prefix(base) {
        return None;
    }
    let own = case.unit.sources.first().map(|source| source.language.row());
    let exact = std::iter::once(base.to_string());
    let endings = own.into_iter().chain(LANGUAGES.iter()).flat_map(|row| row.extensions);
    let ended = endings.clone().map(|end| format!("{base}.{end}"));
    let index = endings.flat_map(|end| [format!("{base}/index.{end}"), format!("{base}/__init__.{end}")]);
    exact.chain(ended).chain(index).find_map(|path| {
        let file = pack.file(&path)?;
        file.language.is_some().then(|| file.path.clone())
    })
}

/// A path without `.` and `..`; `None` if it leaves the pack.
fn normal(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
