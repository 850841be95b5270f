//! Page cache freshness: a change of the database by any writer is visible within two seconds on every instance; cached
//! pages have an ETag and all encodings, and are never personal; results of the database are kept for them alone.

use std::sync::Barrier;
use std::time::{Duration, Instant};

use compat::binds;
use compat::wordpress::db::Bind;
use tests_contract::client::{ClientResponse, get_with, head_with};
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

/// Requirement: a change by any writer is visible within two seconds on every instance.
const BOUND: Duration = Duration::from_secs(2);

const POST: &str = "/paseo-por-las-carcavas/";
const PAGE: &str = "/aviso-legal/";

/// A change by another writer, and the page where it is visible.
struct Change {
    name: &'static str,
    path: &'static str,
    statements: Vec<(&'static str, Vec<Bind>)>,
    shows: &'static str,
}

fn change(
    name: &'static str,
    path: &'static str,
    shows: &'static str,
    statements: Vec<(&'static str, Vec<Bind>)>,
) -> Change {
    Change {
        name,
        path,
        statements,
        shows,
    }
}

fn changes() -> Vec<Change> {
    const DATE: &str = "2026-11-20 10:00:00";
    const NEW_COMMENT: &str = "INSERT INTO {p}comments (comment_post_ID, comment_author, comment_author_email, \
        comment_author_url, comment_author_IP, comment_date, comment_date_gmt, comment_content, comment_approved, \
        comment_agent, comment_type) VALUES (27, ?, 'a@example.org', '', '', ?, ?, ?, '1', '', 'comment')";
    const NEW_POST: &str = "INSERT INTO {p}posts (post_author, post_date, post_date_gmt, post_content, post_title, \
        post_excerpt, post_status, post_name, to_ping, pinged, post_modified, post_modified_gmt, \
        post_content_filtered, post_type) VALUES (1, ?, ?, 'Texto', 'Apunte de otro', '', 'publish', \
        'apunte-de-otro', '', '', ?, ?, '', 'post')";
    const TITLE: &str = "UPDATE {p}posts SET post_title = ? WHERE ID = 27";
    const NAME: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = 'blogname'";
    const MENU: &str = "UPDATE {p}posts SET post_title = ? WHERE post_type = 'nav_menu_item'";
    const COUNT: &str = "UPDATE {p}posts SET comment_count = comment_count + 1 WHERE ID = 27";
    const META: &str = "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) \
        SELECT ID, '_wp_page_template', 'hoja-ajena.php' FROM {p}posts WHERE post_name = 'aviso-legal'";
    const NO_META: &str = "DELETE FROM {p}postmeta WHERE meta_key = '_wp_page_template' AND post_id IN \
        (SELECT ID FROM {p}posts WHERE post_name = 'aviso-legal')";
    const TRASH: &str = "UPDATE {p}posts SET post_status = 'trash' WHERE ID = 27";
    let date = || binds![DATE, DATE, DATE, DATE];
    vec![
        change(
            "title of a post",
            POST,
            "Camino de otro",
            vec![(TITLE, binds!["Camino de otro"])],
        ),
        change(
            "option",
            PAGE,
            "Casa ajena",
            vec![(NAME, binds!["Casa ajena"])],
        ),
        change(
            "post meta",
            PAGE,
            "hoja-ajena",
            vec![(NO_META, binds![]), (META, binds![])],
        ),
        change(
            "menu item",
            PAGE,
            "Entrada ajena",
            vec![(MENU, binds!["Entrada ajena"])],
        ),
        change(
            "comment",
            POST,
            "Dicho por otro",
            vec![
                (NEW_COMMENT, binds!["Otra", DATE, DATE, "Dicho por otro"]),
                (COUNT, binds![]),
            ],
        ),
        change(
            "new post",
            "/apunte-de-otro/",
            "Apunte de otro",
            vec![(NEW_POST, date())],
        ),
        change("post taken away", POST, "error404", vec![(TRASH, binds![])]),
    ]
}

fn changes_show_on_every_instance(database: Database) {
    let site = Site::recorded(database).expect("site");
    let serve = || Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let instances = [serve(), serve()];
    let mut bad = Vec::new();
    for change in changes() {
        let shows = |server: &Oxipress| page(server, change.path).body.contains(change.shows);
        for server in &instances {
            assert!(
                !shows(server) && !shows(server),
                "{} shows already",
                change.name
            );
        }
        for (sql, binds) in change.statements {
            site.execute(sql, binds).expect("change");
        }
        let (began, mut took) = (Instant::now(), [None; 2]);
        while took.contains(&None) && began.elapsed() < BOUND + Duration::from_secs(1) {
            for (server, took) in instances.iter().zip(&mut took) {
                if took.is_none() && shows(server) {
                    *took = Some(began.elapsed());
                }
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        println!("{database:?}: {} shows after {took:?}", change.name);
        let is_shown = took.iter().all(|t| t.is_some_and(|t| t <= BOUND));
        if !is_shown {
            bad.push(change.name);
        }
    }
    assert!(bad.is_empty(), "not within {BOUND:?}: {bad:?}");
}

#[test]
fn changes_show_on_every_instance_on_sqlite() {
    changes_show_on_every_instance(Database::Sqlite);
}

#[test]
fn changes_show_on_every_instance_on_mariadb() {
    changes_show_on_every_instance(Database::MariaDb);
}

/// A process that was stopped, as one is whose machine is moved, has not polled meanwhile.
fn a_stopped_instance_shows_no_kept_page_before_a_poll(database: Database) {
    const TITLE: &str = "UPDATE {p}posts SET post_title = 'Camino callado' WHERE ID = 27";
    let site = Site::recorded(database).expect("site");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    wait_until_kept(&server, &[POST]);
    server.signal("-STOP").expect("stop");
    site.execute(TITLE, binds![]).expect("change");
    std::thread::sleep(BOUND);
    server.signal("-CONT").expect("go on");
    assert!(page(&server, POST).body.contains("Camino callado"));
}

#[test]
fn a_stopped_instance_shows_no_kept_page_before_a_poll_on_sqlite() {
    a_stopped_instance_shows_no_kept_page_before_a_poll(Database::Sqlite);
}

#[test]
fn a_stopped_instance_shows_no_kept_page_before_a_poll_on_mariadb() {
    a_stopped_instance_shows_no_kept_page_before_a_poll(Database::MariaDb);
}

const HIT: &str = "oxipress_cache_total{result=\"hit\"}";
const MISS: &str = "oxipress_cache_total{result=\"miss\"}";
const PAGES: &str = "oxipress_cache_pages";

fn page(server: &Oxipress, path: &str) -> ClientResponse {
    get_with(server.addr, path, &[]).expect("answer")
}

/// Shorter pages are sent as they are.
const WORTH_PACKING: usize = 256;

/// The recorded site without polling, so that counts are not affected by a poll that finds the recent import. Waits for
/// the first poll after the start.
fn undisturbed(database: Database) -> (Site, Oxipress) {
    const LOOKS: [(&str, &str); 1] = [("OXIPRESS_DATABASE_POLL_INTERVAL_MS", "3600000")];
    let site = Site::recorded(database).expect("site");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &LOOKS).expect("server");
    wait_until_kept(&server, &["/modulos/texto/"]);
    (site, server)
}

/// Waits until pages have stayed for a second.
fn wait_until_kept(server: &Oxipress, paths: &[&str]) {
    let mut kept_since = Instant::now();
    while kept_since.elapsed() < Duration::from_secs(1) {
        for path in paths {
            if is_made(server, path) {
                kept_since = Instant::now();
            }
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Asks for a page; whether it was made for this.
fn is_made(server: &Oxipress, path: &str) -> bool {
    let misses = server.metric(MISS).expect("metric");
    page(server, path);
    server.metric(MISS).expect("metric") > misses
}

/// Headers of which a second answer must have the same: all but the time.
fn lasting(answer: &ClientResponse) -> Vec<(String, String)> {
    let headers = answer
        .headers
        .iter()
        .map(|(k, v)| (k.to_ascii_lowercase(), v.clone()));
    let mut headers: Vec<_> = headers.filter(|(k, _)| k != "date").collect();
    headers.sort();
    headers
}

fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut reader = flate2::read::GzDecoder::new(bytes);
    std::io::Read::read_to_end(&mut reader, &mut out).expect("gzip");
    out
}

#[expect(clippy::too_many_lines, reason = "one visit, step by step")]
fn forms_of_kept_pages(database: Database) {
    let server = Oxipress::start_recorded_site(database).expect("server");
    let paths = [
        "/",
        "/noticias/",
        POST,
        PAGE,
        "/en/",
        "/tienda/",
        "/no-existe/",
    ];
    let mut sent = [0, 0];
    for path in paths {
        let first = page(&server, path);
        let again = page(&server, path);
        assert_eq!(first.bytes, again.bytes, "{path}");
        assert_eq!(lasting(&first), lasting(&again), "{path}");
        let etag = first.header("etag").expect("ETag").to_owned();
        let head = head_with(server.addr, path, &[]).expect("HEAD");
        assert_eq!(
            (head.status, lasting(&head)),
            (first.status, lasting(&first)),
            "{path}"
        );
        let gzip = get_with(server.addr, path, &[("Accept-Encoding", "gzip")]).expect("gzip");
        if first.bytes.len() < WORTH_PACKING {
            assert_eq!(gzip.bytes, first.bytes, "{path}");
            continue;
        }
        assert_eq!(gzip.header("content-encoding"), Some("gzip"), "{path}");
        assert_eq!(gzip.header("etag"), Some(etag.as_str()), "{path}");
        assert!(
            gzip.header("vary")
                .is_some_and(|v| v.contains("Accept-Encoding")),
            "{path}"
        );
        assert_eq!(unpacked(&gzip.bytes), first.bytes, "{path}");
        sent[0] += first.bytes.len();
        sent[1] += gzip.bytes.len();
        for tags in [etag.clone(), format!("\"other\", {etag}"), "*".to_owned()] {
            let known = get_with(server.addr, path, &[("If-None-Match", &tags)]).expect("304");
            // A page that is not found stays so for a client that has it.
            let wanted = if first.status == 200 {
                304
            } else {
                first.status
            };
            assert_eq!(known.status, wanted, "{path} {tags}");
            assert!(wanted != 304 || known.bytes.is_empty(), "{path} {tags}");
            assert_eq!(known.header("etag"), Some(etag.as_str()), "{path} {tags}");
        }
        let other = get_with(server.addr, path, &[("If-None-Match", "\"other\"")]).expect("200");
        assert_eq!(
            (other.status, other.bytes),
            (first.status, first.bytes),
            "{path}"
        );
    }
    let [plain, packed] = sent;
    println!(
        "{database:?}: {} pages in all forms, {plain} bytes, {packed} packed",
        paths.len()
    );
}

#[test]
fn kept_pages_have_all_their_forms_on_sqlite() {
    forms_of_kept_pages(Database::Sqlite);
}

#[test]
fn kept_pages_have_all_their_forms_on_mariadb() {
    forms_of_kept_pages(Database::MariaDb);
}

/// `Cookie` headers of requests that bypass the cache.
const PERSONAL: &[&[&str]] = &[
    &["comment_author_e7a17103b5ab1b4ad3bfb14d18b2f1a4=Marca"],
    &["comment_author_email_e7a17103b5ab1b4ad3bfb14d18b2f1a4=marca%40example.org"],
    &["wordpress_logged_in_e7a17103b5ab1b4ad3bfb14d18b2f1a4=x%7C1%7Cy%7Cz"],
    &["wp-postpass_e7a17103b5ab1b4ad3bfb14d18b2f1a4=%24P%24B"],
    &["woocommerce_items_in_cart=1"],
    &["woocommerce_cart_hash=0123456789abcdef0123456789abcdef"],
    &["wp_woocommerce_session_e7a17103b5ab1b4ad3bfb14d18b2f1a4=t_1%7C%7C1%7C%7C1%7C%7Cx"],
    &["a=1; b=2;woocommerce_items_in_cart=1"],
    // HTTP/2 lets a client send each cookie in a header of its own, and browsers do.
    &["a=1", "woocommerce_items_in_cart=1"],
    &[
        "a=1",
        "b=2",
        "comment_author_e7a17103b5ab1b4ad3bfb14d18b2f1a4=Marca",
    ],
    // A name or value that is not ASCII hides nothing.
    &["a=\u{f1}; woocommerce_items_in_cart=1"],
    // PHP reads a name behind spaces too.
    &["a=1;  woocommerce_items_in_cart=1"],
];

/// Cookies that change nothing. Each consent has pages of its own (tests of `moove_gdpr`).
const SHARED: &[&[&str]] = &[&["_fbp=fb.1.1.1"], &["_ga=GA1.1.1", "wp-settings-time-1=1"]];

#[test]
fn visitors_of_their_own_get_no_shared_answer() {
    let (_site, server) = undisturbed(Database::Sqlite);
    let ask = |path: &str, cookies: &[&str]| {
        let headers: Vec<_> = cookies.iter().map(|c| ("Cookie", *c)).collect();
        get_with(server.addr, path, &headers).expect("answer")
    };
    let counts = || [HIT, MISS, PAGES].map(|name| server.metric(name).expect("metric"));
    page(&server, POST);
    let mut bad = Vec::new();
    for cookies in PERSONAL {
        // The request neither gets the cached page nor stores its own.
        for path in [POST, "/noticias/"] {
            let before = counts();
            let answer = ask(path, cookies);
            if counts() != before || answer.status != 200 {
                bad.push(format!(
                    "{path} {cookies:?}: {} {before:?} {:?}",
                    answer.status,
                    counts()
                ));
            }
        }
    }
    for cookies in SHARED {
        let [hits, misses, pages] = counts();
        ask(POST, cookies);
        if counts() != [hits + 1, misses, pages] {
            bad.push(format!(
                "{cookies:?} changes nothing on a page, but was not given the kept one"
            ));
        }
    }
    println!(
        "{} visitors of their own, {} that share",
        PERSONAL.len(),
        SHARED.len()
    );
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// `User-Agent`, and the class that the theme gives the body for it.
const PLATFORMS: &[(&str, &str)] = &[
    ("Mozilla/5.0 (X11; Linux x86_64) Firefox/133.0", "linux"),
    (
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_1) Safari/605.1.15",
        "osx",
    ),
    (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0",
        "windows",
    ),
    ("curl/8.0", ""),
];

/// Programs of every kind, those that differ for the theme or a plugin next to each other.
const AGENTS: &[&str] = &[
    "Mozilla/5.0 (X11; Linux x86_64) Firefox/133.0",
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/131.0 Mobile Safari/537.36",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_1) Safari/605.1.15",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0",
    "Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft) Mobile Safari/537.36",
    "Mozilla/5.0 (Linux; U; Android 4.4; KFTHWI) Silk/3.68",
    "Opera/9.80 (J2ME/MIDP; Opera Mini/7.1) Presto/2.8",
    "Googlebot/2.1 (+http://www.google.com/bot.html)",
    "curl/8.0",
    "",
];

/// Each user agent gets its own variant, whichever was requested first.
#[test]
fn no_program_gets_the_page_of_another() {
    let site = Site::recorded(Database::Sqlite).expect("site");
    // No consent banner on telephones: what the plugin asks `wp_is_mobile()` for.
    const BANNER: &str = "INSERT INTO {p}gdpr_cc_options (option_key, option_value) VALUES ('gdpr_cb_show_mobile', '0')";
    site.execute(BANNER, binds![]).expect("option");
    let live = [("OXIPRESS_CACHE_ENABLED", "false")];
    let live = Oxipress::serve_recorded_site(&site.url, &[], &live).expect("server");
    let kept = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let (mut alike, mut bad) = (0, Vec::new());
    for path in ["/", POST] {
        for agent in AGENTS {
            let ask = |server: &Oxipress| {
                let answer = get_with(server.addr, path, &[("User-Agent", agent)]);
                answer.expect("answer").body
            };
            if ask(&live) == ask(&kept) {
                alike += 1;
            } else {
                bad.push(format!("{path} {agent}"));
            }
        }
    }
    println!(
        "{alike} of {} answers are made for who asks",
        alike + bad.len()
    );
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn platforms_have_pages_of_their_own() {
    let (_site, server) = undisturbed(Database::Sqlite);
    let counts = || [HIT, MISS].map(|name| server.metric(name).expect("metric"));
    let [hits, misses] = counts();
    for (agent, class) in PLATFORMS {
        let ask = || get_with(server.addr, POST, &[("User-Agent", agent)]).expect("answer");
        let body = ask().body;
        let tag = body.split("<body").nth(1).and_then(|b| b.split('>').next());
        let classes = tag.expect("body").split(['"', '\'', ' ']);
        let said: Vec<_> = classes
            .filter(|c| ["linux", "osx", "windows"].contains(c))
            .collect();
        assert_eq!(said.concat(), *class, "{agent}");
        assert_eq!(ask().body, body, "{agent}");
    }
    let number = PLATFORMS.len() as u64;
    println!("{number} platforms, each with a page of its own that is kept");
    assert_eq!(counts(), [hits + number, misses + number]);
}

fn render_once(database: Database) {
    const VISITORS: usize = 16;
    let (_site, server) = undisturbed(database);
    let before = [HIT, MISS].map(|name| server.metric(name).expect("metric"));
    let paths = ["/noticias/", POST, PAGE, "/en/"];
    for path in paths {
        let start = Barrier::new(VISITORS);
        let bodies: Vec<Vec<u8>> = std::thread::scope(|scope| {
            let ask = || {
                start.wait();
                page(&server, path).bytes
            };
            let visitors: Vec<_> = (0..VISITORS).map(|_| scope.spawn(ask)).collect();
            visitors
                .into_iter()
                .map(|v| v.join().expect("visitor"))
                .collect()
        });
        assert!(bodies.windows(2).all(|pair| pair[0] == pair[1]), "{path}");
    }
    let after = [HIT, MISS].map(|name| server.metric(name).expect("metric"));
    let [hits, misses] = [after[0] - before[0], after[1] - before[1]];
    println!(
        "{database:?}: {VISITORS} visitors at once for {} pages: {misses} rendered, {hits} shared",
        paths.len()
    );
    assert_eq!(misses, paths.len() as u64);
    assert_eq!(hits, ((VISITORS - 1) * paths.len()) as u64);
}

#[test]
fn visitors_at_once_have_a_page_rendered_once_on_sqlite() {
    render_once(Database::Sqlite);
}

#[test]
fn visitors_at_once_have_a_page_rendered_once_on_mariadb() {
    render_once(Database::MariaDb);
}

fn results_are_kept(database: Database) {
    let (_site, server) = undisturbed(database);
    let counts = || {
        ["hit", "miss"].map(|result| {
            let name = format!("oxipress_query_cache_total{{result=\"{result}\"}}");
            server.metric(&name).expect("metric")
        })
    };
    let shown = |address: &str| page(&server, address).body.matches("Cárcavas").count();
    let first = shown(&format!("{POST}?a=1"));
    let [hits, misses] = counts();
    assert_eq!(shown(&format!("{POST}?a=2")), first);
    let [found, missed] = counts();
    println!(
        "{database:?}: a page at another address: {} results were kept",
        found - hits
    );
    assert!(
        found > hits && missed == misses,
        "{found} {missed} {misses}"
    );
    // Who is known asks the database.
    let cookie = [("Cookie", "woocommerce_items_in_cart=1")];
    get_with(server.addr, &format!("{POST}?a=3"), &cookie).expect("answer");
    assert_eq!(counts(), [found, missed]);
}

#[test]
fn results_of_the_database_are_kept_on_sqlite() {
    results_are_kept(Database::Sqlite);
}

#[test]
fn results_of_the_database_are_kept_on_mariadb() {
    results_are_kept(Database::MariaDb);
}

/// The home page and the list show the post without its number of comments.
fn a_number_of_comments_leaves_pages_without_it(database: Database) {
    const LIST: &str = "/noticias/";
    const COUNT: &str = "UPDATE {p}posts SET comment_count = 947 WHERE ID = 27";
    const TITLE: &str = "UPDATE {p}posts SET post_title = 'Otras palabras' WHERE ID = 27";
    let site = Site::recorded(database).expect("site");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    wait_until_kept(&server, &["/", LIST, POST]);
    for path in ["/", LIST, POST] {
        assert!(page(&server, path).body.contains(POST), "{path}");
    }
    let within = |path: &str, text: &str| {
        let began = Instant::now();
        while began.elapsed() < BOUND {
            if page(&server, path).body.contains(text) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        false
    };
    site.execute(COUNT, binds![]).expect("number");
    assert!(within(POST, "947 Comentarios"));
    for path in ["/", LIST] {
        assert!(!is_made(&server, path), "{path} was thrown away");
    }
    // The kept result of the row goes, although those pages stay.
    let again = page(&server, &format!("{POST}?a=1"));
    assert!(again.body.contains("947 Comentarios"));
    site.execute(TITLE, binds![]).expect("title");
    assert!(within("/", "Otras palabras") && within(LIST, "Otras palabras"));
}

#[test]
fn a_number_of_comments_leaves_pages_without_it_on_sqlite() {
    a_number_of_comments_leaves_pages_without_it(Database::Sqlite);
}

#[test]
fn a_number_of_comments_leaves_pages_without_it_on_mariadb() {
    a_number_of_comments_leaves_pages_without_it(Database::MariaDb);
}
