//! The references of SKILL.md: links, images, definitions of reference-style links, and paths in
//! backticks. Nothing inside a code fence is one.

use super::{Reference, exists, has_folder, is_local, resolve};
use crate::docs::Documents;
use crate::pack::Pack;
use crate::text::{Place, Span, Text};
use percent_encoding::percent_decode_str;
use pulldown_cmark::{Event, LinkType, Parser, Tag, TagEnd};
use std::sync::Arc;

/// All references of SKILL.md, in the order of the file.
pub fn from_skill(pack: &Pack, docs: &Documents) -> Vec<Reference> {
    let Some(skill) = &docs.skill else { return Vec::new() };
    let Some(text) = pack.file(&skill.path).and_then(|file| file.text.as_ref()) else { return Vec::new() };
    let start = skill.frontmatter.as_ref().map_or(0, |frontmatter| frontmatter.block.range().end);
    let mut reader = Reader { pack, file: &skill.path, text, start, found: Vec::new() };
    reader.read();
    reader.found.sort();
    reader.found
}

struct Reader<'p> {
    pack: &'p Pack,
    file: &'p Arc<str>,
    text: &'p Text,
    /// Where the markdown begins, behind the frontmatter.
    start: usize,
    found: Vec<Reference>,
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
        for (event, range) in parser.into_offset_iter() {
            match event {
                Event::Start(
                    Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. },
                ) => {
                    links += 1;
                    if link_type == LinkType::Inline {
                        self.link(&dest_url, range);
                    }
                }
                Event::End(TagEnd::Link | TagEnd::Image) => links = links.saturating_sub(1),
                Event::Code(code) if links == 0 => self.code(&code, range),
                _ => {}
            }
        }
    }

    fn link(&mut self, target: &str, range: std::ops::Range<usize>) {
        let target = target.trim();
        let bare = target.split(['#', '?']).next().unwrap_or_default();
        let decoded = percent_decode_str(bare).decode_utf8_lossy();
        // A file may be called `a%20b.md` or `a#b.md` after all.
        let literal = [target, bare].into_iter().find(|path| self.is_there(path));
        let meant = literal.unwrap_or(&decoded);
        let placeholder =
            ["url", "link", "uri", "href", "path", "target", "src", "file", "image"].contains(&meant);
        if is_local(target) && !meant.is_empty() && !placeholder && !is_placeholder(meant) {
            self.push(meant, range);
        }
    }

    fn code(&mut self, code: &str, range: std::ops::Range<usize>) {
        let code = code.trim();
        let code = code.split('#').next().unwrap_or_default();
        let path = without_line_number(code);
        if is_path(self.pack, path) {
            self.push(path, range);
        }
    }

    fn is_there(&self, path: &str) -> bool {
        !path.is_empty() && resolve(self.pack, "", path).is_some_and(|path| exists(self.pack, &path))
    }

    fn push(&mut self, target: &str, range: std::ops::Range<usize>) {
        let span = Span::new(self.start + range.start, self.start + range.end);
        let place = Place::new(self.file, self.text, span);
        self.found.push(Reference { file: self.file.clone(), place, target: target.to_string() });
    }
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
    if stem.is_empty()
        || !EXTENSIONS.contains(&extension.to_ascii_lowercase().as_str())
        || is_placeholder(&path)
    {
        return false;
    }
    let in_pack = resolve(pack, "", first).is_some_and(|folder| has_folder(pack, &folder));
    in_pack || !(is_elsewhere(first, &parts, name) || names_own_folder(pack, &path))
}

/// Whether a path whose first folder the pack does not have speaks of another place: the user's
/// project, a host, another skill, a repository, or alternatives (`package.json/tsconfig.json`).
fn is_elsewhere(first: &str, parts: &[&str], name: &str) -> bool {
    let dotted = |part: &&str| part.trim_start_matches('.').contains('.');
    first.starts_with('.')
        || parts.iter().any(dotted)
        || PROJECT_FOLDERS.contains(&first.to_ascii_lowercase().as_str())
        || name == "SKILL.md"
        || parts.len() == 1 && LIBRARIES.contains(&name)
}

