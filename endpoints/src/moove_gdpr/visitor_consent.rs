//! What the banner reads of a page's request.

use compat::moove_gdpr::{COOKIE, Settings, VisitorConsent};
use compat::wordpress::url::PageUrl;

use crate::column::PageDataSource;

/// Reads the consent cookie and the query.
pub fn visitor_consent(source: &PageDataSource<'_>) -> VisitorConsent {
    let settings = source.state.site_data.get::<Settings>();
    let url = PageUrl::new(source.input.request.target());
    VisitorConsent::of(source.input.cookies.get(COOKIE), &url, settings)
}
