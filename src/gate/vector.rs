//! The eight numbers of a pack, and the hash that names them.

use sha2::{Digest, Sha256};

/// What the numbers are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Destructive things, distinct.
    pub destructive: usize,
    /// Network things.
    pub network: usize,
    /// Credentials and secret variables.
    pub credentials: usize,
    /// Commands and calls that go on by themselves.
    pub autonomy: usize,
    /// Dangerous calls, writes and look-ups of the environment of Python.
    pub python: usize,
    /// Files of the pack.
    pub files: usize,
    /// Bytes of the pack.
    pub bytes: u64,
    /// Tools declared.
    pub tools: usize,
}

/// The vector: each number from 0 to 1, rounded to 6 places.
pub(super) fn vector(counts: &Counts) -> [f64; 8] {
    [
        0.4 * counts.destructive as f64,
        0.35 * counts.network as f64,
        0.35 * counts.credentials as f64,
        0.4 * counts.autonomy as f64,
        counts.python as f64 / 10.0,
        (counts.files as f64).ln_1p() / 10.0,
        (counts.bytes as f64).ln_1p() / 20.0,
        counts.tools as f64 / 10.0,
    ]
    .map(|number| round(number.min(1.0), 6))
}

/// `number` with `places` decimals: the exact value is rounded once, ties to even.
pub(super) fn round(number: f64, places: usize) -> f64 {
    format!("{number:.places$}").parse().unwrap_or(number)
}

/// `sha256:` and the hex SHA-256 of the canonical JSON of what a vector is about.
pub(super) fn hash(name: &str, tools: &[String], counts: &Counts, vector: &[f64; 8]) -> String {
    let mut tools: Vec<&String> = tools.iter().collect();
    tools.sort();
    let tools: Vec<String> = tools.iter().map(|tool| quoted(tool)).collect();
    // The shortest digits that read back as the same number; `{:?}` keeps a `.0`.
    let vector: Vec<String> = vector.iter().map(|number| format!("{number:?}")).collect();
    let canonical = format!(
        r#"{{"file_count": {}, "skill_name": {}, "tools": [{}], "total_bytes": {}, "vector": [{}]}}"#,
        counts.files,
        quoted(name),
        tools.join(", "),
        counts.bytes,
        vector.join(", "),
    );
    sha256(canonical.as_bytes())
}

/// `sha256:` and the hex SHA-256 of `bytes`.
pub(super) fn sha256(bytes: &[u8]) -> String {
    format!("sha256:{}", hex(&Sha256::digest(bytes)))
}

/// Bytes as lower-case hex.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A JSON string in ASCII: all else is `\uXXXX`, beyond the basic plane as a surrogate pair.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            ' '..='~' => out.push(c),
            _ => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known by arithmetic from the rules of the hash, with another program.
    #[test]
    fn the_three_known_hashes() {
        let of = |name: &str, tools: &[&str], files, bytes, vector: [f64; 8]| {
            let tools: Vec<String> = tools.iter().map(|tool| tool.to_string()).collect();
            hash(name, &tools, &Counts { files, bytes, ..Counts::default() }, &vector)
        };
        assert_eq!(
            of("demo", &[], 1, 100, [0.0, 0.0, 0.0, 0.0, 0.0, 0.069315, 0.230756, 0.0]),
            "sha256:bb286f7c80378c87b3ad4c85df0e1427bb462b7d0f517edb736683e67981eaa4"
        );
        assert_eq!(
            of("demo", &["read", "bash"], 3, 2048, [0.4, 0.7, 0.35, 0.4, 0.4, 0.138629, 0.381255, 0.2]),
            "sha256:c6e0507bae3e7174df66e211b89b4cdd3d6b01ea884dc2e2a95b8ffd9a5bf6ab"
        );
        assert_eq!(
            of("é-skill", &["bash"], 12, 1_000_000, [1.0, 1.0, 1.0, 1.0, 1.0, 0.256495, 0.690776, 0.1]),
            "sha256:252445a31051a3c37ec47d375bda80d46d12eb403fb48749630757e94c2d5aed"
        );
    }

    #[test]
    fn the_vectors_of_those_hashes_follow_from_their_counts() {
        let small = Counts { files: 1, bytes: 100, ..Counts::default() };
        assert_eq!(vector(&small), [0.0, 0.0, 0.0, 0.0, 0.0, 0.069315, 0.230756, 0.0]);
        let middle = Counts {
            destructive: 1,
            network: 2,
            credentials: 1,
            autonomy: 1,
            python: 4,
            files: 3,
            bytes: 2048,
            tools: 2,
        };
        assert_eq!(vector(&middle), [0.4, 0.7, 0.35, 0.4, 0.4, 0.138629, 0.381255, 0.2]);
        let full = Counts {
            destructive: 9,
            network: 9,
            credentials: 9,
            autonomy: 9,
            python: 99,
            files: 12,
            bytes: 1_000_000,
            tools: 1,
        };
        assert_eq!(vector(&full), [1.0, 1.0, 1.0, 1.0, 1.0, 0.256495, 0.690776, 0.1]);
    }

    #[test]
    fn the_hash_changes_with_each_input_and_not_with_the_order_of_tools() {
        let tools = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
        let counts = Counts { files: 1, bytes: 2, ..Counts::default() };
        let plain = hash("a", &tools(&["x", "y"]), &counts, &[0.0; 8]);
        assert_eq!(hash("a", &tools(&["y", "x"]), &counts, &[0.0; 8]), plain);
        let mut vector = [0.0; 8];
        vector[7] = 0.1;
        for other in [
            hash("b", &tools(&["x", "y"]), &counts, &[0.0; 8]),
            hash("a", &tools(&["x"]), &counts, &[0.0; 8]),
            hash("a", &tools(&["x", "y"]), &Counts { files: 2, ..counts }, &[0.0; 8]),
            hash("a", &tools(&["x", "y"]), &Counts { bytes: 3, ..counts }, &[0.0; 8]),
            hash("a", &tools(&["x", "y"]), &counts, &vector),
        ] {
            assert_ne!(other, plain);
        }
    }

    #[test]
    fn strings_are_ascii() {
        assert_eq!(quoted("a\"\\\n\u{1}\u{7f}é😀"), r#""a\"\\\n\u0001\u007f\u00e9\ud83d\ude00""#);
    }
}
