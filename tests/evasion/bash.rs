//! Rewrites of Bash scripts.

use super::script::{Rewrite, Rng, Script, Slot, halves, reversed};

pub const REWRITES: &[Rewrite] = &[
    Rewrite { name: "quoted-command", stage: 0, apply: quoted_command },
    Rewrite { name: "command-in-variable", stage: 0, apply: command_in_variable },
    Rewrite { name: "command-substituted", stage: 0, apply: command_substituted },
    Rewrite { name: "command-in-function", stage: 0, apply: command_in_function },
    Rewrite { name: "alias", stage: 0, apply: alias },
    Rewrite { name: "front", stage: 0, apply: front },
    Rewrite { name: "home", stage: 0, apply: home },
    Rewrite { name: "split-text", stage: 0, apply: split_text },
    Rewrite { name: "continued-here-string", stage: 0, apply: continued_here_string },
    Rewrite { name: "coded-text", stage: 0, apply: coded_text },
    Rewrite { name: "text-elsewhere", stage: 0, apply: text_elsewhere },
    Rewrite { name: "value-elsewhere", stage: 0, apply: value_elsewhere },
    Rewrite { name: "value-through-file", stage: 0, apply: value_through_file },
    Rewrite { name: "rename", stage: 0, apply: Script::rename },
    Rewrite { name: "pipe-otherwise", stage: 1, apply: pipe_otherwise },
    Rewrite { name: "ballast", stage: 1, apply: ballast },
    Rewrite { name: "functions", stage: 1, apply: functions },
    Rewrite { name: "main", stage: 2, apply: main_function },
    Rewrite { name: "wrap", stage: 2, apply: wrap },
    Rewrite { name: "lines", stage: 3, apply: lines },
    Rewrite { name: "shell", stage: 4, apply: shell },
    Rewrite { name: "eval", stage: 4, apply: eval },
    Rewrite { name: "other-language", stage: 4, apply: other_language },
];

/// The script's text.
pub fn render(script: &Script) -> String {
    let mut out: String = script.imports.iter().map(|line| format!("{line}\n")).collect();
    for part in &script.parts {
        if script.nested {
            out.push_str(part);
            continue;
        }
        out.push_str(&script.render(part, |_, inner| inner.into()));
        out.push('\n');
    }
    out
}

fn any(_: &Script, _: Slot) -> bool {
    true
}

fn quoted_command(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('c', rng, any) else { return false };
    // In a function that is handed words, `$@` is not empty.
    let has_words = script.parts[slot.part].contains("()");
    let name = script.inner(slot).to_string();
    if !name.chars().all(|c| c.is_ascii_alphanumeric()) {
        return false;
    }
    let Some((a, b)) = halves(&name, rng) else { return false };
    let hex = format!("\\x{:02x}", name.as_bytes()[0]);
    let new = match rng.below(10) {
        0 => format!("{a}\"\"{b}"),
        1 => format!("{a}''{b}"),
        2 => format!("\"{name}\""),
        3 => format!("'{a}'{b}"),
        4 => format!("\\{name}"),
        5 => format!("{a}\\{b}"),
        6 => format!("$'{hex}{}'", &name[1..]),
        7 if !has_words => format!("{a}$@{b}"),
        8 => format!("{a}${{none}}{b}"),
        _ if !has_words => format!("{a}\\\n{b}"),
        _ => return false,
    };
    script.set(slot, &new);
    true
}

fn command_in_variable(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('c', rng, any) else { return false };
    let name = script.inner(slot).to_string();
    let own = script.fresh(rng);
    let (a, b) = halves(&name, rng).unwrap_or((&name, ""));
    let (line, new) = match rng.below(10) {
        0 => (format!("{own}={name}"), format!("${own}")),
        1 => (format!("{own}='{a}'\"{b}\""), format!("\"${own}\"")),
        2 => (format!("{own}={a}\n{own}+={b}"), format!("${{{own}}}")),
        3 => (format!("{own}_a={a}; {own}_b={b}"), format!("${own}_a${own}_b")),
        4 => (format!("{own}=(true {name})"), format!("\"${{{own}[1]}}\"")),
        5 => (format!("declare -A {own}=([go]={name})"), format!("\"${{{own}[go]}}\"")),
        6 => (format!("{own}=xx{name}"), format!("${{{own}#xx}}")),
        7 => (format!("readonly {own}='{name}'"), format!("${{{own}:-true}}")),
        8 => (format!("{own}_name={name}\n{own}={own}_name"), format!("${{!{own}}}")),
        _ => (format!("printf -v {own} '%s%s' {a} {b}"), format!("${own}")),
    };
    script.set(slot, &new);
    script.before(slot, line);
    true
}

