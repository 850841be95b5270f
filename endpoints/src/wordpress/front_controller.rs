//! The front controller (`index.php`): routes a request to the code that makes its response.
//!
//! Contract "wordpress-core", section 2: files first, then scripts requested by their own path, then rewrite rules,
//! the REST API, the main query, redirects, and the template.

use std::sync::Arc;

use arc_swap::ArcSwap;
use compat::wordpress::db::{FoundResults, reads};
use http::{Method, StatusCode};

use crate::app::App;
use crate::column::Columns;
use crate::registered_site::RegisteredSite;
use crate::request_error::RequestError;
use crate::server::{
    BodyError, CacheDecision, Found, Handler, HandlerFuture, Observer, Request, Response, Upstream,
};
use crate::shadow::Shadow;

use super::answerer::{self, Answerer, answerer};
use super::input::Input;
use super::legacy::{self, FormAction};
use super::read_input::{self, ReadError};
use super::request_context::SiteSnapshot;
use super::scripts::Script;
use super::served_by::{self, PhpReason, Served};
use super::site_url::SiteUrl;
use super::{cache_key, page, theme_assets};

/// Handles all requests for the site.
pub struct FrontController {
    app: Arc<App>,
    columns: Columns,
    /// Repeats requests at another server, if one is named.
    shadow: Option<Arc<Shadow>>,
    /// The current snapshot with what the columns register for it.
    site: ArcSwap<RegisteredSite>,
}

impl FrontController {
    /// A front controller of the application.
    pub fn new(app: Arc<App>, columns: Columns) -> Self {
        let site = RegisteredSite::new(app.state(), columns, &app.translations);
        Self {
            app,
            columns,
            shadow: None,
            site: ArcSwap::from_pointee(site),
        }
    }

    /// The same, with requests repeated at another server.
    #[must_use]
    pub fn with_shadow(self, shadow: Option<Arc<Shadow>>) -> Self {
        Self { shadow, ..self }
    }

    /// The site that a request is answered from: the one snapshot for all that the request asks.
    fn site(&self) -> Arc<RegisteredSite> {
        let (state, known) = (self.app.state(), self.site.load_full());
        if Arc::ptr_eq(&known.state, &state) {
            return known;
        }
        let site = Arc::new(known.renewed(state, &self.app.translations));
        self.site.store(Arc::clone(&site));
        site
    }

    async fn respond(&self, mut request: Request) -> Response {
        let site = self.site();
        let snapshot = site.snapshot(&self.app);
        let script = match self.place(&site, &snapshot, &mut request).await {
            Place::Answered(response) => return *response,
            Place::Php => {
                if let Some(upstream) = &self.app.upstream {
                    return Box::pin(legacy::forward(&self.app, upstream, request)).await;
                }
                Script::of(request.path())
            }
            Place::Site(script) => script,
        };
        // Boxed: the future of a page is large, and thousands of requests for files may wait at the same time without it.
        Box::pin(self.run((&snapshot, &site), script, request)).await
    }

    /// The response of the site.
    async fn run(
        &self,
        (snapshot, site): (&SiteSnapshot<'_>, &RegisteredSite),
        script: Option<Script>,
        request: Request,
    ) -> Response {
        let is_ours = script.is_none();
        let uploads = &site.registry.uploads;
        let input = match read_input::read(snapshot, uploads, request, is_ours).await {
            Ok(input) => input,
            Err(ReadError::Body(error)) => return error.respond(),
            Err(ReadError::Failed(error)) => return error.into_response(),
        };
        let answer = match route(snapshot, site, script, input).await {
            Ok(answer) => answer,
            Err(error) => error.into_response(),
        };
        match SiteUrl::new(&site.state.site.home(), &self.app.settings.site.site_url) {
            Some(site_url) => site_url.apply(answer),
            None => answer,
        }
    }

    /// Whether a response is anybody's, so that a replica may be read for it, results of the database may be kept for it,
    /// and a cache in front of the site may keep it. Without any of them nobody asks.
    fn is_shared(&self, request: &Request) -> bool {
        let app = &self.app;
        (self.has_followers() || app.db.keeps_results())
            && request.is_read()
            && matches!(self.cache_key(request), CacheDecision::Lookup(_))
    }

    /// Whether servers or a cache follow the database at a distance.
    fn has_followers(&self) -> bool {
        self.app.db.has_replicas() || self.app.cdn.is_on()
    }

    /// As [`respond`](Self::respond), for visitors who may ask for what they have just written, perhaps through another
    /// instance.
    fn respond_to_known(&self, request: Request) -> HandlerFuture<'_, Response> {
        if is_file_path(request.path()) || !self.app.db.is_cluster() {
            return Box::pin(self.respond(request));
        }
        Box::pin(async {
            if let Err(error) = self.app.db.catch_up().await {
                return RequestError::from(error).into_response();
            }
            let responding: HandlerFuture<'_, Response> = Box::pin(self.respond(request));
            responding.await
        })
    }

