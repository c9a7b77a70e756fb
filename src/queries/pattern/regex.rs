//! The regular expressions of predicates.

use regex_automata::meta::{self, Regex};
use regex_automata::nfa::thompson::WhichCaptures;
use regex_automata::util::syntax;
use std::sync::OnceLock;

/// A regex compiled where it is first asked: most runs need few of them.
#[derive(Debug)]
pub struct LazyRegex {
    /// Its text.
    pub text: String,
    compiled: OnceLock<Option<Regex>>,
}

impl LazyRegex {
    pub(super) fn new(text: String) -> Self {
        LazyRegex { text, compiled: OnceLock::new() }
    }

    /// The regex; `None` only where its text is no regex, which the loader has told.
    pub fn get(&self) -> Option<&Regex> {
        self.compiled.get_or_init(|| compile_regex(&self.text).ok()).as_ref()
    }
}

/// A regex whose classes, word bounds and cases are those of ASCII, which the things it is asked
/// of (paths, addresses, names of variables) are made of: with Unicode's tables, compiling the few
/// that a small pack asks for would take longer than everything else. One that says more than
/// ASCII can gets the tables.
///
/// # Errors
/// The text is no regex.
pub fn compile_regex(text: &str) -> Result<Regex, Box<meta::BuildError>> {
    // Only "does it match" is asked, of short texts: automata made for long ones cost more to make
    // than they save.
    let config = meta::Config::new()
        .utf8_empty(false)
        .hybrid(false)
        .dfa(false)
        .onepass(false)
        .which_captures(WhichCaptures::None);
    let build = |syntax: syntax::Config| {
        Regex::builder().configure(config.clone()).syntax(syntax).build(text).map_err(Box::new)
    };
    build(syntax::Config::new().unicode(false).utf8(false)).or_else(|_| build(syntax::Config::new()))
}
