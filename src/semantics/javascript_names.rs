//! How JavaScript's names are spelled: one name for what several modules, prefixes and wrappers
//! give.

use super::eval::{Eval, Thing};
use super::graph::*;
use std::rc::Rc;

/// The global object's own names.
const GLOBAL_OBJECTS: &[&str] =
    &["globalThis.", "global.", "window.", "self.", "frames.", "document.defaultView."];

/// The one spelling of a dotted name.
pub fn canonical(mut name: String) -> String {
    for prefix in ["node:", "npm:", "bun:"] {
        if let Some(rest) = name.strip_prefix(prefix) {
            name.drain(..name.len() - rest.len());
        }
    }
    while let Some(prefix) =
        GLOBAL_OBJECTS.iter().find(|prefix| name.starts_with(**prefix) && name.len() > prefix.len())
    {
        name.drain(..prefix.len());
    }
    if name.contains(".default") {
        name = without_default(&name);
    }
    let end = name.find(['.', '(']).unwrap_or(name.len());
    if let Some(module) = same_module(&name[..end]) {
        name.replace_range(..end, module);
    }
    for (long, short) in SAME_MEMBERS {
        if let Some(rest) = name.strip_prefix(long)
            && (rest.is_empty() || rest.starts_with(['.', '(']))
        {
            name = format!("{short}{rest}");
        }
    }
    name
}

/// `m.default.x` is `m.x`: what a module gives when it is imported as a whole.
fn without_default(name: &str) -> String {
    let mut parts = name.split('.');
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let rest = match part.strip_prefix("default") {
            Some(rest) if rest.is_empty() || rest.starts_with('(') => rest,
            _ => {
                out.push('.');
                part
            }
        };
        out.push_str(rest);
    }
    out
}

/// Modules that stand for another: the same functions under the same names.
fn same_module(module: &str) -> Option<&'static str> {
    Some(match module {
        "fs/promises" | "fs-extra" | "graceful-fs" | "original-fs" | "mz/fs" | "memfs" | "fs-extra/esm"
        | "fs-promise" => "fs",
        "path/posix" | "path/win32" | "path-browserify" | "upath" => "path",
        "node-fetch"
        | "cross-fetch"
        | "isomorphic-fetch"
        | "whatwg-fetch"
        | "unfetch"
        | "isomorphic-unfetch"
        | "node-fetch-native"
        | "cross-fetch/polyfill"
        | "make-fetch-happen"
        | "minipass-fetch"
        | "fetch-h2"
        | "node-fetch-cjs"
        | "ofetch"
        | "fetch-retry"
        | "electron-fetch" => "fetch",
        "mz/child_process" | "child-process-promise" | "promisify-child-process" => "child_process",
        "follow-redirects" => "http",
        "isomorphic-ws" | "websocket" => "ws",
        "axios/dist/node/axios.cjs" | "redaxios" | "axios-https-proxy-fix" => "axios",
        "timers/promises" => "timers",
        "sqlite" => "sqlite3",
        "playwright-core"
        | "playwright-chromium"
        | "playwright-firefox"
        | "playwright-webkit"
        | "@playwright/test" => "playwright",
        "puppeteer-core" | "puppeteer-extra" => "puppeteer",
        "request-promise"
        | "request-promise-native"
        | "requestretry"
        | "cloudscraper"
        | "postman-request" => "request",
        "undici-types" => "undici",
        "dns/promises" => "dns",
        "mysql2/promise" => "mysql2",
        _ => return None,
    })
}

/// Members that are another by a longer name.
const SAME_MEMBERS: &[(&str, &str)] = &[
    ("fs.promises", "fs"),
    ("fs.fs", "fs"),
    ("dns.promises", "dns"),
    ("path.posix", "path"),
    ("path.win32", "path"),
    ("Bun.env", "process.env"),
    ("import.meta.env", "process.env"),
    ("process.process", "process"),
    ("undici.fetch", "fetch"),
    ("undici.EventSource", "EventSource"),
    ("undici.WebSocket", "WebSocket"),
    ("fetch.fetch", "fetch"),
    ("fetch.$fetch", "fetch"),
    ("fetch.ofetch", "fetch"),
    ("http.http", "http"),
    ("http.https", "https"),
    ("ws.WebSocket", "WebSocket"),
    ("ws.w3cwebsocket", "WebSocket"),
    ("axios.axios", "axios"),
    ("axios.Axios", "axios"),
    ("got.got", "got"),
    ("execa.execa", "execa"),
    ("global.process", "process"),
    ("buffer.Buffer", "Buffer"),
    ("url.URL", "URL"),
    ("URL.URL", "URL"),
    ("crypto.webcrypto", "crypto"),
    ("worker_threads.default", "worker_threads"),
    ("module.constructor", "module"),
    ("module._load", "require"),
    ("process.mainModule", "module"),
    ("require.main", "module"),
];

