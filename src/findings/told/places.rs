//! Where addresses, paths and names stand that lists of hosts, endings and secrets know.

use crate::findings::official::is_official;
use crate::prose::shapes::Book;
use crate::prose::tokens::{Joint, Stream, is_bare_host};
use crate::prose::vocabulary::Hit;
use crate::queries::QuerySet;

/// The places in `stream` of the classes that are built in, where `raw` gives the bytes of a word as
/// they were written.
pub(super) fn places<'t>(
    queries: &QuerySet,
    book: &Book,
    stream: &Stream<'_>,
    raw: impl Fn(usize) -> &'t str,
) -> Vec<Hit> {
    let mut out = quotations(book, stream);
    for at in 0..stream.tokens.len() {
        let chunk = stream.chunk(at);
        let end = chunk.map_or(at + 1, |(_, end)| end);
        let mut add = |name: &str| {
            if let Some(class) = book.class(name) {
                out.push(Hit { start: at as u32, end: end as u32, class, tongue: 0 });
            }
        };
        if is_given(stream, at + 1) && kind_of(queries, stream.word(at)) == Some("password-mark") {
            add("password");
        }
        let Some((chunk, _)) = chunk else { continue };
        let known =
            |list: &str, text: &str| queries.lexicon(list).is_some_and(|list| list.find(text).is_some());
        if known("secret-paths", chunk) {
            add("secret-path");
        }
        if chunk.rsplit(['/', '\\']).next().is_some_and(|name| name == ".env" || name.starts_with(".env.")) {
            add("env-file");
        }
        if known("browser-history-paths", chunk) || known("bash-history-paths", chunk) {
            add("history-path");
        }
        if known("secret-env-names", chunk.trim_start_matches(['$', '{', '%'])) {
            add("secret-name");
        }
        let (scheme, rest) = chunk.split_once("://").unwrap_or(("", chunk));
        let host = host_of(rest);
        if scheme.is_empty() && rest.contains('@') {
            add("address");
        }
        if scheme.is_empty() && (is_bare_host(rest) || is_foreign_ip(host)) {
            add("host");
        }
        let is_network =
            rest.split_once('/').is_some_and(|(_, bits)| scheme.is_empty() && bits.parse::<u8>().is_ok());
        let is_url = !scheme.is_empty()
            || chunk.starts_with("www.")
            || rest.contains('/') && is_host(host) && !is_network && !rest.contains('@');
        let mut is_known = false;
        if is_url {
            add("url");
            let is_fetched = matches!(scheme, "" | "http" | "https" | "ftp");
            if is_fetched && is_foreign_ip(host) {
                add("raw-ip");
            }
            for kind in kinds(queries, host) {
                add(kind);
            }
            let address = if scheme.is_empty() { format!("https://{chunk}") } else { chunk.to_string() };
            is_known = is_official(queries, &address);
            if !is_known {
                add("strange-url");
            }
        }
        if (is_url || is_bare_host(rest)) && has_slot(raw(at)) {
            add("slot-url");
        }
        let path = rest.split(['?', '#']).next().unwrap_or_default();
        let ending = path.rfind('.').map(|at| &path[at..]).filter(|ending| !ending.contains('/'));
        // The end of a host is no ending of a file.
        let ending = ending.filter(|_| !is_url || path.contains('/'));
        match ending.and_then(|ending| kind_of(queries, ending)) {
            Some(_) if is_known => {}
            Some(kind) if is_url => add(kind),
            // A file that is only named.
            Some("archive-link") => add("archive-file"),
            Some("program-link") => add("program-file"),
            Some("history-path") => add("history-path"),
            _ => {}
        }
    }
    out
}

/// Quotations of two words or more.
fn quotations(book: &Book, stream: &Stream<'_>) -> Vec<Hit> {
    let Some(class) = book.class("quotation") else { return Vec::new() };
    let tokens = &stream.tokens;
    let mut out = Vec::new();
    let mut start = 0;
    for end in 1..=tokens.len() {
        if tokens.get(end).map(|token| token.quote) != Some(tokens[start].quote) {
            if tokens[start].quote > 0 && end - start > 1 {
                out.push(Hit { start: start as u32, end: end as u32, class, tongue: 0 });
            }
            start = end;
        }
    }
    out
}

/// Whether an address has a place for something to be filled in: `{data}.drop.example`, `?k=TOKEN`.
fn has_slot(address: &str) -> bool {
    let is_capital = |value: &str| {
        let end = value.find(|c: char| !c.is_ascii_uppercase() && c != '_').unwrap_or(value.len());
        end > 2 && !value[end..].starts_with(|c: char| c.is_ascii_alphanumeric())
    };
    address.contains(['<', '>', '{', '}', '$'])
        || address.contains("%s")
        || address.split(['=', '/']).skip(1).any(is_capital)
}

/// What the list of places says of a word, a host or an ending.
fn kind_of<'q>(queries: &'q QuerySet, name: &str) -> Option<&'q str> {
    queries.lexicon("text-places")?.find(name).map(|section| section.kind.as_str())
}

/// What the list of places says of a host: by its name or that of a domain it is of, or by a part
/// of a name.
fn kinds<'q>(queries: &'q QuerySet, host: &str) -> Vec<&'q str> {
    let Some(list) = queries.lexicon("text-places") else { return Vec::new() };
    let by_name = parents(host).filter_map(|name| list.find(name)).map(|section| section.kind.as_str());
    let has_part = |entry: &String| {
        let part = entry.strip_prefix('*').and_then(|entry| entry.strip_suffix('*'));
        part.is_some_and(|part| host.contains(part))
    };
    let by_part = list.sections.iter().filter(|section| section.entries.iter().any(has_part));
    by_name.chain(by_part.map(|section| section.kind.as_str())).collect()
}

/// The host of an address without its scheme.
fn host_of(rest: &str) -> &str {
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    host.rsplit_once(':').map_or(host, |(host, _)| host)
}

/// The host of `address` if it is one behind which anybody may stand: a tunnel, a collector, a site
/// of pastes, a bare number.
pub(super) fn anonymous_host<'a>(queries: &QuerySet, address: &'a str) -> Option<&'a str> {
    let (_, rest) = address.split_once("://")?;
    let host = host_of(rest);
    (is_foreign_ip(host) || !kinds(queries, host).is_empty()).then_some(host)
}

/// Whether the word at `index` is given behind a colon or in quotes: `pass: x`, "pass `x`".
fn is_given(stream: &Stream<'_>, index: usize) -> bool {
    stream.tokens.get(index).is_some_and(|token| token.joint == Joint::Colon || token.quote > 0)
}

/// Whether the head of a path looks like a host rather than a folder.
fn is_host(host: &str) -> bool {
    let labels = host.split('.').filter(|label| !label.is_empty()).count();
    let last = host.rsplit('.').next().unwrap_or_default();
    labels > 1
        && !host.starts_with('.')
        && (last.len() > 1 && last.bytes().all(|byte| byte.is_ascii_alphabetic()) || is_foreign_ip(host))
}

/// A host and the domains it is of.
fn parents(host: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(host), |host| host.split_once('.').map(|(_, parent)| parent)).take(8)
}

/// A bare address of somebody else's machine.
fn is_foreign_ip(host: &str) -> bool {
    host.parse::<std::net::Ipv4Addr>().is_ok_and(|ip| {
        !(ip.is_loopback()
            || ip.is_private()
            || ip.is_unspecified()
            || ip.is_link_local()
            || ip.is_broadcast())
    })
}
