//! Rewrites of Python scripts.

use super::script::{Rewrite, Rng, Script, Slot, codes, halves, indent, reversed};

pub const REWRITES: &[Rewrite] = &[
    Rewrite { name: "import-as", stage: 0, apply: import_as },
    Rewrite { name: "from-import", stage: 0, apply: from_import },
    Rewrite { name: "import-by-call", stage: 0, apply: import_by_call },
    Rewrite { name: "getattr", stage: 0, apply: attribute_by_name },
    Rewrite { name: "name-in-variable", stage: 0, apply: name_in_variable },
    Rewrite { name: "name-in-table", stage: 0, apply: name_in_table },
    Rewrite { name: "name-in-function", stage: 0, apply: name_in_function },
    Rewrite { name: "name-in-class", stage: 0, apply: name_in_class },
    Rewrite { name: "home", stage: 0, apply: home },
    Rewrite { name: "split-text", stage: 0, apply: split_text },
    Rewrite { name: "coded-text", stage: 0, apply: coded_text },
    Rewrite { name: "text-elsewhere", stage: 0, apply: text_elsewhere },
    Rewrite { name: "value-inline", stage: 0, apply: value_inline },
    Rewrite { name: "value-elsewhere", stage: 0, apply: value_elsewhere },
    Rewrite { name: "value-through-file", stage: 0, apply: value_through_file },
    Rewrite { name: "rename", stage: 0, apply: Script::rename },
    Rewrite { name: "ballast", stage: 1, apply: ballast },
    Rewrite { name: "functions", stage: 1, apply: functions },
    Rewrite { name: "methods", stage: 1, apply: methods },
    Rewrite { name: "main", stage: 2, apply: main_function },
    Rewrite { name: "wrap", stage: 2, apply: wrap },
    Rewrite { name: "lines", stage: 3, apply: lines },
    Rewrite { name: "exec", stage: 4, apply: exec },
    Rewrite { name: "interpreter", stage: 4, apply: interpreter },
];

/// The script's text: slots written out, imports in front.
pub fn render(script: &Script) -> String {
    let mut imports = script.imports.clone();
    let mut out = String::new();
    let mut add = |line: String| {
        if !imports.contains(&line) {
            imports.push(line);
        }
    };
    for part in &script.parts {
        if script.nested {
            out.push_str(part);
            continue;
        }
        let text = script.render(part, |kind, inner| match kind {
            's' => quote(inner),
            'h' => {
                add("import os".into());
                format!("os.path.expanduser({})", quote(inner))
            }
            'n' => {
                if let Some((module, _)) = inner.rsplit_once('.') {
                    add(format!("import {module}"));
                }
                inner.into()
            }
            _ => inner.into(),
        });
        out.push_str(&text);
        out.push('\n');
    }
    let head: String = imports.iter().map(|line| format!("{line}\n")).collect();
    head + &out
}

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

fn module_and_name(script: &Script, slot: Slot) -> (String, String) {
    let name = script.inner(slot);
    let (module, name) = name.rsplit_once('.').unwrap_or(("builtins", name));
    (module.into(), name.into())
}

fn is_called(script: &Script, slot: Slot) -> bool {
    script.after(slot).starts_with('(')
}

fn any(_: &Script, _: Slot) -> bool {
    true
}

fn import_as(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('n', rng, any) else { return false };
    let (module, name) = module_and_name(script, slot);
    let alias = script.fresh(rng);
    script.set(slot, &format!("{alias}.{name}"));
    let line = format!("import {module} as {alias}");
    let tried = format!("try:\n    import absent_{alias} as {alias}\nexcept ImportError:\n    {line}");
    script.import(if rng.below(3) == 0 { tried } else { line });
    true
}

fn from_import(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('n', rng, any) else { return false };
    let (module, name) = module_and_name(script, slot);
    let alias = script.fresh(rng);
    match module.rsplit_once('.') {
        Some((outer, inner)) if rng.below(2) == 0 => {
            script.import(format!("from {outer} import {inner} as {alias}"));
            script.set(slot, &format!("{alias}.{name}"));
        }
        _ if module != "builtins" && rng.below(4) == 0 => {
            script.import(format!("from {module} import *"));
            script.set(slot, &name);
        }
        _ => {
            script.import(format!("from {module} import {name} as {alias}"));
            script.set(slot, &alias);
        }
    }
    true
}

