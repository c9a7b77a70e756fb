//! Text that a build's log shows. Runners read commands from what a step prints: GitHub's where a
//! line begins with `::`, older and others' where it holds `##[` or `##word[`.

/// `text` without anything in it that a runner takes for a command. Line ends stay.
pub fn inert(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let blanks = line.len() - line.trim_start().len();
        let (before, rest) = line.split_at(blanks);
        out.push_str(before);
        match rest.strip_prefix("::") {
            Some(rest) => {
                out.push_str(":\\u{3a}");
                out.push_str(&unmarked(rest));
            }
            None => out.push_str(&unmarked(rest)),
        }
    }
    out
}

/// `text` with every `[` that stands after `##` and letters spelled `\u{5b}`.
pub fn unmarked(text: &str) -> String {
    replaced(text, "\\u{5b}")
}

/// `text` with every `[` that stands after `##` and letters replaced by `by`.
pub fn replaced(text: &str, by: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut plain = 0;
    for (at, _) in text.match_indices('[').filter(|&(at, _)| marks_command(&text[..at])) {
        out.push_str(&text[plain..at]);
        out.push_str(by);
        plain = at + 1;
    }
    out.push_str(&text[plain..]);
    out
}

/// Letters of a runner's name between `##` and `[`, at most; so that a look back is short.
const LETTERS: usize = 16;

/// Whether a `[` after `before` would make a runner read a command.
pub fn marks_command(before: &str) -> bool {
    let bytes = before.as_bytes();
    let letters = bytes.iter().rev().take(LETTERS).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    bytes[..bytes.len() - letters].ends_with(b"##")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_runners_are_spelled_out() {
        assert_eq!(inert("::a\n  ::b ::c\nd ::e\n"), ":\\u{3a}a\n  :\\u{3a}b ::c\nd ::e\n");
        assert_eq!(inert("a ##[b] ##vso[c][d] #[e] ##"), "a ##\\u{5b}b] ##vso\\u{5b}c][d] #[e] ##");
        assert_eq!(unmarked("##[##["), "##\\u{5b}##\\u{5b}");
    }
}
