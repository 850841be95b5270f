//! The classes of an element's root, in the builder's order.
//!
//! Contract "divi-server", section 2.1.

use compat::divi::responsive::{self, Device};
use compat::wordpress::formatting::escape::esc_attr;

use super::element::Element;

/// Classes in order. Some modules print a class with a space before it; browsers do not mind, and neither do we.
#[derive(Debug, Clone, Default)]
pub struct ClassList(Vec<String>);

impl ClassList {
    /// `et_pb_module`, the kind, the element's own class, what somebody typed in, and what the shared options add.
    pub fn of(element: &Element<'_>) -> Self {
        let mut list = Self::default();
        list.add("et_pb_module");
        list.add(element.module.slug);
        list.add(element.order_class());
        list.shared(element);
        list
    }

    /// As structure elements begin: without `et_pb_module`.
    pub fn of_structure(element: &Element<'_>) -> Self {
        let mut list = Self::default();
        list.add(element.module.slug);
        list.add(element.order_class());
        list.shared(element);
        list
    }

    fn shared(&mut self, element: &Element<'_>) {
        for class in element.text("module_class").split_whitespace() {
            self.add(esc_attr(class).into_owned());
        }
        if !matches!(element.text("animation_style"), "" | "none") {
            self.add("et_animated");
        }
        if element.is_filled("sticky_position") && element.text("sticky_position") != "none" {
            self.add("et_pb_sticky_module");
        }
        if element.is_filled("link_option_url") {
            self.add("et_clickable");
        }
    }

    /// Adds a class at the end.
    pub fn add(&mut self, class: impl Into<String>) {
        self.0.push(class.into());
    }

    /// Adds a class at the end under a condition.
    pub fn add_if(&mut self, is: bool, class: &str) {
        if is {
            self.add(class);
        }
    }

    /// Takes a class away.
    pub fn remove(&mut self, class: &str) {
        self.0.retain(|c| c != class);
    }

    /// `et_pb_text_align_{v}`, with its variants for narrower windows: printed with a space before it.
    pub fn text_orientation(&mut self, element: &Element<'_>, name: &str) {
        let classes = by_device(element, name, "et_pb_text_align_", "-");
        if !classes.is_empty() {
            self.add(format!(" {}", classes.join(" ")));
        }
    }

    /// `et_pb_bg_layout_{v}`, with its variants for narrower windows.
    pub fn background_layout(&mut self, element: &Element<'_>) {
        self.0.extend(by_device(
            element,
            "background_layout",
            "et_pb_bg_layout_",
            "_",
        ));
    }

    /// The value of `class`.
    pub fn print(&self) -> String {
        self.0.join(" ")
    }
}

/// A class for each device that has a value of its own.
fn by_device(element: &Element<'_>, name: &str, before: &str, joint: &str) -> Vec<String> {
    let justified = |value: &str| {
        if value == "justified" {
            "justified"
        } else {
            value
        }
        .to_owned()
    };
    let mut classes = Vec::new();
    let value = element.text(name);
    if !value.is_empty() {
        classes.push(format!("{before}{}", esc_attr(&justified(value))));
    }
    if responsive::is_enabled(&element.attributes, name) {
        for device in [Device::Tablet, Device::Phone] {
            let value = element.attributes.text(&device.attribute(name));
            if !value.is_empty() {
                classes.push(format!(
                    "{before}{}{joint}{}",
                    esc_attr(value),
                    device.name()
                ));
            }
        }
    }
    classes
}
