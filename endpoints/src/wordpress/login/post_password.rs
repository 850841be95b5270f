//! Action `postpass`: sets the cookie for password-protected posts.

use compat::wordpress::password::wp_generate_password;
use compat::wordpress::php::Value;
use compat::wordpress::post_password::post_password_cookie;

use crate::server::Response;
use crate::wordpress::headers::set_cookies;
use crate::wordpress::request_context::RequestContext;

/// Sets the cookie, whether or not the password is correct, and redirects to the referer.
pub(super) fn respond(context: &RequestContext<'_>) -> Response {
    let referer = context.referer();
    let mut response = context.safe_redirect(referer.as_deref().unwrap_or_default());
    let Some(password) = context
        .input
        .post
        .get("post_password")
        .and_then(Value::as_str_lossy)
    else {
        return response;
    };
    let is_secure = referer.is_some_and(|url| url.starts_with("https://"));
    let cookie = post_password_cookie(
        &context.state.cookies,
        &password,
        salt(),
        context.now,
        is_secure,
    );
    if let Some(cookie) = cookie {
        set_cookies(&mut response, &[cookie], context.now);
    }
    response
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
