//! Pages that the settings name: contract "wordpress-rest", sections 4.2 and 6.3.

use compat::binds;
use serde_json::Value;
use tests_contract::owner::{owner_site, serve_owner_site};
use tests_contract::site::Site;

use super::{DATABASES, ask};

fn option(site: &Site, name: &str) -> String {
    const OPTION: &str = "SELECT option_value FROM {p}options WHERE option_name = ?";
    let rows: Vec<(String,)> = site.load(OPTION, binds![name]).expect("option");
    rows[0].0.clone()
}

/// The settings no longer name a page that is thrown away, as plain values.
#[test]
fn a_front_page_that_goes_leaves_the_settings() {
    for database in DATABASES {
        let site = owner_site(database).expect("site");
        let server = serve_owner_site(&site).expect("server");
        assert_eq!(option(&site, "page_on_front"), "1999");
        for (page, name) in [(1999, "page_on_front"), (2000, "page_for_posts")] {
            let route = format!("/pages/{page}");
            let gone = ask(&server, "editora", "DELETE", &route, &Value::Null);
            assert_eq!(gone.status, 403, "{}", gone.body);
            let gone = ask(&server, "duena", "DELETE", &route, &Value::Null);
            assert_eq!(gone.status, 200, "{}", gone.body);
            assert_eq!(option(&site, name), "0");
        }
        assert_eq!(option(&site, "show_on_front"), "posts");
    }
}
