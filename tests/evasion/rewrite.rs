//! Rewrites as rows: which places of a script are written otherwise, and how.
//!
//! A template is what stands at the place afterwards. `‹word›` in it is one of the words known of
//! the place, `↵` the end of a line; `LINE ⇒ TEXT` puts a part in front of the place's own, and
//! `LINE ⇑ TEXT` a line among the imports. Always known are `slot` (what stands there, marks and
//! all), `value` (the same without the marks), `own` (a fresh name) and `END` (the same in capitals).
//! A row's own words may name `own`, and may be empty: then they say only that something holds. A
//! template is left out where one of its words is not known.

use super::script::{Rng, Script, Slot};

/// What templates may say of a place.
pub type Words = Vec<(&'static str, String)>;

/// Where a script is written otherwise.
#[derive(Clone, Copy)]
pub enum Place {
    /// At one slot of the kind.
    At(char),
    /// A part.
    Part,
    /// Between parts, some times over.
    Gap,
    /// All its parts as one.
    Whole,
    /// The script as a text, which then stands in another script.
    Code(fn(&Script) -> String),
    /// Where a function says, which has no templates: whether it found something to rewrite.
    Own(fn(&mut Script, &mut Rng) -> bool),
}

/// A way to write a script otherwise. One name may have rows for several places.
pub struct Rewrite {
    pub name: &'static str,
    /// When it is applied: names and values before structure before nesting.
    pub stage: u8,
    place: Place,
    fits: fn(&Script, Slot) -> bool,
    words: fn(&Script, Slot, &mut Rng) -> Words,
    pub templates: &'static [&'static str],
}

/// A rewrite of all places of a kind.
pub const fn row(name: &'static str, stage: u8, place: Place) -> Rewrite {
    Rewrite { name, stage, place, fits: |_, _| true, words: |_, _, _| Vec::new(), templates: &[] }
}

impl Rewrite {
    /// Only of those places that fit.
    pub const fn which(mut self, fits: fn(&Script, Slot) -> bool) -> Self {
        self.fits = fits;
        self
    }

    /// With words of its own.
    pub const fn with(mut self, words: fn(&Script, Slot, &mut Rng) -> Words) -> Self {
        self.words = words;
        self
    }

    pub const fn to(mut self, templates: &'static [&'static str]) -> Self {
        self.templates = templates;
        self
    }

    /// Rewrites the script at one place by chance with one of the templates wanted, and says whether
    /// there is such a place.
    pub fn apply(&self, script: &mut Script, rng: &mut Rng, is_wanted: impl Fn(&str) -> bool) -> bool {
        if let Place::Own(function) = self.place {
            return function(script, rng);
        }
        let times = if matches!(self.place, Place::Gap) { 1 + rng.below(5) } else { 1 };
        (0..times).all(|_| {
            let Some(mut chance) = self.chance(script, rng) else { return false };
            let wanted = self.templates.iter().filter(|template| is_wanted(template));
            let ways: Vec<String> = wanted.filter_map(|template| chance.fill(template)).collect();
            if ways.is_empty() {
                return false;
            }
            chance.write(&ways[rng.below(ways.len())]);
            *script = chance.script;
            true
        })
    }

    /// A place by chance; nothing where there is none.
    pub fn chance(&self, script: &Script, rng: &mut Rng) -> Option<Chance> {
        let mut script = script.clone();
        let mut places = self.places(&mut script, rng);
        places.retain(|&slot| (self.fits)(&script, slot));
        if places.is_empty() {
            return None;
        }
        let slot = rng.pick(&places);
        let own = script.fresh(rng);
        let mut words = (self.words)(&script, slot, rng);
        for (_, word) in &mut words {
            *word = word.replace("‹own›", &own);
        }
        words.extend([
            ("slot", script.outer(slot).into()),
            ("value", script.inner(slot).into()),
            ("END", own.to_uppercase()),
            ("own", own),
        ]);
        Some(Chance { script, slot, words })
    }

    fn places(&self, script: &mut Script, rng: &mut Rng) -> Vec<Slot> {
        match self.place {
            Place::At(kind) => return script.slots(kind),
            Place::Part => return (0..script.parts.len()).map(|part| script.whole(part)).collect(),
            Place::Own(_) => return Vec::new(),
            Place::Gap => {
                let at = rng.below(script.parts.len() + 1);
                script.parts.insert(at, String::new());
                return vec![script.whole(at)];
            }
            Place::Whole => script.parts = vec![script.parts.join("\n")],
            Place::Code(render) => script.nest(render(script)),
        }
        vec![script.whole(0)]
    }
}

