//! Sitemaps and their style sheets.
//!
//! Contract "wordpress-core", section 14.2. Sitemaps are printed on one line, as recorded. The XSL style sheets, which
//! show a sitemap as a table in a browser, have our own wording and layout.

use compat::wordpress::formatting::escape::esc_xml;
use compat::wordpress::l10n::Locale;
use compat::wordpress::sitemap::SitemapEntry;
use minijinja::context;

use super::head::url;
use crate::engine::Engine;
use crate::render::RenderError;

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// A sitemap (`urlset`).
pub fn urlset(stylesheet: &str, entries: &[SitemapEntry]) -> String {
    document(stylesheet, "urlset", "url", entries)
}

/// A sitemap index.
pub fn sitemap_index(stylesheet: &str, entries: &[SitemapEntry]) -> String {
    document(stylesheet, "sitemapindex", "sitemap", entries)
}

fn document(stylesheet: &str, root: &str, child: &str, entries: &[SitemapEntry]) -> String {
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<?xml-stylesheet type=\"text/xsl\" href=\"{}\" ?>\n\
         <{root} xmlns=\"{NAMESPACE}\"",
        url(stylesheet)
    );
    if entries.is_empty() {
        return out + "/>\n";
    }
    out.push('>');
    for entry in entries {
        out.push_str(&format!("<{child}><loc>{}</loc>", xml_url(&entry.loc)));
        if let Some(lastmod) = &entry.lastmod {
            out.push_str(&format!("<lastmod>{}</lastmod>", esc_xml(lastmod)));
        }
        out.push_str(&format!("</{child}>"));
    }
    out + &format!("</{root}>\n")
}

/// A URL in XML: `&#038;` is decoded first and printed as `&amp;`.
fn xml_url(address: &str) -> String {
    url(address).replace("&#038;", "&amp;")
}

/// The style sheet of sitemaps, or of the index.
///
/// # Errors
/// When the template fails.
pub fn stylesheet(engine: &Engine, locale: &Locale, is_index: bool) -> Result<String, RenderError> {
    let lang = locale.html_lang();
    let direction = if locale.wp_locale().is_rtl {
        "rtl"
    } else {
        "ltr"
    };
    engine.render(
        "wordpress/sitemap/stylesheet.xml",
        context! {
            lang,
            direction,
            title => locale.translate("XML Sitemap"),
            address => locale.translate("URL"),
            modified => locale.translate("Last Modified"),
            root => if is_index { "sitemapindex" } else { "urlset" },
            child => if is_index { "sitemap" } else { "url" },
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_stand_on_one_line() {
        let entry = SitemapEntry {
            loc: "https://casas.example/?a=1&b=2".to_owned(),
            lastmod: Some("2026-01-04T09:03:00+01:00".to_owned()),
        };
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
            <?xml-stylesheet type=\"text/xsl\" href=\"https://casas.example/s.xsl\" ?>\n";
        let namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";
        assert_eq!(
            urlset("https://casas.example/s.xsl", &[entry]),
            format!(
                "{head}<urlset xmlns=\"{namespace}\"><url><loc>https://casas.example/?a=1&amp;b=2</loc>\
                 <lastmod>2026-01-04T09:03:00+01:00</lastmod></url></urlset>\n"
            )
        );
        assert_eq!(
            sitemap_index("https://casas.example/s.xsl", &[]),
            format!("{head}<sitemapindex xmlns=\"{namespace}\"/>\n")
        );
    }
}
