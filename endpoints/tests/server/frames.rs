//! Writes and reads frames of HTTP/2 without a library, so that they may be wrong.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

pub const DATA: u8 = 0;
pub const HEADERS: u8 = 1;
pub const PRIORITY: u8 = 2;
pub const RST_STREAM: u8 = 3;
pub const SETTINGS: u8 = 4;
pub const PUSH_PROMISE: u8 = 5;
pub const PING: u8 = 6;
pub const GOAWAY: u8 = 7;
pub const WINDOW_UPDATE: u8 = 8;
pub const CONTINUATION: u8 = 9;

pub const END_STREAM: u8 = 1;
pub const ACK: u8 = 1;
pub const END_HEADERS: u8 = 4;
pub const PADDED: u8 = 8;

/// One frame.
pub fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let mut bytes = vec![length[1], length[2], length[3], kind, flags];
    bytes.extend_from_slice(&stream.to_be_bytes());
    bytes.extend_from_slice(payload);
    bytes
}

/// A header that is not kept in the table and not compressed.
pub fn literal(name: &str, value: &str) -> Vec<u8> {
    let mut bytes = vec![0];
    for text in [name, value] {
        assert!(text.len() < 127);
        bytes.push(u8::try_from(text.len()).unwrap());
        bytes.extend_from_slice(text.as_bytes());
    }
    bytes
}

/// The header block of a GET.
pub fn get(path: &str) -> Vec<u8> {
    let mut block = vec![0x82, 0x86];
    block.extend(literal(":path", path));
    block.extend(literal(":authority", "a"));
    block
}

/// What the server sent.
#[derive(Debug, Default)]
pub struct Seen {
    /// Streams that got a head of an answer.
    pub answered: Vec<u32>,
    /// Streams that were reset, and why.
    pub reset: Vec<(u32, u32)>,
    /// The reason of a GOAWAY.
    pub goaway: Option<u32>,
    /// Whether the ping of the end came back.
    pub alive: bool,
    /// Whether the server closed.
    pub closed: bool,
}

/// Opens a connection and sends preface and settings.
pub async fn connect(address: SocketAddr, settings: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(PREFACE).await.unwrap();
    stream
        .write_all(&frame(SETTINGS, 0, 0, settings))
        .await
        .unwrap();
    stream
}

/// Sends frames and a ping behind them, and reads until the ping comes back or the server ends the connection.
pub async fn send(address: SocketAddr, bytes: &[u8]) -> Seen {
    let stream = connect(address, &[]).await;
    let (mut reading, mut writing) = stream.into_split();
    let ping = frame(PING, 0, 0, b"the end.");
    let bytes = [bytes, &ping].concat();
    let writing = tokio::spawn(async move {
        let _ = writing.write_all(&bytes).await;
        writing
    });
    let seen = tokio::time::timeout(Duration::from_secs(20), read(&mut reading))
        .await
        .expect("an end");
    writing.abort();
    seen
}

async fn read(reading: &mut (impl tokio::io::AsyncRead + Unpin)) -> Seen {
    let mut seen = Seen::default();
    loop {
        let mut head = [0; 9];
        if reading.read_exact(&mut head).await.is_err() {
            seen.closed = true;
            return seen;
        }
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
        let stream = u32::from_be_bytes([head[5], head[6], head[7], head[8]]);
        let mut payload = vec![0; usize::try_from(length).unwrap()];
        if reading.read_exact(&mut payload).await.is_err() {
            seen.closed = true;
            return seen;
        }
        let number = |at: usize| {
            payload
                .get(at..at + 4)
                .map_or(0, |b| u32::from_be_bytes(b.try_into().unwrap()))
        };
        match head[3] {
            HEADERS => seen.answered.push(stream),
            RST_STREAM => seen.reset.push((stream, number(0))),
            GOAWAY => seen.goaway = Some(number(4)),
            PING if payload == b"the end." => {
                // An answer may come a moment after the ping.
                seen.alive = true;
                if seen.goaway.is_none() {
                    return seen;
                }
            }
            _ => {}
        }
    }
}
