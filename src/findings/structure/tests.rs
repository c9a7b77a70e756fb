use super::super::testing::{file, pack, told};
use super::*;

const GOOD: &str = "---\nname: weather\ndescription: Prints the weather\n---\n\n# Weather\n";

fn checked(pack: &Pack) -> Vec<Finding> {
    check(pack, &Documents::read(pack))
}

fn of_skill(text: &str) -> Vec<String> {
    told(&checked(&pack(&[("SKILL.md", text)])))
}

#[test]
fn a_good_pack_has_no_findings() {
    assert_eq!(told(&checked(&pack(&[("SKILL.md", GOOD), ("README.md", "# Weather\n")]))), [""; 0]);
}

#[test]
fn skill_md_is_missing_or_misspelled() {
    assert_eq!(told(&checked(&pack(&[("docs/SKILL.md", GOOD)]))), ["MISSING_SKILL_MD -"]);
    assert_eq!(told(&checked(&pack(&[("Skill.md", GOOD)]))), ["SKILL_MD_CASE Skill.md"]);
    assert_eq!(told(&checked(&pack(&[("SKILL.md", GOOD), ("skill.md", "x")]))), [""; 0]);
    let mut unreadable = pack(&[("SKILL.md", GOOD)]);
    unreadable.files[0].text = None;
    assert_eq!(told(&checked(&unreadable)), ["MISSING_SKILL_MD -"]);
}

#[test]
fn frontmatter_is_missing_or_unreadable() {
    assert_eq!(of_skill("# Weather\n\n---\nname: weather\n---\n"), ["FRONTMATTER_MISSING SKILL.md"]);
    let found = checked(&pack(&[("SKILL.md", &GOOD.replacen("name", "just words\nname", 1))]));
    assert_eq!(told(&found), ["FRONTMATTER_PARSE SKILL.md:2"]);
    assert!(found[0].message.contains("just words"));
}

#[test]
fn name_and_description_are_required() {
    assert_eq!(
        of_skill("---\ndescription:\nlicense: MIT\n---\n"),
        ["REQUIRED_FIELD SKILL.md", "REQUIRED_FIELD SKILL.md:2"]
    );
    assert_eq!(of_skill("---\nname: weather\ndescription: \"  \"\n---\n"), ["REQUIRED_FIELD SKILL.md:3"]);
    assert_eq!(of_skill("---\nname: weather\ndescription: [a]\n---\n"), ["REQUIRED_FIELD SKILL.md:3"]);
    assert_eq!(of_skill("---\nname: weather\ndescription: >\n  Two\n  lines\n---\n"), [""; 0]);
}

#[test]
fn names_are_compared_and_formed() {
    let named = |name: &str| of_skill(&GOOD.replace("name: weather", &format!("name: {name}")));
    assert_eq!(named("forecast"), ["NAME_DIR_MISMATCH SKILL.md:2"]);
    assert_eq!(named("Weather"), ["NAME_FORMAT SKILL.md:2"]);
    for bad in ["weather-", "wea--ther", "wea ther", "weather_now", "wéather", "weathеr"] {
        assert!(named(bad).contains(&"NAME_FORMAT SKILL.md:2".to_string()), "{bad}");
    }
    for good in ["a", "7zip", "weather-now-2"] {
        assert_eq!(named(good), ["NAME_DIR_MISMATCH SKILL.md:2"], "{good}");
    }
    let mut other = pack(&[("SKILL.md", &GOOD.replace("name: weather", "name: weather-now"))]);
    other.dirname = "Weather_Now".into();
    assert_eq!(told(&checked(&other)), [""; 0]);
}

#[test]
fn broad_grants_in_every_form() {
    let lines = |grant: &str| -> Vec<u32> {
        let text = GOOD.replacen("---\n\n", &format!("{grant}\n---\n\n"), 1);
        let found = checked(&pack(&[("SKILL.md", &text)]));
        assert!(found.iter().all(|finding| finding.rule == Rule::BroadToolGrant), "{grant}: {found:?}");
        found.iter().filter_map(|finding| Some(finding.place.as_ref()?.line)).collect()
    };
    for (grant, at) in [
        ("allowed-tools: Bash", vec![4]),
        ("allowed-tools: *", vec![4]),
        ("allowed-tools: \"*\"", vec![4]),
        ("allowed-tools: Read, Write(*), Bash(git *)", vec![4]),
        ("allowed-tools: Read Bash Grep", vec![4]),
        ("allowed-tools: \"Read, Bash\"", vec![4]),
        ("allowed-tools: [Read, \"Bash(*)\"]", vec![4]),
        ("allowed-tools: [\n  Read,\n  Bash,\n]", vec![6]),
        ("allowed-tools: Bash(:*)", vec![4]),
        ("allowed-tools: Bash(git *, *)", vec![4]),
        ("allowed-tools: Bash(git, *", vec![4]),
        ("allowed-tools:\n- Read\n- Bash # all of it\n- '*'", vec![6, 7]),
        ("allowed-tools:\n  - Read\n  - Bash, Grep", vec![6]),
        ("allowed-tools: |\n  Read\n  Bash", vec![6]),
        ("allowed_tools: Bash", vec![4]),
        ("allowed-tools:\n  - name: Bash", vec![5]),
        ("allowed-tools: Read\nallowed-tools: Bash", vec![5]),
    ] {
        assert_eq!(lines(grant), at, "{grant}");
    }
    for narrow in [
        "allowed-tools: Read, BashOutput, Bash(npm run *)",
        "allowed-tools: Bash(git show:*, git diff:*)",
        "allowed-tools: [Read, \"Bash(git show:*, git diff:*)\"]",
        "allowed-tools:\n  - Read # not Bash\n  - mcp__files__*",
        "allowed-tools: []",
        "allowed-tools:",
        "tags: [Bash, \"*\"]",
    ] {
        assert_eq!(lines(narrow), [0; 0], "{narrow}");
    }
}

