//! What an application may ask for on the approval page (`wp_is_authorize_application_password_request_valid`).
//!
//! Contract "wordpress-rest", section 3.

use crate::wordpress::php::url::urlencode;
use crate::wordpress::url::parse_url::wp_parse_url;
use crate::wordpress::url::query_arg::{QueryArg, add_query_arg};

/// What an application asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AuthorizeRequest {
    /// The application's name.
    pub app_name: String,
    /// Its own id, a UUID; empty without.
    pub app_id: String,
    /// Where an approval leads; empty without.
    pub success_url: String,
    /// Where a rejection leads; empty without.
    pub reject_url: String,
}

/// Why an application may not ask. Names are WordPress's error codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuthorizeError {
    /// `invalid_redirect_url_format`.
    UrlFormat,
    /// `invalid_redirect_scheme`.
    Scheme,
    /// `invalid_app_id`.
    AppId,
}

impl AuthorizeError {
    /// WordPress's source text.
    pub fn message(self) -> &'static str {
        match self {
            Self::UrlFormat => "Invalid URL format.",
            Self::Scheme => "The URL must be served over a secure connection.",
            Self::AppId => "The application ID must be a UUID.",
        }
    }
}

impl AuthorizeRequest {
    /// Completes the address for a rejection: the other one, which then says that it was none.
    #[must_use]
    pub fn completed(mut self) -> Self {
        if self.reject_url.is_empty() && !self.success_url.is_empty() {
            self.reject_url = add_query_arg(&[("success", "false".into())], &self.success_url);
        }
        self
    }

    /// Checks addresses and id.
    ///
    /// # Errors
    /// When one of them may not be asked for.
    pub fn check(&self, is_local: bool) -> Result<(), AuthorizeError> {
        check_url(&self.success_url, is_local)?;
        check_url(&self.reject_url, is_local)?;
        if self.app_id.is_empty() || is_uuid(&self.app_id) {
            Ok(())
        } else {
            Err(AuthorizeError::AppId)
        }
    }

    /// Where an approval leads, with the new password; `None` without an address.
    pub fn approved_url(&self, site_url: &str, user_login: &str, password: &str) -> Option<String> {
        if self.success_url.is_empty() {
            return None;
        }
        let text = |value: &str| QueryArg::Text(urlencode(value.as_bytes()));
        let args = [
            ("site_url", text(site_url)),
            ("user_login", text(user_login)),
            ("password", text(password)),
        ];
        Some(add_query_arg(&args, &self.success_url))
    }
}

/// `wp_is_authorize_application_redirect_url_valid`: an own scheme of an application is fine, `http` only on a local
/// site.
fn check_url(url: &str, is_local: bool) -> Result<(), AuthorizeError> {
    if url.is_empty() {
        return Ok(());
    }
    let parts = wp_parse_url(url).ok_or(AuthorizeError::UrlFormat)?;
    let scheme = parts.scheme.unwrap_or_default().to_ascii_lowercase();
    let mut letters = scheme.chars();
    let is_scheme = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && letters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-'));
    let has_host = parts.host.is_some_and(|host| !host.is_empty());
    if !is_scheme || !has_host || matches!(scheme.as_str(), "javascript" | "data") {
        return Err(AuthorizeError::UrlFormat);
    }
    if scheme == "http" && !is_local {
        return Err(AuthorizeError::Scheme);
    }
    Ok(())
}

/// `wp_is_uuid`.
pub fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = groups.iter().map(|g| g.len()).collect();
    let is_digit = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    lengths == [8, 4, 4, 4, 12] && groups.iter().all(|g| g.bytes().all(is_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_applications() {
        for (url, local, real) in [
            ("", Ok(()), Ok(())),
            ("https://a.example/b?c=d", Ok(()), Ok(())),
            ("my-app://callback", Ok(()), Ok(())),
            ("http://a.example/", Ok(()), Err(AuthorizeError::Scheme)),
            (
                "javascript://a.example/%0aalert(1)",
                Err(AuthorizeError::UrlFormat),
                Err(AuthorizeError::UrlFormat),
            ),
            (
                "/wp-admin/",
                Err(AuthorizeError::UrlFormat),
                Err(AuthorizeError::UrlFormat),
            ),
            (
                "mailto:a@b.example",
                Err(AuthorizeError::UrlFormat),
                Err(AuthorizeError::UrlFormat),
            ),
        ] {
            assert_eq!(
                [check_url(url, true), check_url(url, false)],
                [local, real],
                "{url}"
            );
        }
    }

    #[test]
    fn where_an_answer_leads() {
        let request = AuthorizeRequest {
            success_url: "https://cuaderno.example/vuelta".to_owned(),
            ..AuthorizeRequest::default()
        }
        .completed();
        assert_eq!(
            request.reject_url,
            "https://cuaderno.example/vuelta?success=false"
        );
        let approved = request.approved_url("http://127.0.0.1:8081", "duena", "abc");
        let want = "https://cuaderno.example/vuelta?site_url=http%3A%2F%2F127.0.0.1%3A8081&user_login=duena&password=abc";
        assert_eq!(approved.as_deref(), Some(want));
        let bad = AuthorizeRequest {
            app_id: "x".to_owned(),
            ..AuthorizeRequest::default()
        };
        assert_eq!(bad.check(true), Err(AuthorizeError::AppId));
    }
}
