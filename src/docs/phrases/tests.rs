use super::*;

fn finds(phrase: &'static str, text: &str) -> bool {
    let phrases = Phrases::new([[phrase]]);
    !phrases.find(text).is_empty()
}

#[test]
fn phrases_match_whole_words_with_options_and_gaps() {
    assert!(finds("screen shot|shots", "a screen-shot"));
    assert!(!finds("screen shot", "screen shots"));
    assert!(finds("runs fully? offline", "it runs offline."));
    assert!(finds("runs fully? offline", "it runs fully offline."));
    assert!(finds("fully? offline", "fully offline"));
    assert!(finds("need a? network", "need network"));
    assert!(finds("records ... screen", "records the whole screen"));
    assert!(!finds("records ... screen", "records text, then the screen"));
    assert!(finds("network : none|no_thing", "network: no thing"));
    assert!(finds("d' appel|appels", "d'appel"));
    assert!(finds("100_% local", "100 % local"));
    assert!(finds("截图", "可以截图吗"));
    assert!(finds("n'envoie jamais|pas ... données", "il n'envoie pas de vos données"));
    assert!(finds("läuft nur? offline", "es läuft offline."));
    assert!(finds("écran", "l'écran"));
    assert!(!finds("works offline", "works offlines") && !finds("works offline", "reworks offline"));
    assert!(finds("works offline", "works works offline"));
    assert!(!finds("a b", "a") && !finds("a ... b", "a") && !finds("a : b", "a"));
}

#[test]
fn all_phrases_of_a_text_are_found_one_after_the_other() {
    let phrases = Phrases::new([vec!["a b", "a|b c", "截图"], vec!["c"]]);
    let text = "a b c, b c 截图";
    let found: Vec<(usize, &str)> =
        phrases.find(text).into_iter().map(|(list, range)| (list, &text[range])).collect();
    assert_eq!(found, [(0, "a b"), (1, "c"), (0, "b c"), (1, "c"), (0, "截图")]);
}

#[test]
fn lists_have_sections() {
    let found = sections("; remark\n[a] First\nx\n; remark\n[b] Second\ny z\n");
    assert_eq!(found["a"], ["x"]);
    assert_eq!(found["b"], ["y z"]);
}

/// The same lists as regular expressions: what a phrase means, said a second time.
mod oracle {
    use super::*;
    use proptest::prelude::*;
    use regex::Regex;
    use std::fmt::Write;
    use std::sync::LazyLock;

    const LISTS: [&str; 2] = [
        include_str!("../../../queries/lexicon/offline-claims.txt"),
        include_str!("../../../queries/lexicon/capture-words.txt"),
    ];

    type Section = (Phrases, Regex);

    static SECTIONS: LazyLock<Vec<Section>> = LazyLock::new(|| {
        let sections = LISTS.into_iter().flat_map(|list| sections(list).into_values());
        let spaced = sections.map(|mut phrases| {
            phrases.retain(|phrase| !phrase.contains(is_unspaced));
            phrases
        });
        spaced.filter(|phrases| !phrases.is_empty()).map(both).collect()
    });

    static WORDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
        let entries = LISTS.into_iter().flat_map(|list| sections(list).into_values().flatten());
        let words = entries.flat_map(|entry| entry.split([' ', '|', '?', '_']));
        let marks = ["-", ": ", ":", "|", "; ", "—", "'", "é", " x ", " long sentence "];
        words.filter(|word| !word.is_empty()).chain(marks).collect()
    });

    fn both(phrases: Vec<&'static str>) -> Section {
        let alternatives: Vec<String> = phrases.iter().map(|phrase| pattern(phrase)).collect();
        (Phrases::new([phrases]), Regex::new(&alternatives.join("|")).expect("well-formed"))
    }

    fn pattern(phrase: &str) -> String {
        let mut out = String::from(r"(?-u:\b{start-half})");
        let mut separator = "";
        for token in phrase.split(' ') {
            let (token, optional) = match token.strip_suffix('?') {
                Some(token) if !token.is_empty() => (token, true),
                _ => (token, false),
            };
            let simple = match token {
                "..." => Some("[ -](?:[^ ,;:|—]+ ){0,3}?"),
                ":" => Some(" ?[:|] ?"),
                _ => None,
            };
            if let Some(simple) = simple {
                out.push_str(simple);
                separator = "";
                continue;
            }
            let words =
                token.split('|').map(|word| regex::escape(word).replace('_', "[ -]").replace(r"\-", "[ -]"));
            let words = words.collect::<Vec<_>>().join("|");
            let leads = optional && separator.is_empty();
            match (optional, leads) {
                (false, _) => write!(out, "{separator}(?:{words})"),
                (true, false) => write!(out, "(?:{separator}(?:{words}))?"),
                (true, true) => write!(out, "(?:(?:{words})[ -])?"),
            }
            .expect("a string takes all");
            if !leads {
                separator = if token.ends_with('\'') { "[ -]?" } else { "[ -]" };
            }
        }
        out + r"(?-u:\b{end-half})"
    }

    fn agree(text: &str) {
        for (phrases, expression) in SECTIONS.iter() {
            let found: Vec<Range<usize>> = phrases.find(text).into_iter().map(|(_, range)| range).collect();
            let expected: Vec<Range<usize>> = expression.find_iter(text).map(|found| found.range()).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn every_phrase_finds_itself_and_what_the_expression_finds() {
        for entry in LISTS.into_iter().flat_map(|list| sections(list).into_values().flatten()) {
            for choice in 0..8 {
                let word = |token: &str| {
                    let words: Vec<&str> = token.trim_end_matches('?').split('|').collect();
                    words[choice % words.len()].replace('_', " ")
                };
                agree(&entry.split(' ').map(word).collect::<Vec<_>>().join(" "));
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn any_words_are_judged_alike(words in prop::collection::vec((0..WORDS.len(), any::<bool>()), 0..40)) {
            let joined = words.iter().flat_map(|&(word, blank)| [WORDS[word], if blank { " " } else { "" }]);
            agree(&joined.collect::<String>());
        }
    }
}
