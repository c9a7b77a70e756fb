use super::super::Folded;
use super::*;

fn found(shape: &str, text: &str) -> bool {
    let list = |entries: &[&str]| -> Vec<String> { entries.iter().map(|entry| entry.to_string()).collect() };
    let other = list(&["mitte"]);
    let (thing, anything) = (list(&["<secret>", "box"]), list(&["<thing>"]));
    let (take, secret, send) = (list(&["read", "open"]), list(&["api? key*"]), list(&["send"]));
    let words: Sections<'_> = vec![
        ("take", "English", &take),
        ("secret", "English", &secret),
        ("send", "English", &send),
        ("send", "Latin", &other),
        ("thing", "English", &thing),
        ("anything", "English", &anything),
    ];
    let shapes = list(&[shape]);
    let (book, bad) = Book::read(&words, &[vec![("k", "x", &shapes)]], &[]);
    assert!(bad.is_empty(), "{bad:?}");
    let folded = Folded::of(text);
    let mut stream = Stream::default();
    stream.push(&folded, book.vocabulary());
    !book.matches(&stream, Vec::new()).is_empty()
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
    let entries: Vec<String> = vec!["<no-such> x".into(), "... x".into()];
    let (_, bad) = Book::read(&Vec::new(), &[vec![("k", "x", &entries)]], &[]);
    assert_eq!(bad.len(), 2);
    assert_eq!(bad[0].message, "no class `no-such`");
    let words: Vec<String> = vec!["<no-word>".into()];
    let (_, bad) = Book::read(&vec![("thing", "English", &words)], &[], &[]);
    assert_eq!(
        bad,
        [BadEntry { list: None, entry: "<no-word>".into(), message: "no class `no-word`".into() }]
    );
}
