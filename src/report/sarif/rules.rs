//! The rules as a code host lists them, with what it asks of each.

use super::description;
use super::model::{Configuration, Descriptor, DescriptorReference, Driver, Message, RuleProperties};
use crate::report::Report;
use crate::report::markdown::fence;
use crate::rules::{RULES, Rule, RuleInfo, Severity};

/// Kinds of notification, by their place in [`NOTIFICATIONS`].
pub const PARTLY: usize = 0;
/// As [`PARTLY`].
pub const NOT: usize = 1;
/// As [`PARTLY`].
pub const LIMIT: usize = 2;
/// As [`PARTLY`].
pub const CUT: usize = 3;

/// Id, level, phrase, and what to do about it.
const NOTIFICATIONS: [(&str, &str, &str, &str); 4] = [
    (
        "partly-analysed",
        "warning",
        "a file that not every rule could look at",
        "The file was read, but not by every rule: no grammar reads its language, or a limit was met. Read it yourself.",
    ),
    (
        "not-analysed",
        "warning",
        "a file that was not looked at",
        "The file is binary, a link out of the pack, or could not be read. Find out what it is for.",
    ),
    (
        "static-limit",
        "note",
        "what static vetting cannot see",
        "True of every run: bear it in mind whatever the verdict is.",
    ),
    (
        "results-left-out",
        "note",
        "findings that are not among the results",
        "Code hosts take no more results in one run. The JSON report has them all.",
    ),
];

/// The program with everything it looks for and tells.
pub fn driver(report: &Report) -> Driver {
    let notifications = NOTIFICATIONS.iter().map(|&(id, level, phrase, advice)| Descriptor {
        id,
        name: camel(id),
        short_description: Message::plain(phrase),
        full_description: Message::plain(advice),
        help: Message { text: advice.into(), markdown: Some(advice.into()) },
        default_configuration: Configuration { level },
        properties: None,
    });
    Driver {
        name: report.tool,
        version: report.version,
        semantic_version: report.version,
        full_description: description(),
        rules: RULES.iter().map(descriptor).collect(),
        notifications: notifications.collect(),
    }
}

/// Points at a kind of notification.
pub fn notification(kind: usize) -> DescriptorReference {
    DescriptorReference { id: NOTIFICATIONS[kind].0, index: kind }
}

/// The place of a rule in the driver's list.
pub fn index(id: &str) -> usize {
    RULES.iter().position(|info| info.id == id).unwrap_or_default()
}

fn descriptor(info: &RuleInfo) -> Descriptor {
    Descriptor {
        id: info.id,
        name: camel(info.id),
        short_description: Message::plain(info.title),
        full_description: Message::plain(info.help),
        help: help(info),
        default_configuration: Configuration { level: super::level(info.severity) },
        properties: Some(properties(info)),
    }
}

fn help(info: &RuleInfo) -> Message {
    let fence = fence(info.example);
    Message {
        text: format!("{}\n\nExample:\n{}\n\nWhat to do: {}", info.help, info.example, info.fix),
        markdown: Some(format!(
            "{}\n\n**Example**\n\n{fence}text\n{}\n{fence}\n\n**What to do:** {}",
            info.help, info.example, info.fix
        )),
    }
}

fn properties(info: &RuleInfo) -> RuleProperties {
    let security = !is_form(info.rule);
    // Hosts show 9.0 and more as critical, 4.0 to 6.9 as medium, less as low.
    let security_severity = security.then_some(match (info.rule.is_danger(), info.severity) {
        (true, _) => "9.5",
        (_, Severity::Error | Severity::Warn) => "5.0",
        (_, Severity::Info) => "2.0",
    });
    let mut tags = vec!["agent-skills", if security { "security" } else { "correctness" }];
    if info.rule.is_danger() {
        tags.push("danger");
    }
    RuleProperties {
        tags,
        precision: if info.rule.is_danger() { "high" } else { "medium" },
        problem_severity: match info.severity {
            Severity::Error => "error",
            Severity::Warn => "warning",
            Severity::Info => "recommendation",
        },
        security_severity,
    }
}

/// Whether a rule is about the form of a pack, and says nothing of what it does.
fn is_form(rule: Rule) -> bool {
    use Rule::*;
    matches!(
        rule,
        MissingSkillMd
            | SkillMdCase
            | FrontmatterMissing
            | FrontmatterParse
            | RequiredField
            | NameDirMismatch
            | NameFormat
            | BrokenReference
            | LargeFile
    )
}

/// `DANGER_STEALING` and `not-analysed` as `DangerStealing` and `NotAnalysed`.
fn camel(id: &str) -> String {
    let words = id.split(['_', '-']).filter(|word| !word.is_empty());
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..].to_lowercase();
    words.map(capital).collect()
}
