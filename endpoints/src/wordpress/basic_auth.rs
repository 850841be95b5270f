//! HTTP Basic with an application password: who signs requests of the REST API and of XML-RPC.
//!
//! Contract "wordpress-rest", sections 1 and 1.2.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use compat::wordpress::option_row::option_value;
use compat::wordpress::user::application_passwords::IN_USE;
use compat::wordpress::user::application_passwords::authenticate::{
    BasicFailure, SignedIn, wp_authenticate_application_password,
};

use super::request_context::RequestContext;
use super::request_user::capabilities;
use crate::request_error::RequestError;
use crate::server::Request;

/// Where a server in front puts the header that it swallows.
const HEADERS: [&str; 3] = [
    "authorization",
    "redirect-http-authorization",
    "x-http-authorization",
];

/// What became of the credentials of a request.
#[derive(Debug)]
pub enum Basic {
    /// There are none, or application passwords were never used on the site.
    None,
    /// They are a user's.
    SignedIn(SignedIn),
    /// They are wrong: the request is refused.
    Refused(BasicFailure),
}

/// Name and password of the header `Authorization`; `None` for other schemes and broken values.
pub fn credentials(request: &Request) -> Option<(String, String)> {
    let header = HEADERS.iter().map(|name| request.header(name));
    let header = header.into_iter().find(|value| !value.is_empty())?;
    let (scheme, rest) = header.trim().split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let decoded = STANDARD.decode(rest.trim()).ok()?;
    let decoded = String::from_utf8_lossy(&decoded).into_owned();
    let (name, password) = decoded.split_once(':')?;
    Some((name.to_owned(), password.to_owned()))
}

/// `wp_is_application_passwords_available`: over TLS, and on local sites.
pub fn is_available(context: &RequestContext<'_>) -> bool {
    context.is_ssl() || context.app.environment_type == "local"
}

/// `WP_Application_Passwords::is_in_use`.
///
/// # Errors
/// When the database fails.
pub async fn is_in_use(context: &RequestContext<'_>) -> Result<bool, RequestError> {
    if context.snapshot.state.site.options.is_on(IN_USE) {
        return Ok(true);
    }
    // The first password may be younger than the snapshot.
    let stored = option_value(&context.app.db, IN_USE).await?;
    Ok(stored.is_some_and(|value| !matches!(value.as_str(), "" | "0")))
}

/// `wp_validate_application_password`: makes the user of the header the one who asks.
///
/// # Errors
/// When there were too many wrong passwords, or the database fails.
pub async fn authenticate(context: &mut RequestContext<'_>) -> Result<Basic, RequestError> {
    let Some((name, password)) = credentials(&context.input.request) else {
        return Ok(Basic::None);
    };
    if !is_in_use(context).await? {
        return Ok(Basic::None);
    }
    sign_in(context, (&name, &password)).await
}

/// Makes the user of a name and an application password the one who asks.
///
/// # Errors
/// When there were too many wrong passwords, or the database fails.
pub async fn sign_in(
    context: &mut RequestContext<'_>,
    given: (&str, &str),
) -> Result<Basic, RequestError> {
    let (app, origin) = (context.app, context.origin());
    let is_available = is_available(context);
    let asked = wp_authenticate_application_password(
        &app.attempts,
        origin,
        &mut context.objects,
        given,
        is_available,
    );
    match asked.await? {
        Ok(signed_in) => {
            let user = signed_in.user;
            let meta = context.objects.user_meta(user);
            context.visitor.capabilities = capabilities(app, &context.state, meta);
            context.visitor.user = Some(user);
            context.visitor.session_token.clear();
            Ok(Basic::SignedIn(signed_in))
        }
        Err(failure) => {
            let (code, _) = failure.error();
            tracing::warn!(address = %origin.address, code, "an application password is refused");
            Ok(Basic::Refused(failure))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn sent(name: &'static str, value: &str) -> Option<(String, String)> {
        let mut request = Request::get("/").unwrap();
        let value = HeaderValue::from_str(value).unwrap();
        request.headers.insert(name, value);
        credentials(&request)
    }

    #[test]
    fn only_basic_is_read() {
        let want = Some(("duena".to_owned(), "a:b c".to_owned()));
        assert_eq!(sent("authorization", "Basic ZHVlbmE6YTpiIGM="), want);
        assert_eq!(sent("authorization", "bAsIc   ZHVlbmE6YTpiIGM= "), want);
        assert_eq!(
            sent("redirect-http-authorization", "Basic ZHVlbmE6YTpiIGM="),
            want
        );
        for other in [
            "Bearer ZHVlbmE6YTpiIGM=",
            "Basic",
            "Basic !",
            "Basic ZHVlbmE=",
        ] {
            assert_eq!(sent("authorization", other), None, "{other}");
        }
    }
}
