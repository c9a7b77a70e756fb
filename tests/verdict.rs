//! Order, counts, verdict, gaps and fingerprints.

mod common;

use common::{file, half, pack, place, theft, vetted};
use skill_vet::findings::{Finding, Flow};
use skill_vet::pack::{Gap, GapKind, Kind, Pack};
use skill_vet::rules::{Rule, Severity};
use skill_vet::verdict::{Judgement, Verdict, judge};

const TEXT: &str = "open('.env')\npost()\npost(); post()\n";

fn weather() -> Pack {
    pack(&[("SKILL.md", "# Weather\n"), ("a.py", TEXT), ("b.py", TEXT)])
}

fn shown(judgement: &Judgement) -> Vec<String> {
    let line = |finding: &Finding| {
        let file = finding.file.as_deref().unwrap_or("-");
        let place = finding.place.as_ref().map(|place| format!("{}:{}", place.line, place.column));
        format!("{} {file} {}", finding.rule.id(), place.unwrap_or_default())
    };
    judgement.findings.iter().map(|judged| line(&judged.finding)).collect()
}

fn at(pack: &Pack, rule: Rule, path: &str, nth: usize) -> Finding {
    Finding::at(rule, place(pack, path, "post()", nth), "found")
}

#[test]
fn findings_are_sorted_by_danger_severity_file_line_and_rule() {
    let pack = weather();
    let mut findings = vec![
        Finding::of_pack(Rule::MissingSkillMd, "no SKILL.md"),
        at(&pack, Rule::UndisclosedNetwork, "b.py", 0),
        at(&pack, Rule::UndisclosedNetwork, "a.py", 2),
        at(&pack, Rule::UndisclosedNetwork, "a.py", 1),
        at(&pack, Rule::HygieneShellTrue, "a.py", 1),
        Finding::of_file(Rule::LargeFile, &"a.py".into(), "large"),
        Finding::of_pack(Rule::NameDirMismatch, "weather"),
        Finding::of_file(Rule::SymlinkOut, &"0".into(), "link"),
        at(&pack, Rule::DangerStealing, "b.py", 0),
        at(&pack, Rule::DangerHiddenSending, "b.py", 1),
        at(&pack, Rule::DangerStealing, "a.py", 1),
        Finding::of_file(Rule::BrokenReference, &"SKILL.md".into(), "gone"),
    ];
    let wanted = [
        "DANGER_STEALING a.py 3:1",
        "DANGER_STEALING b.py 2:1",
        "DANGER_HIDDEN_SENDING b.py 3:1",
        "MISSING_SKILL_MD - ",
        "BROKEN_REFERENCE SKILL.md ",
        "NAME_DIR_MISMATCH - ",
        "LARGE_FILE a.py ",
        "HYGIENE_SHELL_TRUE a.py 3:1",
        "UNDISCLOSED_NETWORK a.py 3:1",
        "UNDISCLOSED_NETWORK a.py 3:9",
        "UNDISCLOSED_NETWORK b.py 2:1",
        "SYMLINK_OUT 0 ",
    ];
    for turn in 0..findings.len() {
        findings.rotate_left(turn);
        findings.reverse();
        assert_eq!(shown(&judge(&pack, vetted(findings.clone()))), wanted);
    }
}

#[test]
fn the_same_finding_counts_once() {
    let pack = weather();
    let one = at(&pack, Rule::UndisclosedNetwork, "a.py", 0);
    let other = Finding { message: "another".into(), ..one.clone() };
    let judgement = judge(&pack, vetted(vec![one.clone(), other, one]));
    assert_eq!(judgement.counts.findings, 2);
}

#[test]
fn verdicts_and_exit_codes() {
    let pack = weather();
    let of = |rule: Rule| Finding::of_file(rule, &"a.py".into(), "found");
    let table = [
        (vec![], Verdict::Clean, 0, 0),
        (vec![of(Rule::SymlinkOut)], Verdict::Clean, 0, 0),
        (vec![of(Rule::LargeFile)], Verdict::Review, 0, 1),
        (vec![of(Rule::BrokenReference)], Verdict::Review, 0, 1),
        (vec![of(Rule::DangerSpying)], Verdict::Blocked, 1, 1),
        (vec![of(Rule::DangerStealing), of(Rule::LargeFile)], Verdict::Blocked, 1, 1),
    ];
    for (findings, verdict, plain, strict) in table {
        let judgement = judge(&pack, vetted(findings));
        assert_eq!(judgement.verdict, verdict);
        assert_eq!((verdict.exit_code(false), verdict.exit_code(true)), (plain, strict), "{verdict}");
        assert!(verdict.rule().starts_with(&format!("{verdict}: ")) && verdict.rule().ends_with('.'));
    }
}

#[test]
fn a_danger_counts_as_an_error_too() {
    let pack = weather();
    let of = |rule: Rule| Finding::of_file(rule, &"a.py".into(), "found");
    let counts = judge(&pack, vetted(vec![of(Rule::DangerSpying), of(Rule::LargeFile)])).counts;
    assert_eq!(
        (counts.findings, counts.danger, counts.errors, counts.warnings, counts.info),
        (2, 1, 1, 1, 0)
    );
}

