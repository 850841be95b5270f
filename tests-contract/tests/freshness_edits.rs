//! Invalidation by tag: after any edit every cached page equals a fresh rendering within the required time, and an edit
//! of one post leaves the pages that do not depend on it.

use std::time::{Duration, Instant};

use compat::binds;
use compat::wordpress::db::Bind;
use tests_contract::client::get_with;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

/// Requirement: a change by any writer is visible within two seconds on every instance.
const BOUND: Duration = Duration::from_secs(2);
const MISS: &str = "oxipress_cache_total{result=\"miss\"}";
const RETAINED: &str = "oxipress_cache_retained_total";

type Edit = (&'static str, Vec<Bind>);

/// Numbers that look random and come again with the same seed (a linear congruential generator).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn of(&mut self, ids: &[i64]) -> i64 {
        let end = u64::try_from(ids.len()).expect("length");
        ids[usize::try_from(self.below(end)).expect("index")]
    }
}

/// The site, and what of it edits name.
struct Edited {
    site: Site,
    posts: Vec<i64>,
    items: Vec<i64>,
    terms: Vec<i64>,
}

impl Edited {
    fn new(database: Database) -> Self {
        let site = Site::recorded(database).expect("site");
        let ids = |sql: &'static str| -> Vec<i64> {
            let rows: Vec<(i64,)> = site.load(sql, binds![]).expect("ids");
            rows.into_iter().map(|(id,)| id).collect()
        };
        let posts = ids(
            "SELECT ID FROM {p}posts WHERE post_status = 'publish' AND post_type IN ('post', 'page', 'product', \
             'project') AND post_name NOT LIKE '%modulo%' ORDER BY ID",
        );
        let items = ids("SELECT ID FROM {p}posts WHERE post_type = 'nav_menu_item' ORDER BY ID");
        let terms = ids(
            "SELECT term_id FROM {p}term_taxonomy WHERE taxonomy IN ('category', 'post_tag') ORDER BY term_id",
        );
        Self {
            site,
            posts,
            items,
            terms,
        }
    }

    /// The addresses of all posts, and lists of each kind.
    fn paths(&self) -> Vec<String> {
        const NAMES: &str = "SELECT post_name FROM {p}posts WHERE post_status = 'publish' AND post_type = 'post' \
            ORDER BY ID DESC LIMIT 12";
        let rows: Vec<(String,)> = self.site.load(NAMES, binds![]).expect("names");
        let lists = [
            "/",
            "/noticias/",
            "/aviso-legal/",
            "/en/",
            "/tienda/",
            "/no-existe/",
            "/apunte-ajeno-3/",
            "/?s=cueva",
            "/2026/11/",
            "/category/sin-clasificar/",
            "/author/marca/",
            "/wp-sitemap-posts-post-1.xml",
            "/wp-json/wp/v2/posts",
        ];
        let posts = rows.into_iter().map(|(name,)| format!("/{name}/"));
        posts.chain(lists.map(str::to_owned)).collect()
    }

    /// A random edit, as PHP or a person with a client makes it.
    #[expect(clippy::too_many_lines, reason = "a table")]
    fn edit(&self, random: &mut Random, round: i64) -> Vec<Edit> {
        let post = random.of(&self.posts);
        let item = random.of(&self.items);
        let term = random.of(&self.terms);
        let text = format!("Ajeno {round}");
        let date = format!(
            "2026-11-{:02} 10:00:{:02}",
            1 + random.below(19),
            round % 60
        );
        match random.below(24) {
            0 => vec![(
                "UPDATE {p}posts SET post_title = ? WHERE ID = ?",
                binds![text, post],
            )],
            1 => vec![(
                "UPDATE {p}posts SET post_content = CONCAT(?, post_content) WHERE ID = ?",
                binds![text, post],
            )],
            2 => vec![(
                "UPDATE {p}posts SET post_status = 'draft' WHERE ID = ?",
                binds![post],
            )],
            3 => vec![(
                "UPDATE {p}posts SET post_status = 'publish' WHERE ID = ?",
                binds![post],
            )],
            4 => vec![(
                "UPDATE {p}posts SET post_date = ?, post_date_gmt = ? WHERE ID = ?",
                binds![date.clone(), date, post],
            )],
            5 => vec![(
                "INSERT INTO {p}posts (post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, \
                 post_status, post_name, to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, \
                 post_type) VALUES (1, ?, ?, 'Texto', ?, '', 'publish', ?, '', '', ?, ?, '', 'post')",
                binds![
                    date.clone(),
                    date.clone(),
                    text,
                    format!("apunte-ajeno-{round}"),
                    date.clone(),
                    date
                ],
            )],
            6 => vec![(
                "DELETE FROM {p}posts WHERE post_name LIKE 'apunte-ajeno-%'",
                binds![],
            )],
            7 => vec![(
                "DELETE FROM {p}postmeta WHERE post_id = ? AND meta_key = '_thumbnail_id'",
                binds![post],
            )],
            8 => vec![(
                "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, '_et_pb_page_layout', 'et_no_sidebar')",
                binds![post],
            )],
            9 => vec![(
                "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, '_edit_lock', '1:1')",
                binds![post],
            )],
            10 => vec![(
                "INSERT {ignore} INTO {p}term_relationships (object_id, term_taxonomy_id, term_order) VALUES (?, ?, 0)",
                binds![post, term],
            )],
            11 => vec![(
                "DELETE FROM {p}term_relationships WHERE object_id = ?",
                binds![post],
            )],
            12 => vec![
                (
                    "INSERT INTO {p}comments (comment_post_ID, comment_author, comment_author_email, comment_author_url, \
                 comment_author_IP, comment_date, comment_date_gmt, comment_content, comment_approved, comment_agent, \
                 comment_type) VALUES (?, ?, 'a@example.org', '', '', ?, ?, ?, '1', '', 'comment')",
                    binds![post, text.clone(), date.clone(), date, text],
                ),
                (
                    "UPDATE {p}posts SET comment_count = comment_count + 1 WHERE ID = ?",
                    binds![post],
                ),
            ],
            13 => vec![("UPDATE {p}comments SET comment_content = ?", binds![text])],
            14 => vec![(
                "UPDATE {p}comments SET comment_approved = '0' WHERE comment_post_ID = ?",
                binds![post],
            )],
            15 => vec![(
                "UPDATE {p}options SET option_value = ? WHERE option_name = 'blogname'",
                binds![text],
            )],
            16 => vec![(
                "UPDATE {p}options SET option_value = ? WHERE option_name = 'posts_per_page'",
                binds![3 + round % 4],
            )],
            17 => vec![(
                "UPDATE {p}posts SET post_title = ? WHERE ID = ?",
                binds![text, item],
            )],
            18 => vec![(
                "UPDATE {p}postmeta SET meta_value = '/ajeno/' WHERE meta_key = '_menu_item_url' AND post_id = ?",
                binds![item],
            )],
            19 => vec![(
                "UPDATE {p}users SET display_name = ? WHERE ID = 1",
                binds![text],
            )],
            20 => vec![(
                "UPDATE {p}terms SET name = ? WHERE term_id = ?",
                binds![text, term],
            )],
            21 => vec![(
                "UPDATE {p}term_taxonomy SET count = count + 1 WHERE term_id = ?",
                binds![term],
            )],
            22 => vec![(
                "UPDATE {p}options SET option_value = ? WHERE option_name = 'widget_recent-posts'",
                binds![format!(
                    "a:2:{{i:2;a:3:{{s:5:\"title\";s:{}:\"{text}\";s:6:\"number\";i:{};s:9:\"show_date\";b:1;}}s:12:\"_multiwidget\";i:1;}}",
                    text.len(),
                    1 + round % 5
                ),],
            )],
            _ => vec![(
                "UPDATE {p}usermeta SET meta_value = ? WHERE meta_key = 'description'",
                binds![text],
            )],
        }
    }
}

