//! The fields of each module and the configuration of its option families: `module_fields.jsonl`.
//!
//! The file holds what contract "divi-css", section 20, describes, a module on each line; its first line has the
//! defaults that fields refer to by number. `{accent}` stands for the site's accent colour. What vectors show beyond the
//! contract stands there too: priority 11 of columns, the order of a menu's own rules, what an item of an accordion has
//! of a toggle, `after` (declarations behind each width), `device_defaults` (heights of tablet and phone), `inset` (the
//! selector of an inset shadow), `keeps_its_position`. The last lines, of the modules of a shop, are not in the contract's
//! tables: defaults that print rules are those of recordings woo/cart-divi and pages/tienda-divi, the other options those
//! that all modules share.

use std::sync::{LazyLock, OnceLock};

use compat::wordpress::name_hash::NameMap;
use serde_json::Value;

use super::config::Config;
use super::flag::Flag;
use super::own_rule::OwnRule;

/// The fields of one module.
#[derive(Debug)]
pub struct ModuleFields {
    /// The main selector.
    pub main: String,
    /// The priority of its rules: those of child modules come later.
    pub priority: i32,
    /// What it does otherwise than the families do.
    flags: Vec<Flag>,
    /// The configuration of the option families.
    pub advanced: Config<'static>,
    /// The fields for custom CSS: names and configuration.
    pub custom_css: Config<'static>,
    /// What changes with a transition, in order.
    pub transitions: Vec<Transition>,
    /// The rules of the module itself.
    pub own: Vec<OwnRule>,
    /// Whether a field of a text has a default, so that the family of fonts prints something.
    pub has_font_defaults: bool,
    /// Settings of the customizer: a value equal to one counts as unset.
    global: NameMap<&'static str, &'static str>,
    defaults: NameMap<&'static str, &'static FieldDefault>,
}

/// An option whose changes are shown as a transition.
#[derive(Debug)]
pub struct Transition {
    /// The option.
    pub field: &'static str,
    /// CSS properties, each with the selectors on which it changes.
    pub properties: Vec<(&'static str, Vec<&'static str>)>,
}

/// The default of a field.
#[derive(Debug)]
pub enum FieldDefault {
    /// A text, empty where there is none.
    Text(&'static str),
    /// By the value of another field.
    By(&'static str, Vec<(&'static str, &'static str)>),
}

/// Parts of the names of fields of texts.
const FONT_FIELDS: [&str; 5] = [
    "font",
    "text_color",
    "letter_spacing",
    "line_height",
    "text_align",
];

impl ModuleFields {
    /// Whether the module has a flag.
    pub fn is(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    /// Whether the module has a field.
    pub fn has(&self, name: &str) -> bool {
        self.defaults.contains_key(name)
    }

    /// The default of a field, with the stored values of other fields.
    pub fn default<'s>(
        &self,
        name: &str,
        stored: impl Fn(&str) -> Option<&'s str>,
    ) -> &'static str {
        match self.defaults.get(name) {
            None => "",
            Some(FieldDefault::Text(text)) => text,
            Some(FieldDefault::By(field, values)) => {
                let value = match stored(field) {
                    None => values.first(),
                    Some(value) => values.iter().find(|(when, _)| *when == value),
                };
                value.map_or("", |(_, default)| default)
            }
        }
    }

    /// Whether a value is that of the customizer's setting, so that it counts as unset.
    pub fn is_global(&self, name: &str, value: &str) -> bool {
        name != "text_orientation" && self.global.get(name).is_some_and(|text| *text == value)
    }

    fn parse(module: &'static Value) -> Self {
        let text = |value: &'static Value| value.as_str().unwrap_or_default();
        let texts = |name: &str| {
            let entries = module[name].as_object().into_iter().flatten();
            entries.map(|(name, value)| (name.as_str(), value))
        };
        let defaults = texts("fields").filter_map(|(name, number)| {
            let number = usize::try_from(number.as_u64()?).ok()?;
            Some((name, DATA.defaults.get(number)?))
        });
        let defaults: NameMap<_, _> = defaults.collect();
        let global: NameMap<_, _> = texts("global")
            .map(|(name, value)| (name, text(value)))
            .collect();
        let has_font_defaults = defaults.iter().any(|(name, default)| {
            let is_set = match default {
                FieldDefault::Text(text) => {
                    !matches!(*text, "" | "0") && global.get(name) != Some(text)
                }
                FieldDefault::By(..) => true,
            };
            is_set && FONT_FIELDS.iter().any(|field| name.contains(field))
        });
        Self {
            main: text(&module["main"]).to_owned(),
            priority: i32::try_from(module["priority"].as_i64().unwrap_or(10)).unwrap_or(10),
            flags: Config::parse(&module["flags"])
                .list()
                .into_iter()
                .filter_map(Flag::named)
                .collect(),
            advanced: Config::parse(&module["advanced"]),
            custom_css: Config::parse(&module["custom_css"]),
            transitions: transitions(module),
            own: module["own"]
                .as_array()
                .into_iter()
                .flatten()
                .map(OwnRule::parse)
                .collect(),
            has_font_defaults,
            global,
            defaults,
        }
    }
}

fn transitions(module: &'static Value) -> Vec<Transition> {
    let mut all: Vec<Transition> = Vec::new();
    for triple in module["transitions"].as_array().into_iter().flatten() {
        let [field, property, selector] = [0, 1, 2].map(|at: usize| &triple[at]);
        let field = field.as_str().unwrap_or_default();
        let number = selector.as_u64().and_then(|n| usize::try_from(n).ok());
        let selectors = number.map(|n| &module["transition_selectors"][n]);
        let member = (
            property.as_str().unwrap_or_default(),
            selectors
                .map(|list| Config::parse(list).list())
                .unwrap_or_default(),
        );
        match all.last_mut().filter(|last| last.field == field) {
            Some(last) => last.properties.push(member),
            None => all.push(Transition {
                field,
                properties: vec![member],
            }),
        }
    }
    all
}

fn field_default(value: &'static Value) -> FieldDefault {
    match value {
        Value::String(text) => FieldDefault::Text(text),
        Value::Array(parts) => {
            let field = parts.first().and_then(Value::as_str).unwrap_or_default();
            let values = parts
                .get(1)
                .and_then(Value::as_object)
                .into_iter()
                .flatten();
            let values = values.filter_map(|(when, value)| Some((when.as_str(), value.as_str()?)));
            FieldDefault::By(field, values.collect())
        }
        _ => FieldDefault::Text(""),
    }
}

/// The file, its modules not yet read.
struct Data {
    defaults: Vec<FieldDefault>,
    modules: NameMap<&'static str, (&'static str, OnceLock<ModuleFields>)>,
}

