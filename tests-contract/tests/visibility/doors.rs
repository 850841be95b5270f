//! The doors: requests whose answers may tell of posts.

use super::posts::{LISTS, Planted, WORD};

/// A request.
#[derive(Debug, Clone)]
pub struct Door {
    /// The kind, for the count.
    pub kind: &'static str,
    pub path: String,
    /// What is posted; a GET without.
    pub body: Option<String>,
    /// Whether the person is named by the API's nonce.
    pub is_rest: bool,
    /// The slug in the request: the answer may repeat it.
    pub names_slug_of: i64,
}

impl Door {
    fn get(kind: &'static str, path: String) -> Self {
        Self {
            kind,
            is_rest: path.starts_with("/wp-json/"),
            path,
            body: None,
            names_slug_of: 0,
        }
    }

    fn post(kind: &'static str, path: String, body: String) -> Self {
        Self {
            body: Some(body),
            ..Self::get(kind, path)
        }
    }
}

/// The base of a type below `wp/v2`.
pub fn rest_base(post_type: &str) -> &'static str {
    match post_type {
        "page" => "pages",
        "attachment" => "media",
        "product" => "product",
        "project" => "project",
        "wp_block" => "blocks",
        "wp_navigation" => "navigation",
        "nav_menu_item" => "menu-items",
        "wp_template" => "templates",
        "wp_global_styles" => "global-styles",
        _ => "posts",
    }
}

/// Whether the API shows the fields of a post here: templates are of no theme, styles and menu items have other fields.
pub fn has_resource(post_type: &str) -> bool {
    !matches!(
        rest_base(post_type),
        "menu-items" | "templates" | "global-styles"
    )
}

/// The doors that show the post itself to those who may see it: its page and its resource.
pub fn own(post: &Planted) -> [Door; 2] {
    let id = post.id;
    let name = match post.post_type {
        "page" => "page_id",
        "attachment" => "attachment_id",
        _ => "p",
    };
    let of_type = match post.post_type {
        "project" | "product" => format!("post_type={}&", post.post_type),
        _ => String::new(),
    };
    let base = rest_base(post.post_type);
    [
        Door::get("page", format!("/?{of_type}{name}={id}")),
        Door::get("rest", format!("/wp-json/wp/v2/{base}/{id}?_embed")),
    ]
}

/// The other doors of one post: `ID`, `TYPE`, `BASE` (below `wp/v2`), `PARENT` (itself without one), `SLUG`, `HOME`.
const OF_POST: [(&str, &str); 21] = [
    ("by number and type", "/?post_type=TYPE&p=ID"),
    ("preview", "/?p=ID&preview=true"),
    ("embed", "/?p=ID&post_type=TYPE&embed=true"),
    ("comments feed of a post", "/?p=ID&feed=rss2"),
    ("attachment by number", "/?attachment_id=ID"),
    ("rest revisions", "/wp-json/wp/v2/posts/PARENT/revisions/ID"),
    ("rest autosaves", "/wp-json/wp/v2/BASE/PARENT/autosaves"),
    ("rest edit", "/wp-json/wp/v2/BASE/ID?context=edit"),
    ("oembed", "/wp-json/oembed/1.0/embed?url=HOME%3Fp%3DID"),
    (
        "oembed xml",
        "/wp-json/oembed/1.0/embed?url=HOME%3Fattachment_id%3DID&format=xml",
    ),
    ("rest comments of a post", "/wp-json/wp/v2/comments?post=ID"),
    ("rest comment", "/wp-json/wp/v2/comments/ID?_embed"),
    (
        "rest terms of a post",
        "/wp-json/wp/v2/categories?post=ID&_embed",
    ),
    (
        "rest list by number",
        "/wp-json/wp/v2/BASE?include=ID&_embed&status=any",
    ),
    ("trackback visit", "/?p=ID&tb=1"),
    ("guessed address", "/qzIDs"),
    ("by name", "/SLUG/"),
    ("embed by name", "/SLUG/embed/"),
    ("by name and type", "/?post_type=TYPE&name=SLUG"),
    (
        "oembed by name",
        "/wp-json/oembed/1.0/embed?url=HOMESLUG%2F",
    ),
    ("rest list by name", "/wp-json/wp/v2/BASE?slug=SLUG"),
];

