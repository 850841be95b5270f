//! Text shadows of text groups, form fields and the whole element.
//!
//! Contract "divi-server", section 6.3.

use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::selectors::ModuleSelectors;
use super::super::styles::{DEVICES, Styles, hover_at_end, name};
use super::font::add_parts;

/// Presets: horizontal length, vertical length, blur strength.
const PRESETS: [(&str, [&str; 3]); 5] = [
    ("preset1", ["0em", "0.1em", "0.1em"]),
    ("preset2", ["0.08em", "0.08em", "0.08em"]),
    ("preset3", ["0em", "0em", "0.3em"]),
    ("preset4", ["0em", "0.08em", "0em"]),
    ("preset5", ["0.08em", "0.08em", "0em"]),
];

const COLOR: &str = "rgba(0,0,0,0.4)";

/// Adds the rules of all text shadows.
pub fn add(styles: &mut Styles<'_>) {
    let selectors: &'static ModuleSelectors = styles.selectors;
    for row in &selectors.fonts {
        if !styles.has(&row.prefix) {
            continue;
        }
        let is_hidden = row
            .get("hide")
            .is_some_and(|hidden| hidden.contains("text_shadow"));
        if !is_hidden {
            let prefix = name(&[&row.prefix, "text_shadow"]);
            let selector = row.get("text_shadow").or(row.get("sel"));
            let important = row.is_important("text-shadow");
            add_one(styles, &prefix, selector.unwrap_or_default(), important);
        }
    }
    for row in &selectors.form_fields {
        if styles.has(&row.prefix) {
            let prefix = name(&[&row.prefix, "text_shadow"]);
            add_one(styles, &prefix, row.get("main").unwrap_or_default(), false);
        }
    }
    let text = selectors.family("text");
    let selector = text.get("text_shadow").or(text.get("main"));
    if let Some(selector) = selector.filter(|_| !text.is_off()) {
        add_one(styles, "text_shadow", selector, false);
    }
}

fn add_one(styles: &mut Styles<'_>, prefix: &str, selector: &str, important: bool) {
    if !styles.has(prefix) {
        return;
    }
    let style = styles.joined(&[prefix, "_style"]);
    let Some((_, preset)) = PRESETS.iter().find(|(preset, _)| *preset == style) else {
        return;
    };
    let end = if important { "!important" } else { "" };
    let parts = [
        "_horizontal_length",
        "_vertical_length",
        "_blur_strength",
        "_color",
    ];
    let defaults = [preset[0], preset[1], preset[2], COLOR];
    let names = parts.map(|part| name(&[prefix, part]));
    let by_device = [0, 1, 2, 3].map(|i: usize| styles.by_device(&names[i]));
    let mut values = defaults;
    for (at, (media, _)) in DEVICES.into_iter().enumerate() {
        let mut changes = at == 0;
        for (value, own) in values.iter_mut().zip(by_device) {
            if !own[at].is_empty() {
                *value = own[at];
                changes = true;
            }
        }
        if changes {
            add_parts(styles, media, selector, &css(&values, end));
        }
    }
    let hover = names.each_ref().map(|name| styles.hover(name));
    let sticky = names.each_ref().map(|name| styles.sticky(name));
    for (changed, then) in [
        (hover, hover_at_end(selector)),
        (sticky, styles.sticky_selector(selector)),
    ] {
        if changed.iter().any(Option::is_some) {
            let values = [0, 1, 2, 3].map(|i: usize| {
                let own = Some(by_device[i][0]).filter(|v| !v.is_empty());
                changed[i].or(own).unwrap_or(defaults[i])
            });
            add_parts(styles, Media::General, &then, &css(&values, end));
            styles.transition("text-shadow", selector);
        }
    }
}

fn css(values: &[&str; 4], end: &str) -> String {
    let [horizontal, vertical, blur, color] = values.map(esc_html);
    format!("text-shadow: {horizontal} {vertical} {blur} {color}{end};")
}
