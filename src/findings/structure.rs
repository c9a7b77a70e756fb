//! Rules on the shape of a pack: SKILL.md and its frontmatter, tool grants, sizes, binaries, links,
//! files that run at install time, and what was not read.

use super::Finding;
use crate::docs::frontmatter::{Entry, Frontmatter, Value};
use crate::docs::{Documents, SkillDoc};
use crate::language::{Language, UNREAD_EXTENSIONS};
use crate::pack::{File, Gap, GapKind, Kind, Pack};
use crate::rules::{Rule, Severity};
use crate::source::carriers;
use crate::text::{Place, Span, Text, excerpt, harmless};

/// Bytes above which a file is LARGE_FILE: the seed's 1 MiB.
const LARGE: u64 = 1_048_576;

/// All findings on the pack's shape, in no particular order.
pub fn check(pack: &Pack, docs: &Documents) -> Vec<Finding> {
    let mut findings = match &docs.skill {
        Some(skill) => skill_findings(pack, skill),
        None => vec![missing(pack)],
    };
    findings.extend(pack.files.iter().flat_map(file_findings));
    findings.extend(pack.gaps.iter().map(gap_finding));
    findings
}

fn missing(pack: &Pack) -> Finding {
    let unread = pack.files.iter().find(|file| file.path.eq_ignore_ascii_case("SKILL.md"));
    let message = match unread {
        Some(file) => {
            format!("{} is in the root, but holds no text that could be read", harmless(&file.path))
        }
        None => "the root of the pack holds no SKILL.md".into(),
    };
    Finding::of_pack(Rule::MissingSkillMd, message)
}

fn skill_findings(pack: &Pack, skill: &SkillDoc) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !skill.exact_name {
        let message = format!("{} stands in for SKILL.md", harmless(&skill.path));
        findings.push(Finding::of_file(Rule::SkillMdCase, &skill.path, message));
    }
    let Some(frontmatter) = &skill.frontmatter else {
        let message = "there is no `---` block at the head of the file";
        findings.push(Finding::of_file(Rule::FrontmatterMissing, &skill.path, message));
        return findings;
    };
    let Some(text) = pack.file(&skill.path).and_then(|file| file.text.as_ref()) else { return findings };
    let doc = Doc { skill, frontmatter, text };
    findings.extend(doc.unreadable());
    findings.extend(["name", "description"].into_iter().filter_map(|key| doc.required(key)));
    findings.extend(doc.name(&pack.dirname));
    findings.extend(doc.grants());
    findings
}

/// SKILL.md with the text its spans are of.
struct Doc<'p> {
    skill: &'p SkillDoc,
    frontmatter: &'p Frontmatter,
    text: &'p Text,
}

