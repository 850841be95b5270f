//! The shop's parts on pages made with the page builder, in widgets and in blocks.
//!
//! Contract "woocommerce", sections 5.1, 15.2 and 15.3; contract "woocommerce-store-api", section 11.1.

use compat::binds;
use tests_contract::server::Database;
use tests_contract::site::Site;

use super::shop::{Shop, add, add_term, set_option};

/// A section with modules.
fn layout(modules: &[(&str, &str)]) -> String {
    let modules: String = modules
        .iter()
        .map(|(slug, attributes)| {
            format!("[{slug} {attributes} _builder_version=\"4.20.4\"][/{slug}]")
        })
        .collect();
    format!(
        "[et_pb_section fb_built=\"1\" _builder_version=\"4.20.4\"][et_pb_row _builder_version=\"4.20.4\"]\
         [et_pb_column type=\"4_4\" _builder_version=\"4.20.4\"]{modules}[/et_pb_column][/et_pb_row][/et_pb_section]"
    )
}

fn set_content(site: &Site, id: i64, content: &str) {
    const SQL: &str = "UPDATE {p}posts SET post_content = ? WHERE ID = ?";
    let changed = site.execute(SQL, binds![content, id]).expect("content");
    assert_eq!(changed, 1);
}

fn add_meta(site: &Site, id: i64, key: &str, value: &str) {
    const SQL: &str = "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, ?, ?)";
    site.execute(SQL, binds![id, key, value]).expect("meta");
}

const HONEY: i64 = 1971;
const SHOP_PAGE: i64 = 2061;

/// The classes of the builder's modules of a page, without their numbers.
fn modules(body: &str) -> Vec<&str> {
    let classes = body.split("class=\"et_pb_module ").skip(1);
    let slugs = classes.filter_map(|rest| rest.split([' ', '"']).next());
    slugs.filter(|slug| slug.starts_with("et_pb_")).collect()
}

pub fn product_pages(database: Database) {
    let shop = Shop::new(database, |site| {
        let parts = [
            ("et_pb_wc_cart_notice", "page_type=\"product\""),
            ("et_pb_wc_images", ""),
            ("et_pb_wc_gallery", ""),
            ("et_pb_wc_title", "header_level=\"h2\""),
            ("et_pb_wc_price", ""),
            ("et_pb_wc_rating", ""),
            ("et_pb_wc_description", ""),
            ("et_pb_wc_add_to_cart", "show_stock=\"off\""),
            ("et_pb_wc_meta", "show_tags=\"off\""),
            ("et_pb_wc_tabs", "include_tabs=\"description\""),
            ("et_pb_wc_upsells", ""),
            ("et_pb_wc_breadcrumb", "breadcrumb_separator=\"&gt;\""),
        ];
        set_content(site, HONEY, &layout(&parts));
        for (key, value) in [
            ("_et_pb_use_builder", "on"),
            ("_et_pb_product_page_layout", "et_build_from_scratch"),
            ("_et_pb_woo_page_content_status", "modified"),
            ("_et_pb_old_content", "De la sierra"),
        ] {
            add_meta(site, HONEY, key, value);
        }
    });
    let (status, body) = shop.page("/producto/miel-de-romero/");
    assert_eq!(status, 200);
    // No notices, no gallery, no stars, nothing better: these modules are not there.
    assert_eq!(
        modules(&body),
        [
            "et_pb_wc_images",
            "et_pb_wc_title",
            "et_pb_wc_price",
            "et_pb_wc_description",
            "et_pb_wc_add_to_cart",
            "et_pb_wc_meta",
            "et_pb_wc_tabs",
            "et_pb_wc_breadcrumb"
        ]
    );
    assert!(body.contains("<h2>Miel de romero</h2>"));
    assert!(!body.contains("product_title") && !body.contains("wc-tabs-wrapper"));
    assert_eq!(body.matches("<form class=\"cart\"").count(), 1);
    for class in ["et_pb_hide_stock", "et_pb_wc_no_tags"] {
        assert!(body.contains(class), "{class}");
    }
    let (_, behind) = body.split_once("entry-summary").expect("the empty summary");
    let (_, behind) = behind
        .split_once("<div id=\"et-boc\"")
        .expect("the builder");
    assert!(behind.contains("et_builder_inner_content et_pb_gutters3 product"));
    assert!(behind.contains("<div class=\"et_pb_tab_content\"><p>De la sierra</p>"));
    assert_eq!(body.matches("woocommerce-breadcrumb").count(), 1);
}

