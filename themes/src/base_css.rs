//! The base theme's style sheet, for sites without the style sheets of their theme and plugins.
//!
//! Each column has its rules in `assets/<column>/*.css` and registers them in [`Sheets`] with a place in the cascade;
//! the sheet consists of the active columns' rules. It is the first sheet of a page, so at equal specificity the
//! site's own rules win. One sheet serves all pages: compressed it is a fifth of its size, and browsers cache it for a
//! year. The tests below limit its size. `endpoints::wordpress::theme_assets` serves it; rules made from a site's
//! options are in `divi::customizer`.

use crate::minify::minified;

/// The sheet's path, relative to the site URL.
pub const PATH: &str = "/wp-content/oxipress/theme.css";

/// The path of the Latin web font used by the sheet, relative to the site URL.
pub const TEXT_FONT: &str = "/wp-content/oxipress/modules/fonts/open-sans-latin.woff2";

/// Places in the cascade; sheets of one place follow in the order of registration.
pub mod place {
    /// The theme's elements up to the content of a page.
    pub const THEME: u32 = 10;
    /// WordPress core's elements.
    pub const WORDPRESS: u32 = 20;
    /// The theme's footer and modules.
    pub const MODULES: u32 = 30;
    /// The plugins.
    pub const PLUGINS: u32 = 40;
    /// Overlays of plugins.
    pub const OVERLAYS: u32 = 50;
}

/// The sheets registered by the active columns.
#[derive(Debug, Default)]
pub struct Sheets(Vec<(u32, &'static str)>);

impl Sheets {
    /// Adds sheets at a place of the cascade (see [`place`]).
    pub fn add(&mut self, place: u32, sheets: &[&'static str]) {
        self.0.extend(sheets.iter().map(|sheet| (place, *sheet)));
    }

    /// Concatenates the sheets.
    pub fn build(mut self) -> BaseCss {
        self.0.sort_by_key(|(place, _)| *place);
        let text: String = self
            .0
            .iter()
            .map(|(_, sheet)| minified(&without_comments(sheet)) + "\n")
            .collect();
        let version = format!("{:016x}", fnv1a(text.as_bytes()));
        BaseCss { text, version }
    }
}

/// Our substitute for the default logos of the theme and its plugins.
pub const LOGO: &str = include_str!("../assets/wordpress/images/logo.svg");

/// The sheet and its version.
#[derive(Debug)]
pub struct BaseCss {
    /// The rules.
    pub text: String,
    /// A hash of the rules, for `?ver=`.
    pub version: String,
}

/// Removes comments, indentation and empty lines.
fn without_comments(sheet: &str) -> String {
    let mut rules = String::with_capacity(sheet.len());
    let mut rest = sheet;
    while let Some((before, comment)) = rest.split_once("/*") {
        rules.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    rules.push_str(rest);
    rules
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .flat_map(|line| [line, "\n"])
        .collect()
}

/// A non-cryptographic hash, for cache busting only.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::{Column, Registry};
    use crate::columns::COLUMNS;

    /// The sheets that one column registers.
    fn of(column: &Column) -> Sheets {
        let mut registry = Registry::default();
        (column.register)(&mut registry);
        registry.sheets
    }

    fn of_all() -> Sheets {
        Sheets(COLUMNS.iter().flat_map(|column| of(column).0).collect())
    }

    fn is_balanced(text: &str) -> bool {
        text.matches('{').count() == text.matches('}').count()
    }

    #[test]
    fn the_sheet_of_all_columns_is_whole_and_small() {
        let css = of_all().build();
        assert!(is_balanced(&css.text));
        assert!(!css.text.contains("/*"));
        assert!(css.text.len() < 126_500, "{} bytes", css.text.len());
        assert_eq!(css.version.len(), 16);
        let font = TEXT_FONT.strip_prefix("/wp-content/oxipress/").unwrap();
        assert!(css.text.contains(&format!("url(\"{font}\")")));
    }

    #[test]
    fn each_columns_sheets_are_whole_and_small() {
        // Bytes that a column's sheets may have; a column that is not listed has none.
        let limits = [
            ("wordpress", 3_100),
            ("contact_form_7", 2_100),
            ("reviews", 14_200),
            ("moove_gdpr", 5_250),
            ("divi", 91_100),
            ("multilingual", 1_250),
            ("woocommerce", 9_600),
        ];
        let limit_of = |name: &str| {
            let found = limits.iter().find(|(column, _)| *column == name);
            found.map_or(0, |(_, bytes)| *bytes)
        };
        let mut too_long = Vec::new();
        for column in COLUMNS {
            let css = of(column).build();
            assert!(is_balanced(&css.text), "{}", column.name);
            if css.text.len() > limit_of(column.name) {
                too_long.push((column.name, css.text.len()));
            }
        }
        assert_eq!(too_long, []);
    }

    #[test]
    fn a_sheet_stands_at_its_place_whatever_the_order_of_registration() {
        let mut sheets = Sheets::default();
        sheets.add(place::PLUGINS, &["c{}", "d{}"]);
        sheets.add(place::THEME, &["a{}"]);
        sheets.add(place::PLUGINS, &["e{}"]);
        sheets.add(place::WORDPRESS, &["b{}"]);
        assert_eq!(sheets.build().text, "a{}\nb{}\nc{}\nd{}\ne{}\n");
        assert_eq!(Sheets::default().build().text, "");
    }

    #[test]
    fn comments_and_indentation_go() {
        assert_eq!(
            without_comments("/* a */\nb {\n\tc: d; /* e */\n}\n"),
            "b {\nc: d;\n}\n"
        );
        assert_eq!(without_comments("a{}/* open"), "a{}\n");
    }
}
