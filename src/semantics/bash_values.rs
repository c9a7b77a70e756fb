//! Bash's constants: what its variables, expansions and simplest commands fold to.

use super::PACK;
use super::bash_words::ansi_escape;
use super::eval::{Eval, MAX_VALUE};
use super::fold::{environment_variable, parent_folder, searched};
use super::graph::*;
use crate::text::HOLE;

/// The constant behind a variable that the environment or the shell sets.
pub fn constant(name: &str) -> Option<String> {
    let text = match name {
        "IFS" => " ",
        "SHELL" | "BASH" => "bash",
        "0" | "BASH_SOURCE" | "BASH_SOURCE.0" | "CLAUDE_PLUGIN_ROOT" => return Some(PACK.to_string()),
        _ => environment_variable(name)?,
    };
    Some(text.into())
}

/// What a call folds to; `None` where it is no call this module knows.
pub fn call(eval: &mut Eval<'_>, call: &Call, names: &[&str]) -> Option<Vec<String>> {
    names.iter().find_map(|name| match name.strip_prefix("${") {
        Some(operator) => expansion(eval, call, operator.trim_end_matches('}')),
        None => command(eval, call, name),
    })
}

fn command(eval: &mut Eval<'_>, call: &Call, name: &str) -> Option<Vec<String>> {
    let words: Vec<ValueId> =
        call.args.iter().filter(|arg| arg.name.is_none()).map(|arg| arg.value).collect();
    let operand = operand(eval, &words);
    let input = call.keyword(STDIN);
    Some(match name {
        "echo" => {
            let escapes = words.first().is_some_and(|&word| {
                eval.constant(word).is_some_and(|text| is_echo_option(&text) && text.contains('e'))
            });
            let mut skip = 0;
            while words
                .get(skip)
                .is_some_and(|&word| eval.constant(word).is_some_and(|text| is_echo_option(&text)))
            {
                skip += 1;
            }
            let texts = joined(eval, &words[skip..]);
            if escapes { texts.iter().map(|text| unescape(text)).collect() } else { texts }
        }
        "printf" => {
            let first = operand?;
            if eval.constant(*words.first()?).as_deref() == Some("-v") {
                let format = *words.get(2)?;
                return Some(vec![printf(eval, format, &words[3..])?]);
            }
            let after = words.iter().position(|&word| word == first)? + 1;
            vec![printf(eval, first, &words[after..])?]
        }
        "pwd" => vec![".".into()],
        "mktemp" => vec![format!("/tmp/{HOLE}")],
        "dirname" => owned(eval, operand?).iter().map(|path| parent_folder(path)).collect(),
        "basename" => {
            let texts = owned(eval, operand?);
            texts
                .iter()
                .map(|path| path.trim_end_matches('/').rsplit('/').next().unwrap_or_default().into())
                .collect()
        }
        "realpath" | "readlink" | "which" | "greadlink" | "cygpath" | "wslpath" => owned(eval, operand?),
        "command.-v" | "type.-p" | "command" => {
            let first = eval.constant(*words.first()?)?;
            if &*first != "-v" {
                return None;
            }
            owned(eval, *words.get(1)?)
        }
        "cat" if words.is_empty() => owned(eval, input?),
        "rev" => owned(eval, input?).iter().map(|text| text.chars().rev().collect()).collect(),
        "tr" => translated(eval, input?, &words)?,
        "sed" => substituted(eval, input?, operand?)?,
        "find" => found(eval, &words, operand?),
        "grep" | "rg" | "egrep" | "ag" => listed_by_content(eval, &words)?,
        "ls" | "fd" => owned(eval, operand?),
        _ => return None,
    })
}

/// `find folder -name pattern`: the folder, and what it is searched for below it.
fn found(eval: &mut Eval<'_>, words: &[ValueId], folder: ValueId) -> Vec<String> {
    let folders = owned(eval, folder);
    let mut out = folders.clone();
    let mut is_name = false;
    for &word in words.iter().take(64) {
        let text = eval.constant(word);
        if let (true, Some(pattern)) = (is_name, &text) {
            for folder in folders.iter().take(2) {
                out.extend(searched(&format!("{folder}/{pattern}")));
            }
        }
        is_name =
            text.is_some_and(|text| matches!(&*text, "-name" | "-iname" | "-path" | "-wholename" | "-ipath"));
    }
    out
}

/// `grep -rl "PRIVATE KEY" folder`: the names of files that hold what only keys hold.
fn listed_by_content(eval: &mut Eval<'_>, words: &[ValueId]) -> Option<Vec<String>> {
    let texts: Vec<_> = words.iter().filter_map(|&word| eval.constant(word)).collect();
    let lists = |text: &str| {
        text == "--files-with-matches"
            || text.starts_with('-') && !text.starts_with("--") && text.contains('l')
    };
    let is_secret = ["PRIVATE KEY", "aws_secret", "AKIA", "_authToken"];
    let asks = texts.iter().any(|text| is_secret.iter().any(|secret| text.contains(secret)));
    (asks && texts.iter().any(|text| lists(text))).then(|| vec!["**/key.pem".to_string()])
}

