//! A script in parts with marked places, so that it can be rewritten and still does the same.
//!
//! Bases are written with slots, `«kind:content»`, which may stand inside each other: `s` a constant
//! text, `h` a path in the home folder, `n` the dotted name of something imported or built in, `e` a
//! value, `v` a name of the script's own; in Bash also `c` a command's name. A part is a statement
//! with all its lines.

/// Small, seeded and the same everywhere: splitmix64.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `count`, which is not zero.
    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// A script on its way through rewrites.
#[derive(Clone)]
pub struct Script {
    pub parts: Vec<String>,
    /// What is imported besides what `n` slots need, in the language's own words.
    pub imports: Vec<String>,
    /// The script as a whole stands in another: nothing in it is marked any more.
    pub nested: bool,
    fresh: usize,
}

/// A slot: the part it is in, and the place of its whole with the marks.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    pub part: usize,
    start: usize,
    end: usize,
}

/// A way to write a script otherwise: its name, when it is applied (names and values before
/// structure before nesting), and whether it found something to rewrite.
pub struct Rewrite {
    pub name: &'static str,
    pub stage: u8,
    pub apply: fn(&mut Script, &mut Rng) -> bool,
}

impl Script {
    /// A base as it stands in its file: a line at the margin begins a part, and closers and
    /// indented lines go on with it.
    pub fn parse(text: &str) -> Script {
        let mut parts: Vec<String> = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let goes_on = line.starts_with([' ', '\t', '}', ')', ']'])
                || ["done", "fi", "esac", "EOF", "except", "else", "finally"]
                    .iter()
                    .any(|word| line.starts_with(word));
            match parts.last_mut() {
                Some(last) if goes_on => {
                    last.push('\n');
                    last.push_str(line);
                }
                _ => parts.push(line.into()),
            }
        }
        Script { parts, imports: Vec::new(), nested: false, fresh: 0 }
    }

    /// All slots of a kind, those inside others too.
    pub fn slots(&self, kind: char) -> Vec<Slot> {
        let mut out = Vec::new();
        for (part, text) in self.parts.iter().enumerate() {
            let mut open = Vec::new();
            for (at, c) in text.char_indices() {
                match c {
                    '«' => open.push(at),
                    '»' => {
                        let start = open.pop().expect("slots are closed");
                        if text[start + '«'.len_utf8()..].starts_with(kind) {
                            out.push(Slot { part, start, end: at + '»'.len_utf8() });
                        }
                    }
                    _ => {}
                }
            }
        }
        out
    }

    /// A slot of a kind by chance, of those that `fits`.
    pub fn pick(&self, kind: char, rng: &mut Rng, fits: impl Fn(&Script, Slot) -> bool) -> Option<Slot> {
        let slots: Vec<Slot> = self.slots(kind).into_iter().filter(|&slot| fits(self, slot)).collect();
        (!slots.is_empty()).then(|| rng.pick(&slots))
    }

    pub fn inner(&self, slot: Slot) -> &str {
        &self.parts[slot.part][slot.start + '«'.len_utf8() + 2..slot.end - '»'.len_utf8()]
    }

    /// What follows a slot in its part.
    pub fn after(&self, slot: Slot) -> &str {
        &self.parts[slot.part][slot.end..]
    }

    /// What stands before a slot in its part.
    pub fn before_slot(&self, slot: Slot) -> &str {
        &self.parts[slot.part][..slot.start]
    }

    pub fn set(&mut self, slot: Slot, text: &str) {
        self.parts[slot.part].replace_range(slot.start..slot.end, text);
    }

    /// Puts a part in front of the one with the slot.
    pub fn before(&mut self, slot: Slot, text: String) {
        self.parts.insert(slot.part, text);
    }

    /// Whether the slot's part is a statement of one line that is no definition, so that what is in
    /// it can be taken out in front of it.
    pub fn is_plain(&self, slot: Slot) -> bool {
        let text = &self.parts[slot.part];
        let heads = ["def ", "class ", "function ", "async ", "for ", "while ", "if ", "with ", "try", "@"];
        !text.contains('\n') && !heads.iter().any(|head| text.starts_with(head)) && !text.contains("=>")
    }

    pub fn fresh(&mut self, rng: &mut Rng) -> String {
        const STEMS: &[&str] = &["item", "part", "entry", "cell", "unit", "tmp", "val", "node"];
        self.fresh += 1;
        format!("{}{}", rng.pick(STEMS), self.fresh)
    }

    pub fn import(&mut self, line: String) {
        if !self.imports.contains(&line) {
            self.imports.push(line);
        }
    }

    /// Renames every own name.
    pub fn rename(&mut self, rng: &mut Rng) -> bool {
        let mut known: Vec<(String, String)> = Vec::new();
        for slot in self.slots('v') {
            let name = self.inner(slot).to_string();
            if known.iter().all(|(old, _)| *old != name) {
                let letter = rng.pick(&["a", "q", "zz", "helper", "data_", "x_y"]);
                known.push((name, format!("{letter}{}", known.len())));
            }
        }
        for part in &mut self.parts {
            for (old, new) in &known {
                *part = part.replace(&format!("«v:{old}»"), &format!("«v:#{new}»"));
            }
            *part = part.replace("«v:#", "«v:");
        }
        !known.is_empty()
    }

    /// The text with its slots written out, those inside others first.
    pub fn render(&self, text: &str, mut write: impl FnMut(char, &str) -> String) -> String {
        let mut open: Vec<(char, String)> = vec![('e', String::new())];
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            match c {
                '«' => {
                    let kind = chars.next().expect("a slot has a kind");
                    chars.next();
                    open.push((kind, String::new()));
                }
                '»' => {
                    let (kind, inner) = open.pop().expect("slots are closed");
                    let written = write(kind, &inner);
                    open.last_mut().expect("slots are closed").1.push_str(&written);
                }
                c => open.last_mut().expect("slots are closed").1.push(c),
            }
        }
        open.pop().expect("slots are closed").1
    }

    /// The script as one part that has no slots.
    pub fn nest(&mut self, text: String) {
        self.parts = vec![text];
        self.imports.clear();
        self.nested = true;
    }
}

/// Each line further in by `by`.
pub fn indent(text: &str, by: &str) -> String {
    text.lines().map(|line| format!("{by}{line}")).collect::<Vec<_>>().join("\n")
}

/// A text cut in two, both not empty.
pub fn halves<'t>(text: &'t str, rng: &mut Rng) -> Option<(&'t str, &'t str)> {
    (text.len() > 1 && text.is_ascii()).then(|| text.split_at(1 + rng.below(text.len() - 1)))
}

pub fn reversed(text: &str) -> String {
    text.chars().rev().collect()
}

/// The codes of its characters, with commas.
pub fn codes(text: &str, add: u32) -> String {
    text.chars().map(|c| (c as u32 + add).to_string()).collect::<Vec<_>>().join(", ")
}
