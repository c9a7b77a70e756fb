//! JSON Schemas of what the tool prints, made from the structs that print it.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

/// Every schema in `schemas/`, by file name without its ending.
pub fn all() -> [(&'static str, Schema); 6] {
    [
        ("vet-report", of::<super::Report>()),
        ("gate", of::<crate::gate::Audit>()),
        ("rules", of::<Vec<super::rules::RuleEntry>>()),
        ("queries", of::<Vec<super::queries::QueryEntry>>()),
        ("facts", of::<super::facts::FactsReport>()),
        ("error", of::<super::ErrorReport>()),
    ]
}

/// The schema of `T` as it is printed: every key is always there.
fn of<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}
