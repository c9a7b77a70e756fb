//! The house's rules that a reader can't see at a glance: who may know whom, and what is absent.

#![allow(clippy::unwrap_used)] // A test says what it expects by panicking.

use std::path::{Path, PathBuf};

/// Rooms from the ground up. Those that stand beside each other share a floor.
const FLOORS: &[&[&str]] = &[
    &["text", "language", "rules"],
    &["pack"],
    &["docs"],
    &["prose"],
    &["source"],
    &["queries"],
    &["semantics"],
    &["facts"],
    &["findings", "gate"],
    &["verdict"],
    &["report"],
    &["vet"],
    &["cli"],
];

fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|rooms| rooms.contains(&room))
}

fn sources() -> Vec<(String, PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut out = Vec::new();
    let mut open = vec![root.clone()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            if path.ends_with("tests.rs") {
                continue;
            }
            let below = path.strip_prefix(&root).unwrap();
            let room = below.components().next().unwrap().as_os_str().to_string_lossy();
            let room = room.trim_end_matches(".rs").to_string();
            out.push((room, path.clone(), std::fs::read_to_string(&path).unwrap()));
        }
    }
    out.sort();
    out
}

/// A file's code without its unit tests and comments.
fn code(text: &str) -> String {
    let tests = ["#[cfg(test)]", "#[cfg(all(test", "#[test]"].iter().filter_map(|mark| text.find(mark)).min();
    let end = tests.unwrap_or(text.len());
    text[..end].lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_room_has_its_floor() {
    for (room, path, _) in sources() {
        let known = floor(&room).is_some() || room == "lib" || room == "main";
        assert!(known, "{} is in no room of the list", path.display());
    }
}

#[test]
fn no_room_names_a_higher_one() {
    let mut wrong = Vec::new();
    for (room, path, text) in sources() {
        let Some(here) = floor(&room) else { continue };
        for (number, line) in code(&text).lines().enumerate() {
            for (at, _) in line.match_indices("crate::") {
                let rest = &line[at + "crate::".len()..];
                let named: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if floor(&named).is_some_and(|there| there > here) {
                    wrong.push(format!("{}:{}: {room} names {named}", path.display(), number + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_combinator_looks_at_no_tree() {
    for (_, path, text) in sources() {
        if path.to_string_lossy().contains("findings/combine/rows") {
            assert!(!code(&text).contains("tree"), "{}", path.display());
        }
    }
}

#[test]
fn languages_are_told_apart_only_in_the_table_and_by_their_semantics() {
    for (room, path, text) in sources() {
        if ["language", "semantics", "gate"].contains(&room.as_str()) {
            continue;
        }
        let is_arm = |line: &&str| line.trim_start().starts_with("Language::") && line.contains("=>");
        let arms = code(&text).lines().filter(is_arm).count();
        assert_eq!(arms, 0, "{} matches on languages", path.display());
    }
}

#[test]
fn only_pack_and_cli_touch_the_world() {
    for (room, path, text) in sources() {
        let code = code(&text);
        for forbidden in
            ["std::net::Tcp", "std::net::Udp", "std::process::Command", "process::Command", "UnixStream"]
        {
            assert!(!code.contains(forbidden), "{} has {forbidden}", path.display());
        }
        if !["pack", "cli", "main", "gate"].contains(&room.as_str()) {
            for forbidden in ["std::fs", "std::env", "File::open", "println!", "SystemTime", "Instant::now"] {
                assert!(!code.contains(forbidden), "{} has {forbidden}", path.display());
            }
        }
    }
}

/// Crates that open sockets or start processes. Build dependencies may start a compiler; what is
/// linked into the binary may not.
#[test]
fn no_dependency_does_networking_or_starts_processes() {
    let lock = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock")).unwrap();
    let banned = [
        "reqwest",
        "hyper",
        "ureq",
        "curl",
        "curl-sys",
        "tokio",
        "async-std",
        "smol",
        "mio",
        "socket2",
        "isahc",
        "attohttpc",
        "native-tls",
        "openssl",
        "rustls",
        "quinn",
        "tungstenite",
        "trust-dns-resolver",
        "hickory-resolver",
        "duct",
        "subprocess",
        "libloading",
        "git2",
        "gix",
    ];
    for name in lock.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"')) {
        assert!(!banned.contains(&name), "{name} is in the dependency tree");
    }
}

/// Packages that the default build links, and what of them would open a socket or start a process:
/// asked of their sources, as cargo found them. A crate that only could, in code that no feature
/// of ours turns on, is named with the reason.
#[test]
fn no_linked_source_opens_a_socket_or_starts_a_process() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let said = std::process::Command::new(cargo)
        .args(["metadata", "--format-version=1", "--locked", "--offline", "--filter-platform", HOST])
        .current_dir(root)
        .output()
        .unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&said.stdout).unwrap();
    let linked = linked(&metadata);
    assert!(linked.len() > 30, "{linked:?}");
    let mut wrong = Vec::new();
    for (name, manifest) in linked {
        let mut open = vec![Path::new(&manifest).with_file_name("src")];
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                // Neither is linked into a library.
                if path.ends_with("bin") || path.ends_with("tests.rs") {
                    continue;
                }
                if path.is_dir() {
                    open.push(path);
                } else if path.extension().is_some_and(|ending| ending == "rs") {
                    let text = code(&String::from_utf8_lossy(&std::fs::read(&path).unwrap()));
                    let found = TELLTALES.iter().find(|word| text.contains(*word));
                    let known = found.is_some_and(|word| {
                        KNOWN.iter().any(|(known, what, _)| *known == name && what == word)
                    });
                    wrong.extend(
                        found.filter(|_| !known).map(|word| format!("{name}: {word} in {}", path.display())),
                    );
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What code that opens a socket or starts a process spells.
const TELLTALES: &[&str] = &[
    "process::Command",
    "Command::new(\"",
    "TcpStream",
    "TcpListener",
    "UdpSocket",
    "UnixStream",
    "UnixListener",
    "UnixDatagram",
    "libc::socket",
    "libc::connect",
    "libc::fork",
    "libc::execv",
    "libc::posix_spawn",
    "libc::system(",
];

/// Crate, word, and why it is none.
const KNOWN: &[(&str, &str, &str)] = &[];

/// The platform this runs on, as cargo names it.
const HOST: &str =
    if cfg!(target_os = "macos") { "aarch64-apple-darwin" } else { "x86_64-unknown-linux-gnu" };

/// Name and manifest of each package that is linked into the binary: reached from the root through
/// normal dependencies alone.
fn linked(metadata: &serde_json::Value) -> Vec<(String, String)> {
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let mut open = vec![metadata["resolve"]["root"].as_str().unwrap()];
    let mut seen: std::collections::BTreeSet<&str> = open.iter().copied().collect();
    while let Some(id) = open.pop() {
        let node = nodes.iter().find(|node| node["id"] == id).unwrap();
        for dependency in node["deps"].as_array().unwrap() {
            let is_linked =
                dependency["dep_kinds"].as_array().unwrap().iter().any(|kind| kind["kind"].is_null());
            let id = dependency["pkg"].as_str().unwrap();
            let package = packages.iter().find(|package| package["id"] == id).unwrap();
            let is_macro = package["targets"]
                .as_array()
                .unwrap()
                .iter()
                .any(|target| target["kind"].as_array().unwrap().iter().any(|kind| kind == "proc-macro"));
            if is_linked && !is_macro && seen.insert(id) {
                open.push(id);
            }
        }
    }
    let of = |package: &serde_json::Value, key: &str| package[key].as_str().unwrap().to_string();
    let own = metadata["resolve"]["root"].as_str().unwrap();
    packages
        .iter()
        .filter(|package| package["id"] != own && seen.contains(package["id"].as_str().unwrap()))
        .map(|package| (of(package, "name"), of(package, "manifest_path")))
        .collect()
}
