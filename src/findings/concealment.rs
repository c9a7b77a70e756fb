//! Rules on what a reader does not see: invisible characters, text below long runs of blank lines,
//! and long comments in markdown.

use super::Finding;
use crate::pack::{File, Kind, Pack};
use crate::rules::Rule;
use crate::source::instructions;
use crate::text::{Place, Span, Text, excerpt, harmless, is_invisible};
use memchr::{memmem, memrchr};
use pulldown_cmark::{Event, Parser, Tag};
use std::collections::BTreeMap;

mod lookalike;
mod unicode;

/// Blank lines from which on a run conceals: the seed's 50.
const BLANK_LINES: usize = 50;

/// Blanks on one line from which on what follows them is out of sight: more than any screen is wide.
const FAR: usize = 500;

/// Characters from which on a comment is hidden text, its marks included: the seed's 120.
const COMMENT: usize = 120;

/// All findings on concealment, file by file.
pub fn check(pack: &Pack) -> Vec<Finding> {
    pack.files.iter().flat_map(check_file).collect()
}

/// The findings of one file; each file is judged on its own.
pub fn check_file(file: &File) -> Vec<Finding> {
    let Some(text) = &file.text else { return Vec::new() };
    let mut findings: Vec<Finding> = far_right(file, text).into_iter().collect();
    if !text.as_str().is_ascii() {
        findings.extend(invisible(file, text));
        findings.extend(lookalike::check(file, text));
    } else if text.as_str().contains("://xn--") || text.as_str().contains(".xn--") {
        findings.extend(lookalike::check(file, text));
    }
    if file.kind == Kind::Markdown {
        findings.extend(blank_runs(file, text));
        findings.extend(comments(file, text));
    }
    findings
}

/// One finding for all invisible characters of a file, at the first of them.
fn invisible(file: &File, text: &Text) -> Option<Finding> {
    let source = text.as_str();
    let found = unicode::concealed(source);
    let &(first, c) = found.first()?;
    let mut names: BTreeMap<char, usize> = BTreeMap::new();
    found.iter().for_each(|&(_, c)| *names.entry(unicode::kind(c)).or_default() += 1);
    let named = |(&c, &count): (&char, &usize)| match count {
        1 => format!("{} (U+{:04X})", unicode::name(c), c as u32),
        _ => format!("{} (U+{:04X}) {count}×", unicode::name(c), c as u32),
    };
    let names = names.iter().map(named).collect::<Vec<_>>().join(", ");
    let place = Place::new(&file.path, text, Span::new(first, first + c.len_utf8()));
    let mut message = match found.len() {
        1 => format!("an invisible character on line {}: {names}", place.line),
        count => format!("{count} invisible characters, the first on line {}: {names}", place.line),
    };
    let spelled: String = found.iter().filter_map(|&(_, c)| unicode::spelled(c)).collect();
    if !spelled.is_empty() {
        message += &format!("; the tag characters spell `{}`", excerpt(&spelled, 200));
    }
    let carried = unicode::carried(source);
    if !carried.is_empty() {
        message += &format!("; the variation selectors spell `{}`", excerpt(&carried, 200));
    }
    if let Some(&(at, c)) = found.iter().find(|(_, c)| unicode::reorders(*c)) {
        let line = text.line_of(at as u32);
        message += &match file.kind {
            Kind::Script => {
                format!("; the {} on line {line} shows code in another order than it runs", unicode::name(c))
            }
            _ => format!(
                "; the {} on line {line} shows text in another order than it is read",
                unicode::name(c)
            ),
        };
    }
    Some(Finding::at(Rule::ConcealedUnicode, place, message))
}

