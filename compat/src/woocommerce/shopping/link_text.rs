//! Messages with the links that belong to them, as notices hold them.
//!
//! Contract "woocommerce", section 18.

use super::source::ShopSource;
use crate::woocommerce::cart::{CartMessage, MessageLink};
use crate::woocommerce::session::NoticeKind;
use crate::wordpress::formatting::escape::esc_html;
use crate::wordpress::kses::WP_ALLOWED_PROTOCOLS;
use crate::wordpress::url::{QueryArg, add_query_arg, esc_url};

/// The nonce action of the cart's form and links.
pub const CART_ACTION: &str = "woocommerce-cart";

/// A message in the language of the request, with its link. `guest`: the id of a guest's session.
pub(super) fn link_text(
    source: &ShopSource<'_>,
    guest: Option<&str>,
    message: &CartMessage,
) -> String {
    let texts = source.texts();
    let text = message.text(texts);
    let cart = || source.page_url("woocommerce_cart_page_id");
    let (url, class, label) = match &message.link {
        None => return text,
        Some(MessageLink::ViewCart) if continues(source, message) => {
            let shop = source.page_url("woocommerce_shop_page_id");
            (shop, "button wc-forward", "Continue shopping")
        }
        Some(MessageLink::ViewCart) => (cart(), "button wc-forward", "View cart"),
        Some(MessageLink::Undo(key)) => {
            let nonce = source.with_nonces(guest, |nonces| nonces.create(CART_ACTION));
            let args = [
                ("undo_item", QueryArg::from(key.as_str())),
                ("_wpnonce", QueryArg::from(nonce.as_str())),
            ];
            (add_query_arg(&args, &cart()), "restore-item", "Undo?")
        }
    };
    let url = esc_url(&url, &WP_ALLOWED_PROTOCOLS).into_owned();
    let label = esc_html(texts.translate(label)).into_owned();
    format!("{text} <a href=\"{url}\" class=\"{class}\">{label}</a>")
}

/// Whether who has added something is led to the cart, and from there back to the shop.
fn continues(source: &ShopSource<'_>, message: &CartMessage) -> bool {
    let option = "woocommerce_cart_redirect_after_add";
    message.kind == NoticeKind::Success && source.site.options.text(option) == "yes"
}
