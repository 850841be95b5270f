//! `WP_Widget::update`: what a kind keeps of settings that are sent.
//!
//! Contract "wordpress-rest", section 15; recordings owner/widget-create, owner/widget-update, owner/widget-encode.

use crate::wordpress::formatting::sanitize_field::sanitize_text_field;
use crate::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use crate::wordpress::kses::wp_kses_post;
use crate::wordpress::php::strip_tags::strip_tags;
use crate::wordpress::php::{Array, Value};
use crate::wordpress::url::esc_url_raw;

use super::kinds::{FieldKind, WidgetField, WidgetKind};
use super::media_settings;

/// Who edits.
#[derive(Debug, Clone, Copy)]
pub struct WidgetEditor {
    /// Whether markup stays as it is (`unfiltered_html`).
    pub unfiltered_html: bool,
}

/// The settings after an edit.
#[must_use]
pub fn updated_settings(kind: &WidgetKind, new: &Value, old: &Value, by: WidgetEditor) -> Value {
    let new = Sent(new);
    if let Some(fields) = kind.fields {
        return declared(fields, &new, old);
    }
    let over_old = || {
        let mut settings = old.clone();
        settings.make_array();
        settings
    };
    let markup = |name: &str| match by.unfiltered_html {
        true => new.text(name),
        false => wp_kses_post(&new.text(name)),
    };
    match kind.id_base {
        "text" => text(&new, over_old(), markup("text")),
        "custom_html" => Value::from(
            Array::new()
                .with("title", "")
                .with("content", "")
                .merge(over_old().as_array().cloned().unwrap_or_default()),
        )
        .with("title", new.line("title"))
        .with("content", markup("content")),
        "block" => over_old().with("content", markup("content")),
        "recent-posts" => over_old()
            .with("title", new.line("title"))
            .with("number", new.int("number"))
            .with("show_date", new.is_on("show_date")),
        "recent-comments" => over_old()
            .with("title", new.line("title"))
            .with("number", new.int("number").saturating_abs()),
        "categories" => over_old()
            .with("title", new.line("title"))
            .with("count", new.switch("count"))
            .with("hierarchical", new.switch("hierarchical"))
            .with("dropdown", new.switch("dropdown")),
        "archives" => over_old()
            .with("title", new.line("title"))
            .with("count", new.switch("count"))
            .with("dropdown", new.switch("dropdown")),
        "tag_cloud" => Value::array()
            .with("title", new.line("title"))
            .with("count", new.switch("count"))
            .with("taxonomy", new.text("taxonomy")),
        "nav_menu" => nav_menu(&new),
        "pages" => over_old()
            .with("title", new.line("title"))
            .with("sortby", pages_order(&new))
            .with("exclude", new.line("exclude")),
        "rss" => rss(&new, old),
        base if base.starts_with("media_") => media_settings::updated(base, new.0, old),
        _ => over_old().with("title", new.line("title")),
    }
}

/// The settings that are sent.
struct Sent<'a>(&'a Value);

impl Sent<'_> {
    fn text(&self, name: &str) -> String {
        match self.0.at(name) {
            Value::Array(_) => String::new(),
            value => value.to_string_lossy().into_owned(),
        }
    }

    fn line(&self, name: &str) -> String {
        sanitize_text_field(&self.text(name))
    }

    fn int(&self, name: &str) -> i64 {
        self.0.at(name).to_int()
    }

    fn is_on(&self, name: &str) -> bool {
        self.0.at(name).to_bool()
    }

    fn switch(&self, name: &str) -> i64 {
        i64::from(self.is_on(name))
    }
}

fn text(new: &Sent<'_>, old: Value, text: String) -> Value {
    let had_content = old.at("filter").as_bytes() == Some(b"content");
    let mut settings = old
        .with("title", new.line("title"))
        .with("text", text)
        .with("filter", new.is_on("filter"));
    let is_content = new.0.at("filter").as_bytes() == Some(b"content");
    if had_content || is_content {
        settings = settings.with("visual", true);
    }
    if !new.0.at("visual").is_null() {
        settings = settings.with("visual", new.is_on("visual"));
    }
    // The visual editor always has paragraphs.
    if settings.at("visual").to_bool() {
        settings = settings.with("filter", true);
    }
    settings
}