fn body(server: &Oxipress, path: &str) -> (u16, String) {
    let response = get_with(server.addr, path, &[]).expect("response");
    (response.status, response.body)
}

const POLL: (&str, &str) = ("OXIPRESS_DATABASE_POLL_INTERVAL_MS", "100");

/// Edits in each of which one to three things change.
const ROUNDS: i64 = 24;

fn kept_pages_are_fresh(database: Database, seed: u64) {
    let edited = Edited::new(database);
    let kept = Oxipress::serve_recorded_site(&edited.site.url, &[], &[POLL]).expect("server");
    let paths = edited.paths();
    let mut random = Random(seed);
    let mut stale = Vec::new();
    for round in 0..ROUNDS {
        for path in &paths {
            body(&kept, path);
        }
        let edits: Vec<Edit> = (0..=random.below(3))
            .flat_map(|_| edited.edit(&mut random, round))
            .collect();
        let texts: Vec<&str> = edits.iter().map(|(sql, _)| *sql).collect();
        for (sql, binds) in edits.clone() {
            edited.site.execute(sql, binds).expect("edit");
        }
        let began = Instant::now();
        let live = [("OXIPRESS_CACHE_ENABLED", "false"), POLL];
        let live = Oxipress::serve_recorded_site(&edited.site.url, &[], &live).expect("server");
        let fresh: Vec<_> = paths.iter().map(|path| body(&live, path)).collect();
        for (path, fresh) in paths.iter().zip(fresh) {
            while body(&kept, path) != fresh {
                if began.elapsed() > BOUND + Duration::from_secs(1) {
                    // A page that is no pure function of the database is no evidence.
                    if body(&live, path) == fresh {
                        stale.push(format!("round {round}: {path} after {texts:?}"));
                    }
                    break;
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }
    println!(
        "{database:?}: {ROUNDS} rounds of edits, {} pages each, {} retained, {} made",
        paths.len(),
        kept.metric(RETAINED).expect("metric"),
        kept.metric(MISS).expect("metric")
    );
    assert!(stale.is_empty(), "stale:\n{}", stale.join("\n"));
}

#[test]
fn kept_pages_are_fresh_after_random_edits_on_sqlite() {
    kept_pages_are_fresh(Database::Sqlite, 1);
}

#[test]
fn kept_pages_are_fresh_after_random_edits_on_mariadb() {
    kept_pages_are_fresh(Database::MariaDb, 2);
}

/// Single posts that are kept; `TEST_PAGES` for more.
fn number_of_pages() -> i64 {
    let asked = std::env::var("TEST_PAGES").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(400)
}

/// Waits until the server has looked at the database and counted what became of its pages.
fn retained_after(server: &Oxipress, before: u64) -> u64 {
    let began = Instant::now();
    loop {
        let now = server.metric(RETAINED).expect("metric");
        if now > before || began.elapsed() > BOUND {
            return now - before;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn visit(server: &Oxipress, number: i64) {
    std::thread::scope(|scope| {
        for part in 0..4 {
            scope.spawn(move || {
                for n in (0..number).filter(|n| n % 4 == part) {
                    assert_eq!(body(server, &format!("/muchos-{n}/")).0, 200);
                }
            });
        }
    });
}

/// Posts of their own addresses, `/muchos-N/`.
fn add_posts(site: &Site, number: i64) {
    const NEW_POST: &str = "INSERT INTO {p}posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, \
        post_excerpt, post_status, post_name, to_ping, pinged, post_modified, post_modified_gmt, \
        post_content_filtered, post_type) VALUES (?, 1, ?, ?, 'Texto', ?, '', 'publish', ?, '', '', ?, ?, '', 'post')";
    for n in 0..number {
        let (day, hour, minute) = (1 + n / 1440 % 28, n / 60 % 24, n % 60);
        let date = format!("2025-03-{day:02} {hour:02}:{minute:02}:00");
        let name = format!("muchos-{n}");
        let binds = binds![
            900_000 + n,
            date.clone(),
            date.clone(),
            name.clone(),
            name,
            date.clone(),
            date
        ];
        site.execute(NEW_POST, binds).expect("post");
    }
}

/// Edits of rows that no page depends on.
fn quiet_edits() -> Vec<Edit> {
    const COMMENT: &str = "INSERT INTO {p}comments (comment_post_ID, comment_author, comment_author_email, \
        comment_author_url, comment_author_IP, comment_date, comment_date_gmt, comment_content, comment_approved, \
        comment_agent, comment_type) VALUES (?, 'Otra', '', '', '', ?, ?, 'Texto', ?, '', ?)";
    const ORDER: &str = "INSERT INTO {p}posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, \
        post_excerpt, post_status, post_name, to_ping, pinged, post_modified, post_modified_gmt, \
        post_content_filtered, post_type) VALUES (800000, 1, ?, ?, '', 'Order', '', 'wc-on-hold', 'order-800000', '', \
        '', ?, ?, '', 'shop_order')";
    const DATE: &str = "2026-01-01 00:00:00";
    vec![
        (COMMENT, binds![900_001, DATE, DATE, "0", "comment"]),
        (COMMENT, binds![900_001, DATE, DATE, "spam", "comment"]),
        (ORDER, binds![DATE, DATE, DATE, DATE]),
        (
            "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (800000, '_billing_city', 'Guadix')",
            binds![],
        ),
        (COMMENT, binds![800_000, DATE, DATE, "1", "order_note"]),
        (
            "INSERT INTO {p}usermeta (user_id, meta_key, meta_value) VALUES (1, 'session_tokens', 'x')",
            binds![],
        ),
        (
            "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (900001, '_edit_lock', '1:1')",
            binds![],
        ),
        (
            "INSERT INTO {p}options (option_name, option_value, autoload) VALUES ('_transient_x', 'y', 'on')",
            binds![],
        ),
        (
            "UPDATE {p}options SET option_value = 'a:0:{}' WHERE option_name = 'cron'",
            binds![],
        ),
    ]
}

fn one_edit_leaves_the_others(database: Database) {
    const EDIT: &str = "UPDATE {p}posts SET post_content = 'Otro', post_title = 'Otro', post_modified = ? WHERE ID = ?";
    let site = Site::recorded(database).expect("site");
    let number = number_of_pages();
    add_posts(&site, number);
    let environment = [POLL, ("OXIPRESS_CACHE_MAX_BYTES", "4000000000")];
    let server = Oxipress::serve_recorded_site(&site.url, &[], &environment).expect("server");
    // The first look counts everything as changed, and comes late where the machine is busy.
    std::thread::sleep(BOUND);
    let misses_after_visit = || {
        visit(&server, number);
        server.metric(MISS).expect("metric")
    };
    let mut misses = misses_after_visit();
    let is_kept = (0..3).any(|_| {
        let before = std::mem::replace(&mut misses, misses_after_visit());
        misses == before
    });
    assert!(is_kept, "all pages are kept");
    // Edits that no page depends on invalidate nothing.
    for (sql, binds) in quiet_edits() {
        site.execute(sql, binds).expect("quiet edit");
    }
    std::thread::sleep(BOUND);
    visit(&server, number);
    assert_eq!(
        server.metric(MISS).expect("metric"),
        misses,
        "no page is made of it"
    );
    let before = server.metric(RETAINED).expect("metric");
    site.execute(EDIT, binds!["2026-01-01 00:00:00", 900_000 + number / 2])
        .expect("edit");
    let retained = retained_after(&server, before);
    let edited = body(&server, &format!("/muchos-{}/", number / 2));
    assert!(edited.1.contains("Otro"), "the edit shows");
    visit(&server, number);
    let made = server.metric(MISS).expect("metric") - misses;
    println!(
        "{database:?}: {number} kept pages, one post edited: {retained} stay, {made} made anew"
    );
    assert!(
        made >= 1 && made * 100 <= u64::try_from(number).expect("number"),
        "{made} of {number} made anew"
    );
}

#[test]
fn one_edit_leaves_the_other_pages_on_sqlite() {
    one_edit_leaves_the_others(Database::Sqlite);
}

#[test]
fn one_edit_leaves_the_other_pages_on_mariadb() {
    one_edit_leaves_the_others(Database::MariaDb);
}
