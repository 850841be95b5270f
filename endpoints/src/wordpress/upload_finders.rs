//! Which columns take the files of a form.
//!
//! Contract "contact-form-7", section 15.

use compat::wordpress::php::Array;

use crate::request_error::RequestError;
use crate::server::{HandlerFuture, Request};

use super::request_context::SiteSnapshot;
use super::uploads::UploadRules;

/// Finds a column's rules for a request; `fields` are the form fields sent before the first file.
pub type FindUploadRules =
    for<'a> fn(
        &'a SiteSnapshot<'a>,
        &'a Request,
        &'a Array,
    ) -> HandlerFuture<'a, Result<Option<Box<dyn UploadRules>>, RequestError>>;

/// The columns' upload rules.
#[derive(Default)]
pub struct Uploads {
    finders: Vec<FindUploadRules>,
    too_large: Vec<fn(&str) -> bool>,
    stored_bodies: Vec<fn(&Request) -> bool>,
}

impl Uploads {
    /// Registers a column's rules.
    pub fn add(&mut self, find: FindUploadRules) {
        self.finders.push(find);
    }

    /// Registers a predicate for paths whose handler makes the response to a form over the size limit.
    pub fn handle_too_large(&mut self, knows: fn(&str) -> bool) {
        self.too_large.push(knows);
    }

    /// Registers a predicate for requests whose body is a file: it is stored while it comes in.
    pub fn store_body(&mut self, is: fn(&Request) -> bool) {
        self.stored_bodies.push(is);
    }

    /// Whether the body of a request is stored while it comes in.
    pub fn stores_body(&self, request: &Request) -> bool {
        self.stored_bodies.iter().any(|is| is(request))
    }

    /// Whether the handler of this path makes the response to a form over the size limit.
    pub fn handles_too_large(&self, path: &str) -> bool {
        self.too_large.iter().any(|knows| knows(path))
    }

    /// The rules of the first column that has some for the form.
    ///
    /// # Errors
    /// When the database fails.
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
