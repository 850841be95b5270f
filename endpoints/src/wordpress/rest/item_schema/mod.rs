//! `get_public_item_schema`: what the items of core's routes look like, as OPTIONS tells it.
//!
//! Contract "wordpress-core", section 13; core 6.8. Routes of the dashboard alone (menus, templates, fonts, settings) tell
//! none.

mod comment;
mod kinds;
mod post;
mod post_links;
mod property;
mod revision;
mod term;
mod user;

pub use comment::comment;
pub use kinds::{post_type, search_result, status, taxonomy};
pub use post::post;
pub use revision::{autosave, revision};
pub use term::term;
pub use user::user;
