//! A received mail taken apart: headers decoded, parts with their type, for comparison with `effects.mails`.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use regex::{Captures, Regex};

/// A part of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// `text/plain`.
    pub content_type: String,
    /// Lower case.
    pub charset: Option<String>,
    /// `8bit`; none where the default holds.
    pub transfer_encoding: Option<String>,
    /// Name of a file.
    pub filename: Option<String>,
    /// The content, decoded.
    pub content: Vec<u8>,
}

/// Headers in order, unfolded and decoded.
pub fn headers(text: &str) -> Vec<(String, String)> {
    let head = text.split("\r\n\r\n").next().unwrap_or(text);
    let unfolded = head.replace("\r\n ", " ").replace("\r\n\t", " ");
    let pair = |line: &str| {
        let (name, value) = line.split_once(':')?;
        Some((name.to_owned(), decoded_words(value.trim())))
    };
    unfolded.split("\r\n").filter_map(pair).collect()
}

/// A header, decoded.
pub fn header(text: &str, name: &str) -> Option<String> {
    let all = headers(text);
    let found = all.into_iter().find(|(n, _)| n.eq_ignore_ascii_case(name));
    found.map(|(_, value)| value)
}

/// The parts that are no multipart themselves, in order.
pub fn parts(text: &str) -> Vec<Part> {
    let (_, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
    let kind = header(text, "Content-Type").unwrap_or_default();
    if let Some(boundary) = parameter(&kind, "boundary") {
        let boundary = format!("--{boundary}");
        let inner = body.split(&boundary).skip(1);
        let inner = inner.take_while(|part| !part.starts_with("--"));
        let strip = |part: &str| {
            let part = part.strip_prefix("\r\n").unwrap_or(part);
            part.strip_suffix("\r\n").unwrap_or(part).to_owned()
        };
        return inner.map(strip).flat_map(|part| parts(&part)).collect();
    }
    let encoding = header(text, "Content-Transfer-Encoding").filter(|e| e != "7bit");
    let content = match encoding.as_deref() {
        Some("base64") => STANDARD
            .decode(body.replace("\r\n", ""))
            .unwrap_or_default(),
        Some("quoted-printable") => quoted_printable(body),
        _ => body.as_bytes().to_vec(),
    };
    let disposition = header(text, "Content-Disposition").unwrap_or_default();
    let content_type = kind.split(';').next().unwrap_or("").trim().to_owned();
    vec![Part {
        content_type,
        charset: parameter(&kind, "charset").map(|c| c.to_ascii_lowercase()),
        transfer_encoding: encoding,
        filename: parameter(&disposition, "filename"),
        content,
    }]
}

fn parameter(value: &str, name: &str) -> Option<String> {
    let found = value.split(';').skip(1).find_map(|parameter| {
        let (key, value) = parameter.trim().split_once('=')?;
        key.eq_ignore_ascii_case(name).then_some(value)
    });
    found.map(|value| value.trim_matches('"').to_owned())
}

/// An encoded word, and what begins the next one.
static ENCODED_WORD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)=\?utf-8\?([bq])\?([^?]*)\?=(\s+(=\?))?").expect("a constant pattern")
});

fn decoded_words(value: &str) -> String {
    let mut text = value.to_owned();
    // White space between two encoded words is dropped: one round for each pair.
    while ENCODED_WORD.is_match(&text) {
        let next = ENCODED_WORD.replacen(&text, 1, |found: &Captures| {
            let bytes = match &found[1] {
                "q" | "Q" => quoted_printable(&found[2].replace('_', " ")),
                _ => STANDARD.decode(&found[2]).unwrap_or_default(),
            };
            let more = found.get(4).map_or("", |m| m.as_str());
            format!("{}{more}", String::from_utf8_lossy(&bytes))
        });
        if next == text {
            break;
        }
        text = next.into_owned();
    }
    text
}

fn quoted_printable(text: &str) -> Vec<u8> {
    let text = text.replace("=\r\n", "");
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let hex = (*byte == b'=').then(|| after.split_at_checked(2)).flatten();
        let decoded = hex.and_then(|(hex, after)| {
            let hex = std::str::from_utf8(hex).ok()?;
            Some((u8::from_str_radix(hex, 16).ok()?, after))
        });
        match decoded {
            Some((value, after)) => {
                out.push(value);
                rest = after;
            }
            None => {
                out.push(*byte);
                rest = after;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_and_decoded() {
        let text = "Subject: =?utf-8?b?QcOx?= =?UTF-8?Q?il_x?=\r\nContent-Type: multipart/mixed;\r\n boundary=\"b\"\r\n\r\npre\r\n--b\r\nContent-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\na=\r\nb=C3=B1\r\n--b--\r\n";
        assert_eq!(header(text, "subject").as_deref(), Some("Añil x"));
        let parts = parts(text);
        assert_eq!(parts.len(), 1);
        assert_eq!(parts[0].content, "abñ".as_bytes());
        assert_eq!(parts[0].charset.as_deref(), Some("utf-8"));
    }
}
