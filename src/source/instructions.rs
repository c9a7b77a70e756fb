//! Instructions: code that a document has the agent run.
//!
//! A fence whose info string names a language, the `$ ` lines of a console, an inline command, a
//! command line in plain text. What stands under a heading or after a sentence that forbids,
//! quotes or teaches it is a mention: [`Guards`] decide, as they do for prose.

mod bare;

use super::{Context, Origin};
use crate::docs::phrases::{self, Words};
use crate::language::Language;
use crate::prose::Folded;
use crate::prose::guards::Guards;
use crate::text::{Span, Text};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::sync::LazyLock;

/// How many pieces of code of one document are read. One more is found, so that what is left out is
/// known; the rest is not looked at.
pub const MAX_INSTRUCTIONS: usize = 2000;

/// Code in a document.
#[derive(Debug)]
pub struct Instruction {
    /// Its language.
    pub language: Language,
    /// The code.
    pub text: String,
    /// How it maps to the document.
    pub origin: Origin,
    /// An instruction, or a mention.
    pub context: Context,
}

const COMMANDS: &str = include_str!("../../queries/lexicon/instruction-commands.txt");

/// Commands that are read without a pipe, an address or a file, and the words by which a reader is
/// told to run one.
static COMMAND: LazyLock<Words> = LazyLock::new(|| Words::new(COMMANDS));

/// Lines above a line of code that are looked at for the remark which it stands under.
const REMARK: u32 = 12;
/// Lines that one command may take.
const LONGEST_COMMAND: usize = 64;
/// What stands before a command and a colon.
const MARKER_WORDS: [&str; 7] = ["step", "run", "command", "cmd", "execute", "exec", "then run"];
/// Bytes of a line that people read and write by hand.
const LONGEST_LINE: usize = 4096;

/// Whether the remark that a line of code stands under or carries forbids, quotes or teaches it:
/// `# WRONG`, `# never do this`. The nearest one counts; a blank line ends its reach.
pub fn is_remarked(text: &Text, line: u32, guards: &Guards) -> bool {
    let is_guarded = |remark: &str| guards.guard(&Folded::of(remark));
    let own = text.line(line);
    if own.len() > LONGEST_LINE {
        return false;
    }
    let trailing = own.rfind(" # ").or_else(|| own.rfind(" // ")).map_or("", |at| &own[at..]);
    if is_guarded(trailing) {
        return true;
    }
    let above = (1..=REMARK).map_while(|up| line.checked_sub(up)).map(|line| text.line(line).trim());
    let mut code = above.take_while(|line| {
        !line.is_empty() && line.len() <= LONGEST_LINE && !line.starts_with("```") && !line.starts_with("~~~")
    });
    code.find(|line| line.starts_with('#') || line.starts_with("//")).is_some_and(is_guarded)
}

/// The code in a markdown document, in order.
pub fn in_markdown(text: &str, guards: &Guards) -> Vec<Instruction> {
    read(text, guards, false).out
}

/// The code in a markdown document that a shell may be meant for, whatever shell: inline code, and
/// blocks in Bash or in a language that is not read here. In order.
pub fn shell_like(text: &str, guards: &Guards) -> Vec<(Span, Context)> {
    read(text, guards, true).shell_like
}

