//! The uploaded files of a request, each in a temporary file until the submission stores it.
//!
//! Contract "contact-form-7", section 15. Writing the temporary files is the requests floor's matter.

use std::path::PathBuf;

use indexmap::IndexMap;

/// How the transfer of a file ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UploadError {
    /// It is whole.
    #[default]
    None,
    /// The field was sent without a file.
    NoFile,
    /// It is too large for the server, or cut off.
    Failed,
}

/// A file of a body.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Upload {
    /// The name that the browser gave, decoded leniently; may hold anything.
    pub name: String,
    /// Bytes.
    pub size: u64,
    /// How the transfer ended.
    pub error: UploadError,
    /// Whether there is a temporary file.
    pub is_present: bool,
    /// The temporary file.
    pub path: PathBuf,
    /// SHA-256 of the content, hexadecimal.
    pub sha256: String,
}

/// The files of a body by field; `name[]` counts as `name`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Uploads {
    fields: IndexMap<String, Vec<Upload>>,
}

impl Uploads {
    /// Adds a file to a field, named as PHP names it: without brackets, with `_` for dots and blanks.
    pub fn push(&mut self, field: &str, upload: Upload) {
        self.fields
            .entry(field.to_owned())
            .or_default()
            .push(upload);
    }

    /// The files of a field, none when it was not sent.
    pub fn of(&self, field: &str) -> &[Upload] {
        self.fields
            .get(field)
            .map(Vec::as_slice)
            .unwrap_or_default()
    }

    /// Fields and their files in the order of the body.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[Upload])> {
        self.fields
            .iter()
            .map(|(field, files)| (field.as_str(), files.as_slice()))
    }

    /// Whether the body has no file field at all.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }
}
