//! Mails about orders: their subject and their body.
//!
//! Contract "woocommerce", section 13.3; recordings woo/checkout-ok-cod and woo-store/store-user-checkout
//! (`effects.mails`).

use compat::woocommerce::address::{formatted_address, sanitize_phone_number};
use compat::woocommerce::checkout::CheckoutPageData;
use compat::woocommerce::order::{Order, OrderMail, filled, gateways};
use compat::wordpress::formatting::autop::wpautop;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::formatting::strip_all_tags::wp_strip_all_tags;
use compat::wordpress::kses::wp_kses_post;
use compat::wordpress::php::html::html_entity_decode;
use minijinja::{Value, context};

use super::checkout_payment::texturized;
use super::mail_style::MailStyle;
use super::order_details::{item_meta, line_subtotal, order_date, shipping_method, total_rows};
use super::order_received::bank_details;
use super::picture::{image, placeholder};
use super::shop::{Shop, TEXT_DOMAIN};
use crate::markup::markup;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

/// A mail that is ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailBody {
    /// Its subject.
    pub subject: String,
    /// Its markup.
    pub html: String,
}

/// The pictures of products in mails.
const PICTURE: &str = "woocommerce_gallery_thumbnail";

fn decoded(html: &str) -> String {
    String::from_utf8_lossy(&html_entity_decode(html.as_bytes())).into_owned()
}

/// Writes a mail about an order, which has its new status.
pub fn order_mail(page: &mut Page, mail: OrderMail, order: &Order) -> MailBody {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let options = shop.options();
    let texts = view.locale.domain(TEXT_DOMAIN);
    let words = mail.words(options, texts);
    let (number, date) = (order.number(), order_date(&shop, order.date_created));
    let fill = |text: &str| filled(text, options, &number, &date);
    let style = MailStyle::of(options);
    let content = content(page, &shop, mail, order, &style, &fill(&words.additional));
    let titles = (&*fill(&words.subject), &*fill(&words.heading));
    laid_out(&shop, &style, titles, content)
}

/// A mail of the shop with its frame. Subject and heading have their placeholders filled.
pub fn laid_out(
    shop: &Shop,
    style: &MailStyle,
    (subject, heading): (&str, &str),
    content: String,
) -> MailBody {
    let view = &shop.view;
    let html = view.render(
        "woocommerce/mail_layout.html",
        context! {
            c => style.context(),
            lang => view.locale.html_lang().split('-').next().unwrap_or_default(),
            site_title => view.site.options.text("blogname"),
            home => markup(url(&view.site.home())),
            heading => heading,
            content => markup(content),
            footer => markup(style.footer(shop)),
        },
    );
    MailBody {
        subject: decoded(&wp_strip_all_tags(subject, false)),
        html,
    }
}

fn intro(shop: &Shop, mail: OrderMail, order: &Order) -> Vec<Value> {
    let name = format!("{} {}", order.billing.first_name, order.billing.last_name);
    let with = |source: &str, value: &str| {
        esc_html(&shop.text(source))
            .replacen("%s", &esc_html(value), 1)
            .replacen("%1$s", &esc_html(&order.number()), 1)
            .replacen("%2$s", &esc_html(value), 1)
    };
    let name = name.trim();
    let hello = || with("Hi %s,", &order.billing.first_name);
    let reminder = || with("Here’s a reminder of what you’ve ordered:", "");
    let lines = match mail {
        OrderMail::New => vec![with("You’ve received a new order from %s:", name)],
        OrderMail::Cancelled => vec![with(
            "We’re getting in touch to let you know that order #%1$s from %2$s has been cancelled.",
            name,
        )],
        OrderMail::Failed => vec![with(
            "Unfortunately, the payment for order #%1$s from %2$s has failed. The order was as follows:",
            name,
        )],
        OrderMail::CustomerProcessing => vec![
            hello(),
            with(
                "Just to let you know &mdash; we’ve received your order, and it is now being processed.",
                "",
            ),
            reminder(),
        ],
        OrderMail::CustomerOnHold => vec![
            hello(),
            with(
                "We’ve received your order and it’s currently on hold until we can confirm your payment has been processed.",
                "",
            ),
            reminder(),
        ],
        OrderMail::CustomerCompleted => vec![
            hello(),
            with("We have finished processing your order.", ""),
            reminder(),
        ],
        OrderMail::CustomerFailed => vec![
            hello(),
            with(
                "Unfortunately, we couldn't complete your order due to an issue with your payment method.",
                "",
            ),
        ],
        OrderMail::CustomerCancelled => vec![
            hello(),
            with(
                "We’re getting in touch to let you know that your order #%1$s has been cancelled.",
                "",
            ),
        ],
    };
    lines.into_iter().map(markup).collect()
}

