//! Rules of options that only some modules have: colours of their parts, icons, sizes.
//!
//! Contract "divi-css", section 18. Most are entries of a module's list `own` ([`own`]); what an entry cannot express is
//! a function in one of the other submodules.

mod child_filters;
mod divider;
mod icon;
mod image;
mod menu;
mod own;
mod section_divider;
mod shop;
mod structure;

use super::families::transition;
use super::styles::Styles;

/// Modules that print the filters of their images after their own rules.
const LAST_FILTERS: [&str; 4] = ["blurb", "fullwidth_header", "slide", "testimonial"];

/// Adds the rules that stand behind those of a slider's posts.
pub fn add_last(styles: &mut Styles<'_>) {
    if styles.module() == "post_slider" {
        child_filters::add(styles);
    }
}

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    let is_last = LAST_FILTERS.contains(&styles.module());
    if !is_last && styles.module() != "post_slider" {
        child_filters::add(styles);
    }
    structure::add(styles);
    structure::add_counter(styles);
    structure::add_price_list(styles);
    structure::add_network(styles);
    icon::add(styles);
    image::add(styles);
    divider::add(styles);
    if matches!(styles.module(), "divider") {
        return;
    }
    let fields = styles.fields;
    for rule in &fields.own {
        menu::add_before(styles, rule.option);
        let is_known = !rule.selector.is_empty() && rule.selector != "special";
        if is_known && styles.has_own(rule.option) {
            own::add(styles, rule);
        }
    }
    if is_last {
        child_filters::add(styles);
    }
    menu::add_after(styles);
    image::add_after(styles);
    structure::add_content_width(styles);
    structure::add_search(styles);
    structure::add_radio_dots(styles);
    structure::add_testimonial(styles);
    shop::add(styles);
    transition::add_button(styles);
}
