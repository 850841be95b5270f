//! Theme Builder: layouts that replace header, body or footer.
//!
//! Contract "divi-theme", section 6 (output with a template). [`compat::divi::theme_builder`] chooses the template.

use compat::divi::BuilderPageData;
use compat::divi::content::{ET_BUILDER_RENDER_LAYOUT, wrap_layout};
use compat::divi::theme_builder::{Area, Layouts};
use compat::wordpress::post::PostId;

use crate::wordpress::view::{Page, View};

use super::builder::RenderState;
use super::content_host::shop_class;
use super::options::DiviOptions;
use super::post_settings::{custom_css_of, gutter_of};

/// The layouts of the page, if a template applies.
pub fn layouts(view: &View) -> Option<&Layouts> {
    view.page_data.get::<BuilderPageData>().layouts.as_ref()
}

/// Whether a part of the theme is replaced by a layout or hidden.
pub fn overrides(view: &View, area: Area) -> bool {
    layouts(view).is_some_and(|layouts| layouts.of(area).overrides())
}

/// The body classes.
pub fn body_class(view: &View, classes: &mut Vec<String>) {
    let Some(layouts) = layouts(view) else {
        return;
    };
    classes.push("et-tb-has-template".to_owned());
    for area in Area::ALL {
        let choice = layouts.of(area);
        if choice.overrides() {
            classes.push(format!("et-tb-has-{}", area.name()));
        }
        if !choice.is_enabled {
            classes.push(format!("et-tb-{}-disabled", area.name()));
        }
    }
}

/// A part rendered from its layout; empty when it is hidden.
pub fn draw(page: &mut Page, area: Area) -> String {
    let view = page.view.clone();
    let shown = layouts(&view).and_then(|layouts| layouts.of(area).shown());
    shown.map_or_else(String::new, |id| layout(page, area, id))
}

fn layout(page: &mut Page, area: Area, id: PostId) -> String {
    let view = page.view.clone();
    let Some(post) = view.page_data.get::<BuilderPageData>().library.get(&id) else {
        return String::new();
    };
    // Dynamic content refers to the queried post.
    let shown = view.query.queried_post_id();
    let outer_post = std::mem::replace(&mut page.content_post, shown);
    let outer = RenderState::of(page).enter_layout(area.suffix());
    let text = match view.theme.filters.get(ET_BUILDER_RENDER_LAYOUT) {
        Some(filters) => filters.apply(&post.content, page).into_owned(),
        None => post.content.clone(),
    };
    RenderState::of(page).leave_layout(outer, &custom_css_of(&view, id));
    page.content_post = outer_post;
    let tag = match area {
        Area::Header => "header",
        Area::Body => "div",
        Area::Footer => "footer",
    };
    let gutters = format!("{}{}", gutter_of(&view, Some(id)), shop_class(&view));
    wrap_layout(tag, area.name(), &gutters, &text)
}

/// The page of a template: `parts` are header, body and footer, of the theme or of layouts.
pub fn assemble(view: &View, parts: [String; 3]) -> String {
    let [has_header, has_body, has_footer] = Area::ALL.map(|area| overrides(view, area));
    let [header, main, footer] = parts;
    // The first layout opens the wrapper; a header layout's wrapper contains the rest of the page.
    let wrapped = |is_layout: bool, text: String| {
        if is_layout && !has_header {
            format!("<div id=\"et-boc\" class=\"et-boc\">\n{text}</div>\n")
        } else {
            text
        }
    };
    let main = if has_body {
        format!("<div id=\"main-content\">\n    {main}</div>\n")
    } else {
        main
    };
    let main = wrapped(has_body, main);
    let footer = if has_footer {
        wrapped(true, footer)
    } else {
        format!("{}{footer}", scroll_top(view))
    };
    let area = format!("<div id=\"et-main-area\">\n{main}\n{footer}</div>\n");
    if has_header {
        format!("<div id=\"et-boc\" class=\"et-boc\">\n{header}{area}</div>\n")
    } else {
        format!("{header}{area}")
    }
}

/// The back-to-top link, if enabled.
pub fn scroll_top(view: &View) -> &'static str {
    if DiviOptions::of(view).is_on("divi_back_to_top", false) {
        "<span class=\"et_pb_scroll_top et-pb-icon\"></span>\n"
    } else {
        ""
    }
}
