//! The page on which a person lets an application in.
//!
//! Contract "wordpress-rest", section 3. Fields, ids and buttons are WordPress's, wording and layout our own.

use compat::wordpress::l10n::Locale;
use compat::wordpress::user::application_passwords::chunk_password;
use compat::wordpress::user::authorize_application::AuthorizeRequest;
use minijinja::context;

use super::wp_die::language_attributes;
use crate::engine::Engine;
use crate::render::RenderError;

/// The page's style sheet.
const STYLE: &str = include_str!("../../assets/wordpress/wp_die.css");

/// What the page says besides the form.
#[derive(Debug, Clone, Default)]
pub struct ApprovalPage<'a> {
    /// What is asked for.
    pub request: AuthorizeRequest,
    /// Where the form goes.
    pub action: &'a str,
    /// The nonce.
    pub nonce: &'a str,
    /// The address of the page, for `_wp_http_referer`.
    pub referer: &'a str,
    /// The person's login name.
    pub user_login: &'a str,
    /// `site_url()`.
    pub site_url: &'a str,
    /// The new password, shown once.
    pub new_password: Option<&'a str>,
}

/// Renders the page.
///
/// # Errors
/// When the template fails.
pub fn authorize_application(
    engine: &Engine,
    locale: &Locale,
    page: &ApprovalPage<'_>,
) -> Result<String, RenderError> {
    let request = &page.request;
    let approved = request.approved_url(page.site_url, page.user_login, "[------]");
    engine.render(
        "wordpress/authorize_application.html",
        context! {
            language_attributes => language_attributes(locale),
            style => STYLE,
            action => page.action,
            nonce => page.nonce,
            referer => page.referer,
            user_login => page.user_login,
            app_name => request.app_name.clone(),
            app_id => request.app_id.clone(),
            success_url => request.success_url.clone(),
            reject_url => request.reject_url.clone(),
            approved_url => approved,
            new_password => page.new_password.map(chunk_password),
        },
    )
}
