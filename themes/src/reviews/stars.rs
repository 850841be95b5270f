//! The row of stars: contract "reviews-widget", section 4.4.

use compat::reviews::attributes::ReviewsWidget;
use compat::reviews::carousel::number_text;
use compat::reviews::star_rating::{StarRating, star_rating};
use compat::reviews::stars::Stars;
use compat::reviews::summary::Animate;
use minijinja::{Value, context};

use crate::wordpress::view::View;

const FULL: &str = "★";
const EMPTY: &str = "☆";

/// The stars' markup with a trailing space.
pub(super) fn stars_html(
    view: &View,
    widget: &ReviewsWidget,
    rating: f64,
    instance: usize,
) -> String {
    if !widget.summary.has_stars || widget.stars == Stars::Hidden {
        return String::new();
    }
    let stars = star_rating(rating);
    let is_animated = widget.summary.animate != Animate::No;
    let multiplier = number_text(widget.summary.multiplier);
    if !widget.has_styles {
        let values = context! {
            is_animated,
            multiplier,
            rating => number_text(rating),
            full => FULL.repeat(stars.nearest),
            rest => EMPTY.repeat(5 - stars.nearest.min(5)),
        };
        return view.render("reviews/stars_plain.html", values);
    }
    if widget.has_text_stars() {
        let values = context! { is_animated, multiplier, full => FULL.repeat(stars.ceil) };
        return view.render("reviews/stars_text.html", values);
    }
    if matches!(widget.stars, Stars::Inline(_)) {
        let values = context! { is_animated, instance, stars => inline(stars) };
        return view.render("reviews/stars_inline.html", values);
    }
    let values = context! { is_animated, classes => classes(stars) };
    view.render("reviews/stars.html", values)
}

/// The class of each star.
fn classes(stars: StarRating) -> Vec<String> {
    let split = stars
        .split
        .map(|golden| format!("star split-{golden}-{}", 100 - golden));
    std::iter::repeat_n("star".to_owned(), stars.full)
        .chain(split)
        .chain(std::iter::repeat_n("star gray".to_owned(), stars.gray))
        .collect()
}

/// The five images: number, class, width of the filled part.
fn inline(stars: StarRating) -> Vec<Value> {
    let star = |number: usize| {
        let is_split = stars.split.filter(|_| number == stars.ceil);
        let (class, width) = match is_split {
            Some(golden) => (format!("star mask-{golden}-{}", 100 - golden), golden),
            None if number > stars.ceil => ("star gray".to_owned(), 0),
            None => ("star".to_owned(), 100),
        };
        context! { number, still => number + 5, class, width }
    };
    (1..=5).map(star).collect()
}
