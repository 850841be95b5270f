//! Generated bodies against the real binary: truncated and wrongly bounded forms, too many fields and files, invalid
//! UTF-8, line breaks, duplicates, a body of 100 MB. Each is answered as PHP and the plugin would; nothing is stored
//! by halves; memory stays bounded.
//!
//! Contract "contact-form-7", sections 13, 15, 24 E21 and 25 (4); hardening S2 and S3.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;
use tests_contract::client::send;
use tests_contract::contact_form::{BOUNDARY, Part, body, json, request, route};
use tests_contract::server::Database;
use tests_contract::stage::Stage;

/// How many bodies; `BODIES=100000` sends more.
const BODIES: usize = 10_000;
/// The Spanish contact form.
const FORM: i64 = 235;

/// Numbers that are the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % below.max(1)
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of.get(self.roll(of.len())).copied().unwrap_or_default()
    }
}

/// A generated request and what must come of it.
struct Case {
    kind: &'static str,
    content_type: String,
    body: Vec<u8>,
}

fn good(dice: &mut Dice) -> Vec<(String, Vec<u8>)> {
    let text = [
        "Ana",
        "Ana\r\nBcc: x@y.example",
        "Ana\n\nX",
        "ñandú 😀",
        "%0d%0aCc: z",
        "a\u{0}b",
        "<b>x</b>",
    ];
    let mut fields: Vec<(String, Vec<u8>)> = [
        ("_wpcf7", "235"),
        ("_wpcf7_unit_tag", "wpcf7-f235-p1989-o1"),
        ("_wpcf7_container_post", "1989"),
        ("tu-nombre", dice.one(&text)),
        (
            "tu-correo",
            dice.one(&[
                "ana@ejemplo.example",
                "bad",
                "",
                "ana@ejemplo.example\r\nBcc: x@y.example",
            ]),
        ),
        ("tu-mensaje", "Querríamos cuatro noches en mayo."),
        ("acepto", "1"),
        ("casacue4217", "384211"),
        ("alt_s", ""),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value.as_bytes().to_vec()))
    .collect();
    if dice.roll(4) == 0 {
        fields.push(("tu-nombre".into(), b"\xff\xfe\x80".to_vec()));
    }
    if dice.roll(4) == 0 {
        let again = fields.get(dice.roll(fields.len())).cloned();
        fields.extend(again);
    }
    if dice.roll(6) == 0 {
        fields.remove(dice.roll(fields.len()));
    }
    fields
}

fn written(fields: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut out = Vec::new();
    for (name, value) in fields {
        let head =
            format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n");
        out.extend_from_slice(head.as_bytes());
        out.extend_from_slice(value);
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    out
}

#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn generate(dice: &mut Dice) -> Case {
    let mut fields = good(dice);
    let right = format!("multipart/form-data; boundary={BOUNDARY}");
    let case = |kind, content_type: String, body| Case {
        kind,
        content_type,
        body,
    };
    match dice.roll(100) {
        0..=34 => case("whole", right, written(&fields)),
        35..=64 => {
            let mut body = written(&fields);
            body.truncate(dice.roll(body.len() + 1));
            case("truncated", right, body)
        }
        65..=74 => {
            let wrong = [
                "",
                "; boundary=",
                "; boundary=other",
                "; boundary=\"open",
                "; charset=utf-8",
            ];
            let kind = format!("multipart/form-data{}", dice.one(&wrong));
            case("wrong boundary", kind, written(&fields))
        }
        75..=84 => {
            let files: Vec<Part> = (0..dice.roll(25))
                .map(|n| Part::File(format!("f{n}"), "a.txt".into(), vec![b'x'; 300]))
                .collect();
            let mut all = body(&files);
            let end = all
                .len()
                .saturating_sub(format!("--{BOUNDARY}--\r\n").len());
            all.truncate(end);
            all.extend(written(&fields));
            case("files", right, all)
        }
        85..=92 => {
            // Bytes here and there are others.
            let mut body = written(&fields);
            for _ in 0..=dice.roll(3) {
                let at = dice.roll(body.len());
                if let Some(byte) = body.get_mut(at) {
                    *byte = u8::try_from(dice.roll(256)).unwrap_or_default();
                }
            }
            case("damaged", right, body)
        }
        93 => {
            let many = (0..10_000).map(|n| (format!("m{n}"), b"x".to_vec()));
            let place = if dice.roll(2) == 0 { 0 } else { fields.len() };
            fields.splice(place..place, many);
            case("10,000 fields", right, written(&fields))
        }
        94 => {
            let head = format!("--{BOUNDARY}\r\nX-Long: {}\r\n\r\n", "a".repeat(9000));
            case(
                "long header",
                right,
                [head.into_bytes(), written(&fields)].concat(),
            )
        }
        _ => case(
            "urlencoded",
            "application/x-www-form-urlencoded".into(),
            b"_wpcf7_unit_tag=u1&a=%ff".to_vec(),
        ),
    }
}

