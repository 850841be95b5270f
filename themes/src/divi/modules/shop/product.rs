//! `et_pb_wc_title` and its kin: the parts of a product's page.
//!
//! Contract "woocommerce", sections 15.2 and 15.3.

use compat::wordpress::formatting::escape::{esc_attr, esc_html};

use crate::shop_parts::{ProductPart, ShopPart};
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

use super::super::super::builder::{ClassList, Element, Module, OnPage, Rendered};
use super::super::gallery;
use super::super::login::current_url;
use super::frame::{
    button_data, framed_or_nothing, hidden_parts, layout_class, product_of, product_part, shop_part,
};

const LIGHT: (&str, &str) = ("background_layout", "light");

/// `et_pb_wc_title`.
pub const TITLE: Module = Module {
    slug: "et_pb_wc_title",
    defaults: &[LIGHT],
    render: OnPage::leaf(title),
};

/// `et_pb_wc_price`.
pub const PRICE: Module = Module {
    slug: "et_pb_wc_price",
    defaults: &[],
    render: OnPage::leaf(|element, inside, page| plain(element, inside, page, ProductPart::Price)),
};

/// `et_pb_wc_stock`.
pub const STOCK: Module = Module {
    slug: "et_pb_wc_stock",
    defaults: &[],
    render: OnPage::leaf(|element, inside, page| plain(element, inside, page, ProductPart::Stock)),
};

/// `et_pb_wc_images`.
pub const IMAGES: Module = Module {
    slug: "et_pb_wc_images",
    defaults: &[LIGHT],
    render: OnPage::leaf(images),
};

/// `et_pb_wc_gallery`.
pub const GALLERY: Module = Module {
    slug: "et_pb_wc_gallery",
    defaults: &[
        LIGHT,
        ("fullwidth", "on"),
        ("posts_number", "4"),
        ("orientation", "landscape"),
        ("show_title_and_caption", "on"),
        ("show_pagination", "on"),
        ("auto_speed", "7000"),
    ],
    render: OnPage::leaf(gallery_of_product),
};

/// `et_pb_wc_rating`.
pub const RATING: Module = Module {
    slug: "et_pb_wc_rating",
    defaults: &[("rating_layout", "inline")],
    render: OnPage::leaf(rating),
};

/// `et_pb_wc_description`.
pub const DESCRIPTION: Module = Module {
    slug: "et_pb_wc_description",
    defaults: &[LIGHT, ("description_type", "short_description")],
    render: OnPage::leaf(description),
};

/// `et_pb_wc_add_to_cart`.
pub const ADD_TO_CART: Module = Module {
    slug: "et_pb_wc_add_to_cart",
    defaults: &[LIGHT, ("field_label_position", "default")],
    render: OnPage::leaf(add_to_cart),
};

/// `et_pb_wc_meta`.
pub const META: Module = Module {
    slug: "et_pb_wc_meta",
    defaults: &[LIGHT, ("meta_layout", "inline")],
    render: OnPage::leaf(meta),
};

/// `et_pb_wc_additional_info`.
pub const ADDITIONAL_INFO: Module = Module {
    slug: "et_pb_wc_additional_info",
    defaults: &[LIGHT],
    render: OnPage::leaf(additional_info),
};

/// `et_pb_wc_breadcrumb`.
pub const BREADCRUMB: Module = Module {
    slug: "et_pb_wc_breadcrumb",
    defaults: &[LIGHT, ("breadcrumb_separator", "/")],
    render: OnPage::leaf(breadcrumb),
};

/// A module that shows a part as it is.
fn plain(element: &Element<'_>, inside: Rendered, page: &mut Page, part: ProductPart) -> Rendered {
    let content = product_part(element, page, part);
    let mut classes = element.class_list();
    classes.text_orientation(element, "text_orientation");
    framed_or_nothing(element, inside, &classes, "", &content)
}

/// The classes of modules with a layout and an alignment.
fn aligned(element: &Element<'_>) -> ClassList {
    let mut classes = element.class_list();
    layout_class(&mut classes, element);
    classes.text_orientation(element, "text_orientation");
    classes
}

fn title(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let name = product_part(element, page, ProductPart::Title);
    let level = element.heading("header_level", "h1");
    let content = match name.as_str() {
        "" => String::new(),
        name => format!("<{level}>{name}</{level}>"),
    };
    framed_or_nothing(element, inside, &aligned(element), "", &content)
}

fn images(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let shows = |name: &str| element.text(name) != "off";
    let part = ProductPart::Images {
        has_flash: shows("show_sale_badge"),
        has_image: shows("show_product_image"),
        has_gallery: shows("show_product_gallery"),
    };
    let content = product_part(element, page, part);
    framed_or_nothing(element, inside, &aligned(element), "", &content)
}

