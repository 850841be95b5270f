//! The cookie to which the key of a mail moves, so that no address holds it (`set_reset_password_cookie`).
//!
//! Contract "woocommerce", section 14.

use compat::wordpress::cookie::SetCookie;

use crate::wordpress::request_context::RequestContext;

/// Seconds by which the expiry of a deleted cookie lies in the past.
const YEAR: i64 = 31_536_000;

fn name(context: &RequestContext<'_>) -> String {
    format!("wp-resetpass-{}", context.state.cookies.hash())
}

/// The cookie for the path of the request. `holder`: the user's id and the key; `None`: it is deleted.
pub fn reset_cookie(context: &RequestContext<'_>, holder: Option<(i64, &str)>) -> SetCookie {
    let (value, expires) = match holder {
        Some((user, key)) => (format!("{user}:{key}"), None),
        None => (" ".to_owned(), Some(context.now.saturating_sub(YEAR))),
    };
    SetCookie {
        name: name(context),
        value,
        expires,
        path: context.input.request.path().to_owned(),
        domain: context.state.cookies.domain().map(str::to_owned),
        secure: context.is_ssl(),
        http_only: true,
    }
}

/// The user's id and the key that the browser sends.
pub fn sent_key(context: &RequestContext<'_>) -> Option<(i64, String)> {
    let sent = context.input.cookies.get(&name(context))?;
    let (user, key) = sent.split_once(':')?;
    Some((user.parse().ok().filter(|id| *id > 0)?, key.to_owned()))
}