#[test]
fn sizes_binaries_and_links() {
    let mut found = pack(&[("SKILL.md", GOOD), ("a.csv", "x"), ("b.csv", "x"), ("c.so", ""), ("d.md", "x")]);
    let at =
        |found: &Pack, path: &str| found.files.iter().position(|file| &*file.path == path).expect("there");
    let (a, b, c, d) = (at(&found, "a.csv"), at(&found, "b.csv"), at(&found, "c.so"), at(&found, "d.md"));
    found.files[a].bytes = 1_048_577;
    found.files[b].bytes = 1_048_576;
    found.files[c].kind = Kind::Binary;
    found.files[d].symlink_out = true;
    let findings = checked(&found);
    assert_eq!(told(&findings), ["BUNDLED_BINARY c.so", "LARGE_FILE a.csv", "SYMLINK_OUT d.md"]);
    let info = findings.iter().find(|finding| finding.rule == Rule::SymlinkOut).expect("there");
    assert_eq!(info.severity, Severity::Info);
}

#[test]
fn install_hooks_at_any_depth_that_can_run() {
    let hook = |path: &str, text: &str| install_hook(&file(path, text)).is_some();
    for path in [
        "setup.py",
        "Setup.PY",
        "a/b/setup.sh",
        "install.sh",
        "install.ps1",
        "x/install.bat",
        "install.js",
        "install.rb",
        "lib.pth",
        "install.exe",
    ] {
        assert!(hook(path, ""), "{path}");
    }
    for path in
        ["install.md", "install.txt", "setup.md", "setup.cfg", "install", "installer.py", "reinstall.sh"]
    {
        assert!(!hook(path, ""), "{path}");
    }
    let mut shebang = file("bin/install", "#!/bin/sh\n");
    shebang.kind = Kind::Script;
    assert!(install_hook(&shebang).is_some());
}

#[test]
fn package_json_hooks() {
    let line = |text: &str| {
        let found = install_hook(&file("web/package.json", text));
        found.map(|finding| finding.place.map_or(0, |place| place.line))
    };
    assert_eq!(line("{\n\"scripts\": {\n\"postinstall\": \"node x\" } }"), Some(3));
    assert_eq!(line("\u{FEFF}{\"scripts\": {\"install\": \"x\"}}"), Some(1));
    assert_eq!(line("{\"scripts\": {\"pre\\u0069nstall\": \"x\"}}"), Some(1));
    assert_eq!(line("{\"name\": \"\\ud800\", \"scripts\": {\"install\": \"x\"}}"), Some(1));
    for none in [
        "{\"scripts\": {\"test\": \"x\"}}",
        "{\"postinstall\": \"x\"}",
        "{\"scripts\": {\"postinstall\": \"\"}}",
        "{\"scripts\": [\"install\"]}",
        "{broken \"postinstall\"",
        "",
        "[]",
    ] {
        assert_eq!(line(none), None, "{none}");
    }
    assert_eq!(line(&"[".repeat(100_000)), None);
}

#[test]
fn gaps_are_findings_of_their_kind() {
    let mut found = pack(&[("SKILL.md", GOOD)]);
    for (kind, path) in [
        (GapKind::Unread, "a"),
        (GapKind::Unanalyzed, "b.ps1"),
        (GapKind::Limit, ""),
        (GapKind::SkippedDirectory, "__pycache__"),
    ] {
        found.gaps.push(Gap { path: path.into(), kind, why: "why\u{1b}".into() });
    }
    let findings = checked(&found);
    assert_eq!(
        told(&findings),
        ["LIMIT_REACHED -", "SKIPPED_DIRECTORY __pycache__", "UNANALYZED_SCRIPT b.ps1", "UNREAD_FILE a"]
    );
    assert!(findings.iter().all(|finding| !finding.message.contains('\u{1b}')));
    let infos = findings.iter().filter(|finding| finding.severity == Severity::Info).count();
    assert_eq!(infos, 1);
}
