//! The summary of a widget: name, address, rating. Contract "reviews-widget", section 4.3.

use compat::reviews::attributes::{Attribution, ReviewsWidget};
use compat::reviews::item_style::Avatar;
use compat::reviews::place::Place;
use compat::reviews::summary::{Part, counted};
use minijinja::{Value, context};

use super::image;
use super::stars::stars_html;
use super::words::{rating_number, word};
use crate::wordpress::head::url;
use crate::wordpress::view::View;

/// The text of a part; `None` when it is hidden or empty.
fn text(part: &Part, stored: String) -> Option<String> {
    let text = match part {
        Part::Hidden => return None,
        Part::Shown => stored,
        Part::Replaced(text) => text.clone(),
    };
    (!text.is_empty()).then_some(text)
}

/// Markup of the summary; empty when there is none.
pub(super) fn summary_html(
    view: &View,
    widget: &ReviewsWidget,
    place: &Place,
    instance: usize,
) -> String {
    let summary = &widget.summary;
    if !summary.is_shown {
        return String::new();
    }
    let name = text(&summary.name, place.name.clone());
    let icon = text(&summary.icon, image::icon(view, place));
    let is_local = widget.item.avatar == Avatar::Local;
    let is_generic = is_local && icon.as_deref().is_some_and(image::is_generic);
    let values = context! {
        tags => &widget.tags,
        has_heading => name.is_some() || icon.is_some(),
        has_icon => icon.is_some(),
        is_generic,
        icon => Value::from_safe_string(icon.as_deref().map(url).unwrap_or_default()),
        alt => format!("{} {}", place.name, word(&view.locale, "Icon")),
        name => name.unwrap_or_default(),
        has_name => summary.name.is_shown(),
        vicinity => text(&summary.vicinity, place.vicinity.clone()).unwrap_or_default(),
        is_rated => place.rating > 0.0,
        google_icon => google_icon(view, widget),
        number => if summary.has_rating { rating_number(&view.locale, place.rating) } else { String::new() },
        stars => Value::from_safe_string(stars_html(view, widget, place.rating, instance)),
        count => count(view, widget, place),
        count_href => count_href(widget),
        rel => widget.links.rel.clone().unwrap_or_default(),
    };
    view.render("reviews/summary.html", values)
}

/// The classes of a tiny widget's attribution mark; empty for none.
fn google_icon(view: &View, widget: &ReviewsWidget) -> Value {
    let is_there = widget.has_theme("tiny") && widget.attribution != Attribution::Hidden;
    let more = widget
        .attribution
        .class()
        .map(|c| format!(" {c}"))
        .unwrap_or_default();
    let class = if is_there {
        format!("attribution google-icon{more}")
    } else {
        String::new()
    };
    context! { class, title => word(&view.locale, "Powered by Google") }
}

fn count(view: &View, widget: &ReviewsWidget, place: &Place) -> String {
    if !widget.summary.has_count {
        return String::new();
    }
    let number = place.rating_count;
    match &widget.summary.review_word {
        Some((one, many)) => counted(number, one, many),
        None => counted(
            number,
            word(&view.locale, "review"),
            word(&view.locale, "reviews"),
        ),
    }
}

/// The link of the review count; empty for plain text.
fn count_href(widget: &ReviewsWidget) -> Value {
    let links = &widget.links;
    let is_plain = links.reviews_are_plain || links.leads_to_reviews();
    let href = if is_plain {
        String::new()
    } else {
        url(&links.reviews_url)
    };
    Value::from_safe_string(href)
}