/// What the gateway says to the buyer.
fn instructions(shop: &Shop, mail: OrderMail, order: &Order, style: &MailStyle) -> String {
    if !mail.is_for_customer() {
        return String::new();
    }
    let all = gateways(shop.options(), shop.view.locale.domain(TEXT_DOMAIN));
    let Some(own) = all.iter().find(|own| own.id() == order.payment_method) else {
        return String::new();
    };
    if !own.gateway.instructs_in_mails(order) {
        return String::new();
    }
    let mut text = match own.instructions.trim() {
        "" => String::new(),
        instructions => {
            let text = wpautop(&texturized(&shop.view, instructions), true);
            style.paragraphs(&wp_kses_post(&text), "left")
        }
    };
    if own.gateway.shows_bank_accounts() {
        text.push_str(&style.headings(&bank_details(shop)));
    }
    text
}

#[expect(
    clippy::too_many_lines,
    reason = "a line for each value of the template"
)]
fn content(
    page: &mut Page,
    shop: &Shop,
    mail: OrderMail,
    order: &Order,
    style: &MailStyle,
    additional: &str,
) -> String {
    let for_customer = mail.is_for_customer();
    let lines = lines(page, shop, order, for_customer);
    let country = if for_customer {
        String::new()
    } else {
        compat::woocommerce::settings::ShopSettings::from_options(shop.options())
            .place
            .country
    };
    let texts = shop.view.locale.domain(TEXT_DOMAIN);
    let address = |own| formatted_address(own, "<br>", &country, texts);
    let needs_shipping = order
        .shipping_items()
        .any(|(_, own)| own.method_id != "local_pickup");
    let edit_url = format!(
        "{}/wp-admin/admin.php?page=wc-orders&action=edit&id={}",
        shop.view.site.siteurl(),
        order.id.0
    );
    let note = esc_html(&order.customer_note).replace('\n', "<br>\n");
    let additional = match additional.trim() {
        "" => String::new(),
        text => style.paragraphs(
            &wp_kses_post(&wpautop(&texturized(&shop.view, text), true)),
            "center",
        ),
    };
    let after = if mail == OrderMail::New {
        app_line(shop, style)
    } else {
        String::new()
    };
    let number = shop.text("Order #%s").replacen("%s", &order.number(), 1);
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    shop.view.render(
        "woocommerce/mail_order.html",
        context! {
            c => style.context(),
            intro => intro(shop, mail, order),
            instructions => markup(instructions(shop, mail, order, style)),
            edit_url => (!for_customer).then(|| markup(url(&edit_url).replace("&#038;", "&amp;"))),
            number => number,
            date => order_date(shop, order.date_created),
            lines => lines,
            totals => totals(shop, order),
            note => text(&note).map(markup),
            billing => markup(address(&order.billing)),
            phone => text(&order.billing.phone),
            phone_link => sanitize_phone_number(&order.billing.phone),
            email => text(&order.billing.email),
            shipping => needs_shipping.then(|| markup(address(&order.shipping))),
            shipping_phone => text(&order.shipping.phone),
            shipping_phone_link => sanitize_phone_number(&order.shipping.phone),
            additional => text(&additional).map(markup),
            after => markup(after),
            words => context! {
                summary => shop.text("Order summary"),
                product => shop.text("Product"),
                quantity => shop.text("Quantity"),
                price => shop.text("Price"),
                note => shop.text("Customer note"),
                billing => shop.text("Billing address"),
                shipping => shop.text("Shipping address"),
            },
        },
    )
}

