//! Words of folded text in a row, over several passages, with the other readings a word may have:
//! drawn in look-alike letters, with digits for letters, or with its letters set apart.

use super::fold::{Folded, is_elided, skeleton, stands_alone, unleet};
use super::vocabulary::{Vocabulary, sign};

/// What stands between a word and the one before it; the greater, the farther apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Joint {
    /// Nothing but blanks or hyphens.
    Blank,
    /// A comma, a bracket or a dash.
    Comma,
    /// A colon.
    Colon,
    /// A semicolon.
    Half,
    /// The end of a sentence.
    Sentence,
    /// The end of a passage.
    Passage,
}

/// A word, a character of a writing without blanks, or an address or path as a whole.
#[derive(Debug)]
pub struct Token {
    /// Which of the stream's passages it stands in.
    pub passage: u32,
    /// Its bytes in the passage's folded text.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    /// What stands before it.
    pub joint: Joint,
    /// Number of the quotation it stands in; 0 in none.
    pub quote: u32,
    /// How many tokens, from this one on, are one address, path or identifier; 0 for a plain word.
    pub chunk: u16,
    /// Another word that it, with some of those after it, may be read as.
    alt: Option<Box<Alt>>,
}

#[derive(Debug)]
struct Alt {
    word: String,
    len: u16,
}

/// Passages as one row of words.
#[derive(Debug, Default)]
pub struct Stream<'d> {
    texts: Vec<&'d Folded>,
    /// The words, in order.
    pub tokens: Vec<Token>,
    /// How many sentences end before each word.
    sentences: Vec<u32>,
    /// How many half words stand before each word: a character of a writing without blanks is one,
    /// a word two.
    weights: Vec<u32>,
    /// The [`sign`]s of each word's readings.
    signs: Vec<u64>,
    quotes: u32,
}

/// Letters in a row, each a word, from which on they may be one word set apart.
const SPACED: usize = 4;

impl<'d> Stream<'d> {
    /// Appends a passage, whose other readings are words of `vocabulary`.
    pub fn push(&mut self, text: &'d Folded, vocabulary: &Vocabulary) {
        let passage = self.texts.len() as u32;
        self.texts.push(text);
        let first = self.tokens.len();
        let quotes = quotations(text.as_str());
        let mut at = 0;
        for piece in text.as_str().split(' ') {
            for part in by_writing(piece) {
                self.piece(part, at, passage, vocabulary);
                at += part.len();
            }
            at += 1;
        }
        self.set_joints(first, text.as_str());
        self.set_quotes(first, &quotes);
        self.join_letters(first, vocabulary);
        for token in &self.tokens[first..] {
            let ends = u32::from(token.joint >= Joint::Sentence);
            self.sentences.push(self.sentences.last().map_or(0, |last| last + ends));
            let text = &text.as_str()[token.start as usize..token.end as usize];
            let weight = if text.chars().next().is_some_and(stands_alone) { 1 } else { 2 };
            self.weights.push(self.weights.last().map_or(0, |last| last + weight));
            self.signs.push(sign(text) | token.alt.as_ref().map_or(0, |alt| sign(&alt.word)));
        }
    }

    /// Adds the words of what stands between two blanks.
    fn piece(&mut self, piece: &str, at: usize, passage: u32, vocabulary: &Vocabulary) {
        let inner = piece.trim_start_matches(is_wrapping);
        let from = at + piece.len() - inner.len();
        let inner = inner.trim_end_matches(is_wrapping).trim_end_matches(['.', ',', ';', ':']);
        let inner = inner.trim_end_matches(is_wrapping);
        let token = |start: usize, end: usize| Token {
            passage,
            start: start as u32,
            end: end as u32,
            joint: Joint::Blank,
            quote: 0,
            chunk: 0,
            alt: None,
        };
        // Most pieces are one plain word.
        if !inner.is_empty() && inner.bytes().all(|byte| byte.is_ascii_lowercase()) {
            self.tokens.push(token(from, from + inner.len()));
            return;
        }
        if is_place(inner) {
            self.tokens.push(Token { chunk: 1, ..token(from, from + inner.len()) });
            return;
        }
        let first = self.tokens.len();
        let mut open: Option<usize> = None;
        for (here, c) in piece.char_indices() {
            let is_inner_mark = c == '\''
                && open.is_some_and(|start| !is_elided(&piece[start..here]))
                && piece[here + 1..].starts_with(char::is_alphanumeric);
            if !stands_alone(c) && c.is_alphanumeric() || is_inner_mark {
                open.get_or_insert(here);
                continue;
            }
            if let Some(start) = open.take() {
                self.tokens.push(token(at + start, at + here));
            }
            if stands_alone(c) {
                self.tokens.push(token(at + here, at + here + c.len_utf8()));
            }
        }
        if let Some(start) = open {
            self.tokens.push(token(at + start, at + piece.len()));
        }
        let count = self.tokens.len() - first;
        if count == 0 || count > usize::from(u16::MAX) {
            return;
        }
        if count > 1 && is_identifier(inner) {
            self.tokens[first].chunk = count as u16;
        }
        if let Some(word) = other_reading(inner, count, vocabulary) {
            self.tokens[first].alt = Some(Box::new(Alt { word, len: count as u16 }));
        }
    }

