//! The scene: a file's facts sorted by the part they may play, and how they are tied.

use super::{Case, Policy};
use crate::facts::Fact;
use crate::facts::written::runs_file;
use crate::findings::endpoint::Endpoint;
use crate::findings::{Evidence, Flow};
use crate::queries::vocabulary::{FactType, Role};
use crate::semantics::eval::{Eval, Thing};
use crate::semantics::flow::{Cell, FlowGraph, Spread};
use crate::semantics::graph::{Op, ValueId};
use crate::semantics::{PACK, argument_values, credentials};
use crate::source::Context;
use crate::text::{HOLE, Place};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;

/// How many places a path through a file may name.
const MAX_STEPS: usize = 12;

/// One half: a fact in its part.
pub struct Half<'a> {
    /// The fact.
    pub fact: &'a Fact,
    /// The role in evidence.
    pub role: &'static str,
    /// Where it stands.
    pub place: Place,
    /// Of a file that is run: the sends that brought it, by index in [`Scene::sends`].
    pub downloads: Vec<usize>,
}

/// A place where something leaves the file: a send, a copy, a write.
pub struct Exit<'a> {
    /// The fact.
    pub half: Half<'a>,
    /// Where it goes, of a send.
    pub endpoint: Endpoint,
    /// Secrets that reach it, by index in [`Scene::secrets`], with their ways.
    pub secrets: Vec<(usize, Vec<Place>)>,
    /// Those of them that reach it elsewhere than in a place made for credentials.
    pub given_away: BTreeSet<usize>,
    /// Captures that reach it.
    pub captures: Vec<(usize, Vec<Place>)>,
    /// Encoders that reach it.
    pub encoders: Vec<(usize, Vec<Place>)>,
    /// Files from outside the pack that reach it.
    pub reads: Vec<(usize, Vec<Place>)>,
    /// Those of them that reach it elsewhere than in its address.
    pub reads_in_body: BTreeSet<usize>,
}

/// A file's facts by part.
pub struct Scene<'a> {
    /// Secrets accessed.
    pub secrets: Vec<Half<'a>>,
    /// Captures.
    pub captures: Vec<Half<'a>>,
    /// Encoders.
    pub encoders: Vec<Half<'a>>,
    /// Reads of files outside the pack; of `user-file` ones only those that reach a send.
    pub reads: Vec<Half<'a>>,
    /// Writes outside the pack.
    pub writes: Vec<Half<'a>>,
    /// Sends that run, then sends in comments.
    pub sends: Vec<Exit<'a>>,
    /// Copies to a place outside the pack.
    pub copies: Vec<Exit<'a>>,
    /// Places where a capture may be kept.
    pub persists: Vec<Exit<'a>>,
    /// Places outside the pack that something is written to.
    pub outside_writes: Vec<Exit<'a>>,
    /// `exec` and `unread.code`.
    pub others: Vec<Half<'a>>,
    /// What destroys.
    pub destroys: Vec<Half<'a>>,
    /// What makes things from outside ready to run.
    pub installs: Vec<Half<'a>>,
}

