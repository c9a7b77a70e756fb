//! `queries facts`, `list` and `test` as programs see them.

use super::common::valid;
use super::{root, run, write};
use skill_vet::cli::queries::suite;
use skill_vet::facts::fixture;
use std::collections::BTreeSet;
use std::fs;

/// Every fixture of the examples and of the embedded set: what `queries facts` prints is what is
/// annotated, no more and no less.
#[test]
fn facts_agree_with_the_annotations() {
    let dir = tempfile::tempdir().unwrap();
    let mut count = 0;
    for (folder, queries) in [("docs/vocabulary/fixtures", Some("docs/vocabulary")), ("fixtures/facts", None)]
    {
        for one in suite(&[root().join(folder)], queries.is_some()).unwrap().fixtures {
            let mut failures = Vec::new();
            let (code, annotations) =
                fixture::read(one.language, &one.text, one.sidecar.as_deref(), &mut failures);
            assert!(failures.is_empty());
            write(dir.path(), &[("code", &code)]);
            let mut args = vec!["queries", "facts", "code", "--json", "--language", one.language.name()];
            let queries = queries.map(|folder| root().join(folder).display().to_string());
            if let Some(folder) = &queries {
                args.extend(["--queries", folder]);
            }
            let (exit, out, err) = run(dir.path(), &args);
            assert_eq!((exit, err.as_str()), (0, ""), "{}", one.shown);
            let report = valid("facts", &out);
            let found: BTreeSet<(u64, u64, String)> = report["facts"]
                .as_array()
                .unwrap()
                .iter()
                .map(|fact| {
                    let at = |key: &str| fact["at"][key].as_u64().unwrap();
                    (at("line"), at("column"), fact["fact"].as_str().unwrap().to_string())
                })
                .collect();
            let said: BTreeSet<(u64, u64, String)> = annotations
                .iter()
                .filter(|annotation| !annotation.is_miss)
                .map(|annotation| {
                    (annotation.line.into(), annotation.column.into(), annotation.fact.word().into())
                })
                .collect();
            assert_eq!(found, said, "{}", one.shown);
            count += said.len();
        }
    }
    assert!(count > 40, "{count} facts");
}

#[test]
fn the_tree_and_the_reasons_are_in_the_json_too() {
    let dir = tempfile::tempdir().unwrap();
    write(
        dir.path(),
        &[("a.py", "import requests\n\ndef post(u):\n    pass\npost()\nrequests.post(u, *v)\n")],
    );
    let query = "; extends\n((call function: (_) @fn arguments: (argument_list . (_) . (keyword_argument) @url)) @send\n\
                 (#name? @fn \"requests.post\") (#set! id near) (#set! kind http))\n";
    write(dir.path(), &[("rules/python/sends.scm", query)]);
    let args = ["queries", "facts", "a.py", "--json", "--tree", "--why", "sends/near", "--queries", "rules"];
    let (code, out, err) = run(dir.path(), &args);
    assert_eq!((code, err.as_str()), (0, ""));
    let report = valid("facts", &out);
    assert_eq!(report["sources"][0]["tree"][0]["kind"], "(module)");
    let why = &report["why"][0];
    assert_eq!(why["pattern"], "python/sends/near");
    // The second call fits further than the first, which has no argument.
    assert_eq!(why["nodes"][0]["at"]["line"], 6);
    assert_eq!(why["nodes"][0]["result"], "shape");
    assert_eq!(why["nodes"][0]["wanted"], ". (keyword_argument)");
    let (code, out, _) =
        run(dir.path(), &["queries", "facts", "a.py", "--why", "near", "--queries", "rules"]);
    assert!(code == 0 && out.contains("the shape never fits; the closest nodes are"), "{out}");
}

#[test]
fn a_name_of_the_file_itself_is_told_as_such() {
    let dir = tempfile::tempdir().unwrap();
    write(
        dir.path(),
        &[
            ("a.py", "def post(u):\n    pass\npost(1)\n"),
            (
                "rules/python/sends.scm",
                "((call function: (_) @fn arguments: (argument_list . (_) @url)) @send (#name? @fn post) (#set! id own) (#set! kind http))",
            ),
        ],
    );
    let (code, out, _) = run(dir.path(), &["queries", "facts", "a.py", "--why", "own", "--queries", "rules"]);
    assert!(
        code == 0 && out.contains("`post` has no names: it is defined in this file, so it is no API"),
        "{out}"
    );
}

