//! Pages: rewrite rules, main query, redirects, theme template.
//!
//! Contract "wordpress-core", sections 2 to 6.

use std::sync::Arc;
use std::time::Duration;

use compat::wordpress::canonical::{
    CanonicalFacts, Redirect, redirect_canonical, wp_old_slug_redirect, wp_redirect_admin_locations,
};
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::query_string::parse_str;
use compat::wordpress::posted::Posted;
use compat::wordpress::query::{MainQuery, QueryContext, STOP_WORDS, main_query};
use compat::wordpress::rewrite::{
    PageLookup, QueryVars, RequestInput, parse_request, wp_resolve_numeric_slug_conflicts,
};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, EXPIRES, LINK};
use http::{HeaderValue, StatusCode};
use themes::wordpress::head::{rest_route, rest_url};
use themes::wordpress::view::{Page, RequestUser, View};

use crate::app::{App, SiteState};
use crate::request_error::RequestError;
use crate::server::{Request, Response, StorePolicy};

use super::input::Input;
use super::script_context::{ScriptContext, set_cookies};
use super::template_redirect::PageRequest;
use super::{request_user, send_headers, sitemap, special, view};

/// Handles a request of the front controller.
///
/// # Errors
/// When the database or a template fails.
pub async fn answer(app: &App, input: Input) -> Result<Response, RequestError> {
    if let Some(upstream) = app.upstream.as_ref()
        && goes_upstream(app, &input.request)
    {
        return Ok(upstream.forward(input.into_request()).await);
    }
    let state = app.state_for_content(&input.request).await?;
    let site = &state.site;
    let pages = PageLookup::for_request(&app.db, site, input.request.target()).await?;
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
        return Ok(Response::error_page(StatusCode::BAD_REQUEST));
    };
    let route = parsed.query_vars.text("rest_route");
    if !route.is_empty() {
        return super::rest::answer(app, &input, route).await;
    }
    wp_resolve_numeric_slug_conflicts(&app.db, &state.rewrite, &mut parsed.query_vars).await?;
    let mut objects = ObjectCache::default();
    let visitor = request_user::request_user(app, &state, &input, &mut objects).await?;
    let context = QueryContext {
        db: &app.db,
        site,
        hooks: &state.query_hooks,
        stop_words: &stop_words(app, &state, &input),
        viewer: view::query_permissions(&visitor, &objects),
    };
    let query = main_query(&context, &parsed, &pages, &mut objects).await?;
    if let Some(answer) = refusal(&query) {
        return Ok(answer);
    }
    if input.request.is_read()
        && let Some(redirect) = redirect(
            app,
            &state,
            &input,
            &query,
            &parsed.get,
            &mut objects,
            &visitor,
        )
        .await?
    {
        let answer = redirect_answer(&redirect);
        return Ok(send_headers::redirected(
            app, &state, &input, &query, answer,
        ));
    }
    found(app, &state, &input, query, objects, visitor).await
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
    app: &App,
    state: &SiteState,
    input: &Input,
    mut query: MainQuery,
    objects: ObjectCache,
    visitor: RequestUser,
) -> Result<Response, RequestError> {
    let posted = posted(app, state, input).await?;
    if let Some(answer) = sitemap::answer(app, state, &mut query).await? {
        return Ok(answer);
    }
    let mut view = view::build(app, state, input, query, objects, visitor).await?;
    view.posted = posted;
    let view = Arc::new(view);
    let (mut answer, view) = match special::answer(app, state, input, &view).await? {
        Some(answer) => (answer, view),
        None => page(app, state, input, view).await?,
    };
    let (site, now) = (&state.site, app.clock.now());
    send_headers::put(&mut answer, site, &view.query, input, now);
    send_headers::of_columns(app, state, input, &view.query, &mut answer);
    Ok(answer)
}

/// The theme's page, with the columns' `template_redirect` and `shutdown` callbacks. A failure in `shutdown` is
/// logged; the page is still sent.
async fn page(
    app: &App,
    state: &SiteState,
    input: &Input,
    view: Arc<View>,
) -> Result<(Response, Arc<View>), RequestError> {
    let mut request = PageRequest {
        app,
        state,
        input,
        view,
        cookies: Vec::new(),
    };
    state.columns.do_template_redirect(&mut request).await?;
    let (theme, now) = (Arc::clone(&state.theme), request.view.now);
    let render = move |page: &mut Page| theme.render(page);
    let (html, mut page) = app.render_pool.render(request.view, render).await?;
    let mut answer = found_page(&page, html);
    set_cookies(&mut answer, &request.cookies, now);
    set_cookies(&mut answer, &page.set_cookies, now);
    for write in &state.columns.shutdown {
        if let Err(error) = write(app, state, &mut page).await {
            tracing::warn!(%error, "what a page drew is not written down");
        }
    }
    Ok((answer, page.view))
}

