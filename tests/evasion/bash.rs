//! Rewrites of Bash scripts.

use super::rewrite::Place::{At, Code, Gap, Own, Part, Whole};
use super::rewrite::{Rewrite, Words, ballast, halved, reversed, row, single};
use super::script::{Rng, Script, Slot};

/// Not seen through yet: `MISSES` names it.
pub const CONTINUED_HERE_STRING: &str = r#"read -r ‹own› <<< '‹a›'\↵‹b› ⇒ "$‹own›""#;

pub const REWRITES: &[Rewrite] = &[
    row("quoted-command", 0, At('c')).which(is_plain_name).with(letters).to(&[
        r#"‹a›""‹b›"#,
        "‹a›''‹b›",
        r#""‹value›""#,
        "'‹a›'‹b›",
        r"\‹value›",
        r"‹a›\‹b›",
        r"$'\x‹letter›‹rest›'",
        "‹alone›‹a›$@‹b›",
        "‹a›${none}‹b›",
        r"‹alone›‹a›\↵‹b›",
    ]),
    row("command-in-variable", 0, At('c')).with(halved).to(&[
        "‹own›=‹value› ⇒ $‹own›",
        r#"‹own›='‹a›'"‹b›" ⇒ "$‹own›""#,
        "‹own›=‹a›↵‹own›+=‹b› ⇒ ${‹own›}",
        "‹own›_a=‹a›; ‹own›_b=‹b› ⇒ $‹own›_a$‹own›_b",
        r#"‹own›=(true ‹value›) ⇒ "${‹own›[1]}""#,
        r#"declare -A ‹own›=([go]=‹value›) ⇒ "${‹own›[go]}""#,
        "‹own›=xx‹value› ⇒ ${‹own›#xx}",
        "readonly ‹own›='‹value›' ⇒ ${‹own›:-true}",
        "‹own›_name=‹value›↵‹own›=‹own›_name ⇒ ${!‹own›}",
        "printf -v ‹own› '%s%s' ‹a› ‹b› ⇒ $‹own›",
    ]),
    row("command-substituted", 0, At('c')).with(letters).to(&[
        "$(which ‹value›)",
        "$(command -v ‹value›)",
        "$(echo ‹value›)",
        "$(printf '%s%s' ‹a› ‹b›)",
        "`echo ‹value›`",
        "$(rev <<< ‹backwards›)",
        "$(echo ‹backwards› | rev)",
        "$(echo ‹a›-‹b› | tr -d -)",
    ]),
    row("command-in-function", 0, At('c')).which(is_command).to(&[
        r#"‹own›() { ‹slot› "$@"; } ⇒ ‹own›"#,
        r#"function ‹own› {↵  local go=‹value›↵  "$go" "$@"↵} ⇒ ‹own›"#,
        "‹own›() { command ‹value› $*; } ⇒ ‹own›",
        r#"‹own›() { ‹own›_inner "$@"; }↵‹own›_inner() { ‹slot› "${@}"; } ⇒ ‹own›"#,
    ]),
    row("alias", 0, At('c')).which(is_command).to(&["shopt -s expand_aliases↵alias ‹own›='‹value›' ⇒ ‹own›"]),
    // `xargs` reads the standard input, so its command must not need it; `exec` ends the script.
    row("front", 0, At('c')).with(standing).to(&[
        "command ‹slot›",
        "env ‹slot›",
        "env A=1 ‹slot›",
        "sudo ‹slot›",
        "sudo -E -u me ‹slot›",
        "nohup ‹slot›",
        "nice -n 5 ‹slot›",
        "time ‹slot›",
        "timeout 10 ‹slot›",
        "builtin command ‹slot›",
        "sudo nice -n 5 ‹slot›",
        "‹last›exec ‹slot›",
        "stdbuf -oL ‹slot›",
        "busybox ‹slot›",
        "setsid ‹slot›",
        "A=1 ‹slot›",
        "ionice -c3 ‹slot›",
        "doas ‹slot›",
        "/usr/bin/env ‹slot›",
        "‹first›xargs -0 ‹slot›",
        "‹first›! ‹slot›",
        "‹unlike-env›env -i ‹slot›",
    ]),
    row("home", 0, At('h')).with(home).to(&[
        "$HOME/‹path›",
        r#""${HOME}/‹path›""#,
        "~/‹a›''‹b›",
        r#""$HOME"/'‹path›'"#,
        "/home/me/‹path›",
        "/root/‹path›",
        r#""$(echo ~)/‹path›""#,
        r#"‹own›=~ ⇒ "$‹own›/‹path›""#,
        r#"‹own›="$HOME"/‹a› ⇒ "${‹own›}‹b›""#,
        r#""${HOME:-/root}/‹path›""#,
        "cd ~ ⇒ ./‹path›",
        r#""$(printf '%s/%s' "$HOME" ‹path›)""#,
        r"~/‹a›\‹b›",
        r#"‹own›=("$HOME" ‹path›) ⇒ "${‹own›[0]}/${‹own›[1]}""#,
    ]),
    row("split-text", 0, At('s')).which(is_in_no_here_string).with(halved).to(&[
        "«s:‹a›»«s:‹b›»",
        r#""‹a›"'‹b›'"#,
        r#"‹a›""‹b›"#,
        r#""$(printf '%s%s' '‹a›' '‹b›')""#,
        r#""‹a›$(echo '‹b›')""#,
        r"'‹a›'\↵‹b›",
    ]),
    row("continued-here-string", 0, At('s')).which(Script::is_long).with(halved).to(&[CONTINUED_HERE_STRING]),
    row("coded-text", 0, At('s')).which(Script::is_long).with(coded).to(&[
        "$'‹hex›'",
        "$(printf '‹octal›')",
        r#""$(echo '‹backwards›' | rev)""#,
        r#""$(rev <<< '‹backwards›')""#,
        r#""$(echo '‹at›' | tr '@' 'e')""#,
        r#""$(echo '‹two-at›' | sed 's/@@/e/g')""#,
        "$'‹value›'",
    ]),
    row("text-elsewhere", 0, At('s')).with(standing).to(&[
        r#"‹own›=‹slot› ⇒ "$‹own›""#,
        r#"‹own›=(‹slot› none) ⇒ "${‹own›[0]}""#,
        r#"‹own›() { echo ‹slot›; } ⇒ "$(‹own›)""#,
        r#"read -r ‹own› <<< ‹slot› ⇒ "$‹own›""#,
        r#"export ‹own›=‹slot› ⇒ "${‹own›}""#,
        r#": "${‹own›:=‹value›}" ⇒ "$‹own›""#,
        r#"read -r ‹own› <<E↵‹value›↵E ⇒ "$‹own›""#,
        r#"‹no-words›set -- ‹slot› ⇒ "$1""#,
        r#"declare -r ‹own›=‹slot› ⇒ "${‹own›}""#,
    ]),
    row("value-elsewhere", 0, At('e')).which(Script::is_plain).with(quoted).to(&[
        r#"‹own›=‹quoted› ⇒ "$‹own›""#,
        r#"‹own›=(‹quoted›) ⇒ "${‹own›[*]}""#,
        r#"‹own›() { echo ‹quoted›; } ⇒ "$(‹own›)""#,
        r#"read -r ‹own› <<< ‹quoted› ⇒ "$‹own›""#,
        r#"printf -v ‹own› '%s' ‹quoted› ⇒ "${‹own›}""#,
        r#"declare -A ‹own›↵‹own›[k]=‹quoted› ⇒ "${‹own›[k]}""#,
        r#"mapfile -t ‹own› < <(echo ‹quoted›) ⇒ "${‹own›[@]}""#,
        r#"export ‹own›=x‹quoted› ⇒ "${‹own›:1}""#,
        r#"‹own›=$(echo ‹quoted›) ⇒ "${‹own›}""#,
    ]),
    row("value-through-file", 0, Part).which(is_sent_by_pipe).with(file_between).to(&[
        "‹make›‹from› > ‹file›↵‹to› < ‹file›",
        "‹make›‹from› | tee ‹file› > /dev/null↵«c:cat» ‹file› | ‹to›",
        "‹make›{ ‹from›; } >> ‹file›↵‹to-file›",
        "‹make›exec 3> ‹file›↵‹from› >&3↵‹to› < ‹file›",
    ]),
    row("value-through-file", 0, At('e')).which(is_quoted).with(file).to(&[
        "‹make›echo ‹value› > ‹file› ⇒ ‹read›",
        r"‹make›printf '%s\n' ‹value› | tee ‹file› ⇒ ‹read›",
        "‹make›cat > ‹file› <<E↵‹unquoted›↵E ⇒ ‹read›",
        "‹named›echo ‹value› | dd of=‹file› ⇒ ‹read›",
        "‹temporary›‹make›echo ‹value› | dd of=‹file› ⇒ ‹read›",
    ]),
    row("rename", 0, Own(Script::rename)),
    row("pipe-otherwise", 1, Part).which(is_pipe).with(ends).to(&[
        "‹to› < <(‹from›)",
        "{ ‹from›; } | ‹to›",
        "(‹from›) | { ‹to›; }",
        r#"‹to› <<< "$(‹from›)""#,
        "‹from› |↵  cat |↵  ‹to›",
        "‹from› > >(‹to›)",
        "‹to› <<E↵$(‹from›)↵E",
        r#"‹own›=$(‹from›)↵printf '%s' "$‹own›" | ‹to›"#,
    ]),
    row("ballast", 1, Gap).with(|_, _, _| ballast("# padding")).to(&[
        "# Nothing to see here; curl and cat are words.↵↵↵",
        "‹own›='‹filler›'",
        r#"‹own›() { echo "$1"; }"#,
        "if false; then↵  ‹own›=1↵fi",
        ": <<'EOT'↵A remark, ‹own›.↵EOT",
        "‹padding›",
    ]),
    row("functions", 1, Own(functions)),
    row("main", 2, Whole).which(has_no_alias).to(&[r#"‹own›() {↵‹value›↵} ⇒ ‹own› "$@""#]),
    row("wrap", 2, Part).which(has_no_alias).with(standing).to(&[
        "if true; then↵‹value›↵fi",
        "{↵‹value›↵}",
        "for _ in 1; do↵‹value›↵done",
        "case x in↵*)↵‹value›↵;;↵esac",
        "while :; do↵‹value›↵break↵done",
        "‹one-line›true && ‹value› || true",
        "‹last›(↵‹value›↵) &",
        "[ -n x ] && {↵‹value›↵} 2> /dev/null",
    ]),
    row("lines", 3, Own(lines)),
    row("shell", 4, Code(render)).with(word).to(&[
        "bash -c ‹word›",
        r#"sh -ec ‹word› name "$@""#,
        "bash <<'‹END›'↵‹value›‹END›",
        "cat <<'‹END›' | bash↵‹value›‹END›",
        "bash <<< ‹word›",
        "echo ‹word› | sh",
        "sudo bash -c ‹word›",
        "source /dev/stdin <<'‹END›'↵‹value›‹END›",
        "bash <(cat <<'‹END›'↵‹value›‹END›↵)",
        r#"code=‹word›↵bash -c "$code""#,
    ]),
    row("eval", 4, Code(render)).with(word).to(&[
        "eval ‹word›",
        r#"code=‹word›↵eval "$code""#,
        "trap ‹word› EXIT",
        r#"eval "$(cat <<'‹END›'↵‹value›‹END›↵)""#,
        "builtin eval ‹word›",
        ". <(echo ‹word›)",
    ]),
    row("other-language", 4, Code(render)).which(is_plain_text).with(programs).to(&[
        "python3 - <<'‹END›'↵‹python›↵‹END›",
        "python3 -c ‹python-word›",
        "node -e ‹node-word›",
        "python3 <<'‹END›'↵import subprocess↵subprocess.run([\"bash\", \"-c\", r'''‹value›'''])↵‹END›",
    ]),
];

/// The script's text.
pub fn render(script: &Script) -> String {
    script.render(|_, inner, _| inner.into())
}

/// Letters and digits, so that it can be quoted in parts.
fn is_plain_name(script: &Script, slot: Slot) -> bool {
    script.is_long(slot) && script.inner(slot).chars().all(|c| c.is_ascii_alphanumeric())
}

/// Whether a slot is a command's first word: what runs another command knows no alias and no function.
fn is_command(script: &Script, slot: Slot) -> bool {
    let before = script.before_slot(slot).trim_end();
    before.is_empty() || before.ends_with(['|', '(', '{', '`']) || before == "time"
}

fn is_in_no_here_string(script: &Script, slot: Slot) -> bool {
    script.is_long(slot) && !script.parts[slot.part].contains("<<<")
}

fn is_quoted(script: &Script, slot: Slot) -> bool {
    script.is_plain(slot) && script.inner(slot).starts_with('"')
}

fn is_sent_by_pipe(script: &Script, slot: Slot) -> bool {
    script.inner(slot).contains(" | «c:curl»") && !script.inner(slot).contains('\n')
}

/// Whether a part is a pipe of two commands and nothing else.
fn is_pipe(script: &Script, slot: Slot) -> bool {
    let part = script.inner(slot);
    let ends_in_command = part.rsplit_once(" | ").is_some_and(|(_, to)| to.starts_with("«c:"));
    ends_in_command && !part.contains('\n') && part.starts_with('«') && !part.starts_with("«v:")
}

/// An alias is read where a function is defined, not where it is called.
fn has_no_alias(script: &Script, slot: Slot) -> bool {
    !script.inner(slot).contains("alias ")
}

/// Whether the script can stand in another language's text as it is.
fn is_plain_text(script: &Script, slot: Slot) -> bool {
    !script.inner(slot).contains("'''") && !script.inner(slot).contains('`')
}

/// The halves `a` and `b` of a name, and the name `backwards`; its first `letter`'s code and the
/// `rest`; and whether it stands `alone`: in a function that is handed words, `$@` is not empty.
fn letters(script: &Script, slot: Slot, rng: &mut Rng) -> Words {
    let name = script.inner(slot);
    let mut words = halved(script, slot, rng);
    words.push(("backwards", reversed(name)));
    words.push(("letter", format!("{:02x}", name.as_bytes()[0])));
    words.push(("rest", name[1..].into()));
    if !script.parts[slot.part].contains("()") {
        words.push(("alone", String::new()));
    }
    words
}

/// Where something stands: `first` in its part, in the script's `last` part, a part of `one-line`, in
/// a script to which `no-words` are handed; and whether it is `unlike-env`.
fn standing(script: &Script, slot: Slot, _: &mut Rng) -> Words {
    let part = &script.parts[slot.part];
    let has_words = |part: &String| part.contains("$1") || part.contains("$@");
    let known = [
        ("first", part.starts_with('«')),
        ("last", slot.part + 1 == script.parts.len()),
        ("one-line", !part.contains('\n') && !part.starts_with('#')),
        ("no-words", !script.parts.iter().any(has_words)),
        ("unlike-env", script.inner(slot) != "env"),
    ];
    known.into_iter().filter(|(_, holds)| *holds).map(|(name, _)| (name, String::new())).collect()
}

/// A `path` in the home folder, and its halves `a` and `b`.
fn home(script: &Script, slot: Slot, _: &mut Rng) -> Words {
    let path = script.inner(slot).trim_start_matches("~/");
    let (a, b) = path.split_at(path.len() / 2);
    vec![("path", path.into()), ("a", a.into()), ("b", b.into())]
}

/// A text in other letters: `backwards`; its `hex` and `octal` escapes where they are few; each `e`
/// written `at` and `two-at`.
fn coded(script: &Script, slot: Slot, _: &mut Rng) -> Words {
    let text = script.inner(slot);
    let mut words = vec![
        ("backwards", reversed(text)),
        ("at", text.replace('e', "@")),
        ("two-at", text.replace('e', "@@")),
    ];
    if text.len() < 40 {
        words.push(("hex", text.bytes().map(|b| format!("\\x{b:02x}")).collect()));
        words.push(("octal", text.bytes().map(|b| format!("\\{b:03o}")).collect()));
    }
    words
}

/// The value `quoted`.
fn quoted(script: &Script, slot: Slot, _: &mut Rng) -> Words {
    let value = script.inner(slot);
    vec![("quoted", if value.starts_with('"') { value.into() } else { format!("\"{value}\"") })]
}

/// A `file`, and how to `make` it; and whether it is a `named` or a `temporary` one.
fn made_file(rng: &mut Rng) -> Words {
    let (make, file, sort) = match rng.pick(&["/tmp/.cache-2", "out.tmp", "\"$TMPDIR/x\"", "$(mktemp)"]) {
        "$(mktemp)" => ("‹own›=$(mktemp)\n", "\"$‹own›\"", "temporary"),
        file => ("", file, "named"),
    };
    vec![("file", file.into()), ("make", make.into()), (sort, String::new())]
}

/// A file for the value, how it is `read`, and the value `unquoted`.
fn file(script: &Script, slot: Slot, rng: &mut Rng) -> Words {
    let mut words = made_file(rng);
    let read = rng.pick(&["\"$(cat @)\"", "\"$(< @)\"", "\"`cat @`\""]);
    words.push(("read", read.replace('@', words[0].1.trim_matches('"'))));
    words.push(("unquoted", script.inner(slot).trim_matches('"').into()));
    words
}

/// Where a pipe comes `from` and goes `to`.
fn ends(script: &Script, slot: Slot, _: &mut Rng) -> Words {
    let Some((from, to)) = script.inner(slot).rsplit_once(" | ") else { return Vec::new() };
    vec![("from", from.into()), ("to", to.into())]
}

/// A pipe's ends, a file between them, and the second end with the file named in it: `to-file`.
fn file_between(script: &Script, slot: Slot, rng: &mut Rng) -> Words {
    let mut words = [made_file(rng), ends(script, slot, rng)].concat();
    let file = &words[0].1;
    if let Some((_, to)) = script.inner(slot).rsplit_once(" | ") {
        let to = to.replace("@-", &format!("@{file}")).replace("-T -", &format!("-T {file}"));
        words.push(("to-file", to));
    }
    words
}

/// The script as one `word`.
fn word(script: &Script, slot: Slot, _: &mut Rng) -> Words {
    vec![("word", single(script.inner(slot)))]
}

/// Programs that run the script: in `python`, the same as a `python-word`, and a `node-word` where
/// the script has nothing that JavaScript would read otherwise.
fn programs(script: &Script, slot: Slot, _: &mut Rng) -> Words {
    let text = script.inner(slot);
    let python = format!("import os\nos.system(r'''{text}''')");
    let mut words = vec![("python-word", single(&python)), ("python", python)];
    if !text.contains("${") && !text.contains('\\') {
        let program = format!("require(\"child_process\").execSync(String.raw`{text}`)");
        words.push(("node-word", single(&program)));
    }
    words
}

/// Each command a function of its own.
fn functions(script: &mut Script, rng: &mut Rng) -> bool {
    if script.parts.iter().any(|part| part.contains("alias ")) {
        return false;
    }
    let fixed = ["$1", "set --", "declare ", "readonly"];
    let moves = |part: &str| !fixed.iter().any(|word| part.contains(word));
    let write = |own: &str, part: &str| (format!("{own}() {{\n{part}\n}}"), own.to_string());
    let mut taken = script.take_out(rng, moves, |_| false, write);
    let moved = !taken.definitions.is_empty();
    taken.definitions.reverse();
    script.parts = [taken.kept, taken.definitions, taken.calls].concat();
    moved
}

/// Words of a command on lines of their own.
fn lines(script: &mut Script, rng: &mut Rng) -> bool {
    let at = rng.below(script.parts.len());
    let part = &script.parts[at];
    let fits = part.starts_with('«') && !part.contains('\n') && !part.contains("<<");
    if fits {
        script.parts[at] = part.replace(" -", " \\\n  -").replace(" | ", " |\n");
    }
    fits
}
