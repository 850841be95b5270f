//! The totals of the cart.
//!
//! Contract "woocommerce", sections 7.4 and 8.5.

use compat::woocommerce::address::country_name;
use compat::woocommerce::shopping::{Sums, Visit};
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::formatting::sanitize_title::sanitize_title;
use compat::wordpress::kses::wp_kses_post;
use compat::wordpress::php::url::rawurlencode;
use compat::wordpress::post::PostId;
use compat::wordpress::url::{QueryArg, add_query_arg};
use minijinja::{Value, context};

use super::addresses::cart_url;
use super::cart_amount::{amount, is_vat_country};
use super::cart_shipping::shipping;
use super::shop::Shop;
use crate::markup::markup;
use crate::wordpress::head::url;
use crate::wordpress::view::{Page, View};

/// Whether the tax of the shop's country is called VAT.
fn is_vat(sums: &Sums) -> bool {
    is_vat_country(&sums.tables.settings.place.country)
}

/// `wc_get_checkout_url`.
pub fn checkout_url(view: &View) -> String {
    let id = PostId(view.site.options.int("woocommerce_checkout_page_id"));
    view.page_url(id).unwrap_or_else(|| view.home_url())
}

/// The totals; empty for a cart that was not calculated.
pub fn cart_totals(page: &mut Page) -> String {
    let view = page.view.clone();
    let (shop, visit) = (Shop::of(&view), view.page_data.get::<Visit>());
    let Some(sums) = visit.sums.as_deref() else {
        return String::new();
    };
    let scene = sums.scene();
    view.render(
        "woocommerce/cart_totals.html",
        context! {
            is_calculated => visit.customer.calculated_shipping,
            subtotal => markup(amount(&shop, sums.totals.shown_subtotal(&scene))),
            coupons => coupons(&shop, visit, sums, &cart_url(&view)),
            shipping => markup(shipping(&shop, visit, sums)),
            taxes => tax_rows(&shop, visit, sums),
            total => markup(shop.settings.price(sums.totals.total)),
            includes => markup(includes(&shop, visit, sums)),
            checkout => markup(url(&checkout_url(&view))),
            words => context! {
                heading => shop.text("Cart totals"),
                subtotal => shop.text("Subtotal"),
                remove => shop.text("[Remove]"),
                total => shop.text("Total"),
                proceed => shop.text("Proceed to checkout"),
            },
        },
    )
}

/// The rows of the coupons. `page`: the page that removes them.
pub(super) fn coupons(shop: &Shop, visit: &Visit, sums: &Sums, page: &str) -> Vec<Value> {
    let displays_tax = sums.scene().displays_tax();
    let rows = visit.cart.coupons.iter().map(|code| {
        let mut all = sums.items.coupons.iter();
        let discount = all.find(|own| own.code == *code);
        let off = discount.map_or(0.0, |own| {
            let tax = own.tax.filter(|_| displays_tax).unwrap_or_default();
            own.discount.value() + tax
        });
        let mut all = visit.coupons.iter();
        let is_free = all.any(|own| own.code == *code && own.free_shipping);
        let text = if is_free && off == 0.0 {
            shop.text("Free shipping coupon")
        } else {
            format!("-{}", wp_kses_post(&shop.settings.price(off)))
        };
        let argument = rawurlencode(code.as_bytes());
        let args = [("remove_coupon", QueryArg::from(argument.as_str()))];
        let with_code = |source: &str| shop.text(source).replacen("%s", code, 1);
        context! {
            class => sanitize_title(code, "", shop.view.locale.code()),
            label => with_code("Coupon: %s"),
            amount => markup(text),
            remove_label => with_code("Remove %s coupon"),
            remove_url => markup(url(&add_query_arg(&args, page))),
            code => code.as_str(),
        }
    });
    rows.collect()
}

