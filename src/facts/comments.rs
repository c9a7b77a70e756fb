//! Sends in comments: the exit half of a danger row may stand in a comment whose text is code.

use super::{Fact, Unit, find};
use crate::language::Language;
use crate::queries::vocabulary::{FactType, Role};
use crate::queries::{LanguageQueries, QuerySet};
use crate::semantics::eval::Eval;
use crate::semantics::graph::Op;
use crate::source::{Budget, Context, Origin, Source, Tree};
use crate::text::Span;

/// How many comments that look like code are parsed; more is nobody's script.
const MAX_COMMENTS: usize = 2000;

/// Adds the sends that stand in comments, where the running code has another half.
pub fn add(unit: &mut Unit, queries: &QuerySet, facts: &mut Vec<Fact>) {
    let is_half = |fact: &Fact| {
        matches!(
            fact.fact,
            FactType::SecretRead
                | FactType::Capture
                | FactType::Encode
                | FactType::ReadOutside
                | FactType::WriteOutside
        )
    };
    if !facts.iter().any(is_half) {
        return;
    }
    let first = unit.sources.len();
    let mut budget = MAX_COMMENTS;
    for index in 0..first {
        let of_language = queries.language(unit.sources[index].language);
        for source in sources_in(&unit.sources[index], of_language, &mut budget) {
            let parent = unit.graph.maps[index].scopes.first().copied();
            unit.add(source, parent, queries);
        }
    }
    if budget == 0 {
        let why = "so much code in comments that the last was not read";
        unit.cut_short.get_or_insert_with(|| why.to_string());
    }
    if unit.sources.len() == first {
        return;
    }
    let mut eval = Eval::new(&unit.graph, &unit.sources);
    let mut found = Vec::new();
    for index in first..unit.sources.len() {
        find(&mut eval, index, queries, &mut found);
    }
    facts.extend(found.into_iter().filter(|fact| fact.fact == FactType::Send && has_substance(&eval, fact)));
}

/// A URL, or arguments; in Bash, where every word is an argument, a URL.
fn has_substance(eval: &Eval<'_>, fact: &Fact) -> bool {
    let has_url = fact.role(Role::Url).next().is_some();
    let language = eval.sources[fact.source].language;
    if crate::semantics::of(language).free_is_environment() {
        return has_url;
    }
    let call = fact.value.map(|value| eval.graph.op(value));
    has_url || matches!(call, Some(Op::Call(call)) if !call.args.is_empty())
}

/// The comments of a source that parse as its language: runs of line comments together, or else
/// line by line.
fn sources_in(source: &Source, queries: &LanguageQueries, budget: &mut usize) -> Vec<Source> {
    let mut out = Vec::new();
    for run in runs(source) {
        if let Some(nested) = as_code(source, queries, &run, budget) {
            out.push(nested);
        } else if run.len() > 1 {
            out.extend(run.into_iter().filter_map(|line| as_code(source, queries, &[line], budget)));
        }
    }
    out
}

/// Spans of comment text without its marks; comments on lines that follow each other make a run.
fn runs(source: &Source) -> Vec<Vec<Span>> {
    let mut out: Vec<Vec<Span>> = Vec::new();
    let mut last_end = None;
    for &comment in &source.tree.comments {
        let between = last_end.and_then(|end: u32| source.text.get(end as usize..comment.start as usize));
        let follows = between.is_some_and(|text| text.matches('\n').count() == 1 && text.trim().is_empty());
        last_end = Some(comment.end);
        let text = source.text.get(comment.range()).unwrap_or_default();
        if text.starts_with("/*") && text.contains('\n') {
            out.push(block_lines(comment.start as usize, text));
            last_end = None;
            continue;
        }
        let inner = strip_marks(source.language, text);
        let Some(at) = inner.and_then(|inner| text.find(inner).filter(|_| !inner.trim().is_empty())) else {
            last_end = None;
            continue;
        };
        let span = Span::new(
            comment.start as usize + at,
            comment.start as usize + at + inner.unwrap_or_default().len(),
        );
        match out.last_mut().filter(|_| follows) {
            Some(run) => run.push(span),
            None => out.push(vec![span]),
        }
    }
    out
}

/// The lines of a block comment that begins at `start`, without the star that each may begin with.
fn block_lines(start: usize, comment: &str) -> Vec<Span> {
    let inner = comment.strip_prefix("/*").unwrap_or(comment);
    let inner = inner.strip_suffix("*/").unwrap_or(inner);
    let mut at = start + 2;
    let mut out = Vec::new();
    for line in inner.split_inclusive('\n') {
        let code = line.trim_end();
        let star = code.trim_start().trim_start_matches('*');
        let code = if star.len() < code.trim_start().len() { star } else { code };
        if !code.trim().is_empty() {
            let begin = at + line.trim_end().len() - code.len();
            out.push(Span::new(begin, begin + code.len()));
        }
        at += line.len();
    }
    out
}

fn strip_marks(language: Language, comment: &str) -> Option<&str> {
    if let Some(block) = comment.strip_prefix("/*") {
        return Some(block.strip_suffix("*/").unwrap_or(block).trim_matches('*'));
    }
    let mark = language.row().comment;
    let rest = comment.strip_prefix(mark)?;
    if comment.starts_with("#!") { None } else { Some(rest.trim_start_matches(['#', '/', '!'])) }
}

