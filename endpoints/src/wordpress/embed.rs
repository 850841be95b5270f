//! `/embed/`: a post inside a frame on another site.
//!
//! Contract "wordpress-core", section 14.4.

use std::sync::Arc;

use http::{HeaderName, HeaderValue, StatusCode};
use themes::wordpress::embed::render;
use themes::wordpress::view::{Page, View};

use crate::server::Answer;

use super::page::{add_link_headers, no_cache};

/// Answers an embed.
pub fn answer(view: &Arc<View>) -> Answer {
    let html = render(&mut Page::new(view.clone()));
    let status = if view.query.is.is_404 {
        StatusCode::NOT_FOUND
    } else {
        StatusCode::OK
    };
    let mut answer = Answer::html(html).with_status(status);
    if view.query.is.is_404 || view.visitor.user.is_some() {
        no_cache(&mut answer);
    }
    add_link_headers(&mut answer, view);
    answer.with_header(
        HeaderName::from_static("x-wp-embed"),
        HeaderValue::from_static("true"),
    )
}
