//! CONCEALED_LOOKALIKE: names of tools, hosts and skills that are spelled with letters of another
//! script, so that a reader sees one name and the machine another.
//!
//! Whole words of another script are ordinary text. A name is suspicious where Latin letters and
//! letters that look like them stand in one word, or where a host's label is all lookalikes under an
//! ASCII top-level domain. What looks like what is Unicode's own table (UTS #39).

use super::Finding;
use crate::pack::File;
use crate::rules::Rule;
use crate::text::{Place, Span, Text, excerpt};
use memchr::memmem;
use std::collections::BTreeSet;
use unicode_script::{Script, UnicodeScript};
use unicode_security::confusable_detection::skeleton;

/// Different hosts of one file that are told.
const MOST_HOSTS: usize = 20;
/// Names of one file that are counted.
const MOST_NAMES: usize = 1000;
/// Names that one finding shows.
const SHOWN: usize = 3;
/// Bytes of a host: RFC 1035's 253, and what a name in another script takes more.
const LONGEST_HOST: usize = 512;

/// One finding for all such names of a file, and one for each such host.
pub(super) fn check(file: &File, text: &Text) -> Vec<Finding> {
    let source = text.as_str();
    let mut out = Vec::new();
    let mut hosts: Vec<Span> = Vec::new();
    for (span, shown) in lookalike_hosts(source) {
        hosts.push(span);
        let written = &source[span.range()];
        let message = format!(
            "the host `{}` looks like `{}` and is another: {}",
            excerpt(written, 80),
            excerpt(&plain(&shown), 80),
            told(&shown)
        );
        out.push(Finding::at(Rule::ConcealedLookalike, Place::new(&file.path, text, span), message));
    }
    let within = |span: Span| {
        let before = hosts.partition_point(|host| host.start <= span.start);
        before.checked_sub(1).is_some_and(|at| hosts[at].contains(span))
    };
    let names: Vec<Span> = lookalike_words(source).into_iter().filter(|&span| !within(span)).collect();
    if let Some(&first) = names.first() {
        let examples: BTreeSet<&str> = names.iter().take(SHOWN).map(|span| &source[span.range()]).collect();
        let shown: Vec<String> = examples
            .iter()
            .map(|name| format!("`{}` looks like `{}`", excerpt(name, 40), excerpt(&plain(name), 40)))
            .collect();
        let more =
            if names.len() > SHOWN { format!(", and {} more", names.len() - SHOWN) } else { String::new() };
        let message = format!("{}{more}: {}", shown.join(", "), told(&source[first.range()]));
        out.push(Finding::at(Rule::ConcealedLookalike, Place::new(&file.path, text, first), message));
    }
    out
}

/// Which letters of a name are of which script.
fn told(name: &str) -> String {
    let foreign: BTreeSet<char> = name.chars().filter(|&c| is_lookalike(c)).take(8).collect();
    let letters: Vec<String> =
        foreign.into_iter().map(|c| format!("U+{:04X} is {}", c as u32, c.script().full_name())).collect();
    letters.join(", ")
}

/// The words in which Latin letters and their lookalikes are mixed.
fn lookalike_words(text: &str) -> Vec<Span> {
    let mut out = Vec::new();
    let mut start = None;
    let (mut latin, mut foreign) = (false, false);
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if c.is_alphanumeric() || c == '_' {
            start.get_or_insert(at);
            latin |= c.is_ascii_alphabetic();
            foreign |= !c.is_ascii();
        } else if let Some(from) = start.take() {
            let is_plain = |c: char| c.is_ascii() || is_lookalike(c) && !is_symbol(c);
            if latin && foreign && out.len() < MOST_NAMES && text[from..at].chars().all(is_plain) {
                out.push(Span::new(from, at));
            }
            (latin, foreign) = (false, false);
        }
    }
    out
}

/// Greek small letters are signs of formulas: `hν`, `xα`. Omicron is none.
fn is_symbol(c: char) -> bool {
    matches!(c, '\u{03B1}'..='\u{03C9}') && c != 'ο'
}

/// Whether `c` is of a script next to Latin and looks like an ASCII letter.
fn is_lookalike(c: char) -> bool {
    if c.is_ascii() {
        return false;
    }
    let near = matches!(
        c.script(),
        Script::Cyrillic
            | Script::Greek
            | Script::Armenian
            | Script::Cherokee
            | Script::Coptic
            | Script::Lisu
    );
    near && c.is_alphabetic() && {
        let mut buffer = [0; 4];
        let mut shape = skeleton(c.encode_utf8(&mut buffer));
        shape.next().is_some_and(|c| c.is_ascii_alphabetic()) && shape.all(|c| c.is_ascii_alphabetic())
    }
}

