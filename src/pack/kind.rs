//! What a file is, by its name and its first bytes.

use super::{Kind, decode};
use crate::language::{Language, Shebang, UNREAD_EXTENSIONS, shebang};

/// Bytes looked at for a NUL, a signature and a `#!` line; the seed's 8 KiB.
pub(super) const HEAD: usize = 8 * 1024;

/// Extensions of markdown.
pub(crate) const MARKDOWN: &[&str] = &["md", "markdown", "mdown", "mkd", "mkdn", "mdwn", "mdx", "mdc"];

/// Extensions of pages: what runs in them is read as nested code.
const PAGES: &[&str] = &["html", "htm", "xhtml", "vue", "svelte", "astro"];

/// Extensions of files that are no text: programs, bytecode, archives, images, fonts, media,
/// office documents, databases, models, key stores. `.pth`, `.dat`, `.key`, `.run` and `.dot`
/// (Word's templates, and Graphviz) are left out on purpose: what they hold decides.
#[rustfmt::skip] // Groups read better than one a line.
const BINARY: &[&str] = &[
    // Programs and libraries
    "exe", "com", "scr", "dll", "so", "dylib", "a", "lib", "o", "obj", "elf", "bin", "msi", "appimage",
    "node", "sys", "ko", "efi", "ocx", "cpl", "dex", "xpi", "crx", "vsix",
    // Bytecode
    "pyc", "pyo", "pyd", "class", "wasm", "luac", "beam", "jsc", "swf", "scpt", "mo",
    // Archives and packages
    "zip", "tar", "gz", "tgz", "bz2", "tbz", "tbz2", "xz", "txz", "lzma", "zst", "7z", "rar", "lz4",
    "br", "cab", "iso", "img", "dmg", "pkg", "deb", "rpm", "apk", "aab", "ipa", "jar", "war", "ear",
    "whl", "egg", "nupkg", "gem", "crate", "asar", "pak", "mcpb", "dxt", "skill",
    // Images and fonts
    "png", "apng", "jpg", "jpeg", "gif", "bmp", "ico", "icns", "cur", "webp", "tif", "tiff", "heic",
    "heif", "avif", "jxl", "jp2", "psd", "xcf", "ttf", "otf", "ttc", "woff", "woff2", "eot",
    // Sound and film
    "mp3", "mp4", "m4a", "m4v", "wav", "ogg", "oga", "ogv", "opus", "flac", "aac", "aiff", "avi", "mov",
    "mkv", "webm", "wmv", "wma", "flv", "mpg", "mpeg", "mid", "midi",
    // Documents
    "pdf", "doc", "docx", "docm", "dotx", "dotm", "xls", "xlsx", "xlsm", "xlsb", "ppt", "pptx",
    "pptm", "potx", "odt", "ods", "odp", "odg", "epub", "mobi", "azw3", "djvu", "vsdx", "one", "chm",
    // Data, models, key stores
    "db", "sqlite", "sqlite3", "db3", "mdb", "accdb", "parquet", "feather", "orc", "avro", "npy", "npz",
    "h5", "hdf5", "mat", "rds", "rdata", "pkl", "pickle", "joblib", "pt", "ckpt", "safetensors", "onnx",
    "gguf", "ggml", "tflite", "mlmodel", "pb", "p12", "pfx", "jks", "keystore", "der", "lnk",
];

/// How known formats that are no text begin. Some hold no NUL byte for a while, and a PDF read as
/// text fires every rule there is.
const SIGNATURES: &[&[u8]] = &[
    b"%PDF-",
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"\x89PNG\r\n\x1a\n",
    b"GIF87a",
    b"GIF89a",
    b"\xFF\xD8\xFF",
    b"\x7fELF",
    b"\xCA\xFE\xBA\xBE",
    b"\xCF\xFA\xED\xFE",
    b"\xCE\xFA\xED\xFE",
    b"\x00asm",
    b"\x1F\x8B\x08",
    b"BZh91AY&SY",
    b"\xFD7zXZ\x00",
    b"7z\xBC\xAF\x27\x1C",
    b"\x28\xB5\x2F\xFD",
    b"Rar!\x1A\x07",
    b"!<arch>\n",
    b"SQLite format 3\x00",
    b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1",
    b"OggS\x00",
    b"fLaC\x00",
    b"wOFF",
    b"wOF2",
    b"OTTO",
    b"ttcf",
    b"\x00\x01\x00\x00",
    b"II*\x00",
    b"MM\x00*",
    b"8BPS",
    b"%!PS-Adobe",
    b"\x00\x00\x01\x00",
    b"ID3\x03",
    b"ID3\x04",
    b"glTF",
    b"\xFF\x0A",
];

