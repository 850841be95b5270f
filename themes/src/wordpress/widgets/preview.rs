//! A widget outside of the areas: its preview in the block editor.
//!
//! Contract "wordpress-rest", section 15 (encode, render).

use compat::wordpress::widget::Widget;
use minijinja::context;

use super::legacy::ALONE;
use crate::markup::markup;
use crate::wordpress::head::language_attributes;
use crate::wordpress::view::{Page, View};

/// `the_widget`: the widget with the wrappers of one that stands alone.
pub fn widget_preview(page: &mut Page, widget: &Widget) -> String {
    let theme = page.view.theme.clone();
    theme.widgets.print(page, widget, ALONE)
}

/// The document of a preview.
pub fn preview_document(view: &View, preview: &str) -> String {
    view.render(
        "wordpress/widgets/preview.html",
        context! {
            language_attributes => markup(language_attributes(view)),
            title => view.site.options.text("blogname").into_owned(),
            preview => markup(preview.to_owned()),
        },
    )
}
