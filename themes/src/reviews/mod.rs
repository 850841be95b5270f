//! Reviews and Rating: its widgets, its style sheet and script on every page, and the second, travel-review widget.
//!
//! Contract "reviews-widget", sections 3 to 7 and 12. `compat::reviews` selects the reviews of a widget.

mod assets;
mod classic_widget;
mod image;
mod listing;
mod shortcode;
mod stars;
mod structured_data;
mod summary;
mod travel;
mod widget;
mod words;

use compat::reviews::register::COLUMN as MEANING;

use crate::base_css::place;
use crate::column::{Column, Registry};

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    name: "reviews",
    is_active: MEANING.is_active,
    register,
};

/// Contract section 3.
const SHORTCODES: [&str; 7] = [
    "google_business_reviews_rating",
    "reviews_rating",
    "reviews_rating_single",
    "reviews_rating_links",
    "reviews_rating_link",
    "links_google_business",
    "link_google_business",
];

fn register(registry: &mut Registry) {
    registry.sheets.add(
        place::PLUGINS,
        &[include_str!("../../assets/reviews/reviews.css")],
    );
    registry.hooks.wp_enqueue_scripts(11, assets::enqueue);
    registry.hooks.wp_head(10, structured_data::print);
    for tag in SHORTCODES {
        registry.shortcodes.register(tag, shortcode::reviews_rating);
    }
    registry
        .shortcodes
        .register(travel::SHORTCODE, travel::shortcode);
    classic_widget::register(registry);
}
