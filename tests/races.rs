//! A pack that changes while it is read: what was swapped, cut or removed is told, and nothing that
//! stands outside the pack is ever in a report, not even a name.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)] // It is a test.

use skill_vet::findings::combine::Policy;
use skill_vet::pack::{Limits, Pack};
use skill_vet::queries::QuerySet;
use skill_vet::report::{Report, Run, json, text};
use skill_vet::verdict::judge;
use skill_vet::vet::vet_whole;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Stands in every file and file name outside the pack, and nowhere in it.
const MARKER: &str = "zqxoutsidemarker";
/// How long each is tried.
const WHILE: Duration = Duration::from_secs(3);

/// Both reports of a pack as it is found.
fn reports(dir: &Path, queries: &QuerySet) -> Option<(String, String)> {
    let limits = Limits::default();
    let mut pack = Pack::read(dir.to_str().unwrap(), &limits).ok()?;
    let vetted = vet_whole(&mut pack, &limits, queries, Policy::Seed);
    let judgement = judge(&pack, vetted);
    let run = Run { command: "vet", policy: "seed".into(), queries: Vec::new() };
    let report = Report::new(&pack, &judgement, run);
    let shown = text::render(&report, &pack, text::Look { colour: false, width: 100 });
    // What was read is also what later stages quote.
    let read: String =
        pack.files.iter().filter_map(|file| Some(file.text.as_ref()?.as_str().to_string())).collect();
    Some((json::render(&report).unwrap() + &read, shown))
}

/// Vets `dir` over and over while `swap` changes it. Returns how many vets there were, and how many
/// told of a change.
fn vet_while(dir: &Path, swap: impl Fn() + Sync) -> (usize, usize) {
    let queries = QuerySet::embedded();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                swap();
            }
        });
        let start = Instant::now();
        let (mut vets, mut told) = (0, 0);
        while start.elapsed() < WHILE {
            let Some((report, shown)) = reports(dir, &queries) else { continue };
            for text in [&report, &shown] {
                assert!(!text.contains(MARKER), "something outside the pack was read:\n{text:.2000}");
            }
            vets += 1;
            told += usize::from(report.contains("UNREAD_FILE"));
        }
        done.store(true, Ordering::Relaxed);
        (vets, told)
    })
}

/// A pack, and a folder beside it of which nothing may be seen.
fn places() -> (tempfile::TempDir, std::path::PathBuf, std::path::PathBuf) {
    let scratch = tempfile::tempdir().unwrap();
    let (dir, outside) = (scratch.path().join("weather"), scratch.path().join("outside"));
    fs::create_dir_all(dir.join("scripts/deep")).unwrap();
    fs::create_dir_all(outside.join("deep")).unwrap();
    fs::write(dir.join("SKILL.md"), "---\nname: weather\ndescription: Prints the weather\n---\n").unwrap();
    for (folder, text) in [(dir.join("scripts"), "print(1)\n"), (outside.clone(), MARKER)] {
        for at in 0..20 {
            let mark = if text == MARKER { MARKER } else { "own" };
            fs::write(folder.join(format!("{mark}{at}.py")), format!("# {text}\n")).unwrap();
            fs::write(folder.join(format!("deep/{mark}{at}.sh")), format!("# {text}\n")).unwrap();
        }
        // The same names on both sides, so that a path read twice may lead to either.
        fs::write(folder.join("main.py"), format!("# {text}\n")).unwrap();
    }
    (scratch, dir, outside)
}

#[test]
fn a_folder_swapped_for_a_link_leads_nowhere() {
    let (scratch, dir, outside) = places();
    let aside = scratch.path().join("aside");
    let scripts = dir.join("scripts");
    let (vets, told) = vet_while(&dir, || {
        // A link's name tells where it leads, but never what stands there.
        fs::rename(&scripts, &aside).unwrap();
        symlink(&outside, &scripts).unwrap();
        fs::remove_file(&scripts).unwrap();
        fs::rename(&aside, &scripts).unwrap();
    });
    eprintln!("{vets} vets, {told} of which told of a change");
    assert!(vets > 0);
}

#[test]
fn a_file_swapped_for_a_link_leads_nowhere() {
    let (scratch, dir, outside) = places();
    let (aside, file) = (scratch.path().join("aside"), dir.join("scripts/main.py"));
    let (vets, told) = vet_while(&dir, || {
        fs::rename(&file, &aside).unwrap();
        symlink(outside.join("main.py"), &file).unwrap();
        fs::remove_file(&file).unwrap();
        fs::rename(&aside, &file).unwrap();
    });
    eprintln!("{vets} vets, {told} of which told of a change");
    assert!(vets > 0);
}

#[test]
fn a_file_that_grows_is_cut_or_goes_is_told() {
    let (_scratch, dir, _) = places();
    let file = dir.join("scripts/own0.py");
    let (vets, told) = vet_while(&dir, || {
        fs::write(&file, "x = 1\n".repeat(20_000)).unwrap();
        fs::write(&file, "x = 2\n").unwrap();
        fs::remove_file(&file).unwrap();
        fs::write(&file, "").unwrap();
    });
    assert!(vets > 0 && told > 0, "{vets} vets, {told} of which told of a change");
}

#[test]
fn a_file_swapped_for_a_fifo_does_not_hang() {
    let (scratch, dir, _) = places();
    let (aside, file) = (scratch.path().join("aside"), dir.join("scripts/main.py"));
    let fifo = scratch.path().join("fifo");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo");
    let (vets, _) = vet_while(&dir, || {
        fs::rename(&file, &aside).unwrap();
        fs::rename(&fifo, &file).unwrap();
        fs::rename(&file, &fifo).unwrap();
        fs::rename(&aside, &file).unwrap();
    });
    assert!(vets > 0);
}