/// The fields that PHP would read of a whole or truncated body, by another way than the server's.
fn php_fields(body: &[u8]) -> Vec<(String, Vec<u8>)> {
    let line = format!("\n--{BOUNDARY}");
    let text = [b"\n".as_slice(), body].concat();
    let mut fields = Vec::new();
    let mut rest: &[u8] = &text;
    while let Some(at) = find(rest, line.as_bytes()) {
        let part = rest.get(at + line.len()..).unwrap_or_default();
        let Some(part) = part.strip_prefix(b"\r\n") else {
            break;
        };
        let Some(head) = find(part, b"\r\n\r\n") else {
            break;
        };
        let name = String::from_utf8_lossy(part.get(..head).unwrap_or_default()).into_owned();
        let name = name
            .split("name=\"")
            .nth(1)
            .and_then(|n| n.split('"').next());
        let value = part.get(head + 4..).unwrap_or_default();
        // An empty value ends with the line break of the headers.
        let value_start = part.get(head + 3..).unwrap_or_default();
        // At the end of a form that breaks off, the beginning of a boundary belongs to no value.
        let is_end = |n: &usize| {
            line.get(..*n)
                .is_some_and(|l| value.ends_with(l.as_bytes()))
        };
        let begun = || (1..=line.len()).rev().find(is_end).unwrap_or_default();
        let end = match find(value_start, line.as_bytes()) {
            Some(at) => at.saturating_sub(1),
            None => value.len() - begun(),
        };
        let is_cut = end < value.len();
        let value = value.get(..end).unwrap_or_default();
        let whole = value.strip_suffix(b"\r").filter(|_| is_cut);
        let value = whole.unwrap_or(value);
        if let Some(name) = name {
            fields.push((name.to_owned(), value.to_vec()));
        }
        rest = value_start;
    }
    fields
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}

/// What must come: the statuses that are right.
fn wanted(case: &Case) -> Vec<&'static str> {
    match case.kind {
        "urlencoded" => vec!["415 wpcf7_unsupported_media_type"],
        "wrong boundary" => vec!["400 wpcf7_unit_tag_not_found"],
        "long header" => vec!["400 "],
        "damaged" => vec![
            "200 mail_sent",
            "200 validation_failed",
            "200 acceptance_missing",
            "400 wpcf7_unit_tag_not_found",
            "400 ",
        ],
        _ => vec![outcome(&case.body)],
    }
}

