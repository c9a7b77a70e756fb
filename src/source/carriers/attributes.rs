//! Values of attributes: their character references, and the addresses that are code.

use super::Piece;
use std::ops::Range;

/// Named references of ASCII characters, which are those that code can be spelled with.
const NAMED: &[(&str, char)] = &[
    ("quot", '"'),
    ("QUOT", '"'),
    ("amp", '&'),
    ("AMP", '&'),
    ("lt", '<'),
    ("LT", '<'),
    ("gt", '>'),
    ("GT", '>'),
    ("apos", '\''),
    ("Tab", '\t'),
    ("NewLine", '\n'),
    ("excl", '!'),
    ("num", '#'),
    ("dollar", '$'),
    ("percnt", '%'),
    ("lpar", '('),
    ("rpar", ')'),
    ("ast", '*'),
    ("midast", '*'),
    ("plus", '+'),
    ("comma", ','),
    ("period", '.'),
    ("sol", '/'),
    ("colon", ':'),
    ("semi", ';'),
    ("equals", '='),
    ("quest", '?'),
    ("commat", '@'),
    ("lsqb", '['),
    ("lbrack", '['),
    ("bsol", '\\'),
    ("rsqb", ']'),
    ("rbrack", ']'),
    ("Hat", '^'),
    ("lowbar", '_'),
    ("UnderBar", '_'),
    ("grave", '`'),
    ("DiacriticalGrave", '`'),
    ("lcub", '{'),
    ("lbrace", '{'),
    ("verbar", '|'),
    ("vert", '|'),
    ("VerticalLine", '|'),
    ("rcub", '}'),
    ("rbrace", '}'),
    ("nbsp", '\u{A0}'),
];
/// The first of them need no semicolon.
const BARE: usize = 8;

/// `text[range]` with its character references read.
pub(super) fn decoded(text: &str, range: Range<usize>) -> Vec<Piece> {
    replaced(text, range, b'&', reference)
}

/// Pieces of `text[range]` where `change` says what stands at a `mark`, and for how many bytes.
fn replaced(
    text: &str,
    range: Range<usize>,
    mark: u8,
    change: impl Fn(&str) -> Option<(String, usize)>,
) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut at, mut plain) = (range.start, range.start);
    while let Some(length) = memchr::memchr(mark, &text.as_bytes()[at..range.end]) {
        at += length;
        match change(&text[at..range.end]) {
            Some((put, taken)) => {
                if at > plain {
                    pieces.push(Piece::verbatim(text, plain, at));
                }
                pieces.push(Piece::instead(put, at, at + taken));
                at += taken;
                plain = at;
            }
            None => at += 1,
        }
    }
    if range.end > plain {
        pieces.push(Piece::verbatim(text, plain, range.end));
    }
    pieces
}

/// The character that the reference at the head of `rest` means, and the reference's length.
fn reference(rest: &str) -> Option<(String, usize)> {
    let body = &rest[1..];
    if let Some(number) = body.strip_prefix('#') {
        let hex = number.starts_with(['x', 'X']);
        let digits = if hex { &number[1..] } else { number };
        let radix = if hex { 16 } else { 10 };
        let length = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
        let code = u32::from_str_radix(&digits[..length], radix).ok()?;
        let taken = 2 + usize::from(hex) + length;
        let semicolon = usize::from(digits[length..].starts_with(';'));
        let c = char::from_u32(code).filter(|&c| c != '\0').unwrap_or(char::REPLACEMENT_CHARACTER);
        return Some((c.into(), taken + semicolon));
    }
    let length = body.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(body.len());
    let (name, behind) = body.split_at(length);
    let index = NAMED.iter().position(|(known, _)| *known == name)?;
    let has_semicolon = behind.starts_with(';');
    let is_bare = index < BARE && !behind.starts_with('=');
    (has_semicolon || is_bare).then(|| (NAMED[index].1.into(), 1 + length + usize::from(has_semicolon)))
}

/// The code of a `javascript:` address; `None` for any other value.
pub(super) fn script_address(text: &str, range: Range<usize>) -> Option<Vec<Piece>> {
    let raw = text[range.clone()].trim_start_matches(|c: char| c <= ' ');
    // Nearly all values end here.
    if !raw.starts_with(['j', 'J', '&']) {
        return None;
    }
    let mut pieces = decoded(text, range);
    let length = scheme(&pieces, "javascript:")?;
    drop_head(&mut pieces, length);
    Some(pieces.into_iter().flat_map(percent_decoded).collect())
}

