//! Who asks: application passwords, cookies with a nonce, the approval page, XML-RPC. Contract "wordpress-rest",
//! sections 1 to 3.

use compat::binds;
use compat::wordpress::php::{Value as PhpValue, unserialize};
use serde_json::Value;
use tests_contract::client::{ClientResponse, send};
use tests_contract::owner::{basic, basic_with, owner_site, serve_owner_site};
use tests_contract::recording::Request;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;
use tests_contract::visit::{Visit, post_form, set_cookies};

fn ask(
    server: &Oxipress,
    (method, path): (&str, &str),
    headers: &[(&str, &str)],
    body: &str,
) -> ClientResponse {
    let mut all = vec![("Host".to_owned(), "127.0.0.1:8081".to_owned())];
    all.extend(
        headers
            .iter()
            .map(|(k, v)| ((*k).to_owned(), (*v).to_owned())),
    );
    if !body.is_empty() {
        all.push(("Content-Length".into(), body.len().to_string()));
    }
    let request = Request {
        method: method.to_owned(),
        path: path.to_owned(),
        headers: all,
        body: body.as_bytes().to_vec(),
        source_address: None,
    };
    send(server.addr, &request).expect("answer")
}

fn get(server: &Oxipress, route: &str, authorization: &str) -> (u16, Value) {
    let path = format!("/wp-json{route}");
    let headers: &[(&str, &str)] = &[("Authorization", authorization)];
    let headers = if authorization.is_empty() {
        &[]
    } else {
        headers
    };
    let answer = ask(server, ("GET", &path), headers, "");
    (
        answer.status,
        serde_json::from_str(&answer.body).expect("JSON"),
    )
}

fn code(answer: &(u16, Value)) -> (u16, &str) {
    (answer.0, answer.1["code"].as_str().unwrap_or_default())
}

/// The stored application passwords of a person.
fn stored(site: &Site, user: i64) -> Vec<PhpValue> {
    const SQL: &str = "SELECT meta_value FROM {p}usermeta WHERE user_id = ? AND meta_key = '_application_passwords'";
    let rows: Vec<(Vec<u8>,)> = site.load(SQL, binds![user]).expect("rows");
    let list = unserialize(&rows[0].0).expect("a list");
    list.values().cloned().collect()
}

fn basic_authentication(database: Database) {
    let site = owner_site(database).expect("site");
    let server = serve_owner_site(&site).expect("server");
    let me = "/wp/v2/users/me";
    let chunked = basic_with("duena", "oAef gxpZ xZML tZi4 mJCE Km69");
    let by_mail = basic_with("duena@casascueva.example", "oAefgxpZxZMLtZi4mJCEKm69");
    let old_hash = basic_with("duena", "AntiguaClaveDeAplicacion");
    for right in [&basic("duena"), &chunked, &by_mail, &old_hash] {
        assert_eq!(get(&server, me, right).1["id"], 101, "{right}");
    }
    let answers = [
        (basic_with("duena", "demo-duena"), "incorrect_password"),
        (basic_with("duena", ""), "incorrect_password"),
        (basic_with("nadie", "x"), "invalid_username"),
        (basic_with("nadie@casascueva.example", "x"), "invalid_email"),
    ];
    for (wrong, want) in &answers {
        // Public routes are refused as well.
        for route in [me, "/wp/v2/posts", "/"] {
            assert_eq!(
                code(&get(&server, route, wrong)),
                (401, want.to_owned()),
                "{route}"
            );
        }
    }
    for other in ["Bearer abc", "Basic !!", "Basic"] {
        assert_eq!(
            code(&get(&server, me, other)),
            (401, "rest_not_logged_in"),
            "{other}"
        );
    }
    // The first use is written down, with the address, the second is not.
    let used = stored(&site, 101);
    let times: Vec<i64> = used
        .iter()
        .map(|own| own.at("last_used").to_int())
        .collect();
    assert!(times.iter().all(|time| *time > 1_795_000_000), "{times:?}");
    assert_eq!(used[0].at("last_ip").as_str(), Some("127.0.0.1"));
    get(&server, me, &basic("duena"));
    assert_eq!(stored(&site, 101), used);
    // Pages know nobody by Basic.
    let page = ask(
        &server,
        ("GET", "/wp-admin/"),
        &[("Authorization", &basic("duena"))],
        "",
    );
    assert_eq!(page.status, 302);
    // Without the option nobody is known, and nobody refused.
    const FORGET: &str = "DELETE FROM {p}options WHERE option_name = 'using_application_passwords'";
    site.execute(FORGET, Vec::new()).expect("option");
    drop(server);
    let server = serve_owner_site(&site).expect("server");
    assert_eq!(
        code(&get(&server, me, &basic("duena"))),
        (401, "rest_not_logged_in")
    );
    assert_eq!(
        get(&server, "/wp/v2/posts", &basic_with("duena", "x")).0,
        200
    );
}

