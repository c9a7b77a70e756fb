//! Rewrites of Python scripts.

use super::rewrite::Place::{At, Code, Gap, Own, Part, Whole};
use super::rewrite::{Rewrite, Words, ballast, body, code_of, coded, escape, halved, row, text};
use super::script::{Rng, Script, Slot, add};

pub const REWRITES: &[Rewrite] = &[
    row("import-as", 0, At('n')).with(dotted).to(&[
        "import ‹module› as ‹own› ⇑ ‹own›.‹name›",
        "try:↵    import absent_‹own› as ‹own›↵except ImportError:↵    import ‹module› as ‹own› ⇑ ‹own›.‹name›",
    ]),
    row("from-import", 0, At('n')).with(dotted).to(&[
        "from ‹module› import ‹name› as ‹own› ⇑ ‹own›",
        "from ‹outer› import ‹inner› as ‹own› ⇑ ‹own›.‹name›",
        "‹named›from ‹module› import * ⇑ ‹name›",
    ]),
    row("import-by-call", 0, At('n')).with(dotted).to(&[
        "‹flat›__import__(«s:‹module›»).‹name›",
        "‹flat›import sys↵import ‹module› ⇑ sys.modules[«s:‹module›»].‹name›",
        "from importlib import import_module ⇑ import_module(«s:‹module›»).‹name›",
        "«n:importlib.import_module»(«s:‹module›»).‹name›",
    ]),
    row("getattr", 0, At('n')).with(dotted).to(&[
        "import ‹module› ⇑ vars(‹module›)[«s:‹name›»]",
        "import ‹module› ⇑ ‹module›.__dict__[«s:‹name›»]",
        "import ‹module›↵import operator ⇑ operator.attrgetter(«s:‹name›»)(‹module›)",
        "import ‹module› ⇑ getattr(‹module›, «s:‹name›», None)",
        "import ‹module› ⇑ getattr(‹module›, «s:‹name›»)",
    ]),
    row("name-in-variable", 0, At('n')).to(&[
        "first_‹own› = ‹slot›↵‹own› = first_‹own› ⇒ ‹own›",
        "‹own›, second_‹own› = ‹slot›, None ⇒ ‹own›",
        "‹own› = None or ‹slot› ⇒ ‹own›",
        "for ‹own› in (‹slot›,):↵    pass ⇒ ‹own›",
        "‹own›: object = ‹slot› ⇒ ‹own›",
        "‹own› = ‹slot› ⇒ ‹own›",
    ]),
    row("name-in-table", 0, At('n')).to(&[
        r#"‹own› = {"a": len, "b": ‹slot›} ⇒ ‹own›[«s:b»]"#,
        "‹own› = [len, ‹slot›] ⇒ ‹own›[1]",
        "‹own› = dict(go=‹slot›) ⇒ ‹own›.get(«s:go»)",
        r#"‹own› = {}↵‹own›["go"] = ‹slot› ⇒ ‹own›[«s:go»]"#,
        "‹own› = [len]↵‹own›.append(‹slot›) ⇒ ‹own›[-1]",
    ]),
    row("name-in-function", 0, At('n')).which(Script::is_called).to(&[
        "def ‹own›(*args, **options):↵    return ‹slot›(*args, **options) ⇒ ‹own›",
        "‹own› = lambda *args, **options: ‹slot›(*args, **options) ⇒ ‹own›",
        "def ‹own›(*args, go=‹slot›, **options):↵    return go(*args, **options) ⇒ ‹own›",
        "‹own› = «n:functools.partial»(‹slot›) ⇒ ‹own›",
        "def make_‹own›():↵    return ‹slot›↵‹own› = make_‹own›() ⇒ ‹own›",
        "def wrap_‹own›(inner):↵    def outer(*args, **options):↵        return inner(*args, **options)↵    return outer↵‹own› = wrap_‹own›(‹slot›) ⇒ ‹own›",
    ]),
    row("name-in-class", 0, At('n')).which(Script::is_called).to(&[
        "class ‹own›:↵    go = staticmethod(‹slot›) ⇒ ‹own›.go",
        "class ‹own›:↵    def __init__(self):↵        self.go = ‹slot› ⇒ ‹own›().go",
        "class ‹own›:↵    @staticmethod↵    def go(*args, **options):↵        return ‹slot›(*args, **options) ⇒ ‹own›.go",
        "class ‹own›:↵    def __call__(self, *args, **options):↵        return ‹slot›(*args, **options) ⇒ ‹own›()",
    ]),
    // `a / b` and `a + b` are in brackets to be one value wherever the slot stands.
    row("home", 0, At('h')).with(home).to(&[
        "(«n:pathlib.Path».home() / «s:‹path›»)",
        "(«n:os.environ»[«s:HOME»] + «s:/‹path›»)",
        "«n:os.path.join»(«n:os.path.expanduser»(«s:~»), «s:‹folder›», «s:‹file›»)",
        r#"f"{«n:pathlib.Path».home()}/‹path›""#,
        "str(«n:pathlib.Path»(«s:~/‹path›»).expanduser())",
        "«s:/home/me/‹path›»",
        "«n:os.path.expandvars»(«s:$HOME/‹path›»)",
        "(«n:os.getenv»(«s:HOME», «s:/root») + «s:/» + «s:‹path›»)",
        "«n:pathlib.Path».home().joinpath(«s:‹folder›», «s:‹file›»)",
        "«n:os.sep».join([«n:os.path.expanduser»(«s:~»), «s:‹folder›», «s:‹file›»])",
        "(«n:pwd.getpwuid»(«n:os.getuid»()).pw_dir + «s:/‹path›»)",
        "«n:os.path.join»(«n:pathlib.Path».home().as_posix(), «s:‹path›»)",
    ]),
    row("split-text", 0, At('s')).which(Script::is_long).with(halved).to(&[
        "(«l:‹a›» «l:‹b›»)",
        r#""".join([«s:‹a›», «s:‹b›»])"#,
        r#""{}{}".format(«s:‹a›», «s:‹b›»)"#,
        r#"("%s%s" % («s:‹a›», «s:‹b›»))"#,
        r#"f"{'‹a›'}{'‹b›'}""#,
        r#""{1}{0}".format(«s:‹b›», «s:‹a›»)"#,
        "«s:‹a›».__add__(«s:‹b›»)",
        "(«s:‹a›» + «s:‹b›»)",
    ]),
    row("coded-text", 0, At('s')).which(Script::is_short).with(coded).to(&[
        r#""‹backwards›"[::-1]"#,
        r#""".join(map(chr, [‹codes›]))"#,
        r#""".join(chr(c - 3) for c in [‹shifted›])"#,
        "bytes([‹codes›]).decode()",
        r#"bytes.fromhex("‹hex›").decode()"#,
        r#""‹head›\x‹letter›‹rest›""#,
        r#""‹head›@@‹tail›".replace("@@", "")"#,
        r#"" ‹text› ".strip()"#,
        r#"b"‹text›".decode("utf-8")"#,
        r#""".join(reversed("‹backwards›"))"#,
        r#""..‹text›."[2:-1]"#,
    ]),
    row("text-elsewhere", 0, At('s')).with(text).to(&[
        "class ‹own›:↵    ADDRESS = ‹slot› ⇒ ‹own›.ADDRESS",
        r#"‹own› = {"k": ‹slot›, "l": "none"} ⇒ ‹own›["k"]"#,
        "‹own› = («s:none», ‹slot›) ⇒ ‹own›[1]",
        "def ‹own›():↵    return ‹slot› ⇒ ‹own›()",
        "def ‹own›(given=‹slot›):↵    return given ⇒ ‹own›()",
        r#"‹own› = «n:json.loads»('{"k": "‹text›"}') ⇒ ‹own›["k"]"#,
        "‹own› = «s:»↵‹own› += ‹slot› ⇒ ‹own›",
        "‹own› = «n:types.SimpleNamespace»(k=‹slot›) ⇒ ‹own›.k",
        "‹own› = ‹slot› ⇒ ‹own›",
    ]),
    row("value-inline", 0, At('e')).to(&[
        "[None, ‹value›][1]",
        r#"{"k": ‹value›}["k"]"#,
        "(lambda ‹own›: ‹own›)(‹value›)",
        "(‹value› if True else None)",
        "(‹own› := ‹value›)",
        "(‹value› or None)",
        "next(iter([‹value›]))",
        "[‹own› for ‹own› in [‹value›]][0]",
    ]),
    row("value-elsewhere", 0, At('e')).which(Script::is_plain).to(&[
        "def ‹own›(‹own›_given):↵    return ‹own›_given ⇒ ‹own›(‹value›)",
        "‹own› = [‹value›] ⇒ ‹own›[0]",
        r#"‹own› = {}↵‹own›["k"] = ‹value› ⇒ ‹own›.get("k")"#,
        "class ‹own›:↵    def __init__(self, given):↵        self.given = given ⇒ ‹own›(‹value›).given",
        "‹own› = []↵‹own›.append(‹value›) ⇒ ‹own›.pop()",
        "try:↵    ‹own› = ‹value›↵except Exception:↵    ‹own› = None ⇒ ‹own›",
        "‹own›, _ = ‹value›, 0 ⇒ ‹own›",
        "def ‹own›():↵    yield ‹value› ⇒ next(‹own›())",
        "‹own› = «n:queue.Queue»()↵‹own›.put(‹value›) ⇒ ‹own›.get()",
        "‹own› = ‹value› ⇒ ‹own›",
    ]),
    row("value-through-file", 0, At('e')).which(is_sent).to(&[
        r#"with open("‹own›.txt", "w") as ‹own›:↵    ‹own›.write(str(‹value›)) ⇒ open("‹own›.txt")"#,
        r#"«n:pathlib.Path»("‹own›.txt").write_text(str(‹value›)) ⇒ «n:pathlib.Path»("‹own›.txt").read_text()"#,
        r#"‹own› = open("‹own›.txt", "w")↵print(‹value›, file=‹own›)↵‹own›.close() ⇒ open("‹own›.txt").read()"#,
        "‹own› = «n:io.StringIO»()↵‹own›.write(str(‹value›)) ⇒ ‹own›.getvalue()",
    ]),
    row("rename", 0, Own(Script::rename)),
    row("ballast", 1, Gap).with(|_, _, _| ballast("# -*- padding -*-")).to(&[
        "# Nothing to see here; open() and post() are words.↵↵↵",
        r#"‹own› = "‹filler›""#,
        r#"def ‹own›(a, b=2):↵    """Adds."""↵    return a + b"#,
        "if False:↵    ‹own› = 1",
        "class ‹own›:↵    def post(self, url):↵        return url",
        "‹padding›",
    ]),
    row("functions", 1, Own(functions)),
    row("methods", 1, Own(methods)),
    row("main", 2, Whole).which(has_no_names).with(body).to(&[
        "def ‹own›():↵‹body› ⇒ ‹own›()",
        r#"def ‹own›():↵‹body› ⇒ if __name__ == "__main__":↵    ‹own›()"#,
    ]),
    row("wrap", 2, Part).with(body).to(&[
        "try:↵‹body›↵except Exception:↵    pass",
        r#"if len("a") == 1:↵‹body›"#,
        "for _ in range(1):↵‹body›",
        "while True:↵‹body›↵    break",
        "try:↵    raise KeyError(1)↵except KeyError:↵‹body›",
        "import contextlib ⇑ with contextlib.suppress(Exception):↵‹body›",
    ]),
    row("lines", 3, Own(Script::lines)),
    row("exec", 4, Code(render)).with(code).to(&[
        r#"exec(compile(‹code›, "x", "exec"))"#,
        "‹own› = ‹code›↵exec(‹own›)",
        r#"import builtins↵getattr(builtins, "ex" + "ec")(‹code›)"#,
        "def ‹own›(code):↵    exec(code, {})↵‹own›(‹code›)",
        "exec(‹code›)",
    ]),
    row("interpreter", 4, Code(render)).with(code).to(&[
        r#"import subprocess, sys↵subprocess.run([sys.executable, "-c", '''‹lines›'''])"#,
        r#"import subprocess↵subprocess.run(["python3", "-"], input='''‹lines›''', text=True)"#,
        r#"import os↵os.system("python3 -c ‹word›")"#,
        r#"import os↵os.system('''python3 - <<'EOF'↵‹lines›↵EOF↵''')"#,
        r#"import subprocess↵subprocess.Popen(["bash", "-c", '''python3 <<'EOF'↵‹lines›↵EOF↵'''])"#,
        r#"import os↵os.execvp("python3", ["python3", "-c", '''‹lines›'''])"#,
        r#"from subprocess import check_output as c↵c("python3 -c " + "‹word›", shell=True)"#,
    ]),
];

