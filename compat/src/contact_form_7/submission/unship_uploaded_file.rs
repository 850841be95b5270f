//! Takes the files of a submission: checks them, gives them a harmless name and moves them to where the mails find them.
//!
//! Contract "contact-form-7", section 15. A field whose part is missing altogether is not checked:
//! recording full-file-missing.

use std::io;
use std::path::PathBuf;

use crate::contact_form_7::canonicalize::{LetterCase, canonicalize};
use crate::contact_form_7::file_name::antiscript_file_name;
use crate::contact_form_7::form_tag::{Feature, FormTag};
use crate::contact_form_7::swv::{Context, Phase, Schema};
use crate::wordpress::formatting::file_name::sanitize_file_name;
use crate::wordpress::php::{Array, Value};

use super::upload::{Upload, UploadError, Uploads};
use super::uploaded_files::UploadedFiles;
use super::{InvalidFields, SubmissionForm};

/// The name for storing an uploaded file: no path, no white space, no executable extension.
///
/// `locale` decides how accents are written out.
pub fn stored_file_name(name: &str, locale: &str) -> String {
    let name = canonicalize(name, LetterCase::AsIs, false);
    let name = antiscript_file_name(&name);
    sanitize_file_name(&name, locale, false)
}

/// Moves a temporary file to its folder under an unused name.
pub type MoveUploadedFile<'a> = &'a (dyn Fn(&Upload, &str) -> io::Result<PathBuf> + Sync);

/// What taking a submission's files needs.
#[derive(Clone, Copy)]
pub struct Unshipping<'a> {
    /// The form.
    pub form: &'a SubmissionForm<'a>,
    /// Its rules.
    pub schema: &'a Schema,
    /// The files of the body.
    pub uploads: &'a Uploads,
    /// A message of the form, ready to be shown.
    pub message: &'a dyn Fn(&str) -> String,
    /// Moves a file.
    pub move_uploaded_file: MoveUploadedFile<'a>,
}

impl Unshipping<'_> {
    /// Stores the files and puts their hashes into the posted data.
    pub fn run(&self, posted_data: &mut Array) -> (UploadedFiles, InvalidFields) {
        let mut files = UploadedFiles::default();
        let mut invalid = InvalidFields::default();
        let is_file = |tag: &&FormTag| self.form.supports(tag, Feature::FileUploading);
        for tag in self.form.tags.iter().filter(is_file) {
            let uploads = self.uploads.of(&tag.name);
            if uploads.is_empty() || files.has(&tag.name) {
                continue;
            }
            match self.take(&tag.name, uploads) {
                Ok(paths) => {
                    files.insert(&tag.name, paths);
                    write_hashes(posted_data, &tag.name, uploads);
                }
                Err(error) => invalid.invalidate(Some(tag), &error),
            }
        }
        (files, invalid)
    }

    fn take(&self, field: &str, uploads: &[Upload]) -> Result<Vec<PathBuf>, String> {
        if uploads
            .iter()
            .any(|upload| upload.error == UploadError::Failed)
        {
            return Err((self.message)("upload_failed_php_error"));
        }
        let post = Array::new();
        let context = Context {
            phase: Phase::File,
            fields: &[field],
            post: &post,
            uploads: self.uploads,
        };
        if let Some((_, error)) = self.schema.validate(&context).first() {
            return Err((*error).to_owned());
        }
        let mut paths = Vec::new();
        for upload in uploads.iter().filter(|upload| upload.is_present) {
            let name = stored_file_name(&upload.name, self.form.locale.code());
            match (self.move_uploaded_file)(upload, &name) {
                Ok(path) => paths.push(path),
                Err(error) => {
                    tracing::warn!(%error, field, "an uploaded file could not be kept");
                    return Err((self.message)("upload_failed"));
                }
            }
        }
        Ok(paths)
    }
}

/// The field shows the hashes of its files, unless it was posted as text too.
fn write_hashes(posted_data: &mut Array, field: &str, uploads: &[Upload]) {
    if posted_data.get(field).is_none_or(Value::is_empty) {
        let present = uploads.iter().filter(|upload| upload.is_present);
        let hashes: Vec<&str> = present.map(|upload| upload.sha256.as_str()).collect();
        posted_data.insert(field, hashes.join(" "));
    }
}
