//! `skill-vet queries list`.

use super::args::ListArgs;
use super::{Failure, language, load};
use crate::cli::output;
use crate::language::LANGUAGES;
use crate::report::{json, queries};
use std::process::ExitCode;

/// Prints every pattern.
///
/// # Errors
/// An unknown language; broken query files.
pub fn run(args: &ListArgs) -> Result<ExitCode, Failure> {
    let asked = args.language.as_deref().map(language).transpose()?;
    let set = load(&args.folders.in_use()?)?;
    let rows = match asked {
        Some(language) => set.rows_in_use(language),
        None => LANGUAGES.iter().flat_map(|row| set.rows(row.language)).collect(),
    };
    let entries = queries::entries(&set, &rows);
    match args.json {
        true => output::print(&json::render(&entries).map_err(|error| error.to_string())?),
        false => output::print_styled(&queries::table(&entries, &set, output::look())),
    }?;
    Ok(ExitCode::SUCCESS)
}
