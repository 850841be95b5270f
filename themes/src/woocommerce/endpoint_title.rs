//! Titles of the end points of the checkout and of the account (`wc_page_endpoint_title`).
//!
//! Contract "woocommerce", section 1.2; recordings woo/order-received-bacs and woo/account-orders.

use compat::woocommerce::account::{AccountEndpoint, AccountPageData, AccountView};
use compat::woocommerce::order::{ORDER_PAY, ORDER_RECEIVED};
use compat::wordpress::post::PostId;

use crate::wordpress::view::View;

/// The title of the end point of the page that was asked for.
pub fn endpoint_title(view: &View, post: PostId) -> Option<String> {
    let is_own = view.query.is.is_page && view.query.queried_post_id() == Some(post);
    if !is_own {
        return None;
    }
    let has = |name: &str| view.query.vars.get(name).is_some();
    let text = |source: &str| view.label("woocommerce", source);
    if has(ORDER_PAY.name) {
        return Some(text("Pay for order"));
    }
    if has(ORDER_RECEIVED.name) {
        return Some(text("Order received"));
    }
    let (endpoint, value) = AccountEndpoint::of(&view.query.vars)?;
    let source = match endpoint {
        AccountEndpoint::Orders => match value.trim().parse::<i64>() {
            Ok(page) if page > 1 => {
                return Some(text("Orders (page %d)").replacen("%d", &page.to_string(), 1));
            }
            _ => "Orders",
        },
        AccountEndpoint::ViewOrder => {
            let data = view.page_data.get::<AccountPageData>();
            let AccountView::Order(Some(order), _) = &data.view else {
                return None;
            };
            return Some(text("Order #%s").replacen("%s", &order.number(), 1));
        }
        AccountEndpoint::Downloads => "Downloads",
        AccountEndpoint::EditAccount => "Account details",
        AccountEndpoint::EditAddress => "Addresses",
        AccountEndpoint::PaymentMethods => "Payment methods",
        AccountEndpoint::AddPaymentMethod => "Add payment method",
        AccountEndpoint::LostPassword => {
            if view.page_data.get::<AccountPageData>().sets_password {
                "Set password"
            } else {
                "Lost password"
            }
        }
        AccountEndpoint::DeletePaymentMethod
        | AccountEndpoint::SetDefaultPaymentMethod
        | AccountEndpoint::CustomerLogout => return None,
    };
    Some(text(source))
}
