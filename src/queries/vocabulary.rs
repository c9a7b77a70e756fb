//! The closed vocabulary of query files: facts, kinds, roles, predicates. A word that is not here
//! is an error of the loader, which lists what is allowed.

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[doc = $doc:literal])+ $variant:ident $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[doc = $doc])+ $variant),+ }

        impl $name {
            /// All of them, in order.
            pub const ALL: &[$name] = &[$($name::$variant),+];

            /// The word in query files and reports.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }

            /// What it means, in a sentence: the item's own documentation, for `docs/queries.md`.
            pub fn meaning(self) -> &'static str {
                match self { $($name::$variant => concat!($($doc),+).trim_ascii()),+ }
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
        /// What can't be had back is destroyed.
        Destroy "destroy",
        /// Something from outside is made ready to run.
        Install "install",
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
        /// `destroy`.
        Destroys "destroys",
        /// `install`.
        Installs "installs",
    }
}

words! {
    /// The predicates, each of which also has a `not-` form that holds where it does not.
    PredicateWord {
        /// One of the node's dotted names is one of the texts.
        Name "name",
        /// The regular expression matches one of the node's values, within one known part of it. Its
        /// classes, word bounds and cases are those of ASCII, unless it says more than ASCII can.
        Value "value",
        /// One of the node's names or values stands in the list; the list says how it compares.
        Lexicon "lexicon",
        /// The node stands inside a node of one of these kinds.
        Within "within",
        /// The node's text is this text, or that of another capture.
        Eq "eq",
        /// The regular expression matches somewhere in the node's text.
        Match "match",
        /// The node's text is one of the texts.
        AnyOf "any-of",
        /// The node is a name to which the file itself gives no value. Takes no text.
        Free "free",
    }
}

impl FactType {
    /// The kinds this fact may have; empty for facts without kinds.
    pub fn kinds(self) -> &'static [&'static str] {
        match self {
            FactType::SecretRead => &[
                "ssh",
                "aws",
                "gnupg",
                "netrc",
                "stored-credentials",
                "browser-store",
                "dotenv",
                "env-secret",
                "env-all",
                "cloud",
                "keychain",
            ],
            FactType::Send => &[
                "http",
                "socket",
                "mail",
                "ftp",
                "copy-remote",
                "git",
                "dns",
                "websocket",
                "object-store",
                "message",
            ],
            FactType::Capture => &["screen", "keyboard", "audio", "camera", "history"],
            FactType::Persist => &["file", "database"],
            FactType::Encode => &["base64", "hex", "compress", "encrypt", "rot", "custom"],
            FactType::ReadOutside => &["constant", "user-file"],
            FactType::WriteOutside => &["absolute", "home", "system", "temp"],
            FactType::CopyOutside => &["copy", "move"],
            FactType::Exec => &["shell-true", "dynamic", "decoded", "download-exec"],
            FactType::Reference | FactType::UnreadCode => &[],
            FactType::Destroy => {
                &["files", "variable", "disk", "repository", "database", "service", "machine", "traces"]
            }
            FactType::Install => &["index", "package", "archive", "unpack", "quarantine"],
        }
    }

    /// The kind as the vocabulary's own string, if this fact may have it.
    pub fn kind(self, word: &str) -> Option<&'static str> {
        self.kinds().iter().copied().find(|kind| *kind == word)
    }
}

/// The words of `allowed` nearest to `word` first, for "did you mean": at most one, within two
/// edits or a third of the word; two letters swapped are one edit.
pub fn nearest<'a>(word: &str, allowed: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.len() / 3).max(2);
    allowed
        .into_iter()
        .map(|candidate| (strsim::osa_distance(word, candidate), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_the_nearest_word() {
        assert_eq!(nearest("any-off", PredicateWord::ALL.iter().map(|word| word.word())), Some("any-of"));
        assert_eq!(nearest("zzzzzzzz", ["name", "value"]), None);
        assert_eq!(Stem::by_word("sends"), Some(Stem::Sends));
        assert!(FactType::Send.kind("http").is_some());
        assert!(FactType::Send.kind("smoke").is_none());
    }
}
