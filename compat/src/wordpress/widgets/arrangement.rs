//! `sidebars_widgets`: which widgets stand in which area, in order.
//!
//! Contract "wordpress-rest", section 15; recordings owner/widget-create, owner/sidebar-update, owner/widget-move,
//! owner/widget-delete-inactive, owner/widget-delete.

use crate::wordpress::php::{Array, Value};

/// The area of widgets that no page shows.
pub const INACTIVE: &str = "wp_inactive_widgets";
/// Its version of the format.
const VERSION: &str = "array_version";

/// The option's value without its version.
#[derive(Debug, Clone, Default)]
pub struct Arrangement(Array);

impl Arrangement {
    /// From the option's value.
    pub fn new(value: &Value) -> Self {
        let mut areas = Array::new();
        for (area, widgets) in value.iter() {
            if area.to_string_lossy() != VERSION && widgets.as_array().is_some() {
                areas.insert(area.clone(), widgets.clone());
            }
        }
        Self(areas)
    }

    /// The option's value.
    pub fn to_value(&self) -> Value {
        Value::from(self.0.clone()).with(VERSION, 3)
    }

    /// The areas with the ids of their widgets, in order.
    pub fn areas(&self) -> impl Iterator<Item = (String, Vec<String>)> {
        self.0
            .iter()
            .map(|(area, widgets)| (area.to_string_lossy(), texts(widgets)))
    }

    /// The widgets of an area.
    pub fn widgets_of(&self, area: &str) -> Vec<String> {
        self.0.get(area).map(texts).unwrap_or_default()
    }

    /// `wp_find_widgets_sidebar`: the first area that a widget stands in.
    pub fn area_of(&self, widget: &str) -> Option<String> {
        let mut areas = self.areas();
        let found = areas.find(|(_, widgets)| widgets.iter().any(|id| id == widget));
        found.map(|(area, _)| area)
    }

    /// `retrieve_widgets`: every registered area has an entry, the inactive one comes first; widgets that stand nowhere
    /// are put in front of the inactive ones, and those that stand in an area do not lie among the inactive ones too.
    /// Areas and widgets of plugins that are not known stay.
    #[must_use]
    pub fn retrieved(&self, registered: &[String], known: &[String]) -> Self {
        let is_inactive = |area: &str| area == INACTIVE || area.starts_with("orphaned_widgets");
        let active: Vec<String> = self
            .areas()
            .filter(|(area, _)| !is_inactive(area))
            .flat_map(|(_, widgets)| widgets)
            .collect();
        let idle: Vec<String> = self
            .areas()
            .filter(|(area, _)| is_inactive(area))
            .flat_map(|(_, widgets)| widgets)
            .filter(|id| !active.contains(id))
            .collect();
        let is_shown = |id: &&String| active.contains(id) || idle.contains(id);
        let lost = known.iter().filter(|id| !is_shown(id)).cloned();
        let idle: Value = lost.chain(idle.iter().cloned()).collect();
        let mut areas = Array::new();
        areas.insert(INACTIVE, idle);
        for area in registered {
            let widgets = self.0.get(area.as_str()).cloned();
            areas.insert(area.as_str(), widgets.unwrap_or_else(Value::array));
        }
        for (area, widgets) in self.0.iter() {
            if !areas.contains_key(area.as_ref()) && !is_inactive(&area.to_string_lossy()) {
                areas.insert(area.clone(), widgets.clone());
            }
        }
        Self(areas)
    }

    /// `wp_assign_widget_to_sidebar`: takes the widget out of each other area, once, and puts it at the end of this one;
    /// `None` only takes it out.
    pub fn assign(&mut self, widget: &str, area: Option<&str>) {
        for (name, widgets) in self.0.iter_mut() {
            if area == Some(name.to_string_lossy().as_str()) {
                continue;
            }
            let place = widgets
                .iter()
                .find(|(_, id)| id.as_bytes() == Some(widget.as_bytes()))
                .map(|(key, _)| key.clone());
            if let (Some(place), Some(widgets)) = (place, widgets.as_array_mut()) {
                widgets.remove(place.as_ref());
            }
        }
        if let Some(area) = area {
            self.0.entry_array(area.into()).push(widget);
        }
    }

