//! The references of SKILL.md: links, images, definitions of reference-style links, and paths in
//! backticks. Nothing inside a code fence is one.

use super::sentence::{GUARD, Said, Token, name_others, said_of, tokens};
use super::{Leads, Reference, exists, has_folder, is_local, leads, resolve};
use crate::docs::Documents;
use crate::pack::Pack;
use crate::text::{Place, Span, Text};
use percent_encoding::percent_decode_str;
use pulldown_cmark::{Event, LinkType, Parser, Tag, TagEnd};
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

/// All references of SKILL.md, in the order of the file.
pub fn from_skill(pack: &Pack, docs: &Documents) -> Vec<Reference> {
    let Some(skill) = &docs.skill else { return Vec::new() };
    let Some(text) = pack.file(&skill.path).and_then(|file| file.text.as_ref()) else { return Vec::new() };
    let start = skill.frontmatter.as_ref().map_or(0, |frontmatter| frontmatter.block.range().end);
    let own = [docs.name().unwrap_or_default(), &pack.dirname].map(str::to_lowercase).into();
    let mut reader = Reader {
        pack,
        file: &skill.path,
        text,
        start,
        own,
        found: Vec::new(),
        paths: Vec::new(),
        made: HashSet::new(),
        words: String::new(),
        block: Vec::new(),
        open: Vec::new(),
    };
    reader.read();
    let made = reader.made;
    let mut found = reader.found;
    found.extend(reader.paths.into_iter().filter(|path| !made.contains(plain(&path.target))));
    found.sort();
    found
}

struct Reader<'p> {
    pack: &'p Pack,
    file: &'p Arc<str>,
    text: &'p Text,
    /// Where the markdown begins, behind the frontmatter.
    start: usize,
    /// The names of the skill itself.
    own: Vec<String>,
    /// Links, which are taken at their word.
    found: Vec<Reference>,
    /// Paths in backticks.
    paths: Vec<Reference>,
    /// Those that somewhere in the file are to be written.
    made: HashSet<String>,
    /// The block being read: its words so far, its tokens, and the paths among them.
    words: String,
    block: Vec<Token>,
    open: Vec<(usize, Reference)>,
}

impl Reader<'_> {
    fn read(&mut self) {
        let body = &self.text.as_str()[self.start..];
        let parser = Parser::new(body);
        let definitions: Vec<_> = parser
            .reference_definitions()
            .iter()
            .map(|(_, link)| (link.dest.to_string(), link.span.clone()))
            .collect();
        for (target, range) in definitions {
            self.link(&target, range);
        }
        // A link's own text often repeats its target in backticks.
        let mut links = 0_u32;
        let mut outward = false;
        for (event, range) in parser.into_offset_iter() {
            match event {
                Event::Start(
                    Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. },
                ) => {
                    links += 1;
                    outward = dest_url.starts_with("../");
                    if link_type == LinkType::Inline {
                        self.link(&dest_url, range);
                    }
                }
                Event::End(TagEnd::Link | TagEnd::Image) => {
                    links = links.saturating_sub(1);
                    self.token(outward.then_some(Token::Other));
                    outward = false;
                }
                Event::Code(code) if links == 0 => self.code(&code, range),
                Event::Code(code) => self.token(Some(Token::Code(code.to_string()))),
                Event::Text(words) => self.words.push_str(&words),
                Event::SoftBreak | Event::HardBreak => self.words.push(' '),
                Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough)
                | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough)
                | Event::InlineHtml(_) => {}
                _ => self.end_block(),
            }
        }
        self.end_block();
    }

    /// Ends the words read so far, and adds a token.
    fn token(&mut self, token: Option<Token>) {
        tokens(&std::mem::take(&mut self.words), &mut self.block);
        self.block.extend(token);
    }

    /// Judges the paths of a block once all its words are known.
    fn end_block(&mut self) {
        self.token(None);
        let mut block = std::mem::take(&mut self.block);
        let open = std::mem::take(&mut self.open);
        if open.is_empty() {
            return;
        }
        name_others(&mut block, &self.own);
        for (at, reference) in open {
            let is_missing = leads(self.pack, self.file, &reference.target) == Leads::Nowhere;
            match is_missing.then(|| said_of(&block, at, &self.own)).flatten() {
                // What is to be written into a folder of the pack should be there already.
                Some(Said::Made) if !self.has_first_folder(&reference.target) => {
                    self.made.insert(plain(&reference.target).to_string());
                }
                Some(Said::Elsewhere) => {}
                _ => self.paths.push(reference),
            }
        }
    }

    fn has_first_folder(&self, target: &str) -> bool {
        let first = plain(target).split(['/', '\\']).next().unwrap_or_default();
        has_folder(self.pack, first)
    }

    fn link(&mut self, target: &str, range: Range<usize>) {
        let target = target.trim();
        let bare = target.split(['#', '?']).next().unwrap_or_default();
        let decoded = percent_decode_str(bare).decode_utf8_lossy();
        // A file may be called `a%20b.md` or `a#b.md` after all.
        let literal = [target, bare].into_iter().find(|path| self.is_there(path));
        let meant = literal.unwrap_or(&decoded);
        let placeholder = ["url", "link", "uri", "href", "path", "target", "src", "file", "image"]
            .contains(&meant)
            || ["url.md", "link.md", "path.md"].contains(&plain(meant));
        if is_local(target) && !meant.is_empty() && !placeholder && !is_placeholder(meant) {
            let reference = self.reference(meant, range);
            self.found.push(reference);
        }
    }

    fn code(&mut self, code: &str, range: Range<usize>) {
        let trimmed = code.trim();
        let path = without_line_number(trimmed.split('#').next().unwrap_or_default());
        self.token(Some(Token::Code(trimmed.to_string())));
        if is_path(self.pack, path) {
            let reference = self.reference(path, range);
            self.open.push((self.block.len() - 1, reference));
        }
    }

    fn is_there(&self, path: &str) -> bool {
        !path.is_empty() && resolve(self.pack, "", path).is_some_and(|path| exists(self.pack, &path))
    }

    fn reference(&self, target: &str, range: Range<usize>) -> Reference {
        let span = Span::new(self.start + range.start, self.start + range.end);
        let place = Place::new(self.file, self.text, span);
        Reference { file: self.file.clone(), place, target: target.to_string() }
    }
}

