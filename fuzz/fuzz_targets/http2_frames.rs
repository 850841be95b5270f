//! Frames of HTTP/2 that a stranger sends after the preface.
//!
//! The input is a list of frames: a byte each for kind, flags, stream and length of the payload, then the payload.
//! Afterwards a fresh connection gets its answer.
#![cfg_attr(feature = "link", no_main)]

use std::sync::Arc;
use std::time::Duration;

use endpoints::server::{
    CacheDecision, Handler, HandlerFuture, Request, Response, ServerConfig, serve_in_memory,
};
use oxipress_fuzz::fuzz_target;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Answers with the length of the body.
struct Echo;

impl Handler for Echo {
    fn cache_key(&self, _: &Request) -> CacheDecision {
        CacheDecision::Bypass
    }

    fn handle(&self, mut request: Request) -> HandlerFuture<'_, Response> {
        Box::pin(async move {
            match request.body_bytes(u64::MAX).await {
                Ok(body) => Response::text(format!("{} bytes", body.len())),
                Err(error) => error.respond(),
            }
        })
    }
}

fn frames(mut input: &[u8]) -> Vec<u8> {
    let mut bytes = PREFACE.to_vec();
    while let Some(([kind, flags, stream, length], rest)) = input.split_first_chunk() {
        let payload = rest.len().min(usize::from(*length));
        let (payload, rest) = rest.split_at(payload);
        let length = u8::try_from(payload.len()).unwrap_or(u8::MAX);
        bytes.extend_from_slice(&[0, 0, length, *kind, *flags, 0, 0, 0, *stream]);
        bytes.extend_from_slice(payload);
        input = rest;
    }
    bytes
}

/// Sends bytes and the end, and reads until the server closes or is silent.
async fn exchange(bytes: &[u8]) -> Vec<u8> {
    let (client, server) = tokio::io::duplex(1 << 16);
    let config = ServerConfig::default();
    let served = tokio::spawn(serve_in_memory(server, config, Arc::new(Echo)));
    let (mut reading, mut writing) = tokio::io::split(client);
    let mut answer = Vec::new();
    let talk = async {
        let write = async {
            let _ = writing.write_all(bytes).await;
            let _ = writing.shutdown().await;
        };
        tokio::join!(write, reading.read_to_end(&mut answer))
    };
    let _ = tokio::time::timeout(Duration::from_millis(200), talk).await;
    if served.is_finished() {
        assert!(served.await.is_ok());
    } else {
        served.abort();
    }
    answer
}

fuzz_target!(|input: &[u8]| {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
    else {
        return;
    };
    runtime.block_on(async {
        exchange(&frames(input)).await;
        let answer = exchange(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").await;
        assert!(answer.starts_with(b"HTTP/1.1 200 "));
    });
});
