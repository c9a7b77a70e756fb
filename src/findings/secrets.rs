//! HARDCODED_SECRET: keys of known issuers and private key blocks in any text file.
//!
//! What keys look like stands in `queries/lexicon/secret-shapes.txt`, what makes one an example in
//! `secret-examples.txt`. A key is never quoted whole: [`masked`] is all that a finding says of it.

use super::Finding;
use crate::pack::File;
use crate::queries::QuerySet;
use crate::queries::lexicon::Lexicon;
use crate::queries::shapes::{Check, Hit};
use crate::rules::Rule;
use crate::text::{Place, Span, Text, excerpt};
use rustc_hash::FxHashSet;

mod blocks;
mod made_up;

/// Bytes before a key, on its line, in which words are looked for that say what it is.
const BEFORE: usize = 200;
/// Bytes of the line above that are looked at for such words.
const ABOVE: usize = 160;
/// Different keys of one file that are told.
const MOST: usize = 50;
/// Places of keys that are looked at for them.
const MOST_PLACES: usize = 1000;
/// Bytes at the end of a line that are looked at.
const LINE: usize = 4096;

/// The findings of one file: each key once, at its first place.
pub fn check_file(file: &File, queries: &QuerySet) -> Vec<Finding> {
    let (Some(text), Some(shapes)) = (&file.text, queries.shapes("secret-shapes")) else { return Vec::new() };
    let examples = queries.lexicon("secret-examples");
    let source = text.as_str();
    let mut keys: Vec<(Span, String)> = Vec::new();
    for hit in shapes.find(source) {
        if keys.len() < MOST_PLACES && is_secret(text, &hit, examples) {
            keys.push((hit.secret, hit.shape.label.clone()));
        }
    }
    for (span, label) in blocks::find(source) {
        let about = said_before(text, span.start);
        if !made_up::is_said(about, examples) {
            keys.push((span, label));
        }
    }
    keys.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
    let mut known: FxHashSet<&str> = FxHashSet::default();
    let mut end = 0;
    keys.retain(|(span, _)| {
        let first = span.start >= end && known.insert(&source[span.range()]);
        end = end.max(span.end);
        first
    });
    let told = keys.into_iter().take(MOST).map(|(span, label)| {
        let message = format!("holds a key: {label}, {}", masked(&source[span.range()]));
        Finding::at(Rule::HardcodedSecret, Place::new(&file.path, text, span), message)
    });
    told.collect()
}

/// A key as it may be shown: its first four characters and its length. Of a key block, its first
/// line, which is the same for all.
pub fn masked(key: &str) -> String {
    let count = key.chars().count();
    match key.starts_with("-----BEGIN") {
        true => format!("`{}` ({count} characters)", excerpt(key.lines().next().unwrap_or_default(), 60)),
        false => format!("`{}` ({count} characters)", excerpt(key, 4)),
    }
}

/// Whether a shape that fits is a key someone could use.
fn is_secret(text: &Text, hit: &Hit<'_>, examples: Option<&Lexicon>) -> bool {
    let secret = &text.as_str()[hit.secret.range()];
    let near = || {
        let line = before_on_line(text, hit.secret.start).to_lowercase();
        let above = line_above(text, hit.secret.start).to_lowercase();
        hit.shape.near.iter().any(|word| line.contains(word.as_str()) || above.contains(word.as_str()))
    };
    if !hit.shape.near.is_empty() && !near() {
        return false;
    }
    if made_up::entropy(secret) < hit.shape.entropy
        || made_up::is_made_up(secret, hit.shape.drawn(secret), examples)
    {
        return false;
    }
    match hit.shape.check {
        // No example has a right checksum by chance.
        Some(Check::Crc32) => made_up::has_crc32(secret),
        None => !made_up::is_said(said_before(text, hit.secret.start), examples),
    }
}

/// What stands before a key on its line, and on the line above.
fn said_before(text: &Text, at: u32) -> [&str; 2] {
    [before_on_line(text, at), line_above(text, at)]
}

fn before_on_line(text: &Text, at: u32) -> &str {
    let start = text.line_span(text.line_of(at)).start;
    last_bytes(&text.as_str()[start as usize..at as usize], BEFORE)
}

/// The nearest line above that is neither blank nor a fence.
fn line_above(text: &Text, at: u32) -> &str {
    let line = text.line_of(at);
    let above = (1..=3).filter_map(|up| line.checked_sub(up)).filter(|&line| line > 0);
    let mut lines = above.map(|line| last_bytes(text.line(line), LINE).trim());
    let said = lines.find(|line| !line.is_empty() && !line.starts_with("```") && !line.starts_with("~~~"));
    last_bytes(said.unwrap_or_default(), ABOVE)
}

/// The end of `text`, at most `most` bytes of it.
fn last_bytes(text: &str, most: usize) -> &str {
    let mut from = text.len().saturating_sub(most);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    &text[from..]
}

#[cfg(test)]
mod tests {
    use super::super::testing::file;
    use super::*;

    fn of(text: &str) -> Vec<String> {
        let found = check_file(&file("a.md", text), &QuerySet::embedded());
        found.into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn a_key_is_told_masked_and_once() {
        let key = ["AKIA", "QYLPMN5HFZ7TRK2D"].concat();
        let found = of(&format!("id = {key}\nagain {key}\n"));
        assert_eq!(found, ["holds a key: AWS access key, `AKIA…` (20 characters)"]);
        assert_eq!(of(&format!("an example:\n\n```\n{key}\n```\n")), [""; 0]);
        assert_eq!(of(&format!("FAKE_ID={key}")), [""; 0]);
        assert_eq!(of(&format!("curl https://api.example/{key}")).len(), 1);
    }
}
