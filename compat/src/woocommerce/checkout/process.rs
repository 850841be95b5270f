//! Placing an order with the checkout's form: from the sent form to an order that may be placed.
//!
//! Contract "woocommerce", sections 9.5 to 9.7.

use super::address::{set_choices, set_customer};
use super::form::{CheckoutForm, Fieldset, needs_shipping_address};
use super::posted::{CheckoutChoices, PostedCheckout};
use super::settings::{CheckoutSettings, ShipTo};
use super::validate::{CheckoutError, validate_fields};
use crate::woocommerce::address::country_name;
use crate::woocommerce::cart::CartMessage;
use crate::woocommerce::order::{GatewayScene, ShopGateway, gateways};
use crate::woocommerce::session::NoticeKind;
use crate::woocommerce::shopping::{ShopSource, Visit};
use crate::wordpress::db::DbError;
use crate::wordpress::formatting::escape::esc_html;
use crate::wordpress::kses::WP_ALLOWED_PROTOCOLS;
use crate::wordpress::l10n::TextDomain;
use crate::wordpress::options::Options;
use crate::wordpress::php::{Array, Value};
use crate::wordpress::url::esc_url;

/// Session key: the next answer asks the browser to calculate totals anew.
pub(super) const REFRESH: &str = "refresh_totals";
/// Session key: the next answer asks the browser to load the page anew.
pub const RELOAD: &str = "reload_checkout";

/// Countries whose names have an article.
const WITH_ARTICLE: [&str; 7] = ["AE", "CZ", "DO", "GB", "NL", "PH", "US"];

/// The form as it was sent.
#[derive(Debug, Clone, Copy)]
pub struct CheckoutInput<'a> {
    /// Its fields.
    pub post: &'a Array,
    /// Its choices.
    pub choices: &'a CheckoutChoices,
    /// Whether its nonce is right.
    pub is_verified: bool,
}

/// What becomes of a form.
#[derive(Debug)]
pub enum Verdict {
    /// It is refused; the visit's notices say why.
    Refused,
    /// The totals were calculated anew, which is all that was asked.
    Updated,
    /// An order may be placed.
    Ready(Box<ReadyCheckout>),
}

/// A form that is all right.
#[derive(Debug)]
pub struct ReadyCheckout {
    /// Its values, as they are stored.
    pub posted: PostedCheckout,
    /// How the order is paid; `None`: there is nothing to pay.
    pub gateway: Option<ShopGateway>,
    /// Whether the buyer gets an account.
    pub makes_account: bool,
}

/// The gateways that a visitor may choose from. `texts`: domain `woocommerce`.
pub fn available_gateways(
    options: &Options,
    texts: TextDomain<'_>,
    visit: &Visit,
) -> Vec<ShopGateway> {
    let sums = visit.sums.as_deref();
    let packages = sums.map_or(&[][..], |sums| sums.packages.as_slice());
    let rates = packages.iter().filter_map(|package| package.chosen.clone());
    let rates: Vec<String> = rates.map(|rate| rate.0).collect();
    let scene = GatewayScene {
        total: sums.map_or(0.0, |sums| sums.totals.total),
        needs_shipping: sums.is_some_and(|sums| sums.needs_shipping),
        rates: &rates,
    };
    let mut all = gateways(options, texts);
    all.retain(|gateway| gateway.is_available(&scene));
    all
}

/// Whether something of the cart has to be paid.
pub fn needs_payment(visit: &Visit) -> bool {
    let sums = visit.sums.as_deref();
    sums.is_some_and(|sums| sums.totals.total > 0.0)
}

/// Takes the form over and judges it. What is wrong is told in the visit's notices; the visit is not stored.
///
/// # Errors
/// When the database fails.
pub async fn check_form(
    source: &ShopSource<'_>,
    visit: &mut Visit,
    input: CheckoutInput<'_>,
) -> Result<Verdict, DbError> {
    if visit.cart.is_empty() {
        tell_expired(source, visit);
        return Ok(Verdict::Refused);
    }
    if !input.is_verified {
        visit.session.set(REFRESH, &Value::Bool(true));
        let message = "We were unable to process your order, please try again.";
        visit.tell(source, &CartMessage::error(message));
        return Ok(Verdict::Refused);
    }
    visit.calculate(source);
    let settings = CheckoutSettings::from_options(&source.site.options);
    let mut choices = input.choices.clone();
    choices.ships_elsewhere &= settings.ship_to != ShipTo::BillingOnly;
    choices.creates_account &= settings.allows_sign_up;
    let country = |name: &str, own: &str| match input.post.get(name) {
        Some(posted) => posted.to_string_lossy().into_owned(),
        None => own.to_owned(),
    };
    let form = CheckoutForm::new(
        &settings,
        &country("billing_country", &visit.customer.billing.country),
        &country("shipping_country", &visit.customer.shipping.country),
    );
    let needs_address = needs_shipping_address(&settings, visit);
    let fills_shipping = choices.ships_elsewhere && needs_address;
    let makes_account =
        source.user.is_none() && (choices.creates_account || !settings.allows_guests);
    let reads = |set| match set {
        Fieldset::Billing | Fieldset::Order => true,
        Fieldset::Shipping => fills_shipping,
        Fieldset::Account => makes_account,
    };
    let copies = needs_address || settings.ship_to == ShipTo::BillingOnly;
    let mut posted = PostedCheckout::read(input.post, choices, &form, reads, copies);
    set_customer(&mut visit.customer, &posted);
    let rates = posted.choices.shipping_method.clone();
    set_choices(visit, &rates, &posted.choices.payment_method);
    visit.calculate(source);
    let copied = (!fills_shipping).then_some(Fieldset::Shipping);
    let errors = validate_fields(&mut posted, &form, copied, source.texts());
    add_errors(visit, errors);
    let gateway = check_cart(source, visit, &posted);
    if visit.has_errors() {
        return Ok(Verdict::Refused);
    }
    if posted.choices.updates_totals {
        return Ok(Verdict::Updated);
    }
    let ready = ReadyCheckout {
        posted,
        gateway,
        makes_account,
    };
    Ok(Verdict::Ready(Box::new(ready)))
}