/// The script's text: slots written out, imports in front.
pub fn render(script: &Script) -> String {
    script.render(|kind, inner, imports| match kind {
        's' | 'l' => format!("\"{}\"", escape(inner)),
        'h' => {
            add(imports, "import os".into());
            format!("os.path.expanduser(\"{}\")", escape(inner))
        }
        'n' => {
            if let Some((module, _)) = inner.rsplit_once('.') {
                add(imports, format!("import {module}"));
            }
            inner.into()
        }
        _ => inner.into(),
    })
}

/// The `module` of something imported or built in, and its `name` there; the packages `outer` and
/// `inner` of a module in one, which is else `flat`; and whether it is `named` in an import.
fn dotted(script: &Script, slot: Slot, _: &mut Rng) -> Words {
    let name = script.inner(slot);
    let (module, name) = name.rsplit_once('.').unwrap_or(("builtins", name));
    let mut words: Words = vec![("module", module.into()), ("name", name.into())];
    match module.rsplit_once('.') {
        Some((outer, inner)) => words.extend([("outer", outer.into()), ("inner", inner.into())]),
        None => words.push(("flat", String::new())),
    }
    if module != "builtins" {
        words.push(("named", String::new()));
    }
    words
}

/// A `path` in the home folder, its `folder` there and its `file`.
fn home(script: &Script, slot: Slot, _: &mut Rng) -> Words {
    let path = script.inner(slot).trim_start_matches("~/");
    let (folder, file) = path.rsplit_once('/').unwrap_or((".", path));
    vec![("path", path.into()), ("folder", folder.into()), ("file", file.into())]
}

