//! The statuses of orders and of scheduled actions in `wp/v2/statuses`. Recording owner/statuses-edit.

use crate::wordpress::rest::own_status::OwnStatus;

/// The statuses, in the plugin's order.
pub const STATUSES: [OwnStatus; 10] = [
    action("in-progress", "In-Progress"),
    action("failed", "Failed"),
    order("wc-pending", "Pending payment"),
    order("wc-processing", "Processing"),
    order("wc-on-hold", "On hold"),
    order("wc-completed", "Completed"),
    order("wc-cancelled", "Cancelled"),
    order("wc-refunded", "Refunded"),
    order("wc-failed", "Failed"),
    OwnStatus {
        show_in_list: false,
        ..order("wc-checkout-draft", "Draft")
    },
];

const fn action(slug: &'static str, label: &'static str) -> OwnStatus {
    OwnStatus {
        slug,
        label,
        context: "post",
        text_domain: "woocommerce",
        show_in_list: true,
    }
}

const fn order(slug: &'static str, label: &'static str) -> OwnStatus {
    OwnStatus {
        context: "Order status",
        ..action(slug, label)
    }
}
