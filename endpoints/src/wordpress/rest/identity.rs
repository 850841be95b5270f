//! Who asks: the cookie with its nonce, or Basic.
//!
//! Contract "wordpress-rest", section 1.

use compat::type_map_entry;
use compat::wordpress::cookie::SetCookie;
use compat::wordpress::user::capability::Capabilities;

use crate::request_error::RequestError;
use crate::wordpress::basic_auth::{self, Basic};
use crate::wordpress::request_context::RequestContext;

/// Cookies of a response: of a session that takes the place of the one that a new password ended.
#[derive(Debug, Clone, Default)]
pub struct NewCookies(pub Vec<SetCookie>);

type_map_entry!(NewCookies);

/// Result of the nonce check for cookie authentication.
#[derive(Debug)]
pub enum Nonce {
    /// No nonce was sent.
    None,
    /// Valid; the response carries a fresh nonce.
    Right(String),
    /// Invalid.
    Wrong,
}

impl Nonce {
    /// Whether a nonce was sent; the response is then personal and not cached.
    pub fn is_given(&self) -> bool {
        !matches!(self, Self::None)
    }
}

/// `rest_cookie_check_errors`: without a nonce the request is anonymous; an invalid one is refused, also from
/// anonymous visitors (recording cf7/feedback-bad-rest-nonce).
fn check_nonce(context: &mut RequestContext<'_>) -> Nonce {
    let (input, visitor) = (context.input, &mut context.visitor);
    let given = match input.request_text("_wpnonce") {
        text if text.is_empty() => input.request.header("x-wp-nonce").to_owned(),
        text => text,
    };
    if given.is_empty() {
        visitor.user = None;
        visitor.session_token.clear();
        visitor.capabilities = Capabilities::default();
        return Nonce::None;
    }
    context.with_nonces(|nonces| match nonces.verify(&given, "wp_rest") {
        Some(_) => Nonce::Right(nonces.create("wp_rest")),
        None => Nonce::Wrong,
    })
}

/// Who asks (contract "wordpress-rest", section 1): the user of the cookie with its nonce, else of Basic. Namespaces
/// with rules of their own know users by the cookie alone.
///
/// # Errors
/// When there were too many wrong passwords, or the database fails.
pub async fn identity(
    context: &mut RequestContext<'_>,
    has_rules: bool,
) -> Result<(Nonce, Basic), RequestError> {
    if context.visitor.user.is_none() {
        let basic = basic_auth::authenticate(context).await?;
        if !matches!(basic, Basic::None) {
            return Ok((Nonce::None, basic));
        }
    }
    let nonce = if has_rules {
        Nonce::None
    } else {
        check_nonce(context)
    };
    Ok((nonce, Basic::None))
}
