//! The shop: a product's page, a catalogue of 10,000 products, filling carts, the checkout's totals, orders.
//!
//! Each buyer is another session. Orders are counted in the database afterwards: what was acknowledged is on the disk.

use std::net::SocketAddr;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use compat::wordpress::php::url::urlencode;
use tests_contract::client::get_with;
use tests_contract::mariadb::MariaDb;
use tests_contract::smtp_sink::SmtpSink;
use tests_contract::visit::{post_form, set_cookies};

use crate::at_once::at_once;
use crate::posts::many_products;
use crate::programs::{counts, import, import_into, milliseconds, serve, serve_with};
use crate::{Table, median};

/// Buyers at the same time.
const BUYERS: usize = 8;
/// Carts of a database: filled, calculated, ordered.
const CARTS: usize = 800;
/// A product whose stock nobody counts.
const PRODUCT: &str = "product_id=1971&quantity=1";
/// Pages of the catalogue of 10,000 products.
const LISTS: [&str; 3] = [
    "/tienda/",
    "/tienda/?min_price=5&max_price=9&orderby=price",
    "/tienda/page/200/",
];

/// The rows of the table.
pub fn measure(binary: &Path, dir: &Path, table: &mut Table) -> Result<()> {
    let sqlite = import(binary, dir, "shop.sqlite", "")?;
    pages(
        binary,
        &sqlite,
        &["/producto/miel-de-romero/"],
        "<= 4 ms",
        table,
    )?;
    let large = import(binary, dir, "large-shop.sqlite", &many_products())?;
    pages(binary, &large, &LISTS, "<= 15 ms", table)?;
    buyers(binary, dir, ("SQLite", &sqlite), table)?;
    let server = MariaDb::start_with(&["--innodb-flush-log-at-trx-commit=1"])?;
    let mariadb = server.database("shop")?;
    import_into(binary, &mariadb)?;
    buyers(binary, dir, ("MariaDB", &mariadb), table)
}

/// Pages that no cache holds.
fn pages(
    binary: &Path,
    database: &str,
    paths: &[&str],
    wanted: &str,
    table: &mut Table,
) -> Result<()> {
    let (_running, addr) = serve(binary, database, false)?;
    for path in paths {
        let times: Result<Vec<f64>> = (0..100).map(|_| milliseconds(addr, path)).collect();
        table.push([
            format!("uncached {path} on SQLite, median"),
            format!("{:.2} ms", median(times?)),
            wanted.to_owned(),
        ]);
    }
    Ok(())
}

/// A buyer with a cart.
pub struct Buyer {
    cookies: String,
    review_nonce: String,
    order_nonce: String,
}

/// Carts are filled, calculated and ordered by several buyers at the same time.
fn buyers(
    binary: &Path,
    dir: &Path,
    (name, database): (&str, &str),
    table: &mut Table,
) -> Result<()> {
    let sink = SmtpSink::start()?;
    let spool = dir.join(format!("orders-{name}")).display().to_string();
    let (_running, addr) = serve_with(binary, database, &sink.variables(&spool))?;
    let carts = at_once(BUYERS, (0..CARTS).collect(), |_| fill(addr))?;
    let mut row = |what: &str, seconds: f64, wanted: &str| {
        let number = u32::try_from(CARTS).unwrap_or(u32::MAX);
        table.push([
            format!("{what} on {name}, {BUYERS} buyers"),
            format!("{:.0}/s", f64::from(number) / seconds),
            wanted.to_owned(),
        ]);
    };
    row("add to cart", carts.seconds, ">= 1500/s");
    let buyers = at_once(BUYERS, carts.results, |cookies| read_form(addr, cookies))?.results;
    let reviewed = at_once(BUYERS, buyers, |buyer| review(addr, buyer))?;
    row("update_order_review", reviewed.seconds, ">= 800/s");
    let ordered = at_once(BUYERS, reviewed.results, |buyer| order(addr, &buyer))?;
    row("checkout", ordered.seconds, ">= 300/s");
    let stored = [
        "SELECT COUNT(*) FROM {p}wc_orders",
        "SELECT COUNT(*) FROM {p}oxipress_outbox",
    ];
    let [orders, mails] = counts(database, stored)?;
    println!("{name}: {CARTS} orders acknowledged, {orders} stored with {mails} mails");
    let wanted = u64::try_from(CARTS)?;
    ensure!(
        orders >= wanted && mails >= 2 * wanted,
        "{name}: {orders} orders, {mails} mails"
    );
    Ok(())
}

/// A new visitor puts a product into the cart; the visitor's cookies.
pub fn fill(addr: SocketAddr) -> Result<String> {
    let answer = post_form(addr, "/?wc-ajax=add_to_cart", PRODUCT, &[])?;
    ensure!(answer.body.contains("fragments"), "{}", answer.body);
    Ok(set_cookies(&answer))
}

/// Opens the checkout's page.
pub fn read_form(addr: SocketAddr, cookies: String) -> Result<Buyer> {
    let page = get_with(addr, "/finalizar-compra/", &[("Cookie", &cookies)])?.body;
    let nonce = |before: &str| {
        let (_, after) = page.split_once(before).context("no nonce on the page")?;
        Ok::<_, anyhow::Error>(after.get(..10).unwrap_or_default().to_owned())
    };
    Ok(Buyer {
        review_nonce: nonce("\"update_order_review_nonce\":\"")?,
        order_nonce: nonce("name=\"woocommerce-process-checkout-nonce\" value=\"")?,
        cookies,
    })
}

/// The address as the checkout's script sends it with each change.
fn review(addr: SocketAddr, buyer: Buyer) -> Result<Buyer> {
    let form = format!(
        "security={}&payment_method=cod&country=ES&state=GR&postcode=18500&city=Guadix&address=Calle+Mayor+1\
         &s_country=ES&s_state=GR&s_postcode=18500&s_city=Guadix&has_full_address=true&shipping_method%5B0%5D=flat_rate%3A1",
        buyer.review_nonce
    );
    let cookie = [("Cookie", buyer.cookies.as_str())];
    let answer = post_form(addr, "/?wc-ajax=update_order_review", &form, &cookie)?;
    ensure!(answer.body.contains("\"success\""), "{}", answer.body);
    Ok(buyer)
}

/// Places the order.
pub fn order(addr: SocketAddr, buyer: &Buyer) -> Result<()> {
    let fields = [
        ("billing_first_name", "Ana"),
        ("billing_last_name", "Ruiz"),
        ("billing_country", "ES"),
        ("billing_address_1", "Calle Mayor 1"),
        ("billing_postcode", "18500"),
        ("billing_city", "Guadix"),
        ("billing_state", "GR"),
        ("billing_phone", "600112233"),
        ("billing_email", "ana@ejemplo.example"),
        ("shipping_method[0]", "flat_rate:1"),
        ("payment_method", "cod"),
        ("woocommerce-process-checkout-nonce", &buyer.order_nonce),
    ];
    let encoded = |text: &str| urlencode(text.as_bytes());
    let pairs = fields.map(|(name, value)| format!("{}={}", encoded(name), encoded(value)));
    let cookie = [("Cookie", buyer.cookies.as_str())];
    let answer = post_form(addr, "/?wc-ajax=checkout", &pairs.join("&"), &cookie)?;
    ensure!(
        answer.body.contains("\"result\":\"success\""),
        "{}",
        answer.body
    );
    Ok(())
}
