//! The closed vocabulary of query files: facts, kinds, roles, predicates. A word that is not here
//! is an error of the loader, which lists what is allowed.

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$vmeta])* $variant),+ }

        impl $name {
            /// All of them, in order.
            pub const ALL: &[$name] = &[$($name::$variant),+];

            /// The word in query files and reports.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }

            /// By its word.
            pub fn by_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|item| item.word() == word)
            }
        }
    };
}

words! {
    /// What a fact says is there.
    FactType {
        /// A secret is accessed (not mentioned).
        SecretRead "secret.read",
        /// Something leaves the machine.
        Send "send",
        /// The user or the screen is captured.
        Capture "capture",
        /// Something is kept on disk or in a database.
        Persist "persist",
        /// Something is encoded, compressed or encrypted.
        Encode "encode",
        /// A file outside the pack is read.
        ReadOutside "read.outside",
        /// A file outside the pack is written.
        WriteOutside "write.outside",
        /// A file is copied or moved to a place outside the pack.
        CopyOutside "copy.outside",
        /// Code or a command is put together and run.
        Exec "exec",
        /// A literal path of a local file.
        Reference "reference",
        /// Nested code in a language we don't read.
        UnreadCode "unread.code",
    }
}

words! {
    /// What part a captured node plays in its fact.
    Role {
        /// The thing called.
        Fn "fn",
        /// A path.
        Path "path",
        /// An endpoint.
        Url "url",
        /// What is sent, written or encoded.
        Payload "payload",
        /// Where something comes from.
        Source "source",
        /// Where something goes.
        Target "target",
        /// A name: of a variable of the environment, of a header, of an option.
        Name "name",
        /// What is run.
        Code "code",
        /// In `imports.scm`: the thing taken out of the module.
        Binding "binding",
        /// In `imports.scm`: the module.
        Module "module",
        /// In `imports.scm`: the name it gets here.
        Alias "alias",
    }
}

words! {
    /// What a `#set!` may set.
    Property {
        /// The pattern's id, unique in its file.
        Id "id",
        /// The fact's kind.
        Kind "kind",
        /// What it is, for people.
        Label "label",
    }
}

words! {
    /// The query files of a language, by stem. `imports` runs first.
    Stem {
        /// What names are bound to what.
        Imports "imports",
        /// `secret.read`.
        Secrets "secrets",
        /// `send`.
        Sends "sends",
        /// `capture`.
        Captures "captures",
        /// `persist`.
        Persists "persists",
        /// `encode`.
        Encoders "encoders",
        /// `read.outside`.
        Reads "reads",
        /// `write.outside`.
        Writes "writes",
        /// `copy.outside`.
        Copies "copies",
        /// `exec` and `unread.code`.
        Exec "exec",
        /// `reference`.
        References "references",
    }
}

/// The predicates, without `#` and `?`. Each but `lexicon` has a `not-` form.
pub const PREDICATES: &[&str] =
    &["name", "value", "lexicon", "within", "eq", "match", "any-of"];

impl FactType {
    /// The kinds this fact may have; empty for facts without kinds.
    pub fn kinds(self) -> &'static [&'static str] {
        match self {
            FactType::SecretRead => &[
                "ssh", "aws", "gnupg", "netrc", "stored-credentials", "browser-store", "dotenv", "env-secret",
                "env-all", "cloud", "keychain",
            ],
            FactType::Send => &[
                "http", "socket", "mail", "ftp", "copy-remote", "git", "dns", "websocket", "object-store", "message",
            ],
            FactType::Capture => &["screen", "keyboard", "audio", "camera", "history"],
            FactType::Persist => &["file", "database"],
            FactType::Encode => &["base64", "hex", "compress", "encrypt", "rot", "custom"],
            FactType::ReadOutside => &["constant", "user-file"],
            FactType::WriteOutside => &["absolute", "home", "system", "temp"],
            FactType::CopyOutside => &["copy", "move"],
            FactType::Exec => &["shell-true", "dynamic", "download-exec"],
            FactType::Reference | FactType::UnreadCode => &[],
        }
    }

    /// The kind as the vocabulary's own string, if this fact may have it.
    pub fn kind(self, word: &str) -> Option<&'static str> {
        self.kinds().iter().copied().find(|kind| *kind == word)
    }
}

/// The words of `allowed` nearest to `word` first, for "did you mean": at most one, within two
/// edits or a third of the word.
pub fn nearest<'a>(word: &str, allowed: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.len() / 3).max(2);
    allowed
        .into_iter()
        .map(|candidate| (edits(word, candidate), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Levenshtein distance, by bytes; the words here are short and ASCII.
fn edits(a: &str, b: &str) -> usize {
    let b = &b.as_bytes()[..b.len().min(64)];
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_the_nearest_word() {
        assert_eq!(nearest("any-off", PREDICATES.iter().copied()), Some("any-of"));
        assert_eq!(nearest("zzzzzzzz", PREDICATES.iter().copied()), None);
        assert_eq!(Stem::by_word("sends"), Some(Stem::Sends));
        assert!(FactType::Send.kind("http").is_some());
        assert!(FactType::Send.kind("smoke").is_none());
    }
}