impl Doc<'_> {
    fn at(&self, rule: Rule, span: Span, message: String) -> Finding {
        Finding::at(rule, Place::new(&self.skill.path, self.text, span), message)
    }

    fn slice(&self, span: Span) -> &str {
        &self.text.as_str()[span.range()]
    }

    fn unreadable(&self) -> impl Iterator<Item = Finding> {
        self.frontmatter.errors.iter().map(|&span| {
            let line = excerpt(self.slice(span).trim(), 120);
            self.at(Rule::FrontmatterParse, span, format!("the frontmatter line `{line}` cannot be read"))
        })
    }

    fn entry(&self, key: &str) -> Option<&Entry> {
        self.frontmatter.entries.iter().find(|entry| entry.key == key)
    }

    fn required(&self, key: &str) -> Option<Finding> {
        let Some(entry) = self.entry(key) else {
            let message = format!("the frontmatter has no {key}");
            return Some(Finding::of_file(Rule::RequiredField, &self.skill.path, message));
        };
        let fault = match &entry.value {
            Value::Scalar(scalar) if !scalar.text.trim().is_empty() => return None,
            Value::Scalar(_) => "empty",
            Value::List(_) | Value::Opaque(_) => "a list or map where a text is due",
        };
        Some(self.at(Rule::RequiredField, entry.key_span, format!("the frontmatter's {key} is {fault}")))
    }

    fn name(&self, dirname: &str) -> Vec<Finding> {
        let Some(scalar) = self.frontmatter.scalar("name") else { return Vec::new() };
        let name = scalar.text.trim();
        let mut findings = Vec::new();
        if name.is_empty() {
            return findings;
        }
        if !is_kebab_case(name) {
            let message = format!("the name `{}` is not lower-case kebab-case", excerpt(name, 80));
            findings.push(self.at(Rule::NameFormat, scalar.span, message));
        }
        if !dirname.is_empty() && normal_name(name) != normal_name(dirname) {
            let (name, dirname) = (excerpt(name, 80), excerpt(dirname, 80));
            let message = format!("the name `{name}` differs from that of the folder, `{dirname}`");
            findings.push(self.at(Rule::NameDirMismatch, scalar.span, message));
        }
        findings
    }

    fn grants(&self) -> Vec<Finding> {
        let is_grant = |entry: &&Entry| normal_name(&entry.key) == "allowed-tools";
        let entries = self.frontmatter.entries.iter().filter(is_grant);
        let spans = entries.flat_map(|entry| match &entry.value {
            Value::Scalar(scalar) => vec![scalar.span],
            Value::List(items) => items.iter().map(|item| item.span).collect(),
            Value::Opaque(span) => vec![*span],
        });
        spans
            .flat_map(|span| grants(self.slice(span), span.range().start))
            .filter(|&span| is_broad(self.slice(span)))
            .map(|span| {
                let tool = excerpt(self.slice(span), 80);
                self.at(
                    Rule::BroadToolGrant,
                    span,
                    format!("`{tool}` in allowed-tools grants the tool without limits"),
                )
            })
            .collect()
    }
}

/// Names as they are compared: lower case, `_` as `-`.
fn normal_name(name: &str) -> String {
    name.trim().to_lowercase().replace('_', "-")
}

fn is_kebab_case(name: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    name.split('-').all(part)
}

/// The entries of a tool list in `raw`, which starts at byte `start`: set apart by blanks or commas
/// outside parentheses, without quotes. Parentheses that do not match hide no entry.
fn grants(raw: &str, start: usize) -> Vec<Span> {
    split_grants(raw, start, true).or_else(|| split_grants(raw, start, false)).unwrap_or_default()
}

/// `None` if parentheses are heeded and do not match.
fn split_grants(raw: &str, start: usize, heed: bool) -> Option<Vec<Span>> {
    let (mut spans, mut open, mut depth, mut comment) = (Vec::new(), None, 0_u32, false);
    for (at, c) in raw.char_indices() {
        comment = (comment || (c == '#' && (at == 0 || raw[..at].ends_with([' ', '\t'])))) && c != '\n';
        match c {
            '(' if heed => depth += 1,
            ')' if heed => depth = depth.checked_sub(1)?,
            _ => {}
        }
        let parts = c.is_whitespace() || matches!(c, ',' | '[' | ']' | '{' | '}' | '"' | '\'');
        if comment || (parts && depth == 0) {
            spans.extend(open.take().map(|from| Span::new(start + from, start + at)));
        } else {
            open.get_or_insert(at);
        }
    }
    spans.extend(open.map(|from| Span::new(start + from, start + raw.len())));
    (depth == 0).then_some(spans)
}

/// `*`, a bare `Bash`, or `Tool(*)`, also where the wildcard is one of several in the parentheses.
fn is_broad(grant: &str) -> bool {
    if grant == "*" || grant.eq_ignore_ascii_case("bash") {
        return true;
    }
    let Some((_, inner)) = grant.strip_suffix(')').and_then(|grant| grant.split_once('(')) else {
        return false;
    };
    let wild = |limit: &str| {
        let limit = limit.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\''));
        !limit.is_empty() && limit.chars().all(|c| matches!(c, '*' | ':'))
    };
    inner.split(',').any(wild)
}

