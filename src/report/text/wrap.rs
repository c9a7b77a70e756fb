//! Words into lines.

use unicode_width::UnicodeWidthStr;

/// Narrowest column that is still read with ease; terminals below it wrap by themselves.
const NARROWEST: usize = 36;

/// `text` in lines of at most `width` columns, broken at spaces. A longer word stands alone and is
/// not cut. Never empty.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(NARROWEST);
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ') {
        let wide = word.width();
        if used > 0 && used + 1 + wide > width {
            lines.push(String::new());
            used = 0;
        }
        if let Some(line) = lines.last_mut() {
            if used > 0 {
                line.push(' ');
                used += 1;
            }
            line.push_str(word);
            used += wide;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_at_spaces_and_cuts_no_word() {
        let long = "x".repeat(50);
        assert_eq!(wrap(&format!("a b {long} c"), 36), ["a b", &long, "c"]);
        assert_eq!(wrap("", 36), [""]);
        // Wide characters count twice.
        let wide = "表".repeat(17);
        assert_eq!(wrap(&format!("{wide} {wide}"), 40).len(), 2);
    }
}
