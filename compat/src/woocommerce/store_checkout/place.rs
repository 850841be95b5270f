//! From a draft to a placed order.
//!
//! Contract "woocommerce-store-api", section 8.5, steps 9 and 10.

use super::refusal::CheckoutRefusal;
use crate::woocommerce::cart::coupon_message;
use crate::woocommerce::checkout::PreparedOrder;
use crate::woocommerce::coupon::CouponError;
use crate::woocommerce::order::{
    CouponUse, Order, OrderStatus, PaymentStep, PlaceRefusal, ShopGateway, order_products,
};
use crate::woocommerce::shopping::{ShopSource, Visit};

/// What a draft is placed with.
#[derive(Debug, Clone, Copy)]
pub struct StorePlacement<'a> {
    /// The draft as it is stored.
    pub draft: &'a Order,
    /// How it is paid; `None`: there is nothing to pay.
    pub gateway: Option<&'a ShopGateway>,
}

/// The draft as an order that may be placed.
pub fn prepare_draft(
    source: &ShopSource<'_>,
    visit: &Visit,
    placement: StorePlacement<'_>,
) -> PreparedOrder {
    let stored = placement.draft.status;
    let order = Order {
        status: OrderStatus::Pending,
        date_modified: source.now,
        meta: Vec::new(),
        ..placement.draft.clone()
    };
    let products = order_products(&order, &visit.goods.catalogue, &source.site.options);
    let has_downloads = products.iter().any(|own| own.is_download);
    let step = match placement.gateway {
        Some(own) => own.gateway.process(&order, has_downloads, source.texts()),
        None => PaymentStep::Complete {
            transaction_id: String::new(),
        },
    };
    let in_cart = visit.coupons.iter();
    let in_cart = in_cart.filter(|coupon| visit.cart.has_coupon(&coupon.code));
    PreparedOrder {
        stored: Some(stored),
        customer: order.address_fields(),
        coupons: in_cart.map(CouponUse::from).collect(),
        order,
        products,
        step,
    }
}

/// The refusal of an order that was not placed.
pub fn refuse_placement(source: &ShopSource<'_>, refusal: &PlaceRefusal) -> CheckoutRefusal {
    const SHORTAGE: &str = "Not enough units of %s are available in stock to fulfil this order.";
    const OUT: &str = "&quot;%s&quot; is out of stock and cannot be purchased.";
    let texts = source.texts();
    match refusal {
        PlaceRefusal::Stock(shortage) => {
            let (code, text) = if shortage.is_out_of_stock {
                ("woocommerce_product_out_of_stock", OUT)
            } else {
                ("woocommerce_product_not_enough_stock", SHORTAGE)
            };
            let text = texts.translate(text).replacen("%s", &shortage.name, 1);
            CheckoutRefusal::new(code, 403, text)
        }
        PlaceRefusal::Coupon(code) => {
            let text = coupon_message(&CouponError::UsageLimit, code).text(texts);
            CheckoutRefusal::new("woocommerce_rest_coupon_reserve_failed", 400, text)
        }
        PlaceRefusal::Session => {
            let text = texts.translate("Cannot place an order, your cart is empty.");
            CheckoutRefusal::new("woocommerce_rest_cart_empty", 409, text)
        }
    }
}
