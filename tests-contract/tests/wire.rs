//! Small answers of the wire that no recording shows, on both databases.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use compat::binds;
use compat::wordpress::php::hash::base64_decode;
use tests_contract::client::{ClientResponse, get_with};
use tests_contract::folder::copy_folder;
use tests_contract::recorded_site::recorded_site;
use tests_contract::recording::load;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;
use tests_contract::{client, fixtures};

fn get(server: &Oxipress, path: &str) -> ClientResponse {
    get_with(server.addr, path, &[("Host", "127.0.0.1:8081")]).expect("answer")
}

/// The recorded site with a visible and a hidden link.
fn site_with_links(database: Database) -> Site {
    let site = Site::recorded(database).expect("site");
    for sql in [
        "INSERT INTO {p}terms (term_id, name, slug, term_group) VALUES (9001, 'Amigos & más', 'amigos', 0)",
        "INSERT INTO {p}term_taxonomy (term_taxonomy_id, term_id, taxonomy, description, parent, count) \
         VALUES (9001, 9001, 'link_category', '', 0, 1)",
        "INSERT INTO {p}links (link_id, link_url, link_name, link_notes, link_rss, link_updated) \
         VALUES (5, 'http://z.example/?a=1&b=2', 'Zeta \"z\"', '', 'http://z.example/feed/', '2026-11-01 10:00:00')",
        "INSERT INTO {p}links (link_id, link_url, link_name, link_notes, link_visible) \
         VALUES (6, 'http://oculto.example/', 'Oculto', '', 'N')",
        "INSERT INTO {p}term_relationships (object_id, term_taxonomy_id, term_order) VALUES (5, 9001, 0)",
        "INSERT INTO {p}term_relationships (object_id, term_taxonomy_id, term_order) VALUES (6, 9001, 0)",
    ] {
        site.execute(sql, binds![]).expect(sql);
    }
    site
}

#[expect(clippy::too_many_lines, reason = "one story")]
fn answers(database: Database) {
    let site = site_with_links(database);
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let opml = get(&server, "/wp-links-opml.php");
    println!("{}", opml.body);
    assert_eq!(opml.header("content-type"), Some("text/xml; charset=UTF-8"));
    let head = "<?xml version=\"1.0\"?>\n<opml version=\"1.0\">\n\t<head>\n\t\t<title>\n\t\t";
    assert!(opml.body.starts_with(head));
    let body = "\t\t<!-- generator=\"WordPress/6.8.7\" -->\n\t</head>\n\t<body>\n\
        <outline type=\"category\" title=\"Amigos &amp; más\">\n\t\
        <outline text=\"Zeta &quot;z&quot;\" type=\"link\" xmlUrl=\"http://z.example/feed/\" \
        htmlUrl=\"http://z.example/?a=1&#038;b=2\" updated=\"2026-11-01 10:00:00\" />\n\t\t</outline>\n\t</body>\n</opml>\n";
    assert!(opml.body.ends_with(body));
    assert!(
        !get(&server, "/wp-links-opml.php?link_cat=1")
            .body
            .contains("<outline")
    );

    // A word names no category.
    for (category, is_listed) in [
        ("todas", true),
        ("-9001", true),
        ("9001x", true),
        ("9002", false),
    ] {
        let opml = get(&server, &format!("/wp-links-opml.php?link_cat={category}"));
        assert_eq!(opml.body.contains("<outline"), is_listed, "{category}");
    }

    let rsd = get(&server, "/xmlrpc.php?rsd").body;
    let end = "\t\t\t\t<api name=\"WP-API\" blogID=\"1\" preferred=\"false\" \
        apiLink=\"http://127.0.0.1:8081/wp-json/\" />\n\t\t\t</apis>\n\t</service>\n</rsd>\n\t";
    assert!(rsd.ends_with(end), "{rsd}");

    let etag = get(&server, "/feed/")
        .header("etag")
        .unwrap_or_default()
        .to_owned();
    let headers = [("Host", "127.0.0.1:8081"), ("If-None-Match", etag.as_str())];
    let kept = get_with(server.addr, "/feed/", &headers).expect("answer");
    assert_eq!((kept.status, kept.header("content-type")), (304, None));

    let request = client::get_with(
        server.addr,
        "/wp-json/wp/v2/posts?_fields=methods&_method=OPTIONS",
        &[],
    );
    assert_eq!(
        request.expect("answer").body,
        "{\"methods\":[\"GET\",\"POST\"]}"
    );

    let oembed = "/wp-json/oembed/1.0/embed?format=xml&url=http%3A%2F%2F127.0.0.1%3A8081%2Fpaseo-por-las-carcavas%2F";
    let oembed = get(&server, oembed).body;
    assert!(
        oembed.contains("<title>Paseo por las c&#xE1;rcavas</title>"),
        "{oembed}"
    );
    assert!(
        oembed.contains("&lt;blockquote class=\"wp-embedded-content\""),
        "{oembed}"
    );

    // Errors are XML too.
    for (more, status, error) in [
        (
            "&url=http%3A%2F%2Fajena.example%2F",
            404,
            "<code>oembed_invalid_url</code><message>Not Found</message><data><status>404</status></data>",
        ),
        ("", 400, "<params><oembed>url</oembed></params>"),
    ] {
        let refused = get(
            &server,
            &format!("/wp-json/oembed/1.0/embed?format=xml{more}"),
        );
        assert_eq!(
            (refused.status, refused.header("content-type")),
            (status, Some("text/xml; charset=UTF-8"))
        );
        assert!(refused.body.contains(error), "{}", refused.body);
    }
    let json = get(&server, "/wp-json/oembed/1.0/embed?format=json");
    assert!(json.body.starts_with('{'), "{}", json.body);

    let feed = get(&server, "/?s=tarifas&feed=rss2").body;
    let start = "<content:encoded><![CDATA[<div class=\"et-l et-l--post\">";
    assert!(feed.contains(start), "{feed}");
}

