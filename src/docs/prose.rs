//! Markdown as a reader hears it: sentences in lower case with single blanks, without emphasis,
//! link targets and HTML, each byte with the place it came from.

use super::Frontmatter;
use crate::text::{Text, is_invisible};

/// One sentence, list item, heading, table row, or line of code.
#[derive(Debug, Default)]
pub(super) struct Sentence {
    /// Lower case, single blanks; curly quotes and apostrophes straightened.
    pub words: String,
    /// For each byte of `words`, the byte of the text it came from.
    at: Vec<u32>,
    /// A line of a code fence.
    pub code: bool,
    /// A heading.
    pub heading: bool,
}

impl Sentence {
    /// The byte of the text from which byte `at` of `words` came.
    pub fn origin(&self, at: usize) -> usize {
        self.at.get(at).or(self.at.last()).map_or(0, |&at| at as usize)
    }
}

/// Bytes after which a sentence is cut, so that work on it stays bounded.
const LONGEST: usize = 1000;

/// All sentences of `text` in their order. What stands in an HTML comment is not read: nobody who
/// reads the page sees it.
pub(super) fn sentences(text: &Text) -> Vec<Sentence> {
    let block_end = Frontmatter::read(text).map_or(0, |found| found.block.end);
    let mut reader = Reader::default();
    for line in 1..=text.line_count() as u32 {
        let span = text.line_span(line);
        reader.line(text.line(line), span.start as usize, span.start < block_end);
    }
    reader.end();
    reader.done
}

#[derive(Default)]
struct Reader {
    done: Vec<Sentence>,
    open: Sentence,
    /// The fence we are in, as its mark: "```".
    fence: Option<String>,
    comment: bool,
}

impl Reader {
    fn line(&mut self, line: &str, start: usize, frontmatter: bool) {
        let body = line.trim_start().trim_start_matches(['>', ' ']);
        let at = start + line.len() - body.len();
        if let Some(mark) = &self.fence {
            let closes =
                body.starts_with(mark.as_str()) && body.trim_matches(&['`', '~', ' '][..]).is_empty();
            if closes {
                self.fence = None;
            } else {
                self.open.code = true;
                self.inline(body, at);
            }
            return self.end();
        }
        if !self.comment && (body.starts_with("```") || body.starts_with("~~~")) {
            let first = body.as_bytes()[0] as char;
            self.fence = Some(body.chars().take_while(|&c| c == first).collect());
            return self.end();
        }
        let heading = body.starts_with('#') && body.trim_start_matches('#').starts_with(' ');
        let key = frontmatter && !line.starts_with([' ', '\t', '-']);
        let row = body.starts_with('|');
        let content = without_marker(body);
        let ruler = !body.is_empty() && body.bytes().all(|byte| matches!(byte, b'-' | b'=' | b' '));
        if body.is_empty() || ruler || heading || key || row || content.len() < body.len() {
            self.end();
        }
        if ruler {
            return;
        }
        self.open.heading = heading;
        self.inline(content, at + body.len() - content.len());
        if heading || row {
            return self.end();
        }
        self.blank(start + line.len());
    }

    /// Reads the text of a line, ending sentences on the way.
    fn inline(&mut self, line: &str, start: usize) {
        let mut at = 0;
        while let Some(c) = line[at..].chars().next() {
            let skip = self.skip(&line[at..]);
            if skip > 0 {
                at += skip;
                continue;
            }
            let after = line[at + c.len_utf8()..].chars().next();
            self.push(c, after, start + at);
            if self.is_over(c, after) {
                self.end();
            }
            at += c.len_utf8();
        }
    }

    /// Length of what is not heard at the head of `rest`.
    fn skip(&mut self, rest: &str) -> usize {
        if self.comment || (!self.open.code && rest.starts_with("<!--")) {
            let end = rest.find("-->").map(|end| end + 3);
            self.comment = end.is_none();
            return end.unwrap_or(rest.len());
        }
        if self.open.code { 0 } else { unheard(rest) }
    }

    /// Whether the sentence ends with `c`, which is already part of it.
    fn is_over(&self, c: char, after: Option<char>) -> bool {
        let words = &self.open.words;
        let shortened = || ["e.g.", "i.e.", "z.b.", "p.ex."].iter().any(|end| words.ends_with(end));
        match c {
            // No sentence is that long; what judges sentences looks at each as a whole.
            _ if words.len() > LONGEST => true,
            _ if self.open.code => false,
            '。' | '！' | '？' => true,
            '.' | '!' | '?' => {
                after.is_none_or(|c| !c.is_alphanumeric() && !"/_-.,".contains(c)) && !shortened()
            }
            _ => false,
        }
    }

