//! What an order holds: lines, sums, addresses.
//!
//! Contract "woocommerce", section 9.8.

use compat::woocommerce::address::formatted_address;
use compat::woocommerce::checkout::CheckoutPageData;
use compat::woocommerce::order::{LineItem, Order, OrderItem};
use compat::woocommerce::settings::ShopSettings;
use compat::wordpress::date::wp_date;
use compat::wordpress::formatting::autop::wpautop;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::kses::wp_kses_post;
use minijinja::{Value, context};

use super::account_downloads::order_downloads;
use super::order_actions::{order_again_url, shown_order_actions};
use super::shop::{Shop, TEXT_DOMAIN};
use crate::markup::markup;
use crate::wordpress::head::url;

/// A row of the sums: its key, its label, its value as markup.
pub struct TotalRow {
    /// `cart_subtotal`, `discount`, `shipping`, `order_total`, `payment_method`.
    pub key: String,
    /// Shown before it.
    pub label: String,
    /// Markup.
    pub value: String,
}

/// Whether the shop shows prices of orders with tax.
fn displays_tax(shop: &Shop) -> bool {
    shop.options().text("woocommerce_tax_display_cart") == "incl"
}

/// `get_formatted_line_subtotal`: what a line costs before discounts.
pub fn line_subtotal(shop: &Shop, line: &LineItem) -> String {
    let tax = if displays_tax(shop) {
        line.subtotal_tax
    } else {
        0.0
    };
    shop.settings.price(line.subtotal + tax)
}

/// `get_order_item_totals`: the sums of an order.
pub fn total_rows(shop: &Shop, order: &Order) -> Vec<TotalRow> {
    let with_tax = displays_tax(shop);
    let amounts = &order.amounts;
    let mut rows = Vec::new();
    let mut add = |key: &str, label: String, value: String| {
        rows.push(TotalRow {
            key: key.to_owned(),
            label,
            value,
        });
    };
    let subtotal = order.lines().fold(0.0, |sum, (_, line)| {
        let tax = if with_tax { line.subtotal_tax } else { 0.0 };
        sum + line.subtotal + tax
    });
    let price = |amount: f64| shop.settings.price(amount);
    add("cart_subtotal", shop.text("Subtotal:"), price(subtotal));
    let discount = if with_tax {
        amounts.discount_total + amounts.discount_tax
    } else {
        amounts.discount_total
    };
    if discount > 0.0 {
        let value = format!("-{}", price(discount));
        add("discount", shop.text("Discount:"), value);
    }
    if let Some(value) = shipping(shop, order, with_tax) {
        add("shipping", shop.text("Shipping:"), value);
    }
    for row in fees_and_taxes(shop, order, with_tax) {
        add(&row.key, row.label, row.value);
    }
    let total = price(amounts.total);
    let includes = if with_tax {
        includes(shop, order)
    } else {
        String::new()
    };
    add(
        "order_total",
        shop.text("Total:"),
        format!("{total}{includes}"),
    );
    if amounts.total > 0.0 && !order.payment_method_title.is_empty() {
        let title = order.payment_method_title.clone();
        add("payment_method", shop.text("Payment method:"), title);
    }
    rows
}

/// The methods of shipping, as an order names them.
pub fn shipping_method(order: &Order) -> String {
    let names: Vec<_> = order
        .shipping_items()
        .map(|(item, _)| item.name.as_str())
        .collect();
    names.join(", ")
}

fn shipping(shop: &Shop, order: &Order, with_tax: bool) -> Option<String> {
    let method = shipping_method(order);
    if method.is_empty() {
        return None;
    }
    let amounts = &order.amounts;
    if amounts.shipping_total <= 0.0 {
        return Some(esc_html(&method).into_owned());
    }
    let tax = if with_tax { amounts.shipping_tax } else { 0.0 };
    let via = shop.text("via %s").replacen("%s", &esc_html(&method), 1);
    let price = shop.settings.price(amounts.shipping_total + tax);
    Some(format!(
        "{price}&nbsp;<small class=\"shipped_via\">{via}</small>"
    ))
}

fn fees_and_taxes(shop: &Shop, order: &Order, with_tax: bool) -> Vec<TotalRow> {
    use compat::woocommerce::order::ItemKind;
    let mut rows = Vec::new();
    for item in &order.items {
        if let ItemKind::Fee(fee) = &item.kind {
            let tax = if with_tax { fee.total_tax } else { 0.0 };
            rows.push(TotalRow {
                key: format!("fee_{}", item.id),
                label: format!("{}:", item.name),
                value: shop.settings.price(fee.total + tax),
            });
        }
    }
    if with_tax || shop.options().text("woocommerce_calc_taxes") != "yes" {
        return rows;
    }
    let total = |own: &compat::woocommerce::order::TaxItem| own.tax_total + own.shipping_tax_total;
    if shop.options().text("woocommerce_tax_total_display") == "single" {
        let sum = order
            .tax_items()
            .fold(0.0, |sum, (_, own)| sum + total(own));
        rows.push(TotalRow {
            key: "tax".to_owned(),
            label: format!("{}:", shop.text("Tax")),
            value: shop.settings.price(sum),
        });
        return rows;
    }
    for (item, own) in order.tax_items() {
        rows.push(TotalRow {
            key: item.name.to_lowercase(),
            label: format!("{}:", own.label),
            value: shop.settings.price(total(own)),
        });
    }
    rows
}

