//! What a pack's text tells the agent, as tables: `fixtures/text/<language>.tsv` holds a rule, a
//! text that it fires on and a near miss that nothing fires on, or `-`; `fixtures/text/shapes.txt` holds
//! templates of which samples are made.

#![allow(clippy::unwrap_used)] // A test says what it expects by panicking.

use skill_vet::findings::told;
use skill_vet::pack::File;
use skill_vet::queries::QuerySet;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const HEAD: &str = "# Weather\n\nPrints a short weather summary for a city.\n\n";

/// Samples made of each shape.
const SAMPLES: usize = 60;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/text")
}

/// The rules that fire on `text` in the file `path`.
fn rules(path: &str, text: String, queries: &QuerySet) -> BTreeSet<&'static str> {
    told::check_file(&File::of_text(path, text), queries).iter().map(|finding| finding.rule.id()).collect()
}

#[test]
fn every_row_fires_and_no_near_miss_does() {
    let queries = QuerySet::embedded();
    let mut wrong = Vec::new();
    let mut rows = 0;
    let mut languages = 0;
    let mut tables: Vec<_> = fs::read_dir(folder()).unwrap().flatten().map(|entry| entry.path()).collect();
    tables.sort();
    for table in tables.iter().filter(|path| path.extension().is_some_and(|ending| ending == "tsv")) {
        languages += 1;
        let name = table.file_name().unwrap().to_string_lossy().into_owned();
        for (number, line) in fs::read_to_string(table).unwrap().lines().enumerate() {
            if line.starts_with('#') || line.is_empty() {
                continue;
            }
            rows += 1;
            let cells: Vec<String> = line.split('\t').map(|cell| cell.replace("\\n", "\n")).collect();
            let [rule, text, near] = cells.as_slice() else {
                panic!("{name}:{}: three cells", number + 1);
            };
            let found = rules("SKILL.md", format!("{HEAD}{text}\n"), &queries);
            if !found.contains(rule.as_str()) {
                wrong.push(format!("{name}:{}: {rule} does not fire: {text} {found:?}", number + 1));
            }
            let found = rules("SKILL.md", format!("{HEAD}{near}\n"), &queries);
            if near != "-" && !found.is_empty() {
                wrong.push(format!("{name}:{}: {found:?} fires: {near}", number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {rows} rows\n{}", wrong.len(), wrong.join("\n"));
    assert!(languages >= 10 && rows >= 150, "{languages} languages, {rows} rows");
}

/// A small generator of numbers, the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    /// The template with one of each `{a|b}`, which may hold others.
    fn fill(&mut self, template: &str) -> String {
        let mut text = template.to_string();
        while let Some(end) = choice_end(&text) {
            let start = text[..end].rfind('{').unwrap();
            let choices: Vec<String> = text[start + 1..end].split('|').map(String::from).collect();
            let chosen = &choices[self.roll(choices.len())];
            text.replace_range(start..end + 1, chosen);
        }
        text
    }
}

/// The end of the first `{a|b}`; the braces of JSON hold no bar, or a quote.
fn choice_end(text: &str) -> Option<usize> {
    text.match_indices('}').map(|(end, _)| end).find(|&end| {
        let Some(start) = text[..end].rfind('{') else { return false };
        let inner = &text[start + 1..end];
        inner.contains('|') && !inner.contains(['"', '{']) && !inner.contains('\n')
    })
}

#[test]
fn samples_of_every_shape_get_the_right_rule() {
    let queries = QuerySet::embedded();
    let source = fs::read_to_string(folder().join("shapes.txt")).unwrap();
    let mut missed = Vec::new();
    let mut shapes = 0;
    for shape in source.split("\n=== ").skip(1) {
        let (title, body) = shape.split_once('\n').unwrap();
        let rule = title.rsplit_once(": ").unwrap().1.trim();
        let templates: Vec<(&str, &str)> =
            body.split("--- ").skip(1).filter_map(|one| one.split_once('\n')).collect();
        let mut dice = Dice(title.len() as u64 * 7919);
        let mut samples = BTreeSet::new();
        for round in 0..SAMPLES * 4 {
            let (path, template) = templates[round % templates.len()];
            if samples.len() < SAMPLES {
                samples.insert((path, dice.fill(template.trim_end())));
            }
        }
        assert!(samples.len() >= 30, "{title}: only {} samples", samples.len());
        let mut lost = Vec::new();
        for (path, text) in &samples {
            let (path, whole) = match *path {
                "DESCRIPTION" => {
                    ("SKILL.md", format!("---\nname: weather\ndescription: \"{text}\"\n---\n\n{HEAD}"))
                }
                "SKILL.md" => ("SKILL.md", format!("{HEAD}{text}\n")),
                path => (path, format!("{text}\n")),
            };
            let found = rules(path, whole, &queries);
            if !found.contains(rule) {
                lost.push(format!("  {path} {found:?}: {text}"));
            }
        }
        shapes += 1;
        if lost.len() * 20 > samples.len() {
            missed.push(format!("{title}: {} of {} lost\n{}", lost.len(), samples.len(), lost.join("\n")));
        }
    }
    assert_eq!(shapes, 6);
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
