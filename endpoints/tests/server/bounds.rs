//! S2: each bound has its status, to the byte; and what a broken handler answers.

use super::site::{Site, config, serve};
use super::wire_client::{Client, exchange, status};
use endpoints::server::Server;
use std::sync::Arc;

fn request_line(length: usize) -> String {
    let target = "x".repeat(length - "GET / HTTP/1.1".len());
    format!("GET /{target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
}

fn headers(number: usize) -> String {
    format!(
        "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{}\r\n",
        "a: b\r\n".repeat(number - 2)
    )
}

fn header_bytes(length: usize) -> String {
    let fixed = "Host: a\r\nConnection: close\r\nc: \r\n".len();
    let value = "x".repeat(length - fixed);
    format!("GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\nc: {value}\r\n\r\n")
}

fn body(length: usize, sent: usize) -> String {
    let body = "x".repeat(sent);
    format!(
        "POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

fn chunked(chunks: usize) -> String {
    let chunk = format!("400\r\n{}\r\n", "x".repeat(1024));
    let head = "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    format!("{head}{}0\r\n\r\n", chunk.repeat(chunks))
}

#[tokio::test]
async fn every_bound_has_its_status() {
    let mut config = config();
    config.limits.body = 10_240;
    let server = Server::start(config, Arc::new(Site::default())).unwrap();
    let address = server.address().unwrap();
    let cases = [
        ("request line of 8192", request_line(8192), 404),
        ("request line of 8193", request_line(8193), 414),
        ("request line of 20000", request_line(20_000), 414),
        ("request line of 200000", request_line(200_000), 414),
        ("request line without end", "x".repeat(300_000), 414),
        ("100 headers", headers(100), 200),
        ("101 headers", headers(101), 431),
        ("5000 headers", headers(5000), 431),
        ("32768 bytes of headers", header_bytes(32_768), 200),
        ("32769 bytes of headers", header_bytes(32_769), 431),
        ("300000 bytes of headers", header_bytes(300_000), 431),
        ("body at the bound", body(10_240, 10_240), 200),
        ("body over the bound", body(10_241, 10_241), 413),
        ("body announced only", body(999_999_999, 0), 413),
        ("body far over the bound", body(3_000_000, 3_000_000), 413),
        ("chunks at the bound", chunked(10), 200),
        ("chunks over the bound", chunked(11), 413),
        ("chunks far over the bound", chunked(3000), 413),
        (
            "no handler for it",
            "GET /none HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".into(),
            404,
        ),
        (
            "a handler that panics",
            "GET /panic HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".into(),
            500,
        ),
    ];
    for (name, request, expected) in &cases {
        let answer = exchange(address, request.as_bytes()).await;
        assert_eq!(
            status(&answer),
            *expected,
            "{name}: {}",
            String::from_utf8_lossy(&answer)
        );
    }
    println!("S2: {} bounds exact", cases.len());
}

#[tokio::test]
async fn a_kept_alive_connection_answers_one_after_the_other() {
    let server = serve(Site::default());
    let mut client = Client::connect(server.address().unwrap()).await.unwrap();
    for _ in 0..50 {
        let request = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\n\r\n7 bytes";
        assert_eq!(client.ask(request).await.unwrap().body, b"7 bytes");
        assert_eq!(client.get("/hello", "").await.unwrap().body, b"hello");
    }
    let pipelined = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n".repeat(20)
        + "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nConnection: close\r\n\r\nabcde";
    let answer = exchange(server.address().unwrap(), pipelined.as_bytes()).await;
    assert_eq!(super::wire_client::answers(&answer), 21);
    assert!(answer.ends_with(b"5 bytes"));
}

#[tokio::test]
async fn only_a_trusted_neighbour_may_say_who_asks() {
    let forwarded = "X-Forwarded-For: 6.6.6.6, 9.9.9.9\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: b.example\r\n";
    let server = serve(Site::default());
    let mut client = Client::connect(server.address().unwrap()).await.unwrap();
    assert_eq!(
        client.get("/who", forwarded).await.unwrap().body,
        b"127.0.0.1 http casas.example"
    );

    let mut config = config();
    config.trusted_proxies =
        endpoints::server::proxy::TrustedProxies::new(vec!["127.0.0.0/8".parse().unwrap()]);
    let server = Server::start(config, Arc::new(Site::default())).unwrap();
    let mut client = Client::connect(server.address().unwrap()).await.unwrap();
    assert_eq!(
        client.get("/who", forwarded).await.unwrap().body,
        b"9.9.9.9 https b.example"
    );
    println!("S11: forwarded addresses believed from trusted neighbours only");
}

#[tokio::test]
async fn the_second_listener_tells_health_and_numbers() {
    let mut config = config();
    config.admin_listen = Some(([127, 0, 0, 1], 0).into());
    let server = Server::start(config, Arc::new(Site::default())).unwrap();
    let mut visitor = Client::connect(server.address().unwrap()).await.unwrap();
    visitor.get("/hello", "").await.unwrap();
    assert_eq!(visitor.get("/metrics", "").await.unwrap().status, 404);
    let mut admin = Client::connect(server.admin_address().unwrap())
        .await
        .unwrap();
    assert_eq!(admin.get("/healthz", "").await.unwrap().body, b"ok\n");
    let numbers = String::from_utf8(admin.get("/metrics", "").await.unwrap().body).unwrap();
    assert!(
        numbers.contains("oxipress_responses_total{class=\"2xx\"} 1\n"),
        "{numbers}"
    );
    assert!(numbers.contains("oxipress_connections 1\n"), "{numbers}");
}
