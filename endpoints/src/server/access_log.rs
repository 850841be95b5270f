//! One log line per response, in the log target `access`. Nothing is formatted when that target is off.

use std::time::Duration;

use http::StatusCode;

use super::request::Request;

/// The request's part of a line; read before the request is moved to the handler.
#[derive(Debug)]
pub struct Line {
    method: String,
    host: String,
    target: String,
    remote_addr: std::net::IpAddr,
    user_agent: String,
    referer: String,
}

impl Line {
    /// Begins a line; `None` when access lines are switched off.
    #[must_use]
    pub fn begin(request: &Request) -> Option<Self> {
        tracing::enabled!(target: "access", tracing::Level::INFO).then(|| Line {
            method: request.method.to_string(),
            host: request.host().to_owned(),
            target: request.target().to_owned(),
            remote_addr: request.remote_addr,
            user_agent: request.header("user-agent").to_owned(),
            referer: request.header("referer").to_owned(),
        })
    }

    /// Writes the line.
    pub fn write(self, status: StatusCode, bytes: Option<u64>, took: Duration, cache: &str) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        tracing::info!(
            target: "access",
            remote_addr = %self.remote_addr,
            method = self.method,
            host = self.host,
            target = self.target,
            status = status.as_u16(),
            size_bytes = bytes,
            duration_us = micros,
            cache,
            user_agent = self.user_agent,
            referer = self.referer,
            "answered"
        );
    }
}
