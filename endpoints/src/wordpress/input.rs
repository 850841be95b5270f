//! The request parsed into PHP's `$_GET`, `$_POST`, `$_COOKIE` and `$_FILES`.

use compat::wordpress::php::query_string::parse_str;
use compat::wordpress::php::{Array, Value};

use crate::app::App;
use crate::request_error::RequestError;
use crate::server::{BodyError, HandlerFuture, Request, RequestBody};

use super::cookies::Cookies;
use super::multipart::{self, FindRules, FormError, NoFiles, Reading};
use super::uploads::{Files, UploadRules, Uploads};

/// Maximum size in bytes of a form body that is not `multipart/form-data`.
const FORM_LIMIT: u64 = 8 * 1024 * 1024;

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
    /// The raw body; empty for a multipart form, which is parsed as a stream.
    pub body: bytes::Bytes,
}

/// Why a request could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The body violated a limit.
    Body(BodyError),
    /// The database query for the upload rules failed.
    Failed(RequestError),
}

impl From<FormError> for ReadError {
    fn from(error: FormError) -> Self {
        match error {
            FormError::Body(error) => Self::Body(error),
            FormError::Failed(error) => Self::Failed(error),
        }
    }
}

impl From<BodyError> for ReadError {
    fn from(error: BodyError) -> Self {
        Self::Body(error)
    }
}

impl Input {
    /// Parses the request; a form of either encoding becomes `post`. Uploaded files are stored while they arrive if a
    /// column's upload rules accept them. With `is_ours` false the body is kept raw, to be forwarded to the upstream.
    ///
    /// # Errors
    /// When the body violates a limit, or the database fails.
    pub async fn read(app: &App, request: Request, is_ours: bool) -> Result<Self, ReadError> {
        let mut input = Self {
            get: parse_str(request.query().unwrap_or_default().as_bytes()),
            cookies: Cookies::parse(&request.headers),
            request,
            post: Array::new(),
            files: Files::default(),
            is_too_large: false,
            body: bytes::Bytes::new(),
        };
        if input.request.is_read() {
            return Ok(input);
        }
        let content_type = input.request.header("content-type").to_owned();
        let kind = content_type.to_ascii_lowercase();
        let is_post = input.request.method == http::Method::POST;
        if is_post && is_ours && kind.starts_with("multipart/form-data") {
            input.stream(app, &content_type).await?;
            return Ok(input);
        }
        input.body = input.request.body_bytes(FORM_LIMIT).await?;
        if is_post && kind.starts_with("application/x-www-form-urlencoded") {
            input.post = parse_str(&input.body);
        } else if is_post && kind.starts_with("multipart/form-data") {
            let mut body = RequestBody::from_bytes(input.body.clone());
            let reading = Reading {
                spool: &app.spool,
                rules: &NoFiles,
            };
            input.post = multipart::read(&content_type, &mut body, &reading)
                .await?
                .post;
        }
        Ok(input)
    }

    async fn stream(&mut self, app: &App, content_type: &str) -> Result<(), ReadError> {
        let mut body = self.request.take_body();
        let state = app.state();
        let rules = ColumnRules {
            app,
            uploads: &state.columns.uploads,
            request: &self.request,
        };
        let reading = Reading {
            spool: &app.spool,
            rules: &rules,
        };
        let form = multipart::read(content_type, &mut body, &reading).await?;
        let answers = state.columns.uploads.answers_too_large(self.request.path());
        if form.is_too_large && !answers {
            return Err(BodyError::TooLarge.into());
        }
        self.post = form.post;
        self.is_too_large = form.is_too_large;
        self.files = Files {
            tree: form.tree,
            all: form.files,
        };
        Ok(())
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

    /// `$_REQUEST[ name ]`: form fields take precedence over the query string.
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

/// The columns' upload rules for this request.
struct ColumnRules<'a> {
    app: &'a App,
    uploads: &'a Uploads,
    request: &'a Request,
}

impl FindRules for ColumnRules<'_> {
    fn find<'f>(
        &'f self,
        fields: &'f Array,
    ) -> HandlerFuture<'f, Result<Option<Box<dyn UploadRules>>, RequestError>> {
        Box::pin(self.uploads.find(self.app, self.request, fields))
    }
}