/// Text far to the right of its line: behind [`FAR`] blanks nobody sees it.
fn far_right(file: &File, text: &Text) -> Option<Finding> {
    let is_read = match file.kind {
        Kind::Markdown | Kind::Script => true,
        Kind::Text => instructions::is_prose(&file.path),
        _ => false,
    };
    let source = text.as_str();
    let bytes = source.as_bytes();
    // No run that long avoids every `FAR`th byte. A blank may take up to three.
    let may = |at: usize| bytes[at].is_ascii_whitespace() && bytes[at] != b'\n' || bytes[at] >= 0x80;
    let mut at = FAR - 1;
    while is_read && at < bytes.len() {
        if !may(at) {
            at += FAR;
            continue;
        }
        let mut middle = at;
        while !source.is_char_boundary(middle) {
            middle -= 1;
        }
        let is_blank = |c: &char| *c != '\n' && *c != '\r' && (c.is_whitespace() || is_invisible(*c));
        let before: usize = source[..middle].chars().rev().take_while(is_blank).map(char::len_utf8).sum();
        let after: usize = source[middle..].chars().take_while(is_blank).map(char::len_utf8).sum();
        let (start, end) = (middle - before, middle + after);
        let blanks = source[start..end].chars().count();
        if blanks < FAR {
            at = end.max(at) + FAR;
            continue;
        }
        let hidden = source[end..].lines().next().unwrap_or_default();
        // Cells of a table are padded as far as its longest one.
        let line = memrchr(b'\n', &bytes[..start]).map_or(0, |end| end + 1);
        let is_table = source[line..start].trim_start().starts_with('|');
        if is_table {
            at = end + hidden.len() + FAR;
            continue;
        }
        if !hidden.trim().is_empty() {
            let message = format!("text behind {blanks} blanks on one line: `{}`", excerpt(hidden, 60));
            let span = Span::new(end, end + hidden.len());
            return Some(Finding::at(Rule::ConcealedBlankRun, Place::new(&file.path, text, span), message));
        }
        at = end.max(at) + FAR;
    }
    None
}

/// A finding for each long run of blank lines with content below it, from its first blank line on.
fn blank_runs(file: &File, text: &Text) -> Vec<Finding> {
    let source = text.as_str();
    let (mut findings, mut run, mut start, mut at) = (Vec::new(), 0, 0, 0);
    // A lone carriage return ends a line in markdown too.
    for line in source.split_inclusive(['\n', '\r']) {
        let next = at + line.len();
        let ends_pair = line == "\n" && source[..at].ends_with('\r');
        if ends_pair {
            at = next;
            continue;
        }
        if line.chars().all(|c| c.is_whitespace() || is_invisible(c)) {
            if run == 0 {
                start = at;
            }
            run += 1;
        } else {
            if run >= BLANK_LINES {
                let place = Place::new(&file.path, text, Span::new(start, at));
                let message =
                    format!("{run} blank lines, and text below them on line {}", text.line_of(at as u32));
                findings.push(Finding::at(Rule::ConcealedBlankRun, place, message));
            }
            run = 0;
        }
        at = next;
    }
    findings
}

/// A finding for each long HTML comment that is not shown as code.
fn comments(file: &File, text: &Text) -> Vec<Finding> {
    let source = text.as_str();
    let long = comments_outside(source, &[]);
    let Some(last) = long.last() else { return Vec::new() };
    // Where nothing before a comment opens code, none of them is shown as code.
    let may_be_code =
        ["`", "~~~", "    ", "\t"].iter().any(|mark| source[..last.range().start].contains(mark));
    let hidden = if may_be_code { comments_outside(source, &code(source)) } else { long };
    hidden
        .into_iter()
        .map(|span| {
            let comment = &source[span.range()];
            let count = comment.chars().count();
            let words: Vec<&str> = comment.trim_start_matches("<!--").split_whitespace().take(20).collect();
            let begin = excerpt(&words.join(" "), 60);
            let message =
                format!("an HTML comment of {count} characters that the page does not show: \"{begin}\"");
            Finding::at(Rule::HiddenComment, Place::new(&file.path, text, span), harmless(&message))
        })
        .collect()
}

/// Spans of the long comments that do not start in one of the spans `code`, which are sorted.
fn comments_outside(source: &str, code: &[Span]) -> Vec<Span> {
    let (mut spans, mut from) = (Vec::new(), 0);
    while let Some(start) = memmem::find(&source.as_bytes()[from..], b"<!--").map(|at| from + at) {
        let before = code.partition_point(|span| span.start as usize <= start);
        if let Some(shown) = before.checked_sub(1).map(|at| code[at]).filter(|span| start < span.range().end)
        {
            from = shown.range().end;
            continue;
        }
        // `<!-->` and `<!--->` are whole comments.
        let end = memmem::find(&source.as_bytes()[start + 2..], b"-->").map(|at| start + 2 + at + 3);
        from = end.unwrap_or(source.len());
        if source[start..from].chars().count() >= COMMENT {
            spans.push(Span::new(start, from));
        }
    }
    spans
}

