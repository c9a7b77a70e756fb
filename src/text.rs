//! Places in text: byte spans, lines and columns, and text made harmless for display.

use std::fmt;
use std::sync::Arc;

/// Stands in a folded value for a part that is not known. No pattern matches across it.
pub const HOLE: char = '\u{FFFC}';

/// What a `data:…;base64,` address runs, as code: its payload stays closed.
pub const UNPACKS: &str = "eval(atob(data))";

/// A half-open byte range of one file's decoded text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span from two byte offsets. Files are read up to 2 MiB, so `u32` never overflows.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start: start as u32, end: end.max(start) as u32 }
    }

    /// The span as a range to slice text with.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Whether `other` lies wholly inside this span.
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// A file's decoded text with an index of its lines.
#[derive(Debug, Default)]
pub struct Text {
    text: String,
    /// Byte offset of each line's first byte; never empty.
    starts: Vec<u32>,
    /// Characters that begin before each block of [`BLOCK`] bytes: with thousands of places on one
    /// endless line, counting each column from the line's start would take quadratic time.
    characters: Vec<u32>,
}

/// Bytes a block in the index of characters.
const BLOCK: usize = 1024;

impl Text {
    /// Indexes `text`. A line ends at `\n`; `\r\n` counts once, and a lone `\r` is no line end.
    pub fn new(text: String) -> Self {
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at as u32 + 1));
        let mut count = 0;
        let characters = text
            .as_bytes()
            .chunks(BLOCK)
            .map(|block| {
                let before = count;
                count += first_bytes(block);
                before
            })
            .collect();
        Text { text, starts, characters }
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Number of lines, the last of which may be empty.
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// 1-based line that holds byte `at`.
    pub fn line_of(&self, at: u32) -> u32 {
        self.starts.partition_point(|&start| start <= at) as u32
    }

    /// The span of 1-based line `line`, without its line end. Empty past the last line.
    pub fn line_span(&self, line: u32) -> Span {
        let index = line.saturating_sub(1) as usize;
        let Some(&start) = self.starts.get(index) else {
            return Span::new(self.text.len(), self.text.len());
        };
        let end = self.starts.get(index + 1).map_or(self.text.len(), |&next| next as usize - 1);
        let line = self.text[start as usize..end].trim_end_matches('\r');
        Span::new(start as usize, start as usize + line.len())
    }

    /// The text of 1-based line `line`, without its line end.
    pub fn line(&self, line: u32) -> &str {
        &self.text[self.line_span(line).range()]
    }

    /// 1-based line and column (in characters) of byte `at`.
    pub fn position(&self, at: u32) -> (u32, u32) {
        let line = self.line_of(at);
        let start = self.starts[line as usize - 1] as usize;
        let at = (at as usize).min(self.text.len());
        let column = self.characters_before(at).saturating_sub(self.characters_before(start)) + 1;
        (line, column)
    }

    /// Characters of 1-based line `line`, without its line end.
    pub fn width(&self, line: u32) -> u32 {
        let span = self.line_span(line);
        self.characters_before(span.end as usize) - self.characters_before(span.start as usize)
    }

    /// The byte, counted from its line's first, at which the character of 0-based `column` begins in
    /// 1-based line `line`; the line's end for a column past it. The inverse of [`Text::position`].
    pub fn byte_in_line(&self, line: u32, column: u32) -> usize {
        let span = self.line_span(line);
        let (start, end) = (span.start as usize, span.end as usize);
        let wanted = self.characters_before(start).saturating_add(column);
        let block = self.characters.partition_point(|&before| before <= wanted).saturating_sub(1);
        let mut from = (block * BLOCK).clamp(start, end);
        while !self.text.is_char_boundary(from) {
            from += 1;
        }
        let skipped = wanted.saturating_sub(self.characters_before(from)) as usize;
        let rest = &self.text[from..end.max(from)];
        let at = rest.char_indices().nth(skipped).map_or(rest.len(), |(at, _)| at);
        from + at - start
    }

    fn characters_before(&self, at: usize) -> u32 {
        let block = (at / BLOCK).min(self.characters.len().saturating_sub(1));
        let Some(before) = self.characters.get(block) else { return 0 };
        before + first_bytes(&self.text.as_bytes()[block * BLOCK..at])
    }
}

