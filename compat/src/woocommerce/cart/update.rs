//! Changing, removing and putting back lines.
//!
//! Contract "woocommerce", section 7.3.

use super::contents::{Cart, Products};
use super::message::{Argument, CartMessage, MessageLink};
use crate::woocommerce::session::NoticeKind;
use crate::wordpress::php::cast::string_to_int;

/// What became of posted quantities.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Updated {
    /// Whether a line changed: totals have to be made anew.
    pub has_changed: bool,
    /// What the visitor is told.
    pub messages: Vec<CartMessage>,
}

impl Cart {
    /// Sets the units of a line; none removes it with the units it had. Whether there is such a line.
    pub fn set_quantity(&mut self, key: &str, quantity: i64) -> bool {
        let Some(line) = self.line_mut(key) else {
            return false;
        };
        if quantity > 0 {
            line.quantity = quantity;
        } else {
            self.take_out(key);
        }
        true
    }

    fn take_out(&mut self, key: &str) {
        if let Some(at) = self.lines.iter().position(|line| line.key == key) {
            let line = self.lines.remove(at);
            self.removed.retain(|removed| removed.key != key);
            self.removed.push(line);
        }
    }

    /// The quantities of the cart's form: `cart[{key}][qty]`.
    pub fn update_quantities(
        &mut self,
        posted: &[(String, String)],
        products: &dyn Products,
    ) -> Updated {
        let mut updated = Updated::default();
        let keys: Vec<_> = self.lines.iter().map(|line| line.key.clone()).collect();
        for key in keys {
            let text = posted
                .iter()
                .find(|(own, _)| *own == key)
                .map(|(_, text)| text);
            let text: String = text
                .into_iter()
                .flat_map(|text| text.chars())
                .filter(|c| c.is_ascii_digit() || *c == '.')
                .collect();
            let Some(line) = self.line(&key).filter(|_| !text.is_empty()) else {
                continue;
            };
            let quantity = string_to_int(text.as_bytes());
            if quantity == line.quantity {
                continue;
            }
            let product = products.product(line.bought());
            if let Some(product) = product.filter(|p| p.is_sold_individually && quantity > 1) {
                let message = CartMessage::error("You can only have 1 %s in your cart.");
                updated.messages.push(message.with(product.name.as_str()));
                continue;
            }
            self.set_quantity(&key, quantity);
            updated.has_changed = true;
        }
        if updated.has_changed {
            let done = CartMessage::new(NoticeKind::Success, "Cart updated.");
            updated.messages.push(done);
        }
        updated
    }

    /// Removes a line; it may be put back. `None`: there is no such line.
    pub fn remove(&mut self, key: &str, products: &dyn Products) -> Option<CartMessage> {
        let line = self.line(key)?;
        let product = products.product(line.bought());
        let can_return = product
            .is_some_and(|product| product.is_in_stock && product.has_enough_stock(line.quantity));
        let name = product.map_or(Argument::from("Item"), |product| Argument::Item {
            name: product.name.clone(),
            quantity: 1,
        });
        self.take_out(key);
        let message = CartMessage::new(NoticeKind::Success, "%s removed.").with(name);
        Some(if can_return {
            message.linked(MessageLink::Undo(key.to_owned()))
        } else {
            message
        })
    }

    /// Puts a removed line back, at the end. Whether there was one.
    pub fn restore(&mut self, key: &str) -> bool {
        let Some(at) = self.removed.iter().position(|line| line.key == key) else {
            return false;
        };
        let line = self.removed.remove(at);
        if self.line(key).is_none() {
            self.lines.push(line);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::add::AddRequest;
    use super::*;
    use crate::woocommerce::cart_product::CartProduct;
    use crate::wordpress::post::PostId;

    #[test]
    fn lines_change_go_and_return() {
        let product = |id, is_sold_individually| CartProduct {
            id: PostId(id),
            is_purchasable: true,
            is_in_stock: true,
            is_sold_individually,
            ..CartProduct::default()
        };
        let shop = &vec![product(1, false), product(2, true)];
        let mut cart = Cart::default();
        let mut add = |id| {
            let request = AddRequest {
                product_id: PostId(id),
                quantity: 1,
                ..AddRequest::default()
            };
            cart.add(&request, shop).unwrap()
        };
        let (first, second) = (add(1), add(2));
        let mut update = |key: &str, quantity: &str| {
            let posted = [(key.to_owned(), quantity.to_owned())];
            let updated = cart.update_quantities(&posted, shop);
            (updated.has_changed, updated.messages.len())
        };
        assert_eq!(update(&first, "2.9 units"), (true, 1));
        assert_eq!(update(&first, "2"), (false, 0));
        assert_eq!(update(&first, "-"), (false, 0));
        assert_eq!(update(&second, "3"), (false, 1));
        assert_eq!(update("x", "3"), (false, 0));
        assert_eq!(update(&second, "0"), (true, 1));
        assert_eq!(cart.contents_count(), 2);
        let message = cart.remove(&first, shop).unwrap();
        assert_eq!(message.link, Some(MessageLink::Undo(first.clone())));
        assert!(cart.is_empty() && cart.remove(&first, shop).is_none());
        assert!(cart.restore(&first) && !cart.restore(&first));
        assert_eq!(cart.contents_count(), 2);
    }
}
