//! Hosts of the URLs in a text, and which hosts they disclose.

use memchr::memmem;
use std::collections::BTreeSet;
use url::{Host, Url};

/// Schemes whose authority is a host on the network. `hxxp` and bucket names are none.
const SCHEMES: &[&str] = &[
    "http",
    "https",
    "ws",
    "wss",
    "ftp",
    "ftps",
    "sftp",
    "ssh",
    "git",
    "git+https",
    "git+ssh",
    "smtp",
    "smtps",
    "imap",
    "imaps",
    "ldap",
    "ldaps",
    "tcp",
    "udp",
    "mqtt",
    "mqtts",
    "amqp",
    "amqps",
    "redis",
    "rediss",
    "postgres",
    "postgresql",
    "mysql",
    "mongodb",
    "mongodb+srv",
    "grpc",
    "grpcs",
    "rtmp",
    "rtsp",
    "nats",
    "kafka",
    "socks5",
];

/// Hosts of every URL in `text`, normalised. A template such as `https://{host}/` names none, and
/// `https://{region}.api.example/` only what is below its template.
pub(super) fn of_text(text: &str) -> BTreeSet<String> {
    let mut hosts = BTreeSet::new();
    for at in memmem::find_iter(text.as_bytes(), "://") {
        if has_scheme(&text[..at])
            && let Some(host) = of_authority(authority(&text[at + 3..]))
        {
            hosts.insert(host);
        }
    }
    hosts
}

/// `host` as the URL standard writes it: lower case, IDNA, without a trailing dot; `None` if it is
/// no host.
pub fn normal(host: &str) -> Option<String> {
    let url = Url::parse(&format!("https://{host}/")).ok()?;
    let host = url.host_str()?.trim_end_matches('.');
    (!host.is_empty() && url.username().is_empty()).then(|| host.to_string())
}

/// Whether a document that names `known` hosts names `host`: it or a parent domain by labels.
/// Public suffixes are nobody's parent, and an address only equals itself.
pub(super) fn disclose(known: &BTreeSet<String>, host: &str) -> bool {
    let Some(host) = normal(host) else { return false };
    if known.contains(&host) {
        return true;
    }
    if !matches!(Host::parse(&host), Ok(Host::Domain(_))) {
        return false;
    }
    let parents = host.match_indices('.').map(|(at, _)| &host[at + 1..]);
    parents.take_while(|parent| is_registrable(parent)).any(|parent| known.contains(parent))
}

/// Whether `domain` is a registered domain or below one, by the public suffix list with its
/// private part (`github.io` is a suffix).
fn is_registrable(domain: &str) -> bool {
    psl::domain(domain.as_bytes()).is_some()
}

fn has_scheme(before: &str) -> bool {
    let tail = before.len() - before.bytes().rev().take(12).take_while(|&byte| is_scheme_byte(byte)).count();
    let scheme = before[tail..].to_ascii_lowercase();
    // Letters may stand right before the scheme: `(https://`, `url=https://`, `见https://`.
    SCHEMES.contains(&scheme.as_str())
}

fn is_scheme_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-')
}

/// The authority at the head of `rest`: up to the path, or to what cannot be part of a host.
/// Templates in it are kept.
fn authority(rest: &str) -> &str {
    // A host has at most 253 characters; user info and a template may come on top.
    let limit = rest.len().min(1200);
    let mut at = 0;
    while at < limit {
        let Some(c) = rest[at..].chars().next() else { break };
        if let Some(length) = template_length(&rest[at..], &rest[..at]) {
            at += length;
            continue;
        }
        let part = c.is_alphanumeric() || "-._~%:@!&+=".contains(c) || (c == '[' && rest[..at].is_empty());
        let closes_address = c == ']' && rest.starts_with('[');
        if !part && !closes_address {
            break;
        }
        at += c.len_utf8();
    }
    &rest[..at]
}

/// Length of the template at the head of `rest`: `{host}`, `<your-host>`, `$HOST`, `${HOST}`, `*`.
/// `<` and `*` after a whole host are markup (`https://a.example<br>`, `**https://a.example**`).
fn template_length(rest: &str, before: &str) -> Option<usize> {
    let open = before.is_empty() || before.ends_with(['.', '-', '@', '/']);
    let closed = |from: usize, mark: char| {
        let end = rest.char_indices().skip(from).take(80).find(|&(_, c)| c == mark || c == '\n')?;
        (end.1 == mark).then_some(end.0 + 1)
    };
    match rest.as_bytes() {
        [b'{', ..] => closed(1, '}'),
        [b'$', b'{', ..] => closed(2, '}'),
        [b'$', b'(', ..] => closed(2, ')'),
        [b'[', byte, ..] if byte.is_ascii_alphabetic() && !rest.contains("::") => closed(1, ']'),
        [b'$', ..] => {
            Some(1 + rest[1..].bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count())
        }
        [b'<', ..] if open => closed(1, '>'),
        [b'*', ..] if open => Some(1),
        _ => None,
    }
}

