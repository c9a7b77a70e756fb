//! JSON: the structs as they are, one object.

use super::logs::marks_command;
use crate::text::is_invisible;
use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter};
use std::io;

/// `value` as indented JSON with a line end. Strings keep their exact value; what a terminal would
/// act on or not show (bidi and zero-width characters, C1 controls) is spelled `\uXXXX`, which
/// readers of JSON take for the character itself.
///
/// # Errors
/// None for the structs of this crate; serde's signature has one.
pub fn render(value: &impl Serialize) -> serde_json::Result<String> {
    let mut out = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, Harmless(PrettyFormatter::new()));
    value.serialize(&mut serializer)?;
    out.push(b'\n');
    String::from_utf8(out).map_err(serde::ser::Error::custom)
}

/// Whether `c` is spelled out: what is not shown, and what would end the mark of a runner's command.
fn is_spelled(c: char, before: &str) -> bool {
    is_invisible(c) || (c == '[' && marks_command(before))
}

/// Pretty JSON whose strings hold no invisible character.
struct Harmless(PrettyFormatter<'static>);

impl Formatter for Harmless {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut plain = 0;
        for (at, c) in fragment.char_indices().filter(|&(at, c)| is_spelled(c, &fragment[..at])) {
            out.write_all(&fragment.as_bytes()[plain..at])?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            plain = at + c.len_utf8();
        }
        out.write_all(&fragment.as_bytes()[plain..])
    }

    fn begin_array<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_array(out)
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array(out)
    }

    fn begin_array_value<W: ?Sized + io::Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(out, first)
    }

    fn end_array_value<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array_value(out)
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object(out)
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object(out)
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(out, first)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object_value(out)
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object_value(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_exact_and_bytes_harmless() {
        let hostile = "a\u{202e}b\u{9b}31m\u{1b}[0m\u{e0041}\n\u{7f}é";
        let text = render(&[hostile]).unwrap();
        assert!(!text.trim_end().chars().filter(|&c| c != '\n').any(is_invisible), "{text:?}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&text).unwrap(), [hostile]);
    }

    #[test]
    fn no_runner_reads_a_command() {
        let text = render(&["##[error]", "##vso[x] ##[y][z]"]).unwrap();
        assert!(!text.contains("##[") && !text.contains("##vso["), "{text}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&text).unwrap(), ["##[error]", "##vso[x] ##[y][z]"]);
    }

    #[test]
    fn is_indented_and_ends_with_a_line_end() {
        assert_eq!(
            render(&serde_json::json!({"a": [1, 2]})).unwrap(),
            "{\n  \"a\": [\n    1,\n    2\n  ]\n}\n"
        );
    }
}
