//! The column `woocommerce`: recorded pages of the catalogue, and its rules on products beside the recorded ones, on both
//! databases.
//!
//! Contract "woocommerce", sections 1, 5 and 6. Known differences (`fixtures/recordings/expected-differences`): assets of
//! the checkout on lists.

use anyhow::Result;
use compat::binds;
use tests_contract::client::get;
use tests_contract::recording::load;
use tests_contract::replay::replay;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;
use tests_contract::{expected, fixtures};

/// A site with further products, and a server on it.
struct Shop {
    server: Oxipress,
    _site: Site,
}

impl Shop {
    fn new(database: Database, fill: impl FnOnce(&Site)) -> Self {
        let site = Site::recorded(database).expect("site");
        fill(&site);
        let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
        Self {
            server,
            _site: site,
        }
    }

    fn page(&self, path: &str) -> (u16, String) {
        let answer = get(self.server.addr, path).expect("answer");
        let body = String::from_utf8_lossy(&answer.body).into_owned();
        (answer.status, body)
    }

    /// Slugs of the listed products, in order.
    fn listed(&self, path: &str) -> Vec<String> {
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
fn add(site: &Site, id: i64, slug: &str, meta: &[(&str, &str)], terms: &[(&str, &str)]) {
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

fn add_post(site: &Site, id: i64, (kind, parent): (&str, i64), slug: &str, meta: &[(&str, &str)]) {
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

fn add_term(site: &Site, id: i64, taxonomy: &str, slug: &str) {
    const TERM: &str = "INSERT INTO {p}terms (term_id, name, slug) VALUES (?, ?, ?)";
    const TAXONOMY: &str = "INSERT INTO {p}term_taxonomy (term_taxonomy_id, term_id, taxonomy, description) \
        VALUES (?, ?, ?, '')";
    site.execute(TERM, binds![id, slug, slug]).expect("term");
    site.execute(TAXONOMY, binds![id, id, taxonomy])
        .expect("taxonomy");
}

fn recorded_pages(database: Database) -> Result<()> {
    let server = Oxipress::start_recorded_site(database)?;
    let recordings = load(&fixtures().join("recordings/woocommerce/catalogue"))?;
    let found = replay(server.addr, &recordings)?;
    expected::check("woocommerce-catalogue", &found)
}

fn lists(database: Database) {
    let price = |price| [("_price", price), ("_regular_price", price)];
    let shop = Shop::new(database, |site| {
        add_term(site, 900, "pa_color", "rojo");
        add_term(site, 901, "pa_color", "azul");
        add(
            site,
            5001,
            "oculto",
            &price("1"),
            &[
                ("product_visibility", "exclude-from-catalog"),
                ("product_visibility", "exclude-from-search"),
            ],
        );
        add(
            site,
            5002,
            "solo-tienda",
            &price("2"),
            &[("product_visibility", "exclude-from-search")],
        );
        add(
            site,
            5003,
            "solo-busqueda",
            &price("3"),
            &[("product_visibility", "exclude-from-catalog")],
        );
        let sold = [
            ("_price", "100"),
            ("_regular_price", "100"),
            ("total_sales", "7"),
        ];
        add(
            site,
            5004,
            "vendido",
            &sold,
            &[("pa_color", "rojo"), ("pa_color", "azul")],
        );
        add(site, 5005, "azulejo", &price("4"), &[("pa_color", "azul")]);
    });
    let all = shop.listed("/tienda/");
    assert!(all.contains(&"solo-tienda".to_owned()) && all.contains(&"vendido".to_owned()));
    assert!(!all.contains(&"oculto".to_owned()) && !all.contains(&"solo-busqueda".to_owned()));
    let found = shop.listed("/?s=solo&post_type=product");
    assert!(found.is_empty(), "the only result is shown: {found:?}");
    let answer = get(shop.server.addr, "/?s=solo&post_type=product").expect("answer");
    assert_eq!(answer.status, 302);
    let location = answer.header("location").unwrap_or_default();
    assert!(location.ends_with("/producto/solo-busqueda/"), "{location}");
    let first = |path: &str| shop.listed(path).first().cloned().unwrap_or_default();
    assert_eq!(first("/tienda/?orderby=price"), "solo-tienda");
    assert_eq!(first("/tienda/?orderby=price-desc"), "vendido");
    assert_eq!(first("/tienda/?orderby=popularity"), "vendido");
    assert_eq!(first("/tienda/?orderby=rating"), "aceite-de-la-loma");
    assert_eq!(first("/tienda/?orderby=date"), "azulejo");
    assert_eq!(first("/tienda/?orderby=title"), "aceite-de-la-loma");
    assert_eq!(
        shop.listed("/tienda/?orderby=price&max_price=5"),
        ["solo-tienda", "azulejo"]
    );
    assert_eq!(shop.listed("/tienda/?min_price=70"), ["vendido"]);
    // A range fits when it overlaps: the blanket costs 40 to 45.
    assert_eq!(
        shop.listed("/tienda/?min_price=44&max_price=46"),
        ["manta-de-lana"]
    );
    assert_eq!(
        shop.listed("/tienda/?rating_filter=5"),
        ["aceite-de-la-loma"]
    );
    assert_eq!(shop.listed("/tienda/?filter_color=rojo,azul"), ["vendido"]);
    let any = shop.listed("/tienda/?filter_color=rojo,azul&query_type_color=or");
    assert_eq!(any, ["azulejo", "vendido"]);
    let (_, empty) = shop.page("/tienda/?filter_color=verde");
    assert!(empty.contains("woocommerce-no-products-found"));
}

fn pages_of_lists(database: Database) {
    let shop = Shop::new(database, |site| {
        for id in 0..14 {
            let slug = format!("zeta-{id:02}");
            add(site, 6000 + id, &slug, &[("_price", "5")], &[]);
        }
    });
    let (_, first) = shop.page("/tienda/");
    assert!(
        first.contains("Mostrando 1&ndash;9 de 19 resultados"),
        "{first}"
    );
    assert!(first.contains("<nav class=\"woocommerce-pagination\""));
    assert!(first.contains("href=\"http://127.0.0.1:8081/tienda/page/2/\">2</a>"));
    assert!(first.contains("<a class=\"next page-numbers\""));
    let (status, last) = shop.page("/tienda/page/3/?orderby=price&color=a%22b");
    assert_eq!(status, 200);
    assert!(last.contains("Mostrando 19&ndash;19 de 19 resultados"));
    assert!(last.contains("<input type=\"hidden\" name=\"color\" value=\"a&quot;b\" />"));
    assert!(!last.contains("name=\"orderby\" value="));
    assert!(last.contains("/tienda/page/2/?orderby=price&#038;color=a%22b\""));
    assert_eq!(shop.page("/tienda/page/4/").0, 404);
}

fn stock_and_reviews(database: Database) {
    let shop = Shop::new(database, |site| {
        const OPTION: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = ?";
        let hide = "woocommerce_hide_out_of_stock_items";
        site.execute(OPTION, binds!["yes", hide]).expect("option");
        let rating = "woocommerce_enable_review_rating";
        site.execute(OPTION, binds!["no", rating]).expect("option");
    });
    assert!(
        !shop
            .listed("/tienda/")
            .contains(&"plato-de-barro".to_owned())
    );
    // The page itself stays.
    assert_eq!(shop.page("/producto/plato-de-barro/").0, 200);
    let (_, list) = shop.page("/tienda/");
    assert!(!list.contains("value=\"rating\"") && !list.contains("star-rating"));
    let (_, product) = shop.page("/producto/aceite-de-la-loma/");
    assert!(!product.contains("star-rating") && !product.contains("name=\"rating\""));
}

fn forms(database: Database) {
    let shop = Shop::new(database, |site| {
        let external = [
            ("_price", "9"),
            ("_regular_price", "9"),
            ("_product_url", "https://otra.example/x?a=1&b=2"),
            ("_button_text", "Ver fuera"),
        ];
        add(site, 7001, "externo", &external, &[]);
        add(
            site,
            7002,
            "lote",
            &[
                ("_children", "a:2:{i:0;i:1970;i:1;i:1974;}"),
                ("_price", "12.5"),
            ],
            &[],
        );
        add(
            site,
            7003,
            "gratis",
            &[
                ("_price", "0"),
                ("_regular_price", "0"),
                ("_sold_individually", "yes"),
            ],
            &[],
        );
        add(site, 7004, "sin-precio", &[], &[]);
        const TYPE: &str =
            "INSERT INTO {p}term_relationships (object_id, term_taxonomy_id) VALUES (?, ?)";
        const FIND: &str = "SELECT tt.term_taxonomy_id FROM {p}term_taxonomy tt JOIN {p}terms t \
            ON t.term_id = tt.term_id WHERE tt.taxonomy = 'product_type' AND t.slug = ?";
        for (product, kind) in [(7001, "external"), (7002, "grouped")] {
            let found: Vec<(i64,)> = site.load(FIND, binds![kind]).expect("type");
            let term = found.first().map(|(id,)| *id).unwrap_or_else(|| {
                add_term(site, 911 + product, "product_type", kind);
                911 + product
            });
            site.execute(TYPE, binds![product, term]).expect("type");
        }
    });
    let (_, external) = shop.page("/producto/externo/");
    assert!(
        external.contains("<form class=\"cart\" action=\"https://otra.example/x\" method=\"get\">")
    );
    assert!(external.contains("<input type=\"hidden\" name=\"b\" value=\"2\" />"));
    assert!(external.contains("Ver fuera</button>"));
    let (_, group) = shop.page("/producto/lote/");
    assert!(
        group.contains("<form class=\"cart grouped_form\""),
        "{group}"
    );
    assert!(
        group.contains("name=\"quantity[1970]\"") && !group.contains("name=\"quantity[1974]\"")
    );
    assert!(
        group.contains("<tr id=\"product-1974\" class=\"woocommerce-grouped-product-list-item")
    );
    assert!(group.contains("<input type=\"hidden\" name=\"add-to-cart\" value=\"7002\" />"));
    let (_, free) = shop.page("/producto/gratis/");
    assert!(
        free.contains("type=\"hidden\"\n\t\t\t\treadonly=\"readonly\""),
        "{free}"
    );
    assert!(free.contains("0,00&nbsp;"));
    let (_, unpriced) = shop.page("/producto/sin-precio/");
    assert!(!unpriced.contains("name=\"add-to-cart\"") && !unpriced.contains("purchasable"));
    let (_, none) = shop.page("/producto/sin-precio/");
    assert!(none.contains("woocommerce-product-gallery--without-images"));
}

fn set_option(site: &Site, name: &str, value: &str) {
    const REMOVE: &str = "DELETE FROM {p}options WHERE option_name = ?";
    const ADD: &str =
        "INSERT INTO {p}options (option_name, option_value, autoload) VALUES (?, ?, 'yes')";
    site.execute(REMOVE, binds![name]).expect("remove");
    site.execute(ADD, binds![name, value]).expect("add");
}

fn categories(database: Database) {
    let shop = Shop::new(database, |site| {
        set_option(site, "woocommerce_shop_page_display", "both");
        set_option(
            site,
            "woocommerce_category_archive_display",
            "subcategories",
        );
    });
    let (_, both) = shop.page("/tienda/");
    assert!(
        both.contains("<li class=\"product-category product first\">"),
        "{both}"
    );
    assert!(both.contains("Despensa <mark class=\"count\">(2)</mark>"));
    assert!(
        both.contains("<li class=\"product type-product ") && both.contains("woocommerce-ordering")
    );
    // A category without others below shows its products.
    assert_eq!(shop.listed("/categoria-producto/despensa/").len(), 2);
    // Whoever filters wants products.
    let (_, filtered) = shop.page("/tienda/?min_price=1");
    assert!(!filtered.contains("product-category"));
    let shop = Shop::new(database, |site| {
        set_option(site, "woocommerce_shop_page_display", "subcategories");
    });
    let (_, only) = shop.page("/tienda/");
    assert!(only.contains("product-category") && !only.contains("type-product post-"));
    assert!(!only.contains("woocommerce-result-count"));
}

fn attributes(database: Database) {
    let shop = Shop::new(database, |site| {
        const ATTRIBUTE: &str = "INSERT INTO {p}woocommerce_attribute_taxonomies (attribute_name, attribute_label, \
            attribute_type, attribute_orderby, attribute_public) VALUES (?, ?, 'select', 'menu_order', ?)";
        site.execute(ATTRIBUTE, binds!["tono", "Tono de color", 1])
            .expect("attribute");
        site.execute(ATTRIBUTE, binds!["talla", "Talla", 0])
            .expect("attribute");
        add_term(site, 920, "pa_tono", "ocre");
        add_term(site, 921, "pa_talla", "grande");
        let row = |name: &str| {
            format!(
                "s:{}:\"{name}\";a:6:{{s:4:\"name\";s:{}:\"{name}\";s:5:\"value\";s:0:\"\";s:8:\"position\";i:0;\
                 s:10:\"is_visible\";i:1;s:12:\"is_variation\";i:0;s:11:\"is_taxonomy\";i:1;}}",
                name.len(),
                name.len()
            )
        };
        let attributes = format!("a:2:{{{}{}}}", row("pa_tono"), row("pa_talla"));
        let meta = [
            ("_price", "5"),
            ("_weight", "1.5"),
            ("_product_attributes", attributes.as_str()),
        ];
        add(
            site,
            7101,
            "teja",
            &meta,
            &[("pa_tono", "ocre"), ("pa_talla", "grande")],
        );
    });
    let (_, page) = shop.page("/producto/teja/");
    assert!(page.contains("scope=\"row\">Tono de color</th>"), "{page}");
    assert!(page.contains("rel=\"tag\">ocre</a>") && page.contains("<p>grande</p>"));
    assert!(page.contains("1,5 lb"));
    assert_eq!(shop.listed("/?taxonomy=pa_tono&term=ocre"), ["teja"]);
}

fn shortcodes(database: Database) {
    let shop = Shop::new(database, |site| {
        const CONTENT: &str =
            "UPDATE {p}posts SET post_content = ? WHERE post_name = 'aviso-legal'";
        let content = "[products limit=\"2\" columns=\"2\" orderby=\"price\" paginate=\"true\" class=\"x\"] \
            [sale_products] [product id=\"1974\"] [add_to_cart id=\"1970\" style=\"\"] [add_to_cart_url id=\"1974\"]";
        site.execute(CONTENT, binds![content]).expect("content");
    });
    let (_, page) = shop.page("/aviso-legal/");
    let lists: Vec<&str> = page.split("<div class=\"woocommerce ").skip(1).collect();
    let names = |list: &str| -> Vec<String> {
        let list = list.split("</ul>").next().unwrap_or_default();
        let titles = list.split("product__title\">").skip(1);
        titles
            .map(|t| t.split('<').next().unwrap_or_default().to_owned())
            .collect()
    };
    assert!(lists[0].starts_with("columns-2 x\">"), "{}", lists[0]);
    assert_eq!(names(lists[0]), ["Miel de romero", "Aceite de la loma"]);
    assert!(
        lists[0].contains("href=\"http://127.0.0.1:8081/aviso-legal/?product-page=3\""),
        "{}",
        lists[0]
    );
    assert!(lists[1].starts_with("columns-3 \">") || lists[1].starts_with("columns-3\">"));
    assert_eq!(names(lists[1]), ["Miel de romero"]);
    assert!(page.contains("<p class=\"product woocommerce add_to_cart_inline \">"));
    assert!(
        page.contains("class=\"button product_type_simple add_to_cart_button ajax_add_to_cart\"")
    );
    assert!(page.contains("http://127.0.0.1:8081/producto/manta-de-lana/"));
    let (_, second) = shop.page("/aviso-legal/?product-page=2");
    let list = second
        .split("<div class=\"woocommerce ")
        .nth(1)
        .unwrap_or_default();
    assert_eq!(names(list), ["Plato de barro", "Manta de lana"]);
}

/// The form of the recorded variable product, as in the answer to a wrong submission of it.
fn variations(database: Database) {
    let shop = Shop::new(database, |_| {});
    let file = fixtures().join("recordings/woocommerce/add-variation-missing.json");
    let text = std::fs::read_to_string(file).expect("recording");
    let recording: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let recorded = recording["response"]["body"].as_str().expect("body");
    let attribute = |page: &str| {
        let start = page.split("data-product_variations=\"").nth(1);
        start
            .and_then(|rest| rest.split('"').next())
            .map(str::to_owned)
    };
    let (_, page) = shop.page("/producto/manta-de-lana/");
    assert!(attribute(recorded).is_some());
    assert_eq!(attribute(&page), attribute(recorded));
    assert!(page.contains("id=\"tmpl-variation-template\""));
    assert!(page.contains("var wc_add_to_cart_variation_params = "));
    let (_, chosen) = shop.page("/producto/manta-de-lana/?attribute_color=Cal");
    assert!(chosen.contains("<option value=\"Cal\"  selected='selected'>Cal</option>"));
}

macro_rules! on_both {
    ($($name:ident)*) => {$(
        mod $name {
            use tests_contract::server::Database;

            #[test]
            fn on_sqlite() {
                super::$name(Database::Sqlite);
            }

            #[test]
            fn on_mariadb() {
                super::$name(Database::MariaDb);
            }
        }
    )*};
}

on_both! { lists pages_of_lists stock_and_reviews categories attributes shortcodes forms variations }

#[test]
fn recorded_pages_on_sqlite() -> Result<()> {
    recorded_pages(Database::Sqlite)
}

#[test]
fn recorded_pages_on_mariadb() -> Result<()> {
    recorded_pages(Database::MariaDb)
}