fn import_by_call(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('n', rng, any) else { return false };
    let (module, name) = module_and_name(script, slot);
    let is_flat = !module.contains('.');
    let call = match rng.below(4) {
        0 if is_flat => format!("__import__(«s:{module}»)"),
        1 if is_flat => {
            script.import("import sys".into());
            script.import(format!("import {module}"));
            format!("sys.modules[«s:{module}»]")
        }
        2 => {
            script.import("from importlib import import_module".into());
            format!("import_module(«s:{module}»)")
        }
        _ => format!("«n:importlib.import_module»(«s:{module}»)"),
    };
    script.set(slot, &format!("{call}.{name}"));
    true
}

fn attribute_by_name(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('n', rng, any) else { return false };
    let (module, name) = module_and_name(script, slot);
    script.import(format!("import {module}"));
    let text = match rng.below(5) {
        0 => format!("vars({module})[«s:{name}»]"),
        1 => format!("{module}.__dict__[«s:{name}»]"),
        2 => {
            script.import("import operator".into());
            format!("operator.attrgetter(«s:{name}»)({module})")
        }
        3 => format!("getattr({module}, «s:{name}», None)"),
        _ => format!("getattr({module}, «s:{name}»)"),
    };
    script.set(slot, &text);
    true
}

fn name_in_variable(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('n', rng, any) else { return false };
    let name = script.inner(slot).to_string();
    let (first, second) = (script.fresh(rng), script.fresh(rng));
    script.set(slot, &first);
    let line = match rng.below(6) {
        0 => format!("{second} = «n:{name}»\n{first} = {second}"),
        1 => format!("{first}, {second} = «n:{name}», None"),
        2 => format!("{first} = None or «n:{name}»"),
        3 => format!("for {first} in («n:{name}»,):\n    pass"),
        4 => format!("{first}: object = «n:{name}»"),
        _ => format!("{first} = «n:{name}»"),
    };
    script.before(slot, line);
    true
}

fn name_in_table(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('n', rng, any) else { return false };
    let name = script.inner(slot).to_string();
    let table = script.fresh(rng);
    let (line, text) = match rng.below(5) {
        0 => (format!("{table} = {{\"a\": len, \"b\": «n:{name}»}}"), format!("{table}[«s:b»]")),
        1 => (format!("{table} = [len, «n:{name}»]"), format!("{table}[1]")),
        2 => (format!("{table} = dict(go=«n:{name}»)"), format!("{table}.get(«s:go»)")),
        3 => (format!("{table} = {{}}\n{table}[\"go\"] = «n:{name}»"), format!("{table}[«s:go»]")),
        _ => (format!("{table} = [len]\n{table}.append(«n:{name}»)"), format!("{table}[-1]")),
    };
    script.set(slot, &text);
    script.before(slot, line);
    true
}

fn name_in_function(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('n', rng, is_called) else { return false };
    let name = script.inner(slot).to_string();
    let own = script.fresh(rng);
    let line = match rng.below(6) {
        0 => format!("def {own}(*args, **options):\n    return «n:{name}»(*args, **options)"),
        1 => format!("{own} = lambda *args, **options: «n:{name}»(*args, **options)"),
        2 => format!("def {own}(*args, go=«n:{name}», **options):\n    return go(*args, **options)"),
        3 => format!("{own} = «n:functools.partial»(«n:{name}»)"),
        4 => format!("def make_{own}():\n    return «n:{name}»\n{own} = make_{own}()"),
        _ => format!(
            "def wrap_{own}(inner):\n    def outer(*args, **options):\n        return inner(*args, **options)\n    return outer\n{own} = wrap_{own}(«n:{name}»)"
        ),
    };
    script.set(slot, &own);
    script.before(slot, line);
    true
}

fn name_in_class(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('n', rng, is_called) else { return false };
    let name = script.inner(slot).to_string();
    let own = script.fresh(rng);
    let (line, text) = match rng.below(4) {
        0 => (format!("class {own}:\n    go = staticmethod(«n:{name}»)"), format!("{own}.go")),
        1 => (
            format!("class {own}:\n    def __init__(self):\n        self.go = «n:{name}»"),
            format!("{own}().go"),
        ),
        2 => (
            format!(
                "class {own}:\n    @staticmethod\n    def go(*args, **options):\n        return «n:{name}»(*args, **options)"
            ),
            format!("{own}.go"),
        ),
        _ => (
            format!(
                "class {own}:\n    def __call__(self, *args, **options):\n        return «n:{name}»(*args, **options)"
            ),
            format!("{own}()"),
        ),
    };
    script.set(slot, &text);
    script.before(slot, line);
    true
}