fn outcome(body: &[u8]) -> &'static str {
    let fields = php_fields(body);
    let texts = fields
        .iter()
        .filter(|(name, _)| !name.starts_with('f') || name.len() > 3);
    let texts: Vec<_> = texts.take(1000).collect();
    let last = |name: &str| {
        texts
            .iter()
            .rev()
            .find(|(n, _)| n == name)
            .map(|(_, v)| v.as_slice())
    };
    if last("_wpcf7_unit_tag").is_none_or(<[u8]>::is_empty) {
        return "400 wpcf7_unit_tag_not_found";
    }
    let is_text = |name: &str| {
        // PHP takes a text that is no UTF-8 for an empty one.
        let value = std::str::from_utf8(last(name).unwrap_or_default());
        value.is_ok_and(|text| !text.trim().is_empty())
    };
    let mail = last("tu-correo").unwrap_or_default();
    let message = last("tu-mensaje").unwrap_or_default();
    let is_valid = is_text("tu-nombre") && mail == b"ana@ejemplo.example" && message.len() >= 12;
    let honeypot = last("casacue4217").is_some() && last("alt_s") == Some(b"");
    if !is_valid || !honeypot {
        return "200 validation_failed";
    }
    match last("acepto") {
        Some(b"1") => "200 mail_sent",
        _ => "200 acceptance_missing",
    }
}

/// Status and outcome of an answer, and whether its JSON has the contract's keys in order.
fn told(status: u16, answer: &Value) -> (String, bool) {
    let keys: Vec<&str> = answer
        .as_object()
        .map(|o| o.keys().map(String::as_str).collect())
        .unwrap_or_default();
    let word = answer["status"]
        .as_str()
        .or(answer["code"].as_str())
        .unwrap_or_default();
    let order = match word {
        "" => "",
        "validation_failed" => {
            "contact_form_id status message invalid_fields posted_data_hash into"
        }
        _ if status == 200 => "contact_form_id status message posted_data_hash into invalid_fields",
        _ => "code message data",
    };
    (format!("{status} {word}"), keys.join(" ") == order)
}

fn stage() -> Stage {
    let environment = [
        ("OXIPRESS_MAIL_DELIVERY", "queue"),
        ("OXIPRESS_SERVER_ACCESS_LOG", "false"),
        ("OXIPRESS_LOG", "error"),
    ];
    Stage::new(Database::Sqlite, &environment)
}

fn memory(stage: &Stage) -> usize {
    stage.server.peak_memory().expect("memory")
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn ten_thousand_bodies_are_answered_as_recorded() {
    let stage = stage();
    let number = std::env::var("BODIES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(BODIES);
    let before = memory(&stage);
    let (addr, path) = (stage.addr(), route(FORM, "feedback"));
    let (next, sent) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let bad = std::sync::Mutex::new(Vec::new());
    let kinds = std::sync::Mutex::new(std::collections::BTreeMap::<(&str, String), usize>::new());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= number {
                        return;
                    }
                    let mixed = u64::try_from(seed).unwrap_or(0).wrapping_add(1);
                    let case = generate(&mut Dice(mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
                    let headers = [("Content-Type", case.content_type.as_str())];
                    let answer = send(addr, &request("POST", &path, &headers, case.body.clone()));
                    let answer = answer.expect("answer");
                    let (told, is_ordered) = told(answer.status, &json(&answer));
                    sent.fetch_add(usize::from(told == "200 mail_sent"), Ordering::Relaxed);
                    if !wanted(&case).contains(&told.as_str()) || !is_ordered {
                        let text = format!(
                            "{seed} {}: wanted {:?}, got {told} {}",
                            case.kind,
                            wanted(&case),
                            answer.body
                        );
                        bad.lock().expect("list").push(text);
                    }
                    *kinds
                        .lock()
                        .expect("kinds")
                        .entry((case.kind, told))
                        .or_default() += 1;
                }
            });
        }
    });
    let sent = sent.into_inner();
    let rows =
        stage.count("SELECT COUNT(*) FROM {p}oxipress_submissions WHERE status = 'mail_sent'");
    let mails = stage.count("SELECT COUNT(*) FROM {p}oxipress_outbox");
    let after = memory(&stage);
    for ((kind, told), count) in kinds.into_inner().expect("kinds") {
        println!("{count:6} {kind}: {told}");
    }
    println!(
        "S3: {number} bodies: {sent} sent, {rows} submissions and {mails} mails stored, {} files left, memory {before} to {after} MB",
        stage.uploads()
    );
    let bad = bad.into_inner().expect("list");
    assert!(
        bad.is_empty(),
        "{} wrong:\n{}",
        bad.len(),
        bad.iter().take(10).cloned().collect::<Vec<_>>().join("\n")
    );
    assert_eq!(
        (rows, mails, stage.uploads()),
        (sent, sent * 2, 0),
        "stored by halves"
    );
    assert!(after < before + 128, "memory {before} to {after} MB");
}