/// How many bytes a scheme takes at the head: browsers see it in any case, behind blanks and with
/// tabs and line ends in between.
fn scheme(pieces: &[Piece], wanted: &str) -> Option<usize> {
    let mut left = wanted.chars().peekable();
    let mut length = 0;
    let mut begun = false;
    for c in pieces.iter().flat_map(|piece| piece.text.chars()) {
        let Some(&next) = left.peek() else { break };
        length += c.len_utf8();
        match c {
            '\t' | '\n' | '\r' => {}
            c if !begun && c <= ' ' => {}
            c if c.to_ascii_lowercase() == next => {
                left.next();
                begun = true;
            }
            _ => return None,
        }
    }
    left.peek().is_none().then_some(length)
}

/// Takes the first `length` bytes of pieces off.
fn drop_head(pieces: &mut Vec<Piece>, mut length: usize) {
    let whole = pieces.iter().take_while(|piece| {
        let is_in = piece.text.len() <= length;
        length -= if is_in { piece.text.len() } else { 0 };
        is_in
    });
    let whole = whole.count();
    pieces.drain(..whole);
    if let Some(first) = pieces.first_mut().filter(|_| length > 0) {
        let is_verbatim = first.outer.range().len() == first.text.len();
        first.text.drain(..length);
        first.outer.start += if is_verbatim { length as u32 } else { 0 };
    }
}

/// `%20` in an address as a blank.
fn percent_decoded(piece: Piece) -> Vec<Piece> {
    let is_verbatim = piece.outer.range().len() == piece.text.len();
    if !is_verbatim || !piece.text.contains('%') {
        return vec![piece];
    }
    let decoded = replaced(&piece.text, 0..piece.text.len(), b'%', |rest| {
        let mut bytes = Vec::new();
        let digits = |at: usize| rest.get(at + 1..at + 3).filter(|_| rest.as_bytes()[at] == b'%');
        while bytes.len() * 3 < rest.len()
            && let Some(byte) = digits(bytes.len() * 3).and_then(|code| u8::from_str_radix(code, 16).ok())
        {
            bytes.push(byte);
        }
        (!bytes.is_empty()).then(|| (String::from_utf8_lossy(&bytes).into_owned(), bytes.len() * 3))
    });
    let shifted = decoded.into_iter().map(|mut part| {
        part.outer.start += piece.outer.start;
        part.outer.end += piece.outer.start;
        part
    });
    shifted.collect()
}

/// What a script with a `src` runs: the code in a `data:` address, or else an `import()` of the
/// address, which says the same to every query. `None` for a place that says nothing: a server's
/// root, a template's hole, a download that is pinned to its checksum.
pub(super) fn loaded(text: &str, range: Range<usize>, is_pinned: bool) -> Option<Vec<Piece>> {
    let mut pieces = decoded(text, range.clone());
    if let Some(length) = scheme(&pieces, "data:") {
        drop_head(&mut pieces, length);
        let head: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
        let (kind, _) = head.split_once(',')?;
        drop_head(&mut pieces, kind.len() + 1);
        let code = pieces.into_iter().flat_map(percent_decoded);
        if kind.to_ascii_lowercase().contains("base64") {
            return Some(vec![Piece::instead(crate::text::UNPACKS, range.start, range.end)]);
        }
        return Some(code.collect());
    }
    let address: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
    let trimmed = address.trim_matches(|c: char| c <= ' ');
    let is_remote = trimmed.contains("://") || trimmed.starts_with("//");
    let is_odd = trimmed.contains(['"', '\\', '\n', '\r', '{', '<']) || trimmed.is_empty();
    if is_odd || is_remote && is_pinned || !is_remote && trimmed.starts_with('/') {
        return None;
    }
    let path = if is_remote { trimmed } else { trimmed.split(['?', '#']).next().unwrap_or_default() };
    let dot = if is_remote || path.starts_with('.') { "" } else { "./" };
    let Range { start, end } = range;
    let named = match text.get(start..end).is_some_and(|raw| raw == path) {
        true => Piece::verbatim(text, start, end),
        false => Piece::instead(path, start, end),
    };
    Some(vec![
        Piece::instead(format!("import(\"{dot}"), start, start),
        named,
        Piece::instead("\")", end, end),
    ])
}
