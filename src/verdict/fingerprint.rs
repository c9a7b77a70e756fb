//! Fingerprints: what makes a finding the same finding after the file around it has changed.

use crate::findings::Finding;
use crate::pack::Pack;
use crate::text::Place;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Write;

/// Lines of one place that count. Enough to tell calls apart; nested calls over a whole file are
/// not hashed again and again.
const LINES: u32 = 8;

/// A SHA-256 digest.
type Hash = [u8; 32];

/// The fingerprint of each finding, in order: 32 hex digits over the rule, the file, the text of
/// the lines cited (spaces folded) and, for what cites no line, the message. Line numbers are left
/// out, so that an edit elsewhere changes nothing; another half of a combination does change it, so
/// that an accepted finding never covers a new secret. Equal ones are told apart by their ordinal.
pub fn of_all(pack: &Pack, findings: &[Finding]) -> Vec<String> {
    let mut lines = Lines { pack, hashes: HashMap::new() };
    let mut seen: HashMap<Hash, u32> = HashMap::new();
    let mut one = |finding: &Finding| {
        let base = lines.base(finding);
        let ordinal = seen.entry(base).or_default();
        let print = Sha256::new().chain_update(base).chain_update(ordinal.to_le_bytes()).finalize();
        *ordinal += 1;
        hex(&print[..16])
    };
    findings.iter().map(&mut one).collect()
}

/// Digests of lines, each made once.
struct Lines<'a> {
    pack: &'a Pack,
    hashes: HashMap<(std::sync::Arc<str>, u32), Hash>,
}

impl Lines<'_> {
    fn base(&mut self, finding: &Finding) -> Hash {
        let mut hash = Sha256::new();
        field(&mut hash, finding.rule.id());
        field(&mut hash, finding.file.as_deref().unwrap_or_default());
        match &finding.place {
            Some(place) => self.add(&mut hash, place),
            None => field(&mut hash, &finding.message),
        }
        for half in &finding.evidence {
            field(&mut hash, half.role);
            field(&mut hash, &half.place.file);
            self.add(&mut hash, &half.place);
        }
        hash.finalize().into()
    }

    fn add(&mut self, hash: &mut Sha256, place: &Place) {
        let last = place.end_line.clamp(place.line, place.line.saturating_add(LINES - 1));
        for line in place.line..=last {
            let pack = self.pack;
            let key = (place.file.clone(), line);
            hash.update(self.hashes.entry(key).or_insert_with(|| line_hash(pack, &place.file, line)));
        }
    }
}

fn line_hash(pack: &Pack, file: &str, line: u32) -> Hash {
    let mut hash = Sha256::new();
    if let Some(text) = pack.file(file).and_then(|file| file.text.as_ref()) {
        text.line(line).split_whitespace().for_each(|word| field(&mut hash, word));
    }
    hash.finalize().into()
}

/// Adds one field with its length, so that no two lists of fields look alike.
fn field(hash: &mut Sha256, text: &str) {
    hash.update((text.len() as u64).to_le_bytes());
    hash.update(text.as_bytes());
}

/// Lower-case hex digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, byte| {
        // Writing to a String cannot fail.
        let _ = write!(out, "{byte:02x}");
        out
    })
}
