//! Rewrites of JavaScript scripts.

use super::rewrite::Place::{At, Code, Gap, Own, Part, Whole};
use super::rewrite::{Rewrite, Words, ballast, body, code_of, coded, escape, halved, row, text};
use super::script::{Rng, Script, Slot, add};

pub const REWRITES: &[Rewrite] = &[
    row("import-as", 0, At('n')).which(is_of_module).with(dotted).to(&[
        r#"import * as ‹own› from "‹module›"; ⇑ ‹own›.‹name›"#,
        r#"import * as ‹own› from "‹node›‹module›"; ⇑ ‹own›.‹name›"#,
        r#"import ‹own› from "‹module›"; ⇑ ‹own›.‹name›"#,
        r#"import ‹own› from "‹node›‹module›"; ⇑ ‹own›.‹name›"#,
        r#"let ‹own›;↵try {↵  ‹own› = require("‹module›");↵} catch {} ⇑ ‹own›.‹name›"#,
        r#"let ‹own›;↵try {↵  ‹own› = require("‹node›‹module›");↵} catch {} ⇑ ‹own›.‹name›"#,
        r#"const ‹own› = require("‹module›"); ⇑ ‹own›.‹name›"#,
        r#"const ‹own› = require("‹node›‹module›"); ⇑ ‹own›.‹name›"#,
    ]),
    row("from-import", 0, At('n')).which(is_of_module).with(dotted).to(&[
        r#"import { ‹first› as ‹own› } from "‹module›"; ⇑ ‹own›‹after›"#,
        r#"const ‹own› = require("‹module›").‹first›; ⇑ ‹own›‹after›"#,
        r#"const { ‹first›: ‹own› } = require("‹module›"); ⇑ ‹own›‹after›"#,
    ]),
    row("require-by-text", 0, At('n')).which(is_of_module).with(dotted).to(&[
        "module.require(«s:‹module›»).‹name›",
        "process.mainModule.require(«s:‹module›»).‹name›",
        "const ‹own› = require; ⇑ ‹own›(«s:‹module›»).‹name›",
        r#"const { createRequire: ‹own› } = require("module"); ⇑ ‹own›(__filename)(«s:‹module›»).‹name›"#,
        "require(«s:‹module›»).‹name›",
    ]),
    row("computed-member", 0, At('n')).with(dotted).to(&[
        "Reflect.get(‹object›, «s:‹first›»)‹indexed›",
        "‹object›[«s:‹first›»]‹indexed›",
    ]),
    row("name-in-variable", 0, At('n')).to(&[
        "const first_‹own› = ‹slot›;↵const ‹own› = first_‹own›; ⇒ ‹own›",
        "const [‹own›] = [‹slot›]; ⇒ ‹own›",
        "let ‹own›;↵‹own› = null || ‹slot›; ⇒ ‹own›",
        "const { k: ‹own› } = { k: ‹slot› }; ⇒ ‹own›",
        "var ‹own› = (0, ‹slot›); ⇒ ‹own›",
        "const ‹own› = ‹slot›; ⇒ ‹own›",
    ]),
    row("name-in-table", 0, At('n')).to(&[
        "const ‹own› = { a: parseInt, b: ‹slot› }; ⇒ ‹own›[«s:b»]",
        "const ‹own› = [parseInt, ‹slot›]; ⇒ ‹own›[1]",
        r#"const ‹own› = new Map([["go", ‹slot›]]); ⇒ ‹own›.get(«s:go»)"#,
        "const ‹own› = {};↵‹own›.go = ‹slot›; ⇒ ‹own›[«s:go»]",
        "const ‹own› = [];↵‹own›.push(‹slot›); ⇒ ‹own›[0]",
        "const ‹own› = Object.assign({}, { go: ‹slot› }); ⇒ ‹own›.go",
    ]),
    row("name-in-function", 0, At('n')).which(Script::is_called).to(&[
        "function ‹own›(...args) {↵  return ‹slot›(...args);↵} ⇒ ‹own›",
        "const ‹own› = (...args) => ‹slot›(...args); ⇒ ‹own›",
        "function ‹own›(a, b, go = ‹slot›) {↵  return go(a, b);↵} ⇒ ‹own›",
        "const ‹own› = ‹slot›.bind(null); ⇒ ‹own›",
        "const make_‹own› = () => ‹slot›;↵const ‹own› = make_‹own›(); ⇒ ‹own›",
        "function ‹own›() {↵  return ‹slot›.apply(null, arguments);↵} ⇒ ‹own›",
        "const ‹own› = ((go) => (...args) => go(...args))(‹slot›); ⇒ ‹own›",
        "function ‹own›(a, b) {↵  return ‹slot›.call(null, a, b);↵} ⇒ ‹own›",
    ]),
    row("name-in-class", 0, At('n')).which(Script::is_called).to(&[
        "class ‹own› {↵  static go = ‹slot›;↵} ⇒ ‹own›.go",
        "class ‹own› {↵  constructor() {↵    this.go = ‹slot›;↵  }↵} ⇒ new ‹own›().go",
        "class ‹own› {↵  static go(...args) {↵    return ‹slot›(...args);↵  }↵} ⇒ ‹own›.go",
        "const ‹own› = {↵  go(...args) {↵    return ‹slot›(...args);↵  },↵}; ⇒ ‹own›.go",
        "class ‹own› {↵  get go() {↵    return ‹slot›;↵  }↵} ⇒ new ‹own›().go",
    ]),
    row("home", 0, At('h')).with(home).to(&[
        "(«n:os.homedir»() + «s:/‹path›»)",
        "(`${«n:os.homedir»()}/‹path›`)",
        "(«n:process.env».HOME + «s:/‹path›»)",
        "(«n:path.join»(«n:os.homedir»(), ‹parts›))",
        "(«n:path.resolve»(«n:process.env».HOME || «n:process.env».USERPROFILE, «s:‹path›»))",
        "(«s:/home/me/‹path›»)",
        "([«n:os.homedir»(), ‹parts›].join(«s:/»))",
        "(«n:os.userInfo»().homedir.concat(«s:/‹path›»))",
        r#"(«s:~/‹path›».replace("~", «n:os.homedir»()))"#,
    ]),
    row("split-text", 0, At('s')).which(Script::is_long).with(halved).to(&[
        "`‹a›${'‹b›'}`",
        r#"[«s:‹a›», «s:‹b›»].join("")"#,
        "«s:‹a›».concat(«s:‹b›»)",
        "`${'‹a›'}${'‹b›'}`",
        r#""".concat(«s:‹a›», «s:‹b›»)"#,
        "(() => «s:‹a›» + «s:‹b›»)()",
        "(«s:‹a›» + «s:‹b›»)",
    ]),
    row("coded-text", 0, At('s')).which(Script::is_short).with(coded).to(&[
        r#""‹backwards›".split("").reverse().join("")"#,
        "String.fromCharCode(‹codes›)",
        r#"[‹shifted›].map((c) => String.fromCharCode(c - 3)).join("")"#,
        r#"[..."‹backwards›"].reverse().join("")"#,
        r#"Buffer.from("‹hex›", "hex").toString()"#,
        r#""‹head›\x‹letter›‹rest›""#,
        r#""‹head›\u00‹letter›‹rest›""#,
        r#""‹head›@@‹tail›".replace(/@@/g, "")"#,
        r#""..‹text›.".slice(2, -1)"#,
        r#"" ‹text› ".trim()"#,
        "String.fromCharCode(...[‹codes›])",
    ]),
    row("text-elsewhere", 0, At('s')).with(text).to(&[
        "class ‹own› {↵  static ADDRESS = ‹slot›;↵} ⇒ ‹own›.ADDRESS",
        r#"const ‹own› = { k: ‹slot›, l: 1 }; ⇒ ‹own›["k"]"#,
        "const ‹own› = [0, ‹slot›]; ⇒ ‹own›[1]",
        "function ‹own›() {↵  return ‹slot›;↵} ⇒ ‹own›()",
        "const ‹own› = (given = ‹slot›) => given; ⇒ ‹own›()",
        r#"const ‹own› = JSON.parse('{"k": "‹text›"}'); ⇒ ‹own›.k"#,
        r#"let ‹own› = "";↵‹own› += ‹slot›; ⇒ ‹own›"#,
        "const { k: ‹own› = ‹slot› } = {}; ⇒ ‹own›",
        "const ‹own› = ‹slot›; ⇒ ‹own›",
    ]),
    row("value-inline", 0, At('e')).to(&[
        "[null, ‹value›][1]",
        "({ k: ‹value› }).k",
        "((‹own›) => ‹own›)(‹value›)",
        "(true ? ‹value› : null)",
        "(‹value› ?? null)",
        "[‹value›].map((‹own›) => ‹own›)[0]",
        "(() => { return ‹value›; })()",
        "[‹value›].pop()",
    ]),
    row("value-elsewhere", 0, At('e')).which(Script::is_plain).to(&[
        "function ‹own›(given) {↵  return given;↵} ⇒ ‹own›(‹value›)",
        "const ‹own› = [‹value›]; ⇒ ‹own›[0]",
        r#"const ‹own› = {};↵‹own›["k"] = ‹value›; ⇒ ‹own›.k"#,
        "class ‹own› {↵  constructor(given) {↵    this.given = given;↵  }↵} ⇒ new ‹own›(‹value›).given",
        "const ‹own› = [];↵‹own›.push(‹value›); ⇒ ‹own›.shift()",
        "let ‹own›;↵try {↵  ‹own› = ‹value›;↵} catch (error) {} ⇒ ‹own›",
        r#"const ‹own› = new Map();↵‹own›.set("k", ‹value›); ⇒ ‹own›.get("k")"#,
        "function* ‹own›() {↵  yield ‹value›;↵} ⇒ ‹own›().next().value",
        "const ‹own› = ‹value›; ⇒ ‹own›",
    ]),
    row("value-through-file", 0, At('e')).which(is_sent).to(&[
        r#"«n:fs.writeFileSync»("‹own›.txt", ‹value›); ⇒ «n:fs.readFileSync»("‹own›.txt")"#,
        r#"«n:fs.appendFileSync»("./‹own›.txt", ‹value›); ⇒ «n:fs.createReadStream»("./‹own›.txt")"#,
        r#"const ‹own› = «n:fs.openSync»("‹own›.txt", "w");↵«n:fs.writeSync»(‹own›, ‹value›); ⇒ «n:fs.readFileSync»("‹own›.txt", "utf8")"#,
        r#"const ‹own› = «n:path.join»(«n:os.tmpdir»(), "‹own›.txt");↵«n:fs.writeFileSync»(‹own›, ‹value›); ⇒ «n:fs.readFileSync»(‹own›)"#,
    ]),
    row("rename", 0, Own(Script::rename)),
    row("ballast", 1, Gap).with(|_, _, _| ballast("/* padding */")).to(&[
        "// Nothing to see here; fetch() and post() are words.↵↵↵",
        r#"const ‹own› = "‹filler›";"#,
        "function ‹own›(a, b = 2) {↵  /* Adds. */↵  return a + b;↵}",
        "if (false) {↵  var ‹own› = 1;↵}",
        "class ‹own› {↵  post(url) {↵    return url;↵  }↵}",
        "‹padding›",
    ]),
    row("functions", 1, Own(functions)),
    row("methods", 1, Own(methods)),
    row("main", 2, Whole).with(body).to(&[
        "function ‹own›() {↵‹body›↵}↵‹own›();",
        "(async () => {↵‹body›↵})();",
        "const ‹own› = async () => {↵‹body›↵};↵‹own›().catch(() => {});",
        "!function () {↵‹body›↵}();",
        "‹own›();↵async function ‹own›() {↵‹body›↵}",
    ]),
    row("wrap", 2, Part).which(declares_nothing).with(body).to(&[
        "try {↵‹body›↵} catch (error) {}",
        r#"if ("a".length === 1) {↵‹body›↵}"#,
        "for (const _ of [1]) {↵‹body›↵}",
        "setTimeout(() => {↵‹body›↵}, 5);",
        "Promise.resolve().then(() => {↵‹body›↵});",
        "switch (1) {↵  default:↵‹body›↵}",
        r#"process.on("exit", function () {↵‹body›↵});"#,
    ]),
    row("lines", 3, Own(Script::lines)),
    row("eval", 4, Code(render)).which(imports_nothing).with(code).to(&[
        "new Function(‹code›)();",
        "const ‹own› = ‹code›;↵eval(‹own›);",
        r#"globalThis["ev" + "al"](‹code›);"#,
        "(0, eval)(‹code›);",
        r#"require("vm").runInThisContext(‹code›);"#,
        r#"const ‹own› = Function;↵‹own›("require", ‹code›)(require);"#,
        "eval(‹code›);",
    ]),
    row("interpreter", 4, Code(render)).with(code).to(&[
        r#"require("child_process").execFileSync(process.execPath, ["-e", `‹lines›`]);"#,
        r#"require("child_process").spawn("node", ["-e", `‹lines›`]);"#,
        r#"const { exec } = require("child_process");↵exec("node -e ‹word›");"#,
        r#"const cp = require("child_process");↵cp.execSync(`node - <<'EOF'↵‹lines›↵EOF↵`);"#,
        r#"require("child_process").spawnSync("bash", ["-c", "node --eval ‹word›"]);"#,
        r#"require("child_process").execSync("node", { input: `‹lines›` });"#,
    ]),
];

