//! What passes between visitors and an upstream that writes bytes of its own: large bodies, interim responses, cookies,
//! redirects, streams, slow answers, other protocols.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use endpoints::server::{Server, Upstream, UpstreamLimits};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::site::{Site, config};
use super::upstream::LIMITS;
use super::wire_client::Client;

/// More than the limit of bodies that are read here.
const LARGE: usize = 80 << 20;

/// An upstream: it does by its path what a test wants.
async fn raw_upstream() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let _ = answer(stream, address).await;
            });
        }
    });
    address
}

async fn answer(stream: TcpStream, own: SocketAddr) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if stream.read_line(&mut head).await? == 0 {
            return Ok(());
        }
    }
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    let small = |text: &str| {
        format!(
            "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{text}",
            text.len()
        )
    };
    match path.as_str() {
        "/count" => count(&mut stream, &head).await?,
        "/hints" => {
            let text = format!(
                "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 302 Found\r\nSet-Cookie: a=1; path=/\r\nSet-Cookie: b=2; path=/wp-admin\r\n\
                 Vary: Cookie\r\nX-Own: kept\r\nLocation: http://{own}/wp-admin/?a=b\r\nContent-Length: 0\r\n\r\n"
            );
            stream.write_all(text.as_bytes()).await?;
        }
        "/head" => stream.write_all(small(&head).as_bytes()).await?,
        "/late" => {
            tokio::time::sleep(Duration::from_millis(500)).await;
            stream.write_all(small("late").as_bytes()).await?;
        }
        "/never" => tokio::time::sleep(Duration::from_secs(60)).await,
        "/parts" => {
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n";
            stream.write_all(head.as_bytes()).await?;
            // The second part is sent when the test has seen the first.
            tokio::time::sleep(Duration::from_millis(700)).await;
            stream.write_all(b"3\r\ntwo\r\n0\r\n\r\n").await?;
        }
        "/socket" => {
            let switch = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: x\r\n\r\nhola";
            stream.write_all(switch.as_bytes()).await?;
            let mut piece = [0; 1024];
            loop {
                let read = stream.read(&mut piece).await?;
                if read == 0 {
                    break;
                }
                piece[..read].make_ascii_uppercase();
                stream.write_all(&piece[..read]).await?;
            }
            stream.write_all(b" bye").await?;
        }
        _ => stream.write_all(small("").as_bytes()).await?,
    }
    stream.shutdown().await
}

/// Says how long the body was.
async fn count(stream: &mut BufReader<TcpStream>, head: &str) -> std::io::Result<()> {
    let head = head.to_ascii_lowercase();
    let length = head.split("content-length: ").nth(1);
    let length = length.and_then(|rest| rest.lines().next());
    let whole: usize = length.and_then(|n| n.parse().ok()).unwrap_or(0);
    let (mut left, mut piece) = (whole, vec![0; 1 << 16]);
    while left > 0 {
        left -= stream.read(&mut piece).await?.max(1);
    }
    let text = whole.to_string();
    let answer = format!(
        "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{text}",
        text.len()
    );
    stream.write_all(answer.as_bytes()).await
}

async fn front(limits: UpstreamLimits) -> Server {
    let upstream = Upstream::new(&format!("http://{}", raw_upstream().await), limits).unwrap();
    let site = Site {
        upstream: Some(upstream),
        ..Site::default()
    };
    let mut config = config();
    config.timeouts.answer = Duration::from_millis(200);
    Server::start(config, Arc::new(site)).unwrap()
}

