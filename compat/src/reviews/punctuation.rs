//! Punctuation put right: the word `punctuation` of the attribute `review_text_format`.
//!
//! Contract "reviews-widget", section 3.2, which names the word and not the rules. Ours change nothing that may be meant:
//! spaces before commas and full stops go (before other marks they are right in French), one comes where a sentence or a
//! part of it begins right behind a mark, and of equal marks in a row one stays. Dots in a row, numbers and addresses
//! stay as they are.

use std::borrow::Cow;

/// Marks of which one in a row is enough.
const SINGLE: [char; 4] = [',', ';', '!', '?'];

/// A text with its punctuation put right.
pub fn punctuated(text: &str) -> Cow<'_, str> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let next = rest.peek().copied();
        if is_mark_of_word(c, next) {
            let end = out.trim_end_matches(' ').len();
            // What begins with a mark has no word before it.
            out.truncate(if end == 0 { out.len() } else { end });
        }
        let before = out.chars().next_back();
        if !(SINGLE.contains(&c) && before == Some(c)) {
            out.push(c);
        }
        if next.is_some_and(|next| lacks_space(before, c, next)) {
            out.push(' ');
        }
    }
    if out == text {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(out)
    }
}

/// A comma or a full stop that belongs to the word before it: neither that of `.5` nor the first of several dots.
fn is_mark_of_word(c: char, next: Option<char>) -> bool {
    let ends = |next: char| next.is_whitespace() || next.is_alphabetic() || c == ',' && next == ',';
    matches!(c, ',' | '.') && next.is_none_or(ends)
}

/// Whether a word begins right behind a mark that ends one. A dot inside a name, a number or an address does not end it.
fn lacks_space(before: Option<char>, mark: char, next: char) -> bool {
    match mark {
        ',' | ';' | '!' | '?' => next.is_alphabetic(),
        '.' => next.is_uppercase() && before.is_some_and(char::is_lowercase),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn texts() {
        for (text, wanted) in [
            ("Muy bien ,volveremos .", "Muy bien, volveremos."),
            ("Genial!!!Todo perfecto???", "Genial! Todo perfecto?"),
            ("Fin.Otra frase", "Fin. Otra frase"),
            ("Superbe ! Vraiment ; oui", "Superbe ! Vraiment ; oui"),
            (
                "www.casa.example, 4.5 de 5 y .5",
                "www.casa.example, 4.5 de 5 y .5",
            ),
            ("Casas S.A. ... y ya", "Casas S.A. ... y ya"),
            ("línea\n, coma", "línea\n, coma"),
            ("", ""),
        ] {
            assert_eq!(punctuated(text), wanted, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_right_stays(text in "[a-zA-Z .,;!?\n]{0,40}") {
            let once = punctuated(&text).into_owned();
            prop_assert_eq!(punctuated(&once), once.as_str());
        }
    }
}
