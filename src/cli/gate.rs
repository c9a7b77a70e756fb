//! `skill-vet gate PACK`.

use super::args::GateArgs;
use super::{Failure, file, output, vet};
use crate::gate::{self, Audit, DEFAULT_HARNESS, Harnesses};
use crate::report::json;
use crate::report::text::{Look, gate as text};
use rayon::ThreadPoolBuilder;
use std::process::ExitCode;

/// Judges one pack and prints the report, or lists the harnesses.
///
/// # Errors
/// A folder that can't be read or has no SKILL.md that can be parsed, an unknown harness, a file
/// that can't be read or written.
pub fn run(args: &GateArgs) -> Result<ExitCode, Failure> {
    let harnesses = harnesses(args)?;
    let Some(dir) = args.pack.as_deref().filter(|_| !args.list_harnesses) else {
        return list(&harnesses, args.json);
    };
    // A typing error is told before any work is done.
    let harness = args.check_compat.as_deref().unwrap_or(DEFAULT_HARNESS);
    harnesses.tools(harness).map_err(|error| error.to_string())?;
    let pool = ThreadPoolBuilder::new().stack_size(vet::STACK).build();
    let pool = pool.map_err(|error| format!("no threads to work with: {error}"))?;
    let (pack, features) = pool.install(|| gate::read(dir)).map_err(|error| error.to_string())?;
    let audit = Audit::new(features, harness, &harnesses).map_err(|error| error.to_string())?;
    let look = match args.output {
        Some(_) => Look { colour: false, ..output::look() },
        None => output::look(),
    };
    let code = audit.exit_code(args.risk_threshold, args.check_compat.is_some());
    let outcome = outcome(&audit, code, args.risk_threshold);
    let report = match args.json {
        true => json::render(&audit).map_err(|error| error.to_string())?,
        false => text::render(&audit, &pack, outcome.as_deref(), look),
    };
    match &args.output {
        Some(path) => file::write(path, &report)?,
        None if args.json => output::print(&report)?,
        None => output::print_styled(&report)?,
    }
    Ok(ExitCode::from(code))
}

/// Why the exit code is what it is, where it is not 0.
fn outcome(audit: &Audit, code: u8, threshold: f64) -> Option<String> {
    let why = match code {
        2 if !audit.risk.redlines_triggered.is_empty() => "a redline is crossed".into(),
        2 => format!("the score {} reaches the threshold {threshold}", audit.risk.overall_score),
        3 => format!("{} lacks a tool", audit.compatibility.target_harness),
        _ => return None,
    };
    Some(format!("Exit code {code}: {why}."))
}

/// The profiles built in, with those of a file over them.
fn harnesses(args: &GateArgs) -> Result<Harnesses, Failure> {
    let embedded = Harnesses::embedded();
    let Some(path) = &args.harness else { return Ok(embedded) };
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| failed(&error))?;
    embedded.with(&text).map_err(|error| failed(&error))
}

/// Prints every harness with its tools.
fn list(harnesses: &Harnesses, as_json: bool) -> Result<ExitCode, Failure> {
    if as_json {
        output::print(&json::render(harnesses).map_err(|error| error.to_string())?)?;
    } else {
        output::print_styled(&text::harnesses(harnesses, output::look()))?;
    }
    Ok(ExitCode::SUCCESS)
}
