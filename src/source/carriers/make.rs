//! Makefiles: recipes, and what `$(shell …)` runs while the file is read.

use super::{Carried, Piece};
use crate::language::Language;
use crate::text::replaced;
use std::collections::BTreeMap;

/// The longest value of a variable that is put in its place, so that a few lines can't grow to
/// gigabytes.
const VALUE_MAX: usize = 1024;
/// The longest text that a function is put in its place for.
const APPLIED_MAX: usize = 4 * VALUE_MAX;
/// How many bytes a file's variables may grow to in all.
const GROWTH_MAX: usize = 1 << 20;
/// How deep variables are taken from variables.
const ROUNDS: usize = 4;

/// The recipes of a Makefile, one for each rule.
pub(super) fn recipes(text: &str) -> Vec<Carried> {
    let mut reader = Reader { text, variables: variables(text), ..Reader::default() };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        reader.line(at, line.trim_end_matches(['\n', '\r']));
        at += line.len();
    }
    reader.close();
    reader.found
}

#[derive(Default)]
struct Reader<'a> {
    text: &'a str,
    variables: BTreeMap<&'a str, String>,
    /// What starts a recipe's line, where it is no tab.
    prefix: Option<char>,
    target: &'a str,
    recipe: Vec<Piece>,
    /// The line before goes on in this one.
    continues: bool,
    growth: usize,
    found: Vec<Carried>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, at: usize, line: &'a str) {
        let is_recipe = line.starts_with(self.prefix.unwrap_or('\t'));
        if is_recipe || self.continues {
            let mut body = line.strip_prefix(self.prefix.unwrap_or('\t')).unwrap_or(line);
            if !self.continues {
                // Silent, ignoring errors, even under -n: for make, not for the shell.
                body = body.trim_start_matches([' ', '\t', '@', '-', '+']);
            }
            self.command(at + line.len() - body.len(), at + line.len());
            self.continues = ends_in_backslash(line);
        } else if !line.trim().is_empty() && !line.starts_with('#') && !is_conditional(line) {
            self.close();
            self.statement(at, line);
        }
    }

    /// Something other than a recipe: a rule, an assignment.
    fn statement(&mut self, at: usize, line: &'a str) {
        if let Some((target, command)) = one_line_rule(line) {
            self.target = target;
            self.command(at + line.len() - command.len(), at + line.len());
            self.continues = ends_in_backslash(line);
            return;
        }
        if let Some((name, operator, value)) = assignment(line) {
            if name == ".RECIPEPREFIX" {
                self.prefix = value.chars().next();
            }
            if operator == '!' {
                self.command(at + line.len() - value.len(), at + line.len());
                self.close();
            }
        } else if let Some((target, _)) = line.split_once(':') {
            self.target = target.trim();
        }
        if let Some(call) = line.find("$(shell ") {
            self.command(at + call, at + line.len());
            self.close();
        }
    }

    fn command(&mut self, start: usize, end: usize) {
        let mut pieces = Vec::new();
        self.growth += expand(self.text, start, end, &self.variables, self.growth < GROWTH_MAX, &mut pieces);
        self.recipe.append(&mut pieces);
        self.recipe.push(Piece::instead("\n", end, end));
    }

    fn close(&mut self) {
        if !self.recipe.is_empty() {
            let pieces = std::mem::take(&mut self.recipe);
            let label = format!("recipe of \"{}\"", self.target);
            let shell = self.variables.get("SHELL").and_then(|shell| shell.split_whitespace().next());
            let language = shell.and_then(Language::by_interpreter).unwrap_or(Language::Bash);
            self.found.push(Carried::new(language, pieces, label));
        }
    }
}

/// `target: prerequisites ; command`: the target and the command. What has a `=` before its `;` sets
/// a variable.
fn one_line_rule(line: &str) -> Option<(&str, &str)> {
    let (head, command) = line.split_once(';')?;
    let (target, prerequisites) = head.split_once(':')?;
    let is_rule = !prerequisites.contains('=') && !target.contains('=');
    is_rule.then(|| (target.trim(), command.trim_start_matches([' ', '\t', '@', '-', '+'])))
}

fn ends_in_backslash(line: &str) -> bool {
    line.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1
}

fn is_conditional(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["ifeq", "ifneq", "ifdef", "ifndef", "else", "endif"].contains(&word)
}

/// `NAME = value`, with any of make's operators: the name, the operator's first character, the
/// value.
fn assignment(line: &str) -> Option<(&str, char, &str)> {
    let (left, value) = line.split_once('=')?;
    let name = left.trim_end_matches([':', '?', '+', '!']);
    let operator = left[name.len()..].chars().next().unwrap_or('=');
    let name = name.trim();
    let name = name.strip_prefix("override ").unwrap_or(name).trim_start();
    let name = name.strip_prefix("export ").unwrap_or(name).trim_start();
    is_name(name).then(|| (name, operator, value.trim_start()))
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
}

/// The variables of the file, with the variables in their values put in.
fn variables(text: &str) -> BTreeMap<&str, String> {
    let mut variables: BTreeMap<&str, String> = BTreeMap::new();
    for (name, operator, value) in text.lines().filter(|line| !line.starts_with('\t')).filter_map(assignment)
    {
        let value = value.split(" #").next().unwrap_or_default().trim_end();
        let known = variables.entry(name).or_default();
        match operator {
            '?' if !known.is_empty() => continue,
            '+' => known.push(' '),
            _ => known.clear(),
        }
        if known.len() + value.len() <= VALUE_MAX {
            known.push_str(value);
        }
    }
    let mut growth = 0;
    for _ in 0..ROUNDS {
        let before = variables.clone();
        for value in variables.values_mut().filter(|value| value.contains('$')) {
            let mut pieces = Vec::new();
            growth += expand(value, 0, value.len(), &before, growth < GROWTH_MAX, &mut pieces);
            let grown: String = pieces.into_iter().map(|piece| piece.text).collect();
            if grown.len() <= VALUE_MAX {
                *value = grown;
            }
        }
    }
    variables
}

