//! Callbacks of columns before and after a page is rendered: `template_redirect` and `shutdown`, and their redirects.
//!
//! Rendering runs no queries. A column that needs data for this visitor loads it in `template_redirect`; a column
//! that stores something about the rendered page does it in `shutdown`.

use std::ops::Deref;
use std::sync::Arc;

use compat::wordpress::canonical::Redirect;
use compat::wordpress::cookie::SetCookie;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::query::MainQuery;
use themes::wordpress::view::{Page, View};

use super::request_context::RequestContext;
use crate::request_error::RequestError;
use crate::server::HandlerFuture;

/// A page about to be rendered.
pub struct PageRequest<'a> {
    /// The request.
    pub context: &'a RequestContext<'a>,
    /// The view to render.
    pub view: Arc<View>,
    /// Cookies set by the response, in order.
    pub cookies: Vec<SetCookie>,
    /// Where the visitor is led instead of seeing the page.
    pub leads_to: Option<String>,
}

impl<'a> Deref for PageRequest<'a> {
    type Target = RequestContext<'a>;

    fn deref(&self) -> &Self::Target {
        self.context
    }
}

impl PageRequest<'_> {
    /// Changes the view.
    pub fn change(&mut self, change: impl FnOnce(&mut View)) {
        match Arc::get_mut(&mut self.view) {
            Some(view) => change(view),
            None => tracing::error!("somebody holds the view of a page that is not drawn yet"),
        }
    }
}

/// A callback for `template_redirect`, before rendering.
pub type TemplateRedirect =
    for<'a, 'b> fn(&'b mut PageRequest<'a>) -> HandlerFuture<'b, Result<(), RequestError>>;

/// A callback of `template_redirect` that may lead a visitor elsewhere and writes nothing: an audit asks it, too. It is
/// also registered as one of [`TemplateRedirect`].
#[derive(Clone, Copy)]
pub struct PageLead {
    /// Whether it concerns what the query found.
    pub concerns: fn(&RequestContext<'_>, &MainQuery) -> bool,
    /// The callback.
    pub lead: TemplateRedirect,
}

/// Leads a visitor from what the query found to another page, after core's own redirects; `None` for no redirect.
pub type PageRedirect = fn(&RequestContext<'_>, &MainQuery, &ObjectCache) -> Option<Redirect>;

/// A callback for `shutdown`, after rendering.
pub type Shutdown =
    for<'a> fn(&'a RequestContext<'a>, &'a mut Page) -> HandlerFuture<'a, Result<(), RequestError>>;
