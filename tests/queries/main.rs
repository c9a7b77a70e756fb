//! Query files as a user's own tool: the commands, the folders, the documentation.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../common/mod.rs"]
mod common;

mod api_names;
mod docs;
mod folders;
mod mutations;
mod tables;
mod workbench;

use assert_cmd::Command;
use std::fs;
use std::path::{Path, PathBuf};

/// The package's own folder.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Writes files below `dir`, making their folders.
fn write(dir: &Path, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = dir.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// Runs the program in `dir`, with `SKILL_VET_QUERIES` as given.
fn run_with(dir: &Path, variable: Option<&str>, args: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("skill-vet").unwrap();
    command.current_dir(dir).args(args);
    for name in ["SKILL_VET_QUERIES", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    if let Some(value) = variable {
        command.env("SKILL_VET_QUERIES", value);
    }
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn run(dir: &Path, args: &[&str]) -> (i32, String, String) {
    run_with(dir, None, args)
}