/// A path without the `./` before it.
fn plain(path: &str) -> &str {
    path.trim_start_matches("./")
}

/// `scripts/main.py:12` and `scripts/main.py:12-20` as `scripts/main.py`.
fn without_line_number(code: &str) -> &str {
    let end = code.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, ':' | '-'));
    match code[end.len()..].starts_with(':') {
        true => end,
        false => code,
    }
}

/// Whether a text in backticks is a path of a file the pack should hold: a relative path with a
/// folder and a known extension, that is neither a placeholder nor a file of the user's project.
fn is_path(pack: &Pack, text: &str) -> bool {
    let characters = |c: char| c.is_alphanumeric() || "_-./+%\\".contains(c);
    if !text.chars().all(characters) || !is_local(text) || text.starts_with(['/', '-', '+', '\\']) {
        return false;
    }
    let path = text.replace('\\', "/");
    let mut parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "." | "..")).collect();
    let Some(name) = parts.pop() else { return false };
    let Some((stem, extension)) = name.rsplit_once('.') else { return false };
    let Some(first) = parts.first() else { return false };
    if stem.is_empty() || !GUARD.has("extension", &extension.to_ascii_lowercase()) || is_placeholder(&path) {
        return false;
    }
    let in_pack = resolve(pack, "", first).is_some_and(|folder| has_folder(pack, &folder));
    in_pack || !(is_elsewhere(first, &parts, name) || is_sample(&parts))
}

/// Whether a path whose first folder the pack does not have speaks of another place: the user's
/// project, a plugin, a run's output, a host, another skill, a repository, or alternatives
/// (`package.json/tsconfig.json`).
fn is_elsewhere(first: &str, parts: &[&str], name: &str) -> bool {
    let dotted = |part: &&str| part.trim_start_matches('.').contains('.');
    let folder = first.to_ascii_lowercase();
    first.starts_with('.')
        || parts.iter().any(dotted)
        || GUARD.has("folder", &folder)
        || GUARD.of("folder-end").any(|end| folder.ends_with(end))
        || name == "SKILL.md"
        || parts.len() == 1 && GUARD.has("library", name)
}

/// Whether a part of `path` stands for a name to be filled in.
fn is_placeholder(path: &str) -> bool {
    let named = |part: &str| part.ends_with("-name") || part.ends_with("_name");
    GUARD.of("filled").any(|mark| path.contains(mark))
        || path.contains(['[', ']'])
        || path.split('/').any(|part| named(part) || GUARD.has("placeholder", part))
}

/// Whether one of `folders` has a name of the kind that is used in explanations.
fn is_sample(folders: &[&str]) -> bool {
    let is_sample =
        |part: &&str| part.starts_with("my-") || part.starts_with("my_") || GUARD.has("sample", part);
    folders.iter().any(is_sample)
}
