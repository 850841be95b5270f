//! Links to older and newer entries below a list.
//!
//! Contract "divi-theme", section 5.

use minijinja::context;

use crate::wordpress::head::url;
use crate::wordpress::view::View;

use super::header::markup;

/// The links.
pub fn pagination(view: &View) -> String {
    let (paged, last) = (view.query.paged(), view.query.max_num_pages);
    let link = |number: i64, label: &str| {
        let href = view
            .links()
            .get_pagenum_link(&view.visitor.request_uri, number);
        format!("<a href=\"{}\" >{}</a>", url(&href), view.theme_text(label))
    };
    let older = if paged < last {
        link(paged + 1, "&laquo; Older Entries")
    } else {
        String::new()
    };
    let newer = if paged > 1 {
        link(paged - 1, "Next Entries &raquo;")
    } else {
        String::new()
    };
    let values = context! { older => markup(older), newer => markup(newer) };
    view.theme.engine.render("divi/pagination.html", values)
}
