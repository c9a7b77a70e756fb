//! Mistakes of query files, each underlined in its line with what would be right.

use super::queries::sets_in_use;
use super::text::{Look, excerpt, renderer, wrap};
use crate::queries::QuerySet;
use crate::queries::syntax::Fault;
use crate::text::{Span, Text, harmless};
use annotate_snippets::{AnnotationKind, Group, Level, Snippet};

/// Columns that stand left of a help.
const HELP: usize = 14;
/// Characters of a line before and after its mistake that are shown.
const AROUND: usize = 60;

/// The mistakes for people, and how many there are.
pub fn render(faults: &[Fault], set: &QuerySet, look: Look) -> String {
    let mut out = String::new();
    for fault in faults {
        let text = set.files().iter().find(|file| file.shown == fault.file).map(|file| &*file.text);
        out.push_str(&one(fault, text.unwrap_or_default(), look));
        out.push('\n');
    }
    let count = faults.len();
    out.push_str(&format!("{count} mistake{} in query files\n", if count == 1 { "" } else { "s" }));
    out
}

fn one(fault: &Fault, text: &str, look: Look) -> String {
    let text = Text::new(text.into());
    let cut = Cut::new(&text, fault);
    let snippet = Snippet::source(cut.shown)
        .path(excerpt::ORIGIN.to_string())
        .line_start(fault.line as usize)
        .annotation(AnnotationKind::Primary.span(cut.start..cut.end));
    let title = Level::ERROR.primary_title(harmless(&fault.message));
    let mut group = Group::with_title(title).element(snippet);
    if let Some(help) = &fault.help {
        let lines = wrap(&harmless(help), look.width.saturating_sub(HELP));
        group = group.element(Level::HELP.message(lines.join("\n")));
    }
    let place = format!("{}:{}:{}", harmless(&fault.file), fault.line, fault.column);
    let rendered = excerpt::with_origins(&renderer(look).render(&[group]), &[place]);
    rendered.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The line of a fault, cut around it and made harmless, and the bytes to underline.
struct Cut {
    shown: String,
    start: usize,
    end: usize,
}

impl Cut {
    fn new(text: &Text, fault: &Fault) -> Cut {
        let line = text.line_span(fault.line);
        let clamp = |at: u32| at.clamp(line.start, line.end) as usize;
        let (start, end) = (clamp(fault.span.start), clamp(fault.span.end));
        let whole = text.as_str();
        let part = |span: Span| whole.get(span.range()).unwrap_or_default();
        let (before, marked, after) = (
            part(Span { end: start as u32, ..line }),
            part(Span::new(start, end)),
            part(Span { start: end as u32, ..line }),
        );
        let skipped = before.chars().count().saturating_sub(AROUND);
        let before: String = before.chars().skip(skipped).collect();
        let after: String = after.chars().take(AROUND).collect();
        let marked: String = marked.chars().take(2 * AROUND).collect();
        let mut shown = if skipped > 0 { "…".to_string() } else { String::new() };
        shown.push_str(&harmless(&before));
        let start = shown.len();
        shown.push_str(&harmless(&marked));
        let mut end = shown.len();
        shown.push_str(&harmless(&after));
        if end == start {
            // Something is missing here: a mark needs a place to stand on.
            if end == shown.len() {
                shown.push(' ');
            }
            end += shown[start..].chars().next().map_or(0, char::len_utf8);
        }
        Cut { shown, start, end }
    }
}

/// What sound query files hold: each file of the user's with what becomes of its namesake.
pub fn summary(set: &QuerySet) -> String {
    let mut out = String::new();
    let rows: Vec<_> = crate::language::LANGUAGES.iter().flat_map(|row| set.rows(row.language)).collect();
    for file in set.files().iter().filter(|file| file.set > 0) {
        let count = match file.path.ends_with(".scm") {
            true => {
                let count = rows.iter().filter(|row| std::ptr::eq(row.file, file)).count();
                format!("{count} pattern{}", if count == 1 { "" } else { "s" })
            }
            false => "a list".into(),
        };
        let shares = set.files().iter().any(|other| other.path == file.path && other.set < file.set);
        let namesake = QuerySet::embedded().files().iter().any(|other| other.path == file.path);
        let what = match (shares, namesake) {
            (true, _) => ", added to what is there",
            (false, true) => ", in place of the embedded file",
            (false, false) => "",
        };
        out.push_str(&format!("{}: {count}{what}\n", harmless(&file.shown)));
    }
    let sets: Vec<super::QuerySet> = set.identities.iter().cloned().map(Into::into).collect();
    out.push_str(&format!("{} patterns without a mistake; {}\n", rows.len(), sets_in_use(&sets)));
    out
}
