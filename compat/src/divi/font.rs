//! Fonts: the value `name|weight|italic|uppercase|underline|small caps|strike|line colour|line style` as CSS.
//!
//! Contract "divi-server", section 6.3; vectors divi-helpers. Families and their categories come from the site's theme
//! ([`ThemeTables`]); without its files, from the package google-font-metadata (MIT licence). Not here: uploaded fonts, and the link that loads families (section 6.8).

use crate::wordpress::name_hash::NameMap;
use std::sync::LazyLock;

use super::multi_value::split;
use super::theme_tables::ThemeTables;
use crate::wordpress::formatting::escape::esc_html;

/// Families by category.
static GOOGLE_FONTS: LazyLock<NameMap<&'static str, &'static str>> = LazyLock::new(|| {
    const LIST: &str = include_str!("google_fonts.txt");
    let lines = LIST.lines().filter_map(|line| line.split_once('\t'));
    lines
        .flat_map(|(kind, names)| names.split(',').map(move |name| (name, kind)))
        .collect()
});

/// Web-safe families with their category; Trebuchet has an `MS` version.
const WEB_SAFE_FONTS: [(&str, &str); 5] = [
    ("Georgia", "serif"),
    ("Times New Roman", "serif"),
    ("Arial", "sans-serif"),
    ("Trebuchet", "sans-serif"),
    ("Verdana", "sans-serif"),
];

/// The category of a web-safe family, and whether it has an `MS` version.
fn web_safe<'t>(tables: &'t ThemeTables, name: &str) -> Option<(&'t str, bool)> {
    if tables.lists(true) {
        let family = tables.family(name).filter(|family| family.is_web_safe)?;
        return Some((family.kind.as_str(), family.has_ms_version));
    }
    let mut known = WEB_SAFE_FONTS.iter();
    let (_, kind) = known.find(|(known, _)| *known == name)?;
    Some((*kind, name == "Trebuchet"))
}

/// The category of a Google font.
fn google_font<'t>(tables: &'t ThemeTables, name: &str) -> Option<&'t str> {
    if tables.lists(false) {
        let family = tables.family(name).filter(|family| !family.is_web_safe)?;
        return Some(family.kind.as_str());
    }
    GOOGLE_FONTS.get(name).copied()
}

/// `et_builder_get_font_family`: the declaration of a family with its fallbacks.
pub fn get_font_family(tables: &ThemeTables, name: &str, important: bool) -> String {
    let end = if important { " !important" } else { "" };
    let safe = web_safe(tables, name);
    let kind = safe.map(|(kind, _)| kind);
    let kind = kind.or_else(|| google_font(tables, name));
    let fallback = match kind {
        Some("sans-serif") => "Helvetica, Arial, Lucida, sans-serif",
        Some("serif") => "Georgia, \"Times New Roman\", serif",
        Some(kind) => kind,
        None => "sans-serif",
    };
    // The name comes from the content: a quote in it must not end the declaration.
    let name = esc_html(name);
    let also = match safe {
        Some((_, true)) => format!(" '{name} MS',"),
        _ => String::new(),
    };
    format!("font-family: '{name}',{also} {fallback}{end};")
}

/// Whether the family is a Google font, which the page must load.
pub fn is_google_font(tables: &ThemeTables, name: &str) -> bool {
    google_font(tables, name).is_some()
}

/// The parts of a font value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Font<'v> {
    family: &'v str,
    weight: &'v str,
    italic: bool,
    uppercase: bool,
    underline: bool,
    small_caps: bool,
    strike: bool,
    line_color: &'v str,
    line_style: &'v str,
}

impl<'v> Font<'v> {
    fn parse(value: &'v str) -> Self {
        let parts = split(value, Some(9));
        let part = |at: usize| parts.get(at).copied().unwrap_or_default();
        let is_on = |at: usize| part(at) == "on";
        Self {
            family: if part(0) == "Default" { "" } else { part(0) },
            weight: if is_on(1) { "700" } else { part(1) },
            italic: is_on(2),
            uppercase: is_on(3),
            underline: is_on(4),
            small_caps: is_on(5),
            strike: is_on(6),
            line_color: part(7),
            line_style: part(8),
        }
    }
}

