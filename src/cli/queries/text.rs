//! `skill-vet queries text FILE`.

use super::args::TextArgs;
use super::{Failure, load};
use crate::cli::output;
use crate::findings::told::{Explained, explain};
use crate::pack::File;
use crate::text::{Span, Text, excerpt};
use std::process::ExitCode;

/// Characters of a part that are shown.
const SHOWN: usize = 60;

/// Prints which entries of the lists over text a file meets.
///
/// # Errors
/// A file that can't be read or is not read as text, broken query files.
pub fn run(args: &TextArgs) -> Result<ExitCode, Failure> {
    let set = load(&args.folders.in_use()?)?;
    let name = args.file.display().to_string();
    let bytes = std::fs::read(&args.file).map_err(|error| format!("{name}: {error}"))?;
    let file = File::of_text(&name, String::from_utf8_lossy(&bytes).into_owned());
    let explained = explain(&file, &set).zip(file.text.as_ref());
    let (explained, text) = explained.ok_or_else(|| format!("{name}: not read as text"))?;
    output::print(&shown(&explained, text, args.words))?;
    Ok(ExitCode::SUCCESS)
}

fn shown(explained: &Explained, text: &Text, words: bool) -> String {
    let place = |span: Span| {
        let (line, column) = text.position(span.start);
        format!("{line}:{column}")
    };
    let quoted = |span: &Span| {
        let raw = text.as_str().get(span.range()).unwrap_or_default();
        format!("\"{}\"", excerpt(&raw.split_whitespace().collect::<Vec<_>>().join(" "), SHOWN))
    };
    let mut out = String::new();
    for shape in &explained.shapes {
        let at = shape.parts.first().copied().map(place).unwrap_or_default();
        let parts: Vec<String> = shape.parts.iter().map(quoted).collect();
        out.push_str(&format!("{at} {} {}\n", shape.rule.id(), shape.label));
        out.push_str(&format!("    {}: {}\n    {}\n", shape.list, shape.entry, parts.join(", ")));
        if let Some(why) = &shape.why_not {
            out.push_str(&format!("    no finding: {}\n", excerpt(why, SHOWN * 2)));
        }
    }
    if words {
        for (class, span) in &explained.words {
            out.push_str(&format!("{} <{class}> {}\n", place(*span), quoted(span)));
        }
    }
    out
}
