//! The markup of a page in pieces, and which elements it does not show.

use std::ops::Range;

/// A piece of markup.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece {
    /// An opening or closing tag.
    Tag(Range<usize>),
    /// The inside of a comment.
    Comment(Range<usize>),
    /// What stands between.
    Text(Range<usize>),
}

/// The pieces of `raw` in order; what is never closed runs to the end.
pub fn pieces(raw: &str) -> Vec<Piece> {
    let bytes = raw.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let open = memchr::memchr(b'<', &bytes[at..]).map_or(bytes.len(), |found| at + found);
        let begins = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'/' | b'!' | b'?');
        if open > at {
            out.push(Piece::Text(at..open));
        }
        at = open;
        if at == bytes.len() {
            break;
        }
        if raw[at..].starts_with("<!--") {
            let end = memchr::memmem::find(&bytes[at + 4..], b"-->").map(|end| at + 4 + end);
            out.push(Piece::Comment(at + 4..end.unwrap_or(bytes.len())));
            at = end.map_or(bytes.len(), |end| end + 3);
        } else if bytes.get(at + 1).is_some_and(begins) {
            let end = memchr::memchr(b'>', &bytes[at..]).map_or(bytes.len(), |end| at + end + 1);
            out.push(Piece::Tag(at..end));
            at = end;
        } else {
            out.push(Piece::Text(at..at + 1));
            at += 1;
        }
    }
    out
}

/// The elements that are open and not shown, by name.
#[derive(Debug, Default)]
pub struct Unshown(Vec<(String, u32)>);

impl Unshown {
    /// Whether what comes next is not shown.
    pub fn is_open(&self) -> bool {
        !self.0.is_empty()
    }

    /// Takes a tag into account.
    pub fn tag(&mut self, tag: &str) {
        let inner = tag.trim_start_matches('<').trim_end_matches('>');
        let (closes, inner) = match inner.strip_prefix('/') {
            Some(inner) => (true, inner),
            None => (false, inner),
        };
        let name: String =
            inner.chars().take_while(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
        const EMPTY: [&str; 9] = ["br", "img", "hr", "input", "meta", "link", "wbr", "source", "col"];
        if name.is_empty() || EMPTY.contains(&name.as_str()) || inner.ends_with('/') {
            return;
        }
        match self.0.last_mut().filter(|(open, _)| *open == name) {
            // The same element inside itself: its end is not the outer one's.
            Some((_, depth)) if !closes => *depth += 1,
            Some((_, depth)) if *depth > 0 => *depth -= 1,
            Some(_) => drop(self.0.pop()),
            None if !closes && is_unshown(inner) => self.0.push((name, 0)),
            None => {}
        }
    }
}

/// Whether an element's own attributes keep it from being seen.
fn is_unshown(tag: &str) -> bool {
    let tag: String =
        tag.chars().filter(|c| !c.is_whitespace() || *c == ' ').collect::<String>().to_ascii_lowercase();
    let words = tag.split([' ', '/']).skip(1);
    if words.clone().any(|word| {
        matches!(
            word,
            "hidden"
                | "hidden=\"\""
                | "hidden=\"hidden\""
                | "hidden='hidden'"
                | "hidden=true"
                | "hidden=\"true\""
        )
    }) {
        return true;
    }
    let style: String = match tag.find("style=") {
        Some(at) => tag[at..].chars().filter(|c| *c != ' ').collect(),
        None => return false,
    };
    // As good as nothing: no size, or one that no eye reads.
    let is_tiny = |property: &str| {
        style.match_indices(property).any(|(at, _)| {
            let value = &style[at + property.len()..];
            let number: String = value.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
            let unit = &value[number.len()..];
            let is_relative = property == "opacity:" || unit.starts_with("em") || unit.starts_with("rem");
            let limit = if is_relative { 0.1 } else { 1.0 };
            number.parse::<f32>().is_ok_and(|number| number <= limit)
        })
    };
    const WHITE: [&str; 6] = ["white", "#fff", "#ffffff", "transparent", "rgb(255,255,255)", "rgba(0,0,0,0)"];
    let colour = style.match_indices("color:").any(|(at, _)| {
        let is_own = at == 0 || !style[..at].ends_with('-');
        let value = style[at + 6..].split([';', '"', '\'']).next().unwrap_or_default();
        is_own && WHITE.contains(&value)
    });
    style.contains("display:none")
        || style.contains("visibility:hidden")
        || style.contains("left:-9")
        || style.contains("text-indent:-9")
        || style.contains("clip:rect(0")
        || colour && !style.contains("background")
        || colour && style.contains("background:white")
        || colour && style.contains("background-color:white")
        || ["font-size:", "opacity:", "max-height:", ";height:", "\"height:", ";width:", "\"width:"]
            .iter()
            .any(|property| is_tiny(property))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_falls_into_pieces() {
        assert_eq!(
            pieces("a<b x>c<!-- d -->< e<!--f"),
            [
                Piece::Text(0..1),
                Piece::Tag(1..6),
                Piece::Text(6..7),
                Piece::Comment(11..14),
                Piece::Text(17..18),
                Piece::Text(18..20),
                Piece::Comment(24..25)
            ]
        );
    }

    #[test]
    fn styles_that_hide() {
        for (tag, hides) in [
            ("<div style=\"display: none\">", true),
            ("<span style='font-size:0px'>", true),
            ("<p style=\"color: #FFFFFF; font-size: 1px\">", true),
            ("<p style=\"color:white\">", true),
            ("<p style=\"color:white;background:#000\">", false),
            ("<p style=\"font-size:1.2em\">", false),
            ("<p style=\"opacity:0\">", true),
            ("<p style=\"opacity:0.9\">", false),
            ("<div hidden>", true),
            ("<div class=\"hidden-part\">", false),
            ("<details>", false),
        ] {
            let mut open = Unshown::default();
            open.tag(tag);
            assert_eq!(open.is_open(), hides, "{tag}");
        }
        let mut open = Unshown::default();
        for tag in ["<div hidden>", "<div>", "</div>", "<b>", "</b>"] {
            open.tag(tag);
        }
        assert!(open.is_open());
        open.tag("</div>");
        assert!(!open.is_open());
    }
}
