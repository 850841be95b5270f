//! Ways to pay, terms, and the button that places the order.
//!
//! Contract "woocommerce", section 9.1: fragment `.woocommerce-checkout-payment`.

use compat::woocommerce::checkout::{
    CheckoutPageData, available_gateways, chosen_payment_method, needs_payment,
};
use compat::woocommerce::order::ShopGateway;
use compat::woocommerce::shopping::Visit;
use compat::wordpress::formatting::autop::wpautop;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::formatting::texturize::wptexturize;
use compat::wordpress::kses::wp_kses_post;
use compat::wordpress::post::PostId;
use minijinja::context;

use super::cart_item::nonce_fields;
use super::shop::{Shop, TEXT_DOMAIN};
use crate::markup::markup;
use crate::wordpress::head::url;
use crate::wordpress::login_page::privacy_policy_page;
use crate::wordpress::view::{Page, View};

/// The nonce action of the checkout's form.
pub const CHECKOUT_ACTION: &str = "woocommerce-process_checkout";
/// Its field.
pub const CHECKOUT_NONCE: &str = "woocommerce-process-checkout-nonce";

/// The part of the page.
pub fn payment(page: &mut Page) -> String {
    let view = page.view.clone();
    let (shop, visit) = (Shop::of(&view), view.page_data.get::<Visit>());
    let texts = view.locale.domain(TEXT_DOMAIN);
    let all = available_gateways(&view.site.options, texts, visit);
    let chosen = chosen_payment_method(visit);
    let is_known = !visit.customer.billing.country.is_empty();
    let nonce = nonce_fields(&view, CHECKOUT_ACTION, CHECKOUT_NONCE);
    let part = view.render(
        "woocommerce/checkout_payment.html",
        context! {
            needs_payment => needs_payment(visit),
            methods => markup(methods(&shop, &all, &chosen, is_known)),
            noscript => markup(noscript(&shop)),
            terms => markup(terms(&shop)),
            nonce => markup(nonce),
            words => context! {
                update => shop.text("Update totals"),
                place => shop.text("Place order"),
            },
        },
    );
    format!("{}\n", part.trim_end())
}

/// A text with typographic signs.
pub fn texturized(view: &View, text: &str) -> String {
    wptexturize(text, &view.content_settings.texturize, &|_| false)
}

/// The items of the list of gateways; without one a notice.
pub fn methods(shop: &Shop, all: &[ShopGateway], chosen: &str, is_known: bool) -> String {
    if all.is_empty() {
        return none_available(shop, is_known);
    }
    let chosen = all
        .iter()
        .find(|gateway| gateway.id() == chosen)
        .or(all.first())
        .map(ShopGateway::id);
    let items = all.iter().map(|gateway| {
        let description = texturized(&shop.view, gateway.description.trim());
        let description = wpautop(&description, true);
        let item = shop.view.render(
            "woocommerce/payment_method.html",
            context! {
                id => gateway.id(),
                is_chosen => chosen == Some(gateway.id()),
                button => gateway.order_button_text.as_str(),
                title => markup(wp_kses_post(&gateway.title)),
                description => markup(wp_kses_post(&description)),
            },
        );
        format!("{}\n", item.trim_end())
    });
    items.collect()
}

fn none_available(shop: &Shop, is_known: bool) -> String {
    let text = if is_known {
        "Sorry, it seems that there are no available payment methods. Please contact us if you require assistance or wish to make alternate arrangements."
    } else {
        "Please fill in your details above to see available payment methods."
    };
    let notice = super::notices::notice(&esc_html(&shop.text(text)));
    format!("<li>{notice}</li>")
}

fn noscript(shop: &Shop) -> String {
    const TEXT: &str = "Since your browser does not support JavaScript, or it is disabled, please ensure you click the %1$sUpdate Totals%2$s button before placing your order. You may be charged more than the amount stated above if you fail to do so.";
    let text = esc_html(&shop.text(TEXT)).into_owned();
    text.replacen("%1$s", "<em>", 1)
        .replacen("%2$s", "</em>", 1)
}

/// `wc_terms_and_conditions_page_content` and the box that accepts them: on shops with a page of terms.
pub fn terms(shop: &Shop) -> String {
    let options = shop.options();
    let view = &shop.view;
    let id = PostId(options.int("woocommerce_terms_page_id"));
    let terms = view.site.pages.get(id).filter(|p| p.status == "publish");
    let terms_url = terms.and_then(|_| view.page_url(id));
    let privacy = privacy_text(
        shop,
        "woocommerce_checkout_privacy_policy_text",
        "Your personal data will be used to process your order, support your experience throughout this website, and for other purposes described in our %s.",
        terms_url.as_deref(),
    );
    let checkbox = terms_url.as_ref().map(|terms| {
        let own = options.text("woocommerce_checkout_terms_and_conditions_checkbox_text");
        let text = match own.trim() {
            "" => shop
                .text("I have read and agree to the website %s")
                .replacen("%s", "[terms]", 1),
            own => own.to_owned(),
        };
        linked(shop, &text, Some(terms))
    });
    let data = view.page_data.get::<CheckoutPageData>();
    let content = terms.and_then(|_| data.terms_content.clone());
    let content = content.map(|content| wpautop(&texturized(view, &content), true));
    view.render(
        "woocommerce/checkout_terms.html",
        context! {
            privacy => markup(privacy),
            terms => content.map(|content| markup(wp_kses_post(&content))),
            checkbox => checkbox.map(markup),
            is_accepted => data.posted("terms").is_some(),
            required => shop.text("required"),
        },
    )
}

/// A text about the use of data, with its links.
pub fn privacy_text(
    shop: &Shop,
    option: &str,
    default: &'static str,
    terms: Option<&str>,
) -> String {
    let stored = shop.options().raw(option).is_some();
    let text = if stored {
        shop.options().text(option).into_owned()
    } else {
        shop.text(default).replacen("%s", "[privacy_policy]", 1)
    };
    let text = text.trim();
    if text.is_empty() || policy_url(&shop.view).is_none() {
        return String::new();
    }
    wp_kses_post(&wpautop(&linked(shop, text, terms), true))
}

fn policy_url(view: &View) -> Option<String> {
    let (id, _) = privacy_policy_page(&view.site)?;
    view.page_url(id)
}

/// `wc_replace_policy_page_link_placeholders`.
fn linked(shop: &Shop, text: &str, terms: Option<&str>) -> String {
    let link = |address: Option<&str>, class: &str, label: String| match address {
        Some(address) => format!(
            "<a href=\"{}\" class=\"{class}\" target=\"_blank\">{label}</a>",
            url(address)
        ),
        None => label,
    };
    let policy = policy_url(&shop.view);
    let policy = link(
        policy.as_deref(),
        "woocommerce-privacy-policy-link",
        shop.text("privacy policy"),
    );
    let terms = link(
        terms,
        "woocommerce-terms-and-conditions-link",
        shop.text("terms and conditions"),
    );
    text.replace("[privacy_policy]", &policy)
        .replace("[terms]", &terms)
}
