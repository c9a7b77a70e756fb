//! `gate --output`: the file holds the old report or the new one, whatever happens in between.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const OLD: &str = "{\"old\": true}\n";

/// A folder with a pack whose report has some hundred KiB, and an old report.
fn folder() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("pack")).unwrap();
    fs::write(dir.path().join("pack/SKILL.md"), "---\nname: demo\n---\n").unwrap();
    fs::write(dir.path().join("pack/a.sh"), "curl https://a.example\n".repeat(800)).unwrap();
    fs::write(dir.path().join("audit.json"), OLD).unwrap();
    dir
}

fn program() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin("skill-vet"))
}

fn gate(dir: &Path, output: &str) -> Output {
    let args = ["gate", "pack", "--json", "--output", output];
    program().current_dir(dir).args(args).output().unwrap()
}

/// The files of a folder, but the pack.
fn files(dir: &Path) -> Vec<String> {
    let names = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name != "pack").collect();
    names.sort();
    names
}

#[test]
fn a_report_replaces_the_old_one_and_leaves_nothing_beside_it() {
    let dir = folder();
    let printed = program().current_dir(dir.path()).args(["gate", "pack", "--json"]).output().unwrap().stdout;
    for name in ["audit.json", "new.json", "./pack/../third.json"] {
        let output = gate(dir.path(), name);
        assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
        assert_eq!(fs::read(dir.path().join(name)).unwrap(), printed, "{name}");
    }
    assert_eq!(files(dir.path()), ["audit.json", "new.json", "third.json"]);
    // Text goes to a file without colours, whatever the surroundings ask for.
    let args = ["gate", "pack", "--output", "audit.txt"];
    program().current_dir(dir.path()).args(args).env("CLICOLOR_FORCE", "1").output().unwrap();
    let text = fs::read_to_string(dir.path().join("audit.txt")).unwrap();
    assert!(text.starts_with("ALLOW: ") && !text.contains('\u{1b}'));
}

#[cfg(unix)]
#[test]
fn modes_links_and_devices_stay_what_they_are() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    let dir = folder();
    let path = |name: &str| dir.path().join(name);
    fs::set_permissions(path("audit.json"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("audit.json", path("link.json")).unwrap();
    assert!(gate(dir.path(), "link.json").status.success());
    assert!(fs::symlink_metadata(path("link.json")).unwrap().is_symlink());
    assert_ne!(fs::read_to_string(path("audit.json")).unwrap(), OLD);
    assert_eq!(fs::metadata(path("audit.json")).unwrap().permissions().mode() & 0o777, 0o600);
    // A device is written to, never replaced.
    assert!(gate(dir.path(), "/dev/null").status.success());
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

/// The system ends a program that writes past its limit in the middle of the write.
#[cfg(unix)]
#[test]
fn ended_in_the_middle_of_the_write() {
    use std::os::unix::process::ExitStatusExt;
    let dir = folder();
    let program = assert_cmd::cargo::cargo_bin("skill-vet");
    for name in ["audit.json", "new.json"] {
        let script = format!("ulimit -c 0; ulimit -f 20; exec \"$0\" gate pack --json --output {name}");
        let mut shell = Command::new("sh");
        let status = shell.current_dir(dir.path()).args(["-c", &script]).arg(&program).status().unwrap();
        assert!(status.signal().is_some(), "it was not ended: {status}");
    }
    assert_eq!(fs::read_to_string(dir.path().join("audit.json")).unwrap(), OLD);
    assert!(!dir.path().join("new.json").exists());
}

#[test]
fn killed_at_any_time() {
    let dir = folder();
    let started = std::time::Instant::now();
    assert!(gate(dir.path(), "whole.json").status.success());
    let (whole, takes) = (fs::read_to_string(dir.path().join("whole.json")).unwrap(), started.elapsed());
    const TIMES: u32 = 40;
    for nth in 0..=TIMES {
        fs::write(dir.path().join("audit.json"), OLD).unwrap();
        let mut command = program();
        command.current_dir(dir.path()).args(["gate", "pack", "--json", "--output", "audit.json"]);
        let mut child = command.spawn().unwrap();
        std::thread::sleep(takes * nth / TIMES);
        child.kill().unwrap();
        child.wait().unwrap();
        let found = fs::read_to_string(dir.path().join("audit.json")).unwrap();
        assert!(found == OLD || found == whole, "{} bytes", found.len());
    }
}

/// A filesystem of a few KiB in a namespace of its own, so that nothing is left behind.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let dir = folder();
    fs::create_dir(dir.path().join("small")).unwrap();
    let script = "mount -t tmpfs -o size=64k tmpfs small 2>/dev/null || exit 99
        printf '%s' \"$1\" > small/audit.json
        \"$0\" gate pack --json --output small/audit.json; echo \"exit $?\"
        \"$0\" gate pack --json --output small/new.json 2>/dev/null; echo \"exit $?\"
        ls -A small; cat small/audit.json";
    let mut unshare = Command::new("unshare");
    unshare.current_dir(dir.path()).args(["--mount", "--map-root-user", "sh", "-c", script]);
    let output = unshare.arg(assert_cmd::cargo::cargo_bin("skill-vet")).arg(OLD).output();
    let output = match output {
        Ok(output) if output.status.success() => output,
        _ => return eprintln!("skipped: no filesystem may be mounted here"),
    };
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    // With --json the error is the object on standard output.
    let lines: Vec<&str> =
        out.lines().filter(|line| !line.trim_start().starts_with(['{', '}', '"'])).collect();
    assert_eq!(lines, ["exit 1", "exit 1", "audit.json"], "{out}{err}");
    assert_eq!(out.matches("could not be written").count(), 2, "{out}");
    assert!(out.ends_with(OLD), "{out}");
}
