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
use crate::language::{LANGUAGES, Language};
use crate::queries::QuerySet;
use crate::queries::vocabulary::{FactType, Property, Role, Stem, nearest};
use crate::semantics::eval::Eval;
use crate::text::{HOLE, Text};
use std::collections::BTreeSet;

/// What a fixture's run gave.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What is not as annotated, in order of place.
    pub failures: Vec<Failure>,
    /// Patterns that an annotation confirms, by [`key`].
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
            // On a line of its own, so that its columns stay right.
            What::Unexpected => {
                return write!(out, "{}: unexpected; if it is right, paste below:\n{}", self.line, self.text);
            }
            What::Wrong => "wrong",
            What::NoLongerMissed => "no longer missed, write it without `miss:`",
            What::Unreadable => "unreadable annotation",
        };
        write!(out, "{}: {what}: {}", self.line, self.text)
    }
}

/// What a fixture says of one place.
#[derive(Debug)]
pub struct Annotation {
    /// 1-based line of the code.
    pub line: u32,
    /// 1-based column of the fact.
    pub column: u32,
    /// Column after it, where carets give it.
    pub end_column: Option<u32>,
    /// The fact.
    pub fact: FactType,
    /// Id of a pattern that finds it.
    pub id: String,
    /// Further things said of it, by name.
    pub properties: Vec<(String, String)>,
    /// It is known not to be found.
    pub is_miss: bool,
    /// As written.
    pub text: String,
    met: bool,
}

/// What a fixture's own words may be: all else is a mistake that is told.
const CONTEXT: &str = "context";

/// Runs a fixture: `text` in `language`, with the sidecar's text if there is one.
pub fn run(language: Language, text: &str, sidecar: Option<&str>, queries: &QuerySet) -> Outcome {
    let mut outcome = Outcome::default();
    let (code, mut annotations) = read(language, text, sidecar, &mut outcome.failures);
    let known = known_ids(language, queries);
    for annotation in &annotations {
        outcome.failures.extend(unknown_words(annotation, &known));
    }
    outcome.annotations = annotations.len();
    let unit = Unit::script(language, &code, queries);
    let text = Text::new(code);
    let mut eval = unit.eval();
    for fact in &unit.facts {
        judge(&mut eval, &text, fact, language, &known, &mut annotations, &mut outcome);
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
        let keys =
            imports.iter().map(|import| key(source.language, Stem::Imports, &patterns[import.pattern].id));
        outcome.exercised.extend(keys);
    }
    outcome.failures.sort_by_key(|failure| failure.line);
    outcome
}

/// How a pattern is named among all: `python/sends/requests`.
pub fn key(language: Language, stem: Stem, id: &str) -> String {
    format!("{}/{}/{id}", language.name(), stem.word())
}

fn language_of(eval: &Eval<'_>, fact: &Fact) -> Language {
    eval.sources[fact.source].language
}

