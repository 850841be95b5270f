//! What every template of a module prints at its root.

use minijinja::Value;

use crate::slots::{Slots, slots};

use super::background::Background;
use super::class_list::ClassList;
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
        }
    }

    /// [`Self::root_slots`] for minijinja.
    pub fn root(&self, classes: &ClassList) -> Value {
        self.root_slots(classes).values()
    }
}
