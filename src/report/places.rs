//! Places as every report cites them.

use crate::text::{Place, Span, Text};
use schemars::JsonSchema;
use serde::Serialize;

/// A stretch of one file: 1-based, columns in characters, the end exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Spot {
    /// First line.
    #[schemars(range(min = 1))]
    pub line: u32,
    /// Column of the first character.
    #[schemars(range(min = 1))]
    pub column: u32,
    /// Last line.
    #[schemars(range(min = 1))]
    pub end_line: u32,
    /// Column after the last character.
    #[schemars(range(min = 1))]
    pub end_column: u32,
}

/// A stretch of a file of the pack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
pub struct PlaceEntry {
    /// Path relative to the pack's root.
    pub file: String,
    /// Where in it.
    #[serde(flatten)]
    pub spot: Spot,
}

impl Spot {
    /// The place of `span` in `text`.
    pub fn of(text: &Text, span: Span) -> Self {
        let (line, column) = text.position(span.start);
        let (end_line, end_column) = text.position(span.end);
        Spot { line, column, end_line, end_column }
    }
}

impl From<&Place> for Spot {
    fn from(place: &Place) -> Self {
        let Place { line, column, end_line, end_column, .. } = *place;
        Spot { line, column, end_line, end_column }
    }
}

impl From<&Place> for PlaceEntry {
    fn from(place: &Place) -> Self {
        PlaceEntry { file: place.file.to_string(), spot: Spot::from(place) }
    }
}
