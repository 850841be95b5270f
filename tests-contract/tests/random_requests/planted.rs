//! The things that random requests are about.

use std::collections::BTreeMap;

use tests_contract::site::Site;

use crate::capabilities::plant::{OTHER, Planter};

use super::generator::Pools;

/// Routes of posts with their types.
const POSTS: [(&str, &str); 6] = [
    ("posts", "post"),
    ("pages", "page"),
    ("project", "project"),
    ("product", "product"),
    ("blocks", "wp_block"),
    ("navigation", "wp_navigation"),
];
const STATUSES: [&str; 7] = [
    "publish",
    "draft",
    "pending",
    "private",
    "future",
    "trash",
    "trash-publish",
];
/// Routes of terms with their taxonomies.
const TERMS: [(&str, &str); 8] = [
    ("categories", "category"),
    ("tags", "post_tag"),
    ("menus", "nav_menu"),
    ("project_category", "project_category"),
    ("project_tag", "project_tag"),
    ("product_cat", "product_cat"),
    ("product_tag", "product_tag"),
    ("wp_pattern_category", "wp_pattern_category"),
];
const ROLES: [&str; 7] = [
    "subscriber",
    "customer",
    "contributor",
    "author",
    "editor",
    "administrator",
    "shop_manager",
];

/// Things of every kind, of several people, in several states.
pub fn plant(site: &Site) -> Pools {
    let planter = Planter::new(site);
    let mut pools = BTreeMap::new();
    let mut inner: Vec<i64> = Vec::new();
    for (base, post_type) in POSTS {
        let mut pool: Vec<i64> = Vec::new();
        for owner in [103, 104, 105, OTHER] {
            for status in STATUSES {
                let id = planter.post(post_type, status, owner, 0);
                pool.push(id);
                inner.push(planter.revision("revision", id, owner));
                inner.push(planter.revision("autosave", id, owner));
            }
            pool.push(planter.protected_post(post_type, owner));
        }
        pools.insert(base, pool);
    }
    pools.insert("revisions", inner);
    let posts = pools["posts"].clone();
    let media = posts.iter().step_by(2).flat_map(|parent| {
        let of_parent = planter.post("attachment", "inherit", 103, *parent);
        [of_parent, planter.post("attachment", "private", OTHER, 0)]
    });
    pools.insert("media", media.collect());
    let comments = posts.iter().flat_map(|post| {
        let states = [("1", OTHER), ("0", 105), ("spam", 0), ("trash", 104)];
        states.map(|(status, user)| planter.comment(*post, status, user))
    });
    pools.insert("comments", comments.collect());
    for (base, taxonomy) in TERMS {
        pools.insert(base, (0..6).map(|_| planter.term(taxonomy)).collect());
    }
    let users = ROLES.iter().chain(&ROLES).map(|role| planter.user(role));
    pools.insert("users", users.collect());
    for (base, post_type) in [
        ("contact-forms", "wpcf7_contact_form"),
        ("global-styles", "wp_global_styles"),
        ("font-families", "wp_font_family"),
    ] {
        pools.insert(base, vec![planter.post(post_type, "publish", OTHER, 0)]);
    }
    pools.insert("menu-items", vec![2200, 2201, 2202, 2203]);
    Pools(pools)
}