/// The script's text: slots written out, `require`s in front.
pub fn render(script: &Script) -> String {
    script.render(|kind, inner, imports| match kind {
        's' => format!("\"{}\"", escape(inner)),
        'h' => {
            let (os, path) = (require(imports, "os"), require(imports, "path"));
            format!("{path}.join({os}.homedir(), \"{}\")", escape(inner.trim_start_matches("~/")))
        }
        'n' => match inner.split_once('.') {
            Some(("process", _)) | None => inner.into(),
            Some((module, name)) => format!("{}.{name}", require(imports, module)),
        },
        _ => inner.into(),
    })
}

/// The name that a module is required under.
fn require(imports: &mut Vec<String>, module: &str) -> String {
    let name = module.replace('-', "_");
    add(imports, format!("const {name} = require(\"{module}\");"));
    name
}

/// The module and what of it is named; a global's module is `globalThis`.
fn module_and_name(script: &Script, slot: Slot) -> (&str, &str) {
    let name = script.inner(slot);
    name.split_once('.').unwrap_or(("globalThis", name))
}

fn is_of_module(script: &Script, slot: Slot) -> bool {
    !matches!(module_and_name(script, slot).0, "globalThis" | "process")
}

/// The `module` (with `node`, what may stand before it where it is one of Node's) and the `name` in
/// it; of the name its `first` part, and the rest as it stands `after` that or `indexed`; and the
/// `object` that the name is looked up in.
fn dotted(script: &Script, slot: Slot, rng: &mut Rng) -> Words {
    let (module, name) = module_and_name(script, slot);
    let (first, after, indexed) = match name.split_once('.') {
        Some((first, rest)) => (first, format!(".{rest}"), format!("[«s:{rest}»]")),
        None => (name, String::new(), String::new()),
    };
    let object = match module {
        "globalThis" => rng.pick(&["globalThis", "global", "window", "self"]).into(),
        "process" => rng.pick(&["globalThis[\"process\"]", "process"]).into(),
        _ => format!("require(\"{module}\")"),
    };
    let mut words = vec![
        ("module", module.into()),
        ("name", name.into()),
        ("first", first.into()),
        ("after", after),
        ("indexed", indexed),
        ("object", object),
    ];
    if ["fs", "https", "os", "zlib", "child_process"].contains(&module) {
        words.push(("node", "node:".into()));
    }
    words
}