pub fn modules_elsewhere(database: Database) {
    let shop = Shop::new(database, |site| {
        let price = [("_price", "3"), ("_regular_price", "3")];
        add(site, 5005, "azulejo", &price, &[]);
        let parts = [
            ("et_pb_wc_title", "product=\"1970\""),
            ("et_pb_wc_price", "product=\"1970\""),
            ("et_pb_wc_title", "product=\"latest\""),
            ("et_pb_wc_title", "product=\"999999\""),
            (
                "et_pb_wc_related_products",
                "product=\"1970\" posts_number=\"1\" columns_number=\"2\"",
            ),
            (
                "et_pb_shop",
                "type=\"sale\" columns_number=\"0\" show_price=\"off\"",
            ),
            (
                "et_pb_shop",
                "orderby=\"price-desc\" posts_number=\"2\" offset_number=\"1\"",
            ),
        ];
        set_content(site, SHOP_PAGE, &layout(&parts));
    });
    let (_, body) = shop.page("/tienda-divi/");
    assert_eq!(
        modules(&body),
        [
            "et_pb_wc_title",
            "et_pb_wc_price",
            "et_pb_wc_title",
            "et_pb_wc_related_products",
            "et_pb_shop",
            "et_pb_shop"
        ]
    );
    assert!(body.contains("<h1>Aceite de la loma</h1>"));
    let listed = shop.listed("/tienda-divi/");
    // One like it, one on sale, and two of all but the dearest.
    assert_eq!(listed.len(), 4, "{listed:?}");
    assert_eq!(listed[..2], ["miel-de-romero", "miel-de-romero"]);
    assert!(body.contains("et_pb_shop_no_price et_pb_shop_grid"));
    assert!(body.contains("data-shortcode_index=\"1\""));
}

fn widget(site: &Site, kind: &str, settings: &str) {
    let option = format!("widget_woocommerce_{kind}");
    let value = format!("a:2:{{i:2;{settings}s:12:\"_multiwidget\";i:1;}}");
    set_option(site, &option, &value);
}

/// Widgets that the area of the pages holds.
const KINDS: [&str; 8] = [
    "products",
    "recent_reviews",
    "price_filter",
    "rating_filter",
    "layered_nav",
    "layered_nav_filters",
    "product_categories",
    "product_search",
];

/// A shop with colours and an area of widgets.
fn with_widgets(database: Database) -> Shop {
    Shop::new(database, |site| {
        add_term(site, 900, "pa_color", "rojo");
        add_term(site, 901, "pa_color", "azul");
        let price = [("_price", "100"), ("_regular_price", "100")];
        add(
            site,
            5004,
            "vendido",
            &price,
            &[("pa_color", "rojo"), ("pa_color", "azul")],
        );
        add(site, 5005, "azulejo", &price, &[("pa_color", "azul")]);
        const ATTRIBUTE: &str = "INSERT INTO {p}woocommerce_attribute_taxonomies (attribute_name, attribute_label, \
            attribute_type, attribute_orderby, attribute_public) VALUES ('color', 'Color', 'select', 'menu_order', 0)";
        site.execute(ATTRIBUTE, binds![]).expect("attribute");
        for kind in KINDS {
            let settings = match kind {
                "layered_nav" => {
                    "a:2:{s:9:\"attribute\";s:5:\"color\";s:10:\"query_type\";s:2:\"or\";}"
                }
                "products" => "a:2:{s:4:\"show\";s:6:\"onsale\";s:6:\"number\";i:3;}",
                "product_categories" => "a:2:{s:5:\"count\";i:1;s:12:\"hierarchical\";i:1;}",
                _ => "a:1:{s:5:\"title\";s:0:\"\";}",
            };
            widget(site, kind, settings);
        }
        let ids = KINDS.iter().enumerate().map(|(at, kind)| {
            let id = format!("woocommerce_{kind}-2");
            format!("i:{at};s:{}:\"{id}\";", id.len())
        });
        let ids: String = ids.collect();
        let areas = format!("a:1:{{s:9:\"sidebar-1\";a:{}:{{{ids}}}}}", KINDS.len());
        set_option(site, "sidebars_widgets", &areas);
    })
}

