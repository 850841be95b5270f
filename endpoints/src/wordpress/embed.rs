//! `/embed/`: a post as another site embeds it in an `iframe`.
//!
//! Contract "wordpress-core", section 14.4.

use std::sync::Arc;

use http::{HeaderName, HeaderValue, StatusCode};
use themes::wordpress::embed::{Embed, render};
use themes::wordpress::view::{Page, View};

use crate::app::App;
use crate::request_error::RequestError;
use crate::server::Response;

use super::feed::comment_numbers;
use super::headers::{add_link_headers, nocache_headers};

/// Renders the embed template.
///
/// # Errors
/// When the template fails.
pub async fn respond(app: &App, view: &Arc<View>) -> Result<Response, RequestError> {
    let embed = Embed {
        comments_number: comments_number(app, view).await?,
    };
    let render = move |page: &mut Page| Ok(render(page, &embed));
    let (html, _) = app.render_pool.render(Arc::clone(view), render).await?;
    let status = if view.query.is.is_404 {
        StatusCode::NOT_FOUND
    } else {
        StatusCode::OK
    };
    let mut response = Response::html(html).with_status(status);
    if view.query.is.is_404 || view.visitor.user.is_some() {
        nocache_headers(&mut response);
    }
    add_link_headers(&mut response, view);
    Ok(response.with_header(
        HeaderName::from_static("x-wp-embed"),
        HeaderValue::from_static("true"),
    ))
}

async fn comments_number(app: &App, view: &View) -> Result<i64, RequestError> {
    let Some(post) = view.query.posts.first() else {
        return Ok(0);
    };
    Ok(match comment_numbers(app, view).await? {
        Some(numbers) => numbers.get(&post.id).copied().unwrap_or(0),
        None => post.comments_number_in_task(),
    })
}
