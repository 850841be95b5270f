//! Addresses of the account's pages.
//!
//! Contract "woocommerce", sections 1.2 and 14.

use compat::woocommerce::account::AccountEndpoint;
use compat::woocommerce::settings::{Countries, ShopSettings};
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::post::PostId;
use compat::wordpress::url::{QueryArg, add_query_arg};

use super::cart_item::nonce;
use super::notices::notice;
use super::shop::Shop;
use crate::wordpress::head::url;
use crate::wordpress::view::View;

/// `is_account_page`.
pub fn is_account(view: &View) -> bool {
    let account = PostId(view.site.options.int("woocommerce_myaccount_page_id"));
    let is_page = view.query.is.is_page && view.query.queried_post_id() == Some(account);
    let mut posts = view.query.queried_post().into_iter();
    is_page || posts.any(|post| post.content.contains("[woocommerce_my_account"))
}

/// The address of the account's page.
pub fn account_url(view: &View) -> String {
    let account = PostId(view.site.options.int("woocommerce_myaccount_page_id"));
    view.page_url(account).unwrap_or_else(|| view.home_url())
}

/// The address of an end point below it; that which logs out has a nonce.
pub fn account_endpoint_url(view: &View, endpoint: AccountEndpoint, value: &str) -> String {
    let address = endpoint.url(&view.site.options, &account_url(view), value);
    match endpoint {
        AccountEndpoint::CustomerLogout => {
            let nonce = nonce(view, "customer-logout");
            add_query_arg(&[("_wpnonce", QueryArg::from(nonce.as_str()))], &address)
        }
        _ => address,
    }
}

/// Whether the shop ships (`wc_shipping_enabled`).
pub fn ships(shop: &Shop) -> bool {
    ShopSettings::from_options(shop.options()).ships_to != Countries::None
}

/// A notice in place of an empty list, with a link to the shop.
pub fn nothing(shop: &Shop, source: &str) -> String {
    let view = &shop.view;
    let id = PostId(shop.options().int("woocommerce_shop_page_id"));
    let href = view.page_url(id).unwrap_or_else(|| view.home_url());
    notice(&format!(
        "{} <a class=\"woocommerce-Button wc-forward button\" href=\"{}\">{}</a>",
        esc_html(&shop.text(source)),
        url(&href),
        esc_html(&shop.text("Browse products"))
    ))
}
