//! Packs and findings made by hand, for tests of what comes after the analysis.

// Each test file uses its own part of this; a helper's panic is a failing test.
#![allow(dead_code, clippy::expect_used, clippy::unwrap_used, missing_docs)]

pub mod cases;

use skill_vet::findings::{Evidence, Finding, Flow};
use skill_vet::pack::{File, Pack};
use skill_vet::report::{QuerySet, Report, Run};
use skill_vet::rules::Rule;
use skill_vet::text::Place;
use skill_vet::verdict::{Vetted, judge};
use std::sync::Arc;

/// A pack of text files, as the walk would give it.
pub fn pack(files: &[(&str, &str)]) -> Pack {
    let mut files: Vec<File> = files.iter().map(|(path, text)| file(path, text)).collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Pack { dir: "downloads/weather".into(), dirname: "weather".into(), files, gaps: Vec::new() }
}

pub fn file(path: &str, text: &str) -> File {
    File::of_text(path, text)
}

/// The place of the `nth` (from 0) `needle` in `path`.
pub fn place(pack: &Pack, path: &str, needle: &str, nth: usize) -> Place {
    let file = pack.file(path).expect("no such file in the pack");
    let text = file.text.as_ref().expect("the file has no text");
    let (at, _) = text.as_str().match_indices(needle).nth(nth).expect("no such text in the file");
    Place::new(&file.path, text, skill_vet::text::Span::new(at, at + needle.len()))
}

pub fn half(role: &'static str, label: &str, place: Place, flow: Option<Flow>) -> Evidence {
    Evidence { role, label: label.into(), place, flow }
}

/// A theft as the combinator builds it.
pub fn theft(secret: Place, send: Place, flow: Flow) -> Finding {
    let message = format!("an AWS credentials file is read ({secret}) and sent ({send})");
    Finding::at(Rule::DangerStealing, send.clone(), message).with_evidence(vec![
        half("secret", "AWS credentials file", secret, Some(flow)),
        half("send", "requests.post", send, None),
    ])
}

pub fn vetted(findings: Vec<Finding>) -> Vetted {
    Vetted {
        skill_name: Some("weather".into()),
        skill_file: Some(Arc::from("SKILL.md")),
        findings,
        gaps: Vec::new(),
    }
}

pub fn report(pack: &Pack, vetted: Vetted) -> Report {
    let queries = vec![QuerySet { source: "embedded".into(), sha256: "0".repeat(64) }];
    Report::new(pack, &judge(pack, vetted), Run { command: "vet", policy: "seed".into(), queries })
}

/// Checks `json` against `schemas/<schema>.schema.json` and gives it back parsed.
pub fn valid(schema: &str, json: &str) -> serde_json::Value {
    let path = format!("{}/schemas/{schema}.schema.json", env!("CARGO_MANIFEST_DIR"));
    let schema = std::fs::read_to_string(path).expect("no such schema");
    let schema = serde_json::from_str(&schema).expect("the schema is no JSON");
    let value = serde_json::from_str(json).expect("the output is no JSON");
    let validator = jsonschema::draft202012::new(&schema).expect("the schema is no schema");
    let faults: Vec<String> =
        validator.iter_errors(&value).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
    assert!(faults.is_empty(), "{faults:#?}\n{json}");
    value
}
