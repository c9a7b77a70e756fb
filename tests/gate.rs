//! `skill-vet gate`: what is counted in the packs of `fixtures/gate/`, hashes, exit codes, JSON,
//! harnesses.
//!
//! Each case is a pack beside an `expect.txt` that says all there is to say of it: the world is
//! closed, so what is not named there must not be counted.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::valid;
use skill_vet::gate::{self, Audit, Status, Verdict};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Set to write the `expect.txt` files anew; read what changed before you keep it.
const ANEW: &str = "SKILL_VET_WRITE_FIXTURES";

fn cases() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/gate");
    let mut cases: Vec<PathBuf> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    assert!(cases.len() >= 6);
    cases
}

fn audit(pack: &Path) -> Audit {
    gate::analyze_skill(pack.to_str().unwrap(), "pi").unwrap()
}

/// An audit in lines, all of it but the folder and the content hash.
fn told(audit: &Audit) -> String {
    let mut out = String::new();
    let risk = &audit.risk;
    writeln!(out, "{} {:?} exit {}", risk.verdict, risk.overall_score, audit.exit_code(0.7, true)).unwrap();
    writeln!(out, "{}: tools {:?}", audit.skill_name, audit.features.tools).unwrap();
    writeln!(out, "missing {:?}", audit.compatibility.missing_tools).unwrap();
    writeln!(out, "vector {:?}", audit.features.vector).unwrap();
    writeln!(out, "{}", audit.vector_hash).unwrap();
    for factor in risk.factors.all() {
        writeln!(out, "{} {:?}", factor.name, factor.score).unwrap();
        factor.findings.iter().for_each(|finding| writeln!(out, "    {finding}").unwrap());
    }
    let lists = [("redline", &risk.redlines_triggered), ("warning", &audit.warnings), ("note", &audit.notes)];
    for (word, list) in lists {
        list.iter().for_each(|line| writeln!(out, "{word} {line}").unwrap());
    }
    for seen in &audit.evidence {
        let role = format!("{:?}", seen.role).to_lowercase();
        writeln!(out, "{}:{} {role} {}", seen.file, seen.line, seen.label).unwrap();
    }
    out
}

#[test]
fn every_case_is_as_expected() {
    for case in cases() {
        let told = told(&audit(&case.join("pack")));
        let path = case.join("expect.txt");
        if std::env::var_os(ANEW).is_some() {
            fs::write(&path, &told).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        assert!(told == expected, "{}: {ANEW}=1 writes it anew\n{told}", path.display());
    }
}

#[test]
fn near_misses_are_no_redlines_and_every_redline_has_its_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/gate");
    assert_eq!(audit(&root.join("near-misses/pack")).risk.redlines_triggered, [""; 0]);
    // Every line of code of that pack crosses one.
    let audit = audit(&root.join("redlines/pack"));
    for name in ["evaluate.py", "remove.py", "remove.sh", "leak.bash"] {
        let file = format!("scripts/{name}");
        let text = fs::read_to_string(root.join("redlines/pack").join(&file)).unwrap();
        for (line, code) in (1..).zip(text.lines()) {
            let is_code = !code.is_empty() && !code.starts_with('#') && !code.contains("import");
            let role = gate::Role::Redline;
            let told = audit.evidence.iter().any(|it| it.file == file && it.line == line && it.role == role);
            assert_eq!(told, is_code, "{file}:{line}: {code}");
        }
    }
}

const SKILL: &str = "---\nname: demo\ntools: [read, bash]\n---\nHello.\n";

fn pack(files: &[(&str, &str)]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "SKILL.md", SKILL);
    files.iter().for_each(|(path, text)| write(dir.path(), path, text));
    dir
}

