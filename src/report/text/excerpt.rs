//! The source lines of a finding, with its places underlined.

use crate::pack::Pack;
use crate::report::FindingEntry;
use crate::report::line::Shown;
use crate::report::marks::{self, Mark, Part, Underline};
use crate::text::harmless;
use annotate_snippets::{Annotation, AnnotationKind, Snippet};
use std::ops::Range;
use unicode_width::UnicodeWidthStr;

/// Columns left of the source: the line number and its rule.
pub const GUTTER: usize = 8;
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
    let stretches = marks::stretches(finding, marks::of(finding));
    stretches.iter().filter_map(|marks| snippet(pack, marks, width.saturating_sub(GUTTER))).collect()
}

/// One stretch of one file; `marks` are of one file, sorted by line. `None` if it has no text.
fn snippet(pack: &Pack, marks: &[Mark<'_>], room: usize) -> Option<Excerpt> {
    let file = marks.first()?.file;
    let text = pack.file(file)?.text.as_ref()?;
    let first = marks.first()?.spot.line;
    let spans: Vec<Underline> = marks.iter().map(|mark| Underline::new(mark.spot, text)).collect();
    let last = spans.iter().map(|spot| spot.end_line).max()?;

    let mut source = String::new();
    let mut starts = Vec::new();
    let mut lines = Vec::new();
    for number in first..=last {
        let cited: Vec<Range<u32>> = spans.iter().filter_map(|spot| spot.in_line(number)).collect();
        let shown = Shown::new(text, number, &cited, room);
        starts.push(source.len());
        source.push_str(&shown.text);
        source.push('\n');
        lines.push(shown);
    }
    let offset = |line: u32, column: u32| {
        let index = (line - first) as usize;
        starts[index] + lines[index].offset(column)
    };
    let mut annotations = Vec::new();
    for (mark, spot) in marks.iter().zip(&spans) {
        let kind = match mark.part {
            Part::Own => AnnotationKind::Primary,
            Part::Half | Part::Step => AnnotationKind::Context,
        };
        let start = offset(spot.line, spot.column);
        let span = start..offset(spot.end_line, spot.end_column).max(start);
        let line = &lines[(spot.line - first) as usize];
        let end = if spot.end_line == spot.line { line.offset(spot.end_column) } else { line.text.len() };
        let taken = line.text[..end].width() + 1 + mark.label.width();
        if mark.label.is_empty() || taken <= room || spot.end_line > spot.line {
            let label = (!mark.label.is_empty()).then(|| mark.label.clone());
            annotations.push(kind.span(span).label(label));
        } else {
            // Beside the underline it would run off the page: two that begin at one place make the
            // renderer hang the label below.
            let letter = source[start..].chars().next().map_or(0, char::len_utf8);
            annotations.push(kind.span(start..(start + letter).min(span.end)).label(mark.label.clone()));
            annotations.push(kind.span(span));
        }
    }
    let snippet = Snippet::source(source).line_start(first as usize).path(ORIGIN.to_string());
    let named = marks.iter().find(|mark| mark.part == Part::Own).or(marks.first())?.spot;
    Some(Excerpt {
        snippet: snippet.annotations(annotations),
        origin: format!("{}:{}:{}", harmless(file), named.line, named.column),
    })
}
