//! What the sentence around a path in backticks says of it: that it is yet to be written, belongs
//! to another, or is an example. Then the pack need not hold it.
//!
//! A path that the pack lacks is an error, so each reading here asks for words close to the path,
//! and a verb that has the path read or run (`Create the page with ...`) ends the look.

use crate::docs::phrases::Words;
use std::sync::LazyLock;

const GUARDS: &str = include_str!("../../../queries/lexicon/reference-guards.txt");

/// The lists of words; `queries/lexicon/reference-guards.txt` says what each section is for.
pub(super) static GUARD: LazyLock<Words> = LazyLock::new(|| Words::new(GUARDS));

/// Tokens looked at before and behind a path, a bound on the work.
const NEAR: usize = 60;
const BEHIND: usize = 12;

/// A piece of a paragraph, an item, a heading or a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A word in lower case without the marks around it.
    Word(String),
    /// A mark inside a sentence; every dash is `—`, every arrow `→`.
    Mark(char),
    /// A mark that ends a sentence or clause: `.`, `;` or a table's bar.
    End(char),
    /// Inline code.
    Code(String),
    /// The name of another skill, or a link to one.
    Other,
}

/// What is said of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// That someone who follows the skill writes it.
    Made,
    /// That it is another's, or an example.
    Elsewhere,
}

/// The tokens of plain words.
pub(super) fn tokens(text: &str, out: &mut Vec<Token>) {
    for chunk in text.split_whitespace() {
        let core = chunk.trim_matches(|c: char| !c.is_alphanumeric());
        if core.is_empty() {
            let arrow = chunk == "->" || chunk == "=>";
            match arrow {
                true => out.push(Token::Mark('→')),
                false => out.extend(chunk.chars().map(mark)),
            }
            continue;
        }
        let start = chunk.find(core).unwrap_or(0);
        let behind = &chunk[start + core.len()..];
        out.extend(chunk[..start].chars().map(mark));
        out.push(Token::Word(core.to_lowercase().replace('\u{2019}', "'")));
        // The last dot of `e.g.` ends no sentence.
        let is_short = core.contains('.') && core.len() <= 4;
        out.extend(behind.chars().skip(usize::from(is_short && behind.starts_with('.'))).map(mark));
    }
}

fn mark(c: char) -> Token {
    match c {
        '.' | '!' | '?' => Token::End('.'),
        ';' | '|' => Token::End(c),
        '-' | '–' => Token::Mark('—'),
        '⇒' | '➜' | '➔' => Token::Mark('→'),
        _ => Token::Mark(c),
    }
}

/// Marks the names of other skills among the tokens of a block: `plugin:name`, or a name beside the
/// word skill, but none of the pack's `own` names.
pub(super) fn name_others(tokens: &mut [Token], own: &[String]) {
    for at in 0..tokens.len() {
        let Token::Code(code) = &tokens[at] else { continue };
        let is_skill = |at: Option<usize>| {
            let word = at.and_then(|at| tokens.get(at));
            matches!(word, Some(Token::Word(word)) if word == "skill" || word == "skill's")
        };
        let name = code.rsplit_once(':').map_or(code.as_str(), |(_, name)| name);
        let prefixed = name.len() < code.len() && name.contains('-') && code.split(':').all(is_kebab);
        let beside = is_kebab(code) && (is_skill(Some(at + 1)) || is_skill(at.checked_sub(1)));
        let folder = code.contains("<plugin>/") || code.strip_suffix('/').is_some_and(is_skill_folder);
        let is_own = own.iter().any(|own| own == name || code.trim_end_matches('/').ends_with(own.as_str()));
        if (prefixed || beside || folder) && !is_own {
            tokens[at] = Token::Other;
        }
    }
}

fn is_skill_folder(path: &str) -> bool {
    path.rsplit_once('/').is_some_and(|(above, name)| above.ends_with("skills") && is_kebab(name))
}

