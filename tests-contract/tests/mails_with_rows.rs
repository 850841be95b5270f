//! Rows and the mails about them are stored together or not at all (hardening R1): where the outbox takes no row, nothing of
//! what the mail is about is stored either, and the visitor is told.

use compat::binds;
use compat::wordpress::php::url::urlencode;
use tests_contract::client::{ClientResponse, send};
use tests_contract::recorded_forms::Comment;
use tests_contract::recording::{Request, recorded};
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;
use tests_contract::visitors::Form as _;

use crate::woocommerce_orders::shop::{OIL, Shop, form as checkout_form};

/// A request that stores rows and mails.
struct Case {
    what: &'static str,
    request: Request,
    /// What it changes.
    rows: &'static str,
    mails: usize,
}

fn form(path: &str, fields: &str) -> Request {
    let headers = [
        ("Host", "127.0.0.1:8081"),
        ("Content-Type", "application/x-www-form-urlencoded"),
    ];
    let own = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    Request {
        method: "POST".into(),
        path: path.into(),
        headers: headers.map(own).to_vec(),
        body: fields.as_bytes().to_vec(),
        source_address: None,
    }
}

fn cases() -> Vec<Case> {
    const COMMENTS: &str = "SELECT comment_content FROM {p}comments ORDER BY comment_ID";
    const KEYS: &str =
        "SELECT CONCAT(user_login, ' ', user_activation_key) FROM {p}users ORDER BY ID";
    const HONEYPOT: &str = "casacue4217=1&alt_s=";
    let email = urlencode(b"eva@ejemplo.example");
    let case = |what, request, rows, mails| Case {
        what,
        request,
        rows,
        mails,
    };
    let lost = recorded("wordpress", "login/lost-ok").expect("recording");
    let trackback = format!("title=Un+paseo&url=http://otra.example/paseo&{HONEYPOT}");
    vec![
        case(
            "a comment",
            Comment::new().expect("form").request(7, "Palabras"),
            COMMENTS,
            1,
        ),
        case(
            "a trackback",
            form("/la-ruta-del-almendro/trackback/", &trackback),
            COMMENTS,
            1,
        ),
        case("a key for a new password", lost.request, KEYS, 1),
        case(
            "an account",
            form(
                "/wp-login.php?action=register",
                &format!("user_login=eva&user_email={email}&{HONEYPOT}"),
            ),
            KEYS,
            2,
        ),
    ]
}

fn rows(site: &Site, sql: &'static str) -> Vec<(String,)> {
    site.load(sql, Vec::new()).expect("rows")
}

fn stored_with_its_mails(database: Database) {
    const OPEN: &str =
        "UPDATE {p}options SET option_value = '1' WHERE option_name = 'users_can_register'";
    const PINGS: &str = "UPDATE {p}posts SET ping_status = 'open' WHERE ID = 28";
    const MAILS: &str = "SELECT message_id FROM {p}oxipress_outbox";
    const ON_SQLITE: &str = "CREATE TRIGGER no_mail BEFORE INSERT ON {p}oxipress_outbox \
        BEGIN SELECT RAISE(ABORT, 'no mail'); END";
    const ON_MARIADB: &str = "CREATE TRIGGER no_mail BEFORE INSERT ON {p}oxipress_outbox \
        FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no mail'";
    let site = Site::recorded(database).expect("site");
    site.execute(OPEN, binds![]).expect("option");
    site.execute(PINGS, binds![]).expect("post");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let ask = |request: &Request| -> ClientResponse { send(server.addr, request).expect("answer") };
    // The first mail makes the table.
    let first = Comment::new().expect("form").request(1, "Primero");
    assert_eq!(ask(&first).status, 302);
    for case in cases() {
        let before = (rows(&site, case.rows), rows(&site, MAILS).len());
        let refuse = match database {
            Database::Sqlite => ON_SQLITE,
            Database::MariaDb => ON_MARIADB,
        };
        site.execute(refuse, binds![]).expect("trigger");
        let refused = ask(&case.request);
        assert!(refused.status >= 500, "{}: {}", case.what, refused.status);
        let after = (rows(&site, case.rows), rows(&site, MAILS).len());
        assert_eq!(after, before, "{}", case.what);
        site.execute("DROP TRIGGER no_mail", binds![])
            .expect("no trigger");
        let taken = ask(&case.request);
        assert!(taken.status < 400, "{}: {}", case.what, taken.status);
        assert_ne!(rows(&site, case.rows), before.0, "{}", case.what);
        let mails = rows(&site, MAILS).len();
        assert_eq!(mails, before.1 + case.mails, "{}", case.what);
    }
}

#[test]
fn rows_are_stored_with_their_mails_on_sqlite() {
    stored_with_its_mails(Database::Sqlite);
}

#[test]
fn rows_are_stored_with_their_mails_on_mariadb() {
    stored_with_its_mails(Database::MariaDb);
}

/// The mail that tells the shop of a product that is sold out belongs to the order that takes the last piece.
fn an_order_with_the_mail_about_the_stock(database: Database) {
    const ON_SQLITE: &str = "CREATE TRIGGER no_mail BEFORE INSERT ON {p}oxipress_outbox \
        WHEN NEW.mail LIKE '%out of stock%' OR NEW.mail LIKE '%Producto agotado%' \
        BEGIN SELECT RAISE(ABORT, 'no mail'); END";
    const ON_MARIADB: &str = "CREATE TRIGGER no_mail BEFORE INSERT ON {p}oxipress_outbox FOR EACH ROW \
        IF NEW.mail LIKE '%out of stock%' OR NEW.mail LIKE '%Producto agotado%' \
        THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no mail'; END IF";
    const ORDERS: &str = "SELECT COUNT(*) FROM {p}wc_orders";
    const MAILS: &str = "SELECT COUNT(*) FROM {p}oxipress_outbox";
    let shop = Shop::new(database);
    let taken = shop.buyer(OIL, 1).buy(&[]);
    assert!(taken.contains("\"result\":\"success\""), "{taken}");
    let (orders, mails) = (shop.number(ORDERS), shop.number(MAILS));
    shop.set_stock(OIL, 1);
    let mut buyer = shop.buyer(OIL, 1);
    let nonce = buyer.nonce();
    let refuse = match database {
        Database::Sqlite => ON_SQLITE,
        Database::MariaDb => ON_MARIADB,
    };
    shop.site.execute(refuse, binds![]).expect("trigger");
    let kind = [("Content-Type", "application/x-www-form-urlencoded")];
    let sent = checkout_form(&nonce, &[]);
    let refused = buyer.send("POST", "/?wc-ajax=checkout", &sent, &kind);
    assert_eq!(refused.expect("answer").status, 500);
    assert_eq!((shop.number(ORDERS), shop.number(MAILS)), (orders, mails));
    assert_eq!(shop.stock(OIL), "1");
    shop.site
        .execute("DROP TRIGGER no_mail", binds![])
        .expect("no trigger");
    let taken = buyer.order(&nonce, &[]);
    assert!(taken.contains("\"result\":\"success\""), "{taken}");
    assert_eq!(shop.stock(OIL), "0");
    // Two about the order, one about the stock.
    let stored = (shop.number(ORDERS), shop.number(MAILS));
    assert_eq!(stored, (orders + 1, mails + 3));
}

#[test]
fn orders_are_stored_with_mails_about_the_stock_on_sqlite() {
    an_order_with_the_mail_about_the_stock(Database::Sqlite);
}

#[test]
fn orders_are_stored_with_mails_about_the_stock_on_mariadb() {
    an_order_with_the_mail_about_the_stock(Database::MariaDb);
}
