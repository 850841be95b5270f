//! The front controller: a request's way to its answer (`index.php`).
//!
//! Contract "wordpress-core", section 2: files first, then scripts that are asked for by name, then rewrite rules,
//! the REST API, the main query, redirects, and the template.

use std::sync::Arc;

use compat::wordpress::db::{DbError, DbErrorKind};
use http::StatusCode;

use crate::app::App;
use crate::server::{Answer, Answering, CacheDecision, Found, Handler, Request};

use super::input::Input;
use super::{cache_key, page};

/// Answers everything that visitors ask.
pub struct FrontController {
    app: Arc<App>,
}

impl FrontController {
    /// A front controller of the application.
    pub fn new(app: Arc<App>) -> Self {
        Self { app }
    }

    async fn answer(&self, request: Request) -> Answer {
        if !is_script_path(request.path()) {
            match self.app.files.find(&request).await {
                Found::Answer(answer) | Found::Forbidden(answer) => return answer,
                Found::Folder(answer) if is_file_path(request.path()) => return answer,
                Found::Folder(_) | Found::Missing => {}
            }
        }
        if let Some(upstream) = super::scripts::upstream(&self.app, &request) {
            return upstream.forward(request).await;
        }
        let input = match Input::read(request).await {
            Ok(input) => input,
            Err(error) => return error.answer(),
        };
        match self.route(input).await {
            Ok(answer) => answer,
            Err(error) => failed(&error),
        }
    }

    async fn route(&self, input: Input) -> Result<Answer, DbError> {
        match script(input.request.path()) {
            Some(script) => super::scripts::run(&self.app, script, input).await,
            None => page::answer(&self.app, input).await,
        }
    }
}

/// A script of WordPress that is asked for by its name.
pub use super::scripts::Script;

fn script(path: &str) -> Option<Script> {
    Script::of(path)
}

/// Programs are run, never sent; those among the files are forbidden there.
fn is_script_path(path: &str) -> bool {
    path.ends_with(".php") && !is_file_path(path)
}

/// Paths below which a missing file is a plain 404 of the web server, never a page.
fn is_file_path(path: &str) -> bool {
    path.starts_with("/wp-content/") || path.starts_with("/wp-includes/")
}

/// The answer to a database that fails: the visitor is told to come back.
fn failed(error: &DbError) -> Answer {
    tracing::error!(%error, "a request failed");
    match error.kind() {
        DbErrorKind::Unavailable => crate::server::unavailable(std::time::Duration::from_secs(5)),
        _ => Answer::error_page(StatusCode::INTERNAL_SERVER_ERROR),
    }
}

impl Handler for FrontController {
    fn cache_key(&self, request: &Request) -> CacheDecision {
        cache_key::decide(&self.app, request)
    }

    fn handle(&self, request: Request) -> Answering<'_, Answer> {
        Box::pin(self.answer(request))
    }

    fn health(&self) -> Answering<'_, Result<(), String>> {
        Box::pin(async {
            self.app
                .db
                .fingerprint()
                .await
                .map(|_| ())
                .map_err(|e| e.to_string())
        })
    }
}
