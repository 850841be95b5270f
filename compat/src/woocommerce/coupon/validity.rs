//! Whether a coupon may be used for a cart.
//!
//! Contract "woocommerce", section 8.4: the checks in the order in which the visitor hears of them.

use super::error::CouponError;
use super::restrictions::{is_among, is_in_categories, is_valid_for_product};
use super::stored_coupon::Coupon;
use crate::woocommerce::cart_product::CartProduct;
use crate::woocommerce::money::PriceSettings;
use crate::wordpress::taxonomy::TermId;

/// What a coupon is held against.
#[derive(Debug, Clone)]
pub struct CouponScene<'a> {
    /// Products of the cart, in its order.
    pub products: Vec<&'a CartProduct>,
    /// The subtotal as the cart shows it, with tax where it shows prices with tax.
    pub displayed_subtotal: f64,
    /// Unix time.
    pub now: i64,
    /// The visitor's user id and e-mail addresses as far as they are known, in lower case.
    pub customer: &'a [String],
    /// Names of categories, for the message about them.
    pub category_names: &'a [(TermId, String)],
    /// How prices are written, for the messages about amounts.
    pub prices: &'a PriceSettings,
}

/// Whether a coupon may be used.
///
/// # Errors
/// The first reason why not.
pub fn validate(coupon: &Coupon, scene: &CouponScene<'_>) -> Result<(), CouponError> {
    usage(coupon, scene)?;
    if coupon.date_expires.is_some_and(|end| scene.now > end) {
        return Err(CouponError::Expired);
    }
    let spent = scene.displayed_subtotal;
    if coupon.minimum_amount > 0.0 && coupon.minimum_amount > spent {
        let least = scene.prices.price(coupon.minimum_amount);
        return Err(CouponError::MinimumSpend(least));
    }
    if coupon.maximum_amount > 0.0 && coupon.maximum_amount < spent {
        let highest = scene.prices.price(coupon.maximum_amount);
        return Err(CouponError::MaximumSpend(highest));
    }
    products(coupon, scene)?;
    email(coupon, scene.customer)
}

/// Whether a coupon is for a customer: who has not used it as often as one may, and whose e-mail address it is for.
/// `customer`: as in [`CouponScene`].
///
/// # Errors
/// Why not.
pub fn validate_customer(coupon: &Coupon, customer: &[String]) -> Result<(), CouponError> {
    usage_per_user(coupon, customer)?;
    email(coupon, customer)
}

fn usage(coupon: &Coupon, scene: &CouponScene<'_>) -> Result<(), CouponError> {
    let used = coupon.usage_count.saturating_add(coupon.held);
    if coupon.usage_limit > 0 && used >= coupon.usage_limit {
        return Err(CouponError::UsageLimit);
    }
    usage_per_user(coupon, scene.customer)
}

fn usage_per_user(coupon: &Coupon, customer: &[String]) -> Result<(), CouponError> {
    if coupon.usage_limit_per_user > 0 && !customer.is_empty() {
        let own = coupon.used_by.iter();
        let own = own.filter(|by| customer.contains(&by.to_lowercase()));
        let own = i64::try_from(own.count()).unwrap_or(i64::MAX);
        if own >= coupon.usage_limit_per_user {
            return Err(CouponError::UsageLimit);
        }
    }
    Ok(())
}

fn products(coupon: &Coupon, scene: &CouponScene<'_>) -> Result<(), CouponError> {
    let products = || scene.products.iter().copied();
    if !coupon.product_ids.is_empty() && !products().any(|p| is_among(&coupon.product_ids, p)) {
        return Err(CouponError::NotApplicable);
    }
    let categories = &coupon.product_categories;
    if !categories.is_empty() && !products().any(|p| is_in_categories(categories, p)) {
        return Err(CouponError::NotApplicable);
    }
    if coupon.is_for_products() {
        // In an empty cart it waits for the first product.
        let waits = scene.products.is_empty();
        return if waits || products().any(|p| is_valid_for_product(coupon, p)) {
            Ok(())
        } else {
            Err(CouponError::NotApplicable)
        };
    }
    if coupon.exclude_sale_items && products().any(|p| p.is_on_sale) {
        return Err(CouponError::NotForSaleItems);
    }
    let excluded = products().filter(|p| is_among(&coupon.excluded_product_ids, p));
    let excluded: Vec<_> = excluded.map(|p| p.name.as_str()).collect();
    if !excluded.is_empty() {
        return Err(CouponError::ExcludedProducts(excluded.join(", ")));
    }
    let excluded = coupon.excluded_product_categories.iter();
    let excluded: Vec<_> = excluded
        .filter(|id| products().any(|p| p.category_ids.contains(id)))
        .map(|id| category_name(scene, *id))
        .collect();
    if !excluded.is_empty() {
        return Err(CouponError::ExcludedCategories(excluded.join(", ")));
    }
    Ok(())
}