/// `tr a-z n-z`, `tr -d -`: each character, or none of those named. Ranges and classes stay
/// unknown: what they turn round is a payload.
fn translated(eval: &mut Eval<'_>, input: ValueId, words: &[ValueId]) -> Option<Vec<String>> {
    let words: Vec<String> =
        words.iter().map(|&word| eval.constant(word).map(|word| unescape(&word))).collect::<Option<_>>()?;
    let is_plain = |set: &str| !(set.contains('[') || (set.chars().count() > 2 && set.contains('-')));
    let change: Box<dyn Fn(char) -> Option<char>> = match words.as_slice() {
        [flag, set] if matches!(flag.as_str(), "-d" | "--delete") && is_plain(set) => {
            let set = set.clone();
            Box::new(move |c| (!set.contains(c)).then_some(c))
        }
        [from, to] if !from.starts_with('-') && is_plain(from) && is_plain(to) => {
            let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
            let last = *to.last()?;
            Box::new(move |c| match from.iter().rposition(|&known| known == c) {
                Some(at) => Some(*to.get(at).unwrap_or(&last)),
                None => Some(c),
            })
        }
        _ => return None,
    };
    Some(owned(eval, input).iter().map(|text| text.chars().filter_map(&change).collect()).collect())
}

/// `sed s/a/b/g` for a pattern that is a plain text.
fn substituted(eval: &mut Eval<'_>, input: ValueId, script: ValueId) -> Option<Vec<String>> {
    let script = eval.constant(script)?;
    let mut rest = script.strip_prefix('s')?.chars();
    let separator = rest.next().filter(char::is_ascii_punctuation)?;
    let parts: Vec<&str> = rest.as_str().split(separator).collect();
    let [from, to, flags] = parts.as_slice() else { return None };
    let is_plain = |text: &str| !text.contains(['*', '[', ']', '\\', '^', '$', '&', '+', '?', '(']);
    if from.is_empty() || !is_plain(from) || !is_plain(to) {
        return None;
    }
    // A dot is any character, but for a text that has none of them elsewhere it is itself.
    let all = flags.contains('g');
    let most = if all { usize::MAX } else { 1 };
    Some(owned(eval, input).iter().filter_map(|text| eval.replaced(text, from, to, most)).collect())
}

/// The first word that is no option.
fn operand(eval: &mut Eval<'_>, words: &[ValueId]) -> Option<ValueId> {
    let is_option = |text: &str| text.len() > 1 && text.starts_with('-');
    words.iter().take(16).copied().find(|&word| !eval.constant(word).is_some_and(|text| is_option(&text)))
}

fn is_echo_option(word: &str) -> bool {
    word.len() > 1 && word.strip_prefix('-').is_some_and(|letters| letters.chars().all(|c| "neE".contains(c)))
}

fn owned(eval: &mut Eval<'_>, value: ValueId) -> Vec<String> {
    eval.values(value).iter().map(|text| text.to_string()).collect()
}

/// The words with blanks between them: all first alternatives, then the others of a single word.
fn joined(eval: &mut Eval<'_>, words: &[ValueId]) -> Vec<String> {
    match words {
        [only] => owned(eval, *only),
        _ => {
            let mut whole = String::new();
            for (index, &word) in words.iter().take(256).enumerate() {
                if index > 0 {
                    whole.push(' ');
                }
                whole.push_str(eval.values(word).first().map_or("", |text| text));
                // Too long to be kept, whatever follows.
                if whole.len() > MAX_VALUE {
                    break;
                }
            }
            vec![whole]
        }
    }
}

fn printf(eval: &mut Eval<'_>, format: ValueId, words: &[ValueId]) -> Option<String> {
    let format = unescape(&eval.constant(format)?);
    let mut next = words.iter();
    let mut out = String::new();
    // The format is used again while there are arguments.
    for round in 0..64 {
        if round > 0 && next.len() == 0 {
            break;
        }
        let mut rest = format.as_str();
        let mut used = false;
        while let Some(at) = rest.find('%') {
            // Too long to be kept, whatever follows.
            if out.len() > MAX_VALUE {
                return Some(out);
            }
            out.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            if let Some(after) = rest.strip_prefix('%') {
                out.push('%');
                rest = after;
                continue;
            }
            let end = rest.find(|c: char| c.is_ascii_alphabetic())?;
            used = true;
            let text = match next.next() {
                Some(&word) => eval.constant(word).map_or(HOLE.to_string(), |text| text.to_string()),
                None => String::new(),
            };
            out.push_str(&if rest[end..].starts_with('b') { unescape(&text) } else { text });
            rest = &rest[end + 1..];
        }
        out.push_str(rest);
        if !used {
            break;
        }
    }
    Some(out.trim_end_matches('\n').to_string())
}

