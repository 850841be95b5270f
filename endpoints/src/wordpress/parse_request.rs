//! `parse_request`: columns handle a form posted to a page before the page is rendered.
//!
//! Contract "contact-form-7", section 21. The page is sent as usual, with status 200 and its own headers, and is
//! never cached; the result of the form reaches the template as `View::posted`.

use compat::wordpress::posted::Posted;

use crate::request_error::RequestError;
use crate::server::HandlerFuture;

use super::script_context::ScriptContext;

/// Handles a posted form and stores the result in [`Posted`]. A handler ignores forms that are not its own.
pub type PostHandler = for<'a> fn(
    &'a ScriptContext<'a>,
    &'a mut Posted,
) -> HandlerFuture<'a, Result<(), RequestError>>;

/// The handlers in the order of registration.
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
    ///
    /// # Errors
    /// When a handler fails.
    pub async fn run(&self, context: &ScriptContext<'_>) -> Result<Posted, RequestError> {
        let mut posted = Posted::new(context.input.post.clone());
        for handler in &self.handlers {
            handler(context, &mut posted).await?;
        }
        Ok(posted)
    }

    /// Whether no handler is registered.
    pub fn is_empty(&self) -> bool {
        self.handlers.is_empty()
    }
}
