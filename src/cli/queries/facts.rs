//! `skill-vet queries facts FILE`.

use super::args::FactsArgs;
use super::{Failure, language, load};
use crate::cli::output;
use crate::facts::Unit;
use crate::language::{LANGUAGES, Language, Row as LanguageRow};
use crate::pack::File;
use crate::queries::vocabulary::nearest;
use crate::queries::{QuerySet, Row};
use crate::report::facts::{self, Asked};
use crate::report::json;
use crate::report::text::facts as for_people;
use crate::text::Text;
use std::path::Path;
use std::process::ExitCode;

/// Prints the facts of one file.
///
/// # Errors
/// A file that can't be read or holds no code, an unknown pattern, broken query files.
pub fn run(args: &FactsArgs) -> Result<ExitCode, Failure> {
    let asked = args.language.as_deref().map(language).transpose()?;
    let set = load(&args.folders.in_use()?)?;
    let bytes = std::fs::read(&args.file).map_err(|error| format!("{}: {error}", args.file.display()))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let unit = unit(&args.file, asked, &text, &set)?;
    let why = match &args.why {
        Some(id) => patterns(&set, &unit, id)?,
        None => Vec::new(),
    };
    let text = Text::new(text);
    let shown = args.file.display().to_string();
    let report =
        facts::report(&Asked { file: &shown, text: &text, unit: &unit, queries: &set, why, tree: args.tree });
    match args.json {
        true => output::print(&json::render(&report).map_err(|error| error.to_string())?),
        false => output::print_styled(&for_people::render(&report, output::look())),
    }?;
    Ok(ExitCode::SUCCESS)
}

/// The file as `vet` would read it.
fn unit(path: &Path, asked: Option<Language>, text: &str, set: &QuerySet) -> Result<Unit, Failure> {
    if let Some(language) = asked {
        return Ok(Unit::script(language, text, set));
    }
    let name = path.to_string_lossy();
    let File { kind, language, .. } = File::of_text(&name, text);
    let unit = Unit::of_file(&name, language, text, set);
    let unit = unit.or_else(|| Unit::of_document(&name, kind, text, set));
    unit.ok_or_else(|| {
        let languages: Vec<&str> = LANGUAGES.iter().map(|row| row.language.name()).collect();
        format!("{name}: no code in it that is read; --language reads it as {}", languages.join(", "))
    })
}

/// The patterns of an id, `stem/id` or `language/stem/id`: those that the file's code was matched
/// with, or else their own language's.
fn patterns<'a>(set: &'a QuerySet, unit: &Unit, id: &str) -> Result<Vec<Row<'a>>, Failure> {
    let rows = |row: &LanguageRow| match unit.sources.iter().any(|source| source.language == row.language) {
        true => set.rows_in_use(row.language),
        false => set.rows(row.language),
    };
    let all: Vec<Row<'_>> = LANGUAGES.iter().flat_map(rows).collect();
    let fits = |row: &&Row<'_>| {
        let key = crate::facts::fixture::key(row.language, row.stem, &row.pattern.id);
        key == id || key.strip_suffix(id).is_some_and(|before| before.ends_with('/'))
    };
    let found: Vec<Row<'_>> = all.iter().filter(fits).copied().collect();
    if found.is_empty() {
        let near = nearest(id, all.iter().map(|row| row.pattern.id.as_str()));
        let near = near.map(|near| format!("did you mean {near}? ")).unwrap_or_default();
        return Err(format!("no pattern has the id {id}; {near}`skill-vet queries list` has them all"));
    }
    Ok(found)
}