/// Tells that the cart is gone.
pub(super) fn tell_expired(source: &ShopSource<'_>, visit: &mut Visit) {
    const EXPIRED: &str =
        "Sorry, your session has expired. <a href=\"%s\" class=\"wc-backward\">Return to shop</a>";
    let shop = source.page_url("woocommerce_shop_page_id");
    let shop = esc_url(&shop, &WP_ALLOWED_PROTOCOLS).into_owned();
    let html = source.texts().translate(EXPIRED).replacen("%s", &shop, 1);
    visit.notices.add(NoticeKind::Error, html);
}

fn add_errors(visit: &mut Visit, errors: impl IntoIterator<Item = CheckoutError>) {
    for error in errors {
        match error.field {
            Some(field) => visit
                .notices
                .add_about(NoticeKind::Error, error.html, &field),
            None => visit.notices.add(NoticeKind::Error, error.html),
        }
    }
}

/// The checks after those of the fields: the cart, the terms, shipping, payment, coupons. The chosen gateway.
fn check_cart(
    source: &ShopSource<'_>,
    visit: &mut Visit,
    posted: &PostedCheckout,
) -> Option<ShopGateway> {
    let messages = visit.cart.check_items(&visit.goods);
    messages.iter().for_each(|m| visit.tell(source, m));
    let choices = &posted.choices;
    if !choices.updates_totals && choices.has_terms && !choices.accepts_terms {
        const TERMS: &str =
            "Please read and accept the terms and conditions to proceed with your order.";
        let html = source.texts().translate(TERMS);
        visit.notices.add_about(NoticeKind::Error, html, "terms");
    }
    if let Some(error) = shipping_error(source, visit, posted) {
        add_errors(visit, [error]);
    }
    let mut gateway = None;
    if needs_payment(visit) {
        let options = &source.site.options;
        let mut all = available_gateways(options, source.texts(), visit).into_iter();
        gateway = all.find(|own| own.id() == choices.payment_method);
        if gateway.is_none() {
            let html = source.texts().translate("Invalid payment method.");
            add_errors(visit, [CheckoutError::new(html)]);
        }
    }
    if visit.check_customer_coupons(source) {
        visit.session.set(REFRESH, &Value::Bool(true));
    }
    gateway
}

fn shipping_error(
    source: &ShopSource<'_>,
    visit: &Visit,
    posted: &PostedCheckout,
) -> Option<CheckoutError> {
    const NO_METHOD: &str = "No shipping method has been selected. Please double check your address, or contact us if you need any help.";
    const NOT_THERE: &str = "Unfortunately <strong>we do not ship %s</strong>. Please enter an alternative shipping address.";
    let sums = visit.sums.as_deref()?;
    if !sums.needs_shipping {
        return None;
    }
    let texts = source.texts();
    // A form that asks for another address has to name its country (case 67 of section 19).
    let country = match posted.sent("shipping_country") {
        Some(sent) => sent,
        None if posted.choices.ships_elsewhere => "",
        None => &visit.customer.shipping.country,
    };
    if country.is_empty() {
        let html = texts.translate("Please enter an address to continue.");
        return Some(CheckoutError::new(html));
    }
    if !sums.tables.settings.ships_to.contains(country) || country_name(country).is_none() {
        country_name(country)?;
        let prefix = if WITH_ARTICLE.contains(&country) {
            "to the"
        } else {
            "to"
        };
        let prefix = texts.translate_with_context(prefix, "shipping country prefix");
        let place = format!("{prefix} {}", esc_html(country));
        let html = texts.translate(NOT_THERE).replacen("%s", &place, 1);
        return Some(CheckoutError::new(html));
    }
    let is_chosen =
        |package: &crate::woocommerce::shopping::ShippingPackage| package.rate().is_some();
    let has_all = !sums.packages.is_empty() && sums.packages.iter().all(is_chosen);
    let lacks_method = sums.shows_shipping && !has_all;
    lacks_method.then(|| CheckoutError::new(texts.translate(NO_METHOD)))
}
