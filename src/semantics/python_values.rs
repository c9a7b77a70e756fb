//! Python's constants: what its paths, formats and string methods fold to.

use super::eval::{Eval, MAX_VALUE, Thing, join_path};
use super::fold::{
    Named, coded_character, environment_variable, escaped_letter, format_braces, format_percent,
    parent_folder, searched, slice, unhex,
};
use super::graph::*;
use super::python::own_place;
use super::{python_chars, python_names};
use crate::text::HOLE;
use std::rc::Rc;

/// Methods that put their arguments into the object they are called on.
pub const MUTATORS: &[&str] = &[
    "append",
    "appendleft",
    "add",
    "extend",
    "extendleft",
    "insert",
    "update",
    "setdefault",
    "put",
    "put_nowait",
    "write",
    "writelines",
    "writestr",
    "write_text",
    "write_bytes",
    "attach",
    "add_field",
    "add_header",
    "add_attachment",
    "set_content",
    "set_payload",
    "push",
    "feed",
    "communicate",
];

/// The constant behind a dotted name.
pub fn constant(name: &str) -> Option<String> {
    let name = name.strip_suffix("()").unwrap_or(name);
    let variable =
        name.strip_prefix("os.environ.get.").or_else(|| name.strip_prefix("os.environ.")).unwrap_or_default();
    let text = match environment_variable(variable) {
        Some(text) => text,
        None => match name {
            "__file__" | "sys.argv.0" | "sys.path" => return Some(own_place()),
            "pathlib.Path.home" | "Path.home" => "~",
            "pathlib.Path.cwd" | "os.getcwd" | "os.curdir" | "os.getcwdb" => ".",
            "tempfile.gettempdir" | "tempfile.tempdir" => "/tmp",
            "os.sep" | "os.path.sep" => "/",
            "os.pardir" => "..",
            "os.linesep" => "\n",
            "os.devnull" => "/dev/null",
            "sys.executable" => "python",
            "string.ascii_lowercase" => "abcdefghijklmnopqrstuvwxyz",
            "string.ascii_uppercase" => "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            "string.ascii_letters" => "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
            "string.digits" => "0123456789",
            _ => return None,
        },
    };
    Some(text.into())
}

/// What an attribute of a path folds to.
pub fn member(eval: &mut Eval<'_>, base: ValueId, name: &str) -> Option<Vec<String>> {
    let of: fn(&str) -> String = match name {
        "parent" | "parents" => parent_folder,
        "name" => |path| path.rsplit('/').next().unwrap_or(path).to_string(),
        // What stands in a folder.
        "path" if eval.names(base).iter().any(|name| &**name == "os.scandir()") => {
            |folder| format!("{folder}/{HOLE}")
        }
        // A part of a client talks to the client's address.
        _ if is_client(eval, base) => str::to_string,
        _ => return None,
    };
    Some(eval.values(base).iter().map(|path| of(path)).collect())
}

