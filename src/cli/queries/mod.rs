//! `skill-vet queries …`: edit, prove and inspect query files.

mod args;
mod check;
mod facts;
mod folders;
mod list;
mod test;
mod text;

pub use args::QueriesArgs;
pub use folders::{in_use, load};
pub use test::{Suite, suite};

use super::Failure;
use crate::language::{LANGUAGES, Language};
use crate::queries::vocabulary::nearest;
use args::{QueriesCommand, QueryFolders};
use std::process::ExitCode;

/// Exit code of wrong input, broken query files among it.
const WRONG: u8 = 2;

/// Runs one of the commands.
///
/// # Errors
/// Wrong input, in one line.
pub fn run(args: &QueriesArgs) -> Result<ExitCode, Failure> {
    match &args.command {
        QueriesCommand::List(args) => list::run(args),
        QueriesCommand::Check(args) => check::run(args),
        QueriesCommand::Test(args) => test::run(args),
        QueriesCommand::Facts(args) => facts::run(args),
        QueriesCommand::Text(args) => text::run(args),
    }
}

impl QueryFolders {
    fn in_use(&self) -> Result<Vec<std::path::PathBuf>, Failure> {
        in_use(&self.queries, None)
    }
}

/// A language by the name a user gives.
fn language(name: &str) -> Result<Language, Failure> {
    Language::by_name(name).ok_or_else(|| {
        let names = || LANGUAGES.iter().map(|row| row.name);
        let near = nearest(&name.to_lowercase(), names()).map(|near| format!("did you mean {near}? "));
        let all = names().collect::<Vec<_>>().join(", ");
        format!("no language is named {name}; {}there are {all}", near.unwrap_or_default())
    })
}
