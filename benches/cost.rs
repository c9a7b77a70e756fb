//! What the analysis costs, as ratios in one run: `cargo bench --bench cost`.
//!
//! Real code is taken from the corpus where it is laid out (`benches/corpus/lay-out`), from the
//! fixtures otherwise. The floor is tree-sitter alone on every source that the analysis reads:
//! files, code nested in them, comments read as code. All on one thread.

#![allow(clippy::print_stdout, clippy::unwrap_used)]
#![allow(missing_docs)]

use skill_vet::facts::Unit;
use skill_vet::language::Language;
use skill_vet::queries::QuerySet;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Bytes of real code to measure, a language.
const BYTES: usize = 1_500_000;
/// Runs of each measurement; the best counts, the worst is shown.
const RUNS: usize = 7;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let corpus = root.join("benches/corpus/packs");
    let from = if corpus.is_dir() { corpus } else { root.join("fixtures") };
    println!("code from {}", from.strip_prefix(root).unwrap().display());
    analysis(&from);
    readiness();
    processes(root);
}

/// The best and the worst of some runs, in the thread's own processor time: what else the machine
/// does counts little.
fn times(mut run: impl FnMut()) -> (Duration, Duration) {
    let mut all: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let start = processor_time();
            run();
            processor_time() - start
        })
        .collect();
    all.sort();
    (all[0], all[RUNS - 1])
}

/// The same by the clock, for processes.
fn clock_times(mut run: impl FnMut()) -> (Duration, Duration) {
    let mut all: Vec<Duration> = (0..RUNS * 3)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    all.sort();
    (all[0], all[all.len() - 1])
}

fn processor_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Facts against the parses that they need.
fn analysis(from: &Path) {
    println!(
        "\n{:<12} {:>6} {:>9} {:>16} {:>16} {:>6}",
        "language", "files", "KB", "parse ms", "facts ms", "ratio"
    );
    let queries = QuerySet::embedded();
    for language in [Language::Python, Language::JavaScript, Language::TypeScript, Language::Bash] {
        let files = files(from, language);
        let bytes: usize = files.iter().map(String::len).sum();
        let read: Vec<(Language, String)> = files
            .iter()
            .flat_map(|text| Unit::script(language, text, &queries).sources)
            .map(|source| (source.language, source.text))
            .collect();
        let floor = times(|| read.iter().for_each(|(language, text)| parse(*language, text)));
        let facts = times(|| {
            for text in &files {
                black_box(Unit::script(language, text, &queries));
            }
        });
        println!(
            "{:<12} {:>6} {:>9} {:>8.1}-{:<7.1} {:>8.1}-{:<7.1} {:>6.2}",
            language.name(),
            files.len(),
            bytes / 1000,
            ms(floor.0),
            ms(floor.1),
            ms(facts.0),
            ms(facts.1),
            ms(facts.0) / ms(floor.0)
        );
    }
}

fn parse(language: Language, text: &str) {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&language.grammar()).unwrap();
    black_box(parser.parse(text, None));
}

/// Scripts of a language below `root`, evenly spread over its files, up to [`BYTES`].
fn files(root: &Path, language: Language) -> Vec<String> {
    let mut paths: Vec<PathBuf> = ignore::WalkBuilder::new(root)
        .standard_filters(false)
        .build()
        .flatten()
        .map(|entry| entry.into_path())
        .filter(|path| {
            let extension = path.extension().unwrap_or_default().to_string_lossy();
            path.is_file() && language.row().extensions.contains(&&*extension)
        })
        .collect();
    paths.sort();
    let texts: Vec<String> = paths.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect();
    let total: usize = texts.iter().map(String::len).sum();
    let step = (total / BYTES).max(1);
    texts.into_iter().step_by(step).collect()
}

/// Making all query sets ready.
fn readiness() {
    let ready = times(|| {
        let queries = QuerySet::embedded();
        for language in [Language::Python, Language::Bash, Language::JavaScript] {
            black_box(queries.language(language));
        }
        std::mem::forget(queries);
    });
    println!("\nquery sets of three languages ready: {:.1}-{:.1} ms", ms(ready.0), ms(ready.1));
    // The other way in: tree-sitter's own queries, one a language with all of its patterns.
    let set = QuerySet::embedded();
    for language in [Language::Python, Language::Bash, Language::JavaScript] {
        let text = patterns(&set, language);
        let start = Instant::now();
        let query = tree_sitter::Query::new(&language.grammar(), &text);
        let count = query.map(|query| query.pattern_count()).unwrap();
        println!(
            "the {count} patterns of {} as one tree-sitter query: {:.1} ms",
            language.name(),
            ms(start.elapsed())
        );
    }
}

/// The text of all query files of a language. A node without children, `(kind .)`, is a form of
/// ours.
fn patterns(set: &QuerySet, language: Language) -> String {
    let folder = format!("{}/", language.name());
    let files = set.files().iter().filter(|file| file.path.starts_with(&folder));
    let text = files.map(|file| &*file.text).collect::<Vec<_>>().join("\n");
    text.replace("(argument_list .)", "(argument_list)").replace("(arguments .)", "(arguments)")
}

/// Whole processes: a small pack, the version, and an interpreter beside them.
fn processes(root: &Path) {
    let binary = env!("CARGO_BIN_EXE_skill-vet");
    let pack = root.join("fixtures/packs/weather-report");
    let run = |command: &mut Command| {
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(status.is_ok(), "{command:?} does not run");
    };
    let version = clock_times(|| run(Command::new(binary).arg("--version")));
    let vet = clock_times(|| run(Command::new(binary).arg("vet").arg(&pack)));
    println!("--version: {:.1}-{:.1} ms", ms(version.0), ms(version.1));
    println!("vet of a small pack: {:.1}-{:.1} ms", ms(vet.0), ms(vet.1));
    if let Some(python) = interpreter() {
        let python_time = clock_times(|| run(Command::new(&python).args(["-c", "pass"])));
        println!("python3 -c pass: {:.1}-{:.1} ms", ms(python_time.0), ms(python_time.1));
    }
}

/// The real Python, not the launcher of a manager of versions.
fn interpreter() -> Option<String> {
    let out = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().ok()?;
    Some(String::from_utf8(out.stdout).ok()?.trim().to_string())
}
