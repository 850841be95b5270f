//! Pages: rewrite rules, main query, redirects, theme template.
//!
//! Contract "wordpress-core", sections 2 to 6.

use std::sync::Arc;
use std::time::Duration;

use compat::wordpress::canonical::{
    CanonicalFacts, Redirect, redirect_canonical, wp_old_slug_redirect, wp_redirect_admin_locations,
};
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::posted::Posted;
use compat::wordpress::query::{MainQuery, QueryContext, STOP_WORDS, main_query};
use compat::wordpress::rewrite::{
    PageLookup, QueryVars, RequestInput, parse_request, wp_resolve_numeric_slug_conflicts,
};
use http::header::CONTENT_TYPE;
use http::{HeaderValue, StatusCode};
use themes::wordpress::view::{Page, View};

use crate::column::Registry;
use crate::config::routes::NotFoundMode;
use crate::registered_site::RegisteredSite;
use crate::request_error::RequestError;
use crate::server::{Response, StorePolicy, Upstream};

use super::headers::{add_link_headers, nocache_headers, set_cookies};
use super::input::Input;
use super::request_context::{RequestContext, SiteSnapshot};
use super::rest::rest_page;
use super::template_redirect::PageRequest;
use super::{legacy, send_headers, sitemap, special, view};

/// What the rewrite rules and the main query make of a request.
pub enum Lead<'a> {
    /// No address at all.
    Invalid,
    /// A route of the REST API.
    Rest(String),
    /// The variable `error` (`?error=403`).
    Refused(Box<Response>),
    /// Another address.
    Redirect(Box<Redirected<'a>>),
    /// What the query found, or that it found nothing.
    Page(Box<FoundPage<'a>>),
}

/// A request with the page that it leads to.
pub struct FoundPage<'a> {
    /// The request.
    pub context: RequestContext<'a>,
    /// The query.
    pub query: MainQuery,
    /// The objects loaded so far.
    pub objects: ObjectCache,
}

/// A request with the address that it leads to.
pub struct Redirected<'a> {
    /// The request.
    pub context: RequestContext<'a>,
    /// The query.
    pub query: MainQuery,
    /// The address.
    pub redirect: Redirect,
}

/// Handles a request of the front controller.
///
/// # Errors
/// When the database or a template fails.
pub async fn respond(
    (snapshot, registered): (&SiteSnapshot<'_>, &RegisteredSite),
    input: Input,
) -> Result<Response, RequestError> {
    let route = match lead((snapshot, registered), &input).await? {
        Lead::Invalid => return Ok(Response::error_page(StatusCode::BAD_REQUEST)),
        Lead::Refused(response) => return Ok(*response),
        Lead::Redirect(led) => {
            let hooks = &registered.registry.send_headers;
            let response = redirect_answer(&led.redirect);
            return Ok(send_headers::redirected(
                &led.context,
                hooks,
                &led.query,
                response,
            ));
        }
        Lead::Page(page) => {
            if page.query.is.is_404
                && page.query.status == 404
                && let Some(response) = elsewhere(&page.context).await
            {
                return Ok(response);
            }
            return found(&page.context, registered, page.query, page.objects).await;
        }
        Lead::Rest(route) => route,
    };
    rest_page::respond((snapshot, registered), &route, input).await
}

/// Finds what a request leads to. Nothing is rendered or written.
///
/// # Errors
/// When the database fails.
pub async fn lead<'a>(
    (snapshot, registered): (&SiteSnapshot<'a>, &RegisteredSite),
    input: &'a Input,
) -> Result<Lead<'a>, RequestError> {
    let app = snapshot.app;
    let state = snapshot.of_content(&input.request).await?;
    let site = &state.site;
    let pages =
        PageLookup::for_request(&app.db, site, &state.rules, input.request.target()).await?;
    let facts = RequestInput {
        uri: input.request.target().to_owned(),
        post: QueryVars::from_array(&input.post),
    };
    let Ok(mut parsed) = parse_request(
        &state.rewrite,
        &state.rules,
        &site.registry,
        &site.home(),
        &facts,
        &pages,
    ) else {
        return Ok(Lead::Invalid);
    };
    let route = parsed.query_vars.text("rest_route");
    if !route.is_empty() {
        return Ok(Lead::Rest(route.to_owned()));
    }
    wp_resolve_numeric_slug_conflicts(&app.db, &state.rewrite, &mut parsed.query_vars).await?;
    let mut context = RequestContext::of_page(snapshot, Arc::clone(&state), input).await?;
    let mut objects = std::mem::take(&mut context.objects);
    let query_context = QueryContext {
        db: &app.db,
        site,
        hooks: &state.query_hooks,
        stop_words: &stop_words(&context),
        viewer: context.visitor.viewer(),
    };
    let query = main_query(&query_context, &parsed, &pages, &mut objects).await?;
    if let Some(response) = refusal(&query) {
        return Ok(Lead::Refused(Box::new(response)));
    }
    if input.request.is_read()
        && let Some(redirect) =
            redirect(&context, registered, &query, &parsed.get, &mut objects).await?
    {
        return Ok(Lead::Redirect(Box::new(Redirected {
            context,
            query,
            redirect,
        })));
    }
    Ok(Lead::Page(Box::new(FoundPage {
        context,
        query,
        objects,
    })))
}

