//! What a style sheet says: declarations by their selectors and conditions.

/// A declaration: the conditions and selector that it stands in, its property, its value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Declaration {
    /// As in `@media (max-width: 980px) .a .b`.
    pub(super) place: String,
    /// The property in lower case; `@import` and the like for statements.
    pub(super) property: String,
    /// The value with white space folded.
    pub(super) value: String,
}

/// Blocks in blocks that are told apart.
const DEPTH: usize = 32;

/// Reads a style sheet; what is no declaration is read as a value without property.
pub(super) fn read(text: &str) -> Vec<Declaration> {
    let (mut found, mut blocks, mut start) = (Vec::new(), Vec::<String>::new(), 0);
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = end_of(text, at + 2, "*/");
                continue;
            }
            b'"' | b'\'' => {
                at = end_of_string(bytes, at);
                continue;
            }
            b'(' => {
                at = match text.get(..at).is_some_and(|before| before.ends_with("url")) {
                    true => end_of(text, at, ")"),
                    false => end_of_parenthesis(bytes, at),
                };
                continue;
            }
            b'{' => {
                let head = folded(text.get(start..at).unwrap_or_default());
                // A rule without declarations is one too.
                if blocks.len() < DEPTH {
                    blocks.push(head);
                }
                start = at + 1;
            }
            b'}' => {
                declare(&mut found, &blocks, text.get(start..at).unwrap_or_default());
                blocks.pop();
                start = at + 1;
            }
            b';' => {
                declare(&mut found, &blocks, text.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    declare(&mut found, &blocks, text.get(start..).unwrap_or_default());
    found
}

fn end_of(text: &str, from: usize, end: &str) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    rest.find(end)
        .map_or(text.len(), |at| from + at + end.len())
}

fn end_of_string(bytes: &[u8], from: usize) -> usize {
    let quote = bytes.get(from);
    let mut at = from + 1;
    while let Some(byte) = bytes.get(at) {
        if *byte == b'\\' {
            at += 1;
        } else if Some(byte) == quote || *byte == b'\n' {
            return at + 1;
        }
        at += 1;
    }
    bytes.len()
}

/// The end of what stands in parentheses, which may hold semicolons; a brace ends it too.
fn end_of_parenthesis(bytes: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b')' => return at + 1,
            b'"' | b'\'' => at = end_of_string(bytes, at),
            b'{' | b'}' => return at,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn declare(found: &mut Vec<Declaration>, blocks: &[String], text: &str) {
    let text = folded(text);
    if text.is_empty() {
        return;
    }
    let (property, value) = match text.split_once(':') {
        Some((property, value)) if !text.starts_with('@') => (
            property.trim().to_ascii_lowercase(),
            value.trim().to_owned(),
        ),
        _ => (String::new(), text),
    };
    found.push(Declaration {
        place: blocks.join(" "),
        property,
        value,
    });
}

/// A text without comments, white space folded; none around commas and combinators.
fn folded(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        out.push_str(before);
        out.push(' ');
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    let mut out = out.split_whitespace().collect::<Vec<_>>().join(" ");
    for mark in [",", ">", "~", "!"] {
        for spaced in [format!(" {mark}"), format!("{mark} ")] {
            if out.contains(&spaced) {
                out = out.replace(&spaced, mark);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_found_in_their_blocks() {
        let sheet = "/* a{b:c} */ .a , .b > c{color:red;background:url(data:x;y,{z)}\n\
                     @media (max-width:980px){.a{COLOR : blue !important}}@import \"x;y\";";
        let found = read(sheet);
        let shown = found.iter();
        let shown = shown.map(|d| format!("{}|{}|{}", d.place, d.property, d.value));
        let shown: Vec<_> = shown.collect();
        assert_eq!(shown[0], ".a,.b>c|color|red");
        assert!(
            shown.contains(&"@media (max-width:980px) .a|color|blue!important".to_owned()),
            "{shown:?}"
        );
        assert!(shown.contains(&"||@import \"x;y\"".to_owned()), "{shown:?}");
    }

    #[test]
    fn anything_is_read_in_one_pass() {
        for text in [
            "{{{{", "}}}}", "\"", "/*", "a{b", ";;:;:", "((((((", "a:url(",
        ] {
            read(&text.repeat(20_000));
        }
    }
}
