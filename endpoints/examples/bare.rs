//! A bare hyper program that answers every request with the same bytes: what `make bench` measures against.
//!
//! `bare ADDRESS HEAD BODY`: the file `HEAD` has a header line each line, `BODY` the packed page.

use std::convert::Infallible;
use std::net::SocketAddr;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Response};
use http_body_util::Full;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let address: SocketAddr = arguments.next().unwrap_or_default().parse()?;
    let head = std::fs::read_to_string(arguments.next().unwrap_or_default())?;
    let mut headers = HeaderMap::new();
    for (name, value) in head.lines().filter_map(|line| line.split_once(": ")) {
        headers.append(
            HeaderName::from_bytes(name.as_bytes())?,
            HeaderValue::from_str(value)?,
        );
    }
    let body = Bytes::from(std::fs::read(arguments.next().unwrap_or_default())?);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    runtime.block_on(serve(address, headers, body))
}

async fn serve(address: SocketAddr, headers: HeaderMap, body: Bytes) -> anyhow::Result<()> {
    let listener = tokio::net::TcpListener::bind(address).await?;
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let (headers, body) = (headers.clone(), body.clone());
        let service = service_fn(move |_| {
            let (headers, body) = (headers.clone(), body.clone());
            async move {
                let mut answer = Response::new(Full::new(body));
                *answer.headers_mut() = headers;
                Ok::<_, Infallible>(answer)
            }
        });
        tokio::spawn(
            hyper::server::conn::http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service),
        );
    }
}
