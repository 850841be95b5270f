//! S13, S14: clients that ask for much and read nothing. The memory of the server stays within its budget, and an
//! honest reader beside them sees its page.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};

use super::frames::{END_HEADERS, END_STREAM, HEADERS, PREFACE, SETTINGS, frame, get};
use super::own_process::{FILE, OwnProcess};
use super::wire_client::Client;

/// What an attack cost.
struct Cost {
    quiet: u64,
    peak: u64,
    /// Times of the honest reader, ascending.
    times: Vec<Duration>,
    /// How many of the attacker's connections are open at the end.
    open: usize,
}

/// Opens connections that send and do not read, for ten seconds.
async fn attack(server: &OwnProcess, number: usize, requests: impl Fn(usize) -> Vec<u8>) -> Cost {
    let quiet = server.memory();
    let mut peak = quiet;
    let address = server.address;
    let pieces: Vec<_> = (0..number).map(requests).collect();
    let opening = tokio::spawn(async move {
        let mut held = Vec::with_capacity(pieces.len());
        for (index, bytes) in pieces.iter().enumerate() {
            held.push(unread(index, address, bytes).await);
        }
        held
    });
    let mut times = Vec::new();
    let end = Instant::now() + Duration::from_secs(10);
    while Instant::now() < end || !opening.is_finished() {
        let started = Instant::now();
        let mut honest = Client::connect(address).await.unwrap();
        let page = honest.get("/", "Accept-Encoding: gzip\r\n").await.unwrap();
        assert_eq!(page.status, 200);
        times.push(started.elapsed());
        peak = peak.max(server.memory());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let held = opening.await.unwrap();
    let open = held.iter().filter(|stream| is_open(stream)).count();
    times.sort();
    Cost {
        quiet,
        peak,
        times,
        open,
    }
}

/// Opens a connection from one of 16 addresses, sends, and reads nothing.
async fn unread(index: usize, address: SocketAddr, bytes: &[u8]) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    let own = [127, 0, 0, 2 + u8::try_from(index % 16).unwrap()];
    socket.bind((own, 0).into()).unwrap();
    let mut stream = socket.connect(address).await.unwrap();
    // The server may read no more than it answers.
    let writing = stream.write_all(bytes);
    let _ = tokio::time::timeout(Duration::from_millis(100), writing).await;
    stream
}

fn is_open(stream: &TcpStream) -> bool {
    let mut byte = [0; 1 << 16];
    loop {
        match stream.try_read(&mut byte) {
            Ok(0) => return false,
            Ok(_) => {}
            Err(error) => return error.kind() == std::io::ErrorKind::WouldBlock,
        }
    }
}

impl Cost {
    fn hold(&self, name: &str, number: usize, most: u64) {
        let at = |share: usize| self.times[(self.times.len() - 1) * share / 100];
        let more = self.peak.saturating_sub(self.quiet);
        println!(
            "{name}: {number} connections that do not read, {} open at the end: {} MiB quiet, +{more} MiB at most; an \
             honest reader's {} pages: p50 {:?}, p99 {:?}",
            self.open,
            self.quiet,
            self.times.len(),
            at(50),
            at(99)
        );
        assert!(more < most, "+{more} MiB");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_without_window_stay_within_the_budget() {
    let server = OwnProcess::start().await;
    let number = 4096;
    let requests = |index: usize| {
        let path = if index.is_multiple_of(2) { FILE } else { "/" };
        let streams = (0..100).map(|n| n * 2 + 1);
        let asked = streams.flat_map(|n| frame(HEADERS, END_STREAM | END_HEADERS, n, &get(path)));
        let settings = frame(SETTINGS, 0, 0, &[]);
        PREFACE
            .iter()
            .copied()
            .chain(settings)
            .chain(asked)
            .collect()
    };
    let cost = attack(&server, number, requests).await;
    cost.hold("S13", number, 128);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pipelined_requests_stay_within_the_budget() {
    let server = OwnProcess::start().await;
    let number = 2000;
    let requests = |index: usize| {
        let path = if index.is_multiple_of(2) { FILE } else { "/" };
        format!("GET {path} HTTP/1.1\r\nHost: a\r\n\r\n")
            .repeat(50)
            .into_bytes()
    };
    let cost = attack(&server, number, requests).await;
    cost.hold("S14", number, 128);
}
