//! The table of shapes, `fixtures/shapes.tsv`: each text gets its rule, each near miss does not.

#![allow(clippy::unwrap_used)] // A test says what it expects by panicking.

use skill_vet::pack::{Limits, Pack};
use skill_vet::queries::QuerySet;
use skill_vet::verdict::judge;
use skill_vet::vet::vet;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const SKILL: &str = "---\nname: weather\ndescription: Prints a short weather summary\n---\n\n# Weather\n";

/// A generator whose numbers are the same everywhere (xorshift*).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit
    }

    fn drawn(&mut self, signs: &str, count: usize) -> String {
        let signs: Vec<char> = signs.chars().collect();
        (0..count).map(|_| signs[self.below(signs.len())]).collect()
    }
}

const LOWER: &str = "abcdefghijklmnopqrstuvwxyz0123456789";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

fn signs(kind: &str) -> String {
    let letters = format!("{}{}", &LOWER[..26], &UPPER[..26]);
    match kind {
        "an" => format!("{letters}0123456789"),
        "alpha" => letters,
        "lower" => LOWER.into(),
        "upper" => UPPER.into(),
        "hex" => "0123456789abcdef".into(),
        "b32" => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".into(),
        "bech32" => "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L".into(),
        "b64" => format!("{letters}0123456789+/"),
        // Not at an end: a `-` there would be part of what follows.
        "url" => format!("{letters}0123456789"),
        "digit" => "0123456789".into(),
        other => panic!("what is {other}?"),
    }
}

/// CRC-32 in six digits of base 62, as GitHub and npm end their tokens.
fn checksum(text: &str) -> String {
    let crc = !text.bytes().fold(!0u32, |sum, byte| {
        (0..8).fold(
            sum ^ u32::from(byte),
            |sum, _| if sum & 1 == 1 { (sum >> 1) ^ 0xEDB8_8320 } else { sum >> 1 },
        )
    });
    let digits = format!("0123456789{}{}", &UPPER[..26], &LOWER[..26]);
    let digit = |power: u32| digits.as_bytes()[(u64::from(crc) / 62u64.pow(power) % 62) as usize] as char;
    (0..6).rev().map(digit).collect()
}

/// A cell with what is in braces written out.
fn written(cell: &str, dice: &mut Dice) -> String {
    let cell = cell.replace("\\\\", "\u{1}").replace("\\n", "\n").replace('\u{1}', "\\");
    let mut out = String::new();
    let mut last = String::new();
    let mut rest = cell.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let inside = after.split_once('}');
        let made = inside.and_then(|(inside, _)| match inside.split_once([':', '+', '*']) {
            _ if inside == "crc" => Some(checksum(&last)),
            _ if inside == "uuid" => {
                Some([8, 4, 4, 4, 12].map(|count| dice.drawn(&signs("hex"), count)).join("-"))
            }
            Some(("U", code)) => char::from_u32(u32::from_str_radix(code, 16).ok()?).map(String::from),
            Some((kind, count)) if inside.contains(':') => {
                let count = count.parse().ok()?;
                last = dice.drawn(&signs(kind), count);
                Some(last.clone())
            }
            Some((times, text)) if inside.contains('*') => Some(text.repeat(times.parse().ok()?)),
            _ => None,
        });
        match (made, inside) {
            (Some(made), Some((_, after))) => {
                out.push_str(&made);
                rest = after;
            }
            _ => {
                out.push('{');
                rest = after;
            }
        }
    }
    out + rest
}

/// The rules that fire on a pack of one file.
fn rules(path: &str, text: &str, queries: &QuerySet) -> BTreeSet<&'static str> {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path().join("weather");
    fs::create_dir(&dir).unwrap();
    fs::write(dir.join("SKILL.md"), SKILL).unwrap();
    fs::write(dir.join(path), text).unwrap();
    let pack = Pack::read(&dir.to_string_lossy(), &Limits::default()).unwrap();
    let judgement = judge(&pack, vet(&pack, queries, Default::default()));
    judgement.findings.iter().map(|judged| judged.finding.rule.id()).collect()
}

fn table() -> Vec<(usize, Vec<String>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/shapes.tsv");
    let text = fs::read_to_string(path).unwrap();
    let rows = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    rows.map(|(at, line)| (at + 1, line.split('\t').map(String::from).collect())).collect()
}

#[test]
fn each_text_gets_its_rule_and_each_near_miss_does_not() {
    let queries = QuerySet::embedded();
    let mut wrong = Vec::new();
    for (line, row) in table() {
        let [rule, path, text, near] = row.as_slice() else { panic!("line {line} has not four cells") };
        // Whether a shape is found must not depend on what was drawn.
        for seed in 1..=2 {
            let mut dice = Dice(0x5eed_0000 + seed * 7919 + line as u64);
            let (text, near) = (written(text, &mut dice), written(near, &mut dice));
            if !rules(path, &text, &queries).contains(rule.as_str()) {
                wrong.push(format!("{line}: no {rule} on {text:?}"));
            }
            if rules(path, &near, &queries).contains(rule.as_str()) {
                wrong.push(format!("{line}: {rule} on its near miss {near:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_issuer_has_a_row() {
    let queries = QuerySet::embedded();
    let list = queries.shapes("secret-shapes").unwrap();
    let mut met: BTreeSet<&str> = BTreeSet::new();
    for (line, row) in table().into_iter().filter(|(_, row)| row[0] == "HARDCODED_SECRET") {
        let text = written(&row[2], &mut Dice(0x5eed_0001 + line as u64));
        met.extend(list.find(&text).iter().map(|hit| hit.shape.kind.as_str()));
    }
    let issuers: BTreeSet<&str> = list.all().iter().map(|shape| shape.kind.as_str()).collect();
    let missing: Vec<_> = issuers.difference(&met).collect();
    assert!(missing.is_empty(), "no row for {missing:?}");
    assert!(issuers.len() >= 30);
}

#[test]
fn a_key_is_never_told_whole() {
    let queries = QuerySet::embedded();
    let key = format!("glpat-{}", Dice(0x5eed_0042).drawn(&signs("an"), 20));
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path().join("weather");
    fs::create_dir(&dir).unwrap();
    fs::write(dir.join("SKILL.md"), format!("{SKILL}\nUse {key} for it.\n")).unwrap();
    let pack = Pack::read(&dir.to_string_lossy(), &Limits::default()).unwrap();
    let judgement = judge(&pack, vet(&pack, &queries, Default::default()));
    let told: Vec<&str> = judgement.findings.iter().map(|judged| judged.finding.message.as_str()).collect();
    assert_eq!(told, ["holds a key: GitLab token, `glpa…` (26 characters)"]);
}
