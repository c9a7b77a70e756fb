//! Evasion: scripts that steal, spy or send in hiding, rewritten so that they do the same and look
//! otherwise, are found all the same; honest ones, renamed and laid out anew, stay honest.
//!
//! Bases stand in `fixtures/evasion/LANGUAGE/`, marked as `evasion/script.rs` says; the first line
//! of each tells what is expected. Every base is rewritten by chance, from a seed, with one to four
//! rewrites one upon the other. `EVASION_SEEDS=400 cargo test --test evasion` looks further.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)] // It is a test.

#[path = "evasion/bash.rs"]
mod bash;
#[path = "evasion/javascript.rs"]
mod javascript;
#[path = "evasion/python.rs"]
mod python;
#[path = "evasion/rewrite.rs"]
mod rewrite;
#[path = "evasion/script.rs"]
mod script;

use rayon::prelude::*;
use rewrite::{Chance, Rewrite};
use script::{Rng, Script};
use skill_vet::findings::combine::Policy;
use skill_vet::pack::{File, Pack};
use skill_vet::queries::QuerySet;
use skill_vet::vet::vet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// How often each base is rewritten, unless `EVASION_SEEDS` says otherwise.
const SEEDS: u64 = 40;
/// How many failures are printed.
const SHOWN: usize = 8;

/// What a language's scripts are rewritten by, and their way back to text.
struct Rewriter {
    folder: &'static str,
    extension: &'static str,
    rewrites: &'static [Rewrite],
    render: fn(&Script) -> String,
}

const REWRITERS: &[Rewriter] = &[
    Rewriter { folder: "python", extension: "py", rewrites: python::REWRITES, render: python::render },
    Rewriter { folder: "bash", extension: "sh", rewrites: bash::REWRITES, render: bash::render },
    Rewriter {
        folder: "javascript",
        extension: "js",
        rewrites: javascript::REWRITES,
        render: javascript::render,
    },
];

/// Rewrites that keep what every reader of an honest script would call the same script.
const PLAIN: &[&str] = &["rename", "ballast", "lines", "main", "import-as", "from-import"];

/// One base.
struct Base {
    name: String,
    /// The rule that must stay, or `none` for no danger at all, or `clean`.
    rule: String,
    /// Under which policies: both where the halves are tied, the second where `flow-only`.
    policies: &'static [Policy],
    /// What the documents say besides.
    docs: String,
    script: Script,
}

fn bases(folder: &str, extension: &str) -> Vec<Base> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/evasion").join(folder);
    let mut paths: Vec<_> = fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    assert!(!paths.is_empty(), "no bases in {}", dir.display());
    let base = |path: &std::path::PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let (head, body) = text.split_once('\n').unwrap();
        let head = head.trim_start_matches(['#', '/']).trim();
        let (head, docs) = head.split_once(" docs: ").unwrap_or((head, ""));
        let words: Vec<&str> = head.split(' ').collect();
        Base {
            name: format!("{folder}/{}", path.file_name().unwrap().to_string_lossy()),
            rule: words[0].into(),
            policies: match words.get(1) {
                Some(&"flow") => &[Policy::Seed, Policy::Flow],
                Some(&"flow-only") => &[Policy::Flow],
                _ => &[Policy::Seed],
            },
            docs: docs.into(),
            script: Script::parse(body),
        }
    };
    paths.iter().map(base).collect()
}

/// A pack with one script, and documents that say nothing but `docs`.
fn pack(extension: &str, code: String, docs: &str) -> Pack {
    let skill = format!(
        "---\nname: weather\ndescription: Prints the weather of a city\n---\n\n# Weather\n\n{docs}\n"
    );
    Pack {
        dir: "weather".into(),
        dirname: "weather".into(),
        files: vec![
            File::of_text("SKILL.md", skill),
            File::of_text(&format!("scripts/main.{extension}"), code),
        ],
        gaps: Vec::new(),
    }
}

/// The rules found for a script, danger first.
fn rules(extension: &str, code: &str, docs: &str, queries: &QuerySet, policy: Policy) -> Vec<&'static str> {
    let pack = pack(extension, code.into(), docs);
    let judgement = skill_vet::verdict::judge(&pack, vet(&pack, queries, policy));
    judgement.findings.iter().map(|judged| judged.finding.rule.id()).collect()
}

/// Whether what is expected of the base is found in the script; else what is found.
fn holds(base: &Base, extension: &str, code: &str, queries: &QuerySet) -> Result<(), String> {
    for &policy in base.policies {
        let found = rules(extension, code, &base.docs, queries, policy);
        let holds = match base.rule.as_str() {
            "none" => found.iter().all(|rule| !rule.starts_with("DANGER")),
            "clean" => found.is_empty(),
            rule => found.contains(&rule),
        };
        if !holds {
            return Err(format!("{policy:?}: expected {}, found {found:?}", base.rule));
        }
    }
    Ok(())
}

