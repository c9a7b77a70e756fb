//! Packs built by hand, for tests of the checks.

use crate::language::Language;
use crate::pack::{File, Kind, Pack};
use crate::text::Text;

/// A pack named `weather` with these files, classified by their extensions.
pub(super) fn pack(files: &[(&str, &str)]) -> Pack {
    let mut files: Vec<File> = files.iter().map(|(path, text)| file(path, text)).collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Pack { dir: "weather".into(), dirname: "weather".into(), files, gaps: Vec::new() }
}

/// A text file.
pub(super) fn file(path: &str, text: &str) -> File {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    let language = Language::by_extension(extension);
    let kind = match extension {
        "md" => Kind::Markdown,
        "ps1" | "bat" => Kind::Script,
        _ if language.is_some() => Kind::Script,
        _ => Kind::Text,
    };
    File {
        path: path.into(),
        bytes: text.len() as u64,
        kind,
        language,
        symlink_out: false,
        text: Some(Text::new(text.into())),
    }
}

/// `RULE file:line` of each finding, sorted; the line is left out where there is none.
pub(super) fn told(findings: &[super::Finding]) -> Vec<String> {
    let mut told: Vec<String> = findings
        .iter()
        .map(|finding| {
            let file = finding.file.as_deref().unwrap_or("-");
            let line = finding.place.as_ref().map_or(String::new(), |place| format!(":{}", place.line));
            format!("{} {file}{line}", finding.rule.id())
        })
        .collect();
    told.sort();
    told
}
