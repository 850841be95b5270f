//! A client that writes bytes and reads bytes.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Longest time that any test waits for the server.
const PATIENCE: Duration = Duration::from_secs(20);

/// One answer as it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Response {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, v)| v.as_str())
    }

    pub fn all(&self, name: &str) -> Vec<&str> {
        self.headers
            .iter()
            .filter(|(n, _)| n == name)
            .map(|(_, v)| v.as_str())
            .collect()
    }
}

/// Writes bytes and reads everything until the server closes. Write errors do not count: the server may have closed.
pub async fn exchange(address: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let (mut reading, mut writing) = stream.split();
    let mut answer = Vec::new();
    let write = async {
        let _ = writing.write_all(bytes).await;
    };
    let read = async {
        let _ = reading.read_to_end(&mut answer).await;
    };
    tokio::time::timeout(PATIENCE, async { tokio::join!(write, read) })
        .await
        .expect("the server closes");
    answer
}

/// The status of the first answer in these bytes; 0 when there is none.
pub fn status(answer: &[u8]) -> u16 {
    let digits = answer
        .strip_prefix(b"HTTP/1.1 ")
        .and_then(|rest| rest.get(..3))
        .unwrap_or(b"0");
    std::str::from_utf8(digits).unwrap().parse().unwrap()
}

/// Number of answers in these bytes.
pub fn answers(bytes: &[u8]) -> usize {
    bytes.windows(9).filter(|w| w == b"HTTP/1.1 ").count()
}

/// A kept-alive connection.
pub struct Client {
    pub stream: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    pub async fn connect(address: SocketAddr) -> std::io::Result<Self> {
        Ok(Client {
            stream: TcpStream::connect(address).await?,
            buffer: Vec::new(),
        })
    }

    /// Sends a request and reads its answer; an error when the connection ends before it is whole.
    pub async fn ask(&mut self, request: &str) -> std::io::Result<Response> {
        self.stream.write_all(request.as_bytes()).await?;
        let is_head = request.starts_with("HEAD");
        tokio::time::timeout(PATIENCE, self.read(is_head))
            .await
            .expect("an answer")
    }

    pub async fn get(&mut self, path: &str, headers: &str) -> std::io::Result<Response> {
        self.ask(&format!(
            "GET {path} HTTP/1.1\r\nHost: casas.example\r\n{headers}\r\n"
        ))
        .await
    }

    async fn more(&mut self) -> std::io::Result<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }

    async fn read(&mut self, is_head: bool) -> std::io::Result<Response> {
        let end = loop {
            if let Some(end) = self.buffer.windows(4).position(|w| w == b"\r\n\r\n") {
                break end + 4;
            }
            self.more().await?;
        };
        let head = String::from_utf8(self.buffer.drain(..end).collect()).unwrap();
        let mut lines = head.split("\r\n");
        let status = status(lines.next().unwrap().as_bytes());
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        let mut response = Response {
            status,
            headers,
            body: Vec::new(),
        };
        if is_head || status == 304 {
            return Ok(response);
        }
        let length: usize = response
            .header("content-length")
            .expect("a length")
            .parse()
            .unwrap();
        while self.buffer.len() < length {
            self.more().await?;
        }
        response.body = self.buffer.drain(..length).collect();
        Ok(response)
    }
}
