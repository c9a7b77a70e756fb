//! Commands: what the words of a command line run, and by which names it may be asked for.
//!
//! `sudo -u me git -C x push` is named `sudo`, `git` and `git.push`: a command in front of
//! another runs that one, and subcommands are members of their command.

use super::eval::{Eval, MAX_WORDS, Thing};
use super::graph::*;
use crate::language::{Language, UNREAD_INTERPRETERS};
use crate::text::HOLE;

/// The name of an interpreter that runs what it finds on its standard input.
pub const RUNS_INPUT: &str = "<interpreter>";

/// The name of a decoder, or of an encoder that its options have undo its work.
pub const DECODES: &str = "decodes";

/// A command that runs the command after it.
struct Prefix {
    name: &'static str,
    /// Letters of its short options that take a word of their own.
    short: &'static str,
    /// Long options that do.
    long: &'static [&'static str],
    /// How many operands stand before the command.
    operands: usize,
}

const fn prefix(
    name: &'static str,
    short: &'static str,
    long: &'static [&'static str],
    operands: usize,
) -> Prefix {
    Prefix { name, short, long, operands }
}

/// By their manual pages (GNU coreutils, util-linux, sudo, findutils, strace, GNU parallel).
const PREFIXES: &[Prefix] = &[
    prefix("sudo", "ughpCRTDU", &["--user", "--group", "--host", "--prompt", "--chdir"], 0),
    prefix("doas", "uC", &[], 0),
    prefix("env", "uCS", &["--unset", "--chdir"], 0),
    prefix("command", "", &[], 0),
    prefix("builtin", "", &[], 0),
    prefix("exec", "a", &[], 0),
    prefix("eval", "", &[], 0),
    prefix("coproc", "", &[], 0),
    prefix("noglob", "", &[], 0),
    prefix("nocorrect", "", &[], 0),
    prefix("nohup", "", &[], 0),
    prefix("nice", "n", &["--adjustment"], 0),
    prefix("ionice", "cnpPu", &["--class", "--classdata"], 0),
    prefix("chrt", "TPD", &[], 1),
    prefix("taskset", "", &[], 1),
    prefix("time", "fo", &["--format", "--output"], 0),
    prefix("timeout", "ks", &["--kill-after", "--signal"], 1),
    prefix("gtimeout", "ks", &["--kill-after", "--signal"], 1),
    prefix("setsid", "", &[], 0),
    prefix("stdbuf", "ioe", &["--input", "--output", "--error"], 0),
    prefix(
        "xargs",
        "aEIdLnPs",
        &["--arg-file", "--delimiter", "--max-args", "--max-lines", "--max-procs", "--replace"],
        0,
    ),
    prefix(
        "parallel",
        "jaIS",
        &["--jobs", "--arg-file", "--colsep", "--delay", "--joblog", "--sshlogin", "--timeout"],
        0,
    ),
    prefix("watch", "nq", &["--interval"], 0),
    prefix("entr", "", &[], 0),
    prefix("strace", "eopsuEaSOP", &[], 0),
    prefix("ltrace", "eopsunaAD", &[], 0),
    prefix("chroot", "", &[], 1),
    prefix("unshare", "SGRw", &[], 0),
    prefix("nsenter", "tSGr", &["--target"], 0),
    prefix("flock", "wE", &["--timeout"], 1),
    prefix("caffeinate", "tw", &[], 0),
    prefix("proxychains", "f", &[], 0),
    prefix("proxychains4", "f", &[], 0),
    prefix("torsocks", "", &[], 0),
    prefix("torify", "", &[], 0),
    prefix("sshpass", "pfdP", &[], 0),
    prefix("busybox", "", &[], 0),
    prefix("toybox", "", &[], 0),
    prefix("ssh-agent", "at", &[], 0),
    prefix("firejail", "", &[], 0),
    prefix("systemd-run", "Hpu", &["--unit", "--property", "--on-calendar", "--on-active"], 0),
    prefix("runuser", "ugc", &[], 0),
    prefix("setpriv", "", &[], 0),
    prefix("unbuffer", "", &[], 0),
    prefix("chronic", "", &[], 0),
    prefix("ts", "", &[], 0),
    prefix("rlwrap", "", &[], 0),
    prefix("trickle", "ud", &[], 0),
    prefix("arch", "", &[], 0),
    prefix("setarch", "", &[], 1),
    prefix("npx", "pc", &["--package"], 0),
    prefix("bunx", "", &[], 0),
    prefix("uvx", "", &["--from", "--with"], 0),
    prefix("uv", "", &["--with", "--python", "--project", "--directory"], 1),
    prefix("pipx", "", &["--spec"], 1),
    prefix("poetry", "C", &["--directory"], 1),
    prefix("pipenv", "", &[], 1),
    prefix("pdm", "", &[], 1),
    prefix("hatch", "", &[], 1),
    prefix("rye", "", &[], 1),
    prefix("dotenv", "f", &["--file"], 1),
    prefix("direnv", "", &[], 2),
    prefix("conda", "n", &["--name"], 1),
    prefix("cross-env", "", &[], 0),
    prefix("cross-env-shell", "", &[], 0),
    prefix("env-cmd", "f", &["--file", "--environments"], 0),
    prefix(
        "watchexec",
        "efwisd",
        &["--exts", "--filter", "--watch", "--ignore", "--signal", "--delay-run"],
        0,
    ),
    prefix("dumb-init", "", &[], 0),
    prefix("tini", "", &[], 0),
    prefix("gosu", "", &[], 1),
    prefix("su-exec", "", &[], 1),
    prefix("xvfb-run", "enfps", &["--server-num", "--server-args", "--error-file", "--auth-file"], 0),
    prefix("dbus-run-session", "", &["--config-file"], 0),
    prefix("dbus-launch", "", &[], 0),
    prefix("setuidgid", "", &[], 1),
    prefix("s6-setuidgid", "", &[], 1),
    prefix("chpst", "uUbe/nmdoptfc", &[], 0),
    prefix("softlimit", "acdfmorst", &[], 0),
    prefix("pkexec", "", &["--user"], 0),
    prefix("fakeroot", "lsib", &[], 0),
    prefix("fakechroot", "", &[], 0),
    prefix("proot", "rbwSRq", &[], 0),
    prefix("faketime", "f", &[], 1),
    prefix("catchsegv", "", &[], 0),
    prefix("valgrind", "", &[], 0),
    prefix("eatmydata", "", &[], 0),
    prefix("numactl", "CNmip", &[], 0),
    prefix("cpulimit", "l", &["--limit"], 0),
    prefix("screen", "SchtTe", &[], 0),
    prefix("dtach", "nAc", &[], 0),
    prefix("daemonize", "acepolu", &[], 0),
    prefix("daemon", "nuP", &["--name", "--user"], 0),
    prefix("tsp", "L", &[], 0),
    prefix("ccache", "", &[], 0),
    prefix("mise", "", &[], 1),
    prefix("asdf", "", &[], 1),
    prefix("rbenv", "", &[], 1),
    prefix("pyenv", "", &[], 1),
    prefix("bundle", "", &[], 1),
    prefix("envchain", "", &[], 1),
];