/// A name as it looks.
fn plain(name: &str) -> String {
    let mut buffer = [0; 4];
    let mut out = String::new();
    for c in name.chars() {
        match is_lookalike(c) {
            true => out.extend(skeleton(c.encode_utf8(&mut buffer))),
            false => out.push(c),
        }
    }
    out
}

/// Hosts of URLs that look like others, each once, with how a browser shows them.
fn lookalike_hosts(text: &str) -> Vec<(Span, String)> {
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let mut out = Vec::new();
    for at in memmem::find_iter(text.as_bytes(), b"://") {
        let rest = &text[at + 3..];
        let end = rest
            .char_indices()
            .take(LONGEST_HOST)
            .find(|&(_, c)| !(c.is_alphanumeric() || "-._@:%".contains(c)))
            .map_or(rest.len().min(LONGEST_HOST), |(end, _)| end);
        let Some(authority) = rest.get(..end) else { continue };
        let user = authority.rfind('@').map_or(0, |at| at + 1);
        let host = authority[user..].split(':').next().unwrap_or_default().trim_end_matches('.');
        if host.is_ascii() && !host.contains("xn--") || !known.insert(host) {
            continue;
        }
        let shown = if host.is_ascii() { url::quirks::domain_to_unicode(host) } else { host.to_lowercase() };
        if is_lookalike_host(&shown) && out.len() < MOST_HOSTS {
            let start = at + 3 + user;
            out.push((Span::new(start, start + host.len()), shown));
        }
    }
    out
}

/// Whether some label of a host can be taken for an ASCII one.
fn is_lookalike_host(host: &str) -> bool {
    let ascii_top = host.rsplit('.').next().is_some_and(str::is_ascii);
    host.split('.').any(|label| {
        let foreign = label.chars().any(is_lookalike);
        let rest = label.chars().all(|c| c.is_ascii() || is_lookalike(c));
        let latin = label.chars().any(|c| c.is_ascii_alphabetic());
        foreign && rest && (latin || ascii_top)
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{file, told};
    use super::*;

    fn of(text: &str) -> Vec<String> {
        let file = file("a.md", text);
        told(&check(&file, &Text::new(text.into())))
    }

    #[test]
    fn mixed_names_are_told_with_what_they_look_like() {
        for text in
            ["run `сurl` now", "name: wеather", "pаypal", "def lоad(): pass", "gооgle_api", "Αpple", "օpenai"]
        {
            assert_eq!(of(text), ["CONCEALED_LOOKALIKE a.md:1"], "{text}");
        }
        let found = check(&file("a.md", "x"), &Text::new("run сurl".into()));
        assert_eq!(found[0].message, "`сurl` looks like `curl`: U+0441 is Cyrillic");
    }

    #[test]
    fn hosts_are_told_also_in_their_ascii_form() {
        for text in [
            "https://pаypal.com/x",
            "https://xn--pypal-4ve.com/",
            "see http://me@аррӏе.com:80",
            "https://api.gіthub.com",
        ] {
            assert_eq!(of(text), ["CONCEALED_LOOKALIKE a.md:1"], "{text}");
        }
        let found = check(&file("a.md", "x"), &Text::new("https://xn--pypal-4ve.com/".into()));
        assert!(
            found[0].message.starts_with("the host `xn--pypal-4ve.com` looks like `paypal.com`"),
            "{}",
            found[0].message
        );
    }

    #[test]
    fn words_and_hosts_of_other_scripts_are_ordinary() {
        for text in [
            "Привет, мир! Файл SKILL.md и API-ключ, HTTPS-запрос",
            "SQLзапрос 1С",
            "μs, 5µm, hν, Δt, αx, ΔT, π2, σ_x",
            "caché naïve Straße Øre ısı łódź",
            "https://пример.рф/ https://bücher.example/ https://xn--bcher-kva.example/ https://例え.jp",
            "APIキー 版本v2 한글abc",
            "ｃｕｒｌ ＡＰＩ",
            "сор",
        ] {
            assert_eq!(of(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn hostile_text_is_no_panic() {
        for piece in ["://", "://а", "://@:", "а", "xа ", "://xn--", "://xn--a-ecp.ru "] {
            of(&piece.repeat(20_000));
        }
    }
}
