use super::super::testing::{pack, told};
use super::*;
use crate::docs::Documents;
use crate::pack::Gap;
use crate::text::{Span, Text};

const HEAD: &str = "---\nname: weather\ndescription: See `scripts/none.py`\n---\n";

/// What SKILL.md with this body (which begins on line 5) has to say of its references, in a pack
/// that has a few files.
fn of(body: &str) -> Vec<String> {
    let text = format!("{HEAD}{body}");
    let pack = pack(&[
        ("SKILL.md", &text),
        ("scripts/main.py", ""),
        ("references/a b.md", ""),
        ("references/c%20d.md", ""),
        ("data/units.json", ""),
        ("src/own.ts", ""),
    ]);
    told(&check(&pack, &from_skill(&pack, &Documents::read(&pack))))
}

const BROKEN: [&str; 1] = ["BROKEN_REFERENCE SKILL.md:5"];
const OUTSIDE: [&str; 1] = ["REFERENCE_OUTSIDE_PACK SKILL.md:5"];

#[test]
fn links_and_paths_to_nothing_are_broken() {
    for body in [
        "[a](references/guide.md)",
        "[a](references/guide.md#top)",
        "![a](assets/a.png)",
        "[a](<references/a c.md>)",
        "[a](references/a%20c.md)",
        "[a](guide.md)",
        "[a](LICENSE)",
        "[`scripts/gone.py`](scripts/gone.py)",
        "`scripts/gone.py`",
        "`./scripts/gone.py`",
        "`scripts/gone.py:12`",
        "`references/gone.md#top`",
        "`scripts\\gone.py`",
        "`notes/gone.md`",
        "`src/gone.ts`",
        "- `data/gone.json`",
    ] {
        assert_eq!(of(body), BROKEN, "{body}");
    }
    assert_eq!(of("see [a][g]\n\n[g]: references/guide.md"), ["BROKEN_REFERENCE SKILL.md:7"]);
}

#[test]
fn what_exists_is_found() {
    for body in [
        "[a](scripts/main.py) `scripts/main.py` `./scripts/main.py:3` [b](scripts) [c](scripts/)",
        "[a](references/a%20b.md#x) [b](<references/a b.md>) [c](references/c%20d.md)",
        "[a][g]\n\n[g]: <references/a b.md> \"title\"",
        "[a](../weather/scripts/main.py) `weather/scripts/main.py` `skills/weather/data/units.json`",
        "[a](/scripts/main.py) [b](.) [c](SKILL.md?x=1)",
    ] {
        assert_eq!(of(body), [""; 0], "{body}");
    }
}

#[test]
fn references_that_leave_the_pack() {
    for body in [
        "[a](../other/notes.md)",
        "`../other/notes.md`",
        "[a](scripts/../../x.md)",
        "[a](/etc/hosts)",
        "[a](~/.ssh/config)",
        "[a](../weatherx/a.md)",
    ] {
        assert_eq!(of(body), OUTSIDE, "{body}");
    }
}

#[test]
fn what_only_looks_like_a_path_is_no_reference() {
    for body in [
        "[a](https://weather.example/a.md) <https://weather.example/b.md> [c](//weather.example/d.md)",
        "[a](#usage) [b](mailto:team@weather.example) [c](?q=1) [d]() [e](javascript:void)",
        "```\n[a](references/gone.md) `scripts/gone.py`\n```",
        "~~~md\n[a](references/gone.md)\n~~~",
        "    [a](references/gone.md)",
        "`application/json` `text/plain` `image/svg+xml` `application/vnd.api+json`",
        "`application/vnd.openxmlformats-officedocument.wordprocessingml.document`",
        "`d/m/Y` `2026/11/30` `km/h` `and/or` `I/O` `n/a` `v1.2/v1.3`",
        "`GET /v1/items` `/v1/items.json` `/tmp/a.txt` `~/.claude/a.json` `$HOME/a.md` `C:\\a\\b.txt`",
        "`{name}/out.md` `<dir>/x.md` `path/to/file.md` `your-skill/a.md` `skill-name/a.md` `docs/YYYY-MM-DD.md`",
        "`scripts/*.py` `scripts/**/a.py` `a/.../b.md`",
        "`python scripts/gone.py --x` `cat scripts/gone.py`",
        "`@scope/pkg.js` `owner/repo` `vercel/next.js` `owner/repo.git` `os.path` `a.b.c`",
        "`weather.example/a.html` `github.com/a/b.md` `.js/.ts` `package.json/tsconfig.json`",
        "`app/page.tsx` `tests/a.py` `.github/workflows/ci.yml` `.git/config.txt` `other/SKILL.md`",
        "`package.json` `gone.md` `main.py` `scripts/` `scripts/gone`",
        "[text](url) [text](link) [a]({name}.md) [a](<dir>/b.md) [a](path/to/b.md)",
        "<!-- [a](references/gone.md) -->",
        "\\[a](references/gone.md)",
    ] {
        assert_eq!(of(body), [""; 0], "{body}");
    }
}

