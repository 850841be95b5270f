//! Links under seven permalink structures.

use compat::wordpress::link::{LinkHook, Links, PaginateLinks, PaginateStyle, PaginateTexts};
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::options::Options;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::rewrite::Rewrite;
use compat::wordpress::taxonomy::TermId;
use compat::wordpress::url::{QueryArg, add_query_arg};
use compat::wordpress::user::UserId;
use serde_json::Value;

use super::database::demo;
use crate::vectors::harness::{Vector, check};

/// The shop's links of product variations: the product's, with the attributes.
struct Variations;

impl LinkHook for Variations {
    fn post_type_link(&self, links: &Links<'_>, post: &Post, link: String) -> String {
        let Some(product) = links
            .cache
            .post(post.parent)
            .filter(|_| post.post_type == "product_variation")
        else {
            return link;
        };
        let meta = links.cache.post_meta(post.id);
        let args: Vec<(&str, QueryArg)> = meta
            .keys()
            .filter(|k| k.starts_with("attribute_"))
            .map(|k| (k, QueryArg::Text(meta.text(k).into_owned())))
            .collect();
        add_query_arg(&args, &links.get_permalink(product))
    }
}

struct Loaded {
    cache: ObjectCache,
    hooks: Vec<Box<dyn LinkHook>>,
}

fn loaded() -> Loaded {
    let demo = demo();
    let mut cache = ObjectCache::default();
    demo.block_on(async {
        let ids: Vec<(i64,)> = demo
            .db
            .load("SELECT ID FROM {p}posts", vec![])
            .await
            .unwrap();
        let ids: Vec<PostId> = ids.into_iter().map(|(id,)| PostId(id)).collect();
        cache.prime_posts(&demo.db, &ids).await.unwrap();
        cache.prime_post_meta(&demo.db, &ids).await.unwrap();
        cache.prime_relationships(&demo.db, &ids).await.unwrap();
        cache.prime_users(&demo.db, &[UserId(1)]).await.unwrap();
    });
    Loaded {
        cache,
        hooks: vec![Box::new(Variations)],
    }
}

fn rewrite_of(structure: &str) -> Rewrite {
    let options = Options::new(demo().site.options.names().map(|name| {
        let value = match name {
            "permalink_structure" => structure.as_bytes().to_vec(),
            _ => demo().site.options.raw(name).unwrap_or_default().to_vec(),
        };
        (name.to_owned(), value)
    }));
    // The structure was changed after the taxonomies were registered under `/%postname%/`: they kept the front `/`.
    let mut registry = demo().site.registry.clone();
    for rewrite in registry
        .taxonomies
        .values_mut()
        .filter_map(|t| t.rewrite.as_mut())
    {
        rewrite.with_front = false;
    }
    Rewrite::from_parts(&options, &registry, &registry.rewrite)
}

fn link(links: &Links<'_>, v: &Vector) -> Option<Value> {
    let number = |i: usize| v.arg(i).as_i64().unwrap_or_default();
    let post = || links.cache.post(PostId(number(0)));
    let term = || links.site.terms.by_id(v.str(1), TermId(number(0)));
    let out = match v.function.as_str() {
        "get_permalink" => links.get_permalink(post()?),
        "get_edit_sample" => links.get_permalink_leaving_name(post()?),
        "get_post_comments_feed_link" => links.get_post_comments_feed_link(post()?, ""),
        "get_post_embed_url" => links.get_post_embed_url(post()?),
        "wp_get_shortlink" => links.wp_get_shortlink(post()?)?,
        "get_page_uri" => links.get_page_uri(post()?),
        "wp_get_attachment_url" => links.wp_get_attachment_url(post()?)?,
        "get_term_link" => links.get_term_link(term()?)?,
        "get_term_feed_link" => links.get_term_feed_link(term()?, "")?,
        "get_author_posts_url" => {
            let user = links.cache.user(UserId(number(0)))?;
            links.get_author_posts_url(user.id, &user.nicename)
        }
        "get_year_link" => links.get_year_link(number(0)),
        "get_month_link" => links.get_month_link(number(0), number(1)),
        "get_day_link" => links.get_day_link(number(0), number(1), number(2)),
        "get_feed_link" => links.get_feed_link(v.str(0)),
        "get_search_link" => links.get_search_link(v.str(0)),
        "get_post_type_archive_link" => match links.get_post_type_archive_link(v.str(0)) {
            Some(link) => link,
            None => return Some(Value::Null),
        },
        "get_pagenum_link" => links.get_pagenum_link(v.env["request_uri"].as_str()?, number(0)),
        "get_comment_link" => {
            links.get_comment_link(links.cache.post(PostId(27))?, number(0), None)
        }
        "user_trailingslashit" => links.user_trailingslashit(v.str(0)),
        "home_url" => links.home_url(v.str(0)),
        // Recorded with the name left open (`$leavename`): without a parent that is the plain link. What
        // `get_permalink` gives for an attachment shows in the redirect of `/?p=19`.
        "get_attachment_link" => links.get_permalink_leaving_name(post()?),
        _ => return None,
    };
    Some(Value::String(out))
}

#[test]
fn links_under_every_structure() {
    let loaded = loaded();
    let functions = [
        "get_permalink",
        "get_edit_sample",
        "get_post_comments_feed_link",
        "get_post_embed_url",
        "wp_get_shortlink",
        "get_page_uri",
        "wp_get_attachment_url",
        "get_attachment_link",
        "get_term_link",
        "get_term_feed_link",
        "get_author_posts_url",
        "get_year_link",
        "get_month_link",
        "get_day_link",
        "get_feed_link",
        "get_search_link",
        "get_post_type_archive_link",
        "get_pagenum_link",
        "get_comment_link",
        "user_trailingslashit",
        "home_url",
    ];
    check("wordpress-rewrite", &functions, 0, |v| {
        let rewrite = rewrite_of(v.env["permalink_structure"].as_str()?);
        let links = Links {
            site: &demo().site,
            rewrite: &rewrite,
            cache: &loaded.cache,
            hooks: &loaded.hooks,
            reads_private: false,
        };
        link(&links, v)
    });
}

#[test]
fn paginate_links() {
    let texts = PaginateTexts {
        previous: "&laquo; Anterior".to_owned(),
        next: "Siguiente &raquo;".to_owned(),
        page: "Página %s".to_owned(),
    };
    check("wordpress-rewrite", &["paginate_links"], 0, |v| {
        let args = v.arg(0);
        let text = |key: &str| args[key].as_str().unwrap_or_default().to_owned();
        let defaults = PaginateLinks::default();
        let number = |key: &str, default: i64| args[key].as_i64().unwrap_or(default);
        let pairs = args["add_args"].as_object().into_iter().flatten();
        let links = PaginateLinks {
            base: text("base"),
            format: text("format"),
            total: number("total", 1),
            current: number("current", 1),
            show_all: args["show_all"].as_bool().unwrap_or(false),
            prev_next: args["prev_next"].as_bool().unwrap_or(true),
            end_size: number("end_size", defaults.end_size),
            mid_size: number("mid_size", defaults.mid_size),
            add_args: pairs
                .map(|(k, v)| (k.clone(), v.as_str().unwrap_or_default().to_owned()))
                .collect(),
            add_fragment: text("add_fragment"),
            style: if text("type") == "list" {
                PaginateStyle::List
            } else {
                PaginateStyle::Plain
            },
        };
        let out = links.render(&texts, |n| n.to_string(), &["http", "https"]);
        Some(out.map_or(Value::Null, Value::String))
    });
}
