//! The status of one rendering: its first error, and whether it was stopped.
//!
//! Render functions return text. The first error is recorded in the view's [`RenderStatus`]; the caller checks
//! [`RenderStatus::result`] at the end and discards the text on an error. A stopped rendering runs no further
//! shortcode, block or content filter, so its thread is soon free.

use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// The kind of a [`RenderError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RenderErrorKind {
    /// A template does not exist, does not parse, or failed with its values.
    Template,
    /// The rendering was stopped, because the request timed out or the connection closed.
    Stopped,
}

/// Why rendering failed.
#[derive(Clone, Debug)]
pub struct RenderError(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    kind: RenderErrorKind,
    detail: String,
    source: Option<minijinja::Error>,
}

impl RenderError {
    /// An error of a template.
    pub fn template(name: &str, source: minijinja::Error) -> Self {
        Self(Arc::new(Inner {
            kind: RenderErrorKind::Template,
            detail: format!("template {name}: {source:#}"),
            source: Some(source),
        }))
    }

    fn stopped() -> Self {
        Self(Arc::new(Inner {
            kind: RenderErrorKind::Stopped,
            detail: "the rendering was stopped".to_owned(),
            source: None,
        }))
    }

    /// The kind, which determines the response.
    pub fn kind(&self) -> RenderErrorKind {
        self.0.kind
    }
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.detail)
    }
}

impl Error for RenderError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source.as_ref().map(|source| source as _)
    }
}

/// The status of a rendering, shared by the threads that render parts of one view.
#[derive(Debug, Default)]
pub struct RenderStatus {
    is_stopped: AtomicBool,
    error: OnceLock<RenderError>,
}

impl RenderStatus {
    /// Stops the rendering at the next shortcode, block or content filter.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the rendering was stopped.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Records the first error and stops the rendering.
    pub fn fail(&self, error: RenderError) {
        // Only the first error is recorded: it may have caused the others.
        let _ = self.error.set(error);
        self.stop();
    }

    /// The result of the rendering.
    ///
    /// # Errors
    /// The first error, or that the rendering was stopped.
    pub fn result(&self) -> Result<(), RenderError> {
        if !self.is_stopped() {
            return Ok(());
        }
        let error = self.error.get().cloned();
        Err(error.unwrap_or_else(RenderError::stopped))
    }
}

#[cfg(test)]
mod tests {
    use minijinja::context;

    use super::*;
    use crate::engine::Engine;

    #[test]
    fn a_template_that_fails_says_which_and_why() {
        let engine = Engine::new();
        let error = engine.render("none.html", context! {}).unwrap_err();
        assert_eq!(error.kind(), RenderErrorKind::Template);
        assert!(error.to_string().contains("none.html"), "{error}");
        let error = engine.render("divi/sidebar.html", context! {}).unwrap_err();
        assert!(error.to_string().contains("undefined"), "{error}");
        let status = RenderStatus::default();
        assert!(status.result().is_ok());
        status.fail(error);
        assert!(status.is_stopped());
        let error = status.result().unwrap_err();
        assert_eq!(error.kind(), RenderErrorKind::Template);
    }

    #[test]
    fn a_rendering_that_is_stopped_has_no_result() {
        let status = RenderStatus::default();
        status.stop();
        let error = status.result().unwrap_err();
        assert_eq!(error.kind(), RenderErrorKind::Stopped);
    }
}
