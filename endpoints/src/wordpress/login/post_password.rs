//! Action `postpass`: sets the cookie for password-protected posts.

use compat::wordpress::password::wp_generate_password;
use compat::wordpress::php::Value;
use compat::wordpress::post_password::post_password_cookie;

use crate::server::Response;
use crate::wordpress::script_context::{ScriptContext, set_cookies};

/// Sets the cookie, whether or not the password is correct, and redirects to the referer.
pub(super) fn answer(context: &ScriptContext<'_>) -> Response {
    let referer = context.referer();
    let mut answer = context.safe_redirect(referer.as_deref().unwrap_or_default());
    let Some(password) = context
        .input
        .post
        .get("post_password")
        .and_then(Value::as_str_lossy)
    else {
        return answer;
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
        set_cookies(&mut answer, &[cookie], context.now);
    }
    answer
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
