//! A few lines that would grow to gigabytes, or to steps without end: what is made of them is bounded, and
//! the file is told not to be read whole.

use super::Unit;
use crate::language::Language;
use crate::queries::QuerySet;
use crate::queries::vocabulary::{FactType, Role};
use crate::semantics::flow::{Cell, FlowGraph};
use crate::semantics::graph::MAX_STARS;
use rustc_hash::FxHashMap;

/// What the constants of one file may take, and those that are written in these files.
const ROOM: usize = 40 << 20;

/// Reads a script, and asks for every value of it.
fn is_bounded(language: Language, script: &str) {
    let unit = Unit::script(language, script, &QuerySet::embedded());
    let mut eval = unit.eval();
    let mut texts: FxHashMap<*const u8, usize> = FxHashMap::default();
    for value in 0..unit.graph.values.len() as u32 {
        texts.extend(eval.values(value).iter().map(|text| (text.as_ptr(), text.len())));
    }
    let bytes: usize = texts.values().sum();
    let head: String = script.chars().take(60).collect();
    assert!(bytes <= ROOM, "{bytes} bytes of {head}");
    assert!(eval.over_budget, "{head}");
}

#[test]
fn folded_texts_stay_short() {
    let x = |count: usize| "x".repeat(count);
    let python = [
        format!("s = '{}'\nopen(s.replace('x', s))\n", x(100_000)),
        format!("s = '{}'\nopen('{}'.format(s))\n", x(10_000), "{0}".repeat(10_000)),
        format!("s = '{}'\nopen('{}' % ({}))\n", x(10_000), "%s".repeat(2000), "s,".repeat(2000)),
        format!("s = '{}'\nopen(s.join([{}]))\n", x(100_000), "s,".repeat(3000)),
        format!("s = '{}'\nopen(''.join([{}]))\n", x(100_000), "s,".repeat(300)),
        format!("import shlex\ns = '{}'\nopen(shlex.join([{}]))\n", x(100_000), "s,".repeat(3000)),
        format!(
            "from string import Template\ns = '{}'\nopen(Template('{}').substitute(a=s))\n",
            x(10_000),
            "$a".repeat(10_000)
        ),
        format!("s = '{}'\n{}", x(100_000), "open(s.upper())\n".repeat(1000)),
        format!("s = '{}'\nl = []\n{}open(l.pop())\n", x(100_000), "l.append(s.upper())\n".repeat(500)),
    ];
    python.iter().for_each(|script| is_bounded(Language::Python, script));
    let javascript = [
        format!("const s = '{}'; open(s.replaceAll('x', s));\n", x(100_000)),
        format!("const s = '{}'; open(s.replace(/x/g, s));\n", x(100_000)),
        format!("const s = '{}'; new Blob([{}]);\n", x(100_000), "s,".repeat(1000)),
        format!("const s = '{}';\n{}", x(60_000), "open(s.split('').reverse().join(''));\n".repeat(100)),
        format!("const s = '{}';\n{}", x(100_000), "open(s.toUpperCase());\n".repeat(1000)),
        format!("const s = '{}';\n{}", x(100_000), "fetch({ url: s });\n".repeat(1000)),
    ];
    javascript.iter().for_each(|script| is_bounded(Language::JavaScript, script));
    let bash = [
        format!("s='{}'\ncat \"${{s//x/$s}}\"\n", x(100_000)),
        format!("s='{}'\nt=$(echo \"$s\" | sed \"s/x/$s/g\")\ncat \"$t\"\n", x(100_000)),
        format!("s='{}'\ncat \"$(printf '%s{}' {})\"\n", x(100_000), x(100_000), "$s ".repeat(64)),
        format!("s='{}'\ncat \"$(echo {})\"\n", x(100_000), "$s ".repeat(200)),
        format!("s='{}'\n{}", x(100_000), "cat \"${s^^}\"\n".repeat(1000)),
    ];
    bash.iter().for_each(|script| is_bounded(Language::Bash, script));
}

