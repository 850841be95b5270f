//! The base theme's style sheet: how a site looks that brings no sheets of its own.
//!
//! ARCHITECTURE.md, floor "appearance": every column keeps its rules in `assets/<column>/*.css`; this room puts them
//! together once. The sheet is the first that a page links: at equal weight, what the site itself prints or links wins.
//! It is one sheet for all pages: packed it is a fifth of its length, and a browser keeps it for a year, which is less than
//! a second sheet would cost where its parts are needed. The test below says how long it may be.
//! Not here: serving the sheet (`endpoints`), and the rules that follow from a site's options.

use std::sync::LazyLock;

use crate::divi::builder::style_sheet::minified;

/// Where the sheet is served, below the site's address.
pub const PATH: &str = "/wp-content/oxipress/theme.css";

/// The font of Latin texts that the sheet names, below the site's address.
pub const TEXT_FONT: &str = "/wp-content/oxipress/modules/fonts/open-sans-latin.woff2";

/// The parts, in the order of the cascade. Adding a sheet is adding its line.
const SHEETS: &[&str] = &[
    include_str!("../assets/divi/fonts.css"),
    include_str!("../assets/divi/icons.css"),
    include_str!("../assets/divi/base.css"),
    include_str!("../assets/divi/layout.css"),
    include_str!("../assets/divi/header.css"),
    include_str!("../assets/divi/menu.css"),
    include_str!("../assets/divi/search.css"),
    include_str!("../assets/divi/mobile_menu.css"),
    include_str!("../assets/divi/content.css"),
    include_str!("../assets/wordpress/comments.css"),
    include_str!("../assets/wordpress/widgets.css"),
    include_str!("../assets/divi/footer.css"),
    include_str!("../assets/divi/modules.css"),
    include_str!("../assets/divi/panels.css"),
    include_str!("../assets/divi/counters.css"),
    include_str!("../assets/divi/entrance_animations.css"),
    include_str!("../assets/divi/entrance_turns.css"),
    include_str!("../assets/divi/entrance_bounce.css"),
    include_str!("../assets/divi/waypoint_animations.css"),
    include_str!("../assets/divi/sticky.css"),
    include_str!("../assets/divi/slider.css"),
    include_str!("../assets/divi/posts.css"),
    include_str!("../assets/divi/pricing.css"),
    include_str!("../assets/divi/people.css"),
    include_str!("../assets/divi/media.css"),
    include_str!("../assets/divi/lightbox.css"),
    include_str!("../assets/divi/module_forms.css"),
    include_str!("../assets/divi/fullwidth.css"),
    include_str!("../assets/contact_form_7/forms.css"),
    include_str!("../assets/reviews/reviews.css"),
    include_str!("../assets/multilingual/language_switcher.css"),
    include_str!("../assets/moove_gdpr/consent.css"),
];

/// A picture that stands in for the theme's own logo, which belongs to the theme.
pub const LOGO: &str = include_str!("../assets/divi/images/logo.svg");

/// The sheet with the name of its content.
#[derive(Debug)]
pub struct BaseCss {
    /// The rules.
    pub text: String,
    /// Changes when the rules change; for `?ver=`.
    pub version: String,
}

static BASE_CSS: LazyLock<BaseCss> = LazyLock::new(|| {
    let text: String = SHEETS
        .iter()
        .map(|sheet| minified(&without_comments(sheet)) + "\n")
        .collect();
    let version = format!("{:016x}", fnv1a(text.as_bytes()));
    BaseCss { text, version }
});

/// The sheet.
pub fn base_css() -> &'static BaseCss {
    &BASE_CSS
}

/// Leaves out comments, indentation and empty lines.
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

/// A short name for a content; it guards against nothing but a stale cache.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sheet_is_whole_and_small() {
        let css = base_css();
        let count = |c: char| css.text.matches(c).count();
        assert_eq!(count('{'), count('}'));
        assert!(!css.text.contains("/*"));
        assert!(css.text.len() < 116_700, "{} bytes", css.text.len());
        assert_eq!(css.version.len(), 16);
        let font = TEXT_FONT.strip_prefix("/wp-content/oxipress/").unwrap();
        assert!(css.text.contains(&format!("url(\"{font}\")")));
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