pub fn widgets(database: Database) {
    let shop = with_widgets(database);
    let (_, list) = shop.page("/tienda/");
    let has = |body: &str, text: &str| assert!(body.contains(text), "{text}");
    has(&list, "<span class=\"product-title\">Miel de romero</span>");
    has(&list, "widget_recent_reviews");
    has(&list, "<span class=\"reviewer\">");
    has(&list, "data-max=\"100\"");
    has(
        &list,
        "<li class=\"wc-layered-nav-rating\"><a href=\"http://127.0.0.1:8081/tienda/?rating_filter=5\">",
    );
    has(
        &list,
        "href=\"http://127.0.0.1:8081/tienda/?filter_color=azul&#038;query_type_color=or\">azul</a> <span class=\"count\">(2)</span>",
    );
    has(&list, "<ul class=\"product-categories\">");
    has(&list, "id=\"woocommerce-product-search-field-0\"");
    assert!(!list.contains("widget_layered_nav_filters"));
    let (_, chosen) = shop.page("/tienda/?filter_color=rojo&query_type_color=or&min_price=20");
    has(
        &chosen,
        "woocommerce-widget-layered-nav-list__item--chosen chosen",
    );
    // One value is enough, so the other stays to be added.
    has(&chosen, "filter_color=rojo,azul");
    has(&chosen, "widget_layered_nav_filters");
    has(
        &chosen,
        "href=\"http://127.0.0.1:8081/tienda/?filter_color=rojo&#038;query_type_color=or\"",
    );
    let (_, elsewhere) = shop.page("/noticias/");
    assert!(!elsewhere.contains("widget_price_filter"));
    assert!(!elsewhere.contains("woocommerce-widget-layered-nav"));
}

pub fn blocks(database: Database) {
    let shop = Shop::new(database, |site| {
        let summary: String = ["heading", "taxes", "subtotal"]
            .iter()
            .map(|name| {
                format!(
                    "<!-- wp:woocommerce/cart-order-summary-{name}-block -->\n\
                     <div class=\"wp-block-woocommerce-cart-order-summary-{name}-block\"></div>\n\
                     <!-- /wp:woocommerce/cart-order-summary-{name}-block -->\n\n"
                )
            })
            .collect();
        let cart = format!(
            "<!-- wp:woocommerce/cart -->\n<div class=\"wp-block-woocommerce-cart is-loading\">\
             <!-- wp:woocommerce/filled-cart-block -->\n<div class=\"wp-block-woocommerce-filled-cart-block\">\
             <!-- wp:woocommerce/cart-order-summary-block -->\n\
             <div class=\"wp-block-woocommerce-cart-order-summary-block\">{summary}</div>\n\
             <!-- /wp:woocommerce/cart-order-summary-block -->\
             <!-- wp:woocommerce/proceed-to-checkout-block {{\"checkoutPageId\":8}} -->\n\
             <div class=\"wp-block-woocommerce-proceed-to-checkout-block\"></div>\n\
             <!-- /wp:woocommerce/proceed-to-checkout-block --></div>\n<!-- /wp:woocommerce/filled-cart-block --></div>\n\
             <!-- /wp:woocommerce/cart -->"
        );
        set_content(site, SHOP_PAGE, &cart);
    });
    let (_, body) = shop.page("/tienda-divi/");
    for text in [
        "<div data-block-name=\"woocommerce/cart\" class=\"wp-block-woocommerce-cart is-loading\">",
        "<div data-block-name=\"woocommerce/proceed-to-checkout-block\" data-checkout-page-id=\"8\" class=",
        "<div data-block-name=\"woocommerce/cart-order-summary-totals-block\"",
        "wc-blocks-style-cart-css",
    ] {
        assert!(body.contains(text), "{text}");
    }
    let line = |name: &str| body.find(&format!("cart-order-summary-{name}-block\" class"));
    assert!(line("subtotal") < line("taxes"));
}

