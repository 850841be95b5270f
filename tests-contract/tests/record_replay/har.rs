//! HAR files, as Chromium and as Firefox write them, made of what a server answers.

use std::fs;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tests_contract::client::{ClientResponse, get_with, send};
use tests_contract::recording::{Request, recorded};

use super::{HOST, oxipress, recordings_in, replay, serve, site, text};

fn pairs(headers: &[(String, String)]) -> Value {
    let pairs = headers
        .iter()
        .map(|(name, value)| json!({"name": name, "value": value}));
    pairs.collect()
}

/// An entry; Firefox tells a form as fields, and joins equal headers with line breaks.
fn entry(request: &Request, answer: &ClientResponse, is_firefox: bool) -> Value {
    let body = String::from_utf8_lossy(&request.body).into_owned();
    let mut sent = json!({
        "method": request.method,
        "url": format!("http://{HOST}{}", request.path),
        "httpVersion": "HTTP/1.1",
        "headers": pairs(&request.headers),
    });
    if !body.is_empty() {
        let kind = request
            .headers
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        let fields = body.split('&').filter_map(|pair| pair.split_once('='));
        let plain = |text: &str| {
            percent_encoding::percent_decode_str(&text.replace('+', " "))
                .decode_utf8_lossy()
                .into_owned()
        };
        sent["postData"] = json!({"mimeType": kind.map_or("", |(_, value)| value)});
        match is_firefox {
            true => {
                sent["postData"]["params"] = fields
                    .map(|(n, v)| json!({"name": plain(n), "value": plain(v)}))
                    .collect()
            }
            false => sent["postData"]["text"] = body.into(),
        }
    }
    let content = match is_firefox {
        true => json!({"text": STANDARD.encode(&answer.bytes), "encoding": "base64"}),
        false => json!({"text": answer.body}),
    };
    let mut headers = pairs(&answer.headers);
    if let Some(list) = headers.as_array_mut() {
        list.push(json!({"name": "content-encoding", "value": "br"}));
    }
    json!({"request": sent, "response": {"status": answer.status, "headers": headers, "content": content}})
}

fn record(file: &Path, folder: &Path) -> (i32, String) {
    let output = oxipress(&[
        "record",
        "--from-har",
        &file.to_string_lossy(),
        "--out",
        &folder.to_string_lossy(),
    ]);
    (output.status.code().unwrap_or(-1), text(&output))
}

#[test]
fn files_of_both_browsers_are_recordings() {
    let old = serve(&site());
    let get = |path: &str| Request {
        method: "GET".to_owned(),
        path: path.to_owned(),
        headers: vec![
            ("Host".to_owned(), HOST.to_owned()),
            (":authority".to_owned(), HOST.to_owned()),
        ],
        ..Request::default()
    };
    let mut requests: Vec<Request> = [
        "/",
        "/aviso-legal/",
        "/contacto",
        "/wp-json/wp/v2/categories",
    ]
    .map(get)
    .into();
    requests.push(
        recorded("wordpress", "comments/ok")
            .expect("recording")
            .request,
    );
    let base = tempfile::tempdir().expect("folder");
    for is_firefox in [false, true] {
        let old = if is_firefox { &serve(&site()) } else { &old };
        let mut entries: Vec<Value> = Vec::new();
        for request in &requests {
            let mut asked = request.clone();
            asked.headers.retain(|(name, _)| !name.starts_with(':'));
            let answer = send(old.addr, &asked).expect("answer");
            entries.push(entry(request, &answer, is_firefox));
        }
        entries.push(json!({"request": {"method": "GET", "url": "https://tracker.example/x", "headers": []}, "response": {"status": 200}}));
        entries.push(json!({"request": {"method": "G T", "url": format!("http://{HOST}/"), "headers": []}, "response": {"status": 200}}));
        let name = if is_firefox { "firefox" } else { "chromium" };
        let file = base.path().join(format!("{name}.har"));
        fs::write(&file, json!({"log": {"entries": entries}}).to_string()).expect("file");
        let folder = base.path().join(name);
        let (status, said) = record(&file, &folder);
        assert_eq!(status, 0, "{said}");
        assert_eq!(recordings_in(&folder), requests.len(), "{said}");
        assert!(said.contains("entry 6: method"), "{said}");
        assert!(said.contains("1 entries of other sites"), "{said}");
        let new = serve(&site());
        let (status, said, _) = replay(&folder, new.addr, &[]);
        assert_eq!(status, 0, "{name}: {said}");
        assert_eq!(
            get_with(new.addr, "/aviso-legal/", &[])
                .expect("page")
                .status,
            200
        );
    }
}

/// Files that are none: the file, the line and the reason, and nothing else happens.
#[test]
fn broken_files_are_told_with_their_line() {
    let base = tempfile::tempdir().expect("folder");
    let whole = json!({"log": {"entries": []}}).to_string();
    let deep = "[".repeat(200_000);
    let cases: [(&str, Vec<u8>, &str); 7] = [
        ("empty.har", Vec::new(), "line 1: EOF"),
        (
            "cut.har",
            b"{\n\"log\": {\n\"entries\": [{\"request\":".to_vec(),
            "line 3: EOF",
        ),
        ("other.har", b"{\"a\": 1}".to_vec(), "missing field `log`"),
        (
            "list.har",
            b"{\"log\": {\"entries\": 7}}".to_vec(),
            "line 1: invalid type",
        ),
        ("deep.har", deep.into_bytes(), "line 1: "),
        (
            "bytes.har",
            b"{\"log\":\n\xff\xfe}".to_vec(),
            "line 2: not UTF-8",
        ),
        ("none.har", whole.into_bytes(), ""),
    ];
    for (name, bytes, reason) in cases {
        let file = base.path().join(name);
        fs::write(&file, bytes).expect("file");
        let folder = base.path().join("recordings");
        let (status, said) = record(&file, &folder);
        if reason.is_empty() {
            assert_eq!(status, 0, "{name}: {said}");
            continue;
        }
        assert_eq!(status, 1, "{name}: {said}");
        assert!(
            said.contains(name) && said.contains(reason),
            "{name}: {said}"
        );
        assert_eq!(recordings_in(&folder), 0, "{name}");
    }
    // Too large, told before it is read; the file has a size and no blocks.
    let huge = fs::File::create(base.path().join("huge.har")).expect("file");
    huge.set_len(recordings::har::FILE_LIMIT + 1).expect("size");
    let (status, said) = record(
        &base.path().join("huge.har"),
        &base.path().join("recordings"),
    );
    assert_eq!(status, 1, "{said}");
    assert!(
        said.contains("huge.har: ") && said.contains("bytes are more than"),
        "{said}"
    );
}
