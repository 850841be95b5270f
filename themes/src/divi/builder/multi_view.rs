//! `data-et-multi-view`: values by device and hover state, applied by the browser module.
//!
//! Contract "divi-server", section 2.3.

use compat::divi::attributes::{Attributes, State};
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::php::Value;
use compat::wordpress::php::json::json_encode;

use super::element::Element;

/// The states in printed order, without sticky.
const STATES: [State; 4] = [State::Desktop, State::Tablet, State::Phone, State::Hover];

/// The value of an attribute in each state that has one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModeValues {
    values: Vec<(State, String)>,
}

impl ModeValues {
    /// The values of an attribute; the desktop value falls back to the module's default where nothing is stored.
    pub fn of(element: &Element<'_>, name: &str) -> Self {
        Self::of_attributes(&element.attributes, name, element.text(name))
    }

    /// The values of an attribute; the desktop value falls back to `desktop` where nothing is stored.
    pub fn of_attributes(attributes: &Attributes, name: &str, desktop: &str) -> Self {
        let value = attributes.value(name);
        let desktop = value.get(State::Desktop).unwrap_or(desktop);
        let mut values = vec![(State::Desktop, desktop.to_owned())];
        for state in STATES.into_iter().skip(1) {
            let own = value.get(state).filter(|_| value.is_enabled(state));
            // An empty value is used on hover only.
            let own = own.filter(|own| state == State::Hover || !own.is_empty());
            values.extend(own.map(|own| (state, own.to_owned())));
        }
        Self { values }
    }

    /// Adds an empty value for a device without one when the other narrow device has one.
    pub fn with_all_devices(mut self) -> Self {
        let differs = self.has(State::Tablet) || self.has(State::Phone);
        for (at, mode) in [(1, State::Tablet), (2, State::Phone)] {
            if differs && !self.has(mode) {
                self.values
                    .insert(at.min(self.values.len()), (mode, String::new()));
            }
        }
        self
    }

    /// Escapes the values as text; angle brackets are escaped twice, which the browser module undoes.
    pub fn escaped(self) -> Self {
        self.map(|v| {
            let text = esc_html(v);
            text.replace("&lt;", "&amp;lt;").replace("&gt;", "&amp;gt;")
        })
    }

    /// What is made of several options: a state has a value where one of the options has a value of its own in it.
    pub fn of_parts(parts: &[&Self], print: impl Fn(State) -> String) -> Self {
        let differs = |state: &State| {
            let mut own = parts.iter().flat_map(|part| part.differing());
            *state == State::Desktop || own.any(|(own, _)| own == *state)
        };
        let states = STATES.into_iter().filter(differs);
        Self {
            values: states.map(|state| (state, print(state))).collect(),
        }
    }

    /// A value that is the same in all states.
    pub fn fixed(value: impl Into<String>) -> Self {
        Self {
            values: vec![(State::Desktop, value.into())],
        }
    }

    /// Replaces the desktop value.
    pub fn with_desktop(mut self, value: &str) -> Self {
        if let Some(first) = self.values.first_mut() {
            first.1 = value.to_owned();
        }
        self
    }

    /// Maps the values.
    pub fn map(self, change: impl Fn(&str) -> String) -> Self {
        let values = self.values.into_iter();
        Self {
            values: values.map(|(mode, v)| (mode, change(&v))).collect(),
        }
    }

    /// The value of a state, else of desktop.
    pub fn get(&self, mode: State) -> &str {
        let own = self.values.iter().find(|(m, _)| *m == mode);
        own.or(self.values.first()).map_or("", |(_, v)| v)
    }

    /// The value of a state, else of the one that it inherits from.
    pub fn inherited(&self, state: State) -> &str {
        let states = std::iter::successors(Some(state), |state| state.inherits());
        let mut own = states.filter_map(|state| self.values.iter().find(|(own, _)| *own == state));
        own.next().map_or("", |(_, value)| value)
    }

    /// The value of a state if it is its own and differs from the one that it would inherit.
    pub fn own(&self, state: State) -> Option<&str> {
        let own = self.differing().into_iter().find(|(own, _)| *own == state);
        own.map(|(_, value)| value)
    }

    /// The value on desktop.
    pub fn desktop(&self) -> &str {
        self.get(State::Desktop)
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
    pub fn has(&self, mode: State) -> bool {
        self.values.iter().any(|(m, _)| *m == mode)
    }

    /// The states other than desktop whose value differs from that of the next wider one (hover: from desktop).
    fn differing(&self) -> Vec<(State, &str)> {
        let mut wider = self.desktop();
        let mut out = Vec::new();
        for (mode, value) in self.values.iter().skip(1) {
            let before = if *mode == State::Hover {
                self.desktop()
            } else {
                wider
            };
            if value != before {
                out.push((*mode, value.as_str()));
            }
            if *mode != State::Hover {
                wider = value;
            }
        }
        out
    }
}

/// Builds the attribute of one element.
#[derive(Debug, Clone, Default)]
pub struct MultiView {
    contexts: Vec<(&'static str, Value)>,
    hides: Vec<State>,
    hover_selector: Option<String>,
    differs: bool,
}

impl MultiView {
    /// The content of the element.
    pub fn content(mut self, values: &ModeValues) -> Self {
        let differing = values.differing();
        if differing.is_empty() {
            return self;
        }
        let first = Value::array().with("desktop", values.desktop());
        let object = differing
            .iter()
            .fold(first, |object, (mode, v)| object.with(mode.name(), *v));
        self.hide_where_not(values.desktop(), &differing);
        self.push("content", object);
        self
    }