fn home(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('h', rng, any) else { return false };
    let path = script.inner(slot).trim_start_matches("~/").to_string();
    let (folder, file) = path.rsplit_once('/').unwrap_or((".", &path));
    let (folder, file) = (folder.to_string(), file.to_string());
    let text = match rng.below(12) {
        0 => format!("«n:pathlib.Path».home() / «s:{path}»"),
        1 => format!("«n:os.environ»[«s:HOME»] + «s:/{path}»"),
        2 => format!("«n:os.path.join»(«n:os.path.expanduser»(«s:~»), «s:{folder}», «s:{file}»)"),
        3 => format!("f\"{{«n:pathlib.Path».home()}}/{path}\""),
        4 => format!("str(«n:pathlib.Path»(«s:~/{path}»).expanduser())"),
        5 => format!("«s:/home/me/{path}»"),
        6 => format!("«n:os.path.expandvars»(«s:$HOME/{path}»)"),
        7 => format!("«n:os.getenv»(«s:HOME», «s:/root») + «s:/» + «s:{path}»"),
        8 => format!("«n:pathlib.Path».home().joinpath(«s:{folder}», «s:{file}»)"),
        9 => format!("«n:os.sep».join([«n:os.path.expanduser»(«s:~»), «s:{folder}», «s:{file}»])"),
        10 => format!("«n:pwd.getpwuid»(«n:os.getuid»()).pw_dir + «s:/{path}»"),
        _ => format!("«n:os.path.join»(«n:pathlib.Path».home().as_posix(), «s:{path}»)"),
    };
    // `a / b` and `a + b` as one value wherever the slot stands.
    script.set(slot, &format!("({text})"));
    true
}

fn split_text(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('s', rng, |script, slot| script.inner(slot).len() > 1) else { return false };
    let text = script.inner(slot).to_string();
    let Some((a, b)) = halves(&text, rng) else { return false };
    let new = match rng.below(8) {
        0 => format!("(«s:{a}» «s:{b}»)"),
        1 => format!("\"\".join([«s:{a}», «s:{b}»])"),
        2 => format!("\"{{}}{{}}\".format(«s:{a}», «s:{b}»)"),
        3 => format!("(\"%s%s\" % («s:{a}», «s:{b}»))"),
        4 => format!("f\"{{'{a}'}}{{'{b}'}}\""),
        5 => format!("\"{{1}}{{0}}\".format(«s:{b}», «s:{a}»)"),
        6 => format!("«s:{a}».__add__(«s:{b}»)"),
        _ => format!("(«s:{a}» + «s:{b}»)"),
    };
    script.set(slot, &new);
    true
}

fn coded_text(script: &mut Script, rng: &mut Rng) -> bool {
    let fits = |script: &Script, slot| (2..40).contains(&script.inner(slot).len());
    let Some(slot) = script.pick('s', rng, fits) else { return false };
    let text = script.inner(slot).to_string();
    let middle = text.len() / 2;
    let hex: String = text.bytes().map(|b| format!("{b:02x}")).collect();
    let new = match rng.below(11) {
        0 => format!("{}[::-1]", quote(&reversed(&text))),
        1 => format!("\"\".join(map(chr, [{}]))", codes(&text, 0)),
        2 => format!("\"\".join(chr(c - 3) for c in [{}])", codes(&text, 3)),
        3 => format!("bytes([{}]).decode()", codes(&text, 0)),
        4 if hex.len() < 60 => format!("bytes.fromhex(\"{hex}\").decode()"),
        5 => quote(&text).replacen(&text[middle..=middle], &format!("\\x{:02x}", text.as_bytes()[middle]), 1),
        6 => format!("{}.replace(\"@@\", \"\")", quote(&format!("{}@@{}", &text[..middle], &text[middle..]))),
        7 => format!("{}.strip()", quote(&format!(" {text} "))),
        8 => format!("b{}.decode(\"utf-8\")", quote(&text)),
        9 => format!("\"\".join(reversed({}))", quote(&reversed(&text))),
        _ => format!("{}[2:-1]", quote(&format!("..{text}."))),
    };
    script.set(slot, &new);
    true
}

