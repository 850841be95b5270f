//! Data of elements for scripts: animations, links, scroll effects, sticky elements.
//!
//! Contracts "divi-server", section 2.4, and "divi-ajax", section 6.

use compat::wordpress::php::Value;

use super::super::lists::append;

/// The data of a page, in the order of its elements. Most elements have none.
#[derive(Clone, Debug, Default)]
pub struct ScriptData(Option<Box<Lists>>);

/// The data by kind.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// Entrance animations.
    pub animations: Vec<Value>,
    /// Links of whole elements.
    pub links: Vec<Value>,
    /// Scroll effects, by device.
    pub motion: [Vec<Value>; 3],
    /// Sticky elements, by order class.
    pub sticky: Vec<(String, Value)>,
}

impl ScriptData {
    /// Appends the data of later elements.
    pub fn append(&mut self, others: Self) {
        let Some(others) = others.0 else {
            return;
        };
        let Some(lists) = &mut self.0 else {
            self.0 = Some(others);
            return;
        };
        append(&mut lists.animations, others.animations);
        append(&mut lists.links, others.links);
        for (list, more) in lists.motion.iter_mut().zip(others.motion) {
            append(list, more);
        }
        append(&mut lists.sticky, others.sticky);
    }

    /// The data by kind; none when all lists are empty.
    pub fn lists(&self) -> Option<&Lists> {
        self.0.as_deref()
    }
}

impl From<Lists> for ScriptData {
    fn from(lists: Lists) -> Self {
        let is_empty = lists.animations.is_empty()
            && lists.links.is_empty()
            && lists.motion.iter().all(Vec::is_empty)
            && lists.sticky.is_empty();
        Self((!is_empty).then(|| Box::new(lists)))
    }
}
