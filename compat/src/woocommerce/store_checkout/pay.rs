//! Paying for an order that is stored, by its number.
//!
//! Contract "woocommerce-store-api", section 8.9.

use super::refusal::CheckoutRefusal;
use super::validate::{Place, removed_coupons, validate_email, validate_places};
use crate::woocommerce::cart::coupon_message;
use crate::woocommerce::coupon::{load_coupon, validate_customer};
use crate::woocommerce::order::{GatewayScene, Order, ShopGateway, gateways};
use crate::woocommerce::settings::ShopSettings;
use crate::woocommerce::shopping::ShopSource;
use crate::wordpress::db::DbError;

/// The gateways by which an order may be paid.
pub fn order_gateways(source: &ShopSource<'_>, order: &Order) -> Vec<ShopGateway> {
    let rates = order.shipping_items();
    let rates = rates.map(|(_, own)| format!("{}:{}", own.method_id, own.instance_id));
    let rates: Vec<String> = rates.collect();
    let scene = GatewayScene {
        total: order.amounts.total,
        needs_shipping: !rates.is_empty(),
        rates: &rates,
    };
    let mut all = gateways(&source.site.options, source.texts());
    all.retain(|own| own.is_available(&scene));
    all
}

/// The coupons of an order that its buyer may not use, with the reasons.
///
/// # Errors
/// When the database fails.
pub async fn refused_order_coupons(
    source: &ShopSource<'_>,
    order: &Order,
) -> Result<Vec<(String, String)>, DbError> {
    let user = Some(order.customer_id).filter(|id| *id > 0);
    let email = order.billing.email.to_lowercase();
    let customer: Vec<String> = user
        .map(|id| id.to_string())
        .into_iter()
        .chain([email])
        .collect();
    let mut refused = Vec::new();
    if !order.flags.has_counted_coupons {
        for (item, _) in order.coupon_items() {
            let coupon = load_coupon(source.db, &item.name, source.now).await?;
            let judged = coupon.map(|coupon| validate_customer(&coupon, &customer));
            if let Some(Err(error)) = judged {
                let reason = coupon_message(&error, &item.name).text(source.texts());
                refused.push((item.name.clone(), reason));
            }
        }
    }
    Ok(refused)
}

/// Refuses an order from which coupons were removed, because its buyer may not use them. `removed`: their codes, and why.
///
/// # Errors
/// The refusal that names them.
pub fn refuse_removed_from_order(
    source: &ShopSource<'_>,
    removed: &[(String, String)],
) -> Result<(), CheckoutRefusal> {
    const ONE: &str = "\"%1$s\" was removed from the order. %2$s";
    const MANY: &str = "Invalid coupons were removed from the order: \"%s\"";
    let words = ("woocommerce_rest_order_coupon_errors", ONE, MANY);
    removed_coupons(source, words, removed)
}

/// Whether a stored order may be paid: e-mail address, countries, fields.
///
/// # Errors
/// What is missing first.
pub fn validate_order(source: &ShopSource<'_>, order: &Order) -> Result<(), CheckoutRefusal> {
    validate_email(source, order)?;
    let settings = ShopSettings::from_options(&source.site.options);
    let shipping = order.shipping_items().next().map(|_| Place {
        address: &order.shipping,
        countries: &settings.ships_to,
    });
    let billing = Place {
        address: &order.billing,
        countries: &settings.sells_to,
    };
    validate_places(source, shipping, billing)
}
