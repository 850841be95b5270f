//! The recorded pages of the account. Those of a user show a user and an order like the recorded ones.

use tests_contract::client::ClientResponse;
use tests_contract::compare::compare;
use tests_contract::expected::{self, Differences};
use tests_contract::fixtures;
use tests_contract::recording::{Recording, load};
use tests_contract::server::Database;

use super::shop::{ACCOUNT, HONEY, PASSWORD, Shop, Visitor, encoded};

/// The recorded part of a page: the account's own, without what stands beside it.
fn part(body: &str) -> String {
    const START: &str = "<article id=\"post-9\"";
    let rest = body.split_once(START).map_or("", |(_, rest)| rest);
    let own = rest.split_once("</article>").map_or(rest, |(own, _)| own);
    format!("<body>{START}{own}</article></body>")
}

/// What differs from run to run: the moment of the order.
fn without_time(body: &str) -> String {
    match body.split_once("<time datetime=\"") {
        Some((before, rest)) => {
            let after = rest.split_once('"').map_or("", |(_, after)| after);
            format!("{before}<time datetime=\"T\"{after}")
        }
        None => body.to_owned(),
    }
}

fn differences(recording: &Recording, answer: &ClientResponse) -> Vec<String> {
    let (mut want, mut got) = (recording.response.clone(), answer.clone());
    want.is_excerpt = false;
    want.body = without_time(&part(&want.body));
    got.body = without_time(&part(&got.body));
    assert!(got.body.len() > 200, "{}", answer.body);
    compare(&want, &got)
}

/// The customer of the recordings with her order.
fn ana(shop: &Shop) -> Visitor {
    let mut guest = shop.visitor();
    guest.order(HONEY, &[("payment_method", "cod")]);
    let mut ana = shop.visitor();
    let order = ana.order(
        HONEY,
        &[
            ("billing_email", "nueva@ejemplo.example"),
            ("createaccount", "1"),
            ("account_password", PASSWORD),
            ("ship_to_different_address", "1"),
            ("shipping_first_name", "Luis"),
            ("shipping_last_name", "Gil"),
            ("shipping_country", "ES"),
            ("shipping_address_1", "Plaza 2"),
            ("shipping_postcode", "28001"),
            ("shipping_city", "Madrid"),
            ("shipping_state", "M"),
        ],
    );
    assert_eq!(order, 2228, "the recorded number");
    assert!(ana.is_logged_in());
    ana
}

pub fn pages(database: Database) {
    let shop = Shop::new(database);
    let mut ana = ana(&shop);
    let mut found = Differences::new();
    let recordings = load(&fixtures().join("recordings/woocommerce/account")).expect("recordings");
    assert_eq!(recordings.len(), 6);
    for recording in recordings {
        let request = &recording.request;
        let mut visitor = match &recording.session {
            Some(_) => ana.clone(),
            None => shop.visitor(),
        };
        let body = String::from_utf8_lossy(&request.body).into_owned();
        let answer = visitor.ask(&request.method, &request.path, &body);
        found.insert(recording.name.clone(), differences(&recording, &answer));
    }
    expected::check("woocommerce-account", &found).expect("as recorded");
    // Recordings woo/account-login-ok and woo/account-register-ok: where they lead, and what they set.
    let fields = [
        ("login", "Acceder"),
        ("username", "nueva@ejemplo.example"),
        ("password", PASSWORD),
        ("woocommerce-login-nonce", "fe5e55270f"),
        ("_wp_http_referer", ACCOUNT),
    ];
    let mut guest = shop.visitor();
    let answer = guest.ask("POST", ACCOUNT, &encoded(&fields));
    assert_eq!(
        (answer.status, answer.header("location")),
        (302, Some(ACCOUNT))
    );
    let names: Vec<&str> = answer
        .headers
        .iter()
        .filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"))
        .map(|(_, value)| value.split('_').next().unwrap_or_default())
        .collect();
    assert_eq!(names, ["wordpress"; 3]);
    let mail = shop.mail_with("nueva@ejemplo.example", "class=\"hr hr-top\"");
    for part in [
        "<b>ana.ruiz</b>",
        "Esperamos verte pronto.",
        "Bienvenido a Casas Cueva La Loma",
    ] {
        assert!(mail.contains(part), "{part}: {mail}");
    }
    drop(ana.get(ACCOUNT));
}
