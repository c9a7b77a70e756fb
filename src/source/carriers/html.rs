//! Pages: scripts, handlers in attributes, `javascript:` addresses.
//!
//! The tags are found as a browser's tokenizer finds them (the HTML standard, 13.2.5): what hides a
//! script from a looser reader (a tag in a comment, in a title, in the escaped part of a script)
//! hides it here exactly where it does there. Inside SVG, where a browser's rules need the whole
//! tree, more is read rather than less. So is behind what is never closed, or holds a tag where no tag
//! can stand: there a browser shows nothing, and a reader of the page's source does. What `srcdoc` holds
//! is not read.

use super::attributes::{decoded, loaded, script_address};
use super::{Carried, Piece};
use crate::language::Language;
use memchr::{memchr, memmem};
use std::ops::Range;

/// Elements whose content is text to the tokenizer, whatever it looks like.
const RAW_TEXT: &[&str] = &["style", "xmp", "iframe", "noembed", "noframes", "textarea", "title"];

/// What addresses of nothing run, in links that are buttons.
const NOTHING: &[&str] = &["", ";", "void(0)", "void(0);", "void 0", "void 0;"];

/// The code of a component of Astro: what stands between dashes at its head runs first.
pub(super) fn astro(text: &str) -> Vec<Carried> {
    let mut found = Vec::new();
    let start = text.len() - text.trim_start_matches(['\u{FEFF}', '\n', '\r', ' ']).len();
    if text[start..].starts_with("---")
        && let Some(length) = memmem::find(&text.as_bytes()[start + 3..], b"\n---")
    {
        let pieces = vec![Piece::verbatim(text, start + 3, start + 3 + length + 1)];
        let label = "the head of a component".into();
        found.push(Carried { shares_names: true, ..Carried::new(Language::TypeScript, pieces, label) });
    }
    found.extend(scripts(text));
    found
}

/// The code of a page, in order.
pub(super) fn scripts(text: &str) -> Vec<Carried> {
    let mut reader = Reader { text, at: 0, foreign: 0, open_comment: false, found: Vec::new() };
    while let Some(length) = memchr(b'<', &text.as_bytes()[reader.at..]) {
        reader.at += length;
        reader.markup();
    }
    reader.found
}

struct Reader<'t> {
    text: &'t str,
    /// The byte that is read next; always between characters.
    at: usize,
    /// How many SVG and MathML elements are open.
    foreign: usize,
    /// Whether a comment was met that nothing closes; then none behind it is closed either.
    open_comment: bool,
    found: Vec<Carried>,
}

/// A start or end tag.
struct Tag {
    /// In lower case.
    name: String,
    /// Names in lower case, and where their values stand.
    attributes: Vec<(String, Range<usize>)>,
    is_empty: bool,
}

impl Tag {
    fn value(&self, name: &str) -> Option<Range<usize>> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    }
}

