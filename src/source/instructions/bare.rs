//! Commands that stand in a sentence, or make up a line, without any mark that they are code.
//!
//! Words of a sentence are also names of programs (`find`, `cat`, `sort`), so that a strict test
//! says what is a command: it begins with a program of the list, at the head of the line or behind a
//! word that has the reader run it; an operator, an option or an address stands among its words; and
//! it ends where a word follows that only a sentence has.

use super::{COMMAND, LONGEST_LINE, without_marker};
use std::ops::Range;

/// Words behind which a command is looked for in a line, at most.
const TRIED: usize = 4;

/// Words that a sentence has and no command, outside quotation marks.
const PROSE: [&str; 38] = [
    "a", "an", "the", "is", "are", "was", "has", "have", "had", "to", "of", "and", "or", "this", "that",
    "these", "it", "its", "be", "must", "should", "which", "before", "after", "when", "will", "would", "can",
    "you", "your", "we", "our", "once", "every", "each", "as", "so", "first",
];

/// A command in a line of prose.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Bare {
    /// Its bytes in the line.
    pub(super) range: Range<usize>,
    /// Whether it is all of the line, or stands behind a word that has the reader run it.
    pub(super) is_run: bool,
}

/// The command in `line`, a line of a paragraph or an item as it is written.
pub(super) fn command(line: &str) -> Option<Bare> {
    if line.len() > LONGEST_LINE || !line.contains(char::is_whitespace) {
        return None;
    }
    let head = line.trim();
    let head = without_marker(head);
    let start = line.find(head)?;
    if let Some(length) = length(head) {
        return Some(Bare { range: start..start + length, is_run: length == head.len() });
    }
    let verbs = words(line).filter(|word| {
        let text = line[word.clone()].trim_end_matches([':', ',']).to_lowercase();
        COMMAND.has("verb", &text)
    });
    verbs.take(TRIED).find_map(|verb| {
        let rest = line[verb.end..].trim_start();
        let start = line.len() - rest.len();
        length(rest).map(|length| Bare { range: start..start + length, is_run: true })
    })
}

/// The words of `line`, what stands between quotation marks being one.
fn words(line: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += line[at..].len() - line[at..].trim_start().len();
        let start = at;
        let mut quote = None;
        for (here, c) in line[start..].char_indices() {
            match quote {
                None if c.is_whitespace() => break,
                None if matches!(c, '"' | '\'') => quote = Some(c),
                Some(mark) if mark == c => quote = None,
                _ => {}
            }
            at = start + here + c.len_utf8();
        }
        (at > start).then_some(start..at)
    })
}

/// How long the command is that `text` begins with.
fn length(text: &str) -> Option<usize> {
    let mut words = words(text);
    let first = words.find(|word| !is_assignment(&text[word.clone()]) && &text[word.clone()] != "sudo")?;
    let program = text[first.clone()].rsplit('/').next().unwrap_or_default();
    let program = program.strip_suffix(".exe").unwrap_or(program);
    if !(COMMAND.has("program", program) || COMMAND.has("command", program)) {
        return None;
    }
    let (mut end, mut options, mut signs) = (first.end, 0, 0);
    for range in words {
        let word = &text[range.clone()];
        if PROSE.contains(&word.trim_end_matches([',', '.', ':', ';'])) {
            break;
        }
        options += usize::from(is_option(word));
        signs += usize::from(is_sign(word));
        end = range.end;
    }
    // One that takes neither is what a sentence says of a program.
    let command = text[..end].trim_end_matches(['.', ',', ':', ';']);
    (signs > 0 && (options > 0 || signs > 1 || text.len() == end)).then_some(command.len())
}

/// `KEY=value` before a command.
pub(super) fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
    })
}

/// `-f`, `--form`, `/c`.
fn is_option(word: &str) -> bool {
    let name = word.trim_start_matches('-');
    word.len() > name.len() && name.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// What only commands have: an operator, an address, a path from a root, a variable, quoted code.
fn is_sign(word: &str) -> bool {
    matches!(word, "|" | "||" | "&&" | ">" | ">>" | "<" | "<<<")
        || word.contains("://")
        || word.contains("$(")
        || word.starts_with(['$', '~', '/', '<', '>', '(', '@', '%'])
        || word.contains("=@")
        || word.starts_with(['"', '\'']) && word.contains(['(', '$', '/', ' '])
        || word.len() > LONG && !word.contains(['.', ','])
}

/// Characters from which on a word is none of a language, but code in disguise.
const LONG: usize = 32;
