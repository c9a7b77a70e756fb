//! JSON and JSON with comments.
//!
//! A reader of our own, of tokens only: it has no depth to overflow and no error to stop at. A
//! parser that refuses a lone surrogate, which `JSON.parse` takes, would hide all the rest.

use super::{Carried, Piece};
use crate::language::Language;
use crate::text::Span;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Keys whose value is a shell command in agents' settings and hook files.
const COMMAND_KEYS: &[&str] = &[
    "command",
    "apiKeyHelper",
    "awsAuthRefresh",
    "awsCredentialExport",
    "otelHeadersHelper",
    "headersHelper",
    "bash",
    // A development container's, run on the machine or in it.
    "initializeCommand",
    "onCreateCommand",
    "updateContentCommand",
    "postCreateCommand",
    "postStartCommand",
    "postAttachCommand",
];

/// Objects of a `package.json`, a `deno.json` or a `composer.json` whose every member is a command.
const SCRIPT_TABLES: &[&str] =
    &["scripts", "tasks", "lint-staged", "simple-git-hooks", "gitHooks", "events", "execMap"];

/// An object, with the strings that are its members or stand in an array that is one.
#[derive(Debug)]
struct Object {
    /// The key it stands under, directly or in an array.
    under: Rc<str>,
    /// How many objects and arrays it stands in.
    depth: usize,
    members: Vec<Member>,
}

/// A member of an object.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// Its key, decoded.
    pub key: Rc<str>,
    /// Where the key stands, between its quotes.
    pub key_span: Span,
    /// The string, or the strings of the array; each between its quotes.
    pub values: Vec<Span>,
    is_array: bool,
}

/// The members of the `scripts` of a `package.json`.
pub(super) fn scripts(text: &str) -> Vec<Member> {
    let scripts = objects(text).into_iter().filter(|object| object.depth == 1 && &*object.under == "scripts");
    scripts.flat_map(|object| object.members).collect()
}

/// The commands of a `package.json`.
pub(super) fn npm_scripts(text: &str) -> Vec<Carried> {
    let fault = fault(text);
    let is_table = |object: &Object| match &*object.under {
        // Where brackets are never closed the depth says nothing.
        "scripts" => object.depth == 1 || fault.is_some(),
        // husky's own
        "hooks" => object.depth == 2,
        other => SCRIPT_TABLES.contains(&other),
    };
    let tables = objects(text).into_iter().filter(is_table);
    let mut scripts: Vec<(Rc<str>, Span)> = tables
        .flat_map(|object| object.members)
        .flat_map(|script| script.values.into_iter().map(move |value| (script.key.clone(), value)))
        .collect();
    let known: FxHashSet<Span> = scripts.iter().map(|&(_, value)| value).collect();
    let stray = fault.map_or(Vec::new(), |from| pairs(text, from));
    scripts.extend(stray.into_iter().filter(|(_, value)| !known.contains(value)));
    scripts
        .into_iter()
        .map(|(key, value)| bash(decode(text, value), format!("npm script \"{key}\"")))
        .collect()
}

/// Where `text` stops being JSON: at a bracket that closes another, at a line's end in a string; its
/// end, if some bracket is never closed. `None` if it does not.
fn fault(text: &str) -> Option<usize> {
    let mut open = Vec::new();
    let mut at = 0;
    while let Some((token, span)) = next_token(text, &mut at) {
        let is_well = match token {
            b'{' | b'[' => {
                open.push(token);
                true
            }
            // Two behind its opening in ASCII.
            b'}' | b']' => open.pop() == Some(token - 2),
            b'"' => memchr::memchr(b'\n', &text.as_bytes()[span.range()]).is_none(),
            _ => true,
        };
        if !is_well {
            return Some(span.start as usize);
        }
    }
    (!open.is_empty()).then_some(text.len())
}

/// The keys with strings as values on the lines from that of byte `from` on, each line by itself: behind a
/// fault nothing else says what stands in what.
fn pairs(text: &str, from: usize) -> Vec<(Rc<str>, Span)> {
    let mut out = Vec::new();
    let mut start = memchr::memrchr(b'\n', &text.as_bytes()[..from]).map_or(0, |at| at + 1);
    for line in text[start..].split_inclusive('\n') {
        let (mut at, mut key, mut is_value) = (0, None, false);
        while let Some((token, span)) = next_token(line, &mut at) {
            match (token, key) {
                (b'"', Some(key)) if is_value => {
                    let key: String = decode(line, key).into_iter().map(|piece| piece.text).collect();
                    out.push((key.into(), Span::new(start + span.start as usize, start + span.end as usize)));
                }
                (b'"', _) => key = Some(span),
                (b':', Some(_)) => {
                    is_value = true;
                    continue;
                }
                _ => key = None,
            }
            is_value = false;
        }
        start += line.len();
    }
    out
}

