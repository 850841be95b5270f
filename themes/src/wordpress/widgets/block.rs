//! `WP_Widget_Block`: a block as a widget.
//!
//! Contract "wordpress-core", section 10.3: blocks, shortcodes and images, no paragraphs.

use compat::wordpress::blocks::{Block, parse_blocks};
use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::widget::Widget;
use serde_json::Value as Json;

use super::kinds::WidgetOutput;
use super::settings::text_setting;
use crate::wordpress::view::Page;

/// `block`. Its class names the classic widget that corresponds to the first block.
pub(super) fn block(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let content = text_setting(widget, "content");
    let first = parse_blocks(&content).into_iter().next();
    let name = first.and_then(|b| b.name).unwrap_or_default();
    let class = match classic_class(&name) {
        "" => "widget_block".to_owned(),
        classic => format!("widget_block {classic}"),
    };
    let theme = page.view.theme.clone();
    Some(WidgetOutput {
        content: theme
            .widget_block_content
            .apply(&content, page)
            .into_owned(),
        class: Some(class),
        ..WidgetOutput::default()
    })
}

/// The class of `get_block_wrapper_attributes`: alignment and additional classes.
pub(super) fn block_class(block: &Block<'_>, name: &str) -> String {
    let text = |attribute: &str| block.attr(attribute).and_then(Json::as_str);
    let align = text("align").filter(|align| !align.is_empty());
    let align = align.map(|align| format!("align{align}"));
    [align.as_deref(), text("className"), Some(name)]
        .into_iter()
        .flatten()
        .filter(|class| !class.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The attribute `class` of a block's outermost element: its own classes, then those of [`block_class`].
pub(super) fn wrapper_class(block: &Block<'_>, own: &[&str], name: &str) -> String {
    let all = block_class(block, name);
    let all = own.iter().copied().chain([all.as_str()]);
    let all = all.filter(|class| !class.is_empty()).collect::<Vec<_>>();
    esc_attr(&all.join(" ")).into_owned()
}

/// An attribute with a text.
pub(super) fn text<'b>(block: &'b Block<'_>, name: &str) -> Option<&'b str> {
    block.attr(name).and_then(Json::as_str)
}

/// Whether an attribute is on.
pub(super) fn is_on(block: &Block<'_>, name: &str) -> bool {
    is_on_or(block, name, false)
}

/// Whether an attribute is on, with its default.
pub(super) fn is_on_or(block: &Block<'_>, name: &str, default: bool) -> bool {
    block.attr(name).and_then(Json::as_bool).unwrap_or(default)
}

/// `wp_unique_id`: the prefix with a number that no other block of the page has.
pub(super) fn wp_unique_id(page: &mut Page, prefix: &str) -> String {
    let UniqueIds(last) = page.globals.of();
    *last += 1;
    format!("{prefix}{last}")
}

#[derive(Clone, Default)]
struct UniqueIds(u32);

fn classic_class(block: &str) -> &'static str {
    match block {
        "core/paragraph" => "widget_text",
        "core/calendar" => "widget_calendar",
        "core/search" => "widget_search",
        "core/html" => "widget_custom_html",
        "core/archives" => "widget_archive",
        "core/latest-posts" => "widget_recent_entries",
        "core/latest-comments" => "widget_recent_comments",
        "core/tag-cloud" => "widget_tag_cloud",
        "core/categories" => "widget_categories",
        "core/audio" => "widget_media_audio",
        "core/video" => "widget_media_video",
        "core/gallery" => "widget_media_gallery",
        "core/image" => "widget_media_image",
        "core/rss" => "widget_rss",
        _ => "",
    }
}
