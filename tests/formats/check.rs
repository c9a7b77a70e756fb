//! What makes a report of each format valid, as the programs that read it see it.

use pulldown_cmark::{Event, Options, Parser, Tag};
use scraper::{Html, Selector};
use serde_json::Value;
use skill_vet::pack::Pack;
use skill_vet::report::{Report, github, html, json, markdown, sarif, text};
use skill_vet::text::is_invisible;
use skill_vet::verdict::CLOSING;
use std::collections::BTreeSet;
use std::sync::LazyLock;

pub const FORMATS: [&str; 6] = ["text", "json", "sarif", "html", "markdown", "github"];

/// The report in a format, the pack lying at `root`.
pub fn render(format: &str, report: &Report, pack: &Pack, root: &str) -> String {
    match format {
        "text" => text::render(report, pack, text::Look { width: 100, colour: false }),
        "json" => json::render(report).unwrap(),
        "sarif" => json::render(&sarif::log(report, pack, root)).unwrap(),
        "html" => html::render(report, pack).unwrap(),
        "markdown" => markdown::render(report, pack),
        "github" => github::render(report, root),
        other => panic!("no format {other}"),
    }
}

/// Panics unless `text` is a valid report of `pack` in `format`.
pub fn valid(format: &str, text: &str, report: &Report, pack: &Pack) {
    match format {
        "json" => drop(crate::common::valid("vet-report", text)),
        "sarif" => valid_sarif(text, report, pack),
        "html" => valid_html(text, report),
        "markdown" => valid_markdown(text),
        "github" => drop(commands(text)),
        _ => {}
    }
    says_what_clean_means(format, text);
    inert(format, text);
}

fn says_what_clean_means(format: &str, text: &str) {
    let text = match format {
        // Where the sentence may be escaped, it is read as a reader would.
        "html" => Html::parse_document(text).root_element().text().collect(),
        _ => text.to_string(),
    };
    assert!(text.contains(CLOSING), "{format} does not say what CLEAN means:\n{text}");
}

/// Nothing that a terminal, a browser or the log of a build would obey.
pub fn inert(format: &str, text: &str) {
    let hidden = text.chars().find(|&c| c != '\n' && is_invisible(c));
    assert_eq!(hidden, None, "{format}: {text:?}");
    for line in text.lines() {
        let command = line.trim_start().starts_with("::");
        assert!(!command || format == "github" && line.starts_with("::"), "{format}: {line}");
    }
    let mark = regex::Regex::new("##[A-Za-z0-9]*\\[").unwrap();
    assert!(!mark.is_match(text), "{format}: {:?}", mark.find(text));
}

static SCHEMA: LazyLock<jsonschema::Validator> = LazyLock::new(|| {
    let path = format!("{}/tests/sarif/sarif-schema-2.1.0.json", env!("CARGO_MANIFEST_DIR"));
    let schema = std::fs::read_to_string(path).unwrap();
    // The published pattern of a language's name ends in a stray bracket, which scripts in browsers
    // take for itself and stricter readers for a mistake.
    let schema: Value = serde_json::from_str(&schema.replace("{2}]?$", "{2}$")).unwrap();
    jsonschema::draft7::new(&schema).unwrap()
});

