//! Who serves an address, decided by the code that answers visitors: rewrite rules, main query, redirects.

use compat::wordpress::post::PostId;
use compat::wordpress::query::MainQuery;
use http::StatusCode;

use super::input::Input;
use super::page::{self, Lead};
use super::page_lead::leads_to;
use super::request_context::{RequestContext, SiteSnapshot};
use super::scripts::Script;
use crate::registered_site::RegisteredSite;
use crate::request_error::RequestError;
use crate::server::Request;

/// Why PHP serves an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhpReason {
    /// A rule of the configuration, or a script that is left to it.
    Rule,
    /// The address is not found here.
    NotFound,
}

/// Who serves an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Served {
    /// A file of the site's folder or one of ours, with this status.
    File(StatusCode),
    /// The legacy upstream.
    Php(PhpReason),
    /// A script of WordPress by its path.
    Script(Script),
    /// A route of the REST API, with this status.
    Rest(StatusCode),
    /// A page.
    Page(ServedPage),
    /// Another address, with a redirect.
    Redirect(StatusCode, String),
    /// Nobody, with this status.
    Nobody(StatusCode),
}

/// A page that is served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServedPage {
    /// The post that it is about.
    pub post: Option<PostId>,
    /// What the query is for, in WordPress's words: `page`, `single`, `category`.
    pub template: &'static str,
}

/// Who serves a request that goes to the site.
///
/// # Errors
/// When the database fails.
pub async fn of_site(
    (snapshot, registered): (&SiteSnapshot<'_>, &RegisteredSite),
    script: Option<Script>,
    request: Request,
) -> Result<Served, RequestError> {
    match script {
        None | Some(Script::Unknown) => {}
        Some(Script::Admin) => return Ok(Served::Nobody(StatusCode::NOT_IMPLEMENTED)),
        Some(script) => return Ok(Served::Script(script)),
    }
    let input = Input::of_head(request);
    match page::lead((snapshot, registered), &input).await? {
        Lead::Invalid => Ok(Served::Nobody(StatusCode::BAD_REQUEST)),
        Lead::Refused(response) => Ok(Served::Nobody(response.status)),
        Lead::Rest(route) => {
            let context = RequestContext::of_rest(snapshot, &input).await?;
            let routes = registered.rest_routes(&context.state, &context.locale);
            let response = super::rest::respond(context, &routes, &route).await?;
            Ok(Served::Rest(response.status))
        }
        Lead::Redirect(led) => {
            let status = StatusCode::from_u16(led.redirect.status).unwrap_or(StatusCode::FOUND);
            Ok(Served::Redirect(status, led.redirect.location))
        }
        Lead::Page(found) => {
            if found.query.is.is_404 && found.query.status == 404 {
                return Ok(match page::asks_upstream(&found.context) {
                    Some(_) => Served::Php(PhpReason::NotFound),
                    None => Served::Nobody(StatusCode::NOT_FOUND),
                });
            }
            let page = ServedPage {
                post: found.query.queried_post_id(),
                template: template(&found.query),
            };
            Ok(match leads_to(*found, &registered.registry).await? {
                Some(location) => Served::Redirect(StatusCode::FOUND, location),
                None => Served::Page(page),
            })
        }
    }
}

/// The word for the query in WordPress's template hierarchy.
fn template(query: &MainQuery) -> &'static str {
    let is = &query.is;
    let words = [
        (is.is_feed, "feed"),
        (is.is_robots, "robots"),
        (is.is_404, "404"),
        (is.is_search, "search"),
        (is.is_front_page, "front page"),
        (is.is_home, "home"),
        (is.is_attachment, "attachment"),
        (is.is_page, "page"),
        (is.is_single, "single"),
        (is.is_category, "category"),
        (is.is_tag, "tag"),
        (is.is_tax, "taxonomy"),
        (is.is_author, "author"),
        (is.is_date, "date"),
        (is.is_post_type_archive, "archive"),
    ];
    let found = words.into_iter().find(|(is, _)| *is);
    found.map_or("index", |(_, word)| word)
}

impl Served {
    /// Why, for people.
    pub fn why(&self) -> String {
        match self {
            Self::File(status) if status.is_success() => "a file".to_owned(),
            Self::File(status) => format!("a file that is refused with {status}"),
            Self::Php(PhpReason::Rule) => {
                "the PHP server answers it: a rule of the configuration, or a script that is left to it"
                    .to_owned()
            }
            Self::Php(PhpReason::NotFound) => {
                "not found here, so the PHP server is asked".to_owned()
            }
            Self::Script(script) => format!("the script {script:?}"),
            Self::Rest(status) if status.is_success() => "a route of the REST API".to_owned(),
            Self::Rest(status) => format!("the REST API answers {status}"),
            Self::Page(page) => format!("rendered as {}", page.template),
            Self::Redirect(status, location) => format!("{} to {location}", status.as_u16()),
            Self::Nobody(StatusCode::NOT_FOUND) => "nothing is found at this address".to_owned(),
            Self::Nobody(StatusCode::NOT_IMPLEMENTED) => {
                "the back office needs the PHP server (site.legacy_upstream)".to_owned()
            }
            Self::Nobody(status) => format!("answered with {status}"),
        }
    }
}
