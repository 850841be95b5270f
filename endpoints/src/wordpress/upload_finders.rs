//! Which columns take the files of a form.
//!
//! Contract "contact-form-7", section 15.

use compat::wordpress::php::Array;

use crate::request_error::RequestError;
use crate::server::{HandlerFuture, Request};

use super::request_context::SiteSnapshot;
use super::uploads::UploadRules;

/// Finds the rules for a request; the fields are those that came before the first file.
pub type FindUploadRules =
    for<'a> fn(
        &'a SiteSnapshot<'a>,
        &'a Request,
        &'a Array,
    ) -> HandlerFuture<'a, Result<Option<Box<dyn UploadRules>>, RequestError>>;

/// Who wants files.
#[derive(Default)]
pub struct Uploads {
    finders: Vec<FindUploadRules>,
    too_large: Vec<fn(&str) -> bool>,
}

impl Uploads {
    /// Adds somebody who wants files.
    pub fn add(&mut self, find: FindUploadRules) {
        self.finders.push(find);
    }

    /// Adds routes that answer themselves when a form is too large for the server; the path tells them.
    pub fn answer_too_large(&mut self, knows: fn(&str) -> bool) {
        self.too_large.push(knows);
    }

    /// Whether the route of this path answers itself when a form is too large.
    pub fn answers_too_large(&self, path: &str) -> bool {
        self.too_large.iter().any(|knows| knows(path))
    }

    /// The rules of the first who knows the form.
    pub async fn find(
        &self,
        site: &SiteSnapshot<'_>,
        request: &Request,
        fields: &Array,
    ) -> Result<Option<Box<dyn UploadRules>>, RequestError> {
        for find in &self.finders {
            if let Some(rules) = find(site, request, fields).await? {
                return Ok(Some(rules));
            }
        }
        Ok(None)
    }
}
