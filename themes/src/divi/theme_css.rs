//! The link to the base style sheet, with the site's accent colour.
//!
//! Contract "divi-theme", section 8.1 (`accent_color`). Not printed with `frontend = "legacy"`, where the site's own
//! sheets are linked.

use compat::wordpress::formatting::escape::esc_attr;

use crate::base_css::{PATH, TEXT_FONT};
use crate::column::Hooks;
use crate::wordpress::assets::Style;
use crate::wordpress::view::{Page, View};

use super::options::DiviOptions;

pub(super) fn register(hooks: &mut Hooks) {
    hooks.wp_enqueue_scripts(1, enqueue);
    hooks.wp_head(2, preload_font);
}

fn enqueue(page: &mut Page) {
    if page.view.frontend == crate::wordpress::view::Frontend::Legacy {
        return;
    }
    let href = format!("{}{PATH}", page.view.site.siteurl());
    let sheet = Style::linked("oxipress-theme", &href, &page.view.theme.base_css.version);
    let sheet = match accent_color(&page.view) {
        Some(color) => sheet.with_inline(&format!(
            ":root{{--oxi-accent:{color};--oxi-accent-ink:{}}}",
            ink_on(&color)
        )),
        None => sheet,
    };
    page.assets.style(sheet);
}

/// Preloads the text font, to avoid a flash of another font; not with a font chosen in the customizer.
fn preload_font(page: &mut Page) -> String {
    let view = &page.view;
    let font = DiviOptions::of(view).text_or("body_font", "none");
    if view.is_legacy() || !matches!(font.as_ref(), "none" | "Open Sans") {
        return String::new();
    }
    let href = format!("{}{TEXT_FONT}", view.site.siteurl());
    format!(
        "<link rel=\"preload\" href=\"{}\" as=\"font\" type=\"font/woff2\" crossorigin />\n",
        esc_attr(&href)
    )
}

/// The configured accent colour, if it is a valid colour.
fn accent_color(view: &View) -> Option<String> {
    let color = view.site.options.value("et_divi").get("accent_color")?;
    let color = color.to_string_lossy();
    is_color(&color).then(|| color.into_owned())
}

/// Whether a value is a colour as stored by the customizer: `#rgb`, `#rrggbb`, `rgb(…)` or `rgba(…)`.
fn is_color(text: &str) -> bool {
    let is_hex = |digits: &str| {
        matches!(digits.len(), 3 | 4 | 6 | 8) && digits.bytes().all(|b| b.is_ascii_hexdigit())
    };
    let is_list = |list: &str| {
        list.len() <= 40
            && list
                .bytes()
                .all(|b| b.is_ascii_digit() || matches!(b, b',' | b'.' | b' ' | b'%'))
    };
    match text.strip_prefix('#') {
        Some(digits) => is_hex(digits),
        None => text
            .strip_prefix("rgba(")
            .or_else(|| text.strip_prefix("rgb("))
            .and_then(|rest| rest.strip_suffix(')'))
            .is_some_and(is_list),
    }
}

/// Black or white, whichever has the higher contrast with a colour.
fn ink_on(color: &str) -> &'static str {
    // The luminance at which black and white text have the same contrast (WCAG 2: 0.1791).
    const EQUAL: f64 = 0.179_1;
    match channels(color) {
        Some(rgb) if luminance(rgb) > EQUAL => "#1f1a15",
        _ => "#fff",
    }
}

fn channels(color: &str) -> Option<[f64; 3]> {
    if let Some(digits) = color.strip_prefix('#') {
        let wide: String = if digits.len() < 6 {
            digits.chars().flat_map(|c| [c, c]).collect()
        } else {
            digits.to_owned()
        };
        let channel = |at: usize| {
            let pair = wide.get(at..at + 2)?;
            u8::from_str_radix(pair, 16).ok().map(f64::from)
        };
        return Some([channel(0)?, channel(2)?, channel(4)?]);
    }
    let list = color.split_once('(')?.1.trim_end_matches(')');
    let mut numbers = list.split(',').map(|n| n.trim().parse::<f64>().ok());
    Some([numbers.next()??, numbers.next()??, numbers.next()??])
}

/// Relative luminance (WCAG 2).
fn luminance(rgb: [f64; 3]) -> f64 {
    let linear = |channel: f64| {
        let share = channel / 255.0;
        if share <= 0.04045 {
            share / 12.92
        } else {
            ((share + 0.055) / 1.055).powf(2.4)
        }
    };
    let [red, green, blue] = rgb.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colors_pass() {
        for good in ["#a0522d", "#fff", "rgba(10,20,30,0.5)", "rgb(1, 2, 3)"] {
            assert!(is_color(good), "{good}");
        }
        for bad in [
            "",
            "red",
            "#ggg",
            "#12345",
            "rgb(1;2)",
            "#fff}body{",
            "rgb(1)</style>",
        ] {
            assert!(!is_color(bad), "{bad}");
        }
    }

    #[test]
    fn ink_is_readable() {
        for (color, ink) in [
            ("#a0522d", "#fff"),
            ("#ffe08a", "#1f1a15"),
            ("#000", "#fff"),
            ("rgba(255,255,255,0.9)", "#1f1a15"),
            ("rgb(,)", "#fff"),
        ] {
            assert_eq!(ink_on(color), ink, "{color}");
        }
    }
}