/// Programs that run a command after one of these words only; `npm install curl` runs none. By the
/// manuals of npm, pnpm, Yarn, Bun, dotenvx, Doppler, 1Password, Infisical and aws-vault.
const RUN_WORDS: &[(&str, &[&str])] = &[
    ("npm", &["exec", "x"]),
    ("pnpm", &["exec", "dlx"]),
    ("yarn", &["exec", "dlx"]),
    ("bun", &["x"]),
    ("dotenvx", &["run"]),
    ("doppler", &["run"]),
    ("op", &["run"]),
    ("infisical", &["run"]),
    ("aws-vault", &["exec"]),
    ("chamber", &["exec"]),
];

/// Options of a command that runs another, each with so many words of its own, for those whose options
/// say how many follow: `bwrap --bind from to curl`.
const WORDS_OF_OPTIONS: &[(&str, usize)] = &[
    ("--bind", 2),
    ("--bind-try", 2),
    ("--ro-bind", 2),
    ("--ro-bind-try", 2),
    ("--dev-bind", 2),
    ("--symlink", 2),
    ("--setenv", 2),
    ("--dev", 1),
    ("--proc", 1),
    ("--tmpfs", 1),
    ("--dir", 1),
    ("--chdir", 1),
    ("--unsetenv", 1),
    ("--uid", 1),
    ("--gid", 1),
    ("--hostname", 1),
];

/// How many commands may run one another in turn.
const MAX_CHAIN: usize = 64;
/// How many words may stand in front of a subcommand.
const MAX_BEFORE: usize = 64;