/// Runs the columns' handlers for a form posted to the page (`parse_request`).
async fn posted(app: &App, state: &SiteState, input: &Input) -> Result<Posted, RequestError> {
    if input.post.is_empty() || state.columns.parse_request.is_empty() {
        return Ok(Posted::new(input.post.clone()));
    }
    let context = ScriptContext::new(app, input).await?;
    state.columns.parse_request.run(&context).await
}

/// The redirect of a request, if any: old slugs, the canonical URL, `/login` and `/admin` shortcuts; in this order.
async fn redirect(
    app: &App,
    state: &SiteState,
    input: &Input,
    query: &MainQuery,
    get: &QueryVars,
    objects: &mut ObjectCache,
    visitor: &RequestUser,
) -> Result<Option<Redirect>, RequestError> {
    let site = &state.site;
    if let Some(moved) =
        wp_old_slug_redirect(&app.db, site, &state.rewrite, query, objects, &[]).await?
    {
        return Ok(Some(moved));
    }
    let viewer = view::query_permissions(visitor, objects);
    let facts = CanonicalFacts::load(
        &app.db,
        site,
        &state.rewrite,
        query,
        get,
        objects,
        viewer,
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
    Ok(if query.is.is_404 {
        wp_redirect_admin_locations(site, input.request.target())
    } else {
        None
    })
}

fn redirect_answer(redirect: &Redirect) -> Response {
    let status = StatusCode::from_u16(redirect.status).unwrap_or(StatusCode::FOUND);
    let mut answer = Response::redirect(status, &redirect.location);
    answer.headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=UTF-8"),
    );
    answer
        .headers
        .insert("x-redirect-by", HeaderValue::from_static("WordPress"));
    answer
}

/// The search stop words in the page's language (`get_search_stopwords`).
fn stop_words(app: &App, state: &SiteState, input: &Input) -> Vec<String> {
    let locale = app.translations.locale(&view::locale_code(state, input));
    let english = STOP_WORDS.join(",");
    let words = locale.translate_with_context(
        &english,
        "Comma-separated list of search stopwords in your language",
    );
    words
        .split(',')
        .map(|w| w.trim().to_lowercase())
        .filter(|w| !w.is_empty())
        .collect()
}

/// Whether a request needs the legacy upstream's visual builder and an upstream is configured.
pub fn goes_upstream(app: &App, request: &Request) -> bool {
    let query = request.query().filter(|_| app.upstream.is_some());
    query.is_some_and(|query| {
        let get = parse_str(query.as_bytes());
        let mut names = app.columns.declared(|column| column.upstream_arguments);
        names.any(|name| get.contains_key(*name))
    })
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
    let mut answer = Response::html(html).with_status(status);
    answer.headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=UTF-8"),
    );
    if is_missing || view.visitor.user.is_some() {
        no_cache(&mut answer);
    }
    add_link_headers(&mut answer, view);
    if view.visitor.user.is_none() && !page.is_for_one_visitor {
        answer = answer.stored(StorePolicy {
            fresh_for: Duration::from_secs(if is.is_404 { 60 } else { 3600 }),
            stale_if_error: Duration::from_secs(24 * 3600),
        });
    }
    answer
}

/// `nocache_headers()` of WordPress 6.8.
pub fn no_cache(answer: &mut Response) {
    const CONTROL: &str = "no-cache, must-revalidate, max-age=0, no-store, private";
    answer.headers.insert(
        EXPIRES,
        HeaderValue::from_static("Wed, 11 Jan 1984 05:00:00 GMT"),
    );
    answer
        .headers
        .insert(CACHE_CONTROL, HeaderValue::from_static(CONTROL));
}

/// Adds the `Link` headers of a page.
pub fn add_link_headers(answer: &mut Response, view: &View) {
    for link in link_headers(view) {
        if let Ok(value) = HeaderValue::from_str(&link) {
            answer.headers.append(LINK, value);
        }
    }
}

/// The `Link` headers of a page, in order.
fn link_headers(view: &View) -> Vec<String> {
    let root = rest_url(view);
    let mut links = vec![format!("<{root}>; rel=\"https://api.w.org/\"")];
    if let Some(route) = rest_route(view) {
        links.push(format!(
            "<{root}{route}>; rel=\"alternate\"; title=\"JSON\"; type=\"application/json\""
        ));
    }
    if let Some(post) = view.queried_post().filter(|_| view.query.is.is_singular)
        && let Some(shortlink) = view.links().wp_get_shortlink(post)
    {
        links.push(format!("<{shortlink}>; rel=shortlink"));
    }
    links
}
