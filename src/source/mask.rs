//! The text as the parser is given it: as long as the file's own, so that every place stays, but
//! without what a grammar takes wrongly, or in quadratic time.

mod runs;

use crate::language::Language;
use memchr::memchr_iter;

/// Lines without code that may stand in a row before they are joined.
const ROW: usize = 64;

/// The bytes to parse in place of `text`, where they differ.
pub(super) fn masked(language: Language, text: &str) -> Option<Vec<u8>> {
    let row = language.row();
    let mut out = None;
    if row.backslashed_names {
        without_backslashes(text, &mut out);
    }
    if row.heredocs {
        without_more_heredocs(text, &mut out);
        with_ended_delimiters(text, &mut out);
        runs::without_endless_pipes(text, &mut out);
    }
    runs::without_deep_nests(text, &mut out);
    if row.indented {
        join_void_lines(text, &mut out);
    }
    out
}

/// A blank for each backslash in front of a name that begins a line (`\\curl`): the grammar would
/// take the line's end and the name for a word of the command before.
fn without_backslashes(text: &str, out: &mut Option<Vec<u8>>) {
    for (at, _) in text.match_indices('\\') {
        let before = text[..at].trim_end_matches([' ', '\t']);
        let begins = before.is_empty() || before.ends_with('\n');
        let is_name = text.as_bytes().get(at + 1).is_some_and(u8::is_ascii_alphabetic);
        if begins && is_name {
            out.get_or_insert_with(|| text.as_bytes().to_vec())[at] = b' ';
        }
    }
}

/// Heredocs that one line may begin: Bash itself gives up past 16. The grammar's scanner looks
/// through all that are open at every token, and loses them past a kilobyte.
const HEREDOCS: usize = 16;

/// A plus for the arrows of a line's further heredocs: what follows them is then code, which shows
/// more than a heredoc would, and a shift, `1 << 2`, is a number still. A here-string has no lines.
fn without_more_heredocs(text: &str, out: &mut Option<Vec<u8>>) {
    let bytes = text.as_bytes();
    let mut count = 0;
    let mut last = 0;
    for at in memchr::memmem::find_iter(bytes, "<<") {
        if bytes[at + 2..].starts_with(b"<") || bytes[..at].ends_with(b"<") {
            continue;
        }
        let between = &bytes[last..at];
        last = at;
        // A backslash at its end goes on with the line.
        let ends = memchr_iter(b'\n', between).any(|end| !between[..end].ends_with(b"\\"));
        count = if ends { 1 } else { count + 1 };
        if count > HEREDOCS {
            out.get_or_insert_with(|| bytes.to_vec())[at..at + 2].copy_from_slice(b"+ ");
        }
    }
}

/// Ends the delimiter of `cat <<E;` where Bash does, at the first of these; the grammar goes on to a
/// blank, and takes all that follows for the heredoc.
const ENDS_DELIMITER: &[u8] = b";&|<>()";

/// Moves arrow and delimiter over the blank before them, or else shortens the delimiter, of which
/// the grammar asks only that a line begins with it; so that a blank stands behind it.
fn with_ended_delimiters(text: &str, out: &mut Option<Vec<u8>>) {
    let bytes = text.as_bytes();
    for at in memchr::memmem::find_iter(bytes, "<<") {
        let arrow = if bytes[at + 2..].starts_with(b"-") { 3 } else { 2 };
        let rest = &bytes[at + arrow..];
        let from = at + arrow + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let is_delimiter =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'\\');
        let end = from + bytes[from..].iter().take_while(|byte| is_delimiter(byte)).count();
        let ends = bytes.get(end).is_some_and(|byte| ENDS_DELIMITER.contains(byte));
        if end == from || !ends || bytes[..at].ends_with(b"<") {
            continue;
        }
        let out = out.get_or_insert_with(|| bytes.to_vec());
        if at > 0 && matches!(bytes[at - 1], b' ' | b'\t') {
            out.copy_within(at..end, at - 1);
            out[end - 1] = b' ';
        } else if end - from > 1 {
            out[end - 1] = b' ';
        } else {
            // Its lines are then read as code, which shows more than a heredoc would.
            out[at..end].fill(b' ');
        }
    }
}

/// A line on which no code stands.
#[derive(Clone, Copy, PartialEq)]
enum Void {
    Blank,
    Comment,
    /// Nothing but the backslash that joins it to the next.
    Continued,
}

impl Void {
    fn of(line: &[u8]) -> Option<Void> {
        match line.trim_ascii() {
            [] => Some(Void::Blank),
            [b'#', ..] => Some(Void::Comment),
            b"\\" => Some(Void::Continued),
            _ => None,
        }
    }
}

