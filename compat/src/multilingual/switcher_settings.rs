//! How a site's language switcher looks.
//!
//! Contract "wordpress-core", section 19.1: the option `wpml_language_switcher` holds slots as stored objects.

use crate::wordpress::php::Value;

/// The template of a switcher.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SwitcherTemplate {
    /// A dropdown that opens by a click.
    #[default]
    DropdownClick,
    /// A dropdown that opens under the pointer.
    Dropdown,
    /// A list in a line.
    ListHorizontal,
    /// A list of lines.
    ListVertical,
}

impl SwitcherTemplate {
    /// The template of a slug as stored: `wpml-legacy-dropdown-click`.
    pub fn of_slug(slug: &str) -> Option<Self> {
        Some(match slug {
            "wpml-legacy-dropdown-click" => Self::DropdownClick,
            "wpml-legacy-dropdown" => Self::Dropdown,
            "wpml-legacy-list-horizontal" | "wpml-legacy-horizontal-list" => Self::ListHorizontal,
            "wpml-legacy-list-vertical" | "wpml-legacy-vertical-list" => Self::ListVertical,
            _ => return None,
        })
    }
}

/// A switcher's looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwitcherSettings {
    /// The template.
    pub template: SwitcherTemplate,
    /// Whether flags stand before names.
    pub display_flags: bool,
    /// Whether each language is named in itself.
    pub display_native: bool,
    /// Whether each language is named in the page's language.
    pub display_current: bool,
    /// Whether the page's own language is listed.
    pub display_own: bool,
}

impl Default for SwitcherSettings {
    fn default() -> Self {
        Self {
            template: SwitcherTemplate::default(),
            display_flags: false,
            display_native: true,
            display_current: false,
            display_own: true,
        }
    }
}

impl SwitcherSettings {
    /// The slot of the shortcode in WPML's option; what it does not say is as by default.
    pub fn of_wpml(option: &Value) -> Self {
        let slot = option.at("statics").at("shortcode_actions");
        // The slot's fields are properties of a private list of the stored object.
        let properties = slot.as_object().and_then(|object| {
            let mut properties = object.properties();
            properties.find(|property| property.name == b"properties")
        });
        let fields = properties.map_or(slot, |property| property.value);
        let usual = Self::default();
        let is_on = |name: &str, default: bool| fields.get(name).map_or(default, Value::to_bool);
        let template = fields.at("template").to_string_lossy();
        Self {
            template: SwitcherTemplate::of_slug(&template).unwrap_or_default(),
            display_flags: is_on("display_flags", usual.display_flags),
            display_native: is_on("display_names_in_native_lang", usual.display_native),
            display_current: is_on("display_names_in_current_lang", usual.display_current),
            display_own: is_on("display_link_for_current_lang", usual.display_own),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::php::unserialize;

    #[test]
    fn a_slot_is_an_object_with_a_private_list() {
        let class = "WPML_LS_Shortcode_Actions_Slot";
        let fields = "a:3:{s:8:\"template\";s:27:\"wpml-legacy-list-horizontal\";s:13:\"display_flags\";i:1;s:29:\"display_names_in_current_lang\";i:1;}";
        let name = "\0WPML_LS_Slot\0properties";
        for name in [name, "\0*\0properties", "properties"] {
            let text = format!(
                "a:1:{{s:7:\"statics\";a:1:{{s:17:\"shortcode_actions\";O:{}:\"{class}\":1:{{s:{}:\"{name}\";{fields}}}}}}}",
                class.len(),
                name.len()
            );
            let option = unserialize(text.as_bytes()).expect("a stored option");
            let settings = SwitcherSettings::of_wpml(&option);
            assert_eq!(
                settings.template,
                SwitcherTemplate::ListHorizontal,
                "{name}"
            );
            assert!(settings.display_flags && settings.display_current && settings.display_native);
        }
        assert_eq!(
            SwitcherSettings::of_wpml(&Value::Null),
            SwitcherSettings::default()
        );
    }
}