/// Whether the legacy upstream is asked for an address that is not found here.
pub fn asks_upstream<'a>(context: &RequestContext<'a>) -> Option<&'a Upstream> {
    let RequestContext { app, input, .. } = context;
    let asks = app.settings.routes.not_found == NotFoundMode::Php
        && legacy::may_know(app, &input.request)
        && input.request.is_read();
    app.upstream.as_ref().filter(|_| asks)
}

/// What the legacy upstream has at an address that is not found here; `None` when it does not answer, or nobody asks it.
async fn elsewhere(context: &RequestContext<'_>) -> Option<Response> {
    let RequestContext { app, input, .. } = context;
    let upstream = asks_upstream(context)?;
    let asked = legacy::ask(app, upstream, input.request.copied())
        .await
        .ok()?;
    (!asked.status.is_server_error()).then_some(asked)
}

/// The response to a query that sets the variable `error` (`?error=403`).
fn refusal(query: &MainQuery) -> Option<Response> {
    let status = Some(query.status).filter(|status| matches!(status, 403 | 500 | 502 | 503))?;
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::FORBIDDEN);
    Some(Response::html("").with_status(status))
}

/// Renders what the query found: sitemap, feed, embed or another special response, else the theme's page. Posted
/// forms are handled first.
async fn found(
    context: &RequestContext<'_>,
    registered: &RegisteredSite,
    mut query: MainQuery,
    objects: ObjectCache,
) -> Result<Response, RequestError> {
    let registry = &registered.registry;
    let posted = posted(context, registry).await?;
    if let Some(response) = sitemap::respond(context, &mut query).await? {
        return Ok(response);
    }
    let view = Arc::new(view::build(context, query, objects, posted).await?);
    let disallowed = registered.declared(|column| column.robots_disallow);
    let (mut response, view) = match special::respond(context, &disallowed, &view).await? {
        Some(response) => (response, view),
        None => page(context, registry, view).await?,
    };
    send_headers::put(&mut response, context, &view.query);
    for add in &registry.send_headers {
        add(context, &view.query, &mut response);
    }
    Ok(response)
}

/// The theme's page, with what columns do before and after it is rendered. A failure of what they write down
/// afterwards is logged; the page is answered all the same.
async fn page(
    context: &RequestContext<'_>,
    registry: &Registry,
    view: Arc<View>,
) -> Result<(Response, Arc<View>), RequestError> {
    let mut request = PageRequest {
        context,
        view,
        cookies: Vec::new(),
        leads_to: None,
    };
    registry.do_template_redirect(&mut request).await?;
    if let Some(location) = &request.leads_to {
        let mut response = context.safe_redirect(location);
        set_cookies(&mut response, &request.cookies, context.now);
        return Ok((response, request.view));
    }
    let (theme, now) = (Arc::clone(&context.state.theme), context.now);
    let render = move |page: &mut Page| theme.render(page);
    let (html, mut page) = context.app.render_pool.render(request.view, render).await?;
    let mut response = found_page(&page, html);
    set_cookies(&mut response, &request.cookies, now);
    set_cookies(&mut response, &page.set_cookies, now);
    for write in &registry.shutdown {
        if let Err(error) = write(context, &mut page).await {
            tracing::warn!(%error, "what a page rendered is not written down");
        }
    }
    Ok((response, page.view))
}

