//! The column `reviews`: the contract's case table, retrieval, import and the recorded page, on both databases.
//!
//! Contract "reviews-widget", section 14. Cases 40 to 50 are the browser's (`react-modules/src/reviews-widget`).

mod cases;

use std::process::Command;

use cases::{CASES, Case};
use compat::binds;
use compat::reviews::option;
use compat::wordpress::db::Bind;
use compat::wordpress::php::{Array, Value, maybe_unserialize, serialize};
use tests_contract::client::get_with;
use tests_contract::mock_server::MockServer;
use tests_contract::recording::load;
use tests_contract::replay::replay;
use tests_contract::server::{Database, Oxipress, binary};
use tests_contract::site::Site;
use tests_contract::visit::until;
use tests_contract::{expected, fixtures};

use cases::place_service::PlaceService;

const PLACE: &str = "ChIJcasascuevademo0000000001";
/// The recorded moment.
const NOW: i64 = 1_795_224_170;
const HOUR: i64 = 3600;

fn read(site: &Site, name: &'static str) -> Value {
    const SQL: &str = "SELECT option_value FROM {p}options WHERE option_name = ?";
    let rows: Vec<(Vec<u8>,)> = site.load(SQL, binds![name]).expect("option");
    rows.first()
        .map_or(Value::Null, |(stored,)| maybe_unserialize(stored))
}

fn write(site: &Site, name: &'static str, value: &Value) {
    let bytes = match value {
        Value::Array(_) => serialize(value),
        other => other.to_bytes().into_owned(),
    };
    let text = String::from_utf8(bytes).expect("UTF-8");
    const SQL: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = ?";
    site.execute(SQL, binds![text, name]).expect("option");
}

fn set_content(site: &Site, content: String) {
    const SQL: &str = "UPDATE {p}posts SET post_content = ? WHERE ID = 1998";
    site.execute(SQL, vec![Bind::from(content)]).expect("page");
}

fn page(server: &Oxipress, path: &str) -> String {
    let answer = get_with(server.addr, path, &[]).expect("page");
    assert_eq!(answer.status, 200, "{path}");
    answer.body.replace('\r', "")
}

/// More reviews than recorded: without a language, with tags, hidden, and of exact lengths.
fn add_reviews(site: &Site) {
    let mut reviews = read(site, option::REVIEWS);
    let list = reviews.make_array();
    let second = list.keys().nth(1).cloned().expect("a second review");
    if let Some(Value::Array(entry)) = list.get_mut(&second) {
        entry.remove("language");
    }
    for (id, author, status, text) in [
        (9, "Berta", true, "Con <b>negrita</b>\r\ny salto"),
        (10, "Oculta", false, "no se ve"),
        (11, "Cien", true, &"a".repeat(100)),
        (12, "Veinte", true, &"a".repeat(20)),
        (
            13,
            "Largo",
            true,
            &format!("{} {}", "b".repeat(103), "c".repeat(196)),
        ),
    ] {
        let entry = Array::new()
            .with("id", id)
            .with("place_id", PLACE)
            .with("order", id)
            .with("status", status)
            .with("author_name", author)
            .with("author_url", "https://www.google.com/maps/contrib/1")
            .with("language", "fr")
            .with("rating", 5)
            .with("relative_time_description", "hace un mes")
            .with("text", text)
            .with("time", NOW - 40 * 24 * HOUR);
        list.insert(format!("{id}_5_x"), entry);
    }
    write(site, option::REVIEWS, &reviews);
}

/// A place for each rating of the table.
fn add_places(site: &Site) {
    let ratings = [
        ("47", 4.7),
        ("40", 4.0),
        ("50", 5.0),
        ("395", 3.95),
        ("496", 4.96),
    ];
    let place = |(name, rating): (&str, f64)| {
        Value::array()
            .with("place_id", format!("ChIJ-place-with-rating-{name}"))
            .with("name", "Casa")
            .with("vicinity", "Guadix")
            .with("rating", rating)
            .with("rating_count", 87)
    };
    let places: Value = ratings.into_iter().map(place).collect();
    write(site, option::PLACES, &places);
}

