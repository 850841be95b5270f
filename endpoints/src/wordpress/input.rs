//! What PHP would have found in `$_GET`, `$_POST` and `$_COOKIE`.

use compat::wordpress::php::{Array, Value};

use crate::server::Request;

use super::cookies::Cookies;
use super::uploads::Files;

/// A request, read as PHP reads it.
#[derive(Debug)]
pub struct Input {
    /// The request; its body is read already.
    pub request: Request,
    /// `$_GET`.
    pub get: Array,
    /// `$_POST`.
    pub post: Array,
    /// `$_COOKIE`.
    pub cookies: Cookies,
    /// `$_FILES`; files go with the request.
    pub files: Files,
    /// The form was larger than the server takes: only its beginning is here.
    pub is_too_large: bool,
    /// The body as sent; empty when a form with files was read while it came in.
    pub body: bytes::Bytes,
}

impl Input {
    /// The request again, with its body, for somebody else to answer.
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

    /// `$_REQUEST[ name ]`: the form goes before the query.
    pub fn request_text(&self, name: &str) -> String {
        if self.post.contains_key(name) {
            self.post_text(name)
        } else {
            self.get_text(name)
        }
    }
}

fn text(array: &Array, name: &str) -> String {
    array
        .get(name)
        .and_then(Value::as_str_lossy)
        .unwrap_or_default()
        .into_owned()
}