/// What columns make of a form that was posted to the page. They work in the language of scripts.
async fn posted(context: &RequestContext<'_>, registry: &Registry) -> Result<Posted, RequestError> {
    let input = context.input;
    if input.post.is_empty() || registry.parse_request.is_empty() {
        return Ok(Posted::new(input.post.clone()));
    }
    let context = RequestContext::of_script(&context.snapshot, input).await?;
    registry.parse_request.run(&context).await
}

/// The redirect of a request, if any: old slugs, the canonical URL, columns, `/login` and `/admin` shortcuts; in this
/// order.
async fn redirect(
    context: &RequestContext<'_>,
    registered: &RegisteredSite,
    query: &MainQuery,
    get: &QueryVars,
    objects: &mut ObjectCache,
) -> Result<Option<Redirect>, RequestError> {
    let RequestContext {
        app, state, input, ..
    } = context;
    let site = &state.site;
    let (rewrite, viewer) = (&state.rewrite, context.visitor.viewer());
    let moved = wp_old_slug_redirect(&app.db, site, rewrite, query, objects, &[], viewer).await?;
    if moved.is_some() {
        return Ok(moved);
    }
    let facts = CanonicalFacts::load(
        &app.db,
        site,
        &state.rewrite,
        query,
        get,
        objects,
        context.visitor.viewer(),
        (&state.canonical_hooks, &[]),
    )
    .await?;
    let home = site.home();
    let own_host = home
        .split_once("//")
        .map_or("", |(_, rest)| rest)
        .split('/')
        .next()
        .unwrap_or_default();
    // With `--site-url`, the redirect is computed with the stored URL.
    let is_renamed = !app.settings.site.site_url.is_empty();
    let host = if is_renamed {
        own_host
    } else {
        input.request.host()
    };
    let scheme = if is_renamed {
        home.split("://").next().unwrap_or("http")
    } else {
        input.request.scheme.as_str()
    };
    let requested = format!("{scheme}://{host}{}", input.request.target());
    if let Some(redirect) = redirect_canonical(&facts, &requested) {
        return Ok(Some(redirect));
    }
    let mut own = registered.registry.redirects.iter();
    if let Some(redirect) = own.find_map(|of| of(context, query, objects)) {
        return Ok(Some(redirect));
    }
    Ok(if query.is.is_404 {
        wp_redirect_admin_locations(site, input.request.target())
    } else {
        None
    })
}

fn redirect_answer(redirect: &Redirect) -> Response {
    let status = StatusCode::from_u16(redirect.status).unwrap_or(StatusCode::FOUND);
    let mut response = Response::redirect(status, &redirect.location);
    response.headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=UTF-8"),
    );
    response
        .headers
        .insert("x-redirect-by", HeaderValue::from_static("WordPress"));
    response
}

/// The search stop words in the page's language (`get_search_stopwords`).
fn stop_words(context: &RequestContext<'_>) -> Vec<String> {
    let english = STOP_WORDS.join(",");
    let words = context.locale.translate_with_context(
        &english,
        "Comma-separated list of search stopwords in your language",
    );
    words
        .split(',')
        .map(|w| w.trim().to_lowercase())
        .filter(|w| !w.is_empty())
        .collect()
}

/// The response for a page's markup: status and headers.
fn found_page(page: &Page, html: String) -> Response {
    let view = &page.view;
    let is = &view.query.is;
    // Not found because of its variables (`?p[]=27`): the 404 template with status 200.
    let is_missing = is.is_404 && view.query.status == 404;
    let status = if is_missing {
        StatusCode::NOT_FOUND
    } else {
        StatusCode::OK
    };
    let mut response = Response::html(html).with_status(status);
    response.headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=UTF-8"),
    );
    if is_missing || view.visitor.user.is_some() {
        nocache_headers(&mut response);
    }
    add_link_headers(&mut response, view);
    response.private_because = page.for_one_visitor;
    if view.visitor.user.is_none() && page.for_one_visitor.is_none() {
        response = response.stored(StorePolicy {
            fresh_for: Duration::from_secs(if is.is_404 { 60 } else { 3600 }),
            stale_if_error: Duration::from_secs(24 * 3600),
        });
    }
    response
}
