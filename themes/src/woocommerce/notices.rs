//! Notices of the shop.
//!
//! Contract "woocommerce", section 3.4.

use compat::woocommerce::session::{Notice, NoticeKind, Notices};
use compat::woocommerce::shopping::Visit;
use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::kses::wp_kses_post;

use crate::wordpress::view::Page;

/// Whether the page has printed the visitor's notices.
#[derive(Clone, Default)]
struct NoticesPrinted(bool);

/// The element for the visitor's notices; it is printed even when there are none. The first one of a page holds them.
pub fn notices_wrapper(page: &mut Page) -> String {
    let view = page.view.clone();
    let printed_before = std::mem::replace(&mut page.globals.of::<NoticesPrinted>().0, true);
    let notices = if printed_before {
        String::new()
    } else {
        printed(&view.page_data.get::<Visit>().notices)
    };
    format!("<div class=\"woocommerce-notices-wrapper\">{notices}</div>")
}

/// [`notices_wrapper`] of an element that holds the visitor's notices even where another one has printed them.
pub fn repeated_notices(page: &mut Page) -> String {
    page.globals.of::<NoticesPrinted>().0 = false;
    notices_wrapper(page)
}

/// Whether the page has printed the visitor's notices.
pub fn has_printed_notices(page: &mut Page) -> bool {
    page.globals.of::<NoticesPrinted>().0
}

/// `wc_print_notices`: errors in one list, then each success and each notice in an element of its own.
pub fn printed(notices: &Notices) -> String {
    let mut markup = String::new();
    let mut errors = notices.of(NoticeKind::Error).peekable();
    if errors.peek().is_some() {
        let items: String = errors
            .map(|error| {
                let data = data(error);
                let text = wp_kses_post(&error.html);
                format!("\t\t\t<li{data}>\n\t\t\t{text}\t\t</li>\n")
            })
            .collect();
        markup.push_str(&format!(
            "\n<ul class=\"woocommerce-error\" role=\"alert\">\n{items}\t</ul>\n"
        ));
    }
    for (kind, class, role) in [
        (NoticeKind::Success, "woocommerce-message", "alert"),
        (NoticeKind::Notice, "woocommerce-info", "status"),
    ] {
        for notice in notices.of(kind) {
            let (data, text) = (data(notice), wp_kses_post(&notice.html));
            markup.push_str(&format!(
                "\n\t<div class=\"{class}\"{data} role=\"{role}\">\n\t\t{text}\t</div>\n"
            ));
        }
    }
    markup
}

fn data(notice: &Notice) -> String {
    let data = notice.data.iter();
    data.map(|(key, value)| format!(" data-{}=\"{}\"", esc_attr(key), esc_attr(value)))
        .collect()
}

/// `wc_print_notice`: a notice that belongs to the page itself. The text is markup.
pub fn notice(text: &str) -> String {
    format!("<div class=\"woocommerce-info\" role=\"status\">\n\t\t{text}\t</div>\n")
}
