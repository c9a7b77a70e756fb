//! The YAML of workflows and frontmatter, as far as it takes to find the value of a key: block,
//! quoted, plain and flow scalars. No parser of the whole language: it reads line by line and
//! has nothing to refuse.

use super::{Carried, Piece, json};
use crate::language::Language;
use crate::text::Span;
use aliases::Aliases;
use std::collections::BTreeMap;

mod aliases;

/// The `run` values of a workflow or action, each in the language of its `shell`.
pub(super) fn steps(text: &str) -> Vec<Carried> {
    let lines = Lines::new(text);
    let values = values(&lines, &["run", "shell"]);
    let aliases = Aliases::new(&lines);
    let shells = values.iter().filter(|value| value.key == "shell").filter_map(|value| {
        let shell: String = match &value.content {
            Content::Text(pieces) => pieces.iter().map(|piece| piece.text.as_str()).collect(),
            Content::Alias(name) => aliases.word(name)?.into(),
        };
        Some((value.group, Language::by_interpreter(shell.split_whitespace().next()?)?))
    });
    let shells: BTreeMap<usize, Language> = shells.collect();
    let runs = values.into_iter().filter(|value| value.key == "run").map(|value| {
        let language = shells.get(&value.group).copied().unwrap_or(Language::Bash);
        (value.content, language, "run of a workflow step".into())
    });
    let given = given(text);
    let mut found = code(aliases, runs);
    for Carried { language, pieces, .. } in &mut found {
        let language = *language;
        let body: Vec<Piece> = std::mem::take(pieces).into_iter().flat_map(expressions).collect();
        let code: String = body.iter().map(|piece| piece.text.as_str()).collect();
        let is_used = |name: &str| code.contains(&format!("${name}")) || code.contains(&format!("${{{name}"));
        for (name, set) in given.iter().filter(|(name, _)| language == Language::Bash && is_used(name)) {
            let Some(first) = set.first() else { continue };
            let at = first.outer.start as usize;
            pieces.push(Piece::instead(format!("{name}=\""), at, at));
            pieces.extend(set.iter().cloned());
            pieces.push(Piece::instead("\"\n", at, at));
        }
        pieces.extend(body);
    }
    found
}

/// The code that values are or stand for.
fn code<'a>(
    mut aliases: Aliases<'a>,
    values: impl Iterator<Item = (Content<'a>, Language, String)>,
) -> Vec<Carried> {
    let mut found = Vec::new();
    for (content, language, label) in values {
        let texts = aliases.texts(content, language).into_iter();
        found.extend(texts.map(|pieces| Carried::new(language, pieces, label.clone())));
    }
    if let Some(last) = found.last_mut() {
        last.is_whole = aliases.is_whole();
    }
    found
}

/// What a workflow sets by an expression: `KEY: ${{ secrets.KEY }}`. Its steps find that in their
/// environment.
fn given(text: &str) -> Vec<(&str, Vec<Piece>)> {
    let mut out = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let body = line.trim_end().trim_start_matches([' ', '-']);
        if let Some((name, value)) = body.split_once(':')
            && let value = value.trim().trim_matches(['"', '\''])
            && value.starts_with("${{")
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && out.len() < 64
        {
            let start = at + line.find(value).unwrap_or(0);
            let piece = Piece::verbatim(text, start, start + value.len());
            out.push((name, expressions(piece)));
        }
        at += line.len();
    }
    out
}

