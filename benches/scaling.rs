//! How the analysis of one file grows with the file: `cargo bench --bench scaling`.
//!
//! Generated files of assignments, calls, pipes and closures, each twice as long as the one
//! before. A factor near 2 is linear. The parse alone stands beside it, as the floor. Then markdown
//! of 2 MiB whose nesting is hostile, beside an honest document of that size: at most twice its
//! time. `cargo bench --bench scaling -- documents` runs this part alone.

#![allow(clippy::print_stdout)]
#![allow(missing_docs)]

use skill_vet::facts::Unit;
use skill_vet::findings::combine::Policy;
use skill_vet::language::Language;
use skill_vet::pack::{File, Pack};
use skill_vet::queries::QuerySet;
use skill_vet::source::{Budget, Tree};
use skill_vet::vet::vet;
use std::time::Instant;

fn line(language: Language, n: usize) -> String {
    let before = n.saturating_sub(1 + n % 7);
    let shape = n % 5;
    match (language, shape) {
        (Language::Python, 0) => format!("x{n} = x{before} + 'a{n}'"),
        (Language::Python, 1) => format!("y{n} = f(x{before}, {n})"),
        (Language::Python, 2) => format!("def g{n}(a, b=x{before}): return a + b"),
        (Language::Python, 3) => format!("z{n} = lambda q: q.foo(y{before})"),
        (Language::Python, _) => format!("obj.m{}(x{before}, k={{'a': y{before}}}).other({n})", n % 50),
        (Language::Bash, 0) => format!("x{n}=\"$x{before}/a{n}\""),
        (Language::Bash, 1) => format!("cat \"$x{before}\" | sort | uniq > out{n}.txt"),
        (Language::Bash, 2) => format!("f{n}() {{ echo \"$1 $x{before}\"; }}"),
        (Language::Bash, 3) => format!("y{n}=$(f{before} \"$x{before}\")"),
        (Language::Bash, _) => format!("if [ -n \"$y{before}\" ]; then printf '%s' \"$x{before}\"; fi"),
        (_, 0) => format!("const x{n} = x{before} + 'a{n}';"),
        (_, 1) => format!("let y{n} = f(x{before}, {n});"),
        (_, 2) => format!("function g{n}(a, b = x{before}) {{ return a + b; }}"),
        (_, 3) => format!("const z{n} = (q) => q.foo(y{before});"),
        (_, _) => format!("obj.m{}(x{before}, {{ a: y{before} }}).other({n});", n % 50),
    }
}

/// Milliseconds that this process has had of the processors, all threads together: on a busy machine
/// the clock says little. `None` where the system does not tell.
fn processor() -> Option<f64> {
    /// Linux counts in ticks of 10 ms, whatever the machine.
    const TICK: f64 = 10.0;
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut words = text.rsplit(')').next()?.split_whitespace().skip(11);
    let (user, system) = (words.next()?.parse::<f64>().ok()?, words.next()?.parse::<f64>().ok()?);
    Some((user + system) * TICK)
}

/// Milliseconds of the best of three: of the processors, or of the clock where they are not told or
/// too short for its ticks.
fn best(mut run: impl FnMut()) -> f64 {
    let time = |run: &mut dyn FnMut()| {
        let (start, before) = (Instant::now(), processor());
        run();
        let clock = start.elapsed().as_secs_f64() * 1000.0;
        match (before, processor()) {
            (Some(before), Some(after)) if after - before >= 200.0 => after - before,
            _ => clock,
        }
    };
    (0..3).map(|_| time(&mut run)).fold(f64::INFINITY, f64::min)
}

/// Bytes of a document: what is scanned of one file.
const DOCUMENT: usize = 2 << 20;

/// A page as skills have them, over and over: headings, prose, lists, links, tables, code.
const HONEST: &str = "\
## Step {n}: read the forecast

