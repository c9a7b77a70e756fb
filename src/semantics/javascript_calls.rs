//! Calls in JavaScript: what they hand on, put into objects and call back.

use super::eval::ENDPOINT;
use super::graph::*;
use super::javascript::{EcmaScript, Kind};
use super::lower::Lowering;
use crate::source::NodeId;
use std::rc::Rc;

/// Functions that bundlers and compilers put around a module: the module is their result.
const INTEROP: &[&str] = &[
    "__toESM",
    "__importDefault",
    "__importStar",
    "_interopRequireDefault",
    "_interopRequireWildcard",
    "_interopNamespace",
    "_interopDefault",
    "_interopDefaultLegacy",
    "_interop_require_default",
    "_interop_require_wildcard",
    "__reExport",
];

/// Methods that put their arguments into the object they are called on.
const MUTATORS: &[&str] = &[
    "push",
    "unshift",
    "splice",
    "set",
    "append",
    "add",
    "write",
    "end",
    "update",
    "put",
    "fill",
    "enqueue",
    "file",
    "addFile",
    "addLocalFile",
    "addLocalFolder",
    "field",
    "attach",
    "send",
    "entry",
    "directory",
    "setHeader",
    "header",
    "setRequestHeader",
    "insert",
    "body",
    "json",
    "form",
    "query",
    "emit",
];

/// Methods that call what they are handed with each element of what they are called on.
const ITERATORS: &[&str] =
    &["forEach", "map", "flatMap", "filter", "find", "findLast", "findIndex", "some", "every"];

impl EcmaScript {
    pub(super) fn call(&self, l: &mut Lowering, node: NodeId) {
        let f = self.fields();
        let function = l.field(node, f.function).or_else(|| l.field(node, f.constructor));
        let callee = l.operand_or_unknown(function, node);
        let args = self.arguments(l, node);
        // The grammar takes `await (x)` for a call.
        let is_await = function.is_some_and(|function| l.text(function) == "await");
        let is_interop = is_await || function.is_some_and(|function| INTEROP.contains(&l.text(function)));
        if let (true, Some(first)) = (is_interop, args.first()) {
            l.alias(node, first.value);
            return;
        }
        if self.kind(l, node) == Kind::NewExpression
            && function.is_some_and(|function| l.text(function) == "Promise")
        {
            self.promise(l, node, callee, args);
            return;
        }
        if self.kind(l, node) == Kind::NewExpression
            && function.is_some_and(|function| l.text(function) == "Map")
            && let Some(items) = pairs(l, &args)
        {
            l.set(node, Op::Object(items));
            return;
        }
        if function.is_some_and(|function| {
            matches!(l.text(function), "process.chdir" | "cd" | "shell.cd" | "Deno.chdir")
        }) {
            l.goes_to(node, args.first().map(|arg| arg.value), crate::source::NONE);
        }
        let method = match l.graph.op(callee) {
            Op::Member(base, name) => Some((*base, name.clone())),
            _ => None,
        };
        if function.is_some_and(|function| l.text(function) == "pipeline")
            || method.as_ref().is_some_and(|(_, name)| &**name == "pipeline")
        {
            for pair in args.windows(2) {
                l.put(pair[1].value, pair[0].value);
            }
        }
        match method {
            Some((base, name)) => self.method_call(l, node, (base, &name), callee, args),
            None => {
                l.set(node, Op::Call(Call { callee, args }.into()));
            }
        }
    }

    fn arguments(&self, l: &mut Lowering, node: NodeId) -> Vec<Arg> {
        let Some(list) = l.field(node, self.fields().arguments) else { return Vec::new() };
        // A tag is called with its template.
        if self.kind(l, list) == Kind::TemplateString {
            return vec![Arg::plain(l.operand(list))];
        }
        let mut args = Vec::new();
        for argument in l.named(list) {
            if self.kind(l, argument) == Kind::SpreadElement {
                let value = l.operand_or_unknown(l.named(argument).next(), argument);
                args.push(Arg { name: None, value, spread: true });
            } else {
                args.push(Arg::plain(l.operand(argument)));
            }
        }
        args
    }

