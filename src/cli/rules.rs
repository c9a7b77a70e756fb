//! `skill-vet rules [RULE]`.

use super::args::RulesArgs;
use super::{Failure, output};
use crate::report::rules::RuleEntry;
use crate::report::{json, rules};
use crate::rules::{RULES, Rule};
use std::process::ExitCode;

/// Names offered for one that is not known.
const NEAREST: usize = 3;

/// Prints the table, or one rule.
///
/// # Errors
/// An unknown rule, with the names nearest to it.
pub fn run(args: &RulesArgs) -> Result<ExitCode, Failure> {
    let found = args.rule.as_deref().map(find).transpose()?;
    match (found, args.json) {
        (Some(rule), true) => print_json(&RuleEntry::from(rule.info())),
        (None, true) => print_json(&rules::all()),
        (Some(rule), false) => output::print_styled(&rules::one(rule.info(), output::look())),
        (None, false) => output::print_styled(&rules::table(output::look())),
    }?;
    Ok(ExitCode::SUCCESS)
}

fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    output::print(&json::render(value).map_err(|error| error.to_string())?)
}

fn find(name: &str) -> Result<Rule, Failure> {
    let id = name.trim().to_ascii_uppercase().replace(['-', ' '], "_");
    Rule::by_id(&id).ok_or_else(|| {
        let mut near: Vec<(f64, &str)> =
            RULES.iter().map(|info| (strsim::jaro_winkler(&id, info.id), info.id)).collect();
        // The sort is stable: equals stay in the order of the table.
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        let near: Vec<&str> = near.iter().take(NEAREST).map(|&(_, id)| id).collect();
        format!("no rule is named {name}; nearest: {}; `skill-vet rules` lists all", near.join(", "))
    })
}