/// Bytes before which a PDF may begin: its readers look for the mark that far in.
const PDF_MARK: usize = 1024;

/// What the name says.
pub(super) enum Named {
    /// A script in a language we read.
    Script(Language),
    /// A script in one we don't.
    Unread(&'static str),
    /// A page whose scripts we read.
    Page,
    /// Markdown.
    Markdown,
    /// A known extension of files that are no text.
    Binary,
    /// Nothing.
    Other,
}

impl Named {
    /// By the extension of the last part of `path`, in any case. A name that begins with its only
    /// dot has none.
    pub(super) fn of(path: &str) -> Named {
        let name = path.rsplit('/').next().unwrap_or(path);
        let extension = match name.rsplit_once('.') {
            Some((stem, extension)) if !stem.is_empty() => extension.to_ascii_lowercase(),
            _ => return Named::Other,
        };
        let extension = extension.as_str();
        if let Some(language) = Language::by_extension(extension) {
            Named::Script(language)
        } else if PAGES.contains(&extension) {
            Named::Page
        } else if MARKDOWN.contains(&extension) {
            Named::Markdown
        } else if BINARY.contains(&extension) {
            Named::Binary
        } else if let Some(unread) = UNREAD_EXTENSIONS.iter().find(|known| **known == extension) {
            Named::Unread(unread)
        } else {
            Named::Other
        }
    }
}

/// What a file is, and in which language, if any.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Class {
    /// What reports call it.
    pub kind: Kind,
    /// The language we read it in.
    pub language: Option<Language>,
    /// Why it, or a reading of it, can't be analysed.
    pub unread: Option<String>,
}

/// Classifies by name and the first [`HEAD`] bytes.
///
/// A script stays one whatever bytes stand in it: it is `Binary` to the report where the seed
/// says so, but a shell or Node runs it with a NUL byte in a comment, so it keeps its language.
pub(super) fn classify(path: &str, head: &[u8]) -> Class {
    let named = Named::of(path);
    let is_binary = match named {
        Named::Binary => true,
        _ => is_no_text(head),
    };
    let (language, unread) = match named {
        Named::Binary => (None, None),
        Named::Script(language) => (Some(language), disagreement(language, head)),
        Named::Unread(extension) => (by_shebang(head).0, Some(no_grammar(spoken(extension)))),
        Named::Markdown | Named::Page | Named::Other => by_shebang(head),
    };
    let kind = match named {
        // An agent loads it with a NUL byte in it as well.
        Named::Markdown if is_skill(path) => Kind::Markdown,
        _ if is_binary => Kind::Binary,
        Named::Markdown => Kind::Markdown,
        Named::Page => Kind::Script,
        _ if language.is_some() || unread.is_some() => Kind::Script,
        _ => Kind::Text,
    };
    // What runs no program can't be a script in a language we don't read.
    let unread = unread.filter(|_| !is_binary || language.is_some());
    Class { kind, language, unread }
}

/// Whether agents load this file as a skill.
pub(super) fn is_skill(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.eq_ignore_ascii_case("SKILL.md"))
}

/// Whether a file that begins with `head` is no text: a NUL byte that no wide encoding explains,
/// or the signature of a known format.
fn is_no_text(head: &[u8]) -> bool {
    let has_nul = memchr::memchr(0, head).is_some() && decode::wide(head).is_none();
    let is_riff =
        head.starts_with(b"RIFF") && head.get(8..12).is_some_and(|kind| kind == b"WEBP" || kind == b"WAVE");
    let blanks =
        head.iter().take(PDF_MARK).take_while(|byte| byte.is_ascii_whitespace() || **byte >= 0x80).count();
    has_nul
        || is_riff
        || head[blanks..].starts_with(b"%PDF-")
        || SIGNATURES.iter().any(|signature| head.starts_with(signature))
}

