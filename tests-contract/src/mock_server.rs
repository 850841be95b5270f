//! A mock server for newsletter providers, with the responses of the recording's mock.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;

/// A received request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// The method.
    pub method: String,
    /// The address that was meant: the host is the first part of the path.
    pub url: String,
    /// Headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

impl Sent {
    /// A header.
    pub fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(n, _)| n == name);
        found.map_or("", |(_, value)| value)
    }
}

/// What a request is answered.
#[derive(Debug, Clone, Default)]
pub struct MockResponse {
    /// The status.
    pub status: u16,
    /// The body.
    pub body: String,
    /// Additional headers, each with its line end. The type is that of JSON unless one of them says it.
    pub header: String,
    /// Whether no response is sent; the connection stays open.
    pub is_silent: bool,
}

impl From<(u16, String)> for MockResponse {
    fn from((status, body): (u16, String)) -> Self {
        Self {
            status,
            body,
            ..Self::default()
        }
    }
}

/// A service on a port of its own.
pub struct MockServer {
    /// Where it listens.
    pub addr: SocketAddr,
    sent: Arc<Mutex<Vec<Sent>>>,
}

impl MockServer {
    /// Starts; lives until the test's process ends.
    pub fn start<R: Into<MockResponse>>(
        answer: impl Fn(&Sent) -> R + Send + 'static,
    ) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let addr = listener.local_addr()?;
        let sent = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&sent);
        std::thread::spawn(move || {
            let mut unanswered = Vec::new();
            for stream in listener.incoming().flatten() {
                let answer = |sent: &Sent| answer(sent).into();
                // A connection that breaks is the client's matter.
                unanswered.extend(exchange(stream, answer, &kept).ok().flatten());
            }
        });
        Ok(Self { addr, sent })
    }

    /// The received requests.
    pub fn received_requests(&self) -> Vec<Sent> {
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent.clone()
    }
}

/// Handles a request; returns the connection if no response is sent.
fn exchange(
    stream: TcpStream,
    answer: impl Fn(&Sent) -> MockResponse,
    kept: &Mutex<Vec<Sent>>,
) -> Result<Option<TcpStream>> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut words = line.split_whitespace();
    let method = words.next().unwrap_or_default().to_owned();
    let path = words.next().unwrap_or_default().to_owned();
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':') {
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
    }
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length: usize = length.and_then(|(_, n)| n.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let sent = Sent {
        method,
        url: format!("https://{}", path.trim_start_matches('/')),
        headers,
        body: String::from_utf8_lossy(&body).into_owned(),
    };
    let reply = answer(&sent);
    kept.lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(sent);
    let mut stream = reader.into_inner();
    if reply.is_silent {
        return Ok(Some(stream));
    }
    let (status, text) = (reply.status, &reply.body);
    let has_type = reply.header.to_ascii_lowercase().contains("content-type:");
    let kind = if has_type {
        ""
    } else {
        "Content-Type: application/json\r\n"
    };
    write!(
        stream,
        "HTTP/1.1 {status} X\r\n{kind}{}Content-Length: {}\r\nConnection: close\r\n\r\n{text}",
        reply.header,
        text.len()
    )?;
    Ok(None)
}