fn read<'t>(text: &'t str, guards: &'t Guards, all_inline: bool) -> Reader<'t> {
    // Frontmatter is data; markdown begins behind it.
    let mut reader = Reader {
        text,
        guards,
        all_inline,
        out: Vec::new(),
        shell_like: Vec::new(),
        headings: Vec::new(),
        sentence: Sentence::default(),
        quotes: Vec::new(),
    };
    let mut block: Option<(Option<String>, Vec<Span>)> = None;
    let mut heading = None;
    // Whether a line of a paragraph or an item begins here.
    let mut is_head = false;
    let mut options = Options::empty();
    options.insert(Options::ENABLE_YAML_STYLE_METADATA_BLOCKS);
    options.insert(Options::ENABLE_TABLES);
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        let span = Span::new(range.start, range.end);
        let was_head = std::mem::replace(&mut is_head, begins_line(&event));
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let info = match kind {
                    CodeBlockKind::Fenced(info) => Some(info.to_string()),
                    CodeBlockKind::Indented => None,
                };
                block = Some((info, Vec::new()));
            }
            Event::Text(_) if block.is_some() => {
                if let Some((_, spans)) = &mut block {
                    spans.push(span);
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                if let Some((info, spans)) = block.take() {
                    reader.code_block(info.as_deref(), &spans);
                }
            }
            Event::Start(Tag::Heading { level, .. }) => {
                heading = Some(level as usize);
                reader.sentence = Sentence::default();
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some(level) = heading.take() {
                    reader.headings.retain(|known| known.level < level);
                    reader.headings.push(Heading { level, words: std::mem::take(&mut reader.sentence) });
                }
            }
            Event::Start(Tag::BlockQuote(_)) => {
                let head = text.get(range.start..floor(text, range.start + 80)).unwrap_or_default();
                let head = head.trim_start_matches(['>', ' ', '*', '_']);
                reader.quotes.push(!guards.speaks(&Folded::of(head)));
            }
            Event::End(TagEnd::BlockQuote(_)) => drop(reader.quotes.pop()),
            Event::Start(Tag::Paragraph | Tag::Item | Tag::TableCell) => {
                reader.sentence = Sentence::default();
            }
            Event::Text(words) => {
                if was_head && heading.is_none() {
                    reader.bare(span.start as usize);
                }
                reader.sentence.push(&words);
            }
            Event::SoftBreak | Event::HardBreak => reader.sentence.push(" "),
            Event::Code(code) => {
                reader.inline(&code, span);
                reader.sentence.push(" ");
            }
            _ => {}
        }
    }
    reader
}

/// Whether the line of a paragraph or an item begins behind `event`.
fn begins_line(event: &Event<'_>) -> bool {
    let begins = |tag: &Tag<'_>| matches!(tag, Tag::Paragraph | Tag::Item);
    matches!(event, Event::Start(tag) if begins(tag)) || matches!(event, Event::SoftBreak | Event::HardBreak)
}

/// Whether `text` is a command, or code that runs one or what it is handed.
pub fn runs_something(text: &str) -> bool {
    /// Lines that are looked at.
    const LINES: usize = 8;
    let lower = text.to_lowercase();
    COMMAND.of("sign").any(|sign| lower.contains(sign)) || text.lines().take(LINES).any(is_bare_command)
}

/// Whether `line` is a command and nothing else, by the strict test for lines of prose.
fn is_bare_command(line: &str) -> bool {
    bare::command(line).is_some_and(|bare| bare.range == (0..line.trim_end().len()))
}

/// Whether a text file is written for a reader: tables, schemas and settings are data.
pub fn is_prose(path: &str) -> bool {
    const PROSE: [&str; 8] = ["txt", "text", "rst", "adoc", "asciidoc", "org", "textile", "prompt"];
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((stem, ending)) => {
            stem.is_empty() || PROSE.iter().any(|prose| ending.eq_ignore_ascii_case(prose))
        }
        None => true,
    }
}

/// The command lines of a plain text, each by itself.
pub fn in_text(text: &str, guards: &Guards) -> Vec<Instruction> {
    let mut out = Vec::new();
    let mut before = "";
    let mut at = 0;
    while at < text.len() {
        let mut end = line_end(text, at);
        if text[at..end].trim_end().ends_with('\\') {
            end = continued(text, end);
        }
        let trimmed = text[at..end].trim();
        let command = without_marker(trimmed);
        if looks_like_command(command) || is_known_command(command) {
            let guarded = guards.guard(&Folded::of(tail(before, LONGEST_GUARD * 2)));
            let context = if guarded { Context::Mention } else { Context::Instruction };
            let start = at + text[at..end].find(command).unwrap_or(0);
            out.extend(command_line(command, start, context));
        } else if !trimmed.is_empty() {
            before = trimmed;
        }
        at = end;
    }
    out
}

/// Where the line at `at` ends, its line feed included.
fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |length| at + length + 1)
}

