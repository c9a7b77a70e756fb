//! A script in parts with marked places, so that it can be rewritten and still does the same.
//!
//! Bases are written with slots, `«kind:content»`, which may stand inside each other: `s` a constant
//! text (`l` in Python one that has to stay a literal), `h` a path in the home folder, `n` the dotted
//! name of something imported or built in, `e` a value, `v` a name of the script's own; in Bash also
//! `c` a command's name. A part is a statement with all its lines.

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

/// A place in a script: the part it is in, and from where to where; a slot's with its marks.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    pub part: usize,
    start: usize,
    end: usize,
    is_marked: bool,
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
                            out.push(Slot { part, start, end: at + '»'.len_utf8(), is_marked: true });
                        }
                    }
                    _ => {}
                }
            }
        }
        out
    }

    /// A whole part as one place.
    pub fn whole(&self, part: usize) -> Slot {
        Slot { part, start: 0, end: self.parts[part].len(), is_marked: false }
    }

    /// What stands at a place, with its marks where it is a slot.
    pub fn outer(&self, slot: Slot) -> &str {
        &self.parts[slot.part][slot.start..slot.end]
    }

    /// What stands at a place, without its marks.
    pub fn inner(&self, slot: Slot) -> &str {
        let text = self.outer(slot);
        if slot.is_marked { &text['«'.len_utf8() + 2..text.len() - '»'.len_utf8()] } else { text }
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

    /// Whether a slot's value is called.
    pub fn is_called(&self, slot: Slot) -> bool {
        self.after(slot).starts_with('(')
    }

    /// Whether the text can be cut in two.
    pub fn is_long(&self, slot: Slot) -> bool {
        self.inner(slot).len() > 1
    }

    /// Whether the text can be written letter by letter: ASCII, and not over long.
    pub fn is_short(&self, slot: Slot) -> bool {
        let text = self.inner(slot);
        text.is_ascii() && (2..40).contains(&text.len())
    }

    pub fn fresh(&mut self, rng: &mut Rng) -> String {
        const STEMS: &[&str] = &["item", "part", "entry", "cell", "unit", "tmp", "val", "node"];
        self.fresh += 1;
        format!("{}{}", rng.pick(STEMS), self.fresh)
    }

    pub fn import(&mut self, line: String) {
        add(&mut self.imports, line);
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

    /// The script's text, imports first: each slot as it is written by its kind and what stands in it,
    /// to which lines may be added among the imports.
    pub fn render(&self, mut write: impl FnMut(char, &str, &mut Vec<String>) -> String) -> String {
        let mut imports = self.imports.clone();
        let mut render = |part: &String| match self.nested {
            true => part.clone(),
            false => write_out(part, |kind, inner| write(kind, inner, &mut imports)),
        };
        let parts: Vec<String> = self.parts.iter().map(&mut render).collect();
        imports.into_iter().chain(parts).map(|lines| lines + "\n").collect()
    }

    /// The script as one part that has no slots.
    pub fn nest(&mut self, text: String) {
        self.parts = vec![text];
        self.imports.clear();
        self.nested = true;
    }

    /// Takes the statements that `moves` out of the script: each is written, under a fresh name, as
    /// a definition and a call. What does not move stays in front as long as nothing is called yet,
    /// or where it `hoists` because a definition may need it.
    pub fn take_out(
        &mut self,
        rng: &mut Rng,
        moves: impl Fn(&str) -> bool,
        hoists: impl Fn(&str) -> bool,
        write: impl Fn(&str, &str) -> (String, String),
    ) -> Taken {
        let mut taken = Taken::default();
        for part in std::mem::take(&mut self.parts) {
            if moves(&part) {
                let (definition, call) = write(&self.fresh(rng), &part);
                taken.definitions.push(definition);
                taken.calls.push(call);
            } else if taken.calls.is_empty() || hoists(&part) {
                taken.kept.push(part);
            } else {
                taken.calls.push(part);
            }
        }
        taken
    }

    /// Calls over several lines.
    pub fn lines(&mut self, rng: &mut Rng) -> bool {
        let every = 1 + rng.below(3);
        let is_remark = |part: &String| part.starts_with("//") || part.starts_with("/*");
        for part in self.parts.iter_mut().filter(|part| !is_remark(part)) {
            *part = break_lines(part, every);
        }
        true
    }
}

/// Adds a line that is not there yet.
pub fn add(lines: &mut Vec<String>, line: String) {
    if !lines.contains(&line) {
        lines.push(line);
    }
}

/// A script whose statements were taken out of it, in three lists of parts.
#[derive(Default)]
pub struct Taken {
    pub kept: Vec<String>,
    pub definitions: Vec<String>,
    pub calls: Vec<String>,
}

/// The text with its slots written out, those inside others first.
fn write_out(text: &str, mut write: impl FnMut(char, &str) -> String) -> String {
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

/// Breaks lines after every so many opening brackets and commas inside brackets, never in a text.
fn break_lines(text: &str, every: usize) -> String {
    let (mut out, mut depth, mut quote, mut seen, mut escaped) = (String::new(), 0, None, 0, false);
    let mut comment = false;
    for c in text.chars() {
        out.push(c);
        comment = (comment || (c == '#' && quote.is_none())) && c != '\n';
        if comment {
            continue;
        }
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), c) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'' | '`') => quote = Some(c),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth -= 1,
            _ => {}
        }
        if quote.is_none() && depth > 0 && matches!(c, '(' | ',') {
            seen += 1;
            if seen % every == 0 {
                out.push_str("\n        ");
            }
        }
    }
    out
}
