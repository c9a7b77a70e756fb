//! What a pack holds, as the gate counts it: files, tools, labels with their places, the vector.

use super::header::{self, ToolsSource};
use super::labels::{PYTHON, any_within, holds};
use super::seen::{Redline, Role, Seen};
use super::vector::{self, Counts};
use super::{GateError, python, shell};
use crate::pack::{File, GapKind, Hashes, Kind, Pack};
use crate::text::{Place, Text, harmless};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Names of files and folders that are not part of the pack, wherever below it they stand.
const LEFT_OUT: &[&str] = &[".git", "__pycache__", ".pytest_cache", ".venv", "node_modules"];

/// What a pack holds. As JSON it is the numbers alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Features {
    /// Files of the pack, SKILL.md too.
    pub file_count: usize,
    /// Their bytes.
    pub total_bytes: u64,
    /// Tools that SKILL.md declares, in its order.
    pub tools: Vec<String>,
    /// Destruction, network, credentials, autonomy, activity of Python, files, bytes, tools: each
    /// from 0 to 1, rounded to 6 places.
    pub vector: [f64; 8],
    /// `sha256:` and 64 hex digits over name, tools, files, bytes and vector.
    #[schemars(regex(pattern = "^sha256:[0-9a-f]{64}$"))]
    pub vector_hash: String,
    /// Python files, `*.py`.
    pub python_files_count: usize,
    /// Shell scripts, `*.sh` and `*.bash`.
    pub shell_files_count: usize,
    /// The frontmatter's `name`, else the folder's.
    #[serde(skip)]
    pub skill_name: String,
    /// The folder as it was named.
    #[serde(skip)]
    pub skill_dir: String,
    /// The frontmatter's `description`.
    #[serde(skip)]
    pub description: String,
    /// Where the tools were read.
    #[serde(skip)]
    pub tools_source: Option<ToolsSource>,
    /// What all Python files hold.
    #[serde(skip)]
    pub python: PythonAnalysis,
    /// What all shell scripts hold.
    #[serde(skip)]
    pub shell: ShellAnalysis,
    /// Redlines that were crossed, each once, sorted by what is said of them.
    #[serde(skip)]
    pub redlines: Vec<(Redline, String)>,
    /// A hash over every byte; `None` where a file could not be read to its end.
    #[serde(skip)]
    pub content_hash: Option<String>,
    /// What was not read or not counted, and why.
    #[serde(skip)]
    pub warnings: Vec<String>,
    /// Remarks on how something was counted.
    #[serde(skip)]
    pub notes: Vec<String>,
    /// Where each counted thing stands.
    #[serde(skip)]
    pub evidence: Vec<Evidence>,
}

/// What Python code holds, each name once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PythonAnalysis {
    /// Modules imported.
    pub imported_modules: BTreeSet<String>,
    /// Dangerous calls, by their dotted name as it is spelled.
    pub dangerous_calls: BTreeSet<String>,
    /// Variables of the environment that are looked up by a literal name.
    pub env_lookups: BTreeSet<String>,
    /// `open:write`, `Path.write_text`, `Path.write_bytes`, `write`.
    pub filesystem_calls: BTreeSet<String>,
    /// Why nothing was counted.
    pub syntax_errors: Vec<String>,
}

/// What shell scripts hold, each label once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ShellAnalysis {
    /// `rm -rf`, `truncate`, `dd if=`, `mkfs`, `shred`, `wipefs`.
    pub destructive: BTreeSet<String>,
    /// Network utilities.
    pub network: BTreeSet<String>,
    /// Credentials named.
    pub credentials: BTreeSet<String>,
    /// `nohup`, `kill -9`, `disown`, `pkill`, `killall`, `&`.
    pub autonomy: BTreeSet<String>,
}

/// Where a counted thing stands. Lines and columns are 1-based, the end is exclusive.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Evidence {
    /// The thing, as it is counted; of a redline, its sentence.
    pub label: String,
    /// Path relative to the pack's root.
    pub file: String,
    /// First line.
    #[schemars(range(min = 1))]
    pub line: u32,
    /// Column of the first character, counted in characters.
    #[schemars(range(min = 1))]
    pub column: u32,
    /// Last line.
    #[schemars(range(min = 1))]
    pub end_line: u32,
    /// Column after the last character.
    #[schemars(range(min = 1))]
    pub end_column: u32,
    /// What it counts as.
    pub role: Role,
}