#[test]
fn wrong_input_of_the_query_commands_is_one_line() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), &[("a.py", ""), ("notes.txt", "nothing\n"), ("fixtures/facts/x.rb", ""), ("x.rb", "")]);
    let table: [(&[&str], &str); 9] = [
        (&["queries"], "subcommand"),
        (&["queries", "list", "--language", "pyhton"], "did you mean python?"),
        (&["queries", "facts", "missing.py"], "missing.py"),
        (&["queries", "facts", "notes.txt"], "no code in it"),
        (&["queries", "facts", "a.py", "--why", "imprt"], "did you mean import?"),
        (&["queries", "test", "x.rb"], "names no language"),
        (&["queries", "test", "missing"], "missing"),
        (&["queries", "test"], "no fixture in fixtures/facts"),
        (&["queries", "test", "notes.txt"], "names no language"),
    ];
    for (args, named) in table {
        let (code, out, err) = run(dir.path(), args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
        assert!(err.starts_with("error: ") && err.contains(named), "{args:?}: {err}");
        assert_eq!(err.lines().count(), 1, "{args:?}: {err}");
    }
}

#[test]
fn a_suite_tells_what_is_wrong_with_its_line() {
    let dir = tempfile::tempdir().unwrap();
    let vocabulary = root().join("docs/vocabulary").display().to_string();
    for (text, said) in [
        (
            "open(\".env\")\n",
            "1: unexpected; if it is right, paste below:\n# <- secret.read open kind=\"dotenv\"\n",
        ),
        ("x\n# <- secret.read open\n", "1: missing: "),
        ("open(\".env\")\n# <- secret.read open kind=\"ssh\"\n", "1: wrong: kind of open is [\"dotenv\"]"),
        ("open(\".env\")\n# <- secret.read open\n# miss: <- secret.read open\n", "1: no longer missed"),
        ("open(\".env\")\n# <- secret.raed open\n", "did you mean secret.read?"),
        ("open(\".env\")\n# <- secret.read opne\n", "did you mean open?"),
        ("open(\".env\")\n# <- secret.read open pth=\"x\"\n", "did you mean path?"),
        ("x\n# miss: <- secret.read new-id kind=\"shs\"\n", "did you mean ssh?"),
    ] {
        write(dir.path(), &[("a.py", text)]);
        let (code, out, _) = run(dir.path(), &["queries", "test", "a.py", "--queries", &vocabulary]);
        assert!(code == 1 && out.contains(said) && out.contains("a.py:"), "{text}: {out}");
    }
    let sidecar = "1:1-13 secret.read open kind=\"dotenv\"\n";
    fs::remove_file(dir.path().join("a.py")).unwrap();
    write(dir.path(), &[("one/python/b.py", "open(\".env\")\n"), ("one/python/b.py.expect", sidecar)]);
    let (_, out, _) = run(dir.path(), &["queries", "test", "one", "--queries", &vocabulary]);
    assert!(!out.contains("b.py:"), "{out}");
    fs::remove_file(dir.path().join("one/python/b.py")).unwrap();
    let (code, _, err) = run(dir.path(), &["queries", "test", "one", "--queries", &vocabulary]);
    assert!(code == 2 && err.contains("there is no one/python/b.py"), "{err}");
}

#[test]
fn the_list_names_every_pattern_with_its_place() {
    let dir = tempfile::tempdir().unwrap();
    let (code, out, _) = run(dir.path(), &["queries", "list", "--json"]);
    assert_eq!(code, 0);
    for entry in valid("queries", &out).as_array().unwrap() {
        let (file, line) = (entry["file"].as_str().unwrap(), entry["line"].as_u64().unwrap());
        let text = fs::read_to_string(root().join(file)).unwrap();
        assert!(text.lines().nth(line as usize - 1).unwrap().starts_with("(("), "{file}:{line}");
    }
    let (code, table, _) = run(dir.path(), &["queries", "list", "--language", "python"]);
    assert!(code == 0 && table.contains("queries/python/imports.scm:"), "{table}");
}