/// A `path` in the home folder, and its `parts` as texts with commas.
fn home(script: &Script, slot: Slot, _: &mut Rng) -> Words {
    let path = script.inner(slot).trim_start_matches("~/");
    let parts: Vec<String> = path.split('/').map(|part| format!("«s:{part}»")).collect();
    vec![("path", path.into()), ("parts", parts.join(", "))]
}

fn code(script: &Script, slot: Slot, rng: &mut Rng) -> Words {
    let text = script.inner(slot);
    code_of(text, "`", text.replace('\\', "\\\\").replace('`', "\\`").replace("${", "\\${"), rng)
}

/// Whether a value is sent, and so a text, which can be written to a file and read back.
fn is_sent(script: &Script, slot: Slot) -> bool {
    let part = &script.parts[slot.part];
    script.is_plain(slot)
        && !part.starts_with("const")
        && script.inner(slot).starts_with("«v:")
        && (part.contains("body:") || part.contains(".end("))
}

/// Whether a block around a part hides nothing that a later statement needs.
fn declares_nothing(script: &Script, slot: Slot) -> bool {
    let heads = ["const ", "let ", "var ", "class ", "function "];
    !heads.iter().any(|head| script.inner(slot).contains(head))
}

/// `import` stands in modules only.
fn imports_nothing(script: &Script, slot: Slot) -> bool {
    let text = script.inner(slot);
    !text.contains("import ") || text.contains("import(")
}

