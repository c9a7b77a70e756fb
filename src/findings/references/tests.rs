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
    ] {
        assert_eq!(from(&pack, "scripts/main.py", there), [""; 0], "{there}");
    }
    for gone in ["data/cities.json", "../data/cities.json", "near.txt"] {
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
fn a_site_is_told_once() {
    let pack = pack(&[("SKILL.md", "---\nname: a\n---\n`scripts/x.py`, `scripts/x.py`")]);
    let references = from_skill(&pack, &Documents::read(&pack));
    assert_eq!(references.len(), 2);
    let twice = [references.clone(), references].concat();
    assert_eq!(check(&pack, &twice).len(), 2);
}
