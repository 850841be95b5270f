//! `/wp-links-opml.php`: the link manager's links as OPML.

use compat::wordpress::bookmark::link_categories;
use compat::wordpress::date::{PhpDate, WpTimezone};
use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::php::cast::string_to_int;
use compat::wordpress::php::url::urldecode;
use http::StatusCode;
use themes::wordpress::links_opml::links_opml;

use super::input::Input;
use super::request_context::{RequestContext, SiteSnapshot};
use crate::request_error::RequestError;
use crate::server::Response;

/// Handles a request for the script; the parameter `link_cat` names one category by its id.
///
/// # Errors
/// When the database fails.
pub async fn respond(snapshot: &SiteSnapshot<'_>, input: &Input) -> Result<Response, RequestError> {
    let context = RequestContext::of_script(snapshot, input).await?;
    let site = &context.state.site;
    // A word is no category: all are listed.
    let wanted = urldecode(input.get_text("link_cat").as_bytes());
    let category = Some(string_to_int(&wanted).saturating_abs()).filter(|id| *id > 0);
    let categories = link_categories(&context.app.db, site, category).await?;
    let name = site.options.text("blogname");
    let title = context.text("Links for %s").replace("%s", &esc_attr(&name));
    let created = PhpDate::new(context.now, &WpTimezone::utc()).format("D, d M Y H:i:s");
    let body = links_opml(&title, &created, &context.app.wp_version, &categories);
    Ok(Response::typed(
        StatusCode::OK,
        "text/xml; charset=UTF-8",
        body,
    ))
}
