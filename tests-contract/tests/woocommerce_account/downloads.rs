//! Files that are sold: who gets them, how often, how long, and the log.

use std::fs;
use std::path::Path;

use compat::binds;
use tests_contract::folder::copy_folder;
use tests_contract::server::{Database, Oxipress, recorded_arguments};
use tests_contract::site::Site;

use super::shop::{Shop, VOUCHER, between, link};
use crate::woocommerce::shop::set_option;

const FOLDER: &str = "wp-content/uploads/woocommerce_uploads/2026";
const CONTENT: &str = "un mapa de las cuevas";

/// The shop with a file that buyers of the voucher get twice, for 30 days.
fn shop(database: Database, root: &Path, fill: impl FnOnce(&Site)) -> Shop {
    const META: &str = "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, ?, ?)";
    const DELETE: &str = "DELETE FROM {p}postmeta WHERE post_id = ? AND meta_key = ?";
    let mut arguments = recorded_arguments();
    let own = arguments
        .iter()
        .position(|own| own == "--wp-root")
        .expect("root")
        + 1;
    copy_folder(Path::new(&arguments[own]), root).expect("copy");
    fs::create_dir_all(root.join(FOLDER)).expect("folder");
    fs::write(root.join(FOLDER).join("mapa.txt"), CONTENT).expect("file");
    arguments[own] = root.to_string_lossy().into_owned();
    let site = Site::recorded(database).expect("site");
    let url = format!("http://127.0.0.1:8081/{FOLDER}/mapa.txt");
    let file = format!(
        "a:1:{{s:4:\"mapa\";a:3:{{s:2:\"id\";s:4:\"mapa\";s:4:\"name\";s:7:\"El mapa\";s:4:\"file\";s:{}:\"{url}\";}}}}",
        url.len()
    );
    for (key, value) in [
        ("_downloadable", "yes"),
        ("_virtual", "yes"),
        ("_downloadable_files", file.as_str()),
        ("_download_limit", "2"),
        ("_download_expiry", "30"),
    ] {
        site.execute(DELETE, binds![VOUCHER, key]).expect("delete");
        site.execute(META, binds![VOUCHER, key, value])
            .expect("meta");
    }
    fill(&site);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let server = Oxipress::serve(&site.url, &arguments, &[]).expect("server");
    Shop { server, site }
}

