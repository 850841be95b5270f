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

/// Whether the API shows such a post here: templates and styles are refused to everybody, menu items have other fields.
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

/// The other doors of one post.
pub fn of(post: &Planted) -> Vec<Door> {
    let (id, slug, post_type) = (post.id, post.slug(), post.post_type);
    let base = rest_base(post_type);
    let parent = if post.parent > 0 { post.parent } else { id };
    let home = "http%3A%2F%2F127.0.0.1%3A8081%2F";
    let oembed = "/wp-json/oembed/1.0/embed?url=";
    let get = Door::get;
    let mut doors = vec![
        get(
            "by number and type",
            format!("/?post_type={post_type}&p={id}"),
        ),
        get("preview", format!("/?p={id}&preview=true")),
        get(
            "embed",
            format!("/?p={id}&post_type={post_type}&embed=true"),
        ),
        get("comments feed of a post", format!("/?p={id}&feed=rss2")),
        get("attachment by number", format!("/?attachment_id={id}")),
        get(
            "rest revisions",
            format!("/wp-json/wp/v2/posts/{parent}/revisions/{id}"),
        ),
        get(
            "rest autosaves",
            format!("/wp-json/wp/v2/{base}/{parent}/autosaves"),
        ),
        get(
            "rest edit",
            format!("/wp-json/wp/v2/{base}/{id}?context=edit"),
        ),
        get("oembed", format!("{oembed}{home}%3Fp%3D{id}")),
        get(
            "oembed xml",
            format!("{oembed}{home}%3Fattachment_id%3D{id}&format=xml"),
        ),
        get(
            "rest comments of a post",
            format!("/wp-json/wp/v2/comments?post={id}"),
        ),
        get(
            "rest comment",
            format!("/wp-json/wp/v2/comments/{id}?_embed"),
        ),
        get(
            "rest terms of a post",
            format!("/wp-json/wp/v2/categories?post={id}&_embed"),
        ),
        get(
            "rest list by number",
            format!("/wp-json/wp/v2/{base}?include={id}&_embed&status=any"),
        ),
        get("trackback visit", format!("/?p={id}&tb=1")),
        get("guessed address", format!("/qz{id}s")),
        Door::post(
            "comment form",
            "/wp-comments-post.php".into(),
            format!("comment_post_ID={id}&comment="),
        ),
        Door::post(
            "trackback",
            format!("/?p={id}&tb=1"),
            "title=t&url=&blog_name=b".into(),
        ),
        Door::post(
            "ajax",
            "/wp-admin/admin-ajax.php".into(),
            format!("action=et_pb_ab_get_subject_id&et_pb_ab_test_id={id}"),
        ),
    ];
    let named = [
        get("by name", format!("/{slug}/")),
        get("embed by name", format!("/{slug}/embed/")),
        get(
            "by name and type",
            format!("/?post_type={post_type}&name={slug}"),
        ),
        get("oembed by name", format!("{oembed}{home}{slug}%2F")),
        get(
            "rest list by name",
            format!("/wp-json/wp/v2/{base}?slug={slug}"),
        ),
    ];
    doors.extend(named.into_iter().map(|door| Door {
        names_slug_of: id,
        ..door
    }));
    doors
}

/// Lists of all posts.
pub fn lists() -> Vec<Door> {
    let mut paths: Vec<(&'static str, String)> = vec![
        ("builder lists", format!("/?page_id={LISTS}")),
        ("builder lists", "/listas/".into()),
        ("comments feed", "/comments/feed/".into()),
        ("comments feed", "/?feed=comments-atom".into()),
        ("rest index", "/wp-json/".into()),
        ("rest users", "/wp-json/wp/v2/users?_embed".into()),
        ("rest terms", "/wp-json/wp/v2/categories?_embed".into()),
        ("sitemap", "/wp-sitemap.xml".into()),
        ("robots", "/robots.txt".into()),
        ("xmlrpc", "/xmlrpc.php?rsd".into()),
    ];
    for page in 1..=2 {
        let word = format!("search={WORD}&per_page=100&page={page}");
        paths.push((
            "rest search",
            format!("/wp-json/wp/v2/search?{word}&_embed"),
        ));
        paths.push((
            "rest comments",
            format!("/wp-json/wp/v2/comments?per_page=100&page={page}&_embed"),
        ));
        for base in [
            "posts",
            "pages",
            "media",
            "product",
            "project",
            "blocks",
            "navigation",
            "menu-items",
        ] {
            for status in ["", "&status=any"] {
                let path = format!("/wp-json/wp/v2/{base}?per_page=100&page={page}&_embed{status}");
                paths.push(("rest list", path));
            }
        }
        for feed in ["", "feed=rss2&"] {
            for query in [
                format!("s={WORD}"),
                "cat=1".into(),
                "author=9002".into(),
                "author=9004".into(),
                "m=202610".into(),
            ] {
                paths.push(("archive", format!("/?{feed}{query}&paged={page}")));
            }
        }
    }
    for post_type in [
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
    ] {
        paths.push((
            "archive of a type",
            format!("/?post_type={post_type}&s={WORD}"),
        ));
        paths.push(("archive of a type", format!("/?post_type={post_type}")));
        paths.push((
            "feed of a type",
            format!("/?feed=rss2&post_type={post_type}"),
        ));
        paths.push((
            "comments feed of a type",
            format!("/?feed=rss2&withcomments=1&post_type={post_type}"),
        ));
        paths.push((
            "sitemap of a type",
            format!("/wp-sitemap-posts-{post_type}-1.xml"),
        ));
    }
    paths
        .into_iter()
        .map(|(kind, path)| Door::get(kind, path))
        .collect()
}
