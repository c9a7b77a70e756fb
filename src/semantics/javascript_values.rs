//! JavaScript's constants: what its paths, texts and addresses fold to.

use super::PACK;
use super::eval::{Eval, MAX_VALUE, Thing};
use super::fold::{environment_variable, parent_folder, searched, unhex};
use super::graph::*;
use super::javascript_lists::{
    is_global_regex, list_of, lists_of, literal_of, number_of, pattern_names, texts_of,
};
use super::javascript_texts::{
    join_parts, join_url, normalize, part_of, percent_decoded, without_file_scheme,
};
use crate::text::HOLE;

/// How many ways there may be to spell out what is spread in a call.
const MAX_WAYS: usize = 64;

/// The constant behind a dotted name.
pub fn constant(name: &str) -> Option<String> {
    let name = name.strip_suffix("()").unwrap_or(name);
    if let Some(variable) = name.strip_prefix("process.env.").or_else(|| name.strip_prefix("Deno.env.get.")) {
        return environment(variable).map(String::from);
    }
    let text = match name {
        "__dirname"
        | "__filename"
        | "import.meta.url"
        | "import.meta.dirname"
        | "import.meta.filename"
        | "import.meta.dir"
        | "import.meta.path"
        | "import.meta.file"
        | "module.filename"
        | "module.path"
        | "Bun.main"
        | "Deno.mainModule"
        | "document.currentScript.src" => return Some(PACK.to_string()),
        "os.homedir" | "os.userInfo.homedir" | "user-home" | "home-dir" | "os-homedir" | "home" => "~",
        "os.tmpdir"
        | "temp-dir"
        | "tempy.temporaryDirectory"
        | "tempy.directory"
        | "os-tmpdir"
        | "Deno.makeTempDir"
        | "Deno.makeTempDirSync" => "/tmp",
        "process.cwd" | "Deno.cwd" => ".",
        "path.sep" => "/",
        "os.EOL" => "\n",
        "os.devNull" => "/dev/null",
        "process.execPath" | "process.argv0" => "node",
        _ => return None,
    };
    Some(text.into())
}

/// What a variable of the environment stands for, where that is the same everywhere.
fn environment(variable: &str) -> Option<&'static str> {
    match variable {
        "HOMEPATH" => Some("~"),
        "INIT_CWD" => Some("."),
        _ => environment_variable(variable),
    }
}

/// What a call folds to; `None` where it is no call this module knows.
pub fn call(eval: &mut Eval<'_>, call: &Call, names: &[&str]) -> Option<Vec<String>> {
    for name in names {
        if let Some(values) = function(eval, call, name) {
            return Some(values);
        }
    }
    let Op::Member(receiver, method) = eval.graph.op(call.callee) else { return None };
    let (receiver, method) = (*receiver, method.clone());
    self::method(eval, call, receiver, &method)
}

