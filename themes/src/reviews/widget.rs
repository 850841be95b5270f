//! A widget: contract "reviews-widget", section 4.

use compat::reviews::SiteReviews;
use compat::reviews::attributes::{Attribution, ReviewsWidget};
use compat::reviews::carousel::{Bullet, number_text};
use compat::reviews::summary::Animate;
use minijinja::{Value, context};

use super::listing::items;
use super::summary::summary_html;
use super::words::word;
use crate::wordpress::head::url;
use crate::wordpress::view::View;

/// Renders a widget; `instance` is its number on the page, from 1.
pub(super) fn print(view: &View, widget: &ReviewsWidget, instance: usize) -> String {
    let site = view.site_data.get::<SiteReviews>();
    let place = site.place(&widget.place_id);
    let seed = site.shuffle(view.now);
    let reviews = if site.is_demo {
        let mut anywhere = widget.selection.clone();
        anywhere.place_id = String::new();
        anywhere.apply(&site.reviews, seed)
    } else {
        widget.selection.apply(&site.reviews, seed)
    };
    let id = widget.id.clone().unwrap_or_else(|| match instance {
        1 => "google-business-reviews-rating".to_owned(),
        number => format!("google-business-reviews-rating-{number}"),
    });
    let is_wanted = widget.selection.limit != Some(0);
    let values = context! {
        id,
        class => widget.root_classes(site.is_demo).join(" "),
        data => data(widget),
        tags => &widget.tags,
        summary => Value::from_safe_string(summary_html(view, widget, &place, instance)),
        items => items(view, widget, &reviews),
        notice => if is_wanted && widget.has_errors { word(&view.locale, "No reviews found.") } else { "" },
        bullets => widget.carousel.bullets(reviews.len()),
        bullet => match &widget.carousel.bullet {
            Bullet::Symbol(symbol) => symbol,
            _ => "●",
        },
        buttons => buttons(view, widget),
        rel => widget.links.rel.clone().unwrap_or_default(),
        attribution => attribution(widget),
        attribution_title => word(&view.locale, "Powered by Google"),
    };
    let html = view.render("reviews/widget.html", values);
    // The plugin's line ends: recording opiniones.
    html.replace('\n', "\r\n")
}

/// The data attributes of the widget's element, in their order: contract section 4.1.
fn data(widget: &ReviewsWidget) -> Vec<(&'static str, String)> {
    let (carousel, links) = (&widget.carousel, &widget.links);
    let number = |n: &Option<f64>| n.map(number_text);
    let is_immediate = widget.summary.animate == Animate::Immediate;
    let styled = |value: Option<&str>| value.filter(|_| widget.has_styles).map(str::to_owned);
    let off = |is_on: bool| (!is_on).then(|| "0".to_owned());
    let all = [
        ("data-href", links.href.clone()),
        ("data-stars", styled(widget.stars.data())),
        ("data-stars-gray", styled(widget.stars_gray.data())),
        ("data-animate", is_immediate.then(|| "immediate".to_owned())),
        ("data-view", carousel.view.map(|view| view.to_string())),
        (
            "data-loop",
            carousel.loop_count.map(|count| count.to_string()),
        ),
        (
            "data-iterations",
            carousel.iterations.map(|count| count.to_string()),
        ),
        ("data-interval", number(&carousel.interval)),
        ("data-transition", carousel.transition.clone()),
        (
            "data-transition-duration",
            number(&carousel.transition_duration),
        ),
        ("data-cursor", off(carousel.has_cursor)),
        ("data-draggable", off(carousel.is_draggable)),
    ];
    let given = all.into_iter();
    given
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

fn buttons(view: &View, widget: &ReviewsWidget) -> Vec<Value> {
    let links = &widget.links;
    let button =
        |label: &Option<String>, usual: &str, name: &str, class: &Option<String>, href: &str| {
            let label = label.as_ref()?;
            let class = match class {
                Some(own) => format!("{name} {own}"),
                None => format!("button {name}"),
            };
            let label = if label.is_empty() {
                word(&view.locale, usual)
            } else {
                label
            };
            Some(context! { label, class, href => Value::from_safe_string(url(href)) })
        };
    let reviews = button(
        &links.reviews_link,
        "View Reviews",
        "view-reviews",
        &links.reviews_link_class,
        &links.reviews_url,
    );
    let write = button(
        &links.write_review_link,
        "Write Review",
        "write-review",
        &links.write_review_link_class,
        &links.write_review_url,
    );
    reviews.into_iter().chain(write).collect()
}

/// The classes of the service's name; empty for none.
fn attribution(widget: &ReviewsWidget) -> String {
    if widget.attribution == Attribution::Hidden || widget.has_theme("tiny") {
        return String::new();
    }
    let more = widget.attribution.class().map(|c| format!(" {c}"));
    format!("powered-by-google{}", more.unwrap_or_default())
}
