//! What a site does about the language of a visitor: which one its own address shows, and how it is remembered.
//!
//! Contract "wordpress-core", sections 19.1 and 19.2: Polylang's options `browser` and `hide_default` and its cookie;
//! WPML's settings `automatic_redirect`, `remember_language` and `store_frontend_cookie`, which scripts carry out.

use crate::wordpress::php::Value;

/// What a site does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VisitorLanguage {
    /// The language of the site's own address is the visitor's (Polylang, unless languages have domains).
    pub home: Option<HomeLanguage>,
    /// Whether responses set the language cookie (Polylang).
    pub sets_cookie: bool,
    /// Whether that cookie belongs to the host of the site's address and those below it.
    pub on_subdomains: bool,
    /// The redirect by browser language (WPML).
    pub automatic_redirect: AutomaticRedirect,
    /// Hours until the script may redirect the same visitor again.
    pub remember_language: i64,
    /// Whether a script sets the cookie of the page's language (WPML).
    pub stores_cookie: bool,
}

/// How the language of the site's own address is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HomeLanguage {
    /// Whether `Accept-Language` is used.
    pub browser: bool,
    /// Whether the site's own language stands at that address.
    pub hides_default: bool,
}

/// The settings of the redirect by browser language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AutomaticRedirect {
    /// Nowhere.
    #[default]
    Never,
    /// To the page's translation, when there is one.
    ToTranslation,
    /// Also to the front page of the language.
    Always,
}

/// The name of Polylang's cookie, unless the constant of the same name says otherwise.
pub const PLL_COOKIE: &str = "pll_language";
/// Seconds that it lives: a year.
pub const PLL_COOKIE_AGE: i64 = 31_536_000;

impl VisitorLanguage {
    /// As Polylang's options say.
    pub fn of_polylang(options: &Value) -> Self {
        let force_lang = options.get("force_lang").map_or(1, Value::to_int);
        let has_domains = force_lang == 3;
        let home = HomeLanguage {
            browser: options.at("browser").to_bool(),
            hides_default: options.get("hide_default").is_none_or(Value::to_bool),
        };
        Self {
            home: (!has_domains).then_some(home),
            sets_cookie: !has_domains,
            on_subdomains: force_lang == 2,
            ..Self::default()
        }
    }

    /// As WPML's settings say.
    pub fn of_wpml(settings: &Value) -> Self {
        Self {
            automatic_redirect: match settings.at("automatic_redirect").to_int() {
                1 => AutomaticRedirect::ToTranslation,
                2 => AutomaticRedirect::Always,
                _ => AutomaticRedirect::Never,
            },
            remember_language: settings.get("remember_language").map_or(24, Value::to_int),
            stores_cookie: settings.at("store_frontend_cookie").to_bool(),
            ..Self::default()
        }
    }
}
