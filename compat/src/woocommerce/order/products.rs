//! What an order has to know of its products.

use super::model::Order;
use crate::woocommerce::product::{ManageStock, Product, ProductType, Products};
use crate::wordpress::options::Options;
use crate::wordpress::post::PostId;

/// What an order has to know of a product that it holds.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderProduct {
    /// The post that is bought.
    pub bought: PostId,
    /// The product whose sales are counted: of a variation the variable product.
    pub page: PostId,
    /// Its name.
    pub name: String,
    /// Its name with the SKU or the number, for notes.
    pub formatted_name: String,
    /// The product whose stock is used up; `None`: nobody counts.
    pub stock_holder: Option<PostId>,
    /// Whether it is in stock, or may be ordered without being.
    pub is_in_stock: bool,
    /// Whether more may be ordered than there is.
    pub accepts_backorders: bool,
    /// Whether nothing is left to be done once it is paid: it is downloaded.
    pub is_download: bool,
    /// From this number on its stock is low.
    pub low_stock_amount: f64,
}

/// The products of an order, in the order of its items; those that no longer exist are left out.
pub fn order_products(order: &Order, products: &Products, options: &Options) -> Vec<OrderProduct> {
    let lines = order.lines().filter_map(|(_, line)| {
        let product = products.get(line.bought())?;
        Some(order_product(product, options))
    });
    lines.collect()
}

fn order_product(product: &Product, options: &Options) -> OrderProduct {
    let holder = match product.stock.managed {
        ManageStock::Parent => product.post.parent,
        _ => product.id(),
    };
    let identifier = match product.sku.as_str() {
        "" => format!("#{}", product.id().0),
        sku => sku.to_owned(),
    };
    let description = match product.kind {
        ProductType::Variation => "<span class=\"description\"></span>",
        _ => "",
    };
    OrderProduct {
        bought: product.id(),
        page: product.page_id(),
        name: product.title().to_owned(),
        formatted_name: format!("{} ({identifier}){description}", product.title()),
        stock_holder: product.manages_stock(options).then_some(holder),
        is_in_stock: product.is_in_stock(),
        accepts_backorders: product.backorders_allowed(),
        is_download: product.is_virtual && product.is_downloadable,
        low_stock_amount: product.low_stock_amount(options),
    }
}

/// `needs_processing`: whether something of the order is left to be done once it is paid.
pub fn needs_processing(order: &Order, products: &[OrderProduct]) -> bool {
    let mut lines = order.lines();
    lines.any(|(_, line)| {
        let mut all = products.iter();
        let own = all.find(|own| own.bought == line.bought());
        own.is_some_and(|own| !own.is_download)
    })
}
