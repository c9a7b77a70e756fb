//! Folding that languages share: formats, escapes, slices, paths, the environment.

use crate::semantics::PACK;
use crate::semantics::eval::MAX_VALUE;
use crate::text::HOLE;
use std::rc::Rc;

/// Files of which a search by ending finds keys and settings.
const SECRET_ENDINGS: &[&str] = &["pem", "key", "ppk", "p12", "pfx", "env", "kdbx", "keystore", "jks"];

/// The name of a file that ends in a secret's ending, for one that is known by it alone.
pub fn sample(name: &str) -> Option<String> {
    let ending = name.strip_prefix('*').unwrap_or(name).strip_prefix('.')?;
    (ending != "env" && SECRET_ENDINGS.contains(&ending)).then(|| format!("key.{ending}"))
}

/// Names of files that hold secrets, to ask a pattern about.
const SECRET_NAMES: &[&str] = &[
    ".env",
    ".env.local",
    "id_rsa",
    "id_ed25519",
    "key.pem",
    "server.key",
    "key.ppk",
    "key.p12",
    "key.pfx",
    "key.kdbx",
    "credentials",
    "credentials.json",
    "secrets.json",
    ".npmrc",
    ".netrc",
    ".pypirc",
    ".git-credentials",
    "wallet.dat",
    "Login Data",
];
/// Names that a pattern takes which takes any.
const PLAIN_NAMES: &[&str] = &["readme.md", "main.py", "index.js", "notes.txt", "data.json"];

/// Which names of secret files a regular expression picks out; none where it takes any name.
pub fn names_matched(pattern: &str) -> Vec<&'static str> {
    let hints =
        ["env", "pem", "key", "rsa", "25519", "pfx", "kdbx", "cred", "secret", "rc", "wallet", "ogin"];
    let is_pattern = pattern.contains(['\\', '(', '[', '^', '$', '|']) && pattern.len() <= 256;
    if !is_pattern || !hints.iter().any(|hint| pattern.contains(hint)) {
        return Vec::new();
    }
    let made = regex::RegexBuilder::new(pattern).case_insensitive(true).size_limit(1 << 18).build();
    let Ok(made) = made else { return Vec::new() };
    if PLAIN_NAMES.iter().any(|name| made.is_match(name)) {
        return Vec::new();
    }
    SECRET_NAMES.iter().copied().filter(|name| made.is_match(name)).collect()
}

/// What a search for files by a pattern finds, beside what the pattern says: `**/.env*` finds `.env`,
/// `*.pem` keys.
pub fn searched(pattern: &str) -> Vec<String> {
    let name = pattern.rsplit('/').next().unwrap_or(pattern);
    let plain = name.trim_end_matches('*');
    let ending = name.strip_prefix("*.").filter(|ending| SECRET_ENDINGS.contains(ending));
    let sample = match ending {
        Some(ending) => Some(format!("**/key.{ending}")),
        None => (plain.len() < name.len() && plain.len() > 1).then(|| format!("**/{plain}")),
    };
    std::iter::once(pattern.to_string()).chain(sample).collect()
}

/// What a format is given: each by its name, if it has one.
pub type Named = (Option<Rc<str>>, Rc<str>);

/// `"{} {name} {0:>3} {{"` with its arguments; an unknown field is a hole. What gets longer than
/// [`MAX_VALUE`] ends behind it.
pub fn format_braces(template: &str, arguments: &[Named]) -> String {
    let positional: Vec<&str> =
        arguments.iter().filter(|(name, _)| name.is_none()).map(|(_, text)| &**text).collect();
    let mut out = String::new();
    let mut next = 0;
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']).filter(|_| out.len() <= MAX_VALUE) {
        out.push_str(&rest[..at]);
        let doubled = rest[at..].starts_with("{{") || rest[at..].starts_with("}}");
        if doubled || rest[at..].starts_with('}') {
            out.push_str(&rest[at..=at]);
            rest = &rest[at + 1 + usize::from(doubled)..];
            continue;
        }
        let Some(end) = rest[at..].find('}') else {
            rest = &rest[at..];
            break;
        };
        let field = rest[at + 1..at + end].split([':', '!']).next().unwrap_or_default();
        let value = if field.is_empty() {
            next += 1;
            positional.get(next - 1).copied()
        } else if let Ok(index) = field.parse::<usize>() {
            positional.get(index).copied()
        } else {
            arguments.iter().find(|(name, _)| name.as_deref() == Some(field)).map(|(_, text)| &**text)
        };
        match value {
            Some(text) => out.push_str(text),
            None => out.push(HOLE),
        }
        rest = &rest[at + end + 1..];
    }
    out.push_str(rest);
    out
}

/// `"%s/%d%%"` with its arguments, one after the other, and `%(name)s` with the named ones; an
/// unknown one is a hole. What gets longer than [`MAX_VALUE`] ends behind it.
pub fn format_percent(template: &str, arguments: &[Rc<str>], named: &[Named]) -> String {
    let mut out = String::new();
    let mut next = arguments.iter();
    let mut rest = template;
    while let Some(at) = rest.find('%').filter(|_| out.len() <= MAX_VALUE) {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('%') {
            out.push('%');
            rest = after;
            continue;
        }
        let has_name = rest.starts_with('(');
        let name_end = if has_name { rest.find(')').unwrap_or(0) } else { 0 };
        let Some(end) = rest[name_end..].find(|c: char| c.is_ascii_alphabetic()).map(|at| at + name_end)
        else {
            break;
        };
        let name = has_name.then(|| rest.get(1..name_end).unwrap_or_default());
        let value = match name {
            Some(name) => {
                named.iter().find(|(known, _)| known.as_deref() == Some(name)).map(|(_, text)| text)
            }
            None => next.next(),
        };
        match value {
            Some(text) => out.push_str(text),
            None => out.push(HOLE),
        }
        rest = &rest[end + 1..];
    }
    out.push_str(rest);
    out
}