fn function(eval: &mut Eval<'_>, call: &Call, name: &str) -> Option<Vec<String>> {
    let first = || call.positional(0);
    Some(match name {
        "path.join"
        | "path.resolve"
        | "path.normalize"
        | "path.toNamespacedPath"
        | "path"
        | "Deno.realPathSync"
        | "fs.realpathSync"
        | "fs.realpath"
        | "untildify"
        | "expand-tilde"
        | "resolve-path"
        | "slash"
        | "normalize-path" => {
            let join = if name == "path.resolve" { super::eval::join_path } else { join_parts };
            let mut out = Vec::new();
            for parts in ways_to_spread(eval, call)? {
                out.extend(owned(&eval.product(&parts, join)).iter().map(|path| normalize(path)));
            }
            out
        }
        // A document that is a constant is worth its text, a descriptor its file's path.
        "JSON.parse" | "JSON5.parse" | "fs.openSync" | "fs.open" => owned(&eval.values(first()?)),
        // The address of what is in a blob is worth its content.
        "URL.createObjectURL" => owned(&eval.values(first()?)),
        "Blob" | "buffer.Blob" | "File" => vec![texts_of(eval, first()?)?.concat()],
        "path.format" => {
            let mut parts = Vec::new();
            for name in ["dir", "root", "base", "name", "ext"] {
                let things = eval.things(first()?);
                let found = things.iter().find_map(|thing| match thing {
                    Thing::Container(container) => eval.items_named(*container, name).first().copied(),
                    _ => None,
                });
                let is_again =
                    matches!(name, "root" if !parts.is_empty()) || (name == "name" && parts.len() > 1);
                parts.extend(found.filter(|_| !is_again));
            }
            owned(&eval.product(&parts, join_parts)).iter().map(|path| normalize(path)).collect()
        }
        // Each of them, where one is taken.
        "Object.keys" => {
            let things = eval.things(first()?);
            let keys = things.iter().flat_map(|thing| match thing {
                Thing::Container(container) => match eval.graph.op(*container) {
                    Op::Object(items) => items.iter().filter_map(|(key, _)| key.as_deref()).collect(),
                    _ => Vec::new(),
                },
                _ => Vec::new(),
            });
            let keys: Vec<String> = keys.map(String::from).collect();
            if keys.is_empty() {
                return None;
            }
            keys
        }
        "util.format" => formatted(eval, call)?,
        "path.dirname" => owned(&eval.values(first()?)).iter().map(|path| parent_folder(path)).collect(),
        "path.basename" => {
            let values = eval.values(first()?);
            values.iter().map(|path| path.rsplit('/').next().unwrap_or_default().to_string()).collect()
        }
        "url.fileURLToPath" | "url.pathToFileURL" | "String" | "decodeURIComponent" | "decodeURI"
        | "unescape" | "url.parse" | "encodeURI" | "Promise.resolve" | "Object.freeze" | "url.format"
        | "String.raw" | "TextDecoder.decode" | "TextEncoder.encode" | "path.fromFileUrl"
        | "URL.canParse" => owned(&eval.values(first()?))
            .iter()
            .map(|text| percent_decoded(&without_file_scheme(text)))
            .collect(),
        "URL" | "url.resolve" | "URL.parse" => {
            let (path, base) = match (name, call.positional(1)) {
                ("url.resolve", Some(path)) => (path, first()),
                (_, base) => (first()?, base),
            };
            let paths = owned(&eval.values(path));
            match base {
                None => paths,
                Some(base) => {
                    let bases = owned(&eval.values(base));
                    bases.iter().flat_map(|base| paths.iter().map(|path| join_url(base, path))).collect()
                }
            }
        }
        "Request" | "undici.Request" => owned(&eval.values(first()?)),
        "axios" | "request" | "got" | "needle" | "ky" | "superagent" | "fetch" => return None,
        "String.fromCharCode" | "String.fromCodePoint" => {
            let mut text = String::new();
            for code in numbers(eval, call)? {
                text.push(char::from_u32(code)?);
            }
            vec![text]
        }
        "Buffer.from" => {
            let values = owned(&eval.values(first()?));
            match call.positional(1) {
                None => values,
                Some(codec) => match &*eval.constant(codec)?.to_ascii_lowercase() {
                    "utf8" | "utf-8" | "ascii" | "latin1" | "binary" | "ucs2" | "utf16le" => values,
                    // Names are spelled this way; a payload is not opened.
                    "hex" => values.iter().filter_map(|digits| unhex(digits)).collect(),
                    _ => return None,
                },
            }
        }
        "Deno.env.get" | "process.env.get" => {
            let name = eval.constant(first()?)?;
            vec![environment(&name).map_or_else(|| HOLE.to_string(), String::from)]
        }
        "glob" | "glob.glob" | "glob.sync" | "glob.globSync" | "fast-glob" | "fast-glob.sync"
        | "fast-glob.glob" | "globby" | "globby.globby" | "globby.globbySync" | "globby.sync"
        | "tiny-glob" | "fs.globSync" | "fs.glob" => {
            let mut patterns = Vec::new();
            let several = texts_of(eval, first()?).unwrap_or_default();
            let one = owned(&eval.values(first()?));
            for pattern in if several.is_empty() { one } else { several } {
                patterns.extend(searched(&pattern));
            }
            patterns
        }
        "fdir" | "klaw" | "walkdir" | "readdirp" | "fs.readdirSync" | "fs.readdir" | "fs.opendir"
        | "fs.opendirSync" | "Deno.readDir" | "Deno.readDirSync" => owned(&eval.values(first()?)),
        _ if eval.client(name).is_some() => endpoint(eval, call)?,
        _ => return None,
    })
}

