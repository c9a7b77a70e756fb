//! The arguments, and what `--help` says of them.

use crate::gate::{BLOCK_FROM, DEFAULT_HARNESS};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Is this agent skill dangerous, and on which lines? Ask before you install it.
#[derive(Debug, Parser)]
#[command(name = "skill-vet", version, disable_help_subcommand = true, max_term_width = 100, after_help = AFTER_HELP)]
pub struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

const AFTER_HELP: &str = "\
Example:
  skill-vet vet ./downloads/weather

Nothing of the pack is run, nothing is sent anywhere, and nothing is written but where you say so.";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Vet one pack before it is installed
    Vet(VetArgs),
    /// Score what a pack could do, and ask whether a harness offers its tools
    Gate(GateArgs),
    /// List the rules, or explain one of them
    Rules(RulesArgs),
    /// List, check, test and debug query files
    Queries(super::queries::QueriesArgs),
}

const AFTER_VET: &str = "\
Verdicts:
  BLOCKED  a combination that steals, spies or sends in secret: do not install
  REVIEW   no such combination, but something a person should read
  CLEAN    no pattern fired, which is not a promise that the pack is safe

Exit codes:
  0  CLEAN or REVIEW
  1  BLOCKED, or REVIEW with --strict
  2  wrong input: no such folder, wrong arguments; a report that can't be written
     (with --json: {\"error\": \"…\"})

Examples:
  skill-vet vet ./downloads/weather
  skill-vet vet --json ./downloads/weather > report.json
  skill-vet vet ./downloads/weather --output html=report.html --output sarif=report.sarif";

#[derive(Debug, Args)]
#[command(after_help = AFTER_VET)]
pub(super) struct VetArgs {
    /// The pack's root folder, the one that holds SKILL.md
    #[arg(value_name = "PACK")]
    pub pack: String,

    /// Print JSON; short for --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,

    /// Exit with 1 for REVIEW too; the verdict stays what it is
    #[arg(long)]
    pub strict: bool,

    /// What to print: text, json, sarif, html, markdown (a comment on a pull request) or github
    /// (annotations of a workflow, and the summary of its step)
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true)]
    pub format: Format,

    /// Write the report to a file as well, all of it or nothing, outside the pack: sarif=report.sarif;
    /// can be repeated
    #[arg(long, value_name = "FORMAT=FILE", value_parser = output)]
    pub output: Vec<Output>,

    /// When a secret and a send make a theft: seed, where both stand in one file; flow, where the
    /// secret was followed to the send
    #[arg(long, value_enum, default_value_t = Policy::Seed, hide_possible_values = true)]
    pub policy: Policy,

    /// Threads to use; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,

    /// A folder of query files that extend or replace those built in; can be repeated
    /// [env: SKILL_VET_QUERIES]
    #[arg(long, value_name = "DIR")]
    pub queries: Vec<PathBuf>,
}

const AFTER_GATE: &str = "\
Verdicts:
  BLOCK  score of 0.70 or more, or a redline: code that is put together and run, removal of the
         root or home folder, a key that goes to a network utility
  WARN   score of 0.30 or more: read the findings before you adopt the pack
  ALLOW  less than that, which is not a promise that the pack is safe

Exit codes:
  0  allowed
  1  wrong input: no such folder, no SKILL.md or one that can't be parsed, wrong arguments
     (with --json: {\"error\": \"…\"})
  2  a redline, or a score of at least the threshold
  3  the harness lacks a tool; only with --check-compat, and only where it would else be 0

Examples:
  skill-vet gate ./downloads/weather
  skill-vet gate ./downloads/weather --check-compat claude --risk-threshold 0.5
  skill-vet gate ./downloads/weather --json --output audit.json";

#[derive(Debug, Args)]
#[command(after_help = AFTER_GATE)]
pub(super) struct GateArgs {
    /// The pack's root folder, the one that holds SKILL.md
    #[arg(value_name = "PACK", required_unless_present = "list_harnesses")]
    pub pack: Option<String>,

    /// Print JSON
    #[arg(long)]
    pub json: bool,

    /// Exit with 3 where the harness lacks a tool that the pack declares; pi if none is named
    #[arg(long, value_name = "HARNESS", num_args = 0..=1, default_missing_value = DEFAULT_HARNESS)]
    pub check_compat: Option<String>,

    /// Exit with 2 from this score on, from 0 to 1; the verdict stays what it is
    #[arg(long, value_name = "F", default_value_t = BLOCK_FROM, value_parser = threshold)]
    pub risk_threshold: f64,

    /// Write the report to a file instead, all of it or nothing
    #[arg(long, value_name = "PATH")]
    pub output: Option<PathBuf>,

    /// A TOML file of harnesses, NAME = ["tool", …] a line, over those built in
    #[arg(long, value_name = "FILE")]
    pub harness: Option<PathBuf>,

    /// List the harnesses with their tools
    #[arg(long)]
    pub list_harnesses: bool,
}

/// A score: a number from 0 to 1.
fn threshold(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "it is no number".to_string())?;
    (0.0..=1.0).contains(&number).then_some(number).ok_or_else(|| "it is not from 0 to 1".into())
}

#[derive(Debug, Args)]
pub(super) struct RulesArgs {
    /// A rule to explain: its meaning, an example, what to do
    #[arg(value_name = "RULE")]
    pub rule: Option<String>,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// A form of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people, in a terminal
    Text,
    /// For programs
    Json,
    /// For code hosts and editors
    Sarif,
    /// For people, in a browser
    Html,
    /// For a comment on a pull request
    Markdown,
    /// Annotations of a workflow
    Github,
}

/// A file to write, and in which form.
#[derive(Clone, Debug)]
pub(super) struct Output {
    /// The form.
    pub format: Format,
    /// The file.
    pub path: PathBuf,
}

/// `FORMAT=FILE`.
fn output(text: &str) -> Result<Output, String> {
    let formats = || {
        let all = Format::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        all.map(|value| value.get_name().to_string()).collect::<Vec<_>>().join(", ")
    };
    let (format, path) = text.split_once('=').ok_or("it is no FORMAT=FILE")?;
    let format = Format::from_str(format, true)
        .map_err(|_| format!("no format is named {format}; there are {}", formats()))?;
    if path.is_empty() {
        return Err("it names no file".into());
    }
    Ok(Output { format, path: path.into() })
}

/// When the two halves of a theft make it one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Policy {
    /// Where both stand in one file
    #[default]
    Seed,
    /// Where the secret was followed to the send
    Flow,
}

impl From<Policy> for crate::findings::combine::Policy {
    fn from(policy: Policy) -> Self {
        match policy {
            Policy::Seed => Self::Seed,
            Policy::Flow => Self::Flow,
        }
    }
}

impl Policy {
    /// Its name, on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Policy::Seed => "seed",
            Policy::Flow => "flow",
        }
    }
}