#[test]
fn people_sign_in_with_application_passwords() {
    basic_authentication(Database::Sqlite);
}

#[test]
fn people_sign_in_with_application_passwords_on_mariadb() {
    basic_authentication(Database::MariaDb);
}

/// Over plain HTTP a real site has none.
#[test]
fn real_sites_need_tls() {
    let site = owner_site(Database::Sqlite).expect("site");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let (_, index) = get(&server, "/?_fields=authentication", "");
    assert_eq!(index["authentication"], serde_json::json!([]));
    let refused = get(&server, "/wp/v2/users/me", &basic("duena"));
    assert_eq!(code(&refused), (401, "application_passwords_disabled"));
    let routes = get(&server, "/wp/v2/users/101/application-passwords", "");
    assert_eq!(code(&routes), (501, "application_passwords_disabled"));
}

/// Guessing ends with 429, and the right password from elsewhere is not needed to see that.
#[test]
fn guessing_is_slowed() {
    let site = owner_site(Database::Sqlite).expect("site");
    let server = serve_owner_site(&site).expect("server");
    let statuses: Vec<u16> = (0..11)
        .map(|number| {
            let guess = basic_with("autora", &format!("guess{number}"));
            get(&server, "/wp/v2/users/me", &guess).0
        })
        .collect();
    let mut want = vec![401; 10];
    want.push(429);
    assert_eq!(statuses, want);
}

fn log_in(server: &Oxipress, login: &str) -> Visit {
    let form = format!("log={login}&pwd=demo-{login}&casacue4217=384211&alt_s=");
    let answer = post_form(server.addr, "/wp-login.php", &form, &[]).expect("login");
    assert_eq!(answer.status, 302, "{}", answer.body);
    Visit {
        cookies: set_cookies(&answer),
    }
}

