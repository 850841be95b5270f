//! Rules of options that only some modules have: colours of their parts, icons, sizes.
//!
//! Contract "divi-server", section 6.7. Most are rows of `module_rules.tsv`; its columns are modules, attribute, kind of
//! value, selector, properties, hover selector (`order`: `:hover` at the order class, `end`: at the end), transition
//! selector (`=`: the selector), default value. What a row cannot express is a function in one of the submodules.

mod child_filters;
mod divider;
mod icon;
mod image;
mod menu;
mod own;
mod section_divider;
mod structure;

use super::families::transition;
use super::styles::Styles;

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    child_filters::add(styles);
    structure::add(styles);
    structure::add_counter(styles);
    structure::add_price_list(styles);
    structure::add_network(styles);
    icon::add(styles);
    image::add(styles);
    menu::add(styles);
    divider::add(styles);
    if matches!(styles.module(), "divider") {
        return;
    }
    let fields = styles.fields;
    for rule in &fields.own {
        let is_known = !rule.selector.is_empty() && rule.selector != "special";
        if is_known && styles.has_own(rule.option) {
            own::add(styles, rule);
        }
    }
    image::add_after(styles);
    structure::add_content_width(styles);
    structure::add_search(styles);
    structure::add_radio_dots(styles);
    structure::add_testimonial(styles);
    transition::add_button(styles);
}
