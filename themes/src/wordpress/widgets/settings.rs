//! What widgets read of their settings, and ids and addresses as they print them.

use compat::wordpress::formatting::convert_chars::convert_chars;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::formatting::texturize::wptexturize;
use compat::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::url::esc_url;
use compat::wordpress::widget::Widget;

use crate::wordpress::view::{Page, View};

/// The filtered title of a widget; `default` when it has none.
pub fn widget_title(view: &View, widget: &Widget, default: &str) -> String {
    let own = text_setting(widget, "title");
    let title = if own.is_empty() || own == "0" {
        default
    } else {
        &own
    };
    let title = wptexturize(title, &view.content_settings.texturize, &|_| false);
    esc_html(&convert_chars(&title)).into_owned()
}

/// A setting as text.
pub(super) fn text_setting(widget: &Widget, name: &str) -> String {
    widget.settings.at(name).to_string_lossy().into_owned()
}

/// Whether a setting is on.
pub(super) fn is_on(widget: &Widget, name: &str) -> bool {
    widget.settings.at(name).to_bool()
}

/// The number of rows of a widget.
pub(super) fn number(widget: &Widget, default: usize) -> usize {
    match widget.settings.at("number").to_int().unsigned_abs() {
        0 => default,
        number => usize::try_from(number).unwrap_or(usize::MAX),
    }
}

/// Whether the widget is the first on the page with this id.
pub(super) fn takes_first(page: &mut Page, id: &'static str) -> bool {
    let is_first = !page.widget_ids.contains(&id);
    if is_first {
        page.widget_ids.push(id);
    }
    is_first
}

/// A URL for an attribute.
pub(super) fn href(url: &str) -> String {
    esc_url(url, &WP_ALLOWED_PROTOCOLS).into_owned()
}
