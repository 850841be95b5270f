//! The column's parts of the base style sheet: theme and builder modules.

use crate::base_css::{Sheets, place};

/// Fonts, page, header and content, in the order of the cascade.
const PAGE: &[&str] = &[
    include_str!("../../assets/divi/fonts.css"),
    include_str!("../../assets/divi/icons.css"),
    include_str!("../../assets/divi/base.css"),
    include_str!("../../assets/divi/layout.css"),
    include_str!("../../assets/divi/header.css"),
    include_str!("../../assets/divi/menu.css"),
    include_str!("../../assets/divi/search.css"),
    include_str!("../../assets/divi/mobile_menu.css"),
    include_str!("../../assets/divi/content.css"),
];

/// The footer and the modules of the builder, in the order of the cascade.
const MODULES: &[&str] = &[
    include_str!("../../assets/divi/footer.css"),
    include_str!("../../assets/divi/modules.css"),
    include_str!("../../assets/divi/panels.css"),
    include_str!("../../assets/divi/counters.css"),
    include_str!("../../assets/divi/entrance_animations.css"),
    include_str!("../../assets/divi/entrance_turns.css"),
    include_str!("../../assets/divi/entrance_bounce.css"),
    include_str!("../../assets/divi/waypoint_animations.css"),
    include_str!("../../assets/divi/sticky.css"),
    include_str!("../../assets/divi/slider.css"),
    include_str!("../../assets/divi/posts.css"),
    include_str!("../../assets/divi/pricing.css"),
    include_str!("../../assets/divi/people.css"),
    include_str!("../../assets/divi/media.css"),
    include_str!("../../assets/divi/lightbox.css"),
    include_str!("../../assets/divi/module_forms.css"),
    include_str!("../../assets/divi/fullwidth.css"),
];

pub(super) fn register(sheets: &mut Sheets) {
    sheets.add(place::THEME, PAGE);
    sheets.add(place::MODULES, MODULES);
}
