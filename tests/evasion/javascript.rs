//! Rewrites of JavaScript scripts.

use super::python::break_lines;
use super::script::{Rewrite, Rng, Script, Slot, codes, halves, indent, reversed};

pub const REWRITES: &[Rewrite] = &[
    Rewrite { name: "import-as", stage: 0, apply: import_as },
    Rewrite { name: "from-import", stage: 0, apply: from_import },
    Rewrite { name: "require-by-text", stage: 0, apply: require_by_text },
    Rewrite { name: "computed-member", stage: 0, apply: computed_member },
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
    Rewrite { name: "eval", stage: 4, apply: eval },
    Rewrite { name: "interpreter", stage: 4, apply: interpreter },
];

/// The script's text: slots written out, `require`s in front.
pub fn render(script: &Script) -> String {
    let mut imports = script.imports.clone();
    let mut out = String::new();
    for part in &script.parts {
        if script.nested {
            out.push_str(part);
            continue;
        }
        let text = script.render(part, |kind, inner| match kind {
            's' => quote(inner),
            'h' => {
                require(&mut imports, "os");
                require(&mut imports, "path");
                format!("path.join(os.homedir(), {})", quote(inner.trim_start_matches("~/")))
            }
            'n' => match inner.split_once('.') {
                Some(("process", _)) | None => inner.into(),
                Some((module, name)) => {
                    require(&mut imports, module);
                    format!("{}.{name}", identifier(module))
                }
            },
            _ => inner.into(),
        });
        out.push_str(&text);
        out.push('\n');
    }
    let head: String = imports.iter().map(|line| format!("{line}\n")).collect();
    head + &out
}

fn require(imports: &mut Vec<String>, module: &str) {
    let line = format!("const {} = require({});", identifier(module), quote(module));
    if !imports.contains(&line) {
        imports.push(line);
    }
}

fn identifier(module: &str) -> String {
    module.replace('-', "_")
}

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// The module and what of it is named; a global's module is `globalThis`.
fn module_and_name(script: &Script, slot: Slot) -> (String, String) {
    let name = script.inner(slot);
    let (module, name) = name.split_once('.').unwrap_or(("globalThis", name));
    (module.into(), name.into())
}

fn is_module(script: &Script, slot: Slot) -> bool {
    !matches!(module_and_name(script, slot).0.as_str(), "globalThis" | "process")
}

fn is_called(script: &Script, slot: Slot) -> bool {
    script.after(slot).starts_with('(')
}

fn any(_: &Script, _: Slot) -> bool {
    true
}

fn import_as(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('n', rng, is_module) else { return false };
    let (module, name) = module_and_name(script, slot);
    let alias = script.fresh(rng);
    let prefix =
        if ["fs", "https", "os", "zlib", "child_process"].contains(&module.as_str()) && rng.below(2) == 0 {
            "node:"
        } else {
            ""
        };
    script.import(match rng.below(4) {
        0 => format!("import * as {alias} from \"{prefix}{module}\";"),
        1 => format!("import {alias} from \"{prefix}{module}\";"),
        2 => format!("let {alias};\ntry {{\n  {alias} = require(\"{prefix}{module}\");\n}} catch {{}}"),
        _ => format!("const {alias} = require(\"{prefix}{module}\");"),
    });
    script.set(slot, &format!("{alias}.{name}"));
    true
}

fn from_import(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('n', rng, is_module) else { return false };
    let (module, name) = module_and_name(script, slot);
    let alias = script.fresh(rng);
    let (first, rest) = name.split_once('.').map_or((name.as_str(), ""), |(first, rest)| (first, rest));
    script.import(match rng.below(3) {
        0 => format!("import {{ {first} as {alias} }} from \"{module}\";"),
        1 => format!("const {alias} = require(\"{module}\").{first};"),
        _ => format!("const {{ {first}: {alias} }} = require(\"{module}\");"),
    });
    script.set(slot, &if rest.is_empty() { alias } else { format!("{alias}.{rest}") });
    true
}

