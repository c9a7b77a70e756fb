//! One report in the forms that were asked for: printed, and written to files.

use super::args::{Format, Output};
use super::{Failure, file, output};
use crate::pack::Pack;
use crate::report::{Report, github, html, json, markdown, sarif, text};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Component, Path, PathBuf};

/// Columns of a text report in a file.
const WIDTH: usize = 100;
/// Names the file to which a step of a workflow may add its summary.
const SUMMARY: &str = "GITHUB_STEP_SUMMARY";

/// A report, and what its forms need beside it.
pub struct Reports<'a> {
    report: &'a Report,
    pack: &'a Pack,
    /// The way from the working directory to the pack; empty where it is not below.
    root: String,
}

impl<'a> Reports<'a> {
    /// The forms of `report`, made of `pack`.
    pub fn new(report: &'a Report, pack: &'a Pack) -> Self {
        Reports { report, pack, root: below_here(Path::new(&pack.dir)) }
    }

    /// Writes the files, each whole or not at all, and then prints. What the run is worth is known
    /// by then: a failure here is one of the whole run.
    ///
    /// # Errors
    /// A file that can't be written, in words.
    pub fn give(&self, print: Format, outputs: &[Output]) -> Result<(), Failure> {
        // Nothing is written where one of the forms can't be made.
        let texts: Vec<String> =
            outputs.iter().map(|output| self.in_form(output.format)).collect::<Result<_, _>>()?;
        for (output, text) in outputs.iter().zip(&texts) {
            file::write(&output.path, text)?;
        }
        if print == Format::Github || outputs.iter().any(|output| output.format == Format::Github) {
            self.summarise()?;
        }
        match print {
            Format::Text => output::print_styled(&text::render(self.report, self.pack, output::look())),
            other => output::print(&self.in_form(other)?),
        }
    }

    fn in_form(&self, format: Format) -> Result<String, Failure> {
        let (report, pack) = (self.report, self.pack);
        let look = text::Look { width: WIDTH, colour: false };
        match format {
            Format::Text => Ok(text::render(report, pack, look)),
            Format::Json => json::render(report).map_err(|error| error.to_string()),
            Format::Sarif => {
                json::render(&sarif::log(report, pack, &self.root)).map_err(|error| error.to_string())
            }
            Format::Html => html::render(report, pack).map_err(|error| error.to_string()),
            Format::Markdown => Ok(markdown::render(report, pack)),
            Format::Github => Ok(github::render(report, &self.root)),
        }
    }

    /// Adds the report to the summary of a workflow's step, where there is one.
    fn summarise(&self) -> Result<(), Failure> {
        let Some(path) = std::env::var_os(SUMMARY).filter(|path| !path.is_empty()).map(PathBuf::from) else {
            return Ok(());
        };
        let text = markdown::render(self.report, self.pack);
        let file = OpenOptions::new().append(true).create(true).open(&path);
        file.and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|error| format!("{} could not be written: {error}", path.display()))
    }
}

/// Refuses files within the pack, by whatever way they are named, and two reports in one file: a
/// report must not change what is vetted next, nor land where the pack's author laid a link.
///
/// # Errors
/// The first such file, in words.
pub fn check(pack: &str, outputs: &[Output]) -> Result<(), Failure> {
    let pack = std::fs::canonicalize(pack).ok();
    let mut known: Vec<PathBuf> = Vec::new();
    for output in outputs {
        let shown = output.path.display();
        let place = place(&output.path);
        if pack.as_ref().is_some_and(|pack| place.starts_with(pack)) {
            return Err(format!("{shown} lies within the pack; a report is written outside of it"));
        }
        if known.contains(&place) {
            return Err(format!("{shown} is named for two reports"));
        }
        known.push(place);
    }
    Ok(())
}

/// Where a file is or would be, links followed.
fn place(path: &Path) -> PathBuf {
    if let Ok(place) = std::fs::canonicalize(path) {
        return place;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    folder.join(path.file_name().unwrap_or_default())
}

/// The way from the working directory to `dir`, `/` between its parts. Empty if it is that
/// directory, or not below it: then addresses are relative to the pack.
fn below_here(dir: &Path) -> String {
    let here = std::fs::canonicalize(".").ok();
    let there = std::fs::canonicalize(dir).ok();
    let (Some(here), Some(there)) = (here, there) else { return String::new() };
    let way = there.strip_prefix(&here).unwrap_or(Path::new("")).components();
    let parts = way.filter_map(|part| match part {
        Component::Normal(part) => Some(part.to_string_lossy().into_owned()),
        _ => None,
    });
    parts.collect::<Vec<_>>().join("/")
}
