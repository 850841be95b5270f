//! Guests: logging in, registering, forgotten passwords, and how guessing is slowed.

use tests_contract::server::Database;

use super::shop::{ACCOUNT, PASSWORD, Shop, between, errors};

const LOGIN: &str = "woocommerce-login-nonce";

/// Cases 104 and 105 of the contract's section 19.
pub fn logging_in(database: Database) {
    let shop = Shop::new(database);
    drop(shop.member("ana@ejemplo.example"));
    let mut guest = shop.visitor();
    let below = guest.ask("GET", "/mi-cuenta/orders/", "");
    assert_eq!(below.status, 200);
    assert!(below.body.contains("woocommerce-form-login"));
    assert_eq!(below.header("x-robots-tag"), Some("noindex"));
    assert_eq!(below.header("x-frame-options"), Some("SAMEORIGIN"));
    assert!(
        below
            .header("cache-control")
            .expect("value")
            .contains("no-cache")
    );
    // End points of the account and of the checkout on other pages: case 93.
    for path in [
        "/carrito/order-received/1/",
        "/carrito/orders/",
        "/privacidad/edit-account/",
    ] {
        assert_eq!(guest.ask("GET", path, "").status, 404, "{path}");
    }
    let mut try_login = |fields: &[(&str, &str)]| {
        let mut all = vec![("login", "x")];
        all.extend_from_slice(fields);
        guest.send_form(ACCOUNT, LOGIN, &all)
    };
    let wrong = try_login(&[("username", "ana@ejemplo.example"), ("password", "mala")]);
    assert_eq!((wrong.status, errors(&wrong.body).len()), (200, 1));
    assert!(wrong.body.contains("value=\"ana@ejemplo.example\""));
    assert!(errors(&wrong.body)[0].contains("/mi-cuenta/lost-password/"));
    // Only to the own site.
    let away = [
        ("username", "ana"),
        ("password", PASSWORD),
        ("redirect", "https://otro.example/"),
    ];
    let away = try_login(&away);
    assert_eq!(away.status, 302, "{}", away.body);
    let account = "http://127.0.0.1:8081/mi-cuenta/";
    assert_eq!(away.header("location"), Some(account));
    let mut own = shop.visitor();
    let fields = [
        ("login", "x"),
        ("username", "ana@ejemplo.example"),
        ("password", PASSWORD),
        ("_wp_http_referer", "/mi-cuenta/"),
    ];
    let right = own.send_form(ACCOUNT, LOGIN, &fields);
    assert_eq!(right.header("location"), Some("/mi-cuenta/"));
    assert!(own.is_logged_in());
    let page = own.get(ACCOUNT);
    assert!(page.contains("woocommerce-dashboard") && page.contains("<strong>ana</strong>"));
    // Without its nonce the form does nothing.
    let mut other = shop.visitor();
    let bare = other.ask("POST", ACCOUNT, "login=x&username=ana&password=mala");
    assert_eq!((bare.status, errors(&bare.body).len()), (200, 0));
}

pub fn registering(database: Database) {
    let shop = Shop::with_options(
        database,
        &[("woocommerce_registration_generate_password", "yes")],
    );
    let mut guest = shop.visitor();
    let page = guest.get(ACCOUNT);
    assert!(!page.contains("reg_password"));
    let nonce = "woocommerce-register-nonce";
    let fields = |email: &'static str| [("email", email), ("register", "x")];
    let wrong = guest.send_form(ACCOUNT, nonce, &fields("x"));
    assert_eq!((wrong.status, errors(&wrong.body).len()), (200, 1));
    let done = guest.send_form(ACCOUNT, nonce, &fields("eva@ejemplo.example"));
    assert_eq!(done.status, 302, "{}", done.body);
    assert!(guest.is_logged_in());
    // Told once that it went well, and on each page that the password is not his own.
    let (message, info) = (
        "<div class=\"woocommerce-message",
        "<div class=\"woocommerce-info",
    );
    let first = guest.get(ACCOUNT);
    assert!(first.contains(message) && first.contains(info));
    let second = guest.get(ACCOUNT);
    assert!(!second.contains(message) && second.contains(info));
    assert_eq!(
        shop.text("SELECT user_login FROM {p}users WHERE user_email = 'eva@ejemplo.example'"),
        "eva"
    );
    let role = "SELECT meta_value FROM {p}usermeta m JOIN {p}users u ON u.ID = m.user_id \
        WHERE u.user_login = 'eva' AND m.meta_key = '{p}capabilities'";
    assert!(shop.text(role).contains("customer"));
    // The mail leads to the form for a first password.
    let mail = shop.mail_with("eva@ejemplo.example", "action=newaccount");
    let key = between(&mail, "key=", "&")
        .trim_end_matches("&amp;")
        .to_owned();
    let mut other = shop.visitor();
    let path = format!("/mi-cuenta/lost-password/?action=newaccount&key={key}&login=eva");
    let moved = other.ask("GET", &path, "");
    assert_eq!(moved.status, 302);
    let target = moved.header("location").expect("value").to_owned();
    assert!(target.ends_with("/lost-password/?show-reset-form=true&action=newaccount"));
    let form = other.get(target.strip_prefix("http://127.0.0.1:8081").expect("value"));
    assert!(
        form.contains("name=\"reset_login\" value=\"eva\""),
        "{form}"
    );
    // The address is taken now.
    let mut late = shop.visitor();
    let taken = late.send_form(ACCOUNT, nonce, &fields("eva@ejemplo.example"));
    assert!(errors(&taken.body)[0].contains("eva@ejemplo.example"));
    assert!(!late.is_logged_in());
}

