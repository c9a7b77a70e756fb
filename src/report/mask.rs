//! Keys that stand in a pack are shown in no report: their text is masked before anything is
//! rendered, so that no form can forget to.

use super::{FindingEntry, Report};
use crate::pack::Pack;
use crate::rules::Rule;
use crate::text::Text;
use std::collections::{BTreeMap, BTreeSet};

/// Characters of a key that are kept, by which its owner knows it again.
const KEPT: usize = 4;

/// The pack as reports show it: each key that `report` tells of is masked wherever it stands in its
/// file. Each file is looked at for its own keys alone, so that a pack full of keys does not cost
/// keys times files. Lines and columns stay what they are.
pub fn mask_keys(pack: &mut Pack, report: &Report) {
    let mut keys: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let told = report.findings.iter().filter(|finding| finding.rule == Rule::HardcodedSecret.id());
    for finding in told {
        let Some(path) = finding.file.as_deref() else { continue };
        keys.entry(path).or_default().extend(key_of(pack, path, finding));
    }
    for file in &mut pack.files {
        let Some(own) = keys.get(&*file.path) else { continue };
        let Some(text) = &mut file.text else { continue };
        let mut shown = text.as_str().to_string();
        // A key may begin with another: the longer one is masked first.
        for key in own.iter().rev().filter(|key| key.len() > KEPT) {
            shown = shown.replace(key, &masked(key));
        }
        *text = Text::new(shown);
    }
}

/// The text that a finding cites.
fn key_of(pack: &Pack, path: &str, finding: &FindingEntry) -> Option<String> {
    let text = pack.file(path)?.text.as_ref()?;
    let spot = finding.spot()?;
    let byte = |line: u32, column: u32| {
        text.line_span(line).start as usize + text.byte_in_line(line, column.saturating_sub(1))
    };
    let key = byte(spot.line, spot.column)..byte(spot.end_line, spot.end_column);
    text.as_str().get(key).filter(|key| !key.is_empty()).map(String::from)
}

/// A key with a dot for each character but the first ones; of a key block the first line stays.
fn masked(key: &str) -> String {
    let kept = match key.starts_with("-----BEGIN") {
        true => key.lines().next().unwrap_or_default().chars().count(),
        false => KEPT,
    };
    let dot = |(at, c): (usize, char)| if at < kept || c == '\n' || c == '\r' { c } else { '•' };
    key.chars().enumerate().map(dot).collect()
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn a_mask_keeps_lines_and_columns() {
        assert_eq!(masked("abcdefé"), "abcd•••");
        assert_eq!(masked("-----BEGIN X-----\nabc\r\nd"), "-----BEGIN X-----\n•••\r\n•");
    }
}
