//! Forwarding requests to the legacy upstream.

use std::sync::Arc;
use std::time::Duration;

use super::site::{Site, config, serve};
use super::wire_client::{Client, exchange, status};
use endpoints::server::proxy::TrustedProxies;
use endpoints::server::{Server, Upstream, UpstreamLimits};

/// Bounds with a short time.
pub const LIMITS: UpstreamLimits = UpstreamLimits {
    timeout: Duration::from_secs(2),
    requests: 16,
};

fn front(upstream: &str) -> Server {
    let upstream = Upstream::new(upstream, LIMITS).unwrap();
    serve(Site {
        upstream: Some(upstream),
        ..Site::default()
    })
}

#[tokio::test]
async fn requests_are_handed_on_both_ways() {
    let mut old = config();
    old.trusted_proxies = TrustedProxies::new(vec!["127.0.0.1".parse().unwrap()]);
    let old = Server::start(old, Arc::new(Site::default())).unwrap();
    let front = front(&format!("http://{}", old.address().unwrap()));
    let mut client = Client::connect(front.address().unwrap()).await.unwrap();

    // The host stays; what the visitor claims about itself does not.
    let who = client
        .get(
            "/who",
            "X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-Proto: https\r\n",
        )
        .await
        .unwrap();
    assert_eq!(who.body, b"127.0.0.1 http casas.example");
    let hop = client
        .get(
            "/hello",
            "Connection: keep-alive, X-Secret\r\nX-Secret: 1\r\nTE: trailers\r\n",
        )
        .await
        .unwrap();
    assert_eq!(
        (hop.status, hop.body.as_slice()),
        (200, b"hello".as_slice())
    );
    let body = "x".repeat(100_000);
    let echo = format!("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n{body}");
    assert_eq!(client.ask(&echo).await.unwrap().body, b"100000 bytes");
    assert_eq!(
        client.get("/large", "").await.unwrap().body.len(),
        32 * 1024 * 1024
    );
    let head = client
        .ask("HEAD /hello HTTP/1.1\r\nHost: a\r\n\r\n")
        .await
        .unwrap();
    assert_eq!(
        (head.status, head.header("content-length")),
        (200, Some("5"))
    );
    assert_eq!(client.get("/none", "").await.unwrap().status, 404);
}

#[tokio::test]
async fn an_upstream_that_fails_is_a_502_and_a_slow_body_is_the_visitors_fault() {
    let gone = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let broken = front(&format!("http://{gone}"));
    let mut client = Client::connect(broken.address().unwrap()).await.unwrap();
    assert_eq!(client.get("/hello", "").await.unwrap().status, 502);

    let old = serve(Site::default());
    let front = front(&format!("http://{}", old.address().unwrap()));
    let chunk = b"POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0x4\r\nabcd\r\n0\r\n\r\n";
    assert_eq!(
        status(&exchange(front.address().unwrap(), chunk).await),
        400
    );
    for wrong in ["https://a", "http://a/path", "a", "http://a?x"] {
        assert!(Upstream::new(wrong, LIMITS).is_err(), "{wrong}");
    }
}
