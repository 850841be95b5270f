//! A plain HTTP/1.1 client: sends exactly the recorded request and returns all headers of the response.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result};
use socket2::{Domain, Socket, Type};

pub use recordings::client_response::ClientResponse;

use crate::recording::Request;

/// Sends one request on a connection of its own.
pub fn send(addr: SocketAddr, request: &Request) -> Result<ClientResponse> {
    let mut stream = connect(addr, request.source_address)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    stream.write_all(&head(request))?;
    stream.write_all(&request.body)?;
    let answer = read_answer(stream, request.method == "HEAD");
    answer.with_context(|| format!("{} {}", request.method, request.path))
}

/// A GET with headers of its own, sent as they are: also the ones that [`send`] leaves out.
pub fn get_with(addr: SocketAddr, path: &str, headers: &[(&str, &str)]) -> Result<ClientResponse> {
    ask("GET", addr, path, headers)
}

/// As [`get_with`], with HEAD.
pub fn head_with(addr: SocketAddr, path: &str, headers: &[(&str, &str)]) -> Result<ClientResponse> {
    ask("HEAD", addr, path, headers)
}

fn ask(
    method: &str,
    addr: SocketAddr,
    path: &str,
    headers: &[(&str, &str)],
) -> Result<ClientResponse> {
    let mut stream = connect(addr, None)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !headers.iter().any(|(k, _)| k.eq_ignore_ascii_case("host")) {
        text.push_str("Host: 127.0.0.1:8081\r\n");
    }
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text.push_str("\r\n");
    stream.write_all(text.as_bytes())?;
    read_answer(stream, method == "HEAD").with_context(|| format!("{method} {path}"))
}

/// Connects, optionally from a given loopback address.
fn connect(addr: SocketAddr, source: Option<IpAddr>) -> Result<TcpStream> {
    let socket = Socket::new(Domain::for_address(addr), Type::STREAM, None)?;
    if let Some(source) = source {
        socket.bind(&SocketAddr::from((source, 0)).into())?;
    }
    socket.connect_timeout(&addr.into(), Duration::from_secs(5))?;
    Ok(socket.into())
}

/// A GET without anything special.
pub fn get(addr: SocketAddr, path: &str) -> Result<ClientResponse> {
    let request = Request {
        method: "GET".into(),
        path: path.into(),
        headers: vec![("Host".into(), addr.to_string())],
        body: vec![],
        source_address: None,
    };
    send(addr, &request)
}

fn head(request: &Request) -> Vec<u8> {
    const OWN: [&str; 4] = [
        "content-length",
        "connection",
        "accept-encoding",
        "transfer-encoding",
    ];
    let mut head = format!("{} {} HTTP/1.1\r\n", request.method, request.path);
    for (k, v) in &request.headers {
        if !OWN.contains(&k.to_ascii_lowercase().as_str()) {
            head.push_str(&format!("{k}: {v}\r\n"));
        }
    }
    if !request
        .headers
        .iter()
        .any(|(k, _)| k.eq_ignore_ascii_case("host"))
    {
        head.push_str("Host: 127.0.0.1:8081\r\n");
    }
    if !request.body.is_empty() || matches!(request.method.as_str(), "POST" | "PUT" | "PATCH") {
        head.push_str(&format!("Content-Length: {}\r\n", request.body.len()));
    }
    head.push_str("Connection: close\r\n\r\n");
    head.into_bytes()
}

fn read_answer(stream: TcpStream, is_head: bool) -> Result<ClientResponse> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let status = line.split(' ').nth(1).context("no status line")?.parse()?;
    let mut headers = Vec::new();
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        let text = line.trim_end();
        if text.is_empty() {
            break;
        }
        if let Some((k, v)) = text.split_once(':') {
            headers.push((k.to_owned(), v.trim().to_owned()));
        }
    }
    let mut answer = ClientResponse {
        status,
        headers,
        body: String::new(),
        bytes: Vec::new(),
    };
    if !is_head {
        answer.bytes = read_body(&mut reader, &answer)?;
        answer.body = String::from_utf8_lossy(&answer.bytes).into_owned();
    }
    Ok(answer)
}

fn read_body(reader: &mut impl BufRead, answer: &ClientResponse) -> Result<Vec<u8>> {
    let mut body = Vec::new();
    if answer
        .header("transfer-encoding")
        .is_some_and(|v| v.eq_ignore_ascii_case("chunked"))
    {
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            let size = u64::from_str_radix(line.trim(), 16).context("chunk size")?;
            reader.take(size).read_to_end(&mut body)?;
            reader.read_line(&mut line)?;
            if size == 0 {
                return Ok(body);
            }
        }
    }
    match answer.header("content-length") {
        Some(length) => reader.take(length.parse()?).read_to_end(&mut body)?,
        None => reader.read_to_end(&mut body)?,
    };
    Ok(body)
}
