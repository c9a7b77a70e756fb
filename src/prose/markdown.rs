//! The passages of a markdown document.

use super::data::{self, is_data};
use super::html::{Piece, Unshown, pieces};
use super::{Around, Document, FAR, Folded, Place, split_far};
use crate::docs::frontmatter::{Frontmatter, Value};
use crate::text::{Span, Text};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// Adds the passages of `text` to `out`.
pub fn read(text: &str, out: &mut Document) {
    frontmatter(text, out);
    let mut options = Options::empty();
    options.insert(Options::ENABLE_YAML_STYLE_METADATA_BLOCKS);
    options.insert(Options::ENABLE_TABLES);
    let events = Parser::new_ext(text, options).into_offset_iter();
    let unused: Vec<(String, Range<usize>)> = events
        .reference_definitions()
        .iter()
        .filter_map(|(_, definition)| Some((definition.title.as_ref()?.to_string(), definition.span.clone())))
        .collect();
    let mut reader = Reader {
        text,
        out,
        open: Folded::default(),
        place: Place::Text,
        end: 0,
        headings: Vec::new(),
        leads: Vec::new(),
        quotes: Vec::new(),
        last: None,
        row_lead: None,
        image: None,
        links: Vec::new(),
        unshown: Unshown::default(),
        block: None,
        data: Vec::new(),
    };
    for (event, range) in events {
        reader.event(event, range);
    }
    reader.flush();
    for (title, span) in unused {
        reader.aside(&title, span, Place::LinkTitle);
    }
    let data = std::mem::take(&mut reader.data);
    for (range, around) in data {
        strings(text, range, around, reader.out);
    }
}

/// The strings of a fence that holds data, with what stands around the fence.
fn strings(text: &str, range: Range<usize>, around: Around, out: &mut Document) {
    let Some(fence) = text.get(range.clone()) else { return };
    let head = fence.find('\n').map_or(fence.len(), |at| at + 1);
    let end = fence.trim_end().rfind('\n').map_or(head, |at| at.max(head));
    let first = out.passages.len();
    data::read(&text[..range.start + end], range.start + head, out);
    for passage in &mut out.passages[first..] {
        passage.under = passage.under.or(around.under);
        passage.lead = around.lead;
        passage.quoted = around.quoted;
    }
}

/// The values of the frontmatter, each under its key.
fn frontmatter(text: &str, out: &mut Document) {
    let head = text.trim_start_matches('\u{FEFF}');
    if !head.starts_with("---") {
        return;
    }
    let end =
        memchr::memmem::find(&text.as_bytes()[3.min(text.len())..], b"\n---").map_or(0, |at| at + 3 + 4);
    let Some(block) = text.get(..end) else { return };
    let block = Text::new(format!("{block}\n"));
    let Some(found) = Frontmatter::read(&block) else { return };
    for entry in &found.entries {
        let key = &text[entry.key_span.range()];
        let under = out.add_raw(key, entry.key_span.range().start, Place::Heading, Around::default());
        let spans: Vec<Span> = match &entry.value {
            Value::Scalar(scalar) => vec![scalar.span],
            Value::List(items) => items.iter().map(|item| item.span).collect(),
            Value::Opaque(span) => vec![*span],
        };
        for span in spans {
            let Some(raw) = text.get(span.range()) else { continue };
            let quote = raw.chars().next().filter(|c| matches!(c, '"' | '\''));
            let inner = quote.and_then(|quote| raw.strip_prefix(quote)?.strip_suffix(quote)).unwrap_or(raw);
            let start = span.range().start + (raw.len() - inner.len()) / 2;
            out.add_raw(inner, start, Place::Value, Around { under, ..Around::default() });
        }
    }
}

/// Bytes that may stand between a title and the end of its link.
const BEHIND_TITLE: usize = 256;

struct Reader<'t, 'd> {
    text: &'t str,
    out: &'d mut Document,
    /// The passage that is being read, with its place and the byte it has come to.
    open: Folded,
    place: Place,
    end: usize,
    /// Levels and indexes of the headings around, outer ones first.
    headings: Vec<(u8, Option<u32>)>,
    /// What introduces each list around.
    leads: Vec<Option<u32>>,
    /// The first passage of each block quote around.
    quotes: Vec<Option<u32>>,
    /// The last passage a reader saw.
    last: Option<u32>,
    /// The head of the table around.
    row_lead: Option<u32>,
    /// The alternative text that is being read.
    image: Option<Folded>,
    links: Vec<String>,
    unshown: Unshown,
    /// The code block around: whether its text is read.
    block: Option<bool>,
    /// Fences that hold data, with what stands around them: read last, as a file of their own.
    data: Vec<(Range<usize>, Around)>,
}

