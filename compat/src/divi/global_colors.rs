//! Global colours: ids in attributes that refer to the site's palette.
//!
//! Contract "divi-server", section 1.2. An unknown id stays unchanged.

use std::borrow::Cow;
use std::collections::HashMap;

use super::attributes::Attributes;
use crate::wordpress::options::Options;

/// The site's colours by id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GlobalColors {
    colors: HashMap<String, String>,
}

impl GlobalColors {
    /// Reads the option `et_divi`.
    pub fn of(options: &Options) -> Self {
        let stored = options.value("et_divi").at("et_global_colors").iter();
        let colors = stored.filter_map(|(id, color)| {
            let color = color.at("color").as_str_lossy()?;
            Some((id.to_string_lossy(), color.into_owned()))
        });
        Self {
            colors: colors.collect(),
        }
    }

    /// Replaces the ids in all attributes whose name contains `color`.
    pub fn apply(&self, attributes: &mut Attributes) {
        if self.colors.is_empty() {
            return;
        }
        attributes.change(|name, value| {
            let is_named = value.contains("gcid-") && name.contains("color");
            if is_named && name != "global_colors_info" {
                Cow::Owned(self.replaced(value))
            } else {
                Cow::Borrowed(value)
            }
        });
    }

    fn replaced(&self, value: &str) -> String {
        let mut out = String::with_capacity(value.len());
        let mut rest = value;
        while let Some(at) = rest.find("gcid-") {
            let (before, from) = rest.split_at(at);
            let is_id = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            let end = from.find(|c| !is_id(c)).unwrap_or(from.len());
            let (id, behind) = from.split_at(end);
            out.push_str(before);
            out.push_str(self.colors.get(id).map_or(id, String::as_str));
            rest = behind;
        }
        out.push_str(rest);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::php::{Value, serialize};

    #[test]
    fn known_names_become_colours() {
        let color = Value::array()
            .with("color", "#c0ffee")
            .with("active", "yes");
        let colors = Value::array().with("gcid-casa", color);
        let divi = Value::array().with("et_global_colors", colors);
        let options = Options::new([("et_divi".to_owned(), serialize(&divi))]);
        let mut attributes: Attributes = [
            ("header_text_color", "gcid-casa"),
            (
                "background_color_gradient_stops",
                "gcid-casa 0%|gcid-otro 100%",
            ),
            ("title", "gcid-casa"),
            ("global_colors_info", "{%22gcid-casa%22:%91%93}"),
        ]
        .into_iter()
        .collect();
        GlobalColors::of(&options).apply(&mut attributes);
        assert_eq!(attributes.text("header_text_color"), "#c0ffee");
        assert_eq!(
            attributes.text("background_color_gradient_stops"),
            "#c0ffee 0%|gcid-otro 100%"
        );
        assert_eq!(attributes.text("title"), "gcid-casa");
        assert_eq!(
            attributes.text("global_colors_info"),
            "{%22gcid-casa%22:%91%93}"
        );
    }
}
