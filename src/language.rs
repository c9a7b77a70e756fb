//! The language table: one row a language, and the scripts we know but do not read.

/// A language we parse. Everything that differs by language hangs on its row here, on its folder
/// of queries and on its semantics module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// Python 3.
    Python,
    /// Bash and the shells close to it.
    Bash,
    /// JavaScript with JSX.
    JavaScript,
    /// TypeScript.
    TypeScript,
    /// TypeScript with JSX, which has a grammar of its own: there `<T>x` opens an element.
    Tsx,
}

/// One language's row.
pub struct Row {
    /// The language.
    pub language: Language,
    /// Its name.
    pub name: &'static str,
    /// Its folders in `queries/`: first those of the language it builds on, whose patterns are
    /// then its own too, and last the one whose patterns are written against its grammar.
    pub queries: &'static [&'static str],
    /// File extensions, lower case, without the dot; the first is that of its fixtures.
    pub extensions: &'static [&'static str],
    /// Programs that run it, as a shebang, a fence or a command names them; versions are cut off.
    pub interpreters: &'static [&'static str],
    /// Starts a line comment.
    pub comment: &'static str,
    /// Words that may stand beside a name with a blank between: two names in a row are prose.
    /// Empty where they are code.
    pub keywords: &'static [&'static str],
    /// A command's name may have a backslash in front, which its grammar does not take at the start
    /// of a line.
    pub backslashed_names: bool,
    /// A text may follow on the lines after the one that asks for it.
    pub heredocs: bool,
    /// Blocks are told by indentation.
    pub indented: bool,
    /// Options of its interpreters after which code stands. A short one may end a cluster: `-lc`.
    pub code_options: &'static [&'static str],
    /// Options of its interpreters that take the next word for themselves: a module to load first,
    /// a file of settings.
    pub word_options: &'static [&'static str],
    /// What its grammar has for a checker of types alone.
    pub types: Types,
    /// Extensions by which code names a file that is still to be compiled, with the file's own:
    /// `import "./a.js"` means `a.ts`.
    pub compiled: &'static [(&'static str, &'static str)],
    grammar: fn() -> tree_sitter::Language,
}

/// Kinds of nodes that no program runs. Trees are built without them, so that `f(x as T)` is
/// `f(x)` to every pattern and every semantics module.
pub struct Types {
    /// Left out with all that is in them. The second word is a token the node must have itself:
    /// `import type x` is left out, `import x` is not.
    pub erased: &'static [(&'static str, &'static str)],
    /// Declarations of types, left out too. They begin with a word that is a plain name where it
    /// stands on a line of its own.
    pub declarations: &'static [&'static str],
    /// Replaced by the first node in them that is no type: `x as T`, `<T>x` and `x!` are `x`.
    pub transparent: &'static [&'static str],
}

impl Types {
    /// Whether no tree has a node of this kind.
    pub fn leave_out(&self, kind: &str) -> bool {
        self.erased.contains(&(kind, ""))
            || self.declarations.contains(&kind)
            || self.transparent.contains(&kind)
    }
}

/// A language without types.
const UNTYPED: Types = Types { erased: &[], declarations: &[], transparent: &[] };

/// The types of TypeScript, in both of its grammars.
const TYPESCRIPT: Types = Types {
    erased: &[
        ("type_annotation", ""),
        ("asserts_annotation", ""),
        ("type_predicate_annotation", ""),
        ("type_arguments", ""),
        ("type_parameters", ""),
        ("implements_clause", ""),
        ("index_signature", ""),
        ("function_signature", ""),
        ("method_signature", ""),
        ("abstract_method_signature", ""),
        ("import_statement", "type"),
        ("import_specifier", "type"),
        ("export_statement", "type"),
        ("export_specifier", "type"),
    ],
    declarations: &["interface_declaration", "type_alias_declaration"],
    transparent: &[
        "as_expression",
        "satisfies_expression",
        "non_null_expression",
        "type_assertion",
        "instantiation_expression",
        "extends_clause",
    ],
};

/// How code names a file of TypeScript once it is compiled.
const TYPESCRIPT_COMPILED: &[(&str, &str)] =
    &[("js", "ts"), ("js", "tsx"), ("mjs", "mts"), ("cjs", "cts"), ("jsx", "tsx")];

/// Python's keywords, soft ones too, and the statements of Python 2 that the grammar still takes.
const PYTHON_KEYWORDS: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "case", "class", "continue", "def", "del", "elif",
    "else", "except", "exec", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
    "match", "nonlocal", "not", "or", "pass", "print", "raise", "return", "try", "type", "while", "with",
    "yield",
];