impl Reader<'_, '_> {
    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.finish(tag, range),
            Event::Text(_) if self.block == Some(false) => self.far_code(range),
            Event::Text(_) => self.text(range),
            Event::Code(code) => self.code(&code, range),
            Event::SoftBreak | Event::HardBreak => {
                self.open.blank(range.start);
                self.end = range.end;
            }
            Event::InlineHtml(_) => self.html(range),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Heading { .. } => {
                self.flush();
                self.place = Place::Heading;
            }
            Tag::Paragraph | Tag::Item => drop(self.flush()),
            Tag::List(_) => {
                self.flush();
                self.leads.push(self.last);
            }
            Tag::BlockQuote(_) => {
                self.flush();
                self.quotes.push(None);
            }
            Tag::TableHead | Tag::TableRow => {
                self.flush();
                self.place = Place::Row;
            }
            Tag::TableCell => self.between_cells(range.start),
            Tag::CodeBlock(kind) => {
                self.flush();
                if let CodeBlockKind::Fenced(info) = &kind
                    && is_data(&format!(".{}", info.split([' ', ',', '{']).next().unwrap_or_default()))
                {
                    let around = self.around();
                    self.data.push((range, Around { lead: self.last.or(around.lead), ..around }));
                }
                self.place = Place::Code;
                self.block = Some(match &kind {
                    CodeBlockKind::Fenced(info) => says_nothing(info),
                    CodeBlockKind::Indented => false,
                });
            }
            Tag::MetadataBlock(_) => self.block = Some(false),
            Tag::HtmlBlock => {
                self.flush();
                self.html(range);
                self.flush();
                self.block = Some(false);
            }
            Tag::Image { title, .. } => {
                self.image = Some(Folded::default());
                self.aside(&title, range, Place::LinkTitle);
            }
            Tag::Link { dest_url, title, .. } => {
                self.aside(&title, range, Place::LinkTitle);
                self.links.push(dest_url.to_string());
            }
            _ => {}
        }
    }

    fn finish(&mut self, tag: TagEnd, range: Range<usize>) {
        match tag {
            TagEnd::Heading(level) => {
                let level = level as u8;
                self.headings.retain(|(known, _)| *known < level);
                let index = self.flush();
                self.headings.push((level, index));
            }
            TagEnd::Paragraph | TagEnd::Item => drop(self.flush()),
            TagEnd::List(_) => {
                self.flush();
                self.leads.pop();
            }
            TagEnd::BlockQuote(_) => {
                self.flush();
                self.quotes.pop();
            }
            TagEnd::TableHead => self.row_lead = self.flush(),
            TagEnd::TableRow => drop(self.flush()),
            TagEnd::Table => self.row_lead = None,
            TagEnd::CodeBlock | TagEnd::MetadataBlock(_) | TagEnd::HtmlBlock => {
                self.block = None;
                self.flush();
            }
            TagEnd::Image => {
                if let Some(alt) = self.image.take() {
                    let around = self.around();
                    self.out.add(alt, Place::Alt, around);
                }
            }
            TagEnd::Link => self.address(range),
            _ => {}
        }
    }

    fn around(&self) -> Around {
        let lead = match self.quotes.last() {
            Some(first) => *first,
            None => self.row_lead.or(self.leads.last().copied().flatten()),
        };
        Around {
            quoted: !self.quotes.is_empty(),
            under: self.headings.last().and_then(|(_, index)| *index),
            lead,
        }
    }

    /// Ends the passage that is open; answers its index.
    fn flush(&mut self) -> Option<u32> {
        let text = std::mem::take(&mut self.open);
        let place = std::mem::replace(&mut self.place, Place::Text);
        self.end = 0;
        let place = if self.unshown.is_open() { Place::Invisible } else { place };
        let around = self.around();
        let index = self.out.add(text, place, around)?;
        self.last = Some(index);
        if let Some(first) = self.quotes.last_mut() {
            first.get_or_insert(index);
        }
        Some(index)
    }

    /// Text as it stands.
    fn text(&mut self, range: Range<usize>) {
        let Some(raw) = self.text.get(range.clone()) else { return };
        if let Some(alt) = &mut self.image {
            return alt.push_str(raw, range.start);
        }
        self.leap_to(range.start);
        for (index, (at, part)) in split_far(raw).into_iter().enumerate() {
            if index > 0 {
                self.far();
            }
            self.open.push_str(part, range.start + at);
        }
        self.end = range.end;
    }

    /// Ends the passage where blanks push what follows out of sight.
    fn leap_to(&mut self, start: usize) {
        let before = self.text.as_bytes()[..start].iter().rev();
        let blanks = before.take(FAR).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if blanks == FAR && start - FAR >= self.end {
            self.far();
        }
    }

    fn far(&mut self) {
        self.flush();
        self.place = Place::FarRight;
    }

    fn between_cells(&mut self, start: usize) {
        if self.open.as_str().is_empty() {
            return;
        }
        self.open.push(' ', start);
        self.open.push('|', start);
        self.open.push(' ', start);
    }

    /// Inline code: read where it stands, as quoted.
    fn code(&mut self, code: &str, range: Range<usize>) {
        let Some(raw) = self.text.get(range.clone()) else { return };
        let inside = range.start + raw.find(code).unwrap_or(0);
        self.leap_to(range.start);
        self.open.push('`', range.start);
        match self.text.get(inside..inside + code.len()) {
            Some(there) if there == code => self.open.push_str(code, inside),
            // Line ends inside it are blanks to the parser.
            _ => self
                .open
                .push_str(raw.trim_matches('`'), range.start + raw.len() - raw.trim_start_matches('`').len()),
        }
        self.open.push('`', range.end - 1);
        self.end = range.end;
    }

    /// A link's address, behind its text, where it is not the text itself.
    fn address(&mut self, range: Range<usize>) {
        let Some(address) = self.links.pop().filter(|address| address.contains("://")) else { return };
        let Some(raw) = self.text.get(range.clone()) else { return };
        if self.image.is_some() || raw.starts_with('<') || raw == address {
            return;
        }
        let at = range.start + raw.rfind(&*address).unwrap_or(0);
        self.open.blank(at);
        if self.text.get(at..at + address.len()) == Some(&*address) {
            self.open.push_str(&address, at);
        } else {
            // Defined elsewhere: all of it stands where the link does.
            address.chars().for_each(|c| self.open.push(c, at));
        }
        self.open.blank(range.end - 1);
        self.end = range.end;
    }

    /// A text beside the one that is read: the title at the end of a link, an image or a definition. It is
    /// looked for there alone: images in images reach over all that they hold.
    fn aside(&mut self, said: &str, range: Range<usize>, place: Place) {
        if said.trim().is_empty() {
            return;
        }
        let from = range.start.max(range.end.saturating_sub(said.len() + BEHIND_TITLE));
        let tail = self.text.as_bytes().get(from..range.end).unwrap_or_default();
        let inside = memchr::memmem::rfind(tail, said.as_bytes());
        let around = self.around();
        match inside {
            Some(at) => drop(self.out.add_raw(said, from + at, place, around)),
            None => {
                let mut folded = Folded::default();
                said.chars().for_each(|c| folded.push(c, range.start));
                self.out.add(folded, place, around);
            }
        }
    }

    fn html(&mut self, range: Range<usize>) {
        let Some(raw) = self.text.get(range.clone()) else { return };
        for piece in pieces(raw) {
            match piece {
                Piece::Comment(inner) => {
                    let said = &raw[inner.clone()];
                    let around = self.around();
                    self.out.add_raw(said, range.start + inner.start, Place::Comment, around);
                }
                Piece::Tag(tag) => {
                    let was_open = self.unshown.is_open();
                    let mut next = std::mem::take(&mut self.unshown);
                    next.tag(&raw[tag.clone()]);
                    if was_open != next.is_open() {
                        // What was read so far belongs to the state before.
                        if was_open {
                            self.place = Place::Invisible;
                        }
                        self.flush();
                    }
                    self.unshown = next;
                    // Markers of roles are written as tags.
                    self.open.push(' ', range.start + tag.start);
                    self.open.push_str(name_of(&raw[tag.clone()]), range.start + tag.start);
                    self.open.push(' ', range.start + tag.end - 1);
                }
                Piece::Text(inner) => {
                    self.open.push_str(&raw[inner.clone()], range.start + inner.start);
                }
            }
        }
        self.end = range.end;
    }

    /// Code whose lines begin far to the right is no code.
    fn far_code(&mut self, range: Range<usize>) {
        let Some(raw) = self.text.get(range.clone()) else { return };
        let line = self.text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let indent = raw.len() - raw.trim_start_matches([' ', '\t']).len();
        if range.start - line + indent >= FAR && self.text[line..range.start].trim().is_empty() {
            let around = self.around();
            self.out.add_raw(
                raw.trim_start(),
                range.start + raw.len() - raw.trim_start().len(),
                Place::FarRight,
                around,
            );
        }
    }
}

/// The bare tag `<name>` or `</name>`, without attributes; nothing for the elements of pages.
fn name_of(tag: &str) -> &str {
    let plain = tag
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'<' | b'>' | b'/' | b'-' | b'_'));
    if plain { tag } else { "" }
}

/// Whether the info string of a fence names no language of programs.
fn says_nothing(info: &str) -> bool {
    matches!(
        info.trim().to_ascii_lowercase().as_str(),
        "" | "text" | "txt" | "plaintext" | "markdown" | "md" | "prompt"
    )
}
