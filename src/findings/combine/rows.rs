//! The rows of the table, each a function over the scene.

use super::scene::{Exit, Half, Scene};
use super::{Case, Policy};
use crate::docs::disclosure::CaptureKind;
use crate::findings::endpoint::Standing;
use crate::findings::{Evidence, Finding, Flow};
use crate::language::Language;
use crate::queries::vocabulary::FactType;
use crate::rules::Rule;
use crate::source::Context;
use crate::text::Place;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// How many halves a finding lists beside its exit. The nearest and the tied come first.
const MAX_HALVES: usize = 24;

/// Findings of a file, past which each further one lists the first half alone: nobody reads two dozen
/// halves of each of thousands.
const MANY_FINDINGS: usize = 500;

/// All findings of the table.
pub fn findings(case: &Case<'_>, scene: &Scene<'_>) -> Vec<Finding> {
    let mut table = Table { case, scene, out: Vec::new(), theft_sends: vec![false; scene.sends.len()] };
    table.stealing();
    table.spying();
    table.sending();
    table.writes();
    table.hygiene();
    table.out
}

struct Table<'t, 'a> {
    case: &'t Case<'a>,
    scene: &'t Scene<'a>,
    out: Vec<Finding>,
    /// Sends that are the exit of a theft.
    theft_sends: Vec<bool>,
}

impl<'t, 'a> Table<'t, 'a> {
    /// Secret read + send, or + copy to a place outside the pack; else SECRET_ACCESS.
    fn stealing(&mut self) {
        let scene = self.scene;
        if scene.secrets.is_empty() {
            return;
        }
        let mut stolen = vec![false; scene.secrets.len()];
        let mut all_stolen = !scene.copies.is_empty();
        let used = self.uses();
        for (index, send) in scene.sends.iter().enumerate() {
            if self.only_opens(send) {
                self.theft_sends[index] = true;
                continue;
            }
            match self.case.policy {
                Policy::Flow if send.secrets.is_empty() => {
                    self.near_send(send);
                    all_stolen = true;
                }
                Policy::Flow if send.secrets.iter().all(|&(secret, _)| used[secret]) => {
                    self.credential_use(send);
                    all_stolen = true;
                }
                _ => {
                    self.theft(send);
                    self.theft_sends[index] = true;
                    all_stolen = true;
                }
            }
        }
        for copy in &scene.copies {
            self.theft(copy);
        }
        // Written outside the pack by redirection or a file handle, a store is copied all the
        // same; a named variable in a settings file is not.
        for write in &scene.outside_writes {
            let is_store = |&(index, _): &(usize, Vec<Place>)| scene.secrets[index].fact.kind != "env-secret";
            if write.secrets.iter().any(is_store) && !self.is_copy(&write.half) {
                self.theft(write);
                write.secrets.iter().for_each(|&(index, _)| stolen[index] = true);
            }
        }
        for (half, stolen) in scene.secrets.iter().zip(stolen) {
            if !stolen && !all_stolen {
                let message = format!("reads {}, and nothing in this file sends it", half.fact.label);
                self.out.push(Finding::at(Rule::SecretAccess, half.place.clone(), message));
            }
        }
    }

