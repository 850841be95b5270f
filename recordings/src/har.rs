//! HAR files (HTTP Archive 1.2) of Chromium and Firefox, read as exchanges.
//!
//! Nothing of a file is run or believed: an entry that is none is a problem with its number and a reason.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;

use crate::masking::Exchange;

/// Bytes of a file.
pub const FILE_LIMIT: u64 = 512 * 1024 * 1024;

#[derive(Deserialize)]
struct Har {
    log: Log,
}

#[derive(Deserialize)]
struct Log {
    entries: Vec<serde_json::Value>,
}

#[derive(Deserialize)]
struct Entry {
    request: HarRequest,
    response: HarResponse,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct HarRequest {
    method: String,
    url: String,
    #[serde(default)]
    headers: Vec<Pair>,
    #[serde(default)]
    post_data: Option<PostData>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PostData {
    #[serde(default)]
    mime_type: String,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    params: Vec<Param>,
}

#[derive(Deserialize)]
struct Param {
    name: String,
    #[serde(default)]
    value: Option<String>,
}

#[derive(Deserialize)]
struct Pair {
    name: String,
    value: String,
}

#[derive(Deserialize)]
struct HarResponse {
    status: i64,
    #[serde(default)]
    headers: Vec<Pair>,
    #[serde(default)]
    content: Content,
}

#[derive(Deserialize, Default)]
struct Content {
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    encoding: Option<String>,
}

/// What a file holds.
#[derive(Debug, Default)]
pub struct HarFile {
    /// The exchanges with the site.
    pub exchanges: Vec<Exchange>,
    /// Entries that are none: their numbers from 0, and the reason.
    pub problems: Vec<(usize, String)>,
    /// The number of exchanges with other sites, or without an answer.
    pub others: usize,
}

/// Reads a file. Exchanges of the site are those with `host` (with port, when it is none of its own), or with the host of
/// the first entry.
///
/// # Errors
/// The line, and the reason, when it is no HAR file.
pub fn parse(text: &str, host: Option<&str>) -> Result<HarFile, (usize, String)> {
    let text = text.trim_start_matches('\u{feff}');
    let har: Har = serde_json::from_str(text).map_err(|e| (e.line(), e.to_string()))?;
    let (mut file, mut host) = (HarFile::default(), host.map(str::to_owned));
    for (number, entry) in har.log.entries.into_iter().enumerate() {
        let entry: Entry = match serde_json::from_value(entry) {
            Ok(entry) => entry,
            Err(error) => {
                file.problems.push((number, error.to_string()));
                continue;
            }
        };
        let Some((of, path)) = address(&entry.request.url) else {
            file.others += 1;
            continue;
        };
        let of = of.to_owned();
        if *host.get_or_insert_with(|| of.clone()) != of || entry.response.status < 100 {
            file.others += 1;
            continue;
        }
        match exchange(entry, &of, path) {
            Ok(exchange) => file.exchanges.push(exchange),
            Err(reason) => file.problems.push((number, reason)),
        }
    }
    Ok(file)
}

/// Host and path of an http address.
fn address(url: &str) -> Option<(&str, String)> {
    let rest = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, path) = (rest.get(..end)?, rest.get(end..)?);
    let path = path.split('#').next().unwrap_or_default();
    let path = match path.starts_with('/') {
        true => path.to_owned(),
        false => format!("/{path}"),
    };
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    (!host.is_empty()).then_some((host, path))
}

fn exchange(entry: Entry, host: &str, path: String) -> Result<Exchange, String> {
    let (request, response) = (entry.request, entry.response);
    let is_method =
        |m: &str| !m.is_empty() && m.len() <= 20 && m.bytes().all(|b| b.is_ascii_alphabetic());
    if !is_method(&request.method) {
        return Err("method: no method".to_owned());
    }
    if path.chars().any(|c| c.is_control() || c == ' ') {
        return Err("url: control characters or spaces".to_owned());
    }
    let mut request_headers = headers(request.headers)?;
    request_headers.retain(|(name, _)| !name.eq_ignore_ascii_case("host"));
    request_headers.insert(0, ("Host".to_owned(), host.to_owned()));
    let request_body = match &request.post_data {
        Some(data) => post_body(data, &mut request_headers),
        None => Vec::new(),
    };
    let mut response_headers = headers(response.headers)?;
    // The body is without its content coding.
    let coding = ["content-encoding", "content-length", "transfer-encoding"];
    response_headers.retain(|(name, _)| !coding.iter().any(|c| name.eq_ignore_ascii_case(c)));
    let status = u16::try_from(response.status)
        .ok()
        .filter(|s| (100..=599).contains(s));
    let (response_body, body_note) =
        match (response.content.text, response.content.encoding.as_deref()) {
            (None, _) => (Vec::new(), Some("not in the HAR file".to_owned())),
            (Some(text), Some("base64")) => {
                let bytes = STANDARD
                    .decode(text.trim())
                    .map_err(|e| format!("content: no base64: {e}"))?;
                (bytes, None)
            }
            (Some(text), _) => (text.into_bytes(), None),
        };
    Ok(Exchange {
        method: request.method,
        path,
        request_headers,
        request_body,
        status: status.ok_or_else(|| "status: no status".to_owned())?,
        response_headers,
        response_body,
        body_note,
    })
}

/// Headers without the pseudo-headers of HTTP/2; a list that was joined with line breaks is one header each.
fn headers(pairs: Vec<Pair>) -> Result<Vec<(String, String)>, String> {
    let mut found = Vec::new();
    for Pair { name, value } in pairs {
        if name.starts_with(':') {
            continue;
        }
        let is_token = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
        if name.is_empty() || !name.bytes().all(is_token) {
            return Err(format!("headers: {name:?} is no header"));
        }
        for line in value.split('\n') {
            let line = line.trim_end_matches('\r');
            if line.chars().any(|c| c.is_control() && c != '\t') {
                return Err(format!("headers: control characters in {name}"));
            }
            found.push((name.clone(), line.to_owned()));
        }
    }
    Ok(found)
}

/// The body of a request; Firefox tells a form as its fields.
fn post_body(data: &PostData, headers: &mut Vec<(String, String)>) -> Vec<u8> {
    if !headers
        .iter()
        .any(|(name, _)| name.eq_ignore_ascii_case("content-type"))
        && !data.mime_type.is_empty()
    {
        headers.push(("Content-Type".to_owned(), data.mime_type.clone()));
    }
    match &data.text {
        Some(text) if !text.is_empty() || data.params.is_empty() => text.clone().into_bytes(),
        _ => {
            use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
            let encode = |text: &str| {
                utf8_percent_encode(text, NON_ALPHANUMERIC)
                    .to_string()
                    .replace("%20", "+")
            };
            let pairs = data.params.iter();
            let pairs = pairs.map(|p| {
                format!(
                    "{}={}",
                    encode(&p.name),
                    encode(p.value.as_deref().unwrap_or_default())
                )
            });
            pairs.collect::<Vec<_>>().join("&").into_bytes()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_both_browsers_are_read_and_wrong_ones_named() {
        let text = r#"{"log":{"entries":[
            {"request":{"method":"GET","url":"https://a.example/x?y=1#z","headers":[{"name":":authority","value":"a"}]},
             "response":{"status":200,"headers":[{"name":"Set-Cookie","value":"a=1\nb=2"},{"name":"content-encoding","value":"br"}],"content":{"text":"PGI+","encoding":"base64"}}},
            {"request":{"method":"POST","url":"https://a.example/f","headers":[],"postData":{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"a b","value":"c"}]}},
             "response":{"status":302,"headers":[],"content":{}}},
            {"request":{"method":"GET","url":"https://tracker.example/","headers":[]},"response":{"status":200}},
            {"request":{"method":"G T","url":"https://a.example/"},"response":{"status":200}},
            {"request":{"method":"GET","url":"https://a.example/","headers":[{"name":"A","value":"x\u0000"}]},"response":{"status":200}},
            {"request":7}]}}"#;
        let file = parse(text, None).unwrap();
        assert_eq!(
            (file.exchanges.len(), file.others, file.problems.len()),
            (2, 1, 3)
        );
        let first = &file.exchanges[0];
        assert_eq!(
            (first.path.as_str(), &first.response_body[..]),
            ("/x?y=1", &b"<b>"[..])
        );
        assert_eq!(first.response_headers.len(), 2);
        assert_eq!(file.exchanges[1].request_body, b"a+b=c");
        assert_eq!(parse("{\n\n\"log\": 1}", None).unwrap_err().0, 3);
        assert!(parse(&"[".repeat(100_000), None).is_err());
    }
}