/// What each factor counts.
#[derive(Debug, Default)]
pub struct Findings {
    /// What destroys.
    pub destructive: Vec<Counted>,
    /// What reaches the network.
    pub network: Vec<Counted>,
    /// What touches credentials.
    pub credentials: Vec<Counted>,
    /// What goes on by itself.
    pub autonomy: Vec<Counted>,
}

/// One thing that a factor counts, wherever and however often it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// What it is, in words: `Shell network utility: curl`.
    pub finding: String,
    /// What it counts as.
    pub role: Role,
    /// Its label: `curl`.
    pub label: String,
}

fn counted<'l>(
    phrase: &str,
    role: Role,
    labels: impl IntoIterator<Item = &'l String>,
) -> impl Iterator<Item = Counted> {
    labels.into_iter().map(move |label| Counted {
        finding: format!("{phrase}: {label}"),
        role,
        label: label.clone(),
    })
}

impl PythonAnalysis {
    fn add(&mut self, seen: &Seen) {
        let set = match seen.role {
            Role::Import => &mut self.imported_modules,
            Role::Call => &mut self.dangerous_calls,
            Role::Env => &mut self.env_lookups,
            Role::Write => &mut self.filesystem_calls,
            _ => return,
        };
        set.insert(seen.label.clone());
    }
}

impl ShellAnalysis {
    fn add(&mut self, seen: &Seen) {
        let set = match seen.role {
            Role::Destructive => &mut self.destructive,
            Role::Network => &mut self.network,
            Role::Credential => &mut self.credentials,
            Role::Autonomy => &mut self.autonomy,
            _ => return,
        };
        set.insert(seen.label.clone());
    }
}

/// Looks at Python code. Code that does not parse gives nothing but the error.
///
/// ```
/// let found = skill_vet::gate::analyze_python_code("import os\nos.system('ls')\n");
/// assert!(found.dangerous_calls.contains("os.system"));
/// assert!(found.syntax_errors.is_empty());
/// ```
pub fn analyze_python_code(code: &str) -> PythonAnalysis {
    let scan = python::scan(code, 0);
    let mut out = PythonAnalysis::default();
    scan.seen.iter().for_each(|seen| out.add(seen));
    out.syntax_errors.extend(scan.error.map(String::from));
    out
}

/// Looks at a shell script. One that does not parse is looked at all the same.
///
/// ```
/// let found = skill_vet::gate::scan_shell_script("# curl is not run here\nwget https://a.example &\n");
/// assert_eq!(found.network.into_iter().collect::<Vec<_>>(), ["wget"]);
/// assert!(found.autonomy.contains("&"));
/// ```
pub fn scan_shell_script(script: &str) -> ShellAnalysis {
    let mut out = ShellAnalysis::default();
    shell::scan(script).iter().for_each(|seen| out.add(seen));
    out
}

/// Whether a path is part of the pack as the gate sees it.
pub(super) fn is_kept(path: &str) -> bool {
    !path.split('/').any(|part| LEFT_OUT.contains(&part))
}

/// The features of a pack that was read with its hashes.
///
/// # Errors
/// No SKILL.md in its root, or one that can't be read or parsed.
pub(super) fn of_pack(pack: &Pack, hashes: &Hashes) -> Result<Features, GateError> {
    let mut features = Features { skill_dir: pack.dir.clone(), ..Features::default() };
    features.read_skill(pack)?;
    let kept: Vec<&File> = pack.files.iter().filter(|file| is_kept(&file.path)).collect();
    for file in kept.iter().filter(|file| file.kind != Kind::Other) {
        features.file_count += 1;
        features.total_bytes = features.total_bytes.saturating_add(file.bytes);
    }
    features.warn(pack);
    features.read_scripts(&kept);
    features.content_hash = content_hash(&kept, hashes);
    if features.content_hash.is_none() {
        features.warnings.push("a file could not be read to its end, so there is no content hash".into());
    }
    features.evidence.sort();
    features.evidence.dedup();
    features
        .evidence
        .sort_by(|a, b| (a.role, &a.file, a.line, a.column).cmp(&(b.role, &b.file, b.line, b.column)));
    features.warnings.sort();
    features.notes.sort();
    let counts = features.counts();
    features.vector = vector::vector(&counts);
    features.vector_hash = vector::hash(&features.skill_name, &features.tools, &counts, &features.vector);
    Ok(features)
}

