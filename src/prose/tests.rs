use super::*;

fn told(form: Form, text: &str) -> Vec<(Place, String)> {
    let document = Document::read(form, text);
    document
        .passages
        .iter()
        .map(|passage| (passage.place, passage.text.as_str().trim().to_string()))
        .collect()
}

fn of(form: Form, place: Place, text: &str) -> Vec<String> {
    told(form, text).into_iter().filter(|(there, _)| *there == place).map(|(_, said)| said).collect()
}

#[test]
fn a_page_falls_into_passages() {
    let text = "---\nname: a\ndescription: \"One two\"\n---\n# Head\n\nA **bold** `code` [link](https://a.example/x).\n\nDo:\n\n- one\n- two\n\n> quoted\n\n| a | b |\n| --- | --- |\n| c | d |\n";
    use Place::*;
    let expected = [
        (Heading, "name"),
        (Value, "a"),
        (Heading, "description"),
        (Value, "one two"),
        (Heading, "head"),
        (Text, "a bold `code` link https://a.example/x ."),
        (Text, "do:"),
        (Text, "one"),
        (Text, "two"),
        (Text, "quoted"),
        (Row, "a | b"),
        (Row, "c | d"),
    ];
    let expected: Vec<(Place, String)> =
        expected.iter().map(|(place, said)| (*place, said.to_string())).collect();
    assert_eq!(told(Form::Markdown, text), expected);
    let document = Document::read(Form::Markdown, text);
    let one = document.passages.iter().find(|passage| passage.text.as_str() == "one");
    let lead =
        one.and_then(|passage| passage.lead).map(|lead| document.passages[lead as usize].text.as_str());
    assert_eq!(lead, Some("do:"));
    assert!(document.passages.iter().any(|passage| passage.quoted && passage.text.as_str() == "quoted"));
}

#[test]
fn hidden_places_are_read() {
    let far = " ".repeat(1000);
    for (text, place, said) in [
        ("a <!-- one --> b".to_string(), Place::Comment, "one"),
        ("<!--\none\ntwo\n-->\n".to_string(), Place::Comment, "one two"),
        ("![one](a.png \"two\")".to_string(), Place::Alt, "one"),
        ("![one](a.png \"two\")".to_string(), Place::LinkTitle, "two"),
        ("[a](b.md 'two')".to_string(), Place::LinkTitle, "two"),
        ("[x]: # (two)\n".to_string(), Place::LinkTitle, "two"),
        ("<div style=\"display:none\">\n\none\n\n</div>\n\nseen".to_string(), Place::Invisible, "one"),
        ("<div style=\"display:none\">one</div>\n\nseen".to_string(), Place::Invisible, "one"),
        ("seen <span style='font-size:0'>one</span> too".to_string(), Place::Invisible, "one"),
        (format!("seen{far}one"), Place::FarRight, "one"),
        (format!("{far}one"), Place::FarRight, "one"),
        (format!("| a | b |\n| --- | --- |\n| c |{far}one |\n"), Place::FarRight, "one"),
        ("a\u{E006F}\u{E006E}\u{E0065}".to_string(), Place::Tags, "one"),
    ] {
        let found = of(Form::Markdown, place, &text);
        assert_eq!(
            found.iter().map(|found| found.trim_matches(['|', ' '])).collect::<Vec<_>>(),
            [said],
            "{}",
            &text[..40.min(text.len())]
        );
    }
}

#[test]
fn titles_stand_at_the_ends_of_their_links() {
    let text = "two ![one ![x](a.png \"two\")](b.png \"two\" )\n";
    let document = Document::read(Form::Markdown, text);
    let titles = document.passages.iter().filter(|passage| passage.place == Place::LinkTitle);
    let mut places: Vec<u32> = titles.map(|title| title.text.origin(text, 0, 3).start).collect();
    places.sort_unstable();
    let expected: Vec<u32> = text.match_indices("two").skip(1).map(|(at, _)| at as u32).collect();
    assert_eq!(places, expected);
}

#[test]
fn data_is_read_by_its_strings() {
    let json = "{\"tools\": [{\"name\": \"a\", \"description\": \"One\\ntwo \\u0041\"}], \"n\": 1}";
    assert_eq!(of(Form::Data, Place::Value, json), ["a", "one two a"]);
    let document = Document::read(Form::Data, json);
    let last = document.passages.len() - 1;
    let index = (0..=last).find(|&at| document.passages[at].text.as_str().starts_with("one")).unwrap_or(0);
    let trail: Vec<&str> = document.trail(index).map(|at| document.passages[at].text.as_str()).collect();
    assert_eq!(trail, ["description", "tools"]);
    let yaml =
        "# no\na:\n  b: \"one\"\n  c: >\n    two\n    three\n  d:\n    - four\n    - five\nlast: x: y\n";
    assert_eq!(of(Form::Data, Place::Value, yaml), ["one", "two three", "four", "five", "x: y"]);
    assert_eq!(of(Form::Data, Place::Value, "[tool]\na = \"one\"\n"), ["one"]);
}

#[test]
fn plain_text_has_paragraphs_and_items() {
    let text = "TITLE\n\none\ntwo\n\nDo:\n- three\n- four\n";
    assert_eq!(of(Form::Plain, Place::Text, text), ["one two", "do:", "- three", "- four"]);
}

#[test]
fn every_passage_knows_its_bytes() {
    let text = "# É\n\nSee `x` and\n[this](https://a.example \"t\") now";
    let document = Document::read(Form::Markdown, text);
    for passage in &document.passages {
        let folded = passage.text.as_str();
        for (at, c) in folded.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()) {
            let span = passage.text.origin(text, at, at + 1);
            let there = Folded::of(&text[span.range()]);
            assert_eq!(there.as_str(), c.to_string(), "{folded} {at}");
        }
    }
}

#[test]
fn hostile_text_is_read_in_one_pass() {
    for piece in [
        "<b>",
        "<div hidden>",
        "<!--",
        "](",
        "[a](b 'c')",
        "\"",
        "'a ",
        "`",
        "{\"a\":",
        "[",
        "- ",
        "> ",
        "# a\n",
        "a: ",
        "  ",
    ] {
        let text = piece.repeat(20_000);
        for form in [Form::Markdown, Form::Plain, Form::Data] {
            Document::read(form, &text);
        }
    }
}

#[test]
fn data_in_a_fence_is_read_by_its_strings() {
    let text =
        "# Bad\n\nNever say:\n\n```json\n{\"say\": \"one two\"}\n```\n\nThree.\n\n```yaml\nnote: four\n```\n";
    assert_eq!(of(Form::Markdown, Place::Value, text), ["one two", "four"]);
    let document = Document::read(Form::Markdown, text);
    let value = document.passages.iter().position(|passage| passage.place == Place::Value).unwrap();
    let above: Vec<&str> =
        document.trail(value).map(|index| document.passages[index].text.as_str().trim()).collect();
    assert_eq!(above, ["say", "bad"]);
    let lead =
        document.passages[value].lead.map(|lead| document.passages[lead as usize].text.as_str().trim());
    assert_eq!(lead, Some("never say:"));
    let span = document.passages[value].text.origin(text, 0, 3);
    assert_eq!(&text[span.range()], "one");
}
