use std::sync::Arc;

use super::stock::Availability;
use super::variations::{VariationPrices, matching};
use super::{
    Backorders, CatalogVisibility, ManageStock, Product, ProductType, Products, StockStatus,
};
use crate::wordpress::options::Options;
use crate::wordpress::post::{Post, PostId};

const NOW: i64 = 1_000;

fn options(rows: &[(&str, &str)]) -> Options {
    let rows = rows.iter();
    Options::new(rows.map(|(name, value)| ((*name).to_owned(), value.as_bytes().to_vec())))
}

fn post(id: i64, parent: i64) -> Arc<Post> {
    Arc::new(Post {
        id: PostId(id),
        parent: PostId(parent),
        status: "publish".to_owned(),
        ..Post::default()
    })
}

fn simple(regular: &str, sale: &str) -> Product {
    Product {
        post: post(1, 0),
        price: if sale.is_empty() { regular } else { sale }.to_owned(),
        regular_price: regular.to_owned(),
        sale_price: sale.to_owned(),
        ..Product::default()
    }
}

fn variation(id: i64, regular: &str, sale: &str, color: &str) -> Product {
    Product {
        post: post(id, 9),
        kind: ProductType::Variation,
        parent_status: Some("publish".to_owned()),
        variation_attributes: vec![("color".to_owned(), color.to_owned())],
        ..simple(regular, sale)
    }
}

fn variable(variations: Vec<Product>) -> (Product, Products) {
    let product = Product {
        post: post(9, 0),
        kind: ProductType::Variable,
        price: "1".to_owned(),
        children: variations.iter().map(Product::id).collect(),
        ..Product::default()
    };
    (product, variations.into_iter().collect())
}

#[test]
fn sales_have_a_lower_price_and_a_time() {
    let (none, options) = (Products::default(), Options::default());
    let is = |product: &Product| product.is_on_sale(&none, &options, NOW);
    assert!(is(&simple("8.00", "6.90")));
    // As numbers, not as texts.
    assert!(is(&simple("10", "9")));
    assert!(!is(&simple("8.00", "")) && !is(&simple("8", "8.00")) && !is(&simple("", "5")));
    for (from, to, expected) in [
        (Some(NOW), Some(NOW), true),
        (Some(NOW + 1), None, false),
        (None, Some(NOW - 1), false),
        (Some(NOW - 1), Some(NOW + 1), true),
    ] {
        let product = Product {
            sale_from: from,
            sale_to: to,
            ..simple("8", "6")
        };
        assert_eq!(is(&product), expected, "{from:?} {to:?}");
    }
}

#[test]
fn what_may_be_bought() {
    let priced = simple("8", "");
    assert!(priced.is_purchasable(false));
    assert!(!simple("", "").is_purchasable(true));
    assert!(simple("0", "").is_purchasable(false));
    let mut draft = priced.clone();
    draft.post = Arc::new(Post::default());
    assert!(!draft.is_purchasable(false) && draft.is_purchasable(true));
    for kind in [ProductType::External, ProductType::Grouped] {
        let product = Product {
            kind,
            ..priced.clone()
        };
        assert!(!product.is_purchasable(true), "{kind:?}");
    }
    let orphan = Product {
        parent_status: Some("draft".to_owned()),
        ..variation(2, "8", "", "red")
    };
    assert!(!orphan.is_purchasable(false) && variation(2, "8", "", "red").is_purchasable(false));
}

#[test]
fn lists_and_searches_show_what_they_may() {
    let shown = |visibility, is_search| {
        let product = Product {
            visibility,
            ..simple("8", "")
        };
        product.is_visible(&Options::default(), is_search, false)
    };
    assert!(shown(CatalogVisibility::Visible, false) && shown(CatalogVisibility::Visible, true));
    assert!(shown(CatalogVisibility::Catalog, false) && !shown(CatalogVisibility::Catalog, true));
    assert!(!shown(CatalogVisibility::Search, false) && shown(CatalogVisibility::Search, true));
    assert!(!shown(CatalogVisibility::Hidden, false) && !shown(CatalogVisibility::Hidden, true));
    let mut out = simple("8", "");
    out.stock.status = StockStatus::OutOfStock;
    let hides = options(&[("woocommerce_hide_out_of_stock_items", "yes")]);
    assert!(out.is_visible(&Options::default(), false, false));
    assert!(!out.is_visible(&hides, false, false));
}