fn command_substituted(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('c', rng, any) else { return false };
    let name = script.inner(slot).to_string();
    let (a, b) = halves(&name, rng).unwrap_or((&name, ""));
    let new = match rng.below(8) {
        0 => format!("$(which {name})"),
        1 => format!("$(command -v {name})"),
        2 => format!("$(echo {name})"),
        3 => format!("$(printf '%s%s' {a} {b})"),
        4 => format!("`echo {name}`"),
        5 => format!("$(rev <<< {})", reversed(&name)),
        6 => format!("$(echo {} | rev)", reversed(&name)),
        _ => format!("$(echo {}-{} | tr -d -)", a, b),
    };
    script.set(slot, &new);
    true
}

fn command_in_function(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('c', rng, any) else { return false };
    let name = script.inner(slot).to_string();
    let own = script.fresh(rng);
    let line = match rng.below(4) {
        0 => format!("{own}() {{ «c:{name}» \"$@\"; }}"),
        1 => format!("function {own} {{\n  local go={name}\n  \"$go\" \"$@\"\n}}"),
        2 => format!("{own}() {{ command {name} $*; }}"),
        _ => format!("{own}() {{ {own}_inner \"$@\"; }}\n{own}_inner() {{ «c:{name}» \"${{@}}\"; }}"),
    };
    script.set(slot, &own);
    script.before(slot, line);
    true
}

fn alias(script: &mut Script, rng: &mut Rng) -> bool {
    // After another command an alias is a word as any other.
    let is_command = |script: &Script, slot: Slot| {
        let before = script.before_slot(slot).trim_end();
        before.is_empty() || before.ends_with(['|', '(', '{', '`']) || before == "time"
    };
    let Some(slot) = script.pick('c', rng, is_command) else { return false };
    let name = script.inner(slot).to_string();
    let own = script.fresh(rng);
    script.set(slot, &own);
    script.before(slot, format!("shopt -s expand_aliases\nalias {own}='{name}'"));
    true
}

fn front(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('c', rng, any) else { return false };
    let name = script.inner(slot).to_string();
    let fronts = [
        "command",
        "env",
        "env A=1",
        "sudo",
        "sudo -E -u me",
        "nohup",
        "nice -n 5",
        "time",
        "timeout 10",
        "builtin command",
        "exec",
        "stdbuf -oL",
        "busybox",
        "setsid",
        "A=1",
        "ionice -c3",
        "doas",
        "/usr/bin/env",
        "xargs -0",
        "!",
        "env -i",
    ];
    let front = rng.pick(&fronts);
    // `xargs` reads the standard input, so its command must not need it; `exec` ends the script.
    let first = script.parts[slot.part].starts_with('«');
    let is_last = slot.part + 1 == script.parts.len();
    if (front.starts_with("xargs") && !first)
        || (front == "exec" && !is_last)
        || front.starts_with("env -i") && name == "env"
    {
        return false;
    }
    if front == "!" && !first {
        return false;
    }
    script.set(slot, &format!("{front} «c:{name}»"));
    true
}

fn home(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('h', rng, any) else { return false };
    let path = script.inner(slot).trim_start_matches("~/").to_string();
    let own = script.fresh(rng);
    let (a, b) = path.split_at(path.len() / 2);
    let (line, new) = match rng.below(14) {
        0 => (None, format!("$HOME/{path}")),
        1 => (None, format!("\"${{HOME}}/{path}\"")),
        2 => (None, format!("~/{a}''{b}")),
        3 => (None, format!("\"$HOME\"/'{path}'")),
        4 => (None, format!("/home/me/{path}")),
        5 => (None, format!("/root/{path}")),
        6 => (None, format!("\"$(echo ~)/{path}\"")),
        7 => (Some(format!("{own}=~")), format!("\"${own}/{path}\"")),
        8 => (Some(format!("{own}=\"$HOME\"/{a}")), format!("\"${{{own}}}{b}\"")),
        9 => (None, format!("\"${{HOME:-/root}}/{path}\"")),
        10 => (Some("cd ~".to_string()), format!("./{path}")),
        11 => (None, format!("\"$(printf '%s/%s' \"$HOME\" {path})\"")),
        12 => (None, format!("~/{a}\\{b}")),
        _ => (Some(format!("{own}=(\"$HOME\" {path})")), format!("\"${{{own}[0]}}/${{{own}[1]}}\"")),
    };
    script.set(slot, &new);
    if let Some(line) = line {
        script.before(slot, line);
    }
    true
}