fn require_by_text(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('n', rng, is_module) else { return false };
    let (module, name) = module_and_name(script, slot);
    let own = script.fresh(rng);
    let call = match rng.below(5) {
        0 => format!("module.require(«s:{module}»)"),
        1 => format!("process.mainModule.require(«s:{module}»)"),
        2 => {
            script.import(format!("const {own} = require;"));
            format!("{own}(«s:{module}»)")
        }
        3 => {
            script.import(format!("const {{ createRequire: {own} }} = require(\"module\");"));
            format!("{own}(__filename)(«s:{module}»)")
        }
        _ => format!("require(«s:{module}»)"),
    };
    script.set(slot, &format!("{call}.{name}"));
    true
}

fn computed_member(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('n', rng, any) else { return false };
    let (module, name) = module_and_name(script, slot);
    let (first, rest) = name.split_once('.').map_or((name.as_str(), ""), |(first, rest)| (first, rest));
    let global = rng.pick(&["globalThis", "global", "window", "self"]);
    let base = match module.as_str() {
        "globalThis" => global.to_string(),
        "process" if rng.below(2) == 0 => "globalThis[\"process\"]".into(),
        "process" => module,
        _ => format!("require(\"{module}\")"),
    };
    let mut new = match rng.below(3) {
        0 => format!("Reflect.get({base}, «s:{first}»)"),
        _ => format!("{base}[«s:{first}»]"),
    };
    if !rest.is_empty() {
        new.push_str(&format!("[«s:{rest}»]"));
    }
    script.set(slot, &new);
    true
}

fn name_in_variable(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('n', rng, any) else { return false };
    let name = script.inner(slot).to_string();
    let (first, second) = (script.fresh(rng), script.fresh(rng));
    script.set(slot, &first);
    let line = match rng.below(6) {
        0 => format!("const {second} = «n:{name}»;\nconst {first} = {second};"),
        1 => format!("const [{first}] = [«n:{name}»];"),
        2 => format!("let {first};\n{first} = null || «n:{name}»;"),
        3 => format!("const {{ k: {first} }} = {{ k: «n:{name}» }};"),
        4 => format!("var {first} = (0, «n:{name}»);"),
        _ => format!("const {first} = «n:{name}»;"),
    };
    script.before(slot, line);
    true
}

fn name_in_table(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('n', rng, any) else { return false };
    let name = script.inner(slot).to_string();
    let own = script.fresh(rng);
    let (line, text) = match rng.below(6) {
        0 => (format!("const {own} = {{ a: parseInt, b: «n:{name}» }};"), format!("{own}[«s:b»]")),
        1 => (format!("const {own} = [parseInt, «n:{name}»];"), format!("{own}[1]")),
        2 => (format!("const {own} = new Map([[\"go\", «n:{name}»]]);"), format!("{own}.get(«s:go»)")),
        3 => (format!("const {own} = {{}};\n{own}.go = «n:{name}»;"), format!("{own}[«s:go»]")),
        4 => (format!("const {own} = [];\n{own}.push(«n:{name}»);"), format!("{own}[0]")),
        _ => (format!("const {own} = Object.assign({{}}, {{ go: «n:{name}» }});"), format!("{own}.go")),
    };
    script.set(slot, &text);
    script.before(slot, line);
    true
}

fn name_in_function(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('n', rng, is_called) else { return false };
    let name = script.inner(slot).to_string();
    let own = script.fresh(rng);
    let line = match rng.below(8) {
        0 => format!("function {own}(...args) {{\n  return «n:{name}»(...args);\n}}"),
        1 => format!("const {own} = (...args) => «n:{name}»(...args);"),
        2 => format!("function {own}(a, b, go = «n:{name}») {{\n  return go(a, b);\n}}"),
        3 => format!("const {own} = «n:{name}».bind(null);"),
        4 => format!("const make_{own} = () => «n:{name}»;\nconst {own} = make_{own}();"),
        5 => format!("function {own}() {{\n  return «n:{name}».apply(null, arguments);\n}}"),
        6 => format!("const {own} = ((go) => (...args) => go(...args))(«n:{name}»);"),
        _ => format!("function {own}(a, b) {{\n  return «n:{name}».call(null, a, b);\n}}"),
    };
    script.set(slot, &own);
    script.before(slot, line);
    true
}

