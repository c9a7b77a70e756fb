//! Disclosure: the hosts named in a URL, the kinds of capture admitted, and offline claims.

use crate::text::Place;
use std::collections::BTreeSet;

/// What a person who reads SKILL.md and README.md before the install is told.
#[derive(Debug, Default)]
pub struct Disclosure {
    /// Hosts of URLs, lower case, without port, user info or trailing dot.
    pub hosts: BTreeSet<String>,
    /// The first claim that the pack works offline or on this machine only.
    pub offline: Option<Claim>,
    /// Kinds of capture the docs admit.
    pub captures: BTreeSet<CaptureKind>,
}

/// A sentence that claims no data leaves the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The words, harmless.
    pub words: String,
    /// Where they stand.
    pub place: Place,
}

/// The five kinds of capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CaptureKind {
    /// The picture of the screen.
    Screen,
    /// Keys typed.
    Keyboard,
    /// The microphone.
    Audio,
    /// The camera.
    Camera,
    /// The browser's history.
    History,
}

impl Disclosure {
    /// Adds what `text`, the text of `file`, tells.
    pub fn add(&mut self, _file: &std::sync::Arc<str>, _text: &crate::text::Text) {}
}