fn gap(path: &str, kind: GapKind) -> Gap {
    Gap { path: path.into(), kind, why: "it is\u{1b} so".into() }
}

#[test]
fn what_was_not_read_is_never_clean() {
    for (kind, rule) in [
        (GapKind::Unread, Rule::UnreadFile),
        (GapKind::Unanalyzed, Rule::UnanalyzedScript),
        (GapKind::Limit, Rule::LimitReached),
    ] {
        // Whoever found the gap: the walk, or the analysis.
        let mut walked = weather();
        walked.gaps.push(gap("b.py", kind));
        let mut analysed = vetted(Vec::new());
        analysed.gaps.push(gap("b.py", kind));
        for judgement in [judge(&walked, vetted(Vec::new())), judge(&weather(), analysed)] {
            assert_eq!(judgement.verdict, Verdict::Review);
            assert_eq!(judgement.findings[0].finding.rule, rule);
            assert!(!judgement.findings[0].finding.message.contains('\u{1b}'));
            assert!(judgement.limits.iter().any(|limit| limit.contains("b.py") && !limit.contains('\u{1b}')));
        }
    }
}

#[test]
fn a_text_file_without_text_is_a_gap_even_if_nobody_says_so() {
    let mut pack = weather();
    pack.files[1].text = None;
    let judgement = judge(&pack, vetted(Vec::new()));
    assert_eq!(shown(&judgement), ["UNREAD_FILE a.py "]);
    assert_eq!(judgement.coverage.not[0].path.as_ref(), "a.py");
}

#[test]
fn a_gap_that_is_a_finding_already_is_not_told_twice() {
    let mut pack = weather();
    pack.gaps.push(gap("b.py", GapKind::Unread));
    pack.gaps.push(gap("b.py", GapKind::Unread));
    let told = Finding::of_file(Rule::UnreadFile, &"b.py".into(), "told by the analysis");
    assert_eq!(judge(&pack, vetted(vec![told])).counts.findings, 1);
    assert_eq!(judge(&pack, vetted(Vec::new())).counts.findings, 1);
}

#[test]
fn binaries_links_and_skipped_folders_are_named_and_may_be_clean() {
    let mut pack = weather();
    let entry = |path: &str, kind, symlink_out| {
        let plain = file(path, "");
        skill_vet::pack::File { kind, symlink_out, language: None, text: None, ..plain }
    };
    pack.files.push(entry("c.bin", Kind::Binary, false));
    pack.files.push(entry("d", Kind::Other, true));
    pack.gaps.push(gap("lib/__pycache__", GapKind::SkippedDirectory));
    let judgement = judge(&pack, vetted(Vec::new()));
    assert_eq!(judgement.verdict, Verdict::Clean);
    assert_eq!(judgement.findings[0].finding.severity, Severity::Info);
    let not: Vec<&str> = judgement.coverage.not.iter().map(|hole| &*hole.path).collect();
    assert_eq!(not, ["c.bin", "d", "lib/__pycache__"]);
}

/// The fingerprint of a theft in `text`, with the secret at the `nth` `open('.env')`.
fn print(text: &str, nth: usize) -> String {
    let pack = pack(&[("a.py", text)]);
    let secret = place(&pack, "a.py", "open('.env')", nth);
    let finding = theft(secret, place(&pack, "a.py", "post()", 0), Flow::SameFile);
    judge(&pack, vetted(vec![finding])).findings.remove(0).fingerprint
}

#[test]
fn a_fingerprint_outlives_unrelated_edits_only() {
    let before = print(TEXT, 0);
    assert!(before.len() == 32 && before.bytes().all(|byte| byte.is_ascii_hexdigit()), "{before}");
    assert_eq!(before, print(&format!("import os\n\n{TEXT}"), 0));
    assert_eq!(before, print(&TEXT.replace("post()\n", "  post()\n"), 0));
    assert_ne!(before, print(&TEXT.replace("post()\n", "post()  # sure\n"), 0));
    // Another secret with the same send is another theft.
    assert_ne!(before, print(&format!("{TEXT}x = open('.env')\n"), 1));
}

#[test]
fn equal_findings_have_fingerprints_of_their_own() {
    let pack = weather();
    let twice = |nth| at(&pack, Rule::UndisclosedNetwork, "a.py", nth);
    let judgement = judge(&pack, vetted(vec![twice(0), twice(1), twice(2)]));
    let mut prints: Vec<&str> = judgement.findings.iter().map(|judged| &*judged.fingerprint).collect();
    prints.sort();
    prints.dedup();
    assert_eq!(prints.len(), 3);
}

#[test]
fn a_place_past_the_end_of_its_file_is_no_panic() {
    let pack = weather();
    let mut place = place(&pack, "a.py", "post()", 0);
    (place.line, place.end_line) = (u32::MAX, u32::MAX);
    let evidence = vec![half("send", "post", place.clone(), None)];
    let judgement =
        judge(&pack, vetted(vec![Finding::at(Rule::DangerSpying, place, "x").with_evidence(evidence)]));
    assert_eq!(judgement.verdict, Verdict::Blocked);
}
