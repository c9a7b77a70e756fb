//! SKILL.md's frontmatter as the gate uses it: a name, a description, tools.

use super::GateError;
use crate::docs::Frontmatter;
use crate::docs::frontmatter::{Scalar, Value};
use crate::text::{Span, Text};
use serde::Serialize;

/// The frontmatter of a SKILL.md: its keys in order. The first of two alike counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Header {
    entries: Vec<(String, HeaderValue)>,
}

/// A value of the frontmatter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum HeaderValue {
    /// A text. What is a number or a boolean in YAML is a text here.
    Text(String),
    /// A list of texts.
    List(Vec<String>),
}

impl Header {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&HeaderValue> {
        self.entries.iter().find(|(known, _)| known == key).map(|(_, value)| value)
    }

    /// The text of a key; `None` where it has none or is no text.
    pub fn text(&self, key: &str) -> Option<&str> {
        match self.get(key)? {
            HeaderValue::Text(text) => Some(text.trim()).filter(|text| !text.is_empty()),
            HeaderValue::List(_) => None,
        }
    }
}

/// Splits a SKILL.md into its frontmatter and what follows it. Without a block, or with an empty
/// one, the header is empty.
///
/// ```
/// let (header, body) = skill_vet::gate::parse_frontmatter("---\nname: demo\ntools: [read, bash]\n---\nHello\n")?;
/// assert_eq!(header.text("name"), Some("demo"));
/// assert_eq!(body, "Hello\n");
/// # Ok::<(), skill_vet::gate::GateError>(())
/// ```
///
/// # Errors
/// A block that is never closed, or a line of it that can't be read.
pub fn parse_frontmatter(content: &str) -> Result<(Header, &str), GateError> {
    let text = Text::new(content.to_string());
    let Some(block) = read(&text)? else { return Ok((Header::default(), content)) };
    let rest = content.get(block.block.end as usize..).unwrap_or_default();
    let body = rest.split_once('\n').map_or("", |(_, body)| body);
    Ok((header(&block, content), body))
}

/// The block of a SKILL.md, sound in every line.
pub(super) fn read(text: &Text) -> Result<Option<Frontmatter>, GateError> {
    let broken =
        |line: u32, why| Err(GateError::Unparsable { line, why, text: text.line(line).trim().to_string() });
    let Some(block) = Frontmatter::read(text) else {
        let begins = text.line(1).trim_start_matches('\u{FEFF}').trim_end() == "---";
        return if begins { broken(1, "the frontmatter is never closed") } else { Ok(None) };
    };
    match block.errors.first() {
        Some(error) => broken(text.line_of(error.start), "the frontmatter has a line that can't be read"),
        None => Ok(Some(block)),
    }
}

/// The keys and values of a block.
pub(super) fn header(block: &Frontmatter, content: &str) -> Header {
    let entries = block.entries.iter().map(|entry| {
        let value = match &entry.value {
            Value::Scalar(scalar) => HeaderValue::Text(scalar.text.clone()),
            Value::List(items) => HeaderValue::List(items.iter().map(|item| item.text.clone()).collect()),
            Value::Opaque(span) => {
                HeaderValue::Text(content.get(span.range()).unwrap_or_default().to_string())
            }
        };
        (entry.key.clone(), value)
    });
    Header { entries: entries.collect() }
}

/// Where the tools were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ToolsSource {
    /// The list under `tools`.
    Tools,
    /// `allowed-tools`, since there is no `tools`.
    AllowedTools,
}

/// Tools that a SKILL.md declares, each with its place.
#[derive(Debug, Default)]
pub(super) struct Tools {
    pub named: Vec<(String, Span)>,
    pub source: Option<ToolsSource>,
    /// `tools` is there and no list, so that it does not count.
    pub no_list: bool,
}

/// The list under `tools` as it is written; where there is no such key, `allowed-tools`, a list or
/// a text of names.
pub(super) fn tools(block: &Frontmatter) -> Tools {
    let value = |key: &str| block.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.value);
    match (value("tools"), value("allowed-tools")) {
        (Some(Value::List(items)), _) => Tools {
            named: items.iter().map(|item| (item.text.clone(), item.span)).collect(),
            source: Some(ToolsSource::Tools),
            no_list: false,
        },
        (Some(Value::Scalar(scalar)), _) if scalar.text.is_empty() => Tools::default(),
        (Some(_), _) => Tools { no_list: true, ..Tools::default() },
        (None, Some(Value::List(items))) => allowed(items),
        (None, Some(Value::Scalar(scalar))) if !scalar.text.trim().is_empty() => {
            allowed(std::slice::from_ref(scalar))
        }
        _ => Tools::default(),
    }
}

/// Names of `allowed-tools`, each once: `Bash(git:*), Read` are `bash` and `read`.
fn allowed(items: &[Scalar]) -> Tools {
    let mut named: Vec<(String, Span)> = Vec::new();
    for item in items {
        for name in names(&item.text) {
            if !named.iter().any(|(known, _)| *known == name) {
                named.push((name, item.span));
            }
        }
    }
    Tools { named, source: Some(ToolsSource::AllowedTools), no_list: false }
}

/// The names in a text, split at blanks and commas outside parentheses, without what stands in
/// parentheses.
fn names(text: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut depth = 0u32;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            ',' | ' ' | '\t' | '\n' | '\r' => out.push(String::new()),
            _ => {
                if let Some(name) = out.last_mut() {
                    name.extend(c.to_lowercase());
                }
            }
        }
    }
    out.retain(|name| !name.is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(front: &str) -> (Vec<String>, Option<ToolsSource>, bool) {
        let text = Text::new(format!("---\n{front}\n---\n"));
        let tools = tools(&read(&text).unwrap().unwrap());
        (tools.named.into_iter().map(|(name, _)| name).collect(), tools.source, tools.no_list)
    }

    #[test]
    fn tools_are_a_list_and_stay_as_written() {
        let want = (vec!["Read".to_string(), "bash".into()], Some(ToolsSource::Tools), false);
        assert_eq!(found("tools: [Read, bash]"), want);
        assert_eq!(found("tools:\n  - Read\n  - bash\nallowed-tools: Write"), want);
        assert_eq!(found("tools: Read, Bash\nallowed-tools: Write"), (vec![], None, true));
        assert_eq!(found("name: x"), (vec![], None, false));
    }

    #[test]
    fn allowed_tools_stand_in() {
        let want = (vec!["bash".to_string(), "read".into()], Some(ToolsSource::AllowedTools), false);
        assert_eq!(found("allowed-tools: Bash(git:*) Read"), want);
        assert_eq!(found("allowed-tools: Bash(git show:*, git diff:*),Read, Bash(ls)"), want);
        assert_eq!(found("allowed-tools: [\"Bash(git:*)\", Read]"), want);
        assert_eq!(found("allowed-tools:\n- Bash\n- Read"), want);
    }

    #[test]
    fn what_is_missing_is_empty_and_what_is_broken_an_error() {
        assert_eq!(parse_frontmatter("").unwrap(), (Header::default(), ""));
        assert_eq!(parse_frontmatter("# x\n").unwrap(), (Header::default(), "# x\n"));
        assert_eq!(parse_frontmatter("---\n---\nx").unwrap(), (Header::default(), "x"));
        let fault = |content| parse_frontmatter(content).unwrap_err().to_string();
        assert!(fault("---\nname: x\n").contains("never closed"));
        assert!(
            fault("---\nname: x\nnonsense\n---\n").contains("line 3: nonsense"),
            "{}",
            fault("---\nname: x\nnonsense\n---\n")
        );
    }
}
