//! JSON-LD of the place in the head: contract "reviews-widget", section 6.

use compat::reviews::SiteReviews;
use compat::reviews::place::Place;
use compat::reviews::structured_data::{Pages, pages, structured_data};

use super::image;
use crate::wordpress::view::{Page, View};

/// The object as JSON, with `<` and `>` escaped.
pub(super) fn json(view: &View, place: &Place) -> String {
    let reviews = &view.site_data.get::<SiteReviews>().reviews;
    let image = image::logo(view, place);
    let json = structured_data(
        place,
        reviews,
        &image,
        &view.site.home(),
        &view.site.options,
    );
    json.replace('<', "\\u003C")
}

/// `wp_head`.
pub(super) fn print(page: &mut Page) -> String {
    let view = &page.view;
    let reviews = view.site_data.get::<SiteReviews>();
    let is_wanted = match pages(&view.site.options) {
        Pages::No => false,
        Pages::Front => view.query.is.is_front_page,
        Pages::One(id) => view.queried_post().is_some_and(|post| post.id.0 == id),
        Pages::All => true,
    };
    let place = &reviews.current;
    let has_review = reviews.reviews.iter().any(|review| review.status);
    if !is_wanted || reviews.is_demo || !reviews.is_ok || place.name.is_empty() || !has_review {
        return String::new();
    }
    let json = json(view, place).replace('&', "&amp;");
    format!("<script type=\"application/ld+json\">\n[ {json} ]\n</script>\n")
}
