//! `skill-vet vet PACK`.

use super::args::{Format, Policy, VetArgs};
use super::reports::{self, Reports};
use super::{Failure, queries};
use crate::pack::{Limits, Pack};
use crate::report::mask::mask_keys;
use crate::report::{QuerySet, Report, Run};
use crate::verdict::{Vetted, judge};
use rayon::ThreadPoolBuilder;
use std::path::PathBuf;
use std::process::ExitCode;

/// Stack of a thread of the pool, in bytes. Trees are walked without recursion; what a grammar's
/// own code does with a hostile file gets room as well.
pub(super) const STACK: usize = 64 << 20;

/// How a pack is to be vetted.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// When the halves of a theft make it one.
    pub policy: Policy,
    /// Folders of query files beside those built in, in the order in which they apply.
    pub queries: Vec<PathBuf>,
}

/// Vets one pack and gives the report in every form that was asked for.
///
/// # Errors
/// A folder that is missing, is none, or can't be listed; broken query files; a report that can't be
/// written.
pub fn run(args: VetArgs) -> Result<ExitCode, Failure> {
    let format = if args.json { Format::Json } else { args.format };
    reports::check(&args.pack, &args.output)?;
    let queries = queries::in_use(&args.queries, Some(&args.pack))?;
    let options = Options { policy: args.policy, queries };
    // 0 stands for as many threads as there are cores.
    let threads = args.threads.map_or(0, usize::from);
    let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
    let pool = pool.map_err(|error| format!("no threads to work with: {error}"))?;
    let mut analysis = pool.install(|| analyse(&args.pack, &options))?;

    let judgement = judge(&analysis.pack, analysis.vetted);
    let policy = options.policy.name().into();
    let run = Run { command: "vet", policy, queries: analysis.queries };
    let report = Report::new(&analysis.pack, &judgement, run);
    mask_keys(&mut analysis.pack, &report);
    Reports::new(&report, &analysis.pack).give(format, &args.output)?;
    Ok(ExitCode::from(report.verdict.exit_code(args.strict)))
}

/// A pack, and what the analysis says of it.
struct Analysis {
    pack: Pack,
    vetted: Vetted,
    queries: Vec<QuerySet>,
}

fn analyse(dir: &str, options: &Options) -> Result<Analysis, Failure> {
    let limits = Limits::default();
    let mut pack = Pack::read(dir, &limits).map_err(|error| error.to_string())?;
    let queries = queries::load(&options.queries)?;
    let vetted = crate::vet::vet_whole(&mut pack, &limits, &queries, options.policy.into());
    let identities = queries.identities.iter().cloned().map(QuerySet::from).collect();
    // The process ends with this pack: thousands of small lists need not be freed one by one.
    std::mem::forget(queries);
    Ok(Analysis { pack, vetted, queries: identities })
}
