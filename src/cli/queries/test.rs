//! `skill-vet queries test [PATH…]`.

use super::args::TestArgs;
use super::{Failure, WRONG, folders};
use crate::cli::output;
use crate::facts::suite::{self, Coverage, Fixture};
use crate::language::{Language, Shebang, shebang};
use crate::queries::QuerySet;
use crate::report::faults;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Where the project keeps its own fixtures.
const OWN: &str = "fixtures/facts";
/// The ending of a file that annotates the file it is named after.
const SIDECAR: &str = "expect";
/// How deep folders of fixtures are looked into.
const DEPTH: usize = 8;

/// Runs the fixtures and prints what is not as they say.
///
/// # Errors
/// A path that can't be read, or with no fixture in it.
pub fn run(args: &TestArgs) -> Result<ExitCode, Failure> {
    let in_use = args.folders.in_use()?;
    let set = QuerySet::layered(folders::read_all(&in_use)?);
    let broken = set.check();
    if !broken.is_empty() {
        output::print_styled(&faults::render(&broken, &set, output::look()))?;
        return Ok(ExitCode::from(WRONG));
    }
    let suite = suite(&paths(args, &in_use)?, !in_use.is_empty())?;
    let results = suite::run(&suite.fixtures, &set, &suite.coverage);
    let complaints = results.complaints();
    let mut out: String = complaints
        .iter()
        .flat_map(|text| text.lines())
        .map(|line| format!("{}\n", crate::text::harmless(line)))
        .collect();
    for path in &suite.left_out {
        out.push_str(&format!("{}: left out, its ending names no language\n", crate::text::harmless(path)));
    }
    let annotations: usize = results.outcomes.iter().map(|(_, outcome)| outcome.annotations).sum();
    let exercised = results.patterns.iter().filter(|(_, exercised)| *exercised).count();
    let fixtures = counted(suite.fixtures.len(), "fixture");
    out.push_str(&format!(
        "{fixtures}, {}, {exercised} of {} exercised: {}\n",
        counted(annotations, "annotation"),
        counted(results.patterns.len(), "pattern"),
        if complaints.is_empty() { "ok".into() } else { counted(complaints.len(), "failure") },
    ));
    output::print(&out)?;
    Ok(ExitCode::from(u8::from(!complaints.is_empty())))
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The paths given, or else where fixtures are looked for.
fn paths(args: &TestArgs, in_use: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    if !args.paths.is_empty() {
        return Ok(args.paths.clone());
    }
    let all = if in_use.is_empty() {
        vec![PathBuf::from(OWN)]
    } else {
        in_use.iter().map(|folder| folder.join(folders::FIXTURES)).collect()
    };
    let there: Vec<PathBuf> = all.iter().filter(|path| path.is_dir()).cloned().collect();
    if there.is_empty() {
        let all: Vec<String> = all.iter().map(|path| path.display().to_string()).collect();
        return Err(format!("no fixtures: there is no {}; name a file or a folder", all.join(" and no ")));
    }
    Ok(there)
}

/// Fixtures read, and what they must exercise.
#[derive(Debug)]
pub struct Suite {
    /// The fixtures, in order of their paths.
    pub fixtures: Vec<Fixture>,
    /// What they must exercise.
    pub coverage: Coverage,
    /// Files in folders that are no fixtures.
    pub left_out: Vec<String>,
}

/// Reads fixtures: files, and folders with all that is in them. `has_folders`: a user's query
/// folders are in use, whose patterns are then the ones to be exercised.
///
/// # Errors
/// A path that can't be read; a file of no known language that is named; no fixture at all.
pub fn suite(paths: &[PathBuf], has_folders: bool) -> Result<Suite, Failure> {
    let mut fixtures = Vec::new();
    let mut left_out = Vec::new();
    let mut languages: Vec<Language> = Vec::new();
    for path in paths {
        if !path.is_dir() {
            let one =
                fixture(path)?.ok_or_else(|| format!("{}: its ending names no language", path.display()))?;
            fixtures.push(one);
            continue;
        }
        let mut files = Vec::new();
        walk(path, DEPTH, &mut files)?;
        files.sort();
        for file in files {
            match fixture(&file)? {
                Some(one) => {
                    if !languages.contains(&one.language) {
                        languages.push(one.language);
                    }
                    fixtures.push(one);
                }
                None if is_sidecar(&file) => check_sidecar(&file)?,
                None => left_out.push(file.display().to_string()),
            }
        }
    }
    if fixtures.is_empty() {
        let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        return Err(format!("no fixture in {}", paths.join(", ")));
    }
    let coverage = match (has_folders, languages.is_empty()) {
        // The embedded set is number 0.
        (true, _) => Coverage::Added(1),
        (false, true) => Coverage::None,
        (false, false) => Coverage::Languages(languages),
    };
    Ok(Suite { fixtures, coverage, left_out })
}

fn walk(folder: &Path, depth: usize, out: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::from(format!("{}: {error}", folder.display()));
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() {
            if depth > 0 && !hidden {
                walk(&path, depth - 1, out)?;
            }
        } else if path.is_file() {
            out.push(path);
        }
    }
    Ok(())
}

/// A file as a fixture; `None` where it is in no language.
fn fixture(path: &Path) -> Result<Option<Fixture>, Failure> {
    if is_sidecar(path) {
        return Ok(None);
    }
    let by_ending = path.extension().and_then(|ending| Language::by_extension(&ending.to_string_lossy()));
    if by_ending.is_none() && path.extension().is_some() && path.exists() {
        return Ok(None);
    }
    let text = read(path)?;
    let by_shebang = || match shebang(text.lines().next().unwrap_or_default()) {
        Some(Shebang::Read(language)) => Some(language),
        _ => None,
    };
    let Some(language) = by_ending.or_else(by_shebang) else { return Ok(None) };
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let sidecar = path.with_file_name(format!("{name}.{SIDECAR}"));
    let sidecar = if sidecar.exists() { Some(read(&sidecar)?) } else { None };
    let stem = name.split(['.', '-']).next().unwrap_or_default().to_string();
    Ok(Some(Fixture { shown: path.display().to_string(), stem, language, text, sidecar }))
}

fn is_sidecar(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == SIDECAR)
}

/// A sidecar without its fixture would be passed over.
fn check_sidecar(path: &Path) -> Result<(), Failure> {
    let fixture = path.with_extension("");
    if fixture.is_file() {
        Ok(())
    } else {
        Err(format!("{}: there is no {}", path.display(), fixture.display()))
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    folders::text(path, bytes)
}