/// The endpoint that a client is made with: an address, or options that hold one.
fn endpoint(eval: &mut Eval<'_>, call: &Call) -> Option<Vec<String>> {
    let mut out: Vec<String> = Vec::new();
    for arg in call.args.iter().take(3) {
        out.extend(
            owned(&eval.values(arg.value))
                .into_iter()
                .filter(|text| text.contains("://") || text.contains('.')),
        );
    }
    (!out.is_empty()).then_some(out)
}

/// `util.format("%s/%s", a, b)`
fn formatted(eval: &mut Eval<'_>, call: &Call) -> Option<Vec<String>> {
    let form = eval.constant(call.positional(0)?).filter(|form| form.len() <= 4096)?;
    let mut out = String::new();
    let mut rest = &*form;
    let mut next = 1;
    while let Some(at) = rest.find('%').filter(|_| out.len() <= MAX_VALUE) {
        out.push_str(&rest[..at]);
        let mark = rest[at + 1..].chars().next()?;
        if mark == '%' {
            out.push('%');
        } else {
            let values = eval.values(call.positional(next)?);
            out.push_str(values.first()?);
            next += 1;
        }
        rest = &rest[at + 1 + mark.len_utf8()..];
    }
    out.push_str(rest);
    Some(vec![out])
}

/// The parts of a call with what is spread in it, once for each list that this may be.
fn ways_to_spread(eval: &mut Eval<'_>, call: &Call) -> Option<Vec<Vec<ValueId>>> {
    let mut ways: Vec<Vec<ValueId>> = vec![Vec::new()];
    for arg in &call.args {
        if !arg.spread {
            ways.iter_mut().for_each(|way| way.push(arg.value));
            continue;
        }
        let lists = lists_of(eval, arg.value);
        if lists.is_empty() {
            return None;
        }
        let longer = ways.iter().flat_map(|way| lists.iter().map(|list| [&way[..], list].concat()));
        ways = longer.take(MAX_WAYS + 1).collect();
        ways.truncate(eval.at_most(&ways, MAX_WAYS).len());
    }
    Some(ways)
}

fn spread_parts(eval: &mut Eval<'_>, call: &Call) -> Option<Vec<ValueId>> {
    let mut out = Vec::new();
    for arg in &call.args {
        if arg.spread { out.extend(list_of(eval, arg.value)?) } else { out.push(arg.value) }
    }
    Some(out)
}

/// Character codes, in the arguments or spread out of a list.
fn numbers(eval: &mut Eval<'_>, call: &Call) -> Option<Vec<u32>> {
    let parts = spread_parts(eval, call)?;
    if parts.len() > 4096 {
        return None;
    }
    parts.into_iter().map(|part| eval.constant(part)?.parse().ok()).collect()
}

