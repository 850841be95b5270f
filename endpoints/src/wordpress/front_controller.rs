//! The front controller: a request's way to its answer (`index.php`).
//!
//! Contract "wordpress-core", section 2: files first, then scripts that are asked for by name, then rewrite rules,
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

/// Answers everything that visitors ask.
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
            // The site's folder answers here, not a script: recording pages/put-portada.
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
        // A path behind a program's name is no file (recording ajax/wrong-path), and a program's name in other
        // letters is none of a program: the page for what is not found.
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
            // WordPress knows some old names of its own; what it does not know is a missing file.
            Some(Script::Unknown) => page::answer(&self.app, input).await.map(missing_file),
            Some(script) => super::scripts::run(&self.app, script, input).await,
        }
    }
}

/// A page that is not found, as the web server says it of a missing file.
fn missing_file(answer: Response) -> Response {
    match answer.status {
        StatusCode::NOT_FOUND => Response::error_page(StatusCode::NOT_FOUND),
        _ => answer,
    }
}

/// Paths below which a missing file is a plain 404 of the web server, never a page.
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