/// JavaScript's and TypeScript's keywords and the names that are ones in places.
const JAVASCRIPT_KEYWORDS: &[&str] = &[
    "abstract",
    "as",
    "asserts",
    "async",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "declare",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "export",
    "extends",
    "finally",
    "for",
    "from",
    "function",
    "get",
    "if",
    "implements",
    "import",
    "in",
    "infer",
    "instanceof",
    "interface",
    "is",
    "keyof",
    "let",
    "module",
    "namespace",
    "new",
    "of",
    "override",
    "private",
    "protected",
    "public",
    "readonly",
    "return",
    "satisfies",
    "set",
    "static",
    "switch",
    "throw",
    "try",
    "type",
    "typeof",
    "unique",
    "var",
    "void",
    "while",
    "with",
    "yield",
];

/// All languages, in the order in which they are listed to people.
pub const LANGUAGES: &[Row] = &[
    Row {
        language: Language::Python,
        name: "python",
        queries: &["python"],
        extensions: &["py", "pyw", "pyi"],
        interpreters: &["python", "pypy", "uv", "pipx"],
        comment: "#",
        keywords: PYTHON_KEYWORDS,
        backslashed_names: false,
        heredocs: false,
        indented: true,
        code_options: &["-c"],
        word_options: &["-W", "-X", "--check-hash-based-pycs", "--with", "--python"],
        types: UNTYPED,
        compiled: &[],
        grammar: || tree_sitter_python::LANGUAGE.into(),
    },
    Row {
        language: Language::Bash,
        name: "bash",
        queries: &["bash"],
        extensions: &["sh", "bash", "zsh", "ksh", "dash", "command"],
        interpreters: &["bash", "sh", "zsh", "dash", "ksh", "ash", "busybox", "shell"],
        comment: "#",
        keywords: &[],
        backslashed_names: true,
        heredocs: true,
        indented: false,
        code_options: &["-c"],
        word_options: &["-o", "+o", "-O", "+O", "--rcfile", "--init-file"],
        types: UNTYPED,
        compiled: &[],
        grammar: || tree_sitter_bash::LANGUAGE.into(),
    },
    Row {
        language: Language::JavaScript,
        name: "javascript",
        queries: &["javascript"],
        extensions: &["js", "mjs", "cjs", "jsx"],
        interpreters: &["node", "nodejs", "js"],
        comment: "//",
        keywords: JAVASCRIPT_KEYWORDS,
        backslashed_names: false,
        heredocs: false,
        indented: false,
        code_options: &["-e", "-p", "--eval", "--print", "eval"],
        word_options: NODE_WORD_OPTIONS,
        types: UNTYPED,
        compiled: &[],
        grammar: || tree_sitter_javascript::LANGUAGE.into(),
    },
    Row {
        language: Language::TypeScript,
        backslashed_names: false,
        heredocs: false,
        indented: false,
        name: "typescript",
        queries: &["javascript", "typescript"],
        extensions: &["ts", "mts", "cts"],
        interpreters: &["deno", "bun", "ts-node", "ts-node-esm", "tsx", "esr", "jiti"],
        comment: "//",
        keywords: JAVASCRIPT_KEYWORDS,
        code_options: &["-e", "-p", "--eval", "--print", "eval"],
        word_options: NODE_WORD_OPTIONS,
        types: TYPESCRIPT,
        compiled: TYPESCRIPT_COMPILED,
        grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    },
    Row {
        language: Language::Tsx,
        backslashed_names: false,
        heredocs: false,
        indented: false,
        name: "tsx",
        queries: &["javascript", "typescript"],
        extensions: &["tsx"],
        interpreters: &[],
        comment: "//",
        keywords: JAVASCRIPT_KEYWORDS,
        code_options: &[],
        word_options: &[],
        types: TYPESCRIPT,
        compiled: TYPESCRIPT_COMPILED,
        grammar: || tree_sitter_typescript::LANGUAGE_TSX.into(),
    },
];

/// By the manuals of Node.js, ts-node, Deno and Bun.
const NODE_WORD_OPTIONS: &[&str] = &[
    "-r",
    "--require",
    "--import",
    "--loader",
    "--experimental-loader",
    "--env-file",
    "--env-file-if-exists",
    "-C",
    "--conditions",
    "--title",
    "--preload",
    "--project",
    "-P",
    "--tsconfig",
    "--config",
    "--cwd",
    "-O",
    "--compiler-options",
];

/// Extensions of scripts that no grammar here reads: they are named as not analysed.
pub const UNREAD_EXTENSIONS: &[&str] = &[
    "ps1",
    "psm1",
    "psd1",
    "bat",
    "cmd",
    "vbs",
    "vbe",
    "wsf",
    "hta",
    "rb",
    "pl",
    "pm",
    "php",
    "phtml",
    "lua",
    "go",
    "applescript",
    "scpt",
    "ipynb",
    "fish",
    "csh",
    "tcsh",
    "tcl",
    "r",
    "jl",
    "groovy",
    "awk",
    "nu",
];

