//! The rules of layouts, of elements and of blocks.

use std::fmt::Write;

use serde_json::Value;

use super::block_types::BlockType;

/// A value that cannot end its declaration; `var:preset|color|x` becomes a custom property.
pub(super) fn css_value(value: &str) -> Option<String> {
    if value.is_empty() || value.contains(['{', '}', ';', '<']) {
        return None;
    }
    Some(match value.strip_prefix("var:") {
        Some(path) => format!("var(--wp--{})", path.replace('|', "--")),
        None => value.to_owned(),
    })
}

/// The rules of layouts: `is-layout-flow`, `-constrained`, `-flex`, `-grid`.
pub(super) fn layout(settings: &Value) -> String {
    let size = |name: &str| settings["layout"][name].as_str().and_then(css_value);
    let sizes = match (size("contentSize"), size("wideSize")) {
        (None, None) => String::new(),
        (content, wide) => {
            let content = content.or_else(|| wide.clone()).unwrap_or_default();
            let wide = wide.unwrap_or_else(|| content.clone());
            format!(
                ":root {{ --wp--style--global--content-size: {content};--wp--style--global--wide-size: {wide}; }}"
            )
        }
    };
    let aligned = |layout: &str| {
        format!(
            ".is-layout-{layout} > .alignleft{{float: left;margin-inline-start: 0;margin-inline-end: 2em;}}\
             .is-layout-{layout} > .alignright{{float: right;margin-inline-start: 2em;margin-inline-end: 0;}}\
             .is-layout-{layout} > .aligncenter{{margin-left: auto !important;margin-right: auto !important;}}"
        )
    };
    format!(
        "{sizes}:where(body) {{ margin: 0; }}\
         .wp-site-blocks > .alignleft {{ float: left; margin-right: 2em; }}\
         .wp-site-blocks > .alignright {{ float: right; margin-left: 2em; }}\
         .wp-site-blocks > .aligncenter {{ justify-content: center; margin-left: auto; margin-right: auto; }}\
         {}{}{}\
         .is-layout-constrained > :where(:not(.alignleft):not(.alignright):not(.alignfull))\
         {{max-width: var(--wp--style--global--content-size);margin-left: auto !important;margin-right: auto !important;}}\
         .is-layout-constrained > .alignwide{{max-width: var(--wp--style--global--wide-size);}}\
         body .is-layout-flex{{display: flex;}}.is-layout-flex{{flex-wrap: wrap;align-items: center;}}\
         .is-layout-flex > :is(*, div){{margin: 0;}}body .is-layout-grid{{display: grid;}}\
         .is-layout-grid > :is(*, div){{margin: 0;}}",
        gap("", "0.5em"),
        aligned("flow"),
        aligned("constrained"),
    )
}

fn gap(selector: &str, gap: &str) -> String {
    ["flex", "grid"]
        .iter()
        .map(|layout| format!(":where({selector}.is-layout-{layout}){{gap: {gap};}}"))
        .collect()
}

/// Elements in the order of their rules, with their selectors.
const ELEMENTS: [(&str, &str); 11] = [
    ("link", "a:where(:not(.wp-element-button))"),
    ("heading", "h1, h2, h3, h4, h5, h6"),
    ("h1", "h1"),
    ("h2", "h2"),
    ("h3", "h3"),
    ("h4", "h4"),
    ("h5", "h5"),
    ("h6", "h6"),
    (
        "button",
        ":root :where(.wp-element-button, .wp-block-button__link)",
    ),
    (
        "caption",
        ":root :where(.wp-element-caption, .wp-block-audio figcaption, .wp-block-embed figcaption, \
         .wp-block-gallery figcaption, .wp-block-image figcaption, .wp-block-table figcaption, \
         .wp-block-video figcaption)",
    ),
    ("cite", "cite"),
];

/// Their states.
const STATES: [&str; 6] = [
    ":link",
    ":any-link",
    ":visited",
    ":hover",
    ":focus",
    ":active",
];

