//! Annotated fixtures: sources that say in comments which facts they hold.
//!
//! ```python
//! requests.post(url, data=blob)
//! # <- send http-call kind="http"
//! token = os.environ["API_TOKEN"]
//! #       ^^^^^^^^^^^^^^^^^^^^^^^ secret.read env-item
//! ```
//!
//! Carets mark the fact's columns on the code line above (its end, if the fact goes on over
//! further lines, is that line's end); `<-` marks one that starts at the comment's own column.
//! The world is closed: a fact that nobody wrote down fails as one that is missing does. A known
//! miss is written `# miss: <- send x` and fails once it is found. Annotation lines are blanked
//! before the analysis. Where a comment would be content, `name.ext.expect` beside the source
//! holds lines `LINE:COL-COL fact id …`.

use super::{Fact, Unit};
use crate::language::Language;
use crate::queries::QuerySet;
use crate::queries::vocabulary::{FactType, Role};
use crate::semantics::eval::Eval;
use crate::text::{HOLE, Text};
use std::collections::BTreeSet;

/// What a fixture's run gave.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What is not as annotated, in order of place.
    pub failures: Vec<Failure>,
    /// Ids of patterns that an annotation confirms, as `stem/id`.
    pub exercised: BTreeSet<String>,
    /// Number of annotations.
    pub annotations: usize,
}

/// One difference.
#[derive(Debug, PartialEq, Eq)]
pub struct Failure {
    /// 1-based line of the code.
    pub line: u32,
    /// What is wrong.
    pub what: What,
    /// The annotation, as written or to be pasted.
    pub text: String,
}

/// Kinds of difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Annotated, not found.
    Missing,
    /// Found, not annotated.
    Unexpected,
    /// Found, but a property differs.
    Wrong,
    /// A known miss that is no miss any more.
    NoLongerMissed,
    /// An annotation that can't be read.
    Unreadable,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = match self.what {
            What::Missing => "missing",
            What::Unexpected => "unexpected; if it is right, paste",
            What::Wrong => "wrong",
            What::NoLongerMissed => "no longer missed, write it without `miss:`",
            What::Unreadable => "unreadable annotation",
        };
        write!(out, "line {}: {what}: {}", self.line, self.text)
    }
}

#[derive(Debug)]
struct Annotation {
    line: u32,
    column: u32,
    end_column: Option<u32>,
    fact: FactType,
    id: String,
    properties: Vec<(String, String)>,
    is_miss: bool,
    text: String,
    met: bool,
}

/// Runs a fixture: `text` in `language`, with the sidecar's text if there is one.
pub fn run(language: Language, text: &str, sidecar: Option<&str>, queries: &QuerySet) -> Outcome {
    let mut outcome = Outcome::default();
    let (code, mut annotations) = read(language, text, &mut outcome.failures);
    for line in sidecar.unwrap_or_default().lines().filter(|line| !line.trim().is_empty()) {
        match sidecar_line(line) {
            Some(annotation) => annotations.push(annotation),
            None => outcome.failures.push(Failure { line: 0, what: What::Unreadable, text: line.into() }),
        }
    }
    outcome.annotations = annotations.len();
    let unit = Unit::script(language, &code, queries);
    let text = Text::new(code);
    let mut eval = Eval::new(&unit.graph, &unit.sources);
    for fact in &unit.facts {
        judge(&mut eval, &text, fact, language, &mut annotations, &mut outcome);
    }
    for annotation in annotations.iter().filter(|annotation| !annotation.met && !annotation.is_miss) {
        outcome.failures.push(Failure {
            line: annotation.line,
            what: What::Missing,
            text: annotation.text.clone(),
        });
    }
    for (source, imports) in unit.sources.iter().zip(&unit.imports) {
        let patterns = &queries.language(source.language).imports;
        outcome.exercised.extend(imports.iter().map(|import| format!("imports/{}", patterns[import.pattern].id)));
    }
    outcome.failures.sort_by_key(|failure| failure.line);
    outcome
}

fn judge(
    eval: &mut Eval<'_>,
    text: &Text,
    fact: &Fact,
    language: Language,
    annotations: &mut [Annotation],
    outcome: &mut Outcome,
) {
    let (line, column) = text.position(fact.span.start);
    let (end_line, mut end_column) = text.position(fact.span.end);
    if end_line > line {
        end_column = text.line(line).chars().count() as u32 + 1;
    }
    let mut found = false;
    for annotation in annotations.iter_mut() {
        let fits = annotation.line == line
            && annotation.column == column
            && annotation.end_column.is_none_or(|end| end == end_column)
            && annotation.fact == fact.fact
            && fact.ids.contains(&annotation.id);
        if !fits {
            continue;
        }
        found = true;
        annotation.met = true;
        outcome.exercised.insert(format!("{}/{}", fact.stem.word(), annotation.id));
        if annotation.is_miss {
            let text = annotation.text.clone();
            outcome.failures.push(Failure { line, what: What::NoLongerMissed, text });
        }
        for (name, wanted) in &annotation.properties {
            let have = property(eval, fact, name);
            if !have.contains(wanted) {
                let text = format!("{name} of {} is {have:?}, annotated {wanted:?}", annotation.id);
                outcome.failures.push(Failure { line, what: What::Wrong, text });
            }
        }
    }
    if !found {
        let text = pasteable(language, column, end_column, fact);
        outcome.failures.push(Failure { line, what: What::Unexpected, text });
    }
}