fn category_name(scene: &CouponScene<'_>, id: TermId) -> String {
    let found = scene.category_names.iter().find(|(own, _)| *own == id);
    found.map_or_else(|| id.0.to_string(), |(_, name)| name.clone())
}

/// The addresses are asked for only when one of the visitor's is known.
fn email(coupon: &Coupon, customer: &[String]) -> Result<(), CouponError> {
    let mut known = customer.iter().filter(|by| by.contains('@')).peekable();
    if coupon.email_restrictions.is_empty() || known.peek().is_none() {
        return Ok(());
    }
    let is_allowed = |email: &String| {
        let mut patterns = coupon.email_restrictions.iter();
        patterns.any(|pattern| matches_pattern(email, &pattern.to_lowercase()))
    };
    if known.any(is_allowed) {
        Ok(())
    } else {
        Err(CouponError::NotYours)
    }
}

/// Whether a text is a pattern's, in which `*` stands for any text.
fn matches_pattern(text: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return text == pattern;
    };
    let Some(mut text) = text.strip_prefix(start) else {
        return false;
    };
    let mut parts: Vec<_> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        match text.find(part) {
            Some(at) => text = text.get(at + part.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    text.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::post::PostId;

    fn reason(coupon: &Coupon, product: &CartProduct, customer: &[String]) -> Option<u8> {
        let prices = PriceSettings::default();
        let scene = CouponScene {
            products: vec![product],
            displayed_subtotal: 20.0,
            now: 1000,
            customer,
            category_names: &[(TermId(3), "Books".to_owned())],
            prices: &prices,
        };
        validate(coupon, &scene).err().map(|error| error.number())
    }

    #[test]
    fn reasons_are_told_in_their_order() {
        let product = CartProduct {
            id: PostId(7),
            category_ids: vec![TermId(3)],
            is_on_sale: true,
            ..CartProduct::default()
        };
        let visitor = ["9".to_owned(), "ana@mail.example".to_owned()];
        let coupon = |change: fn(&mut Coupon)| {
            let mut coupon = Coupon::default();
            change(&mut coupon);
            reason(&coupon, &product, &visitor)
        };
        assert_eq!(coupon(|_| ()), None);
        assert_eq!(coupon(|c| c.date_expires = Some(999)), Some(107));
        let limited = |c: &mut Coupon| {
            (c.usage_limit, c.usage_count, c.held) = (3, 2, 1);
            c.date_expires = Some(999);
        };
        assert_eq!(coupon(limited), Some(106));
        let per_user = |c: &mut Coupon| {
            c.usage_limit_per_user = 1;
            c.used_by = vec!["Ana@mail.example".to_owned()];
        };
        assert_eq!(coupon(per_user), Some(106));
        assert_eq!(coupon(|c| c.minimum_amount = 20.01), Some(108));
        assert_eq!(coupon(|c| c.maximum_amount = 19.99), Some(112));
        assert_eq!(coupon(|c| c.product_ids = vec![PostId(8)]), Some(109));
        assert_eq!(
            coupon(|c| c.product_categories = vec![TermId(4)]),
            Some(109)
        );
        assert_eq!(coupon(|c| c.exclude_sale_items = true), Some(110));
        assert_eq!(
            coupon(|c| c.excluded_product_ids = vec![PostId(7)]),
            Some(113)
        );
        assert_eq!(
            coupon(|c| c.excluded_product_categories = vec![TermId(3)]),
            Some(114)
        );
        assert_eq!(
            coupon(|c| c.email_restrictions = vec!["*@other.example".into()]),
            Some(102)
        );
        assert_eq!(
            coupon(|c| c.email_restrictions = vec!["A*@MAIL.example".into()]),
            None
        );
    }
}
