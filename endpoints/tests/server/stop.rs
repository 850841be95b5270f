//! R5: a server that stops under load while another one takes over its address.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use super::site::{Site, config};
use super::wire_client::Client;
use endpoints::server::{Bound, Server};

#[derive(Default)]
struct Tally {
    answers: AtomicUsize,
    aborted: AtomicUsize,
    refused: AtomicUsize,
    connections: AtomicUsize,
    over: AtomicBool,
}

/// Asks without pause; opens a new connection when the server says that the old one closes, and every so often anyway.
async fn load(address: SocketAddr, tally: Arc<Tally>, number: usize) {
    while !tally.over.load(Ordering::Relaxed) {
        let Ok(mut client) = Client::connect(address).await else {
            tally.refused.fetch_add(1, Ordering::Relaxed);
            continue;
        };
        tally.connections.fetch_add(1, Ordering::Relaxed);
        for round in 0..20 {
            let path = if (round + number).is_multiple_of(10) {
                "/slow"
            } else {
                "/hello"
            };
            match client.get(path, "").await {
                Ok(answer) if answer.status == 200 => {
                    tally.answers.fetch_add(1, Ordering::Relaxed);
                    if answer.header("connection") == Some("close") {
                        break;
                    }
                }
                _ => {
                    tally.aborted.fetch_add(1, Ordering::Relaxed);
                    break;
                }
            }
        }
    }
}

async fn hand_over(kind: &str, old: Server, new: Server, address: SocketAddr) {
    let tally = Arc::new(Tally::default());
    let clients: Vec<_> = (0..24)
        .map(|n| tokio::spawn(load(address, Arc::clone(&tally), n)))
        .collect();
    tokio::time::sleep(Duration::from_millis(700)).await;
    let stopped = old.stop().await.unwrap();
    tokio::time::sleep(Duration::from_millis(500)).await;
    tally.over.store(true, Ordering::Relaxed);
    for client in clients {
        client.await.unwrap();
    }
    let count = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
    println!(
        "R5 {kind}: {} answers over {} connections, {} aborted, {} refused, stopped in {:?}",
        count(&tally.answers),
        count(&tally.connections),
        count(&tally.aborted),
        count(&tally.refused),
        stopped.took
    );
    assert_eq!(
        (
            count(&tally.aborted),
            count(&tally.refused),
            stopped.aborted
        ),
        (0, 0, 0)
    );
    assert!(new.metrics().accepted.get() > 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_server_takes_the_address_over() {
    let old = Server::start(config(), Arc::new(Site::default())).unwrap();
    let address = old.address().unwrap();
    let mut same = config();
    same.listen = vec![address];
    let refused = Server::start(same.clone(), Arc::new(Site::default())).unwrap_err();
    let reason = refused.to_string();
    assert!(
        reason.contains("is taken") && reason.contains("--reuse-port"),
        "{reason}"
    );
    same.reuse_port = true;
    let new = Server::start(same, Arc::new(Site::default())).unwrap();
    hand_over("own sockets", old, new, address).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_server_shares_the_socket() {
    let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    let start = |socket: std::net::TcpListener| {
        Server::start_on(
            vec![Bound::from(socket)],
            config(),
            Arc::new(Site::default()),
        )
        .unwrap()
    };
    let old = start(socket.try_clone().unwrap());
    let new = start(socket.try_clone().unwrap());
    hand_over("handed-over socket", old, new, address).await;
}

#[tokio::test]
async fn an_answer_under_way_ends_and_one_without_end_is_cut() {
    let server = Server::start(config(), Arc::new(Site::default())).unwrap();
    let address = server.address().unwrap();
    let asking = tokio::spawn(async move {
        Client::connect(address)
            .await
            .unwrap()
            .get("/slow", "")
            .await
            .unwrap()
    });
    while server.metrics().in_flight.get() == 0 {
        tokio::task::yield_now().await;
    }
    let stopped = server.stop().await.unwrap();
    let answer = asking.await.unwrap();
    assert_eq!(answer.body, b"late");
    assert_eq!(stopped.aborted, 0);

    let mut short = config();
    short.timeouts.drain = Duration::from_millis(200);
    short.timeouts.handover = Duration::from_millis(10);
    let server = Server::start(short, Arc::new(Site::default())).unwrap();
    let mut client = Client::connect(server.address().unwrap()).await.unwrap();
    let asking = tokio::spawn(async move { client.get("/slow", "").await });
    while server.metrics().in_flight.get() == 0 {
        tokio::task::yield_now().await;
    }
    let stopped = server.stop().await.unwrap();
    assert_eq!(stopped.aborted, 1);
    assert!(asking.await.unwrap().is_err());
}
