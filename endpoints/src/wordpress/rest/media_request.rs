//! What a request says of an attachment, and the file that it brings.
//!
//! Contract "wordpress-rest" section 7.1.

use std::path::PathBuf;

use compat::wordpress::formatting::sanitize_field::sanitize_text_field;
use compat::wordpress::php::Value;
use compat::wordpress::post::PostId;
use compat::wordpress::post::save_post::PostSave;

use super::prepare_post::prepare;
use super::request::RestRequest;
use super::route::Rest;
use super::route_error::{RestError, RouteError};
use crate::wordpress::uploads::{SpooledFile, UploadError, UploadedFile};

/// A text that is sent as a string or as `{raw}`; `None` when it was not sent.
pub fn raw(request: &RestRequest, name: &str) -> Option<String> {
    match request.get(name) {
        Value::Array(object) => {
            let raw = object.get("raw").filter(|raw| !raw.is_null())?;
            Some(raw.to_string_lossy().into_owned())
        }
        Value::Null => None,
        text => Some(text.to_string_lossy().into_owned()),
    }
}

/// The alternative text, without markup; `None` when it was not sent.
pub fn alt_text(request: &RestRequest) -> Option<String> {
    request
        .has("alt_text")
        .then(|| sanitize_text_field(&request.text("alt_text")))
}

/// `prepare_item_for_database` of attachments: caption, description and post besides what all posts have.
///
/// # Errors
/// When something that was sent is refused, or the database fails.
pub async fn prepare_attachment(
    rest: &Rest<'_>,
    request: &RestRequest,
    before: Option<&compat::wordpress::post::Post>,
) -> Result<PostSave, RouteError> {
    let mut save = prepare(rest, request, before).await?;
    save.edit.excerpt = raw(request, "caption");
    save.edit.content = raw(request, "description");
    if request.has("post") {
        save.edit.parent = Some(PostId(request.int("post").max(0)));
    }
    Ok(save)
}

/// A file that came with a request.
#[derive(Debug)]
pub struct SentFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its name, as sent.
    pub name: String,
    /// Whether it came in a form.
    pub is_form: bool,
    /// Deletes it when dropped, unless it belongs to the request.
    _own: Option<SpooledFile>,
}

impl SentFile {
    /// The code of errors about the file itself.
    pub fn error_code(&self) -> &'static str {
        error_code(self.is_form)
    }
}

fn error_code(is_form: bool) -> &'static str {
    if is_form {
        "rest_upload_unknown_error"
    } else {
        "rest_upload_sideload_error"
    }
}

/// The file of a request: the form's part `file`, else the body.
///
/// # Errors
/// When there is none, it has no name, or it could not be taken.
pub async fn sent_file(rest: &Rest<'_>, request: &RestRequest) -> Result<SentFile, RouteError> {
    let files = rest.input.files.of_field("file").unwrap_or_default();
    if let Some(file) = files.first() {
        return Ok(form_file(rest, file)?);
    }
    let is_form = !rest.input.files.all.is_empty();
    let no_data = || rest.error("rest_upload_no_data", "No data supplied.", 400);
    let body = rest.input.stored_body.as_ref().filter(|_| !is_form);
    let is_empty = body.is_none_or(|body| body.size == 0 && body.error == UploadError::Ok);
    if is_form || (is_empty && rest.input.body.is_empty()) {
        return Err(no_data().into());
    }
    let disposition = request.header(rest.input, "content-disposition");
    if disposition.is_empty() {
        let source = "No Content-Disposition supplied.";
        let code = "rest_upload_no_content_disposition";
        return Err(rest.error(code, source, 400).into());
    }
    let Some(name) = file_name(&disposition) else {
        let source = "Invalid Content-Disposition supplied. Content-Disposition needs to be formatted as `attachment; filename=\"image.png\"` or similar.";
        let code = "rest_upload_invalid_disposition";
        return Err(rest.error(code, source, 400).into());
    };
    if let Some(body) = body {
        let path = stored_part(rest, body, error_code(false))?;
        return Ok(SentFile {
            path,
            name,
            is_form: false,
            _own: None,
        });
    }
    // A body that was taken for a form, or for JSON.
    let file = spooled(rest, &rest.input.body).await?;
    Ok(SentFile {
        path: file.to_path_buf(),
        name,
        is_form: false,
        _own: Some(file),
    })
}

async fn spooled(rest: &Rest<'_>, bytes: &[u8]) -> Result<SpooledFile, RouteError> {
    let failed = |error: std::io::Error| rest.library_error(error.into());
    let (mut file, path) = rest.app.spool.file().await.map_err(failed)?;
    tokio::io::AsyncWriteExt::write_all(&mut file, bytes)
        .await
        .map_err(failed)?;
    tokio::io::AsyncWriteExt::flush(&mut file)
        .await
        .map_err(failed)?;
    Ok(path)
}

fn form_file(rest: &Rest<'_>, file: &UploadedFile) -> Result<SentFile, RestError> {
    if file.error == UploadError::NoFile {
        let source = "No file was uploaded.";
        return Err(rest.error(error_code(true), source, 500));
    }
    Ok(SentFile {
        path: stored_part(rest, file, error_code(true))?,
        name: file.name.clone(),
        is_form: true,
        _own: None,
    })
}

/// Where a file was stored while it came in; `code` is that of errors.
///
/// # Errors
/// When it was not stored.
pub fn stored_part(
    rest: &Rest<'_>,
    file: &UploadedFile,
    code: &'static str,
) -> Result<PathBuf, RestError> {
    let (source, status) = match (file.error, &file.stored) {
        (UploadError::Ok, Some(stored)) if file.size > 0 => return Ok(stored.to_path_buf()),
        (UploadError::IniSize, _) => {
            let source = "The uploaded file exceeds the %1$s directive in %2$s.";
            let text = rest.text(source);
            let text = text
                .replace("%1$s", "upload_max_filesize")
                .replace("%2$s", "php.ini");
            return Err(RestError::new(code, text, 413));
        }
        (UploadError::Partial, _) => ("The uploaded file was only partially uploaded.", 500),
        (UploadError::NoTmpDir, _) => ("Missing a temporary folder.", 500),
        (UploadError::CantWrite, _) => ("Failed to write file to disk.", 507),
        _ => (
            "File is empty. Please upload something more substantial.",
            500,
        ),
    };
    Err(rest.error(code, source, status))
}

/// `get_filename_from_disposition`: the value of `filename=`; `filename*=` is not understood.
fn file_name(disposition: &str) -> Option<String> {
    let (_, parts) = disposition.split_once(';')?;
    let mut names = parts.split(';').filter_map(|part| part.split_once('='));
    let name = names.rfind(|(key, _)| key.trim() == "filename")?.1.trim();
    let quoted = name.strip_prefix('"').and_then(|n| n.strip_suffix('"'));
    let name = quoted.unwrap_or(name);
    // A name, whatever folders it comes from.
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_dispositions() {
        for (disposition, want) in [
            ("attachment; filename=\"La loma.jpg\"", Some("La loma.jpg")),
            ("attachment; filename=girada.jpg", Some("girada.jpg")),
            ("form-data; name=x; filename = a.jpg ; y=1", Some("a.jpg")),
            ("inline", None),
            ("attachment; filename=\"\"", None),
            ("attachment; filename*=UTF-8''a.jpg", None),
            ("filename=a.jpg", None),
        ] {
            assert_eq!(file_name(disposition).as_deref(), want, "{disposition}");
        }
    }
}
