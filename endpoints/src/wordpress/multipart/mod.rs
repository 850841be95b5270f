//! Streaming parser for `multipart/form-data`: `$_POST` and `$_FILES` as PHP fills them.
//!
//! Contract "contact-form-7", sections 13 and 15; hardening S2. multer splits the parts; limits, truncated forms and
//! field names follow PHP. A file is stored only if a column's upload rules accept it, up to their size limit.

mod body_stream;
mod disposition;
mod file_field;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use compat::wordpress::password::wp_generate_password;
use compat::wordpress::php::query_string::{MAX_INPUT_VARS, register};
use compat::wordpress::php::{Array, Value};
use http_body_util::BodyExt;

use crate::request_error::RequestError;
use crate::server::{BodyError, RequestBody};

use super::uploads::{Spool, UploadError, UploadRules, UploadedFile};
use body_stream::{BodyStream, HEADER_LIMIT, Progress};
use disposition::Disposition;
pub use file_field::read_body;
use file_field::{has_whole_brackets, read_file};

/// PHP's `max_file_uploads`.
pub const MAX_FILE_UPLOADS: usize = 20;
/// PHP's `max_multipart_body_parts`: fields and files together.
const MAX_PARTS: usize = MAX_INPUT_VARS + MAX_FILE_UPLOADS;
/// Maximum total size in bytes of a form's text fields.
pub const TEXT_LIMIT: u64 = 8 * 1024 * 1024;

/// A parsed form, possibly truncated.
#[derive(Debug, Default)]
pub struct Form {
    /// `$_POST`.
    pub post: Array,
    /// `$_FILES` by field name; leaves are indexes into `files`.
    pub tree: Array,
    /// The files in the order sent.
    pub files: Vec<UploadedFile>,
    /// The body exceeded the size limit; the fields hold only what came before.
    pub is_too_large: bool,
}

/// Why a form could not be parsed.
#[derive(Debug)]
pub enum FormError {
    /// The body violated a limit.
    Body(BodyError),
    /// The database query for the upload rules failed.
    Failed(RequestError),
}

impl From<BodyError> for FormError {
    fn from(error: BodyError) -> Self {
        Self::Body(error)
    }
}

impl From<RequestError> for FormError {
    fn from(error: RequestError) -> Self {
        Self::Failed(error)
    }
}

/// What the parser needs besides the body.
pub struct Reading<'a> {
    /// The folder for stored files.
    pub spool: &'a Spool,
    /// Finds the upload rules from the fields before the first file.
    pub rules: &'a (dyn FindRules + 'a),
}

/// Finds the upload rules of a form.
pub trait FindRules: Send + Sync {
    /// The rules; `None` when no column accepts files. `fields` are the fields before the first file.
    fn find<'f>(
        &'f self,
        fields: &'f Array,
    ) -> crate::server::HandlerFuture<'f, Result<Option<Box<dyn UploadRules>>, RequestError>>;
}

/// No file is accepted.
#[derive(Debug)]
pub struct NoFiles;

impl FindRules for NoFiles {
    fn find<'f>(
        &'f self,
        _: &'f Array,
    ) -> crate::server::HandlerFuture<'f, Result<Option<Box<dyn UploadRules>>, RequestError>> {
        Box::pin(async { Ok(None) })
    }
}

/// Parses a form to its end. A truncated form gives the fields before its end, as in PHP.
///
/// # Errors
/// When the body violates a limit other than its size, or the database fails.
pub async fn read(
    content_type: &str,
    body: &mut RequestBody,
    reading: &Reading<'_>,
) -> Result<Form, FormError> {
    let mut form = Form::default();
    let read = match boundary(content_type) {
        Some(boundary) => parts(&boundary, body, reading, &mut form).await,
        None => Ok(()),
    };
    let rest = match read {
        // The rest of the body is read, so that the client gets to read the response.
        Ok(()) => drain(body).await,
        Err(FormError::Body(error)) => Err(error),
        Err(error) => return Err(error),
    };
    match rest {
        Ok(()) => Ok(form),
        Err(BodyError::TooLarge) => {
            form.is_too_large = true;
            Ok(form)
        }
        Err(error) => Err(error.into()),
    }
}

async fn drain(body: &mut RequestBody) -> Result<(), BodyError> {
    while let Some(frame) = body.frame().await {
        frame?;
    }
    Ok(())
}

/// The boundary in `Content-Type`: in quotes, or up to a comma or semicolon.
fn boundary(content_type: &str) -> Option<String> {
    let at = content_type.to_ascii_lowercase().find("boundary")?;
    let (_, value) = content_type.get(at..)?.split_once('=')?;
    let boundary = match value.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"')?.0,
        None => value.split([',', ';']).next()?,
    };
    (!boundary.is_empty()).then(|| boundary.to_owned())
}

/// The state of the parser.
struct Reader<'a> {
    reading: &'a Reading<'a>,
    form: &'a mut Form,
    progress: Arc<Progress>,
    /// The name of the part appended to a truncated form.
    marker: String,
    /// The last text field; added to the form when another part follows it.
    last: Option<(Vec<u8>, Vec<u8>)>,
    /// The upload rules; outer `None` before the first file.
    rules: Option<Option<Box<dyn UploadRules>>>,
    parts: usize,
    fields: usize,
    files: usize,
    text_bytes: u64,
}

