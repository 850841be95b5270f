//! What a request that was found should have been called: step 5 of the algorithm.
//!
//! Contract "wordpress-core", section 5.2, items 4 and 5.

use super::addresses::Address;
use super::facts::CanonicalFacts;
use crate::wordpress::link::trailingslashit;
use crate::wordpress::post::{Post, PostId};
use crate::wordpress::query::{QueriedObject, is_date};

/// The target so far: a URL, and the post that it shows.
#[derive(Debug, Default)]
pub(super) struct Target<'a> {
    pub url: Option<String>,
    pub post: Option<&'a Post>,
}

impl<'a> Target<'a> {
    fn post(facts: &CanonicalFacts<'a>, post: &'a Post) -> Self {
        Self {
            url: Some(facts.links.get_permalink(post)),
            post: Some(post),
        }
    }

    fn url(url: String) -> Self {
        Self {
            url: Some(url),
            post: None,
        }
    }
}

const NAMES: [&str; 6] = [
    "p",
    "page_id",
    "attachment_id",
    "pagename",
    "name",
    "post_type",
];

/// A page that was not found.
pub(super) fn of_missing<'a>(facts: &'a CanonicalFacts<'a>, redirect: &mut Address) -> Target<'a> {
    let vars = &facts.query.vars;
    let mut target = Target::default();
    let id = ["p", "page_id", "attachment_id"]
        .iter()
        .map(|n| vars.int(n))
        .max()
        .unwrap_or_default();
    let types = &facts.links.site.registry.post_types;
    if let Some(post) = facts.links.cache.post(PostId(id))
        && types.get(post.post_type.as_str()).is_some_and(|t| t.public)
        && post.status != "auto-draft"
    {
        target = Target::post(facts, post);
        redirect.drop_vars_unless_in(&NAMES, target.url.as_deref().unwrap_or_default());
    }
    let (year, month, day) = (vars.int("year"), vars.int("monthnum"), vars.int("day"));
    if year != 0 && month != 0 && day != 0 {
        if !is_date(year, month, day) {
            target.url = Some(facts.links.get_month_link(year, month));
            redirect.drop_vars(&["year", "monthnum", "day"]);
        }
    } else if year != 0 && month > 12 {
        target.url = Some(facts.links.get_year_link(year));
        redirect.drop_vars(&["year", "monthnum"]);
    }
    // Recording wordpress-rewrite `/?page=2`: also when a number named the post.
    if vars.is_set("page")
        && !facts.query.request.is_set("error")
        && let Some(post) = facts.post()
    {
        target = Target::post(facts, post);
        redirect.drop_vars(&["page"]);
    }
    if target.url.is_none()
        && let Some(guess) = &facts.guess
    {
        target.url = Some(guess.clone());
        redirect.drop_vars_unless_in(&["page", "feed"], guess);
        redirect.drop_vars_unless_in(&NAMES, guess);
    }
    target
}

/// A page requested by another URL than its permalink.
pub(super) fn of_found<'a>(facts: &'a CanonicalFacts<'a>, redirect: &mut Address) -> Target<'a> {
    let is = &facts.query.is;
    let by_number = |name: &str| facts.got(name).then(|| facts.post_in(name)).flatten();
    if is.is_attachment && only_attachment(facts) {
        let by_id = facts.got("attachment_id");
        if by_id {
            redirect.drop_vars(&["attachment_id"]);
        }
        let post = if by_id {
            facts.post_in("attachment_id")
        } else {
            facts.post()
        };
        return post.map(|p| Target::post(facts, p)).unwrap_or_default();
    }
    if is.is_single
        && let Some(post) = by_number("p")
    {
        redirect.drop_vars(&["p", "post_type"]);
        return Target::post(facts, post);
    }
    if is.is_single
        && facts.got("name")
        && let Some(post) = facts.post()
    {
        redirect.drop_vars(&["name"]);
        return Target::post(facts, post);
    }
    if is.is_page
        && let Some(post) = by_number("page_id")
    {
        redirect.drop_vars(&["page_id"]);
        return Target::post(facts, post);
    }
    if is.is_page && !is.is_feed && is.is_front_page {
        if facts.links.site.front_page_has_name
            && let Some(post) = facts.post()
        {
            return Target::post(facts, post);
        }
        return Target::url(facts.links.home_url("/"));
    }
    if is.is_home
        && is.is_posts_page
        && let Some(post) = by_number("page_id")
    {
        redirect.drop_vars(&["page_id"]);
        return Target::post(facts, post);
    }
    of_list(facts, redirect)
}

fn only_attachment(facts: &CanonicalFacts<'_>) -> bool {
    let mut names = facts.query.request.names();
    names.all(|n| n == "attachment" || n == "attachment_id")
}

