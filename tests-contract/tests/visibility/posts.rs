//! Posts of every type, in every status, with marks in title, content, excerpt and slug.

use compat::binds;
use tests_contract::site::Site;

use super::table::{FAMILIES, OWNERS, PERSONS, row};

/// The first id.
const FIRST: i64 = 900_001;
/// A word of all posts, for searches.
pub const WORD: &str = "qzpalabra";
pub const STATUSES: [&str; 8] = [
    "publish",
    "private",
    "draft",
    "pending",
    "future",
    "trash",
    "auto-draft",
    "inherit",
];
/// The password of the protected ones.
const PASSWORD: &str = "almendro";

/// A post.
#[derive(Debug, Clone)]
pub struct Planted {
    pub id: i64,
    pub post_type: &'static str,
    /// As stored.
    pub status: &'static str,
    /// The status that counts: of an attachment, its parent's.
    pub seen_as: &'static str,
    pub owner: char,
    pub parent: i64,
    pub has_password: bool,
}

impl Planted {
    pub fn slug(&self) -> String {
        format!("qz{}sq", self.id)
    }

    /// Whether there is somebody in the table who sees it.
    pub fn is_shown_to_somebody(&self) -> bool {
        row(self.post_type, self.seen_as, self.owner) != (".", ".")
    }

    /// Whether a person may see a part: title `t`, slug `s`, content `c`, excerpt `e`, comment `m`.
    pub fn shows(&self, person: char, part: char, by_rest: bool) -> bool {
        let (page, rest) = row(self.post_type, self.seen_as, self.owner);
        let who = if by_rest { rest } else { page };
        let is_open = !self.has_password
            || match part {
                't' | 's' => true,
                // Comments are read by those who edit the post.
                'm' => person == self.owner || matches!(person, 'e' | 'z'),
                _ => false,
            };
        who.contains(person) && is_open
    }
}

/// All posts, in rising order of their ids.
pub fn all() -> Vec<Planted> {
    let mut posts: Vec<Planted> = Vec::new();
    let mut add = |post_type, status, seen_as, owner, parent, has_password| {
        let id = FIRST + i64::try_from(posts.len()).expect("few");
        posts.push(Planted {
            id,
            post_type,
            status,
            seen_as,
            owner,
            parent,
            has_password,
        });
        id
    };
    for (family, types) in FAMILIES {
        for post_type in types.iter().filter(|t| **t != "attachment") {
            let is_page_type = matches!(family, "posts" | "pages" | "products");
            for (status, owner) in STATUSES.into_iter().flat_map(|s| OWNERS.map(|o| (s, o))) {
                // Where nothing is shown, few rows stand for all.
                let is_one_of_many = status == "publish" || status == "draft";
                let is_whole = is_page_type || matches!(*post_type, "wp_block" | "shop_coupon");
                if !is_page_type && owner == 'a' || !is_whole && !is_one_of_many {
                    continue;
                }
                let id = add(post_type, status, status, owner, 0, false);
                if is_page_type && owner == 'k' && matches!(status, "publish" | "private" | "draft")
                {
                    add(post_type, status, status, owner, 0, true);
                }
                if *post_type == "post" {
                    // Contract "wordpress-core" section 1.2: an attachment takes its parent's status. The uploader of
                    // a file below another's draft is still its author.
                    let seen_as = if status == "auto-draft" {
                        "draft"
                    } else {
                        status
                    };
                    add("attachment", "inherit", seen_as, owner, id, false);
                }
                if *post_type == "post" && owner == 'k' {
                    add("revision", "inherit", "hidden", owner, id, false);
                }
            }
        }
    }
    for owner in OWNERS {
        for status in ["private", "trash", "auto-draft"] {
            add("attachment", status, status, owner, 0, false);
        }
        add("attachment", "inherit", "publish", owner, 0, false);
        // A parent that was deleted.
        add("attachment", "inherit", "publish", owner, 890_000, false);
    }
    posts
}

/// Writes them, their comments and the persons into the database.
pub fn plant(site: &Site, posts: &[Planted]) {
    const POST: &str = "INSERT INTO {p}posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, \
        post_excerpt, post_status, comment_status, ping_status, post_password, post_name, to_ping, pinged, \
        post_modified, post_modified_gmt, post_content_filtered, post_parent, guid, menu_order, post_type, \
        post_mime_type, comment_count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'open', 'open', ?, ?, '', '', ?, ?, '', ?, ?, 0, \
        ?, ?, 1)";
    const COMMENT: &str = "INSERT INTO {p}comments (comment_ID, comment_post_ID, comment_author, comment_author_email, \
        comment_author_url, comment_author_IP, comment_date, comment_date_gmt, comment_content, comment_karma, \
        comment_approved, comment_agent, comment_type, comment_parent, user_id) VALUES (?, ?, 'Ana', \
        'ana@example.org', '', '127.0.0.1', ?, ?, ?, 0, '1', '', 'comment', 0, 0)";
    for post in posts {
        let id = post.id;
        let minute = (id - FIRST) % 60;
        let hour = (id - FIRST) / 60;
        let (year, month) = if post.status == "future" {
            (2031, 1)
        } else {
            (2026, 10)
        };
        let date = format!(
            "{year}-{month:02}-{:02} {:02}:{minute:02}:00",
            1 + hour / 24,
            hour % 24
        );
        let part = |part: char| format!("qz{id}{part}q");
        let is_file = post.post_type == "attachment";
        let guid = if is_file {
            format!("http://127.0.0.1:8081/wp-content/uploads/{}.jpg", part('s'))
        } else {
            format!("http://127.0.0.1:8081/?p={id}")
        };
        let (_, _, author) = PERSONS.iter().find(|p| p.0 == post.owner).expect("owner");
        let binds = binds![
            id,
            *author,
            &date,
            &date,
            format!("<p>{WORD} {}</p>", part('c')),
            format!("{WORD} {}", part('t')),
            part('e'),
            post.status,
            if post.has_password { PASSWORD } else { "" },
            part('s'),
            &date,
            &date,
            post.parent,
            guid,
            post.post_type,
            if is_file { "image/jpeg" } else { "" }
        ];
        site.execute(POST, binds).expect("post");
        site.execute(COMMENT, binds![id, id, &date, &date, part('m')])
            .expect("comment");
        if matches!(post.post_type, "post" | "project") {
            const TERM: &str = "INSERT INTO {p}term_relationships (object_id, term_taxonomy_id, term_order) VALUES (?, 1, 0)";
            site.execute(TERM, binds![id]).expect("term");
        }
    }
    persons(site);
    lists(site, posts);
}