/// Whether a text with the name of a document is data through and through: JSON, or XML such as a
/// schema or a drawing. Nobody reads it as prose, and its brackets are no markdown.
pub(super) fn is_data(text: &str) -> bool {
    const ROOTS: [&str; 8] =
        ["<?xml", "<svg", "<xs:schema", "<xsd:schema", "<schema", "<rng:grammar", "<wsdl:", "<rdf:RDF"];
    let text = text.trim_start_matches('\u{FEFF}').trim();
    if text.starts_with(['{', '[']) {
        return serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    }
    let is_xml = text.ends_with('>') && ROOTS.iter().any(|root| text.starts_with(root));
    // A document may begin like XML and go on as one. No fence has an element in its first line.
    let is_marked = |line: &str| {
        line.starts_with(['#', '`', '~', '-', '*', '$', '|'])
            && !(line.starts_with("```<") && line.ends_with('>'))
    };
    is_xml && !text.lines().any(is_marked)
}

fn by_shebang(head: &[u8]) -> (Option<Language>, Option<String>) {
    match first_line(head).as_deref().and_then(shebang) {
        Some(Shebang::Read(language)) => (Some(language), None),
        Some(Shebang::Unread(program)) => (None, Some(no_grammar(&program))),
        None => (None, None),
    }
}

/// A name and a `#!` line that speak of two languages: it is analysed as its name says, which
/// holds when it is handed to an interpreter, but the system would obey its first line.
fn disagreement(language: Language, head: &[u8]) -> Option<String> {
    let other = match by_shebang(head) {
        (Some(other), _) if !other.is_kin(language) => other.name().to_string(),
        (None, Some(why)) => return Some(format!("{why}, which its first line names")),
        _ => return None,
    };
    Some(format!("its name says {}, its first line {other}; it was analysed by its name", language.name()))
}

/// The line that starts with `#!`, if the head is one.
fn first_line(head: &[u8]) -> Option<String> {
    let text = decode::text(head, true);
    let line = text.lines().next()?;
    // `#![…]` opens a Rust file.
    let mark = line.trim_start_matches('\u{FEFF}');
    (mark.starts_with("#!") && !mark.starts_with("#![")).then(|| line.to_string())
}

fn no_grammar(language: &str) -> String {
    format!("no grammar here reads {}", crate::text::excerpt(language, 40))
}