fn of_list<'a>(facts: &'a CanonicalFacts<'a>, redirect: &mut Address) -> Target<'a> {
    let is = &facts.query.is;
    let vars = &facts.query.vars;
    if facts.got("m") && (is.is_year || is.is_month || is.is_day) {
        return of_moment(facts, redirect);
    }
    if is.is_date {
        let (year, month, day) = (vars.int("year"), vars.int("monthnum"), vars.int("day"));
        if is.is_day && year != 0 && month != 0 && facts.got("day") {
            redirect.drop_vars(&["year", "monthnum", "day"]);
            return Target::url(facts.links.get_day_link(year, month, day));
        }
        if is.is_month && year != 0 && facts.got("monthnum") {
            redirect.drop_vars(&["year", "monthnum"]);
            return Target::url(facts.links.get_month_link(year, month));
        }
        if is.is_year && facts.got("year") {
            redirect.drop_vars(&["year"]);
            return Target::url(facts.links.get_year_link(year));
        }
        return Target::default();
    }
    if let Some((id, nicename)) = &facts.author {
        redirect.drop_vars(&["author"]);
        return Target::url(facts.links.get_author_posts_url(*id, nicename));
    }
    if is.is_category || is.is_tag || is.is_tax {
        to_term(facts, redirect);
    } else if is.is_single
        && facts
            .links
            .rewrite
            .permalink_structure
            .contains("%category%")
    {
        return of_category(facts);
    }
    Target::default()
}

/// `?m=202603`.
fn of_moment<'a>(facts: &CanonicalFacts<'_>, redirect: &mut Address) -> Target<'a> {
    let moment = facts.query.vars.text("m");
    let part = |from: usize, to: usize| -> i64 {
        let digits = moment.get(from..to).unwrap_or_default();
        digits.parse().unwrap_or_default()
    };
    let links = &facts.links;
    let url = match moment.len() {
        4 => links.get_year_link(part(0, 4)),
        6 => links.get_month_link(part(0, 4), part(4, 6)),
        8 => links.get_day_link(part(0, 4), part(4, 6), part(6, 8)),
        _ => return Target::default(),
    };
    redirect.drop_vars(&["m"]);
    Target::url(url)
}

/// One term asked for by a query string only: its own path takes the place of the request's.
fn to_term(facts: &CanonicalFacts<'_>, redirect: &mut Address) {
    let mut seen: Vec<&str> = Vec::new();
    let mut count = 0;
    for clause in &facts.query.tax {
        if !seen.contains(&clause.taxonomy.as_str()) {
            seen.push(&clause.taxonomy);
            count += clause.terms.len();
        }
    }
    let Some(QueriedObject::Term(term)) = &facts.query.queried_object else {
        return;
    };
    let all_by_query = facts
        .query
        .request
        .names()
        .all(|n| facts.get.get(n).is_some());
    let Some(url) = facts.links.get_term_link(term) else {
        return;
    };
    if count > 1 || redirect.query.is_empty() || !all_by_query {
        return;
    }
    let is = &facts.query.is;
    redirect.drop_vars(&["term", "taxonomy"]);
    if is.is_category {
        redirect.drop_vars(&["category_name", "cat"]);
    } else if is.is_tag {
        redirect.drop_vars(&["tag", "tag_id"]);
    } else {
        let taxonomy = facts
            .links
            .site
            .registry
            .taxonomies
            .get(term.taxonomy.as_str());
        if let Some(var) = taxonomy.and_then(|t| t.query_var.as_deref()) {
            redirect.drop_vars(&[var]);
        }
    }
    if let Some(target) = Address::parse(&url) {
        if target.query.is_empty() {
            redirect.path = target.path;
        } else {
            let glue = if redirect.query.is_empty() { "" } else { "&" };
            redirect.query = format!("{}{glue}{}", redirect.query, target.query);
        }
    }
}

/// A post under a category that it is not in.
fn of_category<'a>(facts: &'a CanonicalFacts<'a>) -> Target<'a> {
    let path = facts.query.vars.text("category_name");
    let Some(post) = facts.post().filter(|_| !path.is_empty()) else {
        return Target::default();
    };
    let slug = path
        .trim_end_matches('/')
        .rsplit('/')
        .next()
        .unwrap_or_default();
    let category = facts.links.site.terms.by_slug("category", slug);
    let inside = category.is_some_and(|c| {
        let related = facts.links.cache.relationships(post.id);
        related.contains(&c.term_taxonomy_id)
    });
    if inside {
        Target::default()
    } else {
        Target::post(facts, post)
    }
}

/// Page N of a split post.
pub(super) fn add_page<'a>(
    facts: &'a CanonicalFacts<'a>,
    redirect: &mut Address,
    mut target: Target<'a>,
) -> Target<'a> {
    let page = facts.query.vars.int("page");
    if !facts.query.is.is_singular || page == 0 {
        return target;
    }
    if target.url.is_none() {
        match facts.post() {
            Some(post) => target = Target::post(facts, post),
            None => return target,
        }
    }
    redirect.drop_vars(&["page"]);
    if page > 1 {
        let base = trailingslashit(target.url.as_deref().unwrap_or_default());
        let end = if facts.query.is.is_front_page {
            format!("page/{page}")
        } else {
            page.to_string()
        };
        target.url = Some(format!("{base}{}", facts.links.user_trailingslashit(&end)));
    }
    target
}
