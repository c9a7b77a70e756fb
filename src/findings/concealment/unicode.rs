//! Characters nobody sees, and where they are ordinary spelling all the same: in emoji, in flags,
//! and in words of scripts whose letters join.

use icu_properties::CodePointSetData;
use icu_properties::props::{Emoji, EmojiModifier, ExtendedPictographic, Ideographic};

/// The concealing characters of `text` with their offsets. A byte order mark at the head is a
/// signature.
pub(super) fn concealed(text: &str) -> Vec<(usize, char)> {
    let mut found = Vec::new();
    let mut flag_end = 0;
    for (at, c) in text.char_indices() {
        if c.is_ascii() {
            continue;
        }
        if c == FLAG {
            flag_end = at + flag_length(&text[at..]);
        }
        let signature = at == 0 && c == '\u{FEFF}';
        if is_concealing(c) && !signature && at >= flag_end {
            let (before, after) = (&text[..at], &text[at + c.len_utf8()..]);
            if !is_spelling(c, before, after) {
                found.push((at, c));
            }
        }
    }
    found
}

/// Invisible characters: zero width, joiners, soft hyphens, bidi controls, fillers, tags, selectors.
fn is_concealing(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
        | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Whether `c` belongs where it stands, between `before` and `after`.
fn is_spelling(c: char, before: &str, after: &str) -> bool {
    let (previous, next) = (before.chars().next_back(), after.chars().next());
    let is = |c: Option<char>, of: fn(char) -> bool| c.is_some_and(of);
    match c {
        '\u{200D}' if is(emoji_before(before), is_pictograph) && is(next, is_pictograph) => true,
        '\u{200C}' | '\u{200D}' => {
            is(previous, is_virama) || (is(previous, is_joining) && is(next, is_joining))
        }
        '\u{FE0E}' | '\u{FE0F}' => match previous {
            Some('0'..='9' | '#' | '*') => next == Some('\u{20E3}'),
            _ => is(previous, |c| CodePointSetData::new::<Emoji>().contains(c)),
        },
        // Variants of ideographs, of mathematical signs, of Mongolian letters.
        '\u{FE00}'..='\u{FE02}' if is(previous, |c| matches!(c, '\u{2190}'..='\u{2AFF}')) => true,
        '\u{FE00}'..='\u{FE02}' | '\u{E0100}'..='\u{E01EF}' => {
            is(previous, |c| CodePointSetData::new::<Ideographic>().contains(c))
        }
        '\u{180B}'..='\u{180F}' => is(previous, |c| matches!(c, '\u{1820}'..='\u{18AA}')),
        '\u{115F}' | '\u{1160}' => {
            let jamo = |c| matches!(c, '\u{1100}'..='\u{115E}' | '\u{1161}'..='\u{11FF}');
            is(previous, jamo) || is(next, jamo)
        }
        _ => false,
    }
}

/// The pictograph at the end of `before`, its selector and skin tone aside.
fn emoji_before(before: &str) -> Option<char> {
    let modifies = |c: &char| *c == '\u{FE0F}' || CodePointSetData::new::<EmojiModifier>().contains(*c);
    before.chars().rev().take(3).find(|c| !modifies(c))
}

fn is_pictograph(c: char) -> bool {
    CodePointSetData::new::<ExtendedPictographic>().contains(c)
}

/// Letters of scripts in which a joiner or non-joiner is part of the spelling: Arabic and its
/// neighbours, the scripts of India and south-east Asia, Mongolian.
fn is_joining(c: char) -> bool {
    matches!(c,
        '\u{0600}'..='\u{08FF}' | '\u{0900}'..='\u{0DFF}' | '\u{0F00}'..='\u{109F}' | '\u{1780}'..='\u{18AF}'
        | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
        && !is_concealing(c)
}

/// The sign after which a joiner may also end a word.
fn is_virama(c: char) -> bool {
    matches!(
        c,
        '\u{094D}'
            | '\u{09CD}'
            | '\u{0A4D}'
            | '\u{0ACD}'
            | '\u{0B4D}'
            | '\u{0BCD}'
            | '\u{0C4D}'
            | '\u{0CCD}'
            | '\u{0D4D}'
            | '\u{0DCA}'
            | '\u{1039}'
    )
}

/// The black flag that begins a flag of tag characters.
const FLAG: char = '\u{1F3F4}';

/// Length of the flag at the head of `text` if it is one of a region (`gbsct`): four to six
/// letters or digits as tags, and the tag that ends it. Otherwise 0.
fn flag_length(text: &str) -> usize {
    let tags = |c: &char| matches!(c, '\u{E0030}'..='\u{E0039}' | '\u{E0061}'..='\u{E007A}');
    let region = text.chars().skip(1).take(7).take_while(tags).count();
    let ends = text.chars().nth(1 + region) == Some('\u{E007F}');
    // Each of these characters takes four bytes.
    if (4..=6).contains(&region) && ends { 4 * (region + 2) } else { 0 }
}

/// The character under which `c` is counted: tags and selectors are counted together.
pub(super) fn kind(c: char) -> char {
    match c {
        '\u{E0000}'..='\u{E007F}' => '\u{E0000}',
        '\u{FE00}'..='\u{FE0F}' => '\u{FE00}',
        '\u{E0100}'..='\u{E01EF}' => '\u{E0100}',
        _ => c,
    }
}

/// What a tag character spells.
pub(super) fn spelled(c: char) -> Option<char> {
    let ascii = (c as u32).checked_sub(0xE0000)?;
    (0x20..0x7F).contains(&ascii).then(|| char::from_u32(ascii)).flatten()
}

/// What a run of variation selectors carries as bytes, where it is text: the first sixteen selectors
/// are the bytes 0 to 15, those of the supplement the rest.
pub(super) fn carried(text: &str) -> String {
    let byte = |c: char| match c {
        '\u{FE00}'..='\u{FE0F}' => Some(c as u32 - 0xFE00),
        '\u{E0100}'..='\u{E01EF}' => Some(c as u32 - 0xE0100 + 16),
        _ => None,
    };
    let mut run = String::new();
    let mut longest = String::new();
    for c in text.chars().filter(|c| !c.is_ascii()).chain(['\u{3000}']) {
        match byte(c).and_then(char::from_u32) {
            Some(carried) => run.push(carried),
            None if run.len() > longest.len() => longest = std::mem::take(&mut run),
            None => run.clear(),
        }
    }
    let is_text = longest.chars().all(|c| c.is_ascii_graphic() || c == ' ' || c == '\n');
    if longest.len() >= 4 && is_text { longest } else { String::new() }
}

/// Whether a character has what stands around it shown in another order.
pub(super) fn reorders(c: char) -> bool {
    matches!(c, '\u{202A}' | '\u{202B}' | '\u{202D}' | '\u{202E}' | '\u{2066}'..='\u{2068}')
}

/// The name of a concealing character in lower case, as the Unicode standard has it.
pub(super) fn name(c: char) -> &'static str {
    match c {
        '\u{00AD}' => "soft hyphen",
        '\u{034F}' => "combining grapheme joiner",
        '\u{061C}' => "arabic letter mark",
        '\u{115F}' => "hangul choseong filler",
        '\u{1160}' => "hangul jungseong filler",
        '\u{17B4}' => "khmer vowel inherent aq",
        '\u{17B5}' => "khmer vowel inherent aa",
        '\u{180E}' => "mongolian vowel separator",
        '\u{180B}'..='\u{180F}' => "mongolian free variation selector",
        '\u{200B}' => "zero width space",
        '\u{200C}' => "zero width non-joiner",
        '\u{200D}' => "zero width joiner",
        '\u{200E}' => "left-to-right mark",
        '\u{200F}' => "right-to-left mark",
        '\u{202A}' => "left-to-right embedding",
        '\u{202B}' => "right-to-left embedding",
        '\u{202C}' => "pop directional formatting",
        '\u{202D}' => "left-to-right override",
        '\u{202E}' => "right-to-left override",
        '\u{2060}' => "word joiner",
        '\u{2061}' => "function application",
        '\u{2062}' => "invisible times",
        '\u{2063}' => "invisible separator",
        '\u{2064}' => "invisible plus",
        '\u{2066}' => "left-to-right isolate",
        '\u{2067}' => "right-to-left isolate",
        '\u{2068}' => "first strong isolate",
        '\u{2069}' => "pop directional isolate",
        '\u{2065}'..='\u{206F}' => "deprecated format character",
        '\u{3164}' => "hangul filler",
        '\u{FE00}' => "variation selector",
        '\u{FEFF}' => "zero width no-break space",
        '\u{FFA0}' => "halfwidth hangul filler",
        '\u{FFF9}'..='\u{FFFB}' => "interlinear annotation character",
        '\u{1D173}'..='\u{1D17A}' => "musical format character",
        '\u{E0000}' => "tag character",
        '\u{E0100}' => "variation selector supplement",
        _ => "invisible character",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> usize {
        concealed(text).len()
    }

    #[test]
    fn emoji_and_flags_are_spelling() {
        for text in [
            "👨\u{200D}👩\u{200D}👧",
            "👩🏽\u{200D}💻",
            "🏳\u{FE0F}\u{200D}🌈",
            "🏴\u{200D}☠\u{FE0F}",
            "👁\u{FE0F}\u{200D}🗨\u{FE0F}",
            "1\u{FE0F}\u{20E3}",
            "⚠\u{FE0F} ✔\u{FE0E} ©\u{FE0F}",
            "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
        ] {
            assert_eq!(count(text), 0, "{text}");
        }
    }

    #[test]
    fn joining_scripts_and_variants_are_spelling() {
        for text in ["می\u{200C}خواهم", "क्\u{200D}ष", "ന്\u{200D} ", "葛\u{E0100}城", "≨\u{FE00}", "ᠠ\u{180B}"]
        {
            assert_eq!(count(text), 0, "{text}");
        }
    }

    #[test]
    fn anything_else_conceals() {
        for (text, expected) in [
            ("a\u{200D}b", 1),
            ("a\u{FE0F}", 1),
            ("1\u{FE0F}", 1),
            ("👨\u{200D}b", 1),
            ("👨\u{200D}\u{200D}👩", 2),
            ("😀\u{FE0F}\u{FE01}\u{E0101}", 2),
            ("می\u{200C} x", 1),
            ("🏴\u{E0067}\u{E0062}", 2),
            ("🏴\u{E0067}\u{E0062}\u{E0020}\u{E0073}\u{E0063}\u{E007F}", 6),
            ("x\u{E0061}\u{E007F}", 2),
            ("a\u{FEFF}b", 1),
            ("\u{FEFF}\u{FEFF}", 1),
            ("so\u{AD}ft w\u{2060}j \u{2066}b\u{2069}\u{3164}", 5),
            ("a\u{A0}b\u{3000}c\u{2003}ﬁ", 0),
        ] {
            assert_eq!(count(text), expected, "{text:?}");
        }
    }

    #[test]
    fn every_concealing_character_has_a_name() {
        let unnamed: Vec<u32> = (0..=0x10FFFF)
            .filter_map(char::from_u32)
            .filter(|&c| is_concealing(c) && name(kind(c)) == "invisible character")
            .map(|c| c as u32)
            .collect();
        assert!(unnamed.iter().all(|code| (0xE0000..=0xE0FFF).contains(code)), "{unnamed:X?}");
    }
}
