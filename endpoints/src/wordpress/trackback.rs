//! Trackbacks sent to a post's trackback URL (`/post/trackback/`).
//!
//! Contract "wordpress-core", sections 5 and 17.2; recordings feeds/trackback-post and canonical/trackback. A request
//! without trackback data is redirected to the post. The rules are in `compat::wordpress::comment::trackback`.

use std::sync::Arc;

use compat::wordpress::comment::filter::AllowedMarkup;
use compat::wordpress::comment::refusal::Refusal;
use compat::wordpress::comment::submission::Sender;
use compat::wordpress::comment::trackback::{Received, Trackback, receive};
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::post::Post;
use compat::wordpress::visibility::Viewer;
use http::header::CACHE_CONTROL;
use http::{HeaderName, HeaderValue, StatusCode};
use themes::wordpress::trackback::{accepted, refused};
use themes::wordpress::view::View;

use crate::request_error::RequestError;
use crate::server::Response;

use super::comments_post::{CommentEnvironment, comment_mails, prime_links};
use super::headers::{add_link_headers, no_cache};
use super::redirected::by_wordpress;
use super::request_context::RequestContext;
use super::xml_wp_die::xml_wp_die;

/// Handles a trackback.
///
/// # Errors
/// When the database fails.
pub async fn respond(context: &RequestContext<'_>, view: &View) -> Result<Response, RequestError> {
    let input = context.input;
    let single = view.query.posts.first().filter(|_| {
        let is = &view.query.is;
        is.is_single || is.is_page
    });
    let mut response = match (Trackback::read(&input.post), single) {
        (None, _) => Response::html(""),
        (Some(_), None) => refusal(&view.text("I really need an ID for this to work.")),
        (Some(sent), Some(post)) if sent.is_a_visit() => {
            by_wordpress(StatusCode::FOUND, &view.links().get_permalink(post))
        }
        (Some(sent), Some(post)) if sent.is_whole() => {
            let mut context = RequestContext::of_script(&context.snapshot, input).await?;
            // A trackback is stored without a user, also when the sender is logged in.
            context.visitor.user = None;
            take(&mut context, post, sent).await?
        }
        (Some(_), Some(_)) => Response::html(""),
    };
    if !input.request.is_read() {
        response.headers.insert(
            CACHE_CONTROL,
            HeaderValue::from_static("no-store, no-cache"),
        );
        response.headers.insert(
            HeaderName::from_static("x-cache-enabled"),
            HeaderValue::from_static("False"),
        );
    }
    add_link_headers(&mut response, view);
    Ok(response)
}

async fn take(
    context: &mut RequestContext<'_>,
    post: &Post,
    sent: Trackback,
) -> Result<Response, RequestError> {
    prime_links(context, post).await?;
    let environment = CommentEnvironment::of(context);
    let hosts = [environment.host.as_str()];
    let mails = comment_mails(context, &Arc::new(post.clone()));
    let with = environment.comment_site(context, &hosts, Some(mails));
    let sender = Sender {
        user: None,
        can_moderate: false,
        viewer: Viewer::default(),
        markup: AllowedMarkup::Comment,
        ip: context.input.request.remote_addr.to_string(),
        agent: context.input.request.header("user-agent").to_owned(),
        post_password_required: false,
    };
    match receive(&with, post, (sent, &context.input.post), &sender).await? {
        Received::Refused(message) => return Ok(refusal(context.text(message))),
        Received::Died(refused) => return Ok(died(context, &refused)),
        Received::Stored(_) => {}
    }
    let posts = [post.id.0];
    let saved = context.app.saved_posts(&posts, &["commentmeta"]);
    if let Err(error) = saved.await {
        // The trackback is stored; the next poll of the database makes it visible.
        tracing::warn!(%error, "the site could not be read again");
    }
    Ok(response(accepted()))
}

/// The `wp_die` response for a trackback refused by the comment rules.
fn died(context: &RequestContext<'_>, refused: &Refusal) -> Response {
    let (status, message) = match refused {
        Refusal::Silent => return Response::html(""),
        Refusal::Error { message, status } => (*status, context.text(message).to_owned()),
        Refusal::Died(message) => (500, message.clone()),
        Refusal::DiedWith { domain, message } => {
            let text = context.locale.domain(domain).translate(message);
            (500, esc_html(text).into_owned())
        }
    };
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    xml_wp_die(&context.locale, status, &message)
}

/// The trackback protocol's error response.
fn refusal(message: &str) -> Response {
    response(refused(message))
}

fn response(body: String) -> Response {
    Response::typed(StatusCode::OK, "text/xml; charset=UTF-8", body)
}

/// The response to a trackback without a post (recording feeds/wp-trackback).
pub fn without_post(context: &RequestContext<'_>) -> Response {
    let message = context.text("I really need an ID for this to work.");
    no_cache(refusal(message).with_status(StatusCode::NOT_FOUND))
}
