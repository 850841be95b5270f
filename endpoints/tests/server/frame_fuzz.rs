//! S5: frames of HTTP/2 made at random, for a few seconds; `fuzz/fuzz_targets/http2_frames.rs` goes on longer.

use std::sync::Arc;
use std::time::Duration;

use endpoints::server::serve_in_memory;
use proptest::prelude::*;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::frames::{PREFACE, frame, get};
use super::site::{Site, config};

/// Sends bytes and reads until the server closes or is silent.
async fn exchange(bytes: &[u8]) -> Vec<u8> {
    let (client, server) = tokio::io::duplex(1 << 16);
    let served = serve_in_memory(server, config(), Arc::new(Site::default()));
    let served = tokio::spawn(served);
    let (mut reading, mut writing) = tokio::io::split(client);
    let mut answer = Vec::new();
    let talk = async {
        let write = async {
            let _ = writing.write_all(bytes).await;
            let _ = writing.shutdown().await;
        };
        tokio::join!(write, reading.read_to_end(&mut answer))
    };
    let _ = tokio::time::timeout(Duration::from_millis(100), talk).await;
    if served.is_finished() {
        served.await.expect("no panic");
    } else {
        served.abort();
    }
    answer
}

/// A frame: of any kind, or a request; streams and payloads are small, so that frames meet.
fn any_frame() -> impl Strategy<Value = Vec<u8>> {
    let payload = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..40),
        Just(get("/hello")),
        Just(get("/large")),
        Just(vec![0; 4]),
        Just(vec![0, 4, 0, 0, 0, 1]),
    ];
    let kind = prop_oneof![0_u8..10, Just(1), any::<u8>()];
    (
        kind,
        prop_oneof![Just(5_u8), any::<u8>()],
        0_u32..12,
        payload,
    )
        .prop_map(|(kind, flags, stream, payload)| frame(kind, flags, stream, &payload))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]
    #[test]
    fn random_frames_break_nothing(
        frames in prop::collection::vec(any_frame(), 0..30),
        has_settings in any::<bool>(),
    ) {
        let settings = if has_settings { frame(4, 0, 0, &[]) } else { Vec::new() };
        let bytes = [PREFACE.to_vec(), settings, frames.concat()].concat();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            exchange(&bytes).await;
            let answer = exchange(b"GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").await;
            assert!(answer.starts_with(b"HTTP/1.1 200 "));
        });
    }
}
