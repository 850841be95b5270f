//! `robots.txt` of a site without such a file (`do_robots`).
//!
//! Contract "wordpress-core", section 14.3.

use super::head::url;

/// The input of the text.
#[derive(Debug, Clone)]
pub struct RobotsTxt<'a> {
    /// The site URL.
    pub siteurl: &'a str,
    /// The URL of the sitemap index, if enabled.
    pub sitemap: Option<String>,
    /// The columns' `Disallow` paths, relative to the site's path.
    pub disallowed: &'a [&'a str],
}

impl RobotsTxt<'_> {
    /// The text.
    pub fn text(&self) -> String {
        let path = path_of(self.siteurl);
        let mut out = "User-agent: *\n".to_owned();
        for rule in self.disallowed {
            out.push_str(&format!("Disallow: {path}{rule}\n"));
        }
        out.push_str(&format!(
            "Disallow: {path}/wp-admin/\nAllow: {path}/wp-admin/admin-ajax.php\n"
        ));
        if let Some(sitemap) = &self.sitemap {
            out.push_str(&format!("\nSitemap: {}\n", url(sitemap)));
        }
        out
    }
}

/// The path of a URL, without trailing slash.
fn path_of(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let path = rest.find('/').and_then(|at| rest.get(at..));
    path.unwrap_or_default().trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_in_a_folder() {
        let robots = RobotsTxt {
            siteurl: "https://casas.example/wp/",
            sitemap: Some("https://casas.example/wp/wp-sitemap.xml".to_owned()),
            disallowed: &["/privado/"],
        };
        assert_eq!(
            robots.text(),
            "User-agent: *\nDisallow: /wp/privado/\nDisallow: /wp/wp-admin/\nAllow: /wp/wp-admin/admin-ajax.php\n\n\
             Sitemap: https://casas.example/wp/wp-sitemap.xml\n"
        );
    }
}
