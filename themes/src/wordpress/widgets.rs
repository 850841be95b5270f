//! Widgets.

use crate::theme::Registry;

use super::view::Page;

/// How an area wraps its widgets.
#[derive(Debug, Clone, Copy)]
pub struct SidebarArgs {
    /// Before each widget; `%1$s` is its id, `%2$s` its class.
    pub before_widget: &'static str,
    /// After each widget.
    pub after_widget: &'static str,
    /// Before a title.
    pub before_title: &'static str,
    /// After a title.
    pub after_title: &'static str,
}

/// Prints the widgets of an area.
pub fn dynamic_sidebar(_page: &mut Page, _sidebar: &str, _args: SidebarArgs) -> String {
    String::new()
}

pub(super) fn register(_registry: &mut Registry) {}
