//! `redirect_canonical`: the algorithm, and the second run that guards against loops.
//!
//! Contract "wordpress-core", sections 5.1 and 5.2.

use super::Redirect;
use super::addresses::Address;
use super::facts::CanonicalFacts;
use super::paging::{old_feed, paged_url, sitemap};
use super::single_url::{Target, add_page, of_found, of_missing};
use super::tidy::tidy;
use crate::wordpress::rewrite::{QueryVar, QueryVars};
use crate::wordpress::url::{QueryArg, add_query_arg};

/// The result of the algorithm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proposal {
    /// The URL is right.
    Stay,
    /// This one is better.
    To(String),
    /// Redirect to this one at once, without a second run.
    Now(String),
}

/// The redirect of a GET or HEAD request for `requested` (scheme, host, path and query as the visitor sees them).
pub fn redirect_canonical(facts: &CanonicalFacts<'_>, requested: &str) -> Option<Redirect> {
    match propose_canonical(facts, requested) {
        Proposal::Stay => None,
        Proposal::Now(url) => Some(Redirect::permanent(&url)),
        Proposal::To(url) => match propose_canonical(facts, &url) {
            Proposal::Stay => Some(Redirect::permanent(&url)),
            Proposal::To(_) | Proposal::Now(_) => None,
        },
    }
}

/// One run of the algorithm.
pub fn propose_canonical(facts: &CanonicalFacts<'_>, requested: &str) -> Proposal {
    let is = &facts.query.is;
    if is.is_search || is.is_preview || is.is_trackback || is.is_favicon {
        return Proposal::Stay;
    }
    let Some(mut original) = Address::parse(requested) else {
        return Proposal::Stay;
    };
    strip_blanks(&mut original.path);
    let mut redirect = original.clone();
    let mut target = first_target(facts, &mut redirect);
    if is.is_404 {
        let missing = of_missing(facts, &mut redirect);
        if missing.url.is_some() {
            target = missing;
        }
    } else if facts.links.rewrite.using_permalinks() {
        if target.url.is_none() {
            target = of_found(facts, &mut redirect);
        }
        target = add_page(facts, &mut redirect, target);
        if let Some(feed) = old_feed(facts, &redirect) {
            return Proposal::Now(feed);
        }
        let vars = &facts.query.vars;
        if vars.is_set("sitemap") {
            target.url = Some(sitemap(facts, &mut redirect));
        } else if vars.int("paged") > 0 || is.is_feed || vars.is_set("cpage") {
            target.url = Some(paged_url(facts, &mut redirect));
        }
        if redirect
            .path
            .trim_end_matches('/')
            .ends_with("/wp-register.php")
        {
            let login = facts.links.site.siteurl();
            return Proposal::Now(format!("{login}/wp-login.php?action=register"));
        }
    }
    let is_file = to_file(facts, &mut target);
    compare(facts, requested, &original, redirect, target, is_file)
}

/// Non-breaking spaces at the end of the path.
fn strip_blanks(path: &mut String) {
    while let Some(tail) = path.len().checked_sub(6).and_then(|at| path.get(at..)) {
        if !tail.eq_ignore_ascii_case("%C2%A0") {
            return;
        }
        path.truncate(path.len() - 6);
    }
}

/// A post's feed by its number, and a post that the query could not show.
fn first_target<'a>(facts: &'a CanonicalFacts<'a>, redirect: &mut Address) -> Target<'a> {
    const NAMES: [&str; 6] = [
        "p",
        "page_id",
        "attachment_id",
        "pagename",
        "name",
        "post_type",
    ];
    let is = &facts.query.is;
    let mut target = Target::default();
    let Some(post) = facts.post_in("p") else {
        return target;
    };
    if is.is_feed {
        let feed = facts.query.vars.text("feed");
        let url = facts.links.get_post_comments_feed_link(post, feed);
        redirect.drop_vars_unless_in(&NAMES, &url);
        redirect.drop_vars_unless_in(&["feed"], &url);
        redirect.path = Address::parse(&url).unwrap_or_default().path;
        target = Target {
            url: Some(url),
            post: Some(post),
        };
    }
    if is.is_singular && facts.query.posts.is_empty() {
        let parent = facts
            .links
            .cache
            .post(post.parent)
            .filter(|_| post.post_type == "revision");
        let post = parent.map_or(post, AsRef::as_ref);
        let url = facts.links.get_permalink(post);
        redirect.drop_vars_unless_in(&NAMES, &url);
        target = Target {
            url: Some(url),
            post: Some(post),
        };
    }
    target
}

