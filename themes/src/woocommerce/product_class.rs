//! The classes of a product (`wc_get_product_class`).
//!
//! Contract "woocommerce", section 5.3.

use compat::woocommerce::product::{Product, ProductType};
use compat::wordpress::formatting::escape::esc_attr;

use super::shop::Shop;
use crate::wordpress::post_class::class_of_slug;

/// `wc_get_loop_class`: the class of a place in a list, from 0.
pub fn loop_class(place: usize, columns: usize) -> &'static str {
    let columns = columns.max(1);
    if place.is_multiple_of(columns) {
        "first"
    } else if (place + 1).is_multiple_of(columns) {
        "last"
    } else {
        ""
    }
}

/// The classes, with that of the place in a list.
pub fn product_class(shop: &Shop, product: &Product, place: &str) -> String {
    let (options, post) = (shop.options(), &product.post);
    let mut classes = vec![
        "product".to_owned(),
        format!("type-{}", post.post_type),
        format!("post-{}", post.id),
        format!("status-{}", post.status),
        place.to_owned(),
        product.stock.status.name().to_owned(),
    ];
    for taxonomy in ["product_cat", "product_tag"] {
        let terms = product.terms_of(taxonomy);
        classes
            .extend(terms.map(|t| format!("{taxonomy}-{}", class_of_slug(&t.slug, t.term_id.0))));
    }
    let mut add = |is: bool, class: &str| {
        if is {
            classes.push(class.to_owned());
        }
    };
    add(product.image_id > 0, "has-post-thumbnail");
    let is_protected = !post.password.is_empty();
    let is_closed = shop.view.post_password_required(post);
    add(is_closed, "post-password-required");
    add(is_protected && !is_closed, "post-password-protected");
    add(shop.is_on_sale(product), "sale");
    add(product.is_featured, "featured");
    add(product.is_downloadable, "downloadable");
    add(product.is_virtual, "virtual");
    add(product.is_sold_individually, "sold-individually");
    add(product.is_taxable(options), "taxable");
    add(product.is_shipping_taxable(), "shipping-taxable");
    add(shop.is_purchasable(product), "purchasable");
    add(true, &format!("product-type-{}", product.kind.name()));
    let has_defaults =
        product.kind == ProductType::Variable && !product.default_attributes.is_empty();
    add(has_defaults, "has-default-attributes");
    classes.retain(|class| !class.is_empty());
    esc_attr(&classes.join(" ")).into_owned()
}

#[cfg(test)]
mod tests {
    use super::loop_class;

    #[test]
    fn rows_have_a_first_and_a_last() {
        let of = |columns| -> Vec<&str> { (0..4).map(|n| loop_class(n, columns)).collect() };
        assert_eq!(of(3), ["first", "", "last", "first"]);
        assert_eq!(of(2), ["first", "last", "first", "last"]);
        assert_eq!(of(1), ["first"; 4]);
        assert_eq!(of(0), ["first"; 4]);
    }
}