/// The values a property of a fact has; an unknown part is shown as `{}`.
fn property(eval: &mut Eval<'_>, fact: &Fact, name: &str) -> Vec<String> {
    match name {
        "kind" => vec![fact.kind.into()],
        "label" => vec![fact.label.clone()],
        "context" => vec![format!("{:?}", fact.context).to_lowercase()],
        _ => {
            let Some(role) = Role::by_word(name) else { return Vec::new() };
            let values: Vec<_> = fact.role(role).collect();
            let texts = values.into_iter().flat_map(|value| eval.values(value).to_vec());
            texts.map(|text| text.replace(HOLE, "{}")).collect()
        }
    }
}

fn pasteable(language: Language, column: u32, end_column: u32, fact: &Fact) -> String {
    let comment = language.row().comment;
    let kind = if fact.kind.is_empty() { String::new() } else { format!(" kind=\"{}\"", fact.kind) };
    let rest = format!("{} {}{kind}", fact.fact.word(), fact.ids[0]);
    let before = comment.len() as u32 + 1;
    if column > before {
        let blanks = " ".repeat((column - before) as usize);
        let carets = "^".repeat((end_column - column).max(1) as usize);
        format!("{comment}{blanks}{carets} {rest}")
    } else {
        format!("{}{comment} <- {rest}", " ".repeat(column as usize - 1))
    }
}

/// The code with its annotation lines blanked, and the annotations.
fn read(language: Language, text: &str, failures: &mut Vec<Failure>) -> (String, Vec<Annotation>) {
    let comment = language.row().comment;
    let mut code = String::with_capacity(text.len());
    let mut annotations = Vec::new();
    let mut code_line = 0;
    for (index, raw) in text.split_inclusive('\n').enumerate() {
        let line = raw.trim_end_matches(['\n', '\r']);
        match annotation_body(line, comment) {
            Some((indent, body)) => {
                match annotation(code_line, indent as u32, comment.len() as u32, body) {
                    Some(read) => annotations.push(read),
                    None => failures.push(Failure { line: index as u32 + 1, what: What::Unreadable, text: line.into() }),
                }
                code.extend(std::iter::repeat_n(' ', line.len()));
                code.push_str(&raw[line.len()..]);
            }
            None => {
                code_line = index as u32 + 1;
                code.push_str(raw);
            }
        }
    }
    (code, annotations)
}

/// The text after the comment's mark, if the line is an annotation; and the mark's column.
fn annotation_body<'t>(line: &'t str, comment: &str) -> Option<(usize, &'t str)> {
    let indent = line.len() - line.trim_start().len();
    let body = line[indent..].strip_prefix(comment)?;
    let trimmed = body.trim_start();
    (trimmed.starts_with("<-") || trimmed.starts_with('^') || trimmed.starts_with("miss:")).then_some((indent, body))
}

fn annotation(line: u32, indent: u32, mark: u32, body: &str) -> Option<Annotation> {
    let (is_miss, marked) = match body.trim_start().strip_prefix("miss:") {
        Some(rest) => (true, rest),
        None => (false, body),
    };
    let trimmed = marked.trim_start();
    let (column, end_column, rest) = if let Some(rest) = trimmed.strip_prefix("<-") {
        (indent + 1, None, rest)
    } else {
        let carets = trimmed.chars().take_while(|&c| c == '^').count() as u32;
        let offset = body.find('^')? as u32;
        let column = indent + mark + offset + 1;
        (column, Some(column + carets), &trimmed[carets as usize..])
    };
    let mut annotation = words(rest)?;
    annotation.line = line;
    annotation.column = column;
    annotation.end_column = end_column;
    annotation.is_miss = is_miss;
    annotation.text = body.trim().to_string();
    Some(annotation)
}

fn sidecar_line(line: &str) -> Option<Annotation> {
    let (place, rest) = line.trim().split_once(' ')?;
    let (number, columns) = place.split_once(':')?;
    let (column, end) = columns.split_once('-')?;
    let mut annotation = words(rest)?;
    annotation.line = number.parse().ok()?;
    annotation.column = column.parse().ok()?;
    annotation.end_column = Some(end.parse().ok()?);
    annotation.text = line.trim().to_string();
    Some(annotation)
}

/// `fact id name="value" …`
fn words(text: &str) -> Option<Annotation> {
    let text = text.trim();
    let (fact, rest) = text.split_once(char::is_whitespace)?;
    let rest = rest.trim_start();
    let id_end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let mut properties = Vec::new();
    let mut left = rest[id_end..].trim_start();
    while !left.is_empty() {
        let (name, after) = left.split_once("=\"")?;
        let (value, after) = after.split_once('"')?;
        properties.push((name.trim().to_string(), value.to_string()));
        left = after.trim_start();
    }
    Some(Annotation {
        line: 0,
        column: 0,
        end_column: None,
        fact: FactType::by_word(fact)?,
        id: rest[..id_end].to_string(),
        properties,
        is_miss: false,
        text: String::new(),
        met: false,
    })
}
