//! The main query: conditionals, queried object, posts and counts.

use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::query::{Conditionals, MainQuery, QueriedObject, QueryContext, main_query};
use compat::wordpress::rewrite::PageLookup;
use compat::wordpress::visibility::Viewer;
use serde_json::{Value, json};

use super::database::demo;
use super::requests::{parse, rules};
use crate::vectors::harness::check;

/// Runs the query of a GET.
pub fn run(uri: &str) -> (MainQuery, ObjectCache) {
    let demo = demo();
    let parsed = parse(uri);
    let hooks = compat::columns::COLUMNS.query_hooks(&demo.site.options);
    let context = QueryContext {
        db: &demo.db,
        site: &demo.site,
        hooks: &hooks,
        stop_words: &[],
        viewer: Viewer::default(),
    };
    let mut cache = ObjectCache::default();
    let query = demo.block_on(async {
        let pages = PageLookup::for_request(&demo.db, &demo.site, &rules().1, uri)
            .await
            .unwrap();
        main_query(&context, &parsed, &pages, &mut cache)
            .await
            .unwrap()
    });
    (query, cache)
}

/// The names of the flags, in the order of the recordings.
fn names(is: &Conditionals) -> Vec<&'static str> {
    [
        (is.is_single, "is_single"),
        (is.is_attachment, "is_attachment"),
        (is.is_preview, "is_preview"),
        (is.is_page, "is_page"),
        (is.is_archive, "is_archive"),
        (is.is_date, "is_date"),
        (is.is_year, "is_year"),
        (is.is_month, "is_month"),
        (is.is_day, "is_day"),
        (is.is_time, "is_time"),
        (is.is_author, "is_author"),
        (is.is_category, "is_category"),
        (is.is_tag, "is_tag"),
        (is.is_tax, "is_tax"),
        (is.is_search, "is_search"),
        (is.is_feed, "is_feed"),
        (is.is_comment_feed, "is_comment_feed"),
        (is.is_trackback, "is_trackback"),
        (is.is_home, "is_home"),
        (is.is_front_page, "is_front_page"),
        (is.is_privacy_policy, "is_privacy_policy"),
        (is.is_404, "is_404"),
        (is.is_embed, "is_embed"),
        (is.is_paged, "is_paged"),
        (is.is_robots, "is_robots"),
        (is.is_favicon, "is_favicon"),
        (is.is_posts_page, "is_posts_page"),
        (is.is_post_type_archive, "is_post_type_archive"),
        (is.is_singular, "is_singular"),
    ]
    .into_iter()
    .filter(|(on, _)| *on)
    .map(|(_, name)| name)
    .collect()
}

fn object(query: &MainQuery) -> Value {
    match &query.queried_object {
        None => Value::Null,
        Some(QueriedObject::Post(id)) => json!(["post", id.0]),
        Some(QueriedObject::Term(t)) => json!(["term", t.term_id.0, t.taxonomy]),
        Some(QueriedObject::User(id)) => json!(["user", id.0]),
        Some(QueriedObject::PostType(name)) => json!(["post_type", name]),
    }
}

// Four known differences (`/?s=`, `//?s=x`, `/search/cueva/feed/rss2/`, `/search/cueva?feed=rss2`): posts of the very
// same second, whose order the original leaves to its database. All other values of these four are equal.
#[test]
fn main_query_vectors() {
    check("wordpress-rewrite", &["main_query"], 4, |v| {
        let (query, _) = run(v.str(0));
        // The order of the recorded list is kept where the same flags are set.
        let mut flags = names(&query.is);
        let recorded: Vec<&str> = v.out["conditionals"]
            .as_array()?
            .iter()
            .filter_map(Value::as_str)
            .collect();
        if recorded.iter().all(|r| flags.contains(r)) && recorded.len() == flags.len() {
            flags = recorded;
        }
        let ids: Vec<i64> = query.posts.iter().map(|p| p.id.0).collect();
        Some(json!({
            "conditionals": flags,
            "queried_object": object(&query),
            "post_ids": ids,
            "found_posts": query.found_posts,
            "max_num_pages": query.max_num_pages,
        }))
    });
}
