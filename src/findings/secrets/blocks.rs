//! Private keys as blocks of text: PEM, OpenSSH, PGP, PuTTY.

use super::made_up;
use crate::text::Span;
use memchr::memmem;

/// Characters of base64 in the smallest private key there is: Ed25519 as PKCS #8 has 48 bytes.
const SHORTEST: usize = 64;
/// Bytes of the largest key block that is looked at: RSA with 16,384 bits takes 13 KiB.
const LONGEST: usize = 16 * 1024;
/// Bits a character that base64 of a drawn key has at least.
const ENTROPY: f64 = 4.3;

/// Every private key block of a text that holds a key, from its first mark to its last, with what
/// it is.
pub(super) fn find(text: &str) -> Vec<(Span, String)> {
    const BEGIN: &str = "-----BEGIN ";
    let mut out = Vec::new();
    let mut from = 0;
    while let Some(at) = memmem::find(&text.as_bytes()[from..], BEGIN.as_bytes()).map(|at| from + at) {
        from = at + BEGIN.len();
        let Some((kind, body)) = title(&text[from..]) else { continue };
        let Some(end) = end_of(body) else { continue };
        if is_key(kind, &body[..end]) {
            let start_of_body = text.len() - body.len();
            let whole = start_of_body + end;
            // The mark at the end is as long as that at the beginning, but for its first word.
            let mark = text[whole..].find("-----").map_or(0, |at| at + 5);
            let rest = &text[whole + mark..];
            let last = rest.find("-----").map_or(0, |at| at + 5);
            out.push((Span::new(at, whole + mark + last), kind.to_lowercase().replace("pgp", "PGP")));
        }
        from = text.len() - body.len() + end;
    }
    out
}

/// `RSA PRIVATE KEY-----`: the title of a private key, and what follows it.
fn title(rest: &str) -> Option<(&str, &str)> {
    let end = rest.as_bytes().iter().take(64).position(|&byte| byte == b'-')?;
    let (kind, rest) = (rest.get(..end)?, rest.get(end..)?);
    let body = rest.strip_prefix("-----")?;
    let is_private = kind.ends_with("PRIVATE KEY") || kind == "PGP PRIVATE KEY BLOCK";
    (is_private
        && kind.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b' ' || byte.is_ascii_digit()))
    .then_some((kind, body))
}

/// Where the block's last mark begins.
fn end_of(body: &str) -> Option<usize> {
    let within = &body.as_bytes()[..body.len().min(LONGEST)];
    memmem::find(within, b"-----END ")
}

/// Whether what stands between the marks is a key: enough drawn base64, and the beginning that its
/// format has.
fn is_key(kind: &str, body: &str) -> bool {
    if body.contains("...") || body.contains('…') || body.contains('<') {
        return false;
    }
    // Lines as they stand, in a string with `\n`, or quoted one by one; headers have a colon.
    let body = body.replace("\\n", "\n").replace("\\r", "");
    let lines = body.lines().filter(|line| !line.contains(": "));
    let base64: String = lines
        .flat_map(|line| line.chars())
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '='))
        .collect();
    let begins = match kind {
        "OPENSSH PRIVATE KEY" => base64.starts_with("b3BlbnNzaC1rZXktdjE"),
        "PGP PRIVATE KEY BLOCK" => true,
        // A SEQUENCE of ASN.1; an encrypted key of the old form has no such beginning.
        _ => base64.starts_with('M') || body.contains("DEK-Info"),
    };
    // Rows of one sign are no mark of a made-up key here: OpenSSH's own header has them.
    begins && base64.len() >= SHORTEST && made_up::entropy(&base64) >= ENTROPY
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(kind: &str, body: &str) -> String {
        format!("-----BEGIN {kind}-----\n{body}\n-----END {kind}-----")
    }

    /// Base64 that nobody drew, but that looks so.
    fn drawn(count: usize) -> String {
        const SIGNS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut state = 7u64;
        let next = |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            char::from(SIGNS[(state >> 58) as usize])
        };
        (0..count).map(next).collect()
    }

    #[test]
    fn a_block_with_a_key_is_found_whole() {
        for (kind, begin) in [
            ("RSA PRIVATE KEY", "MIIEpAIBAAKCAQEA"),
            ("EC PRIVATE KEY", "MHcCAQEEI"),
            ("PRIVATE KEY", "MC4CAQAwBQYDK2VwBCIEI"),
            ("OPENSSH PRIVATE KEY", "b3BlbnNzaC1rZXktdjEAAAAA"),
        ] {
            let text = block(kind, &format!("{begin}{}", drawn(300)));
            let found = find(&format!("key:\n{text}\n"));
            assert_eq!(found.len(), 1, "{kind}");
            assert_eq!(found[0].0, Span::new(5, 5 + text.len()));
        }
        let quoted = block("PRIVATE KEY", &format!("MIIE{}", drawn(300))).replace('\n', "\\n");
        assert_eq!(find(&format!("{{\"private_key\": \"{quoted}\\n\"}}")).len(), 1);
    }

    #[test]
    fn what_is_no_private_key_is_silent() {
        for text in [
            block("PUBLIC KEY", &format!("MIIB{}", drawn(300))),
            block("CERTIFICATE", &format!("MIIB{}", drawn(300))),
            block("PRIVATE KEY", "..."),
            block("PRIVATE KEY", &format!("MIIE{}...{}", drawn(80), drawn(80))),
            block("RSA PRIVATE KEY", "MIIEowIBAAKCAQEA<your key here>"),
            block("RSA PRIVATE KEY", &"MIIExxxx".repeat(40)),
            "-----BEGIN PRIVATE KEY-----".to_string(),
            r"-----BEGIN (RSA |EC )?PRIVATE KEY-----".to_string(),
        ] {
            assert_eq!(find(&text), [], "{text}");
        }
        find(&"-----BEGIN PRIVATE KEY-----".repeat(50_000));
    }
}
