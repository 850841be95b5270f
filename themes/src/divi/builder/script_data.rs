//! Data of elements for scripts: animations, links, scroll effects, sticky elements.
//!
//! Contracts "divi-server", section 2.4, and "divi-ajax", section 6.

use compat::wordpress::php::Value;

/// The data of a page, in the order of its elements.
#[derive(Clone, Debug, Default)]
pub struct ScriptData {
    pub(super) animations: Vec<Value>,
    pub(super) links: Vec<Value>,
    /// By device.
    pub(super) motion: [Vec<Value>; 3],
    pub(super) sticky: Vec<(String, Value)>,
}

impl ScriptData {
    /// Appends the data of later elements.
    pub fn append(&mut self, others: Self) {
        self.animations.extend(others.animations);
        self.links.extend(others.links);
        for (list, more) in self.motion.iter_mut().zip(others.motion) {
            list.extend(more);
        }
        self.sticky.extend(others.sticky);
    }
}