fn judge(
    eval: &mut Eval<'_>,
    text: &Text,
    fact: &Fact,
    language: Language,
    known: &BTreeSet<String>,
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
            && (fact.ids.contains(&annotation.id) || annotation.is_miss && !known.contains(&annotation.id));
        if !fits {
            continue;
        }
        found = true;
        annotation.met = true;
        outcome.exercised.insert(key(language_of(eval, fact), fact.stem, &annotation.id));
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
        _ if name == Property::Kind.word() => vec![fact.kind.into()],
        _ if name == Property::Label.word() => vec![fact.label.clone()],
        CONTEXT => vec![format!("{:?}", fact.context).to_lowercase()],
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

/// The ids of a language's patterns and, since its strings may hold code, of all others'.
fn known_ids(language: Language, queries: &QuerySet) -> BTreeSet<String> {
    let rest = LANGUAGES.iter().map(|row| row.language).filter(|&other| other != language);
    let all = std::iter::once(language).chain(rest);
    all.flat_map(|language| queries.rows(language)).map(|row| row.pattern.id.clone()).collect()
}

/// Names of properties that no fact has, kinds that its fact never has, ids of no pattern. A
/// known miss may name an id that is still to be written.
fn unknown_words(annotation: &Annotation, known: &BTreeSet<String>) -> Vec<Failure> {
    let mut out = Vec::new();
    let mut tell = |text: String| out.push(Failure { line: annotation.line, what: What::Unreadable, text });
    let meant = |near: Option<&str>| near.map(|near| format!(", did you mean {near}?")).unwrap_or_default();
    for (name, value) in &annotation.properties {
        let own = || [Property::Kind.word(), Property::Label.word(), CONTEXT].into_iter();
        let words = || own().chain(Role::ALL.iter().map(|role| role.word()));
        if !words().any(|word| word == name) {
            tell(format!("no fact has a `{name}`{}", meant(nearest(name, words()))));
        }
        if name == Property::Kind.word() && !value.is_empty() && annotation.fact.kind(value).is_none() {
            let near = nearest(value, annotation.fact.kinds().iter().copied());
            tell(format!("{} has no kind `{value}`{}", annotation.fact.word(), meant(near)));
        }
    }
    if !annotation.is_miss && !known.contains(&annotation.id) {
        let near = nearest(&annotation.id, known.iter().map(String::as_str));
        tell(format!("no pattern has the id `{}`{}", annotation.id, meant(near)));
    }
    out
}

/// The code with its annotation lines blanked, and the annotations, those of the sidecar too.
/// What cannot be read is told.
pub fn read(
    language: Language,
    text: &str,
    sidecar: Option<&str>,
    failures: &mut Vec<Failure>,
) -> (String, Vec<Annotation>) {
    let comment = language.row().comment;
    let mut code = String::with_capacity(text.len());
    let mut annotations = Vec::new();
    let mut code_line = 0;
    for (index, raw) in text.split_inclusive('\n').enumerate() {
        let line = raw.trim_end_matches(['\n', '\r']);
        match annotation_body(line, comment) {
            Some((indent, body)) => {
                match annotation(code_line, indent as u32, comment.len() as u32, body) {
                    Some(_) if code_line == 0 => failures.push(Failure {
                        line: index as u32 + 1,
                        what: What::Unreadable,
                        text: format!("{} (it stands above all code)", line.trim()),
                    }),
                    Some(read) => annotations.push(read),
                    None => failures.push(unreadable(index as u32 + 1, line, body)),
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
    for (index, line) in sidecar.unwrap_or_default().lines().enumerate() {
        match sidecar_line(line) {
            _ if line.trim().is_empty() => {}
            Some(annotation) => annotations.push(annotation),
            None => failures.push(Failure {
                line: index as u32 + 1,
                what: What::Unreadable,
                text: format!(
                    "{} (in the .expect file; a line is `LINE:COL-COL fact id name=\"value\" …`)",
                    line.trim()
                ),
            }),
        }
    }
    (code, annotations)
}

/// Why an annotation can't be read, as far as it can be told.
fn unreadable(line: u32, text: &str, body: &str) -> Failure {
    let mut marked = body.trim_start();
    marked = marked.strip_prefix("miss:").unwrap_or(marked).trim_start();
    let said = marked.trim_start_matches(['<', '-', '^']).trim_start();
    let word = said.split_whitespace().next().unwrap_or_default();
    let facts = || FactType::ALL.iter().map(|fact| fact.word());
    let why = match nearest(word, facts()) {
        _ if facts().any(|fact| fact == word) => {
            "after the fact stand an id and name=\"value\" pairs".to_string()
        }
        Some(near) if !word.is_empty() => format!("no fact is called `{word}`, did you mean {near}?"),
        _ => format!("first comes a fact: {}", facts().collect::<Vec<_>>().join(", ")),
    };
    Failure { line, what: What::Unreadable, text: format!("{} ({why})", text.trim()) }
}

/// The text after the comment's mark, if the line is an annotation; and the mark's column.
fn annotation_body<'t>(line: &'t str, comment: &str) -> Option<(usize, &'t str)> {
    let indent = line.len() - line.trim_start().len();
    let body = line[indent..].strip_prefix(comment)?;
    let trimmed = body.trim_start();
    (trimmed.starts_with("<-") || trimmed.starts_with('^') || trimmed.starts_with("miss:"))
        .then_some((indent, body))
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
    annotation.line = number.parse().ok().filter(|&line| line > 0)?;
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
    if rest.is_empty() || rest.starts_with(['"', '=']) {
        return None;
    }
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