/// The builder's own gallery, with the pictures of the product.
fn gallery_of_product(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let view = page.view.clone();
    let ids = (view.theme.shop_parts.gallery)(&view, product_of(element));
    if ids.is_empty() {
        return inside.with_html(String::new());
    }
    inside.with_html(gallery::of_product(element, &ids))
}

fn rating(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    const PARTS: [(&str, &str); 2] = [
        ("show_rating", "et_pb_wc_rating_no_rating"),
        ("show_reviews_link", "et_pb_wc_rating_no_reviews"),
    ];
    let content = product_part(element, page, ProductPart::Rating);
    let mut classes = element.class_list();
    let layout = esc_attr(element.text("rating_layout"));
    classes.add(format!("et_pb_wc_rating_layout_{layout}"));
    hidden_parts(&mut classes, element, &PARTS);
    framed_or_nothing(element, inside, &classes, "", &content)
}

fn description(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let part = match element.text("description_type") {
        "description" => ProductPart::Description,
        _ => ProductPart::ShortDescription,
    };
    let content = product_part(element, page, part);
    framed_or_nothing(element, inside, &aligned(element), "", &content)
}

fn add_to_cart(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    const PARTS: [(&str, &str); 2] = [
        ("show_quantity", "et_pb_hide_input_quantity"),
        ("show_stock", "et_pb_hide_stock"),
    ];
    let content = product_part(element, page, ProductPart::AddToCart);
    let content = posted_to(&content, &url(&current_url(element.view)));
    let mut classes = element.class_list();
    hidden_parts(&mut classes, element, &PARTS);
    let has_border = element.is_on("use_focus_border_color");
    classes.add_if(has_border, "et_pb_with_focus_border");
    let position = esc_attr(element.text("field_label_position"));
    classes.add(format!("et_pb_fields_label_position_{position}"));
    layout_class(&mut classes, element);
    classes.text_orientation(element, "text_orientation");
    let data = button_data(element, "single_add_to_cart_button");
    classes.add_if(!data.is_empty(), "et_pb_woo_custom_button_icon");
    framed_or_nothing(element, inside, &classes, &data, &content)
}

/// A form that is posted, posted to this address; other forms stay.
fn posted_to(form: &str, address: &str) -> String {
    const ACTION: &str = " action=\"";
    let parts = form.split_once(ACTION).and_then(|(before, rest)| {
        let (_, behind) = rest.split_once('"')?;
        let tag = behind.split('>').next()?;
        tag.contains("method=\"post\"").then_some((before, behind))
    });
    match parts {
        Some((before, behind)) => format!("{before}{ACTION}{address}\"{behind}"),
        None => form.to_owned(),
    }
}

fn meta(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    const PARTS: [(&str, &str); 3] = [
        ("show_sku", "et_pb_wc_no_sku"),
        ("show_categories", "et_pb_wc_no_categories"),
        ("show_tags", "et_pb_wc_no_tags"),
    ];
    let content = product_part(element, page, ProductPart::Meta);
    let mut classes = aligned(element);
    let layout = esc_attr(element.text("meta_layout"));
    classes.add(format!("et_pb_wc_meta_layout_{layout}"));
    hidden_parts(&mut classes, element, &PARTS);
    framed_or_nothing(element, inside, &classes, "", &content)
}

fn additional_info(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let content = product_part(element, page, ProductPart::AdditionalInformation);
    let content = match content.split_once("</h2>") {
        Some((_, table)) if element.text("show_title") == "off" => table.to_owned(),
        Some((heading, table)) => {
            let level = element.heading("header_level", "h2");
            let heading = heading.replace("<h2>", &format!("<{level}>"));
            format!("{heading}</{level}>{table}")
        }
        None => content,
    };
    framed_or_nothing(element, inside, &aligned(element), "", &content)
}

fn breadcrumb(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let separator = esc_html(element.text("breadcrumb_separator").trim());
    let separator = format!(" {separator} ");
    let part = ShopPart::Breadcrumb {
        home: element.text("breadcrumb_home_text"),
        home_url: element.text("breadcrumb_home_url"),
        separator: &separator,
    };
    let content = shop_part(page, &part);
    framed_or_nothing(element, inside, &aligned(element), "", &content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_posted_to_the_page_that_holds_it() {
        let form = "<p>x</p><form class=\"cart\" action=\"/a/\" method=\"post\"><a href=\"/\">y</a></form>";
        let wanted = form.replace("/a/", "/b/");
        assert_eq!(posted_to(form, "/b/"), wanted);
        let elsewhere = form.replace("post", "get");
        assert_eq!(posted_to(&elsewhere, "/b/"), elsewhere);
        assert_eq!(
            posted_to("<p class=\"stock\">0</p>", "/b/"),
            "<p class=\"stock\">0</p>"
        );
    }
}
