//! Filters of an image or icon in a module.
//!
//! Contract "divi-css", section 17.

use super::super::families::filter;
use super::super::styles::Styles;

/// Modules whose images have filters.
const IMAGES: [&str; 13] = [
    "audio",
    "blog",
    "comments",
    "filterable_portfolio",
    "fullwidth_header",
    "fullwidth_portfolio",
    "gallery",
    "portfolio",
    "post_slider",
    "slide",
    "team_member",
    "testimonial",
    "login",
];

/// Adds the rules.
pub(super) fn add(styles: &mut Styles<'_>) {
    if !styles.has("child_") {
        return;
    }
    let advanced = styles.fields.advanced;
    let selectors = match styles.module() {
        "menu" | "fullwidth_menu" if styles.get("logo").is_empty() => return,
        "menu" | "fullwidth_menu" => advanced.get("image"),
        "blurb" => {
            let has_picture = styles.get("use_icon") == "on" || !styles.get("image").is_empty();
            if !has_picture {
                return;
            }
            advanced.get("icon_settings")
        }
        "map" | "fullwidth_map" => advanced.get("child_filters"),
        module if IMAGES.contains(&module) => advanced.get("image"),
        _ => return,
    };
    let selectors = selectors.get("css").get("main").list();
    let selectors: Vec<_> = selectors.into_iter().flat_map(filter::split).collect();
    filter::add_of_child(styles, &selectors);
}