/// Whether a part can be moved into a function: a statement that declares nothing but a name of the
/// base's own, which is then the file's.
fn is_statement(part: &str) -> bool {
    let declares = ["const ", "let ", "var "].iter().any(|word| part.starts_with(word));
    let is_own = part.starts_with("const «v:");
    !part.contains('\n') && part.contains('«') && (!declares || is_own)
}

/// Names that plain statements declare.
fn declared(script: &Script) -> Vec<String> {
    let plain = script.parts.iter().filter(|part| is_statement(part));
    let names = plain.filter_map(|part| part.strip_prefix("const «v:")?.split_once("» = "));
    names.map(|(name, _)| name.to_string()).collect()
}

/// Each statement a function of its own, defined after its call; what they declare is the file's.
fn functions(script: &mut Script, rng: &mut Rng) -> bool {
    let names = declared(script);
    let write = |own: &str, part: &str| {
        let body = if part.starts_with("const «v:") { &part["const ".len()..] } else { part };
        (format!("function {own}() {{\n  {body}\n}}"), format!("{own}();"))
    };
    let mut taken = script.take_out(rng, is_statement, |_| false, write);
    let moved = !taken.definitions.is_empty();
    if rng.below(2) == 0 {
        taken.definitions.reverse();
    }
    taken.kept.extend(names.iter().map(|name| format!("let «v:{name}»;")));
    script.parts = [taken.kept, taken.calls, taken.definitions].concat();
    moved
}

/// Each statement a method, what they declare fields of the object.
fn methods(script: &mut Script, rng: &mut Rng) -> bool {
    let names = declared(script);
    let defined = |name: &String| {
        script.parts.iter().any(|part| !is_statement(part) && part.contains(&format!("«v:{name}»")))
    };
    if names.is_empty() || names.iter().any(defined) {
        return false;
    }
    let class = script.fresh(rng);
    let write = |own: &str, part: &str| {
        let of_this = |body: String, name: &String| {
            let body = body.replace(&format!("const «v:{name}» ="), &format!("this.{name} ="));
            body.replace(&format!("«v:{name}»"), &format!("this.{name}"))
        };
        let body = names.iter().fold(part.to_string(), of_this);
        (format!("  {own}() {{\n    {body}\n  }}"), format!("{class}Object.{own}();"))
    };
    let mut taken = script.take_out(rng, is_statement, |_| false, write);
    taken.definitions.reverse();
    taken.kept.push(format!("class {class} {{\n{}\n}}", taken.definitions.join("\n")));
    taken.kept.push(format!("const {class}Object = new {class}();"));
    script.parts = [taken.kept, taken.calls].concat();
    true
}
