//! The theme's options (option `et_divi`) with the defaults of the contract.
//!
//! Contract "divi-theme", section 7. Checkboxes hold `on`, `off` or `false`; the customizer stores booleans.

use std::borrow::Cow;

use compat::wordpress::php::Value;

use crate::wordpress::view::View;

/// Reads the theme's options.
#[derive(Debug, Clone, Copy)]
pub struct DiviOptions<'a> {
    stored: &'a Value,
}

/// The header style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeaderStyle {
    /// Logo at the left, menu at the right.
    Left,
    /// Logo above the menu.
    Centered,
    /// Logo between two halves of the menu.
    Split,
    /// A menu that slides in.
    Slide,
    /// A menu over the whole screen.
    Fullscreen,
}

impl HeaderStyle {
    /// Its name in options and classes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Centered => "centered",
            Self::Split => "split",
            Self::Slide => "slide",
            Self::Fullscreen => "fullscreen",
        }
    }

    /// Whether the menu is in a slide-in container.
    pub fn slides_in(self) -> bool {
        matches!(self, Self::Slide | Self::Fullscreen)
    }
}

impl<'a> DiviOptions<'a> {
    /// The options of a site.
    pub fn of(view: &'a View) -> Self {
        Self {
            stored: view.site.options.value("et_divi"),
        }
    }

    /// An option as stored, `None` when the map lacks the key.
    pub fn get(self, key: &str) -> Option<&'a Value> {
        self.stored.get(key).filter(|v| !v.is_null())
    }

    /// An option as text, or `default`.
    pub fn text_or(self, key: &str, default: &'static str) -> Cow<'a, str> {
        self.get(key)
            .map_or(Cow::Borrowed(default), Value::to_string_lossy)
    }

    /// An option as text, or nothing.
    pub fn text(self, key: &str) -> Cow<'a, str> {
        self.text_or(key, "")
    }

    /// A checkbox of the theme's options: `on`.
    pub fn is_on(self, key: &str, default: bool) -> bool {
        self.get(key)
            .map_or(default, |v| v.to_string_lossy() == "on")
    }

    /// A boolean of the customizer, stored as boolean or text.
    pub fn is_true(self, key: &str, default: bool) -> bool {
        self.get(key).map_or(default, |v| {
            !matches!(v.to_string_lossy().as_ref(), "" | "0" | "off" | "false")
        })
    }

    /// A number, or `default`.
    pub fn int_or(self, key: &str, default: i64) -> i64 {
        self.get(key).map_or(default, Value::to_int)
    }

    /// The words of a list option; empty when the key is missing.
    pub fn list(self, key: &str) -> Vec<String> {
        self.get(key).map_or_else(Vec::new, |v| {
            v.values()
                .map(|item| item.to_string_lossy().into_owned())
                .collect()
        })
    }

    /// `header_style`.
    pub fn header_style(self) -> HeaderStyle {
        match self.text("header_style").as_ref() {
            "centered" => HeaderStyle::Centered,
            "split" => HeaderStyle::Split,
            "slide" => HeaderStyle::Slide,
            "fullscreen" => HeaderStyle::Fullscreen,
            _ => HeaderStyle::Left,
        }
    }

    /// `vertical_nav`: vertical navigation.
    pub fn vertical_nav(self) -> bool {
        self.is_true("vertical_nav", false)
    }

    /// `accent_color`.
    pub fn accent_color(self) -> Cow<'a, str> {
        self.text_or("accent_color", "#2ea3f2")
    }

    /// `footer_columns`.
    pub fn footer_columns(self) -> Cow<'a, str> {
        self.text_or("footer_columns", "4")
    }
}
