//! An exchange as it came over the wire, and its masking.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::Value;

use super::Masker;
use super::fields::{Place, kind};
use super::is_placeholder;

/// A request and its response as they came over the wire; the bodies without a content coding.
#[derive(Debug, Clone, Default)]
pub struct Exchange {
    /// The method.
    pub method: String,
    /// Path and query.
    pub path: String,
    /// Headers of the request.
    pub request_headers: Vec<(String, String)>,
    /// Body of the request.
    pub request_body: Vec<u8>,
    /// The status.
    pub status: u16,
    /// Headers of the response.
    pub response_headers: Vec<(String, String)>,
    /// Body of the response.
    pub response_body: Vec<u8>,
    /// Why the response's body is not here, when it is not.
    pub body_note: Option<String>,
}

/// Headers whose whole value is a secret or an address of somebody.
const SECRET: [(&str, &str); 13] = [
    ("authorization", "authorization"),
    ("proxy-authorization", "authorization"),
    ("x-forwarded-for", "address"),
    ("x-real-ip", "address"),
    ("cf-connecting-ip", "address"),
    ("true-client-ip", "address"),
    ("forwarded", "address"),
    ("x-api-key", "token"),
    ("x-auth-token", "token"),
    ("x-csrf-token", "token"),
    ("cart-token", "token"),
    ("x-amz-security-token", "token"),
    ("x-stripe-signature", "token"),
];

/// Characters that a value in a query or a form keeps.
const FORM: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'*')
    .remove(b'~');

impl Exchange {
    /// A header's value.
    #[must_use]
    pub fn header<'a>(headers: &'a [(String, String)], name: &str) -> &'a str {
        let found = headers.iter().find(|(n, _)| n.eq_ignore_ascii_case(name));
        found.map_or("", |(_, value)| value)
    }
}

impl Masker {
    /// Masks an exchange: its request first, since what a visitor typed comes back in the response.
    pub fn mask(&mut self, exchange: &mut Exchange) {
        let kind = Exchange::header(&exchange.request_headers, "content-type").to_owned();
        exchange.request_body = self.body(&kind, &exchange.request_body, Place::Request);
        exchange.path = self.address(&exchange.path);
        self.headers(&mut exchange.request_headers, Place::Request);
        let kind = Exchange::header(&exchange.response_headers, "content-type").to_owned();
        self.headers(&mut exchange.response_headers, Place::Response);
        exchange.response_body = self.body(&kind, &exchange.response_body, Place::Response);
    }

    fn headers(&mut self, headers: &mut [(String, String)], place: Place) {
        for (name, value) in headers {
            let lower = name.to_ascii_lowercase();
            let secret = SECRET.iter().find(|(secret, _)| *secret == lower);
            *value = match (lower.as_str(), secret) {
                (_, Some((_, kind))) => self.field(kind, value),
                _ if self.rules.headers.contains(&lower) => self.field("token", value),
                ("cookie", _) => self.cookies(value),
                ("set-cookie", _) => self.set_cookie(value),
                ("referer" | "location" | "content-location" | "origin", _) => self.address(value),
                // A nonce is no secret of somebody, and a replay has its own.
                (name, _) if name.ends_with("nonce") => value.clone(),
                (name, _) => match kind(&self.rules, name, place) {
                    Some(kind) if kind == "token" => self.field(&kind, value),
                    _ => self.text(value),
                },
            };
        }
    }

    fn cookies(&mut self, header: &str) -> String {
        let pairs = header
            .split(';')
            .map(|pair| match pair.trim().split_once('=') {
                Some((name, value)) => format!("{name}={}", self.cookie(value)),
                None => self.cookie(pair.trim()),
            });
        pairs.collect::<Vec<_>>().join("; ")
    }

    fn set_cookie(&mut self, line: &str) -> String {
        let (pair, attributes) = match line.split_once(';') {
            Some((pair, attributes)) => (pair, format!(";{attributes}")),
            None => (line, String::new()),
        };
        match pair.split_once('=') {
            Some((name, value)) => format!("{name}={}{attributes}", self.cookie(value)),
            None => format!("{}{attributes}", self.cookie(pair)),
        }
    }

    /// A cookie's value. Values that are no more than a word or a number (a language, a flag) stay.
    fn cookie(&mut self, value: &str) -> String {
        let is_flag = value.len() <= 5 && value.chars().all(|c| c.is_ascii_alphanumeric());
        let plain = percent_decode_str(value).decode_utf8_lossy();
        if is_flag || plain.trim().is_empty() || value == "deleted" || is_placeholder(value) {
            return value.to_owned();
        }
        let placeholder = self.field("cookie", value);
        // Cookies hold names and addresses percent-encoded.
        if plain != value {
            self.learn(&plain, &placeholder);
        }
        placeholder
    }

    /// A path or an address: parameters by their names, then by the forms of values.
    fn address(&mut self, address: &str) -> String {
        let (address, fragment) = match address.split_once('#') {
            Some((address, fragment)) => (address, Some(fragment)),
            None => (address, None),
        };
        let mut out = match address.split_once('?') {
            Some((path, query)) => {
                let path = self.text(&without_user(path));
                format!("{path}?{}", self.pairs(query))
            }
            None => self.text(&without_user(address)),
        };
        if let Some(fragment) = fragment {
            out.push('#');
            out.push_str(&self.text(fragment));
        }
        out
    }

    /// The pairs of a query or of a urlencoded body.
    fn pairs(&mut self, text: &str) -> String {
        let pairs: Vec<String> = text.split('&').map(|pair| self.pair(pair)).collect();
        pairs.join("&")
    }