    fn set_joints(&mut self, first: usize, text: &str) {
        let mut end = 0;
        for index in first..self.tokens.len() {
            let start = self.tokens[index].start as usize;
            let single = index > first && self.tokens[index - 1].end - self.tokens[index - 1].start == 1;
            self.tokens[index].joint = match index == first {
                true => Joint::Passage,
                false => joint(&text[end..start], single),
            };
            end = self.tokens[index].end as usize;
        }
    }

    fn set_quotes(&mut self, first: usize, quotes: &[(usize, usize)]) {
        let mut next = 0;
        for token in &mut self.tokens[first..] {
            while quotes.get(next).is_some_and(|&(_, end)| end <= token.start as usize) {
                next += 1;
            }
            let inside = quotes.get(next).is_some_and(|&(start, _)| start < token.start as usize);
            token.quote = if inside { self.quotes + next as u32 + 1 } else { 0 };
        }
        self.quotes += quotes.len() as u32;
    }

    /// `i g n o r e  a l l`: words of the vocabulary at the letters they begin with.
    fn join_letters(&mut self, first: usize, vocabulary: &Vocabulary) {
        let mut at = first;
        while at < self.tokens.len() {
            let run = self.tokens[at..].iter().take_while(|token| self.is_letter(token)).count();
            if run < SPACED {
                at += run.max(1);
                continue;
            }
            let letters = self.letters(at, run);
            let mut here = 0;
            while here < run {
                let rest = &letters[here..];
                // No word begins with one letter three times, but hostile files are made of nothing else.
                let is_one = matches!(rest, [a, b, c, ..] if a == b && b == c);
                let longest = (3..=if is_one { 0 } else { 15.min(rest.len()) })
                    .rev()
                    .map(|length| (rest[..length].iter().collect::<String>(), length))
                    .find(|(word, _)| vocabulary.knows(word));
                here += longest.as_ref().map_or(1, |(_, length)| *length);
                if let Some((word, length)) = longest {
                    let token = &mut self.tokens[at + here - length];
                    token.alt = Some(Box::new(Alt { word, len: length as u16 }));
                }
            }
            at += run;
        }
    }

    /// The letters of a run of single ones; look-alikes among Latin letters as what they are like.
    fn letters(&self, at: usize, run: usize) -> Vec<char> {
        let letters: Vec<char> = (at..at + run).filter_map(|index| self.word(index).chars().next()).collect();
        if !letters.iter().any(char::is_ascii) || letters.iter().all(char::is_ascii) {
            return letters;
        }
        let drawn = |c: char| skeleton(c.encode_utf8(&mut [0; 4]))?.chars().next();
        letters.into_iter().map(|c| drawn(c).unwrap_or(c)).collect()
    }

    fn is_letter(&self, token: &Token) -> bool {
        let mut chars = self.text_of(token).chars();
        chars.next().is_some_and(|c| c.is_alphabetic() && !stands_alone(c)) && chars.next().is_none()
    }