#[test]
fn the_stock_is_told_as_the_shop_wants() {
    let stocked = |quantity: f64, backorders| {
        let mut product = simple("8", "");
        product.stock.managed = ManageStock::Yes;
        product.stock.quantity = Some(quantity);
        product.stock.backorders = backorders;
        product
    };
    let counts = |is_low, can_backorder| Availability::Quantity {
        quantity: 2.0,
        is_low,
        can_backorder,
    };
    let told = |product: &Product, format| {
        product.availability(&options(&[("woocommerce_stock_format", format)]))
    };
    let two = stocked(2.0, Backorders::No);
    assert_eq!(told(&two, ""), counts(false, false));
    assert_eq!(told(&two, "low_amount"), counts(true, false));
    assert_eq!(told(&two, "no_amount"), Availability::InStock);
    let many = stocked(20.0, Backorders::No);
    assert_eq!(told(&many, "low_amount"), Availability::InStock);
    let more = stocked(2.0, Backorders::Notify);
    assert_eq!(told(&more, ""), counts(false, true));
    assert_eq!(told(&more, "no_amount"), Availability::InStockOrBackorder);
    assert_eq!(
        told(&stocked(0.0, Backorders::Notify), ""),
        Availability::OnBackorder
    );
    assert_eq!(
        told(&stocked(0.0, Backorders::Yes), ""),
        Availability::Silent
    );
    assert_eq!(told(&simple("8", ""), ""), Availability::Silent);
    let mut out = two;
    out.stock.status = StockStatus::OutOfStock;
    assert_eq!(told(&out, ""), Availability::OutOfStock);
    assert_eq!(out.availability_class(&Options::default()), "out-of-stock");
}

#[test]
fn how_many_may_be_bought() {
    let options = Options::default();
    let mut product = simple("8", "");
    assert_eq!(product.max_purchase_quantity(&options), None);
    assert!(product.has_enough_stock(99.0, &options));
    product.stock.managed = ManageStock::Parent;
    product.stock.quantity = Some(3.0);
    assert_eq!(product.max_purchase_quantity(&options), Some(3.0));
    assert!(product.has_enough_stock(3.0, &options) && !product.has_enough_stock(4.0, &options));
    product.stock.backorders = Backorders::Yes;
    assert_eq!(product.max_purchase_quantity(&options), None);
    product.is_sold_individually = true;
    assert_eq!(product.max_purchase_quantity(&options), Some(1.0));
    let off = self::options(&[("woocommerce_manage_stock", "no")]);
    product.stock.backorders = Backorders::No;
    assert!(product.has_enough_stock(99.0, &off));
}

#[test]
fn variations_have_a_range_of_prices() {
    let options = Options::default();
    let prices = |variations| {
        let (product, products) = variable(variations);
        VariationPrices::of(&product, &products, &options)
    };
    let mut disabled = variation(4, "1", "", "c");
    disabled.post = Arc::new(Post {
        id: PostId(4),
        status: "private".to_owned(),
        ..Post::default()
    });
    let range = prices(vec![
        variation(2, "45", "", "a"),
        variation(3, "9", "", "b"),
        disabled,
        variation(5, "", "", "d"),
    ]);
    let ends = range
        .range()
        .map(|(a, b)| (a.price.clone(), b.price.clone()));
    assert_eq!(ends, Some(("9".to_owned(), "45".to_owned())));
    assert!(!range.is_single() && !range.is_on_sale());
    let sale = prices(vec![
        variation(2, "10", "8", "a"),
        variation(3, "10", "8", "b"),
    ]);
    assert!(sale.is_single() && sale.has_single_regular() && sale.is_on_sale());
    // A sale that is not asked yet: the price is still the regular one.
    let mut later = variation(2, "10", "8", "a");
    later.price = "10".to_owned();
    assert!(!prices(vec![later]).is_on_sale());
    assert!(prices(vec![]).is_single());
}

#[test]
fn a_choice_names_the_first_variation_that_fits() {
    let (product, products) = variable(vec![
        variation(2, "1", "", "red"),
        variation(3, "1", "", ""),
    ]);
    let find = |color: Option<&str>| {
        let chosen = |_: &str| color.map(str::to_owned);
        matching(&product, &products, chosen).map(|v| v.id().0)
    };
    assert_eq!(find(Some("red")), Some(2));
    assert_eq!(find(Some("blue")), Some(3));
    assert_eq!(find(None), Some(3));
}