/// The source of a run of comments, if it is code. Each that a parser is asked about costs of the budget.
fn as_code(source: &Source, queries: &LanguageQueries, spans: &[Span], budget: &mut usize) -> Option<Source> {
    if *budget == 0 {
        return None;
    }
    let margin = spans
        .iter()
        .filter_map(|span| source.text.get(span.range()))
        .map(|line| line.len() - line.trim_start().len())
        .min()?;
    let mut text = String::new();
    let mut pieces = Vec::new();
    for &span in spans {
        let span = Span { start: span.start + margin as u32, end: span.end };
        let line = source.text.get(span.range())?;
        text.push_str(line);
        text.push('\n');
        pieces.push((line.len(), span));
        pieces.push((1, Span { start: span.end, end: span.end }));
    }
    if !may_be_code(source.language, &text, |word| queries.asks_for(word)) {
        return None;
    }
    *budget -= 1;
    let tree = Tree::parse(source.language, &text, Budget::default());
    if tree.has_error || tree.cut_short.is_some() {
        return None;
    }
    let origin = Origin::of_pieces(pieces).then(&source.origin);
    Some(Source::with_tree(source.language, text, tree, origin, Context::Comment, source.depth + 1))
}

/// A cheap look before a parser: a comment that is code calls something. In languages with keywords
/// two names side by side are prose; in a shell they are not, but only an address, a value or a
/// word that some pattern asks for can be of a send.
fn may_be_code(language: Language, text: &str, asks_for: impl Fn(&str) -> bool) -> bool {
    let row = language.row();
    if row.keywords.is_empty() {
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
        return text.contains("://")
            || text.contains(['$', '`', '\\'])
            || text.contains(['/', '.', '|']) && text.split(|c| !is_plain(c)).any(asks_for);
    }
    text.contains(['(', '`']) && !has_prose(row.comment, row.keywords, text)
}

/// Whether two words that are no keywords stand side by side on a line, outside of strings and
/// remarks.
fn has_prose(comment: &str, keywords: &[&str], text: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let mut rest = text;
    let mut after_name = false;
    while let Some(c) = rest.chars().next() {
        let is_string = matches!(c, '"' | '\'' | '`');
        if rest.starts_with(comment) {
            rest = rest.trim_start_matches(|c| c != '\n');
        } else if is_string || c == '/' && !after_name {
            rest = behind_string(rest, c);
            after_name = is_string;
        } else if is_word(c) {
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let is_name = !keywords.contains(&&rest[..end]) && !c.is_ascii_digit();
            if is_name && after_name && text[..text.len() - rest.len()].ends_with([' ', '\t']) {
                return true;
            }
            (rest, after_name) = (&rest[end..], is_name);
        } else {
            after_name &= matches!(c, ' ' | '\t');
            rest = &rest[c.len_utf8()..];
        }
    }
    false
}

/// What stands behind the string, or the regex, that begins `text` with `quote`. One that is never
/// closed ends with its line.
fn behind_string(text: &str, quote: char) -> &str {
    let mark: String = std::iter::repeat_n(quote, 3).collect();
    let is_long = quote == '`' || text.starts_with(&mark);
    let mark = if is_long && quote != '`' { mark.as_str() } else { &mark[..1] };
    let mut at = mark.len();
    while let Some(c) = text[at..].chars().next() {
        match c {
            '\\' => at += 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
            '\n' if !is_long => return &text[at..],
            _ if text[at..].starts_with(mark) => return &text[at + mark.len()..],
            _ => at += c.len_utf8(),
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_comments_are_parsed_than_the_budget() {
        let queries = QuerySet::embedded();
        let theft = "import os, requests\nk = open(os.path.expanduser('~/.netrc'))\n";
        for (lines, is_whole) in [("# a(b) c d(\n# a()\n", true), ("# the user's (two) words\n", true)] {
            let unit = Unit::script(Language::Python, &format!("{theft}{}", lines.repeat(40)), &queries);
            assert_eq!(unit.cut_short.is_none(), is_whole);
        }
        let many = format!("{theft}# a(b) c d(\n{}", "# a()\n".repeat(MAX_COMMENTS + 100));
        let unit = Unit::script(Language::Python, &many, &queries);
        assert!(unit.cut_short.is_some());
        assert!(unit.sources.len() <= MAX_COMMENTS + 1);
        let prose = format!("{theft}{}", "# the user's (two) words\n\n".repeat(MAX_COMMENTS + 100));
        assert_eq!(Unit::script(Language::Python, &prose, &queries).cut_short, None);
    }

    #[test]
    fn prose_is_known_without_a_parser() {
        for (language, text, is_code) in [
            (Language::Python, "requests.post(url, data=x)", true),
            (Language::Python, "posts the data (all of it)", false),
            (Language::Python, "return await post(url)", true),
            (Language::Python, "x = \"two words (here)\"; f(x)", true),
            (Language::Python, "f(x)  # sends two words", true),
            (Language::Python, "f(\"\"\"two words\nmore words\"\"\")", true),
            (Language::Python, "f(x)\ng(y)", true),
            (Language::Python, "no call", false),
            (Language::JavaScript, "const a = /two words/.exec(b)", true),
            (Language::JavaScript, "fetch(`a b ${c}`)", true),
            (Language::JavaScript, "the user's fetch(x) call", false),
            (Language::JavaScript, "new Foo(a) / two", true),
            (Language::Bash, "curl https://a.example", true),
            (Language::Bash, "curl -d @a a.example", true),
            (Language::Bash, "$tool a.example", true),
            (Language::Bash, "this and/or that", false),
            (Language::Bash, "cu\\rl a.example", true),
        ] {
            assert_eq!(may_be_code(language, text, |word| word == "curl"), is_code, "{text}");
        }
    }
}