fn from(pack: &Pack, file: &str, target: &str) -> Vec<String> {
    let file: Arc<str> = file.into();
    let place = Place::new(&file, &Text::new("x".into()), Span::new(0, 1));
    told(&check(pack, &[Reference { file, place, target: target.into() }]))
}

#[test]
fn scripts_resolve_from_their_folder_and_then_the_root() {
    let pack = pack(&[
        ("SKILL.md", ""),
        ("scripts/main.py", ""),
        ("scripts/near.json", ""),
        ("data/units.json", ""),
    ]);
    for there in [
        "near.json",
        "data/units.json",
        "../data/units.json",
        "data",
        ".",
        "/etc/hosts",
        "~/x",
        "a/*.json",
        "https://a.example/x",
        "",
        "{x}.json",
        ".claude/settings.json",
        "skills/weather/scripts/near.json",
    ] {
        assert_eq!(from(&pack, "scripts/main.py", there), [""; 0], "{there}");
    }
    for gone in ["data/cities.json", "../data/cities.json", "near.txt", "./gone.txt", "weather/gone.json"] {
        assert_eq!(from(&pack, "scripts/main.py", gone), ["BROKEN_REFERENCE scripts/main.py:1"], "{gone}");
    }
    for out in ["../../x.json", "../../../etc/passwd"] {
        assert_eq!(
            from(&pack, "scripts/main.py", out),
            ["REFERENCE_OUTSIDE_PACK scripts/main.py:1"],
            "{out}"
        );
    }
    for unwalked in ["__pycache__/a.pyc", "../.git/hook.sh"] {
        assert_eq!(
            from(&pack, "scripts/main.py", unwalked),
            ["SKIPPED_DIRECTORY scripts/main.py:1"],
            "{unwalked}"
        );
    }
}

#[test]
fn typescript_names_its_neighbours_as_they_are_once_compiled() {
    let pack = pack(&[("SKILL.md", ""), ("a.ts", ""), ("a.js", ""), ("lib/b.ts", ""), ("lib/c.mts", "")]);
    for there in ["./lib/b.js", "lib/c.mjs", "./lib/b.ts"] {
        assert_eq!(from(&pack, "a.ts", there), [""; 0], "{there}");
    }
    assert_eq!(from(&pack, "a.ts", "./lib/c.js"), ["BROKEN_REFERENCE a.ts:1"]);
    assert_eq!(from(&pack, "a.js", "./lib/b.js"), ["BROKEN_REFERENCE a.js:1"]);
}

#[test]
fn a_link_out_of_the_pack_is_outside_and_an_unread_folder_is_not_broken() {
    let mut pack = pack(&[("SKILL.md", ""), ("notes.md", ""), ("lib", "")]);
    pack.files.iter_mut().filter(|file| &*file.path != "SKILL.md").for_each(|file| file.symlink_out = true);
    pack.gaps.push(Gap { path: "closed".into(), kind: GapKind::Unread, why: "permission denied".into() });
    assert_eq!(from(&pack, "SKILL.md", "notes.md"), ["REFERENCE_OUTSIDE_PACK SKILL.md:1"]);
    assert_eq!(from(&pack, "SKILL.md", "lib/a.md"), ["REFERENCE_OUTSIDE_PACK SKILL.md:1"]);
    assert_eq!(from(&pack, "SKILL.md", "closed/a.md"), [""; 0]);
    assert_eq!(from(&pack, "SKILL.md", "closedx/a.md"), ["BROKEN_REFERENCE SKILL.md:1"]);
}

#[test]
fn a_missing_path_is_told_once_a_file() {
    let pack = pack(&[
        ("SKILL.md", "---\nname: a\n---\n`scripts/x.py`, `./scripts/x.py`\n[x](scripts/x.py)"),
        ("a.py", ""),
    ]);
    let mut references = from_skill(&pack, &Documents::read(&pack));
    assert_eq!(references.len(), 3);
    references.extend(references.clone());
    let found = check(&pack, &references);
    assert_eq!(told(&found), ["BROKEN_REFERENCE SKILL.md:4"]);
    assert_eq!(found[0].message, "`scripts/x.py` does not exist in the pack (the file names it 3 times)");
    let file: Arc<str> = "a.py".into();
    let place = Place::new(&file, &Text::new("x".into()), Span::new(0, 1));
    references.push(Reference { file, place, target: "scripts/x.py".into() });
    assert_eq!(told(&check(&pack, &references)), ["BROKEN_REFERENCE SKILL.md:4", "BROKEN_REFERENCE a.py:1"]);
}

/// Paths in backticks in a folder the pack does not have: those of `silent` are excused by their
/// sentence, those of `told` are near misses.
fn judge(silent: &[&str], told: &[&str]) {
    for body in silent {
        assert_eq!(of(body), [""; 0], "{body}");
    }
    for body in told {
        assert_eq!(of(body), BROKEN, "{body}");
    }
}

