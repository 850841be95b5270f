//! The account's page: shortcode `[woocommerce_my_account]`.
//!
//! Contract "woocommerce", section 14; recordings woo/account-logged, woo/account-orders and woo/account-edit-address.

use compat::woocommerce::account::{AccountEndpoint, AccountPageData, AccountView};
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::php::url::urlencode;
use minijinja::context;

use super::account_address::{addresses, edit_address};
use super::account_details::edit_account;
use super::account_downloads::downloads_page;
use super::account_links::{account_endpoint_url, account_url, ships};
use super::account_login::login;
use super::account_orders::{order_page, orders};
use super::account_password::lost_password;
use super::notices::{notice, notices_wrapper};
use super::shop::{Shop, TEXT_DOMAIN};
use crate::markup::markup;
use crate::wordpress::head::url;
use crate::wordpress::view::{Page, View};

/// The shortcode.
pub fn account(page: &mut Page) -> String {
    page.keep_for_one_visitor("it shows an account");
    let view = page.view.clone();
    let content = match &view.page_data.get::<AccountPageData>().view {
        AccountView::Login => login(page),
        AccountView::LostPassword(step) => lost_password(page, step),
        shown => signed_in(page, shown),
    };
    format!("<div class=\"woocommerce\">{content}</div>")
}

fn signed_in(page: &mut Page, shown: &AccountView) -> String {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let notices = notices_wrapper(page);
    let content = match shown {
        AccountView::Login | AccountView::LostPassword(_) => String::new(),
        AccountView::Dashboard => dashboard(&shop),
        AccountView::Orders(page) => orders(&shop, page),
        AccountView::Order(order, notes) => order_page(&shop, order.as_deref(), notes),
        AccountView::Downloads => downloads_page(&shop),
        AccountView::Addresses => addresses(&shop),
        AccountView::EditAddress(kind) => edit_address(&shop, *kind),
        AccountView::EditAccount => edit_account(&shop),
        AccountView::PaymentMethods => notice(&esc_html(&shop.text("No saved methods found."))),
    };
    let navigation = navigation(&shop, shown);
    format!(
        "{navigation}\n\n<div class=\"woocommerce-MyAccount-content\">\n\t{notices}{content}\n</div>\n"
    )
}

/// The links beside every page of the account (`wc_get_account_menu_items`).
fn navigation(shop: &Shop, shown: &AccountView) -> String {
    let view = &shop.view;
    let texts = view.locale.domain(TEXT_DOMAIN);
    let dashboard = context! {
        name => "dashboard",
        label => shop.text("Dashboard"),
        href => markup(url(&account_url(view))),
        is_active => matches!(shown, AccountView::Dashboard),
    };
    let addresses = texts.ngettext("Address", "Addresses", if ships(shop) { 2 } else { 1 });
    let items = [
        (AccountEndpoint::Orders, shop.text("Orders")),
        (AccountEndpoint::Downloads, shop.text("Downloads")),
        (AccountEndpoint::EditAddress, addresses.to_owned()),
        (AccountEndpoint::EditAccount, shop.text("Account details")),
        (AccountEndpoint::CustomerLogout, shop.text("Log out")),
    ];
    let items = items
        .into_iter()
        .filter(|(own, _)| !own.word(shop.options()).is_empty());
    let items = items.map(|(own, label)| {
        context! {
            name => own.page_endpoint().name,
            label => label,
            href => markup(url(&account_endpoint_url(view, own, ""))),
            is_active => is_below(own, shown),
        }
    });
    let items: Vec<_> = std::iter::once(dashboard).chain(items).collect();
    view.render(
        "woocommerce/account_navigation.html",
        context! { label => shop.text("Account pages"), items => items },
    )
}

/// Whether a page stands below an entry of the navigation.
fn is_below(entry: AccountEndpoint, shown: &AccountView) -> bool {
    match shown {
        AccountView::Orders(_) | AccountView::Order(..) => entry == AccountEndpoint::Orders,
        AccountView::Downloads => entry == AccountEndpoint::Downloads,
        AccountView::Addresses | AccountView::EditAddress(_) => {
            entry == AccountEndpoint::EditAddress
        }
        AccountView::EditAccount => entry == AccountEndpoint::EditAccount,
        AccountView::Login
        | AccountView::Dashboard
        | AccountView::PaymentMethods
        | AccountView::LostPassword(_) => false,
    }
}

fn dashboard(shop: &Shop) -> String {
    const HELLO: &str = "Hello %1$s (not %1$s? <a href=\"%2$s\">Log out</a>)";
    const SHIPPED: &str = "From your account dashboard you can view your <a href=\"%1$s\">recent orders</a>, manage your <a href=\"%2$s\">shipping and billing addresses</a>, and <a href=\"%3$s\">edit your password and account details</a>.";
    const BILLED: &str = "From your account dashboard you can view your <a href=\"%1$s\">recent orders</a>, manage your <a href=\"%2$s\">billing address</a>, and <a href=\"%3$s\">edit your password and account details</a>.";
    let view = &shop.view;
    let data = view.page_data.get::<AccountPageData>();
    let name = data.user.as_ref().map(|user| user.display_name.as_str());
    let name = format!("<strong>{}</strong>", esc_html(name.unwrap_or_default()));
    let hello =
        shop.text(HELLO)
            .replace("%1$s", &name)
            .replacen("%2$s", &url(&log_out_url(view)), 1);
    let link = |endpoint| url(&account_endpoint_url(view, endpoint, ""));
    let text = shop
        .text(if ships(shop) { SHIPPED } else { BILLED })
        .replacen("%1$s", &link(AccountEndpoint::Orders), 1)
        .replacen("%2$s", &link(AccountEndpoint::EditAddress), 1)
        .replacen("%3$s", &link(AccountEndpoint::EditAccount), 1);
    format!("\n<p>\n\t{hello}</p>\n\n<p>\n\t{text}</p>\n")
}

/// `wp_logout_url`, leading back to the account's page.
fn log_out_url(view: &View) -> String {
    let back = urlencode(account_url(view).as_bytes());
    format!(
        "{}/wp-login.php?action=logout&redirect_to={back}&_wpnonce={}",
        view.site.siteurl(),
        view.nonce("log-out")
    )
}
