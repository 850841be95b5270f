//! The fields of an account as they are given, cleaned as `wp_insert_user` does, and what can be wrong with them.
//!
//! Contract "wordpress-rest", section 9.

use crate::wordpress::formatting::email::sanitize_email;
use crate::wordpress::formatting::sanitize::sanitize_user;
use crate::wordpress::formatting::sanitize_field::sanitize_text_field;
use crate::wordpress::formatting::sanitize_title::sanitize_title;
use crate::wordpress::formatting::specialchars::{QuoteStyle, wp_specialchars};
use crate::wordpress::kses::{WP_ALLOWED_PROTOCOLS, wp_kses_data};
use crate::wordpress::php::Value;
use crate::wordpress::url::esc_url_raw;

/// Maximum length of `user_login`.
pub(super) const LOGIN_LENGTH: usize = 60;
/// Maximum length of `user_nicename`.
pub(super) const NICENAME_LENGTH: usize = 50;
/// Maximum length of `user_url`.
const URL_LENGTH: usize = 100;

/// What is to be stored of an account; `None`: not given.
#[derive(Debug, Clone, Default)]
pub struct UserFields {
    /// `user_email`.
    pub email: Option<String>,
    /// `user_url`.
    pub url: Option<String>,
    /// `user_nicename`.
    pub nicename: Option<String>,
    /// `display_name`.
    pub display_name: Option<String>,
    /// `first_name`.
    pub first_name: Option<String>,
    /// `last_name`.
    pub last_name: Option<String>,
    /// `nickname`.
    pub nickname: Option<String>,
    /// `description`.
    pub description: Option<String>,
    /// `locale`.
    pub locale: Option<String>,
    /// The password in plain.
    pub password: Option<String>,
    /// All roles from now on.
    pub roles: Option<Vec<String>>,
    /// `{prefix}persisted_preferences`; an inner `None` removes them.
    pub preferences: Option<Option<Value>>,
}

/// Why an account is not stored. Names are WordPress's error codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserError {
    /// `empty_user_login`.
    EmptyLogin,
    /// `user_login_too_long`.
    LoginTooLong,
    /// `existing_user_login`.
    LoginExists,
    /// `existing_user_email`.
    EmailExists,
    /// `user_nicename_too_long`.
    NicenameTooLong,
    /// `user_url_too_long`.
    UrlTooLong,
    /// The password cannot be hashed: it is too long.
    Password,
}

impl UserError {
    /// The code, and WordPress's source text.
    pub fn error(self) -> (&'static str, &'static str) {
        match self {
            Self::EmptyLogin => (
                "empty_user_login",
                "Cannot create a user with an empty login name.",
            ),
            Self::LoginTooLong => (
                "user_login_too_long",
                "Username may not be longer than 60 characters.",
            ),
            Self::LoginExists => (
                "existing_user_login",
                "Sorry, that username already exists!",
            ),
            Self::EmailExists => (
                "existing_user_email",
                "Sorry, that email address is already used!",
            ),
            Self::NicenameTooLong => (
                "user_nicename_too_long",
                "Nicename may not be longer than 50 characters.",
            ),
            Self::UrlTooLong => (
                "user_url_too_long",
                "User URL may not be longer than 100 characters.",
            ),
            Self::Password => ("user_password_too_long", "Passwords may not be this long."),
        }
    }
}

/// `pre_user_display_name` and its like: one line of text, with the markup of comments escaped.
pub fn clean_name(text: &str) -> String {
    let plain = wp_kses_data(&sanitize_text_field(text));
    wp_specialchars(&plain, QuoteStyle::NoQuotes).into_owned()
}

impl UserFields {
    /// The fields as they are stored (`pre_user_*`).
    ///
    /// # Errors
    /// When one is too long.
    pub fn cleaned(mut self, locale: &str) -> Result<Self, UserError> {
        for name in [
            &mut self.display_name,
            &mut self.first_name,
            &mut self.last_name,
            &mut self.nickname,
        ]
        .into_iter()
        .flatten()
        {
            *name = clean_name(name);
        }
        if let Some(text) = &mut self.description {
            *text = wp_kses_data(text.trim());
        }
        if let Some(email) = &mut self.email {
            *email = sanitize_email(email.trim());
        }
        if let Some(url) = &mut self.url {
            *url = esc_url_raw(url.trim(), &WP_ALLOWED_PROTOCOLS).into_owned();
            if url.chars().count() > URL_LENGTH {
                return Err(UserError::UrlTooLong);
            }
        }
        if let Some(nicename) = &mut self.nicename {
            let given = sanitize_user(nicename, true, locale);
            if given.chars().count() > NICENAME_LENGTH {
                return Err(UserError::NicenameTooLong);
            }
            *nicename = sanitize_title(&given, "", locale);
        }
        Ok(self)
    }

    /// The rows of `{p}usermeta` that are given.
    pub(super) fn meta(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let named = [
            ("nickname", &self.nickname),
            ("first_name", &self.first_name),
            ("last_name", &self.last_name),
            ("description", &self.description),
            ("locale", &self.locale),
        ];
        named
            .into_iter()
            .filter_map(|(key, value)| Some((key, value.as_deref()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_cleaned() {
        let given = UserFields {
            description: Some(" Nueva <b>nota</b><script>1</script>".to_owned()),
            display_name: Some("A <i>b</i> & c".to_owned()),
            url: Some("javascript:alert(1)".to_owned()),
            nicename: Some("Ñu Ño".to_owned()),
            ..UserFields::default()
        };
        let made = given.cleaned("es_ES").unwrap();
        assert_eq!(made.description.as_deref(), Some("Nueva <b>nota</b>1"));
        assert_eq!(made.display_name.as_deref(), Some("A b &amp; c"));
        assert_eq!(made.url.as_deref(), Some(""));
        assert_eq!(made.nicename.as_deref(), Some("nu-no"));
        let long = UserFields {
            nicename: Some("x".repeat(51)),
            ..UserFields::default()
        };
        assert_eq!(long.cleaned("").err(), Some(UserError::NicenameTooLong));
    }
}
