//! Addresses of the checkout's end points.
//!
//! Contract "woocommerce", section 1.2.

use super::model::Order;
use crate::wordpress::options::Options;
use crate::wordpress::url::{QueryArg, add_query_arg};

/// An end point of a page: the option that names it, and its default name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageEndpoint {
    /// The option.
    pub option: &'static str,
    /// The default name, which is also the query variable.
    pub name: &'static str,
}

/// The page after an order.
pub const ORDER_RECEIVED: PageEndpoint = PageEndpoint {
    option: "woocommerce_checkout_order_received_endpoint",
    name: "order-received",
};

/// The page that pays for an order.
pub const ORDER_PAY: PageEndpoint = PageEndpoint {
    option: "woocommerce_checkout_pay_endpoint",
    name: "order-pay",
};

/// `wc_get_endpoint_url`: an end point below a page.
pub fn endpoint_url(options: &Options, page: &str, endpoint: PageEndpoint, value: &str) -> String {
    let name = options.text_or(endpoint.option, endpoint.name);
    let structure = options.text("permalink_structure");
    if structure.is_empty() {
        return add_query_arg(&[(&name, QueryArg::from(value))], page);
    }
    let (path, query) = match page.split_once('?') {
        Some((path, query)) => (path, format!("?{query}")),
        None => (page, String::new()),
    };
    let path = path.trim_end_matches('/');
    let end = if structure.ends_with('/') { "/" } else { "" };
    match value {
        "" => format!("{path}/{name}{end}{query}"),
        value => format!("{path}/{name}/{value}{end}{query}"),
    }
}

/// `get_checkout_order_received_url`. `checkout`: address of the checkout's page.
pub fn order_received_url(options: &Options, checkout: &str, order: &Order) -> String {
    let url = endpoint_url(options, checkout, ORDER_RECEIVED, &order.id.0.to_string());
    add_query_arg(&[("key", QueryArg::from(order.key.as_str()))], &url)
}

/// `get_checkout_payment_url`. `checkout`: address of the checkout's page.
pub fn order_pay_url(options: &Options, checkout: &str, order: &Order) -> String {
    let url = endpoint_url(options, checkout, ORDER_PAY, &order.id.0.to_string());
    let args = [
        ("pay_for_order", QueryArg::from("true")),
        ("key", QueryArg::from(order.key.as_str())),
    ];
    add_query_arg(&args, &url)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::woocommerce::order::OrderId;

    #[test]
    fn end_points_follow_the_permalinks() {
        let url = |structure: &str| {
            let row = (
                "permalink_structure".to_owned(),
                structure.as_bytes().to_vec(),
            );
            let order = Order {
                id: OrderId(29),
                key: "wc_order_a".to_owned(),
                ..Order::default()
            };
            order_received_url(
                &Options::new([row]),
                "http://a.example/pago/?lang=es",
                &order,
            )
        };
        assert_eq!(
            url("/%postname%/"),
            "http://a.example/pago/order-received/29/?lang=es&key=wc_order_a"
        );
        assert_eq!(
            url(""),
            "http://a.example/pago/?lang=es&order-received=29&key=wc_order_a"
        );
    }
}