/// The taxes that the total holds.
fn includes(shop: &Shop, order: &Order) -> String {
    let parts = order.tax_items().map(|(_, own)| {
        let sum = own.tax_total + own.shipping_tax_total;
        format!("{} {}", shop.settings.price(sum), esc_html(&own.label))
    });
    let parts: Vec<_> = parts.collect();
    if parts.is_empty() {
        return String::new();
    }
    let text = shop.text("(includes %s)");
    let text = text.replacen("%s", &parts.join(", "), 1);
    format!(" <small class=\"includes_tax\">{text}</small>")
}

/// The chosen values of a line that its name does not hold: label and value.
pub fn item_meta(shop: &Shop, data: &CheckoutPageData, item: &OrderItem) -> Vec<(String, String)> {
    let line = match &item.kind {
        compat::woocommerce::order::ItemKind::Line(line) => line,
        _ => return Vec::new(),
    };
    let product = data.products.get(line.product_id);
    let shown = item.meta.iter().filter(|(key, _)| !key.starts_with('_'));
    let rows = shown.filter_map(|(key, value)| {
        let attribute = product.and_then(|product| product.attribute(key));
        let label = match attribute {
            Some(own) => super::attribute_label::attribute_label(shop, own),
            None => key.clone(),
        };
        let value = attribute.map_or(value.as_str(), |own| own.label_of(value));
        let is_in_name = super::cart_item::is_in_name(value, &item.name);
        (!value.is_empty() && !is_in_name).then(|| (label, value.to_owned()))
    });
    rows.collect()
}

fn item_meta_list(shop: &Shop, data: &CheckoutPageData, item: &OrderItem) -> String {
    let rows: String = item_meta(shop, data, item)
        .into_iter()
        .map(|(label, value)| {
            let value = wp_kses_post(&wpautop(&value, true));
            format!(
                "<li><strong class=\"wc-item-meta-label\">{}:</strong> {}</li>",
                wp_kses_post(&label),
                value.trim()
            )
        })
        .collect();
    if rows.is_empty() {
        return rows;
    }
    format!("<ul class=\"wc-item-meta\">{rows}</ul>")
}

/// The lines of an order, for templates.
pub fn line_rows(shop: &Shop, order: &Order) -> Vec<Value> {
    let view = shop.view.clone();
    let data = view.page_data.get::<CheckoutPageData>();
    let rows = order.lines().map(|(item, line)| {
        let product = data.products.get(line.bought());
        let visible =
            product.filter(|product| product.is_visible(shop.options(), false, shop.may_edit()));
        let href = visible.map(|product| {
            let page = data.products.get(product.page_id()).unwrap_or(product);
            markup(url(&view.links().get_permalink(&page.post)))
        });
        context! {
            name => markup(wp_kses_post(&item.name)),
            href => href,
            quantity => line.quantity,
            meta => markup(item_meta_list(shop, data, item)),
            subtotal => markup(line_subtotal(shop, line)),
        }
    });
    rows.collect()
}

/// `wc_format_datetime`: the day of a moment.
pub fn order_date(shop: &Shop, timestamp: i64) -> String {
    let view = &shop.view;
    let format = view.site.options.text_or("date_format", "F j, Y");
    let strings = view.locale.wp_locale().date_strings();
    wp_date(&format, timestamp, &view.timezone(), &strings)
}

/// The lines of an address, as markup. `separator`: between lines.
pub fn address_lines(
    shop: &Shop,
    address: &compat::woocommerce::address::Address,
    separator: &str,
) -> String {
    let country = ShopSettings::from_options(shop.options()).place.country;
    let texts = shop.view.locale.domain(TEXT_DOMAIN);
    let lines = formatted_address(address, separator, &country, texts);
    if lines.is_empty() {
        return esc_html(&shop.text("N/A")).into_owned();
    }
    lines
}

/// `order/order-details.php` and `order/order-details-customer.php`.
pub fn order_details(shop: &Shop, order: &Order, shows_customer: bool) -> String {
    let totals = total_rows(shop, order).into_iter().map(|row| {
        context! {
            label => markup(esc_html(&row.label).into_owned()),
            value => markup(wp_kses_post(&row.value)),
        }
    });
    let totals: Vec<_> = totals.collect();
    let needs_shipping_address = order.shipping_items().next().is_some()
        && shop.options().text("woocommerce_ship_to_destination") != "billing_only"
        && order
            .shipping_items()
            .any(|(_, own)| own.method_id != "local_pickup");
    let note = esc_html(&order.customer_note).replace('\n', "<br />\n");
    shop.view.render(
        "woocommerce/order_details.html",
        context! {
            lines => line_rows(shop, order),
            totals => totals,
            note => (!note.is_empty()).then(|| markup(note)),
            downloads => markup(order_downloads(shop)),
            actions => if shows_customer { shown_order_actions(shop, order) } else { Vec::new() },
            again => order_again_url(shop, order).map(|again| markup(url(&again))),
            customer => shows_customer.then(|| context! {
                billing => markup(address_lines(shop, &order.billing, "<br />")),
                phone => order.billing.phone.as_str(),
                email => order.billing.email.as_str(),
                shipping => needs_shipping_address
                    .then(|| markup(address_lines(shop, &order.shipping, "<br />"))),
                shipping_phone => order.shipping.phone.as_str(),
            }),
            words => context! {
                details => shop.text("Order details"),
                product => shop.text("Product"),
                total => shop.text("Total"),
                note => shop.text("Note:"),
                actions => shop.text("Actions"),
                again => shop.text("Order again"),
                billing => shop.text("Billing address"),
                shipping => shop.text("Shipping address"),
            },
        },
    )
}
