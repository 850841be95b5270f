//! The shop's interfaces for merchants (`wc/v1` to `wc/v3`, `wc/pos/v1/catalog`, `wc-analytics`, `wc-admin`, `wc-telemetry`):
//! PHP answers them.
//!
//! Contract "wordpress-rest", section 20; recordings rest/wc-v3-anon, owner/wc-orders-editora. Where no PHP runs, whoever
//! may not use them is told so as PHP would, and whoever may is told that nothing here answers.

use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::RestError;

/// The versions of the merchants' interface.
const VERSIONS: [&str; 3] = ["v1", "v2", "v3"];
/// Namespaces of the shop's dashboard; all that is in them is for merchants.
const DASHBOARD: [&str; 3] = ["wc-analytics", "wc-admin", "wc-telemetry"];

/// Resources of an interface, with the first version that has them.
const RESOURCES: [(&str, u8); 19] = [
    ("coupons", 1),
    ("customers", 1),
    ("orders", 1),
    ("products", 1),
    ("reports", 1),
    ("taxes", 1),
    ("webhooks", 1),
    ("marketplace", 1),
    ("network", 2),
    ("payment_gateways", 2),
    ("settings", 2),
    ("shipping", 2),
    ("shipping_methods", 2),
    ("system_status", 2),
    ("data", 3),
    ("refunds", 3),
    ("variations", 3),
    ("layout-templates", 3),
    ("paypal-standard", 3),
];

/// What is asked of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Context {
    List,
    View,
    Create,
    Edit,
    Delete,
    Batch,
}

impl Context {
    /// The error's code and the source text of its message.
    fn refusal(self) -> (&'static str, &'static str) {
        match self {
            Self::List => (
                "woocommerce_rest_cannot_view",
                "Sorry, you cannot list resources.",
            ),
            Self::View => (
                "woocommerce_rest_cannot_view",
                "Sorry, you cannot view this resource.",
            ),
            Self::Create => (
                "woocommerce_rest_cannot_create",
                "Sorry, you are not allowed to create resources.",
            ),
            Self::Edit => (
                "woocommerce_rest_cannot_edit",
                "Sorry, you are not allowed to edit this resource.",
            ),
            Self::Delete => (
                "woocommerce_rest_cannot_delete",
                "Sorry, you are not allowed to delete this resource.",
            ),
            Self::Batch => (
                "woocommerce_rest_cannot_batch",
                "Sorry, you are not allowed to batch manipulate this resource.",
            ),
        }
    }
}

/// What a request asks of a merchants' resource; `None` when it asks for none. `/wc/v3` itself is the namespace's index.
fn asked(method: &str, route: &str) -> Option<Context> {
    let parts: Vec<&str> = route.trim_matches('/').split('/').collect();
    match parts.as_slice() {
        ["wc", "pos", "v1", "catalog", _, ..] => {}
        ["wc", version, resource, ..] => {
            let place = VERSIONS.iter().position(|known| known == version)?;
            let is_there =
                |(name, since): &&(&str, u8)| name == resource && usize::from(*since) <= place + 1;
            RESOURCES.iter().find(is_there)?;
        }
        [namespace, _, ..] if DASHBOARD.contains(namespace) => {}
        _ => return None,
    }
    let last = parts.last().copied().unwrap_or_default();
    let is_item = !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit());
    match (method, is_item) {
        ("POST" | "PUT" | "PATCH", false) if last == "batch" => Some(Context::Batch),
        ("GET" | "HEAD", false) => Some(Context::List),
        ("GET" | "HEAD", true) => Some(Context::View),
        ("POST", false) => Some(Context::Create),
        ("POST", true) | ("PUT" | "PATCH", _) => Some(Context::Edit),
        ("DELETE", true) => Some(Context::Delete),
        _ => None,
    }
}

/// `woocommerce_rest_cannot_*`: 401 to nobody, 403 to whoever may not; 501 to merchants.
pub fn refuse(rest: &Rest<'_>, request: &RestRequest) -> Option<RestError> {
    let context = asked(&request.method, &request.route)?;
    let (code, source) = context.refusal();
    if !rest.can("manage_woocommerce") {
        let text = rest.locale.domain("woocommerce").translate(source);
        return Some(RestError::new(code, text, rest.forbidden_status()));
    }
    let text =
        "This server runs no PHP: the shop's interface for merchants is answered where PHP runs.";
    Some(RestError::new(
        "woocommerce_rest_not_implemented",
        text,
        501,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked() {
        for (method, route, want) in [
            ("GET", "/wc/v3/products", Some(Context::List)),
            ("GET", "/wc/v3/products/12", Some(Context::View)),
            ("GET", "/wc/v2/orders/12/notes", Some(Context::List)),
            ("POST", "/wc/v1/coupons", Some(Context::Create)),
            ("PUT", "/wc/v3/orders/5", Some(Context::Edit)),
            (
                "PUT",
                "/wc/v3/settings/general/woocommerce_currency",
                Some(Context::Edit),
            ),
            ("DELETE", "/wc/v3/orders/5", Some(Context::Delete)),
            ("POST", "/wc/v3/products/batch", Some(Context::Batch)),
            (
                "GET",
                "/wc-analytics/reports/revenue/stats",
                Some(Context::List),
            ),
            ("GET", "/wc-admin/options", Some(Context::List)),
            // Neither a resource of this version, nor one at all.
            ("GET", "/wc/v1/data", None),
            ("GET", "/wc/v3/nothing", None),
            ("GET", "/wc/v3", None),
            ("GET", "/wc-admin", None),
            ("GET", "/wc/store/v1/cart", None),
            ("DELETE", "/wc/v3/orders", None),
            ("GET", "/acme/v1/x", None),
        ] {
            assert_eq!(asked(method, route), want, "{method} {route}");
        }
    }
}
