//! The classes of an element's root, in the builder's order.
//!
//! Contract "divi-server", section 2.1.

use compat::divi::attributes::{AttributeName, Part, State, is_filled};
use compat::wordpress::formatting::escape::esc_attr;

use super::background::Background;
use super::css::{self, module_fields};
use super::element::Element;
use super::element_scripts::is_animated;

/// Classes in order. A class may contain a leading space, as the builder prints it for some modules.
#[derive(Debug, Clone, Default)]
pub struct ClassList(Vec<String>);

impl ClassList {
    /// `et_pb_module`, the slug, the order class, custom classes, and the classes of shared options.
    pub fn of(element: &Element<'_>) -> Self {
        let mut list = Self::before_backgrounds(element);
        list.backgrounds(element);
        list
    }

    /// [`Self::of`] without the classes of backgrounds, for modules that print own classes before them.
    pub fn before_backgrounds(element: &Element<'_>) -> Self {
        let mut list = Self::of_root(element, &["et_pb_module", element.slug]);
        list.shared(element);
        list
    }

    /// [`Self::of`] for modules that do not print their slug.
    pub fn without_slug(element: &Element<'_>) -> Self {
        let mut list = Self::of_root(element, &["et_pb_module"]);
        list.shared(element);
        list.backgrounds(element);
        list
    }

    /// The class of a border, `first`, the order class.
    fn of_root(element: &Element<'_>, first: &[&str]) -> Self {
        let mut list = Self::default();
        list.add_if(has_border(element), "et_pb_with_border");
        list.add_if(
            css::is_transformed_while_sticky(element),
            "et_pb_sticky--has-transform",
        );
        for class in first {
            list.add(*class);
        }
        list.add(element.order_class());
        list
    }

    /// The first classes of structure elements: without `et_pb_module`.
    pub fn of_structure(element: &Element<'_>) -> Self {
        let mut list = Self::of_root(element, &[element.slug]);
        list.shared(element);
        list
    }

    /// The first classes of child modules that print neither `et_pb_module` nor their slug.
    pub fn of_child(element: &Element<'_>) -> Self {
        Self::of_column(element, &[])
    }

    /// The first classes of columns: `first` comes before the order class.
    pub fn of_column(element: &Element<'_>, first: &[&str]) -> Self {
        let mut list = Self::of_root(element, first);
        list.shared(element);
        list
    }

    /// Inserts a class at a position.
    pub fn insert(&mut self, at: usize, class: impl Into<String>) {
        self.0.insert(at.min(self.0.len()), class.into());
    }

    /// Inserts a class at the beginning, or behind that of a transform.
    pub fn put_behind_transform(&mut self, class: &str) {
        const TRANSFORM: &str = "et_pb_sticky--has-transform";
        let has_transform = self.0.iter().any(|known| known == TRANSFORM);
        self.remove(TRANSFORM);
        self.insert(0, class);
        if has_transform {
            self.insert(0, TRANSFORM);
        }
    }

    /// Custom classes, and the classes of shared options.
    fn shared(&mut self, element: &Element<'_>) {
        for class in element.text("module_class").split_whitespace() {
            self.add(esc_attr(class).into_owned());
        }
        if let Some(part) = &element.split_test {
            self.0.extend(part.classes());
        }
        if is_animated(element) {
            self.add("et_animated");
        }
        self.add_if(css::sticks(element), "et_pb_sticky_module");
        self.add_if(!element.text("link_option_url").is_empty(), "et_clickable");
    }

    /// The classes of backgrounds that are elements of their own, and of hover backgrounds.
    pub fn backgrounds(&mut self, element: &Element<'_>) {
        if WITHOUT_BACKGROUND.contains(&element.slug) {
            return;
        }
        let background = Background::of(element);
        let [on_hover, sticky] =
            [State::Hover, State::Sticky].map(|state| background.has_image(state));
        let videos = [
            (background.is_hover(), "et_pb_section_video_on_hover"),
            (background.has_video(), "et_pb_section_video et_pb_preload"),
        ];
        let images = [
            (on_hover, "et_pb_section_parallax_hover"),
            (sticky, "et_pb_section_parallax_sticky"),
            (background.has_parallax(), "et_pb_section_parallax"),
        ];
        let classes: Vec<_> = if IMAGES_FIRST.contains(&element.slug) {
            images.into_iter().chain(videos).collect()
        } else {
            videos.into_iter().chain(images).collect()
        };
        for (is, class) in classes {
            self.add_if(is, class);
        }
        if CHILD_FILTERS.contains(&element.slug) {
            self.child_filters(element);
        }
    }

