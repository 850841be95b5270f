//! The site's icon (`get_site_icon_url`).

use super::view::View;

/// The URL of the icon for a size in pixels; `None` without an icon.
pub fn site_icon_url(view: &View, size: i64) -> Option<String> {
    let icon = view.attachments.get(&view.site.options.int("site_icon"))?;
    let full = icon.url();
    let sizes = icon.metadata.iter().flat_map(|m| m.sizes.iter());
    let mut fitting: Vec<_> = sizes
        .map(|(_, s)| s)
        .filter(|s| s.width >= size && s.height >= size && s.width == s.height)
        .collect();
    fitting.sort_by_key(|s| s.width);
    Some(match (fitting.first(), full.rfind('/')) {
        (Some(found), Some(at)) => {
            format!("{}/{}", full.get(..at).unwrap_or_default(), found.file)
        }
        _ => full,
    })
}