/// `et_builder_set_element_font`: the declarations in which a font differs from the element's default font.
pub fn set_element_font(
    tables: &ThemeTables,
    value: &str,
    important: bool,
    default: &str,
) -> String {
    if value.is_empty() {
        return String::new();
    }
    let (font, own) = (Font::parse(value), Font::parse(default));
    let end = if important { " !important" } else { "" };
    let mut out = Vec::new();
    if !font.family.is_empty() && font.family != own.family {
        out.push(get_font_family(tables, font.family, important));
    }
    let mut declare = |property: &str, value: &str| out.push(format!("{property}: {value}{end};"));
    match (font.weight, own.weight) {
        (weight, own) if weight == own => {}
        ("", _) => declare("font-weight", "normal"),
        (weight, _) => declare("font-weight", &esc_html(weight)),
    }
    for (property, is_on, was_on, on, off) in switches(&font, &own) {
        if is_on != was_on {
            declare(property, if is_on { on } else { off });
        }
    }
    if !font.line_style.is_empty() {
        declare("text-decoration-style", &esc_html(font.line_style));
    }
    if !font.line_color.is_empty() {
        let color = esc_html(font.line_color);
        declare("-webkit-text-decoration-color", &color);
        declare("text-decoration-color", &color);
    }
    out.join(" ")
}

/// Property, state, default state, values for on and off; in printed order.
type Switch = (&'static str, bool, bool, &'static str, &'static str);

fn switches(font: &Font<'_>, own: &Font<'_>) -> [Switch; 5] {
    [
        ("font-style", font.italic, own.italic, "italic", "normal"),
        (
            "text-transform",
            font.uppercase,
            own.uppercase,
            "uppercase",
            "none",
        ),
        (
            "text-decoration",
            font.underline,
            own.underline,
            "underline",
            "none",
        ),
        (
            "font-variant",
            font.small_caps,
            own.small_caps,
            "small-caps",
            "normal",
        ),
        (
            "text-decoration",
            font.strike,
            own.strike,
            "line-through",
            "none",
        ),
    ]
}
/// The declarations that take back on a device what the next wider one switched on (contract "divi-css", section 7.2).
pub fn font_resets(value: &str, wider: &str, important: bool) -> String {
    let (font, wider) = (Font::parse(value), Font::parse(wider));
    let end = if important { " !important" } else { "" };
    let mut out = String::new();
    let mut declare = |property: &str, value: &str| {
        out.push_str(&format!("{property}: {value}{end};"));
    };
    if wider.italic && !font.italic {
        declare("font-style", "normal");
    }
    if wider.uppercase && !font.uppercase {
        declare("text-transform", "none");
    }
    if wider.small_caps && !font.small_caps {
        declare("font-variant", "none");
    }
    if wider.underline && !font.underline {
        let is_struck = font.strike || wider.strike;
        declare(
            "text-decoration",
            if is_struck { "line-through" } else { "none" },
        );
    }
    if wider.strike && !font.strike {
        let is_underlined = font.underline || wider.underline;
        declare(
            "text-decoration",
            if is_underlined { "underline" } else { "none" },
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::artwork::ThemeArtwork;
    use super::*;

    #[test]
    fn families_are_those_of_the_sites_theme() {
        let theme = tempfile::tempdir().unwrap();
        let folder = theme.path().join("includes/builder");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(
            folder.join("functions.php"),
            "<?php function a() { $own = array( 'Abel' => array( 'styles' => '400', 'type' => 'serif' ) ); }",
        )
        .unwrap();
        let read = ThemeArtwork::read(theme.path());
        assert_ne!(read.generation, 0);
        let ours = ThemeTables::default();
        let kinds = |tables: &ThemeTables| {
            ["Abel", "Lobster", "Arial"].map(|name| {
                let css = get_font_family(tables, name, false);
                (css, is_google_font(tables, name))
            })
        };
        let serif = "Georgia, \"Times New Roman\", serif";
        let [abel, lobster, arial] = kinds(&read.tables);
        assert_eq!(abel, (format!("font-family: 'Abel', {serif};"), true));
        assert_eq!(
            lobster,
            ("font-family: 'Lobster', sans-serif;".into(), false)
        );
        let [known, other, same] = kinds(&ours);
        assert_ne!(known, abel);
        assert!(known.1 && other.1);
        assert_eq!(same, arial);
    }
}
