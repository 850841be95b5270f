//! The column `wordpress`: responses specified by the contract without a recording, on both databases.

use compat::binds;
use tests_contract::client::{ClientResponse, get_with};
use tests_contract::server::{Database, Oxipress, recorded_arguments};
use tests_contract::site::Site;
use tests_contract::visit::post_form;

const NO_CACHE: &str = "no-cache, must-revalidate, max-age=0, no-store, private";

fn get(server: &Oxipress, path: &str) -> ClientResponse {
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

/// The browser modules' development page: also served without trailing slash, and only with `--dev`.
#[test]
fn the_page_of_the_modules_is_for_development() {
    let site = Site::recorded(Database::Sqlite).expect("site");
    let server = Oxipress::serve_recorded_site(&site.url, &["--dev"], &[]).expect("server");
    let answer = get(&server, "/__modules?module=tabs");
    assert_eq!(answer.status, 301);
    let target = "http://127.0.0.1:8081/__modules/?module=tabs";
    assert_eq!(answer.header("location"), Some(target));
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    assert_eq!(get(&server, "/__modules").status, 404);
}

fn post(server: &Oxipress, path: &str, body: &str) -> ClientResponse {
    post_form(server.addr, path, body, &[]).expect("answer")
}

/// A trackback is a comment of its own type; it comes once from an address, and columns see it as
/// they see comments (contract "honeypot", section 5.3).
fn trackbacks(database: Database) {
    let site = Site::recorded(database).expect("site");
    let open = "UPDATE {p}posts SET ping_status = 'open' WHERE ID = 28";
    site.execute(open, binds![]).expect("open");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let path = "/la-ruta-del-almendro/trackback/";
    let sent = "title=Un+paseo&url=http://otra.example/paseo&blog_name=Otra+casa&excerpt=Por+la+%3Cb%3Eloma";
    let caught = post(&server, path, sent);
    assert_eq!(caught.status, 500);
    assert!(
        caught.body.contains("<code>wp_die</code>"),
        "{}",
        caught.body
    );
    let fields = format!("{sent}&casacue4217=1&alt_s=");
    let stored = post(&server, path, &fields);
    assert_eq!(
        stored.header("content-type"),
        Some("text/xml; charset=UTF-8")
    );
    let ok =
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<response>\n<error>0</error>\n</response>";
    assert_eq!((stored.status, stored.body.as_str()), (200, ok));
    const ROWS: &str = "SELECT comment_author, comment_author_url, comment_content, comment_approved \
        FROM {p}comments WHERE comment_post_ID = 28 AND comment_type = 'trackback'";
    let rows: Vec<(String, String, String, String)> = site.load(ROWS, binds![]).expect("rows");
    let row = [
        "Otra casa",
        "http://otra.example/paseo",
        "<strong>Un paseo</strong>\n\nPor la loma",
        "1",
    ];
    assert_eq!(
        rows,
        [(row[0].into(), row[1].into(), row[2].into(), row[3].into())]
    );
    let again = post(&server, path, &fields);
    assert!(again.body.contains("<error>1</error>"), "{}", again.body);
    let closed = post(&server, "/paseo-por-las-carcavas/trackback/", &fields);
    assert!(closed.body.contains("trackbacks"), "{}", closed.body);
    assert_eq!(post(&server, path, "").status, 302);
}

#[test]
fn trackbacks_on_sqlite() {
    trackbacks(Database::Sqlite);
}

#[test]
fn trackbacks_on_mariadb() {
    trackbacks(Database::MariaDb);
}

/// Contract "wordpress-core", section 18: an account by the form of the login page.
fn registration(database: Database) {
    const PATH: &str = "/wp-login.php?action=register";
    const HONEYPOT: &str = "casacue4217=1&alt_s=";
    let site = Site::recorded(database).expect("site");
    let closed = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    assert_eq!(get(&closed, PATH).status, 302);
    drop(closed);
    let open = "UPDATE {p}options SET option_value = '1' WHERE option_name = 'users_can_register'";
    site.execute(open, binds![]).expect("open");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let form = get(&server, PATH);
    assert_eq!(form.status, 200);
    for piece in [
        "id=\"registerform\"",
        "name=\"user_email\"",
        "notice notice-info message register",
        "wpa_initiator",
    ] {
        assert!(form.body.contains(piece), "{piece} in {}", form.body);
    }
    let errors = |fields: &str| {
        let answer = post(&server, PATH, &format!("{fields}&{HONEYPOT}"));
        assert_eq!(answer.status, 200, "{fields}");
        answer.body.matches("<strong>Error").count()
    };
    assert_eq!(errors("user_login=&user_email="), 2);
    assert_eq!(errors("user_login=a%C3%B1o!&user_email=nada"), 2);
    assert_eq!(errors("user_login=ANFITRION&user_email=x@y.example"), 1);
    assert_eq!(
        post(&server, PATH, "user_login=ana&user_email=ana@casa.example").status,
        200
    );
    let done = post(
        &server,
        PATH,
        &format!("user_login=ana.b&user_email=ana@casa.example&{HONEYPOT}"),
    );
    assert_eq!(done.status, 302);
    assert_eq!(
        done.header("location"),
        Some("/wp-login.php?checkemail=registered")
    );
    assert_eq!(errors("user_login=otra&user_email=ANA@casa.example"), 1);
    stored_account(&site);
}

/// The rows of the account: as WordPress writes them, with a key for the first password.
fn stored_account(site: &Site) {
    const USER: &str =
        "SELECT user_login, user_nicename, user_email, display_name FROM {p}users WHERE ID > 1";
    let users: Vec<(String, String, String, String)> = site.load(USER, binds![]).expect("users");
    let row = ["ana.b", "ana-b", "ana@casa.example", "ana.b"].map(str::to_owned);
    assert_eq!(users, [row.into()]);
    const META: &str =
        "SELECT meta_key, meta_value FROM {p}usermeta WHERE user_id > 1 ORDER BY umeta_id";
    let meta: Vec<(String, String)> = site.load(META, binds![]).expect("meta");
    assert_eq!(meta.len(), 14, "{meta:?}");
    let capabilities = meta.iter().find(|(key, _)| key == "wp_capabilities");
    assert_eq!(
        capabilities.expect("role").1,
        "a:1:{s:10:\"subscriber\";b:1;}"
    );
    const KEY: &str = "SELECT user_activation_key FROM {p}users WHERE ID > 1";
    let key: Vec<(String,)> = site.load(KEY, binds![]).expect("key");
    assert!(
        key.iter().all(|(key,)| key.contains(":$generic$")),
        "{key:?}"
    );
}

#[test]
fn registration_on_sqlite() {
    registration(Database::Sqlite);
}

#[test]
fn registration_on_mariadb() {
    registration(Database::MariaDb);
}

/// Files of the legacy software that the site's folder does not hold are not linked by pages with our own modules.
#[test]
fn own_modules_link_no_file_that_is_missing() {
    let site = Site::recorded(Database::Sqlite).expect("site");
    let arguments = recorded_arguments();
    let arguments: Vec<&str> = arguments
        .iter()
        .map(|a| if a == "legacy" { "react" } else { a.as_str() })
        .collect();
    let server = Oxipress::serve(&site.url, &arguments, &[]).expect("server");
    let own = "http://127.0.0.1:8081";
    let mut asked = 0;
    for page in [
        "/",
        "/paseo-por-las-carcavas/",
        "/contacto/",
        "/wp-login.php",
    ] {
        let body = get(&server, page).body;
        for address in body
            .split(['\'', '"'])
            .filter_map(|part| part.strip_prefix(own))
        {
            let path = address.split('?').next().unwrap_or_default();
            // The modules are built apart from the binary.
            let is_ours = path.starts_with("/wp-content/oxipress/modules/");
            if is_ours || !(path.ends_with(".css") || path.ends_with(".js")) {
                continue;
            }
            assert_eq!(get(&server, address).status, 200, "{address} on {page}");
            asked += 1;
        }
    }
    assert!(asked > 0, "not even the base theme's sheet is linked");
}

const GALLERY: &str = "Antes [caption id=\"attachment_19\" width=\"300\"]<img src=\"x.jpg\" alt=\"\" /> Un pie[/caption]\n\n\
    [gallery ids=\"19,20,19\" columns=\"2\"]\n\nDespués";

/// Makes the post of the tests hold a gallery, and gives it the format `gallery`.
fn with_gallery(site: &Site, has_format: bool) {
    const TEXT: &str = "UPDATE {p}posts SET post_content = ? WHERE ID = 28";
    site.execute(TEXT, binds![GALLERY]).expect("text");
    if !has_format {
        return;
    }
    const TERM: &str =
        "INSERT INTO {p}terms (term_id, name, slug, term_group) VALUES (901, ?, ?, 0)";
    const TAXONOMY: &str = "INSERT INTO {p}term_taxonomy (term_taxonomy_id, term_id, taxonomy, description, parent, count) \
        VALUES (901, 901, 'post_format', '', 0, 1)";
    const RELATION: &str = "INSERT INTO {p}term_relationships (object_id, term_taxonomy_id, term_order) VALUES (28, 901, 0)";
    let name = "post-format-gallery";
    site.execute(TERM, binds![name, name]).expect("term");
    site.execute(TAXONOMY, binds![]).expect("taxonomy");
    site.execute(RELATION, binds![]).expect("relation");
}

/// The markup of recording pages/modulos-texto, where a module holds the gallery.
#[test]
fn captions_and_galleries_are_printed() {
    let site = Site::recorded(Database::Sqlite).expect("site");
    with_gallery(&site, false);
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let body = get(&server, "/la-ruta-del-almendro/").body;
    for piece in [
        "<div id=\"attachment_19\" style=\"width: 310px\" class=\"wp-caption alignnone\"><img ",
        "aria-describedby=\"caption-attachment-19\"",
        "<p id=\"caption-attachment-19\" class=\"wp-caption-text\">Un pie</p></div>",
        "<div id='gallery-1' class='gallery galleryid-28 gallery-columns-2 gallery-size-thumbnail'><dl class='gallery-item'>\n\
         \t\t\t<dt class='gallery-icon landscape'>\n\t\t\t\t<a href='http://127.0.0.1:8081/patio/'><img ",
        "class=\"attachment-thumbnail size-thumbnail\" alt=\"Foto de patio\" aria-describedby=\"gallery-1-19\" /></a>",
        "<dd class='wp-caption-text gallery-caption' id='gallery-1-20'>\n\t\t\t\tPie de foto: salon\n\t\t\t\t</dd></dl>\
         <br style=\"clear: both\" />\n\t\t</div>\n",
    ] {
        assert!(body.contains(piece), "{piece}\nin\n{body}");
    }
}

/// Contract "divi-theme", section 5 (post formats): a slider in lists, a grid on the post's own page.
#[test]
fn the_gallery_format_shows_its_pictures() {
    let site = Site::recorded(Database::Sqlite).expect("site");
    with_gallery(&site, true);
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let single = get(&server, "/la-ruta-del-almendro/").body;
    let start = "<ul class=\"et_post_gallery clearfix\"><li class=\"et_gallery_item et_pb_gallery_image\">\
        <a href=\"http://127.0.0.1:8081/wp-content/uploads/2026/11/patio.jpg\" title=\"";
    assert!(single.contains(start), "{single}");
    assert_eq!(
        single.matches("<span class=\"et_overlay\"></span>").count(),
        2
    );
    assert!(single.contains("<p class=\"et_pb_gallery_caption\">Pie de foto: salon</p></li></ul>"));
    assert!(!single.contains("id='gallery-1'") && single.contains("<p>Después</p>"));
    let slider = "<div class=\"et_pb_slider et_pb_slider_fullwidth_off et_pb_gallery_post_type\"><div class=\"et_pb_slides\">\
        <div class=\"et_pb_slide\" style=\"background: url(http://127.0.0.1:8081/wp-content/uploads/2026/11/patio";
    for list in ["/category/rutas/", "/?s=almendro"] {
        let body = get(&server, list).body;
        let entry = body.split("id=\"post-28\"").nth(1).unwrap_or_default();
        let entry = entry.split("</article>").next().unwrap_or_default();
        assert!(
            entry.contains(slider) && entry.contains("class=\"entry-title\""),
            "{list}: {entry}"
        );
    }
}

/// Without pretty permalinks the script itself takes trackbacks; its query names the post.
#[test]
fn trackbacks_without_permalinks() {
    let site = Site::recorded(Database::Sqlite).expect("site");
    const PLAIN: &str =
        "UPDATE {p}options SET option_value = '' WHERE option_name = 'permalink_structure'";
    site.execute(PLAIN, binds![]).expect("plain");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let sent = "title=x&url=http://otra.example/&casacue4217=1&alt_s=";
    let closed = post(&server, "/wp-trackback.php?p=27", sent);
    assert_eq!(closed.status, 200);
    assert!(closed.body.contains("trackbacks"), "{}", closed.body);
    let visit = get(&server, "/wp-trackback.php?p=27");
    assert_eq!(
        visit.header("location"),
        Some("http://127.0.0.1:8081/?p=27")
    );
    let nowhere = post(&server, "/wp-trackback.php", sent);
    assert!(nowhere.body.contains(" ID "), "{}", nowhere.body);
}

/// A plugin's shortcode is never printed literally, neither in a page nor in an archive's text.
#[test]
fn no_raw_shortcode_shows() {
    let server = Oxipress::start_recorded_site(Database::Sqlite).expect("server");
    for path in [
        "/opiniones/",
        "/formularios-varios/",
        "/?s=opiniones",
        "/?s=formulario",
        "/contacto/",
        "/carrito/",
    ] {
        // The plugin's own complaint about a type that it does not know begins like its shortcode.
        let body = get(&server, path)
            .body
            .replace("[reviews_rating type not found", "");
        for tag in [
            "[reviews_rating",
            "[contact-form-7",
            "[link_google",
            "[et_pb_",
            "[woocommerce_",
        ] {
            assert!(!body.contains(tag), "{tag} on {path}");
        }
    }
}