/// Makes one line of each long row of lines without code. At each of them a grammar with
/// indentation looks ahead to the next line that has code, all over again.
///
/// Inside a string nothing changes but which of its characters end lines. Outside, a comment on the
/// same line as another is one comment; whoever reads comments splits it by the file's own lines.
fn join_void_lines(text: &str, out: &mut Option<Vec<u8>>) {
    let bytes = text.as_bytes();
    let mut row: Vec<(usize, usize, Void)> = Vec::new();
    let mut start = 0;
    for end in memchr_iter(b'\n', bytes).chain([bytes.len()]) {
        match Void::of(&bytes[start..end]) {
            Some(void) => row.push((start, end, void)),
            None => {
                join(&row, bytes, out);
                row.clear();
            }
        }
        start = end + 1;
    }
    join(&row, bytes, out);
}

fn join(row: &[(usize, usize, Void)], bytes: &[u8], out: &mut Option<Vec<u8>>) {
    // Blank lines alone are one token already.
    if row.len() < ROW || row.iter().all(|(_, _, void)| *void == Void::Blank) {
        return;
    }
    let Some((last, others)) = row.split_last() else { return };
    let out = out.get_or_insert_with(|| bytes.to_vec());
    for &(start, end, void) in others {
        if void != Void::Comment {
            out[start..end].fill(b' ');
        }
        out[end] = b' ';
        // The carriage return of a line's end would end the comment.
        if end > start && out[end - 1] == b'\r' {
            out[end - 1] = b' ';
        }
    }
    let has_comment = others.iter().any(|(_, _, void)| *void == Void::Comment);
    if has_comment && last.2 == Void::Continued {
        out[last.0..last.1].fill(b' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(text: &str) -> String {
        let masked = masked(Language::Python, text).unwrap_or_else(|| text.into());
        assert_eq!(masked.len(), text.len());
        String::from_utf8(masked).unwrap()
    }

    #[test]
    fn long_rows_without_code_become_a_line() {
        let text = format!("a = 1\n{}b = 2\n", "# c\r\n\n".repeat(ROW));
        let joined_text = joined(&text);
        assert_eq!(joined_text.lines().count(), 3);
        assert!(joined_text.starts_with("a = 1\n# c   # c") && joined_text.ends_with("\nb = 2\n"));
        let text = format!("a = \\\n{}1\n", "\\\n".repeat(ROW));
        let joined_text = joined(&text);
        assert_eq!(joined_text.lines().count(), 3);
        assert!(joined_text.starts_with("a = \\\n ") && joined_text.ends_with(" \\\n1\n"));
    }

    #[test]
    fn short_rows_and_blank_lines_stay() {
        for text in ["# a\n".repeat(ROW - 1) + "f()\n", "\n".repeat(1000)] {
            assert!(masked(Language::Python, &text).is_none());
        }
        assert!(masked(Language::JavaScript, &"# a\n".repeat(1000)).is_none());
    }

    #[test]
    fn a_line_begins_so_many_heredocs() {
        let line = |count: usize| "cat <<E ".repeat(count) + "\n";
        assert!(masked(Language::Bash, &line(HEREDOCS).repeat(3)).is_none());
        let masked = masked(Language::Bash, &line(HEREDOCS + 1).repeat(2)).unwrap();
        assert_eq!(String::from_utf8(masked).unwrap().matches("<<").count(), 2 * HEREDOCS);
        assert!(super::masked(Language::Bash, &": <<< a; ".repeat(2 * HEREDOCS)).is_none());
        let shifts = super::masked(Language::Bash, &"x=$((1 << 2 )); ".repeat(HEREDOCS + 1)).unwrap();
        let shifts = String::from_utf8(shifts).unwrap();
        assert!(shifts.ends_with("x=$((1 << 2 )); x=$((1 +  2 )); "), "{shifts}");
    }

    #[test]
    fn delimiters_end_where_bash_ends_them() {
        let masked = |text: &str| String::from_utf8(masked(Language::Bash, text).unwrap()).unwrap();
        assert_eq!(masked("cat <<E; f\n"), "cat<<E ; f\n");
        assert_eq!(masked("cat <<-EOF|f\n"), "cat<<-EOF |f\n");
        assert_eq!(masked("cat<<EOF>f\n"), "cat<<EO >f\n");
        assert_eq!(masked("(cat<<E)\n"), "(cat   )\n");
        for text in ["cat <<E\n", "cat <<'E;'\n", "cat <<E > f\n", "cat <<<a;\n", "x=$((1<<(2)))\n"] {
            assert!(super::masked(Language::Bash, text).is_none(), "{text}");
        }
    }

    #[test]
    fn names_behind_a_backslash_lose_it() {
        assert_eq!(masked(Language::Bash, "a\n \\curl x\n").unwrap(), b"a\n  curl x\n");
        assert!(masked(Language::Bash, "a \\\ncurl x\n").is_none());
    }
}
