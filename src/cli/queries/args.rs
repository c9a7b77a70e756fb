//! The arguments of `skill-vet queries`, and what `--help` says of them.

use clap::{Args, Subcommand};
use std::path::PathBuf;

const AFTER_QUERIES: &str = "\
Query files say which code is a send, a read of a secret, a capture. `docs/queries.md` has the
vocabulary, and covers a new API in five minutes.";

/// The arguments of `skill-vet queries`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_QUERIES, disable_help_subcommand = true, arg_required_else_help = false)]
pub struct QueriesArgs {
    #[command(subcommand)]
    pub(super) command: QueriesCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum QueriesCommand {
    /// List every pattern with its file and line
    List(ListArgs),
    /// Tell all mistakes of query files, each in its place
    Check(CheckArgs),
    /// Run annotated fixtures: exactly the facts they say, and every pattern needed by one
    Test(TestArgs),
    /// Show the facts of a file, its syntax tree, and why a pattern did not fire
    Facts(FactsArgs),
    /// Show which shapes of words a text meets, and why one that it meets tells nothing
    Text(TextArgs),
}

/// Folders of query files.
#[derive(Debug, Args)]
pub(super) struct QueryFolders {
    /// A folder of query files that extend or replace those built in; can be repeated
    /// [env: SKILL_VET_QUERIES]
    #[arg(long, value_name = "DIR")]
    pub queries: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// Only patterns of this language
    #[arg(long, value_name = "L")]
    pub language: Option<String>,

    /// Print JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub folders: QueryFolders,
}

const AFTER_CHECK: &str = "\
Exit codes:
  0  no mistake
  2  a mistake, or no such folder";

#[derive(Debug, Args)]
#[command(after_help = AFTER_CHECK)]
pub(super) struct CheckArgs {
    /// A folder of query files, as --queries takes it
    #[arg(value_name = "DIR")]
    pub dir: Option<PathBuf>,

    #[command(flatten)]
    pub folders: QueryFolders,
}

const AFTER_TEST: &str = "\
Without PATH: DIR/fixtures of every --queries DIR, or else fixtures/facts.
With --queries, every pattern of the folders must be needed by a fixture. Without, every pattern
of a language whose folder of fixtures is given, by a fixture of its own file's name. Single files
are only compared.

Exit codes:
  0  everything is as annotated
  1  something is not, or a pattern is not exercised
  2  wrong input, broken query files among it";

#[derive(Debug, Args)]
#[command(after_help = AFTER_TEST)]
pub(super) struct TestArgs {
    /// Annotated fixtures, files or folders
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    #[command(flatten)]
    pub folders: QueryFolders,
}

#[derive(Debug, Args)]
pub(super) struct FactsArgs {
    /// A script, a document or a file that carries commands
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Read it as a script of this language
    #[arg(long, value_name = "L")]
    pub language: Option<String>,

    /// Print JSON
    #[arg(long)]
    pub json: bool,

    /// Show the syntax tree, with fields and positions
    #[arg(long)]
    pub tree: bool,

    /// Why the pattern ID (or STEM/ID) is no fact where it is none
    #[arg(long, value_name = "ID")]
    pub why: Option<String>,

    #[command(flatten)]
    pub folders: QueryFolders,
}

#[derive(Debug, Args)]
pub(super) struct TextArgs {
    /// A document or a data file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Show the classes that words of the text are of, too
    #[arg(long)]
    pub words: bool,

    #[command(flatten)]
    pub folders: QueryFolders,
}
