//! Which products stand in a list beside a product or a cart.
//!
//! Contract "woocommerce", sections 6.1, 7.4 and 15.3.

use std::cmp::Ordering;
use std::sync::Arc;

use compat::woocommerce::product::Product;
use compat::wordpress::php::cast::string_to_float;

use crate::shop_parts::{Beside, BesideOrder};

/// The products of a list, in its order. `number`: how many there are where the list does not say.
pub fn chosen(mut products: Vec<Arc<Product>>, beside: Beside, number: usize) -> Vec<Arc<Product>> {
    let price = |product: &Product| string_to_float(product.price.as_bytes());
    let rating = |product: &Product| string_to_float(product.rating.average.as_bytes());
    let date = |product: &Arc<Product>| product.post.date.clone();
    match beside.order {
        BesideOrder::Own => {}
        BesideOrder::Popularity => products.sort_by_key(|p| std::cmp::Reverse(p.total_sales)),
        BesideOrder::Rating => products.sort_by(|a, b| by(rating(b), rating(a))),
        BesideOrder::Date => products.sort_by_key(date),
        BesideOrder::DateDesc => products.sort_by_key(|p| std::cmp::Reverse(date(p))),
        BesideOrder::Price => products.sort_by(|a, b| by(price(a), price(b))),
        BesideOrder::PriceDesc => products.sort_by(|a, b| by(price(b), price(a))),
    }
    let shown = products.into_iter().skip(beside.offset);
    shown.take(beside.number.unwrap_or(number)).collect()
}

fn by(a: f64, b: f64) -> Ordering {
    a.total_cmp(&b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(price: &str, sales: i64) -> Arc<Product> {
        Arc::new(Product {
            price: price.to_owned(),
            total_sales: sales,
            ..Product::default()
        })
    }

    #[test]
    fn a_list_has_an_order_a_beginning_and_an_end() {
        let products = vec![product("10", 1), product("9", 7), product("100", 3)];
        let prices = |beside: Beside| -> Vec<String> {
            let chosen = chosen(products.clone(), beside, 2).into_iter();
            chosen.map(|product| product.price.clone()).collect()
        };
        assert_eq!(prices(Beside::default()), ["10", "9"]);
        let by_price = Beside {
            order: BesideOrder::Price,
            offset: 1,
            number: Some(9),
            ..Beside::default()
        };
        assert_eq!(prices(by_price), ["10", "100"]);
        let by_sales = Beside {
            order: BesideOrder::Popularity,
            number: Some(1),
            ..Beside::default()
        };
        assert_eq!(prices(by_sales), ["9"]);
    }
}
