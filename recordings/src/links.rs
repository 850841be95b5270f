//! Addresses that a page, a sitemap or `robots.txt` names.

use std::sync::LazyLock;

use regex::Regex;

static HREF: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)<a\b[^>]*?\shref\s*=\s*(?:"([^"]+)"|'([^']+)')"#).expect("a constant pattern")
});
static LOC: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]+?)\s*(?:\]\]>)?\s*</loc>")
        .expect("a constant pattern")
});

/// The addresses of links in a page, or of the entries of a sitemap, as they stand there.
#[must_use]
pub fn links(text: &str) -> Vec<String> {
    let pages = HREF
        .captures_iter(text)
        .filter_map(|c| c.get(1).or_else(|| c.get(2)));
    let entries = LOC.captures_iter(text).filter_map(|c| c.get(1));
    let found = pages.chain(entries).map(|m| m.as_str());
    found
        .map(|url| url.replace("&amp;", "&").replace("&#038;", "&"))
        .collect()
}

/// Path and query of a link on a page of a site; `None` for one that leads elsewhere.
#[must_use]
pub fn path_on_site(host: &str, page: &str, link: &str) -> Option<String> {
    let link = link.split('#').next().unwrap_or_default().trim();
    let path = if let Some(rest) = link
        .strip_prefix("https://")
        .or_else(|| link.strip_prefix("http://"))
        .or_else(|| link.strip_prefix("//"))
    {
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        if rest.get(..end)? != host {
            return None;
        }
        let path = rest.get(end..)?;
        if path.starts_with('/') {
            path.to_owned()
        } else {
            format!("/{path}")
        }
    } else if link.starts_with('/') {
        link.to_owned()
    } else if link.is_empty()
        || link
            .split(['/', '?'])
            .next()
            .is_some_and(|first| first.contains(':'))
    {
        return None;
    } else if link.starts_with('?') {
        format!("{}{link}", page.split('?').next().unwrap_or_default())
    } else {
        let folder = page.split('?').next().unwrap_or_default();
        let folder = folder
            .rfind('/')
            .and_then(|at| folder.get(..=at))
            .unwrap_or("/");
        format!("{folder}{link}")
    };
    let is_plain = !path.chars().any(|c| c.is_control() || c == ' ') && path.len() <= 2000;
    is_plain.then_some(path)
}

/// The paths that `robots.txt` forbids to everybody, and the sitemaps that it names.
#[must_use]
pub fn robots(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut forbidden, mut sitemaps, mut is_for_all) = (Vec::new(), Vec::new(), false);
    for line in text.lines().take(5000) {
        let line = line.split('#').next().unwrap_or_default();
        let Some((name, value)) = line.split_once(':') else {
            continue;
        };
        let value = value.trim();
        match name.trim().to_ascii_lowercase().as_str() {
            "user-agent" => is_for_all = value == "*",
            "disallow" if is_for_all && !value.is_empty() => {
                forbidden.push(value.trim_end_matches(['*', '$']).to_owned());
            }
            "sitemap" => sitemaps.push(value.to_owned()),
            _ => {}
        }
    }
    (forbidden, sitemaps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_paths_of_the_site() {
        let page = "<a class=x href=\"/a/?b=1&amp;c=2#d\">x</a><a href='mailto:a@b'>y</a><loc>http://h/z</loc>";
        let found = links(page);
        assert_eq!(found.len(), 3);
        let of = |link: &str| path_on_site("h", "/p/q", link);
        assert_eq!(of(&found[0]).as_deref(), Some("/a/?b=1&c=2"));
        assert_eq!(of(&found[1]), None);
        assert_eq!(of(&found[2]).as_deref(), Some("/z"));
        assert_eq!(of("r").as_deref(), Some("/p/r"));
        assert_eq!(of("https://other/"), None);
        assert_eq!(of("javascript:alert(1)"), None);
        let (forbidden, maps) =
            robots("User-agent: *\nDisallow: /wp-admin/\nSitemap: http://h/s.xml");
        assert_eq!((forbidden.len(), maps.len()), (1, 1));
    }
}
