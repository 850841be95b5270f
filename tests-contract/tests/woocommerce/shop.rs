//! The recorded shop with further products.

use compat::binds;
use tests_contract::client::{ClientResponse, get_with};
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

/// A site with further products, and a server on it.
pub struct Shop {
    server: Oxipress,
    _site: Site,
}

impl Shop {
    pub fn new(database: Database, fill: impl FnOnce(&Site)) -> Self {
        let site = Site::recorded(database).expect("site");
        fill(&site);
        let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
        Self {
            server,
            _site: site,
        }
    }

    pub fn answer(&self, path: &str) -> ClientResponse {
        get_with(self.server.addr, path, &[("Host", "127.0.0.1:8081")]).expect("answer")
    }

    /// The answer to a visitor with a cookie.
    pub fn visit(&self, path: &str, cookie: &str) -> ClientResponse {
        let headers = [("Host", "127.0.0.1:8081"), ("Cookie", cookie)];
        get_with(self.server.addr, path, &headers).expect("answer")
    }

    pub fn page(&self, path: &str) -> (u16, String) {
        let answer = self.answer(path);
        (answer.status, answer.body)
    }

    /// Slugs of the listed products, in order.
    pub fn listed(&self, path: &str) -> Vec<String> {
        let (status, body) = self.page(path);
        assert_eq!(status, 200, "{path}");
        let links = body.split("<li class=\"product ").skip(1);
        let slug = |item: &str| {
            let href = item.split("href=\"").nth(1)?.split('"').next()?;
            href.trim_end_matches('/')
                .rsplit('/')
                .next()
                .map(str::to_owned)
        };
        links.filter_map(slug).collect()
    }
}

/// Adds a product with meta (key, value) and terms (taxonomy, slug).
pub fn add(site: &Site, id: i64, slug: &str, meta: &[(&str, &str)], terms: &[(&str, &str)]) {
    add_post(site, id, ("product", 0), slug, meta);
    const TERM: &str = "INSERT INTO {p}term_relationships (object_id, term_taxonomy_id) \
        SELECT ?, tt.term_taxonomy_id FROM {p}term_taxonomy tt JOIN {p}terms t ON t.term_id = tt.term_id \
        WHERE tt.taxonomy = ? AND t.slug = ?";
    for (taxonomy, slug) in terms {
        let added = site
            .execute(TERM, binds![id, *taxonomy, *slug])
            .expect("term");
        assert_eq!(added, 1, "{taxonomy} {slug}");
    }
}

pub fn add_post(
    site: &Site,
    id: i64,
    (kind, parent): (&str, i64),
    slug: &str,
    meta: &[(&str, &str)],
) {
    const POST: &str = "INSERT INTO {p}posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, \
        post_excerpt, post_status, comment_status, post_name, to_ping, pinged, post_modified, post_modified_gmt, \
        post_content_filtered, post_type, post_parent) VALUES (?, 1, '2026-03-01 10:00:00', '2026-03-01 09:00:00', '', \
        ?, '', 'publish', 'closed', ?, '', '', '2026-03-01 10:00:00', '2026-03-01 09:00:00', '', ?, ?)";
    const META: &str = "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, ?, ?)";
    const LOOKUP: &str = "INSERT INTO {p}wc_product_meta_lookup (product_id, sku, min_price, max_price, onsale, \
        stock_status, rating_count, average_rating, total_sales) VALUES (?, '', ?, ?, 0, 'instock', 0, 0, ?)";
    site.execute(POST, binds![id, slug, slug, kind, parent])
        .expect("post");
    for (key, value) in meta {
        site.execute(META, binds![id, *key, *value]).expect("meta");
    }
    let value = |key: &str| {
        let found = meta.iter().find(|(k, _)| *k == key);
        found.map_or("0", |(_, v)| *v).parse::<f64>().unwrap_or(0.0)
    };
    let (price, sales) = (value("_price"), value("total_sales"));
    site.execute(LOOKUP, binds![id, price, price, sales])
        .expect("lookup");
}

pub fn add_term(site: &Site, id: i64, taxonomy: &str, slug: &str) {
    const TERM: &str = "INSERT INTO {p}terms (term_id, name, slug) VALUES (?, ?, ?)";
    const TAXONOMY: &str = "INSERT INTO {p}term_taxonomy (term_taxonomy_id, term_id, taxonomy, description) \
        VALUES (?, ?, ?, '')";
    site.execute(TERM, binds![id, slug, slug]).expect("term");
    site.execute(TAXONOMY, binds![id, id, taxonomy])
        .expect("taxonomy");
}

/// Sets an autoloaded option.
pub fn set_option(site: &Site, name: &str, value: &str) {
    const REMOVE: &str = "DELETE FROM {p}options WHERE option_name = ?";
    const ADD: &str =
        "INSERT INTO {p}options (option_name, option_value, autoload) VALUES (?, ?, 'yes')";
    site.execute(REMOVE, binds![name]).expect("remove");
    site.execute(ADD, binds![name, value]).expect("add");
}
