//! The program as a user meets it: arguments, errors, exit codes, pipes.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use assert_cmd::Command;
use common::valid;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const SKILL: &str = "---\nname: weather\ndescription: Prints the weather.\n---\n\nAsk for the weather.\n";

/// A folder with the pack `weather` in it.
fn packs() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("weather")).unwrap();
    fs::write(dir.path().join("weather/SKILL.md"), SKILL).unwrap();
    dir
}

/// Runs the program in `dir` with nothing of the surroundings that could change what it prints.
fn run(dir: &Path, args: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("skill-vet").unwrap();
    command.current_dir(dir).args(args);
    for name in ["SKILL_VET_QUERIES", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.env("RUST_BACKTRACE", "full");
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn wrong_input_is_one_line_or_one_object_and_exit_2() {
    let dir = packs();
    fs::write(dir.path().join("file"), "x").unwrap();
    let table: &[(&[&str], &str)] = &[
        (&[], "no command"),
        (&["vet"], "<PACK>"),
        (&["vet", "weather", "other"], "'other'"),
        (&["vet", "weather", "--no-such-flag"], "'--no-such-flag'"),
        (&["vet", "weather", "--stric"], "'--strict'"),
        (&["vet", "missing"], "missing"),
        (&["vet", ""], ""),
        (&["vet", "file"], "file"),
        (&["vet", "file/below"], "file/below"),
        (&["vet", "weather", "--threads", "0"], "0"),
        (&["vet", "weather", "--threads", "many"], "many"),
        (&["vet", "weather", "--policy", "mine"], "mine"),
        (&["vet", "weather", "--queries"], "--queries"),
        (&["frobnicate"], "frobnicate"),
        (&["rules", "NO_SUCH_RULE"], "NO_SUCH_RULE"),
    ];
    for (args, named) in table {
        let (code, out, err) = run(dir.path(), args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
        assert!(err.starts_with("error: ") && err.contains(named), "{args:?}: {err}");
        assert_eq!(err.lines().count(), 1, "{args:?}: {err}");

        let mut args = args.to_vec();
        args.push("--json");
        let (code, out, err) = run(dir.path(), &args);
        assert_eq!((code, err.as_str()), (2, ""), "{args:?}");
        let error = valid("error", &out);
        assert!(error["error"].as_str().unwrap().contains(named), "{args:?}: {out}");
    }
}

#[test]
fn json_errors_however_json_was_asked_for() {
    let dir = packs();
    let table: [&[&str]; 4] = [
        &["--json"],
        &["vet", "--format", "json"],
        &["vet", "missing", "--format=json"],
        &["vet", "weather", "--format", "json", "--json"],
    ];
    for args in table {
        let (code, out, _) = run(dir.path(), args);
        assert_eq!(code, 2);
        valid("error", &out);
    }
    let (code, out, err) = run(dir.path(), &["vet", "--", "--json"]);
    assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "a folder of that name, not a flag");
}

#[test]
fn an_error_does_not_pass_on_what_a_terminal_would_obey() {
    let dir = packs();
    for args in
        [["vet", "a\u{1b}[2J\nb\u{202e}"], ["vet", "--\u{1b}[2J\nx\n\ntip: y"], ["rules", "\u{1b}[2J\n"]]
    {
        let (code, _, err) = run(dir.path(), &args);
        assert_eq!((code, err.lines().count()), (2, 1), "{err:?}");
        assert!(!err.trim_end().chars().any(skill_vet::text::is_invisible), "{err:?}");
    }
}

#[test]
fn a_clean_pack_in_text_and_in_json() {
    let dir = packs();
    let (code, out, err) = run(dir.path(), &["vet", "weather"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.starts_with("CLEAN: ") && out.ends_with("not that the pack is safe.\n"), "{out}");
    assert!(!out.contains('\u{1b}'), "no colour in a pipe");

    let (code, out, err) = run(dir.path(), &["vet", "--strict", "weather/", "--json"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let report = valid("vet-report", &out);
    assert_eq!(report["verdict"], "CLEAN");
    assert_eq!(report["pack"]["dir"], "weather/");
    assert_eq!(report["pack"]["dirname"], "weather");
    assert_eq!(report["command"], "vet");
    assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
    let (_, same, _) = run(dir.path(), &["vet", "--strict", "weather/", "--format", "json"]);
    assert_eq!(out, same);
}

#[test]
fn review_exits_0_and_1_where_strict_and_never_by_format() {
    let dir = packs();
    fs::write(dir.path().join("weather/data.txt"), "x\n".repeat(3 << 19)).unwrap();
    for format in ["text", "json"] {
        let args = ["vet", "weather", "--format", format];
        let (code, out, _) = run(dir.path(), &args);
        assert!(code == 0 && out.contains("REVIEW"), "{out}");
        let (code, out, _) = run(dir.path(), &[&args[..], &["--strict"]].concat());
        assert!(code == 1 && out.contains("REVIEW"), "{out}");
    }
}

#[test]
fn reports_do_not_depend_on_threads() {
    let dir = packs();
    for nth in 0..40 {
        fs::write(dir.path().join(format!("weather/{nth}.py")), "import os\nprint(os.getcwd())\n").unwrap();
    }
    let once = run(dir.path(), &["vet", "weather", "--json", "--threads", "1"]);
    valid("vet-report", &once.1);
    for threads in ["1", "2", "8"] {
        assert_eq!(run(dir.path(), &["vet", "weather", "--json", "--threads", threads]), once);
    }
}

#[test]
fn help_and_version() {
    let dir = packs();
    for flag in ["--version", "-V"] {
        let (code, out, _) = run(dir.path(), &[flag]);
        assert_eq!((code, out), (0, format!("skill-vet {}\n", env!("CARGO_PKG_VERSION"))));
    }
    let (code, out, _) = run(dir.path(), &["--help"]);
    assert!(code == 0 && out.contains("skill-vet vet ./downloads/weather"), "{out}");
    let (code, out, _) = run(dir.path(), &["vet", "--help"]);
    assert!(code == 0 && out.contains("Exit codes:") && out.contains("--strict"), "{out}");
}

#[test]
fn rules_are_listed_and_explained() {
    let dir = packs();
    let (code, out, _) = run(dir.path(), &["rules"]);
    assert_eq!(code, 0);
    for info in skill_vet::rules::RULES {
        assert!(out.contains(info.id) && out.contains(info.title), "{}", info.id);
    }
    let (code, out, _) = run(dir.path(), &["rules", "--json"]);
    let table = valid("rules", &out);
    assert_eq!((code, table.as_array().unwrap().len()), (0, skill_vet::rules::RULES.len()));

    let (code, out, _) = run(dir.path(), &["rules", "danger-stealing"]);
    assert!(code == 0 && out.starts_with("DANGER_STEALING  danger\n") && out.contains("Example"), "{out}");
    let (_, out, _) = run(dir.path(), &["rules", "DANGER_STEALING", "--json"]);
    valid("rules", &format!("[{out}]"));
    let (_, _, err) = run(dir.path(), &["rules", "DANGER_STELING"]);
    assert!(err.contains("DANGER_STEALING"), "{err}");
}

/// A `skill-vet` whose output goes to `stdout`.
fn with_stdout(dir: &Path, stdout: impl Into<std::process::Stdio>, args: &[&str]) -> (Option<i32>, String) {
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("skill-vet"));
    let output = command.current_dir(dir).args(args).stdout(stdout).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let dir = packs();
    for args in [&["vet", "weather"][..], &["vet", "weather", "--json"], &["rules"], &["--help"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        assert_eq!(with_stdout(dir.path(), writer, args), (Some(0), String::new()), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let dir = packs();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let (code, err) = with_stdout(dir.path(), full, &["vet", "weather", "--json"]);
    // The object that should say so has no place to go; the exit code has.
    assert_eq!((code, err.as_str()), (Some(2), ""));
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let (code, err) = with_stdout(dir.path(), full, &["vet", "weather"]);
    assert!(code == Some(2) && err.lines().count() == 1 && err.contains("written"), "{err}");
}

/// As root, modes bind nobody: the program is run as another user, from where that user can reach.
#[cfg(unix)]
#[test]
fn an_unreadable_folder_is_wrong_input() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    const NOBODY: u32 = 65534;

    let dir = packs();
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let program = dir.path().join("skill-vet");
    // Copied by another process: a handle open for writing here, inherited by a program that another
    // test starts meanwhile, would leave the copy busy.
    let copied = std::process::Command::new("cp")
        .arg(assert_cmd::cargo::cargo_bin("skill-vet"))
        .arg(&program)
        .status()
        .unwrap();
    assert!(copied.success());
    mode(dir.path(), 0o755);
    mode(&dir.path().join("weather"), 0o000);
    let privileged = fs::read_dir(dir.path().join("weather")).is_ok();
    for args in [&["vet", "weather"][..], &["vet", "weather", "--json"]] {
        let mut command = std::process::Command::new(&program);
        command.current_dir(dir.path()).args(args);
        if privileged {
            command.uid(NOBODY).gid(NOBODY);
        }
        let output = command.output().expect("root that cannot become another user can't run this test");
        let (out, err) =
            (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert_eq!(output.status.code(), Some(2), "{out}{err}");
        match args.contains(&"--json") {
            true => {
                assert!(valid("error", &out)["error"].as_str().unwrap().contains("weather") && err.is_empty())
            }
            false => assert!(out.is_empty() && err.lines().count() == 1 && err.contains("weather"), "{err}"),
        }
    }
    mode(&dir.path().join("weather"), 0o755);
}