    /// The folded word at `index`.
    pub fn word(&self, index: usize) -> &'d str {
        self.tokens.get(index).map_or("", |token| self.text_of(token))
    }

    fn text_of(&self, token: &Token) -> &'d str {
        self.slice(token.passage, token.start as usize, token.end as usize)
    }

    fn slice(&self, passage: u32, start: usize, end: usize) -> &'d str {
        let text: &'d Folded = self.texts[passage as usize];
        text.as_str().get(start..end).unwrap_or_default()
    }

    /// The signs of the readings of the word at `index`.
    pub(super) fn signs(&self, index: usize) -> u64 {
        self.signs.get(index).copied().unwrap_or(0)
    }

    /// The signs of what stands behind the word at `index` in the same half of its sentence.
    pub(super) fn signs_behind(&self, index: usize) -> u64 {
        let is_near = |token: &Token| token.joint < Joint::Half;
        if self.tokens.get(index + 1).is_some_and(is_near) { self.signs(index + 1) } else { 0 }
    }

    /// The other reading of the word at `index`, and the index behind it.
    pub fn other(&self, index: usize) -> Option<(&str, usize)> {
        let alt = self.tokens.get(index)?.alt.as_ref()?;
        Some((&alt.word, index + usize::from(alt.len)))
    }

    /// The address, path or identifier that begins at `index`, as folded, and the index behind it.
    pub fn chunk(&self, index: usize) -> Option<(&'d str, usize)> {
        let token = self.tokens.get(index).filter(|token| token.chunk > 0)?;
        let end = index + usize::from(token.chunk);
        let last = self.tokens.get(end - 1)?;
        Some((self.slice(token.passage, token.start as usize, last.end as usize), end))
    }

    /// Whether the word at `index` is a part of an identifier of several.
    pub fn is_inside_name(&self, index: usize) -> bool {
        let from = index.saturating_sub(8);
        (from..=index).any(|at| self.tokens[at].chunk > 1 && at + usize::from(self.tokens[at].chunk) > index)
    }

    /// The first word of `passage` that ends behind byte `at` of its folded text.
    pub fn first_behind(&self, passage: u32, at: u32) -> Option<usize> {
        let index = self.tokens.partition_point(|token| (token.passage, token.end) <= (passage, at));
        self.tokens.get(index).filter(|token| token.passage == passage).map(|_| index)
    }

    /// The number of the sentence that the word at `index` stands in.
    pub fn sentence(&self, index: usize) -> u32 {
        self.sentences.get(index).copied().unwrap_or(u32::MAX)
    }

    /// How far the words `a` and `b` stand apart, in half words.
    pub fn distance(&self, a: usize, b: usize) -> u32 {
        let of = |index: usize| self.weights.get(index).copied().unwrap_or(0);
        of(a).abs_diff(of(b))
    }

    /// First word of the sentence of the word at `index`, and the one past its last.
    pub fn sentence_range(&self, index: usize) -> std::ops::Range<usize> {
        let number = self.sentence(index);
        let start = self.sentences.partition_point(|&other| other < number);
        start..start + self.sentences[start..].partition_point(|&other| other <= number)
    }
}

/// The places between quotation marks or backquotes, in order. A mark without its other half quotes
/// nothing, nor do two that stand too far apart to be one quotation.
fn quotations(text: &str) -> Vec<(usize, usize)> {
    const LONGEST: usize = 600;
    let mut out = Vec::new();
    let mut open: Option<(char, usize)> = None;
    for at in memchr::memchr3_iter(b'"', b'`', b'\'', text.as_bytes()) {
        let c = char::from(text.as_bytes()[at]);
        let before = text[..at].chars().next_back().unwrap_or(' ');
        let after = text[at + 1..].chars().next().unwrap_or(' ');
        // Whatever stands farther than that from an open mark closes it.
        open = open.filter(|&(_, start)| at <= start + LONGEST + before.len_utf8());
        let begins =
            matches!(c, '"' | '`') || c == '\'' && !before.is_alphanumeric() && after.is_alphanumeric();
        let ends = matches!(c, '"' | '`') || c == '\'' && !after.is_alphanumeric();
        match open {
            Some((mark, start)) if at - start > LONGEST => {
                open = begins.then_some((c, at)).filter(|_| mark != c)
            }
            Some((mark, start)) if mark == c && ends => {
                out.push((start, at));
                open = None;
            }
            // Stronger marks inside an apostrophe's win: it may have been no quotation mark at all.
            Some(('\'', _)) if c != '\'' && begins => open = Some((c, at)),
            Some(_) => {}
            None if begins => open = Some((c, at)),
            None => {}
        }
    }
    out
}

/// What stands around words and addresses.
fn is_wrapping(c: char) -> bool {
    matches!(
        c,
        '"' | '\''
            | '`'
            | '('
            | ')'
            | '['
            | ']'
            | '{'
            | '}'
            | '<'
            | '>'
            | ','
            | ';'
            | ':'
            | '!'
            | '?'
            | '*'
            | '|'
            | '“'
            | '”'
    )
}

/// What `gap` between two words parts; after a single letter a full stop is an abbreviation's.
fn joint(gap: &str, after_letter: bool) -> Joint {
    let mut joint = Joint::Blank;
    if gap == " " {
        return joint;
    }
    let mut chars = gap.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        joint = joint.max(match c {
            '。' | '！' | '？' => Joint::Sentence,
            '.' if after_letter => Joint::Blank,
            '.' | '!' | '?' if next.is_none_or(|c| !"/_-.,=[".contains(c)) && gap.contains(' ') => {
                Joint::Sentence
            }
            // What it joins are halves of one sentence.
            ';' | '；' => Joint::Half,
            ':' | '：' => Joint::Colon,
            ',' | '，' | '、' | '(' | ')' | '（' | '）' | '—' | '|' => Joint::Comma,
            _ => Joint::Blank,
        });
    }
    joint
}

/// Endings of files that people name in sentences; `instructions.then` names none.
const ENDINGS: &[&str] = &[
    "env", "pem", "key", "json", "yaml", "yml", "toml", "txt", "md", "sh", "py", "js", "ts", "zip", "rar",
    "7z", "tar", "gz", "tgz", "exe", "dmg", "pkg", "msi", "ps1", "bat", "cmd", "scr", "jar", "apk", "deb",
    "rpm", "command", "sqlite", "db", "kdbx", "dat", "log", "bin", "iso", "run", "appimage", "html", "pub",
    "csv",
];