    fn method_call(
        &self,
        l: &mut Lowering,
        node: NodeId,
        method: (ValueId, &str),
        callee: ValueId,
        mut args: Vec<Arg>,
    ) {
        let (base, name) = method;
        let mut made = None;
        match name {
            // `f.call(that, a)` is `f(a)`.
            "call" if !args.is_empty() => {
                args.remove(0);
                l.set(node, Op::Call(Call { callee: base, args }.into()));
                return;
            }
            "apply" if args.len() == 2 || (args.len() == 3 && self.is_global(l, base, "Reflect")) => {
                let called = if args.len() == 3 { args[0].value } else { base };
                let args = self.unpacked(l, args[args.len() - 1].value);
                l.set(node, Op::Call(Call { callee: called, args }.into()));
                return;
            }
            // What a client is connected to is where its data goes.
            "connect" | "access" => {
                for arg in args.iter().take(2) {
                    l.store(base, ENDPOINT, arg.value);
                }
            }
            "then" | "catch" | "finally" => made = self.call_back(l, node, &args, &[base]),
            "reduce" | "reduceRight" => {
                let element = l.make(node, Op::Element(base));
                let first = args.get(1).map_or(element, |first| first.value);
                made = self.call_back(l, node, &args, &[first, element]);
            }
            _ if ITERATORS.contains(&name) => {
                let element = l.make(node, Op::Element(base));
                made = self.call_back(l, node, &args, &[element]);
            }
            "pipe" | "pipeTo" | "pipeThrough" => {
                if let Some(target) = args.first() {
                    l.put(target.value, base);
                }
            }
            "assign" if self.is_global(l, base, "Object") => {
                let target = args.first().map(|target| target.value);
                for source in args.iter().skip(1) {
                    l.put(target.unwrap_or(base), source.value);
                }
            }
            // What is not given on the command line is the default: `argv.file`.
            "option" | "requiredOption" | "options" => options(l, &args),
            "defineProperty" if self.is_global(l, base, "Object") => {
                if let [target, _, value, ..] = args.as_slice() {
                    l.put(target.value, value.value);
                }
            }
            _ if MUTATORS.contains(&name) => {
                for arg in &args {
                    l.put(base, arg.value);
                }
                // `url.searchParams.append("k", v)`: it is in the URL.
                if let Op::Member(owner, part) = l.graph.op(base)
                    && matches!(&**part, "searchParams" | "headers" | "body")
                {
                    let owner = *owner;
                    for arg in &args {
                        l.put(owner, arg.value);
                    }
                }
            }
            _ => {}
        }
        let gives = matches!(name, "then" | "catch" | "map" | "flatMap" | "reduce" | "reduceRight");
        let value = l.set(node, Op::Call(Call { callee, args }.into()));
        // What an archive reads is in it.
        if matches!(name, "addLocalFolder" | "addLocalFile" | "directory" | "file" | "glob") {
            l.put_into_made(base, value);
        }
        if let Some(made) = made.filter(|_| gives) {
            l.graph.outputs.entry(value).or_default().push(made);
        }
    }

    fn is_global(&self, l: &Lowering, value: ValueId, name: &str) -> bool {
        matches!(l.graph.op(value), Op::Free(free) if &**free == name)
    }

    /// The arguments in an array.
    fn unpacked(&self, l: &Lowering, list: ValueId) -> Vec<Arg> {
        match l.graph.op(list) {
            Op::List(items) => items.iter().map(|&item| Arg::plain(item)).collect(),
            _ => vec![Arg { name: None, value: list, spread: true }],
        }
    }