/// A place to rewrite: the script as the row needs it, where in it, and the words known of it.
pub struct Chance {
    script: Script,
    slot: Slot,
    words: Words,
}

impl Chance {
    /// A template with its words put in, or nothing where one of them is not known. Its arrows stay.
    pub fn fill(&self, template: &str) -> Option<String> {
        let mut pieces = template.split('‹');
        let mut out = pieces.next()?.replace('↵', "\n");
        for piece in pieces {
            let (name, rest) = piece.split_once('›').expect("words are closed");
            let (_, word) = self.words.iter().find(|(known, _)| *known == name)?;
            out.push_str(word);
            out.push_str(&rest.replace('↵', "\n"));
        }
        Some(out)
    }

    /// Puts a filled template at the place.
    fn write(&mut self, way: &str) {
        let (import, way) = way.split_once(" ⇑ ").map_or((None, way), |(import, way)| (Some(import), way));
        let (line, text) = way.split_once(" ⇒ ").map_or((None, way), |(line, text)| (Some(line), text));
        self.script.set(self.slot, text);
        if let Some(line) = line {
            self.script.before(self.slot, line.into());
        }
        if let Some(import) = import {
            self.script.import(import.into());
        }
    }
}

/// `a` and `b`, which make the text; not known where it cannot be cut.
pub fn halved(script: &Script, slot: Slot, rng: &mut Rng) -> Words {
    let text = script.inner(slot);
    if text.len() < 2 || !text.is_ascii() {
        return Vec::new();
    }
    let (a, b) = text.split_at(1 + rng.below(text.len() - 1));
    vec![("a", a.into()), ("b", b.into())]
}

/// A short text in other letters: `text` itself as it stands in double quotes, the same `backwards`,
/// its `codes`, the same `shifted` by three, its bytes in `hex` where they are few; and `head` and
/// `tail`, with `rest` the tail after its first letter, whose code in hexadecimal is `letter`.
pub fn coded(script: &Script, slot: Slot, _: &mut Rng) -> Words {
    let text = script.inner(slot);
    let (head, tail) = text.split_at(text.len() / 2);
    let codes = |add: u8| text.bytes().map(|code| (code + add).to_string()).collect::<Vec<_>>().join(", ");
    let mut words = vec![
        ("text", escape(text)),
        ("backwards", escape(&reversed(text))),
        ("codes", codes(0)),
        ("shifted", codes(3)),
        ("head", escape(head)),
        ("tail", escape(tail)),
        ("letter", format!("{:02x}", tail.as_bytes()[0])),
        ("rest", escape(&tail[1..])),
    ];
    if text.len() < 30 {
        words.push(("hex", text.bytes().map(|byte| format!("{byte:02x}")).collect()));
    }
    words
}

/// The `text` as it stands in double quotes.
pub fn text(script: &Script, slot: Slot, _: &mut Rng) -> Words {
    vec![("text", escape(script.inner(slot)))]
}

/// The `body` that the part or the script makes in a block.
pub fn body(script: &Script, slot: Slot, _: &mut Rng) -> Words {
    let lines: Vec<String> = script.inner(slot).lines().map(|line| format!("    {line}")).collect();
    vec![("body", lines.join("\n"))]
}

/// What only fills a script: `filler` for a text and `padding`, many lines of a remark.
pub fn ballast(remark: &str) -> Words {
    vec![("filler", "lorem ipsum ".repeat(40)), ("padding", format!("{remark}\n").repeat(60))]
}

/// A text as it stands in double quotes in Python and JavaScript.
pub fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

/// The script as a text: its `lines` as they stand between such `quotes`; `code`, a value that is the
/// text, written in one of several ways; and a shell's `word` as it stands in double quotes.
pub fn code_of(text: &str, quotes: &str, lines: String, rng: &mut Rng) -> Words {
    let middle = (text.len() / 2..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let code = match rng.below(3) {
        0 => format!("{quotes}\n{lines}\n{quotes}"),
        1 => format!("\"{}\"", escape(text)),
        _ => format!("\"{}\" + \"{}\"", escape(&text[..middle]), escape(&text[middle..])),
    };
    vec![("lines", lines), ("code", code), ("word", escape(&single(text)))]
}

/// A text in a shell's single quotes.
pub fn single(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

pub fn reversed(text: &str) -> String {
    text.chars().rev().collect()
}
