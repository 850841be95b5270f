//! Things that are made for a cell of the table, or for random requests, in rows of their own.
//!
//! What a person wrote holds marks, `qz`, the id, a letter for the field and `q`, so that an answer tells whose text it holds.

use std::cell::Cell;

use compat::binds;
use tests_contract::site::Site;

/// The first id.
pub const FIRST: i64 = 700_001;
/// The author of what belongs to somebody else: `saliente`.
pub const OTHER: i64 = 108;
/// The password of protected posts.
pub const PASSWORD: &str = "qzclaveq";
/// The application password of planted users.
pub const UUID: &str = "00000000-0000-4000-8000-000000000000";

/// Makes things in the database of a site that no server uses yet.
pub struct Planter<'a> {
    site: &'a Site,
    next: Cell<i64>,
}

/// A mark of a field.
pub fn mark(id: i64, field: char) -> String {
    format!("qz{id}{field}q")
}

impl<'a> Planter<'a> {
    /// Makes things in this site.
    pub fn new(site: &'a Site) -> Self {
        Self {
            site,
            next: Cell::new(FIRST),
        }
    }

    fn id(&self) -> i64 {
        self.next.replace(self.next.get() + 1)
    }

    fn post_meta(&self, post: i64, key: &str, value: &str) {
        const META: &str =
            "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, ?, ?)";
        self.site
            .execute(META, binds![post, key, value])
            .expect("meta");
    }

    /// A post. `trash` was a draft before, `trash-publish` was published.
    pub fn post(&self, post_type: &str, status: &str, author: i64, parent: i64) -> i64 {
        let id = self.id();
        self.post_with(id, post_type, status, (author, parent), "", &mark(id, 's'));
        id
    }

    /// As [`post`](Self::post), protected by [`PASSWORD`].
    pub fn protected_post(&self, post_type: &str, author: i64) -> i64 {
        let id = self.id();
        self.post_with(
            id,
            post_type,
            "publish",
            (author, 0),
            PASSWORD,
            &mark(id, 's'),
        );
        id
    }

    /// A revision or an autosave of a post.
    pub fn revision(&self, kind: &str, parent: i64, author: i64) -> i64 {
        let id = self.id();
        let name = format!("{parent}-{kind}-v1");
        self.post_with(id, "revision", "inherit", (author, parent), "", &name);
        id
    }

    fn post_with(
        &self,
        id: i64,
        post_type: &str,
        status: &str,
        (author, parent): (i64, i64),
        password: &str,
        name: &str,
    ) {
        const POST: &str = "INSERT INTO {p}posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, \
            post_excerpt, post_status, comment_status, ping_status, post_password, post_name, to_ping, pinged, \
            post_modified, post_modified_gmt, post_content_filtered, post_parent, guid, menu_order, post_type, \
            post_mime_type, comment_count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'open', 'closed', ?, ?, '', '', ?, ?, '', ?, ?, \
            0, ?, ?, 0)";
        let stored = status.split('-').next().unwrap_or_default();
        let date = match stored {
            "future" => "2031-01-01 00:00:00",
            _ => "2026-10-01 00:00:00",
        };
        let content = match post_type {
            "wp_global_styles" => r#"{"version":3,"isGlobalStylesUserThemeJSON":true}"#.to_owned(),
            _ => format!("<p>{}</p>", mark(id, 'c')),
        };
        let name = if stored == "trash" {
            format!("{name}__trashed")
        } else {
            name.to_owned()
        };
        let mime = if post_type == "attachment" {
            "image/jpeg"
        } else {
            ""
        };
        let guid = format!("http://127.0.0.1:8081/?p={id}");
        let binds = binds![
            id,
            author,
            date,
            date,
            content,
            mark(id, 't'),
            mark(id, 'e'),
            stored,
            password,
            name,
            date,
            date,
            parent,
            guid,
            post_type,
            mime
        ];
        self.site.execute(POST, binds).expect("post");
        match (post_type, status) {
            ("attachment", _) => self.post_meta(id, "_wp_attached_file", "planted.jpg"),
            ("wp_global_styles" | "wp_template", _) => self.relate(id, "wp_theme"),
            (_, "trash") => self.post_meta(id, "_wp_trash_meta_status", "draft"),
            (_, "trash-publish") => self.post_meta(id, "_wp_trash_meta_status", "publish"),
            _ => {}
        }
    }

