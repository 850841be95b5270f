//! The files that a submission took.
//!
//! Contract "contact-form-7", section 15. Where files lie and when they go is the caller's matter.

use std::path::PathBuf;

use indexmap::IndexMap;

/// The files that a submission took, by field, in the order of the template.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UploadedFiles {
    files: IndexMap<String, Vec<PathBuf>>,
}

impl UploadedFiles {
    /// Adds the files of a field.
    pub fn insert(&mut self, field: &str, paths: Vec<PathBuf>) {
        self.files.insert(field.to_owned(), paths);
    }

    /// The files of a field.
    pub fn of(&self, field: &str) -> &[PathBuf] {
        self.files.get(field).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether files of a field were taken.
    pub fn has(&self, field: &str) -> bool {
        self.files.contains_key(field)
    }

    /// Fields and their files.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[PathBuf])> {
        self.files
            .iter()
            .map(|(field, paths)| (field.as_str(), paths.as_slice()))
    }

    /// All files.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.values().flatten()
    }
}
