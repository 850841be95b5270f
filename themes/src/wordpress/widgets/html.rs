//! The widgets `text`, `custom_html` and `nav_menu`.

use compat::wordpress::formatting::autop::wpautop;
use compat::wordpress::taxonomy::TermId;
use compat::wordpress::widget::Widget;

use super::kinds::WidgetOutput;
use super::settings::{is_on, text_setting, widget_title};
use crate::wordpress::nav_menu::{MenuArgs, wp_nav_menu};
use crate::wordpress::view::Page;

/// `text`: as stored, with paragraphs, or filtered as content if written in the visual editor.
pub(super) fn text(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let text = text_setting(widget, "text");
    let is_content = text_setting(widget, "filter") == "content";
    let has_filter = is_on(widget, "filter");
    let text = if is_content || has_filter && is_on(widget, "visual") {
        let theme = page.view.theme.clone();
        theme.widget_text_content.apply(&text, page).into_owned()
    } else if has_filter {
        wpautop(&text, true)
    } else {
        text
    };
    Some(WidgetOutput {
        title: widget_title(&page.view, widget, ""),
        content: format!("\t\t\t<div class=\"textwidget\">{text}</div>\n\t\t"),
        ..WidgetOutput::default()
    })
}

/// `custom_html`: printed as stored.
pub(super) fn custom_html(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let text = text_setting(widget, "content");
    Some(WidgetOutput {
        title: widget_title(&page.view, widget, ""),
        content: format!("<div class=\"textwidget custom-html-widget\">{text}</div>"),
        // WordPress adds the text widget's class, so that its styles apply.
        first_class: Some("widget_text"),
        ..WidgetOutput::default()
    })
}

/// `nav_menu`; empty when its menu does not exist.
pub(super) fn nav_menu(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = page.view.clone();
    let id = TermId(widget.settings.at("nav_menu").to_int());
    let menu = view.site.menus.get(&id)?;
    let args = MenuArgs {
        menu_id: None,
        menu_class: "menu",
        has_container: true,
        depth: 0,
    };
    let content = if menu.items.is_empty() {
        String::new()
    } else {
        wp_nav_menu(&view, page, menu, args)
    };
    Some(WidgetOutput {
        title: widget_title(&view, widget, ""),
        content,
        ..WidgetOutput::default()
    })
}