fn method(eval: &mut Eval<'_>, call: &Call, receiver: ValueId, method: &str) -> Option<Vec<String>> {
    let first = || call.positional(0);
    Some(match method {
        "join" => {
            let separator = match first() {
                Some(separator) => eval.constant(separator)?.to_string(),
                None => ",".into(),
            };
            let items = texts_of(eval, receiver)?;
            let length: usize = items.iter().map(|item| item.len() + separator.len()).sum();
            if length > 1 << 16 {
                return None;
            }
            vec![items.join(&separator)]
        }
        // Of what a folder holds: what the names are asked to be.
        "filter" => {
            let wanted = wanted_names(eval, first()?);
            let folders = owned(&eval.values(receiver));
            let mut out = folders.clone();
            for folder in folders.iter().filter(|_| !wanted.is_empty()) {
                out.extend(wanted.iter().map(|name| format!("{folder}/{name}")));
            }
            out
        }
        "concat" => {
            let mut parts = vec![receiver];
            parts.extend(call.args.iter().map(|arg| arg.value));
            owned(&eval.product(&parts, |whole, part| whole.push_str(part)))
        }
        "slice" | "substring" | "substr" => {
            let start: i64 = number_of(eval, first())?;
            let end = match call.positional(1) {
                Some(end) => Some(number_of(eval, Some(end))?),
                None => None,
            };
            each(eval, receiver, |text| part_of(text, method, start, end))?
        }
        "charAt" | "at" => {
            let at = number_of(eval, first())?;
            each(eval, receiver, |text| {
                part_of(text, "slice", at, at.checked_add(1).filter(|&end| end != 0))
            })?
        }
        "replace" | "replaceAll" => {
            let to = eval.constant(call.positional(1)?)?;
            let from = first()?;
            let all = method == "replaceAll" || is_global_regex(eval, from);
            let from = literal_of(eval, from)?;
            if from.is_empty() {
                return None;
            }
            let values = eval.values(receiver);
            let most = if all { usize::MAX } else { 1 };
            values.iter().filter_map(|text| eval.replaced(text, &from, &to, most)).collect()
        }
        "pop" | "shift" if call.args.is_empty() => {
            let items = eval.elements_of(receiver);
            if items.is_empty() {
                return None;
            }
            owned(&eval.union(items))
        }
        "get" => {
            let key = eval.constant(first()?)?;
            let things = eval.things(receiver);
            let items = things.iter().flat_map(|thing| match thing {
                Thing::Container(container) => eval.items_named(*container, &key),
                _ => Vec::new(),
            });
            let mut items: Vec<ValueId> = items.collect();
            if let (true, Op::Use(var)) = (items.is_empty(), eval.graph.op(receiver)) {
                items.extend(&eval.graph.vars[*var as usize].contents);
            }
            if items.is_empty() {
                return None;
            }
            owned(&eval.union(items))
        }
        "toLowerCase" | "toLocaleLowerCase" => {
            owned(&eval.values(receiver)).iter().map(|text| text.to_lowercase()).collect()
        }
        "toUpperCase" | "toLocaleUpperCase" => {
            owned(&eval.values(receiver)).iter().map(|text| text.to_uppercase()).collect()
        }
        "trim" => owned(&eval.values(receiver)).iter().map(|text| text.trim().to_string()).collect(),
        "trimEnd" | "trimRight" => {
            owned(&eval.values(receiver)).iter().map(|text| text.trim_end().to_string()).collect()
        }
        "trimStart" | "trimLeft" => {
            owned(&eval.values(receiver)).iter().map(|text| text.trim_start().to_string()).collect()
        }
        "repeat" => {
            let count: usize = number_of(eval, first())?.try_into().ok()?;
            each(eval, receiver, |text| (text.len().checked_mul(count)? <= 4096).then(|| text.repeat(count)))?
        }
        // A text as bytes and back is the same text; any other codec is an encoder.
        "toString" => match first() {
            None => owned(&eval.values(receiver)),
            Some(codec) => {
                let codec = eval.constant(codec)?.to_ascii_lowercase();
                if !matches!(&*codec, "utf8" | "utf-8" | "ascii" | "latin1" | "binary") {
                    return None;
                }
                owned(&eval.values(receiver))
            }
        },
        "next" if call.args.is_empty() => owned(&eval.values(receiver)),
        "valueOf" | "normalize" | "toJSON" | "href" => owned(&eval.values(receiver)),
        // A promise is worth what it gives.
        "catch" | "finally" => owned(&eval.values(receiver)),
        _ => return None,
    })
}

/// The constants that an attribute gives.
pub fn member(eval: &mut Eval<'_>, base: ValueId, name: &str) -> Option<Vec<String>> {
    match name {
        "href" | "origin" | "default" | "url" | "value" => Some(owned(&eval.values(base))),
        // What a file URL of the pack's own names.
        "path" | "parentPath" if is_listed(eval, base) => Some(owned(&eval.values(base))),
        "pathname" | "path" => {
            let values = owned(&eval.values(base));
            let own: Vec<String> = values.into_iter().filter(|text| text.starts_with(PACK)).collect();
            (!own.is_empty()).then_some(own)
        }
        "length" => {
            let text = eval.constant(base)?;
            Some(vec![text.encode_utf16().count().to_string()])
        }
        _ => None,
    }
}

