//! A customer of whom no session tells.
//!
//! Contract "woocommerce", sections 2.9 and 3.1.

use super::source::ShopSource;
use crate::woocommerce::address::Address;
use crate::woocommerce::session::{Customer, load_customer};
use crate::woocommerce::settings::ShopSettings;
use crate::wordpress::db::DbError;
use crate::wordpress::object_cache::ObjectCache;

/// What is known of a visitor without a session, and the e-mail address of a user's account. Who lives at an unknown place
/// lives where the shop is.
pub(super) async fn default_customer(
    source: &ShopSource<'_>,
) -> Result<(Customer, String), DbError> {
    let (mut customer, mut email) = (Customer::default(), String::new());
    if let Some(user) = source.user {
        customer = load_customer(source.db, user).await?;
        let mut objects = ObjectCache::default();
        objects.prime_users(source.db, &[user]).await?;
        if let Some(user) = objects.user(user) {
            email.clone_from(&user.email);
        }
    }
    let settings = ShopSettings::from_options(&source.site.options);
    let has_shipping = customer.shipping != Address::default();
    let fill = |own: &mut String, default: &str| {
        if own.is_empty() {
            default.clone_into(own);
        }
    };
    if settings.customers_are_near {
        fill(&mut customer.billing.country, &settings.place.country);
        fill(&mut customer.billing.state, &settings.place.state);
    }
    if !has_shipping {
        fill(&mut customer.shipping.country, &customer.billing.country);
        fill(&mut customer.shipping.state, &customer.billing.state);
    }
    fill(&mut customer.billing.email, &email);
    Ok((customer, email))
}
