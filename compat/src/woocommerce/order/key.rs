//! Keys of orders: who has one may see the order.

use crate::wordpress::password::wp_generate_password;

/// `wc_generate_order_key`: 13 letters and digits of the system's random source.
pub fn generate_order_key() -> String {
    format!("wc_order_{}", wp_generate_password(13, false, false))
}