/// Where a command ends that goes on over the lines from `at`.
fn continued(text: &str, mut at: usize) -> usize {
    for _ in 0..LONGEST_COMMAND {
        let end = line_end(text, at);
        let line = text[at..end].trim_end();
        at = end;
        if !line.ends_with('\\') || at >= text.len() {
            break;
        }
    }
    at
}

/// The command behind a list's mark or a word that has the reader run it: `1. curl …`,
/// `- run: curl …`, `Step 2: curl …`.
fn without_marker(line: &str) -> &str {
    let mut rest = line;
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if (1..=3).contains(&digits)
        && let Some(after) = rest[digits..].strip_prefix(['.', ')']).filter(|after| after.starts_with(' '))
    {
        rest = after.trim_start();
    } else if let Some(after) = rest.strip_prefix("- ").or(rest.strip_prefix("* ")) {
        rest = after.trim_start();
    }
    if let Some((label, after)) = rest.split_once(": ") {
        let word = label.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ').to_lowercase();
        if MARKER_WORDS.contains(&word.as_str()) {
            rest = after.trim_start();
        }
    }
    rest
}

struct Reader<'t> {
    text: &'t str,
    guards: &'t Guards,
    out: Vec<Instruction>,
    shell_like: Vec<(Span, Context)>,
    /// Whether inline code is judged that looks like no command of a shell that is read here.
    all_inline: bool,
    /// The headings around, outer ones first.
    headings: Vec<Heading>,
    /// The words since the paragraph began.
    sentence: Sentence,
    /// Of each block quote around, whether it quotes somebody rather than speaking to the reader.
    quotes: Vec<bool>,
}

/// A heading with its words.
struct Heading {
    level: usize,
    words: Sentence,
}

/// The last sentence so far, judged only when code follows, and each of its words once.
#[derive(Default)]
struct Sentence {
    words: String,
    judged: usize,
    guarded: bool,
}

/// Bytes that the longest guard may take.
const LONGEST_GUARD: usize = 200;

impl Sentence {
    /// Adds words; those before the last end of a sentence with words behind it are over.
    fn push(&mut self, words: &str) {
        let from = self.words.len().saturating_sub(1);
        self.words.push_str(words);
        let from = floor(&self.words, from);
        let Some(last) = self.words[from..].rfind(char::is_alphanumeric) else { return };
        let ends = self.words[from..from + last].match_indices(['.', '!', '?', '。', '！', '？']);
        let mut over = ends.map(|(at, mark)| from + at + mark.len()).filter(|&end| {
            self.words[end..].starts_with(char::is_whitespace)
                || self.words[..end].ends_with(['。', '！', '？'])
        });
        if let Some(end) = over.next_back() {
            self.words.drain(..end);
            (self.judged, self.guarded) = (0, false);
        }
    }

    /// Whether the words so far forbid, quote or teach what follows.
    fn is_guarded(&mut self, guards: &Guards) -> bool {
        if !self.guarded && self.judged < self.words.len() {
            let from = floor(&self.words, self.judged.saturating_sub(LONGEST_GUARD));
            self.guarded = guards.guard(&Folded::of(&self.words[from..]));
            self.judged = self.words.len();
        }
        self.guarded
    }
}

/// Bytes before an inline command in which the word stands that has the reader run it.
const NEAR: usize = 40;

impl Sentence {
    /// Whether the last words have the reader run what follows.
    fn has_reader_run(&self) -> bool {
        let mut from = self.words.len().saturating_sub(NEAR);
        while !self.words.is_char_boundary(from) {
            from += 1;
        }
        let near = self.words[from..].to_lowercase();
        let near = near.rsplit(['.', ';', '!', '?', '。', '；', '！', '？']).next().unwrap_or_default();
        let mut words = near.split(|c: char| !c.is_alphanumeric());
        words.any(|word| COMMAND.has("verb", word))
            || COMMAND.of("verb").any(|verb| verb.contains(phrases::is_unspaced) && near.contains(verb))
    }
}

/// The nearest bound of a character at or before byte `at`.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The last `bytes` of `text`.
fn tail(text: &str, bytes: usize) -> &str {
    &text[floor(text, text.len().saturating_sub(bytes))..]
}

