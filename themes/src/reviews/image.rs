//! URLs of place icons and authors' avatars: contract "reviews-widget", sections 3.2, 4.3 and 6.

use compat::reviews::SiteReviews;
use compat::reviews::item_style::Avatar;
use compat::reviews::place::Place;
use compat::reviews::review::Review;

use crate::wordpress::view::View;

/// The service's URL prefix of place type icons.
const SERVICE_ICONS: &str = "https://maps.gstatic.com/";

fn attachment(view: &View, id: i64) -> Option<String> {
    view.attachments.get(&id).map(|attachment| attachment.url())
}

/// The icon of a place: the site's, else the service's.
pub(super) fn icon(view: &View, place: &Place) -> String {
    attachment(view, view.site_data.get::<SiteReviews>().icon).unwrap_or_else(|| place.icon.clone())
}

/// Whether an icon is the service's.
pub(super) fn is_generic(icon: &str) -> bool {
    icon.starts_with(SERVICE_ICONS)
}

/// The image for structured data.
pub(super) fn logo(view: &View, place: &Place) -> String {
    let reviews = view.site_data.get::<SiteReviews>();
    attachment(view, reviews.logo)
        .or_else(|| Some(reviews.company_logo.clone()).filter(|url| !url.is_empty()))
        .unwrap_or_else(|| icon(view, place))
}

/// The avatar of an author; empty for none.
pub(super) fn avatar(view: &View, avatar: &Avatar, review: &Review) -> String {
    match avatar {
        Avatar::Replaced(url) => url.clone(),
        Avatar::Local if !review.avatar.is_empty() => {
            format!("{}/gmbrr/{}", view.site.uploads_url(), review.avatar)
        }
        _ => review.profile_photo_url.clone(),
    }
}