/// Spans of fenced, indented and inline code, in order.
fn code(source: &str) -> Vec<Span> {
    Parser::new(source)
        .into_offset_iter()
        .filter(|(event, _)| matches!(event, Event::Code(_) | Event::Start(Tag::CodeBlock(_))))
        .map(|(_, range)| Span::new(range.start, range.end))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{file, told};
    use super::*;

    fn of(path: &str, text: &str) -> Vec<String> {
        told(&check_file(&file(path, text)))
    }

    #[test]
    fn invisible_characters_are_one_finding_a_file() {
        let found = check_file(&file("a.py", "x = 1\ny = \"a\u{202E}b\u{202C}\u{200B}\u{200B}\"\n"));
        assert_eq!(told(&found), ["CONCEALED_UNICODE a.py:2"]);
        let message = &found[0].message;
        for part in ["4 invisible", "line 2", "right-to-left override", "zero width space (U+200B) 2×"] {
            assert!(message.contains(part), "{message}");
        }
        assert_eq!(of("a.txt", "\u{FEFF}signature, \u{A0}nbsp\u{3000}, ﬁ"), [""; 0]);
    }

    #[test]
    fn tag_characters_are_spelled_out() {
        let hidden: String =
            "do it\u{1b}".chars().filter_map(|c| char::from_u32(0xE0000 + c as u32)).collect();
        let found = check_file(&file("a.md", &format!("Hello{hidden}")));
        assert!(found[0].message.contains("spell `do it"), "{}", found[0].message);
    }

    #[test]
    fn blank_runs_hide_what_is_below() {
        let run = |blank: &str, count: usize| format!("a\n{}b\n", blank.repeat(count));
        for (text, fires) in [
            (run("\n", 50), true),
            (run("\n", 49), false),
            (run(" \t\r\n", 50), true),
            (run("\u{200B}\n", 50), true),
            (format!("a{}b", "\r".repeat(51)), true),
            (format!("a{}b", "\r\n".repeat(40)), false),
            (format!("a\n{}", "\n".repeat(60)), false),
        ] {
            let told = of("a.md", &text);
            let found = told.iter().any(|found| found.starts_with("CONCEALED_BLANK_RUN"));
            assert_eq!(found, fires, "{text:?}: {told:?}");
        }
        assert_eq!(of("a.md", &run("\n", 50)), ["CONCEALED_BLANK_RUN a.md:2"]);
        assert_eq!(of("a.txt", &run("\n", 50)), [""; 0]);
        let found = check_file(&file("a.md", &run("\n", 60)));
        assert!(found[0].message.contains("line 62"), "{}", found[0].message);
    }

    #[test]
    fn long_comments_are_hidden() {
        let comment = |length: usize| format!("<!--{}-->", "x".repeat(length - 7));
        assert_eq!(of("a.md", &format!("a\n\n{}\n", comment(120))), ["HIDDEN_COMMENT a.md:3"]);
        assert_eq!(of("a.md", &format!("in a {} line", comment(120))), ["HIDDEN_COMMENT a.md:1"]);
        assert_eq!(of("a.md", &comment(119)), [""; 0]);
        assert_eq!(
            of("a.md", &format!("a\n<!--\n{}", "never closed\n".repeat(20))),
            ["HIDDEN_COMMENT a.md:2"]
        );
        assert_eq!(of("a.md", &format!("<!--\n{}-->", "é\n".repeat(60))), ["HIDDEN_COMMENT a.md:1"]);
        assert_eq!(of("a.md", &format!("<!-->{}-->", "x".repeat(200))), [""; 0]);
        assert_eq!(of("a.txt", &comment(200)), [""; 0]);
    }

    #[test]
    fn comments_shown_as_code_hide_nothing() {
        let comment = format!("<!-- {} -->", "x".repeat(120));
        assert_eq!(of("a.md", &format!("```html\n{comment}\n```\n")), [""; 0]);
        assert_eq!(of("a.md", &format!("a\n\n    {comment}\n")), [""; 0]);
        assert_eq!(of("a.md", &format!("see `{comment}` there")), [""; 0]);
        // A fence inside a comment does not show it.
        assert_eq!(
            of("a.md", &format!("<!--\n```\n{}\n```\n-->", "x".repeat(120))),
            ["HIDDEN_COMMENT a.md:1"]
        );
        let both = format!("```\n<!-- a -->\n```\n\n{comment}\n");
        assert_eq!(of("a.md", &both), ["HIDDEN_COMMENT a.md:5"]);
    }
}
