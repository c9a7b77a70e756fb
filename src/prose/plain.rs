//! Text without markup: paragraphs, items and what looks like a heading.

use super::{Around, Document, Place};
use crate::text::Span;

/// Adds the passages of `text` to `out`.
pub fn read(text: &str, out: &mut Document) {
    let mut around = Around::default();
    let mut open: Option<Span> = None;
    let mut last = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let (start, end) = (at, at + line.trim_end().len());
        at += line.len();
        let body = line.trim();
        if let (Some(span), true) = (open, body.is_empty() || is_heading(body) || is_item(body)) {
            last = out.add_raw(&text[span.range()], span.range().start, Place::Text, around).or(last);
            open = None;
            if text[span.range()].trim_end().ends_with([':', '：']) {
                around.lead = last;
            }
        }
        if is_heading(body) {
            around = Around::default();
            around.under =
                out.add_raw(body, start + line.len() - line.trim_start().len(), Place::Heading, around);
        } else if !body.is_empty() {
            if open.is_none() && !is_item(body) && !line.starts_with([' ', '\t']) {
                around.lead = None;
            }
            open = Some(Span::new(open.map_or(start, |span| span.range().start), end));
        }
    }
    if let Some(span) = open {
        out.add_raw(&text[span.range()], span.range().start, Place::Text, around);
    }
}

/// `# Title`, `TITLE`, `= Title =`.
fn is_heading(line: &str) -> bool {
    let letters = || line.chars().filter(|c| c.is_alphabetic());
    line.starts_with("# ")
        || line.starts_with("##")
        || line.starts_with("= ")
        || line.len() < 60
            && letters().count() > 3
            && letters().all(char::is_uppercase)
            && !line.ends_with(['.', '!'])
}

fn is_item(line: &str) -> bool {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = digits.len() < line.len() && line.len() - digits.len() < 4;
    is_number && digits.starts_with(['.', ')'])
        || ["- ", "* ", "+ ", "• "].iter().any(|mark| line.starts_with(mark))
}
