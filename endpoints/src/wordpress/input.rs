//! What PHP would have found in `$_GET`, `$_POST` and `$_COOKIE`.

use compat::wordpress::php::query_string::{parse_str, register};
use compat::wordpress::php::{Array, Value};

use crate::server::{BodyError, Request};

use super::cookies::Cookies;

/// Most bytes of a form that is not a file upload.
const FORM_LIMIT: u64 = 8 * 1024 * 1024;

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
    /// The body as sent.
    pub body: bytes::Bytes,
}

impl Input {
    /// Reads the request; a form of either encoding becomes `post`, files in it are left out.
    pub async fn read(mut request: Request) -> Result<Self, BodyError> {
        let get = parse_str(request.query().unwrap_or_default().as_bytes());
        let cookies = Cookies::parse(&request.headers);
        let (mut post, mut body) = (Array::new(), bytes::Bytes::new());
        if !request.is_read() {
            body = request.body_bytes(FORM_LIMIT).await?;
            let content_type = request.header("content-type").to_ascii_lowercase();
            if request.method == http::Method::POST {
                if content_type.starts_with("application/x-www-form-urlencoded") {
                    post = parse_str(&body);
                } else if content_type.starts_with("multipart/form-data") {
                    post = multipart(request.header("content-type"), body.clone()).await;
                }
            }
        }
        Ok(Self {
            request,
            get,
            post,
            cookies,
            body,
        })
    }

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

/// The fields of a multipart form; a broken one gives the fields before the break, as PHP does.
async fn multipart(content_type: &str, body: bytes::Bytes) -> Array {
    let mut fields = Array::new();
    let Ok(boundary) = multer::parse_boundary(content_type) else {
        return fields;
    };
    let stream = futures_util::stream::once(async move { Ok::<_, std::convert::Infallible>(body) });
    let mut parts = multer::Multipart::new(stream, boundary);
    while let Ok(Some(part)) = parts.next_field().await {
        let name = part.name().map(str::to_owned);
        let is_file = part.file_name().is_some();
        let Ok(bytes) = part.bytes().await else { break };
        if let (Some(name), false) = (name, is_file) {
            register(&mut fields, name.as_bytes(), Value::bytes(&bytes));
        }
    }
    fields
}
