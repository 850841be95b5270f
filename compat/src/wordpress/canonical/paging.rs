//! Feeds, pages of lists, pages of comments: their ends of the path, stripped and written again.
//!
//! Contract "wordpress-core", section 5.2, items 7 and 8.

use super::addresses::Address;
use super::facts::CanonicalFacts;
use crate::wordpress::link::trailingslashit;
use crate::wordpress::static_regex::StaticRegex;
use crate::wordpress::url::{QueryArg, add_query_arg};

static PAGE: StaticRegex = StaticRegex::new(r"/page/?[0-9]+/*$");
static FEED: StaticRegex = StaticRegex::new(r"/(?:comments/?)?(?:feed|rss2?|rdf|atom)/*$");
static COMMENT_PAGE: StaticRegex = StaticRegex::new(r"/comment-page-[0-9]+/*$");

const FEEDS: [&str; 5] = ["feed", "rdf", "rss", "rss2", "atom"];

/// The files of old versions and the feeds that they were.
const OLD_FEED_FILES: [(&str, &str); 6] = [
    ("wp-atom.php", "atom"),
    ("wp-commentsrss2.php", "comments_rss2"),
    ("wp-feed.php", "rss2"),
    ("wp-rdf.php", "rdf"),
    ("wp-rss.php", "rss2"),
    ("wp-rss2.php", "rss2"),
];

/// The feed that a file of an old version was.
pub(super) fn old_feed(facts: &CanonicalFacts<'_>, redirect: &Address) -> Option<String> {
    let is_old = facts.query.is.is_feed && facts.query.vars.text("feed") == "old";
    let file = redirect.path.rsplit('/').find(|part| !part.is_empty())?;
    OLD_FEED_FILES
        .iter()
        .find(|(name, _)| is_old && *name == file)
        .map(|(_, feed)| facts.links.get_feed_link(feed))
}

/// The address of a sitemap.
pub(super) fn sitemap(facts: &CanonicalFacts<'_>, redirect: &mut Address) -> String {
    let vars = &facts.query.vars;
    let (name, subtype) = (vars.text("sitemap"), vars.text("sitemap-subtype"));
    let page = vars.int("paged").max(1);
    redirect.drop_vars(&["sitemap", "sitemap-subtype", "paged"]);
    let pretty = facts.links.rewrite.using_permalinks();
    let path = if name == "index" {
        if pretty {
            "/wp-sitemap.xml"
        } else {
            "/?sitemap=index"
        }
        .to_owned()
    } else if pretty {
        let parts: Vec<&str> = [name, subtype]
            .into_iter()
            .filter(|p| !p.is_empty())
            .collect();
        format!("/wp-sitemap-{}-{page}.xml", parts.join("-"))
    } else {
        format!("/?sitemap={name}&sitemap-subtype={subtype}&paged={page}")
    };
    facts.links.home_url(&path)
}

/// The request's own path with its feed and page in the right form. The port is lost here, as in the original: with a
/// port in the site's address the second run then disagrees, and nothing is sent.
pub(super) fn paged_url(facts: &CanonicalFacts<'_>, redirect: &mut Address) -> String {
    strip_ends(redirect);
    let end = new_end(facts, redirect);
    let path = without_index(&redirect.path);
    redirect.path = facts.links.user_trailingslashit(&path);
    let rewrite = facts.links.rewrite;
    if !end.is_empty() {
        redirect.path = trailingslashit(&redirect.path);
        if rewrite.using_index_permalinks() && !redirect.path.contains("/index.php/") {
            redirect.path.push_str("index.php/");
        }
        redirect.path.push_str(&end);
    }
    format!("{}://{}{}", redirect.scheme, redirect.host, redirect.path)
}

fn strip_ends(redirect: &mut Address) {
    loop {
        let length = redirect.path.len();
        for pattern in [&PAGE, &FEED, &COMMENT_PAGE] {
            let stripped = pattern.replace(&redirect.path, "/").into_owned();
            redirect.path = stripped;
        }
        if length == redirect.path.len() || redirect.path.len() <= 1 {
            return;
        }
    }
}

fn new_end(facts: &CanonicalFacts<'_>, redirect: &mut Address) -> String {
    let (is, vars) = (&facts.query.is, &facts.query.vars);
    let mut end = String::new();
    let add = |end: &mut String, part: &str| {
        if !end.is_empty() {
            *end = trailingslashit(end);
        }
        end.push_str(&facts.links.user_trailingslashit(part));
    };
    let feed = vars.text("feed");
    if is.is_feed && FEEDS.contains(&feed) {
        let comments = !is.is_singular && vars.is_set("withcomments");
        let prefix = if comments { "comments/" } else { "" };
        let format = match feed {
            "rss" | "rss2" | "feed" => "",
            other => other,
        };
        // `feed/` keeps its slash only where the structure has one.
        add(&mut end, &format!("{prefix}feed/{format}"));
        redirect.drop_vars(&["feed"]);
    }
    let paged = vars.int("paged");
    if paged > 0 {
        redirect.drop_vars(&["paged"]);
        if is.is_feed {
            if paged > 1 {
                redirect.query =
                    add_query_arg(&[("paged", QueryArg::from(paged))], &redirect.query);
                redirect.query = redirect.query.trim_start_matches('?').to_owned();
            }
        } else if !is.is_single && paged > 1 {
            add(&mut end, &format!("page/{paged}"));
        }
    }
    let options = &facts.links.site.options;
    let cpage = vars.int("cpage");
    let first = i64::from(options.text("default_comments_page") != "newest");
    if options.is_on("page_comments") && cpage > first {
        add(&mut end, &format!("comment-page-{cpage}"));
        redirect.drop_vars(&["cpage"]);
    }
    end
}

/// The path without `index.php` at its end.
pub(super) fn without_index(path: &str) -> String {
    let bare = path.trim_end_matches('/');
    match bare.strip_suffix("/index.php") {
        Some(before) => format!("{before}/"),
        None => path.to_owned(),
    }
}