/// The address that options spell out: `{ url }`, `{ baseURL }`, `{ hostname, path }`.
pub fn address(eval: &mut Eval<'_>, items: &[(Option<std::rc::Rc<str>>, ValueId)]) -> Option<String> {
    if items.len() > 64 {
        return None;
    }
    let mut get = |wanted: &[&str]| {
        let found = items.iter().find(|(key, _)| key.as_deref().is_some_and(|key| wanted.contains(&key)))?.1;
        let values = eval.values(found);
        values.iter().find(|text| !text.contains(HOLE)).or(values.first()).map(|text| text.to_string())
    };
    let base = get(&[
        "baseURL",
        "baseUrl",
        "prefixUrl",
        "base_url",
        "endpoint",
        "origin",
        "brokerURL",
        "connectionString",
    ]);
    let url = get(&["url", "uri", "href", "URL", "endPoint", "webhookUrl", "webhook_url"]);
    match (base, url) {
        (Some(base), Some(url)) => return Some(join_url(&base, &url)),
        (Some(one), None) | (None, Some(one)) => return Some(one),
        (None, None) => {}
    }
    let host = get(&["hostname", "host", "servername", "server"]);
    if let Some(host) = host {
        let path = get(&["path", "pathname"]).unwrap_or_default();
        let scheme = if host.contains("://") { "" } else { "https://" };
        let slash = if path.is_empty() || path.starts_with('/') { "" } else { "/" };
        return Some(format!("{scheme}{host}{slash}{path}"));
    }
    // What spread options hold.
    let spread: Vec<ValueId> =
        items.iter().filter(|(key, _)| key.is_none()).map(|&(_, value)| value).collect();
    for value in spread {
        for thing in eval.things(value).iter() {
            if let Thing::Container(container) = thing
                && matches!(eval.graph.op(*container), Op::Object(_))
                && *container != value
            {
                let known = eval.constant(*container);
                if let Some(known) = known {
                    return Some(known.to_string());
                }
            }
        }
    }
    None
}

/// Whether a value is a folder that was opened, or what a listing of one gives.
fn is_listed(eval: &mut Eval<'_>, value: ValueId) -> bool {
    let names = eval.names(value);
    let listings = ["fs.opendir()", "fs.opendirSync()", "fs.readdirSync()", "fs.readdir()"];
    names.iter().any(|name| listings.contains(&&**name))
}

/// The names that a test of a list's items asks for: `(f) => f.endsWith(".env")`,
/// `(f) => /\.env$|id_rsa$/.test(f)`.
fn wanted_names(eval: &mut Eval<'_>, function: ValueId) -> Vec<String> {
    let things = eval.things(function);
    let [Thing::Function(func)] = &*things else { return Vec::new() };
    let graph = eval.graph;
    let mut open: Vec<ValueId> = graph.funcs[*func as usize].returns.iter().take(4).copied().collect();
    let mut out: Vec<String> = Vec::new();
    while let Some(test) = open.pop().filter(|_| out.len() < 8) {
        match graph.op(test) {
            Op::Choice(tests) => open.extend(tests.iter().take(8)),
            Op::Call(call) => {
                let Op::Member(asked, method) = graph.op(call.callee) else { continue };
                match (&**method, call.positional(0)) {
                    ("endsWith" | "startsWith" | "includes", Some(part)) => {
                        out.extend(owned(&eval.values(part)).into_iter().filter(|text| !text.contains(HOLE)));
                    }
                    ("test", _) => out.extend(pattern_names(eval, *asked)),
                    ("has" | "includes", _) => out.extend(texts_of(eval, *asked).unwrap_or_default()),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    out
}

/// A change of each text a value may be; nothing where one is not known.
fn each(eval: &mut Eval<'_>, value: ValueId, change: impl Fn(&str) -> Option<String>) -> Option<Vec<String>> {
    eval.values(value).iter().map(|text| if text.contains(HOLE) { None } else { change(text) }).collect()
}

fn owned(values: &[std::rc::Rc<str>]) -> Vec<String> {
    values.iter().map(|value| value.to_string()).collect()
}
