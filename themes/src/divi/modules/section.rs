//! `et_pb_section`: rows one under the other; a fullwidth module; or columns of which one holds rows.

use minijinja::context;

use crate::wordpress::view::Page;

use super::super::builder::class_list::ClassList;
use super::super::builder::element::Element;
use super::super::builder::module::Module;

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_section",
    defaults: &[],
    render,
};

fn render(element: &Element<'_>, page: &mut Page) -> String {
    let (fullwidth, specialty) = (element.is_on("fullwidth"), element.is_on("specialty"));
    let content = element.content(page);
    let mut classes = ClassList::of_structure(element);
    classes.add_if(
        specialty && element.is_on("make_equal"),
        "et_pb_equal_columns",
    );
    let has_background = [
        "background_image",
        "background_color",
        "background_video_mp4",
        "background_video_webm",
    ]
    .iter()
    .any(|name| element.is_filled(name));
    classes.add_if(has_background, "et_pb_with_background");
    classes.add_if(element.is_on("inner_shadow"), "et_pb_inner_shadow");
    classes.add_if(fullwidth, "et_pb_fullwidth_section");
    classes.add(if specialty {
        "et_section_specialty"
    } else {
        "et_section_regular"
    });
    let values = context! {
        id => element.id_attribute(), classes => classes.print(), specialty, content,
    };
    let view = page.view.clone();
    view.theme
        .engine
        .render("divi/modules/section.html", values)
}
