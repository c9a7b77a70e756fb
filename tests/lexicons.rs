//! The lists of paths and names: every entry finds itself, and near misses find nothing.

#![allow(clippy::unwrap_used)] // A test says what it expects by panicking.

use skill_vet::queries::QuerySet;
use skill_vet::queries::lexicon::Mode;
use skill_vet::queries::vocabulary::FactType;

/// The lists whose sections give a fact its kind, with that fact.
const KINDS: &[(&str, FactType)] = &[
    ("secret-paths", FactType::SecretRead),
    ("secret-env-names", FactType::SecretRead),
    ("browser-history-paths", FactType::Capture),
    ("outside-paths", FactType::WriteOutside),
];

fn kind(set: &QuerySet, list: &str, text: &str) -> Option<String> {
    set.lexicon(list).unwrap().find(text).map(|section| section.kind.clone())
}

#[test]
fn every_entry_finds_itself_with_its_kind() {
    let set = QuerySet::embedded();
    let mut wrong = Vec::new();
    for &(list, fact) in KINDS {
        let lexicon = set.lexicon(list).unwrap();
        for section in &lexicon.sections {
            assert!(
                section.entries.is_empty() || fact.kind(&section.kind).is_some(),
                "{list}: [{}]",
                section.kind
            );
            for entry in &section.entries {
                let text = match lexicon.mode {
                    Mode::Paths => entry.replace('*', "x1") + if entry.ends_with('/') { "x2" } else { "" },
                    Mode::Words => format!("MY_{}", entry.replace(' ', "_")),
                    _ => entry.clone(),
                };
                if kind(&set, list, &text).as_deref() != Some(&section.kind) {
                    wrong.push(format!("{list}: {entry} as {text}: {:?}", kind(&set, list, &text)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn stores_are_found_where_they_lie() {
    let set = QuerySet::embedded();
    for (path, wanted) in [
        ("~/.ssh/id_rsa", "ssh"),
        ("/home/me/.ssh/deploy", "ssh"),
        ("~/.aws/credentials", "aws"),
        ("~/.config/gcloud/application_default_credentials.json", "cloud"),
        ("~/.azure/msal_token_cache.json", "cloud"),
        ("~/.kube/config", "cloud"),
        ("~/.docker/config.json", "cloud"),
        ("/var/run/secrets/kubernetes.io/serviceaccount/token", "cloud"),
        ("~/.gnupg/private-keys-v1.d/A.key", "gnupg"),
        ("~/.netrc", "netrc"),
        ("C:\\Users\\me\\_netrc", "netrc"),
        (".env", "dotenv"),
        ("../.env.local", "dotenv"),
        ("config/prod.env", "dotenv"),
        ("~/Library/Keychains/login.keychain-db", "keychain"),
        ("~/.local/share/keyrings/login.keyring", "keychain"),
        ("~/Documents/Passwords.kdbx", "keychain"),
        ("~/.password-store/mail.gpg", "keychain"),
        ("~/.config/google-chrome/Default/Login Data", "browser-store"),
        ("~/AppData/Local/Google/Chrome/User Data/Local State", "browser-store"),
        ("~/AppData/Local/Microsoft/Edge/User Data/Default/Network/Cookies", "browser-store"),
        ("~/.mozilla/firefox/x.default/logins.json", "browser-store"),
        ("~/Library/Cookies/Cookies.binarycookies", "browser-store"),
        ("~/.config/google-chrome", "browser-store"),
        ("~/.git-credentials", "stored-credentials"),
        ("~/.config/gh/hosts.yml", "stored-credentials"),
        ("~/.npmrc", "stored-credentials"),
        ("~/.pypirc", "stored-credentials"),
        ("~/.cargo/credentials.toml", "stored-credentials"),
        ("~/.claude/.credentials.json", "stored-credentials"),
        ("~/.codex/auth.json", "stored-credentials"),
        ("~/.bitcoin/wallet.dat", "stored-credentials"),
        ("~/.ethereum/keystore/UTC--2020", "stored-credentials"),
        ("~/.config/solana/id.json", "stored-credentials"),
        ("/etc/shadow", "stored-credentials"),
        ("certs/server.key", "stored-credentials"),
        ("/etc/letsencrypt/live/a.example/privkey.pem", "stored-credentials"),
        ("/proc/self/environ", "env-all"),
        ("/proc/1/environ", "env-all"),
        ("file=@~/.ssh/id_rsa", "ssh"),
    ] {
        assert_eq!(kind(&set, "secret-paths", path).as_deref(), Some(wanted), "{path}");
    }
    for path in [
        "~/.config/google-chrome/Default/History",
        "~/.mozilla/firefox/x.default/places.sqlite",
        "~/Library/Safari/History.db",
        "~/.config/google-chrome",
        "~/AppData/Local/Google/Chrome/User Data",
    ] {
        assert_eq!(kind(&set, "browser-history-paths", path).as_deref(), Some("history"), "{path}");
    }
}

#[test]
fn near_misses_find_nothing() {
    let set = QuerySet::embedded();
    for path in [
        "~/.ssh/id_ed25519.pub",
        "~/.ssh/known_hosts",
        ".env.example",
        "config/.env.sample",
        ".env.template",
        ".env.dist",
        ".env.schema",
        "example.env",
        "environment.yml",
        "env.py",
        "src/credentials.py",
        "docs/credentials.md",
        "tokenizer.json",
        "tokens.json",
        "special_tokens_map.json",
        "public_key.pem",
        "cert.pem",
        "fullchain.pem",
        "ca-certificates.crt",
        "slides.key",
        "keys.json",
        "package.json",
        "config.json",
        "cookies.md",
        "recipes/cookies",
        "docs/exodus/chapter.txt",
        "aws/credentials_test",
        "ssh/config",
        "hosts.yml",
        "settings.xml",
        "~/.config/google-chrome/Default/History",
        "~/.mozilla/firefox/x.default/places.sqlite",
        "/usr/bin/google-chrome",
        "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
        "/proc/cpuinfo",
        "/proc/self/status",
        "secret.txt",
        "data/wallets.csv",
        "history",
    ] {
        assert_eq!(kind(&set, "secret-paths", path), None, "{path}");
    }
    for path in [
        "history",
        "docs/history.md",
        "~/.bash_history",
        "~/.config/google-chrome/Default/Login Data",
        "history.db",
    ] {
        assert_eq!(kind(&set, "browser-history-paths", path), None, "{path}");
    }
    for name in [
        "TOKENIZERS_PARALLELISM",
        "MAX_TOKENS",
        "AUTHOR",
        "KEYBOARD_LAYOUT",
        "KEY_API",
        "PATH",
        "HOME",
        "API_URL",
        "PUBLIC_KEY",
        "PASSWORDLESS",
        "SECRETARY",
    ] {
        assert_eq!(kind(&set, "secret-env-names", name), None, "{name}");
    }
}
