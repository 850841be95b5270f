//! What would stop the checkout of a cart now.
//!
//! Contract "woocommerce-store-api", section 6.7.

use super::error::StoreError;
use crate::woocommerce::cart::{Argument, Cart, CartMessage, Products};
use crate::woocommerce::cart_product::CartProduct;
use crate::wordpress::formatting::escape::esc_html;

/// A kind of problem: code, text for one product, text for several.
type Problem = (&'static str, &'static str, &'static str);

/// The kinds in the order in which they are told.
const PROBLEMS: [Problem; 4] = [
    (
        "woocommerce_rest_product_out_of_stock",
        "%s is out of stock and cannot be purchased. Please remove it from your cart.",
        "%s are out of stock and cannot be purchased. Please remove them from your cart.",
    ),
    (
        "woocommerce_rest_product_not_purchasable",
        "%s cannot be purchased. Please remove it from your cart.",
        "%s cannot be purchased. Please remove them from your cart.",
    ),
    (
        "woocommerce_rest_product_too_many_in_cart",
        "There are too many %s in the cart. Only 1 can be purchased. Please reduce the quantity in your cart.",
        "There are too many %s in the cart. Only 1 of each can be purchased. Please reduce the quantities in your cart.",
    ),
    (
        "woocommerce_rest_product_partially_out_of_stock",
        "There is not enough %s in stock. Please reduce the quantity in your cart.",
        "There are not enough %s in stock. Please reduce the quantities in your cart.",
    ),
];

/// The problems of the lines, each with the products that have it.
pub fn cart_errors(cart: &Cart, products: &dyn Products) -> Vec<StoreError> {
    let mut named: [Vec<&str>; 4] = Default::default();
    for line in &cart.lines {
        let Some(product) = products.product(line.bought()) else {
            continue;
        };
        let at = problem(cart, product, line.quantity, products);
        if let Some(names) = at.and_then(|at| named.get_mut(at)) {
            names.push(&product.name);
        }
    }
    let problems = PROBLEMS.iter().zip(named);
    let problems = problems.filter(|(_, names)| !names.is_empty());
    problems
        .map(|((code, one, many), names)| {
            let id = if names.len() == 1 { *one } else { *many };
            let message = CartMessage::error(id).with(quoted(&names));
            StoreError::new(code, 409, message)
        })
        .collect()
}

/// The place of the first problem of a line in [`PROBLEMS`].
fn problem(
    cart: &Cart,
    product: &CartProduct,
    quantity: i64,
    products: &dyn Products,
) -> Option<usize> {
    if !product.is_purchasable {
        return Some(1);
    }
    if product.is_sold_individually && quantity > 1 {
        return Some(2);
    }
    if !product.is_in_stock {
        return Some(0);
    }
    let stock = product.stock.as_ref();
    let stock = stock.filter(|stock| !stock.backorders_allowed)?;
    let left = stock.quantity.saturating_sub(stock.reserved);
    let wanted = cart.quantity_of_stock(stock.managed_by, products);
    (left < wanted).then_some(3)
}

/// The names in quotes, joined as the language does.
fn quoted(names: &[&str]) -> Argument {
    let names = names.iter().map(|name| format!("\"{}\"", esc_html(name)));
    Argument::Joined(names.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::woocommerce::cart::CartLine;
    use crate::woocommerce::cart_product::Stock;
    use crate::wordpress::l10n::Locale;
    use crate::wordpress::php::Array;
    use crate::wordpress::post::PostId;

    fn line(id: i64, quantity: i64) -> CartLine {
        CartLine {
            key: id.to_string(),
            product_id: PostId(id),
            variation_id: PostId(0),
            variation: Vec::new(),
            quantity,
            data_hash: String::new(),
            rest: Array::new(),
        }
    }

    #[test]
    fn products_with_one_problem_share_a_text() {
        let product = |id: i64| CartProduct {
            id: PostId(id),
            name: format!("P{id}"),
            is_purchasable: true,
            is_in_stock: id > 3,
            is_sold_individually: id == 4,
            stock: (id == 5).then_some(Stock {
                managed_by: PostId(5),
                quantity: 3,
                reserved: 2,
                backorders_allowed: false,
            }),
            ..CartProduct::default()
        };
        let products: Vec<_> = (1..=6).map(product).collect();
        let cart = Cart {
            lines: vec![
                line(5, 2),
                line(1, 1),
                line(2, 1),
                line(3, 1),
                line(4, 2),
                line(6, 9),
            ],
            ..Cart::default()
        };
        let english = Locale::english();
        let texts = english.domain("woocommerce");
        let errors = cart_errors(&cart, &products);
        let told: Vec<_> = errors.iter().map(|e| e.text(texts)).collect();
        assert_eq!(
            told,
            [
                "\"P1\", \"P2\" and \"P3\" are out of stock and cannot be purchased. Please remove them from your cart.",
                "There are too many \"P4\" in the cart. Only 1 can be purchased. Please reduce the quantity in your cart.",
                "There is not enough \"P5\" in stock. Please reduce the quantity in your cart.",
            ]
        );
    }
}
