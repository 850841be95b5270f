//! The search form (`get_search_form`) as a widget, and the block `core/search`.

use compat::wordpress::blocks::{Block, BlockCall};
use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::formatting::strip_all_tags::wp_strip_all_tags;
use compat::wordpress::kses::wp_kses_post;
use compat::wordpress::widget::Widget;
use minijinja::context;
use serde_json::Value as Json;

use super::block::{is_on, is_on_or, text, wp_unique_id, wrapper_class};
use super::kinds::WidgetOutput;
use super::settings::{href, widget_title};
use crate::wordpress::view::{Page, View};

/// `search`.
pub(super) fn search(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = &page.view;
    let content = view.render(
        "wordpress/widgets/search.html",
        context! {
            home => view.home_url(),
            label => view.text_in_context("Search for:", "label"),
            query => view.query.vars.text("s"),
            language => view.site.language_parameter(),
            submit => view.text_in_context("Search", "submit button"),
        },
    );
    Some(WidgetOutput {
        title: widget_title(view, widget, ""),
        content,
        ..WidgetOutput::default()
    })
}

/// A magnifying glass, drawn by ourselves.
const ICON: &str = "<svg class=\"search-icon\" viewBox=\"0 0 24 24\" width=\"24\" height=\"24\">\
    <circle cx=\"13\" cy=\"11\" r=\"5\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\"/>\
    <path d=\"M9 15l-4 4\" stroke=\"currentColor\" stroke-width=\"2\"/></svg>";

/// `core/search`. Colours, borders and typography of its own are not printed.
pub(super) fn block(call: &BlockCall<'_, Page>, page: &mut Page) -> String {
    let block = call.block;
    let id = wp_unique_id(page, "wp-block-search__input-");
    let view = page.view.clone();
    let position = text(block, "buttonPosition").unwrap_or("button-outside");
    let hides_field = position == "button-only";
    let label = match text(block, "label") {
        Some("") | None => view.text("Search"),
        Some(own) => wp_kses_post(own),
    };
    let shows_label = is_on_or(block, "showLabel", true) && text(block, "label") != Some("");
    let hidden = if shows_label {
        ""
    } else {
        " screen-reader-text"
    };
    let field_state = if hides_field {
        " aria-hidden=\"true\" tabindex=\"-1\""
    } else {
        ""
    };
    let input = format!(
        "<input{field_state} class=\"wp-block-search__input\" id=\"{id}\" placeholder=\"{}\" value=\"{}\" \
         type=\"search\" name=\"s\" required />",
        esc_attr(text(block, "placeholder").unwrap_or_default()),
        esc_attr(view.query.vars.text("s")),
    );
    let own = classes(block, position);
    format!(
        "<form role=\"search\" method=\"get\" action=\"{}\" class=\"{}\"    >\
         <label class=\"wp-block-search__label{hidden}\" for=\"{id}\" >{label}</label>\
         <div class=\"wp-block-search__inside-wrapper\" {}>{input}{}{}</div></form>",
        href(&view.home_url()),
        wrapper_class(block, &own, "wp-block-search"),
        width(block),
        more_parameters(block, &view),
        button(block, &view, position, hides_field.then_some(id.as_str())),
    )
}

fn classes(block: &Block<'_>, position: &str) -> Vec<&'static str> {
    let mut classes = match position {
        "button-inside" => vec!["wp-block-search__button-inside"],
        "button-outside" => vec!["wp-block-search__button-outside"],
        "no-button" => vec!["wp-block-search__no-button"],
        "button-only" => vec![
            "wp-block-search__button-only",
            "wp-block-search__searchfield-hidden",
        ],
        _ => vec![],
    };
    match (position, is_on(block, "buttonUseIcon")) {
        ("no-button", _) => {}
        (_, true) => classes.push("wp-block-search__icon-button"),
        (_, false) => classes.push("wp-block-search__text-button"),
    }
    classes
}

/// The width of the field with its button.
fn width(block: &Block<'_>) -> String {
    let width = block.attr("width").and_then(Json::as_i64).unwrap_or(0);
    match text(block, "widthUnit") {
        Some(unit @ ("px" | "%")) if width > 0 => format!(" style=\"width: {width}{unit}\""),
        _ => String::new(),
    }
}

/// Hidden fields: what the block searches in, and the language of the page.
fn more_parameters(block: &Block<'_>, view: &View) -> String {
    let own = block.attr("query").and_then(Json::as_object);
    let own = own.into_iter().flatten().map(|(name, value)| {
        let value = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        (name.clone(), value)
    });
    let language = view.site.language_parameter();
    let language = language.map(|code| ("lang".to_owned(), code.to_string()));
    let fields = own.chain(language).map(|(name, value)| {
        let (name, value) = (esc_attr(&name), esc_attr(&value));
        format!("<input type=\"hidden\" name=\"{name}\" value=\"{value}\" />")
    });
    fields.collect()
}

/// The button; `opens` is the id of the field that it shows first.
fn button(block: &Block<'_>, view: &View, position: &str, opens: Option<&str>) -> String {
    if position == "no-button" {
        return String::new();
    }
    let words = match text(block, "buttonText") {
        None => view.text("Search"),
        Some(own) => wp_kses_post(own),
    };
    let plain = wp_strip_all_tags(&words, false);
    let label = match opens {
        Some(id) => format!(
            "aria-expanded=\"false\" aria-controls=\"{id}\" aria-label=\"{}\"",
            esc_attr(&view.text("Expand search field"))
        ),
        None => format!("aria-label=\"{}\"", esc_attr(&plain)),
    };
    let (icon, content) = match is_on(block, "buttonUseIcon") {
        true => (" has-icon", ICON),
        false => ("", words.as_str()),
    };
    format!(
        "<button {label} class=\"wp-block-search__button{icon} wp-element-button\" type=\"submit\" >{content}</button>"
    )
}
