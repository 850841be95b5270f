//! Whether what is in the cart can still be bought.
//!
//! Contract "woocommerce", section 7.7.

use super::contents::{Cart, Products, data_hash};
use super::message::CartMessage;
use crate::woocommerce::session::NoticeKind;

impl Cart {
    /// What is done when a cart is read from a session: lines of products that do not exist are dropped, those that can
    /// no longer be bought or have become another thing are dropped and told of. Whether a line was dropped, and what
    /// the visitor is told.
    pub fn check_loaded(&mut self, products: &dyn Products) -> (bool, Vec<CartMessage>) {
        const NO_LONGER: &str = "%s has been removed from your cart because it can no longer be purchased. Please contact us if you need assistance.";
        const MODIFIED: &str = "%1$s has been removed from your cart because it has since been modified. You can add it back to your cart <a href=\"%2$s\">here</a>.";
        let mut messages = Vec::new();
        let count = self.lines.len();
        self.lines.retain(|line| {
            let Some(product) = products
                .product(line.bought())
                .filter(|_| line.quantity > 0)
            else {
                return false;
            };
            let name = product.name.as_str();
            if !product.is_purchasable {
                messages.push(CartMessage::error(NO_LONGER).with(name));
                return false;
            }
            let is_same = line.data_hash.is_empty() || line.data_hash == data_hash(product);
            if !is_same {
                let message = CartMessage::new(NoticeKind::Notice, MODIFIED).with(name);
                messages.push(message.with(product.permalink.as_str()));
            }
            is_same
        });
        (self.lines.len() < count, messages)
    }

    /// `check_cart_items`: what cart and checkout look at. Lines are corrected; what the visitor is told is empty when
    /// everything can be bought. The check of the stock stops at its first message.
    pub fn check_items(&mut self, products: &dyn Products) -> Vec<CartMessage> {
        const GONE: &str = "An item which is no longer available was removed from your cart.";
        let mut messages = Vec::new();
        let count = self.lines.len();
        self.lines
            .retain(|line| products.product(line.bought()).is_some());
        if self.lines.len() < count {
            messages.push(CartMessage::error(GONE));
        }
        for line in &mut self.lines {
            let product = products.product(line.bought());
            if let Some(product) = product.filter(|p| p.is_sold_individually && line.quantity > 1) {
                line.quantity = 1;
                let message = CartMessage::error("You can only have 1 %s in your cart.");
                messages.push(message.with(product.name.as_str()));
            }
        }
        messages.extend(self.check_stock(products));
        messages
    }

    /// The first line of which there is not enough; units that other orders hold count as gone.
    fn check_stock(&self, products: &dyn Products) -> Option<CartMessage> {
        const NONE: &str = "Sorry, \"%s\" is not in stock. Please edit your cart and try again. We apologize for any inconvenience caused.";
        const LESS: &str = "Sorry, we do not have enough \"%1$s\" in stock to fulfill your order (%2$s available). We apologize for any inconvenience caused.";
        self.lines.iter().find_map(|line| {
            let product = products.product(line.bought())?;
            let name = product.name.as_str();
            if !product.is_in_stock {
                return Some(CartMessage::error(NONE).with(name));
            }
            let stock = product
                .stock
                .as_ref()
                .filter(|stock| !stock.backorders_allowed)?;
            let left = stock.quantity.saturating_sub(stock.reserved);
            let wanted = self.quantity_of_stock(stock.managed_by, products);
            (left < wanted).then(|| {
                CartMessage::error(LESS)
                    .with(name)
                    .with(left.to_string().as_str())
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::line::CartLine;
    use super::*;
    use crate::woocommerce::cart_product::{CartProduct, Stock};
    use crate::wordpress::php::Array;
    use crate::wordpress::post::PostId;

    fn line(product: i64, quantity: i64) -> CartLine {
        CartLine {
            key: product.to_string(),
            product_id: PostId(product),
            variation_id: PostId(0),
            variation: Vec::new(),
            quantity,
            data_hash: "b5c1d5ca8bae6d4896cf1807cdf763f0".to_owned(),
            rest: Array::new(),
        }
    }

    #[test]
    fn what_cannot_be_bought_is_told() {
        let product = |id| CartProduct {
            id: PostId(id),
            is_purchasable: true,
            is_in_stock: true,
            ..CartProduct::default()
        };
        let shop = &vec![
            product(1),
            CartProduct {
                is_purchasable: false,
                ..product(2)
            },
            CartProduct {
                is_sold_individually: true,
                ..product(3)
            },
            CartProduct {
                stock: Some(Stock {
                    managed_by: PostId(4),
                    quantity: 5,
                    reserved: 2,
                    backorders_allowed: false,
                }),
                ..product(4)
            },
        ];
        let changed = CartLine {
            data_hash: "other".to_owned(),
            ..line(1, 1)
        };
        let mut cart = Cart {
            lines: vec![line(9, 1), line(1, 0), line(2, 1), changed, line(3, 1)],
            ..Cart::default()
        };
        let (has_changed, messages) = cart.check_loaded(shop);
        assert!(has_changed);
        let kinds: Vec<_> = messages.iter().map(|message| message.kind).collect();
        assert_eq!(kinds, [NoticeKind::Error, NoticeKind::Notice]);
        assert_eq!(cart.lines.len(), 1);
        cart.lines = vec![line(9, 1), line(3, 2), line(4, 4)];
        let ids: Vec<_> = cart.check_items(shop).iter().map(|m| m.id).collect();
        assert_eq!(ids.len(), 3);
        assert!(ids[0].starts_with("An item") && ids[1].starts_with("You can only"));
        assert!(ids[2].contains("do not have enough"));
        assert_eq!(cart.line("3").unwrap().quantity, 1);
        cart.set_quantity("4", 3);
        assert!(cart.check_items(shop).is_empty());
    }
}