impl Reader<'_> {
    /// What begins with the `<` here.
    fn markup(&mut self) {
        let rest = &self.text.as_bytes()[self.at + 1..];
        let is_name = |at: usize| rest.get(at).is_some_and(u8::is_ascii_alphabetic);
        match rest.first() {
            Some(b'!') if rest.starts_with(b"!--") => {
                let start = self.at + 4;
                let end = if self.open_comment { None } else { comment_end(self.text, start) };
                self.open_comment |= end.is_none();
                self.at = end.unwrap_or(start);
            }
            Some(b'/') if is_name(1) => {
                let tag = self.tag(self.at + 2);
                if is_foreign(&tag) {
                    self.foreign = self.foreign.saturating_sub(1);
                }
            }
            Some(b'!' | b'?' | b'/') => self.at = after(self.text, self.at, b'>'),
            Some(_) if is_name(0) => {
                let tag = self.tag(self.at + 1);
                self.element(&tag);
            }
            _ => self.at += 1,
        }
    }

    /// Reads a tag from its name on, and goes on behind it: before the tag in it if it holds one, and
    /// behind the quotation mark that opens a value without end.
    fn tag(&mut self, start: usize) -> Tag {
        let bytes = self.text.as_bytes();
        let until = |from: usize, ends: fn(u8) -> bool| {
            bytes[from..].iter().position(|&byte| ends(byte)).map_or(bytes.len(), |length| from + length)
        };
        let blank = |byte: u8| byte.is_ascii_whitespace();
        let mut at = until(start, |byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'));
        let mut tag =
            Tag { name: self.text[start..at].to_ascii_lowercase(), attributes: Vec::new(), is_empty: false };
        loop {
            at = until(at, |byte| !byte.is_ascii_whitespace() && byte != b'/');
            tag.is_empty = bytes.get(at - 1) == Some(&b'/');
            if bytes.get(at).is_none_or(|&byte| byte == b'>') {
                self.at = (at + 1).min(bytes.len());
                return tag;
            }
            if bytes[at] == b'<' && bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic) {
                self.at = at;
                return tag;
            }
            // A `=` at the head is part of the name.
            let end = until(at + usize::from(bytes[at] == b'='), |byte| {
                byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>' | b'=')
            });
            let name = self.text[at..end].to_ascii_lowercase();
            let sign = until(end, |byte| !byte.is_ascii_whitespace());
            at = end;
            let mut value = end..end;
            if bytes.get(sign) == Some(&b'=') {
                let open = until(sign + 1, |byte| !byte.is_ascii_whitespace());
                value = match bytes.get(open) {
                    Some(b'"') => open + 1..until(open + 1, |byte| byte == b'"'),
                    Some(b'\'') => open + 1..until(open + 1, |byte| byte == b'\''),
                    Some(b'>') | None => open..open,
                    Some(_) => open..until(open, |byte| byte.is_ascii_whitespace() || byte == b'>'),
                };
                let is_quoted = value.start > open && !bytes.get(open).is_some_and(|&byte| blank(byte));
                if is_quoted && value.end == bytes.len() {
                    self.at = value.start;
                    return tag;
                }
                at = (value.end + usize::from(is_quoted)).min(bytes.len());
            }
            tag.attributes.push((name, value));
        }
    }

    /// What a start tag has in it and behind it.
    fn element(&mut self, tag: &Tag) {
        for (name, value) in &tag.attributes {
            if name.len() > 2 && name.starts_with("on") {
                let pieces = decoded(self.text, value.clone());
                self.add(Language::JavaScript, pieces, format!("\"{name}\" of a page"));
            } else if let Some(pieces) = script_address(self.text, value.clone()) {
                let code: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
                if !NOTHING.contains(&code.trim()) {
                    self.add(Language::JavaScript, pieces, format!("\"{name}\" of a page"));
                }
            }
        }
        if is_foreign(tag) && !tag.is_empty {
            self.foreign += 1;
        }
        match tag.name.as_str() {
            "script" if self.foreign == 0 || !tag.is_empty => self.script(tag),
            "plaintext" if self.foreign == 0 => self.at = self.text.len(),
            name if self.foreign == 0 && RAW_TEXT.contains(&name) => {
                self.at = end_tag(self.text, self.at, name);
            }
            _ => {}
        }
    }

    fn script(&mut self, tag: &Tag) {
        let start = self.at;
        // No script begins with a tag of one.
        let head = self.text.as_bytes()[start..].trim_ascii_start();
        if head.starts_with(b"<") && is_tag(&head[1..], "script") {
            return;
        }
        let end = match self.foreign {
            0 => script_end(self.text, start),
            _ => end_tag(self.text, start, "script"),
        };
        self.at = end;
        let Some(language) = self.language(tag) else { return };
        let names = ["src", "href", "xlink:href"];
        let names = if self.foreign == 0 { &names[..1] } else { &names[..] };
        if let Some(address) = names.iter().find_map(|name| tag.value(name)) {
            let is_pinned = tag.value("integrity").is_some_and(|hash| !hash.is_empty());
            if let Some(pieces) = loaded(self.text, address, is_pinned) {
                self.add(language, pieces, "src of a script".into());
            }
            return;
        }
        let pieces = match self.foreign {
            0 if start == end => Vec::new(),
            0 => vec![Piece::verbatim(self.text, start, end)],
            _ => self.foreign_script(start, end),
        };
        self.add(language, pieces, "a script of a page".into());
    }

    /// A script in SVG is text like any other: with references, or as character data.
    fn foreign_script(&self, start: usize, end: usize) -> Vec<Piece> {
        let body = &self.text[start..end];
        let (open, close) = ("<![CDATA[", "]]>");
        match body.find(open) {
            Some(at) if body[..at].trim().is_empty() => {
                let from = start + at + open.len();
                let to = self.text[from..end].find(close).map_or(end, |length| from + length);
                vec![Piece::verbatim(self.text, from, to)]
            }
            _ => decoded(self.text, start..end),
        }
    }

    /// The language of a script; `None` for data and templates.
    fn language(&self, tag: &Tag) -> Option<Language> {
        let said = ["type", "language", "lang"].iter().find_map(|name| tag.value(name));
        let said = said.map_or("", |value| &self.text[value]).trim().to_ascii_lowercase();
        let kind = said.split(';').next().unwrap_or_default().trim_end();
        let word = kind.rsplit('/').next().unwrap_or_default();
        let word = word
            .strip_prefix("x-")
            .unwrap_or(word)
            .trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        match word {
            "" | "module" | "javascript" | "ecmascript" | "jscript" | "livescript" | "babel" => {
                Some(Language::JavaScript)
            }
            other => Language::by_name(other).or_else(|| Language::by_extension(other)),
        }
    }

    fn add(&mut self, language: Language, pieces: Vec<Piece>, label: String) {
        if pieces.iter().any(|piece| !piece.text.trim().is_empty()) {
            self.found.push(Carried { shares_names: true, ..Carried::new(language, pieces, label) });
        }
    }
}

