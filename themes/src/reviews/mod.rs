//! Reviews and Rating: its style sheet and script on every page.
//!
//! Contract "reviews-widget"; the widgets themselves come with the column's own rooms.

use compat::columns::is_plugin_active;

use crate::theme::{Column, Registry};
use crate::wordpress::assets::{Script, Style};
use crate::wordpress::view::Page;

/// The column.
pub const COLUMN: Column = Column {
    name: "reviews",
    is_active: |options| {
        is_plugin_active(
            options,
            "g-business-reviews-rating/g-business-reviews-rating.php",
        )
    },
    register,
};

/// Contract "reviews-widget", section 3. Until the widgets are here, what stands inside is shown.
const SHORTCODES: [&str; 7] = [
    "google_business_reviews_rating",
    "reviews_rating",
    "reviews_rating_single",
    "reviews_rating_links",
    "reviews_rating_link",
    "links_google_business",
    "link_google_business",
];

const HANDLE: &str = "google_business_reviews_rating_wp";

fn register(registry: &mut Registry) {
    registry.hooks.wp_enqueue_scripts(11, enqueue);
    for tag in SHORTCODES {
        registry.shortcodes.foreign_tag(tag);
    }
}

fn enqueue(page: &mut Page) {
    let version = page.view.wp_version();
    let css = page
        .view
        .plugin_url("g-business-reviews-rating/wp/css/css.css");
    let js = page
        .view
        .plugin_url("g-business-reviews-rating/wp/js/js.js");
    page.assets
        .style(Style::linked(&format!("{HANDLE}_css"), &css, &version));
    if page.view.is_legacy() {
        page.assets
            .head_script(Script::linked(&format!("{HANDLE}_js"), &js, &version));
    }
}
