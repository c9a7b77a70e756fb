//! What a document has the agent fetch and run: whose it is, and by which way it comes.
//!
//! A download that is run from the address that the tool's own makers document is
//! OFFICIAL_INSTALLER; from anywhere else, or by a way that hides what comes, it is
//! INSTRUCTED_DOWNLOAD_EXEC.

use super::Case;
use super::scene::{Exit, Half, Scene};
use crate::findings::Finding;
use crate::findings::official::is_official;
use crate::queries::vocabulary::{FactType, Role};
use crate::rules::Rule;
use crate::semantics::argument_values;
use crate::semantics::eval::Eval;
use crate::semantics::graph::Op;
use crate::source::instructions;
use crate::text::{HOLE, Place, Span, excerpt};
use rustc_hash::{FxHashMap, FxHashSet};
use url::{Host, Url};

/// Commands before a download that are looked at for the one which runs it.
const AROUND: usize = 8;
/// Downloads before a file that is run which are looked at.
const MOST_SENDS: usize = 16;
/// Characters of an address that a message shows.
const SHOWN: usize = 100;

/// All findings on what a document has the agent fetch and run.
pub(super) fn findings(case: &Case<'_>, scene: &Scene<'_>, eval: &mut Eval<'_>) -> Vec<Finding> {
    let mut out: Vec<Finding> = Vec::new();
    let told = |half: &&Half<'_>| half.fact.context.is_meant();
    let mut sends: Vec<&Exit<'_>> = scene.sends.iter().filter(|send| told(&&send.half)).collect();
    sends.sort_by_key(|send| send.half.fact.span);
    for half in scene.others.iter().filter(told) {
        match half.fact.kind {
            "download-exec" => out.push(download(case, scene, &sends, eval, half)),
            "decoded" => out.push(instructed(half, &format!("run what it decodes: {}", half.fact.label))),
            _ => {}
        }
    }
    for half in scene.installs.iter().filter(told) {
        out.extend(install(case, eval, half));
    }
    out.extend(fetched(case, scene, &sends, eval));
    let mut runs: Vec<Span> = scene.others.iter().filter(told).map(|half| half.fact.span).collect();
    runs.sort();
    let is_run = |span: Span| {
        let after = runs.partition_point(|run| run.start <= span.start);
        runs[..after].iter().rev().take(AROUND).any(|run| run.contains(span))
    };
    for send in sends.iter().filter(|send| !is_run(send.half.fact.span)) {
        out.extend(fetch(case, eval, send));
    }
    // One place has one finding: the first, which says most.
    let mut seen = FxHashSet::default();
    out.retain(|finding| {
        let Some(place) = &finding.place else { return false };
        seen.insert(place.clone()) && !instructions::is_remarked(case.text, place.line, case.guards)
    });
    out
}

fn instructed(half: &Half<'_>, what: &str) -> Finding {
    Finding::at(Rule::InstructedDownloadExec, half.place.clone(), format!("has the agent {what}"))
}