fn name_in_class(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('n', rng, is_called) else { return false };
    let name = script.inner(slot).to_string();
    let own = script.fresh(rng);
    let (line, text) = match rng.below(5) {
        0 => (format!("class {own} {{\n  static go = «n:{name}»;\n}}"), format!("{own}.go")),
        1 => (
            format!("class {own} {{\n  constructor() {{\n    this.go = «n:{name}»;\n  }}\n}}"),
            format!("new {own}().go"),
        ),
        2 => (
            format!("class {own} {{\n  static go(...args) {{\n    return «n:{name}»(...args);\n  }}\n}}"),
            format!("{own}.go"),
        ),
        3 => (
            format!("const {own} = {{\n  go(...args) {{\n    return «n:{name}»(...args);\n  }},\n}};"),
            format!("{own}.go"),
        ),
        _ => (
            format!("class {own} {{\n  get go() {{\n    return «n:{name}»;\n  }}\n}}"),
            format!("new {own}().go"),
        ),
    };
    script.set(slot, &text);
    script.before(slot, line);
    true
}

fn home(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('h', rng, any) else { return false };
    let path = script.inner(slot).trim_start_matches("~/").to_string();
    let parts: Vec<String> = path.split('/').map(|part| format!("«s:{part}»")).collect();
    let new = match rng.below(9) {
        0 => format!("«n:os.homedir»() + «s:/{path}»"),
        1 => format!("`${{«n:os.homedir»()}}/{path}`"),
        2 => format!("«n:process.env».HOME + «s:/{path}»"),
        3 => format!("«n:path.join»(«n:os.homedir»(), {})", parts.join(", ")),
        4 => format!("«n:path.resolve»(«n:process.env».HOME || «n:process.env».USERPROFILE, «s:{path}»)"),
        5 => format!("«s:/home/me/{path}»"),
        6 => format!("[«n:os.homedir»(), {}].join(«s:/»)", parts.join(", ")),
        7 => format!("«n:os.userInfo»().homedir.concat(«s:/{path}»)"),
        _ => format!("«s:~/{path}».replace(\"~\", «n:os.homedir»())"),
    };
    script.set(slot, &format!("({new})"));
    true
}