    /// Sets the widgets of an area. Those left out become inactive, those named leave other areas; a name among the
    /// inactive ones goes when the areas are next [retrieved](Self::retrieved) (recording owner/sidebar-update).
    pub fn set(&mut self, area: &str, widgets: &[String]) {
        let is_named = |id: &Value| {
            let id = id.as_bytes();
            widgets.iter().any(|named| id == Some(named.as_bytes()))
        };
        let left_out: Vec<Value> = self.0.get(area).map_or_else(Vec::new, |before| {
            let left = before.values().filter(|id| !is_named(id));
            left.cloned().collect()
        });
        for (name, other) in self.0.iter_mut() {
            let name = name.to_string_lossy();
            let Some(other) = other
                .as_array_mut()
                .filter(|_| name != area && name != INACTIVE)
            else {
                continue;
            };
            let gone: Vec<_> = other
                .iter()
                .filter(|(_, id)| is_named(id))
                .map(|(key, _)| key.clone())
                .collect();
            for key in gone {
                other.remove(key.as_ref());
            }
        }
        for id in left_out {
            self.0.entry_array(INACTIVE.into()).push(id);
        }
        self.0
            .insert(area, widgets.iter().cloned().collect::<Value>());
    }
}

fn texts(widgets: &Value) -> Vec<String> {
    let ids = widgets.values().filter_map(Value::as_str_lossy);
    ids.map(|id| id.into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::php::{serialize, unserialize};

    fn areas(idle: &[&str], side: &[&str]) -> Arrangement {
        let list = |ids: &[&str]| ids.iter().copied().collect::<Value>();
        let value = Value::array()
            .with(INACTIVE, list(idle))
            .with("sidebar-2", list(side))
            .with(VERSION, 3);
        Arrangement::new(&value)
    }

    fn stored(areas: &Arrangement) -> String {
        String::from_utf8(serialize(&areas.to_value())).unwrap()
    }

    fn owned(ids: &[&str]) -> Vec<String> {
        ids.iter().map(|id| (*id).to_owned()).collect()
    }

    /// Recordings owner/sidebar-update to owner/widget-delete, in their order.
    #[test]
    fn widgets_move_as_recorded() {
        let known = owned(&["text-2", "text-4", "block-2"]);
        let registered = owned(&["sidebar-2"]);
        let start = areas(&["block-2"], &["text-2"]);
        let mut now = start.retrieved(&registered, &known);
        assert_eq!(now.widgets_of(INACTIVE), ["text-4", "block-2"]);
        now.set("sidebar-2", &owned(&["text-4", "text-2"]));
        assert!(stored(&now).contains("a:2:{i:0;s:6:\"text-4\";i:1;s:7:\"block-2\";}"));
        let mut now = now.retrieved(&registered, &known);
        assert_eq!(now.area_of("text-4").as_deref(), Some("sidebar-2"));
        now.assign("text-4", Some(INACTIVE));
        assert!(stored(&now).contains("s:9:\"sidebar-2\";a:1:{i:1;s:6:\"text-2\";}"));
        now.assign("text-4", Some(INACTIVE));
        assert_eq!(now.widgets_of(INACTIVE), ["block-2", "text-4", "text-4"]);
        now.assign("text-4", None);
        assert!(stored(&now).contains("a:2:{i:0;s:7:\"block-2\";i:2;s:6:\"text-4\";}"));
        let value = unserialize(stored(&now).as_bytes()).unwrap();
        assert_eq!(value.at(VERSION).as_int(), Some(3));
    }

    #[test]
    fn what_is_left_out_becomes_inactive() {
        let mut now = areas(&[], &["text-2", "text-3"]);
        now.set("sidebar-2", &owned(&["text-3"]));
        assert_eq!(now.widgets_of(INACTIVE), ["text-2"]);
        assert_eq!(now.widgets_of("sidebar-2"), ["text-3"]);
    }
}
