//! Minifies CSS.

/// Removes unneeded white space and last semicolons. Quoted strings are not changed.
pub fn minified(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    minify(css, &mut out);
    out
}

/// Whether a byte is copied unchanged: not white space, brackets, quotes or semicolons.
const IS_PLAIN: [bool; 256] = {
    let mut plain = [true; 256];
    let special = *b" \t\n\x0c\r()\"';";
    let mut at = 0;
    while at < special.len() {
        plain[special[at] as usize] = false;
        at += 1;
    }
    plain
};

fn is_plain(byte: &u8) -> bool {
    IS_PLAIN
        .get(usize::from(*byte))
        .copied()
        .unwrap_or_default()
}

/// [`minified`], appended to `out`.
pub fn minify(css: &str, out: &mut String) {
    let css = css.trim();
    let bytes = css.as_bytes();
    let start = out.len();
    let (mut at, mut blank, mut depth) = (0, false, 0_usize);
    while let Some(&c) = bytes.get(at) {
        if c.is_ascii_whitespace() {
            blank = true;
            at += 1;
            continue;
        }
        let before = out.as_bytes().get(start..).and_then(<[u8]>::last).copied();
        // In a selector ` :hover` differs from `:hover`; `+` in `calc()` needs its spaces.
        if blank && is_blank_needed(before, c) {
            out.push(' ');
        } else if c == b';' && before == Some(b';') && depth == 0 {
            blank = false;
            at += 1;
            continue;
        }
        blank = false;
        let behind = bytes.get(at + 1..).unwrap_or_default();
        let end = match c {
            // Quoted strings are not changed.
            b'"' | b'\'' => behind.iter().position(|b| *b == c).map(|quote| quote + 1),
            _ => behind.iter().position(|b| !is_plain(b)),
        };
        match c {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let end = end.map_or(bytes.len(), |end| at + 1 + end);
        out.push_str(css.get(at..end).unwrap_or_default());
        at = end;
    }
    if out.len() > start && out.ends_with(';') {
        out.pop();
    }
}

/// Whether a space between two characters must be kept.
fn is_blank_needed(before: Option<u8>, c: u8) -> bool {
    let is_edge = before.is_none_or(|b| {
        matches!(b, b'{' | b'}' | b';' | b':' | b',' | b'>' | b'(') || (b == b')' && c == b';')
    });
    !is_edge && !matches!(c, b'{' | b'}' | b';' | b',' | b')' | b'!' | b'>')
}
