//! `et_pb_shop`, `et_pb_wc_upsells` and `et_pb_wc_related_products`: lists of products.
//!
//! Contract "woocommerce", section 15.3; recordings pages/tienda-divi, pagination/shop-2.

use compat::divi::shop_modules::{list_of, shows_main_list};

use crate::shop_parts::{ProductPart, ShopPart};
use crate::wordpress::view::Page;

use super::super::super::builder::button::data_icons;
use super::super::super::builder::{Element, Module, OnPage, Rendered, print_slots, slots};
use super::super::super::index::no_results_under;
use super::frame::{
    beside, framed_or_nothing, hidden_parts, layout_class, product_part, shop_part,
};

/// `et_pb_shop`.
pub const SHOP: Module = Module {
    slug: "et_pb_shop",
    defaults: &[],
    render: OnPage::leaf(shop),
};

/// `et_pb_wc_upsells`.
pub const UPSELLS: Module = Module {
    slug: "et_pb_wc_upsells",
    defaults: &[],
    render: OnPage::leaf(|element, inside, page| {
        let part = ProductPart::Upsells(beside(element));
        let content = product_part(element, page, part);
        let classes = element.class_list();
        let icons = data_icons(element, "hover_icon");
        framed_or_nothing(element, inside, &classes, &icons, &content)
    }),
};

/// `et_pb_wc_related_products`.
pub const RELATED_PRODUCTS: Module = Module {
    slug: "et_pb_wc_related_products",
    defaults: &[("background_layout", "light")],
    render: OnPage::leaf(|element, inside, page| {
        let part = ProductPart::Related(beside(element));
        let content = product_part(element, page, part);
        let mut classes = element.class_list();
        layout_class(&mut classes, element);
        let icons = data_icons(element, "hover_icon");
        framed_or_nothing(element, inside, &classes, &icons, &content)
    }),
};

/// Parts that can be hidden: attribute, class.
const PARTS: [(&str, &str); 5] = [
    ("show_name", "et_pb_shop_no_name"),
    ("show_image", "et_pb_shop_no_image"),
    ("show_price", "et_pb_shop_no_price"),
    ("show_rating", "et_pb_shop_no_rating"),
    ("show_sale_badge", "et_pb_shop_no_sale_badge"),
];

fn shop(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let view = page.view.clone();
    if !view.theme.shop_parts.is_there {
        return inside.with_html(String::new());
    }
    let attributes = &element.attributes;
    let columns = element.text("columns_number").parse::<usize>();
    let columns = columns.ok().filter(|n| *n > 0);
    let list = if shows_main_list(attributes, &view.query) {
        shop_part(page, &ShopPart::MainList { columns })
    } else {
        let list = list_of(attributes, &view.query);
        shop_part(page, &ShopPart::List(&list))
    };
    let content = if list.is_empty() {
        no_results_under(&view, "h2")
    } else {
        list
    };
    let mut classes = element.class_list();
    classes.text_orientation(element, "text_orientation");
    hidden_parts(&mut classes, element, &PARTS);
    classes.add_if(element.text("columns_number") == "0", "et_pb_shop_grid");
    let values = slots! {
        content,
        icons => data_icons(element, "hover_icon"),
        number => element.number.to_string(),
        ..element.root_slots(&classes)
    };
    let html = print_slots(element, "shop", &values);
    inside.with_html(html)
}