/// The commands of other services' files: those under `keys`, one text or a list.
pub(super) fn scripts(text: &str, keys: &[&'static str]) -> Vec<Carried> {
    let lines = Lines::new(text);
    let values = values(&lines, keys).into_iter();
    let values =
        values.map(|value| (value.content, Language::Bash, format!("{} of a configuration", value.key)));
    code(Aliases::new(&lines), values)
}

/// The `command` values of hooks in a markdown file's frontmatter.
pub(super) fn frontmatter_hooks(text: &str) -> Vec<Carried> {
    let head = text.trim_start_matches('\u{FEFF}');
    if !head.starts_with("---") {
        return Vec::new();
    }
    let end = text.find("\n---").unwrap_or(text.len());
    if !text[..end].contains("hooks") {
        return Vec::new();
    }
    let lines = Lines::new(&text[..end]);
    let values = values(&lines, &["command"]).into_iter();
    let values = values.map(|value| (value.content, Language::Bash, "command of a hook".into()));
    code(Aliases::new(&lines), values)
}

/// A text, or the name of a value that stands elsewhere.
enum Content<'a> {
    Text(Vec<Piece>),
    Alias(&'a str),
}

/// The value of a key.
struct Value<'a> {
    key: &'static str,
    content: Content<'a>,
    /// Keys of one mapping share this number.
    group: usize,
}

/// Every scalar that is the value of one of `keys`, at any depth.
fn values<'a>(lines: &'a Lines<'a>, keys: &[&'static str]) -> Vec<Value<'a>> {
    let text = lines.text;
    let mut found = Vec::new();
    // The mappings that are open, by column, with their numbers.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut groups = 0;
    let mut at = 0;
    while at < lines.count() {
        let (start, end) = lines.of(at);
        let line = &text[start..end];
        let (column, is_item) = key_column(line);
        let mut next = at + 1;
        if !line[column..].is_empty() && !line[column..].starts_with('#') {
            open.retain(|&(other, _)| other < column || other == column && !is_item);
            if open.last().is_none_or(|&(other, _)| other < column) {
                groups += 1;
                open.push((column, groups));
            }
            let group = open.last().map_or(0, |&(_, group)| group);
            // Keys up to here stand in a list of words: each of a long line would be read to its end.
            let mut listed = 0;
            for (from, is_flow) in key_places(line, column) {
                let Some((key, value)) = key_at(line, from).filter(|_| from >= listed) else { continue };
                let scalar = Scalar { lines, column, is_flow };
                let wanted = keys.iter().find(|wanted| **wanted == key);
                if let Some((content, after)) = scalar.read(at, start + value, wanted.is_some()) {
                    found.extend(wanted.map(|key| Value { key, content, group }));
                    next = next.max(after);
                } else if let Some(key) = wanted
                    && !is_flow
                    && without_properties(&line[value..]).is_empty()
                {
                    let (items, after) = scalar.items(at);
                    found.extend(items.into_iter().map(|content| Value { key, content, group }));
                    next = next.max(after);
                } else if let Some(key) = wanted
                    && line[value..].starts_with('[')
                {
                    let (pieces, after) = json::words(text, start + value, end);
                    listed = after - start;
                    let items =
                        std::iter::once(Content::Text(pieces)).chain(flow_aliases(&line[value..listed]));
                    found.extend(items.map(|content| Value { key, content, group }));
                }
            }
        }
        at = next;
    }
    found
}

/// The lines of a text, without their ends.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        let ends = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
        Lines { text, starts: std::iter::once(0).chain(ends).collect() }
    }

    fn count(&self) -> usize {
        self.starts.len()
    }

    /// First byte of a line and the one past its last.
    fn of(&self, line: usize) -> (usize, usize) {
        let start = self.starts[line];
        let end = self.starts.get(line + 1).map_or(self.text.len(), |next| next - 1);
        (start, start + self.text[start..end].trim_end_matches('\r').len())
    }

    /// How many blanks begin it.
    fn blanks(&self, line: usize) -> usize {
        let (start, end) = self.of(line);
        let line = &self.text[start..end];
        line.len() - line.trim_start_matches(' ').len()
    }

    /// Its indentation; `None` for a blank one.
    fn indent(&self, line: usize) -> Option<usize> {
        let (start, end) = self.of(line);
        (!self.text[start..end].trim().is_empty()).then(|| self.blanks(line))
    }

    /// The first line after `line` that is not blank and indented by no more than `column`.
    fn block_end(&self, line: usize, column: usize) -> usize {
        (line + 1..self.count())
            .find(|&line| self.indent(line).is_some_and(|indent| indent <= column))
            .unwrap_or(self.count())
    }
}

