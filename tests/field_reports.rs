//! What users of such programs reported, each a kind: `fixtures/reports/NN-name.txt`, in the form
//! of `common::cases`.

#![allow(clippy::unwrap_used)] // A test says what it expects by panicking.

mod common;

use common::cases::parse;
use skill_vet::queries::QuerySet;
use std::fs;
use std::path::Path;

/// Each report and what has to hold, in a sentence.
const REPORTS: &[(&str, &str)] = &[
    ("01-polarity", "text that forbids, teaches or lists a threat is not the threat"),
    ("02-prose-only", "a pack of prose is never a danger"),
    ("03-security-docs-and-schemas", "schema and data files are data, comments are no code"),
    ("05-documents-by-content", "what a file is comes before what its text says"),
    ("06-emoji", "joiners belong to emoji, and are concealed elsewhere"),
    ("07-signatures", "a publisher's signature is recognised, by name and content"),
    ("08-own-key", "one's own key in a header to one's own host is a use, under the flow policy"),
    ("09-names-by-words", "secret names are matched by words"),
    ("11-agent-files", "a mention of the agent's files is no write to them"),
    ("12-receivers-and-roles", "receivers and the roles of arguments decide"),
    ("13-honest-packs", "honest packs are clean"),
    ("14-security-skills", "a security skill is not what it looks for"),
    ("15-nesting", "nested code is read"),
    ("16-no-silent-skip", "nothing is skipped in silence"),
    ("18-no-excluded-paths", "no path is excluded, and a script by another name is a script"),
    ("19-no-ignores-of-the-pack", "the pack's own ignores and baselines are not honoured"),
    ("20-one-list-of-scripts", "what is collected is analysed, or said not to be"),
    ("21-dynamic-lookup", "names that are put together are folded"),
    ("23-fences-are-scripts", "fences are read as scripts"),
    ("24-no-truncation", "nothing is cut off without a note"),
];

#[test]
fn each_report_is_answered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/reports");
    let queries = QuerySet::embedded();
    let mut faults = Vec::new();
    for (name, holds) in REPORTS {
        let cases = parse(&fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap());
        assert!(!cases.is_empty(), "{name}: no case shows that {holds}");
        for case in cases {
            faults.extend(case.faults(&queries).into_iter().map(|fault| format!("{name}: {fault}")));
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}