fn split_text(script: &mut Script, rng: &mut Rng) -> bool {
    let fits = |script: &Script, slot: Slot| {
        script.inner(slot).len() > 1 && !script.parts[slot.part].contains("<<<")
    };
    let Some(slot) = script.pick('s', rng, fits) else { return false };
    let text = script.inner(slot).to_string();
    let Some((a, b)) = halves(&text, rng) else { return false };
    let new = match rng.below(6) {
        0 => format!("«s:{a}»«s:{b}»"),
        1 => format!("\"{a}\"'{b}'"),
        2 => format!("{a}\"\"{b}"),
        3 => format!("\"$(printf '%s%s' '{a}' '{b}')\""),
        4 => format!("\"{a}$(echo '{b}')\""),
        _ => format!("'{a}'\\\n{b}"),
    };
    script.set(slot, &new);
    true
}

/// `read -r x <<< 'a'\` and the rest on the next line.
fn continued_here_string(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('s', rng, |script, slot| script.inner(slot).len() > 1) else { return false };
    let text = script.inner(slot).to_string();
    let Some((a, b)) = halves(&text, rng) else { return false };
    let own = script.fresh(rng);
    script.set(slot, &format!("\"${own}\""));
    script.before(slot, format!("read -r {own} <<< '{a}'\\\n{b}"));
    true
}

fn coded_text(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('s', rng, |script, slot| script.inner(slot).len() > 1) else { return false };
    let text = script.inner(slot).to_string();
    let hex: String = text.bytes().map(|b| format!("\\x{b:02x}")).collect();
    let octal: String = text.bytes().map(|b| format!("\\{b:03o}")).collect();
    let new = match rng.below(7) {
        0 if text.len() < 40 => format!("$'{hex}'"),
        1 if text.len() < 40 => format!("$(printf '{octal}')"),
        2 => format!("\"$(echo '{}' | rev)\"", reversed(&text)),
        3 => format!("\"$(rev <<< '{}')\"", reversed(&text)),
        4 => format!("\"$(echo '{}' | tr '@' 'e')\"", text.replace('e', "@")),
        5 => format!("\"$(echo '{}' | sed 's/@@/e/g')\"", text.replace('e', "@@")),
        _ => format!("$'{}'", text),
    };
    script.set(slot, &new);
    true
}

fn text_elsewhere(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('s', rng, any) else { return false };
    let text = script.inner(slot).to_string();
    let own = script.fresh(rng);
    let (line, new) = match rng.below(9) {
        0 => (format!("{own}=«s:{text}»"), format!("\"${own}\"")),
        1 => (format!("{own}=(«s:{text}» none)"), format!("\"${{{own}[0]}}\"")),
        2 => (format!("{own}() {{ echo «s:{text}»; }}"), format!("\"$({own})\"")),
        3 => (format!("read -r {own} <<< «s:{text}»"), format!("\"${own}\"")),
        4 => (format!("export {own}=«s:{text}»"), format!("\"${{{own}}}\"")),
        5 => (format!(": \"${{{own}:={text}}}\""), format!("\"${own}\"")),
        6 => (format!("read -r {own} <<E\n{text}\nE"), format!("\"${own}\"")),
        7 => (format!("set -- «s:{text}»"), "\"$1\"".to_string()),
        _ => (format!("declare -r {own}=«s:{text}»"), format!("\"${{{own}}}\"")),
    };
    if new == "\"$1\"" && script.parts.iter().any(|part| part.contains("$1") || part.contains("$@")) {
        return false;
    }
    script.set(slot, &new);
    script.before(slot, line);
    true
}

fn value_elsewhere(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('e', rng, Script::is_plain) else { return false };
    let value = script.inner(slot).to_string();
    let own = script.fresh(rng);
    let quoted = if value.starts_with('"') { value.clone() } else { format!("\"{value}\"") };
    let (line, new) = match rng.below(9) {
        0 => (format!("{own}={quoted}"), format!("\"${own}\"")),
        1 => (format!("{own}=({quoted})"), format!("\"${{{own}[*]}}\"")),
        2 => (format!("{own}() {{ echo {quoted}; }}"), format!("\"$({own})\"")),
        3 => (format!("read -r {own} <<< {quoted}"), format!("\"${own}\"")),
        4 => (format!("printf -v {own} '%s' {quoted}"), format!("\"${{{own}}}\"")),
        5 => (format!("declare -A {own}\n{own}[k]={quoted}"), format!("\"${{{own}[k]}}\"")),
        6 => (format!("mapfile -t {own} < <(echo {quoted})"), format!("\"${{{own}[@]}}\"")),
        7 => (format!("export {own}=x{quoted}"), format!("\"${{{own}:1}}\"")),
        _ => (format!("{own}=$(echo {quoted})"), format!("\"${{{own}}}\"")),
    };
    script.set(slot, &new);
    script.before(slot, line);
    true
}