/// The rules of the body and of elements.
pub(super) fn elements(styles: &Value) -> String {
    let mut css = rule("body", styles);
    for (name, selector) in ELEMENTS {
        let element = &styles["elements"][name];
        css.push_str(&rule(selector, element));
        for state in STATES {
            css.push_str(&rule(&with_state(selector, state), &element[state]));
        }
    }
    css
}

/// A state belongs to each part of the selector, inside of `:root :where(…)`.
fn with_state(selector: &str, state: &str) -> String {
    let wrapped = selector
        .strip_prefix(":root :where(")
        .and_then(|s| s.strip_suffix(')'));
    let parts = wrapped.unwrap_or(selector).split(", ");
    let parts: Vec<String> = parts.map(|part| format!("{part}{state}")).collect();
    match wrapped {
        Some(_) => format!(":root :where({})", parts.join(", ")),
        None => parts.join(", "),
    }
}

/// The rules of single blocks, each a style sheet of its own.
pub(super) fn blocks(styles: &Value, blocks: &[BlockType]) -> String {
    let of_block = |(name, style): (&String, &Value)| {
        let block = blocks.iter().find(|block| block.name == *name)?;
        let gaps = block.gap.as_deref().and_then(css_value);
        let gaps = gaps
            .map(|value| gap(&block.selector, &value))
            .unwrap_or_default();
        let css = rule(&format!(":root :where({})", block.selector), style) + &gaps;
        (!css.is_empty()).then_some(css)
    };
    let sheets = styles
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(of_block);
    sheets.collect::<Vec<_>>().join("\n")
}

/// Properties and where their values stand, in the order of a rule.
const PROPERTIES: [(&str, [&str; 2]); 27] = [
    ("aspect-ratio", ["dimensions", "aspectRatio"]),
    ("background", ["color", "gradient"]),
    ("background-color", ["color", "background"]),
    ("border-radius", ["border", "radius"]),
    ("border-color", ["border", "color"]),
    ("border-width", ["border", "width"]),
    ("border-style", ["border", "style"]),
    ("color", ["color", "text"]),
    ("column-count", ["typography", "textColumns"]),
    ("font-family", ["typography", "fontFamily"]),
    ("font-size", ["typography", "fontSize"]),
    ("font-style", ["typography", "fontStyle"]),
    ("font-weight", ["typography", "fontWeight"]),
    ("letter-spacing", ["typography", "letterSpacing"]),
    ("line-height", ["typography", "lineHeight"]),
    ("margin", ["spacing", "margin"]),
    ("min-height", ["dimensions", "minHeight"]),
    ("outline-color", ["outline", "color"]),
    ("outline-offset", ["outline", "offset"]),
    ("outline-style", ["outline", "style"]),
    ("outline-width", ["outline", "width"]),
    ("padding", ["spacing", "padding"]),
    ("text-align", ["typography", "textAlign"]),
    ("text-decoration", ["typography", "textDecoration"]),
    ("text-transform", ["typography", "textTransform"]),
    ("box-shadow", ["shadow", ""]),
    ("writing-mode", ["typography", "writingMode"]),
];

/// A rule; nothing without declarations.
fn rule(selector: &str, style: &Value) -> String {
    let mut css = String::new();
    let mut add = |property: &str, value: &Value| {
        let text = match value {
            Value::Number(number) => number.to_string(),
            value => value.as_str().unwrap_or_default().to_owned(),
        };
        if let Some(value) = css_value(&text) {
            // Writing to a string cannot fail.
            let _ = write!(css, "{property}: {value};");
        }
    };
    for (property, [group, name]) in PROPERTIES {
        let value = match name {
            "" => &style[group],
            name => &style[group][name],
        };
        match value {
            Value::Object(sides) => {
                for side in ["top", "right", "bottom", "left"] {
                    let value = sides.get(side).unwrap_or(&Value::Null);
                    add(&format!("{property}-{side}"), value);
                }
            }
            value => add(property, value),
        }
    }
    if css.is_empty() {
        return css;
    }
    format!("{selector}{{{css}}}")
}