/// A base rewritten from a seed: the script, and the names of the rewrites.
fn rewritten(
    base: &Base,
    seed: u64,
    with: &Rewriter,
    fits: impl Fn(&Rewrite) -> bool,
) -> (String, Vec<&'static str>) {
    let mut rng = Rng(base.name.bytes().fold(seed, |hash, byte| hash.wrapping_mul(31) + u64::from(byte)));
    rng.next();
    let is_seen_through = |template: &str| {
        !MISSES.iter().any(|miss| template == miss.template && base.name.starts_with(miss.bases))
    };
    let pool: Vec<&Rewrite> = with.rewrites.iter().filter(|&rewrite| fits(rewrite)).collect();
    let wanted = 1 + rng.below(4);
    let mut chosen: Vec<&Rewrite> = (0..wanted).map(|_| rng.pick(&pool)).collect();
    chosen.sort_by_key(|rewrite| rewrite.stage);
    let mut script = base.script.clone();
    let mut names = Vec::new();
    for rewrite in chosen {
        // Code is read in code to a depth of four; each of these may be two, and a base has one.
        let is_deep = rewrite.stage >= 4 && names.contains(&rewrite.name);
        if !is_deep
            && (!script.nested || rewrite.stage >= 4)
            && rewrite.apply(&mut script, &mut rng, is_seen_through)
        {
            names.push(rewrite.name);
        }
    }
    ((with.render)(&script), names)
}

fn seeds() -> u64 {
    std::env::var("EVASION_SEEDS").ok().and_then(|count| count.parse().ok()).unwrap_or(SEEDS)
}

/// Rewrites every base, and panics with what no longer holds.
fn check(bases: &[Base], with: &Rewriter, fits: impl Fn(&Rewrite) -> bool + Sync) {
    let queries = QuerySet::embedded();
    let mut failures: Vec<String> = Vec::new();
    for base in bases {
        if let Err(why) = holds(base, with.extension, &(with.render)(&base.script), &queries) {
            failures.push(format!("=== {} as it stands: {why}\n{}", base.name, (with.render)(&base.script)));
        }
        let found: Vec<String> = (0..seeds())
            .into_par_iter()
            .filter_map(|seed| {
                let (code, names) = rewritten(base, seed, with, &fits);
                let why = holds(base, with.extension, &code, &queries).err()?;
                Some(format!("=== {} seed {seed} [{}]: {why}\n{code}", base.name, names.join(" + ")))
            })
            .collect();
        failures.extend(found);
    }
    let mut report = String::new();
    let shown: usize = std::env::var("EVASION_SHOWN").ok().and_then(|n| n.parse().ok()).unwrap_or(SHOWN);
    for failure in failures.iter().take(shown) {
        writeln!(report, "{failure}").unwrap();
    }
    assert!(failures.is_empty(), "{} of the rewritten scripts\n{report}", failures.len());
}

/// A template that is known not to be seen through, and on which bases; it fails once it is found on
/// all of them.
struct Miss {
    /// How their names begin.
    bases: &'static str,
    template: &'static str,
    why: &'static str,
}

const MISSES: &[Miss] = &[Miss {
    bases: "bash/",
    template: bash::CONTINUED_HERE_STRING,
    why: "the grammar ends a here-string's word at a backslash before a line's end, and begins a command there",
}];

fn evasion(folder: &str) {
    let with = REWRITERS.iter().find(|with| with.folder == folder).unwrap();
    check(&bases(with.folder, with.extension), with, |_| true);
}

#[test]
fn python_is_found_however_it_is_spelled() {
    evasion("python");
}

#[test]
fn bash_is_found_however_it_is_spelled() {
    evasion("bash");
}

#[test]
fn javascript_is_found_however_it_is_spelled() {
    evasion("javascript");
}

#[test]
fn honest_scripts_stay_honest() {
    for with in REWRITERS {
        let honest = bases("honest", with.extension);
        check(&honest, with, |rewrite| PLAIN.contains(&rewrite.name));
    }
}

/// A template whose words are never known, a misspelled one, would be left out without a sound.
#[test]
fn every_template_is_used() {
    for with in REWRITERS {
        let all = bases(with.folder, with.extension);
        for rewrite in with.rewrites {
            let chances: Vec<Chance> = all
                .iter()
                .flat_map(|base| (0..SEEDS).filter_map(|seed| rewrite.chance(&base.script, &mut Rng(seed))))
                .collect();
            for template in rewrite.templates {
                let is_used = chances.iter().any(|chance| chance.fill(template).is_some());
                assert!(is_used, "{} {}: {template}", with.folder, rewrite.name);
            }
        }
    }
}

#[test]
fn known_misses_are_still_missed() {
    let queries = QuerySet::embedded();
    for miss in MISSES {
        let is_missed = REWRITERS.iter().any(|with| {
            let mut all = bases(with.folder, with.extension);
            all.retain(|base| base.name.starts_with(miss.bases));
            let rows = with.rewrites.iter().filter(|rewrite| rewrite.templates.contains(&miss.template));
            rows.into_iter().any(|rewrite| {
                all.iter().any(|base| {
                    (0..seeds()).any(|seed| {
                        let mut script = base.script.clone();
                        rewrite.apply(&mut script, &mut Rng(seed), |template| template == miss.template)
                            && holds(base, with.extension, &(with.render)(&script), &queries).is_err()
                    })
                })
            })
        });
        let Miss { bases, template, why } = miss;
        assert!(is_missed, "{bases}: {template} is found now, though: {why}. Take it out of MISSES.");
    }
}