/// The column of a line's key, behind its indentation and the dashes of a list, and whether there
/// were any.
fn key_column(line: &str) -> (usize, bool) {
    let skip = |at: usize| line.len() - line[at..].trim_start_matches([' ', '\u{FEFF}']).len();
    let mut at = skip(0);
    let mut is_item = false;
    while line[at..].starts_with("- ") {
        at = skip(at + 1);
        is_item = true;
    }
    (at, is_item)
}

/// Where keys can begin: at the column, and in a flow mapping behind each `{` and `,`.
fn key_places(line: &str, column: usize) -> impl Iterator<Item = (usize, bool)> + '_ {
    let is_flow = line[column..].starts_with('{') || line.contains(": {");
    let bytes = line.as_bytes();
    let inner = memchr::memchr2_iter(b'{', b',', bytes).filter(move |_| is_flow).map(move |at| {
        let after = &line[at + 1..];
        (line.len() - after.trim_start_matches(' ').len(), true)
    });
    std::iter::once((column, false)).chain(inner)
}

/// The key that begins at `from`, unquoted, and where its value begins.
fn key_at(line: &str, from: usize) -> Option<(String, usize)> {
    let rest = &line[from..];
    let (key, after) = match rest.chars().next()? {
        quote @ ('"' | '\'') => {
            let close = rest[1..].find(quote)? + 1;
            let quoted = &rest[1..close];
            let key = if quote == '"' {
                unescape(quoted, 0).into_iter().map(|piece| piece.text).collect()
            } else {
                quoted.into()
            };
            (key, close + 1)
        }
        _ => {
            let length = rest.find([':', ' ', '{', ','])?;
            (rest[..length].to_string(), length)
        }
    };
    let colon = rest[after..].trim_start_matches(' ');
    let value = colon.strip_prefix(':')?;
    if !(value.is_empty() || value.starts_with([' ', '\t'])) {
        return None;
    }
    Some((key, line.len() - value.trim_start_matches([' ', '\t']).len()))
}

/// A scalar, the value of a key at `column`.
struct Scalar<'a> {
    lines: &'a Lines<'a>,
    column: usize,
    is_flow: bool,
}

impl<'a> Scalar<'a> {
    /// Reads the scalar that begins at byte `at` of line `line`: its pieces, and the line after
    /// it. One that is not `wanted` is read only if it is a block, to be passed over.
    fn read(&self, line: usize, at: usize, wanted: bool) -> Option<(Content<'a>, usize)> {
        let text = self.lines.text;
        let end = self.lines.of(line).1;
        let at = end - without_properties(text.get(at..end)?).len();
        let (pieces, after) = match text[at..end].chars().next() {
            // A mapping in braces has no blocks: each of a long line would have all lines below.
            Some(style @ ('|' | '>')) if !self.is_flow && is_block_header(&text[at..end]) => {
                self.block(line, &text[at..end], style == '>')
            }
            _ if !wanted => return None,
            Some('"') => self.quoted(line, at + 1, '"'),
            Some('\'') => self.quoted(line, at + 1, '\''),
            Some('*') => return Some((Content::Alias(aliases::name(&text[at + 1..end])), line + 1)),
            Some('{' | '[') => return None,
            Some('#') if self.is_flow => return None,
            None | Some('#') => return self.below(line),
            Some(_) => self.plain(line, at),
        };
        Some((Content::Text(pieces), after))
    }

    /// A value that begins on a line below its key, unless a mapping or list stands there.
    fn below(&self, line: usize) -> Option<(Content<'a>, usize)> {
        let next = (line + 1..self.lines.count()).find(|&line| self.lines.indent(line).is_some())?;
        let indent = self.lines.indent(next).filter(|&indent| indent > self.column)?;
        let (start, end) = self.lines.of(next);
        let body = &self.lines.text[start..end];
        if body[indent..].starts_with(['-', '#']) || key_at(body, indent).is_some() {
            return None;
        }
        self.read(next, start + indent, true)
    }

