//! Bash's words: quotes, escapes, braces and expansions as values.

use super::bash::{Kind, fields};
use super::fold::{coded_character, escaped_letter};
use super::graph::*;
use super::lower::Lowering;
use crate::source::{NONE, NodeId};

/// A word without its quotes and backslashes, as far as it is constant: for names of builtins.
pub fn unquoted(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '"' | '\'' | '\\')).collect()
}

/// A plain word: backslashes quote the character after them.
pub fn word(l: &mut Lowering, node: NodeId) {
    let text = l.text(node);
    if text.contains('\\') {
        let text = unescape_word(text.trim_start());
        let value = l.literal(node, &text);
        l.alias(node, value);
        return;
    }
    if let Some(op) = one_of_braces(l, node, text) {
        l.set(node, op);
        return;
    }
    let value = l.literal(node, text);
    l.alias(node, value);
}

fn unescape_word(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.extend(chars.next().filter(|&c| c != '\n')),
            c => out.push(c),
        }
    }
    out
}

/// `'…'`
pub fn raw_string(l: &mut Lowering, node: NodeId) {
    let span = l.source.tree.node(node).span;
    let text = l.text(node);
    let inner = text.strip_prefix('\'').unwrap_or(text);
    let inner = inner.strip_suffix('\'').unwrap_or(inner);
    let value = l.literal(node, inner);
    l.graph.starts.insert(value, span.start + (text.len() > inner.len()) as u32);
    l.alias(node, value);
}

/// `$'…'`: each run and each escape with its own place.
pub fn ansi_string(l: &mut Lowering, node: NodeId) {
    let start = l.source.tree.node(node).span.start;
    let text = l.text(node);
    let inner = text.strip_prefix("$'").unwrap_or(text);
    let inner = inner.strip_suffix('\'').unwrap_or(inner);
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(slash) = inner[at..].find('\\').map(|found| found + at) {
        piece(l, node, &inner[at..slash], start + 2 + at as u32, &mut parts);
        let (escaped, len) = ansi_escape(&inner[slash..]);
        let value = l.constant(node, &escaped);
        l.graph.starts.insert(value, start + 2 + slash as u32);
        parts.push(value);
        at = slash + len;
    }
    piece(l, node, &inner[at..], start + 2 + at as u32, &mut parts);
    whole(l, node, parts);
}

fn piece(l: &mut Lowering, node: NodeId, text: &str, start: u32, parts: &mut Vec<ValueId>) {
    if !text.is_empty() {
        let value = l.literal(node, text);
        l.graph.starts.insert(value, start);
        parts.push(value);
    }
}

/// Gives a node the text that its parts are together.
fn whole(l: &mut Lowering, node: NodeId, parts: Vec<ValueId>) {
    match parts.as_slice() {
        [] => {
            l.set(node, Op::Text("".into()));
        }
        [only] => l.alias(node, *only),
        _ => {
            l.set(node, Op::Concat(parts));
        }
    }
}

/// What the escape at the start of `text` stands for, and how many bytes it takes.
pub fn ansi_escape(text: &str) -> (String, usize) {
    let mut chars = text.char_indices().skip(1);
    let Some((_, letter)) = chars.next() else { return ("\\".into(), 1) };
    let number = |from: usize, radix: u32, most: usize| {
        let digits = text[from..].chars().take(most).take_while(|c| c.is_digit(radix)).count();
        let character = coded_character(&text[from..from + digits], radix);
        (character.map(String::from).unwrap_or_default(), from + digits)
    };
    let character = match letter {
        'a' => '\u{7}',
        'e' | 'E' => '\u{1b}',
        'x' => return number(2, 16, 2),
        'u' => return number(2, 16, 4),
        'U' => return number(2, 16, 8),
        '0'..='7' => return number(1, 8, if letter == '0' { 4 } else { 3 }),
        _ => escaped_letter(letter).unwrap_or(letter),
    };
    (character.into(), 1 + letter.len_utf8())
}

/// `"…"` and the body of a here-document: text and expansions in order. The grammar leaves some
/// text between expansions without a node; it is taken from the source.
pub fn quoted(l: &mut Lowering, node: NodeId, start: u32, end: u32, is_string: bool) -> Vec<ValueId> {
    let mut parts = Vec::new();
    let mut at = start;
    let children: Vec<NodeId> = l.named(node).collect();
    for child in children {
        let kind = Kind::of(l.kind(child));
        if matches!(kind, Kind::StringContent | Kind::HeredocContent) {
            continue;
        }
        let span = l.source.tree.node(child).span;
        text_run(l, node, at, span.start, is_string, &mut parts);
        let expanded = l.operand(child);
        parts.push(maybe_unset(l, child, expanded));
        at = span.end;
    }
    text_run(l, node, at, end, is_string, &mut parts);
    parts
}

