//! The second, travel-review widget: narrow, ratings only. Contract "reviews-widget", section 12.
//!
//! Embeds stored in content are not changed. This shortcode prints the configured widget: the portal's embed, or the
//! rating from the settings, without a request to the portal.

use compat::reviews::SiteReviews;
use compat::reviews::travel::WIDGET_TYPE;
use compat::wordpress::shortcode::ShortcodeCall;
use minijinja::{Value, context};

use super::words::rating_number;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

/// `[travel_rating]`.
pub(super) const SHORTCODE: &str = "travel_rating";

/// Number of widgets rendered; the portal's script uses it as id.
#[derive(Clone, Debug, Default)]
struct Printed(u32);

/// The initial number.
const FIRST: u32 = 400;

/// Renders the widget; empty when none is configured.
pub(super) fn shortcode(_: &ShortcodeCall<'_, Page>, page: &mut Page) -> String {
    let view = page.view.clone();
    let travel = &view.site_data.get::<SiteReviews>().configured.travel;
    if !travel.is_configured() {
        return String::new();
    }
    let printed = page.globals.of::<Printed>();
    printed.0 += 1;
    let uniq = FIRST + printed.0;
    let safe = Value::from_safe_string;
    let Some(rating) = travel.rating() else {
        let values = context! {
            kind => WIDGET_TYPE,
            uniq,
            href => safe(url(&travel.url)),
            portal => &travel.portal,
            script => travel.script_url(uniq),
        };
        return view.render("reviews/travel_embed.html", values);
    };
    let word = word(&travel.lang, travel.count);
    let number = rating_number(&view.locale, rating);
    let values = context! {
        kind => WIDGET_TYPE,
        uniq,
        lang => &travel.lang,
        has_border => travel.has_border,
        href => safe(url(&travel.url)),
        portal => &travel.portal,
        name => &travel.name,
        halves => format!("{:02}", travel.halves() * 5),
        full => "●".repeat(travel.halves() / 2),
        half => if travel.halves() % 2 == 1 { "◐" } else { "" },
        empty => "○".repeat(5 - travel.halves().div_ceil(2)),
        label => label(&travel.lang, &number),
        number,
        count => travel.count,
        word,
    };
    view.render("reviews/travel.html", values)
}

/// The singular or plural label of the count.
fn word(lang: &str, count: u64) -> &'static str {
    let words = match lang.get(..2) {
        Some("en") => ["review", "reviews"],
        Some("fr") => ["avis", "avis"],
        Some("de") => ["Bewertung", "Bewertungen"],
        _ => ["opinión", "opiniones"],
    };
    words[usize::from(count != 1)]
}

/// The text alternative of the rating circles.
fn label(lang: &str, number: &str) -> String {
    match lang.get(..2) {
        Some("en") => format!("{number} of 5"),
        Some("fr") => format!("{number} sur 5"),
        Some("de") => format!("{number} von 5"),
        _ => format!("{number} de 5"),
    }
}
