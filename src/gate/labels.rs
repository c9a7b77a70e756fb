//! What the gate counts, read from the data files in `queries/gate/`.

use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::LazyLock;

/// The lists for Python; `queries/gate/python.toml` says what each is.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PythonLabels {
    pub dangerous: Vec<String>,
    pub destructive: Vec<String>,
    pub background: Vec<String>,
    pub network: Vec<String>,
    pub env_calls: Vec<String>,
    pub env_maps: Vec<String>,
    pub secret: Vec<String>,
    pub harmless: Vec<String>,
    pub evaluators: Vec<String>,
    pub builtins: Vec<String>,
    pub runners: Vec<String>,
    pub path_calls: Vec<String>,
    pub home_calls: Vec<String>,
    pub expand_calls: Vec<String>,
    pub writes: FxHashMap<String, String>,
}

/// The lists for shell scripts; `queries/gate/bash.toml` says what each is.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShellLabels {
    pub destructive: Vec<String>,
    pub network: Vec<String>,
    pub autonomy: Vec<String>,
    pub credentials: Vec<String>,
    pub credential_variables: Vec<String>,
    pub key_files: Vec<String>,
    pub wrappers: Vec<String>,
    pub readers: Vec<String>,
    pub file_options: Vec<String>,
    pub shells: Vec<String>,
}

/// The lists for Python.
pub(super) static PYTHON: LazyLock<PythonLabels> =
    LazyLock::new(|| built_in(include_str!("../../queries/gate/python.toml")));

/// The lists for shell scripts.
pub(super) static SHELL: LazyLock<ShellLabels> =
    LazyLock::new(|| built_in(include_str!("../../queries/gate/bash.toml")));

/// A file built in. A test proves that each can be read, so that the empty lists never stand in.
fn built_in<T: DeserializeOwned + Default>(text: &str) -> T {
    toml::from_str(text).unwrap_or_default()
}

/// Whether `list` holds `word`.
pub(super) fn holds(list: &[String], word: &str) -> bool {
    list.iter().any(|known| known == word)
}

/// Whether a word of `list` is a part of `text`.
pub(super) fn any_within(list: &[String], text: &str) -> bool {
    list.iter().any(|known| text.contains(known.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_lists_can_be_read() {
        toml::from_str::<PythonLabels>(include_str!("../../queries/gate/python.toml")).unwrap();
        toml::from_str::<ShellLabels>(include_str!("../../queries/gate/bash.toml")).unwrap();
    }
}
