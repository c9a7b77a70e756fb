//! How the analysis of one file grows with the file: `cargo bench --bench scaling`.
//!
//! Generated files of assignments, calls, pipes and closures, each twice as long as the one
//! before. A factor near 2 is linear. The parse alone stands beside it, as the floor.

#![allow(clippy::print_stdout)]
#![allow(missing_docs)]

use skill_vet::facts::Unit;
use skill_vet::language::Language;
use skill_vet::queries::QuerySet;
use skill_vet::source::{Budget, Tree};
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

/// Milliseconds of the best of three.
fn best(mut run: impl FnMut()) -> f64 {
    let time = |run: &mut dyn FnMut()| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64() * 1000.0
    };
    (0..3).map(|_| time(&mut run)).fold(f64::INFINITY, f64::min)
}

fn main() {
    let queries = QuerySet::embedded();
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
            let all = best(|| drop(Unit::script(language, &text, &queries)));
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