/// A pipe's first half, or a sent value, by way of a file.
fn value_through_file(script: &mut Script, rng: &mut Rng) -> bool {
    let own = script.fresh(rng);
    let file = rng.pick(&["/tmp/.cache-2", "out.tmp", "\"$TMPDIR/x\"", "$(mktemp)"]);
    let (line, path) = match file {
        "$(mktemp)" => (format!("{own}=$(mktemp)\n"), format!("\"${own}\"")),
        file => (String::new(), file.to_string()),
    };
    let piped = script.parts.iter().position(|part| part.contains(" | «c:curl»") && !part.contains('\n'));
    if let Some(at) = piped {
        let part = script.parts[at].clone();
        let Some((from, to)) = part.rsplit_once(" | ") else { return false };
        script.parts[at] = match rng.below(4) {
            0 => format!("{line}{from} > {path}\n{to} < {path}"),
            1 => format!("{line}{from} | tee {path} > /dev/null\n«c:cat» {path} | {to}"),
            2 => format!(
                "{line}{{ {from}; }} >> {path}\n{}",
                to.replace("@-", &format!("@{path}")).replace("-T -", &format!("-T {path}"))
            ),
            _ => format!("{line}exec 3> {path}\n{from} >&3\n{to} < {path}"),
        };
        return true;
    }
    let Some(slot) = script.pick('e', rng, Script::is_plain) else { return false };
    let value = script.inner(slot).to_string();
    if !value.starts_with('"') {
        return false;
    }
    script.set(
        slot,
        &rng.pick(&["\"$(cat @)\"", "\"$(< @)\"", "\"`cat @`\""]).replace('@', &path.replace('"', "")),
    );
    let write = match rng.below(4) {
        0 => format!("{line}echo {value} > {path}"),
        1 => format!("{line}printf '%s\\n' {value} | tee {path}"),
        2 => format!("{line}cat > {path} <<E\n{}\nE", value.trim_matches('"')),
        _ => format!("{line}echo {value} | dd of={path}"),
    };
    script.before(slot, write);
    true
}

/// `a | b` with the same effect and without that pipe.
fn pipe_otherwise(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(at) = script.parts.iter().position(|part| {
        part.contains(" | «c:") && !part.contains('\n') && part.starts_with('«') && !part.starts_with("«v:")
    }) else {
        return false;
    };
    let part = script.parts[at].clone();
    let Some((from, to)) = part.rsplit_once(" | ").filter(|(_, to)| to.starts_with("«c:")) else {
        return false;
    };
    let own = script.fresh(rng);
    script.parts[at] = match rng.below(8) {
        0 => format!("{to} < <({from})"),
        1 => format!("{{ {from}; }} | {to}"),
        2 => format!("({from}) | {{ {to}; }}"),
        3 => format!("{to} <<< \"$({from})\""),
        4 => format!("{from} |\n  cat |\n  {to}"),
        5 => format!("{from} > >({to})"),
        6 => format!("{to} <<E\n$({from})\nE"),
        _ => format!("{own}=$({from})\nprintf '%s' \"${own}\" | {to}"),
    };
    true
}

fn ballast(script: &mut Script, rng: &mut Rng) -> bool {
    for _ in 0..=rng.below(4) {
        let own = script.fresh(rng);
        let line = match rng.below(6) {
            0 => "# Nothing to see here; curl and cat are words.\n\n\n".to_string(),
            1 => format!("{own}='{}'", "lorem ipsum ".repeat(40)),
            2 => format!("{own}() {{ echo \"$1\"; }}"),
            3 => format!("if false; then\n  {own}=1\nfi"),
            4 => format!(": <<'EOT'\nA remark, {own}.\nEOT"),
            _ => "# padding\n".repeat(60),
        };
        let at = rng.below(script.parts.len() + 1);
        script.parts.insert(at, line);
    }
    true
}

