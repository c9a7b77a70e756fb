//! The command line: arguments in, a report or one line of error out, and the exit code.
//!
//! The only room that prints. Nothing of the analysis is set up before a command needs it.

mod args;
mod file;
mod gate;
mod output;
mod panics;
pub mod queries;
mod reports;
mod rules;
mod vet;

pub use args::{Cli, Policy};
pub use vet::Options;

use args::Command;
use clap::Parser;
use clap::error::ErrorKind;
use std::ffi::OsString;
use std::process::ExitCode;

/// What ends a run early: one line for the user, and the exit code for a wrong input.
type Failure = String;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    let json = wants_json(&args);
    let outcome = panics::caught(|| run(&args)).unwrap_or_else(Err);
    outcome.unwrap_or_else(|failure| output::fail(&failure, json, wrong(&args)))
}

fn run(args: &[OsString]) -> Result<ExitCode, Failure> {
    // Said here, because clap would answer with the whole of its help.
    if args.iter().skip(1).all(|arg| arg == "--json") {
        return Err("no command; try `skill-vet vet PACK`, or `skill-vet --help`".into());
    }
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            output::print_styled(&error.render().ansi().to_string())?;
            return Ok(ExitCode::SUCCESS);
        }
        Err(error) => return Err(one_line(&error)),
    };
    match cli.command {
        Command::Vet(args) => vet::run(args),
        Command::Rules(args) => rules::run(&args),
        Command::Gate(args) => gate::run(&args),
        Command::Queries(args) => queries::run(&args),
    }
}

/// Whether errors are to be JSON. Read from the raw arguments, because an error in the arguments
/// must be JSON too.
fn wants_json(args: &[OsString]) -> bool {
    let options = args.iter().skip(1).map(|arg| arg.to_str().unwrap_or_default());
    let options: Vec<&str> = options.take_while(|&arg| arg != "--").collect();
    options.iter().any(|&arg| arg == "--json" || arg == "--format=json")
        || options.windows(2).any(|pair| pair == ["--format", "json"])
}

/// The exit code for a wrong input: 2, but 1 for `gate`, whose 2 says that a pack is blocked. Read
/// from the raw arguments, because the arguments may be what is wrong.
fn wrong(args: &[OsString]) -> u8 {
    let command = args.iter().skip(1).find(|arg| !arg.to_string_lossy().starts_with('-'));
    if command.is_some_and(|command| command == "gate") { 1 } else { 2 }
}

/// What clap says of wrong arguments, in one line and with where to read on.
fn one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let what = text.split("\n\n").next().unwrap_or_default();
    let what = what.strip_prefix("error: ").unwrap_or(what);
    let what: Vec<&str> = what.lines().map(str::trim).collect();
    let tips = text.lines().filter_map(|line| line.trim().strip_prefix("tip: "));
    let tips: String = tips.map(|tip| format!("; {tip}")).collect();
    format!("{}{tips}; see `skill-vet --help`", what.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_of_the_arguments_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn json_is_asked_for_before_a_double_dash() {
        let wants = |args: &[&str]| wants_json(&args.iter().map(OsString::from).collect::<Vec<_>>());
        assert!(wants(&["skill-vet", "--nonsense", "--json"]));
        assert!(wants(&["skill-vet", "vet", "--format", "json"]));
        assert!(wants(&["skill-vet", "vet", "--format=json"]));
        assert!(!wants(&["skill-vet", "vet", "--format", "text", "json"]));
        assert!(!wants(&["skill-vet", "vet", "--", "--json"]));
    }
}
