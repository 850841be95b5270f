//! Login sessions: authentication cookies, and the session tokens they must belong to.
//!
//! Contract wordpress-core, section 12.3. Neither loads users nor writes user meta: both are values
//! here, so that the caller may fetch them asynchronously.

mod auth_cookie;
mod cookie_site;
mod session_tokens;

pub use auth_cookie::{AuthCookie, AuthScheme, CookieUser, validate_auth_cookie};
pub use cookie_site::{AuthCookieValues, CookieSite, cookie_hash};
pub use session_tokens::{SessionToken, SessionTokens, generate_session_token, session_verifier};
