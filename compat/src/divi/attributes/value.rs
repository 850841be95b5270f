//! The value of an option in its states: which values are enabled, and which a state inherits from another.
//!
//! Contracts "divi-server", section 1.2, and "divi-css", sections 1.2 and 1.3; vectors divi-helpers `responsive.*`,
//! `hover.*`, `sticky.*`. Families of options may have one switch for all; their callers read it from the option that
//! has it.

use super::name::{Part, State, Switch};
use super::{Attributes, Link, is_filled};

/// Whether the text of a switch, such as `on|tablet`, means on: only its first part counts.
pub fn get_responsive_status(switch: &str) -> bool {
    switch.split('|').next() == Some("on")
}

/// The value of one option in all states, read from the attributes of an element. Without allocation: each question
/// walks the few stored parts of the option.
#[derive(Debug, Clone, Copy)]
pub struct AttributeValue<'a> {
    pub(super) attributes: &'a Attributes,
    /// The first of the option's entries.
    pub(super) first: Link,
}

impl<'a> AttributeValue<'a> {
    /// What is stored, `None` where nothing is.
    pub fn part(self, part: Part) -> Option<&'a str> {
        let mut entry = self.attributes.entry(self.first);
        while let Some(found) = entry {
            if found.part == part {
                return Some(self.attributes.slice(&found.value));
            }
            entry = self.attributes.entry(found.next_part);
        }
        None
    }

    /// The value stored for a state, switched on or not.
    pub fn get(self, state: State) -> Option<&'a str> {
        self.part(Part::Value(state))
    }

    /// [`Self::get`], empty where nothing is stored.
    pub fn at(self, state: State) -> &'a str {
        self.get(state).unwrap_or_default()
    }

    /// The value on desktop.
    pub fn desktop(self) -> &'a str {
        self.at(State::Desktop)
    }

    fn is_on(self, switch: Switch) -> bool {
        self.part(Part::Switch(switch))
            .is_some_and(get_responsive_status)
    }

    /// Whether the values of tablets and phones count.
    pub fn is_responsive(self) -> bool {
        self.is_on(Switch::Responsive)
    }

    /// Whether the hover value is enabled.
    pub fn is_hover_enabled(self) -> bool {
        self.is_on(Switch::Hover)
    }

    /// Whether the sticky value is enabled.
    pub fn is_sticky_enabled(self) -> bool {
        self.is_on(Switch::Sticky)
    }

    /// Whether the value of a state is enabled.
    pub fn is_enabled(self, state: State) -> bool {
        state.switch().is_none_or(|switch| self.is_on(switch))
    }

    /// The value of a state if enabled, else empty.
    pub fn enabled(self, state: State) -> &'a str {
        match self.at(state) {
            value if !value.is_empty() && self.is_enabled(state) => value,
            _ => "",
        }
    }

    /// [`Self::enabled`] of the devices.
    pub fn by_device(self) -> [&'a str; 3] {
        State::DEVICES.map(|device| self.enabled(device))
    }

    /// The stored value of a state or, where it is empty, of the nearest one from which it inherits.
    pub fn inherited(self, state: State) -> &'a str {
        let mut states = std::iter::successors(Some(state), |state| state.inherits());
        let found = states.find_map(|state| self.get(state).filter(|value| !value.is_empty()));
        found.unwrap_or_default()
    }

    /// The stored value of a state, that of desktop where it is empty: options that phones do not take over from tablets.
    pub fn or_desktop(self, state: State) -> &'a str {
        match self.at(state) {
            "" => self.desktop(),
            value => value,
        }
    }

    /// The value of a state where it counts, else `default` (the builder's `get_property_value` and `get_value`). A device
    /// without a value has the empty one where the values differ by device.
    pub fn property_value(self, state: State, default: &'a str) -> &'a str {
        let own = self.get(state).filter(|_| self.is_enabled(state));
        own.unwrap_or_else(|| {
            if State::DEVICES.contains(&state) && self.is_responsive() {
                ""
            } else {
                default
            }
        })
    }

    /// [`Self::property_value`] of the devices; with `force`, what a device inherits in place of what is empty or `0`, where
    /// the values differ by device.
    pub fn property_values(self, default: &'a str, force: bool) -> [&'a str; 3] {
        State::DEVICES.map(|device| match self.property_value(device, default) {
            value if !force || is_filled(value) => value,
            _ if self.is_responsive() => self.default_value(device, default),
            _ => default,
        })
    }

    /// The stored value of a state; with `force`, what it inherits where that is empty or `0` (`get_any_value`).
    pub fn any_value(self, state: State, default: &'a str, force: bool) -> &'a str {
        match self.at(state) {
            value if force && !is_filled(value) => self.default_value(state, default),
            value => value,
        }
    }

    /// The stored value of a state, `default` where it is empty or `0` (`get_single_value`).
    pub fn single_value(self, state: State, default: &'a str) -> &'a str {
        match self.at(state) {
            value if is_filled(value) => value,
            _ => default,
        }
    }

    /// What a state has without a value of its own: that of the nearest state that it inherits from and that has one
    /// that is not `0`, else `default` (`get_default_value`).
    pub fn default_value(self, state: State, default: &'a str) -> &'a str {
        let mut wider = std::iter::successors(state.inherits(), |state| state.inherits());
        let found = wider.find_map(|state| self.get(state).filter(|value| is_filled(value)));
        found.unwrap_or(default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_inherit_and_are_switched_on() {
        let stored = [
            ("a", "1"),
            ("a_tablet", "2"),
            ("a__hover", "3"),
            ("a__hover_enabled", "on|hover"),
            ("b_phone", "4"),
            ("b_last_edited", "on|phone"),
        ];
        let attributes: Attributes = stored.into_iter().collect();
        let (a, b) = (attributes.value("a"), attributes.value_of(&["", "b"]));
        assert_eq!(a.by_device(), ["1", "", ""]);
        assert_eq!(a.inherited(State::Phone), "2");
        assert_eq!(a.or_desktop(State::Phone), "1");
        assert_eq!(a.enabled(State::Hover), "3");
        assert_eq!(a.property_value(State::Sticky, "x"), "x");
        assert_eq!(b.by_device(), ["", "", "4"]);
        assert_eq!(b.property_values("x", false), ["", "", "4"]);
        assert_eq!(b.property_values("x", true), ["x", "x", "4"]);
        let stored = [("d", "1"), ("d_tablet", ""), ("d_phone", "0")];
        let off: Attributes = stored.into_iter().collect();
        assert_eq!(off.value("d").property_values("x", true), ["1", "x", "x"]);
        let on = stored.into_iter().chain([("d_last_edited", "on|phone")]);
        let on: Attributes = on.collect();
        assert_eq!(on.value("d").property_values("x", true), ["1", "1", "1"]);
        let on: Attributes = [("e", "1"), ("e_tablet", "2"), ("e_last_edited", "on")]
            .into_iter()
            .collect();
        assert_eq!(on.value("e").property_values("x", true), ["1", "2", "2"]);
        assert_eq!(attributes.value("c").inherited(State::Hover), "");
    }
}