/// Interpreters of such scripts, as a shebang names them.
pub const UNREAD_INTERPRETERS: &[&str] = &[
    "perl",
    "ruby",
    "php",
    "lua",
    "luajit",
    "pwsh",
    "powershell",
    "fish",
    "csh",
    "tcsh",
    "tclsh",
    "wish",
    "rscript",
    "julia",
    "osascript",
    "awk",
    "gawk",
    "mawk",
    "expect",
    "groovy",
    "nu",
    "elixir",
    "escript",
    "guile",
    "racket",
    "make",
];

impl Language {
    /// This language's row.
    pub fn row(self) -> &'static Row {
        // The table is in the order of the enum; a test holds them together.
        &LANGUAGES[self as usize]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The tree-sitter grammar.
    pub fn grammar(self) -> tree_sitter::Language {
        (self.row().grammar)()
    }

    /// Whether a program that runs one of the two may run the other: they share a grammar's stock.
    pub fn is_kin(self, other: Language) -> bool {
        self.row().queries.first() == other.row().queries.first()
    }

    /// The paths that a file of this language may mean by `path`, where that names what a compiler
    /// would make of them.
    pub fn before_compiling(self, path: &str) -> impl Iterator<Item = String> {
        let named = path.rsplit_once('.');
        self.row().compiled.iter().filter_map(move |(compiled, own)| match named {
            Some((stem, extension)) if extension == *compiled => Some(format!("{stem}.{own}")),
            _ => None,
        })
    }

    /// Whether an interpreter's argument says that the next one is code.
    pub fn is_code_option(self, argument: &str) -> bool {
        let in_cluster = |option: &str| {
            let letter = option.strip_prefix('-').filter(|letter| letter.len() == 1);
            letter.is_some_and(|letter| {
                argument.starts_with('-') && !argument.starts_with("--") && argument.ends_with(letter)
            })
        };
        self.row().code_options.iter().any(|&option| option == argument || in_cluster(option))
    }

    /// How long an option and its `=` are in front of code: `--eval=code`.
    pub fn joined_code(self, argument: &str) -> Option<usize> {
        let (option, _) = argument.split_once('=')?;
        let is_one = option.starts_with("--") && self.row().code_options.contains(&option);
        is_one.then_some(option.len() + 1)
    }

    /// Whether an interpreter's option takes the word after it.
    pub fn takes_word(self, option: &str) -> bool {
        self.row().word_options.contains(&option)
    }

    /// By `name`, in any case.
    pub fn by_name(name: &str) -> Option<Self> {
        LANGUAGES.iter().find(|row| row.name.eq_ignore_ascii_case(name)).map(|row| row.language)
    }

    /// By file extension, in any case.
    pub fn by_extension(extension: &str) -> Option<Self> {
        LANGUAGES
            .iter()
            .find(|row| row.extensions.iter().any(|known| known.eq_ignore_ascii_case(extension)))
            .map(|row| row.language)
    }

    /// By the program that runs it: `python3.11`, `/usr/bin/bash`, `node.exe`.
    pub fn by_interpreter(program: &str) -> Option<Self> {
        let program = program_name(program);
        LANGUAGES.iter().find(|row| row.interpreters.contains(&program.as_str())).map(|row| row.language)
    }
}

/// What the first line says of a script: its language, or that we do not read it.
pub enum Shebang {
    /// A language of the table.
    Read(Language),
    /// A program we have no grammar for.
    Unread(String),
}

/// The script's interpreter by its `#!` line, `None` without one.
pub fn shebang(first_line: &str) -> Option<Shebang> {
    let rest = first_line.trim_start_matches('\u{FEFF}').strip_prefix("#!")?;
    let mut words = rest.split_whitespace();
    let mut program = program_name(words.next()?);
    if program == "env" {
        let mut named = words.filter(|word| !word.starts_with('-') && !word.contains('='));
        program = program_name(named.next()?);
    }
    Some(match Language::by_interpreter(&program) {
        Some(language) => Shebang::Read(language),
        None => Shebang::Unread(program),
    })
}

/// `/usr/bin/Python3.11` and `python3.exe` as `python`.
fn program_name(path: &str) -> String {
    let base = path.rsplit(['/', '\\']).next().unwrap_or(path).to_ascii_lowercase();
    let base = base.strip_suffix(".exe").unwrap_or(&base);
    base.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_enum() {
        for row in LANGUAGES {
            assert_eq!(row.language.row().name, row.name);
        }
    }

    #[test]
    fn interpreters_are_known_with_versions_and_paths() {
        assert_eq!(Language::by_interpreter("/opt/bin/python3.11"), Some(Language::Python));
        assert_eq!(Language::by_interpreter("ts-node"), Some(Language::TypeScript));
        assert_eq!(Language::by_extension("PY"), Some(Language::Python));
        assert_eq!(Language::by_extension("tsx"), Some(Language::Tsx));
        assert!(matches!(shebang("#!/usr/bin/env -S node --x"), Some(Shebang::Read(Language::JavaScript))));
        assert!(matches!(shebang("#!/usr/bin/perl -w"), Some(Shebang::Unread(_))));
        assert!(shebang("# no").is_none());
    }
}
