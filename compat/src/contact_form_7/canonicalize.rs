//! `wpcf7_canonicalize`: one spelling for texts that a visitor may write in several.
//!
//! Contract "contact-form-7" section 3.7.

use crate::wordpress::php::html::html_entity_decode;

use super::whitespace::strip_whitespaces;

/// What happens to letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LetterCase {
    /// Small letters.
    #[default]
    Lower,
    /// Capital letters.
    Upper,
    /// As they are.
    AsIs,
}

/// Full-width forms of U+FF61 to U+FF9F, in this order.
const KATAKANA: &str = "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜";

/// Decodes entities, unifies widths, separators (`strip_separators` removes them) and letter case, and trims.
pub fn canonicalize(text: &str, case: LetterCase, strip_separators: bool) -> String {
    let decoded = html_entity_decode(text.as_bytes());
    let text = convert_kana(&String::from_utf8_lossy(&decoded));
    let mut out = String::with_capacity(text.len());
    let mut in_separator = false;
    for c in text.chars() {
        if matches!(c, '\r' | '\n' | '\t' | ' ') {
            if !in_separator && !strip_separators {
                out.push(' ');
            }
            in_separator = true;
            continue;
        }
        in_separator = false;
        match case {
            LetterCase::AsIs => out.push(c),
            LetterCase::Lower => out.extend(c.to_lowercase()),
            LetterCase::Upper => out.extend(c.to_uppercase()),
        }
    }
    strip_whitespaces(&out).to_owned()
}

/// `mb_convert_kana` in mode `asKV`.
fn convert_kana(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let code = u32::from(c);
        match code {
            0x3000 => out.push(' '),
            0xff02 | 0xff07 | 0xff3c => out.push(c),
            0xff01..=0xff5d => out.push(char::from_u32(code - 0xfee0).unwrap_or(c)),
            0xff61..=0xff9f => {
                let at = usize::try_from(code - 0xff61).unwrap_or(usize::MAX);
                let wide = KATAKANA.chars().nth(at).unwrap_or(c);
                let marked = chars.peek().and_then(|mark| voiced(wide, *mark));
                if marked.is_some() {
                    chars.next();
                }
                out.push(marked.unwrap_or(wide));
            }
            _ => out.push(c),
        }
    }
    out
}

/// The letter with a half-width sound mark behind it as one letter.
fn voiced(letter: char, mark: char) -> Option<char> {
    let steps = match (letter, mark) {
        ('ウ', 'ﾞ') => return Some('ヴ'),
        ('カ'..='ト', 'ﾞ') | ('ハ' | 'ヒ' | 'フ' | 'ヘ' | 'ホ', 'ﾞ') => 1,
        ('ハ' | 'ヒ' | 'フ' | 'ヘ' | 'ホ', 'ﾟ') => 2,
        _ => return None,
    };
    char::from_u32(u32::from(letter) + steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_marks_and_separators_are_unified() {
        let lower = |text: &str| canonicalize(text, LetterCase::Lower, false);
        assert_eq!(lower("  A\tB\n c "), "a b c");
        assert_eq!(lower("ＡＢＣ １"), "abc 1");
        assert_eq!(lower("ｶﾞｯﾂﾊﾟｳﾞ"), "ガッツパヴ");
        assert_eq!(canonicalize(" A\tB ", LetterCase::AsIs, true), "AB");
    }
}
