//! Presets: named sets of attributes for modules, stored once for the site.
//!
//! Contract "divi-server", section 1.3.

use super::attributes::Attributes;
use crate::wordpress::name_hash::NameMap;
use crate::wordpress::options::Options;
use crate::wordpress::php::Value;

/// The option.
pub const OPTION: &str = "et_divi_builder_global_presets_ng";

/// The presets of one kind of module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct KindOfElement {
    /// The id of the preset for elements without one.
    default: String,
    /// Attributes by id.
    presets: NameMap<String, Attributes>,
}

/// The site's presets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Presets {
    kinds: NameMap<String, KindOfElement>,
}

/// A member of a value that is stored as an object or as an array.
fn member<'v>(value: &'v Value, name: &str) -> &'v Value {
    const NONE: &Value = &Value::Null;
    match value.as_object() {
        Some(object) => object.get(name).unwrap_or(NONE),
        None => value.at(name),
    }
}

/// The members of a value that is stored as an object or as an array.
fn members(value: &Value) -> Vec<(String, &Value)> {
    match value.as_object() {
        Some(object) => object
            .public()
            .map(|(k, v)| (String::from_utf8_lossy(k).into_owned(), v))
            .collect(),
        None => value
            .iter()
            .map(|(k, v)| (k.to_string_lossy(), v))
            .collect(),
    }
}

impl Presets {
    /// Reads the option.
    pub fn of(options: &Options) -> Self {
        let kinds = members(options.value(OPTION))
            .into_iter()
            .map(|(slug, stored)| {
                let presets = members(member(stored, "presets")).into_iter();
                let presets = presets.map(|(id, preset)| {
                    let settings = members(member(preset, "settings")).into_iter();
                    let settings = settings.map(|(k, v)| (k, v.to_string_lossy().into_owned()));
                    (id, settings.collect())
                });
                let kind = KindOfElement {
                    default: member(stored, "default").to_string_lossy().into_owned(),
                    presets: presets.collect(),
                };
                (slug, kind)
            });
        Self {
            kinds: kinds.collect(),
        }
    }

    fn of_element(&self, slug: &str, attributes: &Attributes) -> Option<&Attributes> {
        let kind = self.kinds.get(kind_of(slug, attributes))?;
        let named = kind.presets.get(attributes.text("_module_preset"));
        named.or_else(|| kind.presets.get(&kind.default))
    }

    /// An attribute from the preset of an element, empty when there is none.
    pub fn text(&self, slug: &str, attributes: &Attributes, name: &str) -> &str {
        let preset = self.of_element(slug, attributes);
        preset.map_or("", |preset| preset.text(name))
    }

    /// Whether any preset sets one of these attributes.
    pub fn has_any(&self, names: &[&str]) -> bool {
        let mut presets = self.kinds.values().flat_map(|kind| kind.presets.values());
        presets.any(|preset| names.iter().any(|name| preset.get(name).is_some()))
    }

    /// The attributes of an element's preset (the named one, else the default of its kind), overwritten by its own.
    pub fn apply(&self, slug: &str, attributes: Attributes) -> Attributes {
        let Some(preset) = self.of_element(slug, &attributes) else {
            return attributes;
        };
        let mut merged = preset.clone();
        for (name, value) in attributes.iter() {
            merged.insert(name, value);
        }
        merged
    }
}

/// The kind of an element: its slug, except that sections and columns have several kinds.
fn kind_of<'s>(slug: &'s str, attributes: &Attributes) -> &'s str {
    match slug {
        "et_pb_section" if attributes.is_on("fullwidth") => "et_pb_section_fullwidth",
        "et_pb_section" if attributes.is_on("specialty") => "et_pb_section_specialty",
        "et_pb_column" if attributes.is_filled("specialty_columns") => "et_pb_column_specialty",
        _ => slug,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::php::serialize;

    fn presets() -> Presets {
        let preset = |color: &str| {
            let settings = Value::array()
                .with("text_color", color)
                .with("font", "Lato||||||||");
            Value::array().with("name", "x").with("settings", settings)
        };
        let text = Value::array().with("default", "one").with(
            "presets",
            Value::array()
                .with("one", preset("red"))
                .with("two", preset("blue")),
        );
        let stored = Value::array()
            .with("et_pb_text", text.clone())
            .with("et_pb_section_fullwidth", text);
        Presets::of(&Options::new([(OPTION.to_owned(), serialize(&stored))]))
    }

    #[test]
    fn the_elements_own_attributes_win() {
        let color = |slug: &str, own: &[(&str, &str)]| {
            let own = own.iter().copied().collect();
            presets().apply(slug, own).text("text_color").to_owned()
        };
        assert_eq!(color("et_pb_text", &[]), "red");
        assert_eq!(color("et_pb_text", &[("_module_preset", "two")]), "blue");
        assert_eq!(color("et_pb_text", &[("_module_preset", "unknown")]), "red");
        assert_eq!(color("et_pb_text", &[("text_color", "green")]), "green");
        assert_eq!(color("et_pb_section", &[]), "");
        assert_eq!(color("et_pb_section", &[("fullwidth", "on")]), "red");
        assert_eq!(color("et_pb_blurb", &[]), "");
    }
}
