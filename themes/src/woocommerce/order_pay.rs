//! The page that pays for an order.
//!
//! Contract "woocommerce", section 9.9.

use compat::woocommerce::checkout::OrderAccess;
use compat::woocommerce::order::{GatewayScene, Order, gateways};
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::kses::wp_kses_post;
use minijinja::context;

use super::cart_item::nonce_fields;
use super::checkout_payment::{methods, terms};
use super::notices::notices_wrapper;
use super::order_details::{line_rows, total_rows};
use super::order_received::{login_to_see, verify_email};
use super::shop::{Shop, TEXT_DOMAIN};
use crate::markup::markup;
use crate::wordpress::view::Page;

/// The page. Without an order that may be paid it shows the notices that say why.
pub fn order_pay(page: &mut Page, access: OrderAccess, order: Option<&Order>) -> String {
    let notices = notices_wrapper(page);
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let content = match (access, order) {
        (OrderAccess::Full, Some(order)) => form(&shop, order),
        (OrderAccess::Login, Some(_)) => login_to_see(page),
        (OrderAccess::VerifyEmail { has_failed }, Some(_)) => verify_email(&shop, has_failed),
        _ => String::new(),
    };
    format!("{notices}{content}")
}

fn form(shop: &Shop, order: &Order) -> String {
    let view = &shop.view;
    let texts = view.locale.domain(TEXT_DOMAIN);
    let rates: Vec<String> = order
        .shipping_items()
        .map(|(_, own)| format!("{}:{}", own.method_id, own.instance_id))
        .collect();
    let scene = GatewayScene {
        total: order.amounts.total,
        needs_shipping: !rates.is_empty(),
        rates: &rates,
    };
    let mut all = gateways(shop.options(), texts);
    all.retain(|gateway| gateway.is_available(&scene));
    let totals = total_rows(shop, order).into_iter().map(|row| {
        context! {
            label => markup(esc_html(&row.label).into_owned()),
            value => markup(wp_kses_post(&row.value)),
        }
    });
    let button = shop.text("Pay for order");
    view.render(
        "woocommerce/order_pay.html",
        context! {
            lines => line_rows(shop, order),
            totals => totals.collect::<Vec<_>>(),
            needs_payment => order.needs_payment(),
            methods => markup(methods(shop, &all, &order.payment_method, true)),
            terms => markup(terms(shop)),
            nonce => markup(nonce_fields(view, "woocommerce-pay", "woocommerce-pay-nonce")),
            words => context! {
                product => shop.text("Product"),
                quantity => shop.text("Qty"),
                totals => shop.text("Totals"),
                pay => button,
            },
        },
    )
}