fn of_cases(cases: &[Case]) -> String {
    let case = |case: &Case| format!("<div class=\"case\">{}</div>\n", case.shortcode);
    cases.iter().map(case).collect()
}

fn check(cases: &[Case], body: &str) {
    let parts: Vec<&str> = body.split("<div class=\"case\">").skip(1).collect();
    assert_eq!(parts.len(), cases.len());
    for (case, part) in cases.iter().zip(parts) {
        let part = part.split("<!-- .entry-content").next().unwrap_or(part);
        let part = part.split("</article>").next().unwrap_or(part);
        for wanted in case.has {
            assert!(
                part.contains(wanted),
                "{}: no {wanted} in {part}",
                case.name
            );
        }
        for unwanted in case.lacks {
            assert!(
                !part.contains(unwanted),
                "{}: {unwanted} in {part}",
                case.name
            );
        }
    }
}

/// Cases 1 to 31, 52, 54, 55 and every attribute that the page does not show.
fn widgets(database: Database) {
    let site = Site::recorded(database).expect("site");
    add_reviews(&site);
    add_places(&site);
    set_content(&site, of_cases(CASES));
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    check(CASES, &page(&server, "/opiniones/"));
}

/// Cases 20 (second half), 32, 39 and 53.
fn options(database: Database) {
    const TEXT_STARS: Case = Case {
        name: "20, option empty",
        shortcode: "[reviews_rating limit=0 stars=\"#ff0000\"]",
        has: &[
            "data-rating=\"4.4\"",
            "★★★★<span class=\"not\">☆</span>",
            "4,4",
        ],
        lacks: &["data-stars", "all-stars"],
    };
    const ALL: Case = Case {
        name: "32",
        shortcode: "[reviews_rating]",
        has: &["Marta Ruiz"],
        lacks: &["Oculta"],
    };
    let cases = [TEXT_STARS, ALL];
    let site = Site::recorded(database).expect("site");
    add_reviews(&site);
    set_content(&site, of_cases(&cases));
    write(&site, option::STYLESHEET, &"".into());
    write(&site, option::STRUCTURED_DATA, &"1".into());
    let mut answer = read(&site, option::RESULT_VALID);
    if let Some(Value::Array(result)) = answer.make_array().get_mut("result") {
        result.insert("rating", 0);
    }
    write(&site, option::RESULT_VALID, &answer);
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let body = page(&server, "/opiniones/");
    check(&cases, &body);
    assert!(!body.contains("wp/css/css.css"), "20: no sheet");
    assert!(!body.contains("application/ld+json"), "39: another page");
    let front = page(&server, "/");
    let data = front
        .split("<script type=\"application/ld+json\">\n[ {")
        .nth(1);
    let data = data.and_then(|rest| rest.split("} ]\n</script>").next());
    let data = data.expect("39: the front page");
    for part in [
        "\"@type\": \"LocalBusiness\"",
        "\"ratingCount\": 87",
        "\"telephone\": \"+34 958 000 123\"",
        "Great hosts &amp; thick walls",
    ] {
        assert!(data.contains(part), "39: {part} in {data}");
    }
    assert!(
        !data.contains("Oculta") && !data.contains("Nuria Gil"),
        "39: five"
    );
}

