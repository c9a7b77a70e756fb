//! Vets one hostile file in memory and tells what was seen of its thefts.

use super::shapes::Bad;
use skill_vet::findings::combine::Policy;
use skill_vet::pack::{File, Pack};
use skill_vet::queries::QuerySet;
use skill_vet::report::{Report, Run, json, text};
use skill_vet::rules::Rule;
use skill_vet::verdict::{Verdict, judge};
use std::sync::LazyLock;

/// Threads with the stack that the command line gives its own.
pub static POOL: LazyLock<rayon::ThreadPool> =
    LazyLock::new(|| rayon::ThreadPoolBuilder::new().stack_size(64 << 20).build().expect("a pool"));

/// Made ready once: a test asks hundreds of times.
static QUERIES: LazyLock<QuerySet> = LazyLock::new(QuerySet::embedded);

/// What a vet saw.
#[allow(dead_code)] // Each that shares it uses a part.
pub struct Seen {
    pub before: bool,
    pub after: bool,
    pub verdict: Verdict,
    /// Bytes of both reports together.
    pub reported: usize,
    pub findings: usize,
}

/// Through all stages, reports too.
pub fn vet(bad: Bad) -> Seen {
    let work = move || {
        let mut files = vec![File::of_text(bad.path, bad.text)];
        if bad.path != "SKILL.md" {
            let skill = "---\nname: weather\ndescription: Prints the weather\n---\n";
            files.push(File::of_text("SKILL.md", skill));
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let pack = Pack { dir: "weather".into(), dirname: "weather".into(), files, gaps: Vec::new() };
        let judgement = judge(&pack, skill_vet::vet::vet(&pack, &QUERIES, Policy::Seed));
        let run = Run { command: "vet", policy: "seed".into(), queries: Vec::new() };
        let report = Report::new(&pack, &judgement, run);
        let told = json::render(&report).expect("a report is JSON");
        let look = text::Look { colour: false, width: 100 };
        let shown = text::render(&report, &pack, look);
        let stolen = |line: u32| {
            judgement.findings.iter().any(|judged| {
                let finding = &judged.finding;
                finding.rule == Rule::DangerStealing
                    && finding.place.as_ref().is_some_and(|place| place.line == line)
            })
        };
        Seen {
            before: stolen(bad.lines[0]),
            after: stolen(bad.lines[1]),
            verdict: judgement.verdict,
            reported: told.len() + shown.len(),
            findings: judgement.findings.len(),
        }
    };
    POOL.install(work)
}