fn text_elsewhere(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('s', rng, any) else { return false };
    let text = script.inner(slot).to_string();
    let own = script.fresh(rng);
    let (line, new) = match rng.below(9) {
        0 => (format!("class {own}:\n    ADDRESS = «s:{text}»"), format!("{own}.ADDRESS")),
        1 => (format!("{own} = {{\"k\": «s:{text}», \"l\": \"none\"}}"), format!("{own}[\"k\"]")),
        2 => (format!("{own} = («s:none», «s:{text}»)"), format!("{own}[1]")),
        3 => (format!("def {own}():\n    return «s:{text}»"), format!("{own}()")),
        4 => (format!("def {own}(given=«s:{text}»):\n    return given"), format!("{own}()")),
        5 => (format!("{own} = «n:json.loads»('{{\"k\": {}}}')", quote(&text)), format!("{own}[\"k\"]")),
        6 => (format!("{own} = «s:»\n{own} += «s:{text}»"), own.clone()),
        7 => (format!("{own} = «n:types.SimpleNamespace»(k=«s:{text}»)"), format!("{own}.k")),
        _ => (format!("{own} = «s:{text}»"), own.clone()),
    };
    script.set(slot, &new);
    script.before(slot, line);
    true
}

fn value_inline(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('e', rng, any) else { return false };
    let value = script.inner(slot).to_string();
    let own = script.fresh(rng);
    let new = match rng.below(8) {
        0 => format!("[None, {value}][1]"),
        1 => format!("{{\"k\": {value}}}[\"k\"]"),
        2 => format!("(lambda {own}: {own})({value})"),
        3 => format!("({value} if True else None)"),
        4 => format!("({own} := {value})"),
        5 => format!("({value} or None)"),
        6 => format!("next(iter([{value}]))"),
        _ => format!("[{own} for {own} in [{value}]][0]"),
    };
    script.set(slot, &new);
    true
}

fn value_elsewhere(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('e', rng, Script::is_plain) else { return false };
    let value = script.inner(slot).to_string();
    let own = script.fresh(rng);
    let (line, new) = match rng.below(10) {
        0 => (format!("def {own}({own}_given):\n    return {own}_given"), format!("{own}({value})")),
        1 => (format!("{own} = [{value}]"), format!("{own}[0]")),
        2 => (format!("{own} = {{}}\n{own}[\"k\"] = {value}"), format!("{own}.get(\"k\")")),
        3 => (
            format!("class {own}:\n    def __init__(self, given):\n        self.given = given"),
            format!("{own}({value}).given"),
        ),
        4 => (format!("{own} = []\n{own}.append({value})"), format!("{own}.pop()")),
        5 => (format!("try:\n    {own} = {value}\nexcept Exception:\n    {own} = None"), own.clone()),
        6 => (format!("{own}, _ = {value}, 0"), own.clone()),
        7 => (format!("def {own}():\n    yield {value}"), format!("next({own}())")),
        8 => (format!("{own} = «n:queue.Queue»()\n{own}.put({value})"), format!("{own}.get()")),
        _ => (format!("{own} = {value}"), own.clone()),
    };
    script.set(slot, &new);
    script.before(slot, line);
    true
}

/// Written to a file and read back: of a sent value only, which is a text.
fn value_through_file(script: &mut Script, rng: &mut Rng) -> bool {
    let sent = |script: &Script, slot: Slot| {
        script.is_plain(slot)
            && script.parts[slot.part].contains("data=")
            && script.inner(slot).starts_with("«v:")
    };
    let Some(slot) = script.pick('e', rng, sent) else { return false };
    let value = script.inner(slot).to_string();
    let own = script.fresh(rng);
    let path = format!("{own}.txt");
    let (line, new) = match rng.below(4) {
        0 => (
            format!("with open(\"{path}\", \"w\") as {own}:\n    {own}.write(str({value}))"),
            format!("open(\"{path}\")"),
        ),
        1 => (
            format!("«n:pathlib.Path»(\"{path}\").write_text(str({value}))"),
            format!("«n:pathlib.Path»(\"{path}\").read_text()"),
        ),
        2 => (
            format!("{own} = open(\"{path}\", \"w\")\nprint({value}, file={own})\n{own}.close()"),
            format!("open(\"{path}\").read()"),
        ),
        _ => (format!("{own} = «n:io.StringIO»()\n{own}.write(str({value}))"), format!("{own}.getvalue()")),
    };
    script.set(slot, &new);
    script.before(slot, line);
    true
}