impl Reader<'_> {
    fn context(&mut self) -> Context {
        let guarded = self.quotes.contains(&true)
            || self.headings.iter_mut().any(|heading| heading.words.is_guarded(self.guards))
            || self.sentence.is_guarded(self.guards);
        if guarded { Context::Mention } else { Context::Instruction }
    }

    fn code_block(&mut self, info: Option<&str>, spans: &[Span]) {
        let word =
            info.unwrap_or_default().split([' ', ',', '{', '\t']).next().unwrap_or_default().to_lowercase();
        let language = Language::by_name(&word)
            .or_else(|| Language::by_extension(&word))
            .or_else(|| Language::by_interpreter(&word))
            // What an agent's command file has run before it is read.
            .or((word == "!").then_some(Language::Bash));
        if language.is_none_or(|language| language == Language::Bash) {
            let context = self.context();
            self.shell_like.extend(spans.iter().map(|&span| (span, context)));
        }
        // What is set in one line of a script is used in another.
        let is_unnamed = matches!(word.as_str(), "" | "text" | "txt" | "plaintext");
        let pieces = || spans.iter().filter_map(|&span| Some((self.text.get(span.range())?, span)));
        let language = language.or_else(|| {
            let is_one = is_unnamed && is_script(pieces().map(|(text, _)| text));
            is_one.then_some(Language::Bash)
        });
        match language {
            Some(language) => {
                let (text, lengths): (String, Vec<(usize, Span)>) =
                    pieces().map(|(text, span)| (text, (text.len(), span))).unzip();
                let context = self.context();
                self.out.push(Instruction { language, text, origin: Origin::of_pieces(lengths), context });
            }
            // A console, or a block that does not say what it is: its command lines.
            None if matches!(
                word.as_str(),
                "" | "console" | "shell-session" | "terminal" | "text" | "txt" | "plaintext"
            ) =>
            {
                let is_synopsis =
                    spans.iter().filter_map(|span| self.text.get(span.range())).any(is_synopsis);
                for &span in spans {
                    let Some(text) = self.text.get(span.range()) else { continue };
                    let mut at = span.start as usize;
                    for line in text.split_inclusive('\n') {
                        let trimmed = line.trim();
                        if looks_like_command(trimmed) || !is_synopsis && is_known_command(trimmed) {
                            let start = at + line.find(trimmed).unwrap_or(0);
                            let context = self.context();
                            self.out.extend(command_line(trimmed, start, context));
                        }
                        at += line.len();
                    }
                }
            }
            None => {}
        }
    }

    /// The command in the line of prose that begins at byte `start`.
    fn bare(&mut self, start: usize) {
        let mut end = line_end(self.text, start);
        if self.text[start..end].trim_end().ends_with('\\') {
            end = continued(self.text, end);
        }
        let found = bare::command(&self.text[start..end]).filter(|_| self.out.len() <= MAX_INSTRUCTIONS);
        let Some(bare::Bare { range, is_run }) = found else { return };
        let context = match self.context() {
            Context::Instruction if !is_run && !self.sentence.has_reader_run() => Context::Named,
            context => context,
        };
        let (start, end) = (start + range.start, start + range.end);
        self.shell_like.push((Span::new(start, end), context));
        self.out.extend(command_line(&self.text[start..end], start, context));
    }

    fn inline(&mut self, code: &str, span: Span) {
        let trimmed = code.trim();
        let is_full = self.out.len() > MAX_INSTRUCTIONS;
        let is_command = !is_full && (looks_like_command(trimmed) || is_known_command(trimmed));
        if !is_command && !self.all_inline {
            return;
        }
        let context = match self.context() {
            Context::Instruction if !self.sentence.has_reader_run() => Context::Named,
            context => context,
        };
        if self.all_inline {
            self.shell_like.push((span, context));
        }
        if is_command {
            let inside = self.text.get(span.range()).and_then(|raw| raw.find(trimmed)).unwrap_or(0);
            self.out.extend(command_line(trimmed, span.start as usize + inside, context));
        }
    }
}

