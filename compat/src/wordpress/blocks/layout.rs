//! Layout support: the classes that place the inner blocks of a block.
//!
//! Contract "wordpress-core" section 9, "layout support"; as WordPress 6.8 has it for a theme without `theme.json`.
//! The style sheet that goes with the container classes is not made here.

use std::fmt::Write as _;

use md5::{Digest as _, Md5};
use serde_json::{Map, Value, json};

use super::block_class::{add_class_behind, first_tag};
use super::parser::Block;

/// How a block lays its inner blocks out when its attributes do not say.
struct LayoutSupport {
    name: &'static str,
    default: &'static [(&'static str, &'static str)],
    fallback_gap: &'static str,
}

const fn flow(name: &'static str) -> LayoutSupport {
    LayoutSupport {
        name,
        default: &[],
        fallback_gap: "0.5em",
    }
}

const fn flex(name: &'static str) -> LayoutSupport {
    LayoutSupport {
        name,
        default: &[("type", "flex")],
        fallback_gap: "0.5em",
    }
}

const SUPPORTS: [LayoutSupport; 8] = [
    flow("core/group"),
    flow("core/column"),
    flow("core/cover"),
    flow("core/details"),
    flow("core/quote"),
    flex("core/buttons"),
    flex("core/social-links"),
    LayoutSupport {
        name: "core/columns",
        default: &[("type", "flex"), ("flexWrap", "nowrap")],
        fallback_gap: "2em",
    },
];

/// The blocks of core with layout support.
pub(super) fn supporting_blocks() -> impl Iterator<Item = &'static str> {
    SUPPORTS.iter().map(|support| support.name)
}

/// Adds the layout classes of `block` to its printed HTML.
pub(super) fn add_layout_classes(block: &Block<'_>, content: String) -> String {
    let name = block.name.as_deref().unwrap_or_default();
    let Some(support) = SUPPORTS.iter().find(|s| s.name == name) else {
        return content;
    };
    let classes = classes(block, support, name);
    let wrapper = inner_wrapper_class(block);
    let Some(mut at) = first_tag(&content, 0) else {
        return content;
    };
    if let Some(wrapper) = wrapper {
        loop {
            let class = at.class(&content);
            if class.is_some_and(|class| class.contains(&wrapper)) {
                break;
            }
            match first_tag(&content, at.name_end) {
                Some(next) => at = next,
                None => return content,
            }
        }
    }
    classes
        .iter()
        .fold(content, |html, class| add_class_behind(html, &at, class))
}

/// The class of the element that stands directly around the inner blocks.
fn inner_wrapper_class(block: &Block<'_>) -> Option<String> {
    let chunk = (*block.inner_content.first()?)?;
    if block.inner_content.len() < 2 {
        return None;
    }
    let mut wrapper = None;
    let mut from = 0;
    while let Some(tag) = first_tag(chunk, from) {
        if let Some(class) = tag.class(chunk).filter(|class| !class.is_empty()) {
            wrapper = Some(class.to_owned());
        }
        from = tag.name_end;
    }
    wrapper
}

fn classes(block: &Block<'_>, support: &LayoutSupport, name: &str) -> Vec<String> {
    let given = block.attr("layout").and_then(Value::as_object);
    let mut used = match given {
        Some(layout) => layout.clone(),
        None => support
            .default
            .iter()
            .map(|(k, v)| ((*k).to_owned(), json!(v)))
            .collect(),
    };
    let truthy = |key: &str| {
        used.get(key)
            .is_some_and(|v| !matches!(v, Value::Null | Value::Bool(false)) && v != "")
    };
    if truthy("inherit") || truthy("contentSize") {
        used.insert("type".to_owned(), json!("constrained"));
    }
    let text = |layout: Option<&Map<String, Value>>, key: &str| {
        layout
            .and_then(|l| l.get(key))
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let mut out = Vec::new();
    let orientation = text(given, "orientation");
    if !orientation.is_empty() {
        out.push(format!("is-{}", slug(&orientation)));
    }
    let justify = text(given, "justifyContent");
    if !justify.is_empty() {
        out.push(format!("is-content-justification-{}", slug(&justify)));
    }
    if text(given, "flexWrap") == "nowrap" {
        out.push("is-nowrap".to_owned());
    }
    let layout_class = match used.get("type").and_then(Value::as_str) {
        None | Some("default") => "is-layout-flow",
        Some("constrained") => "is-layout-constrained",
        Some("flex") => "is-layout-flex",
        Some("grid") => "is-layout-grid",
        Some(_) => "",
    };
    if !layout_class.is_empty() {
        out.push(layout_class.to_owned());
    }
    if has_own_style(&used, block) {
        out.push(container_class(block, support, name, &used));
    }
    let block_name = name.strip_prefix("core/").unwrap_or(name).replace('/', "-");
    out.push(format!("wp-block-{block_name}-{layout_class}"));
    out
}

/// Whether the layout needs rules of its own, so that the element gets a class of its own.
fn has_own_style(layout: &Map<String, Value>, block: &Block<'_>) -> bool {
    let text = |key: &str| layout.get(key).and_then(Value::as_str).unwrap_or_default();
    match text("type") {
        "constrained" => {
            !text("contentSize").is_empty()
                || !text("wideSize").is_empty()
                || matches!(text("justifyContent"), "left" | "right")
                || block
                    .attr("style")
                    .is_some_and(|s| s["spacing"]["padding"].is_object())
        }
        "flex" if text("orientation") == "vertical" => true,
        "flex" => {
            text("flexWrap") == "nowrap"
                || matches!(
                    text("justifyContent"),
                    "left" | "right" | "center" | "space-between"
                )
                || matches!(
                    text("verticalAlignment"),
                    "top" | "center" | "bottom" | "stretch"
                )
        }
        "grid" => true,
        _ => false,
    }
}

/// The class of one container: blocks with the same settings share it.
fn container_class(
    block: &Block<'_>,
    support: &LayoutSupport,
    name: &str,
    layout: &Map<String, Value>,
) -> String {
    let spacing = block
        .attr("style")
        .map_or(Value::Null, |style| style["spacing"].clone());
    let gap = spacing["blockGap"].clone();
    let values = json!([layout, false, gap, false, support.fallback_gap, spacing]);
    let mut out = format!("wp-container-{}-is-layout-", slug(name));
    for byte in Md5::digest(php_json(&values)).iter().take(4) {
        let _ = write!(out, "{byte:02x}");
    }
    out
}

/// JSON as PHP writes it: slashes and everything outside of ASCII escaped.
fn php_json(value: &Value) -> String {
    let json = value.to_string().replace('/', "\\/");
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if c.is_ascii() {
            out.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    out
}

/// `sanitize_title` for the plain words that editors write here.
fn slug(text: &str) -> String {
    let text = text.to_ascii_lowercase().replace('/', "-");
    text.chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::wordpress::blocks::Blocks;

    #[test]
    fn columns() {
        let content = "<!-- wp:columns --><div class=\"wp-block-columns\"><!-- wp:column -->\
            <div class=\"wp-block-column\">a</div><!-- /wp:column --></div><!-- /wp:columns -->";
        let out = Blocks::core().do_blocks(content, &mut ());
        assert_eq!(
            out,
            "<div class=\"wp-block-columns is-layout-flex wp-container-core-columns-is-layout-9d6595d7 \
             wp-block-columns-is-layout-flex\"><div class=\"wp-block-column is-layout-flow \
             wp-block-column-is-layout-flow\">a</div></div>"
        );
    }
}