    /// What answers a request, by its head: a file, the legacy upstream, or the site.
    async fn place(
        &self,
        site: &RegisteredSite,
        snapshot: &SiteSnapshot<'_>,
        request: &mut Request,
    ) -> Place {
        let answered = |response| Place::Answered(Box::new(response));
        let answerer = answerer(&self.app, site, request);
        if answerer == Answerer::Php {
            return Place::Php;
        }
        let is_form = matches!(request.method, Method::GET | Method::HEAD | Method::POST);
        if request.path() == "/" && !is_form {
            // The web server refuses these methods itself, without running PHP: recording pages/put-portada.
            return answered(Response::error_page(StatusCode::METHOD_NOT_ALLOWED));
        }
        let wp_root = self.app.wp_root.as_deref();
        let base_css = &site.state.theme.base_css;
        let own_sheets = self.columns.declared(|column| column.own_sheets);
        if let Some(answer) = theme_assets::sheet(request, base_css, wp_root, own_sheets) {
            return answered(answer);
        }
        let script = Script::of(request.path());
        if let Some(answer) = self.file(script, request).await {
            return answered(answer);
        }
        let mut made = site.registry.made_files.iter();
        if let Some(answer) = made.find_map(|make| make(snapshot, request)) {
            return answered(answer);
        }
        if answerer == Answerer::PhpUnlessFile {
            return Place::Php;
        }
        if let Some(answer) = self.app.fallback_files.response(request) {
            return answered(answer);
        }
        let is_php_action = answerer == Answerer::Action
            && match self.is_php_action(site, request).await {
                Ok(is_php_action) => is_php_action,
                Err(error) => return answered(error.respond()),
            };
        let is_php = self.app.upstream.is_some()
            && (is_php_action
                || is_file_path(request.path()) && legacy::may_know(&self.app, request));
        match is_php {
            true => Place::Php,
            false => Place::Site(script),
        }
    }

    /// Why a request bypasses the page cache; it completes "the request".
    pub fn bypass_reason(&self, request: &Request) -> Option<&'static str> {
        let site = self.site();
        if answerer::is_uncached(&self.app, &site, request) {
            return Some("goes to the PHP server");
        }
        cache_key::bypass_reason(&site.snapshot(&self.app), self.columns, request)
    }

    /// Who serves an address, without rendering or writing anything.
    pub async fn served_by(&self, mut request: Request) -> Result<Served, RequestError> {
        let site = self.site();
        let snapshot = site.snapshot(&self.app);
        match self.place(&site, &snapshot, &mut request).await {
            Place::Answered(response) => Ok(Served::File(response.status)),
            Place::Php => Ok(Served::Php(PhpReason::Rule)),
            Place::Site(script) => served_by::of_site((&snapshot, &site), script, request).await,
        }
    }

    /// Whether PHP answers the action that a request to `admin-ajax.php` names.
    ///
    /// # Errors
    /// When the body violates a limit.
    async fn is_php_action(
        &self,
        site: &RegisteredSite,
        request: &mut Request,
    ) -> Result<bool, BodyError> {
        let (action, is_known) = match legacy::action_of(&self.app, request).await? {
            FormAction::None => (None, true),
            FormAction::Named(action) => {
                let is_known = site.registry.ajax.knows(&action);
                (Some(action), is_known)
            }
            FormAction::Late => (None, false),
        };
        Ok(legacy::of_action(
            &self.app,
            request,
            action.as_deref(),
            is_known,
        ))
    }

    /// A file of the site's folder, or the refusal of one.
    async fn file(&self, script: Option<Script>, request: &Request) -> Option<Response> {
        // Path info after a script's name is not a file (recording ajax/wrong-path), and a script's name in upper case
        // is not the script: both give the theme's 404 page.
        let lower = request.path().to_ascii_lowercase();
        let is_index = lower.ends_with(".php") || request.path().contains(".php/");
        if script.is_some() || is_index && !is_file_path(request.path()) {
            return None;
        }
        match self.app.files.find(request).await {
            Found::Response(response) | Found::Forbidden(response) => Some(response),
            Found::Folder(response) if is_file_path(request.path()) => Some(response),
            Found::Folder(_) | Found::Missing => None,
        }
    }
}

