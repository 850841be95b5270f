//! What the languages add to the headers of pages: the cookie of the language, and `Vary` where the address depends on
//! the visitor.
//!
//! Contract "wordpress-core", section 19.2.

use compat::wordpress::query::MainQuery;

use super::cookie::{for_visitors, language_cookie, set_by_header};
use super::home::{add_vary, depends_on_visitor};
use super::site_language::languages;
use crate::server::Response;
use crate::wordpress::request_context::RequestContext;

/// `send_headers`: the cookie, except on a 404, and `Vary` of the home URL.
pub fn send_headers(context: &RequestContext<'_>, query: &MainQuery, response: &mut Response) {
    let RequestContext {
        app,
        snapshot,
        state,
        input,
        ..
    } = context;
    let (Some(languages), Some(code)) = (languages(state), &state.language) else {
        return;
    };
    if depends_on_visitor(&snapshot.state, &input.request) {
        add_vary(response);
    }
    if !query.is.is_404 && set_by_header(app) {
        let stored = (*app, &*snapshot.state);
        let cookie = language_cookie(stored, languages, code, &input.request);
        response.visitor_cookie = cookie.map(for_visitors);
    }
}