    /// The items of a list below its key that are scalars, and the line after the list.
    fn items(&self, line: usize) -> (Vec<Content<'a>>, usize) {
        let mut items = Vec::new();
        let mut at = line + 1;
        while at < self.lines.count() {
            let Some(indent) = self.lines.indent(at) else {
                at += 1;
                continue;
            };
            let (start, end) = self.lines.of(at);
            let body = &self.lines.text[start + indent..end];
            let is_mapping = |body: &str| {
                let place = body.len() - body[1..].trim_start().len();
                key_at(body, place).is_some()
            };
            if indent < self.column || !body.starts_with("- ") || is_mapping(body) {
                break;
            }
            let inner = end - body[1..].trim_start().len();
            let item = Scalar { lines: self.lines, column: indent, is_flow: false };
            let Some((content, after)) = item.read(at, inner, true) else { break };
            items.push(content);
            at = after.max(at + 1);
        }
        (items, at)
    }

    /// A block scalar: kept line by line (`|`), or folded (`>`).
    fn block(&self, line: usize, header: &str, folds: bool) -> (Vec<Piece>, usize) {
        let after = self.lines.block_end(line, self.column);
        let explicit = header.chars().find_map(|c| c.to_digit(10)).map(|n| self.column + n as usize);
        let found = || (line + 1..after).find_map(|line| self.lines.indent(line));
        let indent = explicit.or_else(found).unwrap_or(0);
        let mut pieces = Vec::new();
        for line in line + 1..after {
            let (start, end) = self.lines.of(line);
            let begin = start + self.lines.blanks(line).min(indent);
            if begin < end {
                pieces.push(Piece::verbatim(self.lines.text, begin, end));
            }
            let is_level = |line: usize| line < after && self.lines.indent(line) == Some(indent);
            let joint = if folds && is_level(line) && is_level(line + 1) { " " } else { "\n" };
            pieces.push(Piece::instead(joint, end, (end + 1).min(self.lines.text.len())));
        }
        (pieces, after)
    }

    /// A plain scalar, to the end of its line and on over deeper lines.
    fn plain(&self, line: usize, at: usize) -> (Vec<Piece>, usize) {
        let text = self.lines.text;
        let cut = |start: usize, end: usize| {
            let body = &text[start..end];
            let body = if self.is_flow { body.split([',', '}']).next().unwrap_or(body) } else { body };
            let body = body.find(" #").map_or(body, |comment| &body[..comment]);
            start + body.trim_end().len()
        };
        let end = cut(at, self.lines.of(line).1);
        let mut pieces = vec![Piece::verbatim(text, at, end)];
        if self.is_flow {
            return (pieces, line + 1);
        }
        let after = self.lines.block_end(line, self.column);
        for line in line + 1..after {
            let (start, end) = self.lines.of(line);
            let Some(indent) = self.lines.indent(line) else { continue };
            pieces.push(Piece::instead(" ", start, start));
            pieces.push(Piece::verbatim(text, start + indent, cut(start + indent, end)));
        }
        (pieces, after)
    }

    /// A quoted scalar whose inside begins at `at`. It ends at its quote, or with the lines that
    /// belong to its key.
    fn quoted(&self, line: usize, at: usize, quote: char) -> (Vec<Piece>, usize) {
        let text = self.lines.text;
        let mut pieces = Vec::new();
        let first = line;
        for line in first..self.lines.count() {
            let (start, end) = self.lines.of(line);
            if line > first && self.lines.indent(line).is_some_and(|indent| indent <= self.column) {
                return (pieces, line);
            }
            let begin = at.max(start + if start > at { self.lines.indent(line).unwrap_or(0) } else { 0 });
            if !pieces.is_empty() && begin <= end {
                pieces.push(Piece::instead(" ", start, start));
            }
            let body = &text[begin.min(end)..end];
            let close = closing_quote(body, quote);
            let body = &body[..close.unwrap_or(body.len())];
            match quote {
                '"' => pieces.extend(unescape(body, begin)),
                _ => pieces.push(Piece::instead(body.replace("''", "'"), begin, begin + body.len())),
            }
            if close.is_some() {
                return (pieces, line + 1);
            }
        }
        (pieces, self.lines.count())
    }
}