    fn pair(&mut self, pair: &str) -> String {
        let Some((raw, value)) = pair.split_once('=') else {
            return self.text(pair);
        };
        let decoded = |text: &str| {
            percent_decode_str(&text.replace('+', " "))
                .decode_utf8_lossy()
                .into_owned()
        };
        let (name, plain) = (decoded(raw), decoded(value));
        let masked = match kind(&self.rules, &name, Place::Request) {
            Some(kind) => self.field(&kind, &plain),
            None if plain.contains('=') && plain.contains('&') => self.pairs(&plain),
            None => self.typed(&plain),
        };
        match masked == plain {
            true => pair.to_owned(),
            false => {
                let encoded = utf8_percent_encode(&masked, FORM).to_string();
                format!("{raw}={}", encoded.replace("%20", "+"))
            }
        }
    }

    fn body(&mut self, content_type: &str, body: &[u8], place: Place) -> Vec<u8> {
        let Ok(text) = std::str::from_utf8(body) else {
            return match content_type.contains("multipart/") {
                true => self.multipart(content_type, body),
                // Pictures and the like: a recording has their length and digest only.
                false => body.to_vec(),
            };
        };
        let kind = content_type.to_ascii_lowercase();
        if kind.contains("multipart/") {
            return self.multipart(content_type, body);
        }
        if kind.contains("x-www-form-urlencoded") {
            return self.pairs(text).into_bytes();
        }
        if (kind.contains("json")
            || matches!(text.trim_start().as_bytes().first(), Some(b'{' | b'[')))
            && let Ok(mut value) = serde_json::from_str::<Value>(text)
        {
            return match self.json(&mut value, None, place) {
                true => serde_json::to_vec(&value).unwrap_or_default(),
                false => body.to_vec(),
            };
        }
        let text = match kind.contains("html") {
            true => self.form_fields(text),
            false => text.to_owned(),
        };
        self.text(&text).into_bytes()
    }

    /// Masks the leaves of a value; whether there was something.
    fn json(&mut self, value: &mut Value, name: Option<&str>, place: Place) -> bool {
        match value {
            Value::Object(map) => {
                let mut has_changed = false;
                for (key, value) in map.iter_mut() {
                    has_changed |= self.json(value, Some(key), place);
                }
                let masked = map.keys().any(|key| self.clone_text(key) != *key);
                if masked {
                    let old = std::mem::take(map);
                    map.extend(old.into_iter().map(|(key, value)| (self.text(&key), value)));
                }
                has_changed || masked
            }
            Value::Array(list) => {
                let mut has_changed = false;
                for value in list {
                    has_changed |= self.json(value, name, place);
                }
                has_changed
            }
            Value::String(text) => {
                let masked = match name.and_then(|name| kind(&self.rules, name, place)) {
                    Some(kind) => self.field(&kind, text),
                    None if place == Place::Request => self.typed(text),
                    None if text.contains("</") || text.contains("<input") => {
                        let fields = self.form_fields(text);
                        self.text(&fields)
                    }
                    None => self.text(text),
                };
                let has_changed = masked != *text;
                *text = masked;
                has_changed
            }
            Value::Number(number) => {
                let kind = name.and_then(|name| kind(&self.rules, name, place));
                let text = number.to_string();
                match kind {
                    Some(kind) if text.len() >= 4 && kind != "token" => {
                        *value = Value::String(self.field(&kind, &text));
                        true
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// A text as it would be masked, without being counted.
    fn clone_text(&mut self, text: &str) -> String {
        let counts = self.counts.clone();
        let masked = self.text(text);
        self.counts = counts;
        masked
    }

    /// A multipart body: fields by their names, files by nothing but their length.
    fn multipart(&mut self, content_type: &str, body: &[u8]) -> Vec<u8> {
        let boundary = content_type.split_once("boundary=").map(|(_, b)| b);
        let boundary = boundary.map(|b| {
            b.split(';')
                .next()
                .unwrap_or_default()
                .trim()
                .trim_matches('"')
        });
        let Some(boundary) = boundary.filter(|b| !b.is_empty()) else {
            return b"masked-body-00000000".to_vec();
        };
        let mut out = Vec::new();
        for (at, part) in crate::multipart::parts(body, boundary)
            .into_iter()
            .enumerate()
        {
            if at > 0 {
                out.extend_from_slice(b"\r\n");
            }
            let value = match &part.filename {
                Some(_) => vec![b'x'; part.content.len()],
                None => {
                    let plain = String::from_utf8_lossy(part.content).into_owned();
                    match kind(&self.rules, &part.name, Place::Request) {
                        Some(kind) => self.field(&kind, &plain),
                        None => self.typed(&plain),
                    }
                    .into_bytes()
                }
            };
            let filename = part
                .filename
                .as_deref()
                .filter(|name| !name.is_empty())
                .map(|name| {
                    let end = name.rsplit_once('.').map(|(_, end)| end);
                    let end = end.filter(|end| {
                        end.len() <= 5 && end.bytes().all(|b| b.is_ascii_alphanumeric())
                    });
                    let stem = self.field("file", name);
                    format!("{stem}.{}", end.unwrap_or("bin"))
                });
            out.extend(
                part.with(
                    boundary,
                    part.filename
                        .as_ref()
                        .map(|_| filename.as_deref().unwrap_or_default()),
                    &value,
                ),
            );
        }
        out.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
        out
    }
}

/// An address without a name and password before its host.
fn without_user(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else {
        return address.to_owned();
    };
    let host = rest.find('/').unwrap_or(rest.len());
    match rest.get(..host).and_then(|host| host.rfind('@')) {
        Some(at) => format!("{scheme}://{}", rest.get(at + 1..).unwrap_or_default()),
        None => address.to_owned(),
    }
}
