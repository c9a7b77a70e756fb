//! Files of lines, each of which has something run: image builds, units of systemd, tables of cron.

use super::{Carried, Piece, json};
use crate::language::Language;

/// The instructions of an image build that run something: `RUN`, `CMD`, `ENTRYPOINT`. By Docker's
/// reference of its build files.
pub(super) fn image(text: &str) -> Vec<Carried> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        at = line_end(text, at);
        let line = text[start..at].trim_start();
        let Some((word, _)) = line.split_once(char::is_whitespace) else { continue };
        let word = word.to_ascii_uppercase();
        let mut body = at - line.len() + word.len();
        if word == "HEALTHCHECK"
            && let Some(command) = text[body..at].find("CMD ")
        {
            body += command + 4;
        } else if !matches!(word.as_str(), "RUN" | "CMD" | "ENTRYPOINT" | "SHELL") {
            continue;
        }
        // `--mount=type=secret,id=k` is for the builder.
        loop {
            body += text[body..at].len() - text[body..at].trim_start_matches([' ', '\t']).len();
            if !text[body..at].starts_with("--") {
                break;
            }
            body += text[body..at].find(char::is_whitespace).unwrap_or(at - body);
        }
        let mut pieces = Vec::new();
        if text[body..at].starts_with('[') {
            pieces = json::words(text, body, at).0;
        } else {
            let mark = heredoc(&text[body..at]);
            pieces.push(Piece::verbatim(text, body, at));
            let mut goes_on = text[body..at].trim_end().ends_with('\\');
            while at < text.len() && (goes_on || mark.is_some()) {
                let start = at;
                at = line_end(text, at);
                let line = text[start..at].trim();
                if mark.as_deref() == Some(line) {
                    pieces.push(Piece::verbatim(text, start, at));
                    break;
                }
                // A remark between the lines of one command is left out of it.
                if mark.is_some() || !line.starts_with('#') {
                    pieces.push(Piece::verbatim(text, start, at));
                    goes_on = line.ends_with('\\');
                }
            }
            // `RUN <<END`: the text is the command.
            if mark.is_some() && pieces[0].text.starts_with("<<") {
                pieces.remove(0);
                pieces.pop();
            }
        }
        found.extend(bash(pieces, format!("{word} of an image")));
    }
    found
}

/// The word that ends the text which a line asks for: `<<END`.
fn heredoc(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("<<")?;
    let rest = rest.strip_prefix('-').unwrap_or(rest).trim_start();
    let word: String = rest
        .trim_start_matches(['"', '\''])
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    (!word.is_empty()).then_some(word)
}

/// `Key=command`, where the key is one of `keys`. A backslash at the end of a line is a blank, and remarks
/// before the next one are passed over; by systemd.syntax(7).
pub(super) fn settings(text: &str, keys: &[&str]) -> Vec<Carried> {
    let mut found = Vec::new();
    let mut lines = lines(text);
    while let Some((at, line)) = lines.next() {
        let Some((key, value)) = line.split_once('=') else { continue };
        let Some(known) = keys.iter().find(|known| **known == key.trim()) else { continue };
        // systemd's own marks in front of a program.
        let command = value.trim_start().trim_start_matches(['@', '-', '+', '!', ':', '|']);
        let (mut start, mut end) = (at + line.len() - command.len(), at + line.len());
        let mut pieces = Vec::new();
        while text[start..end].ends_with('\\') {
            pieces.push(Piece::verbatim(text, start, end - 1));
            let is_remark = |line: &str| line.trim_start().starts_with(['#', ';']);
            let Some((next, line)) = lines.find(|(_, line)| !is_remark(line)) else {
                start = end;
                break;
            };
            pieces.push(Piece::instead(" ", end - 1, next));
            (start, end) = (next, next + line.len());
        }
        pieces.push(Piece::verbatim(text, start, end));
        found.extend(bash(pieces, format!("{known} of a unit")));
    }
    found
}

