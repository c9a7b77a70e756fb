//! `docs/queries.md`, word by word: its files are written, its commands run, their output compared.
//! A line `...` of expected output stands for any lines, `[..]` for anything in a line, `? N` after a
//! command for its exit code; trycmd has the same signs, but writes no files in between.

use super::{root, run, write};
use skill_vet::language::Language;
use skill_vet::queries::QuerySet;
use std::fs;
use std::path::Path;

/// What a page has, in order.
enum Step {
    /// A heading: what follows begins in an empty folder.
    Heading(String),
    /// A file and its text.
    File(String, String),
    /// A command, its exit code and its expected output.
    Command { line: usize, args: Vec<String>, code: i32, expected: Vec<String> },
}

fn steps(page: &str) -> Vec<Step> {
    let mut out = Vec::new();
    let mut named = None;
    let mut lines = page.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let body: Vec<(usize, &str)> = lines.by_ref().take_while(|(_, line)| *line != "```").collect();
            match named.take() {
                Some(path) => {
                    let text = body.iter().map(|(_, line)| format!("{line}\n")).collect();
                    out.push(Step::File(path, text));
                }
                None if info == "console" => commands(&body, &mut out),
                None => {}
            }
        } else if line.starts_with('#') {
            out.push(Step::Heading(line.trim_start_matches(['#', ' ']).into()));
        } else if let Some(path) = line.strip_prefix('`').and_then(|rest| rest.strip_suffix("`:")) {
            assert!(!path.contains('`'), "line {}", number + 1);
            named = Some(path.to_string());
        }
    }
    out
}

fn commands(body: &[(usize, &str)], out: &mut Vec<Step>) {
    for (number, line) in body {
        if let Some(command) = line.strip_prefix("$ skill-vet ") {
            let args = command.split(' ').map(String::from).collect();
            out.push(Step::Command { line: number + 1, args, code: 0, expected: Vec::new() });
        } else if let Some(Step::Command { code, expected, .. }) = out.last_mut() {
            match line.strip_prefix("? ") {
                Some(number) if expected.is_empty() => *code = number.parse().unwrap(),
                _ => expected.push(line.to_string()),
            }
        }
    }
}

/// Whether `actual` is as `expected` says.
fn fits(expected: &[String], actual: &[&str]) -> bool {
    match expected.split_first() {
        None => actual.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=actual.len()).any(|skipped| fits(rest, &actual[skipped..]))
        }
        Some((first, rest)) => {
            actual.split_first().is_some_and(|(line, others)| fits_line(first, line) && fits(rest, others))
        }
    }
}

fn fits_line(expected: &str, line: &str) -> bool {
    let mut parts = expected.trim_end().split("[..]");
    let Some(mut rest) = line.trim_end().strip_prefix(parts.next().unwrap()) else { return false };
    let mut open_end = false;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        open_end = part.is_empty();
    }
    open_end || rest.is_empty()
}

#[test]
fn the_page_does_what_it_says() {
    let page = fs::read_to_string(root().join("docs/queries.md")).unwrap();
    let embedded = QuerySet::embedded();
    // A language without embedded queries is not read yet, and so its section is not run.
    let is_read =
        |heading: &str| Language::by_name(heading).is_none_or(|language| !embedded.rows(language).is_empty());
    let mut dir = tempfile::tempdir().unwrap();
    let mut runs = true;
    let mut count = 0;
    for step in steps(&page) {
        match step {
            Step::Heading(heading) => {
                dir = tempfile::tempdir().unwrap();
                runs = is_read(&heading);
            }
            Step::File(path, text) => write(dir.path(), &[(&path, &text)]),
            Step::Command { line, args, code, expected } if runs => {
                count += 1;
                check(dir.path(), line, &args, code, &expected);
            }
            Step::Command { .. } => {}
        }
    }
    assert!(count >= 8, "{count} commands");
}

fn check(dir: &Path, line: usize, args: &[String], code: i32, expected: &[String]) {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let (got, out, err) = run(dir, &args);
    let actual: Vec<&str> = out.lines().chain(err.lines()).collect();
    let wanted = expected.join("\n");
    assert!(
        got == code && fits(expected, &actual),
        "docs/queries.md:{line}: {args:?} should exit with {code} and print\n{wanted}\n\nbut exits with {got} and prints\n{out}{err}"
    );
}

#[test]
fn expected_output_is_compared_as_it_should_be() {
    let lines = |text: &str| text.lines().map(String::from).collect::<Vec<_>>();
    assert!(fits(&lines("a\n...\nd"), &["a", "b", "c", "d"]));
    assert!(fits(&lines("a [..] c\n..."), &["a b c"]));
    assert!(!fits(&lines("a"), &["a", "b"]));
    assert!(!fits(&lines("...\nx"), &["a", "b"]));
    assert!(!fits_line("a[..]b", "ab c"));
}