fn ballast(script: &mut Script, rng: &mut Rng) -> bool {
    for _ in 0..=rng.below(4) {
        let own = script.fresh(rng);
        let line = match rng.below(6) {
            0 => "# Nothing to see here; open() and post() are words.\n\n\n".to_string(),
            1 => format!("{own} = \"{}\"", "lorem ipsum ".repeat(40)),
            2 => format!("def {own}(a, b=2):\n    \"\"\"Adds.\"\"\"\n    return a + b"),
            3 => format!("if False:\n    {own} = 1"),
            4 => format!("class {own}:\n    def post(self, url):\n        return url"),
            _ => "# -*- padding -*-\n".repeat(60),
        };
        let at = rng.below(script.parts.len() + 1);
        script.parts.insert(at, line);
    }
    true
}

/// The name that a part of one line assigns.
fn assigned_by(part: &str) -> Option<&str> {
    let (name, _) = part.strip_prefix("«v:")?.split_once("» = ")?;
    (!part.contains('\n')).then_some(name)
}

/// The names that parts of one line assign, where no other part refers to them.
fn assigned(script: &Script) -> Vec<String> {
    let names = script.parts.iter().filter_map(|part| assigned_by(part));
    let is_used = |name: &str| {
        script.parts.iter().any(|part| part.contains('\n') && part.contains(&format!("«v:{name}»")))
    };
    names.filter(|name| !is_used(name)).map(String::from).collect()
}

/// Whether a part can be moved into a function: a statement that sets nothing but `names`.
fn is_movable(part: &str, names: &[String]) -> bool {
    let sets = part.starts_with(|c: char| c.is_alphabetic() || c == '«') && part.contains("» = ");
    let plain = part.split_once('=').is_some_and(|(name, rest)| {
        name.trim().chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ',' | ' ' | ':'))
            && !rest.starts_with('=')
    });
    let is_known = assigned_by(part).is_some_and(|name| names.iter().any(|known| known == name));
    !part.contains('\n') && part.contains('«') && !part.starts_with('#') && !plain && (!sets || is_known)
}

/// Each statement a function of its own, defined in another order than they are called.
fn functions(script: &mut Script, rng: &mut Rng) -> bool {
    let names = assigned(script);
    let (mut kept, mut defs, mut calls) = (Vec::new(), Vec::new(), Vec::new());
    let marked: String = names.iter().map(|name| format!("«v:{name}», ")).collect();
    for part in std::mem::take(&mut script.parts) {
        if !is_movable(&part, &names) {
            // What is defined between the statements has to stand before them all.
            if part.starts_with("def ") || part.starts_with("class ") || calls.is_empty() {
                kept.push(part);
            } else {
                calls.push(part);
            }
            continue;
        }
        let own = script.fresh(rng);
        let global = if names.is_empty() {
            "pass".into()
        } else {
            format!("global {}", marked.trim_end_matches(", "))
        };
        defs.push(format!("def {own}():\n    {global}\n    {part}"));
        calls.push(format!("{own}()"));
    }
    let moved = !defs.is_empty();
    if rng.below(2) == 0 {
        defs.reverse();
    }
    script.parts = kept.into_iter().chain(defs).chain(calls).collect();
    moved
}

/// Each statement a method, what they assign attributes of the object.
fn methods(script: &mut Script, rng: &mut Rng) -> bool {
    let names = assigned(script);
    let plain = |part: &String| is_movable(part, &names);
    if names.is_empty() || script.parts.iter().filter(|part| plain(part)).count() < 2 {
        return false;
    }
    let uses = |part: &String| names.iter().any(|name| part.contains(&format!("«v:{name}»")));
    if script.parts.iter().any(|part| !plain(part) && uses(part)) {
        return false;
    }
    let (class, mut methods, mut calls, mut kept) = (script.fresh(rng), Vec::new(), Vec::new(), Vec::new());
    for part in std::mem::take(&mut script.parts) {
        let is_definition = part.starts_with("def ") || part.starts_with("class ");
        if !plain(&part) && (is_definition || calls.is_empty()) {
            kept.push(part);
        } else if !plain(&part) {
            calls.push(part);
        } else {
            let mut body = part;
            for name in &names {
                body = body.replace(&format!("«v:{name}»"), &format!("self.{name}"));
            }
            let own = script.fresh(rng);
            methods.push(format!("    def {own}(self):\n        {body}"));
            calls.push(format!("{class}_object.{own}()"));
        }
    }
    methods.reverse();
    kept.push(format!("class {class}:\n{}", methods.join("\n")));
    kept.push(format!("{class}_object = {class}()"));
    script.parts = kept.into_iter().chain(calls).collect();
    true
}