    /// Gives a post a new term of a taxonomy.
    fn relate(&self, post: i64, taxonomy: &str) {
        const RELATION: &str = "INSERT INTO {p}term_relationships (object_id, term_taxonomy_id, term_order) VALUES (?, ?, 0)";
        const COUNT: &str = "UPDATE {p}term_taxonomy SET count = 1 WHERE term_id = ?";
        let term = self.term(taxonomy);
        self.site
            .execute(RELATION, binds![post, term])
            .expect("relation");
        self.site.execute(COUNT, binds![term]).expect("count");
    }

    /// A term; of `wp_theme`, the active theme.
    pub fn term(&self, taxonomy: &str) -> i64 {
        const TERM: &str =
            "INSERT INTO {p}terms (term_id, name, slug, term_group) VALUES (?, ?, ?, 0)";
        const TAXONOMY: &str = "INSERT INTO {p}term_taxonomy (term_taxonomy_id, term_id, taxonomy, description, parent, \
            count) VALUES (?, ?, ?, '', 0, 0)";
        let id = self.id();
        let (name, slug) = match taxonomy {
            "wp_theme" => ("Divi".to_owned(), "divi".to_owned()),
            _ => (format!("Planted {id}"), format!("planted-{id}")),
        };
        self.site
            .execute(TERM, binds![id, name, slug])
            .expect("term");
        self.site
            .execute(TAXONOMY, binds![id, id, taxonomy])
            .expect("taxonomy");
        id
    }

    /// A comment of somebody on a post.
    pub fn comment(&self, post: i64, status: &str, user: i64) -> i64 {
        const COMMENT: &str = "INSERT INTO {p}comments (comment_ID, comment_post_ID, comment_author, \
            comment_author_email, comment_author_url, comment_author_IP, comment_date, comment_date_gmt, comment_content, \
            comment_karma, comment_approved, comment_agent, comment_type, comment_parent, user_id) VALUES (?, ?, 'Ana', ?, \
            '', '192.0.2.77', '2026-10-01 00:00:00', '2026-10-01 00:00:00', ?, 0, ?, '', 'comment', 0, ?)";
        const COUNT: &str = "UPDATE {p}posts SET comment_count = comment_count + 1 WHERE ID = ?";
        let id = self.id();
        let mail = format!("{}@example.org", mark(id, 'x'));
        self.site
            .execute(COMMENT, binds![id, post, mail, mark(id, 'm'), status, user])
            .expect("comment");
        if status == "1" {
            self.site.execute(COUNT, binds![post]).expect("count");
        }
        id
    }

    /// A person with a role and an application password that nobody knows.
    pub fn user(&self, role: &str) -> i64 {
        const USER: &str = "INSERT INTO {p}users (ID, user_login, user_pass, user_nicename, user_email, user_url, \
            user_registered, user_activation_key, user_status, display_name) VALUES (?, ?, 'x', ?, ?, '', \
            '2026-10-01 00:00:00', '', 0, ?)";
        const META: &str =
            "INSERT INTO {p}usermeta (user_id, meta_key, meta_value) VALUES (?, ?, ?)";
        let id = self.id();
        let mail = format!("{}@example.org", mark(id, 'u'));
        let (login, name) = (format!("planted{id}"), mark(id, 'n'));
        self.site
            .execute(USER, binds![id, &login, &login, mail, name])
            .expect("user");
        let level = match role {
            "administrator" => 10,
            "shop_manager" => 9,
            "editor" => 7,
            "author" => 2,
            "contributor" => 1,
            _ => 0,
        };
        let password = format!(
            "a:1:{{i:0;a:7:{{s:4:\"uuid\";s:36:\"{UUID}\";s:6:\"app_id\";s:0:\"\";s:4:\"name\";s:1:\"x\";s:8:\"password\";\
             s:1:\"x\";s:7:\"created\";i:1795165301;s:9:\"last_used\";N;s:7:\"last_ip\";N;}}}}"
        );
        for (key, value) in [
            (
                "wp_capabilities",
                format!("a:1:{{s:{}:\"{role}\";b:1;}}", role.len()),
            ),
            ("wp_user_level", level.to_string()),
            ("nickname", login.clone()),
            ("_application_passwords", password),
        ] {
            self.site
                .execute(META, binds![id, key, value])
                .expect("meta of a user");
        }
        id
    }
}
