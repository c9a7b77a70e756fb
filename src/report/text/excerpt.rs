//! The source lines of a finding, with its places underlined.

use super::line::Shown;
use crate::pack::Pack;
use crate::report::{EvidenceEntry, FindingEntry, FlowEntry, PlaceEntry};
use crate::rules::Rule;
use crate::text::{Text, excerpt, harmless};
use annotate_snippets::{Annotation, AnnotationKind, Snippet};
use std::ops::Range;

/// Columns left of the source: the line number and its rule.
pub const GUTTER: usize = 8;
/// Halves underlined in one finding; `--json` has them all.
const HALVES: usize = 8;
/// Steps of a flow underlined between its halves.
const STEPS: usize = 4;
/// Places at most this many lines apart share one excerpt; what lies between is left out.
const NEAR: u32 = 60;
/// A longer place is underlined in its first line only.
const TALL: u32 = 6;
/// Characters of a key that are shown.
const KEPT: u32 = 4;
/// Characters of a label.
const LABEL: usize = 60;

/// A place to underline, with the phrase beside it.
struct Mark<'a> {
    place: &'a PlaceEntry,
    label: String,
    primary: bool,
}

/// An excerpt in the renderer's terms, and where it is from.
pub struct Excerpt {
    /// Lines and what is underlined in them. Its path is [`ORIGIN`].
    pub snippet: Snippet<'static, Annotation<'static>>,
    /// `file:line:column`, harmless.
    pub origin: String,
}

/// Stands for an excerpt's origin until it is rendered: the renderer only knows columns of the text
/// it was given, which are not those of the file where a line was cut or escaped. No text that went
/// through `harmless` holds this character.
pub const ORIGIN: char = '\u{2063}';

/// Puts the origins of `excerpts` into the `rendered` text, in order.
pub fn with_origins(rendered: &str, origins: &[String]) -> String {
    let mut parts = rendered.split(ORIGIN);
    let mut out = String::from(parts.next().unwrap_or_default());
    for (part, origin) in parts.zip(origins) {
        out.push_str(origin);
        out.push_str(part.trim_start_matches(|c: char| c == ':' || c.is_ascii_digit()));
    }
    out
}

/// The excerpts of `finding`, for a page of `width` columns: one a file and stretch of lines, the
/// finding's own file first. Empty where it cites no text.
pub fn of(finding: &FindingEntry, pack: &Pack, width: usize) -> Vec<Excerpt> {
    let own = own_place(finding);
    let mut marks = marks(finding, own.as_ref());
    let own_file = finding.file.as_deref();
    marks.sort_by(|a, b| {
        let key = |mark: &Mark<'_>| (Some(&*mark.place.file) != own_file, mark.place.clone());
        key(a).cmp(&key(b))
    });
    let apart = |a: &Mark<'_>, b: &Mark<'_>| {
        a.place.file == b.place.file && b.place.line.saturating_sub(a.place.line) <= NEAR
    };
    let stretches = marks.chunk_by(apart);
    let is_secret = Rule::by_id(finding.rule) == Some(Rule::HardcodedSecret);
    stretches.filter_map(|marks| snippet(pack, marks, width.saturating_sub(GUTTER), is_secret)).collect()
}

/// The finding's own place.
fn own_place(finding: &FindingEntry) -> Option<PlaceEntry> {
    Some(PlaceEntry {
        file: finding.file.clone()?,
        line: finding.line?,
        column: finding.column?,
        end_line: finding.end_line?,
        end_column: finding.end_column?,
    })
}

/// Every place of the finding, each once, with all that is to say of it.
fn marks<'a>(finding: &'a FindingEntry, own: Option<&'a PlaceEntry>) -> Vec<Mark<'a>> {
    let mut marks: Vec<Mark<'a>> = Vec::new();
    let mut add = |place: &'a PlaceEntry, label: String, primary: bool| match marks
        .iter_mut()
        .find(|mark| mark.place == place)
    {
        Some(mark) if mark.label.is_empty() => mark.label = label,
        Some(mark) if !label.is_empty() && mark.label != label => {
            mark.label = format!("{}; {label}", mark.label);
        }
        Some(_) => {}
        None => marks.push(Mark { place, label, primary }),
    };
    if let Some(place) = own {
        let title = if finding.evidence.is_empty() { title(finding.rule) } else { "" };
        add(place, title.into(), true);
    }
    for half in finding.evidence.iter().take(HALVES) {
        add(&half.place, phrase(half), false);
    }
    for half in finding.evidence.iter().take(HALVES) {
        let Some(FlowEntry::Reaches { steps }) = &half.flow else { continue };
        for step in steps.iter().take(STEPS) {
            let told = finding.evidence.iter().any(|half| half.place.line == step.line);
            if !told {
                add(step, "passes here".into(), false);
            }
        }
    }
    marks
}