/// Tells whether a command runs the command that its words go on with.
pub fn is_prefix(program: &str) -> bool {
    PREFIXES.iter().any(|prefix| prefix.name == program)
}

/// The program a word names: its path's last part, `.exe` cut off.
pub fn program(word: &str) -> &str {
    let base = word.rsplit(['/', '\\']).next().unwrap_or(word);
    base.strip_suffix(".exe").unwrap_or(base)
}

/// Where the command begins that `words` (after `program`) run in turn.
pub fn inner(eval: &mut Eval<'_>, program: &str, words: &[ValueId]) -> Option<usize> {
    if program == "find" || program == "fd" || program == "fdfind" {
        let flags = ["-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"];
        let at = eval
            .at_most(words, MAX_WORDS)
            .iter()
            .position(|&word| eval.constant(word).is_some_and(|text| flags.contains(&&*text)))?;
        return (at + 1 < words.len()).then_some(at + 1);
    }
    if let Some((_, run_words)) = RUN_WORDS.iter().find(|(name, _)| *name == program) {
        return after_run_word(eval, run_words, words);
    }
    if program == "bwrap" {
        return after_options(eval, words);
    }
    // `tmux new-session -d curl …`
    if program == "tmux" {
        let starts = ["new", "new-session", "new-window", "neww", "split-window", "respawn-pane"];
        let at = eval
            .at_most(words, MAX_WORDS)
            .iter()
            .position(|&word| eval.constant(word).is_some_and(|text| starts.contains(&&*text)))?;
        let takes_word = |letter: char| "cFnstxyel".contains(letter);
        let mut next = at + 1;
        while let Some(&word) = words.get(next) {
            let Some(text) = eval.constant(word).filter(|text| text.starts_with('-')) else {
                return Some(next);
            };
            next += 1 + usize::from(text.chars().last().is_some_and(takes_word));
        }
        return None;
    }
    let prefix = PREFIXES.iter().find(|prefix| prefix.name == program)?;
    let mut operands = prefix.operands;
    // `command -v curl` asks where it is.
    if program == "command"
        && words.first().is_some_and(|&word| {
            eval.constant(word).is_some_and(|text| text.to_lowercase().starts_with("-v"))
        })
    {
        return None;
    }
    let mut at = 0;
    let words = eval.at_most(words, MAX_WORDS);
    while at < words.len() {
        let Some(text) = eval.constant(words[at]) else {
            // An unknown word is an operand if one is due, else perhaps the command itself.
            if operands == 0 {
                return Some(at);
            }
            operands -= 1;
            at += 1;
            continue;
        };
        if &*text == "--" && program == "dotenv" {
            // The one of npm has no word of its own before it.
            operands = 0;
            at += 1;
        } else if text.starts_with("--") {
            at += 1 + usize::from(prefix.long.contains(&&*text));
        } else if text.len() > 1 && text.starts_with('-') {
            let last = text.chars().last().unwrap_or('-');
            at += 1 + usize::from(prefix.short.contains(last) && !text.contains('='));
        } else if is_assignment(&text) {
            at += 1;
        } else if operands > 0 {
            operands -= 1;
            at += 1;
        } else {
            return Some(at);
        }
    }
    None
}

/// Where the command begins behind the word that has one run, and behind a `--` if there is one.
fn after_run_word(eval: &mut Eval<'_>, run_words: &[&str], words: &[ValueId]) -> Option<usize> {
    let words = eval.at_most(words, MAX_WORDS);
    let mut texts = words.iter().map(|&word| eval.constant(word));
    let is_plain =
        |text: &Option<std::rc::Rc<str>>| text.as_deref().is_none_or(|text| !text.starts_with('-'));
    let texts: Vec<_> = texts.by_ref().collect();
    let word = texts.iter().position(is_plain)?;
    if !texts[word].as_deref().is_some_and(|text| run_words.contains(&text)) {
        return None;
    }
    let dashes = texts.iter().position(|text| text.as_deref() == Some("--")).filter(|&at| at > word);
    let at = match dashes {
        Some(at) => at + 1,
        None => word + 1 + texts[word + 1..].iter().position(is_plain)?,
    };
    (at < words.len()).then_some(at)
}