impl<'a> Scene<'a> {
    /// Sorts the facts of a case and ties them.
    pub fn new(case: &Case<'a>, eval: &mut Eval<'_>) -> Scene<'a> {
        let half = |fact: &'a Fact, role| Half {
            fact,
            role,
            place: Place::new(case.file, case.text, fact.span),
            downloads: Vec::new(),
        };
        let of = |wanted: FactType, role| -> Vec<Half<'a>> {
            let running =
                case.unit.facts.iter().filter(|fact| fact.fact == wanted && fact.context != Context::Comment);
            running.map(|fact| half(fact, role)).collect()
        };
        let mut scene = Scene {
            secrets: of(FactType::SecretRead, "secret"),
            captures: of(FactType::Capture, "capture"),
            encoders: of(FactType::Encode, "encode"),
            reads: of(FactType::ReadOutside, "read"),
            writes: of(FactType::WriteOutside, "write"),
            sends: Vec::new(),
            copies: Vec::new(),
            persists: Vec::new(),
            outside_writes: Vec::new(),
            others: of(FactType::Exec, "exec"),
            destroys: of(FactType::Destroy, FactType::Destroy.word()),
            installs: of(FactType::Install, FactType::Install.word()),
        };
        scene.others.extend(of(FactType::UnreadCode, "code"));
        let exit = |half: Half<'a>| Exit {
            half,
            endpoint: Endpoint::default(),
            secrets: Vec::new(),
            given_away: BTreeSet::new(),
            captures: Vec::new(),
            encoders: Vec::new(),
            reads: Vec::new(),
            reads_in_body: BTreeSet::new(),
        };
        scene.sends = of(FactType::Send, "send").into_iter().map(exit).collect();
        let commented = case.unit.facts.iter().filter(|fact| fact.context == Context::Comment);
        let commented = commented.filter(|fact| fact.fact == FactType::Send);
        scene.sends.extend(commented.map(|fact| exit(half(fact, "send"))));
        scene.copies = of(FactType::CopyOutside, "copy").into_iter().map(exit).collect();
        scene.persists = of(FactType::Persist, "persist").into_iter().map(exit).collect();
        scene.outside_writes = of(FactType::WriteOutside, "write").into_iter().map(exit).collect();
        for send in &mut scene.sends {
            send.endpoint = endpoint(eval, send.half.fact);
        }
        scene.tie(case, eval);
        scene
    }

    /// Ties sources to exits by flow, and drops what counts only where it is tied.
    fn tie(&mut self, case: &Case<'a>, eval: &mut Eval<'_>) {
        let sources = [&self.secrets, &self.captures, &self.encoders, &self.reads];
        let exits = [&self.sends, &self.copies, &self.persists, &self.outside_writes];
        let has_source = sources.iter().any(|halves| !halves.is_empty());
        let has_exit = exits.iter().any(|exits| !exits.is_empty());
        let runs_files = self.others.iter().any(|half| runs_file(half.fact));
        if has_source && has_exit || runs_files && !self.sends.is_empty() {
            let cells = cells(case.unit.facts.iter());
            let graph = FlowGraph::new(eval, &cells);
            let none = FxHashSet::default();
            let spread = |halves: &[Half<'_>], barred: &FxHashSet<ValueId>| {
                let sources: Vec<Option<ValueId>> = halves.iter().map(|half| half.fact.value).collect();
                graph.spread(&sources, barred)
            };
            if runs_files {
                let sends: Vec<Option<ValueId>> =
                    self.sends.iter().map(|send| send.half.fact.value).collect();
                let sent = graph.spread(&sends, &none);
                for half in self.others.iter_mut().filter(|half| runs_file(half.fact)) {
                    half.downloads =
                        half.fact.role(Role::Path).flat_map(|path| sent.sources_at(path)).collect();
                }
            }
            let secrets = spread(&self.secrets, &none);
            let is_document = case.unit.sources.first().is_some_and(|source| source.context.is_told());
            let barred = match case.credential_places {
                Some(list) if case.policy == Policy::Flow || is_document => credentials::places(eval, list),
                _ => FxHashSet::default(),
            };
            let given_away = spread(&self.secrets, &barred);
            let captures = spread(&self.captures, &none);
            let encoders = spread(&self.encoders, &none);
            let reads = spread(&self.reads, &none);
            let urls: FxHashSet<ValueId> = self
                .sends
                .iter()
                .flat_map(|send| send.half.fact.role(Role::Url).collect::<Vec<_>>())
                .collect();
            let reads_in_body = spread(&self.reads, &urls);
            let exits = [&mut self.sends, &mut self.copies, &mut self.persists, &mut self.outside_writes];
            for exit in exits.into_iter().flatten() {
                let sinks = sinks(eval, exit.half.fact);
                exit.secrets = tied(case, eval, &secrets, &sinks);
                let open = sinks.iter().filter(|sink| !barred.contains(sink));
                exit.given_away = open.flat_map(|&sink| given_away.sources_at(sink)).collect();
                exit.captures = tied(case, eval, &captures, &sinks);
                exit.encoders = tied(case, eval, &encoders, &sinks);
                exit.reads = tied(case, eval, &reads, &sinks);
                let body = sinks.iter().filter(|sink| !urls.contains(sink));
                exit.reads_in_body = body.flat_map(|&sink| reads_in_body.sources_at(sink)).collect();
            }
        }
        self.others.retain(|half| !runs_file(half.fact) || !half.downloads.is_empty());
        self.drop_untied_environment();
        self.drop_own_files(case, eval);
    }

    /// The environment taken as an object is read only where it gets out: a copy of it for a
    /// child process is none.
    fn drop_untied_environment(&mut self) {
        let exits =
            || self.sends.iter().chain(&self.copies).chain(&self.persists).chain(&self.outside_writes);
        let reached: BTreeSet<usize> =
            exits().flat_map(|exit| exit.secrets.iter().map(|&(index, _)| index)).collect();
        let keep: Vec<bool> = self
            .secrets
            .iter()
            .enumerate()
            .map(|(index, half)| {
                !half.fact.roles.iter().any(|part| part.role == Role::Source) || reached.contains(&index)
            })
            .collect();
        retain(&mut self.secrets, &keep);
        let moved = moved(&keep);
        for exit in self.exits_mut() {
            renumber(&mut exit.secrets, &moved);
            exit.given_away = exit.given_away.iter().filter_map(|&index| moved[index]).collect();
        }
    }

    /// A file named by the user or found in the working directory counts where it reaches a send;
    /// the pack's own files never do.
    fn drop_own_files(&mut self, case: &Case<'a>, eval: &mut Eval<'_>) {
        let reached: BTreeSet<usize> =
            self.sends.iter().flat_map(|send| send.reads.iter().map(|&(index, _)| index)).collect();
        let written = written_paths(case, eval);
        let keep: Vec<bool> = self
            .reads
            .iter()
            .enumerate()
            .map(|(index, half)| {
                half.fact.kind == "constant"
                    || (reached.contains(&index) && !is_own(case, eval, half.fact, &written))
            })
            .collect();
        retain(&mut self.reads, &keep);
        let moved = moved(&keep);
        for exit in self.exits_mut() {
            renumber(&mut exit.reads, &moved);
            exit.reads_in_body = exit.reads_in_body.iter().filter_map(|&index| moved[index]).collect();
        }
    }

    fn exits_mut(&mut self) -> impl Iterator<Item = &mut Exit<'a>> {
        self.sends
            .iter_mut()
            .chain(&mut self.copies)
            .chain(&mut self.persists)
            .chain(&mut self.outside_writes)
    }
}