/// Clients made by these are used as the module is.
const FACTORIES: &[&str] = &[
    "axios.create",
    "got.extend",
    "ky.create",
    "ky.extend",
    "request.defaults",
    "superagent.agent",
    "needle.defaults",
    "fetch.create",
    "fetch.defaults",
];

/// What a call gives, where the language knows better than "its callee's result".
pub fn call_things(eval: &mut Eval<'_>, call: &Call, callees: &[Thing]) -> Option<Vec<Thing>> {
    for callee in callees {
        if let Thing::Named(name) = callee
            && let Some(things) = named_call(eval, call, name)
        {
            return Some(things);
        }
    }
    let Op::Member(base, method) = eval.graph.op(call.callee) else { return None };
    let (base, method) = (*base, method.clone());
    match &*method {
        "bind" => Some(eval.things(base).to_vec()),
        "then" | "catch" | "finally" => then_things(eval, call, base),
        "pop" | "shift" | "find" => {
            let items = eval.elements_of(base);
            let things: Vec<Thing> = items.into_iter().flat_map(|item| eval.things(item).to_vec()).collect();
            (!things.is_empty()).then_some(things)
        }
        // `map.get("k")`
        "get" if eval.things(base).iter().any(|thing| matches!(thing, Thing::Container(_))) => {
            let key = eval.constant(call.positional(0)?)?;
            let mut out = Vec::new();
            eval.member_things(base, base, &key, &mut out);
            Some(out)
        }
        "filter" | "sort" | "slice" | "concat" | "flat" | "values" | "toSorted" | "toArray" => {
            let things = eval.things(base);
            let lists = things.iter().filter(|thing| matches!(thing, Thing::Container(_)));
            let lists: Vec<Thing> = lists.cloned().collect();
            (!lists.is_empty()).then_some(lists)
        }
        _ => None,
    }
}

/// The elements of `list.map(f)`: what `f` gives. The second items of `Object.entries(object)`: what
/// is in it.
pub fn elements(eval: &mut Eval<'_>, call: &Call, index: Option<i64>) -> Vec<ValueId> {
    if index == Some(1) {
        let names = eval.names(call.callee);
        let is_entries = names.iter().any(|name| &**name == "Object.entries");
        let Some(object) = call.positional(0).filter(|_| is_entries) else { return Vec::new() };
        return eval.elements_of(object);
    }
    let (Op::Member(_, method), Some(function)) = (eval.graph.op(call.callee), call.positional(0)) else {
        return Vec::new();
    };
    if !matches!(&**method, "map" | "flatMap") {
        return Vec::new();
    }
    let things = eval.things(function);
    let functions = things.iter().filter_map(|thing| match thing {
        Thing::Function(func) => Some(*func as usize),
        _ => None,
    });
    functions.flat_map(|func| eval.graph.funcs[func].returns.iter().take(8).copied()).collect()
}

/// A promise is worth what its handler gives.
fn then_things(eval: &mut Eval<'_>, call: &Call, base: ValueId) -> Option<Vec<Thing>> {
    let is_then = matches!(eval.graph.op(call.callee), Op::Member(_, name) if &**name == "then");
    if !is_then {
        return Some(eval.things(base).to_vec());
    }
    let mut out = Vec::new();
    for thing in eval.things(call.positional(0)?).iter() {
        let Thing::Function(func) = thing else { continue };
        let graph = eval.graph;
        for &returned in graph.funcs[*func as usize].returns.iter().take(8) {
            out.extend(eval.things(returned).iter().cloned());
        }
    }
    Some(out)
}