#[test]
fn answers_on_sqlite() {
    answers(Database::Sqlite);
}

#[test]
fn answers_on_mariadb() {
    answers(Database::MariaDb);
}

/// `<title>` and the links of feeds, with the names of types and taxonomies in their own languages' words.
#[test]
fn titles_and_feed_links_of_all_pages() {
    let server = Oxipress::start_recorded_site(Database::Sqlite).expect("server");
    let recordings = load(&fixtures().join("recordings/wordpress/pages")).expect("recordings");
    let lines = |html: &str| -> Vec<String> {
        let is_wanted = |line: &&str| {
            line.contains("<title>")
                || line.contains("rel=\"alternate\" type=\"application/rss+xml\"")
        };
        html.lines()
            .filter(is_wanted)
            .map(|line| line.trim().to_owned())
            .collect()
    };
    let (mut compared, mut wrong) = (0, Vec::new());
    for recording in recordings.iter().filter(|r| r.request.method == "GET") {
        let want = lines(&recording.response.body);
        if want.is_empty() {
            continue;
        }
        let got = lines(&get(&server, &recording.request.path).body);
        compared += 1;
        if want != got {
            wrong.push(format!("{}: {want:?}\n{got:?}", recording.name));
        }
    }
    println!("{compared} pages compared, {} differ", wrong.len());
    assert!(compared > 20 && wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The drawings in the page and its style sheets.
fn drawings(server: &Oxipress, path: &str) -> Vec<String> {
    let page = get(server, path).body;
    let sheets = page
        .split("href='")
        .skip(1)
        .filter_map(|rest| rest.split('\'').next());
    let sheets = sheets.filter(|href| href.contains(".css") && href.contains("127.0.0.1:8081"));
    let sheets: String = sheets
        .filter_map(|href| href.split_once(":8081"))
        .map(|(_, path)| get(server, path).body)
        .collect();
    let text = page + &sheets;
    let found = text.split("svg+xml;base64,").skip(1);
    let found = found.filter_map(|rest| rest.split([' ', ')']).next());
    let found = found.map(|text| base64_decode(text.as_bytes()));
    found
        .map(|svg| String::from_utf8_lossy(&svg).into_owned())
        .collect()
}

/// The file of a mask.
const ARCH: &str = "mask/arch.php";

fn write(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().expect("parent")).expect("folder");
    fs::write(file, text).expect("file");
}

/// A file of a mask with this drawing for tall elements.
fn mask(portrait: &str) -> String {
    format!(
        "<?php class M {{ public function settings() {{ return array( 'label' => __( 'x' ), 'svgContent' => array( \
         'default' => array( 'landscape' => '<path d=\"ML\"/>', 'portrait' => '{portrait}' ) ) ); }} }} return new M();"
    )
}

/// Writes shapes of all kinds into the theme's folder, and a file that is not understood.
fn write_shapes(theme: &Path) {
    let masks = theme.join("feature/background-masks");
    write(&masks.join(ARCH), &mask("<path d=\"MP\"/>"));
    write(
        &masks.join("pattern/waves.php"),
        "<?php return array( 'svgContent' => array( 'default' => '<path d=\"PD\"/>' ), 'width' => '40px', 'height' => '16px' );",
    );
    write(
        &masks.join("mask/bean.php"),
        "<?php return array( 'svgContent' => 'x",
    );
    write(
        &theme.join("functions.php"),
        "<?php function et_pb_get_font_icon_symbols() { $symbols = array( '&amp;#xe700;', '&amp;#xe701;' ); } \
         function fonts() { return array( 'Letra de Casa' => array( 'styles' => 'regular', 'type' => 'cursive' ) ); }",
    );
    write(
        &theme.join("module/field/Divider.php"),
        "<?php $a = array( 'slant' => array( 'top' => '<path d=\"DT\"/>', 'bottom' => '<path d=\"DB\"/>' ) );",
    );
}

/// The theme's own masks, patterns, dividers, icons and fonts, read from its files, and again when they change.
#[test]
fn the_sites_own_artwork() {
    let site = Site::recorded(Database::Sqlite).expect("site");
    let content = "[et_pb_section fb_built=\"1\" _builder_version=\"4.20.4\" background_color=\"#abcdef\" \
        background_enable_pattern_style=\"on\" background_pattern_style=\"waves\" background_pattern_color=\"#111111\" \
        background_enable_mask_style=\"on\" background_mask_style=\"arch\" background_mask_aspect_ratio=\"portrait\" \
        background_mask_color=\"#222222\" top_divider_style=\"slant\" top_divider_color=\"#333333\"]\
        [et_pb_row][et_pb_column type=\"4_4\"][et_pb_text text_font=\"Letra de Casa||||||||\"]x[/et_pb_text]\
        [et_pb_icon font_icon=\"%%1%%\"][/et_pb_icon][/et_pb_column][/et_pb_row][/et_pb_section]";
    let sql =
        "UPDATE {p}posts SET post_content = ? WHERE post_name = 'tarifas' AND post_type = 'page'";
    site.execute(sql, binds![content]).expect("content");
    let folder = tempfile::tempdir().expect("folder");
    copy_folder(&recorded_site().join("wp-root"), folder.path()).expect("copy");
    let root = folder.path().to_string_lossy().into_owned();
    let theme = folder
        .path()
        .join("wp-content/themes/Divi/includes/builder");
    write_shapes(&theme);
    let config = recorded_site().join("oxipress.toml");
    let config = config.to_string_lossy();
    let arguments = [
        "--wp-root",
        root.as_str(),
        "--config",
        &config,
        "--frontend",
        "legacy",
    ];
    let server = Oxipress::serve(&site.url, &arguments, &[]).expect("server");
    let path = "/modulos/tarifas/";
    let found = drawings(&server, path);
    println!("{found:#?}");
    let has = |found: &[String], part: &str| found.iter().any(|svg| svg.contains(part));
    assert!(has(
        &found,
        "viewBox=\"0 0 1920 2560\" xmlns=\"http://www.w3.org/2000/svg\"><path d=\"MP\"/></svg>"
    ));
    assert!(has(
        &found,
        "fill=\"#111111\" height=\"16px\" viewBox=\"0 0 40 16\" width=\"40px\""
    ));
    assert!(
        has(&found, "<path d=\"PD\"/>") && has(&found, "<g fill=\"#333333\"><path d=\"DT\"/></g>")
    );
    // Its icons and families of fonts too.
    let page = get(&server, path).body;
    assert!(page.contains(">\u{e701}</span>"), "{page}");
    let family = "fonts.googleapis.com/css?family=Letra+de+Casa:";
    assert!(page.contains(family), "{page}");
    let masks = theme.join("feature/background-masks");
    write(&masks.join(ARCH), &mask("<path d=\"ANOTHER\"/>"));
    let started = Instant::now();
    while !has(&drawings(&server, path), "ANOTHER") {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "never read again"
        );
        std::thread::sleep(Duration::from_millis(200));
    }
    println!("read again after {:?}", started.elapsed());
}
