//! Code that stands in files of another kind: npm scripts, workflow steps, Makefile recipes, the
//! commands of hook and server configurations, the scripts of pages.
//!
//! All readers take what they can and stop nowhere: a file that its own program would
//! refuse is no reason to look away, and neither is one made to be refused by strict parsers only.

mod attributes;
mod html;
mod json;
mod lines;
mod make;
mod yaml;

use crate::language::Language;
use crate::text::Span;

/// Code found in a data file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    /// What it is written in.
    pub language: Language,
    /// The code, in consecutive pieces.
    pub pieces: Vec<Piece>,
    /// Where it stands, in words: `npm script "test"`. Holds raw text of the pack.
    pub label: String,
    /// Other code of the file knows what it names: the scripts of a page have one global object.
    pub shares_names: bool,
    /// Nothing that the file has run was left out.
    pub is_whole: bool,
}

/// A part of carried code, with the place in the outer file it was decoded from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Code.
    pub text: String,
    /// The bytes it stands for. As long as `text`, they map one to one; else the piece maps as a
    /// whole. Empty for what was put in to join words.
    pub outer: Span,
}

impl Carried {
    /// Code of which nothing was left out and that shares no names.
    fn new(language: Language, pieces: Vec<Piece>, label: String) -> Carried {
        Carried { language, pieces, label, shares_names: false, is_whole: true }
    }

    /// The whole code.
    pub fn code(&self) -> String {
        self.pieces.iter().map(|piece| piece.text.as_str()).collect()
    }
}

impl Piece {
    /// `text[span]`, as it stands.
    fn verbatim(text: &str, start: usize, end: usize) -> Piece {
        Piece { text: text[start..end].to_string(), outer: Span::new(start, end) }
    }

    /// `text` instead of what stands at `start..end`.
    fn instead(text: impl Into<String>, start: usize, end: usize) -> Piece {
        Piece { text: text.into(), outer: Span::new(start, end) }
    }
}

/// Names of JSON files whose `command` values are run by agents and their plugins.
const HOOK_FILES: &[&str] = &[
    "hooks.json",
    "settings.json",
    "settings.local.json",
    ".mcp.json",
    "mcp.json",
    "plugin.json",
    ".lsp.json",
    "tasks.json",
    "devcontainer.json",
    "claude_desktop_config.json",
    ".devcontainer.json",
];

/// The commands carried by the file `path` with this `text`; none for most files, at the price of
/// a look at the name.
pub fn carried(path: &str, text: &str) -> Vec<Carried> {
    let path = path.to_ascii_lowercase();
    let name = path.rsplit('/').next().unwrap_or(&path);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    match (name, extension) {
        ("package.json" | "composer.json", _) => json::npm_scripts(text),
        ("deno.json" | "deno.jsonc", _) => [json::npm_scripts(text), json::commands(text)].concat(),
        (_, "json") if path.contains(".github/hooks/") => json::commands(text),
        (_, "json") if HOOK_FILES.contains(&name) || configures_hooks(text) => json::commands(text),
        ("makefile" | "gnumakefile", _) | (_, "mk" | "mak") => make::recipes(text),
        (_, "yml" | "yaml") if yaml_keys(&path, name).is_empty() => match is_workflow(&path, name, text) {
            true => yaml::steps(text),
            false => Vec::new(),
        },
        (_, "yml" | "yaml") => yaml::scripts(text, yaml_keys(&path, name)),
        (_, "html" | "htm" | "xhtml" | "svg" | "vue" | "svelte") => html::scripts(text),
        (_, "astro") => html::astro(text),
        ("dockerfile" | "containerfile", _) | (_, "dockerfile" | "containerfile") => lines::image(text),
        _ if name.starts_with("dockerfile.") || name.starts_with("containerfile.") => lines::image(text),
        (_, "service" | "timer" | "socket") => lines::settings(
            text,
            &[
                "ExecStart",
                "ExecStartPre",
                "ExecStartPost",
                "ExecStop",
                "ExecStopPost",
                "ExecReload",
                "ExecCondition",
            ],
        ),
        (_, "desktop") => lines::settings(text, &["Exec"]),
        (_, "plist") => lines::property_list(text),
        _ if ["etc/cron.d/", "spool/cron/"].iter().any(|folder| path.contains(folder)) => lines::times(text),
        ("crontab", _) | (_, "cron" | "crontab") => lines::times(text),
        ("procfile", _) => lines::processes(text),
        (".gitconfig" | "gitconfig", _) => lines::aliases(text),
        (_, extension) if crate::pack::MARKDOWN.contains(&extension) => yaml::frontmatter_hooks(text),
        _ => Vec::new(),
    }
}

/// Whether a file of this name configures what an agent or its plugins run.
pub fn configures(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    HOOK_FILES.contains(&&*name)
}

/// The keys whose values a service's file has run, by the file's name. What they are is said by each
/// service's reference.
fn yaml_keys(path: &str, name: &str) -> &'static [&'static str] {
    match name {
        ".gitlab-ci.yml" | ".gitlab-ci.yaml" => &["script", "before_script", "after_script"],
        ".pre-commit-config.yaml" | ".pre-commit-hooks.yaml" => &["entry"],
        ".travis.yml" => &["script", "before_script", "install", "before_install", "after_success"],
        "azure-pipelines.yml" | "azure-pipelines.yaml" => &["script", "bash"],
        "taskfile.yml" | "taskfile.yaml" => &["cmds", "cmd", "sh"],
        "lefthook.yml" | "lefthook.yaml" => &["run"],
        "cloudbuild.yaml" | "cloudbuild.yml" => &["script"],
        "bitbucket-pipelines.yml" => &["script", "after-script"],
        ".drone.yml" | ".woodpecker.yml" => &["commands"],
        _ if path.contains(".circleci/") => &["run", "command"],
        _ if name.starts_with("docker-compose") || name.starts_with("compose.") => {
            &["command", "entrypoint", "test"]
        }
        _ => &[],
    }
}

/// The npm scripts that run when a package is installed, each with the span of its name in
/// `text`, that of a `package.json`.
pub fn lifecycle_scripts(text: &str) -> Vec<(String, Span)> {
    json::scripts(text)
        .into_iter()
        .filter(|script| ["preinstall", "install", "postinstall"].contains(&&*script.key))
        .filter(|script| script.values.iter().any(|value| !text[value.range()].trim().is_empty()))
        .map(|script| (script.key.to_string(), script.key_span))
        .collect()
}

/// A plugin may name any file as its hooks.
fn configures_hooks(text: &str) -> bool {
    let has = |word: &str| memchr::memmem::find(text.as_bytes(), word.as_bytes()).is_some();
    (has("\"hooks\"") || has("\"mcpServers\"")) && has("\"command\"")
}

/// A workflow by its folder, its name (an action) or its shape.
fn is_workflow(path: &str, name: &str, text: &str) -> bool {
    let has = |word: &str| memchr::memmem::find(text.as_bytes(), word.as_bytes()).is_some();
    path.contains(".github/workflows/")
        || has("steps") && (has("jobs") || has("runs") && name.starts_with("action."))
}

#[cfg(test)]
mod tests;