/// The aliases among the items of a list on one line.
fn flow_aliases(list: &str) -> impl Iterator<Item = Content<'_>> {
    let items = list.split(['[', ',', ']']).filter_map(|item| item.trim().strip_prefix('*'));
    items.map(|name| Content::Alias(aliases::name(name)))
}

/// A value without its tag and anchor.
fn without_properties(mut value: &str) -> &str {
    while value.starts_with(['!', '&']) {
        value = value.find(' ').map_or("", |space| value[space..].trim_start_matches(' '));
    }
    value
}

fn is_block_header(value: &str) -> bool {
    let rest = value[1..].trim_start_matches(|c: char| "+-".contains(c) || c.is_ascii_digit()).trim_start();
    rest.is_empty() || rest.starts_with('#')
}

/// Where the scalar that is open in `body` is closed.
fn closing_quote(body: &str, quote: char) -> Option<usize> {
    let bytes = body.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match (bytes[at], quote) {
            (b'\\', '"') => at += 1,
            (b'\'', '\'') if bytes.get(at + 1) == Some(&b'\'') => at += 1,
            (byte, _) if byte == quote as u8 => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The inside of a double-quoted scalar that stands at `at`: runs, and each escape by itself.
fn unescape(body: &str, at: usize) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = body;
    while !rest.is_empty() {
        let start = at + body.len() - rest.len();
        let run = rest.find('\\').unwrap_or(rest.len());
        if run > 0 {
            pieces.push(Piece::instead(&rest[..run], start, start + run));
        }
        rest = &rest[run..];
        let Some(kind) = rest[rest.len().min(1)..].chars().next() else { break };
        let digits = match kind {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        let code = rest.get(2..2 + digits).and_then(|code| u32::from_str_radix(code, 16).ok());
        let c = match kind {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '0' => '\0',
            'e' => '\u{1B}',
            'x' | 'u' | 'U' => code.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER),
            other => other,
        };
        let taken = 1 + kind.len_utf8() + if code.is_some() { digits } else { 0 };
        pieces.push(Piece::instead(c, start + run, start + run + taken));
        rest = &rest[taken..];
    }
    pieces
}

/// A piece with each `${{ … }}` as the shell variable it stands for: the runner puts the value in
/// before the shell reads the line, and `secrets.NAME` is a secret by that name.
fn expressions(piece: Piece) -> Vec<Piece> {
    let Piece { text, outer: Span { start, end } } = piece;
    let is_exact = (end - start) as usize == text.len();
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find("${{").map(|open| at + open) {
        let Some(close) = text[open..].find("}}").map(|close| open + close + 2) else { break };
        let place = |at: usize| if is_exact { start as usize + at } else { start as usize };
        let inner = text[open + 3..close - 2].trim();
        let inner = inner.strip_prefix("secrets.").or(inner.strip_prefix("env.")).unwrap_or(inner);
        let name: String =
            inner.chars().take(60).map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        pieces.push(Piece::instead(&text[at..open], place(at), place(open)));
        pieces.push(Piece::instead(format!("${{{name}}}"), place(open), place(close)));
        at = close;
    }
    let rest = if is_exact { Span::new(start as usize + at, end as usize) } else { Span { start, end } };
    pieces.push(Piece { text: text[at..].to_string(), outer: rest });
    pieces.retain(|piece| !piece.text.is_empty());
    pieces
}
