//! The front controller (`index.php`): routes a request to the code that makes its response.
//!
//! Contract "wordpress-core", section 2: files first, then scripts requested by their own path, then rewrite rules,
//! the REST API, the main query, redirects, and the template.

use std::sync::Arc;

use compat::wordpress::db::reads;
use http::{Method, StatusCode};

use crate::app::App;
use crate::request_error::RequestError;
use crate::server::{CacheDecision, Found, Handler, HandlerFuture, Request, Response};

use super::input::{Input, ReadError};
use super::scripts::Script;
use super::site_url::SiteUrl;
use super::{cache_key, page, theme_assets};

/// Handles all requests for the site.
pub struct FrontController {
    app: Arc<App>,
}

impl FrontController {
    /// A front controller of the application.
    pub fn new(app: Arc<App>) -> Self {
        Self { app }
    }

    async fn answer(&self, request: Request) -> Response {
        let is_form = matches!(request.method, Method::GET | Method::HEAD | Method::POST);
        if request.path() == "/" && !is_form {
            // The web server refuses these methods itself, without running PHP: recording pages/put-portada.
            return Response::error_page(StatusCode::METHOD_NOT_ALLOWED);
        }
        if request.path() == themes::base_css::PATH {
            let state = self.app.state();
            let wp_root = self.app.wp_root.as_deref();
            let own_sheets = self.app.columns.declared(|column| column.own_sheets);
            let css = &state.theme.base_css;
            if let Some(answer) = theme_assets::sheet(&request, css, wp_root, own_sheets) {
                return answer;
            }
        }
        let script = Script::of(request.path());
        // Path info after a script's name is not a file (recording ajax/wrong-path), and a script's name in upper case
        // is not the script: both give the theme's 404 page.
        let lower = request.path().to_ascii_lowercase();
        let is_index = lower.ends_with(".php") || request.path().contains(".php/");
        if script.is_none() && (!is_index || is_file_path(request.path())) {
            match self.app.files.find(&request).await {
                Found::Response(answer) => return answer,
                Found::Forbidden(answer) => return answer,
                Found::Folder(answer) if is_file_path(request.path()) => return answer,
                Found::Folder(_) | Found::Missing => {}
            }
        }
        let state = self.app.state();
        let mut made = state.columns.made_files.iter();
        if let Some(answer) = made.find_map(|make| make(&self.app, &request)) {
            return answer;
        }
        if let Some(upstream) = super::scripts::upstream(&self.app, &request) {
            return upstream.forward(request).await;
        }
        if let Some(answer) = theme_assets::stand_in(self.app.columns, &request) {
            return answer;
        }
        let is_ours = script.is_none() && !page::goes_upstream(&self.app, &request);
        let input = match Input::read(&self.app, request, is_ours).await {
            Ok(input) => input,
            Err(ReadError::Body(error)) => return error.answer(),
            Err(ReadError::Failed(error)) => return error.into_response(),
        };
        let answer = match self.route(script, input).await {
            Ok(answer) => answer,
            Err(error) => error.into_response(),
        };
        match SiteUrl::new(
            &self.app.state().site.home(),
            &self.app.settings.site.site_url,
        ) {
            Some(site_url) => site_url.apply(answer),
            None => answer,
        }
    }

    async fn route(
        &self,
        script: Option<Script>,
        mut input: Input,
    ) -> Result<Response, RequestError> {
        if !script.is_some_and(Script::is_admin) {
            let state = self.app.state();
            if let Some(answer) = state.columns.do_init(&self.app, &mut input).await? {
                return Ok(answer);
            }
        }
        match script {
            None => page::answer(&self.app, input).await,
            // Rewrite rules match some deprecated file names (`wp-rss2.php`); any other name is a missing file.
            Some(Script::Unknown) => page::answer(&self.app, input).await.map(missing_file),
            Some(script) => super::scripts::run(&self.app, script, input).await,
        }
    }
}

/// Replaces a 404 page by the web server's own 404 for a missing file.
fn missing_file(answer: Response) -> Response {
    match answer.status {
        StatusCode::NOT_FOUND => Response::error_page(StatusCode::NOT_FOUND),
        _ => answer,
    }
}

/// Whether a missing file at the path gives the web server's plain 404 instead of the theme's page.
fn is_file_path(path: &str) -> bool {
    path.starts_with("/wp-content/") || path.starts_with("/wp-includes/")
}

impl Handler for FrontController {
    fn cache_key(&self, request: &Request) -> CacheDecision {
        cache_key::decide(&self.app, request)
    }

    fn handle(&self, request: Request) -> HandlerFuture<'_, Response> {
        Box::pin(async {
            let (mut response, reads) = reads::recorded(self.answer(request)).await;
            if response.store.is_some() {
                response.tags = Some(reads.tags());
            }
            response
        })
    }

    fn answers_too_large(&self, method: &Method, path: &str) -> bool {
        let state = self.app.state();
        *method == Method::POST && state.columns.uploads.answers_too_large(path)
    }

    fn health(&self) -> HandlerFuture<'_, Result<(), String>> {
        Box::pin(async {
            self.app
                .db
                .fingerprint()
                .await
                .map(|_| ())
                .map_err(|e| e.to_string())
        })
    }

    fn metrics(&self) -> HandlerFuture<'_, String> {
        Box::pin(crate::outbox::metrics(&self.app.outbox))
    }
}