fn is_kebab(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// What the block says of the path at `at`, if it says that the pack need not hold it.
pub(super) fn said_of(tokens: &[Token], at: usize, own: &[String]) -> Option<Said> {
    let before = &tokens[at.saturating_sub(NEAR)..at];
    let behind = &tokens[at + 1..tokens.len().min(at + 1 + BEHIND)];
    let clause = &before[before.iter().rposition(is_end).map_or(0, |end| end + 1)..];
    let behind = &behind[..behind.iter().position(is_end).unwrap_or(behind.len())];
    if is_made(clause) {
        Some(Said::Made)
    } else if is_owned(clause, before, behind, own) || is_example(clause, behind) {
        Some(Said::Elsewhere)
    } else {
        None
    }
}

fn is_end(token: &Token) -> bool {
    matches!(token, Token::End(_))
}

fn word(token: &Token) -> Option<&str> {
    match token {
        Token::Word(word) => Some(word),
        _ => None,
    }
}

/// The words of a clause from its end back, up to a verb that has the path read or run.
fn words_back(clause: &[Token]) -> impl Iterator<Item = &str> {
    clause.iter().rev().filter_map(word).take_while(|word| !GUARD.has("reading", word))
}

/// `Write the plan to ...`, `Produces ...`; in `Create a user: ...` the path tells how.
fn is_made(clause: &[Token]) -> bool {
    let into = clause.iter().rev().filter_map(word).find(|word| *word != "and" && *word != "or");
    let into = into.is_some_and(|word| GUARD.has("into", word));
    let mut after_mark = false;
    for token in clause.iter().rev() {
        match token {
            Token::Mark(':' | '→' | '—') => after_mark = true,
            Token::Word(word) => {
                let makes = GUARD.has("making", word) || into && GUARD.has("keeping", word);
                if GUARD.has("reading", word) {
                    return false;
                }
                if makes && (!after_mark || into || word.ends_with('s') || word == "output") {
                    return true;
                }
                if after_mark && !GUARD.has("listing", word) {
                    return false;
                }
                after_mark = false;
            }
            _ => {}
        }
    }
    false
}

/// `your project's ...`, `` `plugin:name` -> ... ``, `... from the upstream repository`.
fn is_owned(clause: &[Token], before: &[Token], behind: &[Token], own: &[String]) -> bool {
    let mut last = clause.iter().rev().skip_while(|token| matches!(token, Token::Mark('('))).map(word);
    let mut last_word = last.next().flatten().unwrap_or_default();
    if matches!(last_word, "own" | "new" | "existing") {
        last_word = last.next().flatten().unwrap_or_default();
    }
    let name = last_word.strip_suffix("'s").unwrap_or_default();
    let is_other = |name: &str| name.contains('-') && is_kebab(name) && !own.iter().any(|own| own == name);
    if GUARD.has("other", last_word) || is_other(name) {
        return true;
    }
    let joins = |token: &&Token| match token {
        Token::Code(_) | Token::Mark(_) => true,
        Token::Word(word) => GUARD.has("joining", word),
        _ => false,
    };
    let named = clause.iter().rev().find(|token| !joins(token)) == Some(&Token::Other);
    let sentence = &before[before.iter().rposition(|it| *it == Token::End('.')).map_or(0, |end| end + 1)..];
    if named || last_word == "its" && sentence.contains(&Token::Other) {
        return true;
    }
    let words: Vec<&str> = behind.iter().filter_map(word).collect();
    let next = behind.iter().find(|token| !matches!(token, Token::Mark(_) | Token::Code(_)));
    let begins = |phrase: &str| phrase.split(' ').zip(words.iter().chain([&""; 8])).all(|(a, b)| a == *b);
    next.is_some_and(|token| word(token).is_some())
        && (GUARD.of("other-after").any(begins)
            || matches!(words[..], ["from", name, ..] if is_other(name) && words.len() == 2))
}

/// `e.g. ...`, `Examples: ...`, `may also contain ...`, `... would be helpful`.
fn is_example(clause: &[Token], behind: &[Token]) -> bool {
    let back: Vec<&str> = words_back(clause).collect();
    let labelled =
        match clause.iter().filter(|token| !matches!(token, Token::Mark('*' | '—'))).collect::<Vec<_>>()[..]
        {
            [Token::Word(first), Token::Mark(':'), ..] => {
                matches!(first.as_str(), "example" | "examples") && back.last() == Some(&first.as_str())
            }
            _ => false,
        };
    let pairs = |first: &str, second: &str| back.windows(2).any(|pair| pair == [second, first]);
    let may_hold = back.iter().enumerate().any(|(at, word)| {
        let mut earlier = back[at + 1..].iter().filter(|word| **word != "also");
        GUARD.has("holding", word) && earlier.next().is_some_and(|word| matches!(*word, "may" | "might"))
    });
    let would = behind.windows(2).any(|pair| {
        matches!(pair, [Token::Word(would), Token::Word(be)] if matches!(would.as_str(), "would" | "could") && be == "be")
    });
    labelled
        || back.contains(&"e.g")
        || pairs("for", "example")
        || pairs("such", "as")
        || back.first() == Some(&"like")
        || may_hold
        || would
}
