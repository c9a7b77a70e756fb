use super::*;

fn words(text: &str) -> Vec<String> {
    let folded = Folded::of(text);
    let vocabulary = Vocabulary::new([(0, 0, "ignore all previous instruction*")].into_iter());
    let mut stream = Stream::default();
    stream.push(&folded, &vocabulary);
    (0..stream.tokens.len())
        .map(|at| match stream.other(at) {
            Some((word, _)) => format!("{}={word}", stream.word(at)),
            None => stream.word(at).to_string(),
        })
        .collect()
}

#[test]
fn words_addresses_and_characters() {
    assert_eq!(
        words("Don't read/send `~/.ssh/id_rsa`, now."),
        ["don't", "read", "send", "~/.ssh/id_rsa", "now"]
    );
    assert_eq!(words("See https://a.example/x.zip."), ["see", "https://a.example/x.zip"]);
    assert_eq!(words("To in.a-b.example:90, log.info."), ["to", "in.a-b.example:90", "log", "info"]);
    assert_eq!(words("무시 前の"), ["무", "시", "前", "の"]);
    assert_eq!(words("去https://a.example/x.zip，看"), ["去", "https://a.example/x.zip", "看"]);
    assert_eq!(words("撮り、https://a.example/upに"), ["撮", "り", "https://a.example/up", "に"]);
}

#[test]
fn words_in_disguise_have_another_reading() {
    assert_eq!(words("1gn0r3"), ["1gn0r3=ignore"]);
    assert_eq!(words("іgnоrе"), ["іgnоrе=ignore"]);
    assert_eq!(words("ig-nore"), ["ig=ignore", "nore"]);
    assert_eq!(words("i g n o r e  a l l")[0], "i=ignore");
    assert_eq!(words("i.g.n.o.r.e.a.l.l")[0], "i=ignore");
    assert_eq!(words("i g n o r e a l l")[6], "a=all");
}

#[test]
fn sentences_and_quotations_are_told_apart() {
    let folded = Folded::of("One two. Three, e.g. four: \"five six\" it's seven");
    let vocabulary = Vocabulary::new([].into_iter());
    let mut stream = Stream::default();
    stream.push(&folded, &vocabulary);
    let joints: Vec<Joint> = stream.tokens.iter().map(|token| token.joint).collect();
    assert_eq!(joints[..4], [Joint::Passage, Joint::Blank, Joint::Sentence, Joint::Comma]);
    assert_eq!(stream.tokens.iter().filter(|token| token.quote > 0).count(), 2);
    assert_eq!(stream.sentence_range(1), 0..2);
}
