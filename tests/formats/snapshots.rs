//! Every format of every pack in `fixtures/packs/`: valid, and as it was when last looked at.

use crate::check::{FORMATS, render, valid};
use insta::assert_snapshot;
use skill_vet::findings::combine::Policy;
use skill_vet::pack::{Limits, Pack};
use skill_vet::report::{QuerySet, Report, Run};
use skill_vet::verdict::judge;
use std::path::Path;

/// The packs, by name.
fn packs() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/packs");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A pack with its report, as if it had been named from the repository's root.
pub fn vetted(name: &str) -> (Pack, Report) {
    let dir = format!("{}/fixtures/packs/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut pack = Pack::read(&dir, &Limits::default()).unwrap();
    let queries = skill_vet::queries::QuerySet::embedded();
    let vetted = skill_vet::vet::vet_whole(&mut pack, &Limits::default(), &queries, Policy::Seed);
    pack.dir = format!("fixtures/packs/{name}");
    // The sets' hashes change with every query.
    let queries = vec![QuerySet { source: "embedded".into(), sha256: "0".repeat(64) }];
    let report =
        Report::new(&pack, &judge(&pack, vetted), Run { command: "vet", policy: "seed".into(), queries });
    (pack, report)
}

#[test]
fn every_pack_in_every_format() {
    let packs = packs();
    assert!(packs.len() >= 4);
    for name in packs {
        let (pack, report) = vetted(&name);
        for format in FORMATS {
            let text = render(format, &report, &pack, &format!("fixtures/packs/{name}"));
            valid(format, &text, &report, &pack);
            tells_what_was_not_analysed(format, &text, &report);
            assert_snapshot!(format!("{name}.{format}"), settled(format, &text));
        }
    }
}

/// Each path that was not wholly analysed stands in the report with its reason.
fn tells_what_was_not_analysed(format: &str, text: &str, report: &Report) {
    for hole in report.coverage.partly.iter().chain(&report.coverage.not) {
        let name = hole.path.rsplit('/').next().unwrap();
        assert!(text.contains(name) && text.contains(&hole.why), "{format} does not tell of {hole:?}");
    }
}

/// A report without what is the same for every pack or changes with the version alone.
fn settled(format: &str, text: &str) -> String {
    let text = text.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    match format {
        "html" => {
            let inline = regex::Regex::new("(?s)<(style|script)>.*?</(style|script)>").unwrap();
            let hash = regex::Regex::new("sha256-[A-Za-z0-9+/=]+").unwrap();
            let text = inline.replace_all(&text, "<$1>…</$1>");
            hash.replace_all(&text, "sha256-…").into_owned()
        }
        "sarif" => {
            let mut log: serde_json::Value = serde_json::from_str(&text).unwrap();
            let driver = &mut log["runs"][0]["tool"]["driver"];
            let rules = driver["rules"].as_array().unwrap();
            // One stands for all: `skill-vet rules` has their texts.
            driver["rules"] = serde_json::json!([rules[0]]);
            for result in log["runs"][0]["results"].as_array_mut().unwrap() {
                result["ruleIndex"] = 0.into();
            }
            serde_json::to_string_pretty(&log).unwrap()
        }
        _ => text,
    }
}