/// What is posted about a post: kind, path, body.
const POSTED: [(&str, &str, &str); 3] = [
    (
        "comment form",
        "/wp-comments-post.php",
        "comment_post_ID=ID&comment=",
    ),
    ("trackback", "/?p=ID&tb=1", "title=t&url=&blog_name=b"),
    (
        "ajax",
        "/wp-admin/admin-ajax.php",
        "action=et_pb_ab_get_subject_id&et_pb_ab_test_id=ID",
    ),
];

/// The other doors of one post.
pub fn of(post: &Planted) -> Vec<Door> {
    let parent = if post.parent > 0 {
        post.parent
    } else {
        post.id
    };
    let fill = |text: &str| {
        text.replace("PARENT", &parent.to_string())
            .replace("ID", &post.id.to_string())
            .replace("TYPE", post.post_type)
            .replace("BASE", rest_base(post.post_type))
            .replace("SLUG", &post.slug())
            .replace("HOME", "http%3A%2F%2F127.0.0.1%3A8081%2F")
    };
    let asked = OF_POST.iter().map(|(kind, path)| Door {
        names_slug_of: if path.contains("SLUG") { post.id } else { 0 },
        ..Door::get(kind, fill(path))
    });
    let posted = POSTED.iter();
    let posted = posted.map(|(kind, path, body)| Door::post(kind, fill(path), fill(body)));
    asked.chain(posted).collect()
}

/// Lists of a page number, of a type of the API, of a kind of archive, of a type.
const PAGED: [(&str, &str); 2] = [
    (
        "rest search",
        "/wp-json/wp/v2/search?search=WORD&per_page=100&page=PAGE&_embed",
    ),
    (
        "rest comments",
        "/wp-json/wp/v2/comments?per_page=100&page=PAGE&_embed",
    ),
];
const BASES: [&str; 8] = [
    "posts",
    "pages",
    "media",
    "product",
    "project",
    "blocks",
    "navigation",
    "menu-items",
];
const ARCHIVES: [&str; 5] = ["s=WORD", "cat=1", "author=9002", "author=9004", "m=202610"];
const TYPES: [&str; 10] = [
    "post",
    "page",
    "project",
    "product",
    "attachment",
    "shop_coupon",
    "wpcf7_contact_form",
    "et_pb_layout",
    "any",
    "revision",
];
const OF_TYPE: [(&str, &str); 5] = [
    ("archive of a type", "/?post_type=TYPE&s=WORD"),
    ("archive of a type", "/?post_type=TYPE"),
    ("feed of a type", "/?feed=rss2&post_type=TYPE"),
    (
        "comments feed of a type",
        "/?feed=rss2&withcomments=1&post_type=TYPE",
    ),
    ("sitemap of a type", "/wp-sitemap-posts-TYPE-1.xml"),
];
const SINGLE: [(&str, &str); 10] = [
    ("builder lists", "/?page_id=LISTS"),
    ("builder lists", "/listas/"),
    ("comments feed", "/comments/feed/"),
    ("comments feed", "/?feed=comments-atom"),
    ("rest index", "/wp-json/"),
    ("rest users", "/wp-json/wp/v2/users?_embed"),
    ("rest terms", "/wp-json/wp/v2/categories?_embed"),
    ("sitemap", "/wp-sitemap.xml"),
    ("robots", "/robots.txt"),
    ("xmlrpc", "/xmlrpc.php?rsd"),
];

/// Lists of all posts.
pub fn lists() -> Vec<Door> {
    let mut doors = Vec::new();
    let mut add = |kind, path: String| {
        let path = path.replace("WORD", WORD);
        doors.push(Door::get(kind, path.replace("LISTS", &LISTS.to_string())));
    };
    for (kind, path) in SINGLE {
        add(kind, path.to_owned());
    }
    for page in 1..=2 {
        for (kind, path) in PAGED {
            add(kind, path.replace("PAGE", &page.to_string()));
        }
        for (base, status) in BASES
            .iter()
            .flat_map(|b| ["", "&status=any"].map(|s| (b, s)))
        {
            let path = format!("/wp-json/wp/v2/{base}?per_page=100&page={page}&_embed{status}");
            add("rest list", path);
        }
        for (of, feed) in ARCHIVES
            .iter()
            .flat_map(|a| ["", "feed=rss2&"].map(|f| (a, f)))
        {
            add("archive", format!("/?{feed}{of}&paged={page}"));
        }
    }
    for (post_type, (kind, path)) in TYPES.iter().flat_map(|t| OF_TYPE.map(|o| (t, o))) {
        add(kind, path.replace("TYPE", post_type));
    }
    doors
}