/// Accounts with the password of the recorded site's administrator.
fn persons(site: &Site) {
    const USER: &str = "INSERT INTO {p}users (ID, user_login, user_pass, user_nicename, user_email, user_url, \
        user_registered, user_activation_key, user_status, display_name) SELECT ?, ?, user_pass, ?, ?, '', \
        user_registered, '', 0, ? FROM {p}users WHERE ID = 1";
    const META: &str =
        "INSERT INTO {p}usermeta (user_id, meta_key, meta_value) VALUES (?, 'wp_capabilities', ?)";
    for (letter, role, id) in PERSONS.iter().filter(|p| p.2 > 1) {
        let name = format!("persona{letter}");
        let mail = format!("{name}@example.org");
        site.execute(USER, binds![*id, &name, &name, mail, &name])
            .expect("user");
        let roles = format!("a:1:{{s:{}:\"{role}\";b:1;}}", role.len());
        site.execute(META, binds![*id, roles]).expect("role");
    }
}

/// The page whose modules, blocks and shortcodes list posts.
pub const LISTS: i64 = FIRST - 1;

fn lists(site: &Site, posts: &[Planted]) {
    const PAGE: &str = "INSERT INTO {p}posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, \
        post_excerpt, post_status, comment_status, ping_status, post_password, post_name, to_ping, pinged, \
        post_modified, post_modified_gmt, post_content_filtered, post_parent, guid, menu_order, post_type, \
        post_mime_type, comment_count) VALUES (?, 1, '2026-01-01 00:00:00', '2026-01-01 00:00:00', ?, 'Listas', '', \
        'publish', 'closed', 'closed', '', 'listas', '', '', '2026-01-01 00:00:00', '2026-01-01 00:00:00', '', 0, '', \
        0, 'page', '', 0)";
    const BUILDER: &str = "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, '_et_pb_use_builder', 'on')";
    let mut modules = String::new();
    let types = FAMILIES.iter().flat_map(|(_, types)| types.iter());
    for post_type in types.chain(&["revision"]) {
        modules.push_str(&format!(
            r#"[et_pb_blog post_type="{post_type}" posts_number="200" show_content="on" show_comments="on"][/et_pb_blog]"#
        ));
    }
    for slug in [
        "et_pb_portfolio",
        "et_pb_filterable_portfolio",
        "et_pb_fullwidth_portfolio",
        "et_pb_post_slider",
        "et_pb_fullwidth_post_slider",
    ] {
        modules.push_str(&format!(r#"[{slug} posts_number="200"][/{slug}]"#));
    }
    // What somebody names by its number is chosen by its status alone (`get_posts` with `post_status=inherit`).
    let own = posts
        .iter()
        .filter(|p| p.post_type == "attachment" && p.status != "inherit");
    let own: Vec<String> = own.map(|p| p.id.to_string()).collect();
    let own = own.join(",");
    modules.push_str(&format!(
        r#"[et_pb_gallery gallery_ids="{own}" show_title_and_caption="on"][/et_pb_gallery][et_pb_text][gallery ids="{own}"]"#
    ));
    for post in posts
        .iter()
        .filter(|p| p.status != "publish" || p.has_password)
    {
        match post.post_type {
            "wp_block" => modules.push_str(&format!("<!-- wp:block {{\"ref\":{}}} /-->", post.id)),
            "post" => modules.push_str(&format!("\nhttp://127.0.0.1:8081/?p={}\n", post.id)),
            _ => {}
        }
    }
    modules.push_str("[/et_pb_text]");
    let mut layouts = String::new();
    for post in posts
        .iter()
        .filter(|p| p.post_type == "et_pb_layout" && p.status != "publish")
    {
        layouts.push_str(&format!(
            r#"[et_pb_section global_module="{}"][/et_pb_section]"#,
            post.id
        ));
    }
    let content = format!(
        r#"[et_pb_section fb_built="1"][et_pb_row][et_pb_column type="4_4"]{modules}[/et_pb_column][/et_pb_row][/et_pb_section]{layouts}"#
    );
    site.execute(PAGE, binds![LISTS, content]).expect("page");
    site.execute(BUILDER, binds![LISTS]).expect("builder");
}
