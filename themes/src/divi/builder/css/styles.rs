//! Adding the rules of one element: attributes by device, under the mouse and while sticking, and where each rule goes.
//!
//! Contract "divi-server", sections 6.3 (heads of columns) and 6.4.

use std::borrow::Cow;

use compat::divi::attributes::{Attributes, is_filled};
use compat::divi::hover;
use compat::divi::responsive::{self, get_responsive_status};
use compat::divi::sticky;

use super::super::style_sheet::{Media, PRIORITY};
use super::Subject;
use super::element_rules::ElementRules;
use super::selectors::ModuleSelectors;

/// The rules of one element while they are added.
pub struct Styles<'a> {
    /// The element.
    pub subject: &'a Subject<'a>,
    /// Its attributes.
    pub attributes: &'a Attributes,
    /// What its module's attributes are about.
    pub selectors: &'static ModuleSelectors,
    /// Properties that change under the mouse or while sticking, with whom they change on.
    pub transitions: Vec<(&'static str, String)>,
    /// The priority of the rules that are added.
    pub priority: i32,
    rules: ElementRules,
    initials: u64,
    has_hover: bool,
    has_sticky: bool,
}

/// The windows of devices.
pub const DEVICES: [(Media, &str); 3] = [
    (Media::General, ""),
    (Media::Max980, "_tablet"),
    (Media::Max767, "_phone"),
];

/// A bit for the four bytes with which a name begins; all bits for a beginning that is shorter.
fn initial(name: &str) -> u64 {
    let first = name.as_bytes().first_chunk::<4>();
    first.map_or(u64::MAX, |first| {
        let mixed = u32::from_le_bytes(*first).wrapping_mul(0x9e37_79b1);
        1 << (mixed >> 26)
    })
}

/// Names of attributes put together.
pub fn name(parts: &[&str]) -> String {
    parts.concat()
}

impl<'a> Styles<'a> {
    /// Those of an element.
    pub fn new(subject: &'a Subject<'a>, selectors: &'static ModuleSelectors) -> Self {
        let attributes = subject.attributes;
        let (mut initials, mut has_hover, mut has_sticky) = (0, false, false);
        for (name, _) in attributes.iter() {
            initials |= initial(name);
            has_hover |= name.ends_with("__hover");
            has_sticky |= name.ends_with("__sticky");
        }
        Self {
            subject,
            attributes,
            selectors,
            transitions: Vec::new(),
            priority: PRIORITY,
            rules: ElementRules::default(),
            initials,
            has_hover,
            has_sticky: has_sticky && (subject.in_sticky || is_sticky(attributes)),
        }
    }

