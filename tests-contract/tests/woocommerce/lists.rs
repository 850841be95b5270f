//! Which products lists show, in which order, and what visitors filter by.

use compat::binds;
use tests_contract::server::Database;

use super::shop::{Shop, add, add_term, set_option};

/// Products of every visibility, with colours, prices and sales.
fn filled(database: Database) -> Shop {
    let price = |price| [("_price", price), ("_regular_price", price)];
    Shop::new(database, |site| {
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
    })
}

pub fn visibility(database: Database) {
    let shop = filled(database);
    let all = shop.listed("/tienda/");
    assert!(all.contains(&"solo-tienda".to_owned()) && all.contains(&"vendido".to_owned()));
    assert!(!all.contains(&"oculto".to_owned()) && !all.contains(&"solo-busqueda".to_owned()));
    let answer = shop.answer("/?s=solo&post_type=product");
    assert_eq!(answer.status, 302);
    let location = answer.header("location").unwrap_or_default();
    assert!(location.ends_with("/producto/solo-busqueda/"), "{location}");
}

pub fn orders_and_filters(database: Database) {
    let shop = filled(database);
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

pub fn pages_of_lists(database: Database) {
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

pub fn stock_and_reviews(database: Database) {
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
    assert!(!list.contains("value=\"rating\"") && !list.contains("class=\"star-rating\""));
    let (_, product) = shop.page("/producto/aceite-de-la-loma/");
    assert!(!product.contains("class=\"star-rating\"") && !product.contains("name=\"rating\""));
}

pub fn categories(database: Database) {
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

pub fn attributes(database: Database) {
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
    let archive = shop.answer("/?taxonomy=pa_tono&term=ocre");
    let location = archive.header("location").unwrap_or_default();
    assert_eq!(location, "http://127.0.0.1:8081/tono/ocre/");
    assert_eq!(shop.listed("/tono/ocre/"), ["teja"]);
}

pub fn shortcodes(database: Database) {
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
        lists[0].contains("href=\"/aviso-legal/?product-page=3\""),
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