fn functions(script: &mut Script, rng: &mut Rng) -> bool {
    // An alias is read where a function is defined, not where it is called.
    if script.parts.iter().any(|part| part.contains("alias ")) {
        return false;
    }
    let (mut defs, mut calls) = (Vec::new(), Vec::new());
    for part in std::mem::take(&mut script.parts) {
        if part.contains("$1")
            || part.contains("set --")
            || part.contains("alias ")
            || part.contains("declare ")
            || part.contains("readonly")
        {
            calls.push(part);
            continue;
        }
        let own = script.fresh(rng);
        defs.push(format!("{own}() {{\n{part}\n}}"));
        calls.push(own);
    }
    defs.reverse();
    let moved = !defs.is_empty();
    script.parts = defs.into_iter().chain(calls).collect();
    moved
}

fn main_function(script: &mut Script, rng: &mut Rng) -> bool {
    let own = script.fresh(rng);
    let body = script.parts.join("\n");
    if body.contains("alias ") {
        return false;
    }
    script.parts = vec![format!("{own}() {{\n{body}\n}}"), format!("{own} \"$@\"")];
    true
}

fn wrap(script: &mut Script, rng: &mut Rng) -> bool {
    let at = rng.below(script.parts.len());
    let part = &script.parts[at];
    if part.contains("alias ") {
        return false;
    }
    script.parts[at] = match rng.below(8) {
        0 => format!("if true; then\n{part}\nfi"),
        1 => format!("{{\n{part}\n}}"),
        2 => format!("for _ in 1; do\n{part}\ndone"),
        3 => format!("case x in\n*)\n{part}\n;;\nesac"),
        4 => format!("while :; do\n{part}\nbreak\ndone"),
        5 if !part.contains('\n') && !part.starts_with('#') => format!("true && {part} || true"),
        6 if at + 1 == script.parts.len() => format!("(\n{part}\n) &"),
        _ => format!("[ -n x ] && {{\n{part}\n}} 2> /dev/null"),
    };
    true
}

/// Words of a command on lines of their own.
fn lines(script: &mut Script, rng: &mut Rng) -> bool {
    let at = rng.below(script.parts.len());
    let part = &script.parts[at];
    let fits = part.starts_with('«') && !part.contains('\n') && !part.contains("<<");
    if !fits {
        return false;
    }
    script.parts[at] = part.replace(" -", " \\\n  -").replace(" | ", " |\n");
    true
}

fn single(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn shell(script: &mut Script, rng: &mut Rng) -> bool {
    let end = script.fresh(rng).to_uppercase();
    let text = render(script);
    let word = single(&text);
    script.nest(match rng.below(10) {
        0 => format!("bash -c {word}\n"),
        1 => format!("sh -ec {word} name \"$@\"\n"),
        2 => format!("bash <<'{end}'\n{text}{end}\n"),
        3 => format!("cat <<'{end}' | bash\n{text}{end}\n"),
        4 => format!("bash <<< {word}\n"),
        5 => format!("echo {word} | sh\n"),
        6 => format!("sudo bash -c {word}\n"),
        7 => format!("source /dev/stdin <<'{end}'\n{text}{end}\n"),
        8 => format!("bash <(cat <<'{end}'\n{text}{end}\n)\n"),
        _ => format!("code={word}\nbash -c \"$code\"\n"),
    });
    true
}

fn eval(script: &mut Script, rng: &mut Rng) -> bool {
    let end = script.fresh(rng).to_uppercase();
    let text = render(script);
    let word = single(&text);
    script.nest(match rng.below(6) {
        0 => format!("eval {word}\n"),
        1 => format!("code={word}\neval \"$code\"\n"),
        2 => format!("trap {word} EXIT\n"),
        3 => format!("eval \"$(cat <<'{end}'\n{text}{end}\n)\"\n"),
        4 => format!("builtin eval {word}\n"),
        _ => format!(". <(echo {word})\n"),
    });
    true
}

fn other_language(script: &mut Script, rng: &mut Rng) -> bool {
    let end = script.fresh(rng).to_uppercase();
    let text = render(script);
    if text.contains("'''") || text.contains('`') {
        return false;
    }
    let python = format!("import os\nos.system(r'''{text}''')");
    let javascript =
        format!("require(\"child_process\").execSync(String.raw`{}`)", text.replace("${", "$\\{"));
    script.nest(match rng.below(4) {
        0 => format!("python3 - <<'{end}'\n{python}\n{end}\n"),
        1 => format!("python3 -c {}\n", single(&python)),
        2 if !text.contains("${") && !text.contains('\\') => format!("node -e {}\n", single(&javascript)),
        _ => format!(
            "python3 <<'{end}'\nimport subprocess\nsubprocess.run([\"bash\", \"-c\", r'''{text}'''])\n{end}\n"
        ),
    });
    true
}
