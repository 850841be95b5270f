//! What columns do with a page right before and right after it is drawn: `template_redirect` and `shutdown`.
//!
//! Drawing looks nothing up. A column that must ask the database for what this visitor sees does it before; one that
//! must write down what was drawn does it afterwards.

use std::ops::Deref;
use std::sync::Arc;

use compat::wordpress::cookie::SetCookie;
use themes::wordpress::view::{Page, View};

use super::request_context::RequestContext;
use crate::request_error::RequestError;
use crate::server::HandlerFuture;

/// A page that is about to be drawn.
pub struct PageRequest<'a> {
    /// The request.
    pub context: &'a RequestContext<'a>,
    /// What the page is drawn from.
    pub view: Arc<View>,
    /// Cookies that the answer sets, in order.
    pub cookies: Vec<SetCookie>,
}

impl<'a> Deref for PageRequest<'a> {
    type Target = RequestContext<'a>;

    fn deref(&self) -> &Self::Target {
        self.context
    }
}

impl PageRequest<'_> {
    /// Changes what the page is drawn from.
    pub fn change(&mut self, change: impl FnOnce(&mut View)) {
        match Arc::get_mut(&mut self.view) {
            Some(view) => change(view),
            None => tracing::error!("somebody holds the view of a page that is not drawn yet"),
        }
    }
}

/// `template_redirect`.
pub type TemplateRedirect =
    for<'a, 'b> fn(&'b mut PageRequest<'a>) -> HandlerFuture<'b, Result<(), RequestError>>;

/// `shutdown`, of a page that was drawn.
pub type Shutdown =
    for<'a> fn(
        &'a RequestContext<'a>,
        &'a mut Page,
    ) -> HandlerFuture<'a, Result<(), RequestError>>;