#[test]
fn code_in_code_stays_short() {
    let texts = |of: &dyn Fn(usize) -> String| (1..=7).map(of).collect::<String>();
    let sums = texts(&|at| format!("a{at} = {}\n", vec![format!("a{}", at - 1); 9].join(" + ")));
    let lists = texts(&|at| format!("a{at} = [{}]\n", format!("*a{}, ", at - 1).repeat(9)));
    let scripts = [
        format!("a0 = '{}' + x\n{sums}exec(a7)\n", "x=1;".repeat(2500)),
        format!("import subprocess\na0 = [{}]\n{lists}subprocess.run(a7)\n", "'1', ".repeat(1000)),
    ];
    for script in scripts {
        let unit = Unit::script(Language::Python, &script, &QuerySet::embedded());
        let bytes: usize = unit.sources.iter().map(|source| source.text.len()).sum();
        assert!(bytes <= 32 << 20, "{bytes}");
        assert!(unit.cut_short.is_some());
    }
}

#[test]
fn lists_in_lists_and_sums_of_sums_end() {
    let spread = |name: char, of: char| format!("const {name} = [{}];\n", format!("...{of}, ").repeat(64));
    let lists: String = ('b'..='f').zip('a'..).map(|(name, of)| spread(name, of)).collect();
    for first in ["['x']", "[]"] {
        let script = format!("const a = {first};\n{lists}open(f.join(''));\n");
        is_bounded(Language::JavaScript, &script);
    }
    let sums: String = (1..=24).map(|at| format!("a{at} = a{0} + a{0}\n", at - 1)).collect();
    is_bounded(Language::Python, &format!("a0 = 1\n{sums}{}", "open(chr(a24))\n".repeat(20)));
    is_bounded(Language::Python, &format!("a0 = 1\n{sums}open(''.join(chr(c + a24) for c in [1, 2]))\n"));
}

#[test]
fn each_star_counts_once() {
    let stars = |of: &dyn Fn(usize) -> usize| {
        let script: String = (0..2000).map(|at| format!("from a{} import *\n", of(at))).collect();
        let unit = Unit::script(
            Language::Python,
            &format!("{script}{}", "f(x)\n".repeat(100)),
            &QuerySet::embedded(),
        );
        let most = unit.graph.scopes.iter().map(|scope| scope.stars.len()).max();
        (most, unit.eval().over_budget)
    };
    assert_eq!(stars(&|at| at % 3), (Some(3), false));
    assert_eq!(stars(&|at| at), (Some(MAX_STARS + 1), true));
}

/// Edges of a script's flow, those through the files it writes too.
fn edges_of(language: Language, script: &str) -> usize {
    let unit = Unit::script(language, script, &QuerySet::embedded());
    let writes = unit.facts.iter().filter(|fact| fact.fact == FactType::Persist);
    let cells: Vec<Cell> = writes
        .filter_map(|fact| {
            let (path, content) = (fact.role(Role::Path).next()?, fact.role(Role::Payload).next()?);
            Some(Cell { path, content })
        })
        .collect();
    let mut eval = unit.eval();
    FlowGraph::new(&mut eval, &cells).edges()
}

#[test]
fn flow_grows_with_the_code() {
    let shapes: [(Language, &dyn Fn(usize) -> String); 6] = [
        (Language::JavaScript, &|n| format!("function g(a) {{}}\nf({});\n", "g, ".repeat(n))),
        (Language::JavaScript, &|n| {
            format!("function g({}) {{}}\n{}", vec!["a"; n].join(", "), "f(g);\n".repeat(n))
        }),
        (Language::JavaScript, &|n| {
            format!("function g(a) {{\n{}}}\n{}", "if (a) return a;\n".repeat(n), "g(1);\n".repeat(n))
        }),
        (Language::Python, &|n| format!("p = input()\n{}", "open(p, 'w').write(k)\nprint(p)\n".repeat(n))),
        (Language::Python, &|n| "open('a', 'w').write(k)\nprint(open('a'))\n".repeat(n)),
        (Language::Bash, &|n| {
            format!("{}{}", "eval 'x=1'\n".repeat(n / 4), "eval 'echo $x'\n".repeat(n / 4))
        }),
    ];
    for (language, shape) in shapes {
        let (short, long) = (edges_of(language, &shape(200)), edges_of(language, &shape(800)));
        assert!(long <= 5 * short, "{short}, and {long} of {}", shape(2));
    }
}
