//! The sidebar.

use compat::wordpress::widget::is_active_sidebar;
use minijinja::context;

use crate::markup::markup;
use crate::wordpress::view::Page;
use crate::wordpress::widgets::{SidebarArgs, dynamic_sidebar};

use super::post_settings::{is_wide_list, page_layout};

/// The wrappers of sidebar widgets.
pub(super) const SIDEBAR_WIDGET: SidebarArgs = SidebarArgs {
    before_widget: "<div id=\"%1$s\" class=\"et_pb_widget %2$s\">",
    after_widget: "</div>",
    before_title: "<h4 class=\"widgettitle\">",
    after_title: "</h4>",
};

/// The sidebar; empty when the post's layout has none or it has no widgets.
pub(super) fn sidebar(page: &mut Page) -> String {
    let view = page.view.clone();
    let single = view
        .query
        .queried_post()
        .filter(|_| view.query.is.is_singular);
    let is_wide = single.is_some_and(|post| {
        matches!(
            page_layout(&view, post).as_ref(),
            "et_full_width_page" | "et_no_sidebar"
        )
    });
    if is_wide || is_wide_list(&view) || !is_active_sidebar(&view.site, "sidebar-1") {
        return String::new();
    }
    let widgets = markup(dynamic_sidebar(page, "sidebar-1", SIDEBAR_WIDGET));
    view.render("divi/sidebar.html", context! { widgets => widgets })
}
