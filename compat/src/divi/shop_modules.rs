//! The builder's modules of a shop: what each of them needs of it.
//!
//! Contract "woocommerce", sections 15.3 and 15.4; contract "divi-modules", section 4.

use super::attributes::Attributes;
use crate::wordpress::php::cast::string_to_int;
use crate::wordpress::query::{MainQuery, QueriedObject};
use crate::wordpress::shop_content::{ShopContent, ShopList, ShopProduct};
use crate::wordpress::shortcode::Atts;

/// The module of lists.
pub const SHOP: &str = "et_pb_shop";

/// The beginning of the slugs of the other modules.
const PREFIX: &str = "et_pb_wc_";

/// Products of a list that names no number.
const DEFAULT_NUMBER: &str = "12";

/// Columns of a list that names no number of its own.
const DEFAULT_COLUMNS: &str = "4";

/// Adds what a module shows; modules that show nothing of a shop add nothing.
pub fn add(content: &mut ShopContent, slug: &str, attributes: &Attributes, main: &MainQuery) {
    let own = slug.strip_prefix(PREFIX);
    if own.is_none() && slug != SHOP {
        return;
    }
    content.is_shown = true;
    let Some(own) = own else {
        if !shows_main_list(attributes, main) {
            content.lists.push(list_of(attributes, main));
        }
        return;
    };
    if own == "cart_notice" {
        content.has_notices = true;
        match attributes.text("page_type") {
            "cart" => content.has_cart = true,
            "checkout" => content.has_checkout = true,
            _ => {}
        }
    }
    content.has_cart |= matches!(own, "cart_products" | "cart_totals" | "cross_sells");
    content.has_checkout |= own.starts_with("checkout_");
    let product = ShopProduct::of(attributes.text("product"));
    if product != ShopProduct::Current && !content.products.contains(&product) {
        content.products.push(product);
    }
    if own == "related_products" {
        let number = number_of(attributes).saturating_add(offset_of(attributes));
        let number = usize::try_from(number).unwrap_or_default();
        content.related = content.related.max(number);
    }
}

/// Products of a module's list; 0 for the shop's own number.
pub fn number_of(attributes: &Attributes) -> i64 {
    string_to_int(attributes.text("posts_number").as_bytes()).max(0)
}

/// Products that a module leaves out at the beginning.
pub fn offset_of(attributes: &Attributes) -> i64 {
    string_to_int(attributes.text("offset_number").as_bytes()).max(0)
}

/// Whether a list is that of the page: of the shop, of a category, of a search.
pub fn shows_main_list(attributes: &Attributes, main: &MainQuery) -> bool {
    let is_list = match &main.queried_object {
        Some(QueriedObject::PostType(name)) => *name == "product",
        Some(QueriedObject::Term(term)) => term.taxonomy.starts_with("product_"),
        _ => false,
    };
    is_list && attributes.is_on("use_current_loop")
}

/// The list of a module `et_pb_shop`, as the shop's shortcode names it.
pub fn list_of(attributes: &Attributes, main: &MainQuery) -> ShopList {
    let mut atts = Atts::default();
    let or = |name: &str, default: &'static str| match attributes.text(name) {
        "" => default.to_owned(),
        own => own.to_owned(),
    };
    let columns = match attributes.text("columns_number") {
        "" | "0" => DEFAULT_COLUMNS,
        own => own,
    };
    atts.insert("limit", or("posts_number", DEFAULT_NUMBER));
    atts.insert("columns", columns);
    let kind = attributes.text("type");
    let order = match attributes.text("orderby") {
        _ if kind == "latest" => "date-desc",
        "default" => "",
        own => own,
    };
    let (order, direction) = match order.strip_suffix("-desc") {
        Some(order) => (order, "DESC"),
        None => (order, "ASC"),
    };
    atts.insert("orderby", order);
    atts.insert("order", direction);
    match kind {
        "featured" => atts.insert("visibility", "featured"),
        "sale" => atts.insert("on_sale", "true"),
        "best_selling" | "top_rated" => atts.insert(kind, "true"),
        "product_category" => {
            let categories = categories(attributes, main);
            if !categories.is_empty() {
                atts.insert("category", categories.join(","));
            }
        }
        _ => {}
    }
    if attributes.is_on("show_pagination") {
        atts.insert("paginate", "true");
    }
    ShopList {
        atts,
        offset: offset_of(attributes),
    }
}

/// The ids of the categories that a module names; none for all.
fn categories(attributes: &Attributes, main: &MainQuery) -> Vec<String> {
    let shown = match &main.queried_object {
        Some(QueriedObject::Term(term)) if term.taxonomy == "product_cat" => {
            Some(term.term_id.0.to_string())
        }
        _ => None,
    };
    let named = attributes.text("include_categories").split(',');
    let named = named.map(str::trim);
    if named.clone().any(|name| name == "all") {
        return Vec::new();
    }
    let ids = named.filter_map(|name| match name {
        "current" => shown.clone(),
        id => id.parse::<i64>().ok().map(|id| id.to_string()),
    });
    ids.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::post::PostId;
    use crate::wordpress::shortcode::shortcode_parse_atts;

    fn attributes(text: &str) -> Attributes {
        Attributes::from_atts(&shortcode_parse_atts(text))
    }

    #[test]
    fn modules_name_cart_checkout_products_and_lists() {
        let mut content = ShopContent::default();
        let main = MainQuery::default();
        for (slug, text) in [
            ("et_pb_text", "product=\"9\""),
            ("et_pb_wc_cart_totals", ""),
            ("et_pb_wc_checkout_billing", ""),
            ("et_pb_wc_title", "product=\"latest\""),
            ("et_pb_wc_price", "product=\"15\""),
            ("et_pb_wc_price", "product=\"15\""),
            (
                "et_pb_wc_related_products",
                "posts_number=\"6\" offset_number=\"1\"",
            ),
            ("et_pb_shop", ""),
        ] {
            add(&mut content, slug, &attributes(text), &main);
        }
        assert!(content.is_shown && content.has_cart && content.has_checkout);
        assert!(!content.has_notices);
        let products = [ShopProduct::Latest, ShopProduct::Id(PostId(15))];
        assert_eq!(content.products, products);
        assert_eq!((content.lists.len(), content.related), (1, 7));
    }

    #[test]
    fn a_list_is_a_shortcode() {
        let main = MainQuery::default();
        let text = "type=\"product_category\" include_categories=\"7, 9,current\" \
            orderby=\"price-desc\" posts_number=\"4\" show_pagination=\"on\" offset_number=\"2\"";
        let list = list_of(&attributes(text), &main);
        let known = |name: &str| list.atts.get(name).unwrap_or("-").to_owned();
        let names = [
            "limit", "columns", "orderby", "order", "category", "paginate",
        ];
        assert_eq!(
            names.map(known),
            ["4", "4", "price", "DESC", "7,9", "true"].map(str::to_owned)
        );
        assert_eq!(list.offset, 2);
        let list = list_of(&attributes("type=\"recent\" orderby=\"default\""), &main);
        assert_eq!(list.atts.get("orderby"), Some(""));
        assert_eq!(list.atts.get("limit"), Some("12"));
    }
}