fn code(script: &Script, slot: Slot, rng: &mut Rng) -> Words {
    let text = script.inner(slot);
    code_of(text, "'''", text.replace('\\', "\\\\").replace("'''", "\\'\\'\\'"), rng)
}

/// Whether a value is sent, and so a text, which can be written to a file and read back.
fn is_sent(script: &Script, slot: Slot) -> bool {
    script.is_plain(slot)
        && script.parts[slot.part].contains("data=")
        && script.inner(slot).starts_with("«v:")
}

/// Whether all that a script names stays the same in a function.
fn has_no_names(script: &Script, slot: Slot) -> bool {
    !script.inner(slot).contains("from ") && !script.inner(slot).contains("global ")
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

fn is_definition(part: &str) -> bool {
    part.starts_with("def ") || part.starts_with("class ")
}

/// Each statement a function of its own, defined in another order than they are called.
fn functions(script: &mut Script, rng: &mut Rng) -> bool {
    let names = assigned(script);
    let marked: Vec<String> = names.iter().map(|name| format!("«v:{name}»")).collect();
    let global = if names.is_empty() { "pass".into() } else { format!("global {}", marked.join(", ")) };
    let write =
        |own: &str, part: &str| (format!("def {own}():\n    {global}\n    {part}"), format!("{own}()"));
    let mut taken = script.take_out(rng, |part| is_movable(part, &names), is_definition, write);
    let moved = !taken.definitions.is_empty();
    if rng.below(2) == 0 {
        taken.definitions.reverse();
    }
    script.parts = [taken.kept, taken.definitions, taken.calls].concat();
    moved
}

/// Each statement a method, what they assign attributes of the object.
fn methods(script: &mut Script, rng: &mut Rng) -> bool {
    let names = assigned(script);
    let uses = |part: &String| names.iter().any(|name| part.contains(&format!("«v:{name}»")));
    let (movable, fixed): (Vec<_>, Vec<_>) = script.parts.iter().partition(|part| is_movable(part, &names));
    if names.is_empty() || movable.len() < 2 || fixed.into_iter().any(uses) {
        return false;
    }
    let class = script.fresh(rng);
    let write = |own: &str, part: &str| {
        let of_self =
            |body: String, name: &String| body.replace(&format!("«v:{name}»"), &format!("self.{name}"));
        let body = names.iter().fold(part.to_string(), of_self);
        (format!("    def {own}(self):\n        {body}"), format!("{class}_object.{own}()"))
    };
    let mut taken = script.take_out(rng, |part| is_movable(part, &names), is_definition, write);
    taken.definitions.reverse();
    taken.kept.push(format!("class {class}:\n{}", taken.definitions.join("\n")));
    taken.kept.push(format!("{class}_object = {class}()"));
    script.parts = [taken.kept, taken.calls].concat();
    true
}