/// Cases 33 to 37: an answer of the place service, then one that says no, then none at all.
fn retrieval(database: Database) {
    let site = Site::recorded(database).expect("site");
    let service = PlaceService::start();
    let url = service.url();
    let env = [("OXIPRESS_REVIEWS_PLACES_URL", url.as_str())];
    write(&site, option::UPDATE, &"24".into());
    write(&site, option::RETRIEVAL, &asked(NOW - 25 * HOUR));
    service.answer_with(&cases::place_service::answer(NOW));
    let server = Oxipress::serve_recorded_site(&site.url, &[], &env).expect("server");
    let sent = service.next_request();
    assert!(sent.starts_with(&format!("GET /details?placeid={PLACE}&key=CLAVE-DE-DEMO-NO-REAL-0001&fields=formatted_address%2Cicon%2C")), "{sent}");
    assert!(
        sent.contains(
            "&reviews_sort=most_relevant&reviews_no_translations=true&language=es HTTP/1.1"
        ),
        "{sent}"
    );
    let shown = until(|| {
        let body = page(&server, "/opiniones/");
        body.contains("Nueva Huésped").then_some(body)
    });
    assert!(
        shown.contains("4,7") && shown.contains("88 reviews"),
        "the new rating"
    );
    let stored = read(&site, option::REVIEWS);
    let of = |author: &str| {
        let found = stored
            .values()
            .find(|e| e.at("author_name").as_str() == Some(author));
        found.cloned().unwrap_or_default()
    };
    // 35: the number stays, the rank changes. 36: the text is another one, the number stays.
    assert_eq!(
        (
            of("Jonas Weber").at("id").to_int(),
            of("Jonas Weber").at("order").to_int()
        ),
        (2, 1)
    );
    assert_eq!(of("Marta Ruiz").at("id").to_int(), 1);
    assert_eq!(
        of("Marta Ruiz").at("text").as_str(),
        Some("Dormimos otra vez como nunca.")
    );
    assert_eq!(of("Nueva Huésped").at("id").to_int(), 9);
    // 33, 34
    assert_eq!(
        of("Nueva Huésped").at("relative_time_description").as_str(),
        Some("hace un mes")
    );
    assert_eq!(
        of("Jonas Weber").at("relative_time_description").as_str(),
        Some("hace un mes")
    );
    assert_eq!(stored.values().count(), 9, "nothing is deleted");
    // A server that is killed may hold the job for a minute more.
    server.terminate().expect("it ends");
    refused(&site, &service, &env);
}

/// A picture as large as a photograph is.
fn large_picture() -> String {
    format!("GIF89a{}", ";".repeat(1_000_000))
}

/// Pictures of authors that the site keeps itself: fetched once, shown from its own uploads; what is no picture is not.
fn pictures(database: Database) {
    let site = Site::recorded(database).expect("site");
    let hosts = MockServer::start(|sent| match sent.url.contains("demo-1=") {
        true => (200, "<svg onload=alert(1)>".into()),
        false => (200, large_picture()),
    });
    let hosts = hosts.expect("stand-in");
    let url = format!("http://{}", hosts.addr);
    const ADD: &str =
        "INSERT INTO {p}options (option_name, option_value, autoload) VALUES (?, '1', 'yes')";
    site.execute(ADD, binds![option::LOCAL_IMAGES])
        .expect("option");
    let root = tempfile::tempdir().expect("folder");
    let config = fixtures().join("casas-cueva/wp-root/wp-config.php");
    std::fs::copy(config, root.path().join("wp-config.php")).expect("configuration");
    let path = root.path().display().to_string();
    let env = [("OXIPRESS_REVIEWS_PHOTOS_URL", url.as_str())];
    let config = fixtures().join("casas-cueva/oxipress.toml");
    let config = config.display().to_string();
    let arguments = ["--wp-root", &path, "--config", &config];
    let server = Oxipress::serve(&site.url, &arguments, &env).expect("server");
    let shown = until(|| {
        let body = page(&server, "/opiniones/");
        body.contains("/uploads/gmbrr/").then_some(body)
    });
    let stored = read(&site, option::REVIEWS);
    for review in stored.values() {
        let photo = review
            .at("profile_photo_url")
            .to_string_lossy()
            .into_owned();
        let avatar = review.at("avatar").to_string_lossy().into_owned();
        if photo.is_empty() || photo.contains("demo-1=") {
            assert_eq!(avatar, "", "{photo}");
            continue;
        }
        assert!(
            shown.contains(&format!("/wp-content/uploads/gmbrr/{avatar}")),
            "{photo}"
        );
        let file = root.path().join("wp-content/uploads/gmbrr").join(&avatar);
        let kept = std::fs::read(file).expect("picture");
        assert!(kept == large_picture().as_bytes(), "{} bytes", kept.len());
    }
    assert!(
        hosts
            .received_requests()
            .iter()
            .all(|sent| sent.url.contains("googleusercontent.com"))
    );
}

