//! S5: frames of HTTP/2 that are wrong, too many, or never end.

use std::sync::Arc;
use std::time::{Duration, Instant};

use http_body_util::{BodyExt, Full};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::frames::*;
use super::site::{Site, config, serve};
use endpoints::server::Server;
use endpoints::server::metrics::Ended;

/// What must come of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Then {
    /// The connection ends.
    Ends,
    /// The stream is reset or answered with an error, the connection lives.
    Resets,
    /// Nothing happens.
    Lives,
}
use Then::{Ends, Lives, Resets};

fn settings(id: u16, value: u32) -> Vec<u8> {
    let mut payload = id.to_be_bytes().to_vec();
    payload.extend_from_slice(&value.to_be_bytes());
    frame(SETTINGS, 0, 0, &payload)
}

fn headers(stream: u32, block: &[u8]) -> Vec<u8> {
    frame(HEADERS, END_STREAM | END_HEADERS, stream, block)
}

fn block(parts: &[(&str, &str)]) -> Vec<u8> {
    parts
        .iter()
        .flat_map(|(name, value)| literal(name, value))
        .collect()
}

fn connection_cases() -> Vec<(&'static str, Vec<u8>, Then)> {
    let number = |n: u32| n.to_be_bytes();
    vec![
        (
            "settings of odd length",
            frame(SETTINGS, 0, 0, &[0; 5]),
            Ends,
        ),
        ("settings on a stream", frame(SETTINGS, 0, 1, &[]), Ends),
        (
            "acknowledgement with settings",
            frame(SETTINGS, ACK, 0, &[0; 6]),
            Ends,
        ),
        ("push setting of 2", settings(2, 2), Ends),
        ("window setting too large", settings(4, 0x8000_0000), Ends),
        ("frame size setting too small", settings(5, 1), Ends),
        (
            "frame size setting too large",
            settings(5, 0x0100_0000),
            Ends,
        ),
        ("unknown setting", settings(0xff, 1), Lives),
        ("ping of 7 bytes", frame(PING, 0, 0, &[0; 7]), Ends),
        ("ping on a stream", frame(PING, 0, 1, &[0; 8]), Ends),
        ("data on stream 0", frame(DATA, 0, 0, b"x"), Ends),
        ("data on an unopened stream", frame(DATA, 0, 1, b"x"), Ends),
        ("headers on stream 0", headers(0, &get("/hello")), Ends),
        (
            "headers on an even stream",
            headers(2, &get("/hello")),
            Ends,
        ),
        (
            "continuation of nothing",
            frame(CONTINUATION, END_HEADERS, 1, &get("/hello")),
            Ends,
        ),
        (
            "ping between headers",
            [
                frame(HEADERS, 0, 1, &get("/hello")),
                frame(PING, 0, 0, &[0; 8]),
            ]
            .concat(),
            Ends,
        ),
        (
            "continuation of another stream",
            [
                frame(HEADERS, 0, 1, &get("/hello")),
                frame(CONTINUATION, END_HEADERS, 3, &[]),
            ]
            .concat(),
            Ends,
        ),
        (
            "padding longer than the frame",
            frame(HEADERS, END_STREAM | END_HEADERS | PADDED, 1, &[200, 0x82]),
            Ends,
        ),
        (
            "frame above the size",
            frame(DATA, 0, 1, &vec![0; 20_000]),
            Ends,
        ),
        (
            "window update of 0",
            frame(WINDOW_UPDATE, 0, 0, &number(0)),
            Ends,
        ),
        (
            "window update of 3 bytes",
            frame(WINDOW_UPDATE, 0, 0, &[0; 3]),
            Ends,
        ),
        (
            "window overflow",
            frame(WINDOW_UPDATE, 0, 0, &number(0x7fff_ffff)).repeat(2),
            Ends,
        ),
        (
            "window update of an unopened stream",
            frame(WINDOW_UPDATE, 0, 1, &number(1)),
            Ends,
        ),
        (
            "reset of an unopened stream",
            frame(RST_STREAM, 0, 1, &number(8)),
            Ends,
        ),
        (
            "reset of stream 0",
            frame(RST_STREAM, 0, 0, &number(8)),
            Ends,
        ),
        ("reset of 3 bytes", frame(RST_STREAM, 0, 1, &[0; 3]), Ends),
        (
            "push promise",
            frame(PUSH_PROMISE, END_HEADERS, 1, &[0, 0, 0, 2]),
            Ends,
        ),
        ("goaway on a stream", frame(GOAWAY, 0, 1, &[0; 8]), Ends),
        (
            "unknown kind of frame",
            frame(0x2a, 0, 0, b"anything"),
            Lives,
        ),
        ("priority", frame(PRIORITY, 0, 1, &[0, 0, 0, 0, 16]), Lives),
    ]
}

