//! S4: requests that two servers could read differently. Each is answered with an error, once, and the connection
//! closes; what was smuggled behind it is never answered.

use super::site::{Site, serve};
use super::wire_client::{answers, exchange, status};

const SMUGGLED: &str = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n";

fn post(headers: &str, body: &str) -> String {
    format!("POST /echo HTTP/1.1\r\nHost: a\r\n{headers}\r\n{body}{SMUGGLED}")
}

fn lengths() -> Vec<(&'static str, String, u16)> {
    vec![
        (
            "length, then chunks",
            post(
                "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
                "0\r\n\r\n",
            ),
            400,
        ),
        (
            "chunks, then length",
            post(
                "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
                "0\r\n\r\n",
            ),
            400,
        ),
        (
            "two lengths",
            post("Content-Length: 4\r\nContent-Length: 5\r\n", "abcd"),
            400,
        ),
        (
            "two equal lengths",
            post("Content-Length: 4\r\nContent-Length: 4\r\n", "abcd"),
            400,
        ),
        (
            "list of lengths",
            post("Content-Length: 4, 4\r\n", "abcd"),
            400,
        ),
        (
            "length with sign",
            post("Content-Length: +4\r\n", "abcd"),
            400,
        ),
        (
            "negative length",
            post("Content-Length: -4\r\n", "abcd"),
            400,
        ),
        (
            "hexadecimal length",
            post("Content-Length: 0x4\r\n", "abcd"),
            400,
        ),
        ("empty length", post("Content-Length: \r\n", "abcd"), 400),
        (
            "length with blank inside",
            post("Content-Length: 4 4\r\n", "abcd"),
            400,
        ),
        (
            "enormous length",
            post("Content-Length: 99999999999999999999\r\n", "abcd"),
            400,
        ),
        (
            "blank before colon",
            post("Content-Length : 4\r\n", "abcd"),
            400,
        ),
        (
            "tab before colon",
            post("Transfer-Encoding\t: chunked\r\n", "0\r\n\r\n"),
            400,
        ),
        (
            "chunks twice",
            post(
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                "",
            ),
            400,
        ),
        (
            "unknown coding",
            post("Transfer-Encoding: xchunked\r\n", ""),
            501,
        ),
        (
            "coding list",
            post("Transfer-Encoding: gzip, chunked\r\n", ""),
            501,
        ),
        (
            "identity coding",
            post("Transfer-Encoding: identity\r\n", ""),
            501,
        ),
        (
            "quoted coding",
            post("Transfer-Encoding: \"chunked\"\r\n", ""),
            501,
        ),
        (
            "vertical tab",
            post("Transfer-Encoding: \u{b}chunked\r\n", ""),
            400,
        ),
        (
            "chunks in HTTP/1.0",
            format!(
                "POST /echo HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{SMUGGLED}"
            ),
            400,
        ),
    ]
}

