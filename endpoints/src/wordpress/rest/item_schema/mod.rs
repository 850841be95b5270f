//! `get_public_item_schema`: the schemas of the items of core's routes, printed for OPTIONS.
//!
//! Contract "wordpress-core", section 13; contract "wordpress-rest", section 22; core 6.8.

mod application_password;
mod blocks;
mod comment;
mod dashboard;
mod editor;
mod kinds;
mod post;
mod post_links;
mod property;
mod revision;
mod term;
mod user;

pub use application_password::application_password;
pub use blocks::{
    block_directory_item, block_pattern, block_pattern_category, block_type,
    pattern_directory_item, rendered_block,
};
pub use comment::comment;
pub use dashboard::{plugin, sidebar, site_health_test, theme, widget, widget_type};
pub use editor::{
    font_collection, font_face, font_family, global_styles, navigation_fallback, template,
    template_autosave, template_revision, url_details,
};
pub use kinds::{post_type, search_result, status, taxonomy};
pub use post::post;
pub use revision::{autosave, revision};
pub use term::term;
pub use user::user;