/// Case 37, and what is no answer at all.
fn refused(site: &Site, service: &PlaceService, env: &[(&str, &str)]) {
    let before = read(site, option::REVIEWS);
    write(site, option::RETRIEVAL, &asked(NOW - 25 * HOUR));
    service.answer_with(
        "{\"status\":\"REQUEST_DENIED\",\"error_message\":\"no\",\"html_attributions\":[]}",
    );
    let server = Oxipress::serve_recorded_site(&site.url, &[], env).expect("server");
    service.next_request();
    until(|| {
        let log = read(site, option::RETRIEVAL);
        let last = log
            .at("requests")
            .values()
            .last()
            .cloned()
            .unwrap_or_default();
        (last.at("status").as_str() == Some("REQUEST_DENIED")).then_some(())
    });
    assert_eq!(read(site, option::REVIEWS), before);
    let body = page(&server, "/opiniones/");
    assert!(
        body.contains("Nueva Huésped") && body.contains("4,7"),
        "37: the site stays"
    );
    // As above: a killed one may hold the job for longer than the stand-in waits.
    server.terminate().expect("it ends");
    write(site, option::RETRIEVAL, &asked(NOW - 25 * HOUR));
    service.answer_with("nonsense");
    let server = Oxipress::serve_recorded_site(&site.url, &[], env).expect("server");
    service.next_request();
    assert!(page(&server, "/opiniones/").contains("Nueva Huésped"));
    assert_eq!(
        read(site, option::RETRIEVAL),
        asked(NOW - 25 * HOUR),
        "not even the log"
    );
}

fn asked(time: i64) -> Value {
    let entry = Value::array().with("place_id", PLACE).with("time", time);
    let requests: Value = [entry].into_iter().collect();
    Value::array().with("count", 1).with("requests", requests)
}

/// Section 3.3: the classic widget in an area, and as a block with its settings in itself.
fn classic_widget(database: Database) {
    const AREAS: &str = "UPDATE {p}options SET option_value = REPLACE(option_value, 's:8:\"search-2\"', 's:32:\"google_business_reviews_rating-2\"') WHERE option_name = 'sidebars_widgets'";
    let site = Site::recorded(database).expect("site");
    site.execute(AREAS, binds![]).expect("areas");
    let settings = Value::array()
        .with("title", "Opiniones de huéspedes")
        .with("limit", "2")
        .with("view", "2")
        .with("display_name", 1)
        .with("display_rating", 1)
        .with("display_reviews", 1);
    let mut widgets = read(&site, "widget_google_business_reviews_rating");
    widgets.make_array().insert(2, settings);
    write(&site, "widget_google_business_reviews_rating", &widgets);
    set_content(
        &site,
        "<!-- wp:legacy-widget {\"id\":\"google_business_reviews_rating-2\"} /-->".to_owned(),
    );
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let body = page(&server, "/opiniones/");
    for part in [
        "<div class=\"widget google-business-reviews-rating-widget\"><h2 class=\"widgettitle\">Opiniones de huéspedes</h2><div id=\"google-business-reviews-rating\" class=\"google-business-reviews-rating gmbrr widget carousel\" data-view=\"1\">",
        "class=\"et_pb_widget google-business-reviews-rating-widget\"><h4 class=\"widgettitle\">Opiniones de huéspedes</h4><div id=\"google-business-reviews-rating-2\"",
        "<h2 class=\"heading no-icon\">Casas Cueva La Loma</h2>",
    ] {
        assert!(body.contains(part), "{part}");
    }
    assert!(
        !body.contains("author-avatar") && !body.contains("all-stars"),
        "boxes not ticked"
    );
}