/// `skills/weather/scripts/main.py` in the pack `weather`, where `scripts/main.py` exists.
fn names_own_folder(pack: &Pack, path: &str) -> bool {
    let own = format!("{}/", pack.dirname);
    let below = path.strip_prefix(&own).or_else(|| Some(path.split_once(&format!("/{own}"))?.1));
    !pack.dirname.is_empty() && below.is_some_and(|below| exists(pack, below))
}

/// Whether a part of `path` stands for a name to be filled in.
fn is_placeholder(path: &str) -> bool {
    const FILLED: &[&str] =
        &["YYYY", "XXX", "NNN", "FOO", "xxx", "path/to/", "your-", "your_", "foo/", "/foo."];
    let named =
        |part: &str| part.ends_with("-name") || part.ends_with("_name") || part == "your" || part == "some";
    FILLED.iter().any(|mark| path.contains(mark)) || path.split('/').any(named) || path.contains(['[', ']'])
}

/// Extensions by which a text with a slash in backticks is a file.
#[rustfmt::skip]
const EXTENSIONS: &[&str] = &[
    "md", "mdx", "markdown", "txt", "rst", "adoc", "pdf", "docx", "xlsx", "pptx", "csv", "tsv", "json",
    "jsonl", "json5", "yaml", "yml", "toml", "ini", "cfg", "conf", "xml", "xsd", "svg", "png", "jpg",
    "jpeg", "gif", "webp", "ico", "html", "htm", "css", "scss", "js", "mjs", "cjs", "jsx", "ts", "mts",
    "cts", "tsx", "vue", "svelte", "py", "pyi", "ipynb", "sh", "bash", "zsh", "fish", "ps1", "bat", "cmd",
    "rb", "pl", "php", "lua", "go", "rs", "java", "kt", "swift", "c", "h", "cpp", "hpp", "cs", "sql", "db",
    "sqlite", "tf", "hcl", "proto", "graphql", "j2", "jinja", "jinja2", "tmpl", "tpl", "hbs", "mustache",
    "ejs", "template", "zip", "tar", "gz", "tgz", "whl", "so", "dll", "exe", "bin", "dat", "wasm", "ttf",
    "otf", "woff", "woff2", "mp3", "mp4", "wav", "r", "jl", "tex", "bib", "log", "env", "lock", "plist",
    "applescript", "scpt", "awk", "sed", "scm", "ex", "exs", "clj", "hs", "zig",
];

/// First folders of the projects that skills work on. A path in one of them is the user's unless
/// the pack has that folder too: BROKEN_REFERENCE is an error, and these would be false.
#[rustfmt::skip]
const PROJECT_FOLDERS: &[&str] = &[
    "src", "app", "apps", "pages", "components", "test", "tests", "__tests__", "spec", "specs", "e2e",
    "packages", "public", "static", "dist", "build", "out", "output", "outputs", "target", "node_modules",
    "vendor", "cmd", "internal", "pkg", "api", "server", "client", "backend", "frontend", "web", "routes",
    "controllers", "models", "views", "migrations", "prisma", "etc", "usr", "var", "tmp", "home", "project",
    "projects", "workspace", "repo", "core", "figures", "tables", "results", "reports", "logs", "coverage",
    "word", "ppt", "xl",
];

/// Libraries whose name ends like a file's: `vercel/next.js` is a repository.
#[rustfmt::skip]
const LIBRARIES: &[&str] = &[
    "next.js", "node.js", "three.js", "vue.js", "nuxt.js", "d3.js", "chart.js", "Chart.js", "p5.js",
    "express.js", "react.js", "moment.js", "alpine.js", "mermaid.js", "reveal.js", "transformers.js",
    "socket.io.js",
];