fn lines() -> Vec<(&'static str, String, u16)> {
    let hello = "GET /hello HTTP/1.1";
    vec![
        (
            "bare LF after the request line",
            format!("{hello}\nHost: a\r\n\r\n{SMUGGLED}"),
            400,
        ),
        (
            "bare LF after a header",
            format!("{hello}\r\nHost: a\nx: y\r\n\r\n{SMUGGLED}"),
            400,
        ),
        (
            "bare LF at the end",
            format!("{hello}\r\nHost: a\r\n\n{SMUGGLED}"),
            400,
        ),
        (
            "bare CR in a value",
            format!("{hello}\r\nHost: a\r\nx: a\rb\r\n\r\n{SMUGGLED}"),
            400,
        ),
        (
            "NUL in a value",
            format!("{hello}\r\nHost: a\r\nx: a\0b\r\n\r\n{SMUGGLED}"),
            400,
        ),
        (
            "folded line",
            format!("{hello}\r\nHost: a\r\nx: a\r\n b\r\n\r\n{SMUGGLED}"),
            400,
        ),
        (
            "folded length",
            post("Content-Length:\r\n 4\r\n", "abcd"),
            400,
        ),
        (
            "folded first header",
            format!("{hello}\r\n Host: a\r\n\r\n{SMUGGLED}"),
            400,
        ),
        (
            "header without colon",
            format!("{hello}\r\nHost: a\r\nxyz\r\n\r\n{SMUGGLED}"),
            400,
        ),
        (
            "header without name",
            format!("{hello}\r\nHost: a\r\n: y\r\n\r\n{SMUGGLED}"),
            400,
        ),
        ("no host", format!("{hello}\r\n\r\n{SMUGGLED}"), 400),
        (
            "two hosts",
            format!("{hello}\r\nHost: a\r\nHost: b\r\n\r\n{SMUGGLED}"),
            400,
        ),
        (
            "host with slash",
            format!("{hello}\r\nHost: a/b\r\n\r\n{SMUGGLED}"),
            400,
        ),
        (
            "two blanks",
            format!("GET  /hello HTTP/1.1\r\nHost: a\r\n\r\n{SMUGGLED}"),
            400,
        ),
        (
            "blank in target",
            format!("GET /he llo HTTP/1.1\r\nHost: a\r\n\r\n{SMUGGLED}"),
            400,
        ),
        (
            "no version",
            format!("GET /hello\r\nHost: a\r\n\r\n{SMUGGLED}"),
            400,
        ),
        (
            "version 2.0",
            format!("GET /hello HTTP/2.0\r\nHost: a\r\n\r\n{SMUGGLED}"),
            505,
        ),
        (
            "lower-case version",
            format!("GET /hello http/1.1\r\nHost: a\r\n\r\n{SMUGGLED}"),
            400,
        ),
        ("nonsense", "\u{1}\u{2}\u{3}\r\n\r\n".to_owned(), 400),
    ]
}

fn chunks() -> Vec<(&'static str, String, u16)> {
    let chunked = |body: &str| post("Transfer-Encoding: chunked\r\n", body);
    vec![
        ("size with 0x", chunked("0x4\r\nabcd\r\n0\r\n\r\n"), 400),
        ("size with sign", chunked("+4\r\nabcd\r\n0\r\n\r\n"), 400),
        ("negative size", chunked("-4\r\nabcd\r\n0\r\n\r\n"), 400),
        ("no size", chunked("\r\nabcd\r\n0\r\n\r\n"), 400),
        (
            "size that overflows",
            chunked("fffffffffffffffff\r\nabcd\r\n0\r\n\r\n"),
            400,
        ),
        ("letters as size", chunked("xyz\r\nabcd\r\n0\r\n\r\n"), 400),
        (
            "chunk longer than its size",
            chunked("3\r\nabcd\r\n0\r\n\r\n"),
            400,
        ),
        (
            "good chunks close too",
            chunked("4\r\nabcd\r\n0\r\n\r\n"),
            200,
        ),
        (
            "chunk with extension",
            chunked("4;a=b\r\nabcd\r\n0\r\n\r\n"),
            200,
        ),
    ]
}

#[tokio::test]
async fn nothing_is_smuggled() {
    let server = serve(Site::default());
    let address = server.address().unwrap();
    let cases: Vec<_> = lengths()
        .into_iter()
        .chain(lines())
        .chain(chunks())
        .collect();
    for (name, request, expected) in &cases {
        let answer = exchange(address, request.as_bytes()).await;
        let text = String::from_utf8_lossy(&answer);
        assert_eq!(status(&answer), *expected, "{name}: {text}");
        assert_eq!(answers(&answer), 1, "{name}: {text}");
        assert!(
            text.to_ascii_lowercase().contains("connection: close"),
            "{name}: {text}"
        );
    }
    println!("S4: {} cases, 0 smuggled requests answered", cases.len());
}