/// The published schema, then what GitHub code scanning asks beside it.
fn valid_sarif(text: &str, report: &Report, pack: &Pack) {
    let log: Value = serde_json::from_str(text).unwrap();
    let faults: Vec<String> =
        SCHEMA.iter_errors(&log).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
    assert!(faults.is_empty(), "{faults:#?}");

    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let told = run["tool"]["driver"]["notifications"].as_array().unwrap();
    for descriptor in rules.iter().chain(told) {
        for key in ["shortDescription", "fullDescription", "help"] {
            assert!(descriptor[key]["text"].is_string(), "{key} of {descriptor}");
        }
    }
    for rule in rules {
        let tags = rule["properties"]["tags"].as_array().unwrap();
        assert!(tags.len() <= 10, "{rule}");
        assert!(rule["help"]["text"].is_string() && rule["help"]["markdown"].is_string(), "{rule}");
        let severity = rule["properties"]["security-severity"].as_str().map(|it| it.parse::<f64>().unwrap());
        assert!(severity.is_none_or(|severity| severity > 0.0 && severity <= 10.0), "{rule}");
        assert_eq!(severity.is_some(), tags.contains(&Value::from("security")), "{rule}");
    }
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), report.findings.len().min(25_000));
    for (result, finding) in results.iter().zip(&report.findings) {
        let at = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(result["ruleId"], finding.rule);
        assert_eq!(rules[at]["id"], finding.rule);
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        assert_eq!(result["partialFingerprints"]["skillVetFingerprint/v1"], finding.fingerprint);
        let locations = result["locations"].as_array().unwrap();
        assert_eq!(locations.len(), 1);
        assert!(locations[0]["physicalLocation"]["region"]["startLine"].is_u64(), "{result}");
        let related = result["relatedLocations"].as_array().map_or(0, Vec::len);
        assert_eq!(related, finding.evidence.len().min(100));
    }
    let mut locations = Vec::new();
    physical(&log, &mut locations);
    locations.iter().for_each(|location| in_range(location, run, pack));
    let told = run["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
    let holes = report.coverage.partly.len() + report.coverage.not.len();
    assert_eq!(told.iter().filter(|note| note["level"] == "warning").count(), holes);
}

/// Every physical location of a log.
fn physical<'v>(value: &'v Value, out: &mut Vec<&'v Value>) {
    match value {
        Value::Object(map) => {
            out.extend(map.get("physicalLocation"));
            map.values().for_each(|value| physical(value, out));
        }
        Value::Array(values) => values.iter().for_each(|value| physical(value, out)),
        _ => {}
    }
}

/// The address is relative, encoded and stays below the root; the region lies within the file.
fn in_range(location: &Value, run: &Value, pack: &Pack) {
    let artifact = &location["artifactLocation"];
    let uri = artifact["uri"].as_str().unwrap();
    assert_eq!(artifact["uriBaseId"], "%SRCROOT%");
    assert!(!uri.is_empty() && !uri.starts_with('/'), "{uri}");
    assert!(uri.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~/%".contains(&byte)), "{uri}");
    assert!(uri.split('/').all(|part| part != ".." && part != "."), "{uri}");
    let Some(index) = artifact["index"].as_u64() else { return };
    assert_eq!(run["artifacts"][index as usize]["location"]["uri"], uri);
    let Some(text) = &pack.files[index as usize].text else { return };
    let region = &location["region"];
    if region.is_null() {
        return;
    }
    let number = |key: &str| region[key].as_u64().map(|number| number as u32);
    let line = number("startLine").unwrap();
    assert!(line >= 1 && line as usize <= text.line_count(), "{location}");
    let Some(column) = number("startColumn") else { return };
    let (end_line, end_column) = (number("endLine").unwrap(), number("endColumn").unwrap());
    let width = |line| text.line(line).chars().count() as u32 + 1;
    assert!(end_line as usize <= text.line_count() && (line, column) <= (end_line, end_column), "{location}");
    assert!(column >= 1 && column <= width(line) && end_column <= width(end_line), "{location}");
}

/// Attributes that the page's template writes.
const ATTRIBUTES: [&str; 37] = [
    "aria-hidden",
    "aria-label",
    "aria-labelledby",
    "autocomplete",
    "charset",
    "checked",
    "class",
    "content",
    "cx",
    "cy",
    "d",
    "data-file",
    "data-n",
    "data-rule",
    "data-weight",
    "focusable",
    "for",
    "height",
    "hidden",
    "href",
    "http-equiv",
    "id",
    "lang",
    "name",
    "open",
    "preserveAspectRatio",
    "r",
    "role",
    "scope",
    "spellcheck",
    "tabindex",
    "type",
    "value",
    "viewBox",
    "width",
    "x",
    "y",
];

/// A page without a parser's complaint, whose only script and style are its own, that leads and
/// sends nowhere, and whose every link within leads somewhere.
fn valid_html(text: &str, report: &Report) {
    let page = Html::parse_document(text);
    assert!(page.errors.is_empty(), "{:?}\n{text}", page.errors);
    let count = |selector: &str| page.select(&Selector::parse(selector).unwrap()).count();
    assert_eq!((count("script"), count("style"), count("meta[http-equiv]")), (1, 1, 1));
    assert_eq!(
        count("img, iframe, object, embed, link, base, video, audio, form[action], [src], [style]"),
        0
    );
    assert_eq!(count("article"), report.findings.len());
    let all = Selector::parse("*").unwrap();
    let mut ids = BTreeSet::new();
    for element in page.select(&all) {
        for (name, value) in element.value().attrs() {
            assert!(ATTRIBUTES.contains(&name), "{} {name}={value}", element.value().name());
        }
        if let Some(id) = element.value().id() {
            assert!(ids.insert(id), "#{id} twice");
        }
    }
    for element in page.select(&Selector::parse("a").unwrap()) {
        let href = element.value().attr("href").unwrap();
        assert!(href.strip_prefix('#').is_some_and(|id| ids.contains(id)), "{href} leads nowhere");
    }
}

/// Tags that the report writes itself.
const TAGS: [&str; 6] = ["<details>", "</details>", "<summary>", "</summary>", "<code>", "</code>"];

/// No link, no image, no markup but the report's own, and no more than a comment holds.
fn valid_markdown(text: &str) {
    assert!(text.chars().count() <= markdown::MOST, "{} characters", text.chars().count());
    let mut in_code = false;
    for event in Parser::new_ext(text, Options::all()) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(pulldown_cmark::TagEnd::CodeBlock) => in_code = false,
            Event::Start(
                Tag::Link { .. } | Tag::Image { .. } | Tag::FootnoteDefinition(_) | Tag::Table(_),
            ) => {
                panic!("{event:?} in\n{text}")
            }
            Event::Html(html) | Event::InlineHtml(html) => own_tags(&html, text),
            // GitHub makes mentions, references and addresses of plain text.
            Event::Text(plain) if !in_code => {
                let active = plain.chars().find(|c| "@#/<>~$".contains(*c));
                assert_eq!(active, None, "{plain:?} in\n{text}");
            }
            _ => {}
        }
    }
}