/// A cheap look before a parser: a command that gives something away has several words and names a
/// place, a pipe or a file.
fn looks_like_command(line: &str) -> bool {
    line.len() < LONGEST_LINE
        && line.contains(char::is_whitespace)
        && (line.contains(['|', '@', '<', '>', '`'])
            || line.contains("://")
            || line.contains("$(")
            || line.contains(":/"))
        && line.starts_with(|c: char| c.is_ascii_alphanumeric() || "$./~\"'({\\>%#:".contains(c))
        && begins_with_command(without_prompt(line))
}

/// Whether a block that does not say what it is holds the lines of one script, not of a session or
/// of something else.
fn is_script<'t>(pieces: impl Iterator<Item = &'t str>) -> bool {
    const KEYWORDS: [&str; 14] = [
        "if", "then", "else", "elif", "fi", "for", "while", "do", "done", "case", "esac", "export", "set",
        "}",
    ];
    let (mut lines, mut goes_on) = (0, false);
    for line in pieces.flat_map(str::lines) {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        let first = trimmed.split([' ', ';']).next().unwrap_or_default();
        let fits = goes_on
            || line.starts_with([' ', '\t'])
            || KEYWORDS.contains(&first)
            || bare::is_assignment(first)
            || without_prompt(trimmed) == trimmed
                && (looks_like_command(trimmed) || is_known_command(trimmed))
            || is_bare_command(trimmed);
        if !fits || is_synopsis(trimmed) {
            return false;
        }
        lines += 1;
        goes_on = trimmed.ends_with('\\');
    }
    lines > 1
}

/// Whether a block shows how commands are spelled rather than having one run: `history [N]`,
/// `rm [-rf] FILE...`.
fn is_synopsis(text: &str) -> bool {
    text.lines().any(|line| {
        let option = line.find(" [").map(|at| &line[at + 2..]);
        let is_option =
            |rest: &str| rest.starts_with('-') || rest.starts_with(|c: char| c.is_ascii_uppercase());
        option.is_some_and(|rest| is_option(rest) && rest.contains(']'))
    })
}

/// A line that begins with a command of the list: it is read without a further sign.
fn is_known_command(line: &str) -> bool {
    let line = without_prompt(line);
    let Some((first, rest)) = line.split_once(char::is_whitespace) else { return false };
    let program = first.rsplit('/').next().unwrap_or(first);
    let program = program.split('.').next().unwrap_or(program);
    line.len() < LONGEST_LINE && !rest.trim().is_empty() && COMMAND.has("command", program)
}

/// Whether a shell could take the first word of `line` for a command's name or an assignment. In
/// other languages' code it calls (`print(a) | b`) or is given a value (`a = b > c`), which no
/// shell runs.
fn begins_with_command(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    let calls = first.char_indices().any(|(at, c)| {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '!' | '.');
        c == '(' && first[..at].ends_with(plain) && !first[at..].starts_with("()")
    });
    let quoted = first.contains(['"', '\'', '`', '$', '\\']);
    let is_given = matches!(words.next(), Some("=" | ":=" | "+=" | "-=" | "==" | "<-" | "->" | "=>"));
    quoted || !(calls || is_given)
}

/// The command behind the prompt of a console.
fn without_prompt(line: &str) -> &str {
    let named = || {
        // `me@host:~/x$ `
        let at = line.find(['#', '$', '%']).filter(|&at| at < 80)?;
        let (who, rest) = (&line[..at], line[at + 1..].strip_prefix(' ')?);
        let is_host = |(me, host): (&str, &str)| !me.is_empty() && !me.contains('/') && host.contains(':');
        let is_prompt = !who.contains([' ', '"', '\'', '=']) && who.split_once('@').is_some_and(is_host);
        is_prompt.then_some(rest)
    };
    ["$ ", "> ", "% "].iter().find_map(|prompt| line.strip_prefix(prompt)).or_else(named).unwrap_or(line)
}

fn command_line(line: &str, start: usize, context: Context) -> Option<Instruction> {
    let text = without_prompt(line);
    let start = start + line.len() - text.len();
    if text.trim().is_empty() {
        return None;
    }
    let origin = Origin::of_pieces([(text.len(), Span::new(start, start + text.len()))]);
    Some(Instruction { language: Language::Bash, text: text.to_string(), origin, context })
}

#[cfg(test)]
mod tests;
