//! `skill-vet queries check [DIR]`.

use super::args::CheckArgs;
use super::{Failure, WRONG, folders};
use crate::cli::output;
use crate::queries::QuerySet;
use crate::report::faults;
use std::process::ExitCode;

/// Prints every mistake of the query files in use, or what they hold.
///
/// # Errors
/// A folder that can't be read.
pub fn run(args: &CheckArgs) -> Result<ExitCode, Failure> {
    let mut named = args.folders.queries.clone();
    named.extend(args.dir.clone());
    let set = QuerySet::layered(folders::read_all(&folders::in_use(&named, None)?)?);
    let mut found = set.check();
    if found.is_empty() {
        found = set.check_shapes();
    }
    if found.is_empty() {
        output::print_styled(&faults::summary(&set))?;
        return Ok(ExitCode::SUCCESS);
    }
    output::print_styled(&faults::render(&found, &set, output::look()))?;
    Ok(ExitCode::from(WRONG))
}
