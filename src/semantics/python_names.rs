//! Python's names: which are the same, and what objects stand for.

use super::eval::{Eval, Thing};
use super::graph::*;

/// Calls that give what they are handed, or a copy of it.
pub const SAME_THING: &[&str] = &[
    "iter",
    "functools.partial",
    "functools.wraps",
    "staticmethod",
    "classmethod",
    "property",
    "asyncio.run",
    "vars",
    "compile",
    "dict",
    "list",
    "tuple",
    "set",
    "sorted",
    "reversed",
    "iter",
    "next",
    "copy.copy",
    "copy.deepcopy",
    "collections.OrderedDict",
    "types.MappingProxyType",
    "contextlib.closing",
    "contextlib.ExitStack.enter_context",
    "contextlib.AsyncExitStack.enter_async_context",
    "contextlib.AsyncExitStack.enter_context",
    "io.BufferedReader",
    "io.TextIOWrapper",
];

/// Methods of a path that give a path.
const PATH_TO_PATH: &[&str] = &[
    "home",
    "cwd",
    "joinpath",
    "resolve",
    "expanduser",
    "absolute",
    "parent",
    "parents",
    "with_name",
    "with_suffix",
    "with_stem",
    "glob",
    "rglob",
    "iterdir",
    "relative_to",
    "rename",
    "replace",
];

/// Other spellings of a module or class, and the one that queries use. A name is one if it begins
/// so and ends there or at a dot.
const SAME_NAME: &[(&str, &str)] = &[
    ("builtins", ""),
    ("__builtins__", ""),
    ("globals", ""),
    ("sys.modules", ""),
    ("six.moves", ""),
    ("pip._vendor", ""),
    ("posix", "os"),
    ("nt", "os"),
    ("io.open", "open"),
    ("_io.open", "open"),
    ("pathlib2", "pathlib"),
    ("pathlib.PosixPath", "pathlib.Path"),
    ("pathlib.WindowsPath", "pathlib.Path"),
    ("pathlib.PurePath", "pathlib.Path"),
    ("pathlib.PurePosixPath", "pathlib.Path"),
    ("anyio.Path", "pathlib.Path"),
    ("aiopath.AsyncPath", "pathlib.Path"),
    ("urllib2", "urllib.request"),
    ("urllib.urlopen", "urllib.request.urlopen"),
    ("urllib.urlretrieve", "urllib.request.urlretrieve"),
    ("httplib", "http.client"),
    ("xmlrpclib", "xmlrpc.client"),
    ("requests.sessions", "requests"),
    ("requests.api", "requests"),
    ("requests.session", "requests.Session"),
    ("aiohttp.client", "aiohttp"),
    ("urllib3.poolmanager", "urllib3"),
    ("urllib3.connectionpool", "urllib3"),
    ("boto3.session", "boto3"),
    ("boto3.Session.client", "boto3.client"),
    ("boto3.Session.resource", "boto3.resource"),
    ("aioboto3.Session.client", "boto3.client"),
    ("aiobotocore.session.get_session.create_client", "boto3.client"),
    ("botocore.session.get_session.create_client", "boto3.client"),
    ("websocket._core", "websocket"),
    ("kafka.producer.KafkaProducer", "kafka.KafkaProducer"),
    ("cv2.cv2", "cv2"),
    ("ImageGrab", "PIL.ImageGrab"),
];

/// The one spelling of a dotted name.
pub fn canonical(mut name: String) -> String {
    if name.contains("__") {
        name = name
            .trim_start_matches("__dict__.")
            .replace(".__dict__.", ".")
            .replace(".__getattribute__.", ".");
    }
    // One rewriting may be the beginning of another; none of them makes a circle.
    for _ in 0..3 {
        let other = SAME_NAME.iter().find_map(|&(prefix, other)| {
            let rest = name.strip_prefix(prefix)?;
            let rest = if other.is_empty() { rest.strip_prefix('.')? } else { rest };
            let ends = other.is_empty() || rest.is_empty() || rest.starts_with(['.', '(']);
            ends.then(|| [other, rest].concat())
        });
        match other {
            Some(other) => name = other,
            None => break,
        }
    }
    // What a path gives by these is a path again.
    if let Some(mut rest) = name.strip_prefix("pathlib.Path.") {
        let all = rest.len();
        while let Some((first, after)) = rest.split_once('.') {
            if !PATH_TO_PATH.contains(&first) {
                break;
            }
            rest = after;
        }
        if rest.len() != all {
            name = format!("pathlib.Path.{rest}");
        }
    }
    name
}

/// What a client object is bound to: the host or address it was made with stands for it.
pub fn client(eval: &mut Eval<'_>, call: &Call, name: &str) -> Option<Vec<String>> {
    let bound = [
        "base_url",
        "host",
        "hostname",
        "url",
        "webhook_url",
        "endpoint_url",
        "server_url",
        "uri",
        "account_url",
    ];
    let keyword = || bound.iter().find_map(|name| call.keyword(name));
    let endpoint = match (eval.client(name)?, eval.graph.op(call.callee)) {
        ("first", _) => call.positional(0).or_else(keyword),
        ("second", _) => call.positional(1).or_else(keyword),
        ("part", Op::Member(whole, _)) => Some(*whole),
        _ => keyword(),
    };
    Some(address(eval, endpoint?))
}

/// What an address spells: a text, or the host of a pair `(host, port)`.
fn address(eval: &mut Eval<'_>, value: ValueId) -> Vec<String> {
    let mut texts: Vec<String> = eval.values(value).iter().map(|text| text.to_string()).collect();
    for thing in eval.things(value).iter() {
        if let Thing::Container(container) = thing {
            for item in eval.items(*container, Some(0)) {
                texts.extend(eval.values(item).iter().map(|text| text.to_string()));
            }
        }
    }
    texts
}

/// What a call of each thing that a value may be gives.
pub fn made_by(eval: &mut Eval<'_>, maker: ValueId) -> Vec<Thing> {
    let makers = eval.things(maker);
    let made = makers.iter().flat_map(|maker| match maker {
        Thing::Named(name) => vec![Thing::Named(format!("{name}()").into())],
        Thing::Class(class) => vec![Thing::Instance(*class)],
        Thing::Function(func) => {
            let returns = eval.graph.funcs[*func as usize].returns.iter().take(4);
            returns.flat_map(|&returned| eval.things(returned).to_vec()).collect()
        }
        _ => Vec::new(),
    });
    made.collect()
}
