//! Endpoints: where a send goes, as far as its code tells.

use crate::docs::{Disclosure, hosts};
use crate::text::HOLE;
use std::collections::BTreeSet;

/// Where a send goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endpoint {
    /// Every host that it is known to be able to take. `*.api.example` where only the beginning is
    /// unknown.
    pub hosts: BTreeSet<String>,
}

/// What the documents say of an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// No host is known.
    Dynamic,
    /// Every known host is named in the documents, or a parent of it is.
    Disclosed,
    /// Some known host is not.
    Undisclosed,
}

impl Endpoint {
    /// From the values its URL may have. Addresses without a scheme count only where no other is
    /// there: beside a URL they are names of files.
    pub fn of<'a>(values: impl Iterator<Item = &'a str>) -> Endpoint {
        let values: Vec<&str> = values.collect();
        let mut hosts: BTreeSet<String> = values.iter().filter_map(|value| host_of_url(value)).collect();
        if hosts.is_empty() {
            hosts = values.iter().filter_map(|value| host_without_scheme(value)).collect();
        }
        Endpoint { hosts }
    }

    /// What the documents say of it.
    pub fn standing(&self, disclosure: &Disclosure) -> Standing {
        if self.hosts.is_empty() {
            return Standing::Dynamic;
        }
        let named = |host: &String| disclosure.discloses(host.strip_prefix("*.").unwrap_or(host));
        if self.hosts.iter().all(named) { Standing::Disclosed } else { Standing::Undisclosed }
    }

    /// Whether the documents name every known host, or speak of its service by name.
    pub fn is_spoken_of(&self, disclosure: &Disclosure) -> bool {
        let host = |host: &String| {
            let host = host.strip_prefix("*.").unwrap_or(host);
            disclosure.discloses(host) || disclosure.speaks_of(host)
        };
        !self.hosts.is_empty() && self.hosts.iter().all(host)
    }

    /// Whether it is this machine and nothing else.
    pub fn is_loopback(&self) -> bool {
        !self.hosts.is_empty() && self.hosts.iter().all(|host| is_loopback(host))
    }

    /// For messages: the hosts, or what is not known.
    pub fn shown(&self) -> String {
        match self.hosts.len() {
            0 => "an endpoint that the code does not spell out".into(),
            1..=3 => self.hosts.iter().map(String::as_str).collect::<Vec<_>>().join(", "),
            more => format!("{} and {} more hosts", self.hosts.first().map_or("", String::as_str), more - 1),
        }
    }
}

fn is_loopback(host: &str) -> bool {
    host == "localhost"
        || host.ends_with(".localhost")
        || host.parse::<std::net::Ipv4Addr>().is_ok_and(|address| address.is_loopback())
        || matches!(host, "[::1]" | "::1" | "0.0.0.0" | "[::]")
}

/// The host of a text with a scheme; the end of one whose beginning is unknown.
fn host_of_url(value: &str) -> Option<String> {
    let value = value.trim().trim_matches(['"', '\'']);
    if let Some(rest) = value.strip_prefix("/dev/tcp/").or_else(|| value.strip_prefix("/dev/udp/")) {
        return known(rest.split('/').next()?);
    }
    let at = value.find("://")?;
    let scheme = &value[..at];
    if scheme.is_empty() || !scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c)) {
        // The scheme itself is unknown, or an option stands in front of the URL: `--url=https`.
        if !scheme.ends_with(|c: char| c.is_ascii_alphanumeric() || c == HOLE) {
            return None;
        }
    }
    let authority = value[at + 3..].split(['/', '?', '#', '\\']).next()?;
    known(authority)
}

/// `user@host:22:/path`, `host:8080`, `host/path`, an address in a message.
fn host_without_scheme(value: &str) -> Option<String> {
    let value = value.trim().trim_matches(['"', '\'']);
    let value = value.strip_prefix("//").unwrap_or(without_transport(value));
    if value.contains("://") || value.starts_with(['/', '.', '~', '-']) || value.contains(char::is_whitespace)
    {
        return None;
    }
    let authority = value.split(['/', '?', '#']).next()?;
    let host = known(authority)?;
    let is_name = host.contains('.') || host == "localhost" || host.starts_with('[');
    let is_host =
        host.parse::<std::net::Ipv4Addr>().is_ok() || host == "localhost" || has_known_suffix(&host);
    (is_name && is_host).then_some(host)
}

/// `TCP4:host:80` and `OPENSSL-CONNECT:host:443`, as relays write an address, without its transport.
fn without_transport(value: &str) -> &str {
    const TRANSPORTS: [&str; 7] = ["tcp", "udp", "sctp", "ssl", "openssl", "dtls", "proxy"];
    let Some((transport, rest)) = value.split_once(':') else { return value };
    let transport = transport.to_ascii_lowercase();
    let transport = transport.trim_end_matches("-connect").trim_end_matches(['4', '6']);
    if TRANSPORTS.contains(&transport) { rest } else { value }
}

/// Whether a name ends in a domain that can be looked up: `data.json` does not.
fn has_known_suffix(host: &str) -> bool {
    let reserved = ["example", "test", "invalid", "localhost", "onion", "local", "internal", "lan"];
    let last = host.rsplit('.').next().unwrap_or_default();
    reserved.contains(&last) || psl::suffix(host.as_bytes()).is_some_and(|suffix| suffix.is_known())
}

/// The host of an authority: without user info and port, `*.rest` where it begins unknown.
fn known(authority: &str) -> Option<String> {
    let host = authority.rsplit('@').next()?;
    let host = match host.strip_prefix('[') {
        Some(rest) => return hosts::normal(&format!("[{}]", rest.split(']').next()?)),
        None => host.split(':').next()?,
    };
    match host.rfind(HOLE) {
        None => hosts::normal(host),
        Some(at) => {
            let rest = host[at + HOLE.len_utf8()..].strip_prefix('.')?;
            // What is left must be more than a public suffix to say whose host it is.
            psl::domain(rest.as_bytes())?;
            Some(format!("*.{}", hosts::normal(rest)?))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(value: &str) -> Option<String> {
        Endpoint::of([value].into_iter()).hosts.into_iter().next()
    }

    #[test]
    fn hosts_are_read_from_every_spelling() {
        for (value, expected) in [
            ("https://API.Weather.example.:443/x?y", Some("api.weather.example")),
            ("https://docs.example@in.drop.test/x", Some("in.drop.test")),
            ("me@host.example:/srv", Some("host.example")),
            ("collect.example", Some("collect.example")),
            ("--url=https://collect.example/x", Some("collect.example")),
            ("/dev/tcp/10.0.0.1/80", Some("10.0.0.1")),
            ("//collect.example/x", Some("collect.example")),
            ("TCP:collect.example:80", Some("collect.example")),
            ("openssl-connect:10.0.0.1:443,verify=0", Some("10.0.0.1")),
            ("//", None),
            ("data.json", None),
            ("out/file", None),
            ("\u{FFFC}", None),
            ("https://\u{FFFC}/x", None),
            ("https://\u{FFFC}.api.example/x", Some("*.api.example")),
            ("https://\u{FFFC}.example/x", None),
            ("https://api\u{FFFC}", None),
            ("\u{FFFC}://collect.example", Some("collect.example")),
        ] {
            assert_eq!(host(value).as_deref(), expected, "{value}");
        }
    }

    #[test]
    fn loopback_is_this_machine() {
        assert!(Endpoint::of(["http://127.0.0.1:80/", "http://localhost"].into_iter()).is_loopback());
        assert!(!Endpoint::of(["http://127.0.0.1.collect.example/"].into_iter()).is_loopback());
    }
}