fn named_call(eval: &mut Eval<'_>, call: &Call, name: &str) -> Option<Vec<Thing>> {
    let first = || call.positional(0);
    match name {
        "require"
        | "import"
        | "module.require"
        | "module.createRequire()"
        | "createRequire()"
        | "process.getBuiltinModule"
        | "__non_webpack_require__"
        | "__require"
        | "require.call" => {
            let module = eval.values(first()?);
            let modules =
                module.iter().filter(|module| !module.contains(crate::text::HOLE) && module.len() <= 120);
            Some(modules.map(|module| named(canonical(module.to_string()))).collect())
        }
        "Reflect.get" => {
            let (object, keys) = (first()?, eval.values(call.positional(1)?));
            let mut out = Vec::new();
            for key in keys.iter() {
                eval.member_things(object, object, key, &mut out);
            }
            Some(out)
        }
        "Reflect.construct" => {
            let made = eval.things(first()?);
            let names = made.iter().map(|thing| match thing {
                Thing::Named(name) => named(format!("{name}()")),
                Thing::Class(class) => Thing::Instance(*class),
                other => other.clone(),
            });
            Some(names.collect())
        }
        "Object.getPrototypeOf"
        | "Reflect.getPrototypeOf"
        | "util.promisify"
        | "promisify"
        | "pify"
        | "Proxy"
        | "Object.freeze"
        | "Object.seal"
        | "Object.create"
        | "Object"
        | "structuredClone"
        | "Promise.resolve"
        | "Promise.all"
        | "Promise.allSettled"
        | "Promise.race"
        | "Promise.any"
        | "Array.from"
        | "lodash.once"
        | "lodash.memoize"
        | "lodash.debounce"
        | "axios-retry.wrap"
        | "fetch-cookie"
        | "util.callbackify"
        | "bluebird.promisify"
        | "bluebird.promisifyAll"
        | "p-limit" => Some(eval.things(first()?).to_vec()),
        "Object.assign" => {
            let mut out = Vec::new();
            for arg in call.args.iter().take(8) {
                out.extend(eval.things(arg.value).iter().cloned());
            }
            Some(out)
        }
        "Deno.env.toObject" => Some(vec![named("process.env".into())]),
        "Object.values" | "Set" | "Array" | "Array.of" => {
            let things = eval.things(first()?);
            let lists = things.iter().filter(|thing| matches!(thing, Thing::Container(_)));
            let lists: Vec<Thing> = lists.cloned().collect();
            (!lists.is_empty()).then_some(lists)
        }
        // `eval("fetch")` and `Function("return fetch")()` are `fetch`.
        "eval" => Some(vec![named(global_named(&eval.constant(first()?)?)?)]),
        "Function()" | "Object.constructor.constructor()" | "constructor.constructor()" => {
            let Op::Call(made) = eval.graph.op(call.callee) else { return None };
            let body = eval.constant(made.args.last()?.value)?;
            Some(vec![named(global_named(body.trim().strip_prefix("return")?)?)])
        }
        _ if FACTORIES.contains(&name) => {
            let module = name.split('.').next().unwrap_or(name);
            Some(vec![named(module.to_string())])
        }
        _ => None,
    }
}

/// The dotted name that a text of code is.
fn global_named(code: &str) -> Option<String> {
    let code = code.trim().trim_end_matches(';').trim_end();
    let is_name =
        code.len() <= 120 && code.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'));
    let code = if code == "this" { "globalThis" } else { code };
    (is_name && !code.is_empty()).then(|| canonical(code.to_string()))
}

fn named(name: String) -> Thing {
    Thing::Named(Rc::from(name))
}

#[cfg(test)]
mod tests {
    use super::canonical;

    #[test]
    fn one_spelling_a_name() {
        for (long, short) in [
            ("node:fs/promises.readFile", "fs.readFile"),
            ("fs.promises.readFile", "fs.readFile"),
            ("globalThis.window.fetch", "fetch"),
            ("global.process.env.X", "process.env.X"),
            ("axios.default.default.post", "axios.post"),
            ("node-fetch.default()", "fetch()"),
            ("m.defaults.x", "m.defaults.x"),
            ("undici.fetch", "fetch"),
            ("socket.io-client.io", "socket.io-client.io"),
            ("./fs/promises.js.readFile", "./fs/promises.js.readFile"),
        ] {
            assert_eq!(canonical(long.into()), short);
        }
    }
}
