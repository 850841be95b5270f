//! Languages: which language a request speaks, what the site is in it, and which pages are translations of each other.
//!
//! Contract "wordpress-core", section 19. WPML's or Polylang's rows decide when a site has them ([`Languages::load`]);
//! otherwise the path prefixes of the configuration do ([`settings`]).
//!
//! A site in a language is a separate [`Site`](crate::wordpress::site::Site) ([`site_in`]) with the home URL, front page,
//! menus, pages and terms of that language, so that other code does not depend on languages.

mod accept_language;
mod audit;
mod content_language;
mod language;
mod languages;
mod load;
mod negotiation;
mod page_languages;
mod plugin;
mod polylang;
mod posts_where;
pub mod register;
pub mod settings;
mod site_in;
mod switcher_settings;
mod translations;
mod visit;
mod visitor_language;
mod wpml;

pub use content_language::content_language;
pub use language::Language;
pub use languages::{Languages, XDefault};
pub use negotiation::{Negotiation, PARAMETER};
pub use page_languages::{LanguageCookie, LanguageLink, PageLanguages};
pub use plugin::Plugin;
pub use site_in::site_in;
pub use switcher_settings::{MenuSlot, SwitcherSettings, SwitcherSlots, SwitcherTemplate};
pub use translations::translations_of_post;
pub use visit::Visit;
pub use visitor_language::{
    AutomaticRedirect, HomeLanguage, PLL_COOKIE, PLL_COOKIE_AGE, VisitorLanguage,
};
