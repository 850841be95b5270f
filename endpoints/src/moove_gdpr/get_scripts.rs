//! `moove_gdpr_get_scripts`: the scripts of the accepted cookie categories.
//!
//! Contract "cookie-consent", section 5.1; recordings moove-gdpr/get-scripts-*. No nonce is checked, only form fields are
//! read, and there is no error response.

use compat::moove_gdpr::{RequestedCategories, cache_language, expire_all, get_scripts};

use super::cookies::{cookie_header, domain, expire};
use super::state::ConsentState;
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::request_context::RequestContext;

/// Handles the action.
///
/// # Errors
/// When the database or rendering fails.
pub async fn respond(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let wanted = RequestedCategories::of(&context.input.post);
    let language = cache_language(&context.input.post_text("wp_lang"));
    let kept = context.app.column_state::<ConsentState>();
    let data = &context.state.site_data;
    let (scripts, is_cached) = kept.scripts(&language, data, context.now).await?;
    let mut response = Response::html(get_scripts(&scripts, wanted, is_cached));
    if !wanted.strict {
        let cookies = cookie_header(&context.input.request);
        let removal = expire_all(&cookies, &domain(context));
        expire(&mut response, removal, context);
    }
    Ok(response)
}
