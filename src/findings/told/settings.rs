//! Settings that send the agent's traffic somewhere else: a data file whose endpoint is a tunnel, a
//! collector or a bare number that the docs do not name.

use super::{DATA, places};
use crate::docs::Disclosure;
use crate::findings::Finding;
use crate::pack::{File, Kind};
use crate::prose::{Document, Form, Place as Standing, is_data};
use crate::queries::QuerySet;
use crate::rules::Rule;
use crate::text::{Place, excerpt};

/// The findings of one data file.
pub fn check_settings(file: &File, disclosure: &Disclosure, queries: &QuerySet) -> Vec<Finding> {
    let text = match &file.text {
        Some(text) if file.kind == Kind::Text && is_data(&file.path) && text.as_str().len() <= DATA => text,
        _ => return Vec::new(),
    };
    if !text.as_str().contains("://") {
        return Vec::new();
    }
    let document = Document::read(Form::Data, text.as_str());
    let mut out = Vec::new();
    for (index, passage) in document.passages.iter().enumerate() {
        let value = passage.text.as_str().trim();
        if passage.place != Standing::Value || value.contains(' ') {
            continue;
        }
        let key = document.trail(index).next().map_or("", |key| document.passages[key].text.as_str());
        let Some(host) = places::anonymous_host(queries, value).filter(|_| queries.is_endpoint_key(key))
        else {
            continue;
        };
        if !disclosure.discloses(host) {
            let start = passage.text.as_str().len() - passage.text.as_str().trim_start().len();
            let span = passage.text.origin(text.as_str(), start, start + value.len());
            let message = format!(
                "the setting `{}` points to {}, behind which anybody may stand and which the docs do not name",
                excerpt(key, 40),
                excerpt(host, 80)
            );
            out.push(Finding::at(Rule::UndisclosedNetwork, Place::new(&file.path, text, span), message));
        }
    }
    out
}
