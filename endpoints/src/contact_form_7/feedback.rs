//! REST route `feedback`: a submission sent by the plugin's script.
//!
//! Contract "contact-form-7", sections 12.1, 13 and 25 (4); recordings cf7/feedback-*.

use compat::contact_form_7::submission::feedback_response;
use compat::contact_form_7::unit_tag::sanitize_unit_tag;
use compat::wordpress::php::Value;

use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::rest_response::{Body, RestResponse};
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route::RouteFuture;
use crate::wordpress::rest::route_error::RouteError;

use super::forms::form_of;
use super::permission::error;
use super::refill::refill;
use super::sender::Sender;
use super::submit::{BodyRead, submit};

/// Whether a path is that of the route, whatever the REST prefix.
pub fn is_feedback_path(path: &str) -> bool {
    form_in_path(path).is_some()
}

/// The id in the path of the route.
pub fn form_in_path(path: &str) -> Option<i64> {
    let (_, rest) = path.split_once("/contact-form-7/v1/contact-forms/")?;
    let id = rest.trim_end_matches('/').strip_suffix("/feedback")?;
    id.parse().ok()
}

/// The route's callback.
pub fn create_feedback<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(feedback(rest, request))
}

async fn feedback(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let content_type = rest.input.request.header("content-type");
    if !content_type.starts_with("multipart/form-data") {
        let source = "The request payload format is not supported.";
        return Err(error(rest, "wpcf7_unsupported_media_type", source, 415));
    }
    let form = form_of(rest, request)?;
    let unit_tag = request.get("_wpcf7_unit_tag");
    let unit_tag = unit_tag.as_str_lossy().unwrap_or_default();
    let has_files = form.tags.iter().any(|tag| tag.basetype == "file");
    let body_read = match rest.input.is_too_large {
        true if has_files => BodyRead::TooLarge,
        // PHP discards a body over `post_max_size`, so the unit tag is missing.
        true => return Err(no_unit_tag(rest)),
        false => BodyRead::Whole,
    };
    if sanitize_unit_tag(&unit_tag).is_empty() {
        return Err(no_unit_tag(rest));
    }
    let sender = Sender {
        context: &rest.context,
        referer: rest.referer(),
    };
    let response = submit(&sender, &form, body_read, |submission| -> Value {
        let refill = refill(&rest.state, &form, submission.meta.timestamp);
        feedback_response(submission, refill)
    });
    Ok(RestResponse::new(Body::Value(response.await?)).cached_for(None))
}

fn no_unit_tag(rest: &Rest<'_>) -> RouteError {
    let source = "There is no valid unit tag.";
    error(rest, "wpcf7_unit_tag_not_found", source, 400)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_route_is_known_by_its_path() {
        let id = |path: &str| form_in_path(path);
        assert_eq!(
            id("/wp-json/contact-form-7/v1/contact-forms/235/feedback"),
            Some(235)
        );
        assert_eq!(
            id("/blog/wp-json/contact-form-7/v1/contact-forms/7/feedback/"),
            Some(7)
        );
        assert_eq!(
            id("/wp-json/contact-form-7/v1/contact-forms/7/feedback/schema"),
            None
        );
        assert_eq!(
            id("/wp-json/contact-form-7/v1/contact-forms/x/feedback"),
            None
        );
        assert_eq!(id("/contacto/"), None);
    }
}
