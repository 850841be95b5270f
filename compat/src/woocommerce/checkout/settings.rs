//! The options that the checkout follows.
//!
//! Contract "woocommerce", section 2.10.

use crate::woocommerce::address::FieldSettings;
use crate::woocommerce::settings::{Countries, ShopSettings};
use crate::wordpress::options::Options;

/// Where goods go first: option `woocommerce_ship_to_destination`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShipTo {
    /// To an address of their own, which the form shows.
    Shipping,
    /// To the billing address; another may be given.
    Billing,
    /// To the billing address and no other.
    BillingOnly,
}

/// The options that the checkout follows.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckoutSettings {
    /// Which fields the forms have.
    pub fields: FieldSettings,
    /// Where goods go first.
    pub ship_to: ShipTo,
    /// Countries that the shop sells to, and ships to.
    pub sells_to: Countries,
    /// Countries that the shop ships to.
    pub ships_to: Countries,
    /// Whether guests may order.
    pub allows_guests: bool,
    /// Whether an account can be made while ordering.
    pub allows_sign_up: bool,
    /// Whether customers are reminded to log in.
    pub reminds_of_login: bool,
    /// Whether the shop chooses the login name of new accounts.
    pub generates_username: bool,
    /// Whether the shop chooses the password of new accounts.
    pub generates_password: bool,
    /// Whether the buyer may write a note.
    pub has_notes: bool,
}

impl CheckoutSettings {
    /// The settings of a site.
    pub fn from_options(options: &Options) -> Self {
        let shop = ShopSettings::from_options(options);
        let is_yes = |name: &str, default: &str| options.text_or(name, default) == "yes";
        Self {
            fields: FieldSettings::from_options(options),
            ship_to: match &*options.text_or("woocommerce_ship_to_destination", "billing") {
                "shipping" => ShipTo::Shipping,
                "billing_only" => ShipTo::BillingOnly,
                _ => ShipTo::Billing,
            },
            sells_to: shop.sells_to,
            ships_to: shop.ships_to,
            allows_guests: is_yes("woocommerce_enable_guest_checkout", "yes"),
            allows_sign_up: is_yes("woocommerce_enable_signup_and_login_from_checkout", "no"),
            reminds_of_login: is_yes("woocommerce_enable_checkout_login_reminder", "no"),
            generates_username: is_yes("woocommerce_registration_generate_username", "yes"),
            generates_password: is_yes("woocommerce_registration_generate_password", "yes"),
            has_notes: is_yes("woocommerce_enable_order_comments", "yes"),
        }
    }
}
