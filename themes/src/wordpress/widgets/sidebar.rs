//! The widgets of an area.

use compat::wordpress::widget::widgets_of;

use crate::wordpress::view::Page;

use super::kinds::SidebarArgs;

/// `dynamic_sidebar`: renders the widgets of a sidebar.
pub fn dynamic_sidebar(page: &mut Page, sidebar: &str, args: SidebarArgs) -> String {
    let theme = page.view.theme.clone();
    widgets_of(&page.view.site, sidebar)
        .iter()
        .map(|widget| theme.widgets.print(page, widget, args))
        .collect()
}
