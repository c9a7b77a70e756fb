//! Each rule has a pack that fires and a near miss that does not, in `fixtures/rules/RULE/`.
//!
//! `setup.txt` beside a pack makes what a repository can't hold, in a scratch copy: `repeat PATH
//! BYTES LINE`, `link PATH TARGET`, `fifo PATH`; or says `policy flow`.

#![allow(clippy::unwrap_used)] // A test says what it expects by panicking.

use skill_vet::findings::combine::Policy;
use skill_vet::pack::{Limits, Pack};
use skill_vet::queries::QuerySet;
use skill_vet::rules::RULES;
use skill_vet::vet::vet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy(&source, &target);
        } else {
            fs::copy(&source, &target).unwrap();
        }
    }
}

/// A scratch copy of a side of a rule, made ready; the pack's folder and the policy.
fn prepare(side: &Path, scratch: &Path) -> (PathBuf, Policy) {
    copy(side, scratch);
    let mut policy = Policy::Seed;
    let setup = fs::read_to_string(side.join("setup.txt")).unwrap_or_default();
    for line in setup.lines() {
        let words: Vec<&str> = line.splitn(4, ' ').collect();
        match words.as_slice() {
            ["policy", "flow"] => policy = Policy::Flow,
            ["repeat", path, bytes, text] => {
                let bytes: usize = bytes.parse().unwrap();
                let mut content = format!("{text}\n").repeat(bytes / (text.len() + 1) + 1);
                content.truncate(bytes);
                fs::write(scratch.join(path), content).unwrap();
            }
            #[cfg(unix)]
            ["link", path, target] => std::os::unix::fs::symlink(target, scratch.join(path)).unwrap(),
            ["fifo", path] => {
                assert!(Command::new("mkfifo").arg(scratch.join(path)).status().unwrap().success());
            }
            other => panic!("setup.txt: {other:?}"),
        }
    }
    let is_pack = |path: &PathBuf| path.is_dir();
    let pack = fs::read_dir(scratch).unwrap().flatten().map(|entry| entry.path()).find(is_pack).unwrap();
    (pack, policy)
}

fn fires(rule: &str, side: &str, queries: &QuerySet) -> bool {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/rules").join(rule).join(side);
    assert!(folder.is_dir(), "{rule} has no {side} fixture");
    let scratch = tempfile::tempdir().unwrap();
    let (dir, policy) = prepare(&folder, scratch.path());
    let pack = Pack::read(&dir.to_string_lossy(), &Limits::default()).unwrap();
    let judgement = skill_vet::verdict::judge(&pack, vet(&pack, queries, policy));
    judgement.findings.iter().any(|judged| judged.finding.rule.id() == rule)
}

#[test]
#[cfg(unix)]
fn every_rule_fires_on_its_fixture_and_not_on_its_near_miss() {
    let queries = QuerySet::embedded();
    let mut wrong = Vec::new();
    for info in RULES {
        if !fires(info.id, "fires", &queries) {
            wrong.push(format!("{} does not fire on its fixture", info.id));
        }
        if fires(info.id, "near", &queries) {
            wrong.push(format!("{} fires on its near miss", info.id));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
