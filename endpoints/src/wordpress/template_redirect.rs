//! Callbacks of columns before and after a page is rendered: `template_redirect` and `shutdown`.
//!
//! Rendering runs no queries. A column that needs data for this visitor loads it in `template_redirect`; a column
//! that stores something about the rendered page does it in `shutdown`.

use std::sync::Arc;

use compat::wordpress::cookie::SetCookie;
use themes::wordpress::view::{Page, View};

use super::input::Input;
use crate::app::{App, SiteState};
use crate::request_error::RequestError;
use crate::server::HandlerFuture;

/// A page about to be rendered.
pub struct PageRequest<'a> {
    /// The application.
    pub app: &'a App,
    /// The snapshot of the site.
    pub state: &'a SiteState,
    /// The request.
    pub input: &'a Input,
    /// The view to render.
    pub view: Arc<View>,
    /// Cookies set by the response, in order.
    pub cookies: Vec<SetCookie>,
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

/// A callback for `shutdown`, after rendering.
pub type Shutdown =
    for<'a> fn(&'a App, &'a SiteState, &'a mut Page) -> HandlerFuture<'a, Result<(), RequestError>>;
