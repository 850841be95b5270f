//! What the page of `wp-login.php` is printed from.
//!
//! Contract "wordpress-core", section 18.

use compat::wordpress::l10n::Locale;
use compat::wordpress::site::Site;
use compat::wordpress::user::capability::Capabilities;

use super::assets::{Script, Style};
use super::frontend::Frontend;
use super::site_files::SiteFiles;
use crate::engine::Engine;

/// The input of all login pages.
#[derive(Clone, Copy)]
pub struct LoginView<'a> {
    /// The templates.
    pub engine: &'a Engine,
    /// The site.
    pub site: &'a Site,
    /// The language.
    pub locale: &'a Locale,
    /// Whether browser modules or legacy scripts are linked.
    pub frontend: Frontend,
    /// The site's existing files.
    pub site_files: &'a SiteFiles,
    /// URL and title of the privacy policy page.
    pub privacy_policy: Option<(&'a str, &'a str)>,
    /// The installed languages besides English; empty: no language switcher.
    pub languages: &'a [String],
    /// The nonce of the password script.
    pub nonce: &'a str,
    /// A random number, as in `RequestUser`.
    pub random: i64,
    /// The user's capabilities; none for an anonymous visitor.
    pub capabilities: &'a Capabilities,
    /// The columns' parts.
    pub pieces: &'a [LoginFilter],
    /// The version of WordPress, for `?ver=`.
    pub wp_version: &'a str,
}

/// The content of the page.
#[derive(Debug, Clone, Default)]
pub struct LoginPage {
    /// The action, as in the class `login-action-…`.
    pub action: &'static str,
    /// The title, translated.
    pub title: String,
    /// A notice above the form, as markup.
    pub message: String,
    /// Errors, as markup.
    pub errors: Vec<String>,
    /// Messages, as markup.
    pub messages: Vec<String>,
    /// Whether the form shakes.
    pub shakes: bool,
    /// The form.
    pub form: LoginForm,
    /// Hidden fields of the language switcher: name and value.
    pub kept_fields: Vec<(&'static str, String)>,
}

/// A form of the page.
#[derive(Debug, Clone, Default)]
pub enum LoginForm {
    /// None: only notices.
    #[default]
    None,
    /// Name and password.
    Login {
        /// `log`, refilled after an error.
        user_login: String,
        /// Whether "Remember Me" is checked.
        is_remembered: bool,
        /// The redirect target.
        redirect_to: String,
    },
    /// The user name of a password reset.
    LostPassword {
        /// `user_login`, refilled after an error.
        user_login: String,
        /// The redirect target.
        redirect_to: String,
    },
    /// User name and e-mail address of a registration.
    Register {
        /// `user_login`, refilled after an error.
        user_login: String,
        /// `user_email`, refilled after an error.
        user_email: String,
        /// The redirect target.
        redirect_to: String,
    },
    /// A new password.
    ResetPassword {
        /// The user's login name.
        user_login: String,
        /// The key from the mail.
        rp_key: String,
        /// A suggested password.
        suggested: String,
    },
}

/// A column's parts of the page.
#[derive(Debug, Default)]
pub struct LoginPieces {
    /// `login_form`, `lostpassword_form`, `register_form`: inside the form.
    pub form: String,
    /// Style sheets.
    pub styles: Vec<Style>,
    /// Scripts in the head.
    pub head_scripts: Vec<Script>,
    /// Scripts at the end.
    pub footer_scripts: Vec<Script>,
    /// Whether a browser module replaces the column's script.
    pub has_modules: bool,
}

/// A column's callback for the login page.
pub type LoginFilter = fn(&LoginView<'_>) -> LoginPieces;

impl LoginView<'_> {
    /// A text of core.
    pub(super) fn text(&self, source: &'static str) -> String {
        self.locale.translate(source).to_owned()
    }

    /// `site_url`.
    pub fn site_url(&self, path: &str) -> String {
        format!("{}/{path}", self.site.siteurl())
    }

    /// Whether the page may link the file of a URL.
    pub(super) fn may_link(&self, url: &str) -> bool {
        self.site_files.may_link(&self.site.siteurl(), url)
    }

    /// `includes_url`.
    pub(super) fn includes(&self, path: &str) -> String {
        self.site_url(&format!("wp-includes/{path}"))
    }
}
