//! Disclosure: the hosts named in a URL, the kinds of capture admitted, and offline claims.

use super::phrases::{self, Phrases};
use super::{claims, hosts, prose};
use crate::text::{Place, Text};
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

/// What a person who reads SKILL.md and README.md before the install is told.
#[derive(Debug, Default)]
pub struct Disclosure {
    /// Hosts of URLs, lower case, without port, user info or trailing dot.
    pub hosts: BTreeSet<String>,
    /// The first claim that the pack works offline or on this machine only.
    pub offline: Option<Claim>,
    /// Kinds of capture the docs admit.
    pub captures: BTreeSet<CaptureKind>,
    /// Words that are written as proper names, in lower case.
    proper: BTreeSet<String>,
    /// Words that are written as any others are.
    common: BTreeSet<String>,
}

/// Letters from which on a word may be a service's name: shorter ones are anything's.
const SHORTEST_NAME: usize = 5;

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

impl CaptureKind {
    /// Every kind.
    pub const ALL: [CaptureKind; 5] = [
        CaptureKind::Screen,
        CaptureKind::Keyboard,
        CaptureKind::Audio,
        CaptureKind::Camera,
        CaptureKind::History,
    ];

    /// Its name in queries, lexicons and messages.
    pub fn name(self) -> &'static str {
        match self {
            CaptureKind::Screen => "screen",
            CaptureKind::Keyboard => "keyboard",
            CaptureKind::Audio => "audio",
            CaptureKind::Camera => "camera",
            CaptureKind::History => "history",
        }
    }

    /// By `name`.
    pub fn by_name(name: &str) -> Option<Self> {
        CaptureKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl Disclosure {
    /// Adds what `text`, the text of the document `file`, tells. `name` is the skill's own, which
    /// may be the subject of a claim.
    pub fn add(&mut self, file: &Arc<str>, text: &Text, name: &str) {
        self.hosts.extend(hosts::of_text(text.as_str()));
        let sentences = prose::sentences(text);
        sentences.iter().for_each(|sentence| self.add_names(text.as_str(), sentence));
        self.captures.extend(captures(&sentences));
        if self.offline.is_none() {
            self.offline = claims::first(file, text, &sentences, name);
        }
    }

    /// Whether the prose of the docs speaks of the service at `host` by its name: `Ensembl` is
    /// rest.ensembl.org. A word that is also written in lower case is no name. Less than
    /// [`Disclosure::discloses`]: for `--policy flow` only.
    pub fn speaks_of(&self, host: &str) -> bool {
        let domain =
            psl::domain(host.as_bytes()).and_then(|domain| std::str::from_utf8(domain.as_bytes()).ok());
        let name = domain.and_then(|domain| domain.split('.').next()).unwrap_or_default();
        name.len() >= SHORTEST_NAME && self.proper.contains(name) && !self.common.contains(name)
    }

    /// Sorts the words of a sentence into names and others. The first word is in capitals anyway,
    /// and so are those of headings.
    fn add_names(&mut self, text: &str, sentence: &prose::Sentence) {
        if sentence.code || sentence.heading {
            return;
        }
        let mut at = 0;
        for (index, word) in sentence.words.split(|c: char| !c.is_ascii_alphanumeric()).enumerate() {
            let origin = sentence.origin(at);
            at += word.len() + 1;
            if word.len() < SHORTEST_NAME || !word.starts_with(|c: char| c.is_ascii_alphabetic()) {
                continue;
            }
            match text.as_bytes().get(origin) {
                Some(first) if first.is_ascii_uppercase() && index > 0 => self.proper.insert(word.into()),
                Some(first) if first.is_ascii_lowercase() => self.common.insert(word.into()),
                _ => continue,
            };
        }
    }

    /// Whether the docs name `host`: it, or a domain above it, stands in one of their URLs. Public
    /// suffixes are nobody's parent, and an IP address only equals itself.
    pub fn discloses(&self, host: &str) -> bool {
        hosts::disclose(&self.hosts, host)
    }
}

const CAPTURE_WORDS: &str = include_str!("../../queries/lexicon/capture-words.txt");

/// The list of capture words, read once.
struct Captures {
    /// A list a kind, in the order of [`CaptureKind::ALL`].
    kinds: Phrases,
    words: phrases::Words,
    denied: Phrases,
}

static CAPTURES: LazyLock<Captures> = LazyLock::new(|| {
    let sections = phrases::sections(CAPTURE_WORDS);
    let of = |name: &str| sections.get(name).cloned().unwrap_or_default();
    Captures {
        kinds: Phrases::new(CaptureKind::ALL.map(|kind| of(kind.name()))),
        words: phrases::Words::new(CAPTURE_WORDS),
        denied: Phrases::new([of("denied")]),
    }
});

/// Kinds of capture that a sentence admits and does not deny.
fn captures(sentences: &[prose::Sentence]) -> BTreeSet<CaptureKind> {
    let mut found = BTreeSet::new();
    for sentence in sentences {
        for (list, at) in CAPTURES.kinds.find(&sentence.words) {
            let kind = CaptureKind::ALL[list];
            if !found.contains(&kind) && !CAPTURES.denies(&sentence.words, at.start, at.end) {
                found.insert(kind);
            }
        }
    }
    found
}

impl Captures {
    /// Whether the words around the capture at `start..end` say that it does not happen.
    fn denies(&self, sentence: &str, start: usize, end: usize) -> bool {
        let (before, after) = (&sentence[..start], &sentence[end..]);
        if sentence[start..end].contains(phrases::is_unspaced) {
            return self.words.of("denied-cjk").any(|pattern| match pattern.split_once('~') {
                Some((negator, "")) => clause_end(before).trim_end_matches('"').ends_with(negator),
                Some((_, negator)) => after.starts_with(negator),
                None => false,
            });
        }
        let clause: Vec<&str> = phrases::words(clause_end(before)).collect();
        let near = &clause[clause.len().saturating_sub(4)..];
        let negator = near.iter().position(|word| self.words.has("negation", word) || word.starts_with("n'"));
        let denied =
            negator.is_some_and(|at| !near[at + 1..].iter().any(|word| self.words.has("double", word)));
        let denied_after =
            self.denied.find(after).first().is_some_and(|(_, at)| after[..at.start].trim().is_empty());
        denied || denied_after
    }
}

/// What follows the last mark in `text` that ends a clause.
fn clause_end(text: &str) -> &str {
    text.rsplit([',', ';', ':', '|', '(', '—', '，', '、', '；', '：']).next().unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Disclosure {
        let mut disclosure = Disclosure::default();
        disclosure.add(&"SKILL.md".into(), &Text::new(text.into()), "");
        disclosure
    }

    #[test]
    fn services_are_spoken_of_by_their_names() {
        let docs = read(
            "# Collect Weather\n\nVariants go to Ensembl VEP. We backup data. Ask the Backup team.\nStripe is paid.\n",
        );
        assert!(docs.speaks_of("rest.ensembl.example") && docs.speaks_of("ensembl.example"));
        // A heading, a word that is also a common one, the first of a sentence, a part of a host.
        for host in ["collect.example", "backup.example", "stripe.example", "ensembl.collect.example", "org"]
        {
            assert!(!docs.speaks_of(host), "{host}");
        }
    }

    #[test]
    fn the_list_is_well_formed() {
        for kind in CaptureKind::ALL {
            let known = phrases::sections(CAPTURE_WORDS);
            assert!(known.get(kind.name()).is_some_and(|list| !list.is_empty()), "{}", kind.name());
            assert_eq!(CaptureKind::by_name(kind.name()), Some(kind));
        }
        assert!(phrases::sections(CAPTURE_WORDS).contains_key("denied"));
    }

    #[test]
    fn captures_are_admitted_in_plain_words() {
        use CaptureKind::*;
        let table = [
            ("Takes a screenshot.", Screen),
            ("It takes Screen\nShots of you.", Screen),
            ("---\ndescription: Records the whole screen\n---\n", Screen),
            ("Fait une capture d’écran.", Screen),
            ("Erstellt ein Bildschirmfoto.", Screen),
            ("Hace una captura de pantalla.", Screen),
            ("本技能会截图并保存。", Screen),
            ("スクリーンショットを撮ります。", Screen),
            ("Not only text, also screenshots.", Screen),
            ("Do not forget to take a screenshot.", Screen),
            ("Screenshots are never sent.", Screen),
            ("Logs each keystroke.", Keyboard),
            ("Counts your key presses.", Keyboard),
            ("Enregistre les frappes du clavier.", Keyboard),
            ("Zählt Tastenanschläge.", Keyboard),
            ("Uses the **microphone**.", Audio),
            ("Records audio for a minute.", Audio),
            ("Graba tu voz.", Audio),
            ("Takes a picture with the webcam.", Camera),
            ("Reads the browser's history.", History),
            ("Reads your Chrome browsing history.", History),
            ("Lit l'historique du navigateur.", History),
            ("読み取った閲覧履歴を表示します。", History),
        ];
        let missed: Vec<_> =
            table.iter().filter(|(text, kind)| !read(text).captures.contains(kind)).collect();
        assert!(missed.is_empty(), "{missed:#?}");
    }

    #[test]
    fn a_denial_or_a_namesake_admits_nothing() {
        let table = [
            "This skill does not take screenshots.",
            "It never records the screen.",
            "Works without a microphone.",
            "No screenshots, no webcam.",
            "Screenshots are not taken.",
            "Ne fait pas de capture d'écran.",
            "Macht keine Bildschirmfotos.",
            "No hace capturas de pantalla.",
            "本技能不会截图。",
            "スクリーンショットは行いません。",
            "Keyboard shortcuts are listed below.",
            "The history of the town.",
            "Draws on the screen.",
            "<!-- takes a screenshot -->",
        ];
        let found: Vec<_> = table.iter().filter(|text| !read(text).captures.is_empty()).collect();
        assert!(found.is_empty(), "{found:#?}");
    }

    #[test]
    fn hosts_come_from_the_whole_text() {
        let found = read(
            "---\nhomepage: https://a.example\n---\n```sh\ncurl https://b.example/x\n```\n[c]: https://c.example\n",
        );
        assert!(
            found.discloses("a.example") && found.discloses("x.b.example") && found.discloses("c.example")
        );
        assert!(!found.discloses("d.example"));
    }
}