fn title(id: &str) -> &'static str {
    Rule::by_id(id).map_or("", |rule| rule.info().title)
}

/// What a half is, in a few lower-case words.
fn phrase(half: &EvidenceEntry) -> String {
    let part = match half.role {
        "secret" => "secret read",
        "send" => "sent",
        "capture" => "captured",
        "persist" => "kept",
        "encode" => "encoded",
        "read" => "file read",
        "write" => "written",
        "copy" => "copied",
        "claim" => "claimed",
        other => other,
    };
    format!("{part}: {}", excerpt(&half.label, LABEL))
}

/// One stretch of one file; `marks` are of one file, sorted by line. `None` if it has no text. What is
/// underlined is masked where it is a secret.
fn snippet(pack: &Pack, marks: &[Mark<'_>], room: usize, is_secret: bool) -> Option<Excerpt> {
    let file = marks.first()?.place.file.as_str();
    let text = pack.file(file)?.text.as_ref()?;
    let first = marks.first()?.place.line;
    let spans: Vec<Spot> = marks.iter().map(|mark| Spot::new(mark.place, text)).collect();
    let last = spans.iter().map(|spot| spot.end_line).max()?;

    let mut source = String::new();
    let mut starts = Vec::new();
    let mut lines = Vec::new();
    for number in first..=last {
        let cited: Vec<Range<u32>> = spans.iter().filter_map(|spot| spot.in_line(number)).collect();
        let line = text.line(number);
        let shown = match is_secret {
            true => Shown::new(&masked(line, &cited, number == first), &cited, room),
            false => Shown::new(line, &cited, room),
        };
        starts.push(source.len());
        source.push_str(&shown.text);
        source.push('\n');
        lines.push(shown);
    }
    let offset = |line: u32, column: u32| {
        let index = (line - first) as usize;
        starts[index] + lines[index].offset(column)
    };
    let annotations = marks.iter().zip(&spans).map(|(mark, spot)| {
        let kind = if mark.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let start = offset(spot.line, spot.column);
        let span = start..offset(spot.end_line, spot.end_column).max(start);
        let label = (!mark.label.is_empty()).then(|| mark.label.clone());
        kind.span(span).label(label)
    });
    let annotations: Vec<_> = annotations.collect();
    let snippet = Snippet::source(source).line_start(first as usize).path(ORIGIN.to_string());
    let named = marks.iter().find(|mark| mark.primary).or(marks.first())?.place;
    Some(Excerpt {
        snippet: snippet.annotations(annotations),
        origin: format!("{}:{}:{}", harmless(file), named.line, named.column),
    })
}

/// `line` with the cited columns (0-based) masked, but for the first characters of a key's first line.
fn masked(line: &str, cited: &[Range<u32>], is_first: bool) -> String {
    let kept = if is_first { KEPT } else { 0 };
    let is_hidden =
        |column: u32| cited.iter().any(|range| range.start + kept <= column && column < range.end);
    (0u32..).zip(line.chars()).map(|(column, c)| if is_hidden(column) { '•' } else { c }).collect()
}

/// A place with 0-based columns, not taller than what is shown of it.
struct Spot {
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

impl Spot {
    fn new(place: &PlaceEntry, text: &Text) -> Self {
        let tall = place.end_line.saturating_sub(place.line) >= TALL;
        let column = place.column.saturating_sub(1);
        let (end_line, end_column) = match tall {
            true => (place.line, text.line(place.line).chars().count() as u32),
            false => (place.end_line.max(place.line), place.end_column.saturating_sub(1)),
        };
        let end_column = if end_line == place.line { end_column.max(column) } else { end_column };
        Spot { line: place.line, column, end_line, end_column }
    }

    /// The columns of line `number` that belong to this place, `None` if it does not touch it.
    fn in_line(&self, number: u32) -> Option<Range<u32>> {
        if number < self.line || number > self.end_line {
            return None;
        }
        let start = if number == self.line { self.column } else { 0 };
        let end = if number == self.end_line { self.end_column } else { start };
        Some(start..end.max(start))
    }
}