    /// The classes of filters of a module's images.
    pub fn child_filters(&mut self, element: &Element<'_>) {
        let blend = element.text("child_mix_blend_mode");
        self.filter_text(element, !matches!(blend, "" | "normal"), "child_filter_");
    }

    /// [`Self::child_filters`] alone, with a leading space; empty where there are none.
    pub fn of_child_filters(element: &Element<'_>) -> String {
        let mut list = Self::default();
        list.child_filters(element);
        list.print()
    }

    /// The classes of a blend mode and of filters, as one entry that begins with a space.
    fn filter_text(&mut self, element: &Element<'_>, blends: bool, prefix: &str) {
        let mut list = Self::default();
        list.add_if(blends, "et_pb_css_mix_blend_mode");
        list.filters(element, prefix);
        if !list.0.is_empty() {
            self.add(format!(" {}", list.print()));
        }
    }

    /// The classes of filters that an element has while it sticks.
    pub fn filters(&mut self, element: &Element<'_>, prefix: &str) {
        let has = |filters: &[&str]| {
            filters.iter().any(|filter| {
                let value = element.attributes.value_of(&[prefix, filter]);
                !value.enabled(State::Sticky).is_empty()
            })
        };
        let has_colors = has(&COLOR_FILTERS);
        self.add_if(has_colors || has(&["opacity", "blur"]), "et_pb_css_filters");
        self.add_if(has_colors, "et_pb_css_filters_hover");
    }

    /// The classes of structure elements with a blend mode or filters.
    pub fn blending(&mut self, element: &Element<'_>) {
        self.filter_text(element, blends(element), "filter_");
    }

    /// Adds a class at the end.
    pub fn add(&mut self, class: impl Into<String>) {
        self.0.push(class.into());
    }

    /// Adds a class if the condition holds.
    pub fn add_if(&mut self, is: bool, class: &str) {
        if is {
            self.add(class);
        }
    }

    /// Removes a class.
    pub fn remove(&mut self, class: &str) {
        self.0.retain(|c| c != class);
    }

    /// `et_pb_text_align_{v}` and its variants by device, with a leading space. Without a value an empty class is printed,
    /// which shows as a space.
    pub fn text_orientation(&mut self, element: &Element<'_>, name: &str) {
        let classes = alignments(element, name);
        if classes.is_empty() {
            self.add("");
        } else {
            self.add(format!(" {}", classes.join(" ")));
        }
    }

    /// [`Self::text_orientation`] without the space.
    pub fn add_text_orientation_without_space(&mut self, element: &Element<'_>, name: &str) {
        self.0.extend(alignments(element, name));
    }

    /// [`Self::add_text_orientation_without_space`] of headers, which print `justify`.
    pub fn add_justified_orientation(&mut self, element: &Element<'_>, name: &str) {
        let classes = alignments(element, name).into_iter();
        self.0
            .extend(classes.map(|class| class.replace("_justified", "_justify")));
    }

    /// `et_pb_bg_layout_{v}` and its variants by device.
    pub fn background_layout(&mut self, element: &Element<'_>) {
        self.0.extend(by_device(
            element,
            "background_layout",
            "et_pb_bg_layout_",
            "_",
        ));
    }

    /// `et_pb_text_color_dark` for each device with a light background layout.
    pub fn dark_text(&mut self, element: &Element<'_>) {
        let lights = by_device(element, "background_layout", "", "_");
        for light in lights
            .iter()
            .filter_map(|class| class.strip_prefix("light"))
        {
            self.add(format!("et_pb_text_color_dark{light}"));
        }
    }

    /// Prints the value of `class`.
    pub fn print(&self) -> String {
        self.0.join(" ")
    }
}

/// Whether an element has a blend mode.
pub fn blends(element: &Element<'_>) -> bool {
    let mode = element.text("mix_blend_mode");
    !matches!(mode, "" | "normal" | "passthrough")
}

/// Modules without the class of a border.
const WITHOUT_MARK: [&str; 6] = [
    "et_pb_accordion",
    "et_pb_accordion_item",
    "et_pb_pricing_table",
    "et_pb_social_media_follow",
    "et_pb_tabs",
    "et_pb_toggle",
];