fn write(dir: &Path, path: &str, text: &str) {
    let path = dir.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

const FILES: [(&str, &str); 5] = [
    ("B.py", "import requests\nos.system('x')\n"),
    ("a.py", "os.getenv('A_TOKEN')\n"),
    ("a/Z.sh", "curl https://a.example\n"),
    ("a/b.sh", "nohup x &\n"),
    ("notes.md", "x\n"),
];

#[test]
fn the_hash_hangs_on_what_is_there_and_on_nothing_else() {
    let once = pack(&FILES);
    // Another folder, the files made the other way round.
    let again = tempfile::tempdir().unwrap();
    FILES.iter().rev().for_each(|(path, text)| write(again.path(), path, text));
    write(again.path(), "SKILL.md", SKILL);
    let (once, again) = (audit(once.path()), audit(again.path()));
    assert_eq!((&once.vector_hash, &once.content_hash), (&again.vector_hash, &again.content_hash));
    assert_eq!(once.evidence, again.evidence);

    let hash = |change: &dyn Fn(&Path)| {
        let dir = pack(&FILES);
        change(dir.path());
        audit(dir.path()).vector_hash
    };
    assert_eq!(hash(&|_| {}), once.vector_hash);
    // Names that sort otherwise where case does not count.
    assert_eq!(hash(&|dir| fs::rename(dir.join("B.py"), dir.join("b.py")).unwrap()), once.vector_hash);
    // Contents of the same size and the same labels: the vector is not about those, the other is.
    assert_eq!(hash(&|dir| write(dir, "notes.md", "y\n")), once.vector_hash);
    for (what, change) in [
        ("name", &|dir: &Path| write(dir, "SKILL.md", &SKILL.replace("demo", "memo")) as ()),
        ("tools", &|dir| write(dir, "SKILL.md", &SKILL.replace("bash", "rash"))),
        ("files", &|dir| write(dir, "empty", "")),
        ("bytes", &|dir| write(dir, "notes.md", "xy\n")),
        ("vector", &|dir| write(dir, "a/Z.sh", "cxrl https://a.example\n")),
    ] as [(&str, &dyn Fn(&Path)); 5]
    {
        assert_ne!(hash(change), once.vector_hash, "{what}");
    }
}

#[test]
fn the_content_hash_changes_with_any_byte_and_name() {
    let hash = |change: &dyn Fn(&Path)| {
        let dir = pack(&FILES);
        fs::write(dir.path().join("picture.png"), [0, 1, 2]).unwrap();
        change(dir.path());
        audit(dir.path()).content_hash.unwrap()
    };
    let plain = hash(&|_| {});
    assert_eq!(hash(&|_| {}), plain);
    for change in [
        &|dir: &Path| write(dir, "notes.md", "y\n") as (),
        &|dir: &Path| fs::write(dir.join("picture.png"), [0, 1, 3]).unwrap(),
        &|dir: &Path| fs::rename(dir.join("notes.md"), dir.join("note.md")).unwrap(),
        &|dir: &Path| write(dir, "empty", ""),
        &|dir: &Path| fs::remove_file(dir.join("notes.md")).unwrap(),
        &|dir: &Path| write(dir, "SKILL.md", &SKILL.replace("Hello", "Hullo")),
    ] as [&dyn Fn(&Path); 6]
    {
        assert_ne!(hash(change), plain);
    }
    // What is left out of the pack is left out of its hash.
    assert_eq!(hash(&|dir| write(dir, "node_modules/x/y.py", "eval(x)\n")), plain);
}

/// The rule in a few lines of its own: SHA-256 over `path\0sha256` lines.
#[test]
fn the_content_hash_is_what_it_says() {
    use sha2::{Digest, Sha256};
    let hex =
        |bytes: &[u8]| Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let dir = pack(&[("a/b.txt", "x")]);
    let lines = format!("SKILL.md\0{}\na/b.txt\0{}\n", hex(SKILL.as_bytes()), hex(b"x"));
    assert_eq!(audit(dir.path()).content_hash, Some(format!("sha256:{}", hex(lines.as_bytes()))));
}

#[test]
fn what_is_left_out_is_left_out_below_the_pack_only() {
    let root = tempfile::tempdir().unwrap();
    let dir = root.path().join("node_modules/.venv/demo");
    write(&dir, "SKILL.md", SKILL);
    for folder in [".git", "__pycache__", ".pytest_cache", ".venv", "node_modules", "a/node_modules"] {
        write(&dir, &format!("{folder}/x.py"), "eval(x)\n");
    }
    write(&dir, "node_modules.py", "import socket\n");
    let audit = audit(&dir);
    assert_eq!((audit.features.file_count, audit.features.python_files_count), (2, 1));
    assert_eq!(audit.features.total_bytes, (SKILL.len() + 14) as u64);
    assert_eq!(audit.risk.redlines_triggered, [""; 0]);
    assert_eq!(audit.risk.factors.external_network.findings, ["Python network import: socket"]);
}

#[test]
fn endings_count_as_they_are_spelled() {
    let dir =
        pack(&[("a.PY", "eval(x)"), ("b.pyw", "eval(x)"), (".py", "eval(x)"), ("c", "#!/bin/sh\nrm -rf /")]);
    let audit = audit(dir.path());
    assert_eq!((audit.features.file_count, audit.features.python_files_count), (5, 0));
    assert_eq!(audit.risk.verdict, Verdict::Allow);
}

#[cfg(unix)]
#[test]
fn links_are_named_and_not_followed() {
    let dir = pack(&[("a.py", "x = 1\n")]);
    let outside = pack(&[("b.py", "eval(x)\n")]);
    std::os::unix::fs::symlink(outside.path().join("b.py"), dir.path().join("b.py")).unwrap();
    let audit = audit(dir.path());
    assert_eq!((audit.features.file_count, audit.risk.verdict), (2, Verdict::Allow));
    assert_eq!(audit.warnings, ["b.py: a link, which is neither followed nor counted"]);
    assert!(audit.content_hash.is_some());
}

#[test]
fn scripts_that_are_cut_are_named_and_other_texts_are_not() {
    let long = "# x\n".repeat((2 << 20) / 4 + 1);
    let dir = pack(&[("a.sh", &long), ("a.txt", &long)]);
    assert_eq!(audit(dir.path()).warnings, ["a.sh: only its first 2 MiB were read"]);
}

/// Runs the program in `dir`.
fn run(dir: &Path, args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("skill-vet"));
    command.current_dir(dir).arg("gate").args(args);
    let output = command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Packs for every exit code: `fine`, `warned` (0.6675), `blocked` (a redline), `scored` (0.8175
/// without one); each once more with a tool that no harness has, as `…-odd`.
fn packs() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let warned = "rm -rf x; shred x\ncurl x; wget x; nc x; socat x\nls .env\n";
    let scored = format!("{warned}\nnohup x; sleep 1 & disown\n");
    let scripts = [("fine", ""), ("warned", warned), ("blocked", "rm -rf /\n"), ("scored", &scored)];
    for (name, script) in scripts {
        for (suffix, tools) in [("", "[read]"), ("-odd", "[read, launch_rocket]")] {
            let folder = dir.path().join(format!("{name}{suffix}"));
            write(&folder, "SKILL.md", &format!("---\nname: x\ntools: {tools}\n---\n"));
            write(&folder, "a.sh", script);
        }
    }
    write(dir.path(), "bare/readme.md", "x");
    write(dir.path(), "broken/SKILL.md", "---\nname: x\nnonsense\n---\n");
    write(dir.path(), "open/SKILL.md", "---\nname: x\n");
    write(dir.path(), "mine.toml", "mine = [\"read\", \"launch_rocket\"]\n");
    dir
}

#[test]
fn exit_codes_in_all_combinations() {
    let dir = packs();
    let table: &[(&str, &[&str], i32)] = &[
        ("fine", &[], 0),
        ("fine", &["--check-compat"], 0),
        ("fine", &["--check-compat", "claude"], 0),
        ("fine", &["--risk-threshold", "0"], 2),
        ("fine-odd", &[], 0),
        ("fine-odd", &["--check-compat"], 3),
        ("fine-odd", &["--check-compat", "generic"], 3),
        ("fine-odd", &["--check-compat=codex"], 3),
        ("fine-odd", &["--check-compat", "mine", "--harness", "mine.toml"], 0),
        ("warned", &[], 0),
        ("warned", &["--risk-threshold", "0.5"], 2),
        ("warned", &["--risk-threshold", "0.6675"], 2),
        ("warned", &["--risk-threshold", "0.6676"], 0),
        ("warned-odd", &["--check-compat"], 3),
        ("warned-odd", &["--check-compat", "--risk-threshold", "0.5"], 2),
        ("scored", &[], 2),
        ("scored", &["--risk-threshold", "0.9"], 0),
        ("scored-odd", &["--risk-threshold", "0.9", "--check-compat"], 3),
        ("scored-odd", &["--check-compat"], 2),
        ("blocked", &[], 2),
        ("blocked", &["--risk-threshold", "1"], 2),
        ("blocked-odd", &["--check-compat"], 2),
        ("blocked-odd", &["--risk-threshold", "1", "--check-compat"], 2),
    ];
    for (pack, args, code) in table {
        for json in [&[][..], &["--json"]] {
            let args = [&[*pack], *args, json].concat();
            let (got, out, err) = run(dir.path(), &args);
            assert_eq!((got, err.as_str()), (*code, ""), "{args:?}\n{out}");
        }
    }
    // The verdict stays what it is, whatever the threshold.
    for (args, verdict) in
        [(["scored", "--risk-threshold", "0.9"], "BLOCK"), (["fine", "--risk-threshold", "0"], "ALLOW")]
    {
        assert!(run(dir.path(), &args).1.starts_with(verdict));
    }
}

#[test]
fn wrong_input_is_one_line_or_one_object_and_exit_1() {
    let dir = packs();
    let table: &[(&[&str], &str)] = &[
        (&[], "<PACK>"),
        (&["missing"], "missing"),
        (&["mine.toml"], "mine.toml"),
        (&["bare"], "no SKILL.md in bare"),
        (&["broken"], "line 3: nonsense"),
        (&["open"], "never closed"),
        (&["fine", "other"], "'other'"),
        (&["fine", "--no-such-flag"], "'--no-such-flag'"),
        (&["fine", "--risk-threshold"], "--risk-threshold"),
        (&["fine", "--risk-threshold", "high"], "high"),
        (&["fine", "--risk-threshold", "70"], "70"),
        (&["fine", "--risk-threshold", "NaN"], "NaN"),
        (&["fine", "--check-compat", "cluade"], "claude, codex, generic, pi"),
        (&["fine", "--harness", "missing.toml"], "missing.toml"),
        (&["fine", "--harness", "fine/SKILL.md"], "fine/SKILL.md"),
        (&["fine", "--output", "no/such/folder"], "no/such/folder"),
        (&["fine", "--output", "fine"], "fine could not be written"),
        (&["fine", "--check-compat", "pi\u{1b}[2J"], "pi\\u{1b}[2J"),
    ];
    for (args, named) in table {
        let (code, out, err) = run(dir.path(), args);
        assert_eq!((code, out.as_str(), err.lines().count()), (1, "", 1), "{args:?}: {err}");
        assert!(err.starts_with("error: ") && err.contains(named), "{args:?}: {err}");

        let (code, out, err) = run(dir.path(), &[args, &["--json"][..]].concat());
        assert_eq!((code, err.as_str()), (1, ""), "{args:?}");
        let error = valid("error", &out);
        assert!(error["error"].as_str().unwrap().contains(named), "{args:?}: {out}");
    }
    let (code, help, _) = run(dir.path(), &["--help"]);
    assert!(code == 0 && help.contains("1  wrong input") && help.contains("wrong arguments"), "{help}");
}

#[test]
fn json_is_valid_and_its_keys_in_order() {
    for case in cases() {
        let (_, out, _) = run(&case, &["pack", "--json"]);
        valid("gate", &out);
        assert!(out.starts_with("{\n  \"schema_version\": \"1.0.0\",\n  \"skill_name\": "), "{out}");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/gate/redlines");
    let (_, out, _) = run(&root, &["pack", "--json"]);
    let keys = |indent: usize| -> Vec<&str> {
        let start = format!("\n{}\"", " ".repeat(indent));
        out.match_indices(&start)
            .map(|(at, _)| out[at + start.len()..].split_once('"').unwrap())
            .filter(|(_, rest)| rest.starts_with(": "))
            .map(|(key, _)| key)
            .collect()
    };
    let top = [
        "schema_version",
        "skill_name",
        "skill_dir",
        "vector_hash",
        "features",
        "risk",
        "compatibility",
        "content_hash",
        "warnings",
        "notes",
        "evidence",
        "tools_source",
    ];
    assert_eq!(keys(2), top);
    let inner = [
        "file_count",
        "total_bytes",
        "tools",
        "vector",
        "vector_hash",
        "python_files_count",
        "shell_files_count",
        "verdict",
        "overall_score",
        "redlines_triggered",
        "factors",
        "target_harness",
        "status",
        "missing_tools",
        "declared_tools",
    ];
    assert_eq!(keys(4), inner);
    let factors = ["destructive_ops", "external_network", "credential_exposure", "autonomy_escalation"];
    let places = ["label", "file", "line", "column", "end_line", "end_column", "role"];
    let six: Vec<&str> = keys(6).into_iter().take(factors.len() + places.len()).collect();
    assert_eq!(six, [&factors[..], &places].concat());
    assert_eq!(keys(8)[..4], ["name", "weight", "score", "findings"]);
}

/// Whole numbers keep their `.0`, as other programs print them.
#[test]
fn floats_are_printed_as_the_shortest_that_reads_back() {
    let dir = packs();
    let (_, out, _) = run(dir.path(), &["fine", "--json"]);
    assert!(out.contains("\"overall_score\": 0.0,"), "{out}");
    assert!(out.contains(
        "\"vector\": [\n      0.0,\n      0.0,\n      0.0,\n      0.0,\n      0.0,\n      0.109861,"
    ));
    assert!(out.contains("\"weight\": 0.35,"));
}

#[test]
fn names_of_the_pack_are_exact_in_json_and_harmless_in_text() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "SKILL.md", "---\nname: \"a\\e[2J\u{202e}\"\ntools: [\"x\u{1b}[2J\"]\n---\n");
    write(dir.path(), "a.py", "os.getenv('KEY\u{202e}\\x1b[2J')\n");
    let (_, out, _) = run(dir.path(), &["."]);
    assert!(!out.chars().any(|c| c != '\n' && skill_vet::text::is_invisible(c)), "{out:?}");
    let (_, out, _) = run(dir.path(), &[".", "--json"]);
    assert!(!out.chars().any(|c| c != '\n' && skill_vet::text::is_invisible(c)), "{out:?}");
    let report = valid("gate", &out);
    assert_eq!(report["features"]["tools"][0], "x\u{1b}[2J");
    let found = &report["risk"]["factors"]["credential_exposure"]["findings"][0];
    assert_eq!(found, "Secret of the environment: KEY\u{202e}\u{1b}[2J");
}