#[expect(clippy::too_many_lines, reason = "one story")]
pub fn permissions(database: Database) {
    let root = tempfile::tempdir().expect("folder");
    let shop = shop(database, root.path(), |_| {});
    let mut member = shop.member("ana@ejemplo.example");
    // Nobody gets the file by its address.
    for path in [
        format!("/{FOLDER}/mapa.txt"),
        "/wp-content//uploads/%77oocommerce_uploads/2026/mapa.txt".to_owned(),
    ] {
        let direct = member.ask("GET", &path, "");
        assert_ne!(direct.status, 200, "{path}");
        assert!(!direct.body.contains(CONTENT));
    }
    let id = member.order(VOUCHER, &[("shipping_method[0]", "")]);
    let rows = "SELECT COUNT(*) FROM {p}woocommerce_downloadable_product_permissions";
    assert_eq!(shop.number(rows), 0, "not paid yet");
    assert!(
        member
            .get("/mi-cuenta/downloads/")
            .contains("<div class=\"woocommerce-info")
    );
    // Nothing to pay, nothing left to be done: the order is completed, and the file is the buyer's.
    const PRICE: &str = "UPDATE {p}postmeta SET meta_value = '0' WHERE post_id = ? \
        AND meta_key IN ('_price', '_regular_price')";
    shop.site.execute(PRICE, binds![VOUCHER]).expect("price");
    let second = member.order(VOUCHER, &[("shipping_method[0]", "")]);
    let set = |id: i64, status: &str| {
        const SET: &str = "UPDATE {p}wc_orders SET status = ? WHERE id = ?";
        shop.site.execute(SET, binds![status, id]).expect("status");
    };
    assert_eq!(
        shop.text("SELECT status FROM {p}wc_orders ORDER BY id DESC LIMIT 1"),
        "wc-completed"
    );
    assert_eq!(shop.number(rows), 1);
    let page = member.get("/mi-cuenta/downloads/");
    assert!(
        page.contains("El mapa") && page.contains("datetime=\"2026-12-21\""),
        "{page}"
    );
    let path = link(
        &page,
        "<td class=\"download-file\" data-title=\"Descargar\"><a href=\"",
    );
    assert!(
        path.contains("download_file=") && path.contains("key=mapa"),
        "{path}"
    );
    let order = member.get(&format!("/mi-cuenta/view-order/{second}/"));
    assert!(order.contains("woocommerce-order-downloads__title"));
    assert!(
        !member
            .get(&format!("/mi-cuenta/view-order/{id}/"))
            .contains("order-downloads")
    );
    // The link is enough, for a guest too.
    let mut guest = shop.visitor();
    let wrong = guest.ask("GET", &path.replace("key=mapa", "key=otro"), "");
    assert_eq!(wrong.status, 404);
    let other = guest.ask(
        "GET",
        &path.replace("order=wc_order_", "order=wc_order_x"),
        "",
    );
    assert_eq!(other.status, 404);
    let file = guest.ask("GET", &path, "");
    assert_eq!((file.status, file.body.as_str()), (200, CONTENT));
    let disposition = file.header("content-disposition").expect("header");
    assert!(disposition.contains("attachment") && disposition.contains("mapa.txt"));
    let left = "SELECT CAST(downloads_remaining AS CHAR) FROM {p}woocommerce_downloadable_product_permissions";
    assert_eq!(shop.text(left), "1");
    assert_eq!(shop.number("SELECT COUNT(*) FROM {p}wc_download_log"), 1);
    // The rest of a file that was broken off is the same download.
    let rest = guest.ask_with("GET", &path, "", &[("Range", "bytes=3-")]);
    assert_eq!((rest.status, rest.body.as_str()), (206, &CONTENT[3..]));
    assert_eq!(shop.text(left), "1");
    assert_eq!(member.ask("GET", &path, "").status, 200);
    assert_eq!(
        (
            shop.text(left).as_str(),
            member.ask("GET", &path, "").status
        ),
        ("0", 403)
    );
    assert!(
        member
            .get("/mi-cuenta/downloads/")
            .contains("<div class=\"woocommerce-info")
    );
    assert_eq!(shop.number("SELECT COUNT(*) FROM {p}wc_download_log"), 2);
    // Too late, taken back, and for the buyer alone.
    let change = |sql: &'static str| {
        shop.site.execute(sql, Vec::new()).expect("change");
    };
    change(
        "UPDATE {p}woocommerce_downloadable_product_permissions SET downloads_remaining = '', access_expires = '2026-11-20 00:00:00'",
    );
    assert_eq!(guest.ask("GET", &path, "").status, 403);
    change("UPDATE {p}woocommerce_downloadable_product_permissions SET access_expires = NULL");
    assert_eq!(guest.ask("GET", &path, "").status, 200);
    set(second, "wc-refunded");
    assert_eq!(guest.ask("GET", &path, "").status, 403);
    set(second, "wc-completed");
    let uid = path
        .replace(between(&path, "&email=", "&"), "x")
        .replace("&email=", "&uid=");
    assert_eq!(guest.ask("GET", &uid, "").status, 404);
    // A folder that the shop has not approved.
    change("UPDATE {p}wc_product_download_directories SET enabled = 0");
    assert_eq!(guest.ask("GET", &path, "").status, 404);
}

/// Where parts do not count, each still belongs to a download that did.
pub fn parts(database: Database) {
    let root = tempfile::tempdir().expect("folder");
    let shop = shop(database, root.path(), |site| {
        const PRICE: &str = "UPDATE {p}postmeta SET meta_value = '0' WHERE post_id = ? \
            AND meta_key IN ('_price', '_regular_price')";
        set_option(site, "woocommerce_downloads_count_partial", "no");
        site.execute(PRICE, binds![VOUCHER]).expect("price");
    });
    let mut member = shop.member("ana@ejemplo.example");
    member.order(VOUCHER, &[("shipping_method[0]", "")]);
    let page = member.get("/mi-cuenta/downloads/");
    let cell = "<td class=\"download-file\" data-title=\"Descargar\"><a href=\"";
    let path = link(&page, cell);
    let mut guest = shop.visitor();
    let mut part = || {
        guest
            .ask_with("GET", &path, "", &[("Range", "bytes=1-")])
            .status
    };
    let left = "SELECT CAST(downloads_remaining AS CHAR) FROM {p}woocommerce_downloadable_product_permissions";
    // Without a beginning it is a download of its own; what follows goes on with it.
    assert_eq!((part(), shop.text(left).as_str()), (206, "1"));
    assert_eq!((part(), shop.text(left).as_str()), (206, "1"));
    let forget = || {
        let log = "DELETE FROM {p}wc_download_log";
        shop.site.execute(log, Vec::new()).expect("log");
    };
    forget();
    assert_eq!((part(), shop.text(left).as_str()), (206, "0"));
    forget();
    assert_eq!(part(), 403);
}