    fn push(&mut self, c: char, after: Option<char>, at: usize) {
        let is_alone = |words: &str| {
            !words.ends_with(char::is_alphanumeric) || !after.is_some_and(char::is_alphanumeric)
        };
        match c {
            c if c.is_ascii_alphanumeric() => self.put(c.to_ascii_lowercase(), at),
            '*' | '~' | '[' | '\\' if !self.open.code => {}
            '_' if !self.open.code && is_alone(&self.open.words) => {}
            '\u{2019}' | '\u{2018}' | '\u{02BC}' => self.put('\'', at),
            '“' | '”' | '„' | '«' | '»' | '「' | '」' | '『' | '』' => self.put('"', at),
            '\u{2010}' | '\u{2011}' => self.put('-', at),
            '–' => self.put('—', at),
            c if c.is_whitespace() => self.blank(at),
            c if is_invisible(c) => {}
            c => c.to_lowercase().for_each(|c| self.put(c, at)),
        }
    }

    fn put(&mut self, c: char, at: usize) {
        self.open.words.push(c);
        self.open.at.extend(std::iter::repeat_n(at as u32, c.len_utf8()));
    }

    fn blank(&mut self, at: usize) {
        if !self.open.words.is_empty() && !self.open.words.ends_with(' ') {
            self.put(' ', at);
        }
    }

    fn end(&mut self) {
        let sentence = std::mem::take(&mut self.open);
        // `mic` is the shortest word anybody asks about.
        if sentence.words.trim_end().len() >= 3 {
            self.done.push(sentence);
        }
    }
}

/// Length of the tag or link target at the head of `rest`.
fn unheard(rest: &str) -> usize {
    let closer = match rest.as_bytes() {
        [b'<', b'a'..=b'z' | b'A'..=b'Z' | b'/', ..] => b'>',
        [b']', b'(', ..] => b')',
        [b']', ..] => return 1,
        _ => return 0,
    };
    // Far enough for a link, and a bound on the work.
    let near = &rest.as_bytes()[..rest.len().min(400)];
    memchr::memchr(closer, near).map_or(usize::from(closer == b')'), |end| end + 1)
}

/// `body` without a list marker, a heading's marks or a task's box.
fn without_marker(body: &str) -> &str {
    let unmarked = body.trim_start_matches('#');
    if unmarked.len() < body.len() && unmarked.starts_with(' ') {
        return unmarked.trim_start();
    }
    let digits = body.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = match digits.len() < body.len() && body.len() - digits.len() < 10 {
        true => digits.strip_prefix(['.', ')']),
        false => body.strip_prefix(['-', '*', '+', '•']),
    };
    match after {
        Some(item) if item.starts_with([' ', '\t']) => {
            let item = item.trim_start();
            ["[ ] ", "[x] ", "[X] "].iter().find_map(|mark| item.strip_prefix(mark)).unwrap_or(item)
        }
        _ => body,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        sentences(&Text::new(text.into())).into_iter().map(|sentence| sentence.words.trim().into()).collect()
    }

    #[test]
    fn sentences_end_where_a_reader_stops() {
        assert_eq!(
            words(
                "---\nname: a\ndescription: One.\n  Two\n---\n# Head\nthree\n> four. Five\n- six\n- [x] seven\n\n| a | b |\n"
            ),
            [
                "name: a",
                "description: one.",
                "two",
                "head",
                "three four.",
                "five",
                "six",
                "seven",
                "| a | b |"
            ],
        );
        assert_eq!(words("See e.g. this. v1.2 is out!"), ["see e.g. this.", "v1.2 is out!"]);
        assert_eq!(words("离线运行。不联网"), ["离线运行。", "不联网"]);
    }

    #[test]
    fn marks_links_tags_and_comments_are_not_heard() {
        assert_eq!(
            words("**Works** _offline_ <b>a</b> [x](http://b.example/) it’s"),
            ["works offline a x it's"]
        );
        assert_eq!(words("a <!-- b\nc --> d\nwe\u{200B}b"), ["a d web"]);
        assert_eq!(words("```sh\nrun *it*\n```\nafter"), ["run *it*", "after"]);
    }

    #[test]
    fn hostile_lines_are_read_in_one_pass() {
        for piece in ["<b>", "<", "](", "<!--", "<!-- --> ", "no network ", "離", "_"] {
            sentences(&Text::new(piece.repeat(50_000)));
        }
    }

    #[test]
    fn a_byte_knows_where_it_came_from() {
        let text = Text::new("# A\n\n**İs** it\noffline".into());
        let sentence = &sentences(&text)[0];
        let at = sentence.words.find("offline").expect("there");
        assert_eq!(&text.as_str()[sentence.origin(at)..], "offline");
    }
}