fn own_tags(html: &str, text: &str) {
    let html = html.replace("<!-- skill-vet -->", "");
    let tag = regex::Regex::new("<[^>]*>?").unwrap();
    for found in tag.find_iter(&html) {
        assert!(TAGS.contains(&found.as_str()), "{found:?} in\n{text}");
    }
    let outside_code = regex::Regex::new("<code>[^<]*</code>").unwrap().replace_all(&html, "").into_owned();
    assert!(!outside_code.contains('@') && !outside_code.contains("://"), "{html}");
}

/// A workflow command as the runner reads it.
#[derive(Debug)]
pub struct Command {
    pub name: String,
    pub properties: Vec<(String, String)>,
    pub text: String,
}

/// The commands of a step's log: annotations, and nothing else.
pub fn commands(log: &str) -> Vec<Command> {
    let mut out = Vec::new();
    for line in log.lines().filter(|line| line.trim_start().starts_with("::")) {
        let (head, text) = line.trim_start()[2..].split_once("::").expect("a command has an end");
        let (name, properties) = head.split_once(' ').unwrap_or((head, ""));
        assert!(["error", "warning", "notice"].contains(&name), "{line}");
        let plain = |text: &str| text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%");
        let properties = properties.split(',').map(|pair| {
            let (key, value) = pair.split_once('=').expect("a property has a value");
            assert!(["file", "line", "endLine", "col", "endColumn", "title"].contains(&key), "{line}");
            (key.into(), plain(&value.replace("%3A", ":").replace("%2C", ",")))
        });
        out.push(Command { name: name.into(), properties: properties.collect(), text: plain(text) });
    }
    for level in ["error", "warning", "notice"] {
        assert!(out.iter().filter(|command| command.name == level).count() <= 10, "more than a step shows");
    }
    out
}
