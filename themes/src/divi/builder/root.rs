//! What every template of a module prints at its root.

use compat::divi::attributes::State;
use compat::wordpress::formatting::escape::esc_attr;
use minijinja::Value;

use crate::slots::{Slots, slots};

use super::background::Background;
use super::class_list::ClassList;
use super::css::module_fields;
use super::element::Element;

impl Element<'_> {
    /// The common classes of its module.
    pub fn class_list(&self) -> ClassList {
        ClassList::of(self)
    }

    /// The values for a module template's root element: id, classes, backgrounds.
    pub fn root_slots(&self, classes: &ClassList) -> Slots<'static> {
        slots! {
            id => self.id_attribute(),
            classes => classes.print(),
            background => Background::of(self).slots(),
            layout_hover => self.layout_hover(),
        }
    }

    /// `data-background-layout` and `data-background-layout-hover` of a module whose layout is another under the pointer
    /// (contract "divi-client", row 4.8), with leading spaces.
    pub fn layout_hover(&self) -> String {
        let layout = self.attributes.value("background_layout");
        let is_known = || module_fields::of(self.slug).is_some_and(|m| m.has("background_layout"));
        if !layout.is_hover_enabled() || !is_known() {
            return String::new();
        }
        let hover = match layout.at(State::Hover) {
            "" => "light",
            hover => hover,
        };
        layouts(self.text("background_layout"), hover)
    }

    /// [`Self::root_slots`] for minijinja.
    pub fn root(&self, classes: &ClassList) -> Value {
        self.root_slots(classes).values()
    }
}

/// The attributes of a layout and of another under the pointer.
pub fn layouts(usual: &str, hover: &str) -> String {
    let [usual, hover] = [usual, hover].map(esc_attr);
    format!(" data-background-layout=\"{usual}\" data-background-layout-hover=\"{hover}\"")
}
