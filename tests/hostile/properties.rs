//! What holds of every vet, whatever the pack holds. Asked by chance in `tests/properties.rs` and by
//! the fuzzer in `fuzz/`.

use skill_vet::findings::combine::Policy;
use skill_vet::pack::{File, Kind, Pack};
use skill_vet::queries::QuerySet;
use skill_vet::report::{Report, Run, github, html, json, markdown, sarif, text};
use skill_vet::rules::Severity;
use skill_vet::text::Place;
use skill_vet::verdict::{Counts, Judgement, Verdict, judge};
use skill_vet::vet::vet;

/// A SKILL.md of which no rule has anything to say.
pub const PLAIN_SKILL: &str =
    "---\nname: weather\ndescription: Prints the weather of a city\n---\n\n# Weather\n";

/// A pack of these files, and of a plain SKILL.md if none of them is one.
pub fn pack(files: &[(&str, &str)]) -> Pack {
    let mut files: Vec<File> = files.iter().map(|(path, text)| File::of_text(path, *text)).collect();
    if files.iter().all(|file| &*file.path != "SKILL.md") {
        files.push(File::of_text("SKILL.md", PLAIN_SKILL));
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files.dedup_by(|a, b| a.path == b.path);
    Pack { dir: "weather".into(), dirname: "weather".into(), files, gaps: Vec::new() }
}

/// What is told of a pack.
pub struct Told {
    pub report: Report,
    /// A format's name, and the report in it.
    pub forms: Vec<(&'static str, String)>,
}

/// Vets a pack twice, asks everything of the outcome, and gives it back.
///
/// # Panics
/// Where a property does not hold.
pub fn check(pack: &Pack, queries: &QuerySet) -> Told {
    let (judgement, told) = told(pack, queries);
    for ((format, one), (_, other)) in told.forms.iter().zip(self::told(pack, queries).1.forms) {
        assert!(*one == other, "two runs differ in {format}");
        assert!(is_harmless(one), "{format} holds control characters");
    }
    let findings = || judgement.findings.iter().map(|judged| &judged.finding);
    assert_eq!(judgement.counts, Counts::of(findings()));
    assert_eq!(judgement.verdict, Verdict::of(&judgement.counts));
    for finding in findings() {
        let halves = finding.evidence.iter().map(|half| &half.place);
        finding.place.iter().chain(halves).for_each(|place| stands(pack, place));
        if let (Some(file), Some(place)) = (&finding.file, &finding.place) {
            assert_eq!(file, &place.file);
        }
        assert!(is_harmless(&finding.message), "{:?}", finding.message);
    }
    never_clean_with_a_hole(pack, &judgement);
    // A panic is caught, so that one file hides no other: here it is what we look for.
    let bug = judgement.coverage.partly.iter().find(|hole| hole.why.contains(skill_vet::vet::BUG));
    assert!(bug.is_none(), "a panic in {bug:?}");
    told
}

fn told(pack: &Pack, queries: &QuerySet) -> (Judgement, Told) {
    let judgement = judge(pack, vet(pack, queries, Policy::Seed));
    let run = Run { command: "vet", policy: "seed".into(), queries: Vec::new() };
    let report = Report::new(pack, &judgement, run);
    let log = sarif::log(&report, pack, "");
    let forms = vec![
        ("text", text::render(&report, pack, text::Look { colour: false, width: 80 })),
        ("json", json::render(&report).expect("a report is JSON")),
        ("sarif", json::render(&log).expect("a log is JSON")),
        ("html", html::render(&report, pack).expect("a report is a page")),
        ("markdown", markdown::render(&report, pack)),
        ("github", github::render(&report, "")),
    ];
    (judgement, Told { report, forms })
}

/// Whether the place is one of its file: lines and columns that exist, the end not before the start.
fn stands(pack: &Pack, place: &Place) {
    let file = pack.file(&place.file).unwrap_or_else(|| panic!("{place:?} is in no file"));
    let text = file.text.as_ref().expect("what is cited was read");
    let lines = 1 + text.as_str().matches('\n').count() as u32;
    assert!(place.line >= 1 && place.end_line <= lines, "{place:?} of {lines} lines");
    assert!((place.line, place.column) <= (place.end_line, place.end_column), "{place:?}");
    let line = text.as_str().split('\n').nth(place.line as usize - 1).unwrap_or_default();
    let width = line.chars().count() as u32;
    assert!(place.column >= 1 && place.column <= width + 1, "{place:?} of {width} columns");
}

/// CLEAN says that nothing was skipped but what the seed names: binaries, links out of the pack.
fn never_clean_with_a_hole(pack: &Pack, judgement: &Judgement) {
    if judgement.verdict != Verdict::Clean {
        return;
    }
    assert!(judgement.coverage.partly.is_empty(), "{:?}", judgement.coverage.partly);
    for hole in &judgement.coverage.not {
        let kind = pack.file(&hole.path).map(|file| file.kind);
        assert!(matches!(kind, Some(Kind::Binary | Kind::Other)), "CLEAN without {hole:?}");
    }
    assert!(judgement.findings.iter().all(|judged| judged.finding.severity == Severity::Info));
}

/// Whether a terminal shows it as it stands: no control, bidi or zero-width characters.
fn is_harmless(text: &str) -> bool {
    let bad = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
    };
    !text.contains(bad)
}
