//! S15: clients that hold the places of connections: heads that never end, and many connections of one address.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::AsyncReadExt;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::site::{Site, config};
use super::wire_client::{Client, exchange, status};
use endpoints::server::Server;
use endpoints::server::metrics::Ended;
use endpoints::server::proxy::TrustedProxies;

/// Holds a place with a head that never ends; connects again when the server closes.
async fn drip(address: SocketAddr) {
    loop {
        let Ok(mut stream) = TcpStream::connect(address).await else {
            continue;
        };
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n").await;
        let mut byte = [0];
        while tokio::time::timeout(Duration::from_millis(200), stream.read(&mut byte))
            .await
            .is_err()
        {
            if stream.write_all(b"x").await.is_err() {
                break;
            }
        }
    }
}

/// Times of visitors who come one after the other, ascending.
async fn visits(address: SocketAddr, number: usize) -> Vec<Duration> {
    let mut times = Vec::new();
    for _ in 0..number {
        let started = Instant::now();
        let mut visitor = Client::connect(address).await.unwrap();
        assert_eq!(visitor.get("/hello", "").await.unwrap().status, 200);
        times.push(started.elapsed());
    }
    times.sort();
    times
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dripping_heads_give_their_places_to_visitors() {
    let mut config = config();
    config.limits.connections = 200;
    config.limits.connections_per_address = 0;
    config.timeouts.header = Duration::from_secs(14);
    let server = Server::start(config, Arc::new(Site::default())).unwrap();
    let address = server.address().unwrap();
    let quiet = visits(address, 200).await;
    let drips: Vec<_> = (0..400).map(|_| tokio::spawn(drip(address))).collect();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let loaded = visits(address, 200).await;
    for drip in drips {
        drip.abort();
    }
    let (quiet, loaded) = (quiet[198], loaded[198]);
    println!(
        "S15: 400 dripping heads on 200 places: a visitor's p99 {quiet:?} quiet, {loaded:?} loaded; {} heads ended",
        server.metrics().ended_for(Ended::Displaced)
    );
    assert!(loaded < Duration::from_secs(1), "{loaded:?}");
}

#[tokio::test]
async fn an_address_has_its_number_of_places() {
    let mut config = config();
    config.limits.connections_per_address = 8;
    for is_proxy in [false, true] {
        let mut config = config.clone();
        if is_proxy {
            config.trusted_proxies = TrustedProxies::new(vec!["127.0.0.0/8".parse().unwrap()]);
        }
        let server = Server::start(config, Arc::new(Site::default())).unwrap();
        let address = server.address().unwrap();
        let mut held = Vec::new();
        for _ in 0..8 {
            let mut client = Client::connect(address).await.unwrap();
            assert_eq!(client.get("/hello", "").await.unwrap().status, 200);
            held.push(client);
        }
        let mut ninth = Client::connect(address).await.unwrap();
        let answer = ninth.get("/hello", "").await;
        assert_eq!(answer.is_ok(), is_proxy);
        assert_eq!(server.metrics().address_full.get(), u64::from(!is_proxy));
        // A place that is given back is free again.
        held.pop();
        let end = Instant::now() + Duration::from_secs(10);
        loop {
            let mut next = Client::connect(address).await.unwrap();
            if next.get("/hello", "").await.is_ok() {
                break;
            }
            assert!(Instant::now() < end);
        }
    }
    println!(
        "S15: the 9th connection of an address with 8 places is closed, that of a proxy is served"
    );
}

#[tokio::test]
async fn connect_is_not_allowed() {
    let server = super::site::serve(Site::default());
    let address = server.address().unwrap();
    let request = b"CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n";
    let answer = exchange(address, request).await;
    assert_eq!(status(&answer), 405, "{}", String::from_utf8_lossy(&answer));

    let stream = TcpStream::connect(address).await.unwrap();
    let executor = hyper_util::rt::TokioExecutor::new();
    let io = hyper_util::rt::TokioIo::new(stream);
    let (mut client, connection) = hyper::client::conn::http2::handshake(executor, io)
        .await
        .unwrap();
    tokio::spawn(connection);
    let request = http::Request::connect("a.example:443");
    let request = request
        .body(http_body_util::Empty::<bytes::Bytes>::new())
        .unwrap();
    assert_eq!(client.send_request(request).await.unwrap().status(), 405);
}
