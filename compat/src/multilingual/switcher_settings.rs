//! Settings of language switchers.
//!
//! Contract "wordpress-core", section 19.1: the option `wpml_language_switcher` holds slots as stored objects.

use std::collections::HashMap;

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

/// The options of a switcher.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwitcherSettings {
    /// The template.
    pub template: SwitcherTemplate,
    /// Whether flags are printed before names.
    pub display_flags: bool,
    /// Whether each language is named in itself.
    pub display_native: bool,
    /// Whether each language is named in the page's language.
    pub display_current: bool,
    /// Whether the page's own language is listed.
    pub display_own: bool,
    /// Width and height that flags are given; 0 for none.
    pub flag_size: (i64, i64),
}

impl Default for SwitcherSettings {
    fn default() -> Self {
        Self {
            template: SwitcherTemplate::default(),
            display_flags: false,
            display_native: true,
            display_current: false,
            display_own: true,
            flag_size: (0, 0),
        }
    }
}

impl SwitcherSettings {
    /// A slot of WPML's option; what it does not say is as by default.
    fn of_slot(fields: &Value, template: SwitcherTemplate) -> Self {
        let usual = Self::default();
        let is_on = |name: &str, default: bool| fields.get(name).map_or(default, Value::to_bool);
        let slug = fields.at("template").to_string_lossy();
        Self {
            template: SwitcherTemplate::of_slug(&slug).unwrap_or(template),
            display_flags: is_on("display_flags", usual.display_flags),
            display_native: is_on("display_names_in_native_lang", usual.display_native),
            display_current: is_on("display_names_in_current_lang", usual.display_current),
            display_own: is_on("display_link_for_current_lang", usual.display_own),
            flag_size: (
                fields.at("include_flag_width").to_int(),
                fields.at("include_flag_height").to_int(),
            ),
        }
    }
}

/// The switcher among the items of a menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MenuSlot {
    /// Its options.
    pub settings: SwitcherSettings,
    /// Whether the other languages stand below the page's own one.
    pub is_hierarchical: bool,
    /// Whether it stands before the menu's own items.
    pub is_before: bool,
}

/// The places of a site's switchers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SwitcherSlots {
    /// That of the shortcode.
    pub shortcode: SwitcherSettings,
    /// That at the end of each page.
    pub footer: Option<SwitcherSettings>,
    /// Those in menus, by the id of the menu.
    pub menus: HashMap<i64, MenuSlot>,
    /// Those in areas of widgets, by the area's name.
    pub sidebars: HashMap<String, SwitcherSettings>,
}

/// The fields of a slot: properties of a private list of the stored object.
fn fields(slot: &Value) -> &Value {
    let properties = slot.as_object().and_then(|object| {
        let mut properties = object.properties();
        properties.find(|property| property.name == b"properties")
    });
    properties.map_or(slot, |property| property.value)
}

/// The fields of a slot that is shown.
fn shown(slot: &Value) -> Option<&Value> {
    Some(fields(slot)).filter(|fields| fields.at("show").to_bool())
}

impl SwitcherSlots {
    /// The slots in WPML's option. `translations` gives the same menu in other languages.
    pub fn of_wpml(option: &Value, translations: impl Fn(i64) -> Vec<i64>) -> Self {
        let statics = option.at("statics");
        let in_footer =
            |fields| SwitcherSettings::of_slot(fields, SwitcherTemplate::ListHorizontal);
        let mut menus = HashMap::new();
        let own = option.at("menus").iter();
        let own = own.filter_map(|(id, slot)| Some((id.to_string_lossy().parse().ok()?, slot)));
        let own: Vec<(i64, &Value)> = own.collect();
        for (id, slot) in &own {
            let Some(fields) = shown(slot) else { continue };
            let slot = MenuSlot {
                settings: SwitcherSettings::of_slot(fields, SwitcherTemplate::default()),
                is_hierarchical: fields.at("is_hierarchical").to_bool(),
                is_before: fields.at("position_in_menu").to_string_lossy() == "before",
            };
            // A menu without a slot of its own has that of its translation.
            let others = translations(*id).into_iter();
            for other in others.filter(|other| !own.iter().any(|(id, _)| id == other)) {
                menus.entry(other).or_insert_with(|| slot.clone());
            }
            menus.insert(*id, slot);
        }
        let sidebars = option.at("sidebars").iter().filter_map(|(name, slot)| {
            let settings = SwitcherSettings::of_slot(shown(slot)?, SwitcherTemplate::default());
            Some((name.to_string_lossy(), settings))
        });
        Self {
            shortcode: SwitcherSettings::of_slot(
                fields(statics.at("shortcode_actions")),
                SwitcherTemplate::default(),
            ),
            footer: shown(statics.at("footer")).map(in_footer),
            sidebars: sidebars.collect(),
            menus,
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
            let settings = SwitcherSlots::of_wpml(&option, |_| Vec::new()).shortcode;
            assert_eq!(
                settings.template,
                SwitcherTemplate::ListHorizontal,
                "{name}"
            );
            assert!(settings.display_flags && settings.display_current && settings.display_native);
        }
        assert_eq!(
            SwitcherSlots::of_wpml(&Value::Null, |_| Vec::new()),
            SwitcherSlots::default()
        );
    }

    #[test]
    fn slots_that_are_not_shown_are_none() {
        let menu = |show: i64| {
            Value::array()
                .with("show", show)
                .with("position_in_menu", "before")
        };
        let menus = Value::array()
            .with(2, menu(1))
            .with(3, menu(0))
            .with(4, menu(1));
        let footer = Value::array().with("footer", Value::array().with("show", 1));
        let option = Value::array().with("menus", menus).with("statics", footer);
        let slots = SwitcherSlots::of_wpml(&option, |id| vec![id, id + 10]);
        let mut ids: Vec<i64> = slots.menus.keys().copied().collect();
        ids.sort_unstable();
        assert_eq!(ids, [2, 4, 12, 14]);
        assert!(slots.menus.values().all(|slot| slot.is_before));
        let footer = slots.footer.expect("it is shown");
        assert_eq!(footer.template, SwitcherTemplate::ListHorizontal);
    }
}