#[test]
fn harnesses_are_listed_and_asked() {
    let dir = packs();
    let (code, out, _) = run(dir.path(), &["--list-harnesses"]);
    assert!(code == 0 && out.starts_with("claude\n    bash bash_command"), "{out}");
    let (_, out, _) = run(dir.path(), &["--list-harnesses", "--json", "--harness", "mine.toml"]);
    let list: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(list["mine"], serde_json::json!(["launch_rocket", "read"]));
    assert_eq!(list["pi"].as_array().unwrap().len(), 59);

    let features = gate::extract_features(dir.path().join("fine-odd").to_str().unwrap()).unwrap();
    for harness in ["pi", "claude", "codex", "generic"] {
        let answer = gate::evaluate_compatibility(&features, harness).unwrap();
        assert_eq!(
            (answer.status, &answer.missing_tools[..]),
            (Status::Incompatible, &["launch_rocket".into()][..])
        );
    }
    // The harness is always told, and decides only where it was asked about.
    let (code, out, _) = run(dir.path(), &["fine-odd", "--json"]);
    let report = valid("gate", &out);
    assert_eq!((code, &report["compatibility"]["target_harness"]), (0, &"pi".into()));
}

#[test]
fn text_for_people() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/gate");
    let (_, out, _) = run(&root.join("broken-python"), &["pack"]);
    insta::assert_snapshot!("gate_a_warning_and_an_import", out);
    let dir = packs();
    let (_, out, _) = run(dir.path(), &["blocked-odd", "--check-compat"]);
    insta::assert_snapshot!("gate_a_redline_and_a_missing_tool", out);
}