/// Case 107.
pub fn forgotten_passwords(database: Database) {
    const LOST: &str = "/mi-cuenta/lost-password/";
    const NONCE: &str = "woocommerce-lost-password-nonce";
    let shop = Shop::new(database);
    let mut member = shop.member("ana@ejemplo.example");
    let mut guest = shop.visitor();
    // The last two fields are those that the site's honeypot adds by script.
    let mut ask = |name: &'static str| {
        let fields = [
            ("wc_reset_password", "true"),
            ("user_login", name),
            ("casacue4217", "384211"),
            ("alt_s", ""),
        ];
        guest.send_form(LOST, NONCE, &fields)
    };
    for (name, count) in [("nadie", 1), ("", 1)] {
        let answer = ask(name);
        assert_eq!((answer.status, errors(&answer.body).len()), (200, count));
    }
    let sent = ask("ana@ejemplo.example");
    let target = "http://127.0.0.1:8081/mi-cuenta/lost-password/?reset-link-sent=true";
    assert_eq!((sent.status, sent.header("location")), (302, Some(target)));
    let page = guest.get("/mi-cuenta/lost-password/?reset-link-sent=true");
    assert!(page.contains("woocommerce-message"));
    let mail = shop.mail_with("ana@ejemplo.example", "lost-password/?key=");
    let address = between(&mail, "/mi-cuenta/lost-password/?key=", "\"");
    let key = between(&format!("{address}&"), "", "&").to_owned();
    assert_eq!(key.len(), 20, "{address}");
    let id = between(&format!("{address}&"), "id=", "&").to_owned();
    let moved = guest.ask("GET", &format!("{LOST}?key={key}&id={id}&login=ana"), "");
    assert_eq!(moved.status, 302);
    let path = "/mi-cuenta/lost-password/?show-reset-form=true&action";
    let target = moved.header("location").expect("value");
    assert_eq!(target.strip_prefix("http://127.0.0.1:8081"), Some(path));
    let mut choose = |first: &'static str, second: &'static str| {
        let fields = [
            ("wc_reset_password", "true"),
            ("password_1", first),
            ("password_2", second),
            ("reset_key", &key),
            ("reset_login", "ana"),
        ];
        let answer = guest.send_form(path, "woocommerce-reset-password-nonce", &fields);
        (answer.status, errors(&answer.body).len())
    };
    assert_eq!(choose("", ""), (200, 1));
    assert_eq!(choose("una", "otra"), (200, 1));
    assert_eq!(choose("Nueva-cl4ve-larga", "Nueva-cl4ve-larga"), (302, 0));
    assert!(guest.is_logged_in());
    assert!(guest.get(ACCOUNT).contains("woocommerce-dashboard"));
    // The old login session has ended, and the key is used up.
    assert!(member.get(ACCOUNT).contains("woocommerce-form-login"));
    let mut late = shop.visitor();
    late.ask("GET", &format!("{LOST}?key={key}&id={id}&login=ana"), "");
    let page = late.get(path);
    assert_eq!(errors(&page).len(), 1);
    assert!(page.contains("name=\"user_login\""));
}

/// Wrong passwords are counted as at `wp-login.php`.
pub fn guesses(database: Database) {
    let shop = Shop::new(database);
    drop(shop.member("ana@ejemplo.example"));
    let mut guest = shop.visitor();
    let page = guest.get(ACCOUNT);
    let nonce = between(&page, "name=\"woocommerce-login-nonce\" value=\"", "\"");
    let body = format!("login=x&username=ana&password=mala&woocommerce-login-nonce={nonce}");
    let statuses: Vec<u16> = (0..12)
        .map(|_| guest.ask("POST", ACCOUNT, &body).status)
        .collect();
    assert_eq!(statuses[..10], [200; 10]);
    assert_eq!(statuses[10..], [429; 2]);
    let refused = guest.ask("POST", ACCOUNT, &body);
    assert!(refused.header("retry-after").is_some());
    // Registering tells which addresses have an account.
    let nonce = between(&page, "name=\"woocommerce-register-nonce\" value=\"", "\"");
    let fields = "register=x&email=ana%40ejemplo.example&password=";
    let body = format!("{fields}{PASSWORD}&woocommerce-register-nonce={nonce}");
    let statuses: Vec<u16> = (0..12)
        .map(|_| guest.ask("POST", ACCOUNT, &body).status)
        .collect();
    assert!(statuses.contains(&429), "{statuses:?}");
}
