//! Prose: what a file says to whoever reads it, as a flat list of passages with their standing.
//!
//! A passage is a paragraph, an item, a row, a value, or a piece of text in a place that no reader
//! looks at. Its text is folded for comparison and knows the bytes it came from. Nothing here
//! judges: what a passage tells the agent is for `findings`, and its standing says whether it is
//! told or only mentioned.

mod data;
mod fold;
pub mod guards;
mod html;
mod markdown;
mod plain;
pub mod shapes;
pub mod tokens;
pub mod vocabulary;

pub use data::is_data;
pub use fold::Folded;

/// Where a passage stands in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A paragraph or a list's item.
    Text,
    /// A heading.
    Heading,
    /// A row of a table.
    Row,
    /// A line of code, or a fence.
    Code,
    /// A value of the frontmatter, or of a data file.
    Value,
    /// An HTML comment, or a definition of a link that nothing uses.
    Comment,
    /// The text that stands for an image.
    Alt,
    /// The title of a link or an image.
    LinkTitle,
    /// An element that a page does not show, by its style or size.
    Invisible,
    /// Behind so many blanks that no window shows it.
    FarRight,
    /// Spelled in tag characters, which nothing shows.
    Tags,
}

impl Place {
    /// Whether a person who reads the file, or the page made of it, sees the passage.
    pub fn is_hidden(self) -> bool {
        use Place::*;
        matches!(self, Comment | Alt | LinkTitle | Invisible | FarRight | Tags)
    }

    /// The place in words.
    pub fn words(self) -> &'static str {
        match self {
            Place::Text => "the text",
            Place::Heading => "a heading",
            Place::Row => "a table",
            Place::Code => "code",
            Place::Value => "a value",
            Place::Comment => "an HTML comment",
            Place::Alt => "an image's alternative text",
            Place::LinkTitle => "a link's title",
            Place::Invisible => "an element the page does not show",
            Place::FarRight => "text behind a long run of blanks",
            Place::Tags => "invisible tag characters",
        }
    }
}

/// A piece of text that belongs together.
#[derive(Debug)]
pub struct Passage {
    /// What it says.
    pub text: Folded,
    /// Where it stands.
    pub place: Place,
    /// Inside a block quote.
    pub quoted: bool,
    /// Index of the nearest heading, or key of a data file, above it.
    pub under: Option<u32>,
    /// Index of the passage that introduces it: the sentence before a list, the head of a table.
    pub lead: Option<u32>,
}

/// A file's passages in the order they stand in.
#[derive(Debug, Default)]
pub struct Document {
    /// The passages; headings and keys come before what stands under them.
    pub passages: Vec<Passage>,
}

/// How a file is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Markdown, with its frontmatter.
    Markdown,
    /// Text for a reader.
    Plain,
    /// Strings of JSON, YAML or TOML.
    Data,
}

impl Document {
    /// The passages of `text`.
    pub fn read(form: Form, text: &str) -> Document {
        let mut out = Document::default();
        match form {
            Form::Markdown => markdown::read(text, &mut out),
            Form::Plain => plain::read(text, &mut out),
            Form::Data => data::read(text, 0, &mut out),
        }
        tags(text, &mut out);
        out
    }

    /// The headings or keys above a passage, nearest first.
    pub fn trail(&self, passage: usize) -> impl Iterator<Item = usize> + '_ {
        let above = |index: usize| {
            let under = self.passages.get(index)?.under? as usize;
            // What stands under something comes after it, so that no trail goes in a circle.
            (under < index).then_some(under)
        };
        std::iter::successors(above(passage), move |&index| above(index)).take(16)
    }

    /// Adds a passage; answers its index, `None` if it is empty.
    fn add(&mut self, text: Folded, place: Place, around: Around) -> Option<u32> {
        if text.is_empty() {
            return None;
        }
        let Around { quoted, under, lead } = around;
        self.passages.push(Passage { text, place, quoted, under, lead });
        Some(self.passages.len() as u32 - 1)
    }

    /// Adds what stands at `start..start + raw.len()` as passages: one, and one more behind each
    /// long run of blanks in it.
    fn add_raw(&mut self, raw: &str, start: usize, place: Place, around: Around) -> Option<u32> {
        let mut first = None;
        for (index, (at, part)) in split_far(raw).into_iter().enumerate() {
            let place = if index > 0 { Place::FarRight } else { place };
            let mut folded = Folded::default();
            folded.push_str(part, start + at);
            first = first.or(self.add(folded, place, around));
        }
        first
    }
}

/// What stands around a passage.
#[derive(Clone, Copy, Debug, Default)]
struct Around {
    quoted: bool,
    under: Option<u32>,
    lead: Option<u32>,
}

/// Blanks on a line that push what follows out of every window.
const FAR: usize = 200;

/// `raw` in the parts between runs of [`FAR`] blanks, each with its offset.
fn split_far(raw: &str) -> Vec<(usize, &str)> {
    let mut out = Vec::new();
    let (mut from, mut run, mut run_at) = (0, 0, 0);
    for (at, c) in raw.char_indices() {
        if c != '\n' && c.is_whitespace() {
            if run == 0 {
                run_at = at;
            }
            run += 1;
            continue;
        }
        if run >= FAR && c != '\n' {
            out.push((from, &raw[from..run_at]));
            from = at;
        }
        run = 0;
    }
    out.push((from, &raw[from..]));
    out
}

/// What tag characters spell: each is an ASCII character that nothing shows.
fn tags(text: &str, out: &mut Document) {
    const FIRST: u32 = 0xE0000;
    if memchr::memmem::find(text.as_bytes(), "\u{E0020}".as_bytes().split_at(2).0).is_none() {
        return;
    }
    let mut folded = Folded::default();
    let mut last = 0;
    for (at, c) in text.char_indices().filter(|(_, c)| matches!(c, '\u{E0020}'..='\u{E007E}')) {
        if at > last + 64 && !folded.is_empty() {
            out.add(std::mem::take(&mut folded), Place::Tags, Around::default());
        }
        if let Some(spelled) = char::from_u32(c as u32 - FIRST) {
            folded.push(spelled, at);
        }
        last = at;
    }
    out.add(folded, Place::Tags, Around::default());
}

#[cfg(test)]
mod tests;