impl Half<'_> {
    /// As evidence, tied to the exit as `flow` says.
    pub fn evidence(&self, flow: Option<Flow>) -> Evidence {
        Evidence { role: self.role, label: self.fact.label.clone(), place: self.place.clone(), flow }
    }
}

fn retain<T>(items: &mut Vec<T>, keep: &[bool]) {
    let mut at = 0;
    items.retain(|_| {
        at += 1;
        keep[at - 1]
    });
}

/// Where each kept item's index moves to.
fn moved(keep: &[bool]) -> Vec<Option<usize>> {
    let mut next = 0;
    keep.iter()
        .map(|&kept| {
            next += usize::from(kept);
            kept.then(|| next - 1)
        })
        .collect()
}

fn renumber(tied: &mut Vec<(usize, Vec<Place>)>, moved: &[Option<usize>]) {
    *tied = std::mem::take(tied)
        .into_iter()
        .filter_map(|(index, way)| Some((moved.get(index).copied().flatten()?, way)))
        .collect();
}

/// Where a send goes: the values of its `@url`s.
fn endpoint(eval: &mut Eval<'_>, fact: &Fact) -> Endpoint {
    let mut texts: Vec<Rc<str>> = Vec::new();
    for url in fact.role(Role::Url) {
        texts.extend(eval.values(url).iter().cloned());
        // `connect((host, port))`
        for thing in eval.things(url).iter() {
            if let Thing::Container(container) = thing {
                for item in eval.items(*container, Some(0)) {
                    texts.extend(eval.values(item).iter().cloned());
                }
            }
        }
    }
    Endpoint::of(texts.iter().map(|text| &**text))
}

/// The values that go out at an exit: a call's arguments and what it is called on, and whatever
/// plays a role in it.
fn sinks(eval: &Eval<'_>, fact: &Fact) -> Vec<ValueId> {
    let mut out: Vec<ValueId> = Vec::new();
    if let Some(value) = fact.value {
        out.push(value);
        if let Op::Call(call) = eval.graph.op(value) {
            out.extend(argument_values(call));
            if let Op::Member(receiver, _) = eval.graph.op(call.callee) {
                out.push(*receiver);
            }
        }
    }
    let roles = [Role::Payload, Role::Url, Role::Source, Role::Code];
    out.extend(fact.roles.iter().filter(|part| roles.contains(&part.role)).filter_map(|part| part.value));
    out.dedup();
    out
}