/// Where the options of [`WORDS_OF_OPTIONS`] end.
fn after_options(eval: &mut Eval<'_>, words: &[ValueId]) -> Option<usize> {
    let mut at = 0;
    let words = eval.at_most(words, MAX_WORDS);
    while at < words.len() {
        let Some(text) = eval.constant(words[at]).filter(|text| text.starts_with('-')) else {
            return Some(at);
        };
        let own = WORDS_OF_OPTIONS.iter().find(|(option, _)| *option == &*text);
        at += 1 + own.map_or(0, |&(_, words)| words);
    }
    None
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// What a command may be: its names, those of the commands it runs in turn, or functions of the
/// file.
pub fn things(eval: &mut Eval<'_>, value: ValueId, words: &[ValueId], out: &mut Vec<Thing>) {
    let Some((&first, rest)) = words.split_first() else { return };
    let mut chain = vec![(eval.values(first), rest, true)];
    loop {
        let (texts, rest, is_shell) = &chain[chain.len() - 1];
        let (rest, is_shell) = (*rest, *is_shell);
        let name = texts.first().map(|text| program(text).to_string()).unwrap_or_default();
        let Some(at) = inner(eval, &name, rest) else { break };
        if chain.len() >= MAX_CHAIN {
            eval.over_budget = true;
            break;
        }
        // `command curl` and `sudo curl` run no function of the script's.
        let is_shell = is_shell && matches!(name.as_str(), "time" | "eval" | "coproc");
        chain.push((eval.values(rest[at]), &rest[at + 1..], is_shell));
    }
    // What is run in the end first: there is room for so many names.
    for (texts, rest, is_shell) in chain.into_iter().rev() {
        for text in texts.iter() {
            if !is_shell || !functions(eval, value, text, out) {
                named(eval, value, text, rest, out);
            }
        }
    }
}

/// The functions of the file that a command's name stands for; whether there is one.
fn functions(eval: &mut Eval<'_>, value: ValueId, name: &str, out: &mut Vec<Thing>) -> bool {
    let scope = {
        let Value { source, node, .. } = eval.graph.values[value as usize];
        eval.graph.maps[source as usize].scopes[node as usize]
    };
    let Some(var) = eval.graph.lookup(scope, &format!("{name}()")) else { return false };
    let graph = eval.graph;
    for def in eval.looked_at(&graph.vars[var as usize].defs) {
        // What it hands its words on to is read as a command of its own, see `facts::nested`.
        for thing in eval.things(def.value).iter().filter(|thing| matches!(thing, Thing::Function(_))) {
            if !out.contains(thing) {
                out.push(thing.clone());
            }
        }
    }
    true
}

fn named(eval: &mut Eval<'_>, value: ValueId, name: &str, rest: &[ValueId], out: &mut Vec<Thing>) {
    // Several words in one: read as a command of its own, see `facts::nested`.
    if name.trim().contains(char::is_whitespace) {
        return;
    }
    // An unknown part of a program's own name is most often empty: `python$version`, `cu$@rl`.
    let base = program(name).replace(HOLE, "");
    if base.is_empty() || only_tells_of_itself(eval, rest) {
        return;
    }
    if matches!(&*base, "nc" | "ncat" | "netcat" | "nc.openbsd" | "nc.traditional") && listens(eval, rest) {
        eval.push_named(value, format!("{base}.listen"), out);
        return;
    }
    // `cp -t there x` names its target first.
    if matches!(&*base, "cp" | "mv" | "install" | "ln")
        && has_option(eval, rest, &["-t", "--target-directory"])
    {
        eval.push_named(value, format!("{base}.into"), out);
        return;
    }
    eval.push_named(value, base.clone(), out);
    if decodes(eval, &base, rest) {
        eval.push_named(value, DECODES.into(), out);
    }
    if is_interpreter(&base) && runs_input(eval, rest) {
        eval.push_named(value, RUNS_INPUT.into(), out);
    }
    subcommands(eval, value, &base, rest, out);
}

/// `curl --version`
fn only_tells_of_itself(eval: &mut Eval<'_>, rest: &[ValueId]) -> bool {
    let Some(&first) = rest.first() else { return false };
    let Some(text) = eval.constant(first) else { return false };
    matches!(&*text, "--version" | "--help") || (rest.len() == 1 && &*text == "-V")
}

fn has_option(eval: &mut Eval<'_>, rest: &[ValueId], options: &[&str]) -> bool {
    let is_one = |text: &str| {
        options.iter().any(|option| {
            text == *option || text.strip_prefix(option).is_some_and(|rest| rest.starts_with('='))
        })
    };
    eval.at_most(rest, MAX_WORDS).iter().any(|&word| eval.constant(word).is_some_and(|text| is_one(&text)))
}

/// `base64 -d`, `xxd -r -p`, `openssl enc -d`, `gunzip`
fn decodes(eval: &mut Eval<'_>, base: &str, rest: &[ValueId]) -> bool {
    let letter = match base {
        "base64" | "gbase64" | "base32" | "basenc" | "base58" | "openssl" | "gzip" | "pigz" | "bzip2"
        | "xz" | "zstd" | "lz4" | "lzma" | "lzip" | "brotli" | "gpg" | "gpg2" | "age" | "rage" | "b64"
        | "compress" | "ccrypt" => 'd',
        "xxd" => 'r',
        "uudecode" | "gunzip" | "bunzip2" | "unxz" | "unzstd" | "unlzma" | "zcat" | "bzcat" | "xzcat"
        | "zstdcat" | "rev" => {
            return true;
        }
        _ => return false,
    };
    eval.at_most(rest, MAX_WORDS).iter().any(|&word| {
        eval.constant(word).is_some_and(|text| match text.strip_prefix("--") {
            Some(long) => matches!(long, "decode" | "decrypt" | "decompress" | "uncompress" | "revert"),
            None => text.strip_prefix('-').is_some_and(|letters| {
                let is_short = base != "openssl" || letters.len() == 1;
                is_short && (letters.contains(letter) || letters == "D")
            }),
        })
    })
}

fn listens(eval: &mut Eval<'_>, rest: &[ValueId]) -> bool {
    eval.at_most(rest, MAX_WORDS).iter().any(|&word| {
        eval.constant(word).is_some_and(|text| {
            &*text == "--listen" || (text.starts_with('-') && !text.starts_with("--") && text.contains('l'))
        })
    })
}

/// Whether a program runs code, in a language that is read here or not.
pub fn is_interpreter(program: &str) -> bool {
    let bare = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let runs_files =
        !matches!(bare, "uv" | "pipx" | "busybox" | "shell" | "js" | "awk" | "gawk" | "mawk" | "make");
    runs_files && (Language::by_interpreter(program).is_some() || UNREAD_INTERPRETERS.contains(&bare))
}

/// `bash`, `bash -s x`, `python3 -`: no script and no `-c`.
fn runs_input(eval: &mut Eval<'_>, rest: &[ValueId]) -> bool {
    for &word in eval.at_most(rest, MAX_WORDS) {
        let Some(text) = eval.constant(word) else { return false };
        if matches!(&*text, "-" | "-s" | "/dev/stdin" | "--") {
            return true;
        }
        let is_option = text.starts_with('-');
        let takes_code =
            is_option && !text.starts_with("--") && text.ends_with(['c', 'e', 'm', 'r', 'n', 'p']);
        if !is_option || takes_code || matches!(&*text, "--eval" | "--print") {
            return false;
        }
    }
    true
}

/// `git -C dir push` is also named `git.push`, `gh auth token` also `gh.auth` and
/// `gh.auth.token`: words that are no options, where one right after an option may be its
/// value.
fn subcommands(eval: &mut Eval<'_>, value: ValueId, base: &str, words: &[ValueId], out: &mut Vec<Thing>) {
    let mut prefixes = vec![base.to_string()];
    let mut levels = 0;
    let mut after_option = false;
    for (at, &word) in words.iter().enumerate() {
        if at >= MAX_BEFORE {
            eval.over_budget = true;
            return;
        }
        let Some(word) = eval.constant(word) else { return };
        if word.starts_with('-') {
            after_option = !word.contains('=');
            continue;
        }
        let plain = !word.is_empty()
            && word.len() < 40
            && word.chars().all(|c| c.is_alphanumeric() || "-_:".contains(c));
        if plain {
            let longer: Vec<String> = prefixes.iter().map(|prefix| format!("{prefix}.{word}")).collect();
            for name in &longer {
                eval.push_named(value, name.clone(), out);
            }
            if after_option {
                prefixes.extend(longer);
                prefixes.truncate(4);
            } else {
                prefixes = longer;
            }
        }
        levels += usize::from(!after_option);
        if levels >= 3 || (!plain && !after_option) {
            return;
        }
        after_option = false;
    }
}
