//! Asks the running server, over plain HTTP and as a browser behind a proxy would.

use std::time::Duration;

use bytes::Bytes;
use http::header::{HOST, USER_AGENT};
use http::{Request, Uri};
use http_body_util::{BodyExt as _, Empty, Limited};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::finding::{Finding, Level};
use super::questions::Questions;
use crate::app::App;
use crate::server::ServerConfig;

const AREA: &str = "server";
const TIMEOUT: Duration = Duration::from_secs(10);
/// Bytes of a response that are read.
const LIMIT: usize = 8 * 1024 * 1024;

/// The running server.
#[derive(Debug, Clone)]
pub(super) struct Running {
    /// `host:port` of its listener.
    address: String,
    /// `host:port` of its metrics.
    admin: Option<String>,
    /// The host that visitors ask for.
    host: String,
}

/// A response.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: Bytes,
}

impl Running {
    /// The server that `--url` names, if it answers.
    pub(super) async fn find(
        app: &App,
        server: &ServerConfig,
        questions: &Questions,
        found: &mut Vec<Finding>,
    ) -> Option<Self> {
        let Some(url) = &questions.url else {
            found.push(Finding::new(
                AREA,
                Level::Note,
                "the running server was not asked",
                "give --url http://127.0.0.1:8080 to look at proxies, cache and files of pages",
            ));
            return None;
        };
        let running = Self {
            address: authority(url)?,
            admin: match &questions.admin {
                Some(given) => Some(authority(given).unwrap_or_else(|| given.clone())),
                None => server.admin_listen.map(|address| address.to_string()),
            },
            host: authority(&app.state().site.home()).unwrap_or_default(),
        };
        match running.get("/", &[]).await {
            Ok(answer) if answer.status < 500 => {
                found.push(Finding::ok(
                    AREA,
                    format!("{url} answers {}", answer.status),
                ));
            }
            Ok(answer) => found.push(Finding::new(
                AREA,
                Level::Error,
                format!("{url} answers {}", answer.status),
                "look into the log of the server",
            )),
            Err(error) => {
                found.push(Finding::new(
                    AREA,
                    Level::Error,
                    format!("{url} does not answer: {error}"),
                    "start the server, or name the address on which it listens (server.listen)",
                ));
                return None;
            }
        }
        if running.admin.is_none() {
            found.push(Finding::new(
                AREA,
                Level::Note,
                "the server has no metrics",
                "set server.admin_listen = \"127.0.0.1:9090\", or give --admin ADDR",
            ));
        }
        Some(running)
    }

    /// A page or file, asked for by its path.
    pub(super) async fn get(
        &self,
        target: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Answer, String> {
        ask(&self.address, &self.host, target, headers).await
    }

    /// The server's metrics, if it has any.
    pub(super) async fn metrics(&self) -> Option<Metrics> {
        let admin = self.admin.as_deref()?;
        let answer = ask(admin, admin, "/metrics", &[]).await.ok()?;
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        (answer.status == 200).then_some(Metrics(text))
    }

    /// Whether metrics were asked for and do not come.
    pub(super) fn has_admin(&self) -> bool {
        self.admin.is_some()
    }
}

/// Metrics in Prometheus's text format.
#[derive(Debug, Clone)]
pub(super) struct Metrics(String);

impl Metrics {
    /// The value of a metric with its labels: `oxipress_cache_total{result="hit"}`.
    pub(super) fn value(&self, name: &str) -> u64 {
        let mut lines = self.0.lines();
        let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.and_then(|value| value.parse().ok()).unwrap_or(0)
    }

    /// The value of a label of the first metric of this name.
    pub(super) fn label(&self, name: &str, label: &str) -> Option<&str> {
        let start = format!("{name}{{{label}=\"");
        let mut lines = self.0.lines();
        lines.find_map(|line| line.strip_prefix(start.as_str())?.split('"').next())
    }
}

/// `host:port` of an http address.
fn authority(url: &str) -> Option<String> {
    let uri: Uri = url.parse().ok()?;
    uri.authority()
        .map(|authority| authority.as_str().to_owned())
}

async fn ask(
    address: &str,
    host: &str,
    target: &str,
    headers: &[(&'static str, &str)],
) -> Result<Answer, String> {
    let asked = tokio::time::timeout(TIMEOUT, exchange(address, host, target, headers));
    match asked.await {
        Ok(answer) => answer,
        Err(_) => Err("no answer in time".to_owned()),
    }
}

async fn exchange(
    address: &str,
    host: &str,
    target: &str,
    headers: &[(&'static str, &str)],
) -> Result<Answer, String> {
    let address = match address.contains(':') {
        true => address.to_owned(),
        false => format!("{address}:80"),
    };
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let stream = TcpStream::connect(address).await.map_err(|e| told(&e))?;
    let handshake = http1::handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = handshake.map_err(|e| told(&e))?;
    // Ends when the sender is dropped.
    tokio::spawn(connection);
    let agent = concat!("Oxipress/", env!("CARGO_PKG_VERSION"), " doctor");
    let first = Request::get(target)
        .header(HOST, host)
        .header(USER_AGENT, agent);
    let request = headers
        .iter()
        .fold(first, |r, (name, value)| r.header(*name, *value));
    let request = request.body(Empty::<Bytes>::new()).map_err(|e| told(&e))?;
    let response = sender.send_request(request).await.map_err(|e| told(&e))?;
    let (parts, body) = response.into_parts();
    let body = Limited::new(body, LIMIT).collect().await;
    let body = body.map_err(|error| error.to_string())?.to_bytes();
    Ok(Answer {
        status: parts.status.as_u16(),
        body,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_read_by_name_and_label() {
        let metrics =
            Metrics("# TYPE a counter\na{x=\"1\"} 7\na 9\nb{peer=\"10.0.0.2\"} 1\n".to_owned());
        assert_eq!((metrics.value("a{x=\"1\"}"), metrics.value("a")), (7, 9));
        assert_eq!(metrics.value("c"), 0);
        assert_eq!(metrics.label("b", "peer"), Some("10.0.0.2"));
    }

    #[test]
    fn addresses_name_their_host() {
        assert_eq!(
            authority("http://127.0.0.1:8080/x").as_deref(),
            Some("127.0.0.1:8080")
        );
        assert_eq!(authority("not an address"), None);
    }
}
