//! The classic widget: contract "reviews-widget", section 3.3. It renders the shortcode with its settings.

use compat::reviews::shortcode_atts::count;
use compat::wordpress::shortcode::{Atts, ShortcodeCall};
use compat::wordpress::widget::Widget;

use super::shortcode::reviews_rating;
use crate::column::Registry;
use crate::wordpress::view::Page;
use crate::wordpress::widgets::{WidgetOutput, widget_title};

const ID_BASE: &str = "google_business_reviews_rating";
const CLASS: &str = "google-business-reviews-rating-widget";

/// Settings and the shortcode attributes they map to.
const TEXTS: [(&str, &str); 11] = [
    ("theme", "theme"),
    ("language", "language"),
    ("limit", "limit"),
    ("offset", "offset"),
    ("rating_min", "min"),
    ("rating_max", "max"),
    ("sort", "sort"),
    ("review_text_min", "review_text_min"),
    ("review_text_max", "review_text_max"),
    ("excerpt_length", "excerpt"),
    ("more", "more"),
];

/// Checkboxes that hide a part when unchecked.
const SHOWN: [(&str, &str); 9] = [
    ("display_icon", "icon"),
    ("display_name", "name"),
    ("display_vicinity", "vicinity"),
    ("display_rating", "rating"),
    ("display_rating_stars", "stars"),
    ("display_review_count", "count"),
    ("display_review_text", "review_text"),
    ("display_avatar", "avatar"),
    ("display_attribution", "attribution"),
];

pub(super) fn register(registry: &mut Registry) {
    registry.widgets.register(ID_BASE, CLASS, print);
}

fn print(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let atts = atts(widget);
    let theme = page.view.theme.clone();
    let call = ShortcodeCall {
        tag: ID_BASE,
        atts,
        content: "",
        shortcodes: &theme.shortcodes,
    };
    let content = reviews_rating(&call, page);
    Some(WidgetOutput {
        title: widget_title(&page.view, widget, ""),
        content,
        ..WidgetOutput::default()
    })
}

/// The settings as attributes.
fn atts(widget: &Widget) -> Atts {
    let text = |name: &str| {
        let value = widget.settings.at(name).to_string_lossy();
        Some(value.into_owned()).filter(|text| !text.is_empty())
    };
    let is_on = |name: &str| widget.settings.at(name).to_bool();
    let mut atts = Atts::default();
    for (setting, name) in TEXTS {
        if let Some(value) = text(setting) {
            atts.insert(name, value);
        }
    }
    for (setting, name) in SHOWN {
        if !is_on(setting) {
            atts.insert(name, "no");
        }
    }
    if !is_on("display_reviews") {
        atts.insert("limit", "0");
    }
    if !is_on("display_author") {
        atts.insert("review_item_order", "avatar, rating, date, text");
    }
    for (setting, name) in [
        ("display_view_reviews_button", "reviews_link"),
        ("display_write_review_button", "write_review_link"),
    ] {
        if is_on(setting) {
            atts.insert(name, "yes");
        }
    }
    if widget.settings.get("animate").is_some() && !is_on("animate") {
        atts.insert("animate", "no");
    }
    let limit = atts.get("limit").and_then(count);
    let view = text("view").as_deref().and_then(count);
    // A slide never holds all reviews.
    let view = match (view, limit) {
        (Some(_), Some(limit)) if limit <= 1 => None,
        (Some(view), Some(limit)) => Some(view.min(limit - 1)),
        (view, None) => view,
        (None, _) => None,
    };
    if let Some(view) = view {
        atts.insert("view", view.to_string());
    }
    let is_filled = is_on("class_fill");
    atts.insert("class", if is_filled { "widget fill" } else { "widget" });
    atts
}

#[cfg(test)]
mod tests {
    use super::*;
    use compat::wordpress::php::Value;

    fn of(settings: Value) -> Atts {
        atts(&Widget {
            id: "google_business_reviews_rating-2".into(),
            id_base: ID_BASE.into(),
            number: 2,
            settings,
        })
    }

    #[test]
    fn settings_become_attributes() {
        let settings = Value::array()
            .with("display_reviews", 1)
            .with("display_name", 1)
            .with("limit", "3")
            .with("view", "3")
            .with("rating_min", "4");
        let atts = of(settings);
        for (name, expected) in [
            ("limit", Some("3")),
            ("view", Some("2")),
            ("min", Some("4")),
            ("name", None),
            ("icon", Some("no")),
            ("class", Some("widget")),
        ] {
            assert_eq!(atts.get(name), expected, "{name}");
        }
        let one = of(Value::array()
            .with("display_reviews", 1)
            .with("limit", 1)
            .with("view", 1));
        assert_eq!(one.get("view"), None);
    }
}