#[tokio::test]
async fn bodies_of_any_size_pass() {
    let front = front(LIMITS).await;
    let head = format!(
        "POST /count HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: {LARGE}\r\n\r\n"
    );
    let mut stream = TcpStream::connect(front.address().unwrap()).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let piece = vec![b'x'; 1 << 20];
    for _ in 0..LARGE >> 20 {
        stream.write_all(&piece).await.unwrap();
    }
    let mut answer = Vec::new();
    tokio::time::timeout(Duration::from_secs(20), async {
        while !answer.ends_with(LARGE.to_string().as_bytes()) {
            assert_ne!(
                stream.read_buf(&mut answer).await.unwrap(),
                0,
                "{}",
                String::from_utf8_lossy(&answer)
            );
        }
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn heads_pass_unchanged_both_ways() {
    let front = front(LIMITS).await;
    let mut client = Client::connect(front.address().unwrap()).await.unwrap();
    let found = client.get("/hints", "").await.unwrap();
    assert_eq!(found.status, 302);
    assert_eq!(
        found.all("set-cookie"),
        ["a=1; path=/", "b=2; path=/wp-admin"]
    );
    assert_eq!(
        found.header("location"),
        Some("http://casas.example/wp-admin/?a=b")
    );
    assert_eq!(
        (found.header("vary"), found.header("x-own")),
        (Some("Cookie"), Some("kept"))
    );
    assert_eq!(
        found.header("link"),
        None,
        "an interim response is not the response"
    );

    let sent = "Authorization: Basic YTpi\r\nCookie: a=1\r\nForwarded: for=6.6.6.6\r\nX-WP-Nonce: n\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n";
    let head = client.get("/head", sent).await.unwrap();
    let head = String::from_utf8(head.body).unwrap().to_ascii_lowercase();
    for line in [
        "authorization: basic ytpi",
        "cookie: a=1",
        "x-wp-nonce: n",
        "host: casas.example",
        "x-forwarded-for: 127.0.0.1",
    ] {
        assert!(head.lines().any(|l| l == line), "{line}\n{head}");
    }
    assert!(
        !head.contains("upgrade") && !head.contains("6.6.6.6"),
        "{head}"
    );
}

#[tokio::test]
async fn slow_answers_pass_and_dead_ones_end_in_time() {
    let limits = UpstreamLimits {
        timeout: Duration::from_millis(900),
        requests: 1,
    };
    let front = front(limits).await;
    let at = front.address().unwrap();
    let mut client = Client::connect(at).await.unwrap();
    // Our own limit of 200 ms does not hold for the upstream.
    let late = client.get("/late", "").await.unwrap();
    assert_eq!(
        (late.status, late.body.as_slice()),
        (200, b"late".as_slice())
    );
    let began = Instant::now();
    let never = client.get("/never", "").await.unwrap();
    assert_eq!(
        (never.status, never.header("retry-after")),
        (504, Some("10"))
    );
    assert!(began.elapsed() < Duration::from_secs(5));

    let mut stream = TcpStream::connect(at).await.unwrap();
    stream
        .write_all(b"GET /parts HTTP/1.1\r\nHost: a\r\n\r\n")
        .await
        .unwrap();
    let (mut read, began) = (Vec::new(), Instant::now());
    while !read.ends_with(b"one\r\n") {
        assert_ne!(stream.read_buf(&mut read).await.unwrap(), 0);
    }
    assert!(
        began.elapsed() < Duration::from_millis(500),
        "the first part is not kept back"
    );
    while !read.ends_with(b"0\r\n\r\n") {
        assert_ne!(stream.read_buf(&mut read).await.unwrap(), 0);
    }
    assert!(String::from_utf8_lossy(&read).contains("two"));
}

#[tokio::test]
async fn another_protocol_passes_both_ways_until_the_end() {
    let front = front(LIMITS).await;
    let at = front.address().unwrap();
    let mut stream = TcpStream::connect(at).await.unwrap();
    let ask = b"GET /socket HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: k\r\n\r\n";
    stream.write_all(ask).await.unwrap();
    let mut read = Vec::new();
    while !read.ends_with(b"hola") {
        assert_ne!(
            stream.read_buf(&mut read).await.unwrap(),
            0,
            "{}",
            String::from_utf8_lossy(&read)
        );
    }
    let head = String::from_utf8(read).unwrap().to_ascii_lowercase();
    assert!(head.starts_with("http/1.1 101 "), "{head}");
    for line in [
        "connection: upgrade",
        "upgrade: websocket",
        "sec-websocket-accept: x",
    ] {
        assert!(head.lines().any(|l| l == line), "{line}\n{head}");
    }
    // Longer than the timeout of an idle connection, and bytes that are no request.
    for round in 0..4 {
        let text = format!("\0\u{1}get {round} \r\n\r\n");
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut echo = vec![0; text.len()];
        stream.read_exact(&mut echo).await.unwrap();
        assert_eq!(echo, text.to_ascii_uppercase().as_bytes());
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    stream.shutdown().await.unwrap();
    let mut end = String::new();
    stream.read_to_string(&mut end).await.unwrap();
    assert_eq!(end, " bye");

    // A server that stops waits for no tunnel.
    let mut open = TcpStream::connect(at).await.unwrap();
    open.write_all(ask).await.unwrap();
    let mut first = [0; 12];
    open.read_exact(&mut first).await.unwrap();
    let stopped = front.stop().await.unwrap();
    assert_eq!(stopped.aborted, 0, "{stopped:?}");
    assert!(stopped.took < Duration::from_secs(2), "{stopped:?}");
}