    /// Attributes of the element: name and values. Desktop lists all of them, other states those that differ.
    pub fn attributes(mut self, context: &'static str, list: &[(&str, ModeValues)]) -> Self {
        if !self.differs && list.iter().all(|(_, values)| values.is_uniform()) {
            return self;
        }
        let mut object = Value::array();
        for mode in STATES {
            let values = list.iter().filter_map(|(name, values)| {
                if mode == State::Desktop {
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
            self.differs |= mode != State::Desktop;
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

    /// Classes that depend on the state: class, values, and the condition: equal (`true`) or unequal to the word.
    pub fn classes(mut self, list: &[(&str, &ModeValues, bool, &str)]) -> Self {
        // Class, values, whether the value must equal the word, the word.
        let is_there = |entry: &(&str, &ModeValues, bool, &str), mode: State| {
            (entry.1.inherited(mode) == entry.3) == entry.2
        };
        let differs = |mode: State, from: State| {
            list.iter()
                .any(|entry| entry.1.has(mode) && is_there(entry, mode) != is_there(entry, from))
        };
        let modes: Vec<State> = STATES
            .into_iter()
            .filter(|mode| mode.inherits().is_none_or(|from| differs(*mode, from)))
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

    /// The visibility of the element: visible where the value is the word.
    pub fn visibility(self, values: &ModeValues, word: &str) -> Self {
        let seen = values
            .clone()
            .map(|v| if v == word { "1" } else { "" }.to_owned());
        self.visible_where(&seen)
    }

    /// The visibility of the element: visible where the value is not empty.
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
        self.hide_where_not(seen.desktop(), &differing);
        self.push("visibility", object);
        self
    }

    /// The selector of the element on which hover counts, when it is not the module.
    pub fn hover_selector(mut self, selector: String) -> Self {
        self.hover_selector = Some(selector);
        self
    }

    /// Hides the element until the script has run in the states whose value is not that of desktop.
    fn hide_where_not(&mut self, desktop: &str, differing: &[(State, &str)]) {
        let other = differing.iter().filter(|(_, value)| *value != desktop);
        self.hides.extend(other.map(|(state, _)| *state));
    }

    fn push(&mut self, context: &'static str, object: Value) {
        self.differs = true;
        self.contexts.push((context, object));
    }

    /// Prints the attributes, each with a leading space; empty when no state differs.
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
        for mode in [State::Tablet, State::Phone] {
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

impl Element<'_> {
    /// A plain-text title in its heading element; empty when it is empty in every state.
    pub fn title(&self, name: &str, tag: &str, class: &str) -> String {
        let values = ModeValues::of(self, name);
        if !values.is_any() {
            return String::new();
        }
        let multi_view = if values.is_uniform() {
            String::new()
        } else {
            let values = values.clone().escaped();
            MultiView::default().content(&values).print(self.slug)
        };
        format!(
            "<{tag} class=\"{class}\"{multi_view}>{}</{tag}>",
            esc_html(values.desktop())
        )
    }

    /// A title that may contain markup, in its heading element.
    pub fn title_markup(&self, name: &str, tag: &str, class: &str) -> String {
        let values = ModeValues::of(self, name);
        if !values.is_any() {
            return String::new();
        }
        let multi_view = MultiView::default().content(&values).print(self.slug);
        let text = values.desktop();
        format!("<{tag} class=\"{class}\"{multi_view}>{text}</{tag}>")
    }

    /// The values of an attribute by state.
    pub fn values(&self, name: &str) -> ModeValues {
        ModeValues::of(self, name)
    }

    /// `data-et-multi-view` for a text that differs by state, with a leading space.
    pub fn multi_view(&self, name: &str) -> String {
        MultiView::default()
            .content(&self.values(name))
            .print(self.slug)
    }

    /// `data-et-multi-view` for the module's content.
    pub fn content_multi_view(&self, content: &str) -> String {
        // `wpautop` also ran over the shortcode's attributes.
        let without_step = |text: &str| {
            let text = text.strip_prefix("</p>").unwrap_or(text);
            let text = text.strip_suffix("<p>").unwrap_or(text);
            text.trim_matches('\n').to_owned()
        };
        let values = self.values("content");
        if values.is_uniform() {
            return String::new();
        }
        let values = values.map(without_step);
        let values = values.with_desktop(content);
        MultiView::default().content(&values).print(self.slug)
    }
}
