//! Stars.
//!
//! Contract "woocommerce", sections 5.3, 6.1 and 6.3.

use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::php::float::to_php_string;

use super::shop::Shop;

/// `wc_get_rating_html`: the stars of a mean (`4.50`) or a review (`5`); with a count, the mean of so many customers.
/// Empty without stars.
pub fn rating_html(shop: &Shop, rating: &str, count: i64) -> String {
    let stars: f64 = rating.parse().unwrap_or(0.0);
    if stars <= 0.0 {
        return String::new();
    }
    let label = shop.text("Rated %s out of 5").replacen("%s", rating, 1);
    let strong = format!("<strong class=\"rating\">{}</strong>", esc_html(rating));
    let text = if count > 0 {
        let pattern = shop.plural(
            "Rated %1$s out of 5 based on %2$s customer rating",
            "Rated %1$s out of 5 based on %2$s customer ratings",
            count,
        );
        let number = format!("<span class=\"rating\">{count}</span>");
        pattern.replace("%1$s", &strong).replace("%2$s", &number)
    } else {
        shop.text("Rated %s out of 5").replacen("%s", &strong, 1)
    };
    format!(
        "<div class=\"star-rating\" role=\"img\" aria-label=\"{}\"><span style=\"width:{}%\">{text}</span></div>",
        esc_attr(&label),
        to_php_string(stars / 5.0 * 100.0)
    )
}
