//! How stars are drawn: contract "reviews-widget", sections 3.2 (`stars`, `stars_gray`) and 4.4.

use super::shortcode_atts::{ShortcodeAtts, is_color, is_no};

/// Golden stars.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Stars {
    /// None at all.
    Hidden,
    /// Pictures from the style sheet.
    #[default]
    Vector,
    /// Characters.
    Html,
    /// Pictures, in the colour of the style sheet.
    Css,
    /// Pictures in the page; the value as given.
    Inline(String),
    /// Pictures in a colour.
    Color(String),
}

/// Grey stars.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum StarsGray {
    /// As the style sheet has them.
    #[default]
    Vector,
    /// Characters.
    Html,
    /// In the colour of the style sheet.
    Css,
    /// In a colour.
    Color(String),
}

impl Stars {
    /// Reads the attribute.
    pub fn of(given: ShortcodeAtts<'_>, has_color_scheme: bool) -> Self {
        let default = if has_color_scheme {
            Self::Css
        } else {
            Self::Vector
        };
        let Some(text) = given.text("stars") else {
            return default;
        };
        match text.to_ascii_lowercase().as_str() {
            "html" => Self::Html,
            "css" => Self::Css,
            "inline svg" | "svg inline" | "inline vector" | "vector inline" | "inline" => {
                Self::Inline(text.to_owned())
            }
            _ if is_color(text) => Self::Color(text.to_owned()),
            _ if is_no(text) => Self::Hidden,
            _ => default,
        }
    }

    /// Its class on the widget.
    pub fn class(&self) -> Option<&'static str> {
        match self {
            Self::Hidden | Self::Vector => None,
            Self::Html => Some("stars-html"),
            Self::Css => Some("stars-css"),
            Self::Inline(_) => Some("inline-svg"),
            Self::Color(_) => Some("stars-color"),
        }
    }

    /// The value of `data-stars`.
    pub fn data(&self) -> Option<&str> {
        match self {
            Self::Inline(value) | Self::Color(value) => Some(value),
            _ => None,
        }
    }
}

impl StarsGray {
    /// Reads the attribute.
    pub fn of(given: ShortcodeAtts<'_>) -> Self {
        let text = given.text("stars_gray").or(given.text("stars_grey"));
        match text {
            Some(text) if text.eq_ignore_ascii_case("html") => Self::Html,
            Some(text) if text.eq_ignore_ascii_case("css") => Self::Css,
            Some(text) if is_color(text) => Self::Color(text.to_owned()),
            _ => Self::Vector,
        }
    }

    /// Its class on the widget: for `css` and `html` that of the golden ones, as upstream prints it.
    pub fn class(&self) -> Option<&'static str> {
        match self {
            Self::Vector => None,
            Self::Html => Some("stars-html"),
            Self::Css => Some("stars-css"),
            Self::Color(_) => Some("stars-gray-color"),
        }
    }

    /// The value of `data-stars-gray`.
    pub fn data(&self) -> Option<&str> {
        match self {
            Self::Color(value) => Some(value),
            _ => None,
        }
    }
}
