//! Whose installer an address is: `queries/lexicon/official-installers.txt`.

use crate::queries::QuerySet;
use crate::text::HOLE;
use url::Url;

/// Whether the makers of a tool document this address for its installer.
pub(super) fn is_official(queries: &QuerySet, address: &str) -> bool {
    let Ok(url) = Url::parse(address.split(HOLE).next().unwrap_or_default()) else { return false };
    let plain = url.scheme() == "https" && url.username().is_empty() && url.port().is_none();
    plain
        && queries.lexicon("official-installers").is_some_and(|list| {
            let mut entries = list.sections.iter().flat_map(|section| &section.entries);
            entries.any(|entry| is_below(&url, entry))
        })
}

/// Whether an address is `entry`, a host with or without the beginning of a path.
fn is_below(url: &Url, entry: &str) -> bool {
    let (host, path) = entry.split_once('/').unwrap_or((entry, ""));
    let below = || url.path().strip_prefix('/').and_then(|rest| rest.strip_prefix(path));
    url.host_str() == Some(host)
        && below().is_some_and(|rest| path.is_empty() || rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_address_itself_is_official() {
        let queries = QuerySet::embedded();
        for address in [
            "https://sh.rustup.rs",
            "https://astral.sh/uv/install.sh",
            "https://raw.githubusercontent.com/nvm-sh/nvm/v0.40.0/install.sh",
            "https://get.docker.com/?x=1",
        ] {
            assert!(is_official(&queries, address), "{address}");
        }
        for address in [
            "http://sh.rustup.rs",
            "https://sh.rustup.rs.drop.example/",
            "https://drop.example/sh.rustup.rs",
            "https://sh.rustup.rs@drop.example/",
            "https://sh.rustup.rs:8443/",
            "https://raw.githubusercontent.com/nvm-sh/nvmx/install.sh",
            "https://raw.githubusercontent.com/someone/nvm/install.sh",
            "https://raw.githubusercontent.com/nvm-sh/nvm/../../someone/x",
            "sh.rustup.rs",
            "https://\u{FFFC}sh.rustup.rs",
        ] {
            assert!(!is_official(&queries, address), "{address}");
        }
    }
}
