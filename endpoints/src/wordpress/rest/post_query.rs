//! Translates the parameters of a posts collection to a query.

use compat::wordpress::php::Value;
use compat::wordpress::rest::{
    DateBound, DateColumn, PostList, PostOrder, SearchColumn, TermCondition,
};
use compat::wordpress::site::{Registry, Site};
use compat::wordpress::taxonomy::{Taxonomy, TermId};

use super::collection::Paging;
use super::date::to_mysql;
use super::request::RestRequest;
use super::route::Rest;
use super::route_error::RestError;

/// The taxonomies of a type with `show_in_rest`, with their `rest_base`.
pub fn taxonomies<'a>(
    registry: &'a Registry,
    name: &'a str,
) -> impl Iterator<Item = (&'static str, &'a Taxonomy)> {
    let all = registry.taxonomies.values();
    all.filter(move |t| t.object_types.contains(&name))
        .filter_map(|t| t.rest_base.map(|base| (base, t)))
}

/// The query for the parameters.
///
/// # Errors
/// When a parameter is not valid.
pub fn list(rest: &Rest<'_>, request: &RestRequest) -> Result<PostList, RestError> {
    let site = &rest.state.site;
    let orderby = request.text("orderby");
    if orderby == "relevance" && request.text("search").is_empty() {
        let source = "You need to define a search term to order by relevance.";
        return Err(rest.error("rest_no_search_term_defined", source, 400));
    }
    if orderby == "include" && request.ids("include").is_empty() {
        let source = "You need to define an include parameter to order by include.";
        return Err(rest.error("rest_orderby_include_missing_include", source, 400));
    }
    let name = request.subject.as_ref();
    let paging = Paging::of(request);
    let slugs = request.texts("slug");
    let mut list = PostList {
        post_types: vec![name.to_owned()],
        statuses: statuses(request),
        author: request.ids("author"),
        author_exclude: request.ids("author_exclude"),
        include: request.ids("include"),
        exclude: request.ids("exclude"),
        parent: request.ids("parent"),
        parent_exclude: request.ids("parent_exclude"),
        slug: slugs,
        search: request.text("search").trim().to_owned(),
        search_columns: search_columns(request),
        search_hides_protected: rest.visitor.user.is_none(),
        dates: dates(rest, request),
        terms_or: request.text("tax_relation") == "OR",
        menu_order: request.has("menu_order").then(|| request.int("menu_order")),
        orderby: order(&orderby),
        ascending: request.text("order") == "asc",
        limit: paging.per_page,
        offset: paging.offset,
        posts_where: rest.state.site.posts_where.clone(),
        ..PostList::default()
    };
    for (base, taxonomy) in taxonomies(&site.registry, name) {
        list.terms
            .extend(term_condition(site, taxonomy, request.get(base), false));
        let without = request.get(&format!("{base}_exclude"));
        list.terms
            .extend(term_condition(site, taxonomy, without, true));
    }
    list.terms.extend(format_condition(site, request));
    sticky(site, request, &mut list);
    if name == "attachment" {
        media_types(request, &mut list);
    }
    Ok(list)
}

/// What `orderby` names.
pub fn order(name: &str) -> PostOrder {
    match name {
        "author" => PostOrder::Author,
        "id" => PostOrder::Id,
        "include" => PostOrder::Include,
        "modified" => PostOrder::Modified,
        "parent" => PostOrder::Parent,
        "relevance" => PostOrder::Relevance,
        "slug" => PostOrder::Slug,
        "include_slugs" => PostOrder::IncludeSlugs,
        "title" => PostOrder::Title,
        "menu_order" => PostOrder::MenuOrder,
        _ => PostOrder::Date,
    }
}

/// The requested statuses, already validated.
fn statuses(request: &RestRequest) -> Vec<String> {
    let asked = request.texts("status");
    if !asked.is_empty() {
        return asked;
    }
    let open = if request.subject == "attachment" {
        "inherit"
    } else {
        "publish"
    };
    vec![open.to_owned()]
}