fn is_client(eval: &mut Eval<'_>, value: ValueId) -> bool {
    eval.names(value).iter().any(|name| {
        let name = name.strip_suffix("()").unwrap_or(name);
        let dots = name.match_indices('.').map(|(at, _)| at);
        dots.chain([name.len()]).any(|end| eval.client(&name[..end]).is_some())
    })
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
        "os.path.join"
        | "posixpath.join"
        | "ntpath.join"
        | "pathlib.Path"
        | "pathlib.PurePath"
        | "pathlib.PosixPath"
        | "pathlib.PurePosixPath"
        | "Path" => {
            let parts = spread(eval, call);
            if parts.is_empty() {
                return Some(vec![".".into()]);
            }
            owned(eval.product(&parts, join_path))
        }
        "os.path.expanduser"
        | "os.path.abspath"
        | "os.path.realpath"
        | "os.path.normpath"
        | "os.fspath"
        | "str"
        | "os.fsdecode"
        | "os.fsencode"
        | "os.path.normcase"
        | "urllib.parse.unquote"
        | "json.loads"
        | "json.JSONDecoder.decode"
        | "ast.literal_eval"
        | "yaml.safe_load"
        | "yaml.load"
        | "simplejson.loads"
        | "ujson.loads"
        | "orjson.loads" => owned(eval.values(first()?)),
        "bytes" | "bytearray" => match python_chars::of_numbers(eval, first()?) {
            Some(text) => vec![text],
            None => owned(eval.values(first()?)),
        },
        "shutil.which" | "distutils.spawn.find_executable" => owned(eval.values(first()?)),
        "textwrap.dedent" | "inspect.cleandoc" => {
            owned(eval.values(first()?)).iter().map(|text| dedent(text)).collect()
        }
        "shlex.quote" | "pipes.quote" => {
            let texts = owned(eval.values(first()?));
            texts.iter().map(|text| format!("'{}'", text.replace('\'', "'\\''"))).collect()
        }
        "shlex.join" | "subprocess.list2cmdline" => {
            let items = items_of(eval, first()?)?;
            vec![joined(eval, &items, " ")]
        }
        "os.path.expandvars" | "string.Template" => {
            owned(eval.values(first()?)).iter().map(|text| expand_variables(text)).collect()
        }
        "os.path.dirname" => owned(eval.values(first()?)).iter().map(|text| parent_folder(text)).collect(),
        "os.path.basename" => owned(eval.values(first()?))
            .iter()
            .map(|text| text.rsplit('/').next().unwrap_or_default().to_string())
            .collect(),
        "os.getenv" | "os.environ.get" | "os.environ.setdefault" | "os.environ.pop" => {
            environment(eval, call)?
        }
        "operator.add" | "operator.concat" | "operator.iadd" => {
            owned(eval.product(&[first()?, call.positional(1)?], |whole, part| whole.push_str(part)))
        }
        "next" | "iter" => {
            let items = eval.elements_of(first()?);
            if items.is_empty() {
                return Some(owned(eval.values(first()?)));
            }
            owned(eval.union(items))
        }
        "chr" => vec![python_chars::chr(eval, first()?)?],
        // Names are spelled this way; a payload is not opened.
        "bytes.fromhex" | "bytearray.fromhex" | "binascii.unhexlify" => {
            vec![unhex(&eval.constant(first()?)?)?]
        }
        "reversed" => owned(eval.values(first()?)).iter().map(|text| text.chars().rev().collect()).collect(),
        "glob.glob" | "glob.iglob" => {
            owned(eval.values(first()?)).iter().flat_map(|pattern| searched(pattern)).collect()
        }
        "os.listdir" | "os.scandir" | "os.walk" => owned(eval.values(first()?)),
        "urllib.parse.urljoin" => {
            let base = eval.values(first()?);
            let path = eval.values(call.positional(1)?);
            let path = path.first()?.clone();
            base.iter().map(|base| join_url(base, &path)).collect()
        }
        "urllib.request.Request" => owned(eval.values(first().or_else(|| call.keyword("url"))?)),
        "requests.Request" | "httpx.Request" | "functools.partial" => {
            owned(eval.values(call.positional(1).or_else(|| call.keyword("url"))?))
        }
        _ => return python_names::client(eval, call, name),
    })
}

