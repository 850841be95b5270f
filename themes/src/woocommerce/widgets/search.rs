//! `WC_Widget_Product_Search` and `WC_Widget_Product_Tag_Cloud`.

use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::widget::Widget;
use minijinja::context;

use crate::markup::markup;
use crate::woocommerce::shop::Shop;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;
use crate::wordpress::widgets::{TagCloud, WidgetOutput, term_cloud, widget_title};

/// The search forms of products that the page has.
#[derive(Clone, Default)]
struct SearchForms(usize);

/// `woocommerce_product_search`.
pub(super) fn product_search(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let forms = &mut page.globals.of::<SearchForms>().0;
    let number = *forms;
    *forms += 1;
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let content = view.render(
        "woocommerce/product_search.html",
        context! {
            number => number,
            home => markup(url(&view.home_url())),
            searched => markup(esc_attr(view.query.vars.text("s")).into_owned()),
            words => context! {
                label => shop.text("Search for:"),
                placeholder => shop.text("Search products&hellip;"),
                search => view.locale.domain("woocommerce").translate_with_context("Search", "submit button"),
            },
        },
    );
    Some(WidgetOutput {
        title: widget_title(&view, widget, ""),
        content,
        ..WidgetOutput::default()
    })
}

/// `woocommerce_product_tag_cloud`; prints nothing without tags.
pub(super) fn product_tag_cloud(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = page.view.clone();
    let cloud = term_cloud(&view, &TagCloud::of("product_tag"));
    if cloud.is_empty() {
        return None;
    }
    let default = Shop::of(&view).text("Product tags");
    Some(WidgetOutput {
        title: widget_title(&view, widget, &default),
        content: format!("<div class=\"tagcloud\">{cloud}</div>"),
        ..WidgetOutput::default()
    })
}