fn tied(case: &Case<'_>, eval: &Eval<'_>, spread: &Spread, sinks: &[ValueId]) -> Vec<(usize, Vec<Place>)> {
    let mut out: Vec<(usize, Vec<Place>)> = Vec::new();
    let mut known = FxHashSet::default();
    for &sink in sinks {
        for source in spread.sources_at(sink) {
            if known.insert(source) {
                out.push((source, steps(case, eval, &spread.path(source, sink))));
            }
        }
    }
    out.sort_by_key(|&(source, _)| source);
    out
}

/// The places on the way, one a line.
fn steps(case: &Case<'_>, eval: &Eval<'_>, path: &[ValueId]) -> Vec<Place> {
    let mut out: Vec<Place> = Vec::new();
    for &value in path {
        let value = &eval.graph.values[value as usize];
        let source = &eval.sources[value.source as usize];
        if source.tree.is_empty() {
            continue;
        }
        let place = Place::new(case.file, case.text, source.outer(source.tree.node(value.node).span));
        if out.last().is_none_or(|last| last.line != place.line) {
            out.push(place);
        }
    }
    if out.len() > MAX_STEPS {
        // The beginning and the end of a long way say the most.
        out.drain(MAX_STEPS / 2..out.len() - MAX_STEPS / 2);
    }
    out
}

/// What the file writes to files: paths and contents.
fn cells<'f>(facts: impl Iterator<Item = &'f Fact>) -> Vec<Cell> {
    let mut out = Vec::new();
    for fact in facts {
        let is_write = matches!(
            fact.fact,
            FactType::Persist | FactType::WriteOutside | FactType::CopyOutside | FactType::Capture
        );
        let paths: Vec<ValueId> = fact.role(Role::Path).chain(fact.role(Role::Target)).collect();
        if !is_write || paths.is_empty() {
            continue;
        }
        let mut contents: Vec<ValueId> = fact.role(Role::Payload).chain(fact.role(Role::Source)).collect();
        contents.extend(fact.value);
        for &path in &paths {
            out.extend(
                contents.iter().filter(|&&content| content != path).map(|&content| Cell { path, content }),
            );
        }
    }
    out
}

/// Constant paths that the file itself writes, without a leading `./`.
pub fn written_paths(case: &Case<'_>, eval: &mut Eval<'_>) -> BTreeSet<String> {
    let writes =
        case.unit.facts.iter().filter(|fact| matches!(fact.fact, FactType::Persist | FactType::WriteOutside));
    let paths: Vec<ValueId> = writes
        .flat_map(|fact| fact.role(Role::Path).chain(fact.role(Role::Target)).collect::<Vec<_>>())
        .collect();
    let constants = paths.into_iter().filter_map(|path| eval.constant(path));
    constants.map(|path| path.trim_start_matches("./").to_string()).collect()
}

/// Whether a file that is read is the pack's own: below a script's folder, a literal that is
/// there, or one the script wrote itself.
fn is_own(case: &Case<'_>, eval: &mut Eval<'_>, fact: &Fact, written: &BTreeSet<String>) -> bool {
    let mut seen = false;
    for path in fact.role(Role::Path).collect::<Vec<_>>() {
        for value in eval.values(path).iter() {
            seen = true;
            // `name=@path;type=…`: how a path is written where it is uploaded.
            let uploaded = value.rsplit(['@', '=']).next().unwrap_or(value);
            let uploaded = uploaded.split(';').next().unwrap_or(uploaded);
            let is_there = |path: &str| {
                written.contains(path.trim_start_matches("./")) || !path.is_empty() && exists(case, path)
            };
            let own = value.contains(PACK)
                || (!value.contains(HOLE)
                    && (is_there(value) || is_there(uploaded) || value.is_empty() || &**value == "-"));
            if !own {
                return false;
            }
        }
    }
    seen
}

fn exists(case: &Case<'_>, path: &str) -> bool {
    let path = path.trim_start_matches("./");
    let folder = case.file.rsplit_once('/').map_or("", |(folder, _)| folder);
    case.pack.file(path).is_some()
        || (!folder.is_empty() && case.pack.file(&format!("{folder}/{path}")).is_some())
}