fn stream_cases() -> Vec<(&'static str, Vec<u8>, Then)> {
    let with = |parts: &[(&str, &str)]| headers(1, &[get("/hello"), block(parts)].concat());
    let post = [block(&[
        (":method", "POST"),
        (":scheme", "http"),
        (":path", "/echo"),
        (":authority", "a"),
    ])]
    .concat();
    let announced = [post, block(&[("content-length", "5")])].concat();
    vec![
        ("index 0", headers(1, &[0x80]), Ends),
        (
            "index beyond the table",
            headers(1, &[0xff, 0xff, 0xff, 0x0f]),
            Ends,
        ),
        ("cut header block", headers(1, &[0x00, 0x10, b'x']), Ends),
        (
            "table size too large",
            headers(1, &[0x3f, 0xff, 0xff, 0xff, 0x0f]),
            Ends,
        ),
        ("upper-case name", with(&[("X-A", "b")]), Resets),
        (
            "connection header",
            with(&[("connection", "close")]),
            Resets,
        ),
        (
            "transfer-encoding header",
            with(&[("transfer-encoding", "chunked")]),
            Resets,
        ),
        ("unknown pseudo header", with(&[(":x", "b")]), Resets),
        ("pseudo header twice", with(&[(":path", "/b")]), Resets),
        ("line feed in a value", with(&[("x", "a\nb")]), Resets),
        ("no path", headers(1, &[0x82, 0x86]), Resets),
        (
            "no method",
            headers(1, &block(&[(":scheme", "http"), (":path", "/")])),
            Resets,
        ),
        (
            "data shorter than announced",
            [
                frame(HEADERS, END_HEADERS, 1, &announced),
                frame(DATA, END_STREAM, 1, b"abc"),
            ]
            .concat(),
            Resets,
        ),
        (
            "data longer than announced",
            [
                frame(HEADERS, END_HEADERS, 1, &announced),
                frame(DATA, END_STREAM, 1, b"abcdefgh"),
            ]
            .concat(),
            Resets,
        ),
        (
            "stream numbers going down",
            [headers(5, &get("/hello")), headers(3, &get("/hello"))].concat(),
            Ends,
        ),
    ]
}

#[tokio::test]
async fn wrong_frames_end_the_stream_or_the_connection() {
    let server = serve(Site::default());
    let address = server.address().unwrap();
    let cases: Vec<_> = connection_cases()
        .into_iter()
        .chain(stream_cases())
        .collect();
    for (name, bytes, then) in &cases {
        let seen = send(address, bytes).await;
        let found = if seen.goaway.is_some_and(|reason| reason != 0) || seen.closed {
            Ends
        } else if seen.reset.is_empty() {
            Lives
        } else {
            Resets
        };
        // A stream's error may be taken for the connection's (RFC 9113, 5.4.2), and its reset may come after the
        // acknowledged ping that ends our look; what counts is that a wrong stream is never answered.
        let is_refused = *then == Resets && (found == Ends || seen.answered.is_empty());
        assert!(
            found == *then || is_refused,
            "{name}: {found:?} in place of {then:?}, {seen:?}"
        );
    }
    let good = send(address, &headers(1, &get("/hello"))).await;
    assert!(good.alive && good.goaway.is_none(), "{good:?}");
    println!("S5: {} tables of raw frames", cases.len());
}

async fn flood(name: &str, server: &Server, bytes: Vec<u8>) -> Seen {
    let started = Instant::now();
    let seen = send(server.address().unwrap(), &bytes).await;
    println!(
        "S5 {name}: {} KiB sent, {} requests answered, {} reset, goaway {:?}, {:?}",
        bytes.len() / 1024,
        server.metrics().durations_count(),
        seen.reset.len(),
        seen.goaway,
        started.elapsed()
    );
    seen
}