fn split_text(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('s', rng, |script, slot| script.inner(slot).len() > 1) else { return false };
    let text = script.inner(slot).to_string();
    let Some((a, b)) = halves(&text, rng) else { return false };
    let new = match rng.below(7) {
        0 => format!("`{a}${{'{b}'}}`"),
        1 => format!("[«s:{a}», «s:{b}»].join(\"\")"),
        2 => format!("«s:{a}».concat(«s:{b}»)"),
        3 => format!("`${{'{a}'}}${{'{b}'}}`"),
        4 => format!("\"\".concat(«s:{a}», «s:{b}»)"),
        5 => format!("(() => «s:{a}» + «s:{b}»)()"),
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
    let spelled = |escape: String| quote(&text).replacen(&text[middle..=middle], &escape, 1);
    let new = match rng.below(11) {
        0 => format!("{}.split(\"\").reverse().join(\"\")", quote(&reversed(&text))),
        1 => format!("String.fromCharCode({})", codes(&text, 0)),
        2 => format!("[{}].map((c) => String.fromCharCode(c - 3)).join(\"\")", codes(&text, 3)),
        3 => format!("[...{}].reverse().join(\"\")", quote(&reversed(&text))),
        4 if hex.len() < 60 => format!("Buffer.from(\"{hex}\", \"hex\").toString()"),
        5 => spelled(format!("\\x{:02x}", text.as_bytes()[middle])),
        6 => spelled(format!("\\u00{:02x}", text.as_bytes()[middle])),
        7 => format!("{}.replace(/@@/g, \"\")", quote(&format!("{}@@{}", &text[..middle], &text[middle..]))),
        8 => format!("{}.slice(2, -1)", quote(&format!("..{text}."))),
        9 => format!("{}.trim()", quote(&format!(" {text} "))),
        _ => format!("String.fromCharCode(...[{}])", codes(&text, 0)),
    };
    script.set(slot, &new);
    true
}

fn text_elsewhere(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('s', rng, any) else { return false };
    let text = script.inner(slot).to_string();
    let own = script.fresh(rng);
    let (line, new) = match rng.below(9) {
        0 => (format!("class {own} {{\n  static ADDRESS = «s:{text}»;\n}}"), format!("{own}.ADDRESS")),
        1 => (format!("const {own} = {{ k: «s:{text}», l: 1 }};"), format!("{own}[\"k\"]")),
        2 => (format!("const {own} = [0, «s:{text}»];"), format!("{own}[1]")),
        3 => (format!("function {own}() {{\n  return «s:{text}»;\n}}"), format!("{own}()")),
        4 => (format!("const {own} = (given = «s:{text}») => given;"), format!("{own}()")),
        5 => (format!("const {own} = JSON.parse('{{\"k\": {}}}');", quote(&text)), format!("{own}.k")),
        6 => (format!("let {own} = \"\";\n{own} += «s:{text}»;"), own.clone()),
        7 => (format!("const {{ k: {own} = «s:{text}» }} = {{}};"), own.clone()),
        _ => (format!("const {own} = «s:{text}»;"), own.clone()),
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
        0 => format!("[null, {value}][1]"),
        1 => format!("({{ k: {value} }}).k"),
        2 => format!("(({own}) => {own})({value})"),
        3 => format!("(true ? {value} : null)"),
        4 => format!("({value} ?? null)"),
        5 => format!("[{value}].map(({own}) => {own})[0]"),
        6 => format!("(() => {{ return {value}; }})()"),
        _ => format!("[{value}].pop()"),
    };
    script.set(slot, &new);
    true
}

fn value_elsewhere(script: &mut Script, rng: &mut Rng) -> bool {
    let Some(slot) = script.pick('e', rng, Script::is_plain) else { return false };
    let value = script.inner(slot).to_string();
    let own = script.fresh(rng);
    let (line, new) = match rng.below(9) {
        0 => (format!("function {own}(given) {{\n  return given;\n}}"), format!("{own}({value})")),
        1 => (format!("const {own} = [{value}];"), format!("{own}[0]")),
        2 => (format!("const {own} = {{}};\n{own}[\"k\"] = {value};"), format!("{own}.k")),
        3 => (
            format!("class {own} {{\n  constructor(given) {{\n    this.given = given;\n  }}\n}}"),
            format!("new {own}({value}).given"),
        ),
        4 => (format!("const {own} = [];\n{own}.push({value});"), format!("{own}.shift()")),
        5 => (format!("let {own};\ntry {{\n  {own} = {value};\n}} catch (error) {{}}"), own.clone()),
        6 => (format!("const {own} = new Map();\n{own}.set(\"k\", {value});"), format!("{own}.get(\"k\")")),
        7 => (format!("function* {own}() {{\n  yield {value};\n}}"), format!("{own}().next().value")),
        _ => (format!("const {own} = {value};"), own.clone()),
    };
    script.set(slot, &new);
    script.before(slot, line);
    true
}

fn value_through_file(script: &mut Script, rng: &mut Rng) -> bool {
    let sent = |script: &Script, slot: Slot| {
        script.is_plain(slot)
            && !script.parts[slot.part].starts_with("const")
            && script.inner(slot).starts_with("«v:")
            && (script.parts[slot.part].contains("body:") || script.parts[slot.part].contains(".end("))
    };
    let Some(slot) = script.pick('e', rng, sent) else { return false };
    let value = script.inner(slot).to_string();
    let own = script.fresh(rng);
    let path = format!("{own}.txt");
    let (line, new) = match rng.below(4) {
        0 => (
            format!("«n:fs.writeFileSync»(\"{path}\", {value});"),
            format!("«n:fs.readFileSync»(\"{path}\")"),
        ),
        1 => (
            format!("«n:fs.appendFileSync»(\"./{path}\", {value});"),
            format!("«n:fs.createReadStream»(\"./{path}\")"),
        ),
        2 => (
            format!("const {own} = «n:fs.openSync»(\"{path}\", \"w\");\n«n:fs.writeSync»({own}, {value});"),
            format!("«n:fs.readFileSync»(\"{path}\", \"utf8\")"),
        ),
        _ => (
            format!(
                "const {own} = «n:path.join»(«n:os.tmpdir»(), \"{path}\");\n«n:fs.writeFileSync»({own}, {value});"
            ),
            format!("«n:fs.readFileSync»({own})"),
        ),
    };
    script.set(slot, &new);
    script.before(slot, line);
    true
}

fn ballast(script: &mut Script, rng: &mut Rng) -> bool {
    for _ in 0..=rng.below(4) {
        let own = script.fresh(rng);
        let line = match rng.below(6) {
            0 => "// Nothing to see here; fetch() and post() are words.\n\n\n".to_string(),
            1 => format!("const {own} = \"{}\";", "lorem ipsum ".repeat(40)),
            2 => format!("function {own}(a, b = 2) {{\n  /* Adds. */\n  return a + b;\n}}"),
            3 => format!("if (false) {{\n  var {own} = 1;\n}}"),
            4 => format!("class {own} {{\n  post(url) {{\n    return url;\n  }}\n}}"),
            _ => "/* padding */\n".repeat(60),
        };
        let at = rng.below(script.parts.len() + 1);
        script.parts.insert(at, line);
    }
    true
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
    let (mut kept, mut defs, mut calls) = (Vec::new(), Vec::new(), Vec::new());
    for part in script.parts.clone() {
        if !is_statement(&part) {
            // What is defined between the statements has to stand before them all.
            if calls.is_empty() {
                kept.push(part)
            } else {
                calls.push(part)
            }
            continue;
        }
        let own = script.fresh(rng);
        let body = part.strip_prefix("const «v:").map_or(part.clone(), |rest| format!("«v:{rest}"));
        let body = if part.starts_with("const «v:") { body } else { part };
        defs.push(format!("function {own}() {{\n  {body}\n}}"));
        calls.push(format!("{own}();"));
    }
    if defs.is_empty() {
        return false;
    }
    if rng.below(2) == 0 {
        defs.reverse();
    }
    for name in names {
        kept.push(format!("let «v:{name}»;"));
    }
    script.parts = kept.into_iter().chain(calls).chain(defs).collect();
    true
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
    let (class, mut methods, mut calls, mut kept) = (script.fresh(rng), Vec::new(), Vec::new(), Vec::new());
    if !script.parts.iter().any(|part| is_statement(part)) {
        return false;
    }
    for part in std::mem::take(&mut script.parts) {
        if !is_statement(&part) {
            if calls.is_empty() {
                kept.push(part)
            } else {
                calls.push(part)
            }
            continue;
        }
        let mut body = part;
        for name in &names {
            body = body.replace(&format!("const «v:{name}» ="), &format!("this.{name} ="));
            body = body.replace(&format!("«v:{name}»"), &format!("this.{name}"));
        }
        let own = script.fresh(rng);
        methods.push(format!("  {own}() {{\n    {body}\n  }}"));
        calls.push(format!("{class}Object.{own}();"));
    }
    methods.reverse();
    kept.push(format!("class {class} {{\n{}\n}}", methods.join("\n")));
    kept.push(format!("const {class}Object = new {class}();"));
    script.parts = kept.into_iter().chain(calls).collect();
    true
}

fn main_function(script: &mut Script, rng: &mut Rng) -> bool {
    let own = script.fresh(rng);
    let body = indent(&script.parts.join("\n"), "  ");
    script.parts = vec![match rng.below(5) {
        0 => format!("function {own}() {{\n{body}\n}}\n{own}();"),
        1 => format!("(async () => {{\n{body}\n}})();"),
        2 => format!("const {own} = async () => {{\n{body}\n}};\n{own}().catch(() => {{}});"),
        3 => format!("!function () {{\n{body}\n}}();"),
        _ => format!("{own}();\nasync function {own}() {{\n{body}\n}}"),
    }];
    true
}

fn wrap(script: &mut Script, rng: &mut Rng) -> bool {
    // A block would hide what a later statement needs.
    let fits: Vec<usize> = (0..script.parts.len())
        .filter(|&at| {
            let part = &script.parts[at];
            !["const ", "let ", "var ", "class ", "function "].iter().any(|head| part.contains(head))
        })
        .collect();
    if fits.is_empty() {
        return false;
    }
    let at = rng.pick(&fits);
    let body = indent(&script.parts[at], "  ");
    script.parts[at] = match rng.below(7) {
        0 => format!("try {{\n{body}\n}} catch (error) {{}}"),
        1 => format!("if (\"a\".length === 1) {{\n{body}\n}}"),
        2 => format!("for (const _ of [1]) {{\n{body}\n}}"),
        3 => format!("setTimeout(() => {{\n{body}\n}}, 5);"),
        4 => format!("Promise.resolve().then(() => {{\n{body}\n}});"),
        5 => format!("switch (1) {{\n  default:\n{body}\n}}"),
        _ => format!("process.on(\"exit\", function () {{\n{body}\n}});"),
    };
    true
}

fn lines(script: &mut Script, rng: &mut Rng) -> bool {
    let every = 1 + rng.below(3);
    for part in &mut script.parts {
        if !part.starts_with("//") && !part.starts_with("/*") {
            *part = break_lines(part, every);
        }
    }
    true
}

fn template(text: &str) -> String {
    format!("`{}`", text.replace('\\', "\\\\").replace('`', "\\`").replace("${", "\\${"))
}

fn eval(script: &mut Script, rng: &mut Rng) -> bool {
    let text = render(script);
    if text.contains("import ") && !text.contains("import(") {
        return false;
    }
    let code = match rng.below(3) {
        0 => quote(&text),
        1 => template(&text),
        _ => {
            let middle = (text.len() / 2..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            format!("{} + {}", quote(&text[..middle]), quote(&text[middle..]))
        }
    };
    let own = script.fresh(rng);
    script.nest(match rng.below(7) {
        0 => format!("new Function({code})();\n"),
        1 => format!("const {own} = {code};\neval({own});\n"),
        2 => format!("globalThis[\"ev\" + \"al\"]({code});\n"),
        3 => format!("(0, eval)({code});\n"),
        4 => format!("require(\"vm\").runInThisContext({code});\n"),
        5 => format!("const {own} = Function;\n{own}(\"require\", {code})(require);\n"),
        _ => format!("eval({code});\n"),
    });
    true
}

fn interpreter(script: &mut Script, rng: &mut Rng) -> bool {
    let text = render(script);
    let code = template(&text);
    let shell_word = format!("'{}'", text.replace('\'', "'\\''"));
    script.nest(match rng.below(6) {
        0 => format!("require(\"child_process\").execFileSync(process.execPath, [\"-e\", {code}]);\n"),
        1 => format!("require(\"child_process\").spawn(\"node\", [\"-e\", {code}]);\n"),
        2 => format!(
            "const {{ exec }} = require(\"child_process\");\nexec({});\n",
            quote(&format!("node -e {shell_word}"))
        ),
        3 => format!(
            "const cp = require(\"child_process\");\ncp.execSync({});\n",
            template(&format!("node - <<'EOF'\n{text}\nEOF\n"))
        ),
        4 => format!(
            "require(\"child_process\").spawnSync(\"bash\", [\"-c\", {}]);\n",
            quote(&format!("node --eval {shell_word}"))
        ),
        _ => format!("require(\"child_process\").execSync(\"node\", {{ input: {code} }});\n"),
    });
    true
}