fn file_findings(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    if file.bytes > LARGE {
        let message = format!("the file has {} bytes, more than 1 MiB", grouped(file.bytes));
        findings.push(Finding::of_file(Rule::LargeFile, &file.path, message));
    }
    if file.kind == Kind::Binary {
        let message = "the file is binary and cannot be analysed as text";
        findings.push(Finding::of_file(Rule::BundledBinary, &file.path, message));
    }
    if file.symlink_out {
        let message = "the link leads out of the pack; its target was not read";
        findings.push(Finding::of_file(Rule::SymlinkOut, &file.path, message));
    }
    findings.extend(install_hook(file));
    findings
}

/// A number with commas between its thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    let groups = groups.into_iter().map(|group| String::from_utf8_lossy(group));
    groups.collect::<Vec<_>>().join(",")
}

fn install_hook(file: &File) -> Option<Finding> {
    let name = file.path.rsplit('/').next().unwrap_or(&file.path).to_ascii_lowercase();
    if name == "package.json" {
        return package_hook(file);
    }
    let (stem, extension) = name.split_once('.').unwrap_or((&name, ""));
    let last = extension.rsplit('.').next().unwrap_or_default();
    let why = match (stem, extension) {
        ("setup", "py") => "the file runs at install time: pip runs it to install the folder",
        ("setup", "sh" | "bash" | "zsh" | "ps1" | "bat" | "cmd") => "the file is named as a set-up script is",
        ("install", _) if file.kind == Kind::Script || is_runnable(last) => {
            "the file is named as an install script is"
        }
        _ if name.ends_with(".pth") => {
            "the file runs at install time: Python runs its import lines at every start once it is installed"
        }
        _ => return None,
    };
    Some(Finding::of_file(Rule::InstallHook, &file.path, why))
}

/// Extensions of files that a person or an installer starts, scripts and programs.
fn is_runnable(extension: &str) -> bool {
    const PROGRAMS: &[&str] =
        &["exe", "com", "msi", "pkg", "dmg", "run", "bin", "jar", "deb", "rpm", "appimage", "app"];
    Language::by_extension(extension).is_some()
        || UNREAD_EXTENSIONS.contains(&extension)
        || PROGRAMS.contains(&extension)
}

/// The hook of a package.json that npm runs on its own.
fn package_hook(file: &File) -> Option<Finding> {
    let text = file.text.as_ref()?;
    let (hook, span) = carriers::lifecycle_scripts(text.as_str()).into_iter().next()?;
    let message = format!("npm runs the script `{hook}` when the package is installed");
    Some(Finding::at(Rule::InstallHook, Place::new(&file.path, text, span), message))
}

/// What a gap means to the reader of the report.
pub fn gap_finding(gap: &Gap) -> Finding {
    let why = harmless(&gap.why);
    let (rule, message) = match gap.kind {
        GapKind::Unread => (Rule::UnreadFile, format!("this was not read, or not wholly: {why}")),
        GapKind::Unanalyzed => {
            (Rule::UnanalyzedScript, format!("the code was not analysed, or not wholly: {why}"))
        }
        GapKind::Limit => (Rule::LimitReached, format!("a limit was met: {why}")),
        GapKind::SkippedDirectory => (Rule::SkippedDirectory, format!("the folder was {why}")),
    };
    let mut finding = match gap.path.is_empty() {
        true => Finding::of_pack(rule, message),
        false => Finding::of_file(rule, &gap.path, message),
    };
    if rule == Rule::SkippedDirectory {
        // Bytecode that nothing names is what Python leaves behind everywhere.
        finding.severity = Severity::Info;
    }
    finding
}

#[cfg(test)]
mod tests;
