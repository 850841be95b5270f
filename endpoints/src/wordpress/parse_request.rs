//! `parse_request`: where columns handle a form that was posted to a page, before the page is made.
//!
//! Contract "contact-form-7", section 21. The page answers as always, with status 200 and its own headers, and is
//! never kept; what became of the form reaches the template through `View::posted`.

use compat::wordpress::posted::Posted;

use crate::request_error::RequestError;
use crate::server::HandlerFuture;

use super::request_context::RequestContext;

/// Handles a posted form: what came of it goes into [`Posted`]. A handler that does not know the form does nothing.
pub type PostHandler = for<'a> fn(
    &'a RequestContext<'a>,
    &'a mut Posted,
) -> HandlerFuture<'a, Result<(), RequestError>>;

/// The handlers that columns registered, in their order.
#[derive(Default)]
pub struct ParseRequest {
    handlers: Vec<PostHandler>,
}

impl ParseRequest {
    /// Adds a handler.
    pub fn add(&mut self, handler: PostHandler) {
        self.handlers.push(handler);
    }

    /// Runs all handlers.
    pub async fn run(&self, context: &RequestContext<'_>) -> Result<Posted, RequestError> {
        let mut posted = Posted::new(context.input.post.clone());
        for handler in &self.handlers {
            handler(context, &mut posted).await?;
        }
        Ok(posted)
    }

    /// Whether anybody handles forms.
    pub fn is_empty(&self) -> bool {
        self.handlers.is_empty()
    }
}
