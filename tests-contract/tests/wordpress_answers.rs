//! The column `wordpress`: answers that no recording shows, told by the contract, on both databases.

use compat::binds;
use tests_contract::client::{Answer, get_with};
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

const NO_CACHE: &str = "no-cache, must-revalidate, max-age=0, no-store, private";

fn get(server: &Oxipress, path: &str) -> Answer {
    get_with(server.addr, path, &[]).expect("answer")
}

/// Contract "wordpress-core", section 6.1: `X-Pingback` where pings are open, and nobody keeps a protected post.
fn headers_of_single_posts(database: Database) {
    let site = Site::recorded(database).expect("site");
    let open = "UPDATE {p}posts SET ping_status = 'open' WHERE ID = 28";
    site.execute(open, binds![]).expect("open");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let pingback = Some("http://127.0.0.1:8081/xmlrpc.php");
    let of = |path: &str| {
        let answer = get(&server, path);
        let header = |name: &str| answer.header(name).map(str::to_owned);
        (answer.status, header("x-pingback"), header("cache-control"))
    };
    let open = "/la-ruta-del-almendro/";
    assert_eq!(of(open), (200, pingback.map(str::to_owned), None));
    assert_eq!(of("/?p=28").1.as_deref(), pingback);
    assert_eq!(of("/paseo-por-las-carcavas/"), (200, None, None));
    assert_eq!(of("/noticias/"), (200, None, None));
    let protected = of("/entrada-protegida/");
    assert_eq!(protected.1.as_deref(), pingback);
    assert_eq!(protected.2.as_deref(), Some(NO_CACHE));
    // A redirect from what is not found must not be kept either: recording canonical/slug-parcial.
    assert_eq!(of("/paseo-por-las/").2.as_deref(), Some(NO_CACHE));
    assert_eq!(of("/contacto").2, None);
    let preview = of("/paseo-por-las-carcavas/?unapproved=1&moderation-hash=x");
    assert_eq!(preview.2.as_deref(), Some("max-age=600, must-revalidate"));
}

#[test]
fn headers_of_single_posts_on_sqlite() {
    headers_of_single_posts(Database::Sqlite);
}

#[test]
fn headers_of_single_posts_on_mariadb() {
    headers_of_single_posts(Database::MariaDb);
}

/// `sitemap.xml` is a rewrite rule of WordPress 6.8 (vector `parse_request`), so the canonical redirect answers, with
/// 301; the 302 of the contract's table is that of older versions.
#[test]
fn the_old_address_of_the_sitemap() {
    let server = Oxipress::start_recorded_site(Database::Sqlite).expect("server");
    let answer = get(&server, "/sitemap.xml");
    assert_eq!(answer.status, 301);
    let target = "http://127.0.0.1:8081/wp-sitemap.xml";
    assert_eq!(answer.header("location"), Some(target));
}
