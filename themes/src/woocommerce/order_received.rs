//! The page after an order.
//!
//! Contract "woocommerce", section 9.8.

use compat::woocommerce::checkout::OrderAccess;
use compat::woocommerce::order::{
    Order, OrderStatus, ShopGateway, bank_accounts, gateways, order_pay_url,
};
use compat::wordpress::formatting::autop::wpautop;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::kses::wp_kses_post;
use compat::wordpress::post::PostId;
use minijinja::context;

use super::cart_item::nonce_fields;
use super::cart_totals::checkout_url;
use super::checkout_payment::texturized;
use super::login_form::login_form;
use super::order_details::{order_date, order_details};
use super::shop::{Shop, TEXT_DOMAIN};
use crate::markup::markup;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

/// The page. Without access it says that the order was received, and no more.
pub fn order_received(page: &mut Page, access: OrderAccess, order: Option<&Order>) -> String {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    match (access, order) {
        (OrderAccess::Full, Some(order)) => full(&shop, order),
        (OrderAccess::Login, Some(_)) => {
            let thanks = thanks(&shop);
            let form = login_to_see(page);
            format!("{thanks}{form}")
        }
        (OrderAccess::VerifyEmail { has_failed }, Some(_)) => {
            let thanks = thanks(&shop);
            format!("{thanks}{}", verify_email(&shop, has_failed))
        }
        _ => wrapped(&thanks(&shop)),
    }
}

fn wrapped(content: &str) -> String {
    format!("\n<div class=\"woocommerce-order\">\n\n\t\n\t\t{content}\n\t\n</div>\n")
}

fn thanks(shop: &Shop) -> String {
    let text = shop.text("Thank you. Your order has been received.");
    format!(
        "\n<p class=\"woocommerce-notice woocommerce-notice--success woocommerce-thankyou-order-received\">\n\t{}</p>\n",
        esc_html(&text)
    )
}

/// Asks to log in, to see an order of a user.
pub fn login_to_see(page: &mut Page) -> String {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let here = format!("{}{}", view.site.home(), view.visitor.page_url.as_str());
    let text = shop.text("Please log in to your account to view this order.");
    let notice = super::notices::notice(&esc_html(&text));
    let form = login_form(page, "", &here, false);
    format!("{notice}{form}")
}

/// Asks for the e-mail address of the bill.
pub fn verify_email(shop: &Shop, has_failed: bool) -> String {
    const FAILED: &str =
        "We were unable to verify the email address you provided. Please try again.";
    const TEXT: &str = "To view this page, you must either %1$slogin%2$s or verify the email address associated with the order.";
    let account = PostId(shop.options().int("woocommerce_myaccount_page_id"));
    let account = shop.view.page_url(account);
    let account = account.unwrap_or_else(|| shop.view.home_url());
    let link = format!("<a href=\"{}\">", url(&account));
    let text = esc_html(&shop.text(TEXT)).into_owned();
    let text = text.replacen("%1$s", &link, 1).replacen("%2$s", "</a>", 1);
    shop.view.render(
        "woocommerce/verify_email.html",
        context! {
            failed => has_failed.then(|| shop.text(FAILED)),
            text => markup(text),
            nonce => markup(nonce_fields(&shop.view, "wc_verify_email", "check_submission")),
            words => context! {
                email => shop.text("Email address"),
                verify => shop.text("Verify"),
            },
        },
    )
}

fn full(shop: &Shop, order: &Order) -> String {
    let head = if order.status == OrderStatus::Failed {
        failed(shop, order)
    } else {
        format!("\t\n{}\n{}", thanks(shop), overview(shop, order))
    };
    let texts = shop.view.locale.domain(TEXT_DOMAIN);
    let all = gateways(shop.options(), texts);
    let gateway = all.iter().find(|own| own.id() == order.payment_method);
    let instructions = gateway.map_or_else(String::new, |own| instructions(shop, own));
    let shows_customer = order.customer_id == 0
        || shop.view.visitor.user.map(|user| user.0) == Some(order.customer_id);
    let details = order_details(shop, order, shows_customer);
    let after = shop.view.theme.product_theme.after_order;
    wrapped(&format!("{head}\n\t\t{instructions}\t\t{details}{after}"))
}

fn failed(shop: &Shop, order: &Order) -> String {
    const TEXT: &str = "Unfortunately your order cannot be processed as the originating bank/merchant has declined your transaction. Please attempt your purchase again.";
    let pay = order_pay_url(shop.options(), &checkout_url(&shop.view), order);
    shop.view.render(
        "woocommerce/order_failed.html",
        context! {
            text => shop.text(TEXT),
            pay => markup(url(&pay)),
            label => shop.text("Pay"),
        },
    )
}

fn overview(shop: &Shop, order: &Order) -> String {
    let is_owner = shop
        .view
        .visitor
        .user
        .is_some_and(|user| user.0 == order.customer_id);
    let email = is_owner.then_some(order.billing.email.as_str());
    shop.view.render(
        "woocommerce/order_overview.html",
        context! {
            number => order.number(),
            date => order_date(shop, order.date_created),
            email => email.filter(|email| !email.is_empty()),
            total => markup(shop.settings.price(order.amounts.total)),
            method => (!order.payment_method_title.is_empty())
                .then(|| markup(wp_kses_post(&order.payment_method_title))),
            words => context! {
                number => shop.text("Order number:"),
                date => shop.text("Date:"),
                email => shop.text("Email:"),
                total => shop.text("Total:"),
                method => shop.text("Payment method:"),
            },
        },
    )
}

/// What the gateway says to who has ordered.
fn instructions(shop: &Shop, gateway: &ShopGateway) -> String {
    let mut text = match gateway.instructions.trim() {
        "" => String::new(),
        own => wp_kses_post(&wpautop(&texturized(&shop.view, &wp_kses_post(own)), true)),
    };
    if gateway.gateway.shows_bank_accounts() {
        text.push_str(&bank_details(shop));
    }
    text
}

/// The shop's bank accounts.
pub fn bank_details(shop: &Shop) -> String {
    let accounts = bank_accounts(shop.options());
    if accounts.is_empty() {
        return String::new();
    }
    let heading = esc_html(&shop.text("Our bank details")).into_owned();
    let mut markup = format!(
        "<section class=\"woocommerce-bacs-bank-details\"><h2 class=\"wc-bacs-bank-details-heading\">{heading}</h2>\n"
    );
    for account in accounts {
        if !account.account_name.is_empty() {
            markup.push_str(&format!(
                "<h3 class=\"wc-bacs-bank-details-account-name\">{}:</h3>\n",
                wp_kses_post(&account.account_name)
            ));
        }
        let fields = [
            ("bank_name", "Bank", &account.bank_name),
            ("account_number", "Account number", &account.account_number),
            ("sort_code", "Sort code", &account.sort_code),
            ("iban", "IBAN", &account.iban),
            ("bic", "BIC", &account.bic),
        ];
        let rows: String = fields
            .into_iter()
            .filter(|(.., value)| !value.is_empty())
            .map(|(class, label, value)| {
                let (label, value) = (
                    shop.text(label),
                    wp_kses_post(&texturized(&shop.view, value)),
                );
                format!(
                    "<li class=\"{class}\">{}: <strong>{value}</strong></li>\n",
                    wp_kses_post(&label)
                )
            })
            .collect();
        markup.push_str(&format!(
            "<ul class=\"wc-bacs-bank-details order_details bacs_details\">\n{rows}</ul>"
        ));
    }
    markup.push_str("</section>");
    markup
}