/// Text between two places, backslashes read as inside double quotes.
fn text_run(l: &mut Lowering, node: NodeId, start: u32, end: u32, is_string: bool, parts: &mut Vec<ValueId>) {
    let Some(text) = l.source.text.get(start as usize..end as usize) else { return };
    let mut from = 0;
    let mut at = 0;
    while let Some(slash) = text[at..].find('\\').map(|found| found + at) {
        let next = text[slash + 1..].chars().next();
        let escapes = next.is_some_and(|c| matches!(c, '$' | '`' | '\\' | '\n') || (c == '"' && is_string));
        if !escapes {
            at = slash + 1;
            continue;
        }
        piece(l, node, &text[from..slash], start + from as u32, parts);
        // A continued line is one line.
        from = if next == Some('\n') { slash + 2 } else { slash + 1 };
        at = slash + 2;
    }
    piece(l, node, &text[from..], start + from as u32, parts);
}

/// A double-quoted string.
pub fn string(l: &mut Lowering, node: NodeId) {
    let span = l.source.tree.node(node).span;
    let text = l.text(node);
    let start = span.start + u32::from(text.starts_with('"'));
    let end = if text.len() > 1 && text.ends_with('"') { span.end - 1 } else { span.end };
    let parts = quoted(l, node, start, end, true);
    whole(l, node, parts);
}

/// The text of a here-document.
pub fn heredoc_body(l: &mut Lowering, node: NodeId) {
    let parent = l.source.tree.node(node).parent;
    let span = l.source.tree.node(node).span;
    let mark = if parent == NONE { "" } else { l.text(parent) };
    let strips = mark.starts_with("<<-");
    let start = (parent != NONE)
        .then(|| l.named(parent).find(|&child| Kind::of(l.kind(child)) == Kind::HeredocStart));
    let is_raw = start.flatten().is_some_and(|start| l.text(start).contains(['\'', '"', '\\']));
    let mut parts = Vec::new();
    if is_raw {
        let mut at = span.start;
        for line in l.text(node).split_inclusive('\n') {
            if !strips {
                break;
            }
            let bare = line.trim_start_matches('\t');
            piece(l, node, bare, at + (line.len() - bare.len()) as u32, &mut parts);
            at += line.len() as u32;
        }
        piece(l, node, l.source.text.get(at as usize..span.end as usize).unwrap_or_default(), at, &mut parts);
    } else {
        parts = quoted(l, node, span.start, span.end, false);
    }
    whole(l, node, parts);
}

/// Words next to each other: `c"u"rl`, `~/.s"sh"`, `{a,b}/c`.
pub fn concatenation(l: &mut Lowering, node: NodeId) {
    let children: Vec<NodeId> = l.named(node).collect();
    let literal = children.iter().all(|&child| {
        matches!(
            Kind::of(l.kind(child)),
            Kind::Word | Kind::Number | Kind::BraceExpression | Kind::VariableName
        )
    });
    if literal && let Some(op) = one_of_braces(l, node, l.text(node)) {
        l.set(node, op);
        return;
    }
    let mut parts = Vec::with_capacity(children.len());
    let mut at = 0;
    while at < children.len() {
        if let Some((choice, taken)) = brace_parts(l, node, &children[at..]) {
            parts.push(choice);
            at += taken;
            continue;
        }
        let value = pattern(l, children[at]);
        parts.push(maybe_unset(l, children[at], value));
        at += 1;
    }
    whole(l, node, parts);
}

/// `{a,"b"$c}` among the parts of a word, as in `$HOME/{a,b}`: one of its alternatives, and how many parts
/// it is made of.
fn brace_parts(l: &mut Lowering, node: NodeId, parts: &[NodeId]) -> Option<(ValueId, usize)> {
    let is = |l: &Lowering, part: NodeId, mark: &str| l.text(part) == mark;
    let (&first, rest) = parts.split_first()?;
    if !is(l, first, "{") {
        return None;
    }
    let inside = rest.iter().position(|&part| is(l, part, "{") || is(l, part, "}"))?;
    let has_comma = |&part: &NodeId| Kind::of(l.kind(part)) == Kind::Word && l.text(part).contains(',');
    if is(l, rest[inside], "{") || !rest[..inside].iter().any(has_comma) {
        return None;
    }
    let mut ways: Vec<Vec<ValueId>> = vec![Vec::new()];
    for &part in &rest[..inside] {
        let text = if Kind::of(l.kind(part)) == Kind::Word { l.text(part) } else { "" };
        if text.is_empty() {
            let value = l.operand(part);
            ways.last_mut()?.push(value);
        }
        for (index, text) in text.split(',').enumerate() {
            if index > 0 {
                ways.push(Vec::new());
            }
            if !text.is_empty() {
                let value = l.literal(node, &unescape_word(text));
                ways.last_mut()?.push(value);
            }
        }
    }
    let ways = ways.into_iter().map(|way| match way[..] {
        [only] => only,
        _ => l.make(node, Op::Concat(way)),
    });
    let ways: Vec<ValueId> = ways.collect();
    Some((l.make(node, Op::Choice(ways)), inside + 2))
}