    /// The module's name without `et_pb_`.
    pub fn module(&self) -> &'static str {
        self.selectors.name
    }

    /// Whether an attribute begins so: a quick look before a family reads its attributes by name.
    pub fn has(&self, prefix: &str) -> bool {
        self.initials & initial(prefix) != 0
            && self.attributes.iter().any(|(n, _)| n.starts_with(prefix))
    }

    /// An attribute, empty when it is not written.
    pub fn text(&self, name: &str) -> &'a str {
        self.attributes.text(name)
    }

    /// [`Self::text`] of a name that stands in parts.
    pub fn joined(&self, parts: &[&str]) -> &'a str {
        self.attributes.joined(parts)
    }

    /// Whether elements of the kind stand inside another one, whose rules theirs follow.
    pub fn is_child(&self) -> bool {
        matches!(
            self.module(),
            "accordion_item"
                | "column"
                | "column_inner"
                | "contact_field"
                | "counter"
                | "map_pin"
                | "pricing_table"
                | "signup_custom_field"
                | "slide"
                | "social_media_follow_network"
                | "tab"
                | "video_slider_item"
        )
    }

    /// Adds what a family says with the priority of the element: children come behind what has none of its own.
    pub fn with_priority(&mut self, add: fn(&mut Styles<'_>)) {
        self.priority = PRIORITY + i32::from(self.is_child());
        add(self);
        self.priority = PRIORITY;
    }

    /// Whether an attribute differs by device.
    pub fn is_responsive(&self, name: &str) -> bool {
        responsive::is_enabled(self.attributes, name)
    }

    /// The value of an attribute on each device: empty where it has none of its own.
    pub fn by_device(&self, attribute: &str) -> [&'a str; 3] {
        let narrow = |suffix: &str| self.joined(&[attribute, suffix]);
        let desktop = self.text(attribute);
        if !self.has(attribute) || !self.is_responsive(attribute) {
            return [desktop, "", ""];
        }
        [desktop, narrow("_tablet"), narrow("_phone")]
    }

    /// Whether anything may be said for the mouse.
    pub fn has_hover(&self) -> bool {
        self.has_hover
    }

    /// Whether anything may be said for while something sticks.
    pub fn has_sticky(&self) -> bool {
        self.has_sticky
    }

    /// The value under the mouse, where it is switched on and not empty.
    pub fn hover(&self, attribute: &str) -> Option<&'a str> {
        if !self.has_hover {
            return None;
        }
        Some(hover::get_value(self.attributes, attribute, "")).filter(|v| !v.is_empty())
    }

    /// The value while sticking, where something sticks and it is switched on and not empty.
    pub fn sticky(&self, attribute: &str) -> Option<&'a str> {
        if !self.has_sticky {
            return None;
        }
        Some(sticky::get_value(self.attributes, attribute, "")).filter(|v| !v.is_empty())
    }

    /// Whether hovering is switched on for an attribute or a group of them.
    pub fn is_hover(&self, attribute: &str) -> bool {
        self.has_hover && get_responsive_status(self.joined(&[attribute, "__hover_enabled"]))
    }

    /// Whether something sticks, and values while sticking are switched on for an attribute or a group of them.
    pub fn has_sticky_value(&self, attribute: &str) -> bool {
        self.has_sticky && sticky::is_enabled(self.attributes, attribute)
    }

    /// Whether the element itself sticks: what stands inside a module does not, whatever it says.
    pub fn is_sticky(&self) -> bool {
        let is_part = self.is_child() && !self.module().starts_with("column");
        is_sticky(self.attributes) && !is_part
    }

    /// Notes that a property changes softly when the element begins to stick.
    pub fn sticky_transition(&mut self, property: &'static str, selector: &str) {
        if self.subject.in_sticky || self.is_sticky() {
            self.transition(property, selector);
        }
    }

    /// The selector while the element sticks.
    pub fn sticky_selector(&self, selector: &str) -> String {
        sticky::add_sticky_to_order_class(selector, self.is_sticky())
    }

    /// Adds a rule.
    pub fn add(&mut self, media: Media, selector: &str, declarations: &str) {
        self.add_at(media, selector, declarations, self.priority);
    }

    /// Adds the frames of an animation.
    pub fn add_keyframes(&mut self, name: &str, frames: &str) {
        self.rules.add_keyframes(name, frames);
    }

    /// Adds a rule with a priority.
    pub fn add_at(&mut self, media: Media, selector: &str, declarations: &str, priority: i32) {
        if declarations.is_empty() || selector.is_empty() {
            return;
        }
        if self.subject.wrapper.is_empty() {
            self.rules.add(media, selector, declarations, priority);
        } else {
            let wrapped = self.wrapped(selector);
            self.rules.add(media, &wrapped, declarations, priority);
        }
    }

    /// The rules that were added.
    pub fn into_rules(self) -> ElementRules {
        self.rules
    }

    /// Section 6.9. Rules for buttons begin at the body and name the wrapper themselves.
    fn wrapped(&self, selector: &str) -> String {
        let parts = selector.split(',').map(|part| {
            let part = part.trim();
            match part.strip_prefix("body #page-container ") {
                Some(rest) => {
                    Cow::Owned(format!("body.et-db #page-container #et-boc .et-l {rest}"))
                }
                None if part.starts_with("body") => Cow::Borrowed(part),
                None => Cow::Owned(format!("{}{part}", self.subject.wrapper)),
            }
        });
        parts.collect::<Vec<_>>().join(", ")
    }

    /// Adds one property for each device, under the mouse and while sticking; `value` makes CSS of a value.
    pub fn add_property(
        &mut self,
        attribute: &str,
        (selector, hover_selector): (&str, &str),
        property: &'static str,
        value: &dyn Fn(&str) -> String,
    ) {
        if !self.has(attribute) {
            return;
        }
        for ((media, _), text) in DEVICES.into_iter().zip(self.by_device(attribute)) {
            if !text.is_empty() {
                self.add(media, selector, &format!("{property}: {};", value(text)));
            }
        }
        if let Some(text) = self.hover(attribute) {
            self.add(
                Media::General,
                hover_selector,
                &format!("{property}: {};", value(text)),
            );
            self.transition(property, selector);
        }
        if let Some(text) = self.sticky(attribute) {
            let selector_then = self.sticky_selector(selector);
            self.add(
                Media::General,
                &selector_then,
                &format!("{property}: {};", value(text)),
            );
            self.transition(property, selector);
        }
    }

    /// Notes that a property changes softly.
    pub fn transition(&mut self, property: &'static str, selector: &str) {
        let is_there = |(p, s): &(&str, String)| *p == property && s == selector;
        if !self.transitions.iter().any(is_there) {
            self.transitions.push((property, selector.to_owned()));
        }
    }
}

/// Whether the element itself sticks.
pub fn is_sticky(attributes: &Attributes) -> bool {
    let position = attributes.text("sticky_position");
    is_filled(position) && position != "none"
}

/// The selector under the mouse, `:hover` at the order class.
pub fn hover_at_order_class(selector: &str) -> String {
    hover::add_hover_to_order_class(selector)
}

/// The selector under the mouse, `:hover` at the end.
pub fn hover_at_end(selector: &str) -> String {
    hover::add_hover_to_selectors(selector)
}
