//! Runs of brackets that no interpreter takes, and that cost a parser seconds: nests thousands deep,
//! opened and never closed, or closed and never opened.
//!
//! Only what repeats itself letter by letter is taken for a run, so that code which stands behind one
//! is none of it; within a text a run may be blanked too, since texts are read from the file.

use std::cmp::Ordering;

/// Periods of a run that stay: Python gives up past 100 to 200 brackets in each other, V8 and Bash
/// past a few thousand, and what stands inside such a nest stays. Of what opens the outermost stay, as of
/// what closes.
const KEPT: usize = 400;

/// Brackets of a period: `([{` has three, `f() { ` too.
const PERIODS: usize = 4;

/// Bytes between two brackets of a run: `case a in b)`.
const GAP: usize = 24;

/// Pipes of one command that stay: more programs at once than a system starts.
const PIPES: usize = 4_096;

fn is_bracket(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'[' | b']' | b'{' | b'}')
}

/// Blanks the runs.
pub(super) fn without_deep_nests(text: &str, out: &mut Option<Vec<u8>>) {
    let bytes = text.as_bytes();
    let mut run = Run::default();
    // The places of the last brackets, by their count.
    let mut recent = [0; PERIODS + 2];
    let brackets = || (0..bytes.len()).filter(|&at| is_bracket(bytes[at]));
    if brackets().nth(KEPT).is_none() {
        return;
    }
    for (count, at) in brackets().enumerate() {
        let nth = |back: usize| recent[(count + recent.len() - back) % recent.len()];
        let unit = |end: usize, start: usize| (end - start <= GAP).then(|| &bytes[start + 1..=end]);
        let repeats = |period: usize| {
            count > period && {
                let (one, other) = (unit(at, nth(1)), unit(nth(period), nth(period + 1)));
                one.is_some() && one == other
            }
        };
        let goes_on = run.period > 0 && repeats(run.period);
        if !goes_on {
            run.blank(bytes, out);
            let period = (1..=PERIODS).find(|&period| repeats(period));
            run = Run::default();
            if let Some(period) = period {
                run.period = period;
            }
        }
        if run.period > 0 {
            run.places.push(at);
        }
        let room = recent.len();
        recent[count % room] = at;
    }
    run.blank(bytes, out);
}

/// A run that is on.
#[derive(Default)]
struct Run {
    /// Brackets after which it repeats; 0 for none.
    period: usize,
    /// Its brackets.
    places: Vec<usize>,
}

impl Run {
    /// Blanks what does not stay, if the run leads in or out.
    fn blank(&self, bytes: &[u8], out: &mut Option<Vec<u8>>) {
        let kept = KEPT * self.period;
        if self.period == 0 || self.places.len() <= kept {
            return;
        }
        let opens = |at: &&usize| matches!(bytes[**at], b'(' | b'[' | b'{');
        let opening = self.places.iter().take(self.period).filter(opens).count();
        let most = self.places.len() - 1;
        // An even count of whole periods, so that what is in quotes stays in quotes.
        let whole = |count: usize| count / (2 * self.period) * 2 * self.period;
        let (from, to) = match (2 * opening).cmp(&self.period) {
            Ordering::Greater => (kept, kept + whole(most - kept)),
            Ordering::Less => (0, whole(most - kept)),
            Ordering::Equal => return,
        };
        let (Some(&from), Some(&to)) = (self.places.get(from), self.places.get(to)) else { return };
        let out = out.get_or_insert_with(|| bytes.to_vec());
        out[from..to].iter_mut().filter(|byte| !byte.is_ascii_whitespace()).for_each(|byte| *byte = b' ');
    }
}

/// A semicolon for each pipe of a command past those that a system runs: the grammar keeps a whole
/// pipeline in mind until it ends, each of its parts in several ways.
pub(super) fn without_endless_pipes(text: &str, out: &mut Option<Vec<u8>>) {
    let bytes = text.as_bytes();
    let mut count = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'|' if bytes.get(at + 1) != Some(&b'|') && !bytes[..at].ends_with(b"|") => {
                count += 1;
                if count > PIPES {
                    out.get_or_insert_with(|| bytes.to_vec())[at] = b';';
                }
            }
            b';' | b'\n' | b'(' | b')' => count = 0,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(text: &str) -> Option<String> {
        let mut out = None;
        without_deep_nests(text, &mut out);
        let out = String::from_utf8(out?).unwrap();
        assert_eq!(out.len(), text.len());
        Some(out)
    }

    #[test]
    fn what_opens_without_end_is_blanked_and_what_follows_stays() {
        for unit in ["(", "([{", "f(", "$(echo ", "[[ ", "f() { ", "{\n", "x=é("] {
            let text = format!("f(x)\n{}\nrequests.post(u)\n", unit.repeat(5 * KEPT));
            let masked = masked(&text).unwrap_or_else(|| panic!("{unit:?}"));
            let (before, rest) = masked.split_once('\n').unwrap();
            assert!(before == "f(x)" && rest.ends_with("requests.post(u)\n"), "{unit:?}");
            let count = |text: &str| text.bytes().filter(|&byte| is_bracket(byte)).count();
            assert!(count(&masked) <= count(unit) * (KEPT + 4) + 6, "{unit:?}: {}", count(&masked));
        }
    }

    #[test]
    fn of_what_closes_the_last_stay() {
        let (deep, wide) = ("(".repeat(3 * KEPT), ")".repeat(3 * KEPT));
        let masked = masked(&format!("a = {deep}f(1){wide};")).unwrap();
        let (opens, closes) = (masked.matches('(').count(), masked.matches(')').count());
        assert!(opens.abs_diff(closes) <= 4 && opens <= KEPT + 5, "{opens} {closes}");
        assert!(masked.contains("f(1)") && masked.ends_with(");"));
    }

    #[test]
    fn what_real_code_repeats_stays() {
        let nest = format!("{}1{}", "(".repeat(KEPT / 2), ")".repeat(KEPT / 2));
        for text in ["f(x)\n".repeat(9_000), "[(), {}], ".repeat(9_000), "a[0](b)".repeat(9_000), nest] {
            assert!(masked(&text).is_none(), "{}", &text[..20]);
        }
    }

    #[test]
    fn pipes_end_where_no_system_goes_on() {
        let mut out = None;
        without_endless_pipes(&"a | b || c; case a|b) ;; esac\n".repeat(9_000), &mut out);
        assert!(out.is_none());
        without_endless_pipes(&"a | ".repeat(2 * PIPES + 5), &mut out);
        assert_eq!(out.unwrap().iter().filter(|byte| **byte == b';').count(), PIPES + 5);
    }
}
