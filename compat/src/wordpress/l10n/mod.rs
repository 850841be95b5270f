//! Translations: what a text of WordPress, a theme or a plugin is called in the language of a page.
//!
//! See `docs/architecture.md`, "Languages", and contract "wordpress-core", section 17 and others that print text. The
//! site's own `.mo` files are used as in WordPress; for a domain without a file for a language, our own wording in
//! Spanish, French or German is used. The column `multilingual` detects the language of a page.

mod locale;
mod mo_file;
mod mo_writer;
mod plural_forms;
mod translations;
mod wording;
mod wp_locale;

pub use locale::{Locale, TextDomain};
pub use mo_file::{Message, MoError, MoFile};
pub use mo_writer::MoWriter;
pub use plural_forms::PluralForms;
pub use translations::Translations;
pub use wp_locale::WpLocale;

/// The text domain of WordPress itself.
pub const DEFAULT_DOMAIN: &str = "default";
