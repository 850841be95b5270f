//! The form of the checkout: addresses, account, note, order, payment.
//!
//! Contract "woocommerce", sections 9.1 and 15.4.

use compat::woocommerce::checkout::{
    CheckoutField, CheckoutForm, CheckoutPageData, CheckoutSettings, Fieldset, ShipTo,
    needs_shipping_address,
};
use compat::woocommerce::shopping::Visit;
use minijinja::{Value, context};

use super::cart_shipping::named_countries;
use super::cart_totals::checkout_url;
use super::checkout_payment::payment;
use super::checkout_review::review;
use super::form_field::{FieldScene, form_field};
use super::shop::Shop;
use crate::markup::markup;
use crate::shop_parts::CheckoutPart;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

/// The values of the form: posted ones, else those that are known of the customer.
struct Values<'a> {
    data: &'a CheckoutPageData,
    visit: &'a Visit,
}

impl Values<'_> {
    fn of(&self, name: &str) -> String {
        if let Some(posted) = self.data.posted(name) {
            return posted;
        }
        let customer = &self.visit.customer;
        let (address, field) = match name.split_once('_') {
            Some(("billing", field)) => (&customer.billing, field),
            Some(("shipping", field)) => (&customer.shipping, field),
            _ => return String::new(),
        };
        address.field(field).unwrap_or_default().to_owned()
    }
}

/// The form. `part`: the only part of it that is printed; only that of the payment is sent.
pub fn checkout_form(page: &mut Page, part: Option<CheckoutPart>) -> String {
    let shows = |own: CheckoutPart| part.is_none_or(|part| part == own);
    let is_additional = part == Some(CheckoutPart::Additional);
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let visit = view.page_data.get::<Visit>();
    let data = view.page_data.get::<CheckoutPageData>();
    let settings = CheckoutSettings::from_options(shop.options());
    let values = Values { data, visit };
    let billing_country = values.of("billing_country");
    let shipping_country = values.of("shipping_country");
    let form = CheckoutForm::new(&settings, &billing_country, &shipping_country);
    let sells_to = named_countries(&shop, &settings.sells_to);
    let ships_to = named_countries(&shop, &settings.ships_to);
    let rows = |fields: &[CheckoutField], countries: &[(String, String)], country: &str| {
        let scene = FieldScene {
            shop: &shop,
            countries,
            country,
        };
        let rows = fields.iter();
        rows.map(|field| form_field(&scene, field, &values.of(&field.name)))
            .collect::<String>()
    };
    let needs_address = needs_shipping_address(&settings, visit) && !is_additional;
    let has_billing = shows(CheckoutPart::Billing) || is_additional;
    let has_shipping = shows(CheckoutPart::Shipping) || is_additional;
    let billing =
        has_billing.then(|| rows(form.fields(Fieldset::Billing), &sells_to, &billing_country));
    let shipping = (needs_address && has_shipping).then(|| {
        let fields = form.fields(Fieldset::Shipping);
        markup(rows(fields, &ships_to, &shipping_country))
    });
    let notes = (settings.has_notes && has_shipping)
        .then(|| markup(rows(form.fields(Fieldset::Order), &[], "")));
    let is_guest = view.visitor.user.is_none();
    let account = (has_billing && is_guest && settings.allows_sign_up).then(|| {
        context! {
            is_optional => settings.allows_guests,
            is_chosen => data.posted("createaccount").is_some(),
            fields => markup(rows(form.fields(Fieldset::Account), &[], "")),
        }
    });
    let order = order(page, part);
    view.render(
        "woocommerce/checkout.html",
        context! {
            action => markup(url(&checkout_url(&view))),
            is_sent => shows(CheckoutPart::Payment),
            has_billing => has_billing,
            has_shipping => has_shipping,
            billing => billing.map(markup),
            shipping => shipping,
            account => account,
            notes => notes,
            ships_elsewhere => ships_elsewhere(data, &settings),
            order => markup(order),
            words => words(&shop, &settings, needs_address),
        },
    )
}

/// Lines of the order and the choice of a payment. `part`: the only part that is printed.
fn order(page: &mut Page, part: Option<CheckoutPart>) -> String {
    let shows = |own: CheckoutPart| part.is_none_or(|part| part == own);
    let mut order = String::new();
    if shows(CheckoutPart::Details) {
        order.push_str(&review(page));
    }
    if shows(CheckoutPart::Payment) {
        order.push_str(&payment(page));
    }
    order
}

/// Whether the box for another address is ticked.
fn ships_elsewhere(data: &CheckoutPageData, settings: &CheckoutSettings) -> bool {
    let is_posted = data.posted("ship_to_different_address").is_some();
    is_posted || !data.is_posted() && settings.ship_to == ShipTo::Shipping
}

fn words(shop: &Shop, settings: &CheckoutSettings, needs_address: bool) -> Value {
    let visit = shop.view.page_data.get::<Visit>();
    let heading = if settings.ship_to == ShipTo::BillingOnly && needs_shipping(visit) {
        "Billing &amp; Shipping"
    } else {
        "Billing details"
    };
    context! {
        checkout => shop.text("Checkout"),
        billing => markup(shop.text(heading)),
        create_account => shop.text("Create an account?"),
        ship_elsewhere => shop.text("Ship to a different address?"),
        additional => (!needs_address).then(|| shop.text("Additional information")),
        your_order => shop.text("Your order"),
    }
}

fn needs_shipping(visit: &Visit) -> bool {
    visit.sums.as_ref().is_some_and(|sums| sums.needs_shipping)
}
