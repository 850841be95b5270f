//! What the browser asks while the form is filled in: totals and gateways for the places that it holds.
//!
//! Contract "woocommerce", sections 9.4 and 10.

use super::address::ReviewRequest;
use super::process::{REFRESH, RELOAD};
use super::settings::CheckoutSettings;
use crate::woocommerce::session::Notices;
use crate::woocommerce::shopping::{SessionKey, ShopSource, TRIES, Visit};
use crate::wordpress::db::DbError;
use crate::wordpress::php::Value;

/// What came of it.
#[derive(Debug, Clone)]
pub struct Review {
    /// The visit as it is stored.
    pub visit: Visit,
    /// The notices to print; they stay in the session when the page is loaded anew.
    pub notices: Notices,
    /// Whether the page has to be loaded anew.
    pub reloads: bool,
}

/// Takes places and choices over and calculates the totals. An empty cart is left as it is. The caller has taken its
/// turn. `visit`: the opened visit.
///
/// # Errors
/// When the database fails.
pub async fn review(
    source: &ShopSource<'_>,
    key: SessionKey<'_>,
    visit: Visit,
    request: &ReviewRequest,
) -> Result<Review, DbError> {
    let settings = CheckoutSettings::from_options(&source.site.options);
    let mut visit = visit;
    let mut tries = 0;
    loop {
        tries += 1;
        if visit.cart.is_empty() {
            return Ok(Review {
                visit,
                notices: Notices::default(),
                reloads: false,
            });
        }
        request.apply(&mut visit, settings.ship_to);
        visit.calculate(source);
        let reloads = !visit.session.get(RELOAD).is_null();
        let notices = if reloads {
            Notices::default()
        } else {
            visit.take_notices()
        };
        visit.session.set(REFRESH, &Value::Null);
        visit.session.set(RELOAD, &Value::Null);
        if visit.store(source).await? || tries >= TRIES {
            return Ok(Review {
                visit,
                notices,
                reloads,
            });
        }
        visit = Visit::open(source, key).await?;
    }
}
