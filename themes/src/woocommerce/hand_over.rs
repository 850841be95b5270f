//! The page that leads a buyer to a payment page which takes a form.

use compat::woocommerce::order::RedsysForm;
use minijinja::context;

use super::shop::Shop;
use crate::markup::markup;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

/// The page: a form that the browser sends by itself, with a button for browsers without scripts.
pub fn hand_over(page: &mut Page, form: &RedsysForm) -> String {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let fields = form.fields.iter();
    let fields = fields.map(|(name, value)| context! { name => *name, value => value });
    view.render(
        "woocommerce/hand_over.html",
        context! {
            language => view.locale.code().replace('_', "-"),
            url => markup(url(&form.url)),
            fields => fields.collect::<Vec<_>>(),
            label => shop.text("Pay"),
        },
    )
}
