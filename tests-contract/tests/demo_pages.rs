//! The demo site's own pages (`fixtures/demo-pages`): each is served, whole, in its language, with its pictures.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use regex::Regex;
use serde_json::Value;
use tests_contract::client::{ClientResponse, get};
use tests_contract::server::{Oxipress, binary};

/// Pages with the language that they are in.
const PAGES: &[(&str, &str)] = &[
    ("/", "es"),
    ("/inicio/", "es"),
    ("/tienda/", "es"),
    ("/producto/manta-de-la-sierra/", "es"),
    ("/producto/el-desayuno-de-la-loma/", "es"),
    ("/categoria-producto/huerta/frutos-secos/", "es"),
    ("/la-casa/", "es"),
    ("/tarifas/", "es"),
    ("/cuaderno-de-la-loma/", "es"),
    ("/alrededores-de-la-loma/", "es"),
    ("/historia-de-la-loma/", "es"),
    ("/como-llegar/", "es"),
    ("/en/", "en-US"),
    ("/en/shop/", "en-US"),
    ("/en/the-house/", "en-US"),
    ("/en/prices/", "en-US"),
    ("/fr/", "fr-FR"),
    ("/fr/boutique/", "fr-FR"),
    ("/fr/la-maison/", "fr-FR"),
    ("/fr/tarifs/", "fr-FR"),
    ("/de/", "de-DE"),
    ("/de/laden/", "de-DE"),
    ("/de/das-haus/", "de-DE"),
    ("/de/preise/", "de-DE"),
];

struct Demo {
    server: Oxipress,
    _home: tempfile::TempDir,
}

impl Demo {
    fn serve() -> Self {
        let home = tempfile::tempdir().expect("temporary folder");
        let mut command = Command::new(binary().expect("binary"));
        command
            .arg("serve")
            .current_dir(home.path())
            .env_clear()
            .env("HOME", home.path())
            .env("OXIPRESS_LOG", "error")
            .stdout(Stdio::null());
        let server = Oxipress::run(&mut command).expect("server");
        Self {
            server,
            _home: home,
        }
    }

    fn get(&self, path: &str) -> ClientResponse {
        get(self.server.addr, path).expect("answer")
    }
}

fn all<'a>(pattern: &str, text: &'a str) -> Vec<&'a str> {
    let pattern = Regex::new(pattern).expect("pattern");
    let captures = pattern.captures_iter(text);
    captures
        .filter_map(|found| found.get(1).map(|m| m.as_str()))
        .collect()
}

#[test]
fn pages_of_the_house_are_served_whole() {
    let demo = Demo::serve();
    let mut pictures = BTreeSet::new();
    for (path, language) in PAGES {
        let page = demo.get(path);
        assert_eq!(page.status, 200, "{path}");
        assert!(
            page.body.contains(&format!("lang=\"{language}\"")),
            "{path} is in {language}"
        );
        let raw = all(r"(\[/?et_pb_\w+)", &page.body);
        assert!(raw.is_empty(), "{path} prints {raw:?}");
        let named = all(
            r"(/wp-content/uploads/[\w./-]+\.(?:webp|mp4|webm|mp3))",
            &page.body,
        );
        pictures.extend(named.into_iter().map(str::to_owned));
    }
    assert!(pictures.len() > 20, "{pictures:?}");
    for picture in &pictures {
        assert_eq!(demo.get(picture).status, 200, "{picture}");
    }
}

#[test]
fn translations_know_each_other() {
    let demo = Demo::serve();
    for [spanish, english, french, german] in [
        ["/", "/en/", "/fr/", "/de/"],
        [
            "/la-casa/",
            "/en/the-house/",
            "/fr/la-maison/",
            "/de/das-haus/",
        ],
        ["/tienda/", "/en/shop/", "/fr/boutique/", "/de/laden/"],
    ] {
        let page = demo.get(spanish).body;
        for path in [english, french, german] {
            let other = format!("http://{}{path}\"", demo.server.addr);
            assert!(page.contains(&other), "{spanish}: {other}");
        }
    }
}

#[test]
fn the_front_page_is_the_finished_one() {
    let demo = Demo::serve();
    let home = demo.get("/").body;
    assert!(home.contains("Duerme dentro de la loma"));
    // The recorded front page, with all modules, behind a link of the menu and one of the page.
    let modules = home.matches("/inicio/\"").count();
    assert!(modules >= 2, "{modules} links");
    assert!(demo.get("/inicio/").body.contains("Casas cueva en la loma"));
    let old = demo.get("/bienvenida/");
    assert_eq!(old.status, 301);
    let here = format!("http://{}/", demo.server.addr);
    assert_eq!(old.header("location"), Some(here.as_str()));
}