/// What answers a request, by its head.
enum Place {
    /// A file, one of ours in its place, or the refusal of one.
    Answered(Box<Response>),
    /// The legacy upstream.
    Php,
    /// The site: a script, or a page.
    Site(Option<Script>),
}

/// Lets the columns answer first (`init`), then the script, or the page.
async fn route(
    snapshot: &SiteSnapshot<'_>,
    site: &RegisteredSite,
    script: Option<Script>,
    mut input: Input,
) -> Result<Response, RequestError> {
    if !script.is_some_and(Script::is_admin)
        && let Some(response) = site.registry.do_init(snapshot, &mut input).await?
    {
        return Ok(response);
    }
    match script {
        None => page::respond((snapshot, site), input).await,
        // Rewrite rules match some deprecated file names (`wp-rss2.php`); any other name is a missing file.
        Some(Script::Unknown) => page::respond((snapshot, site), input)
            .await
            .map(missing_file),
        // Boxed: most requests are for pages, which need less.
        Some(script) => Box::pin(super::scripts::run((snapshot, site), script, input)).await,
    }
}

/// Replaces a 404 page by the web server's own 404 for a missing file.
fn missing_file(response: Response) -> Response {
    match response.status {
        StatusCode::NOT_FOUND => Response::error_page(StatusCode::NOT_FOUND),
        _ => response,
    }
}

/// Whether a missing file at the path gives the web server's plain 404 instead of the theme's page.
fn is_file_path(path: &str) -> bool {
    path.starts_with("/wp-content/") || path.starts_with("/wp-includes/")
}

impl Handler for FrontController {
    fn cache_key(&self, request: &Request) -> CacheDecision {
        let site = self.site();
        if answerer::is_uncached(&self.app, &site, request) {
            return CacheDecision::Bypass;
        }
        let variants = &site.registry.page_variants;
        cache_key::decide(&site.snapshot(&self.app), (self.columns, variants), request)
    }

    fn until_current(&self) -> Option<HandlerFuture<'_, ()>> {
        let app = &self.app;
        app.is_watch_late().then(|| -> HandlerFuture<'_, ()> {
            Box::pin(app.renewals.wait_while(|| app.is_watch_late()))
        })
    }

    fn handle(&self, request: Request) -> HandlerFuture<'_, Response> {
        Box::pin(async {
            let is_shared = self.is_shared(&request);
            let db = &self.app.db;
            // Boxed: the future of a response is large, and two of them would be too much for a thread's stack.
            let responding: HandlerFuture<'_, Response> = if is_shared && self.has_followers() {
                Box::pin(self.respond(request))
            } else {
                self.respond_to_known(request)
            };
            let responding: HandlerFuture<'_, (Response, FoundResults)> =
                if is_shared && !self.app.is_watch_late() {
                    Box::pin(db.for_anybody(responding))
                } else {
                    Box::pin(async { (responding.await, FoundResults::default()) })
                };
            let ((mut response, found), reads) = reads::recorded(responding).await;
            if response.store.is_some() {
                response.tags = Some(reads.tags());
                db.keep_results_of(found);
                if is_shared {
                    self.app.cdn.mark(&mut response);
                }
            }
            response
        })
    }

    fn observe(&self, request: &Request) -> Option<Observer> {
        let shadow = self.shadow.as_ref()?;
        let request = shadow.sample(request)?;
        let shadow = Arc::clone(shadow);
        Some(Box::new(move |response| shadow.answered(request, response)))
    }

    fn handles_too_large(&self, request: &Request) -> bool {
        let site = self.site();
        let is_upload = request.method == Method::POST
            && site.registry.uploads.handles_too_large(request.path());
        is_upload || answerer(&self.app, &site, request) != Answerer::Here
    }

    fn ready(&self) -> HandlerFuture<'_, Result<(), String>> {
        Box::pin(async {
            let state = self.app.state();
            let version = state.site.options.text("db_version");
            self.app.readiness.check(&self.app.db, &version).await
        })
    }

    fn metrics(&self) -> HandlerFuture<'_, String> {
        Box::pin(async {
            let upstream = self.app.upstream.as_ref();
            let upstream = upstream.map(Upstream::metrics).unwrap_or_default();
            let shadow = self.shadow.as_ref();
            let shadow = shadow.map(|shadow| shadow.metrics()).unwrap_or_default();
            let cdn = self.app.cdn.metrics();
            let telemetry = crate::telemetry::metrics();
            let db = self.app.db.metrics();
            let renewals = self.app.renewals.metrics();
            let outbox = crate::outbox::metrics(&self.app.outbox).await;
            outbox + &upstream + &shadow + &cdn + &telemetry + &db + &renewals
        })
    }
}
