//! What a buyer may download.
//!
//! Contract "woocommerce", sections 13.2 and 14.

use compat::woocommerce::account::{AccountPageData, CustomerDownload};
use compat::wordpress::date::{PhpDate, WpTimezone, wp_date};
use compat::wordpress::php::url::rawurlencode;
use compat::wordpress::url::{QueryArg, add_query_arg};
use minijinja::{Value, context};

use super::account_links::nothing;
use super::shop::Shop;
use crate::markup::markup;
use crate::wordpress::head::url;

/// The account's page of downloads.
pub fn downloads_page(shop: &Shop) -> String {
    let data = shop.view.page_data.get::<AccountPageData>();
    if data.downloads.is_empty() {
        return nothing(shop, "No downloads available yet.");
    }
    table(shop, &data.downloads, false)
}

/// The downloads of the order that the page shows; empty when there are none.
pub fn order_downloads(shop: &Shop) -> String {
    let data = shop.view.page_data.get::<AccountPageData>();
    if data.downloads.is_empty() {
        return String::new();
    }
    table(shop, &data.downloads, true)
}

/// `order/order-downloads.php`.
fn table(shop: &Shop, downloads: &[CustomerDownload], has_title: bool) -> String {
    let rows: Vec<_> = downloads.iter().map(|own| row(shop, own)).collect();
    shop.view.render(
        "woocommerce/downloads.html",
        context! {
            title => has_title.then(|| shop.text("Downloads")),
            rows => rows,
            words => context! {
                product => shop.text("Product"),
                remaining => shop.text("Downloads remaining"),
                expires => shop.text("Expires"),
                file => shop.text("Download"),
                endless => markup(shop.text("&infin;")),
                never => shop.text("Never"),
            },
        },
    )
}

fn row(shop: &Shop, own: &CustomerDownload) -> Value {
    let view = &shop.view;
    let permission = &own.permission;
    let product_url = own.product_url.as_deref().map(|own| markup(url(own)));
    let format = view.site.options.text_or("date_format", "F j, Y");
    let strings = view.locale.wp_locale().date_strings();
    let utc = WpTimezone::utc();
    let expires = permission.expires.map(|time| {
        context! {
            day => PhpDate::new(time, &utc).format("Y-m-d"),
            time => time.to_string(),
            text => wp_date(&format, time, &utc, &strings),
        }
    });
    context! {
        product => own.product_name.as_str(),
        product_url => product_url,
        file => own.name.as_str(),
        href => markup(url(&download_url(shop, own))),
        remaining => permission.remaining.map(|remaining| remaining.to_string()),
        expires => expires,
    }
}

/// The link of a download.
fn download_url(shop: &Shop, own: &CustomerDownload) -> String {
    let permission = &own.permission;
    let product = permission.product.0.to_string();
    let email = rawurlencode(permission.user_email.as_bytes());
    let args = [
        ("download_file", QueryArg::from(product.as_str())),
        ("order", QueryArg::from(permission.order_key.as_str())),
        ("email", QueryArg::from(email.as_str())),
        ("key", QueryArg::from(permission.download_id.as_str())),
    ];
    add_query_arg(&args, &shop.view.home_url())
}