impl Features {
    fn read_skill(&mut self, pack: &Pack) -> Result<(), GateError> {
        let named = |file: &&File| file.path.eq_ignore_ascii_case("SKILL.md");
        let file = pack.file("SKILL.md").or_else(|| pack.files.iter().find(named));
        let file = file.ok_or_else(|| GateError::NoSkill(pack.dir.clone()))?;
        if &*file.path != "SKILL.md" {
            self.warnings.push(format!("{}: spelled otherwise than SKILL.md", file.path));
        }
        let text = file.text.as_ref().ok_or_else(|| {
            let gap = pack.gaps.iter().find(|gap| gap.path == file.path).map(|gap| gap.why.clone());
            let other = if file.kind == Kind::Other { "it is a link" } else { "it is no text" };
            GateError::Unreadable(gap.unwrap_or_else(|| other.into()))
        })?;
        self.skill_name.clone_from(&pack.dirname);
        let Some(block) = header::read(text)? else { return Ok(()) };
        let keys = header::header(&block, text.as_str());
        if let Some(name) = keys.text("name") {
            self.skill_name = name.to_string();
        }
        self.description = keys.text("description").unwrap_or_default().to_string();
        let tools = header::tools(&block);
        if tools.no_list {
            self.notes.push("`tools` in SKILL.md is no list, so no tool was counted".into());
        }
        if tools.source == Some(ToolsSource::AllowedTools) {
            self.notes.push("SKILL.md has no `tools`; those of `allowed-tools` were counted".into());
        }
        self.tools_source = tools.source;
        for (tool, span) in tools.named {
            self.cite(&Seen::new(Role::Tool, tool.as_str(), span), &file.path, text);
            self.tools.push(tool);
        }
        Ok(())
    }

    /// Tells what of the pack was not read.
    fn warn(&mut self, pack: &Pack) {
        for gap in pack.gaps.iter().filter(|gap| is_kept(&gap.path)) {
            // Only scripts are looked at; the rest of a long text is missed by nobody.
            let is_long_text = || pack.file(&gap.path).is_some_and(|file| file.text.is_some());
            let matters = match gap.kind {
                GapKind::Unread => true,
                GapKind::Limit => !is_long_text(),
                GapKind::Unanalyzed => script(&gap.path).is_some(),
                GapKind::SkippedDirectory => false,
            };
            if matters {
                self.warnings.push(format!("{}: {}", gap.path, gap.why));
            }
        }
        let special = |file: &&File| file.kind == Kind::Other && is_kept(&file.path);
        for file in pack.files.iter().filter(special) {
            if !pack.gaps.iter().any(|gap| gap.path == file.path) {
                self.warnings.push(format!("{}: a link, which is neither followed nor counted", file.path));
            }
        }
    }

    fn read_scripts(&mut self, kept: &[&File]) {
        let scripts: Vec<(&File, Script)> =
            kept.iter().filter_map(|file| Some((*file, script(&file.path)?))).collect();
        let scripts: Vec<_> = scripts.into_iter().filter(|(file, _)| file.kind != Kind::Other).collect();
        let scans: Vec<python::Scan> = scripts
            .par_iter()
            .map(|(file, script)| match (&file.text, script) {
                (None, _) => python::Scan::default(),
                (Some(text), Script::Python) => python::scan(text.as_str(), 0),
                (Some(text), Script::Shell) => {
                    python::Scan { seen: shell::scan(text.as_str()), ..Default::default() }
                }
            })
            .collect();
        for ((file, script), scan) in scripts.into_iter().zip(scans) {
            match script {
                Script::Python => self.python_files_count += 1,
                Script::Shell => self.shell_files_count += 1,
            }
            if let Some(text) = &file.text {
                self.add(scan, &file.path, text);
            }
        }
        self.redlines.sort_by(|a, b| (&a.1, a.0).cmp(&(&b.1, b.0)));
        self.redlines.dedup();
    }