/// A cookie without a nonce is nobody's, with a wrong one an error, with the right one the person's; and a person with
/// a cookie lets an application in, once under each name.
#[test]
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn cookies_and_the_approval_page() {
    let site = owner_site(Database::Sqlite).expect("site");
    let server = serve_owner_site(&site).expect("server");
    let visit = log_in(&server, "autora");
    let nonce = visit.rest_nonce(server.addr).expect("nonce");
    let cookies = visit.cookies.as_str();
    let me = |nonce: Option<&str>, path: &str| {
        let mut headers = vec![("Cookie", cookies)];
        headers.extend(nonce.map(|nonce| ("X-WP-Nonce", nonce)));
        ask(&server, ("GET", path), &headers, "")
    };
    let path = "/wp-json/wp/v2/users/me";
    assert_eq!(me(None, path).status, 401);
    assert_eq!(me(Some("0123456789"), "/wp-json/wp/v2/posts").status, 403);
    let known = me(Some(&nonce), path);
    assert_eq!(
        (known.status, known.header("x-wp-nonce")),
        (200, Some(nonce.as_str()))
    );

    let asked = "/wp-admin/authorize-application.php?app_name=Cuaderno&success_url=https%3A%2F%2Fc.example%2Fv";
    let anonymous = ask(&server, ("GET", asked), &[], "");
    let login = anonymous.header("location").unwrap_or_default();
    assert!(login.contains("wp-login.php?redirect_to="), "{login}");
    let form = me(None, asked);
    let (_, rest) = form
        .body
        .split_once("name=\"_wpnonce\" value=\"")
        .expect("nonce");
    let form_nonce = &rest[..10];
    let post = |fields: &str| {
        let body = format!("_wpnonce={form_nonce}&action=authorize_application_password&{fields}");
        post_form(
            server.addr,
            "/wp-admin/authorize-application.php",
            &body,
            &[("Cookie", cookies)],
        )
        .expect("answer")
    };
    let fields = "app_name=Cuaderno&success_url=https%3A%2F%2Fc.example%2Fv&approve=1";
    let approved = post(fields);
    let location = approved.header("location").unwrap_or_default().to_owned();
    let (head, password) = location.split_once("&password=").expect("password");
    let want = "https://c.example/v?site_url=http%3A%2F%2F127.0.0.1%3A8081&user_login=autora";
    assert_eq!((approved.status, head, password.len()), (302, want, 24));
    let signed_in = get(&server, "/wp/v2/users/me", &basic_with("autora", password));
    assert_eq!(signed_in.1["id"], 103);
    assert_eq!(post(fields).status, 409);
    let rejected = post("app_name=B&reject_url=https%3A%2F%2Fc.example%2Fn&reject=1");
    assert_eq!(rejected.header("location"), Some("https://c.example/n"));
    let shown = post("app_name=C&approve=1");
    assert!(shown.status == 200 && shown.body.contains("new-application-password-value"));
    assert_eq!(
        post("app_name=D&success_url=javascript%3A%2F%2Fa%2F&approve=1").status,
        500
    );
    assert_eq!(stored(&site, 103).len(), 3);
    let stale = post_form(
        server.addr,
        "/wp-admin/authorize-application.php",
        "_wpnonce=0123456789&action=authorize_application_password&app_name=E&approve=1",
        &[("Cookie", cookies)],
    );
    assert_eq!(stale.expect("answer").status, 403);
}

fn call(server: &Oxipress, method: &str, params: &[&str]) -> String {
    let params: String = params
        .iter()
        .map(|value| format!("<param><value><string>{value}</string></value></param>"))
        .collect();
    let body = format!(
        "<?xml version=\"1.0\"?><methodCall><methodName>{method}</methodName><params>{params}</params></methodCall>"
    );
    let headers = [("Content-Type", "text/xml")];
    ask(server, ("POST", "/xmlrpc.php"), &headers, &body).body
}

/// XML-RPC tells the site and the own profile to who signs in, and says that the rest is off.
#[test]
fn xmlrpc_tells_the_truth() {
    let site = owner_site(Database::Sqlite).expect("site");
    let server = serve_owner_site(&site).expect("server");
    for password in ["demo-duena", "oAef gxpZ xZML tZi4 mJCE Km69"] {
        let blogs = call(&server, "wp.getUsersBlogs", &["duena", password]);
        assert!(
            blogs.contains("<name>isAdmin</name><value><boolean>1</boolean></value>"),
            "{blogs}"
        );
        let profile = call(&server, "wp.getProfile", &["1", "duena", password]);
        assert!(profile.contains("<value><string>duena@casascueva.example</string></value>"));
    }
    let code = |method: &str, params: &[&str]| {
        let answer = call(&server, method, params);
        let (_, rest) = answer.split_once("<value><int>").unwrap_or(("", "0<"));
        rest.split_once('<').map(|(code, _)| code.to_owned())
    };
    let off = code("wp.newPost", &["1", "duena", "demo-duena"]);
    assert_eq!(off.as_deref(), Some("405"));
    assert_eq!(
        code("wp.newPost", &["1", "duena", "x"]).as_deref(),
        Some("403")
    );
    assert_eq!(code("wp.unknown", &[]).as_deref(), Some("-32601"));
}
