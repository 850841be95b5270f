//! `get_extended`: the parts of a text before and after `<!--more-->`.

/// A text in two parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extended<'a> {
    /// The text before the tag; the whole text without one.
    pub main: &'a str,
    /// The text after it.
    pub extended: &'a str,
    /// The link text, from `<!--more Text-->`.
    pub more_text: &'a str,
}

/// Divides `post` at its first `<!--more-->`.
pub fn get_extended(post: &str) -> Extended<'_> {
    let Some((start, text, end)) = more(post) else {
        return Extended {
            main: one_line(post),
            ..Extended::default()
        };
    };
    Extended {
        main: one_line(post.get(..start).unwrap_or_default()),
        extended: one_line(post.get(end..).unwrap_or_default()),
        more_text: one_line(text),
    }
}

/// The first tag within one line: start, link text, end.
fn more(post: &str) -> Option<(usize, &str, usize)> {
    const OPEN: &str = "<!--more";
    let mut line_end = 0;
    let mut close = 0;
    for (start, _) in post.match_indices(OPEN) {
        let from = start + OPEN.len();
        let find = |mark: &str| {
            post.get(from..)
                .and_then(|rest| rest.find(mark))
                .map(|at| from + at)
        };
        if close < from {
            close = find("-->")?;
        }
        if line_end < from {
            line_end = find("\n").unwrap_or(post.len());
        }
        if close < line_end {
            return Some((start, post.get(from..close)?, close + 3));
        }
    }
    None
}

/// A text of one line loses the white space before it and the empty lines behind it; others stay as they are.
fn one_line(text: &str) -> &str {
    let space = |c: char| matches!(c, ' ' | '\t'..='\r');
    let line = text.trim_start_matches(space);
    match line.split_once('\n') {
        None => line,
        Some((line, rest)) if rest.trim_matches(space).is_empty() => line,
        Some(_) => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space() {
        assert_eq!(one_line("\n a \n \n"), "a ");
        assert_eq!(one_line(" a\nb "), " a\nb ");
        assert_eq!(
            get_extended("a\n<!--more\nx--><!--more y-->b").main,
            "a\n<!--more\nx-->"
        );
    }
}
