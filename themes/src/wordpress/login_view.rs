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

/// What the page is printed from, whatever form it shows.
#[derive(Clone, Copy)]
pub struct LoginView<'a> {
    /// The templates.
    pub engine: &'a Engine,
    /// The site.
    pub site: &'a Site,
    /// The language.
    pub locale: &'a Locale,
    /// Which scripts are linked.
    pub frontend: Frontend,
    /// Which of the site's files are linked.
    pub site_files: &'a SiteFiles,
    /// The address of the page with the privacy policy, and its title.
    pub privacy_policy: Option<(&'a str, &'a str)>,
    /// The installed languages besides English; none: no switch.
    pub languages: &'a [String],
    /// The nonce of the password script.
    pub nonce: &'a str,
    /// A random number, as in `RequestUser`.
    pub random: i64,
    /// What the account may do; nothing for a visitor.
    pub capabilities: &'a Capabilities,
    /// What columns print.
    pub pieces: &'a [LoginFilter],
    /// The version of WordPress, for `?ver=`.
    pub wp_version: &'a str,
}

/// What is on the page.
#[derive(Debug, Clone, Default)]
pub struct LoginPage {
    /// The action, as in the class `login-action-…`.
    pub action: &'static str,
    /// The title, translated.
    pub title: String,
    /// A notice above the form, as markup.
    pub message: String,
    /// What went wrong, as markup.
    pub errors: Vec<String>,
    /// Messages, as markup.
    pub messages: Vec<String>,
    /// Whether the form shakes its head.
    pub shakes: bool,
    /// The form.
    pub form: LoginForm,
    /// Fields that the language switch keeps: name and value.
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
        /// `log`, kept after a failure.
        user_login: String,
        /// "Remember Me" is ticked.
        is_remembered: bool,
        /// Where to go afterwards.
        redirect_to: String,
    },
    /// The user name of a password reset.
    LostPassword {
        /// `user_login`, kept after a failure.
        user_login: String,
        /// Where to go afterwards.
        redirect_to: String,
    },
    /// User name and e-mail address of a registration.
    Register {
        /// `user_login`, kept after a failure.
        user_login: String,
        /// `user_email`, kept after a failure.
        user_email: String,
        /// Where to go afterwards.
        redirect_to: String,
    },
    /// A new password.
    ResetPassword {
        /// Whose password it is.
        user_login: String,
        /// The key from the mail.
        rp_key: String,
        /// A password to take.
        suggested: String,
    },
}

/// What a column prints on the page.
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
    /// Whether one of our browser modules stands in for the column's script.
    pub has_modules: bool,
}

/// What a column prints on the page.
pub type LoginFilter = fn(&LoginView<'_>) -> LoginPieces;

impl LoginView<'_> {
    /// A text of core.
    pub(super) fn text(&self, source: &'static str) -> String {
        self.locale.translate(source).to_owned()
    }

    /// An address below the site's core files.
    pub fn site_url(&self, path: &str) -> String {
        format!("{}/{path}", self.site.siteurl())
    }

    /// Whether the page may link the file of an address.
    pub(super) fn may_link(&self, url: &str) -> bool {
        self.site_files.may_link(&self.site.siteurl(), url)
    }

    /// The address of a core file of the site.
    pub(super) fn includes(&self, path: &str) -> String {
        self.site_url(&format!("wp-includes/{path}"))
    }
}