#[test]
fn the_shop_speaks_the_language_of_the_page() {
    let demo = Demo::serve();
    for (path, words, missing) in [
        ("/tienda/", "¡Oferta!", "Sale!"),
        ("/tienda/", "Orden de la tienda", "Default sorting"),
        ("/en/shop/", "Sale!", "¡Oferta!"),
        ("/fr/boutique/", "Promo !", "Sale!"),
        ("/de/laden/", "Angebot!", "Sale!"),
        ("/de/laden/", "Bewertet mit 4.50 von 5", "Rated"),
        (
            "/producto/manta-de-la-sierra/",
            "Elige una opción",
            "Choose an option",
        ),
        (
            "/producto/miel-de-azahar-y-romero/",
            "Añadir al carrito",
            "Add to cart",
        ),
        (
            "/producto/almendras-tostadas-con-tomillo/",
            "2 disponibles",
            "in stock",
        ),
        ("/producto/cantaro-azul/", "Agotado", "Out of stock"),
        ("/carrito/", "Tu carrito está vacío.", "is currently empty"),
    ] {
        let page = demo.get(path).body;
        assert!(page.contains(words), "{path}: {words}");
        assert!(!page.contains(missing), "{path}: {missing}");
    }
}

/// Products of each kind, with what their rows say of them, as the Store API tells it.
#[test]
fn the_shop_has_products_of_every_kind() {
    let demo = Demo::serve();
    let list = demo.get("/wp-json/wc/store/v1/products?per_page=100&orderby=menu_order&order=asc");
    let list: Vec<Value> = serde_json::from_str(&list.body).expect("products");
    let own: Vec<&Value> = list
        .iter()
        .filter(|product| {
            product["sku"]
                .as_str()
                .is_some_and(|sku| sku.starts_with("LOMA-"))
        })
        .collect();
    assert_eq!(own.len(), 12);
    for product in &own {
        let images = product["images"].as_array().expect("images");
        assert!(!images.is_empty(), "{product}");
        for image in images {
            let address = image["thumbnail"].as_str().expect("thumbnail");
            let path = address.split_once("/wp-content").expect("upload").1;
            assert!(path.ends_with("-300x300.webp"), "{path}");
            assert_eq!(
                demo.get(&format!("/wp-content{path}")).status,
                200,
                "{path}"
            );
        }
    }
    let of = |slug: &str| *own.iter().find(|p| p["slug"] == slug).expect(slug);
    let blanket = of("manta-de-la-sierra");
    assert_eq!(blanket["type"], "variable");
    assert_eq!(blanket["variations"].as_array().map(Vec::len), Some(4));
    assert_eq!(blanket["attributes"].as_array().map(Vec::len), Some(2));
    assert_eq!(blanket["images"].as_array().map(Vec::len), Some(4));
    assert_eq!(blanket["average_rating"], "5.00");
    assert_eq!(blanket["prices"]["price_range"]["min_amount"], "5900");
    assert_eq!(of("miel-de-azahar-y-romero")["on_sale"], true);
    // A sale with dates, and the last two bags.
    assert_eq!(
        of("almendras-tostadas-con-tomillo")["prices"]["price"],
        "550"
    );
    assert_eq!(
        of("almendras-tostadas-con-tomillo")["low_stock_remaining"],
        2
    );
    assert_eq!(of("cuenco-vidriado")["is_on_backorder"], true);
    assert_eq!(of("cantaro-azul")["is_in_stock"], false);
    assert_eq!(of("bono-de-una-noche")["sold_individually"], true);
    assert_eq!(of("casas-en-la-tierra")["type"], "external");
    assert_eq!(of("el-desayuno-de-la-loma")["type"], "grouped");
}

/// Fonts lie beside the browser modules: what the sheet names is what `react-modules/fonts.js` brings.
#[test]
fn fonts_of_the_sheet_come_from_packages() {
    let demo = Demo::serve();
    let sheet = demo.get("/wp-content/oxipress/theme.css").body;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../react-modules/fonts.js");
    let script = std::fs::read_to_string(script).expect("fonts.js");
    let fonts = all(r#"url\("modules/fonts/([^"]+)"\)"#, &sheet);
    assert_eq!(fonts.len(), 6, "{fonts:?}");
    for font in fonts {
        assert!(script.contains(&format!("\"{font}\"")), "{font}");
    }
}
