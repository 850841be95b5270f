//! The table of direct rules: option, default, rules.
//!
//! Contract "divi-theme", section 8.2.

use std::sync::LazyLock;

use super::sheet::{Sheet, Viewport};
use super::value::{css_value, font_family, font_style, number};
use crate::divi::options::DiviOptions;

/// When a rule is printed.
#[derive(Debug, Clone, Copy)]
enum Default {
    /// When the value is not this one.
    Value(&'static str),
    /// When the value differs from another option's.
    Other(&'static str),
    /// When the value differs from another option's, or that option was changed.
    Inherited(&'static str),
}

/// One rule of an option.
#[derive(Debug)]
struct Rule {
    viewport: Viewport,
    selectors: String,
    declarations: &'static str,
    has_placeholders: bool,
}

#[derive(Debug)]
struct Row {
    key: &'static str,
    default: Default,
    rules: Vec<Rule>,
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let lines = include_str!("rules.tsv").lines();
    lines
        .filter(|l| !l.starts_with('#'))
        .filter_map(row)
        .collect()
});

fn row(line: &'static str) -> Option<Row> {
    let mut cells = line.split('\t');
    let (key, default, rules) = (cells.next()?, cells.next()?, cells.next()?);
    let default = match default.as_bytes().first()? {
        b'=' => Default::Other(default.get(1..)?),
        b'~' => Default::Inherited(default.get(1..)?),
        b'-' if default.len() == 1 => Default::Value(""),
        _ => Default::Value(default),
    };
    let (rules, has_placeholders) = match rules.strip_suffix(" +ph") {
        Some(rules) => (rules, true),
        None => (rules, false),
    };
    let rules = rules
        .split_inclusive('}')
        .filter_map(|text| rule(text, has_placeholders));
    Some(Row {
        key,
        default,
        rules: rules.collect(),
    })
}

fn rule(text: &'static str, has_placeholders: bool) -> Option<Rule> {
    let (selectors, rest) = text.trim().split_once('{')?;
    let (viewport, selectors) = match selectors.get(..3) {
        Some("@D ") => (Viewport::Desktop, &selectors[3..]),
        Some("@T ") => (Viewport::Tablet, &selectors[3..]),
        Some("@P ") => (Viewport::Phone, &selectors[3..]),
        _ => (Viewport::All, selectors),
    };
    Some(Rule {
        viewport,
        selectors: expanded(selectors),
        declarations: rest.strip_suffix('}')?,
        has_placeholders,
    })
}

/// Named selector lists of the table.
fn expanded(selectors: &str) -> String {
    let four = |tail: &str| {
        ["home-posts", "archive", "search", "single"]
            .map(|class| format!("body.{class} {tail}"))
            .join(",")
    };
    let headings = "#main-footer .footer-widget h4,#main-footer .widget_block h1,#main-footer .widget_block h2,#main-footer .widget_block h3,#main-footer .widget_block h4,#main-footer .widget_block h5,#main-footer .widget_block h6";
    let lists = [
        ("<META>", four("#left-area .et_pb_post .post-meta")),
        (
            "<PHEAD>",
            "body.home-posts #left-area .et_pb_post h2,body.archive #left-area .et_pb_post h2,body.search #left-area .et_pb_post h2,body.single .et_post_meta_wrapper h1".to_owned(),
        ),
        (
            "<HEADS>",
            "h1,h2,h3,h4,h5,h6,.et_quote_content blockquote p,.et_pb_slide_description .et_pb_slide_title".to_owned(),
        ),
        ("<WH>", headings.to_owned()),
        (
            "<WB>",
            ".footer-widget .et_pb_widget div,.footer-widget .et_pb_widget ul,.footer-widget .et_pb_widget ol,.footer-widget .et_pb_widget label".to_owned(),
        ),
        (
            "<BTN>",
            "body.et_pb_button_helper_class .et_pb_button,body.et_pb_button_helper_class .et_pb_module.et_pb_button".to_owned(),
        ),
        (
            "<BTNH>",
            "body .et_pb_bg_layout_light.et_pb_button:hover,body .et_pb_bg_layout_light .et_pb_button:hover,body .et_pb_button:hover".to_owned(),
        ),
        ("<SLIDE>", ".et_header_style_slide .et_slide_in_menu_container".to_owned()),
        ("<FULL>", ".et_header_style_fullscreen .et_slide_in_menu_container".to_owned()),
    ];
    lists
        .iter()
        .fold(selectors.to_owned(), |text, (name, list)| {
            text.replace(name, list)
        })
}

/// An option's value: stored, else its default, which may be another option's value.
fn value(options: DiviOptions<'_>, key: &str, depth: u8) -> String {
    if let Some(stored) = options.get(key) {
        let text = stored.to_string_lossy();
        if !text.is_empty() {
            return text.into_owned();
        }
    }
    default_value(options, key, depth)
}

fn default_value(options: DiviOptions<'_>, key: &str, depth: u8) -> String {
    match (key, ROWS.iter().find(|r| r.key == key).map(|r| r.default)) {
        ("accent_color", _) => options.accent_color().into_owned(),
        ("body_font_size", _) => options.text_or("body_font_size", "14").into_owned(),
        ("header_share", _) => {
            let size = options.int_or("body_header_size", 30);
            (size.saturating_mul(3) / 5).to_string()
        }
        (_, Some(Default::Value(default))) => default.to_owned(),
        (_, Some(Default::Other(other) | Default::Inherited(other))) if depth > 0 => {
            value(options, other, depth - 1)
        }
        _ => String::new(),
    }
}

/// Whether the default colour scheme is used.
fn is_usual(options: DiviOptions<'_>, key: &str) -> bool {
    match key {
        "accent_color" => options.accent_color().eq_ignore_ascii_case("#2ea3f2"),
        _ => options.get(key).is_none(),
    }
}

/// Adds the rules of all changed options.
pub fn add(sheet: &mut Sheet, options: DiviOptions<'_>) {
    for row in ROWS.iter() {
        let own = value(options, row.key, 4);
        let usual = default_value(options, row.key, 4);
        let is_changed = !own.eq_ignore_ascii_case(&usual)
            || matches!(row.default, Default::Inherited(other) if !is_usual(options, other));
        if !is_changed || own.is_empty() {
            continue;
        }
        for rule in &row.rules {
            print(sheet, rule, &own);
        }
    }
}

fn print(sheet: &mut Sheet, rule: &Rule, value: &str) {
    let declarations = rule
        .declarations
        .split(';')
        .filter(|d| !d.is_empty())
        .map(|d| match d {
            "STYLE" => font_style(value),
            _ => declaration(d, value),
        })
        .collect::<Vec<_>>()
        .join(";");
    sheet.rule(rule.viewport, &rule.selectors, &declarations);
    if !rule.has_placeholders {
        return;
    }
    let inputs = rule
        .selectors
        .split(',')
        .filter(|s| s.ends_with("input") || s.ends_with("-search-field"));
    for input in inputs {
        for part in [
            "::-moz-placeholder",
            "::-webkit-input-placeholder",
            ":-ms-input-placeholder",
        ] {
            sheet.rule(rule.viewport, &format!("{input}{part}"), &declarations);
        }
    }
}

fn declaration(text: &str, value: &str) -> String {
    if text.contains("FONT") {
        return text.replace("FONT", &font_family(value));
    }
    let value = css_value(value);
    if let Some((before, after)) = text.split_once("V*26/30 ") {
        let size = value.parse::<f64>().unwrap_or(30.0);
        return format!("{before}{}{after}", number(size * 26.0 / 30.0));
    }
    text.replace('V', &value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        assert_eq!(ROWS.len(), 95);
        for row in ROWS.iter() {
            assert!(!row.rules.is_empty(), "{}", row.key);
            for rule in &row.rules {
                assert!(
                    !rule.selectors.contains(['<', '@', '`']),
                    "{}",
                    rule.selectors
                );
                assert!(!rule.declarations.is_empty() && !rule.declarations.contains('`'));
            }
            if let Default::Other(other) | Default::Inherited(other) = row.default {
                let is_known = ROWS.iter().any(|r| r.key == other)
                    || matches!(other, "accent_color" | "body_font_size" | "header_share")
                    || other.starts_with("footer_");
                assert!(is_known, "{other}");
            }
        }
    }
}