/// A part of the program's own data, kept for its whole life.
fn parsed(text: &str) -> &'static Value {
    Box::leak(Box::new(serde_json::from_str(text).unwrap_or_default()))
}

static DATA: LazyLock<Data> = LazyLock::new(|| {
    let mut lines = include_str!("module_fields.jsonl").lines();
    let defaults = parsed(lines.next().unwrap_or_default());
    let modules = lines.filter_map(|line| {
        let slug = line.strip_prefix("{\"slug\":\"")?.split('"').next()?;
        Some((slug, (line, OnceLock::new())))
    });
    Data {
        defaults: defaults["defaults"]
            .as_array()
            .into_iter()
            .flatten()
            .map(field_default)
            .collect(),
        modules: modules.collect(),
    }
});

/// The fields of a module; none for a slug that is not in the file.
pub fn of(slug: &str) -> Option<&'static ModuleFields> {
    let (line, fields) = DATA.modules.get(slug)?;
    Some(fields.get_or_init(|| {
        let parent = slug.strip_suffix("_item").unwrap_or(slug);
        let line = line.replace("%%parent_class%%", &format!(".{parent}"));
        ModuleFields::parse(parsed(&line))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_modules_are_read() {
        let slugs: Vec<_> = DATA.modules.keys().copied().collect();
        assert_eq!(slugs.len(), 89);
        for slug in slugs {
            let fields = of(slug).expect(slug);
            assert!(!fields.main.is_empty(), "{slug}");
            let (line, _) = DATA.modules.get(slug).unwrap();
            let flags = &parsed(line)["flags"];
            assert_eq!(
                fields.flags.len(),
                Config::parse(flags).list().len(),
                "{slug}: {flags}"
            );
        }
        assert!(DATA.defaults.len() > 500);
    }

    #[test]
    fn a_default_depends_on_another_field() {
        let text = of("et_pb_text").unwrap();
        let name = "header_text_shadow_vertical_length";
        assert_eq!(text.default(name, |_| Some("preset3")), "0em");
        assert_eq!(text.default(name, |_| Some("preset1")), "0.1em");
        assert_eq!(text.default(name, |_| Some("no-existe")), "");
    }
}