/// The program of a launchd property list and its words.
pub(super) fn property_list(text: &str) -> Vec<Carried> {
    let Some(start) =
        ["<key>ProgramArguments</key>", "<key>Program</key>"].iter().find_map(|key| text.find(key))
    else {
        return Vec::new();
    };
    let end = text[start..].find("</array>").map_or(text.len(), |length| start + length);
    let mut pieces = Vec::new();
    let mut at = start;
    while let Some(open) = text[at..end].find("<string>") {
        let from = at + open + "<string>".len();
        let Some(length) = text[from..end].find("</string>") else { break };
        let to = from + length;
        if !pieces.is_empty() {
            pieces.push(Piece::instead(" ", from, from));
        }
        // Words with blanks in them are one word of the command.
        let is_plain = !text[from..to].contains(|c: char| c.is_whitespace() || "\"'$&;|<>".contains(c));
        match is_plain {
            true => pieces.push(Piece::verbatim(text, from, to)),
            false => {
                pieces.push(Piece::instead("'", from, from));
                pieces.push(Piece::verbatim(text, from, to));
                pieces.push(Piece::instead("'", to, to));
            }
        }
        at = to;
    }
    bash(pieces, "program of a property list".into()).into_iter().collect()
}

/// Programs that do nothing with a command they are handed as words, which no account is called either.
const SAY: &[&str] = &["echo", "printf", "logger", "test", "true", "man", "which"];

/// A table for cron: five times or a name such as `@daily`, then a command. The system's own tables have
/// an account before it, and nothing tells them apart: a first word that may be one is read as both.
pub(super) fn times(text: &str) -> Vec<Carried> {
    let each = lines(text).filter_map(|(at, line)| {
        let body = line.trim_start();
        let fields = match body.chars().next()? {
            '@' => 1,
            c if c == '*' || c.is_ascii_digit() => 5,
            _ => return None,
        };
        let mut rest = body;
        for _ in 0..fields {
            rest = rest[rest.find(char::is_whitespace)?..].trim_start();
        }
        let end = at + line.len();
        let mut pieces = vec![Piece::verbatim(text, end - rest.len(), end)];
        let is_account = |word: &str| {
            word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')) && !SAY.contains(&word)
        };
        if let Some((_, command)) = rest.split_once([' ', '\t']).filter(|(word, _)| is_account(word)) {
            pieces.push(Piece::instead("\n", end, end));
            pieces.push(Piece::verbatim(text, end - command.len(), end));
        }
        bash(pieces, "line of a table for cron".into())
    });
    each.collect()
}

/// `web: command`
pub(super) fn processes(text: &str) -> Vec<Carried> {
    let each = lines(text).filter_map(|(at, line)| {
        let (name, command) = line.split_once(':').filter(|(name, _)| !name.contains([' ', '#']))?;
        let start = at + line.len() - command.trim_start().len();
        bash(vec![Piece::verbatim(text, start, at + line.len())], format!("process \"{name}\""))
    });
    each.collect()
}

/// `st = "!command"`: what git has a shell run.
pub(super) fn aliases(text: &str) -> Vec<Carried> {
    let each = lines(text).filter_map(|(at, line)| {
        let (_, value) = line.split_once('=')?;
        let command = value.trim().trim_matches('"').strip_prefix('!')?;
        let start = at + line.find(command)?;
        bash(vec![Piece::verbatim(text, start, start + command.len())], "alias of git".into())
    });
    each.collect()
}

fn bash(pieces: Vec<Piece>, label: String) -> Option<Carried> {
    let has_code = pieces.iter().any(|piece| !piece.text.trim().is_empty());
    has_code.then(|| Carried::new(Language::Bash, pieces, label))
}

/// The lines of a text with their places, without their ends.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches(['\n', '\r']))
    })
}

fn line_end(text: &str, at: usize) -> usize {
    memchr::memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |length| at + length + 1)
}
