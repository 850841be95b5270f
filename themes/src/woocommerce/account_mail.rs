//! Mails about accounts: their subject and their body.
//!
//! Contract "woocommerce", section 13.3; recording woo/account-register-ok (`effects.mails`).

use compat::woocommerce::account::AccountMail;
use compat::woocommerce::order::{filled, has_improved_mails};
use compat::wordpress::formatting::autop::wpautop;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::kses::wp_kses_post;
use minijinja::{Value, context};

use super::account_links::account_url;
use super::checkout_payment::texturized;
use super::mail_style::MailStyle;
use super::order_mail::{MailBody, laid_out};
use super::shop::{Shop, TEXT_DOMAIN};
use crate::markup::markup;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

/// Writes a mail to the owner of an account. `login`: the user's name.
pub fn account_mail(page: &mut Page, mail: &AccountMail, login: &str) -> MailBody {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let options = shop.options();
    let words = mail.words(options, view.locale.domain(TEXT_DOMAIN));
    let fill = |text: &str| filled(text, options, "", "");
    let style = MailStyle::of(options);
    let additional = fill(&words.additional);
    let additional = match additional.trim() {
        "" => String::new(),
        text => {
            const OPEN: &str = "<p style=\"text-align: left; margin: 0 0 16px;\" align=\"left\">";
            let text = wp_kses_post(&wpautop(&texturized(&view, text), true));
            text.replace("<p>", OPEN)
        }
    };
    let content = view.render(
        "woocommerce/mail_account.html",
        context! {
            c => style.context(),
            parts => parts(&shop, mail, login),
            additional => (!additional.is_empty()).then(|| markup(additional)),
        },
    );
    laid_out(
        &shop,
        &style,
        (&fill(&words.subject), &fill(&words.heading)),
        content,
    )
}

/// A paragraph.
fn text(html: String) -> Value {
    context! { kind => "text", text => markup(html) }
}

/// A paragraph with a link.
fn link(href: &str, label: &str) -> Value {
    context! { kind => "link", href => markup(url(href)), label => label }
}

/// A line across the mail: `top` or `bottom`.
fn line(kind: &str) -> Value {
    context! { kind => kind }
}

/// A text of the plugin with a value, which is markup.
fn with(shop: &Shop, source: &str, value: &str) -> Value {
    text(shop.text(source).replacen("%s", value, 1))
}

/// The paragraphs, links and lines of a mail, in their order.
fn parts(shop: &Shop, mail: &AccountMail, login: &str) -> Vec<Value> {
    let title = shop.options().text("blogname");
    let title = esc_html(&title);
    let login = esc_html(login);
    let mut parts = vec![with(shop, "Hi %s,", &login)];
    parts.extend(match mail {
        AccountMail::NewAccount { set_password_url } => {
            new_account(shop, set_password_url.as_deref(), (&title, &login))
        }
        AccountMail::ResetPassword { reset_url } => {
            reset_password(shop, reset_url, (&title, &login))
        }
    });
    parts
}

fn new_account(
    shop: &Shop,
    set_password_url: Option<&str>,
    (title, login): (&str, &str),
) -> Vec<Value> {
    const THANKS: &str =
        "Thanks for creating an account on %s. Here’s a copy of your user details.";
    const MORE: &str = "You can access your account area to view orders, change your password, and more via the link below:";
    const PLAIN: &str = "Thanks for creating an account on %1$s. Your username is %2$s. You can access your account area to view orders, change your password, and more at: %3$s";
    let account = account_url(&shop.view);
    let set = |label: &str| set_password_url.map(|address| link(address, &shop.text(label)));
    if !has_improved_mails(shop.options()) {
        let account = url(&account);
        let thanks = shop
            .text(PLAIN)
            .replacen("%1$s", title, 1)
            .replacen("%2$s", &format!("<strong>{login}</strong>"), 1)
            .replacen("%3$s", &format!("<a href=\"{account}\">{account}</a>"), 1);
        let set = set("Click here to set your new password.");
        return std::iter::once(text(thanks)).chain(set).collect();
    }
    let mut parts = vec![
        with(shop, THANKS, title),
        line("top"),
        with(shop, "Username: <b>%s</b>", login),
    ];
    parts.extend(set("Set your new password."));
    parts.push(line("bottom"));
    parts.push(text(shop.text(MORE)));
    parts.push(link(&account, &shop.text("My account")));
    parts
}

fn reset_password(shop: &Shop, reset_url: &str, (title, login): (&str, &str)) -> Vec<Value> {
    const ASKED: &str = "Someone has requested a new password for the following account on %s:";
    const IGNORE: &str = "If you didn’t make this request, just ignore this email. If you’d like to proceed, reset your password via the link below:";
    const PLAIN: &str =
        "If you didn't make this request, just ignore this email. If you'd like to proceed:";
    if !has_improved_mails(shop.options()) {
        return vec![
            with(shop, ASKED, title),
            with(shop, "Username: %s", login),
            text(shop.text(PLAIN)),
            link(reset_url, &shop.text("Click here to reset your password")),
        ];
    }
    vec![
        with(shop, ASKED, title),
        line("top"),
        with(shop, "Username: <b>%s</b>", login),
        line("bottom"),
        text(shop.text(IGNORE)),
        link(reset_url, &shop.text("Reset your password")),
    ]
}