#[test]
fn what_is_yet_to_be_written_need_not_be_there() {
    judge(
        &[
            "Write the summary to `notes/a.md`.",
            "Every run writes `notes/a.json` with the date.",
            "**Evidence** logged to `notes/a.json`",
            "Capture valuable queries in `notes/a.md` with their source.",
            "Document terms and rules in `notes/a.md` and `notes/b.md`.",
            "Create `notes/a.py` that:",
            "Create the following files: `notes/a.md`, `notes/b.md`",
            "Produces: `notes/a.md`",
            "Mark it as unverified in `notes/a.md` and go on.",
            "Then translate the options into `notes/a.yaml`.",
            "Point to `notes/a.md`.\n\nSave the results in `notes/a.md`.",
        ],
        &[
            "Run `notes/gone.py`.",
            "Create the page with `notes/a.md`.",
            "To write a report, run `notes/a.py`.",
            "Create a user: `notes/create-user.md`",
            "- **Writing** → `notes/writing.md`",
            "Writes a report. See `notes/a.md`.",
            "Save time; read `notes/a.md`.",
            "The guide in `notes/a.md` tells how.",
            "| Write | `notes/a.md` |",
            "Write the summary to [a](notes/a.md).",
            // The pack has this folder, and what is written there should be listed with the rest.
            "Write the summary to `data/a.md`.",
        ],
    );
}

#[test]
fn what_is_anothers_need_not_be_there() {
    judge(
        &[
            "Copy `data/units.json` to your project's `lib/a.ts`.",
            "The plugin's own `tools/a.py` does it.",
            "Upstream `tools/a.py` checks it.",
            "Use `examples/a.py` from the upstream repository.",
            "Or run `tools/a.py` from that skill directory.",
            "The model (`docs/a.md`, repository checkout only) holds more.",
            "See `acme:meta-tree` -> `references/gone.md` for it.",
            "(see `acme:meta-tree`, `references/gone.md` \"Switches\").",
            "Invoke the `get-resources` skill (`tools/a.py`).",
            "`<plugin>/skills/meta-tree/`, then go on; procedure in its\n`references/gone.md`.",
            "One of meta-tree's `references/gone.md` forms.",
            "| **Safe** | `agents/a.md` (from team-lead) | x |",
        ],
        &[
            "Run `notes/a.py` from this skill's directory.",
            "Run `notes/a.py` from the repository root.",
            "Run `notes/a.py` in the project.",
            "For your project, read `notes/a.md`.",
            "`react-native` → `notes/react-native.md`",
            "Needs `jq`, `notes/a.py`.",
            "The `weather` skill (`notes/a.py`).",
            "`acme:weather` -> `notes/a.md`",
            "Install `acme:meta-tree`. Then read `notes/a.md`.",
            "This skill's `notes/a.md`.",
            "Its table in its `notes/a.md`.",
            "Read your project's [guide](notes/a.md).",
        ],
    );
}

#[test]
fn a_link_to_another_skill_names_it() {
    let body = "Use [`big-query`](../big-query/SKILL.md) (`ML.X` in `reference/a.md`).";
    assert_eq!(of(body), OUTSIDE);
    let body = "Use [`big-query`](../big-query/SKILL.md). Read `reference/a.md`.";
    assert_eq!(of(body), ["BROKEN_REFERENCE SKILL.md:5", "REFERENCE_OUTSIDE_PACK SKILL.md:5"]);
}

#[test]
fn examples_need_not_be_there() {
    judge(
        &[
            "- **Example**: `notes/a.py` for turning pages",
            "- **Examples**: `notes/a.md` for terms, `notes/b.md` for rules",
            "Put it in a file of its own (e.g. `notes/a.md`).",
            "Name files after their topic, for example `notes/a.md`.",
            "Files such as `notes/a.md` or `notes/b.md` grow.",
            "A `notes/a.py` script would be helpful.",
            "An installation may also contain `notes/a.md`, the whole text.",
            "It prints names like `notes/a.md`.",
        ],
        &[
            "For example, run `notes/a.py`.",
            "See `notes/a.md` for example queries.",
            "Examples: see `notes/a.md`.",
            "Read the example `notes/a.md`.",
            "It is like a map. Read `notes/a.md`.",
            "If you would like more, read `notes/a.md`.",
            "You may read `notes/a.md`.",
            "[a](bar/a.md)",
        ],
    );
}

#[test]
fn first_folders_of_runs_and_plugins_need_not_be_there() {
    judge(
        &[
            "`reproducibility/a.sh` `hooks/a.py` `plugins/x/a.py` `skills/other/a.py` `schemas/a.json`",
            "Read `report_data/a.json` and `audit-out/a.json`, then `busco_run/a.txt`.",
            "[a](path.md) [b](./path.md) [c](link.md)",
        ],
        &[
            "`hook/a.py`",
            "`tools/hooks/a.py`",
            "[a](hooks/a.py)",
            "[a](paths.md)",
            "[a](x/path.md)",
            "`data/x_run/a.md`",
        ],
    );
}

#[test]
fn a_long_list_of_paths_is_one_finding() {
    let body = "See ".to_string() + &"`notes/a.md`, ".repeat(5_000);
    assert_eq!(of(&body).len(), 1);
}
