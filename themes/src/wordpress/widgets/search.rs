//! The search form (`get_search_form`) as a widget.

use compat::wordpress::widget::Widget;
use minijinja::context;

use super::kinds::WidgetOutput;
use super::settings::widget_title;
use crate::wordpress::view::Page;

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