/// The host of an authority as a document spells it.
fn of_authority(authority: &str) -> Option<String> {
    let host = authority.rsplit('@').next().unwrap_or(authority);
    let host = match host.starts_with('[') {
        true => host,
        false => host.split(':').next().unwrap_or(host),
    };
    let mut host = host.trim_end_matches(|c: char| !c.is_alphanumeric() && !"]}>".contains(c));
    let template = |c: char| "{}<>$*".contains(c);
    if host.contains(template) || (host.starts_with('[') && Url::parse(&format!("https://{host}/")).is_err())
    {
        return below_template(host);
    }
    // A sentence may go on without a blank: `https://a.example获取数据`.
    let last = host.rfind('.').map_or(0, |dot| dot + 1);
    if host[last..].starts_with(|c: char| c.is_ascii_alphanumeric())
        && let Some(foreign) = host[last..].find(|c: char| !c.is_ascii())
    {
        host = &host[..last + foreign];
    }
    normal(host)
}

/// What is known of a host with a template in it: the domain below the template, or a whole host
/// before one (`https://a.example{path}`).
fn below_template(host: &str) -> Option<String> {
    let after = host.rfind(['}', '>', '*', ')', ']']).map(|end| &host[end + 1..]);
    let after = after.or_else(|| {
        let name = &host[host.rfind('$')? + 1..];
        Some(&name[name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len())..])
    })?;
    let known = match after.strip_prefix('.') {
        Some(below) => below,
        None if after.is_empty() => {
            let before = &host[..host.find(['{', '<', '$', '*', '['])?];
            (!before.ends_with(['.', '-'])).then_some(before)?
        }
        None => return None,
    };
    normal(known).filter(|host| is_registrable(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(text: &str) -> Vec<String> {
        of_text(text).into_iter().collect()
    }

    #[test]
    fn a_url_names_its_host_and_nothing_else() {
        for (text, host) in [
            ("see https://api.weather.example/v1.", "api.weather.example"),
            ("HTTPS://API.Weather.Example:8443/x", "api.weather.example"),
            ("https://docs.example@in.drop.test", "in.drop.test"),
            ("https://u:p@api.weather.example./", "api.weather.example"),
            ("[a](https://a.example)", "a.example"),
            ("<https://a.example>", "a.example"),
            ("**https://a.example**, more", "a.example"),
            ("_https://a.example_", "a.example"),
            ("`https://a.example`", "a.example"),
            ("https://a.example<br>", "a.example"),
            ("https://a.example?x=https", "a.example"),
            ("https://a.example。", "a.example"),
            ("见https://a.example获取数据", "a.example"),
            ("https://bücher.example/", "xn--bcher-kva.example"),
            ("wss://a.example:$PORT/x", "a.example"),
            ("https://$USER:$TOKEN@a.example/", "a.example"),
            ("https://a.example{path}", "a.example"),
            ("https://{region}.a.example/", "a.example"),
            ("https://<tenant>.a.example", "a.example"),
            ("https://*.a.example", "a.example"),
            ("http://[::1]:80/", "[::1]"),
            ("http://127.0.0.1:80/", "127.0.0.1"),
            ("http://0x7f.1/", "127.0.0.1"),
        ] {
            assert_eq!(hosts(text), [host], "{text}");
        }
    }

    #[test]
    fn templates_and_bare_schemes_name_nothing() {
        for text in [
            "https://{host}/",
            "https://<your-host>/x",
            "https://$HOST",
            "https://${HOST}/",
            "https://$(host)/",
            "https://[your-host]/",
            "https://{x}.com/",
            "https://",
            "https:///",
            "hxxps://a.example",
            "s3://bucket/x",
            "file:///etc",
            "https://...",
            "weather.example",
            "//a.example",
            "https://*/",
        ] {
            assert_eq!(hosts(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_parent_discloses_its_children_and_never_the_other_way() {
        let known: BTreeSet<String> = [
            "weather.example",
            "github.io",
            "co.uk",
            "com",
            "example",
            "10.0.0.1",
            "localhost",
            "a.pages.dev",
        ]
        .map(String::from)
        .into();
        for host in [
            "weather.example",
            "API.weather.example.",
            "x.y.weather.example",
            "10.0.0.1",
            "localhost",
            "b.a.pages.dev",
            "github.io",
        ] {
            assert!(disclose(&known, host), "{host}");
        }
        for host in [
            "notweather.example",
            "example.org",
            "weather.example.drop.test",
            "me.github.io",
            "a.co.uk",
            "a.com",
            "drop.example",
            "1.10.0.0.1",
            "10.0.0.10",
            "a.localhost",
            "b.pages.dev",
            "",
            "a b",
        ] {
            assert!(!disclose(&known, host), "{host}");
        }
    }

    #[test]
    fn hostile_text_is_no_panic() {
        for text in [
            "https://é{",
            "https://<é",
            "https://[",
            "https://[[[",
            "https://$é",
            "https://@@",
            "://",
            "https://a\u{0}b",
            "https://%%%",
            "https://{é}}.é",
        ] {
            hosts(text);
        }
        hosts(&"https://{".repeat(20_000));
        hosts(&"https://a".repeat(20_000));
    }
}