/// Backslash escapes as `echo -e`, `printf` and `$'…'` read them.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let (escaped, len) = ansi_escape(&rest[at..]);
        out.push_str(&escaped);
        rest = &rest[at + len..];
    }
    out.push_str(rest);
    out
}

/// `${x#…}` and its kin.
fn expansion(eval: &mut Eval<'_>, call: &Call, operator: &str) -> Option<Vec<String>> {
    let subject = call.positional(0)?;
    let operand = |eval: &mut Eval<'_>, index| call.positional(index).and_then(|value| eval.constant(value));
    let texts = owned(eval, subject);
    if operator == "!" {
        return Some(texts.iter().flat_map(|name| indirect(eval, call, name)).collect());
    }
    let first = operand(eval, 1).map(|text| text.to_string());
    let second = operand(eval, 2).map(|text| text.to_string());
    let mut fold = |text: &str| -> Option<String> {
        let pattern = || first.clone();
        Some(match operator {
            "%" | "%%" if text.starts_with(PACK) => text.into(),
            "%" | "%%" => strip_end(text, &pattern()?, operator == "%%"),
            "#" | "##" => strip_start(text, &pattern()?, operator == "##"),
            "/" | "//" => {
                let (pattern, new) = (pattern()?, second.clone().unwrap_or_default());
                if pattern.is_empty() || pattern.contains(['*', '?', '[']) {
                    return None;
                }
                eval.replaced(text, &pattern, &new, if operator == "//" { usize::MAX } else { 1 })?
            }
            ":" => {
                let chars: Vec<char> = text.chars().collect();
                let start: i64 = pattern()?.trim().parse().ok()?;
                let start = if start < 0 { chars.len() as i64 + start } else { start };
                let len: i64 = second.as_ref().map_or(Some(i64::MAX), |len| len.trim().parse().ok())?;
                let start = usize::try_from(start).ok()?.min(chars.len());
                let end = if len < 0 { chars.len() as i64 + len } else { len.saturating_add(start as i64) };
                chars[start..usize::try_from(end).ok()?.clamp(start, chars.len())].iter().collect()
            }
            "^^" => text.to_uppercase(),
            ",," => text.to_lowercase(),
            "^" => change_first(text, char::to_ascii_uppercase),
            "," => change_first(text, char::to_ascii_lowercase),
            _ => return None,
        })
    };
    let unknown = HOLE.to_string();
    Some(texts.iter().map(|text| fold(text).unwrap_or_else(|| unknown.clone())).collect())
}

fn change_first(text: &str, change: fn(&char) -> char) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| change(&first)).into_iter().chain(chars).collect()
}

/// What the variable of this name holds, seen from the call.
fn indirect(eval: &mut Eval<'_>, call: &Call, name: &str) -> Vec<String> {
    let Value { source, node, .. } = eval.graph.values[call.callee as usize];
    let scope = eval.graph.maps[source as usize].scopes[node as usize];
    match eval.graph.lookup(scope, name) {
        Some(var) => {
            let defs: Vec<ValueId> =
                eval.graph.vars[var as usize].defs.iter().take(8).map(|def| def.value).collect();
            defs.into_iter().flat_map(|value| owned(eval, value)).collect()
        }
        None => vec![constant(name).unwrap_or_else(|| HOLE.to_string())],
    }
}

/// `${x%pattern}` for a pattern with at most one `*`.
fn strip_end(text: &str, pattern: &str, longest: bool) -> String {
    match pattern.split_once('*') {
        None => text.strip_suffix(pattern).unwrap_or(text).into(),
        Some((before, "")) => {
            let at = if longest { text.find(before) } else { text.rfind(before) };
            at.map_or(text, |at| &text[..at]).into()
        }
        Some(_) => text.into(),
    }
}

/// `${x#pattern}` for a pattern with at most one `*`.
fn strip_start(text: &str, pattern: &str, longest: bool) -> String {
    match pattern.split_once('*') {
        None => text.strip_prefix(pattern).unwrap_or(text).into(),
        Some(("", after)) => {
            let at = if longest { text.rfind(after) } else { text.find(after) };
            at.map_or(text, |at| &text[at + after.len()..]).into()
        }
        Some(_) => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expansions_strip() {
        assert_eq!(strip_end("a/b/c", "/*", false), "a/b");
        assert_eq!(strip_end("a/b/c", "/*", true), "a");
        assert_eq!(strip_start("a/b/c", "*/", true), "c");
        assert_eq!(strip_start("xcurl", "x", false), "curl");
        assert_eq!(unescape(r"\x63\165rl\n"), "curl\n");
    }
}
