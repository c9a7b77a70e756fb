//! Addresses of the pack's files, and regions that lie within them.

use super::model::{Artifact, ArtifactLocation, Location, PhysicalLocation, Region, RegionRest};
use crate::pack::Pack;
use crate::report::{FileEntry, FindingEntry, PlaceEntry, Report, Spot};
use crate::text::Text;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::collections::HashMap;

/// The base of every address.
const SOURCE_ROOT: &str = "%SRCROOT%";
/// What a segment of a path may hold unencoded: RFC 3986's unreserved characters.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The files of a run, by address and by place in its list.
pub struct Files<'a> {
    pack: &'a Pack,
    root: &'a str,
    index: HashMap<&'a str, usize>,
}

impl<'a> Files<'a> {
    /// The files of `report`, the pack's root being at `root`.
    pub fn new(report: &'a Report, pack: &'a Pack, root: &'a str) -> Self {
        let index = report.files.iter().enumerate().map(|(at, file)| (&*file.path, at)).collect();
        Files { pack, root, index }
    }

    /// A file as the run lists it.
    pub fn artifact(&self, file: &FileEntry) -> Artifact {
        let location = ArtifactLocation { index: None, ..self.address(&file.path) };
        Artifact { location, length: file.bytes }
    }

    /// The place of a half or step.
    pub fn location(&self, place: &PlaceEntry) -> Location {
        self.at(&place.file, Some(place.spot))
    }

    /// The place of a finding. Hosts show no result without one, so a finding of a whole file is at
    /// its first line, and one of the whole pack at its SKILL.md.
    pub fn own(&self, finding: &FindingEntry, report: &Report) -> Location {
        let skill = report.pack.skill_file.as_deref().unwrap_or("SKILL.md");
        self.at(finding.file.as_deref().unwrap_or(skill), finding.spot())
    }

    /// A file or folder of the pack as a whole; `None` for the pack itself.
    pub fn whole(&self, path: &str) -> Option<Location> {
        let named = !path.is_empty() && path != ".";
        let artifact_location = named.then(|| self.address(path))?;
        let physical = PhysicalLocation { artifact_location, region: None };
        Some(Location { physical_location: Some(physical), ..Location::default() })
    }

    fn at(&self, file: &str, spot: Option<Spot>) -> Location {
        let text = self.pack.file(file).and_then(|file| file.text.as_ref());
        let region = match (spot, text) {
            (Some(spot), Some(text)) => region(spot, text),
            _ => Region { start_line: 1, rest: None },
        };
        let physical = PhysicalLocation { artifact_location: self.address(file), region: Some(region) };
        Location { physical_location: Some(physical), ..Location::default() }
    }

    fn address(&self, path: &str) -> ArtifactLocation {
        let segments = self.root.split('/').chain(path.split('/')).filter(|part| !part.is_empty());
        let encoded: Vec<String> =
            segments.map(|part| utf8_percent_encode(part, ENCODED).to_string()).collect();
        ArtifactLocation {
            uri: encoded.join("/"),
            uri_base_id: SOURCE_ROOT,
            index: self.index.get(path).copied(),
        }
    }
}

/// `spot` within `text`: lines that exist, columns up to one past the line's end, the end not
/// before the start.
fn region(spot: Spot, text: &Text) -> Region {
    let last = text.line_count() as u32;
    let clamp = |line: u32, column: u32| {
        let line = line.clamp(1, last);
        let end = text.width(line) + 1;
        (line, column.clamp(1, end))
    };
    let start = clamp(spot.line, spot.column);
    let end = clamp(spot.end_line, spot.end_column).max(start);
    let rest = RegionRest { start_column: start.1, end_line: end.0, end_column: end.1 };
    Region { start_line: start.0, rest: Some(rest) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_lies_within_its_text() {
        let text = Text::new("aé\nb\n".into());
        let spot = |line, column, end_line, end_column| Spot { line, column, end_line, end_column };
        let region = |spot| {
            let Region { start_line, rest } = region(spot, &text);
            let RegionRest { start_column, end_line, end_column } = rest.unwrap();
            (start_line, start_column, end_line, end_column)
        };
        assert_eq!(region(spot(1, 2, 1, 3)), (1, 2, 1, 3));
        assert_eq!(region(spot(0, 0, 9, 9)), (1, 1, 3, 1));
        assert_eq!(region(spot(2, 7, 1, 1)), (2, 2, 2, 2));
    }
}
