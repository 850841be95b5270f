//! Links to older and newer entries below a list.
//!
//! Contract "divi-theme", section 5.

use minijinja::context;

use crate::markup::markup;
use crate::wordpress::head::url;
use crate::wordpress::view::View;

/// The links.
pub fn pagination(view: &View) -> String {
    let (older, newer) = older_and_newer(view, view.query.max_num_pages, |href, label| {
        format!("<a href=\"{}\" >{}</a>", url(href), view.theme_text(label))
    });
    let values = context! { older => markup(older), newer => markup(newer) };
    view.render("divi/pagination.html", values)
}

/// The links to older and newer entries, each empty if there are none; `link` renders one from URL and untranslated
/// text.
pub fn older_and_newer(
    view: &View,
    last: i64,
    link: impl Fn(&str, &str) -> String,
) -> (String, String) {
    let paged = view.query.paged();
    let link_to = |number: i64, label: &str| {
        let href = view
            .links()
            .get_pagenum_link(view.visitor.page_url.as_str(), number);
        link(&href, label)
    };
    let older = (paged < last).then(|| link_to(paged + 1, "&laquo; Older Entries"));
    let newer = (paged > 1).then(|| link_to(paged - 1, "Next Entries &raquo;"));
    (older.unwrap_or_default(), newer.unwrap_or_default())
}