Fetch the *forecast* for the city and **round** it, see [the service](https://api.weather.example/{n})
and `scripts/forecast.py`. If the city is not known, ask for it.

1. Open the page of the city.
2. Take the temperature and the wind.
   - in degrees
   - in metres a second

| city | degrees | wind |
| --- | --- | --- |
| Ghent | 12 | 4 |

> The service is closed on Sundays.

```bash
curl -s \"https://api.weather.example/v1/forecast?city=$CITY\" | jq .temperature
```

";

/// What hostile documents repeat: every mark that opens something, alone and with what it needs.
const HOSTILE: &[&str] = &[
    "[",
    "![",
    "](",
    "[a](",
    "[[a]](",
    "(",
    "<",
    "<a ",
    "<!--",
    "<!-- -->",
    "<?",
    "&",
    "`",
    "`` ` ",
    "*",
    "**",
    "_",
    "*_",
    "*a _b ",
    "~~",
    ">",
    "> ",
    "- ",
    "* - ",
    "1. ",
    "   - a\n",
    "#",
    "|",
    "|a",
    "| --- ",
    "\\",
    "$",
    "\n\n    ",
    "```\n",
    "~~~\n",
    "[a]: b\n",
    "[a]: <",
    "[^a]",
    "\t",
    "a\u{200B}",
    "http://",
    "://",
    "@",
    "-----BEGIN PRIVATE KEY-----\n",
    "AKIA",
    "ghp_",
    "sk-",
    "secret_key=",
    "iex ",
    "irm http://a | iex\n",
    "`rm -rf /` ",
    "аa ",
    "\u{E0061}",
    "---\n",
    "| `a | b` ",
    "run `rm x` ",
];

/// Vets a pack of one document.
fn document(text: &str, queries: &QuerySet) -> f64 {
    let file = File::of_text("SKILL.md", text);
    let pack = Pack { dir: "a".into(), dirname: "a".into(), files: vec![file], gaps: Vec::new() };
    best(|| drop(vet(&pack, queries, Policy::Seed)))
}

fn documents(queries: &QuerySet) {
    let honest: String =
        (0..).map(|n| HONEST.replace("{n}", &n.to_string())).take(DOCUMENT / HONEST.len()).collect();
    let floor = document(&honest, queries);
    println!("\n{:<34} {:>9} {:>8}", "2 MiB of markdown", "ms", "ratio");
    println!("{:<34} {floor:>9.0} {:>8.2}", "honest", 1.0);
    let mut worst = 0.0f64;
    for piece in HOSTILE {
        let time = document(&piece.repeat(DOCUMENT / piece.len()), queries);
        worst = worst.max(time / floor);
        println!("{:<34} {time:>9.0} {:>8.2}", format!("{piece:?}"), time / floor);
    }
    let nested: String =
        HOSTILE.iter().map(|piece| piece.repeat(DOCUMENT / HOSTILE.len() / piece.len())).collect();
    let time = document(&nested, queries);
    println!("{:<34} {time:>9.0} {:>8.2}", "all of them", time / floor);
    println!("the worst takes {:.2} times as long as the honest document", worst.max(time / floor));
}

fn main() {
    let queries = QuerySet::embedded();
    if std::env::args().any(|argument| argument == "documents") {
        return documents(&queries);
    }
    growth(&queries);
    documents(&queries);
}

fn growth(queries: &QuerySet) {
    println!(
        "{:<11} {:>7} {:>10} {:>10} {:>8} {:>8}",
        "language", "lines", "parse ms", "all ms", "all/parse", "growth"
    );
    for language in [Language::Python, Language::Bash, Language::JavaScript] {
        let mut previous: Option<f64> = None;
        for power in 0..7 {
            let lines = 1000 << power;
            let text: String = (0..lines).map(|n| line(language, n) + "\n").collect();
            let parse = best(|| drop(Tree::parse(language, &text, Budget::default())));
            let all = best(|| drop(Unit::script(language, &text, queries)));
            let growth = previous.map_or(String::from("-"), |before| format!("{:.2}", all / before));
            println!(
                "{:<11} {lines:>7} {parse:>10.1} {all:>10.1} {:>8.2} {growth:>8}",
                language.name(),
                all / parse
            );
            previous = Some(all);
        }
    }
}
