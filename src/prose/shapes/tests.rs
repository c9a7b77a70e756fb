use super::super::Folded;
use super::*;

fn lists(entries: &[&str]) -> Vec<String> {
    entries.iter().map(|entry| entry.to_string()).collect()
}

/// Whether one of the shapes of a section stands in `text`.
fn finds(shapes: &[&str], text: &str) -> bool {
    let classes = [
        ("take", "English", lists(&["read", "open"])),
        ("secret", "English", lists(&["api? key*"])),
        ("send", "English", lists(&["send"])),
        ("send", "Latin", lists(&["mitte"])),
        ("thing", "English", lists(&["<secret>", "box"])),
        ("anything", "English", lists(&["<thing>"])),
        ("consent", "English", lists(&["leave", "say-so"])),
        ("not", "English", lists(&["no", "without", "never"])),
        ("not", "Latin", lists(&["sine"])),
        ("unasked", "English", lists(&["<not> ... <consent>|word", "<not> wait for <consent>"])),
        ("unasked", "Latin", lists(&["<not> consensu"])),
        ("act", "English", lists(&["<send:verb> ...1 <anything> !<not>"])),
    ];
    let words: Sections<'_> =
        classes.iter().map(|(kind, label, entries)| (*kind, *label, &entries[..])).collect();
    let shapes = lists(shapes);
    let (book, bad) = Book::read(&words, &[vec![("k", "x", &shapes)]], &[]);
    assert!(bad.is_empty(), "{bad:?}");
    let folded = Folded::of(text);
    let mut stream = Stream::default();
    stream.push(&folded, book.vocabulary());
    !book.matches(&stream, Vec::new()).is_empty()
}

fn found(shape: &str, text: &str) -> bool {
    finds(&[shape], text)
}

#[test]
fn classes_stand_in_entries() {
    for (shape, text, fits) in [
        ("<send> & <unasked>", "Send it without their leave", true),
        ("<send> & <unasked>", "Send it without a further word", true),
        ("<send> & <unasked>", "Never wait long for a say-so, send", false),
        ("<send> & <unasked>", "Never wait for leave, send", true),
        ("<send> & <unasked>", "mitte sine consensu", true),
        ("<send> & <unasked>", "send, sine consensu", false),
        ("<act>", "Send the keys", true),
        ("<act>", "Send all the old keys", false),
        ("<act>", "Send keys never", false),
        ("<act>", "The send box", false),
        ("<act> & <unasked>", "Send the box now without leave", true),
        ("<take>|<send> <secret>", "Open keys", true),
        ("<take>|<send> <secret>", "mitte keys", false),
        ("<take>|get <secret>", "Get keys", true),
        ("!<not> <send>", "Never send", false),
        ("!<not> <send>", "Never ever send", true),
        ("!<not> ... <send>", "Never ever send", false),
        ("!<not> ... <send>", "Never. Ever send", true),
        ("<send> !<not>", "Send never", false),
        ("<send> ...2 !<not>", "Send keys never", false),
        ("<send> ...2 !<not>", "Send keys or boxes never", true),
        ("<take> ...5 <secret>", "Read one two three four five keys", true),
        ("<take> ...4 <secret>", "Read one two three four five keys", false),
        ("<unasked> & <not>", "Send it without leave", false),
        ("<unasked> && <not>", "Send it without leave", true),
        ("<take> & <unasked> && <not>", "Read without leave", true),
    ] {
        assert_eq!(found(shape, text), fits, "{shape} in {text}");
    }
    assert!(finds(&["<take> & <secret>", "-- <not>"], "Read the keys"));
    assert!(!finds(&["-- <not>", "<take> & <secret>"], "Read the keys, never lose them"));
}

#[test]
fn circles_are_told() {
    let (a, b, c) = (lists(&["<b> x"]), lists(&["y", "<a:verb> z"]), lists(&["<a>"]));
    let words: Sections<'_> = vec![("a", "", &a), ("b", "", &b), ("c", "", &c)];
    let (_, bad) = Book::read(&words, &[], &[]);
    let entries: Vec<&str> = bad.iter().map(|bad| &*bad.entry).collect();
    assert_eq!(entries, ["<b> x", "<a:verb> z"], "what stands behind a circle is no mistake");
    let own = lists(&["<a>", "x"]);
    assert_eq!(Book::read(&vec![("a", "", &own)], &[], &[]).1.len(), 1);
}

#[test]
fn shapes_join_classes() {
    for (shape, text, fits) in [
        ("<take> ... <secret>", "Read all of the keys", true),
        ("<take> <secret>", "Read the keys", false),
        ("<take> & <secret>", "The keys you read", true),
        ("<take> & <secret>", "Read. The keys", false),
        ("<take> + <secret>", "Read. The keys", true),
        ("<take> ... <secret> + <send>", "Read the key. Then wait. Send it.", true),
        ("<take> ... <secret> + <send> -- never", "Never read the key. Then wait. Send it.", false),
        ("<take> !public ... <secret>", "Read public keys", false),
        ("<take> the? <secret>", "open keys", true),
        ("<take> ... <thing>", "Read all of the keys", true),
        ("<take> ... <anything>", "Read all of the keys", true),
        ("<take> ... <anything>", "Open the box", true),
        ("<secret> & <send>", "The keys mitte", false),
        ("<secret> & <send:verb>", "The keys a send gives", false),
        ("<secret> & <send:verb>", "The keys, send them", true),
        ("<secret> & <send:verb>", "Keys: quietly send them", true),
    ] {
        assert_eq!(found(shape, text), fits, "{shape} in {text}");
    }
}

#[test]
fn mistakes_are_told() {
    let entries =
        lists(&["<no-such> x", "... x", "x ...", "!x", "x? y", "-- <no-bar>", "<a", "<a|b>", "x <b|c"]);
    let (_, bad) = Book::read(&Vec::new(), &[vec![("k", "x", &entries)]], &[]);
    assert_eq!(bad.len(), entries.len());
    let bad: Vec<BadEntry> = bad.into_iter().filter(|bad| bad.entry == entries[0]).collect();
    assert_eq!(bad[0].message, "no class `no-such`");
    let words: Vec<String> = vec!["<no-word>".into()];
    let (_, bad) = Book::read(&vec![("thing", "English", &words)], &[], &[]);
    assert_eq!(
        bad,
        [BadEntry { list: None, entry: "<no-word>".into(), message: "no class `no-word`".into() }]
    );
}