/// Whether any border of the element has a value that counts. Of border groups that the module switches off, only hover
/// values count.
fn has_border(element: &Element<'_>) -> bool {
    let slug = element.slug;
    let Some(fields) = module_fields::of(slug).filter(|_| !WITHOUT_MARK.contains(&slug)) else {
        return false;
    };
    let borders = fields.advanced.get("borders");
    let is_border = |(name, value): (AttributeName<'_>, &str)| {
        let Part::Value(state) = name.part else {
            return None;
        };
        let mut parts = BORDER_PARTS.iter();
        let part = parts.find_map(|part| name.base.strip_prefix(part))?;
        let group = SIDES.iter().find_map(|side| part.strip_prefix(side))?;
        let group = borders.get(group.strip_prefix('_').unwrap_or("default"));
        let is_known = group.is_set() || part.split('_').count() == 1;
        let is_enabled = element.attributes.value(name.base).is_enabled(state);
        let is_on = is_filled(value) && (is_enabled || state == State::Sticky);
        let is_printed = !group.is_off() || matches!(state, State::Hover | State::Sticky);
        (is_on && is_known && is_printed).then_some(())
    };
    element.attributes.parts().find_map(is_border).is_some()
}

const BORDER_PARTS: [&str; 3] = ["border_width_", "border_style_", "border_color_"];
const SIDES: [&str; 5] = ["all", "top", "right", "bottom", "left"];

/// Modules that do not print the classes of backgrounds.
const WITHOUT_BACKGROUND: [&str; 5] = [
    "et_pb_button",
    "et_pb_counters",
    "et_pb_fullwidth_slider",
    "et_pb_icon",
    "et_pb_video_slider_item",
];

/// Modules that print the classes of background images before those of videos.
const IMAGES_FIRST: [&str; 5] = [
    "et_pb_audio",
    "et_pb_fullwidth_post_title",
    "et_pb_post_title",
    "et_pb_row",
    "et_pb_row_inner",
];

/// Modules that print the classes of their images' filters behind those of backgrounds.
const CHILD_FILTERS: [&str; 10] = [
    "et_pb_blog",
    "et_pb_comments",
    "et_pb_filterable_portfolio",
    "et_pb_fullwidth_header",
    "et_pb_fullwidth_map",
    "et_pb_fullwidth_portfolio",
    "et_pb_map",
    "et_pb_portfolio",
    "et_pb_slide",
    "et_pb_testimonial",
];

/// Filters that change colours.
const COLOR_FILTERS: [&str; 6] = [
    "hue_rotate",
    "saturate",
    "brightness",
    "contrast",
    "invert",
    "sepia",
];

/// The classes of a text's alignment: values of devices count even where they are switched off.
fn alignments(element: &Element<'_>, name: &str) -> Vec<String> {
    let attributes = element.attributes.value(name);
    let mapped = |value: &str| match value {
        "left" if element.is_rtl => "right".to_owned(),
        "justify" => "justified".to_owned(),
        value => esc_attr(value).into_owned(),
    };
    let mut wider = element.text(name).to_owned();
    let mut list = Vec::new();
    if !wider.is_empty() {
        list.push(format!("et_pb_text_align_{}", mapped(&wider)));
    }
    for device in State::NARROW {
        let value = attributes.at(device);
        if !value.is_empty() && value != wider {
            list.push(format!(
                "et_pb_text_align_{}-{}",
                mapped(value),
                device.name()
            ));
        }
        if !value.is_empty() {
            value.clone_into(&mut wider);
        }
    }
    list
}

/// A class for each device with a value of its own.
fn by_device(element: &Element<'_>, name: &str, before: &str, joint: &str) -> Vec<String> {
    let mut classes = Vec::new();
    // Right-to-left pages print `right` for `left`.
    let turned = |value| match value {
        "left" if element.is_rtl => "right",
        value => value,
    };
    let mut wider = turned(element.text(name));
    let value = wider;
    // A value that is stored empty ends the class early.
    if !value.is_empty() || element.attributes.get(name).is_some() {
        classes.push(format!("{before}{}", esc_attr(value)));
    }
    for device in State::NARROW {
        let value = turned(element.attributes.value(name).enabled(device));
        let is_own = value != wider;
        if !value.is_empty() {
            wider = value;
        }
        if !value.is_empty() && is_own {
            classes.push(format!(
                "{before}{}{joint}{}",
                esc_attr(value),
                device.name()
            ));
        }
    }
    classes
}
