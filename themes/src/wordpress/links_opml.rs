//! The list of the site's links as OPML (`wp-links-opml.php`), white space as WordPress prints it.

use compat::wordpress::bookmark::{Bookmark, LinkCategory};
use compat::wordpress::formatting::escape::esc_attr;

use super::head::url;

/// The document: `title` as translated, `created` as `D, d M Y H:i:s`, in GMT.
#[must_use]
pub fn links_opml(
    title: &str,
    created: &str,
    version: &str,
    categories: &[LinkCategory],
) -> String {
    let outlines: String = categories.iter().map(outline).collect();
    format!(
        "<?xml version=\"1.0\"?>\n<opml version=\"1.0\">\n\t<head>\n\t\t<title>\n\t\t{title}\t\t</title>\n\
         \t\t<dateCreated>{created} GMT</dateCreated>\n\t\t<!-- generator=\"WordPress/{}\" -->\n\t</head>\n\
         \t<body>\n{outlines}</body>\n</opml>\n",
        esc_attr(version)
    )
}

fn outline((category, links): &LinkCategory) -> String {
    let links: String = links.iter().map(link).collect();
    format!(
        "<outline type=\"category\" title=\"{}\">\n\t{links}</outline>\n\t",
        esc_attr(&category.name)
    )
}

fn link(link: &Bookmark) -> String {
    let updated = match link.updated.as_str() {
        "0000-00-00 00:00:00" => "",
        updated => updated,
    };
    format!(
        "<outline text=\"{}\" type=\"link\" xmlUrl=\"{}\" htmlUrl=\"{}\" updated=\"{}\" />\n\t\t",
        esc_attr(&link.name),
        url(&link.rss),
        url(&link.url),
        esc_attr(updated)
    )
}
