//! Values of options: stored or default, inherited by devices, in the states hover and sticky.
//!
//! Contract "divi-css", sections 1.1 to 1.4 and 2.6.

use compat::divi::attributes::{AttributeName, Part, State, is_filled};
use compat::divi::range_value::process_range_value;
use compat::divi::state_selector;
use compat::wordpress::formatting::escape::esc_html;

use super::super::style_sheet::Media;
use super::module_fields::{self, ModuleFields};
use super::styles::{DEVICES, Styles};

/// Options whose hover and sticky values share the switch of the background.
const BACKGROUND: [&str; 2] = ["background_color", "background_image"];

impl<'a> Styles<'a> {
    /// The value of an option in a state, switched on or not; on desktop its default where it is not stored.
    pub fn at(&self, option: &str, state: State) -> &'a str {
        let value = self.attributes.value(option);
        if state != State::Desktop {
            return value.at(state);
        }
        let value = match value.get(State::Desktop) {
            Some(value) => value,
            None => self.default_of(option),
        };
        if self.fields.is_global(option, value) {
            ""
        } else {
            value
        }
    }

    /// The value on desktop, or the default.
    pub fn get(&self, option: &str) -> &'a str {
        self.at(option, State::Desktop)
    }

    /// [`Self::v`] of any stored name, with its suffix.
    pub fn by_name(&self, name: &str) -> &'a str {
        let parsed = AttributeName::parse(name);
        match parsed.part {
            Part::Value(state) => self.at(parsed.base, state),
            Part::Switch(_) => self.text(name),
        }
    }

    /// The fields of the class that renders the module: an item of an accordion is a toggle.
    pub fn class_fields(&self) -> &'static ModuleFields {
        self.drawn_as()
            .and_then(module_fields::of)
            .unwrap_or(self.fields)
    }

    /// The slug of another module whose class renders this one (section 19.1).
    pub fn drawn_as(&self) -> Option<&'static str> {
        match self.subject.slug {
            "et_pb_accordion_item" => Some("et_pb_toggle"),
            "et_pb_column_inner" => Some("et_pb_column"),
            "et_pb_signup_custom_field" => Some("et_pb_contact_field"),
            _ => None,
        }
    }

    /// The default of an option.
    pub fn default_of(&self, option: &str) -> &'a str {
        let stored = |name: &str| self.attributes.value(name).get(State::Desktop);
        let fields = if self.fields.has(option) {
            self.fields
        } else {
            self.class_fields()
        };
        match fields.default(option, stored) {
            "{accent}" => self.subject.accent,
            default => default,
        }
    }

    /// Whether hover values of an option are switched on.
    pub fn is_hover(&self, option: &str) -> bool {
        let switch = if BACKGROUND.contains(&option) {
            "background"
        } else {
            option
        };
        self.attributes.value(switch).is_hover_enabled()
    }

    /// Whether sticky values of an option are switched on.
    pub fn is_sticky(&self, option: &str) -> bool {
        let switch = if option == BACKGROUND[0] {
            "background"
        } else {
            option
        };
        self.attributes.value(switch).is_sticky_enabled()
    }

    /// The hover value, where it is switched on.
    pub fn hover(&self, option: &str) -> &'a str {
        if self.is_hover(option) {
            self.at(option, State::Hover)
        } else {
            ""
        }
    }

    /// The sticky value, where it is switched on.
    pub fn sticky(&self, option: &str) -> &'a str {
        if self.is_sticky(option) {
            self.at(option, State::Sticky)
        } else {
            ""
        }
    }

    /// The value of the next wider device (`get_default_value`).
    pub fn prev(&self, option: &str, device: State, default: &'a str) -> &'a str {
        let or = |value: &'a str, other: &'a str| if is_filled(value) { value } else { other };
        match device {
            State::Tablet => or(self.get(option), default),
            State::Phone => or(
                self.at(option, State::Tablet),
                self.prev(option, State::Tablet, default),
            ),
            _ => default,
        }
    }

    /// The value of a device (`get_any_value`): empty where it is that of the next wider one.
    pub fn any(&self, option: &str, device: State, default: &'a str) -> &'a str {
        let value = self.at(option, device);
        if value == self.prev(option, device, default) {
            ""
        } else {
            value
        }
    }

    /// The value of a device, inherited from the next wider one.
    pub fn forced(&self, option: &str, device: State, default: &'a str) -> &'a str {
        match self.at(option, device) {
            value if is_filled(value) => value,
            _ => self.prev(option, device, default),
        }
    }

    /// The values of all devices (`get_property_values`): `read` is [`Self::any`] or [`Self::forced`].
    pub fn three(&self, option: &str, default: &'a str) -> [&'a str; 3] {
        let is_responsive = self.is_responsive(option);
        DEVICES.map(|(_, device)| match device {
            State::Desktop => self.any(option, device, default),
            _ if is_responsive => self.any(option, device, default),
            _ => default,
        })
    }

    /// Whether an option of the module itself is there: stored, or with a default that prints.
    pub fn has_own(&self, option: &str) -> bool {
        self.has(option) || !self.default_of(option).is_empty()
    }

    /// Adds a rule without a priority of its own.
    pub fn rule(&mut self, media: Media, selector: &str, declarations: &str) {
        self.put(media, selector, declarations, None);
    }

    /// Adds a rule with the priority of the module.
    pub fn rule_p(&mut self, media: Media, selector: &str, declarations: &str) {
        let fields = if self.is_drawn {
            self.class_fields()
        } else {
            self.fields
        };
        self.put(media, selector, declarations, Some(fields.priority));
    }

    /// Adds the values of all devices; those that are empty or `0` print nothing. `end` stands behind a value.
    pub fn print3(
        &mut self,
        values: [&str; 3],
        selector: &str,
        properties: &[&str],
        end: &str,
        value: impl Fn(&str, &str) -> String,
    ) {
        for ((media, _), text) in DEVICES.into_iter().zip(values) {
            if is_filled(text) {
                let css = properties.iter();
                let css = css.map(|property| format!("{property}: {}{end}", value(text, property)));
                let css: Vec<_> = css.collect();
                self.rule(media, selector, &css.join(" "));
            }
        }
    }

    /// Whether the element itself sticks.
    pub fn sticks(&self) -> bool {
        (self.is_drawn || self.drawn_as().is_none()) && self.sticks_itself()
    }

    /// [`Self::sticks`] for what asks when the element is drawn.
    fn sticks_itself(&self) -> bool {
        let fixed = matches!(self.get("positioning"), "absolute" | "fixed");
        !self.subject.in_sticky
            && !fixed
            && self.class_fields().has("sticky_position")
            && sticks(self.attributes)
    }

    /// Whether the families that ask again, after the element's content has been made, take the element for one that
    /// sticks itself: content counts as inside the sticky element until that ends.
    pub fn sticks_after_content(&self) -> bool {
        self.sticks_itself() && !self.subject.has_children
    }

    /// Whether an element around it sticks, as the families see it that ask again.
    pub fn is_in_sticky(&self) -> bool {
        self.subject.in_sticky || (self.sticks() && !self.sticks_after_content())
    }

    /// [`Self::sticky_of`] for the families that ask again.
    pub fn sticky_after_content(&self, selector: &str) -> String {
        state_selector::add_sticky_to_order_class(selector, self.sticks_after_content())
    }

    /// The selector of the sticky state, for an element that may stick itself.
    pub fn sticky_of(&self, selector: &str) -> String {
        state_selector::add_sticky_to_order_class(selector, self.sticks())
    }
}

/// Whether the sticky options of an element say that it sticks, wherever it stands.
pub fn sticks(attributes: &compat::divi::attributes::Attributes) -> bool {
    const SCROLL_EFFECTS: [&str; 6] = [
        "scroll_vertical_motion_enable",
        "scroll_horizontal_motion_enable",
        "scroll_fade_enable",
        "scroll_scaling_enable",
        "scroll_rotating_enable",
        "scroll_blur_enable",
    ];
    let position = attributes.value("sticky_position");
    let is_place = |place: &str| matches!(place, "top" | "bottom" | "top_bottom");
    let places = [State::Desktop, State::Tablet, State::Phone].map(|device| position.at(device));
    let devices = if position.is_responsive() { 3 } else { 1 };
    places.into_iter().take(devices).any(is_place)
        && !matches!(attributes.text("positioning"), "absolute" | "fixed")
        && !SCROLL_EFFECTS.iter().any(|name| attributes.is_on(name))
}

/// A length as the builder prints it, escaped.
pub fn length(value: &str, kind: &str) -> String {
    esc_html(&process_range_value(value, kind)).into_owned()
}

/// A value as it is, escaped.
pub fn plain(value: &str, _: &str) -> String {
    esc_html(value).into_owned()
}