fn main_function(script: &mut Script, rng: &mut Rng) -> bool {
    let own = script.fresh(rng);
    let body = indent(&script.parts.join("\n"), "    ");
    if body.contains("from ") || body.contains("global ") {
        return false;
    }
    let guard = if rng.below(2) == 0 { "if __name__ == \"__main__\":\n    " } else { "" };
    script.parts = vec![format!("def {own}():\n{body}"), format!("{guard}{own}()")];
    true
}

fn wrap(script: &mut Script, rng: &mut Rng) -> bool {
    let at = rng.below(script.parts.len());
    let body = indent(&script.parts[at], "    ");
    script.parts[at] = match rng.below(6) {
        0 => format!("try:\n{body}\nexcept Exception:\n    pass"),
        1 => format!("if len(\"a\") == 1:\n{body}"),
        2 => format!("for _ in range(1):\n{body}"),
        3 => format!("while True:\n{body}\n    break"),
        4 => format!("try:\n    raise KeyError(1)\nexcept KeyError:\n{body}"),
        _ => {
            script.import("import contextlib".into());
            format!("with contextlib.suppress(Exception):\n{body}")
        }
    };
    true
}

/// Calls over several lines. Nothing is broken up inside a text.
fn lines(script: &mut Script, rng: &mut Rng) -> bool {
    let every = 1 + rng.below(3);
    for part in &mut script.parts {
        *part = break_lines(part, every);
    }
    true
}

/// Breaks lines after every so many opening brackets and commas inside brackets.
pub fn break_lines(text: &str, every: usize) -> String {
    let (mut out, mut depth, mut quote, mut seen, mut escaped) = (String::new(), 0, None, 0, false);
    let mut comment = false;
    for c in text.chars() {
        out.push(c);
        comment = (comment || (c == '#' && quote.is_none())) && c != '\n';
        if comment {
            continue;
        }
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), c) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'' | '`') => quote = Some(c),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth -= 1,
            _ => {}
        }
        if quote.is_none() && depth > 0 && matches!(c, '(' | ',') {
            seen += 1;
            if seen % every == 0 {
                out.push_str("\n        ");
            }
        }
    }
    out
}

fn triple(text: &str) -> String {
    format!("'''{}'''", text.replace('\\', "\\\\").replace("'''", "\\'\\'\\'"))
}

fn exec(script: &mut Script, rng: &mut Rng) -> bool {
    let text = render(script);
    let code = match rng.below(3) {
        0 => quote(&text),
        1 => triple(&format!("\n{text}\n")),
        _ => {
            let middle = (text.len() / 2..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            format!("{} + {}", quote(&text[..middle]), quote(&text[middle..]))
        }
    };
    let own = script.fresh(rng);
    script.nest(match rng.below(5) {
        0 => format!("exec(compile({code}, \"x\", \"exec\"))\n"),
        1 => format!("{own} = {code}\nexec({own})\n"),
        2 => format!("import builtins\ngetattr(builtins, \"ex\" + \"ec\")({code})\n"),
        3 => format!("def {own}(code):\n    exec(code, {{}})\n{own}({code})\n"),
        _ => format!("exec({code})\n"),
    });
    true
}

fn interpreter(script: &mut Script, rng: &mut Rng) -> bool {
    let text = render(script);
    let code = triple(&text);
    let shell_word = format!("'{}'", text.replace('\'', "'\\''"));
    script.nest(match rng.below(7) {
        0 => format!("import subprocess, sys\nsubprocess.run([sys.executable, \"-c\", {code}])\n"),
        1 => format!("import subprocess\nsubprocess.run([\"python3\", \"-\"], input={code}, text=True)\n"),
        2 => format!("import os\nos.system({})\n", quote(&format!("python3 -c {shell_word}"))),
        3 => format!("import os\nos.system({})\n", triple(&format!("python3 - <<'EOF'\n{text}\nEOF\n"))),
        4 => format!(
            "import subprocess\nsubprocess.Popen([\"bash\", \"-c\", {}])\n",
            triple(&format!("python3 <<'EOF'\n{text}\nEOF\n"))
        ),
        5 => format!("import os\nos.execvp(\"python3\", [\"python3\", \"-c\", {code}])\n"),
        _ => format!(
            "from subprocess import check_output as c\nc(\"python3 -c \" + {}, shell=True)\n",
            quote(&shell_word)
        ),
    });
    true
}