fn is_foreign(tag: &Tag) -> bool {
    matches!(tag.name.as_str(), "svg" | "math")
}

/// Behind the next `byte`, or the end.
fn after(text: &str, from: usize, byte: u8) -> usize {
    memchr(byte, &text.as_bytes()[from..]).map_or(text.len(), |length| from + length + 1)
}

/// Behind a comment whose text begins at `start`; `None` if it is never closed.
fn comment_end(text: &str, start: usize) -> Option<usize> {
    let rest = &text.as_bytes()[start..];
    for early in [">", "->"] {
        if rest.starts_with(early.as_bytes()) {
            return Some(start + early.len());
        }
    }
    let mut at = 0;
    while let Some(length) = memmem::find(&rest[at..], b"--") {
        at += length;
        // Of more dashes the last two close it.
        at += rest[at..].iter().take_while(|&&byte| byte == b'-').count();
        for close in [">", "!>"] {
            if rest[at..].starts_with(close.as_bytes()) {
                return Some(start + at + close.len());
            }
        }
    }
    None
}

/// Where the end tag of `name` begins, or the end.
fn end_tag(text: &str, from: usize, name: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(length) = memmem::find(&bytes[at..], b"</") {
        at += length;
        if is_tag(&bytes[at + 2..], name) {
            return at;
        }
        at += 2;
    }
    text.len()
}

/// Where the end tag of a script begins, or the end. Behind `<!--` a script may hold whole scripts
/// as text, up to `-->`.
fn script_end(text: &str, from: usize) -> usize {
    enum Part {
        Plain,
        Escaped,
        Doubly,
    }
    let bytes = text.as_bytes();
    let mut part = Part::Plain;
    let mut at = from;
    while let Some(length) = bytes[at..].iter().position(|byte| matches!(byte, b'<' | b'-')) {
        at += length;
        let rest = &bytes[at..];
        let closes = rest.starts_with(b"</") && is_tag(&rest[2..], "script");
        match part {
            Part::Plain | Part::Escaped if closes => return at,
            Part::Plain if rest.starts_with(b"<!--") => {
                part = Part::Escaped;
                // Its dashes may be those of `-->`.
                at += 2;
                continue;
            }
            Part::Escaped | Part::Doubly if rest.starts_with(b"-->") => part = Part::Plain,
            Part::Escaped if rest.starts_with(b"<") && is_tag(&rest[1..], "script") => part = Part::Doubly,
            Part::Doubly if closes => part = Part::Escaped,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

/// Whether `name` stands here as the whole name of a tag.
fn is_tag(rest: &[u8], name: &str) -> bool {
    rest.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name.as_bytes()))
        && rest.get(name.len()).is_some_and(|&byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'))
}
