//! 2,000 seeded mutations of query files, lists and fixtures: each loads or is told with its place;
//! nothing panics, and no unknown word is taken in silence.

use super::root;
use regex::Regex;
use skill_vet::cli::queries::{load, suite};
use skill_vet::facts::{Unit, fixture};
use skill_vet::language::Language;
use skill_vet::queries::vocabulary::{FactType, PredicateWord, Role};
use skill_vet::queries::{QueryFile, QuerySet, position};
use skill_vet::text::Text;

const QUERIES: usize = 1300;
const LISTS: usize = 200;
const FIXTURES: usize = 500;
/// Stands for a word that is in no vocabulary.
const STRANGER: &str = "zqxjk";

/// Xorshift: the same numbers on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.roll(from.len())]
    }

    /// An offset at a bound between characters.
    fn place(&mut self, text: &str) -> usize {
        let mut at = self.roll(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// Damages a text in one of the ways in which editing does.
    fn damage(&mut self, text: &str) -> String {
        let (a, b) = (self.place(text), self.place(text));
        let (start, end) = (a.min(b), a.max(b));
        let short = (start + 1 + self.roll(6)).min(text.len());
        let short = (start..=short).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(start);
        let signs = [
            "(", ")", "[", "]", "\"", "@", "#", ".", "!", "?", "*", "+", ";", ":", "\\", "\n", " ", "_", "é",
            "\u{0}", "'", "^",
        ];
        match self.roll(6) {
            0 => format!("{}{}", &text[..start], &text[short..]),
            1 => format!("{}{}{}", &text[..start], self.pick(&signs), &text[start..]),
            2 => format!("{}{}{}", &text[..start], self.pick(&signs), &text[short..]),
            3 => text[..start].to_string(),
            4 => format!("{}{}{}", &text[..end], &text[start..end], &text[end..]),
            _ => format!("{}{}", &text[..start], &text[end..]),
        }
    }
}

/// The words that are in the query language's own vocabulary, looked for without its loader.
fn strangers(text: &str) -> Vec<String> {
    let plain = Regex::new(r#""(\\.|[^"\\\n])*"|;[^\n]*"#).unwrap().replace_all(text, " ").into_owned();
    let captures = Regex::new(r"@([\w.-]+)").unwrap();
    let predicates = Regex::new(r"#([\w-]+[?!]?)").unwrap();
    let is_capture = |word: &str| {
        word.starts_with('_') || FactType::by_word(word).is_some() || Role::by_word(word).is_some()
    };
    let is_predicate = |word: &str| {
        let bare = word.strip_suffix('?').map(|word| word.strip_prefix("not-").unwrap_or(word));
        word == "set!" || bare.is_some_and(|word| PredicateWord::by_word(word).is_some())
    };
    let words = |regex: &Regex, known: &dyn Fn(&str) -> bool| -> Vec<String> {
        let all = regex.captures_iter(&plain).map(|found| found[1].trim_end_matches('.').to_string());
        all.filter(|word| !known(word)).collect()
    };
    let mut out = words(&captures, &is_capture);
    out.extend(words(&predicates, &is_predicate));
    out
}

/// Puts a word that nobody knows in the place of one of the vocabulary's.
fn estrange(dice: &mut Dice, pattern: &str) -> String {
    let words = [
        r"@([a-z][\w.-]*)",
        r"#(?:not-)?([a-z-]+)\?",
        r"#set! (id|kind|label) ",
        r#"#set! kind "([a-z-]+)""#,
        r#"lexicon\? @\w+ "([a-z-]+)""#,
        r"\b([a-z_]+): ",
        r"\(([a-z][a-z_]+)[ )]",
    ];
    let mut places = Vec::new();
    let code = Regex::new(r";[^\n]*")
        .unwrap()
        .replace_all(pattern, |found: &regex::Captures<'_>| " ".repeat(found[0].len()));
    // What looks like a capture or a node inside a regular expression is none.
    let code = Regex::new(r#""(?:[^"\\]|\\.)*""#)
        .unwrap()
        .replace_all(&code, |found: &regex::Captures<'_>| found[0].replace(['@', '(', '#', '!'], " "))
        .into_owned();
    for word in words {
        places.extend(
            Regex::new(word).unwrap().captures_iter(&code).map(|found| found.get(1).unwrap().range()),
        );
    }
    let range = dice.pick(&places).clone();
    format!("{}{STRANGER}{}", &pattern[..range.start], &pattern[range.end..])
}

/// Faults of a file among lists, each with a place that is in it.
fn faults(path: &str, text: &str, lists: &[&QueryFile]) -> (QuerySet, Vec<String>) {
    let mut files: Vec<QueryFile> = lists.iter().map(|&list| list.clone()).collect();
    files.push(QueryFile::new(path.into(), path.into(), text.to_string()));
    let set = QuerySet::of_files("test", files);
    let faults = set.check();
    for fault in &faults {
        let file = set.files().iter().find(|file| file.shown == fault.file).unwrap();
        assert!(fault.span.end as usize <= file.text.len(), "{fault}\n{text}");
        assert_eq!(position(&file.text, fault.span.start), (fault.line, fault.column), "{fault}\n{text}");
        assert!(!fault.message.is_empty());
    }
    let told = faults.iter().map(ToString::to_string).collect();
    (set, told)
}

fn all_files() -> QuerySet {
    load(&[root().join("docs/vocabulary")]).unwrap()
}

#[test]
fn mutated_queries_load_or_are_told() {
    let set = all_files();
    let embedded = QuerySet::embedded();
    let languages = [Language::Python, Language::Bash, Language::JavaScript];
    let rows: Vec<_> =
        languages.iter().flat_map(|&one| [&set, &embedded].map(|set| set.rows(one))).flatten().collect();
    let mut dice = Dice(0x5eed_0001);
    let mut sound = 0;
    for nth in 0..QUERIES {
        let row = dice.pick(&rows);
        let pattern = &row.file.text[row.pattern.span.range()];
        let lists: Vec<&QueryFile> = set
            .files()
            .iter()
            .filter(|file| {
                file.path
                    .strip_prefix("lexicon/")
                    .is_some_and(|name| pattern.contains(name.trim_end_matches(".txt")))
            })
            .collect();
        if nth % 2 == 0 {
            let text = estrange(&mut dice, pattern);
            let (_, told) = faults(&row.file.path, &text, &lists);
            assert!(told.iter().any(|fault| fault.contains(STRANGER)), "{told:?}\n{text}");
            continue;
        }
        let mut text = dice.damage(pattern);
        if dice.roll(3) == 0 {
            text = dice.damage(&text);
        }
        let (set, told) = faults(&row.file.path, &text, &lists);
        if told.is_empty() {
            sound += 1;
            assert_eq!(strangers(&text), [""; 0], "{text}");
            if nth % 8 == 1 {
                Unit::script(row.language, "a = open(\"x\", b)\nf(g(1), \"y\")\n", &set);
            }
        }
    }
    assert!(sound > 10 && sound < QUERIES / 2, "{sound} of the damaged patterns are still sound");
}

#[test]
fn mutated_lists_load_or_are_told() {
    let set = all_files();
    let lists: Vec<&QueryFile> =
        set.files().iter().filter(|file| file.path.starts_with("lexicon/")).collect();
    let mut dice = Dice(0x5eed_0002);
    for _ in 0..LISTS {
        let list = dice.pick(&lists);
        let whole = Text::new(list.text.to_string());
        let head: String =
            (1..=whole.line_count().min(25) as u32).map(|line| format!("{}\n", whole.line(line))).collect();
        let text = if dice.roll(3) == 0 {
            head.replacen("match: ", &format!("match: {STRANGER}"), 1)
        } else {
            dice.damage(&head)
        };
        let (set, told) = faults(&list.path, &text, &[]);
        if text.contains(STRANGER) {
            assert!(told.iter().any(|fault| fault.contains(STRANGER)), "{told:?}\n{text}");
        }
        for list in set.lexicons.values() {
            list.find("a/b.c");
        }
    }
}

#[test]
fn mutated_fixtures_run_or_are_told() {
    let set = all_files();
    let read = suite(&[root().join("docs/vocabulary/fixtures")], true).unwrap();
    let one = &read.fixtures[0];
    let lines: Vec<&str> = one.text.lines().collect();
    let marked: Vec<usize> =
        (1..lines.len()).filter(|&at| lines[at].contains("<- ") || lines[at].contains("^ ")).collect();
    let mut dice = Dice(0x5eed_0003);
    let said = Regex::new(r#"(?:<-|\^) ([a-z.]+) ([a-z0-9-]+)(?: ([a-z]+)="([a-z0-9-]+)")?"#).unwrap();
    for nth in 0..FIXTURES {
        let at = *dice.pick(&marked);
        // The imports, then one line of code with what is said of it.
        let with = |annotation: &str| format!("{}\n{}\n{annotation}\n", lines[..6].join("\n"), lines[at - 1]);
        let sound = fixture::run(one.language, &with(lines[at]), None, &set);
        assert!(sound.failures.is_empty(), "{:?}", sound.failures);
        if nth % 2 == 0 {
            let words: Vec<_> =
                said.captures(lines[at]).unwrap().iter().skip(1).flatten().map(|word| word.range()).collect();
            let range = dice.pick(&words).clone();
            let text = format!("{}{STRANGER}{}", &lines[at][..range.start], &lines[at][range.end..]);
            let outcome = fixture::run(one.language, &with(&text), None, &set);
            let told = |failure: &fixture::Failure| {
                failure.what == fixture::What::Unreadable && failure.text.contains(STRANGER)
            };
            assert!(outcome.failures.iter().any(told), "{text}: {:?}", outcome.failures);
        } else {
            let text = dice.damage(&with(lines[at]));
            let outcome = fixture::run(one.language, &text, Some(&dice.damage("7:1-2 send x\n")), &set);
            for failure in outcome.failures {
                assert!(failure.line >= 1 && !failure.text.is_empty(), "{failure}");
            }
        }
    }
}