    /// A function handed on is called with `given`: its parameters are known by it. Returns the
    /// call.
    fn call_back(&self, l: &mut Lowering, node: NodeId, args: &[Arg], given: &[ValueId]) -> Option<ValueId> {
        let first = args.first()?;
        let is_called = match l.graph.op(first.value) {
            Op::Function(_) | Op::Use(_) | Op::Member(..) => true,
            // What makes other values of texts is nothing to follow.
            Op::Free(name) => !matches!(&**name, "String" | "Number" | "Boolean" | "parseInt" | "parseFloat"),
            _ => false,
        };
        is_called.then(|| {
            let args = given.iter().map(|&value| Arg::plain(value)).collect();
            l.make(node, Op::Call(Call { callee: first.value, args }.into()))
        })
    }

    /// `new Promise((resolve) => … resolve(x) …)` is worth `x`.
    fn promise(&self, l: &mut Lowering, node: NodeId, callee: ValueId, args: Vec<Arg>) {
        let resolved = self.resolved(l, node, &args);
        let made = l.make(node, Op::Call(Call { callee, args }.into()));
        let mut choices = vec![made];
        choices.extend(resolved);
        l.set(node, Op::Choice(choices));
    }

    fn resolved(&self, l: &Lowering, node: NodeId, args: &[Arg]) -> Vec<ValueId> {
        let Some(&Op::Function(func)) = args.first().map(|first| l.graph.op(first.value)) else {
            return Vec::new();
        };
        let Some(name) = l.graph.funcs[func as usize].params.first().map(|param| param.name.clone()) else {
            return Vec::new();
        };
        let mut out = Vec::new();
        // The calls inside were made just before this one.
        for &inner in l.graph.calls.iter().rev().take(4096) {
            let value = &l.graph.values[inner as usize];
            if value.source != l.index || !l.source.tree.is_within(value.node, node) {
                break;
            }
            let Op::Call(call) = &value.op else { continue };
            if matches!(l.graph.op(call.callee), Op::Use(var) if l.graph.vars[*var as usize].name == name) {
                out.extend(call.args.first().map(|arg| arg.value));
            }
        }
        out
    }
}

/// The items of `new Map([["k", v]])`.
fn pairs(l: &Lowering, args: &[Arg]) -> Option<Vec<(Option<Rc<str>>, ValueId)>> {
    let Op::List(items) = l.graph.op(args.first()?.value) else { return None };
    let pair = |&item: &ValueId| match l.graph.op(item) {
        Op::List(pair) => match (l.graph.op(*pair.first()?), pair.get(1)) {
            (Op::Text(key), Some(&value)) => Some((Some(key.clone()), value)),
            (_, Some(&value)) => Some((None, value)),
            _ => None,
        },
        _ => None,
    };
    items.iter().map(pair).collect()
}

/// `.option("file", { default: path })`, `.option("-f, --file <path>", "says what", path)`
fn options(l: &mut Lowering, args: &[Arg]) {
    let Some(Op::Text(flags)) = args.first().map(|first| l.graph.op(first.value)) else { return };
    let long = flags.split([' ', ',', '|']).find(|flag| flag.starts_with("--"));
    let name = long.unwrap_or(flags).trim_start_matches('-').split(['-', ' ', '=']).enumerate();
    // `--out-file` is `outFile`.
    let name: String = name
        .map(|(index, part)| match part.split_at_checked(1) {
            Some((first, rest)) if index > 0 => first.to_uppercase() + rest,
            _ => part.to_string(),
        })
        .collect();
    let default = match args.get(1).map(|second| l.graph.op(second.value)) {
        Some(Op::Object(items)) => {
            items.iter().find(|(key, _)| key.as_deref() == Some("default")).map(|&(_, value)| value)
        }
        _ => args.get(2).map(|third| third.value),
    };
    if let Some(default) = default {
        l.graph.options.entry(name.as_str().into()).or_default().push(default);
        l.graph.stores.entry(name.into()).or_default().push(default);
    }
}
