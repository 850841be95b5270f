//! `et_pb_wc_reviews`: the reviews of a product with their form.
//!
//! Contract "woocommerce", section 15.3.

use crate::shop_parts::ProductPart;
use crate::wordpress::view::Page;

use super::super::super::builder::{
    ClassList, Element, Module, OnPage, Rendered, print_slots, slots,
};
use super::super::comments::with_button_of;
use super::frame::{layout_class, product_part};

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_wc_reviews",
    defaults: &[("background_layout", "light")],
    render: OnPage::leaf(reviews),
};

/// Parts that can be hidden: attribute, class.
const PARTS: [(&str, &str); 4] = [
    ("show_avatar", "et_pb_no_avatar"),
    ("show_count", "et_pb_no_comments_count"),
    ("show_meta", "et_pb_no_comments_meta"),
    ("show_rating", "et_pb_no_comments_rating"),
];

fn reviews(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let reviews = product_part(element, page, ProductPart::Reviews);
    if reviews.is_empty() {
        return inside.with_html(String::new());
    }
    let mut classes = ClassList::without_slug(element);
    classes.add("et_pb_comments_module");
    layout_class(&mut classes, element);
    classes.add(element.slug);
    super::frame::hidden_parts(&mut classes, element, &PARTS);
    let content = as_module(&reviews);
    let values = slots! { content, ..element.root_slots(&classes) };
    let html = print_slots(element, "shop_reviews", &values);
    inside.with_html(html)
}

/// The shop's markup as the module prints it: the wrapper of the form twice, the builder's button, always a list and the
/// links between its pages.
fn as_module(reviews: &str) -> String {
    const WRAPPER: &str = "<div id=\"review_form_wrapper\">";
    const NONE: &str = "<p class=\"woocommerce-noreviews\">";
    const LINKS: &str = "<nav class=\"woocommerce-pagination\">";
    let mut reviews = with_button_of(reviews, "et_pb_button submit", "submit");
    if let Some((before, form)) = reviews.split_once(WRAPPER) {
        let (form, behind) = form
            .rsplit_once("<div class=\"clear\">")
            .unwrap_or((form, ""));
        reviews =
            format!("{before}{WRAPPER}\n{WRAPPER}{form}</div>\n<div class=\"clear\">{behind}");
    }
    if let Some((list, behind)) = reviews.split_once(NONE) {
        reviews = format!("{list}<ol class=\"commentlist\"></ol>\n{NONE}{behind}");
    }
    if !reviews.contains(LINKS) {
        let empty = format!("</ol>\n{LINKS}</nav>");
        reviews = reviews.replacen("</ol>", &empty, 1);
    }
    reviews
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_has_two_wrappers_and_the_builders_button() {
        let reviews = "<div id=\"reviews\"><div id=\"comments\"><ol class=\"commentlist\"></ol></div>\
            <div id=\"review_form_wrapper\"><input name=\"submit\" type=\"submit\" id=\"submit\" class=\"submit\" \
            value=\"Enviar\" /></div><div class=\"clear\"></div></div>";
        let module = as_module(reviews);
        assert_eq!(module.matches("id=\"review_form_wrapper\"").count(), 2);
        assert_eq!(
            module.matches("<div").count(),
            module.matches("</div>").count()
        );
        assert!(module.contains("<nav class=\"woocommerce-pagination\"></nav>"));
        assert!(module.contains(
            "<button name=\"submit\" type=\"submit\" id=\"submit\" class=\"et_pb_button submit\">Enviar</button>"
        ));
    }
}