/// `cu${x}rl` with an `x` that nothing sets is `curl`: inside a word such a part may be empty.
fn maybe_unset(l: &mut Lowering, node: NodeId, value: ValueId) -> ValueId {
    let is_free = match l.graph.op(value) {
        Op::Free(name) => !name.chars().any(|c| c.is_ascii_uppercase()),
        _ => false,
    };
    let span = l.source.tree.node(node).span;
    let bytes = l.source.text.as_bytes();
    let inside_word =
        |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(|c| c.is_ascii_alphanumeric());
    let is_between =
        inside_word((span.start as usize).checked_sub(1)) && inside_word(Some(span.end as usize));
    if !(is_free && is_between) {
        return value;
    }
    let empty = l.constant(node, "");
    l.make(node, Op::Choice(vec![empty, value]))
}

/// One of the words that braces make of one; put together only when it is asked for, if they are many.
fn one_of_braces(l: &mut Lowering, node: NodeId, text: &str) -> Option<Op> {
    let (before, parts, after) = split_braces(text)?;
    if parts.len() <= FEW_WORDS {
        let words = parts.iter().map(|part| l.literal(node, &format!("{before}{part}{after}")));
        return Some(Op::Choice(words.collect()));
    }
    let parts = parts.iter().map(|part| l.literal(node, part)).collect();
    let parts = l.make(node, Op::Choice(parts));
    Some(Op::Concat(vec![l.literal(node, before), parts, l.literal(node, after)]))
}

/// The words that braces make of one, if they are not too many: `{a,b}c` is `ac bc`.
pub fn braces(text: &str) -> Option<Vec<String>> {
    let (before, parts, after) = split_braces(text)?;
    let is_small = parts.len() * text.len() <= 1 << 16;
    is_small.then(|| parts.iter().map(|part| format!("{before}{part}{after}")).collect())
}

/// How many words braces may make that are put together at once.
const FEW_WORDS: usize = 16;

/// What stands before the braces of a word, what between their commas, and what behind. One level; `None`
/// without any.
fn split_braces(text: &str) -> Option<(&str, Vec<&str>, &str)> {
    if text.contains("__outer_") {
        return None;
    }
    let open = text.find('{')?;
    let close = open + text[open..].find('}')?;
    let inside = text.get(open + 1..close)?;
    if !inside.contains(',') || inside.contains('{') || text[..open].ends_with('$') {
        return None;
    }
    let (before, after) = (&text[..open], &text[close + 1..]);
    Some((before, inside.split(',').collect(), after))
}

/// `$x`
pub fn simple_expansion(l: &mut Lowering, node: NodeId) {
    let Some(name) = l.named(node).next() else { return };
    let value = variable(l, node, name);
    l.alias(node, value);
    let named = l.make(name, Op::NameOf(value));
    l.alias(name, named);
}

/// The value of the variable that `name` names, where `node` uses it.
fn variable(l: &mut Lowering, node: NodeId, name: NodeId) -> ValueId {
    let text = match l.text(name) {
        "*" => "@",
        text => text,
    };
    l.name(node, text)
}

