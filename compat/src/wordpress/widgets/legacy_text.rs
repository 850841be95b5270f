//! `WP_Widget_Text::is_legacy_instance`: whether a text widget keeps its plain form in place of the visual editor.

use crate::wordpress::php::Value;

/// Elements that the visual editor keeps as they are, when they have no attributes.
const SAFE: [&str; 28] = [
    "strong",
    "b",
    "em",
    "i",
    "u",
    "s",
    "del",
    "ins",
    "p",
    "br",
    "hr",
    "blockquote",
    "ul",
    "ol",
    "li",
    "a",
    "img",
    "code",
    "pre",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "span",
    "div",
    "sub",
];

/// Whether the settings of a text widget are those of the plain form.
#[must_use]
pub fn is_legacy_text(settings: &Value) -> bool {
    if let Some(visual) = settings.get("visual").filter(|v| !v.is_null()) {
        return !visual.to_bool();
    }
    let filter = settings.at("filter");
    if filter.as_bytes() == Some(b"content") {
        return false;
    }
    let text = settings.at("text").to_string_lossy().into_owned();
    if text.is_empty() || text == "0" {
        return false;
    }
    let has_line_breaks = text.trim().contains('\n');
    if !filter.to_bool() && has_line_breaks || text.contains("<!--") {
        return true;
    }
    // A paragraph that stands inside of another element would be changed.
    text.split('<').skip(1).any(has_unsafe_start)
}

/// Whether what follows a `<` begins an element that the visual editor would change.
fn has_unsafe_start(tag: &str) -> bool {
    let tag = tag.strip_prefix('/').unwrap_or(tag);
    let end = tag.find('>').unwrap_or(tag.len());
    let inside = tag.get(..end).unwrap_or_default().trim_end_matches('/');
    let mut parts = inside.splitn(2, char::is_whitespace);
    let name = parts.next().unwrap_or_default().to_ascii_lowercase();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return false;
    }
    let attributes = parts.next().unwrap_or_default().trim();
    let takes_attributes = matches!(name.as_str(), "a" | "img");
    !SAFE.contains(&name.as_str()) || !attributes.is_empty() && !takes_attributes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_and_visual_settings_differ() {
        let text = |text: &str, filter: bool| {
            is_legacy_text(&Value::array().with("text", text).with("filter", filter))
        };
        assert!(!text("De 9 a 14", true) && !text("Texto", false));
        assert!(text("uno\n\ndos", false) && !text("uno\n\ndos", true));
        assert!(text("<script>1</script>", true) && text("<!-- x -->", true));
        assert!(!text("<a href=\"/x\">x</a>", true) && text("<p class=\"x\">x</p>", true));
        let visual = Value::array().with("text", "x").with("visual", false);
        assert!(is_legacy_text(&visual));
    }
}