/// A piece between blanks, with an address apart from the words before and behind it where their
/// writing sets none off: `撮り、https://a.example/upに`.
fn by_writing(piece: &str) -> impl Iterator<Item = &str> {
    let is_wide = |c: char| stands_alone(c) || matches!(c, '\u{3000}'..='\u{303F}' | '\u{FF01}'..='\u{FF1F}');
    let mut rest = piece;
    let is_mixed = piece.contains(['/', '.', '~', '@']) && piece.contains(is_wide);
    std::iter::from_fn(move || {
        let first = rest.chars().next().map(is_wide)?;
        let end = rest.find(|c| is_mixed && is_wide(c) != first).unwrap_or(rest.len());
        let (part, behind) = rest.split_at(end);
        rest = behind;
        Some(part)
    })
}

/// Ends of the names of machines that are named without a scheme or a path, but not those that
/// are ends of files, members of objects or words at the head of a sentence (`log.info`, `here.It`).
const DOMAINS: &[&str] = &[
    "com", "net", "org", "io", "dev", "ai", "co", "xyz", "site", "online", "cloud", "biz", "test", "example",
    "invalid", "eu", "de", "uk", "fr", "es", "br", "ru", "cn", "jp", "kr", "ch", "top", "live", "tech",
    "space", "club", "shop", "icu", "pw", "cc", "su", "onion",
];

/// Whether `piece` is the name of a machine, with or without a port: `drop.example:9000`.
pub fn is_bare_host(piece: &str) -> bool {
    let (name, port) = piece.split_once(':').unwrap_or((piece, "1"));
    let is_label = |label: &str| {
        // What is to be filled in is a label, too: `<data>.drop.example`.
        !label.is_empty()
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-<>{}$_".contains(&byte))
    };
    // `Mail.app` is a program, `x.vercel.app` a host.
    let is_domain =
        |(before, ending): (&str, &str)| DOMAINS.contains(&ending) || ending == "app" && before.contains('.');
    name.rsplit_once('.').is_some_and(is_domain)
        && name.split('.').all(is_label)
        && !port.is_empty()
        && port.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether `piece` is an address or a path, which is one word whatever stands in it.
fn is_place(piece: &str) -> bool {
    if piece.len() < 3 || !piece.contains(['/', '\\', '.', '~', '$', '@']) {
        return false;
    }
    let leads = ["~/", "./", "../", "$", "%", ".", "www."].iter().any(|head| piece.starts_with(head));
    let is_path =
        piece.len() > 2 && piece.starts_with('/') || piece.contains(":\\") || piece.contains("\\\\");
    let host = piece.split('/').next().unwrap_or_default();
    let is_host = piece.contains('/') && host.contains('.') && !host.ends_with('.') && host.len() > 3;
    let is_address = piece.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    let has_ending = piece
        .rsplit_once('.')
        .is_some_and(|(stem, ending)| !stem.is_empty() && ENDINGS.contains(&ending) && !stem.ends_with('.'));
    let letters = piece.chars().any(char::is_alphanumeric);
    letters
        && (piece.contains("://")
            || leads
            || is_path
            || is_host
            || is_address
            || has_ending
            || is_bare_host(piece))
}

/// `API_KEY`, `id_rsa`.
fn is_identifier(piece: &str) -> bool {
    piece.contains('_') && piece.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// What a piece of one or more tokens may also be read as, if the vocabulary has that word.
fn other_reading(piece: &str, tokens: usize, vocabulary: &Vocabulary) -> Option<String> {
    let known = |word: String| (word.len() > 2 && vocabulary.knows(&word)).then_some(word);
    let is_plain = piece.bytes().all(|byte| byte.is_ascii_alphabetic());
    if is_plain || piece.len() > 64 {
        return None;
    }
    if !piece.is_ascii() && !vocabulary.knows(piece) {
        let letters: String = piece.chars().filter(|c| c.is_alphanumeric()).collect();
        return skeleton(&letters).and_then(known);
    }
    let has_letter = piece.bytes().any(|byte| byte.is_ascii_alphabetic());
    let has_sign = piece.bytes().any(|byte| byte.is_ascii_digit() || b"@$!|".contains(&byte));
    if has_letter && has_sign {
        return ['i', 'l'].into_iter().find_map(|one| known(unleet(piece, one)));
    }
    let letters: String = piece.chars().filter(char::is_ascii_alphanumeric).collect();
    (tokens > 1 && letters.len() > 4 && !piece.contains('\'')).then(|| known(letters)).flatten()
}

#[cfg(test)]
mod tests;