    /// Whether a send is but the opening of a connection through which a secret goes out at another: the
    /// theft is told there.
    fn only_opens(&self, send: &Exit<'_>) -> bool {
        let kind = send.half.fact.kind;
        let is_same = |other: &&Exit<'_>| {
            other.half.fact.kind == kind
                && !other.secrets.is_empty()
                && other.endpoint.hosts == send.endpoint.hosts
        };
        // Every command of a shell has a connection of its own.
        let language = self.case.unit.sources.get(send.half.fact.source).map(|source| source.language);
        matches!(kind, "socket" | "websocket" | "copy-remote" | "ftp" | "mail" | "message")
            && language != Some(Language::Bash)
            && send.secrets.is_empty()
            && !send.endpoint.hosts.is_empty()
            && self.scene.sends.iter().any(|other| is_same(&other))
    }

    /// Whether a write is told as a copy: it is one, or stands in one, as in
    /// `read(a).pipe(write(b))`.
    fn is_copy(&self, write: &Half<'_>) -> bool {
        self.scene.copies.iter().any(|copy| copy.half.fact.span.contains(write.fact.span))
    }

    fn theft(&mut self, exit: &Exit<'_>) {
        let evidence = self.halves(&self.scene.secrets, &exit.secrets, exit);
        let message = theft_message(&evidence[0], exit);
        self.danger(Rule::DangerStealing, exit, message, evidence);
    }

    /// Under `--policy flow`: both halves are there, and no way from one to the other was found.
    fn near_send(&mut self, send: &Exit<'_>) {
        let evidence = self.halves(&self.scene.secrets, &send.secrets, send);
        let read = &evidence[0];
        let message = format!(
            "reads {} ({}) and sends to {} ({}); no way from one to the other was found",
            read.label,
            read.place,
            send.endpoint.shown(),
            send.half.place
        );
        self.danger(Rule::SecretNearSend, send, message, evidence);
    }

    /// Under `--policy flow`: of each secret, whether it is a variable of the environment that reaches
    /// nothing but places made for credentials, in sends to hosts the documents name in a URL or speak of
    /// by name.
    fn uses(&self) -> Vec<bool> {
        let scene = self.scene;
        let mut out: Vec<bool> =
            scene.secrets.iter().map(|secret| secret.fact.kind == "env-secret").collect();
        for send in &scene.sends {
            let is_named = send.endpoint.is_spoken_of(self.case.disclosure);
            for (secret, _) in &send.secrets {
                out[*secret] &= is_named && !send.given_away.contains(secret);
            }
        }
        for (secret, _) in scene.copies.iter().flat_map(|copy| &copy.secrets) {
            out[*secret] = false;
        }
        out
    }

    fn credential_use(&mut self, send: &Exit<'_>) {
        let evidence = self.halves_only(&self.scene.secrets, &send.secrets, send);
        let message = format!(
            "uses {} ({}) as the credential of a request to {} ({}), which the docs name",
            evidence[0].label,
            evidence[0].place,
            send.endpoint.shown(),
            send.half.place
        );
        self.danger(Rule::CredentialUse, send, message, evidence);
    }

    /// Capture + send or persist, by what the documents admit of its kind.
    fn spying(&mut self) {
        let scene = self.scene;
        let exits: Vec<&Exit<'a>> = scene
            .sends
            .iter()
            .chain(&scene.persists)
            .chain(&scene.copies)
            .chain(&scene.outside_writes)
            .collect();
        let admitted = |half: &Half<'_>| {
            CaptureKind::by_name(half.fact.kind)
                .is_some_and(|kind| self.case.disclosure.captures.contains(&kind))
        };
        let (open, hidden): (Vec<usize>, Vec<usize>) =
            (0..scene.captures.len()).partition(|&index| admitted(&scene.captures[index]));
        if exits.is_empty() {
            for half in &scene.captures {
                let message = format!(
                    "captures by {} ({}), and nothing in this file keeps or sends it",
                    half.fact.label, half.fact.kind
                );
                self.out.push(Finding::at(Rule::CaptureCapability, half.place.clone(), message));
            }
            return;
        }
        let mut seen: FxHashSet<&Place> = FxHashSet::default();
        for exit in exits {
            if !seen.insert(&exit.half.place) {
                continue;
            }
            for (which, rule) in [(&hidden, Rule::DangerSpying), (&open, Rule::DisclosedCapture)] {
                if !which.is_empty() {
                    self.capture(exit, which, rule);
                }
            }
        }
    }

    fn capture(&mut self, exit: &Exit<'_>, which: &[usize], rule: Rule) {
        let captures = &self.scene.captures;
        let tied: Vec<(usize, Vec<Place>)> =
            exit.captures.iter().filter(|(index, _)| which.binary_search(index).is_ok()).cloned().collect();
        let evidence = halves(captures, which.iter().copied(), &tied, exit, self.most_halves());
        let message =
            capture_message(captures[which[0]].fact.kind, &evidence[0], exit, rule == Rule::DisclosedCapture);
        self.danger(rule, exit, message, evidence);
    }

    /// The rows of hidden sending, and the warnings of a send by itself.
    fn sending(&mut self) {
        for (index, send) in self.scene.sends.iter().enumerate() {
            let standing = send.endpoint.standing(self.case.disclosure);
            let is_comment = send.half.fact.context == Context::Comment;
            let hidden = if self.theft_sends[index] { Vec::new() } else { self.hiding(send, standing) };
            if !hidden.is_empty() {
                self.hidden_sending(send, hidden);
                continue;
            }
            if is_comment {
                continue;
            }
            if standing == Standing::Disclosed && !send.encoders.is_empty() && !self.theft_sends[index] {
                let evidence = self.halves_only(&self.scene.encoders, &send.encoders, send);
                let message = format!(
                    "sends what {} made ({}) to {}, which the docs name",
                    evidence[0].label,
                    evidence[0].place,
                    send.endpoint.shown()
                );
                self.danger(Rule::EncodedPayload, send, message, evidence);
            }
            let (rule, message) = match standing {
                Standing::Disclosed => continue,
                Standing::Undisclosed => (
                    Rule::UndisclosedNetwork,
                    format!(
                        "{} sends to {}, which neither SKILL.md nor README.md names",
                        send.half.fact.label,
                        send.endpoint.shown()
                    ),
                ),
                Standing::Dynamic => (
                    Rule::DynamicEndpoint,
                    format!("{} sends to {}", send.half.fact.label, send.endpoint.shown()),
                ),
            };
            self.out.push(Finding::at(rule, send.half.place.clone(), message));
        }
    }

    /// What makes a send a hidden one: each half with a phrase.
    fn hiding(&self, send: &Exit<'_>, standing: Standing) -> Vec<(Evidence, &'static str)> {
        let mut out = Vec::new();
        if standing != Standing::Disclosed {
            for (index, way) in &send.encoders {
                let half = &self.scene.encoders[*index];
                out.push((half.evidence(Some(Flow::Reaches(way.clone()))), "an encoded payload"));
            }
        }
        if standing == Standing::Undisclosed {
            out.extend(self.outside_halves(send));
        }
        if let Some(claim) = &self.case.disclosure.offline
            && send.half.fact.context != Context::Comment
            && !send.endpoint.is_loopback()
        {
            let evidence = Evidence {
                role: "claim",
                label: format!("\"{}\"", claim.words),
                place: claim.place.clone(),
                flow: Some(Flow::SameFile),
            };
            out.push((evidence, "docs that claim it works offline"));
        }
        out.truncate(MAX_HALVES);
        out
    }

    /// Reads and writes outside the pack beside a send to a host the documents do not name. Under
    /// `--policy flow` only a file whose content is in what is sent: a download kept in a cache,
    /// a look-up by a name found in a file, or a service that the documents speak of, hides nothing.
    fn outside_halves(&self, send: &Exit<'_>) -> Vec<(Evidence, &'static str)> {
        let by_flow = self.case.policy == Policy::Flow;
        if by_flow && send.endpoint.is_spoken_of(self.case.disclosure) {
            return Vec::new();
        }
        let mut out = Vec::new();
        for (index, half) in self.scene.reads.iter().enumerate() {
            let way = send.reads.iter().find(|(read, _)| *read == index).map(|(_, way)| way.clone());
            let flow = match way {
                Some(way) if !by_flow || send.reads_in_body.contains(&index) => Flow::Reaches(way),
                None if !by_flow && half.fact.kind == "constant" => Flow::SameFile,
                _ => continue,
            };
            out.push((half.evidence(Some(flow)), "a file from outside the pack"));
        }
        if !by_flow {
            let writes = self.scene.writes.iter().filter(|write| !self.is_around(send, write));
            out.extend(writes.map(|half| (half.evidence(Some(Flow::SameFile)), "a write outside the pack")));
        }
        out
    }

    /// Whether a write is that of the file in which a send stands.
    fn is_around(&self, send: &Exit<'_>, write: &Half<'_>) -> bool {
        let source = send.half.fact.source;
        let mut written = self.case.unit.written.iter();
        write.fact.source != source
            && written.any(|(of, writes)| *of == source && writes.contains(&write.fact.span))
    }

    fn hidden_sending(&mut self, send: &Exit<'_>, hiding: Vec<(Evidence, &'static str)>) {
        let (first, phrase) = &hiding[0];
        let message = format!(
            "sends to {} ({}), with {phrase}: {} ({})",
            send.endpoint.shown(),
            send.half.place,
            first.label,
            first.place
        );
        let mut evidence: Vec<Evidence> = hiding.into_iter().map(|(evidence, _)| evidence).collect();
        evidence.push(send.half.evidence(None));
        self.danger(Rule::DangerHiddenSending, send, message, evidence);
    }

    fn writes(&mut self) {
        let scene = self.scene;
        let mut seen: FxHashSet<&Place> = FxHashSet::default();
        let writes = scene.writes.iter().filter(|write| !self.is_copy(write));
        let halves: Vec<&Half<'a>> = writes.chain(scene.copies.iter().map(|copy| &copy.half)).collect();
        for half in halves {
            if !seen.insert(&half.place) {
                continue;
            }
            let message = format!("writes outside the pack: {}", half.fact.label);
            self.out.push(Finding::at(Rule::WritesOutsidePack, half.place.clone(), message));
        }
    }

    fn hygiene(&mut self) {
        for half in &self.scene.destroys {
            self.out.push(destroyed(half));
        }
        let mut seen: Vec<(Rule, &Place)> = Vec::new();
        for half in &self.scene.others {
            let (rule, message) = match (half.fact.fact, half.fact.kind) {
                (FactType::UnreadCode, _) => (
                    Rule::UnanalyzedScript,
                    format!("runs code in a language that is not read here: {}", half.fact.label),
                ),
                (_, "shell-true") => (Rule::HygieneShellTrue, "runs a command through a shell".to_string()),
                (_, "download-exec") => {
                    (Rule::HygieneDownloadExec, format!("runs what it downloads: {}", half.fact.label))
                }
                _ => (
                    Rule::HygieneDynamicExec,
                    format!("runs code that is put together as it runs: {}", half.fact.label),
                ),
            };
            // A decoder's output that is evaluated is two facts at one place.
            let known = seen.iter().rev().take(4).any(|known| *known == (rule, &half.place));
            seen.push((rule, &half.place));
            if !known {
                self.out.push(Finding::at(rule, half.place.clone(), message));
            }
        }
    }

    fn halves(&self, of: &[Half<'a>], tied: &[(usize, Vec<Place>)], exit: &Exit<'_>) -> Vec<Evidence> {
        halves(of, 0..of.len(), tied, exit, self.most_halves())
    }

    fn most_halves(&self) -> usize {
        if self.out.len() < MANY_FINDINGS { MAX_HALVES } else { 1 }
    }

    /// Only the halves that are tied.
    fn halves_only(&self, of: &[Half<'a>], tied: &[(usize, Vec<Place>)], exit: &Exit<'_>) -> Vec<Evidence> {
        let mut out: Vec<Evidence> = tied
            .iter()
            .take(MAX_HALVES)
            .map(|(index, way)| of[*index].evidence(Some(Flow::Reaches(way.clone()))))
            .collect();
        out.push(exit.half.evidence(None));
        out
    }

    fn danger(&mut self, rule: Rule, exit: &Exit<'_>, message: String, evidence: Vec<Evidence>) {
        // A call that is looked at from several others is one exit.
        let is_known = |known: &Finding| {
            known.rule == rule && known.message == message && known.place.as_ref() == Some(&exit.half.place)
        };
        if !self.out.iter().rev().take(64).any(is_known) {
            self.out.push(Finding::at(rule, exit.half.place.clone(), message).with_evidence(evidence));
        }
    }
}

/// The halves `which` of one part, in order, those tied to the exit first, and the exit last.
fn halves(
    of: &[Half<'_>],
    which: impl Iterator<Item = usize>,
    tied: &[(usize, Vec<Place>)],
    exit: &Exit<'_>,
    most: usize,
) -> Vec<Evidence> {
    let ways: BTreeMap<usize, &Vec<Place>> = tied.iter().rev().map(|(index, way)| (*index, way)).collect();
    let others = which.filter(|index| !ways.contains_key(index)).map(|index| (index, Flow::SameFile));
    let reaching = ways.iter().map(|(&index, &way)| (index, Flow::Reaches(way.clone())));
    let evidence = |(index, flow): (usize, Flow)| of[index].evidence(Some(flow));
    let mut out: Vec<Evidence> = reaching.chain(others).take(most).map(evidence).collect();
    out.push(exit.half.evidence(None));
    out
}

/// A finding of DESTRUCTIVE_COMMAND.
pub fn destroyed(half: &Half<'_>) -> Finding {
    let message = format!("destroys what cannot be had back: {}", half.fact.label);
    Finding::at(Rule::DestructiveCommand, half.place.clone(), message)
}

/// Both halves of a theft, in a sentence.
pub fn theft_message(read: &Evidence, exit: &Exit<'_>) -> String {
    let goal = match exit.half.fact.fact {
        FactType::Send => format!("sends to {}", exit.endpoint.shown()),
        FactType::CopyOutside => "copies to a place outside the pack".to_string(),
        _ => "writes it outside the pack".to_string(),
    };
    format!("reads {} ({}) and {goal} ({})", read.label, read.place, exit.half.place)
}

/// Both halves of a capture, in a sentence.
pub fn capture_message(kind: &str, captured: &Evidence, exit: &Exit<'_>, admitted: bool) -> String {
    let does = match exit.half.fact.fact {
        FactType::Send => format!("sends to {}", exit.endpoint.shown()),
        _ => "keeps a file".into(),
    };
    let docs = if admitted { "say so" } else { "do not say so" };
    let thing = captured_thing(kind);
    format!(
        "captures the {thing} by {} ({}) and {does} ({}); the docs {docs}",
        captured.label, captured.place, exit.half.place
    )
}

fn captured_thing(kind: &str) -> &'static str {
    match kind {
        "screen" => "screen",
        "keyboard" => "keyboard",
        "audio" => "microphone",
        "camera" => "camera",
        _ => "browser history",
    }
}