/// Taxes by the code of their rate, with its label.
fn taxes(shop: &Shop, sums: &Sums) -> Vec<(String, String, f64)> {
    let mut rows: Vec<(String, String, f64)> = Vec::new();
    for (id, tax) in sums.totals.tax_rows(&sums.scene()) {
        let Some(rate) = sums.tables.rates.row(id) else {
            continue;
        };
        let code = rate.code();
        let label = match rate.name.as_str() {
            "" => shop.text("Tax"),
            name => name.to_owned(),
        };
        match rows.iter_mut().find(|(own, ..)| *own == code) {
            Some((_, _, sum)) => *sum += tax,
            None => rows.push((code, label, tax)),
        }
    }
    rows
}

/// The word for the taxes of a shop that shows them in one sum.
fn tax_word(shop: &Shop, sums: &Sums) -> String {
    shop.text(if is_vat(sums) { "VAT" } else { "Tax" })
}

/// The rows of the taxes, where prices are shown without them.
pub(super) fn tax_rows(shop: &Shop, visit: &Visit, sums: &Sums) -> Vec<Value> {
    let scene = sums.scene();
    if !scene.taxes.is_enabled || scene.displays_tax() || scene.is_vat_exempt {
        return Vec::new();
    }
    let note = guessed_country(shop, visit, sums).map_or_else(String::new, |country| {
        let text = shop.text("(estimated for %s)").replacen("%s", &country, 1);
        format!(" <small>{}</small>", esc_html(&text))
    });
    let row = |class: String, label: &str, tax: f64| {
        context! {
            class => class,
            label => label,
            note => markup(note.clone()),
            amount => markup(wp_kses_post(&shop.settings.price(tax))),
        }
    };
    let rows = taxes(shop, sums);
    if scene.taxes.is_itemized {
        let rows = rows.iter().map(|(code, label, tax)| {
            let code = sanitize_title(code, "", shop.view.locale.code());
            row(format!("tax-rate tax-rate-{code}"), label, *tax)
        });
        return rows.collect();
    }
    let word = tax_word(shop, sums);
    vec![row("tax-total".to_owned(), &word, sums.totals.total_tax)]
}

/// Countries whose names have an article in texts about estimates.
const WITH_ARTICLE: [&str; 7] = ["GB", "US", "AE", "CZ", "DO", "NL", "PH"];

/// The country for which taxes are estimated: the customer's, while it is another place than the shop's and was not given
/// by the customer.
fn guessed_country(shop: &Shop, visit: &Visit, sums: &Sums) -> Option<String> {
    let (place, base) = (&sums.place, &sums.tables.settings.place);
    let is_outside = !place.country.is_empty()
        && (place.country != base.country || !base.state.is_empty() && place.state != base.state);
    if !is_outside || visit.customer.calculated_shipping {
        return None;
    }
    let country = place.country.as_str();
    let name = country_name(country).map_or_else(|| country.to_owned(), |name| shop.text(name));
    if WITH_ARTICLE.contains(&country) {
        return Some(format!("{} {name}", shop.text("the")));
    }
    Some(name)
}

/// The taxes that the total holds, where prices are shown with them.
pub(super) fn includes(shop: &Shop, visit: &Visit, sums: &Sums) -> String {
    let scene = sums.scene();
    if !scene.taxes.is_enabled || !scene.displays_tax() {
        return String::new();
    }
    let price = |tax: f64| shop.settings.price(tax);
    let parts: Vec<_> = if scene.taxes.is_itemized {
        let rows = taxes(shop, sums);
        rows.iter()
            .map(|(_, label, tax)| format!("{} {}", price(*tax), esc_html(label)))
            .collect()
    } else {
        let word = tax_word(shop, sums);
        vec![format!("{} {word}", price(sums.totals.total_tax))]
    };
    if parts.is_empty() {
        return String::new();
    }
    let parts = wp_kses_post(&parts.join(", "));
    let text = match guessed_country(shop, visit, sums) {
        Some(country) => {
            let text = shop.text("(includes %1$s estimated for %2$s)");
            let text = text.replacen("%1$s", &parts, 1);
            text.replacen("%2$s", &esc_html(&country), 1)
        }
        None => shop.text("(includes %s)").replacen("%s", &parts, 1),
    };
    format!("<small class=\"includes_tax\">{text}</small>")
}