/// Python's `text[bounds]` for constant bounds: `::-1`, `1:`, `:-2`, `::2`.
pub fn slice(text: &str, bounds: &str) -> Option<String> {
    if text.len() > 1 << 16 || text.contains(HOLE) {
        return None;
    }
    let chars: Vec<char> = text.chars().collect();
    let len = chars.len() as i64;
    let mut numbers = bounds.split(':').map(|part| {
        let part = part.trim();
        if part.is_empty() { Ok(None) } else { part.parse::<i64>().map(Some) }
    });
    let start = numbers.next()?.ok()?;
    let stop = numbers.next()?.ok()?;
    let step = numbers.next().transpose().ok()?.flatten().unwrap_or(1);
    if step == 0 {
        return None;
    }
    let place = |at: i64, low: i64, high: i64| (if at < 0 { at + len } else { at }).clamp(low, high);
    let (mut at, end) = if step > 0 {
        (start.map_or(0, |at| place(at, 0, len)), stop.map_or(len, |at| place(at, 0, len)))
    } else {
        (start.map_or(len - 1, |at| place(at, -1, len - 1)), stop.map_or(-1, |at| place(at, -1, len - 1)))
    };
    let mut out = String::new();
    while if step > 0 { at < end } else { at > end } {
        out.push(*chars.get(usize::try_from(at).ok()?)?);
        at = at.checked_add(step)?;
    }
    Some(out)
}

/// What a variable of the environment stands for, where that is the same everywhere.
pub fn environment_variable(variable: &str) -> Option<&'static str> {
    Some(match variable {
        "HOME" | "USERPROFILE" => "~",
        "APPDATA" => "~/AppData/Roaming",
        "LOCALAPPDATA" => "~/AppData/Local",
        "XDG_CONFIG_HOME" => "~/.config",
        "XDG_DATA_HOME" => "~/.local/share",
        "XDG_CACHE_HOME" => "~/.cache",
        "TMPDIR" | "TEMP" | "TMP" => "/tmp",
        "PWD" => ".",
        "KUBECONFIG" => "~/.kube/config",
        "AWS_SHARED_CREDENTIALS_FILE" => "~/.aws/credentials",
        "GOOGLE_APPLICATION_CREDENTIALS" => "~/.config/gcloud/application_default_credentials.json",
        _ => return None,
    })
}

/// The character that a letter stands for behind a backslash in every language here; `None` for a
/// letter that only some of them escape.
pub fn escaped_letter(letter: char) -> Option<char> {
    Some(match letter {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'v' => '\u{b}',
        _ => return None,
    })
}

/// The character of a number written in digits, as escapes write it.
pub fn coded_character(digits: &str, radix: u32) -> Option<char> {
    u32::from_str_radix(digits, radix).ok().and_then(char::from_u32)
}

/// The folder a path stands in; that of a script is still the pack.
pub fn parent_folder(path: &str) -> String {
    if path.starts_with(PACK) {
        return PACK.to_string();
    }
    match path.trim_end_matches('/').rfind('/') {
        Some(0) => "/".into(),
        Some(at) => path[..at].into(),
        None if path.contains(HOLE) => HOLE.to_string(),
        None => ".".into(),
    }
}

/// A short hexadecimal name as text. Anything longer is a payload, which stays closed.
pub fn unhex(digits: &str) -> Option<String> {
    let digits: String = digits.chars().filter(|c| !c.is_whitespace()).collect();
    if digits.len() > 64 || !digits.len().is_multiple_of(2) {
        return None;
    }
    let bytes: Option<Vec<u8>> =
        (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()).collect();
    String::from_utf8(bytes?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_fold() {
        let arguments: [Named; 2] = [(None, "a".into()), (Some("x".into()), "b".into())];
        assert_eq!(format_braces("{}/{x}/{0:>2}{{}}", &arguments), "a/b/a{}");
        assert_eq!(format_braces("{missing}", &arguments), HOLE.to_string());
        assert_eq!(format_braces("{unclosed", &arguments), "{unclosed");
        assert_eq!(format_percent("%s:%d%%", &["a".into(), "1".into()], &[]), "a:1%");
        assert_eq!(format_percent("%(x)s!", &[], &arguments), "b!");
        assert_eq!(format_percent("%(k)s!", &["a".into()], &[]), format!("{HOLE}!"));
    }

    #[test]
    fn slices_fold() {
        assert_eq!(slice("sser", "::-1").as_deref(), Some("ress"));
        assert_eq!(slice("abcdef", "1:-1").as_deref(), Some("bcde"));
        assert_eq!(slice("abc", "x:"), None);
        assert_eq!(slice("abc", "::0"), None);
    }

    #[test]
    fn names_are_spelled_out_and_payloads_are_not() {
        assert_eq!(unhex("706f7374").as_deref(), Some("post"));
        assert_eq!(unhex(&"61".repeat(40)), None);
        assert_eq!(unhex("é1"), None);
    }
}
