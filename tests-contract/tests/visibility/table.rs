//! Who may see which post, as data.
//!
//! Contracts "wordpress-core" section 1.2 (`core 1.2`), "wordpress-rest" sections 4.2, 4.3 and 14 (`rest 4.2` …); where
//! they are silent, WordPress's documented rules (`is_post_type_viewable`, `map_meta_cap`).

/// The persons, by the letter that the table uses: name, role, id.
pub const PERSONS: [(char, &str, i64); 7] = [
    ('-', "", 0),
    ('s', "subscriber", 9001),
    ('k', "contributor", 9002),
    ('j', "contributor", 9003),
    ('a', "author", 9004),
    ('e', "editor", 9005),
    ('z', "administrator", 1),
];

/// The owners of posts: a contributor and an author.
pub const OWNERS: [char; 2] = ['k', 'a'];

/// Families of types: those with the same capabilities.
pub const FAMILIES: [(&str, &[&str]); 9] = [
    ("posts", &["post", "project", "attachment"]),
    ("pages", &["page"]),
    ("products", &["product"]),
    ("blocks", &["wp_block"]),
    ("menus", &["wp_navigation"]),
    ("items", &["nav_menu_item"]),
    ("templates", &["wp_template"]),
    ("styles", &["wp_global_styles"]),
    (
        "hidden",
        &[
            "shop_coupon",
            "shop_order",
            "product_variation",
            "wpcf7_contact_form",
            "et_pb_layout",
            "et_template",
            "et_header_layout",
            "custom_css",
            "customize_changeset",
            "oembed_cache",
            "user_request",
        ],
    ),
];

/// Family, status, owner (`*`: any), who sees it on pages and in feeds, who through REST. `.` is nobody.
pub const TABLE: &str = "\
posts publish * -skjaez -skjaez   core 1.2
posts private k kez kez           core 1.2, rest 4.2 read_post: author, read_private_posts
posts private a aez aez
posts draft k kez kez             rest 4.2 edit_post: author with edit_posts, edit_others_posts
posts draft a aez aez
posts pending k kez kez
posts pending a aez aez
posts future k ez kez             rest 4.2 edit_post: publish, future need edit_published_posts; read_post: author
posts future a aez aez
attachments future k kez kez      rest 4.2: the own status of an attachment (inherit) counts, so the author edits it
posts trash k . kez               rest 4.2 read_post; WP_Query shows no internal status
posts trash a . aez
posts auto-draft k . kez
posts auto-draft a . aez
posts inherit k . kez             is a status of attachments and revisions only: the owner and editors read it
posts inherit a . aez
pages publish * -skjaez -skjaez
pages private k kez kez
pages private a aez aez
pages draft k ez kez              rest 4.2: a contributor has no edit_pages, but is the author
pages draft a ez aez
pages pending k ez kez
pages pending a ez aez
pages future k ez kez
pages future a ez aez
pages trash k . kez
pages trash a . aez
pages auto-draft k . kez
pages auto-draft a . aez
pages inherit k . kez
pages inherit a . aez
products publish * -skjaez -skjaez
products private k kz kz          rest 4.2 T: read_private_products is the administrator's
products private a az az
products draft k z kz
products draft a z az
products pending k z kz
products pending a z az
products future k z kz
products future a z az
products trash k . kz
products trash a . az
products auto-draft k . kz
products auto-draft a . az
products inherit k . kz
products inherit a . az
blocks publish * . kjaez          rest 14: reading needs edit_posts
blocks private k . kez
blocks private a . aez
blocks * k . kez
blocks * a . aez
menus publish * . -skjaez         rest 14: plain post controller
menus * k . kz
menus * a . az
items publish * . kjaez            rest 13: people who may edit posts of some type
items * k . kz
items * a . az
templates * * . z                 of no theme; rest 14: edit_theme_options
styles publish * . kjaez          WordPress 6.7: reading needs edit_posts
styles * k . kz
styles * a . az
hidden * * . .                    is_post_type_viewable; no show_in_rest
";

/// Who sees a post: letters for pages and feeds, letters for REST. `status` is the parent's for what inherits it.
pub fn row(post_type: &str, status: &str, owner: char) -> (&'static str, &'static str) {
    let family = FAMILIES
        .iter()
        .find(|(_, types)| types.contains(&post_type))
        .map_or("hidden", |(family, _)| *family);
    let owner = owner.to_string();
    let is = |given: &str, wanted: &str| given == "*" || given == wanted;
    let in_family = |family: &str| {
        let mut rows = TABLE.lines().map(|line| {
            let mut words = line.split_whitespace();
            [(); 5].map(|()| words.next().expect("five columns"))
        });
        rows.find(|[f, s, o, ..]| *f == family && is(s, status) && is(o, &owner))
    };
    // A row of attachments alone goes before those of all that is like posts.
    let own = (post_type == "attachment").then(|| in_family("attachments"));
    let found = own.flatten().or_else(|| in_family(family));
    let [.., page, rest] = found.expect("a row for every family, status and owner");
    (page, rest)
}
