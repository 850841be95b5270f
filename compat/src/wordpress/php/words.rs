//! `str_word_count` and `wordwrap`, both by bytes.

/// `str_word_count`: runs of ASCII letters, `'` and `-`.
pub fn str_word_count(bytes: &[u8]) -> usize {
    // The text may not begin with ' or -, nor end with -; inside, even a lone one is a word.
    let text = match bytes {
        [b'\'' | b'-', rest @ ..] => rest,
        all => all,
    };
    let text = match text {
        [rest @ .., b'-'] => rest,
        all => all,
    };
    let part_of_word = |b: &u8| b.is_ascii_alphabetic() || matches!(b, b'\'' | b'-');
    text.split(|b| !part_of_word(b))
        .filter(|word| !word.is_empty())
        .count()
}

/// `wordwrap`: breaks lines at spaces; with `cut`, longer words too.
pub fn wordwrap(text: &[u8], width: usize, line_break: &[u8], cut: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let piece = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    let (mut line, mut space, mut at) = (0, 0, 0);
    // PHP has a separate code path here; only that one breaks at the very end.
    let is_simple = line_break.len() == 1 && !cut;
    while at < text.len() {
        let long = at - line >= width;
        let end_of_break = at + line_break.len();
        let is_inside = is_simple || end_of_break < text.len();
        if is_inside && piece(at, end_of_break) == line_break {
            out.extend_from_slice(piece(line, end_of_break));
            at = end_of_break.max(at + 1);
            (line, space) = (at, at);
            continue;
        }
        if text.get(at) == Some(&b' ') {
            if long {
                out.extend_from_slice(piece(line, at));
                out.extend_from_slice(line_break);
                line = at + 1;
            }
            space = at;
        } else if long && cut && line >= space {
            out.extend_from_slice(piece(line, at));
            out.extend_from_slice(line_break);
            (line, space) = (at, at);
        } else if long && line < space {
            out.extend_from_slice(piece(line, space));
            out.extend_from_slice(line_break);
            space += 1;
            line = space;
        }
        at += 1;
    }
    out.extend_from_slice(piece(line, text.len()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_break_at_the_end_is_known_only_without_cutting() {
        let wrapped = |cut| String::from_utf8(wordwrap(b"dddddddd  \n", 10, b"\n", cut));
        assert_eq!(wrapped(false).as_deref(), Ok("dddddddd  \n"));
        assert_eq!(wrapped(true).as_deref(), Ok("dddddddd \n\n"));
    }
}
