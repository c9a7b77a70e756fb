//! Python's names: which are the same, and what objects stand for.

use super::eval::Eval;
use super::graph::*;

/// Calls that give what they are handed, or a copy of it.
pub const SAME_THING: &[&str] = &[
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
        name = name.replace(".__dict__.", ".").replace(".__getattribute__.", ".");
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
    let endpoint = match name {
        _ if CLIENTS_BY_HOST.contains(&name) => call.positional(0).or_else(keyword),
        _ if CLIENTS_BY_KEYWORD.contains(&name) => keyword(),
        _ => return None,
    };
    Some(eval.values(endpoint?).iter().map(|value| value.to_string()).collect())
}

/// Clients whose first argument says where they connect.
const CLIENTS_BY_HOST: &[&str] = &[
    "http.client.HTTPConnection",
    "http.client.HTTPSConnection",
    "urllib3.HTTPConnectionPool",
    "urllib3.connection_from_url",
    "urllib3.HTTPSConnectionPool",
    "smtplib.SMTP",
    "smtplib.SMTP_SSL",
    "smtplib.LMTP",
    "ftplib.FTP",
    "ftplib.FTP_TLS",
    "ftputil.FTPHost",
    "imaplib.IMAP4",
    "imaplib.IMAP4_SSL",
    "poplib.POP3",
    "poplib.POP3_SSL",
    "telnetlib.Telnet",
    "nntplib.NNTP",
    "xmlrpc.client.ServerProxy",
    "xmlrpc.client.Server",
    "jsonrpclib.Server",
    "aiohttp.ClientSession",
    "fabric.Connection",
    "pysftp.Connection",
    "paramiko.Transport",
    "ipfshttpclient.connect",
    "minio.Minio",
    "oss2.Bucket",
    "slack_sdk.webhook.WebhookClient",
    "slack_sdk.WebhookClient",
    "discord.SyncWebhook.from_url",
    "discord.Webhook.from_url",
    "dhooks.Webhook",
    "discord_webhook.DiscordWebhook",
    "pymsteams.connectorcard",
    "websocket.create_connection",
    "websocket.WebSocketApp",
    "websockets.connect",
    "websockets.sync.client.connect",
    "socketio.SimpleClient.connect",
    "elasticsearch.Elasticsearch",
    "influxdb_client.InfluxDBClient",
    "azure.storage.blob.BlobServiceClient",
    "azure.storage.blob.BlobClient.from_blob_url",
    "azure.storage.blob.ContainerClient.from_container_url",
    "requests_toolbelt.sessions.BaseUrlSession",
    "pycurl.Curl",
    "git.Repo.create_remote",
    "socket.create_connection",
    "gradio_client.Client",
];

/// Clients that are told by keyword alone.
const CLIENTS_BY_KEYWORD: &[&str] = &[
    "httpx.Client",
    "httpx.AsyncClient",
    "boto3.client",
    "boto3.resource",
    "openai.OpenAI",
    "anthropic.Anthropic",
    "paho.mqtt.client.Client",
    "kafka.KafkaProducer",
    "redis.Redis",
    "redis.StrictRedis",
    "pika.ConnectionParameters",
];
