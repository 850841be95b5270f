//! URLs: cleaning, parsing, checking, and the query string.
//!
//! Contract "wordpress-core", section 5 uses these for redirects; values: vectors `esc_url`,
//! `esc_url_raw`, `wp_http_validate_url`, `wp_parse_url`, `add_query_arg`, `remove_query_arg`.
//! Nothing here resolves a name or reads the request.

pub mod esc_url;
pub mod http_validate_url;
pub mod page_url;
pub mod parse_url;
pub mod query_arg;
pub mod safe_redirect;

pub use esc_url::{esc_url, esc_url_raw};
pub use http_validate_url::wp_http_validate_url;
pub use page_url::PageUrl;
pub use parse_url::{UrlParts, parse_url, wp_parse_url};
pub use query_arg::{QueryArg, add_query_arg, remove_query_arg};
pub use safe_redirect::{wp_sanitize_redirect, wp_validate_redirect};
