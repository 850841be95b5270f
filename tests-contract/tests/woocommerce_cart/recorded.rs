//! The recorded visits of the cart: answers, cookies, and the cart's hash, which is made of the stored lines and the
//! total.

use anyhow::Result;
use compat::binds;
use tests_contract::client::{ClientResponse, send};
use tests_contract::compare::compare;
use tests_contract::expected::{self, Differences};
use tests_contract::fixtures;
use tests_contract::rebind::Rebinder;
use tests_contract::recording::{Recording, Request, Response, Volatile, load};
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

use super::shop::{between, set_cookies};

/// A request of the recorded visitor that stands between recorded ones.
fn step(recordings: &[Recording], seq: i64, path: &str, body: &str, nonce: &str) -> Recording {
    let with_cookies = recordings.iter().find(|r| r.name == "woo/coupon-ok");
    let with_cookies = with_cookies.expect("recording");
    let cookie = with_cookies.request.headers.iter();
    let cookie = cookie.filter(|(name, _)| name == "Cookie" && seq != 648);
    let kind = "application/x-www-form-urlencoded".to_owned();
    let headers = [
        ("Host".to_owned(), "127.0.0.1:8081".to_owned()),
        ("Content-Type".to_owned(), kind),
    ];
    Recording {
        name: format!("step/{seq}"),
        seq,
        session: with_cookies.session.clone(),
        request: Request {
            method: "POST".to_owned(),
            path: path.to_owned(),
            headers: headers.into_iter().chain(cookie.cloned()).collect(),
            body: body.as_bytes().to_vec(),
            source_address: None,
        },
        response: Response {
            status: 200,
            headers: Vec::new(),
            body: String::new(),
            is_excerpt: true,
            has_no_body: true,
            ..Response::default()
        },
        volatile: vec![Volatile {
            place: "request.form".to_owned(),
            kind: "nonce".to_owned(),
            value: nonce.to_owned(),
            ..Volatile::default()
        }],
        compared_headers: Vec::new(),
    }
}

/// The recorded requests, and those in between of which the recorded pages and the cart's hashes tell.
fn requests() -> Result<Vec<Recording>> {
    let mut recordings = load(&fixtures().join("recordings/woocommerce/cart"))?;
    let quantity = |key: &str, units: u16| {
        format!("cart%5B{key}%5D%5Bqty%5D={units}&update_cart=x&woocommerce-cart-nonce=cbdefaead6")
    };
    let too_many = quantity("0004d0b59e19461ff126e3a08a814c33", 500);
    let none = quantity("de73998802680548b916f1947ffbad76", 0);
    let blanket =
        "attribute_color=Cal&quantity=1&add-to-cart=1974&product_id=1974&variation_id=1976";
    let paris = "calc_shipping_country=FR&calc_shipping_state=&calc_shipping_city=Paris&calc_shipping_postcode=75001\
        &woocommerce-shipping-calculator-nonce=459577b29d&calc_shipping=x";
    let add = "/?wc-ajax=add_to_cart";
    let minimum = "security=69516fbfca&coupon_code=minimo50";
    let steps = [
        (648, add, "product_id=1970&quantity=2", ""),
        (650, add, "product_id=1970&quantity=99", ""),
        (653, "/producto/manta-de-lana/", blanket, ""),
        (661, "/carrito/", &*too_many, "cbdefaead6"),
        (663, "/carrito/", &*none, "cbdefaead6"),
        (671, "/?wc-ajax=apply_coupon", minimum, "69516fbfca"),
        (675, "/carrito/", paris, "459577b29d"),
    ];
    for (seq, path, body, nonce) in steps {
        let step = step(&recordings, seq, path, body, nonce);
        recordings.push(step);
    }
    recordings.sort_by_key(|recording| recording.seq);
    Ok(recordings)
}

/// The recorded part of a page.
fn excerpt(body: &str) -> String {
    const START: &str = "<div id=\"main-content\">";
    const END: &str = "<footer id=\"main-footer\"";
    let rest = body.split_once(START).map_or(body, |(_, rest)| rest);
    let part = rest.split_once(END).map_or(rest, |(part, _)| part);
    format!("<body>{START}{part}")
}

fn differences(recording: &Recording, answer: &ClientResponse) -> Vec<String> {
    let (mut want, mut got) = (recording.response.clone(), answer.clone());
    if want.is_excerpt {
        want.is_excerpt = false;
        (want.body, got.body) = (excerpt(&want.body), excerpt(&got.body));
    }
    let mut lines = compare(&want, &got);
    let mut equal = |place: &str, want: String, got: String| {
        if want != got {
            lines.push(format!("{place}: wanted {want:?}, got {got:?}"));
        }
    };
    let hash = |body: &str| between(body, "\"cart_hash\":\"", "\"").to_owned();
    equal(
        "cart_hash",
        hash(&recording.response.body),
        hash(&answer.body),
    );
    equal(
        "cookies",
        cookies(&recorded_cookies(recording)),
        cookies(&set_cookies(answer)),
    );
    lines
}

fn recorded_cookies(recording: &Recording) -> Vec<&str> {
    let headers = recording.response.headers.iter();
    let own = headers.filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
    own.map(|(_, value)| value.as_str()).collect()
}

/// The lines of cookies; the value of a session's is its own.
fn cookies(lines: &[&str]) -> String {
    let lines = lines.iter().map(|line| match line.split_once("=t_") {
        None => (*line).to_owned(),
        Some((name, rest)) => {
            let rest = rest.split_once("Max-Age").map_or(rest, |(_, rest)| rest);
            format!("{name}=SESSION; Max-Age{rest}")
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The comments and the review that the recorded site had got by then.
fn add_comments(site: &Site) -> Result<()> {
    const COMMENT: &str = "INSERT INTO {p}comments (comment_ID, comment_post_ID, comment_author, comment_author_email, \
        comment_author_url, comment_author_IP, comment_date, comment_date_gmt, comment_content, comment_approved, \
        comment_agent, comment_type) VALUES (?, ?, 'Julia', 'r@ejemplo.example', '', '127.0.0.1', \
        '2026-11-21 02:25:09', '2026-11-21 01:25:09', 'Vuelvo a casa.', '1', '', 'comment')";
    for (id, post) in [(12, 27), (13, 2056)] {
        site.execute(COMMENT, binds![id, post])?;
    }
    const RATING: &str =
        "UPDATE {p}postmeta SET meta_value = ? WHERE post_id = 1970 AND meta_key = ?";
    for (key, value) in [
        ("_wc_average_rating", "4.50"),
        ("_wc_review_count", "2"),
        ("_wc_rating_count", "a:2:{i:5;i:1;i:4;i:1;}"),
    ] {
        site.execute(RATING, binds![value, key])?;
    }
    Ok(())
}

pub fn visits(database: Database) -> Result<()> {
    let site = Site::recorded(database)?;
    add_comments(&site)?;
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[])?;
    let (mut rebinder, mut found) = (Rebinder::default(), Differences::new());
    for recording in requests()? {
        let answer = send(server.addr, &rebinder.prepare(&recording))?;
        rebinder.learn(&recording, &answer);
        if !recording.name.starts_with("step/") {
            found.insert(recording.name.clone(), differences(&recording, &answer));
        }
    }
    expected::check("woocommerce-cart", &found)
}