/// `${x…}`
pub fn expansion(l: &mut Lowering, node: NodeId) {
    let children: Vec<NodeId> = l.source.tree.children(node).collect();
    let operators: Vec<NodeId> = children
        .iter()
        .copied()
        .filter(|&child| l.source.tree.node(child).field == fields().operator)
        .collect();
    let Some(subject) = children.iter().copied().find(|&child| {
        matches!(Kind::of(l.kind(child)), Kind::VariableName | Kind::SpecialVariableName | Kind::Subscript)
    }) else {
        return;
    };
    let first = operators.first().map_or("", |&operator| l.text(operator));
    let before = operators.first().is_some_and(|&operator| operator < subject);
    let is_plain_name = Kind::of(l.kind(subject)) != Kind::Subscript;
    let used = if is_plain_name { variable(l, node, subject) } else { l.operand(subject) };
    if is_plain_name {
        // A length tells nothing of the content; `${!x}` reads what `x` names.
        let named = match (first, before) {
            ("#", true) => l.make(subject, Op::Unknown(Vec::new())),
            ("!", true) => l.make(subject, Op::Choice(vec![used])),
            (":+" | "+", _) => l.make(subject, Op::Unknown(Vec::new())),
            _ => l.make(subject, Op::NameOf(used)),
        };
        l.alias(subject, named);
    }
    let operands: Vec<NodeId> = children
        .iter()
        .copied()
        .filter(|&child| child > subject && l.source.tree.node(child).named)
        .collect();
    let values: Vec<ValueId> = operands.iter().map(|&operand| pattern(l, operand)).collect();
    let op = match (first, before) {
        ("", _) | ("?" | ":?", false) => {
            l.alias(node, used);
            return;
        }
        ("#", true) => Op::Unknown(Vec::new()),
        ("-" | ":-", false) => choice(used, values),
        ("=" | ":=", false) => {
            let chosen = l.make(node, choice(used, values));
            if is_plain_name {
                l.define(subject, l.text(subject), chosen, node);
            }
            l.alias(node, chosen);
            return;
        }
        ("+" | ":+", false) => Op::Choice(values),
        ("@", _) => Op::Choice(vec![used]),
        _ => {
            let name = if before { "${!}".to_string() } else { format!("${{{first}}}") };
            let callee = l.make(node, Op::Outside(name.into()));
            let mut args = vec![Arg::plain(used)];
            args.extend(values.into_iter().map(Arg::plain));
            Op::Call(Call { callee, args }.into())
        }
    };
    l.set(node, op);
}

fn choice(used: ValueId, mut values: Vec<ValueId>) -> Op {
    values.insert(0, used);
    Op::Choice(values)
}

/// A pattern or operand of an expansion, or a part of a word. The grammar calls the `me` of
/// `${x:-me@host}` a variable; without a `$` it is text.
fn pattern(l: &mut Lowering, node: NodeId) -> ValueId {
    match Kind::of(l.kind(node)) {
        Kind::Regex | Kind::Other | Kind::VariableName => {
            let text = l.text(node);
            l.literal(node, &unescape_word(text))
        }
        _ => l.operand(node),
    }
}

/// `a[b]`
pub fn subscript(l: &mut Lowering, node: NodeId) {
    let f = fields();
    let Some(name) = l.field(node, f.name) else { return };
    let used = variable(l, node, name);
    let Some(index) = l.field(node, f.index) else { return };
    if matches!(l.text(index), "@" | "*") {
        l.alias(node, used);
        return;
    }
    let key = l.operand(index);
    l.set(node, Op::Index(used, key));
}

/// `(a b c)`, or `([k]=v …)` with keys.
pub fn array(l: &mut Lowering, node: NodeId) {
    let children: Vec<NodeId> = l.named(node).collect();
    let is_keyed = children.first().is_some_and(|&child| {
        let text = l.text(child);
        text.starts_with('[') && text.contains("]=")
    });
    if !is_keyed {
        let items = children.into_iter().map(|child| l.operand(child)).collect();
        l.set(node, Op::List(items));
        return;
    }
    let mut items = Vec::new();
    for child in children {
        let text = l.text(child);
        let key = text.split_once("]=").map(|(key, _)| unquoted(&key[1..]));
        let value = after_equals(l, child);
        items.push((key.map(Into::into), value));
    }
    l.set(node, Op::Object(items));
}

/// The value of what stands after the first `=` of a word: `[k]=v`, `name='value'`.
pub fn after_equals(l: &mut Lowering, node: NodeId) -> ValueId {
    let whole = l.operand(node);
    let parts: Vec<ValueId> = match l.graph.op(whole) {
        Op::Concat(parts) => parts.clone(),
        _ => vec![whole],
    };
    let mut out = Vec::new();
    let mut found = false;
    for part in parts {
        let text = match l.graph.op(part) {
            Op::Text(text) => Some(text.clone()),
            _ => None,
        };
        match text.as_deref().and_then(|text| text.split_once('=')) {
            Some((_, after)) if !found => {
                found = true;
                if !after.is_empty() {
                    out.push(l.constant(node, after));
                }
            }
            _ if found => out.push(part),
            _ => {}
        }
    }
    match out.as_slice() {
        [only] => *only,
        _ => l.make(node, Op::Concat(out)),
    }
}
