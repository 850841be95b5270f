//! The HTTP server: connections, limits, timeouts, page cache, static files, and the proxy to a legacy upstream. It
//! contains nothing specific to WordPress; that is the [`Handler`]'s part.
//!
//! A request's path: [`listener`] and [`serve`] accept the connection, [`wire`] and [`head_guard`] check its bytes,
//! [`service`] looks it up in the [`page_cache`] or calls the handler, [`exchange`] counts it until the last byte is
//! sent, and [`connections`] enforces the timeouts. The limits are those of hardening S1, S2, S4 to S6, R5.

pub mod accept_encoding;
pub mod access_log;
mod admin;
mod answer_limit;
pub mod body;
pub mod body_source;
mod brotli_thread;
pub mod cached_page;
mod compressed_files;
pub mod conditional;
pub mod config;
mod connection;
pub mod connection_state;
pub mod connections;
pub mod content_type;
pub mod exchange;
pub mod file_path;
pub mod files;
pub mod find_stored;
mod frame_gate;
pub mod handler;
pub mod head_guard;
pub mod listener;
pub mod metrics;
mod open_file;
pub mod output_budget;
pub mod page_cache;
mod places;
mod process;
pub mod proxy;
pub mod range;
pub mod request;
pub mod response;
pub mod scheme;
pub mod serve;
pub mod service;
pub mod stored_files;
pub mod tls;
mod tunnel;
mod unavailable;
pub mod upstream;
pub mod upstream_error;
mod upstream_head;
pub mod visitor_cookie;
pub mod wire;

pub use body::{BodyError, RequestBody};
pub use body_source::BodySource;
pub use config::ServerConfig;
pub use files::{Files, Found, Mount};
pub use handler::{CacheDecision, Handler, HandlerFuture, Observer};
pub use listener::{Bound, Listener};
pub use metrics::Metrics;
pub use page_cache::{CacheKey, PageCache};
pub use process::{raise_open_files, stop_signal};
pub use request::Request;
pub use response::{Response, StorePolicy};
pub use scheme::Scheme;
pub use serve::{Server, Stopped, serve_in_memory};
pub use unavailable::{retry_later, unavailable};
pub use upstream::{Upstream, UpstreamLimits};
pub use upstream_error::UpstreamError;