    fn add(&mut self, scan: python::Scan, path: &Arc<str>, text: &Text) {
        for seen in &scan.seen {
            self.python.add(seen);
            self.shell.add(seen);
            self.redlines.extend(seen.redline.map(|redline| (redline, seen.label.clone())));
            if seen.role != Role::Import || any_within(&PYTHON.network, &seen.label) {
                self.cite(seen, path, text);
            }
        }
        if let Some(why) = scan.error {
            self.python.syntax_errors.push(format!("{path}: {why}"));
            self.warnings.push(format!("{path}: {why}, so nothing in it was counted"));
        }
        let mut told = BTreeSet::new();
        for (name, span) in scan.methods.into_iter().filter(|(name, _)| told.insert(name.clone())) {
            let place = Place::new(path, text, span);
            self.notes.push(format!(
                "`{}` ({place}) is a method and not the builtin: counted as a dangerous call, but no redline",
                harmless(&name)
            ));
        }
    }

    fn cite(&mut self, seen: &Seen, path: &Arc<str>, text: &Text) {
        let place = Place::new(path, text, seen.span);
        self.evidence.push(Evidence {
            label: seen.label.clone(),
            file: path.to_string(),
            line: place.line,
            column: place.column,
            end_line: place.end_line,
            end_column: place.end_column,
            role: seen.role,
        });
    }

    /// The distinct things each factor counts.
    pub fn findings(&self) -> Findings {
        let calls = |parts: &'static [String]| {
            self.python.dangerous_calls.iter().filter(move |call| any_within(parts, call))
        };
        let imports =
            self.python.imported_modules.iter().filter(|module| any_within(&PYTHON.network, module));
        let secrets = self.python.env_lookups.iter().filter(|name| is_secret(name));
        let shell = &self.shell;
        Findings {
            destructive: counted("Python destructive/system call", Role::Call, calls(&PYTHON.destructive))
                .chain(counted("Shell destructive command", Role::Destructive, &shell.destructive))
                .collect(),
            network: counted("Python network import", Role::Import, imports)
                .chain(counted("Shell network utility", Role::Network, &shell.network))
                .collect(),
            credentials: counted("Secret of the environment", Role::Env, secrets)
                .chain(counted("Shell credential", Role::Credential, &shell.credentials))
                .collect(),
            autonomy: counted("Shell autonomy command", Role::Autonomy, &shell.autonomy)
                .chain(counted("Python background process", Role::Call, calls(&PYTHON.background)))
                .collect(),
        }
    }

    /// Evidence of one thing that was counted.
    pub fn evidence_of(&self, role: Role, label: &str) -> impl Iterator<Item = &Evidence> {
        self.evidence.iter().filter(move |it| it.role == role && it.label == label)
    }

    fn counts(&self) -> Counts {
        let findings = self.findings();
        let python = &self.python;
        Counts {
            destructive: findings.destructive.len(),
            network: findings.network.len(),
            credentials: findings.credentials.len(),
            autonomy: findings.autonomy.len(),
            python: python.dangerous_calls.len() + python.filesystem_calls.len() + python.env_lookups.len(),
            files: self.file_count,
            bytes: self.total_bytes,
            tools: self.tools.len(),
        }
    }
}

/// Whether the name of a variable says that it holds a secret.
fn is_secret(name: &str) -> bool {
    !holds(&PYTHON.harmless, name) && any_within(&PYTHON.secret, &name.to_uppercase())
}

/// Kinds of scripts.
#[derive(Clone, Copy)]
enum Script {
    Python,
    Shell,
}

/// What a file is by its ending, which counts as it is spelled.
fn script(path: &str) -> Option<Script> {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((stem, "py")) if !stem.is_empty() => Some(Script::Python),
        Some((stem, "sh" | "bash")) if !stem.is_empty() => Some(Script::Shell),
        _ => None,
    }
}

/// A hash over a line `path\0sha256` for every file and link, in the order of their paths.
fn content_hash(kept: &[&File], hashes: &Hashes) -> Option<String> {
    let mut lines = Vec::new();
    for file in kept {
        let sha256 = hashes.get(&file.path).copied().flatten()?;
        lines.extend_from_slice(file.path.as_bytes());
        lines.push(0);
        lines.extend_from_slice(vector::hex(&sha256).as_bytes());
        lines.push(b'\n');
    }
    Some(vector::sha256(&lines))
}