fn lines(page: &mut Page, shop: &Shop, order: &Order, for_customer: bool) -> Vec<Value> {
    const LAST: &str = "border-bottom: 1px solid rgba(0,0,0,.2); padding-bottom: 24px; ";
    let view = shop.view.clone();
    let data = view.page_data.get::<CheckoutPageData>();
    let count = order.lines().count();
    let mut rows = Vec::new();
    for (at, (item, line)) in order.lines().enumerate() {
        let product = data.products.get(line.bought());
        let sku = product
            .map(|product| product.sku.as_str())
            .unwrap_or_default();
        let sku = if for_customer || sku.is_empty() {
            String::new()
        } else {
            format!(" (#{})", esc_html(sku))
        };
        let picture = product.map(|product| picture(page, shop, product.image_id));
        let meta = item_meta(shop, data, item).into_iter();
        let meta = meta
            .map(|(label, value)| format!("{}: {}", wp_kses_post(&label), wp_kses_post(&value)));
        let meta: Vec<_> = meta.collect();
        rows.push(context! {
            name => markup(wp_kses_post(&item.name)),
            sku => markup(sku),
            picture => picture.map(markup),
            meta => markup(meta.join("<br>")),
            quantity => line.quantity,
            subtotal => markup(decoded(&wp_kses_post(&line_subtotal(shop, line)))),
            last => if at + 1 == count { LAST } else { "" },
        });
    }
    rows
}

fn picture(page: &mut Page, shop: &Shop, id: i64) -> String {
    const CLASS: &str =
        "attachment-48x48 size-48x48 skip-lazy no-lazyload lazyload-disabled no-lazy skip-lazyload";
    const STYLE: &str = "border: none; display: inline-block; font-size: 14px; font-weight: bold; height: auto; outline: none; text-decoration: none; text-transform: capitalize; vertical-align: middle; margin-right: 24px; max-width: 100%;";
    let attributes = [("class", Some(CLASS)), ("style", Some(STYLE))];
    let own = image(page, id, PICTURE, &attributes);
    let own = if own.is_empty() {
        placeholder(page, shop, PICTURE)
    } else {
        own
    };
    own.replacen(
        "width=\"100\" height=\"100\"",
        "width=\"48\" height=\"48\"",
        1,
    )
}

fn totals(shop: &Shop, order: &Order) -> Vec<Value> {
    let rows = total_rows(shop, order);
    let count = rows.len();
    let rows = rows.into_iter().enumerate().map(|(at, row)| {
        let is_last = at + 1 == count;
        let is_total = row.key == "order_total";
        let class = match row.key.as_str() {
            "cart_subtotal" => "subtotal",
            "order_total" => "total",
            other => other,
        };
        let last = if is_last { " order-totals-last" } else { "" };
        let mut style = String::new();
        if !is_total {
            style.push_str("font-weight: normal; ");
        }
        style.push_str(if is_last {
            "padding-top: 5px; border-bottom: 1px solid rgba(0,0,0,.2); padding-bottom: 24px; "
        } else {
            "padding-bottom: 5px; padding-top: 5px; "
        });
        let first = if at == 0 {
            " border-top-width: 4px;"
        } else {
            ""
        };
        let (bold, large) = if is_total {
            ("font-weight: bold; ", "font-size: 20px; ")
        } else {
            ("", "")
        };
        let (label, value) = match row.key.as_str() {
            // The method stands beside the label, the price alone beside it.
            "shipping" if order.amounts.shipping_total > 0.0 => {
                let price = row.value.split("&nbsp;<small").next().unwrap_or_default();
                (
                    format!("{} {}", row.label, shipping_method(order)),
                    price.to_owned(),
                )
            }
            _ => (format!("{} ", row.label), row.value.clone()),
        };
        context! {
            class => format!("{class}{last}"),
            label => label,
            label_style => format!("{style}{bold}padding-left: 0;{first}"),
            value => markup(decoded(&wp_kses_post(&value))),
            value_style => format!("{style}{bold}{large}padding-right: 0;{first}"),
        }
    });
    rows.collect()
}

/// The line about the shop's application, at the end of mails to the shop.
fn app_line(shop: &Shop, style: &MailStyle) -> String {
    const TEXT: &str = "Process your orders on the go. %1$sGet the app%2$s.";
    let home = shop.view.site.home();
    let host = home
        .split_once("//")
        .map_or(home.as_str(), |(_, rest)| rest);
    let host = host.split([':', '/']).next().unwrap_or_default();
    let link = format!(
        "<a href=\"https://woocommerce.com/mobile?blog_id=0&amp;utm_campaign=deeplinks_promote_app&amp;utm_medium=email&amp;utm_source={host}&amp;utm_term=0\" style=\"color: {}; font-weight: normal; text-decoration: underline;\">",
        style.base
    );
    shop.text(TEXT)
        .replacen("%1$s", &link, 1)
        .replacen("%2$s", "</a>", 1)
}
