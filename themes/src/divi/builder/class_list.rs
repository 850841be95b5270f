//! The classes of an element's root, in the builder's order.
//!
//! Contract "divi-server", section 2.1.

use compat::divi::attributes::{AttributeName, Part, State};
use compat::wordpress::formatting::escape::esc_attr;

use super::background::Background;
use super::css::selectors;
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
        if element.is_filled("sticky_position") && element.text("sticky_position") != "none" {
            self.add("et_pb_sticky_module");
        }
        if element.is_filled("link_option_url") {
            self.add("et_clickable");
        }
    }

    /// The classes of backgrounds that are elements of their own, and of hover backgrounds.
    pub fn backgrounds(&mut self, element: &Element<'_>) {
        let background = Background::of(element);
        if !background.is_own() {
            return;
        }
        self.add_if(background.has_video(), "et_pb_section_video et_pb_preload");
        self.add_if(background.is_hover(), "et_pb_section_video_on_hover");
        self.add_if(background.has_parallax(), "et_pb_section_parallax");
        self.add_if(background.has_hover_image(), "et_pb_section_parallax_hover");
    }

    /// The class of structure elements with a blend mode.
    pub fn blending(&mut self, element: &Element<'_>) {
        self.add_if(blends(element), "et_pb_css_mix_blend_mode");
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
        let classes = by_device(element, name, "et_pb_text_align_", "-");
        if classes.is_empty() {
            self.add("");
        } else {
            self.add(format!(" {}", classes.join(" ")));
        }
    }

    /// [`Self::text_orientation`] without the space.
    pub fn add_text_orientation_without_space(&mut self, element: &Element<'_>, name: &str) {
        self.0
            .extend(by_device(element, name, "et_pb_text_align_", "-"));
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
    let Some(selectors) = selectors::of(slug).filter(|_| !WITHOUT_MARK.contains(&slug)) else {
        return false;
    };
    let is_border = |(name, value): (AttributeName<'_>, &str)| {
        let Part::Value(state) = name.part else {
            return None;
        };
        let mut parts = BORDER_PARTS.iter();
        let part = parts.find_map(|part| name.base.strip_prefix(part))?;
        let group = SIDES.iter().find_map(|side| part.strip_prefix(side))?;
        let row = selectors.borders.iter().find(|row| row.suffix == group)?;
        let is_on = state != State::Sticky
            && !value.is_empty()
            && element.attributes.value(name.base).is_enabled(state);
        (is_on && (!row.is_off() || state == State::Hover)).then_some(())
    };
    element.attributes.parts().find_map(is_border).is_some()
}

const BORDER_PARTS: [&str; 3] = ["border_width_", "border_style_", "border_color_"];
const SIDES: [&str; 5] = ["all", "top", "right", "bottom", "left"];

/// A class for each device with a value.
fn by_device(element: &Element<'_>, name: &str, before: &str, joint: &str) -> Vec<String> {
    let mut classes = Vec::new();
    // Right-to-left pages print `right` for `left`.
    let turned = |value| match value {
        "left" if element.is_rtl => "right",
        value => value,
    };
    let value = turned(element.text(name));
    if !value.is_empty() {
        classes.push(format!("{before}{}", esc_attr(value)));
    }
    for device in State::NARROW {
        let value = turned(element.attributes.value(name).enabled(device));
        if !value.is_empty() {
            classes.push(format!(
                "{before}{}{joint}{}",
                esc_attr(value),
                device.name()
            ));
        }
    }
    classes
}