/// `oxipress reviews import`, twice the same file, and one with an error.
fn import(database: Database) {
    let site = Site::recorded(database).expect("site");
    let dir = tempfile::tempdir().expect("folder");
    let run = |name: &str, text: &str| {
        let file = dir.path().join(name);
        std::fs::write(&file, text).expect("file");
        let mut command = Command::new(binary().expect("binary"));
        command.args(["reviews", "import"]).arg(&file);
        command.args(["--database", &site.url]);
        command.env("OXIPRESS_NOW", "2026-11-21T01:22:50Z");
        command.output().expect("oxipress")
    };
    let csv = "author_name,rating,time,text\nZoe Importada,4,2026-10-10,\"Pan, y \"\"luz\"\"\"\n";
    for _ in 0..2 {
        let output = run("reviews.csv", csv);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            said.contains("1 reviews read") && said.contains("the site has 9"),
            "{said}"
        );
    }
    let wrong = run(
        "wrong.json",
        "[{\"author_name\":\"A\",\"rating\":9,\"time\":1}]",
    );
    let said = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(
        !wrong.status.success() && said.contains("review 1: rating"),
        "{said}"
    );
    let stored = read(&site, option::REVIEWS);
    let last = stored.values().last().cloned().unwrap_or_default();
    assert_eq!(
        (last.at("id").to_int(), last.at("imported").to_int() >= NOW),
        (9, true)
    );
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    assert!(page(&server, "/opiniones/").contains("Pan, y &quot;luz&quot;"));
}

/// Case 51, and the widget of the configuration.
fn travel(database: Database) {
    const STORED: &str = "<div id=\"TA_cdsratingsonlynarrow469\" class=\"TA_cdsratingsonlynarrow\"><ul id=\"casaTA\" class=\"TA_links\"><li class=\"casaTAli\"><a target=\"_blank\" href=\"https://www.tripadvisor.es/casascueva-demo\">Opiniones de viajeros</a></li></ul></div><script async src=\"https://www.jscache.com/wejs?wtype=cdsratingsonlynarrow&uniq=469&locationId=0000001&lang=es&border=true&display_version=2\"></script>";
    let site = Site::recorded(database).expect("site");
    set_content(&site, "[travel_rating]".to_owned());
    let embed = [
        ("OXIPRESS_REVIEWS_TRAVEL_LOCATION_ID", "1234567"),
        (
            "OXIPRESS_REVIEWS_TRAVEL_URL",
            "https://www.tripadvisor.es/casa",
        ),
    ];
    let server = Oxipress::serve_recorded_site(&site.url, &[], &embed).expect("server");
    assert!(page(&server, "/").contains(STORED), "51");
    let body = page(&server, "/opiniones/");
    for part in [
        "<div id=\"TA_cdsratingsonlynarrow401\" class=\"TA_cdsratingsonlynarrow\">",
        "<a target=\"_blank\" href=\"https://www.tripadvisor.es/casa\">TripAdvisor</a>",
        "<script async src=\"https://www.jscache.com/wejs?wtype=cdsratingsonlynarrow&amp;uniq=401&amp;locationId=1234567&amp;lang=es&amp;border=true&amp;display_version=2\" data-loadtrk",
    ] {
        assert!(body.contains(part), "{part}");
    }
    drop(server);
    let own = [
        ("OXIPRESS_REVIEWS_TRAVEL_RATING", "4.5"),
        ("OXIPRESS_REVIEWS_TRAVEL_COUNT", "31"),
        ("OXIPRESS_REVIEWS_TRAVEL_NAME", "Casas & Cuevas"),
    ];
    let server = Oxipress::serve_recorded_site(&site.url, &[], &own).expect("server");
    let body = page(&server, "/opiniones/");
    for part in [
        "class=\"travel-rating cdsratingsonlynarrow border\" lang=\"es\"",
        "<span class=\"ui_bubble_rating bubble_45\" role=\"img\" aria-label=\"4,5 de 5\">●●●●◐</span>",
        "31 opiniones",
        "Casas &amp; Cuevas",
    ] {
        assert!(body.contains(part), "{part}");
    }
    assert!(!body.contains("jscache"), "nobody is asked");
}

