//! Who may see an order, and pay for it.
//!
//! Contract "woocommerce-store-api", section 8.9.

use super::refusal::CheckoutRefusal;
use crate::woocommerce::order::Order;
use crate::wordpress::l10n::TextDomain;
use crate::wordpress::user::UserId;

/// What a request says about itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct Claim<'a> {
    /// The logged-in user.
    pub user: Option<UserId>,
    /// The key of the order.
    pub key: &'a str,
    /// The e-mail address of the bill; `None`: none was sent.
    pub billing_email: Option<&'a str>,
}

/// Whether a request may see an order: that of a user the user alone, that of a guest who knows its key and e-mail
/// address. `texts`: domain `woocommerce`.
///
/// # Errors
/// Why not.
pub fn authorize(
    order: Option<&Order>,
    claim: Claim<'_>,
    texts: TextDomain<'_>,
) -> Result<(), CheckoutRefusal> {
    const UNKNOWN: &str = "woocommerce_rest_invalid_order";
    const EMAIL: &str = "woocommerce_rest_invalid_billing_email";
    let refused = |code: &'static str, status: u16, text: &'static str| {
        Err(CheckoutRefusal::new(code, status, texts.translate(text)))
    };
    let Some(order) = order else {
        return refused(UNKNOWN, 404, "Invalid order ID.");
    };
    if order.customer_id > 0 {
        let is_own = claim.user.is_some_and(|user| user.0 == order.customer_id);
        return if is_own {
            Ok(())
        } else {
            let text = "This order belongs to a different customer.";
            refused("woocommerce_rest_invalid_user", 403, text)
        };
    }
    if !order.is_key(claim.key) {
        return refused(UNKNOWN, 401, "Invalid order ID or key provided.");
    }
    let known = &order.billing.email;
    match claim.billing_email.filter(|email| !email.is_empty()) {
        None if known.is_empty() => Ok(()),
        None => refused(EMAIL, 401, "No billing email provided."),
        Some(email) if email.to_lowercase() == known.to_lowercase() => Ok(()),
        Some(_) => refused(EMAIL, 401, "Invalid billing email provided."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::l10n::Locale;

    fn status(order: Option<&Order>, claim: Claim<'_>) -> Option<(u16, &'static str)> {
        let english = Locale::english();
        let judged = authorize(order, claim, english.domain("woocommerce"));
        judged.err().map(|refusal| (refusal.status, refusal.code))
    }

    #[test]
    fn orders_are_shown_to_whom_they_belong() {
        const EMAIL: &str = "woocommerce_rest_invalid_billing_email";
        let mut order = Order {
            key: "wc_order_a".to_owned(),
            ..Order::default()
        };
        let claim = |key, billing_email, user| Claim {
            user,
            key,
            billing_email,
        };
        let right = claim("wc_order_a", None, None);
        let not_there = Some((404, "woocommerce_rest_invalid_order"));
        assert_eq!(status(None, right), not_there);
        assert_eq!(status(Some(&order), right), None);
        let wrong = Some((401, "woocommerce_rest_invalid_order"));
        assert_eq!(status(Some(&order), claim("", None, None)), wrong);
        assert_eq!(status(Some(&order), claim("wc_order_b", None, None)), wrong);
        // A draft without an address does not take one that is sent.
        let named = claim("wc_order_a", Some("ANA@ejemplo.example"), None);
        assert_eq!(status(Some(&order), named), Some((401, EMAIL)));
        order.billing.email = "ana@Ejemplo.example".to_owned();
        assert_eq!(status(Some(&order), named), None);
        assert_eq!(status(Some(&order), right), Some((401, EMAIL)));
        order.customer_id = 7;
        let other = Some((403, "woocommerce_rest_invalid_user"));
        assert_eq!(status(Some(&order), named), other);
        let user = |id| claim("", None, Some(UserId(id)));
        assert_eq!(status(Some(&order), user(8)), other);
        assert_eq!(status(Some(&order), user(7)), None);
    }
}
