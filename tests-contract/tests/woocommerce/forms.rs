//! The forms of products' pages.

use compat::binds;
use tests_contract::fixtures;
use tests_contract::server::Database;

use super::shop::{Shop, add, add_term};

/// A product of each type, and some that are sold in a special way.
fn filled(database: Database) -> Shop {
    Shop::new(database, |site| {
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
    })
}

pub fn by_type(database: Database) {
    let shop = filled(database);
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

/// The form of the recorded variable product, as in the answer to a wrong submission of it.
pub fn variations(database: Database) {
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
    // Weight and sizes are not set.
    let none = "N/D".replace('/', "\\/");
    assert!(page.contains(&format!("&quot;weight_html&quot;:&quot;{none}&quot;")));
    let (_, chosen) = shop.page("/producto/manta-de-lana/?attribute_color=Cal");
    assert!(chosen.contains("<option value=\"Cal\"  selected='selected'>Cal</option>"));
}