/// A body of so many bytes, sent as far as the server takes it; the answer.
fn huge(addr: SocketAddr, form: i64, file_bytes: usize) -> (u16, Value) {
    let fields = good(&mut Dice(3));
    let mut start = written(&fields);
    start.truncate(start.len() - format!("--{BOUNDARY}--\r\n").len());
    let head = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"adj-req\"; filename=\"a.txt\"\r\n\r\n"
    );
    start.extend_from_slice(head.as_bytes());
    let end = format!("\r\n--{BOUNDARY}--\r\n");
    let length = start.len() + file_bytes + end.len();
    let mut stream = TcpStream::connect(addr).expect("connection");
    let path = route(form, "feedback");
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:8081\r\nUser-Agent: Mozilla/5.0\r\nContent-Type: multipart/form-data; boundary={BOUNDARY}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("head");
    let mut reader = stream.try_clone().expect("stream");
    let reading = std::thread::spawn(move || {
        let mut answer = Vec::new();
        let _ = reader.read_to_end(&mut answer);
        answer
    });
    let piece = vec![b'x'; 64 * 1024];
    let mut rest = file_bytes;
    let mut sending = stream.write_all(&start);
    while sending.is_ok() && rest > 0 {
        let now = rest.min(piece.len());
        sending = stream.write_all(piece.get(..now).unwrap_or_default());
        rest -= now;
    }
    let _ = sending.and_then(|()| stream.write_all(end.as_bytes()));
    let answer = String::from_utf8_lossy(&reading.join().expect("answer")).into_owned();
    let status = answer
        .split(' ')
        .nth(1)
        .and_then(|s| s.parse().ok())
        .unwrap_or(0);
    let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
    let from = body.find('{').unwrap_or(body.len());
    let to = body.rfind('}').map_or(from, |at| at + 1);
    let json = serde_json::from_str(body.get(from..to).unwrap_or_default()).unwrap_or_default();
    (status, json)
}

#[test]
fn huge_files_are_told_by_their_field() {
    let stage = stage();
    let before = memory(&stage);
    // Within the server's bound: read to its end, never stored beyond the field's limit.
    let (status, answer) = huge(stage.addr(), 300, 40 * 1024 * 1024);
    assert_eq!(
        (status, answer["status"].as_str()),
        (200, Some("validation_failed")),
        "{answer}"
    );
    // Beyond it: the file's field says so (section 25, 4); a form without files tells no unit tag (E21).
    let (status, answer) = huge(stage.addr(), 300, 100 * 1024 * 1024);
    assert_eq!(
        (status, answer["status"].as_str()),
        (200, Some("validation_failed")),
        "{answer}"
    );
    assert_eq!(
        answer["invalid_fields"][0]["field"].as_str(),
        Some("adj-req"),
        "{answer}"
    );
    let (status, answer) = huge(stage.addr(), FORM, 100 * 1024 * 1024);
    assert_eq!(
        (status, answer["code"].as_str()),
        (400, Some("wpcf7_unit_tag_not_found")),
        "{answer}"
    );
    let after = memory(&stage);
    let rows = stage.count("SELECT COUNT(*) FROM {p}oxipress_submissions");
    println!(
        "240 MB in three bodies: {} files left, {rows} rows, memory {before} to {after} MB",
        stage.uploads()
    );
    assert_eq!((stage.uploads(), rows), (0, 0));
    assert!(after < before + 64, "memory {before} to {after} MB");
}
