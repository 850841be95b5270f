//! Presets (colours, gradients, sizes, shadows): custom properties and classes.

use std::fmt::Write;

use serde_json::Value;

use super::styles::css_value;

/// A kind of presets.
struct Kind {
    /// Where the list stands in `settings`.
    path: [&'static str; 2],
    /// Which field of a preset is its value.
    value: &'static str,
    /// The name in the custom properties.
    variable: &'static str,
    /// The end of a class, and the property that it sets.
    classes: &'static [(&'static str, &'static str)],
}

/// In the order of the style sheet.
const KINDS: [Kind; 7] = [
    kind(["dimensions", "aspectRatios"], "ratio", "aspect-ratio", &[]),
    kind(
        ["color", "palette"],
        "color",
        "color",
        &[
            ("color", "color"),
            ("background-color", "background-color"),
            ("border-color", "border-color"),
        ],
    ),
    kind(
        ["color", "gradients"],
        "gradient",
        "gradient",
        &[("gradient-background", "background")],
    ),
    kind(
        ["typography", "fontSizes"],
        "size",
        "font-size",
        &[("font-size", "font-size")],
    ),
    kind(
        ["typography", "fontFamilies"],
        "fontFamily",
        "font-family",
        &[("font-family", "font-family")],
    ),
    kind(["spacing", "spacingSizes"], "size", "spacing", &[]),
    kind(["shadow", "presets"], "shadow", "shadow", &[]),
];

const fn kind(
    path: [&'static str; 2],
    value: &'static str,
    variable: &'static str,
    classes: &'static [(&'static str, &'static str)],
) -> Kind {
    Kind {
        path,
        value,
        variable,
        classes,
    }
}

/// The presets of a site: slugs with values, by kind.
pub(super) struct Presets(Vec<(&'static Kind, Vec<(String, String)>)>);

impl Presets {
    /// WordPress's own, and those of the theme: of its parent only where it has none itself.
    pub fn new(core: &Value, themes: &[Value]) -> Self {
        Self(
            KINDS
                .iter()
                .map(|kind| (kind, of_kind(kind, core, themes)))
                .collect(),
        )
    }

    /// The custom properties.
    pub fn variables(&self, custom: &Value) -> String {
        let mut css = ":root{".to_owned();
        for (kind, presets) in &self.0 {
            for (slug, value) in presets {
                // Writing to a string cannot fail.
                let _ = write!(css, "--wp--preset--{}--{slug}: {value};", kind.variable);
            }
        }
        add_custom(&mut css, "--wp--custom", custom, 0);
        css + "}"
    }

    /// The classes.
    pub fn classes(&self) -> String {
        let mut css = String::new();
        for (kind, presets) in &self.0 {
            for (end, property) in kind.classes {
                for (slug, _) in presets {
                    let variable = kind.variable;
                    // Writing to a string cannot fail.
                    let _ = write!(
                        css,
                        ".has-{slug}-{end}{{{property}: var(--wp--preset--{variable}--{slug}) !important;}}"
                    );
                }
            }
        }
        css
    }
}

fn of_kind(kind: &Kind, core: &Value, themes: &[Value]) -> Vec<(String, String)> {
    let [group, list] = kind.path;
    let listed = |json: &Value| json["settings"][group][list].as_array().cloned();
    let mut presets = match (kind.variable, listed(core)) {
        ("spacing", None) => scale(&core["settings"][group]["spacingScale"]),
        (_, list) => pairs(kind, &list.unwrap_or_default()),
    };
    let of_theme = themes.iter().rev().find_map(listed).unwrap_or_default();
    // A theme's preset does not replace WordPress's of the same slug while those are switched on.
    let switch = match kind.variable {
        "color" => "defaultPalette",
        "gradient" => "defaultGradients",
        "font-size" => "defaultFontSizes",
        "spacing" => "defaultSpacingSizes",
        "shadow" => "defaultPresets",
        _ => "defaultAspectRatios",
    };
    let last = themes
        .iter()
        .rev()
        .find_map(|theme| theme["settings"][group][switch].as_bool());
    let keeps_own = last.unwrap_or(kind.variable != "font-family");
    for (slug, value) in pairs(kind, &of_theme) {
        match presets.iter_mut().find(|(known, _)| *known == slug) {
            Some((_, known)) if !keeps_own => *known = value,
            Some(_) => {}
            None => presets.push((slug, value)),
        }
    }
    presets
}

fn pairs(kind: &Kind, list: &[Value]) -> Vec<(String, String)> {
    let pair = |preset: &Value| {
        let value = match &preset[kind.value] {
            Value::Number(number) => number.to_string(),
            value => value.as_str()?.to_owned(),
        };
        Some((slug(preset["slug"].as_str()?), css_value(&value)?))
    };
    list.iter().filter_map(pair).collect()
}

/// A slug as it stands in the name of a class.
fn slug(slug: &str) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    slug.to_lowercase()
        .replace(' ', "-")
        .chars()
        .filter(|c| allowed(*c))
        .collect()
}

/// `compute_spacing_sizes`: sizes around a medium one, named `50`.
fn scale(scale: &Value) -> Vec<(String, String)> {
    let number = |name: &str| scale[name].as_f64();
    let (Some(increment), Some(steps), Some(medium)) =
        (number("increment"), number("steps"), number("mediumStep"))
    else {
        return Vec::new();
    };
    let unit = scale["unit"]
        .as_str()
        .and_then(css_value)
        .unwrap_or_default();
    let steps = steps.clamp(0.0, 20.0);
    let middle = (steps / 2.0).round();
    let next = |size: f64, up: bool| match (scale["operator"].as_str(), up) {
        (Some("*"), true) => size * increment,
        (Some("*"), false) => size / increment,
        (_, true) => size + increment,
        (_, false) => size - increment,
    };
    let text = |size: f64| format!("{}{unit}", (size * 100.0).round() / 100.0);
    let mut sizes = vec![("50".to_owned(), text(medium))];
    let (mut at, mut size, mut name) = (1.0, medium, 50_i32);
    while at < middle {
        (size, name, at) = (next(size, false), name - 10, at + 1.0);
        if size <= 0.0 {
            break;
        }
        sizes.insert(0, (name.to_string(), text(size)));
    }
    (at, size, name) = (0.0, medium, 50);
    while at < steps - middle {
        (size, name, at) = (next(size, true), name + 10, at + 1.0);
        sizes.push((name.to_string(), text(size)));
    }
    sizes
}

/// `settings.custom`, flattened.
fn add_custom(css: &mut String, name: &str, value: &Value, depth: usize) {
    match value {
        Value::Object(values) if depth < 16 => {
            for (key, value) in values {
                add_custom(css, &format!("{name}--{}", kebab(key)), value, depth + 1);
            }
        }
        Value::String(text) => {
            if let Some(value) = css_value(text) {
                // Writing to a string cannot fail.
                let _ = write!(css, "{name}: {value};");
            }
        }
        Value::Number(number) => {
            // Writing to a string cannot fail.
            let _ = write!(css, "{name}: {number};");
        }
        _ => {}
    }
}

/// `lineHeight` as `line-height`.
fn kebab(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push('-');
        }
        out.push(c.to_ascii_lowercase());
    }
    slug(&out)
}