/// A download that is run: whose address is it?
fn download(
    case: &Case<'_>,
    scene: &Scene<'_>,
    sends: &[&Exit<'_>],
    eval: &mut Eval<'_>,
    half: &Half<'_>,
) -> Finding {
    let mut addresses: Vec<String> = Vec::new();
    let first = sends.partition_point(|send| send.half.fact.span.start < half.fact.span.start);
    let inside = sends[first..].iter().take_while(|send| half.fact.span.contains(send.half.fact.span));
    let mut downloads: Vec<&Exit<'_>> = inside.copied().take(MOST_SENDS).collect();
    if downloads.is_empty() {
        downloads.extend(half.downloads.iter().filter_map(|&index| scene.sends.get(index)));
    }
    for send in downloads {
        addresses.extend(addresses_of(eval, send));
    }
    let from = match addresses.first() {
        Some(address) => format!("from {}", excerpt(address, SHOWN)),
        None => "from an address that it does not spell".to_string(),
    };
    if !addresses.is_empty() && addresses.iter().all(|address| is_official(case.queries, address)) {
        let message = format!("runs the tool's own installer {from}");
        return Finding::at(Rule::OfficialInstaller, half.place.clone(), message);
    }
    instructed(half, &format!("run what it downloads {from}: {}", half.fact.label))
}

/// A package from elsewhere, a locked archive, a guard switched off.
fn install(case: &Case<'_>, eval: &mut Eval<'_>, half: &Half<'_>) -> Option<Finding> {
    match half.fact.kind {
        "archive" | "quarantine" => {
            Some(instructed(half, &format!("open what nothing on the way has checked: {}", half.fact.label)))
        }
        "index" | "package" => {
            let sections: &[&str] = if half.fact.kind == "index" { &["index"] } else { &["index", "code"] };
            let urls: Vec<_> = half.fact.role(Role::Url).collect();
            let values: Vec<String> = urls
                .into_iter()
                .flat_map(|url| eval.values(url).to_vec())
                .map(|url| url.to_string())
                .collect();
            let unusual = values.iter().filter_map(|value| Some(value[url_start(value)?..].to_string()));
            let unusual = unusual.filter(|url| !is_usual(case, url, sections)).collect::<Vec<_>>();
            let address = unusual.first()?;
            let what =
                format!("install {} of an unusual place: {}", half.fact.label, excerpt(address, SHOWN));
            Some(instructed(half, &what))
        }
        _ => None,
    }
}

/// Files that are run after they came with a clone, a download of their name, or an archive that was
/// downloaded and unpacked in the same piece of code, and that the pack does not hold.
fn fetched(case: &Case<'_>, scene: &Scene<'_>, sends: &[&Exit<'_>], eval: &mut Eval<'_>) -> Vec<Finding> {
    let mut out = Vec::new();
    let is_fetch = |send: &&&Exit<'_>| ["git", "http"].contains(&send.half.fact.kind);
    if !sends.iter().any(|send| is_fetch(&send)) {
        return out;
    }
    // Where in each piece of code something is unpacked first.
    let mut unpacked: FxHashMap<usize, u32> = FxHashMap::default();
    for half in scene.installs.iter().filter(|half| half.fact.kind == "unpack") {
        let end = half.fact.span.end;
        unpacked.entry(half.fact.source).and_modify(|first| *first = end.min(*first)).or_insert(end);
    }
    let runs =
        case.unit.facts.iter().filter(|fact| fact.fact == FactType::Reference && fact.context.is_meant());
    for run in runs {
        let paths: Vec<_> = run.role(Role::Code).collect();
        let path = paths.into_iter().find_map(|path| eval.constant(path));
        let Some(path) = path.filter(|path| !path.contains(HOLE)) else { continue };
        let name = path.trim_start_matches("./");
        if case.pack.file(name).is_some() {
            continue;
        }
        let is_unpacked = unpacked.get(&run.source).is_some_and(|&end| end <= run.span.start);
        let after = sends.partition_point(|send| send.half.fact.span.start < run.span.start);
        let before = sends[..after].iter().rev().take(MOST_SENDS).filter(is_fetch);
        let address = before.filter(|send| send.half.fact.source == run.source).find_map(|send| {
            let address = addresses_of(eval, send).into_iter().next()?;
            // `wget https://…/install.sh` keeps the name.
            let comes = send.half.fact.kind == "git" || is_unpacked || last_part(&address) == last_part(name);
            comes.then_some(address)
        });
        let Some(address) = address else { continue };
        if is_official(case.queries, &address) {
            continue;
        }
        let what = format!(
            "has the agent fetch {} and run {} of it",
            excerpt(&address, SHOWN),
            excerpt(name, SHOWN)
        );
        let place = Place::new(case.file, case.text, run.span);
        out.push(Finding::at(Rule::InstructedDownloadExec, place, what));
    }
    out
}

/// The last part of a path or an address.
fn last_part(path: &str) -> &str {
    path.split(['?', '#']).next().unwrap_or_default().rsplit('/').next().unwrap_or_default()
}

/// Something fetched from where anybody may have left it, or from a bare address of the network.
fn fetch(case: &Case<'_>, eval: &mut Eval<'_>, send: &Exit<'_>) -> Option<Finding> {
    let fact = send.half.fact;
    if fact.fact != FactType::Send
        || fact.kind != "http"
        || !send.secrets.is_empty()
        || sends_something(eval, send)
    {
        return None;
    }
    let list = case.queries.lexicon("foreign-hosts")?;
    for host in &send.endpoint.hosts {
        let bare = host.trim_start_matches("*.");
        let is_here = |entry: &String| {
            bare == entry || bare.strip_suffix(entry.as_str()).is_some_and(|rest| rest.ends_with('.'))
        };
        let label = match list.sections.iter().find(|section| section.entries.iter().any(is_here)) {
            Some(section) if section.kind != "short" => section.label.as_str(),
            _ if is_public_address(bare) => "a bare address of the network",
            _ => continue,
        };
        return Some(instructed(&send.half, &format!("fetch from {label}: {}", excerpt(host, SHOWN))));
    }
    None
}

/// Whether a request carries a body: then it is no download.
fn sends_something(eval: &mut Eval<'_>, send: &Exit<'_>) -> bool {
    if send.half.fact.role(Role::Payload).next().is_some() {
        return true;
    }
    const BODY: [&str; 9] = [
        "-d",
        "--data",
        "--data-binary",
        "--data-raw",
        "--data-urlencode",
        "-F",
        "--form",
        "-T",
        "--upload-file",
    ];
    let words: Vec<_> = match send.half.fact.value.map(|value| eval.graph.op(value)) {
        Some(Op::Call(call)) => match eval.graph.op(call.callee) {
            Op::Command(words) => words.to_vec(),
            _ => argument_values(call).collect(),
        },
        _ => return false,
    };
    words.into_iter().any(|word| {
        eval.constant(word)
            .is_some_and(|word| BODY.contains(&&*word) || word.starts_with("--json") || &*word == "POST")
    })
}

/// The addresses that a send may go to, each with its scheme.
fn addresses_of(eval: &mut Eval<'_>, send: &Exit<'_>) -> Vec<String> {
    let urls: Vec<_> = send.half.fact.role(Role::Url).collect();
    let mut out: Vec<String> = Vec::new();
    for url in urls {
        for value in eval.values(url).iter() {
            let value = value.trim_matches(['"', '\'']);
            let known = url_start(value).map(|at| value[at..].to_string());
            out.extend(known.filter(|address| !out.contains(address)));
        }
    }
    if out.is_empty() {
        // A host without a scheme: a client takes it for plain HTTP.
        out.extend(send.endpoint.hosts.iter().map(|host| format!("http://{host}/")));
    }
    out
}

/// Where in a value its URL begins: behind `--index-url=`, `git+`, `name @ `.
fn url_start(value: &str) -> Option<usize> {
    let at = value.find("://")?;
    let scheme = value[..at].bytes().rev().take_while(u8::is_ascii_alphanumeric).count();
    (scheme > 0).then_some(at - scheme)
}

/// Whether packages usually come from there: the host or a parent of it is in these sections.
fn is_usual(case: &Case<'_>, address: &str, sections: &[&str]) -> bool {
    let Ok(url) = Url::parse(address) else { return true };
    let Some(host) = url.host_str() else { return true };
    if host.contains('%') || address.contains(HOLE) && address.find(HOLE) < address.find(host) {
        return true;
    }
    let is_local = host == "localhost" || host.ends_with(".local") || host.ends_with(".internal");
    let is_private =
        matches!(url.host(), Some(Host::Ipv4(address)) if address.is_loopback() || address.is_private());
    let list = case.queries.lexicon("package-hosts").into_iter().flat_map(|list| &list.sections);
    let list = list.filter(|section| sections.contains(&section.kind.as_str()));
    let is_entry = |entry: &String| match entry.split_once('/') {
        Some((of, path)) => host == of && url.path().trim_start_matches('/').starts_with(path),
        None => host == entry || host.strip_suffix(entry.as_str()).is_some_and(|rest| rest.ends_with('.')),
    };
    // `example.com` belongs to nobody (RFC 2606), nor does `https://...`.
    let is_placeholder =
        ["example.com", "example.org", "example.net"].iter().any(|name| host.ends_with(name))
            || !host.contains(|c: char| c.is_ascii_alphanumeric());
    is_local || is_private || is_placeholder || list.flat_map(|section| &section.entries).any(is_entry)
}

/// An IPv4 address that is neither this machine's nor a private network's.
fn is_public_address(host: &str) -> bool {
    host.parse::<std::net::Ipv4Addr>().is_ok_and(|address| {
        !address.is_loopback()
            && !address.is_private()
            && !address.is_link_local()
            && !address.is_unspecified()
    })
}
