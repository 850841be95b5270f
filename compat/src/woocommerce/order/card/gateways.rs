//! The gateways of cards: offered when their plugin is active, enabled, and has its keys.

use super::redsys::{REDSYS, RedsysSettings};
use super::stripe::{STRIPE, StripeSettings};
use crate::woocommerce::order::model::Order;
use crate::woocommerce::order::payment::{Gateway, GatewayScene, PaymentStep, is_enabled};
use crate::wordpress::l10n::TextDomain;
use crate::wordpress::php::Value;

/// The order waits until the provider has reported; nothing to pay is paid.
fn wait(order: &Order) -> PaymentStep {
    if order.amounts.total > 0.0 {
        PaymentStep::Leave
    } else {
        PaymentStep::Complete {
            transaction_id: String::new(),
        }
    }
}

/// Stripe.
pub struct Stripe;

impl Gateway for Stripe {
    fn id(&self) -> &'static str {
        STRIPE
    }

    fn plugins(&self) -> &'static [&'static str] {
        &["woocommerce-gateway-stripe/woocommerce-gateway-stripe.php"]
    }

    fn default_title<'a>(&self, texts: TextDomain<'a>) -> &'a str {
        texts.translate("Credit Card (Stripe)")
    }

    fn is_available(&self, settings: &Value, _: &GatewayScene<'_>) -> bool {
        is_enabled(settings) && StripeSettings::of(settings).is_some()
    }

    fn process(&self, order: &Order, _: bool, _: TextDomain<'_>) -> PaymentStep {
        wait(order)
    }

    fn instructs_in_mails(&self, _: &Order) -> bool {
        false
    }
}

/// Redsys.
pub struct Redsys;

impl Gateway for Redsys {
    fn id(&self) -> &'static str {
        REDSYS
    }

    fn plugins(&self) -> &'static [&'static str] {
        &[
            "woo-redsys-gateway-light/woocommerce-redsys.php",
            "woocommerce-gateway-redsys/woocommerce-redsys.php",
        ]
    }

    fn default_title<'a>(&self, texts: TextDomain<'a>) -> &'a str {
        texts.translate("Redsys")
    }

    fn is_available(&self, settings: &Value, _: &GatewayScene<'_>) -> bool {
        is_enabled(settings) && RedsysSettings::of(settings).is_some()
    }

    fn process(&self, order: &Order, _: bool, _: TextDomain<'_>) -> PaymentStep {
        wait(order)
    }

    fn instructs_in_mails(&self, _: &Order) -> bool {
        false
    }
}