fn streams(number: u32) -> impl Iterator<Item = u32> {
    (0..number).map(|n| n * 2 + 1)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_are_ended() {
    let reset = |n| frame(RST_STREAM, 0, n, &8_u32.to_be_bytes());
    for path in ["/slow", "/large", "/hello"] {
        let server = serve(Site::default());
        let bytes = streams(20_000)
            .flat_map(|n| [headers(n, &get(path)), reset(n)].concat())
            .collect();
        let seen = flood(&format!("rapid reset of {path}"), &server, bytes).await;
        assert!(seen.goaway.is_some() || seen.closed, "{seen:?}");
        assert!(server.metrics().durations_count() < 2000);
    }
    let server = serve(Site::default());
    let mut bytes = frame(HEADERS, 0, 1, &get("/hello"));
    for _ in 0..10_000 {
        bytes.extend(frame(
            CONTINUATION,
            0,
            1,
            &literal("x", &"y".repeat(100)).repeat(9),
        ));
    }
    let seen = flood("continuation flood", &server, bytes).await;
    assert!((seen.goaway.is_some() || seen.closed) && !seen.alive);
    assert_eq!(server.metrics().durations_count(), 0);

    let mut bytes = frame(HEADERS, 0, 1, &get("/hello"));
    bytes.extend(frame(CONTINUATION, 0, 1, &[]).repeat(100_000));
    let seen = flood("empty continuation flood", &server, bytes).await;
    assert!((seen.goaway.is_some() || seen.closed) && !seen.alive);

    let bytes = frame(SETTINGS, 0, 0, &[]).repeat(100_000);
    flood("settings flood", &server, bytes).await;
    let bytes = frame(PING, 0, 0, &[0; 8]).repeat(100_000);
    flood("ping flood", &server, bytes).await;
    let still = send(server.address().unwrap(), &headers(1, &get("/hello"))).await;
    assert!(still.alive);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_streams_stay_within_the_bound() {
    let server = serve(Site::default());
    let most = Arc::new(std::sync::atomic::AtomicI64::new(0));
    let metrics = Arc::clone(server.metrics());
    let watched = Arc::clone(&most);
    let watching = tokio::spawn(async move {
        loop {
            watched.fetch_max(
                metrics.in_flight.get(),
                std::sync::atomic::Ordering::Relaxed,
            );
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    });
    let bytes = streams(10_000)
        .flat_map(|n| headers(n, &get("/slow")))
        .collect();
    let seen = flood("10000 streams at once", &server, bytes).await;
    watching.abort();
    let most = most.load(std::sync::atomic::Ordering::Relaxed);
    assert!(most <= 100, "{most} at once");
    assert!(!seen.reset.is_empty() || seen.closed || seen.goaway.is_some());
}

#[tokio::test]
async fn a_window_that_stays_shut_ends_the_connection() {
    let server = serve(Site::default());
    let mut shut = 4_u16.to_be_bytes().to_vec();
    shut.extend_from_slice(&0_u32.to_be_bytes());
    let mut stream = connect(server.address().unwrap(), &shut).await;
    stream.write_all(&headers(1, &get("/large"))).await.unwrap();
    let started = Instant::now();
    let mut rest = Vec::new();
    let _ = tokio::time::timeout(Duration::from_secs(15), stream.read_to_end(&mut rest))
        .await
        .expect("closed");
    assert_eq!(server.metrics().ended_for(Ended::SlowRead), 1);
    println!("S5: shut window ended after {:?}", started.elapsed());
}

#[tokio::test]
async fn bounds_hold_for_http2_too() {
    let mut config = config();
    config.limits.body = 10_240;
    let server = Server::start(config, Arc::new(Site::default())).unwrap();
    let stream = tokio::net::TcpStream::connect(server.address().unwrap())
        .await
        .unwrap();
    let (mut client, connection) =
        hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream))
            .await
            .unwrap();
    tokio::spawn(connection);
    let many = |n: usize| {
        (0..n)
            .map(|i| (format!("x-{i}"), "y".to_owned()))
            .collect::<Vec<_>>()
    };
    let cases: Vec<(&str, String, Vec<(String, String)>, usize, u16)> = vec![
        ("small", "/hello".into(), vec![], 0, 200),
        (
            "long target",
            format!("/{}", "x".repeat(8192)),
            vec![],
            0,
            414,
        ),
        ("many headers", "/hello".into(), many(101), 0, 431),
        (
            "wide header",
            "/hello".into(),
            vec![("x".into(), "y".repeat(40_000))],
            0,
            431,
        ),
        ("body at the bound", "/echo".into(), vec![], 10_240, 200),
        ("body over the bound", "/echo".into(), vec![], 10_241, 413),
    ];
    for (name, target, headers, body, status) in &cases {
        let mut request = http::Request::builder()
            .method("POST")
            .uri(format!("http://a{target}"));
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let request = request
            .body(Full::new(bytes::Bytes::from(vec![b'x'; *body])))
            .unwrap();
        let answer = client.send_request(request).await.unwrap();
        assert_eq!(answer.status().as_u16(), *status, "{name}");
    }
    let head = http::Request::head("http://a/hello")
        .body(Full::default())
        .unwrap();
    let answer = client.send_request(head).await.unwrap();
    assert_eq!(answer.headers()["content-length"], "5");
    assert!(
        answer
            .into_body()
            .collect()
            .await
            .unwrap()
            .to_bytes()
            .is_empty()
    );
    println!("S2 over HTTP/2: {} bounds", cases.len());
}