fn method(eval: &mut Eval<'_>, call: &Call, receiver: ValueId, method: &str) -> Option<Vec<String>> {
    let first = || call.positional(0);
    let argument = |eval: &mut Eval<'_>, index| Some(eval.constant(call.positional(index)?)?.to_string());
    Some(match method {
        "join" => {
            let separator = eval.constant(receiver)?;
            let iterable = first()?;
            if let Some(text) = python_chars::joined(eval, iterable, &separator) {
                return Some(vec![text]);
            }
            let items = items_of(eval, iterable)?;
            vec![joined(eval, &items, &separator)]
        }
        "format" => {
            let template = eval.constant(receiver)?;
            let named: Vec<Named> =
                call.args.iter().map(|arg| (arg.name.clone(), eval.single(arg.value))).collect();
            vec![format_braces(&template, &named)]
        }
        "%" => {
            let template = eval.constant(receiver)?;
            let argument = first()?;
            let named = named_items(eval, argument);
            let items = items_of(eval, argument).unwrap_or_else(|| vec![argument]);
            let texts: Vec<Rc<str>> = items.iter().map(|&item| eval.single(item)).collect();
            vec![format_percent(&template, &texts, &named)]
        }
        "*" => {
            let (text, count) = (eval.constant(receiver)?, eval.constant(first()?)?.parse::<usize>().ok()?);
            if text.len().checked_mul(count)? > 4096 {
                return None;
            }
            vec![text.repeat(count)]
        }
        "+" => return None,
        "[:]" => {
            let bounds = eval.constant(first()?)?;
            owned(eval.values(receiver)).iter().filter_map(|text| slice(text, &bounds)).collect()
        }
        "replace" => {
            let (from, to) = (argument(eval, 0)?, argument(eval, 1)?);
            if from.is_empty() {
                return None;
            }
            let texts = eval.values(receiver);
            texts.iter().filter_map(|text| eval.replaced(text, &from, &to, usize::MAX)).collect()
        }
        "lower" | "casefold" => owned(eval.values(receiver)).iter().map(|text| text.to_lowercase()).collect(),
        "upper" => owned(eval.values(receiver)).iter().map(|text| text.to_uppercase()).collect(),
        "strip" | "lstrip" | "rstrip" if call.args.is_empty() => {
            owned(eval.values(receiver)).iter().map(|text| text.trim().to_string()).collect()
        }
        "rstrip" => {
            let end: Vec<char> = argument(eval, 0)?.chars().collect();
            owned(eval.values(receiver))
                .iter()
                .map(|text| text.trim_end_matches(&end[..]).to_string())
                .collect()
        }
        // A text as bytes and back is the same text; any other codec is an encoder.
        "encode" | "decode" => match first() {
            None => owned(eval.values(receiver)),
            Some(codec) => {
                let codec = eval.constant(codec)?.to_lowercase().replace('_', "-");
                let plain = ["utf-8", "utf8", "ascii", "latin-1", "latin1"].contains(&codec.as_str());
                if !plain {
                    return None;
                }
                owned(eval.values(receiver))
            }
        },
        "joinpath" => {
            let mut parts = vec![receiver];
            parts.extend(spread(eval, call));
            owned(eval.product(&parts, join_path))
        }
        "resolve" | "absolute" | "expanduser" | "as_posix" | "__str__" | "copy" | "__fspath__"
        | "prepare" | "tobytes" => owned(eval.values(receiver)),
        "with_name" | "with_suffix" => owned(eval.values(receiver))
            .iter()
            .map(|text| format!("{}/{HOLE}", parent_folder(text)))
            .collect(),
        "glob" | "rglob" => {
            let parts = vec![receiver, first()?];
            let patterns = owned(eval.product(&parts, join_path));
            patterns.iter().flat_map(|pattern| searched(pattern)).collect()
        }
        "iterdir" => owned(eval.values(receiver)).iter().map(|text| format!("{text}/{HOLE}")).collect(),
        "substitute" | "safe_substitute" => {
            let mut named = first().map(|items| named_items(eval, items)).unwrap_or_default();
            for arg in call.args.iter().filter(|arg| arg.name.is_some()) {
                named.push((arg.name.clone(), eval.single(arg.value)));
            }
            let texts = eval.values(receiver);
            texts.iter().filter_map(|text| substitute(eval, text, &named)).collect()
        }
        "__add__" | "__radd__" => {
            let other = first()?;
            let parts = if method == "__add__" { [receiver, other] } else { [other, receiver] };
            owned(eval.product(&parts, |whole, part| whole.push_str(part)))
        }
        "pop" | "popleft" | "get" | "get_nowait" if call.args.is_empty() => {
            let items = eval.elements_of(receiver);
            owned(eval.union(items))
        }
        "get" | "pop" | "setdefault" | "__getitem__" => {
            let key = eval.constant(first()?)?;
            let mut found = Vec::new();
            for thing in eval.things(receiver).iter() {
                if let Thing::Container(container) = thing {
                    found.extend(eval.items_named(*container, &key));
                }
            }
            if let (true, Op::Use(var)) = (found.is_empty(), eval.graph.op(receiver)) {
                found.extend(&eval.graph.vars[*var as usize].contents);
            }
            if found.is_empty() {
                return None;
            }
            owned(eval.union(found))
        }
        _ => return None,
    })
}

/// The positional arguments, those in a spread list too.
fn spread(eval: &mut Eval<'_>, call: &Call) -> Vec<ValueId> {
    let mut out = Vec::new();
    for arg in call.args.iter().filter(|arg| arg.name.is_none()) {
        match items_of(eval, arg.value).filter(|_| arg.spread) {
            Some(items) => out.extend(items),
            None => out.push(arg.value),
        }
    }
    out
}

