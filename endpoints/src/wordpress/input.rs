//! The request parsed into PHP's `$_GET`, `$_POST`, `$_COOKIE` and `$_FILES`.

use compat::type_map::TypeMap;
use compat::wordpress::php::query_string::parse_str;
use compat::wordpress::php::{Array, Value};

use crate::server::Request;

use super::cookies::Cookies;
use super::uploads::{Files, UploadedFile};

/// A request parsed by PHP's rules.
#[derive(Debug)]
pub struct Input {
    /// The request; its body has been consumed.
    pub request: Request,
    /// `$_GET`.
    pub get: Array,
    /// `$_POST`.
    pub post: Array,
    /// `$_COOKIE`.
    pub cookies: Cookies,
    /// `$_FILES`; the stored files are deleted when this value is dropped.
    pub files: Files,
    /// The form exceeded the size limit; the fields hold only what came before.
    pub is_too_large: bool,
    /// What columns keep from `init` for what comes later in the same request.
    pub carried: TypeMap,
    /// The raw body when it is a file, stored while it came in.
    pub stored_body: Option<UploadedFile>,
    /// The raw body; empty for a multipart form, which is parsed as a stream, and for a stored body.
    pub body: bytes::Bytes,
}

impl Input {
    /// What the head of a request holds.
    pub fn of_head(request: Request) -> Self {
        Self {
            get: parse_str(request.query().unwrap_or_default().as_bytes()),
            cookies: Cookies::parse(&request.headers),
            request,
            post: Array::new(),
            files: Files::default(),
            is_too_large: false,
            carried: TypeMap::default(),
            stored_body: None,
            body: bytes::Bytes::new(),
        }
    }

    /// Whether the raw body is still there; a multipart form that was stored while it came in has none.
    pub fn has_whole_body(&self) -> bool {
        let kind = self.request.header("content-type").to_ascii_lowercase();
        let is_stored = self.stored_body.is_some();
        !is_stored
            && (!self.body.is_empty()
                || self.request.is_read()
                || !kind.starts_with("multipart/form-data"))
    }

    /// The request with its raw body, to be forwarded to the upstream.
    pub fn into_request(self) -> Request {
        self.request.with_body(self.body)
    }

    /// `$_GET[ name ]` as text, empty when missing or a list.
    pub fn get_text(&self, name: &str) -> String {
        text(&self.get, name)
    }

    /// `$_POST[ name ]` as text, empty when missing or a list.
    pub fn post_text(&self, name: &str) -> String {
        text(&self.post, name)
    }

    /// `wp_is_json_request`: JSON is sent, or asked for.
    pub fn is_json_request(&self) -> bool {
        let headers = ["accept", "content-type"];
        let mut headers = headers.iter().map(|name| self.request.header(name));
        headers.any(is_json_media_type)
    }

    /// `$_REQUEST[ name ]`: form fields take precedence over the query string.
    pub fn request_text(&self, name: &str) -> String {
        if self.post.contains_key(name) {
            self.post_text(name)
        } else {
            self.get_text(name)
        }
    }
}

/// `wp_is_json_media_type`: JSON, or something written as JSON (`application/ld+json`), anywhere in a header.
pub fn is_json_media_type(header: &str) -> bool {
    let mut parts = header.split([' ', '\t', ';', ',']);
    parts.any(|part| {
        let part = part.to_ascii_lowercase();
        part.strip_prefix("application/")
            .map(|kind| kind.strip_suffix("+oembed").unwrap_or(kind))
            .is_some_and(|kind| kind == "json" || kind.ends_with("+json"))
    })
}

fn text(array: &Array, name: &str) -> String {
    array
        .get(name)
        .and_then(Value::as_str_lossy)
        .unwrap_or_default()
        .into_owned()
}
