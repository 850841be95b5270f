//! An order.
//!
//! Contract "woocommerce", sections 2.5 and 13.

use super::item::{CouponItem, ItemKind, LineItem, OrderItem, ShippingItem, TaxItem};
use super::status::OrderStatus;
use crate::woocommerce::address::Address;

/// Number of an order: the id of its post or placeholder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct OrderId(pub i64);

/// The sums of an order, in its currency.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct OrderAmounts {
    /// What is paid.
    pub total: f64,
    /// Tax of products and fees.
    pub cart_tax: f64,
    /// Without tax.
    pub shipping_total: f64,
    /// Of it.
    pub shipping_tax: f64,
    /// Without tax.
    pub discount_total: f64,
    /// Of it.
    pub discount_tax: f64,
}

/// What was done for an order once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OrderFlags {
    /// Stock was taken.
    pub is_stock_reduced: bool,
    /// Sales of its products were counted.
    pub has_recorded_sales: bool,
    /// Uses of its coupons were counted.
    pub has_counted_coupons: bool,
    /// The shop was told of it.
    pub has_sent_new_order: bool,
    /// Downloads were granted.
    pub has_granted_downloads: bool,
}

/// An order. One that is not stored yet has the id 0.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Order {
    /// Its number.
    pub id: OrderId,
    /// Its status.
    pub status: OrderStatus,
    /// Three letters.
    pub currency: String,
    /// `wc_order_…`: who knows it may see the order.
    pub key: String,
    /// The user; 0: a guest.
    pub customer_id: i64,
    /// Where the bill goes.
    pub billing: Address,
    /// Where the goods go.
    pub shipping: Address,
    /// Id of the gateway; empty when nothing is paid.
    pub payment_method: String,
    /// Its title when the order was placed.
    pub payment_method_title: String,
    /// What the payment provider calls the payment.
    pub transaction_id: String,
    /// What the buyer wrote.
    pub customer_note: String,
    /// `checkout`, `store-api`.
    pub created_via: String,
    /// Hash of the cart that it was made of.
    pub cart_hash: String,
    /// The buyer's address on the net.
    pub ip_address: String,
    /// The buyer's browser.
    pub user_agent: String,
    /// Whether the shop enters prices with tax.
    pub prices_include_tax: bool,
    /// Whether the buyer pays no taxes.
    pub is_vat_exempt: bool,
    /// Unix time.
    pub date_created: i64,
    /// Unix time.
    pub date_modified: i64,
    /// Unix time.
    pub date_paid: Option<i64>,
    /// Unix time.
    pub date_completed: Option<i64>,
    /// Its sums.
    pub amounts: OrderAmounts,
    /// What was done for it.
    pub flags: OrderFlags,
    /// Its items in the order of their rows.
    pub items: Vec<OrderItem>,
    /// Further meta: key and value. A loaded order has all that is stored.
    pub meta: Vec<(String, String)>,
}

impl Order {
    /// `get_order_number`.
    pub fn number(&self) -> String {
        self.id.0.to_string()
    }

    /// The products.
    pub fn lines(&self) -> impl Iterator<Item = (&OrderItem, &LineItem)> {
        self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Line(line) => Some((item, line)),
            _ => None,
        })
    }

    /// The rates of shipping.
    pub fn shipping_items(&self) -> impl Iterator<Item = (&OrderItem, &ShippingItem)> {
        self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Shipping(own) => Some((item, own)),
            _ => None,
        })
    }

    /// The taxes.
    pub fn tax_items(&self) -> impl Iterator<Item = (&OrderItem, &TaxItem)> {
        self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Tax(own) => Some((item, own)),
            _ => None,
        })
    }

    /// The coupons.
    pub fn coupon_items(&self) -> impl Iterator<Item = (&OrderItem, &CouponItem)> {
        self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Coupon(own) => Some((item, own)),
            _ => None,
        })
    }

    /// A further meta.
    pub fn meta_value(&self, key: &str) -> Option<&str> {
        let mut all = self.meta.iter();
        let own = all.find(|(own, _)| own == key);
        own.map(|(_, value)| value.as_str())
    }

    /// `needs_payment`.
    pub fn needs_payment(&self) -> bool {
        self.status.is_payable() && self.amounts.total > 0.0
    }

    /// Who counts as the user of its coupons: the user's id, else the e-mail address.
    pub fn coupon_user(&self) -> String {
        match self.customer_id {
            0 => self.billing.email.to_lowercase(),
            id => id.to_string(),
        }
    }

    /// `key_is_valid`, in constant time.
    pub fn is_key(&self, key: &str) -> bool {
        use subtle::ConstantTimeEq as _;
        !self.key.is_empty() && bool::from(self.key.as_bytes().ct_eq(key.as_bytes()))
    }

    /// The parts of both addresses by the names of the checkout's fields: `billing_city`.
    pub fn address_fields(&self) -> Vec<(String, String)> {
        let addresses = [("billing", &self.billing), ("shipping", &self.shipping)];
        let fields = addresses.into_iter().flat_map(|(group, address)| {
            let parts = Address::FIELDS
                .into_iter()
                .filter(move |part| group == "billing" || *part != "email");
            parts.map(move |part| {
                let value = address.field(part).unwrap_or_default();
                (format!("{group}_{part}"), value.to_owned())
            })
        });
        fields.collect()
    }

    /// The parts of the billing address, for searching.
    pub fn billing_index(&self) -> String {
        let a = &self.billing;
        let parts = index_parts(a);
        [parts.as_str(), &a.email, &a.phone].join(" ")
    }

    /// The parts of the shipping address, for searching.
    pub fn shipping_index(&self) -> String {
        let a = &self.shipping;
        let parts = index_parts(a);
        [parts.as_str(), &a.phone].join(" ")
    }
}

fn index_parts(a: &Address) -> String {
    [
        a.first_name.as_str(),
        &a.last_name,
        &a.company,
        &a.address_1,
        &a.address_2,
        &a.city,
        &a.state,
        &a.postcode,
        &a.country,
    ]
    .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_compared_whole() {
        let mut order = Order::default();
        assert!(!order.is_key(""));
        order.key = "wc_order_a".to_owned();
        assert!(order.is_key("wc_order_a") && !order.is_key("wc_order_") && !order.is_key(""));
    }

    #[test]
    fn addresses_are_searched_by_all_their_parts() {
        let mut order = Order::default();
        for (field, value) in [
            ("first_name", "Ana"),
            ("last_name", "Ruiz"),
            ("address_1", "Calle Mayor 1"),
            ("city", "Guadix"),
            ("state", "GR"),
            ("postcode", "18500"),
            ("country", "ES"),
            ("email", "ana@ejemplo.example"),
            ("phone", "600112233"),
        ] {
            order.billing.set_field(field, value);
        }
        // Recording woo-store/store-user-checkout.
        assert_eq!(
            order.billing_index(),
            "Ana Ruiz  Calle Mayor 1  Guadix GR 18500 ES ana@ejemplo.example 600112233"
        );
    }
}
