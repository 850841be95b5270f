//! Reads a request as PHP does: forms of either encoding, and the files of forms while they come in.
//!
//! Hardening S2.

use compat::wordpress::php::Array;
use compat::wordpress::php::query_string::parse_str;

use crate::request_error::RequestError;
use crate::server::{BodyError, HandlerFuture, Request, RequestBody};

use super::input::Input;
use super::multipart::{self, FindRules, FormError, NoFiles, Reading};
use super::request_context::SiteSnapshot;
use super::upload_finders::Uploads;
use super::uploads::{Files, UploadRules};

/// Maximum size in bytes of a form body that is not `multipart/form-data`.
const FORM_LIMIT: u64 = 8 * 1024 * 1024;

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

/// Reads the request; a form of either encoding becomes `post`. Files are stored while they come in, when a column
/// declares them; a request that may go to the legacy upstream (`is_ours` is false) is kept unparsed.
///
/// # Errors
/// When the body violates a limit, or the database fails.
pub async fn read(
    site: &SiteSnapshot<'_>,
    uploads: &Uploads,
    request: Request,
    is_ours: bool,
) -> Result<Input, ReadError> {
    let mut input = Input::of_head(request);
    if input.request.is_read() {
        return Ok(input);
    }
    let content_type = input.request.header("content-type").to_owned();
    let kind = content_type.to_ascii_lowercase();
    let is_post = input.request.method == http::Method::POST;
    if is_post && is_ours && kind.starts_with("multipart/form-data") {
        stream(site, uploads, &mut input, &content_type).await?;
        return Ok(input);
    }
    if is_post && is_ours && is_file(&kind) && uploads.stores_body(&input.request) {
        let mut body = input.request.take_body();
        let stored = multipart::read_body(&mut body, &site.app.spool).await?;
        input.stored_body = Some(stored);
        return Ok(input);
    }
    input.body = input.request.body_bytes(FORM_LIMIT).await?;
    if is_post && kind.starts_with("application/x-www-form-urlencoded") {
        input.post = parse_str(&input.body);
    } else if is_post && kind.starts_with("multipart/form-data") {
        let mut body = RequestBody::from_bytes(input.body.clone());
        let reading = Reading {
            spool: &site.app.spool,
            rules: &NoFiles,
        };
        input.post = multipart::read(&content_type, &mut body, &reading)
            .await?
            .post;
    }
    Ok(input)
}

/// Whether a body of this type is neither a form nor JSON.
fn is_file(kind: &str) -> bool {
    ![
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/json",
    ]
    .iter()
    .any(|form| kind.starts_with(form))
}

async fn stream(
    site: &SiteSnapshot<'_>,
    uploads: &Uploads,
    input: &mut Input,
    content_type: &str,
) -> Result<(), ReadError> {
    let mut body = input.request.take_body();
    let rules = ColumnRules {
        site,
        uploads,
        request: &input.request,
    };
    let reading = Reading {
        spool: &site.app.spool,
        rules: &rules,
    };
    let form = multipart::read(content_type, &mut body, &reading).await?;
    if form.is_too_large && !uploads.handles_too_large(input.request.path()) {
        return Err(BodyError::TooLarge.into());
    }
    input.post = form.post;
    input.is_too_large = form.is_too_large;
    input.files = Files {
        tree: form.tree,
        all: form.files,
    };
    Ok(())
}

/// The columns' upload rules for this request.
struct ColumnRules<'a> {
    site: &'a SiteSnapshot<'a>,
    uploads: &'a Uploads,
    request: &'a Request,
}

impl FindRules for ColumnRules<'_> {
    fn find<'f>(
        &'f self,
        fields: &'f Array,
    ) -> HandlerFuture<'f, Result<Option<Box<dyn UploadRules>>, RequestError>> {
        Box::pin(self.uploads.find(self.site, self.request, fields))
    }
}
