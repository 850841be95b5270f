//! The headers of one part of a multipart form, parsed by PHP's rules.
//!
//! Contract "contact-form-7", section 13 (field names) and 15 (file names).

use http::HeaderMap;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};

/// Field name, file name and content type of a part.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Disposition {
    /// `name`, as sent.
    pub name: Option<Vec<u8>>,
    /// `filename` without folders; a part that has one is a file.
    pub file_name: Option<Vec<u8>>,
    /// `Content-Type`, empty when missing.
    pub content_type: String,
}

impl Disposition {
    /// Parses the headers of a part.
    pub fn read(headers: &HeaderMap) -> Self {
        let mut found = Self::default();
        if let Some(value) = headers.get(CONTENT_DISPOSITION) {
            found.parameters(value.as_bytes());
        }
        if let Some(value) = headers.get(CONTENT_TYPE) {
            found.content_type = String::from_utf8_lossy(value.as_bytes()).into_owned();
        }
        found
    }

    fn parameters(&mut self, mut text: &[u8]) {
        while !text.is_empty() {
            let (pair, rest) = until(text, b';');
            text = rest;
            let pair = pair.trim_ascii_start();
            if !pair.contains(&b'=') {
                continue;
            }
            let (key, value) = until(pair, b'=');
            match key.to_ascii_lowercase().as_slice() {
                b"name" => self.name = Some(word(value)),
                b"filename" => self.file_name = Some(base_name(&word(value)).to_vec()),
                _ => {}
            }
        }
    }
}

/// Splits at the first `stop` outside of quotes.
fn until(text: &[u8], stop: u8) -> (&[u8], &[u8]) {
    let mut at = 0;
    let mut quote = None;
    while let Some(byte) = text.get(at) {
        match quote {
            Some(q) if *byte == b'\\' && text.get(at + 1) == Some(&q) => at += 1,
            Some(q) if *byte == q => quote = None,
            Some(_) => {}
            None if *byte == stop => break,
            None if matches!(byte, b'"' | b'\'') => quote = Some(*byte),
            None => {}
        }
        at += 1;
    }
    let (before, after) = text.split_at(at.min(text.len()));
    (before, after.get(1..).unwrap_or_default())
}

/// A parameter value: the quoted string with its escapes resolved, else everything up to white space.
fn word(text: &[u8]) -> Vec<u8> {
    let text = text.trim_ascii_start();
    let quote = match text.first() {
        Some(q @ (b'"' | b'\'')) => *q,
        _ => {
            let end = text.iter().position(u8::is_ascii_whitespace);
            return text
                .get(..end.unwrap_or(text.len()))
                .unwrap_or_default()
                .to_vec();
        }
    };
    let mut value = Vec::with_capacity(text.len());
    let mut bytes = text.iter().skip(1).peekable();
    while let Some(byte) = bytes.next() {
        match (*byte, bytes.peek()) {
            (b, _) if b == quote => break,
            (b'\\', Some(&&next)) if next == b'\\' || next == quote => {
                value.push(next);
                bytes.next();
            }
            (b, _) => value.push(b),
        }
    }
    value
}

/// The file name without folders; some clients send full paths.
fn base_name(name: &[u8]) -> &[u8] {
    let start = name.iter().rposition(|b| matches!(b, b'/' | b'\\'));
    name.get(start.map_or(0, |at| at + 1)..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<String>, Option<String>) {
        let mut found = Disposition::default();
        found.parameters(text.as_bytes());
        let text = |b: Vec<u8>| String::from_utf8_lossy(&b).into_owned();
        (found.name.map(text), found.file_name.map(text))
    }

    #[test]
    fn names_as_php_reads_them() {
        let some = |t: &str| Some(t.to_owned());
        let cases = [
            (r#"form-data; name="a""#, some("a"), None),
            (
                r#"form-data; name=a; filename=b.txt"#,
                some("a"),
                some("b.txt"),
            ),
            (
                r#"form-data; NAME='a;b'; filename="""#,
                some("a;b"),
                some(""),
            ),
            (
                r#"form-data; name="a\"b"; filename="C:\dir\f.txt""#,
                some("a\"b"),
                some("f.txt"),
            ),
            (
                r#"form-data; name="a"; filename="../../x.png""#,
                some("a"),
                some("x.png"),
            ),
            (r#"form-data; filename="x""#, None, some("x")),
            (r#"form-data; name="añ[]""#, some("añ[]"), None),
            (r#"form-data; name="open"#, some("open"), None),
            ("form-data", None, None),
            ("", None, None),
        ];
        for (text, name, file) in cases {
            assert_eq!(read(text), (name, file), "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
            Disposition::default().parameters(&text);
        }
    }
}