/// Lines without the blanks that all of them begin with.
fn dedent(text: &str) -> String {
    let blanks = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let margin = text.lines().filter(|line| !line.trim().is_empty()).map(blanks).min().unwrap_or(0);
    let lines = text.split('\n').map(|line| line.get(margin.min(blanks(line))..).unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

/// `os.getenv("HOME", "x")`: what the name stands for, or its default.
fn environment(eval: &mut Eval<'_>, call: &Call) -> Option<Vec<String>> {
    let name = eval.constant(call.positional(0)?)?;
    let mut out: Vec<String> =
        vec![constant(&format!("os.environ.{name}")).unwrap_or_else(|| HOLE.to_string())];
    if let Some(default) = call.positional(1).or_else(|| call.keyword("default")) {
        out.extend(owned(eval.values(default)));
    }
    Some(out)
}

/// The items of a literal list that a value is, and of what is put into it.
fn items_of(eval: &mut Eval<'_>, value: ValueId) -> Option<Vec<ValueId>> {
    let things = eval.things(value);
    let graph = eval.graph;
    let literal = |things: &[Thing]| {
        things.iter().find_map(|thing| match thing {
            Thing::Container(container) => match graph.op(*container) {
                Op::List(items) => Some(items.clone()),
                _ => None,
            },
            _ => None,
        })
    };
    let mut items = literal(&things)?;
    if let Op::Use(var) = graph.op(value) {
        let mut put = graph.vars[*var as usize].contents.clone();
        put.sort_by_key(|&put| (graph.values[put as usize].source, graph.values[put as usize].node));
        for put in put.into_iter().take(64) {
            // `c.extend([x, y])` puts each of them.
            match literal(&eval.things(put)) {
                Some(more) => items.extend(more),
                None => items.push(put),
            }
        }
    }
    Some(items)
}

/// The items of a literal dictionary, by their names.
fn named_items(eval: &mut Eval<'_>, value: ValueId) -> Vec<Named> {
    let mut out = Vec::new();
    for thing in eval.things(value).iter() {
        let Thing::Container(container) = thing else { continue };
        let Op::Object(items) = eval.graph.op(*container) else { continue };
        for (name, item) in items.iter().take(64) {
            out.push((name.clone(), eval.single(*item)));
        }
    }
    out
}

/// `$name` and `${name}` by their values.
fn substitute(eval: &mut Eval<'_>, template: &str, named: &[Named]) -> Option<String> {
    let mut out = template.to_string();
    for (name, value) in named {
        let Some(name) = name else { continue };
        for spelling in [format!("${{{name}}}"), format!("${name}")] {
            out = eval.replaced(&out, &spelling, value, usize::MAX)?;
        }
    }
    Some(out)
}

fn owned(values: std::rc::Rc<[std::rc::Rc<str>]>) -> Vec<String> {
    values.iter().map(|value| value.to_string()).collect()
}

/// The items, each the only one it may be or a hole, with a separator between them.
fn joined(eval: &mut Eval<'_>, items: &[ValueId], separator: &str) -> String {
    let mut whole = String::new();
    for (index, &item) in items.iter().enumerate() {
        if index > 0 {
            whole.push_str(separator);
        }
        whole.push_str(&eval.single(item));
        // Too long to be kept, whatever follows.
        if whole.len() > MAX_VALUE {
            break;
        }
    }
    whole
}

fn join_url(base: &str, path: &str) -> String {
    if path.contains("://") {
        return path.to_string();
    }
    format!("{}/{}", base.trim_end_matches('/'), path.trim_start_matches('/'))
}

fn expand_variables(text: &str) -> String {
    let mut out = text.to_string();
    for name in
        ["HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "TMPDIR"]
    {
        let Some(value) = environment_variable(name) else { continue };
        for spelling in [format!("${{{name}}}"), format!("${name}"), format!("%{name}%")] {
            out = out.replace(&spelling, value);
        }
    }
    out
}

/// One escape sequence as the text it stands for.
pub fn unescape(escape: &str) -> String {
    let body = escape.strip_prefix('\\').unwrap_or(escape);
    let character = match body.chars().next() {
        Some('a') => Some('\u{7}'),
        Some('x' | 'u' | 'U') => coded_character(&body[1..], 16),
        Some('0'..='7') => coded_character(body, 8),
        // A backslash before a line end continues the line.
        Some('\n' | '\r') => return String::new(),
        Some(mark @ ('\\' | '\'' | '"')) => Some(mark),
        letter => letter.and_then(escaped_letter),
    };
    character.map_or_else(|| escape.to_string(), String::from)
}