pub fn rules(database: Database) {
    let shop = Shop::new(database, |site| {
        let parts = [
            (
                "et_pb_wc_cart_totals",
                "horizontal_gutter_width=\"4px\" background_color=\"#112233\" title_font_size=\"33px\"",
            ),
            (
                "et_pb_shop",
                "sale_badge_custom_padding=\"1px|2px|3px|4px\" title_text_color=\"#445566\" rating_letter_spacing=\"3px\"",
            ),
            (
                "et_pb_wc_title",
                "product=\"1970\" header_text_color=\"#010203\"",
            ),
        ];
        set_content(site, SHOP_PAGE, &layout(&parts));
    });
    let (_, body) = shop.page("/tienda-divi/");
    for rule in [
        ".et_pb_wc_cart_totals_0{background-color:#112233}",
        ".et_pb_wc_cart_totals_0 h6{font-size:33px!important}",
        ".et_pb_wc_cart_totals_0 table.shop_table{border-collapse:separate;border-spacing:4px 0px}",
        ".et_pb_wc_cart_totals_0 button.button{padding-top:0.3em!important;padding-right:1em!important;",
        ".et_pb_shop_0 ul.products li.product .woocommerce-loop-product__title{color:#445566!important}",
        ".et_pb_shop_0 ul.products li.product .onsale{padding-top:1px!important;padding-right:2px!important;",
        "width:calc(5.4em + (3px * 4))",
        ".et_pb_wc_title_0 h6{color:#010203",
    ] {
        assert!(body.contains(rule), "{rule}");
    }
}

/// The widget lists what a visitor has looked at; only sites that have it remember that.
pub fn recently_viewed(database: Database) {
    let place = |site: &Site| {
        widget(
            site,
            "recently_viewed_products",
            "a:2:{s:5:\"title\";s:0:\"\";s:6:\"number\";i:2;}",
        );
        let area =
            "a:1:{s:9:\"sidebar-1\";a:1:{i:0;s:38:\"woocommerce_recently_viewed_products-2\";}}";
        set_option(site, "sidebars_widgets", area);
    };
    let shop = Shop::new(database, place);
    let seen = |cookie: &str, path: &str| {
        let answer = shop.visit(path, cookie);
        assert_eq!(answer.status, 200, "{path}");
        let lines = answer.headers.iter();
        let set = lines.filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
        let set = set.map(|(_, line)| line.as_str());
        let set = set.filter(|line| line.starts_with("woocommerce_recently_viewed="));
        (set.collect::<Vec<_>>().join("\n"), answer.body)
    };
    let oil = "/producto/aceite-de-la-loma/";
    let (set, first) = seen("", oil);
    let own = "woocommerce_recently_viewed=1970; path=/";
    assert_eq!(set, own);
    assert!(!first.contains("widget_recently_viewed_products"));
    // Every visitor is told, not the first one alone.
    assert_eq!(seen("", oil).0, own);
    let (set, _) = seen(
        "woocommerce_recently_viewed=1970%7C1971",
        "/producto/aceite-de-la-loma/",
    );
    assert_eq!(set, "woocommerce_recently_viewed=1971%7C1970; path=/");
    let (set, list) = seen(
        "woocommerce_recently_viewed=1974%7C1970%7C999999%7C2%7C1971",
        "/tienda/",
    );
    assert_eq!(set, "");
    let listed = list
        .split_once("widget_recently_viewed_products")
        .map_or("", |(_, rest)| rest);
    let listed = listed.split_once("</ul>").map_or("", |(own, _)| own);
    let names: Vec<_> = listed.matches("<span class=\"product-title\">").collect();
    assert_eq!(names.len(), 2, "{listed}");
    let (oil, honey) = (listed.find("Aceite"), listed.find("Miel"));
    assert!(honey.is_some() && honey < oil, "{listed}");
    assert!(!listed.contains("Manta"), "{listed}");
    // Nobody else sees it.
    assert!(
        !seen("", "/tienda/")
            .1
            .contains("widget_recently_viewed_products")
    );
    let without = Shop::new(database, |_| {});
    let answer = without.visit("/producto/aceite-de-la-loma/", "");
    assert!(answer.header("set-cookie").is_none());
}
