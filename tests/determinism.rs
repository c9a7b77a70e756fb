//! The same pack gives the same bytes, whatever the run and the number of threads.

#![allow(clippy::unwrap_used)] // A test says what it expects by panicking.

use assert_cmd::Command;
use std::path::{Path, PathBuf};

fn packs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut out: Vec<PathBuf> = ["packs", "rules"]
        .iter()
        .flat_map(|folder| walk(&root.join(folder)))
        .filter(|path| path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("skill.md")))
        .filter_map(|path| path.parent().map(Path::to_path_buf))
        .collect();
    out.sort();
    out.dedup();
    out
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { out.extend(walk(&path)) } else { out.push(path) }
    }
    out
}

fn report(pack: &Path, threads: &str) -> Vec<u8> {
    let mut command = Command::cargo_bin("skill-vet").unwrap();
    command.arg("vet").arg(pack).args(["--json", "--threads", threads]).output().unwrap().stdout
}

#[test]
fn twenty_runs_give_the_same_bytes() {
    let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/packs/weather-report");
    let first = report(&pack, "2");
    assert!(first.len() > 1000, "a report is expected");
    for _ in 0..20 {
        assert_eq!(report(&pack, "2"), first);
    }
}

#[test]
fn threads_change_nothing() {
    let packs = packs();
    assert!(packs.len() > 60, "{} packs", packs.len());
    for pack in packs {
        let one = report(&pack, "1");
        for threads in ["2", "8"] {
            assert_eq!(report(&pack, threads), one, "{} with {threads} threads", pack.display());
        }
    }
}
