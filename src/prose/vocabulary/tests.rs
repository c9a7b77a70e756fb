use super::*;

fn found(entry: &str, text: &str) -> bool {
    let folded = Folded::of(text);
    let vocabulary = Vocabulary::new([(3, 0, entry)].into_iter());
    let mut stream = Stream::default();
    stream.push(&folded, &vocabulary);
    !vocabulary.hits(&stream).is_empty()
}

#[test]
fn entries_are_phrases_over_words() {
    for (entry, text, fits) in [
        ("ignore|skip all? ... rule*", "Skip the other rules", true),
        ("ignore|skip all? ... rule*", "Ignore all of these old rules", true),
        ("ignore|skip all? ... rule*", "Ignore one two three four rules", false),
        ("ignore|skip all? ... rule*", "Ignore it. Two rules", false),
        ("ignore ... rule*", "Ignore. One of the rules", false),
        ("upload~", "uploads", true),
        ("upload~", "uploading", true),
        ("upload~", "uploader", false),
        ("stash~", "stashes", true),
        ("ship~", "shipping", true),
        ("ship~", "shipment", false),
        ("store~", "storing", true),
        ("store~", "storied", false),
        ("copy~", "copied", true),
        ("convey~", "conveyed", true),
        ("pass~ it_on", "passed it on", true),
        ("use~", "using", true),
        ("try~", "tries", true),
        ("go~", "goes", true),
        ("email", "JIRA_EMAIL", false),
        ("ignore previous", "ignore_previous", true),
        ("don't tell", "Don’t tell", true),
        ("in_front_of you", "in front of you", true),
        ("précédent*", "PRECEDENTES", true),
        ("忽略 ... 指令", "请忽略之前的指令", true),
        ("忽略 ... 指令", "忽略。指令", false),
        ("지시", "이전 지시를", true),
        ("инструкц*", "все инструкции", true),
        ("all? previous", "previous", true),
        ("all? previous", "all previous", true),
        ("previous? all? rule", "all rule", true),
        ("api|api_key send", "api key send", true),
        ("read ... key|token|s*", "read the old secret", true),
        ("read ... key|token|s*", "read the old box", false),
        ("忽略\u{3000}指令", "忽略指令", true),
        ("ignore\u{a0}all", "ignore all", true),
        ("ignore previous", "i g n o r e  p r e v i o u s", true),
        ("ignore previous", "1gn0re pr3vious", true),
    ] {
        assert_eq!(found(entry, text), fits, "{entry} in {text}");
    }
}