/// The commands of a configuration of hooks or servers.
pub(super) fn commands(text: &str) -> Vec<Carried> {
    let mut found = Vec::new();
    for object in objects(text) {
        let arguments = object.members.iter().filter(|member| &*member.key == "args" && member.is_array);
        let arguments: Vec<Span> = arguments.flat_map(|member| member.values.iter().copied()).collect();
        for member in object.members.iter().filter(|member| COMMAND_KEYS.contains(&&*member.key)) {
            let mut pieces = Vec::new();
            for &value in &member.values {
                // A lone string is for a shell or names a program; an array is words already.
                if member.is_array {
                    word(text, value, &mut pieces)
                } else {
                    pieces.extend(decode(text, value))
                }
            }
            if &*member.key == "command" {
                arguments.iter().for_each(|&argument| word(text, argument, &mut pieces));
            }
            if !pieces.is_empty() {
                found.push(bash(pieces, format!("\"{}\" of a configuration", member.key)));
            }
        }
    }
    found.extend(posted(text));
    found
}

/// Hooks that are an address: what happened is posted there, as `curl` would, with the headers they
/// name.
fn posted(text: &str) -> Vec<Carried> {
    let objects = objects(text);
    let value = |object: &Object, key: &str| {
        let member = object.members.iter().find(|member| &*member.key == key && !member.is_array)?;
        member.values.first().copied()
    };
    let mut found = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        let is_http = value(object, "type").is_some_and(|kind| &text[kind.range()] == "http");
        let Some(url) = value(object, "url").filter(|_| is_http && &*object.under == "hooks") else {
            continue;
        };
        let place = url.start as usize;
        let mut pieces = vec![Piece::instead("curl -d @- ", place, place)];
        pieces.extend(decode(text, url));
        let headers = objects[at + 1..].first().filter(|next| &*next.under == "headers");
        for header in headers.iter().flat_map(|headers| &headers.members) {
            for &value in &header.values {
                let start = value.start as usize;
                pieces.push(Piece::instead(
                    format!(" -H \"{}: ", header.key.replace(['"', '`', '$'], "")),
                    start,
                    start,
                ));
                pieces.extend(
                    decode(text, value)
                        .into_iter()
                        .map(|piece| Piece { text: piece.text.replace(['"', '`'], ""), ..piece }),
                );
                pieces.push(Piece::instead("\"", start, start));
            }
        }
        found.push(bash(pieces, "hook that posts to an address".into()));
    }
    found
}

/// The strings of the list at `start` as the words of one command, and where it ends: at `end` if it is not
/// closed before.
pub(super) fn words(text: &str, start: usize, end: usize) -> (Vec<Piece>, usize) {
    let mut pieces = Vec::new();
    let (mut at, mut depth) = (start, 0);
    while let Some((token, span)) = next_token(text, &mut at).filter(|_| at <= end) {
        match token {
            b'"' => word(text, span, &mut pieces),
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => {}
        }
        if token == b']' && depth <= 0 {
            break;
        }
    }
    (pieces, at.min(end))
}

fn bash(pieces: Vec<Piece>, label: String) -> Carried {
    Carried::new(Language::Bash, pieces, label)
}

/// Appends the string at `span` as one word of a command line, quoted where a shell would split
/// or expand it: no shell sees it before the program does.
fn word(text: &str, span: Span, pieces: &mut Vec<Piece>) {
    let at = span.start as usize;
    let glue = |text: &str, at: usize| Piece::instead(text, at, at);
    if !pieces.is_empty() {
        pieces.push(glue(" ", at));
    }
    let decoded = decode(text, span);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./~${}-".contains(c);
    if !decoded.is_empty() && decoded.iter().all(|piece| piece.text.chars().all(is_plain)) {
        pieces.extend(decoded);
        return;
    }
    pieces.push(glue("'", at));
    pieces
        .extend(decoded.into_iter().map(|piece| Piece { text: piece.text.replace('\'', "'\\''"), ..piece }));
    pieces.push(glue("'", span.end as usize));
}

/// The string whose inside is at `span`: runs of plain text, and each escape by itself.
fn decode(text: &str, span: Span) -> Vec<Piece> {
    let (mut at, end) = (span.start as usize, span.end as usize);
    let mut pieces = Vec::new();
    while at < end {
        let run = memchr::memchr(b'\\', &text.as_bytes()[at..end]).map_or(end, |length| at + length);
        if run > at {
            pieces.push(Piece::verbatim(text, at, run));
        }
        at = run;
        if at < end {
            let (c, length) = escape(&text[at..end]);
            pieces.push(Piece::instead(c, at, at + length));
            at += length;
        }
    }
    pieces
}

