//! Trackbacks sent to a post's own address (`/post/trackback/`).
//!
//! Contract "wordpress-core", sections 5 and 18. A visitor who comes without one is sent to the post; everybody else is
//! told that trackbacks are closed. They are out of scope and never stored, whatever the post's own setting says.

use compat::wordpress::db::DbError;
use compat::wordpress::formatting::escape::esc_html;
use http::header::CACHE_CONTROL;
use http::{HeaderName, HeaderValue, StatusCode};
use themes::wordpress::view::View;

use crate::app::App;
use crate::server::Answer;

use super::input::Input;
use super::page::add_link_headers;
use super::redirected::by_wordpress;
use super::script_context::{ScriptContext, no_cache};

/// Answers a trackback.
pub fn answer(input: &Input, view: &View) -> Answer {
    let is_read = input.request.is_read();
    let has = |name: &str| !matches!(input.post_text(name).as_str(), "" | "0");
    let single = view.query.posts.first().filter(|_| {
        let is = &view.query.is;
        is.is_single || is.is_page
    });
    let mut answer = match single {
        None => refusal(&view.text("I really need an ID for this to work.")),
        Some(post) if !has("title") && !has("url") && !has("blog_name") => {
            by_wordpress(StatusCode::FOUND, &view.links().get_permalink(post))
        }
        Some(_) if has("title") && has("url") => {
            refusal(&view.text("Sorry, trackbacks are closed for this item."))
        }
        Some(_) => Answer::html(""),
    };
    if !is_read {
        answer.headers.insert(
            CACHE_CONTROL,
            HeaderValue::from_static("no-store, no-cache"),
        );
        answer.headers.insert(
            HeaderName::from_static("x-cache-enabled"),
            HeaderValue::from_static("False"),
        );
    }
    add_link_headers(&mut answer, view);
    answer
}

/// The answer of the trackback protocol to one that is not accepted.
fn refusal(message: &str) -> Answer {
    let body = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<response>\n<error>1</error>\n<message>{}</message>\n</response>",
        esc_html(message)
    );
    Answer::typed(StatusCode::OK, "text/xml; charset=UTF-8", body)
}

/// Answers `/wp-trackback.php`: only the front controller knows which post is meant, so here there is none
/// (recording feeds/wp-trackback).
pub async fn script(app: &App, input: &Input) -> Result<Answer, DbError> {
    let context = ScriptContext::new(app, input).await?;
    let message = context.text("I really need an ID for this to work.");
    Ok(no_cache(
        refusal(message).with_status(StatusCode::NOT_FOUND),
    ))
}
