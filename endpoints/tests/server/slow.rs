//! S1: clients that are slow on purpose. Each is closed within its bound, and an honest client is answered meanwhile.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::own_process::resident_kib;
use super::site::{Site, config, serve};
use super::wire_client::Client;
use endpoints::server::metrics::Ended;

/// Sends a piece every so often until the server closes; says how long that took.
async fn drip(
    address: std::net::SocketAddr,
    head: &'static [u8],
    piece: &'static [u8],
) -> Duration {
    let stream = TcpStream::connect(address).await.unwrap();
    let started = Instant::now();
    let (mut reading, mut writing) = stream.into_split();
    writing.write_all(head).await.unwrap();
    let dripping = tokio::spawn(async move {
        while writing.write_all(piece).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    let mut answer = Vec::new();
    let _ = reading.read_to_end(&mut answer).await;
    dripping.abort();
    started.elapsed()
}

async fn p99(client: &mut Client, number: usize) -> Duration {
    let mut times = Vec::new();
    for _ in 0..number {
        let started = Instant::now();
        assert_eq!(client.get("/hello", "").await.unwrap().status, 200);
        times.push(started.elapsed());
    }
    times.sort();
    times[number * 99 / 100]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_clients_are_closed_and_honest_ones_served() {
    let server = serve(Site::default());
    let address = server.address().unwrap();
    let bounds = config().timeouts;
    let mut honest = Client::connect(address).await.unwrap();
    let quiet = p99(&mut honest, 300).await;
    let before = resident_kib("self");

    let mut slow = Vec::new();
    for _ in 0..200 {
        slow.push((
            "header",
            tokio::spawn(drip(address, b"GET / HTTP/1.1\r\nHost: a\r\n", b"x")),
        ));
    }
    for _ in 0..50 {
        slow.push(("nothing", tokio::spawn(drip(address, b"", b""))));
    }
    for _ in 0..50 {
        let head = b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n";
        slow.push(("body", tokio::spawn(drip(address, head, b"x"))));
    }
    let loaded = p99(&mut honest, 300).await;
    let during = resident_kib("self");

    // The longest: the bound of the headers, or that of the body's rate and then of the lingering end.
    let bound = bounds.header.max(bounds.rate_grace + bounds.linger) + Duration::from_secs(2);
    let mut longest = Duration::ZERO;
    for (kind, task) in slow {
        let took = tokio::time::timeout(Duration::from_secs(15), task)
            .await
            .expect("closed")
            .unwrap();
        assert!(took <= bound, "{kind}: {took:?}");
        longest = longest.max(took);
    }
    assert!(server.metrics().ended_for(Ended::HeaderTimeout) >= 250);
    println!(
        "S1: 300 slow connections closed, longest after {longest:?}; honest p99 {quiet:?} quiet, {loaded:?} loaded; \
         memory +{} KiB",
        during.saturating_sub(before)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_take_its_answer_is_closed() {
    let server = serve(Site::default());
    let address = server.address().unwrap();
    let mut held = Vec::new();
    for _ in 0..5 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream
            .write_all(b"GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
            .await
            .unwrap();
        held.push(stream);
    }
    let started = Instant::now();
    while server.metrics().ended_for(Ended::SlowRead) < 5 {
        assert!(started.elapsed() < Duration::from_secs(15), "still open");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    println!("S1: 5 slow readers closed after {:?}", started.elapsed());
    // One that does take it gets all of it.
    let large = Client::connect(address)
        .await
        .unwrap()
        .get("/large", "")
        .await
        .unwrap();
    assert_eq!(large.body.len(), 32 * 1024 * 1024);
}

#[tokio::test]
async fn an_idle_connection_ends_and_a_full_server_makes_room() {
    let mut config = config();
    config.limits.connections = 4;
    config.timeouts.idle = Duration::from_secs(30);
    let server =
        endpoints::server::Server::start(config, std::sync::Arc::new(Site::default())).unwrap();
    let address = server.address().unwrap();
    let mut idle = Vec::new();
    for _ in 0..4 {
        let mut client = Client::connect(address).await.unwrap();
        assert_eq!(client.get("/hello", "").await.unwrap().status, 200);
        idle.push(client);
    }
    let started = Instant::now();
    let mut fifth = Client::connect(address).await.unwrap();
    assert_eq!(fifth.get("/hello", "").await.unwrap().status, 200);
    println!("a full server made room after {:?}", started.elapsed());
    assert!(started.elapsed() < Duration::from_secs(10));
}