fn search_columns(request: &RestRequest) -> Vec<SearchColumn> {
    let names = request.texts("search_columns");
    let columns = names.iter().filter_map(|name| match name.as_str() {
        "post_title" => Some(SearchColumn::PostTitle),
        "post_content" => Some(SearchColumn::PostContent),
        "post_excerpt" => Some(SearchColumn::PostExcerpt),
        _ => None,
    });
    columns.collect()
}

fn dates(rest: &Rest<'_>, request: &RestRequest) -> Vec<DateBound> {
    let zone = rest.state.timezone();
    let bounds = [
        ("after", DateColumn::Published, true),
        ("before", DateColumn::Published, false),
        ("modified_after", DateColumn::Modified, true),
        ("modified_before", DateColumn::Modified, false),
    ];
    let found = bounds.into_iter().filter_map(|(name, column, after)| {
        let date = to_mysql(&request.text(name), &zone)?;
        Some(DateBound {
            column,
            after,
            date,
        })
    });
    found.collect()
}

/// Parses a taxonomy parameter: a list of ids, or an object with `terms`, `include_children`, `operator`.
fn term_condition(
    site: &Site,
    taxonomy: &Taxonomy,
    value: &Value,
    excluded: bool,
) -> Option<TermCondition> {
    let (mut ids, mut children, mut all): (Vec<i64>, bool, bool) = (Vec::new(), false, false);
    match value {
        Value::Null => return None,
        Value::Array(items) if items.contains_key("terms") => {
            ids.extend(number_list(value.at("terms")));
            children = value.at("include_children").to_bool();
            all = value.at("operator").as_str() == Some("AND") && !excluded;
        }
        other => ids.extend(number_list(other)),
    }
    if ids.is_empty() {
        return None;
    }
    let terms = ids
        .iter()
        .filter_map(|id| site.terms.by_id(&taxonomy.name, TermId(*id)));
    let mut found = Vec::new();
    for term in terms {
        if children {
            let below = site.terms.with_descendants(term);
            let below = below
                .iter()
                .filter_map(|id| site.terms.by_id(&taxonomy.name, *id));
            found.extend(below.map(|t| t.term_taxonomy_id.0));
        } else {
            found.push(term.term_taxonomy_id.0);
        }
    }
    if all && found.len() < ids.len() {
        found.clear();
        all = false;
    }
    Some(TermCondition {
        term_taxonomy_ids: found,
        excluded,
        all,
    })
}

/// `format`: posts of format `standard` have no format term, so requesting it excludes the other formats.
fn format_condition(site: &Site, request: &RestRequest) -> Option<TermCondition> {
    let asked = request.texts("format");
    if asked.is_empty() {
        return None;
    }
    let is_asked = |slug: &str| {
        let name = slug.strip_prefix("post-format-").unwrap_or(slug);
        asked.iter().any(|a| a == name)
    };
    let excluded = is_asked("standard");
    let formats = site.terms.of("post_format").iter();
    let chosen = formats.filter(|t| is_asked(&t.slug) != excluded);
    Some(TermCondition {
        term_taxonomy_ids: chosen.map(|t| t.term_taxonomy_id.0).collect(),
        excluded,
        all: false,
    })
}

fn number_list(value: &Value) -> Vec<i64> {
    match value {
        Value::Array(items) => items.values().map(Value::to_int).collect(),
        other => {
            let text = other.to_string_lossy();
            let parts = text.split([',', ' ']).filter(|p| !p.is_empty());
            parts.filter_map(|p| p.parse().ok()).collect()
        }
    }
}

fn sticky(site: &Site, request: &RestRequest, list: &mut PostList) {
    if request.subject != "post" || !request.has("sticky") {
        return;
    }
    let sticky = site.options.value("sticky_posts");
    let ids: Vec<i64> = sticky.values().map(Value::to_int).collect();
    if request.bool("sticky") {
        list.only = Some(ids);
    } else {
        list.exclude.extend(ids);
    }
}

fn media_types(request: &RestRequest, list: &mut PostList) {
    let kind = request.text("media_type");
    if !kind.is_empty() {
        list.mime_types.push(format!("{kind}/"));
    }
    let mime = request.text("mime_type");
    if mime.contains('/') {
        list.mime_types = vec![mime];
    }
}
