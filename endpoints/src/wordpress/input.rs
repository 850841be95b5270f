//! What PHP would have found in `$_GET`, `$_POST` and `$_COOKIE`.

use compat::wordpress::php::query_string::parse_str;
use compat::wordpress::php::{Array, Value};

use crate::app::App;
use crate::request_error::RequestError;
use crate::server::{BodyError, HandlerFuture, Request, RequestBody};

use super::cookies::Cookies;
use super::multipart::{self, FindRules, FormError, NoFiles, Reading};
use super::uploads::{Files, UploadRules, Uploads};

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
    /// `$_FILES`; files go with the request.
    pub files: Files,
    /// The form was larger than the server takes: only its beginning is here.
    pub is_too_large: bool,
    /// The body as sent; empty when a form with files was read while it came in.
    pub body: bytes::Bytes,
}

/// Why a request could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// Its body broke a bound.
    Body(BodyError),
    /// The database, asked what becomes of the files.
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
    /// Reads the request; a form of either encoding becomes `post`. Files are stored while they come in, when a
    /// column wants them; but of a request that may go on to the old server everything is kept as it is.
    ///
    /// # Errors
    /// When the body breaks a bound, or the database fails.
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

/// The rules that columns have for the files of this request.
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