/// The page whose shortcodes are links, addresses and data: each counts as a widget of the page, so that the only real
/// one is the fifth, whatever `outer_tag` says. And a text whose punctuation is put right.
fn links(database: Database) {
    let site = Site::recorded(database).expect("site");
    let mut reviews = read(&site, option::REVIEWS);
    let list = reviews.make_array();
    let first = list.keys().next().cloned().expect("a review");
    if let Some(Value::Array(entry)) = list.get_mut(&first) {
        entry.insert("text", "Muy bien ,volveremos!!Gracias");
    }
    write(&site, option::REVIEWS, &reviews);
    set_content(
        &site,
        "[reviews_rating id=1 summary=no review_text_format=punctuation]".to_owned(),
    );
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let body = page(&server, "/opiniones-enlaces/");
    let place = format!("placeid={PLACE}");
    for part in [
        "<div class=\"e1\"><a href=\"https://maps.google.com/?cid=1000000000000000001\" class=\"mapa\" rel=\"nofollow\">Cómo llegar</a></div>",
        &format!(
            "<div class=\"e2\"><a href=\"https://search.google.com/local/reviews?{place}\" target=\"_blank\" rel=\"nofollow\">"
        ),
        &format!(
            "<div class=\"e3\"><a href=\"https://search.google.com/local/writereview?{place}\" class=\"boton\""
        ),
        &format!("<div class=\"e4\">https://search.google.com/local/reviews?{place}</div>"),
        "<div class=\"e5\"><div id=\"google-business-reviews-rating-5\" class=\"google-business-reviews-rating gmbrr\">",
        "<p class=\"rating\"></p>",
        "<div class=\"e6\"><script type=\"application/ld+json\">{",
    ] {
        assert!(body.contains(part), "{part}\n{body}");
    }
    assert_eq!(
        body.matches("id=\"google-business-reviews-rating").count(),
        1
    );
    let body = page(&server, "/opiniones/");
    assert!(body.contains("Muy bien, volveremos! Gracias"), "{body}");
}

/// The recorded page. Variant 11 follows a widget with an order of its own and starts from the stored order all the
/// same: the contract's deviation (case 52).
fn recordings(database: Database) {
    let server = Oxipress::start_recorded_site(database).expect("server");
    let dir = fixtures().join("recordings/reviews/pages");
    let found = replay(server.addr, &load(&dir).expect("recordings")).expect("replay");
    expected::check("reviews", &found).expect("no other differences");
}

macro_rules! on_both {
    ($($name:ident: $sqlite:ident, $mariadb:ident;)*) => {$(
        #[test]
        fn $sqlite() {
            $name(Database::Sqlite);
        }

        #[test]
        fn $mariadb() {
            $name(Database::MariaDb);
        }
    )*};
}

on_both! {
    widgets: widgets_on_sqlite, widgets_on_mariadb;
    options: options_on_sqlite, options_on_mariadb;
    retrieval: retrieval_on_sqlite, retrieval_on_mariadb;
    pictures: pictures_on_sqlite, pictures_on_mariadb;
    classic_widget: classic_widget_on_sqlite, classic_widget_on_mariadb;
    import: import_on_sqlite, import_on_mariadb;
    travel: travel_on_sqlite, travel_on_mariadb;
    links: links_on_sqlite, links_on_mariadb;
    recordings: recordings_on_sqlite, recordings_on_mariadb;
}