async fn parts(
    boundary: &str,
    body: &mut RequestBody,
    reading: &Reading<'_>,
    form: &mut Form,
) -> Result<(), FormError> {
    let mut reader = Reader {
        reading,
        form,
        progress: Arc::new(Progress::default()),
        marker: wp_generate_password(32, false, false),
        last: None,
        rules: None,
        parts: 0,
        fields: 0,
        files: 0,
        text_bytes: 0,
    };
    let stream = BodyStream::new(body, boundary, &reader.marker, reader.progress.clone());
    let mut multipart = multer::Multipart::new(stream, boundary);
    let read = reader.read(&mut multipart, boundary).await;
    reader.push_last_field();
    match read {
        Err(Stop::Multer(error)) => reader.stopped(error),
        Err(Stop::Failed(error)) => Err(error.into()),
        Err(Stop::Headers) => Err(BodyError::Broken.into()),
        Ok(()) => Ok(()),
    }
}

/// Why parsing ends early.
enum Stop {
    Multer(multer::Error),
    Failed(RequestError),
    Headers,
}

impl From<multer::Error> for Stop {
    fn from(error: multer::Error) -> Self {
        Self::Multer(error)
    }
}

impl Reader<'_> {
    async fn read(
        &mut self,
        multipart: &mut multer::Multipart<'_>,
        boundary: &str,
    ) -> Result<(), Stop> {
        loop {
            self.progress.begin_headers();
            let part = multipart.next_field().await;
            self.progress.end_headers();
            let Some(mut part) = part? else { return Ok(()) };
            if header_bytes(part.headers()) > HEADER_LIMIT {
                return Err(Stop::Headers);
            }
            let disposition = Disposition::read(part.headers());
            if disposition.name.as_deref() == Some(self.marker.as_bytes()) {
                self.finish_truncated(boundary);
                return Ok(());
            }
            self.push_last_field();
            self.parts += 1;
            if self.parts > MAX_PARTS {
                return Ok(());
            }
            match (disposition.name, disposition.file_name) {
                // PHP stops at a part without a name.
                (None, None) => return Ok(()),
                (Some(name), None) => self.field(&mut part, name).await?,
                (name, Some(file_name)) => {
                    let name = name.unwrap_or_default();
                    let about = UploadedFile::new(&name, &file_name, disposition.content_type);
                    self.file(&mut part, &name, about).await?;
                }
            }
        }
    }

    async fn field(&mut self, part: &mut multer::Field<'_>, name: Vec<u8>) -> Result<(), Stop> {
        let mut value = Vec::new();
        while let Some(piece) = part.chunk().await? {
            let length = u64::try_from(piece.len()).unwrap_or(u64::MAX);
            self.text_bytes = self.text_bytes.saturating_add(length);
            if self.text_bytes > TEXT_LIMIT {
                let error = Box::new(BodyError::TooLarge);
                return Err(multer::Error::StreamReadFailed(error).into());
            }
            value.extend_from_slice(&piece);
        }
        self.fields += 1;
        if self.fields <= MAX_INPUT_VARS {
            self.last = Some((name, value));
        }
        Ok(())
    }

    async fn file(
        &mut self,
        part: &mut multer::Field<'_>,
        name: &[u8],
        about: UploadedFile,
    ) -> Result<(), Stop> {
        let is_chosen = !about.name.is_empty();
        let is_counted = has_whole_brackets(name) && (!is_chosen || self.files < MAX_FILE_UPLOADS);
        self.files += usize::from(is_counted && is_chosen);
        if self.rules.is_none() {
            let found = self.reading.rules.find(&self.form.post).await;
            self.rules = Some(found.map_err(Stop::Failed)?);
        }
        let rules = self.rules.as_ref().and_then(Option::as_deref);
        let rules = rules.filter(|_| is_counted);
        let mut cut = UploadedFile::new(name, about.name.as_bytes(), String::new());
        let file = match read_file(part, about, self.reading.spool, rules).await {
            Ok(file) => file,
            Err(error) => {
                // The body ended within this file.
                cut.fail(UploadError::IniSize);
                self.form.add(name, cut);
                return Err(error.into());
            }
        };
        if is_counted {
            self.form.add(name, file);
        }
        Ok(())
    }

    /// Adds the last text field to the form.
    fn push_last_field(&mut self) {
        if let Some((name, value)) = self.last.take() {
            register(&mut self.form.post, &name, Value::bytes(&value));
        }
    }

    /// Handles a form without a closing boundary: the last file is partial, and a prefix of the boundary is cut from
    /// the end of the last value.
    fn finish_truncated(&mut self, boundary: &str) {
        let Some((_, value)) = &mut self.last else {
            let last = self.form.files.last_mut();
            if let Some(file) = last.filter(|f| f.error == UploadError::Ok) {
                file.fail(UploadError::Partial);
            }
            return;
        };
        let line = format!("\n--{boundary}");
        let is_end = |n: &usize| {
            let beginning = line.as_bytes().get(..*n);
            beginning.is_some_and(|beginning| value.ends_with(beginning))
        };
        if let Some(end) = (1..=line.len()).rev().find(is_end) {
            value.truncate(value.len() - end);
            if value.last() == Some(&b'\r') {
                value.pop();
            }
        }
    }

    /// Maps multer's error: body error, headers too large, or a malformed form.
    fn stopped(&self, error: multer::Error) -> Result<(), FormError> {
        if self.progress.headers_too_large.load(Ordering::Relaxed) {
            return Err(BodyError::Broken.into());
        }
        if let multer::Error::StreamReadFailed(cause) = error
            && let Some(error) = cause.downcast_ref::<BodyError>()
        {
            return Err((*error).into());
        }
        Ok(())
    }
}

impl Form {
    fn add(&mut self, name: &[u8], file: UploadedFile) {
        let place = i64::try_from(self.files.len()).unwrap_or(i64::MAX);
        register(&mut self.tree, name, Value::Int(place));
        self.files.push(file);
    }
}

fn header_bytes(headers: &http::HeaderMap) -> usize {
    headers
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len() + 4)
        .sum()
}

#[cfg(test)]
mod tests;
