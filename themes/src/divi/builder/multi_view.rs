//! Values that differ by device or under the mouse: the attribute from which the script changes an element.
//!
//! Contract "divi-server", section 2.3.

use compat::divi::attributes::Attributes;
use compat::divi::hover;
use compat::divi::responsive::{self, Device};
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::php::Value;
use compat::wordpress::php::json::json_encode;

use super::element::Element;

/// The states of an element in the order in which they are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Wide windows.
    Desktop,
    /// Tablets.
    Tablet,
    /// Phones.
    Phone,
    /// Under the mouse.
    Hover,
}

impl Mode {
    const ALL: [Self; 4] = [Self::Desktop, Self::Tablet, Self::Phone, Self::Hover];

    fn name(self) -> &'static str {
        match self {
            Self::Desktop => "desktop",
            Self::Tablet => "tablet",
            Self::Phone => "phone",
            Self::Hover => "hover",
        }
    }
}

/// The value of an attribute in each state that has one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModeValues {
    values: Vec<(Mode, String)>,
}

impl ModeValues {
    /// The values of an attribute; on desktops its default counts too.
    pub fn of(element: &Element<'_>, name: &str) -> Self {
        Self::of_attributes(&element.attributes, name, element.text(name))
    }

    /// The values of an attribute, on desktops `desktop` where it is not written.
    pub fn of_attributes(attributes: &Attributes, name: &str, desktop: &str) -> Self {
        let own = attributes.text(name);
        let desktop = if own.is_empty() { desktop } else { own };
        let mut values = vec![(Mode::Desktop, desktop.to_owned())];
        if responsive::is_enabled(attributes, name) {
            for (mode, device) in [(Mode::Tablet, Device::Tablet), (Mode::Phone, Device::Phone)] {
                let value = attributes.get(&device.attribute(name));
                values.extend(
                    value
                        .filter(|v| !v.is_empty())
                        .map(|v| (mode, v.to_owned())),
                );
            }
        }
        if hover::is_enabled(attributes, name) {
            let value = attributes.get(&format!("{name}__hover"));
            values.extend(value.map(|v| (Mode::Hover, v.to_owned())));
        }
        Self { values }
    }

    /// With an empty value on devices that have none, where the values differ by device.
    pub fn with_all_devices(mut self) -> Self {
        let differs = self.has(Mode::Tablet) || self.has(Mode::Phone);
        for (at, mode) in [(1, Mode::Tablet), (2, Mode::Phone)] {
            if differs && !self.has(mode) {
                self.values
                    .insert(at.min(self.values.len()), (mode, String::new()));
            }
        }
        self
    }

    /// Texts that are printed as text: angle brackets come out escaped twice, which the script undoes.
    pub fn escaped(self) -> Self {
        self.map(|v| {
            let text = esc_html(v);
            text.replace("&lt;", "&amp;lt;").replace("&gt;", "&amp;gt;")
        })
    }

    /// A value that is the same in all states.
    pub fn fixed(value: impl Into<String>) -> Self {
        Self {
            values: vec![(Mode::Desktop, value.into())],
        }
    }

    /// The same states with another value on desktops.
    pub fn with_desktop(mut self, value: &str) -> Self {
        if let Some(first) = self.values.first_mut() {
            first.1 = value.to_owned();
        }
        self
    }

    /// The same states with other values.
    pub fn map(self, change: impl Fn(&str) -> String) -> Self {
        let values = self.values.into_iter();
        Self {
            values: values.map(|(mode, v)| (mode, change(&v))).collect(),
        }
    }

    /// The value of a state; that of desktops where it has none.
    pub fn get(&self, mode: Mode) -> &str {
        let own = self.values.iter().find(|(m, _)| *m == mode);
        own.or(self.values.first()).map_or("", |(_, v)| v)
    }

    /// The value on desktops.
    pub fn desktop(&self) -> &str {
        self.get(Mode::Desktop)
    }

    /// Whether any state has a value that is not empty.
    pub fn is_any(&self) -> bool {
        self.values.iter().any(|(_, v)| !v.is_empty())
    }

    /// Whether any state has this value.
    pub fn any_is(&self, value: &str) -> bool {
        self.values.iter().any(|(_, v)| v == value)
    }

    /// Whether no state but desktop has a value.
    pub fn is_uniform(&self) -> bool {
        self.values.len() < 2
    }

    /// Whether a state has a value of its own.
    pub fn has(&self, mode: Mode) -> bool {
        self.values.iter().any(|(m, _)| *m == mode)
    }

    /// The states other than desktop in which the value is another than in the next wider one.
    fn differing(&self) -> Vec<(Mode, &str)> {
        let mut wider = self.desktop();
        let mut out = Vec::new();
        for (mode, value) in self.values.iter().skip(1) {
            let before = if *mode == Mode::Hover {
                self.desktop()
            } else {
                wider
            };
            if value != before {
                out.push((*mode, value.as_str()));
            }
            if *mode != Mode::Hover {
                wider = value;
            }
        }
        out
    }
}