fn nav_menu(new: &Sent<'_>) -> Value {
    let mut settings = Value::array();
    if !new.text("title").is_empty() {
        settings = settings.with("title", new.line("title"));
    }
    if new.is_on("nav_menu") {
        settings = settings.with("nav_menu", new.int("nav_menu"));
    }
    settings
}

fn pages_order(new: &Sent<'_>) -> String {
    match new.text("sortby").as_str() {
        known @ ("post_title" | "menu_order" | "ID") => known.to_owned(),
        _ => "menu_order".to_owned(),
    }
}

/// `wp_widget_rss_process`; the feed is not asked for here, a page shows what it finds.
fn rss(new: &Sent<'_>, old: &Value) -> Value {
    let plain = |name: &str| {
        let text = strip_tags(new.text(name).as_bytes());
        String::from_utf8_lossy(&text).trim().to_owned()
    };
    let url = plain("url");
    let items = match new.int("items") {
        items @ 1..=20 => items,
        _ => 10,
    };
    let link = old.at("link").to_string_lossy().into_owned();
    let same = old.at("url").to_string_lossy() == url;
    Value::array()
        .with("title", plain("title"))
        .with("url", esc_url_raw(&url, &WP_ALLOWED_PROTOCOLS).as_ref())
        .with("link", if same { link } else { String::new() })
        .with("items", items)
        .with("error", false)
        .with("show_summary", new.switch("show_summary"))
        .with("show_author", new.switch("show_author"))
        .with("show_date", new.switch("show_date"))
}

/// A kind whose fields are declared (`WC_Widget::update`).
fn declared(fields: &[WidgetField], new: &Sent<'_>, old: &Value) -> Value {
    let mut settings = old.clone();
    settings.make_array();
    for field in fields {
        let sent = !new.0.at(field.name).is_null();
        let value: Value = match field.kind {
            FieldKind::Checkbox => new.switch(field.name).into(),
            FieldKind::Number(least, most, _) => {
                let number = new.int(field.name).max(least);
                most.map_or(number, |most| number.min(most)).into()
            }
            FieldKind::Text | FieldKind::Select(_) if sent => new.line(field.name).into(),
            FieldKind::Text | FieldKind::Select(_) => field.default.into(),
        };
        settings = settings.with(field.name, value);
    }
    settings
}

#[cfg(test)]
mod tests {
    use super::super::core_kinds;
    use super::*;
    use crate::wordpress::php::serialize;

    fn update(base: &str, new: &Value, old: &Value, unfiltered_html: bool) -> String {
        let kinds = core_kinds();
        let kind = kinds.iter().find(|k| k.id_base == base).unwrap();
        let by = WidgetEditor { unfiltered_html };
        String::from_utf8(serialize(&updated_settings(kind, new, old, by))).unwrap()
    }

    /// Recordings owner/widget-create, owner/widget-update.
    #[test]
    fn text_is_stored_as_recorded() {
        let new = Value::array()
            .with("title", "Horario")
            .with("text", "De 9 a 14")
            .with("filter", true);
        assert_eq!(
            update("text", &new, &Value::array(), true),
            "a:3:{s:5:\"title\";s:7:\"Horario\";s:4:\"text\";s:9:\"De 9 a 14\";s:6:\"filter\";b:1;}"
        );
        let visual = Value::array()
            .with("text", "<script>1</script>")
            .with("visual", "on");
        assert_eq!(
            update("text", &visual, &new, false),
            "a:4:{s:5:\"title\";s:0:\"\";s:4:\"text\";s:1:\"1\";s:6:\"filter\";b:1;s:6:\"visual\";b:1;}"
        );
    }

    #[test]
    fn other_kinds_keep_their_own_fields() {
        let new = Value::array()
            .with("nav_menu", "41")
            .with("sortby", "x")
            .with("title", "");
        assert_eq!(
            update("nav_menu", &new, &Value::array(), true),
            "a:1:{s:8:\"nav_menu\";i:41;}"
        );
        assert!(update("pages", &new, &Value::array(), true).contains("menu_order"));
        assert!(update("rss", &new, &Value::array(), true).contains("s:5:\"items\";i:10"));
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in "\\PC*", number in proptest::prelude::any::<i64>()) {
            let value = Value::array().with("title", text.as_str()).with("text", text.as_str())
                .with("number", number).with("items", number).with("ids", text.as_str());
            for kind in core_kinds() {
                let by = WidgetEditor { unfiltered_html: false };
                let _ = updated_settings(&kind, &value, &value, by);
            }
        }
    }
}
