use super::*;

fn read(block: &str) -> Frontmatter {
    Frontmatter::read(&Text::new(format!("---\n{block}\n---\nbody: none\n"))).expect("a block")
}

fn text_of(block: &str, key: &str) -> String {
    let found = read(block);
    assert_eq!(found.errors, [], "{block}");
    found.scalar(key).unwrap_or_else(|| panic!("no {key} in {found:?}")).text.clone()
}

fn list_of(block: &str) -> Vec<String> {
    let found = read(block);
    assert_eq!(found.errors, [], "{block}");
    match &found.entries[0].value {
        Value::List(items) => items.iter().map(|item| item.text.clone()).collect(),
        other => panic!("no list: {other:?}"),
    }
}

#[test]
fn a_block_stands_at_the_head_and_is_closed() {
    for text in ["---\nname: a\n---\n", "\u{FEFF}---\nname: a\n---", "---  \r\nname: a\r\n...\r\n"] {
        let found = Frontmatter::read(&Text::new(text.into())).expect(text);
        assert_eq!(found.scalar("name").map(|scalar| scalar.text.as_str()), Some("a"));
    }
    for text in
        ["", "# A\n\n---\nname: a\n---\n", "\n---\nname: a\n---\n", "---\nname: a\n", "----\nname: a\n---\n"]
    {
        assert_eq!(Frontmatter::read(&Text::new(text.into())), None, "{text:?}");
    }
}

#[test]
fn scalars_lose_quotes_comments_and_line_breaks() {
    for (block, value) in [
        ("k: plain", "plain"),
        ("k:   it's # a remark", "it's"),
        ("k: C# and a#b", "C# and a#b"),
        ("k: Use when: it rains", "Use when: it rains"),
        ("k: 'it''s'", "it's"),
        ("k: \"a \\\"b\\\" \\u00e9\\n\" # remark", "a \"b\" é\n"),
        ("k: \"C:\\dir\"", "C:\\dir"),
        ("k: one\n  two\n\n  three", "one two\nthree"),
        ("k: \"one\n  two\"", "one two"),
        ("k:\n  on the next line", "on the next line"),
        ("k:\n  'quoted below'", "quoted below"),
        ("k:", ""),
        ("k: # nothing", ""),
        ("\"k\": quoted key", "quoted key"),
        ("k: *", "*"),
        ("k: [file] [options]", "[file] [options]"),
    ] {
        assert_eq!(text_of(block, "k"), value, "{block}");
    }
}

#[test]
fn block_scalars_fold_strip_and_keep() {
    for (block, value) in [
        ("k: |\n  one\n   two\n\n  three", "one\n two\n\nthree\n"),
        ("k: >-\n  one\n  two\n\n  three", "one two\nthree"),
        ("k: |-\n  # no comment\n  x", "# no comment\nx"),
        ("k: |+\n  x\n\nn: y", "x\n\n"),
        ("k: >2-  # remark\n    deep", "  deep"),
        ("k: |\n  key: value\n# remark\nn: y", "key: value\n"),
        ("k: |\n  x\n \u{3000}y", "x\n\u{3000}y\n"),
        ("k: |\n   x\n \u{2003}\n   z", "x\n\u{2003}\nz\n"),
        ("k: |3\n \u{3000}x", "\u{3000}x\n"),
    ] {
        assert_eq!(text_of(block, "k"), value, "{block}");
    }
    assert_eq!(text_of("k: |\n  key: value\n# remark\nn: y", "n"), "y");
    assert_eq!(read("k: >text\nn: y").errors.len(), 1);
}

#[test]
fn lists_in_every_form() {
    for block in [
        "k: [Read, \"Bash(a, b)\", 'c']",
        "k: [Read, Bash(a, b), c] # remark",
        "k: [\n  Read,\n  Bash(a, b), # remark\n  c,\n]",
        "k:\n  [Read, Bash(a, b), c]",
        "k:\n  - Read\n  # remark\n  - Bash(a, b) # remark\n\n  - 'c'",
        "k:\n- Read\n- Bash(a,\n    b)\n- c",
        "k: # remark\n# remark\n\t- Read\n\t- \"Bash(a, b)\"\n\t- c",
    ] {
        assert_eq!(list_of(block), ["Read", "Bash(a, b)", "c"], "{block}");
    }
    assert_eq!(list_of("k: []"), Vec::<String>::new());
    // Parentheses that do not match hide nothing.
    assert_eq!(list_of("k: [Bash(, *]"), ["Bash(", "*"]);
}

#[test]
fn an_item_knows_its_own_line() {
    let text = Text::new("---\nallowed-tools:\n  - Read\n  - \"*\"\n---\n".into());
    let found = Frontmatter::read(&text).expect("a block");
    let Value::List(items) = &found.entries[0].value else { panic!() };
    assert_eq!(text.line_of(items[1].span.start), 4);
    assert_eq!(&text.as_str()[items[1].span.range()], "\"*\"");
    assert_eq!(&text.as_str()[found.entries[0].key_span.range()], "allowed-tools");
}

#[test]
fn maps_are_kept_as_they_stand() {
    for block in [
        "k:\n  a: b\n  c:\n    - d\nn: x",
        "k: { a: b, c: [d] }\nn: x",
        "k: {\n  a: b\n}\nn: x",
        "k:\n  - a: b\n    c: d\n  - a: e\nn: x",
        "k:\n- a: b\n  c: d\nn: x",
    ] {
        let found = read(block);
        assert_eq!(found.errors, [], "{block}");
        assert!(matches!(found.entries[0].value, Value::Opaque(_)), "{block}");
        assert_eq!(found.entries[1].key, "n", "{block}");
    }
}

#[test]
fn what_cannot_be_read_is_an_error_with_its_line_and_reading_goes_on() {
    for (bad, at) in [
        ("just words on a line", 3),
        ("- an item of nothing", 3),
        ("  indented: under nothing", 0),
        ("k: \"never closed", 3),
        ("k: 'a' and 'b'", 3),
        ("k: [never, closed", 3),
        ("k: {a} and b", 3),
        ("? complex", 3),
        ("]", 3),
    ] {
        let text = Text::new(format!("---\nname: a\n{bad}\nlast: b\n---\n"));
        let found = Frontmatter::read(&text).expect("a block");
        let lines: Vec<u32> = found.errors.iter().map(|span| text.line_of(span.start)).collect();
        let expected: Vec<u32> = if at == 0 { vec![] } else { vec![at] };
        assert_eq!(lines, expected, "{bad}");
        assert_eq!(found.scalar("last").map(|scalar| scalar.text.as_str()), Some("b"), "{bad}");
    }
    assert_eq!(read("  indented: first").errors.len(), 1);
}

#[test]
fn keys_with_dots_dashes_and_blanks() {
    assert_eq!(text_of("argument-hint: x\nmeta.a: y\nmy key: z", "meta.a"), "y");
    assert_eq!(text_of("argument-hint: x\nmeta.a: y\nmy key: z", "my key"), "z");
}