/// What changes about an element, put together for its attribute.
#[derive(Debug, Clone, Default)]
pub struct MultiView {
    contexts: Vec<(&'static str, Value)>,
    hides: Vec<Mode>,
    hover_selector: Option<String>,
    differs: bool,
}

impl MultiView {
    /// The text inside.
    pub fn content(mut self, values: &ModeValues) -> Self {
        let differing = values.differing();
        if differing.is_empty() {
            return self;
        }
        let first = Value::array().with("desktop", values.desktop());
        let object = differing
            .iter()
            .fold(first, |object, (mode, v)| object.with(mode.name(), *v));
        self.hides.extend(differing.iter().map(|(mode, _)| *mode));
        self.push("content", object);
        self
    }

    /// Attributes: name, values; on desktops all are named, in other states those that differ.
    pub fn attributes(mut self, context: &'static str, list: &[(&str, ModeValues)]) -> Self {
        if !self.differs && list.iter().all(|(_, values)| values.is_uniform()) {
            return self;
        }
        let mut object = Value::array();
        for mode in Mode::ALL {
            let values = list.iter().filter_map(|(name, values)| {
                if mode == Mode::Desktop {
                    return Some((*name, values.desktop()));
                }
                let own = values.differing();
                let own = own.into_iter().find(|(m, _)| *m == mode)?;
                Some((*name, own.1))
            });
            let of_mode: Vec<(&str, &str)> = values.collect();
            if of_mode.is_empty() {
                continue;
            }
            self.differs |= mode != Mode::Desktop;
            let of_mode = of_mode
                .into_iter()
                .fold(Value::array(), |object, (name, v)| object.with(name, v));
            object = object.with(mode.name(), of_mode);
        }
        if self.differs {
            self.contexts.push((context, object));
        }
        self
    }

    /// Classes that are there in some states: class, values, and whether a value means that the class is there.
    pub fn classes(mut self, list: &[(&str, &ModeValues, bool, &str)]) -> Self {
        // class, values, whether it is there when the value equals the word, the word
        let is_there = |entry: &(&str, &ModeValues, bool, &str), mode: Mode| {
            (entry.1.get(mode) == entry.3) == entry.2
        };
        let modes: Vec<Mode> = Mode::ALL
            .into_iter()
            .filter(|mode| {
                *mode == Mode::Desktop
                    || list
                        .iter()
                        .any(|e| e.1.has(*mode) && is_there(e, *mode) != is_there(e, Mode::Desktop))
            })
            .collect();
        if modes.len() < 2 {
            return self;
        }
        let mut object = Value::array();
        for mode in modes {
            let (mut added, mut removed) = (Value::array(), Value::array());
            let (mut first_added, mut any) = (None, (false, false));
            for entry in list {
                let there = is_there(entry, mode);
                first_added.get_or_insert(there);
                for class in entry.0.split(' ') {
                    if there {
                        added = added.with_pushed(class);
                        any.0 = true;
                    } else {
                        removed = removed.with_pushed(class);
                        any.1 = true;
                    }
                }
            }
            let mut lists = vec![("add", added, any.0), ("remove", removed, any.1)];
            if first_added == Some(false) {
                lists.reverse();
            }
            let lists = lists.into_iter().filter(|(_, _, is)| *is);
            let lists = lists.fold(Value::array(), |o, (name, list, _)| o.with(name, list));
            object = object.with(mode.name(), lists);
        }
        self.push("classes", object);
        self
    }

    /// Whether the element is seen: values, and the word that means it is.
    pub fn visibility(self, values: &ModeValues, word: &str) -> Self {
        let seen = values
            .clone()
            .map(|v| if v == word { "1" } else { "" }.to_owned());
        self.visible_where(&seen)
    }

    /// Whether the element is seen: where the value is not empty.
    pub fn visible_where(mut self, values: &ModeValues) -> Self {
        let seen = values
            .clone()
            .map(|v| if v.is_empty() { "" } else { "1" }.to_owned());
        let differing = seen.differing();
        if differing.is_empty() {
            return self;
        }
        let first = Value::array().with("desktop", !seen.desktop().is_empty());
        let object = differing
            .iter()
            .fold(first, |o, (mode, v)| o.with(mode.name(), !v.is_empty()));
        self.hides.extend(differing.iter().map(|(mode, _)| *mode));
        self.push("visibility", object);
        self
    }

    /// Over which element the mouse must be, when it is not the module.
    pub fn hover_selector(mut self, selector: String) -> Self {
        self.hover_selector = Some(selector);
        self
    }

    fn push(&mut self, context: &'static str, object: Value) {
        self.differs = true;
        self.contexts.push((context, object));
    }

    /// The attributes of the element, each with a space before it; nothing when no state differs.
    pub fn print(self, slug: &str) -> String {
        if !self.differs || self.contexts.is_empty() {
            return String::new();
        }
        let schema = self
            .contexts
            .into_iter()
            .fold(Value::array(), |o, (name, object)| o.with(name, object));
        let mut data = Value::array().with("schema", schema).with("slug", slug);
        if let Some(selector) = self.hover_selector {
            data = data.with("hover_selector", selector);
        }
        let json = json_encode(&data, 0).unwrap_or_default();
        let mut out = format!(" data-et-multi-view=\"{}\"", esc_attr(&json));
        for mode in [Mode::Tablet, Mode::Phone] {
            if self.hides.contains(&mode) {
                out.push_str(&format!(
                    " data-et-multi-view-load-{}-hidden=\"true\"",
                    mode.name()
                ));
            }
        }
        out
    }
}