/// The character of the escape at the head of `text`, and its length in bytes.
fn escape(text: &str) -> (char, usize) {
    let Some(kind) = text[1..].chars().next() else { return ('\\', 1) };
    match kind {
        'n' => ('\n', 2),
        't' => ('\t', 2),
        'r' => ('\r', 2),
        'b' => ('\u{8}', 2),
        'f' => ('\u{C}', 2),
        'u' => match (unit(text), text.get(6..).and_then(unit)) {
            (Some(high @ 0xD800..=0xDBFF), Some(low @ 0xDC00..=0xDFFF)) => {
                let code = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
                (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 12)
            }
            (Some(unit), _) => (char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER), 6),
            (None, _) => ('u', 2),
        },
        other => (other, 1 + other.len_utf8()),
    }
}

/// The number of a `\uNNNN` at the head of `text`.
fn unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
}

/// What is open while reading.
struct Frame {
    /// The object, by its index; `None` for an array.
    object: Option<usize>,
    /// Of an array: the member it is the value of.
    owner: Option<(usize, usize)>,
    /// The key it stands under.
    under: Rc<str>,
    /// Of an object: the next string is a key.
    wants_key: bool,
}

/// Every object of `text`, in the order of their opening braces.
fn objects(text: &str) -> Vec<Object> {
    let mut objects: Vec<Object> = Vec::new();
    let mut open: Vec<Frame> = Vec::new();
    let nowhere: Rc<str> = "".into();
    let mut at = 0;
    while let Some((token, span)) = next_token(text, &mut at) {
        let key = open.last().map_or(&nowhere, |frame| match frame.object.map(|object| &objects[object]) {
            Some(object) => object.members.last().map_or(&nowhere, |member| &member.key),
            None => &frame.under,
        });
        match token {
            b'{' => {
                let under = key.clone();
                open.push(Frame {
                    object: Some(objects.len()),
                    owner: None,
                    under: under.clone(),
                    wants_key: true,
                });
                objects.push(Object { under, depth: open.len() - 1, members: Vec::new() });
            }
            b'[' => {
                let under = key.clone();
                let owner = open.last().and_then(|frame| frame.object);
                let owner =
                    owner.and_then(|object| Some((object, objects[object].members.len().checked_sub(1)?)));
                if let Some((object, member)) = owner {
                    objects[object].members[member].is_array = true;
                }
                open.push(Frame { object: None, owner, under, wants_key: false });
            }
            b'}' | b']' => drop(open.pop()),
            b',' | b':' => {
                if let Some(frame) = open.last_mut() {
                    frame.wants_key = token == b',' && frame.object.is_some();
                }
            }
            _ => string(text, span, &open, &mut objects),
        }
    }
    objects
}

/// Puts the string at `span` where it belongs: a key, a value, an element of an array.
fn string(text: &str, span: Span, open: &[Frame], objects: &mut [Object]) {
    let Some(frame) = open.last() else { return };
    match (frame.object, frame.owner) {
        (Some(object), _) if frame.wants_key => {
            let key: String = decode(text, span).into_iter().map(|piece| piece.text).collect();
            let member = Member { key: key.into(), key_span: span, values: Vec::new(), is_array: false };
            objects[object].members.push(member);
        }
        (Some(object), _) => {
            if let Some(member) = objects[object].members.last_mut() {
                member.values.push(span);
            }
        }
        (None, Some((object, member))) => objects[object].members[member].values.push(span),
        (None, None) => {}
    }
}

/// The next brace, bracket, comma, colon or string (`"`, with the span between its quotes) from
/// `at` on; comments and bare words are passed over.
fn next_token(text: &str, at: &mut usize) -> Option<(u8, Span)> {
    let bytes = text.as_bytes();
    while *at < bytes.len() {
        let start = *at;
        *at += 1;
        match bytes[start] {
            token @ (b'{' | b'}' | b'[' | b']' | b',' | b':') => return Some((token, Span::new(start, *at))),
            b'"' => {
                let end = string_end(bytes, *at);
                let span = Span::new(*at, end);
                *at = (end + 1).min(bytes.len());
                return Some((b'"', span));
            }
            b'/' if bytes.get(*at) == Some(&b'/') => {
                *at = memchr::memchr(b'\n', &bytes[*at..]).map_or(bytes.len(), |length| *at + length);
            }
            b'/' if bytes.get(*at) == Some(&b'*') => {
                let rest = &bytes[*at + 1..];
                *at = memchr::memmem::find(rest, b"*/").map_or(bytes.len(), |length| *at + 1 + length + 2);
            }
            _ => {}
        }
    }
    None
}

/// Where the string whose inside starts at `at` ends.
fn string_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(length) = memchr::memchr2(b'"', b'\\', &bytes[at..]) {
        at += length;
        if bytes[at] == b'"' {
            return at;
        }
        at = (at + 2).min(bytes.len());
    }
    bytes.len()
}
