//! Personal facts of all kinds in all places; none of them may be in a file.

use recordings::masking::{Exchange, MaskRules, Masker};
use recordings::recording::{Recorder, read_tree};

/// Facts by their kinds; `N` is a number that makes them different.
const FACTS: [(&str, &str); 10] = [
    ("email", "ana.garciaN@correo.example"),
    ("tel", "+34 612 345 6N7"),
    ("your-name", "Íñigo Zubizarreta N"),
    ("password", "sesamo-abreteN"),
    ("address_1", "Calle del Olivo Nº N"),
    ("card_number", "4111 1111 1111 1111"),
    ("api_key", "tok_live_9f8e7dN"),
    ("dni", "1234567N-Z"),
    ("log", "usuaria-secretaN"),
    ("last_name", "Etxeberria-N"),
];

fn fact(kind: usize, place: usize) -> String {
    FACTS[kind].1.replace('N', &format!("{}", 10 + place))
}

fn encoded(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

fn pairs(place: usize) -> Vec<(&'static str, String)> {
    (0..FACTS.len())
        .map(|kind| (FACTS[kind].0, fact(kind, place)))
        .collect()
}

fn exchange(content_type: &str, body: String, path: String) -> Exchange {
    Exchange {
        method: "POST".to_owned(),
        path,
        request_headers: vec![
            ("Host".to_owned(), "a.example".to_owned()),
            ("Content-Type".to_owned(), content_type.to_owned()),
        ],
        request_body: body.into_bytes(),
        status: 200,
        response_headers: vec![("Content-Type".to_owned(), "text/html".to_owned())],
        response_body: b"<html><body>ok</body></html>".to_vec(),
        body_note: None,
    }
}

/// Ten places with ten facts each.
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn exchanges() -> Vec<Exchange> {
    let query = |place| {
        pairs(place)
            .iter()
            .map(|(n, v)| format!("{n}={}", encoded(v)))
            .collect::<Vec<_>>()
            .join("&")
    };
    let json = |place| {
        let map: serde_json::Map<_, _> = pairs(place)
            .into_iter()
            .map(|(n, v)| (n.to_owned(), v.into()))
            .collect();
        serde_json::Value::Object(map)
    };
    let mut all = vec![
        exchange(
            "application/x-www-form-urlencoded",
            query(0),
            "/a".to_owned(),
        ),
        exchange("application/json", json(1).to_string(), "/b".to_owned()),
        exchange(
            "application/json",
            serde_json::json!({"customer": [json(2)]}).to_string(),
            "/c".to_owned(),
        ),
        exchange("text/plain", String::new(), format!("/d?{}", query(3))),
    ];
    let parts = pairs(4);
    let parts = parts.iter().map(|(n, v)| {
        format!("--B\r\nContent-Disposition: form-data; name=\"{n}\"\r\n\r\n{v}\r\n")
    });
    all.push(exchange(
        "multipart/form-data; boundary=B",
        parts.collect::<String>() + "--B--\r\n",
        "/e".to_owned(),
    ));
    let mut cookies = exchange("text/plain", String::new(), "/f".to_owned());
    for (name, value) in pairs(5) {
        cookies
            .request_headers
            .push(("Cookie".to_owned(), format!("{name}={}", encoded(&value))));
    }
    all.push(cookies);
    let mut set = exchange("text/plain", String::new(), "/g".to_owned());
    for (name, value) in pairs(6) {
        set.response_headers.push((
            "Set-Cookie".to_owned(),
            format!("{name}={}; path=/", encoded(&value)),
        ));
    }
    all.push(set);
    let mut headers = exchange("text/plain", String::new(), "/h".to_owned());
    headers.request_headers.push((
        "Referer".to_owned(),
        format!("https://a.example/?{}", query(7)),
    ));
    headers.response_headers.push((
        "Location".to_owned(),
        format!("https://a.example/gracias/?{}", query(7)),
    ));
    headers.request_headers.push((
        "Authorization".to_owned(),
        "Basic dXN1YXJpYTpzZXNhbW8=".to_owned(),
    ));
    headers
        .request_headers
        .push(("X-Forwarded-For".to_owned(), "203.0.113.77".to_owned()));
    all.push(headers);
    let mut page = exchange("text/plain", String::new(), "/i".to_owned());
    let inputs = pairs(8);
    let inputs = inputs
        .iter()
        .map(|(n, v)| format!("<input type=\"text\" name=\"{n}\" value=\"{v}\">"));
    page.response_body =
        format!("<html><body>{}</body></html>", inputs.collect::<String>()).into_bytes();
    all.push(page);
    // What was typed comes back in a page, in a script and in an address.
    let mut echo = exchange(
        "application/x-www-form-urlencoded",
        query(9),
        "/j".to_owned(),
    );
    let shown = pairs(9);
    let shown = shown.iter().map(|(_, v)| {
        format!(
            "<p>Gracias, {v}!</p><a href=\"/x?q={}\">y</a><script>var d = {};</script>",
            encoded(v),
            serde_json::json!([v])
        )
    });
    echo.response_body =
        format!("<html><body>{}</body></html>", shown.collect::<String>()).into_bytes();
    all.push(echo);
    all
}

#[test]
fn no_planted_fact_reaches_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let masker = Masker::new(MaskRules::default(), [7; 32]);
    let mut recorder = Recorder::open(folder.path(), "test", Some(masker)).unwrap();
    for exchange in exchanges() {
        recorder.record(exchange).unwrap();
    }
    let files = std::fs::read_dir(folder.path()).unwrap();
    let text: String = files
        .map(|f| std::fs::read_to_string(f.unwrap().path()).unwrap())
        .collect();
    let (mut planted, mut leaked) = (0, Vec::new());
    for place in 0..10 {
        for (kind, known) in FACTS.iter().enumerate() {
            planted += 1;
            let value = fact(kind, place);
            let forms = [
                value.clone(),
                encoded(&value),
                encoded(&value).replace("%20", "+"),
                value.replace(' ', "+"),
            ];
            if forms.iter().any(|form| text.contains(form.as_str())) {
                leaked.push(format!("{} in place {place}", known.0));
            }
        }
    }
    for value in ["dXN1YXJpYTpzZXNhbW8", "203.0.113.77"] {
        planted += 1;
        leaked.extend(text.contains(value).then(|| value.to_owned()));
    }
    println!(
        "{planted} facts planted, {} on disk; masked: {:?}",
        leaked.len(),
        recorder.masked()
    );
    assert!(leaked.is_empty(), "{leaked:?}");
    let (found, problems) = read_tree(folder.path()).unwrap();
    assert_eq!((found.len(), problems.len()), (10, 0), "{problems:?}");
}