/// Without attachment pages, an attachment redirects to its file. The parent's status decides whether it is visible.
fn to_file<'a>(facts: &'a CanonicalFacts<'a>, target: &mut Target<'a>) -> bool {
    let enabled = facts
        .links
        .site
        .options
        .is_on("wp_attachment_pages_enabled");
    if !facts.query.is.is_attachment || enabled {
        return false;
    }
    let attachment = facts.post_in("attachment_id").or_else(|| facts.post());
    // Without the attachment there is no target at all, but the stripped path stays: `/noticias/x?feed=rss2`.
    let url = attachment.and_then(|post| facts.links.wp_get_attachment_url(post));
    if url != target.url {
        let parent = attachment.and_then(|post| facts.links.cache.post(post.parent));
        if let Some(parent) = parent {
            target.post = Some(parent);
        }
        target.url = url;
    }
    true
}

fn compare(
    facts: &CanonicalFacts<'_>,
    requested: &str,
    original: &Address,
    mut redirect: Address,
    target: Target<'_>,
    is_file: bool,
) -> Proposal {
    let mut url = target.url;
    redirect.query = redirect.query.trim_start_matches(['?', '&']).to_owned();
    if let Some(found) = &mut url
        && !redirect.query.is_empty()
    {
        *found = with_rest(found, &redirect.query);
    }
    if let Some(found) = &url {
        redirect = Address::parse(found).unwrap_or_default();
    }
    let redirect = tidy(facts, original, redirect, is_file);
    if !original.same_place(&redirect) {
        url = Some(redirect.url());
    }
    let Some(url) = url.filter(|u| u != requested && *u != lower_octets(requested)) else {
        return Proposal::Stay;
    };
    if target.post.is_some_and(|post| !facts.may_see(post)) {
        return Proposal::Stay;
    }
    let filtered = facts.hooks.iter().try_fold(url, |url, hook| {
        hook.redirect_canonical(facts.query, requested, url)
    });
    match filtered {
        Some(url) if strip_fragment(&url) != strip_fragment(requested) => Proposal::To(url),
        _ => Proposal::Stay,
    }
}

/// The URL without fragment and without an empty query.
fn strip_fragment(url: &str) -> String {
    Address::parse(url).map_or_else(|| url.to_owned(), |a| a.url())
}

/// The target with what is left of the request's query.
fn with_rest(url: &str, query: &str) -> String {
    let mut rest = QueryVars::parse(query);
    let own = Address::parse(url)
        .map(|a| QueryVars::parse(&a.query))
        .unwrap_or_default();
    if rest.is_set("name") && !own.is_empty() && !own.is_set("name") {
        rest.remove("name");
    }
    let args: Vec<(String, QueryArg)> = rest
        .0
        .iter()
        .map(|(name, value)| (raw(name), query_arg(value)))
        .collect();
    let args: Vec<(&str, QueryArg)> = args.iter().map(|(n, v)| (n.as_str(), v.clone())).collect();
    add_query_arg(&args, url)
}

fn query_arg(value: &QueryVar) -> QueryArg {
    match value {
        QueryVar::Text(text) => QueryArg::Text(raw(text)),
        QueryVar::Map(map) => {
            QueryArg::Array(map.iter().map(|(k, v)| (k.clone(), query_arg(v))).collect())
        }
    }
}

fn raw(text: &str) -> String {
    crate::wordpress::php::url::rawurlencode(text.as_bytes())
}

/// `%C3` as `%c3`.
fn lower_octets(url: &str) -> String {
    let bytes = url.as_bytes();
    url.char_indices()
        .map(|(at, c)| {
            let octet = |from: usize| bytes.get(from) == Some(&b'%');
            let inside = at >= 1 && octet(at - 1) || at >= 2 && octet(at - 2);
            if inside { c.to_ascii_lowercase() } else { c }
        })
        .collect()
}