/// Counts characters by their first bytes, so that an offset inside a character is no panic.
fn first_bytes(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32
}

/// A place in a file as reports cite it: lines and columns are 1-based, columns count characters,
/// and the end is exclusive.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Path relative to the pack's root, with `/` between its parts.
    pub file: Arc<str>,
    /// First line.
    pub line: u32,
    /// Column of the first character.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column after the last character.
    pub end_column: u32,
}

impl Place {
    /// The place of `span` in `text`, the text of `file`.
    pub fn new(file: &Arc<str>, text: &Text, span: Span) -> Self {
        let (line, column) = text.position(span.start);
        let (end_line, end_column) = text.position(span.end);
        Place { file: file.clone(), line, column, end_line, end_column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", harmless(&self.file), self.line)
    }
}

/// `text` with the first `most` of its `from` as `to`; `None` where that is longer than `limit` bytes, which
/// is found out before it is made: a few texts put into each other grow to gigabytes.
pub fn replaced(text: &str, from: &str, to: &str, most: usize, limit: usize) -> Option<String> {
    let count = text.matches(from).take(most).count();
    let length = (text.len() - count * from.len()).checked_add(count.checked_mul(to.len())?)?;
    (length <= limit).then(|| text.replacen(from, to, most))
}

/// Text from a pack, made safe to show: control, bidi, zero-width, tag and other invisible
/// characters become `\u{…}`, so that no name or line can act on a terminal or hide in a report.
pub fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\t' {
            out.push(' ');
        } else if is_invisible(c) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

/// `harmless`, cut to at most `limit` characters with an ellipsis.
pub fn excerpt(text: &str, limit: usize) -> String {
    let mut shown: String = text.chars().take(limit).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    harmless(&shown)
}

/// Whether a terminal or browser would act on `c` or show nothing for it.
pub fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
            | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_and_lines() {
        let text = Text::new("aé\r\nb\n".into());
        assert_eq!(text.line_count(), 3);
        assert_eq!(text.position(3), (1, 3));
        assert_eq!(text.position(5), (2, 1));
        assert_eq!(text.line(1), "aé");
        assert_eq!(text.line(2), "b");
        assert_eq!(text.line(9), "");
        // An offset past the end, or inside a character, is answered, not a panic.
        assert_eq!(text.position(99).0, 3);
        assert_eq!(text.position(2).0, 1);
    }

    #[test]
    fn columns_on_long_lines_are_those_of_a_plain_count() {
        let text = Text::new("é\n".repeat(3) + &"aé€".repeat(1500));
        for at in (0..text.as_str().len()).filter(|&at| text.as_str().is_char_boundary(at)) {
            let start = text.as_str()[..at].rfind('\n').map_or(0, |line| line + 1);
            let counted = text.as_str()[start..at].chars().count() as u32 + 1;
            assert_eq!(text.position(at as u32).1, counted, "{at}");
            let line = text.line_of(at as u32);
            if at <= text.line_span(line).end as usize {
                assert_eq!(text.byte_in_line(line, counted - 1), at - start);
            }
        }
        assert_eq!(text.position(text.as_str().len() as u32).1, 4501);
        assert_eq!(Text::new("a".repeat(2048)).position(2048), (1, 2049));
        assert_eq!(text.byte_in_line(4, 9_999), 1500 * 6);
        assert_eq!((text.byte_in_line(2, 9), text.byte_in_line(99, 3)), (2, 0));
        assert_eq!((text.width(1), text.width(4), text.width(99)), (1, 4500, 0));
    }

    #[test]
    fn escapes_what_a_terminal_would_obey() {
        assert_eq!(harmless("a\u{1b}[31m\u{202e}b"), "a\\u{1b}[31m\\u{202e}b");
        assert_eq!(excerpt("abcdef", 3), "abc…");
    }
}
