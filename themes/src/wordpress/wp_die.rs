//! The error page (`wp_die`).
//!
//! Contract "wordpress-core", section 16; recordings comments/*, feeds/wp-mail, login/logout-no-nonce.

use compat::wordpress::l10n::Locale;
use minijinja::{Value, context};

use crate::engine::Engine;
use crate::render::RenderError;

/// The page's style sheet, our own.
const STYLE: &str = include_str!("../../assets/wordpress/wp_die.css");

/// The content of an error page.
#[derive(Debug, Clone, Default)]
pub struct ErrorPage<'a> {
    /// The title as markup; empty for WordPress's own.
    pub title: &'a str,
    /// The message as markup.
    pub message: &'a str,
    /// Whether a back link is printed.
    pub has_back_link: bool,
}

/// The message for a logged-in user who opens the admin area of a site without legacy upstream. Not WordPress's text.
pub const NO_ADMIN_PAGES: &str = "<h1>No admin pages</h1><p>The admin pages of this site are not here. Start the server with \
    <code>--legacy-upstream</code> to reach those of the PHP server.</p>";

/// The message where only the PHP server answers, and does not. Not WordPress's text.
pub const PHP_AWAY: &str = "<h1>Not available now</h1><p>This part of the site is answered by its PHP server, which cannot be \
    reached at the moment. Please try again in a little while; the other pages work as usual.</p>";

/// A message as a paragraph; `text` is markup.
#[must_use]
pub fn paragraph(text: &str) -> String {
    format!("<p>{text}</p>")
}

/// Renders an error page.
///
/// # Errors
/// When the template fails.
pub fn wp_die(
    engine: &Engine,
    locale: &Locale,
    is_public: bool,
    page: &ErrorPage<'_>,
) -> Result<String, RenderError> {
    let title = match page.title {
        "" => locale.translate("WordPress &rsaquo; Error"),
        title => title,
    };
    let back = page.has_back_link.then(|| locale.translate("&laquo; Back"));
    engine.render(
        "wordpress/wp_die.html",
        context! {
            language_attributes => language_attributes(locale),
            robots => robots(is_public, &["noindex", if is_public { "follow" } else { "nofollow" }]),
            title => title,
            style => STYLE,
            message => page.message,
            back => back.map_or(Value::from(()), Value::from),
        },
    )
}

/// `language_attributes`.
pub fn language_attributes(locale: &Locale) -> String {
    let is_rtl = locale.translate_with_context("ltr", "text direction") == "rtl";
    let direction = if is_rtl { "dir=\"rtl\" " } else { "" };
    format!("{direction}lang=\"{}\"", locale.html_lang())
}

/// `wp_robots`: the directives of a public site, then those of the page.
pub fn robots(is_public: bool, own: &[&str]) -> String {
    let everywhere = is_public.then_some("max-image-preview:large");
    let all: Vec<&str> = everywhere.into_iter().chain(own.iter().copied()).collect();
    all.join(", ")
}