/// What the shell gets of `text[start..end]`: `$$` is a dollar, a known variable its value (if it
/// `may_grow`), any other a shell variable of its name, `$(shell x)` is `$(x)`. Returns how many
/// bytes the values added.
fn expand(
    text: &str,
    start: usize,
    end: usize,
    variables: &BTreeMap<&str, String>,
    may_grow: bool,
    pieces: &mut Vec<Piece>,
) -> usize {
    let (mut at, mut plain, mut growth) = (start, start, 0);
    while let Some(length) = memchr::memchr(b'$', &text.as_bytes()[at..end]) {
        at += length;
        let rest = &text[at..end];
        let reference = reference(rest);
        let (put, taken) = match (reference, rest.as_bytes().get(1)) {
            (Some(name), _) => {
                let value = variables.get(name).filter(|_| may_grow && growth < GROWTH_MAX);
                growth += value.map_or(0, String::len);
                let unknown = || format!("${{{}}}", name.replace(['.', '-'], "_"));
                (value.cloned().unwrap_or_else(unknown), name.len() + 3)
            }
            (None, Some(b'$')) => ("$".into(), 2),
            (None, Some(b'<' | b'^' | b'+' | b'|' | b'%')) => ("${_}".into(), 2),
            _ if rest.starts_with("$(shell ") => ("$(".into(), "$(shell ".len()),
            _ if rest.starts_with("$(foreach ") || rest.starts_with("$(call ") => {
                let Some((put, taken)) = applied(rest, variables, may_grow && growth < GROWTH_MAX) else {
                    at += 1;
                    continue;
                };
                growth += put.len();
                (put, taken)
            }
            _ => {
                at += 1;
                continue;
            }
        };
        if at > plain {
            pieces.push(Piece::verbatim(text, plain, at));
        }
        pieces.push(Piece::instead(put, at, at + taken));
        at += taken;
        plain = at;
    }
    if end > plain {
        pieces.push(Piece::verbatim(text, plain, end));
    }
    growth
}

/// What `$(foreach name,words,text)` or `$(call name,words…)` at the head of `text` stands for, and
/// its length.
fn applied(text: &str, variables: &BTreeMap<&str, String>, may_grow: bool) -> Option<(String, usize)> {
    let (mut depth, mut end) = (0, None);
    for (at, byte) in text.bytes().enumerate().take(VALUE_MAX) {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 && byte == b')' {
            end = Some(at);
            break;
        }
    }
    let end = end.filter(|_| may_grow)?;
    let (function, rest) = text[2..end].split_once(' ')?;
    let mut put = String::new();
    if function == "foreach" {
        let mut parts = rest.splitn(3, ',');
        let (name, words, body) = (parts.next()?.trim(), parts.next()?, parts.next()?);
        for word in expanded(words, variables).split_whitespace().take(64) {
            let body = filled(body, &format!("$({name})"), word);
            let Some(body) = body.and_then(|body| filled(&body, &format!("${{{name}}}"), word)) else {
                return too_long(end);
            };
            put.push_str(&expanded(&body, variables));
            put.push(' ');
            if put.len() > APPLIED_MAX {
                return too_long(end);
            }
        }
    } else {
        let mut parts = rest.split(',');
        put = variables.get(parts.next()?.trim())?.clone();
        for (at, part) in parts.enumerate().take(9) {
            match filled(&put, &format!("${{{}}}", at + 1), &expanded(part, variables)) {
                Some(longer) => put = longer,
                None => return too_long(end),
            }
        }
    }
    if put.len() > APPLIED_MAX { too_long(end) } else { Some((put, end + 1)) }
}

/// What stands for a function, up to `end`, whose text would be too long: code that nobody knows.
fn too_long(end: usize) -> Option<(String, usize)> {
    Some(("$(eval \"$call\")".into(), end + 1))
}

/// A text with `word` for each `parameter`, if that is not too long.
fn filled(text: &str, parameter: &str, word: &str) -> Option<String> {
    replaced(text, parameter, word, usize::MAX, APPLIED_MAX)
}

/// A text with the variables in it put in; functions stay as they are.
fn expanded(text: &str, variables: &BTreeMap<&str, String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match reference(rest) {
            Some(name) => {
                let unknown = || format!("${{{}}}", name.replace(['.', '-'], "_"));
                out.push_str(&variables.get(name).cloned().unwrap_or_else(unknown));
                rest = &rest[name.len() + 3..];
            }
            None => {
                let taken = if rest.starts_with("$$") { 2 } else { 1 };
                out.push('$');
                rest = &rest[taken..];
            }
        }
        if out.len() > APPLIED_MAX {
            break;
        }
    }
    out.push_str(rest);
    out
}

/// The name in `$(NAME)` or `${NAME}` at the head of `text`.
fn reference(text: &str) -> Option<&str> {
    let close = match text.as_bytes().get(1)? {
        b'(' => ')',
        b'{' => '}',
        _ => return None,
    };
    let length = text[2..].find(|c: char| !(c.is_ascii_alphanumeric() || "_.-".contains(c)))?;
    let name = &text[2..2 + length];
    (text[2 + length..].starts_with(close) && is_name(name)).then_some(name)
}
