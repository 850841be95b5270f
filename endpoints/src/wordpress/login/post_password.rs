//! Action `postpass`: sets the cookie for password-protected posts.

use compat::wordpress::password::wp_generate_password;
use compat::wordpress::php::Value;
use compat::wordpress::post_password::post_password_cookie;

use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::headers::set_cookies;
use crate::wordpress::request_context::RequestContext;

/// Sets the cookie, whether or not the password is correct, and redirects to the referer.
///
/// # Errors
/// When the hashing threads have too much to do.
pub(super) async fn respond(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let referer = context.referer();
    let mut response = context.safe_redirect(referer.as_deref().unwrap_or_default());
    let Some(password) = context
        .input
        .post
        .get("post_password")
        .and_then(Value::as_str_lossy)
        .map(|password| password.into_owned())
    else {
        return Ok(response);
    };
    let is_secure = referer.is_some_and(|url| url.starts_with("https://"));
    let (site, now) = (context.state.cookies.clone(), context.now);
    let make = move || post_password_cookie(&site, &password, salt(), now, is_secure);
    if let Some(cookie) = context.app.attempts.hash(make).await? {
        set_cookies(&mut response, &[cookie], context.now);
    }
    Ok(response)
}

/// Six random bytes.
fn salt() -> [u8; 6] {
    let drawn = wp_generate_password(6, true, true);
    drawn
        .as_bytes()
        .first_chunk()
        .copied()
        .unwrap_or(*b"salted")
}
