//! `get_public_item_schema`: the schemas of the items of core's routes, printed for OPTIONS.
//!
//! Contract "wordpress-core", section 13; core 6.8. Dashboard routes (menus, templates, fonts, settings) have none.

mod application_password;
mod comment;
mod kinds;
mod post;
mod post_links;
mod property;
mod revision;
mod term;
mod user;

pub use application_password::application_password;
pub use comment::comment;
pub use kinds::{post_type, search_result, status, taxonomy};
pub use post::post;
pub use revision::{autosave, revision};
pub use term::term;
pub use user::user;