/// What people call the language of an extension.
fn spoken(extension: &'static str) -> &'static str {
    match extension {
        "ps1" | "psm1" | "psd1" => "PowerShell",
        "bat" | "cmd" => "Windows batch files",
        "vbs" | "vbe" | "wsf" => "VBScript",
        "hta" => "HTML applications",
        "rb" => "Ruby",
        "pl" | "pm" => "Perl",
        "php" | "phtml" => "PHP",
        "lua" => "Lua",
        "go" => "Go",
        "applescript" | "scpt" => "AppleScript",
        "ipynb" => "notebooks",
        "tcl" => "Tcl",
        "r" => "R",
        "jl" => "Julia",
        "groovy" => "Groovy",
        "nu" => "Nushell",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(path: &str, head: &[u8]) -> Kind {
        classify(path, head).kind
    }

    #[test]
    fn names_in_any_case_and_first_lines_make_scripts() {
        assert_eq!(classify("a/RUN.PY", b"x").language, Some(Language::Python));
        assert_eq!(classify("bin/one", b"#!/usr/bin/env node\n").language, Some(Language::JavaScript));
        assert_eq!(classify("note.txt", b"#!/bin/sh\r\n").kind, Kind::Script);
        assert_eq!(classify("x", b"\xFF\xFE#\0!\0/\0b\0i\0n\0/\0s\0h\0\n\0").language, Some(Language::Bash));
        assert_eq!(kind("lib.rs", b"#![allow(x)]\n"), Kind::Text);
        assert_eq!(kind(".sh", b"echo"), Kind::Text);
        assert_eq!(classify("a/Form.tsx", b"").language, Some(Language::Tsx));
        assert_eq!((kind("a.HTML", b"<p>"), classify("a.html", b"<p>").language), (Kind::Script, None));
        assert_eq!(kind("README.Markdown", b"# x"), Kind::Markdown);
    }

    #[test]
    fn scripts_nobody_reads_say_so() {
        let class = classify("a.PS1", b"x");
        assert_eq!(class.kind, Kind::Script);
        assert_eq!(class.unread.as_deref(), Some("no grammar here reads PowerShell"));
        let class = classify("a", b"#!/usr/bin/perl -w\n");
        assert_eq!((class.kind, class.language), (Kind::Script, None));
        assert_eq!(class.unread.as_deref(), Some("no grammar here reads perl"));
        // Its first line is what the system obeys.
        assert!(classify("a.py", b"#!/bin/bash\n").unread.is_some());
        assert!(classify("a.py", b"#!/usr/bin/python3\n").unread.is_none());
        assert!(classify("a.ts", b"#!/usr/bin/env -S node --import tsx\n").unread.is_none());
    }

    #[test]
    fn content_decides_what_is_no_text() {
        assert_eq!(kind("report.md", b"%PDF-1.7\n"), Kind::Binary);
        assert_eq!(kind("a.dat", b"a\0b"), Kind::Binary);
        assert_eq!(kind("a.dat", b"a b"), Kind::Text);
        assert_eq!(kind("a.SO", b"only text"), Kind::Binary);
        assert_eq!(kind("a.svg", b"<svg/>"), Kind::Text);
        assert_eq!(kind("a.dot", b"digraph { a -> b }"), Kind::Text);
        assert_eq!(kind("a.dot", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), Kind::Binary);
        assert_eq!(kind("a.txt", b"\xFF\xFEa\0"), Kind::Text);
        assert_eq!(classify("video.ts", b"G\0\0").unread, None);
    }

    #[test]
    fn fonts_and_images_are_known_by_content_whatever_they_are_called() {
        for head in [
            &b"OTTO\x00\x0b"[..],
            b"\x00\x01\x00\x00\x00\x0f",
            b"wOF2",
            b"\x89PNG\r\n\x1a\n",
            b"RIFF\x10\x20\x30\x40WEBPVP8 ",
            b"\xEF\xBB\xBF\n%PDF-1.4\n",
            b"%!PS-Adobe-3.0",
        ] {
            assert_eq!((kind("a.md", head), kind("a.txt", head)), (Kind::Binary, Kind::Binary), "{head:?}");
        }
        assert_eq!(kind("a.md", b"RIFF is a format"), Kind::Markdown);
        assert_eq!(kind("a.md", b"See %PDF-1.4"), Kind::Markdown);
    }

    #[test]
    fn data_is_data_through_and_through() {
        for text in [
            "{\"$schema\": \"https://json-schema.org/draft\", \"type\": \"object\"}",
            "\u{FEFF}[1, 2]\n",
            "<?xml version=\"1.0\"?>\n<xs:schema>\n</xs:schema>\n",
            "<svg><path d=\"M0 0\"/></svg>",
            "<xs:schema>\n<xs:documentation>```\na\n```</xs:documentation>\n</xs:schema>",
        ] {
            assert!(is_data(text), "{text}");
        }
        for text in [
            "# Title",
            "{ not json }",
            "[a](b.md)",
            "<?xml version=\"1.0\"?>\n# Title\n\n```sh\nx\n```\n<b>",
            "<p>Hello</p>",
            "{} and more",
            "",
        ] {
            assert!(!is_data(text), "{text}");
        }
    }

    #[test]
    fn a_nul_byte_frees_no_script_from_analysis() {
        let class = classify("steal.sh", b"#!/bin/sh\n# \0\ncurl x");
        assert_eq!((class.kind, class.language), (Kind::Binary, Some(Language::Bash)));
    }
}
